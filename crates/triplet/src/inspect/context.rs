//! Where a text comes from, and how bad a finding is there.
#![forbid(unsafe_code)]

/// What a text is taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Context {
    /// A whole URI or IRI reference: each component is read as what it is.
    #[default]
    Url,
    /// A path.
    Path,
    /// One segment of a path.
    Segment,
    /// A query, without `?`.
    Query,
    /// A form: the body of a POST, or a query that one has sent.
    Form,
    /// A host.
    Host,
    /// A user's name and what follows it, without `@`.
    Userinfo,
    /// A fragment, without `#`.
    Fragment,
    /// Text of which nothing is known.
    Any,
}

impl Context {
    /// All of them.
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

    /// `url`, `path`, `segment`, `query`, `form`, `host`, `userinfo`, `fragment`, `any`.
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

    /// The context of this [`name`](Context::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Context> {
        Context::ALL.into_iter().find(|context| context.name() == name)
    }

    /// Whether `/` divides here.
    pub(super) const fn is_path(self) -> bool {
        matches!(self, Context::Path | Context::Segment)
    }

    /// Whether free text of people is ordinary here.
    pub(super) const fn is_free(self) -> bool {
        matches!(self, Context::Query | Context::Form | Context::Fragment)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Ordinary texts have it too; worth to know.
    Info,
    /// Decoders or people disagree about it.
    Warn,
    /// It breaks the text, or ordinary texts don't have it.
    Error,
}

impl Severity {
    /// `info`, `warn`, `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warn => "warn",
            Severity::Error => "error",
        }
    }

    /// The severity of this [`name`](Severity::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Severity> {
        [Severity::Info, Severity::Warn, Severity::Error].into_iter().find(|s| s.name() == name)
    }
}
