//! Queries that are not forms, and those that have raw links and markup.
#![forbid(unsafe_code)]

use super::find::find;
use super::form::has_pairs;
use super::node::Kind;
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
