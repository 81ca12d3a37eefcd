//! One layer of encoding taken off a reference in which something was encoded twice.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::options::RespellPart;
use crate::uri::{Parameters, split};

/// A reference without one layer of encoding where something is encoded twice, in these parts of it, or without any in its path and
/// its query: `%253A` becomes `%3A`. All else stays byte for byte, and so does what is encoded once.
///
/// Nobody can see whether `%2541` is `%41` encoded once more or data, so this is for a text that is known to be encoded twice.
/// Linear time.
///
/// ```
/// use triplet::uri::{RespellPart, layer_off};
///
/// let next = [RespellPart::Parameter("next".into())];
/// let link = "https://a.example/%2520?next=http%253A%252F%252Fb.example%252F&q=100%2525";
/// assert_eq!(layer_off(link, &next), "https://a.example/%2520?next=http%3A%2F%2Fb.example%2F&q=100%2525");
/// assert_eq!(layer_off("/a%2520b?q=%E4%B8%AD", &[]), "/a%20b?q=%E4%B8%AD");
/// ```
#[must_use]
pub fn layer_off<'a>(reference: &'a str, parts: &[RespellPart]) -> Cow<'a, str> {
    let spans = split::spans(reference.as_bytes());
    without_layer(reference, Some(spans.path()), spans.query(), parts)
}

/// [`layer_off`] for a query by itself, without its `?`.
///
/// ```
/// use triplet::uri::query_layer_off;
///
/// assert_eq!(query_layer_off("a=%2541&b=%252F", &[]), "a=%41&b=%2F");
/// ```
#[must_use]
pub fn query_layer_off<'a>(query: &'a str, parts: &[RespellPart]) -> Cow<'a, str> {
    without_layer(query, None, Some(0..query.len()), parts)
}

fn without_layer<'a>(
    text: &'a str,
    path: Option<Range<usize>>,
    query: Option<Range<usize>>,
    parts: &[RespellPart],
) -> Cow<'a, str> {
    let has = |part: &RespellPart| parts.is_empty() || parts.contains(part);
    let mut spans: Vec<Range<usize>> =
        path.into_iter().filter(|_| has(&RespellPart::Path)).collect();
    if let Some(query) = query {
        if has(&RespellPart::Query) {
            spans.push(query);
        } else {
            let is_chosen = |name: &str| {
                parts.iter().any(|part| match part {
                    RespellPart::Parameter(chosen) => Parameters::of(name).contains(chosen),
                    RespellPart::Path | RespellPart::Query => false,
                })
            };
            let pairs = Parameters::of(&text[query]).iter();
            let value = |value: &str| {
                let start = value.as_ptr().addr() - text.as_ptr().addr();
                start..start + value.len()
            };
            spans.extend(
                pairs.filter(|(name, _)| is_chosen(name)).filter_map(|(_, v)| v.map(value)),
            );
        }
    }
    let (mut out, mut copied) = (String::new(), 0);
    for span in spans {
        let mut at = span.start;
        while let Some(found) = text[at..span.end].find("%25") {
            at += found + 3;
            let digits = text.as_bytes()[at..span.end].get(..2);
            if digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                out.push_str(&text[copied..at - 2]);
                copied = at;
                at += 2;
            }
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{layer_off, query_layer_off};
    use crate::uri::RespellPart;

    #[test]
    fn one_layer() {
        for (text, result) in [
            ("", ""),
            ("/a?b#c%2541", "/a?b#c%2541"),
            ("/%252520", "/%2520"),
            ("/%25", "/%25"),
            ("/%254", "/%254"),
            ("/%25zz%25C3%25a9", "/%25zz%C3%a9"),
            ("//h%2541/%2541?%2541=%2541", "//h%2541/%41?%41=%41"),
            ("/100%2525", "/100%25"),
            ("/%25%2541", "/%25%41"),
        ] {
            assert_eq!(layer_off(text, &[]), result, "{text}");
        }
    }

    #[test]
    fn parts() {
        let named = [RespellPart::Parameter("a b".into()), RespellPart::Path];
        let text = "/%252F?a%20b=%2541&c=%2541&a+b=%2541&a%20b";
        assert_eq!(layer_off(text, &named), "/%2F?a%20b=%41&c=%2541&a+b=%2541&a%20b");
        assert_eq!(query_layer_off("x=%2541&?y=%2541", &named), "x=%2541&?y=%2541");
        assert_eq!(layer_off("/%2541?a=%2541", &[RespellPart::Query]), "/%2541?a=%41");
    }
}
