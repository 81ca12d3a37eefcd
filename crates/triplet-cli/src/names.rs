//! Sets, charsets and characters, as people name them in options and in requests of `batch`.
#![forbid(unsafe_code)]

use triplet::charset::Charset;
use triplet::set::NotAscii;
use triplet::{EncodeSet, unknown_name};

use crate::error::Failure;

/// The set with this name, or an error that names the nearest.
pub fn set_by_name(name: &str) -> Result<EncodeSet, String> {
    let names = EncodeSet::names().map(|named| named.name);
    EncodeSet::by_name(name).ok_or_else(|| unknown_name("encode set", name, names))
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
    NotAscii::check(list.as_bytes()).map_err(|error| error.to_string())?;
    Ok(list.as_bytes())
}

/// The charset with this label, or an error.
pub fn charset_by_label(label: &str) -> Result<Charset, String> {
    Charset::for_label(label).ok_or_else(|| {
        let squeezed: String = label.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).collect();
        match (Charset::for_label(&squeezed), label.to_ascii_lowercase().as_str()) {
            (Some(_), _) => {
                format!("no charset is named `{label}`; the nearest one is `{squeezed}`")
            }
            (_, "macroman" | "mac-roman" | "macos-roman") => {
                format!("no charset is named `{label}`; the nearest one is `macintosh`")
            }
            (_, "cp437" | "cp850" | "ibm437" | "ibm850") => {
                format!("no charset is named `{label}`; `iconv` converts the code pages of DOS")
            }
            _ => unknown_name("charset", label, Charset::all().map(Charset::name)),
        }
    })
}

/// The set of an option.
pub fn set_named(name: &str) -> Result<EncodeSet, Failure> {
    set_by_name(name).map_err(|what| Failure::Usage(format!("{what}; `triplet sets` lists all")))
}
