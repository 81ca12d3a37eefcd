//! Where the components of a reference are: what [`split`](super::split) finds, and `scan` judges.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::error::Component;

/// Where the components of a reference are (RFC 3986 section 3 and appendix B), as ascending offsets.
///
/// Each method returns a range of the text that was split, without the delimiters of the component.
// A missing component takes no bytes, not even those of its delimiter. So no other field says whether a component exists.
//
//     http://user@host:80/path?query#fragment
//          ^      ^   ^  ^    ^     ^        ^
//      start   host   |  |    |     fragment end
//               host_end path path_end
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spans {
    /// After the scheme and its `:`.
    pub(crate) start: usize,
    /// After `//`, the userinfo and its `@`.
    pub(crate) host: usize,
    /// Before the `:` of the port.
    pub(crate) host_end: usize,
    pub(crate) path: usize,
    /// The `?` of the query, if there is one.
    pub(crate) path_end: usize,
    /// The `#` of the fragment, if there is one.
    pub(crate) query_end: usize,
    pub(crate) end: usize,
}

/// Where the parts of an authority are (RFC 3986 section 3.2), as offsets in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AuthoritySpans {
    /// The authority, after `//`.
    pub whole: Range<usize>,
    /// Before the *last* `@`, as browsers read it; RFC 3986 allows only one.
    pub userinfo: Option<Range<usize>>,
    /// After the userinfo and before the port; it may be empty.
    pub host: Range<usize>,
    /// After the last `:` outside brackets, any bytes; it may be empty.
    pub port: Option<Range<usize>>,
}

impl Spans {
    /// The scheme, without its `:`, if there is one.
    #[inline]
    #[must_use]
    pub fn scheme(&self) -> Option<Range<usize>> {
        (self.start > 0).then(|| 0..self.start - 1)
    }

    #[inline]
    pub(crate) fn has_authority(&self) -> bool {
        self.path > self.start
    }

    /// The authority and its parts, if `//` begins one.
    #[inline]
    #[must_use]
    pub fn authority(&self) -> Option<AuthoritySpans> {
        let start = self.start + 2;
        self.has_authority().then(|| AuthoritySpans {
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

    /// The path. Every reference has a path, and it may be empty.
    #[inline]
    #[must_use]
    pub fn path(&self) -> Range<usize> {
        self.path..self.path_end
    }

    /// The query, without its `?`, if there is one.
    #[inline]
    #[must_use]
    pub fn query(&self) -> Option<Range<usize>> {
        (self.path_end < self.query_end).then(|| self.path_end + 1..self.query_end)
    }

    /// The fragment, without its `#`, if there is one.
    #[inline]
    #[must_use]
    pub fn fragment(&self) -> Option<Range<usize>> {
        (self.query_end < self.end).then(|| self.query_end + 1..self.end)
    }

    /// The component, if there is one. A text with an authority has a host. The host may be empty.
    #[inline]
    #[must_use]
    pub fn component(&self, component: Component) -> Option<Range<usize>> {
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
