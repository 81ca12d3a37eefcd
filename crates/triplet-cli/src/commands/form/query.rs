//! The form in a URL.
#![forbid(unsafe_code)]

use triplet::uri::Spans;

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
    let scheme = Spans::of(reference).scheme();
    scheme.is_some_and(|scheme| reference[scheme].eq_ignore_ascii_case(b"mailto"))
}

/// The query of a reference, and where it begins; without a query, the empty text at the reference's end.
pub fn query_of(reference: &[u8]) -> (usize, &[u8]) {
    let spans = Spans::of(reference);
    let end = spans.path().end;
    let query = spans.query().unwrap_or(end..end);
    (query.start, &reference[query])
}
