//! The form in a URL.
#![forbid(unsafe_code)]

/// The note about a form that [`looks_like_url`].
pub const ENTIRE_URL: &str =
    "the form begins like a whole URL, which is read as part of the first name";

/// Whether a form begins with a scheme and `://`. A name of a form hardly does.
pub fn looks_like_url(form: &[u8]) -> bool {
    let end = form.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte));
    let (scheme, rest) = form.split_at(end.unwrap_or(form.len()));
    scheme.first().is_some_and(u8::is_ascii_alphabetic) && rest.starts_with(b"://")
}

/// Whether a reference is a `mailto:`. The query of a `mailto:` has header fields, and a `+` there is not a space (RFC 6068 section 2).
pub fn is_mailto(reference: &[u8]) -> bool {
    reference.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"mailto:"))
}

/// The query of a reference, and where it begins (RFC 3986 appendix B); without a query, the empty text at its end.
pub fn query_of(reference: &[u8]) -> (usize, &[u8]) {
    let position = |bytes: &[u8], byte| bytes.iter().position(|b| *b == byte);
    let end = position(reference, b'#').unwrap_or(reference.len());
    let start = position(&reference[..end], b'?').map_or(end, |at| at + 1);
    (start, &reference[start..end])
}
