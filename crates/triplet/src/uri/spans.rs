//! Where the components of a reference are: what [`split`](super::split) finds, and `scan` judges.
#![forbid(unsafe_code)]

use core::ops::Range;

#[cfg(feature = "alloc")]
use super::error::Component;

/// Where the components of a reference are (RFC 3986 section 3 and appendix B), as ascending offsets.
///
/// A component that is not there is empty together with its delimiter: so no other field says whether it is there.
///
/// ```text
/// http://user@host:80/path?query#fragment
///      ^      ^   ^  ^    ^     ^        ^
///  start   host   |  |    |     fragment end
///           host_end path path_end
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spans {
    /// After the scheme and its `:`.
    pub(super) start: usize,
    /// After `//`, the userinfo and its `@`.
    pub(super) host: usize,
    /// Before the `:` of the port.
    pub(super) host_end: usize,
    pub(super) path: usize,
    /// The `?` of the query, if there is one.
    pub(super) path_end: usize,
    /// The `#` of the fragment, if there is one.
    pub(super) query_end: usize,
    pub(super) end: usize,
}

/// Where the parts of an authority are (RFC 3986 section 3.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authority {
    pub(crate) whole: Range<usize>,
    /// Before the *last* `@`, as browsers read it; RFC 3986 allows only one.
    pub(crate) userinfo: Option<Range<usize>>,
    pub(crate) host: Range<usize>,
    /// After the last `:` outside brackets, any bytes; it may be empty.
    pub(crate) port: Option<Range<usize>>,
}

impl Spans {
    pub(crate) fn scheme(&self) -> Option<Range<usize>> {
        (self.start > 0).then(|| 0..self.start - 1)
    }

    pub(crate) fn has_authority(&self) -> bool {
        self.path > self.start
    }

    pub(crate) fn authority(&self) -> Option<Authority> {
        let start = self.start + 2;
        self.has_authority().then(|| Authority {
            whole: start..self.path,
            userinfo: (self.host > start).then(|| start..self.host - 1),
            host: self.host..self.host_end,
            port: (self.host_end < self.path).then(|| self.host_end + 1..self.path),
        })
    }

    /// Whether there is neither a scheme nor an authority.
    pub(crate) fn begins_with_path(&self) -> bool {
        self.path == 0
    }

    pub(crate) fn path(&self) -> Range<usize> {
        self.path..self.path_end
    }

    pub(crate) fn query(&self) -> Option<Range<usize>> {
        (self.path_end < self.query_end).then(|| self.path_end + 1..self.query_end)
    }

    pub(crate) fn fragment(&self) -> Option<Range<usize>> {
        (self.query_end < self.end).then(|| self.query_end + 1..self.end)
    }

    /// Where a component is, if it is there.
    #[cfg(feature = "alloc")]
    pub(crate) fn component(&self, component: Component) -> Option<Range<usize>> {
        match component {
            Component::Scheme => self.scheme(),
            Component::Userinfo => self.authority()?.userinfo,
            Component::Host => Some(self.authority()?.host),
            Component::Port => self.authority()?.port,
            Component::Path => Some(self.path()),
            Component::Query => self.query(),
            Component::Fragment => self.fragment(),
        }
    }
}
