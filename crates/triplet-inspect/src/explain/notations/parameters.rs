//! What the name of a parameter of a header field, and the label of its charset, mean.
#![forbid(unsafe_code)]

use triplet::charset::Charset;

use super::super::node::Kind;

/// What the value of a parameter with this name is.
pub(super) fn kind_of(name: &str) -> Kind {
    if name.to_ascii_lowercase().starts_with("filename") { Kind::FileName } else { Kind::Value }
}

/// The charset of a label in a header field. In the Encoding standard `iso-8859-1` is a label of windows-1252.
pub(super) fn charset_of(label: &str) -> Option<Charset> {
    let is_latin_1 = label.eq_ignore_ascii_case("iso-8859-1");
    Charset::for_label(if is_latin_1 { "x-iso-8859-1" } else { label })
}
