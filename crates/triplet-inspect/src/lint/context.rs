//! The context of a text, on which the severity of a finding depends.
#![forbid(unsafe_code)]

use crate::names::names;

/// Which component of a reference a text is, for [`lint`](crate::lint).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Context {
    /// A whole URI or IRI reference. It is split, and each component is checked in its own context.
    #[default]
    Url,
    /// A path.
    Path,
    /// One segment of a path.
    Segment,
    /// A query, without `?`.
    Query,
    /// `application/x-www-form-urlencoded`: the body of a POST request, or a query that is known to be a form.
    Form,
    /// A host.
    Host,
    /// A userinfo, without `@`.
    Userinfo,
    /// A fragment, without `#`.
    Fragment,
    /// A text whose context is unknown.
    Any,
}

names! {
    Context, "context";
    Url => "url",
    Path => "path",
    Segment => "segment",
    Query => "query",
    Form => "form",
    Host => "host",
    Userinfo => "userinfo",
    Fragment => "fragment",
    Any => "any",
}

impl Context {
    /// Whether `/` is a separator in this context.
    pub(super) const fn is_path(self) -> bool {
        matches!(self, Context::Path | Context::Segment)
    }

    /// Whether this context is part of an authority.
    pub(super) const fn is_authority(self) -> bool {
        matches!(self, Context::Host | Context::Userinfo)
    }

    /// Whether this context usually holds free text, written by people.
    pub(super) const fn is_free_text(self) -> bool {
        matches!(self, Context::Query | Context::Form | Context::Fragment)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Ordinary texts have it too.
    Info,
    /// Decoders or people read it in different ways.
    Warn,
    /// The text is malformed, or has something that ordinary texts do not have.
    Error,
}

names! { Severity, "severity"; Info => "info", Warn => "warn", Error => "error" }
