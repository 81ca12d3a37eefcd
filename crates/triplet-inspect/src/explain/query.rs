//! Queries that are not forms, those that have raw links and markup, and fragments that have segments.
#![forbid(unsafe_code)]

#[cfg(feature = "all-notations")]
use alloc::vec::Vec;

#[cfg(feature = "all-notations")]
use triplet::{decode, decode_triplet};

use super::find::find;
use super::form::has_pairs;
use super::node::Kind;
#[cfg(feature = "all-notations")]
use super::recognized::MAX_PARTS;
#[cfg(feature = "all-notations")]
use super::recognized::span_of;
use super::recognized::{Part, Reading};

/// Whether the query of a path has a link as it is.
pub(super) fn has_link(query: Option<&str>) -> bool {
    cfg!(feature = "all-notations") && query.is_some_and(|query| find(query, "://").is_some())
}

/// Whether a path has a form whose values have raw markup or quotation marks, as attacks have in a log.
pub(super) fn has_raw_markup_in(text: &str, query: Option<&str>) -> bool {
    cfg!(feature = "all-notations")
        && text.starts_with('/')
        && query.is_some_and(|query| {
            let name = query.split(['=', '<', '>', '"']).next().unwrap_or_default();
            query[name.len()..].starts_with('=')
                && query.contains(['<', '>', '"'])
                && has_pairs(&[name, "=1"].concat())
        })
}

/// What a search of a directory asks for, between `?` (RFC 4516 section 2).
pub(super) fn ldap(query: &str, start: usize) -> impl Iterator<Item = Part> {
    let mut at = start;
    let names = ["attributes", "scope", "filter", "extensions"];
    names.into_iter().zip(query.splitn(4, '?')).filter_map(move |(name, field)| {
        let span = at..at + field.len();
        at = span.end + 1;
        let part = Part::new(Kind::Query, span, Reading::Decode);
        (!field.is_empty()).then(|| Part { detail: Some(name.into()), ..part })
    })
}

/// The segments of a fragment that an application reads as a path, if something in them is a delimiter only when it is decoded:
/// `create/uri/https%3A%2F%2Fa.example`. The console of AWS has `$25` for the percent signs of what is encoded twice.
#[cfg(feature = "all-notations")]
pub(super) fn route(fragment: &str) -> Option<Vec<Part>> {
    let is_delimiter = |(at, _): (usize, &str)| {
        matches!(decode_triplet(&fragment.as_bytes()[at..]), Some(b'/' | b'?' | b'#' | b'%'))
    };
    let is_dollar = |text: &str| {
        let is_escape = |(at, _): (usize, &str)| {
            let digits = text.as_bytes().get(at + 3..at + 5);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        text.match_indices("$25").any(is_escape)
    };
    let is_route = fragment.contains('/')
        && !fragment.contains(['?', '&'])
        && (fragment.match_indices('%').any(is_delimiter) || is_dollar(fragment));
    if !is_route || fragment.starts_with(":~:") {
        return None;
    }
    let segments = fragment.split('/').filter(|segment| !segment.is_empty()).take(MAX_PARTS);
    let part = |segment: &str| {
        let reading = if is_dollar(segment) {
            let once = decode(&segment.replace('$', "%")).lenient().to_bytes().into_owned();
            Reading::Octets(decode(&once).lenient().to_bytes().into_owned())
        } else {
            Reading::Decode
        };
        Part::new(Kind::Segment, span_of(fragment, segment), reading)
    };
    Some(segments.map(part).collect())
}
