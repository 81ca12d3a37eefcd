//! Sets, charsets and characters, as people name them in options and in requests of `batch`.
#![forbid(unsafe_code)]

use triplet::EncodeSet;
use triplet::charset::Charset;

/// The set with this name, or an error that lists the names nearest to it.
pub fn set_by_name(name: &str) -> Result<EncodeSet, String> {
    EncodeSet::by_name(name).ok_or_else(|| {
        let mut near = triplet::nearest(name, EncodeSet::names().map(|named| named.name));
        near.truncate(3);
        format!("no set is named `{name}`; near it: {}", near.join(", "))
    })
}

/// A set that also keeps the characters of `also_keep` and encodes those of `also_encode`. `plus` says whether it writes a space as
/// `+`; without it the set decides. An error has the name of the list that it is in.
pub fn adjusted_set(
    set: EncodeSet,
    plus: Option<bool>,
    also_keep: &str,
    also_encode: &str,
) -> Result<EncodeSet, (&'static str, String)> {
    let set = match plus {
        Some(true) => set.space_as_plus(),
        Some(false) => set.space_by_set(),
        None => set,
    };
    let set = set
        .try_also_keep(also_keep.as_bytes())
        .map_err(|error| ("also_keep", error.to_string()))?;
    set.try_also_encode(also_encode.as_bytes()).map_err(|error| ("also_encode", error.to_string()))
}

/// The octets of a list of characters whose triplets are kept. A character outside ASCII has several octets, and
/// its triplets would be kept wherever one of these octets is.
pub fn ascii_list(list: &str) -> Result<&[u8], String> {
    match list.bytes().position(|byte| !byte.is_ascii()) {
        None => Ok(list.as_bytes()),
        Some(at) => Err(format!(
            "the byte at offset {at} of the list is not ASCII: triplets are kept by their octet, and a character outside \
             ASCII has several"
        )),
    }
}

/// The charset with this label, or an error.
pub fn charset_by_label(label: &str) -> Result<Charset, String> {
    Charset::for_label(label).ok_or_else(|| {
        let squeezed: String = label.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).collect();
        let near = Charset::for_label(&squeezed).map(|_| format!("; near it: {squeezed}"));
        let near = match label.to_ascii_lowercase().as_str() {
            "macroman" | "mac-roman" | "macos-roman" => "; near it: macintosh".to_owned(),
            "cp437" | "cp850" | "ibm437" | "ibm850" => {
                "; `iconv` converts the code pages of DOS".to_owned()
            }
            _ => near.unwrap_or_default(),
        };
        format!("no charset is named `{label}`; names are those of the Encoding standard{near}")
    })
}
