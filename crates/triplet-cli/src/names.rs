//! Sets, charsets and characters, as people name them in options and in requests of `batch`.
#![forbid(unsafe_code)]

use triplet::EncodeSet;
use triplet::charset::Charset;

/// The set with this name, or an error that lists the names nearest to it.
pub fn set_by_name(name: &str) -> Result<EncodeSet, String> {
    EncodeSet::by_name(name).ok_or_else(|| {
        let mut near: Vec<(usize, &str)> =
            EncodeSet::names().map(|named| (distance(name, named.name), named.name)).collect();
        near.sort_unstable();
        let names: Vec<&str> = near.iter().take(3).map(|(_, name)| *name).collect();
        format!("no set is named `{name}`; near it: {}", names.join(", "))
    })
}

/// The edit distance between what was typed and a name. People leave the specification out, so the part after the colon is
/// compared too.
fn distance(typed: &str, name: &str) -> usize {
    let short: String = typed.chars().take(64).collect();
    let rule = name.split_once(':').map_or(name, |(_, rule)| rule);
    levenshtein(&short, name).min(levenshtein(&short, rule) + 1)
}

/// The number of letters to insert, remove or replace that makes one text the other.
fn levenshtein(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = corner + usize::from(!x.eq_ignore_ascii_case(&y));
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
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
        format!("no charset is named `{label}`; names are those of the Encoding standard")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_names() {
        for (a, b, distance) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abc", 0),
            ("ABC", "abc", 0),
            ("abc", "abd", 1),
            ("abc", "xabc", 1),
            ("abcd", "acd", 1),
            ("ab", "ba", 2),
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("flaw", "lawn", 2),
        ] {
            assert_eq!(levenshtein(a, b), distance, "{a} and {b}");
            assert_eq!(levenshtein(b, a), distance, "{b} and {a}");
        }
        // Without the specification it is one further away.
        assert_eq!(distance("rfc3986:path", "rfc3986:path"), 0);
        assert_eq!(distance("path", "rfc3986:path"), 1);
        assert_eq!(distance("paths", "rfc3986:path"), 2);
        assert_eq!(distance("rfc3987:path", "rfc3986:path"), 1);
        assert_eq!(distance("path", "path"), 0);
    }
}
