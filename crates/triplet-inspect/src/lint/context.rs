//! The context of a text, on which the severity of a finding depends.
#![forbid(unsafe_code)]

use core::fmt;

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

impl Context {
    /// All contexts.
    pub const ALL: [Context; 9] = [
        Context::Url,
        Context::Path,
        Context::Segment,
        Context::Query,
        Context::Form,
        Context::Host,
        Context::Userinfo,
        Context::Fragment,
        Context::Any,
    ];

    /// The stable name, for programs: `url`, `path`, `segment`, `query`, `form`, `host`, `userinfo`, `fragment` or
    /// `any`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Context::Url => "url",
            Context::Path => "path",
            Context::Segment => "segment",
            Context::Query => "query",
            Context::Form => "form",
            Context::Host => "host",
            Context::Userinfo => "userinfo",
            Context::Fragment => "fragment",
            Context::Any => "any",
        }
    }

    /// The context with this [`name`](Context::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Context> {
        Context::ALL.into_iter().find(|context| context.name() == name)
    }

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

/// Writes the [`name`](Severity::name).
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Severity {
    /// The stable name, for programs: `info`, `warn` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warn => "warn",
            Severity::Error => "error",
        }
    }

    /// The severity with this [`name`](Severity::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Severity> {
        [Severity::Info, Severity::Warn, Severity::Error].into_iter().find(|s| s.name() == name)
    }
}
