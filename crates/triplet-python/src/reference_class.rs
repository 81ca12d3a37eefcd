//! The class `Reference` by itself: functions that take text take a `Reference` too.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

/// A URI or IRI reference, split into its components (RFC 3986 appendix B).
///
/// The components are as they are written, so still encoded: split first, decode each part once. A component that is not there is
/// ``None``; one that is there and empty is ``""``. Any string is a reference; `validate` checks the grammar.
///
/// >>> import triplet
/// >>> url = triplet.Reference("https://user@example.com:8080/a%2Fb/c?q=1&x#top")
/// >>> url.scheme, url.userinfo, url.host, url.port
/// ('https', 'user', 'example.com', 8080)
/// >>> url.path, url.segments
/// ('/a%2Fb/c', ['a%2Fb', 'c'])
/// >>> url.query, url.pairs, url.fragment
/// ('q=1&x', [('q', '1'), ('x', None)], 'top')
/// >>> str(url.resolve("../d"))
/// 'https://user@example.com:8080/d'
#[pyclass(frozen, subclass, module = "triplet")]
pub(crate) struct Reference(pub(crate) String);

impl Reference {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
