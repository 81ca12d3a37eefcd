//! Components to a reference (RFC 3986 section 5.3).
#![forbid(unsafe_code)]

use alloc::string::String;

/// The components of a reference, as they are written.
#[derive(Clone, Copy, Default)]
pub(crate) struct Components<'a> {
    pub scheme: Option<&'a str>,
    pub authority: Option<&'a str>,
    pub path: &'a str,
    pub query: Option<&'a str>,
    pub fragment: Option<&'a str>,
}

impl Components<'_> {
    /// Puts the components together, so that splitting gives them back.
    pub(super) fn recompose(&self) -> String {
        let length = |component: Option<&str>| component.map_or(0, |text| text.len() + 2);
        let around = length(self.scheme) + length(self.authority);
        let after = length(self.query) + length(self.fragment);
        let mut out = String::with_capacity(around + self.path.len() + after + 2);
        if let Some(scheme) = self.scheme {
            out.push_str(scheme);
            out.push(':');
        }
        if let Some(authority) = self.authority {
            out.push_str("//");
            out.push_str(authority);
        } else if self.path.starts_with("//") {
            out.push_str("/.");
        }
        out.push_str(self.path);
        if let Some(query) = self.query {
            out.push('?');
            out.push_str(query);
        }
        if let Some(fragment) = self.fragment {
            out.push('#');
            out.push_str(fragment);
        }
        out
    }
}
