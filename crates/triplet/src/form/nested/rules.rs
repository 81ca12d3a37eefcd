//! The styles of nested names, and the options of reading and writing them.

use crate::form::{FormError, Separators, Space};
use crate::names::names;

names! { "style of nested names";
    /// Whose rules give brackets in names a meaning. [The module](super) says how they differ.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Style {
        /// PHP 8: `$_GET`, `$_POST`, `parse_str`, `http_build_query`.
        #[default]
        Php => "php",
        /// Rack 2, and what is built on it: `Rack::Utils.parse_nested_query`, `build_nested_query`. Rack 3 reads names whose brackets come first
        /// or do not close in another way.
        Rack => "rack",
        /// The package `qs` of npm 6.17, and so Express: `parse`, `stringify`.
        Qs => "qs",
        /// The style `deepObject` of OpenAPI 3.1: `color[R]=100&color[G]=200`. It is defined for one level; a deeper one is an error unless
        /// [`Rules::max_depth`] allows it. A name that comes again makes a list.
        DeepObject => "deepObject",
        /// The style `pipeDelimited` of OpenAPI 3.1: `color=blue%7Cblack`. A value with `|` is a list; a value without one is a text, though the
        /// schema may say that it is a list.
        PipeDelimited => "pipeDelimited",
        /// The style `spaceDelimited` of OpenAPI 3.1: `color=blue%20black`, as [`PipeDelimited`](Style::PipeDelimited).
        SpaceDelimited => "spaceDelimited",
    }
}

impl Style {
    /// Whether [`Rules::list_limit`] changes how this style is read: only [`Style::Qs`] has such a limit.
    #[must_use]
    pub const fn has_list_limit(self) -> bool {
        matches!(self, Style::Qs)
    }

    /// How a space is written in a form of this style: OpenAPI writes `%20`, which each reader of a query reads (OAS 3.1, Parameter Object,
    /// *Style Examples*).
    ///
    /// ```
    /// use triplet::form::{Space, nested::Style};
    ///
    /// assert_eq!(Style::Php.space(), Space::Plus);
    /// assert_eq!(Style::DeepObject.space(), Space::Percent);
    /// ```
    #[must_use]
    pub const fn space(self) -> Space {
        match self {
            Style::Php | Style::Rack | Style::Qs => Space::Plus,
            Style::DeepObject | Style::PipeDelimited | Style::SpaceDelimited => Space::Percent,
        }
    }

    /// How the program writes a boolean: PHP as `1` and `0`, as its functions of text do.
    #[must_use]
    pub const fn boolean(self, value: bool) -> &'static str {
        match (self, value) {
            (Style::Php, true) => "1",
            (Style::Php, false) => "0",
            (_, true) => "true",
            (_, false) => "false",
        }
    }
}

/// The rules and limits by which a form with nested names is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub(super) style: Style,
    pub(super) separators: Separators,
    pub(super) strict: bool,
    pub(super) strip_question_mark: bool,
    pub(super) max_depth: u8,
    pub(super) max_pairs: usize,
    pub(super) max_bytes: usize,
    pub(super) list_limit: u32,
}

impl Rules {
    /// The rules of a style, with limits: those of the program itself where it has them.
    ///
    /// | | PHP | Rack | `qs` | OpenAPI |
    /// |---|---|---|---|---|
    /// | [`max_depth`](Rules::max_depth) | 64 | 99 | 5 | 1 |
    /// | [`max_pairs`](Rules::max_pairs) | 1000 | 4096 | 1000 | 1000 |
    /// | [`max_bytes`](Rules::max_bytes) | 4 MiB | 4 MiB | 4 MiB | 4 MiB |
    /// | [`list_limit`](Rules::list_limit) | | | 20 | |
    ///
    /// PHP and `qs` cut off what is beyond a limit. Here that is always an error.
    #[must_use]
    pub const fn new(style: Style) -> Rules {
        let (max_depth, max_pairs) = match style {
            Style::Php => (64, 1000),
            Style::Rack => (99, 4096),
            Style::Qs => (5, 1000),
            Style::DeepObject | Style::PipeDelimited | Style::SpaceDelimited => (1, 1000),
        };
        Rules {
            style,
            separators: Separators::Ampersand,
            strict: false,
            strip_question_mark: false,
            max_depth,
            max_pairs,
            max_bytes: 4 << 20,
            list_limit: 20,
        }
    }

    /// The style.
    #[must_use]
    pub const fn style(&self) -> Style {
        self.style
    }

    /// The limit of [`max_pairs`](Rules::max_pairs).
    #[must_use]
    pub const fn most_pairs(&self) -> usize {
        self.max_pairs
    }

    /// Sets the characters that separate pairs. By default only `&` does.
    #[must_use]
    pub const fn separators(mut self, separators: Separators) -> Self {
        self.separators = separators;
        self
    }

    /// Makes an error of what would be lost: a pair that the style drops, a value that another one replaces, a part of a name that is
    /// not read, a list that is too long for one, a malformed triplet, and octets that are not UTF-8.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Ignores one `?` at the start.
    #[must_use]
    pub const fn strip_question_mark(mut self) -> Self {
        self.strip_question_mark = true;
        self
    }

    /// Makes more than `limit` levels below a name an error: `a[b][c]` has two.
    #[must_use]
    pub const fn max_depth(mut self, limit: u8) -> Self {
        self.max_depth = limit;
        self
    }

    /// Makes more than `limit` pairs an error.
    #[must_use]
    pub const fn max_pairs(mut self, limit: usize) -> Self {
        self.max_pairs = limit;
        self
    }

    /// Makes a form of more than `limit` bytes an error.
    #[must_use]
    pub const fn max_bytes(mut self, limit: usize) -> Self {
        self.max_bytes = limit;
        self
    }

    /// For [`Style::Qs`]: a list of more than `limit` elements is a map from their numbers, and so is one with an index that is not
    /// less. It is the option `arrayLimit` there. With [`strict`](Rules::strict) it is an error.
    #[must_use]
    pub const fn list_limit(mut self, limit: u32) -> Self {
        self.list_limit = limit;
        self
    }
}

/// A pair that is added, for the errors about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) offset: usize,
    pub(super) rules: Rules,
}

impl At {
    /// Fails if a pair of this depth is beyond the limit.
    pub(super) fn depth(self, depth: usize) -> Result<(), FormError> {
        let limit = usize::from(self.rules.max_depth);
        if depth > limit {
            return Err(FormError::TooDeep { limit, offset: self.offset });
        }
        Ok(())
    }

    /// Fails under `strict`, because the pair or a part of its name is dropped.
    pub(super) fn dropped(self) -> Result<(), FormError> {
        self.unless_strict(FormError::Dropped { offset: self.offset })
    }

    /// Fails under `strict`, because the place has another value already.
    pub(super) fn conflict(self) -> Result<(), FormError> {
        self.unless_strict(self.conflicting())
    }

    pub(super) fn conflicting(self) -> FormError {
        FormError::Conflict { offset: self.offset }
    }

    /// Fails under `strict`, because a list has more elements than [`Rules::list_limit`].
    pub(super) fn too_many(self) -> Result<(), FormError> {
        let limit = self.rules.list_limit as usize;
        self.unless_strict(FormError::TooManyElements { limit, offset: self.offset })
    }

    pub(super) fn unless_strict(self, error: FormError) -> Result<(), FormError> {
        if self.rules.strict { Err(error) } else { Ok(()) }
    }
}
