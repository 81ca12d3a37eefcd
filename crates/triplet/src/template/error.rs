//! The error of reading or expanding a template.
#![forbid(unsafe_code)]

use core::fmt;

use crate::message::{DIGITS, Piece, Words, Writer, error_text};
use crate::names::names;

names! { "kind of error";
    /// What is wrong at [`TemplateError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum TemplateErrorKind {
        /// A `{` without its `}`.
        UnclosedExpression => "unclosed-expression",
        /// A `}` without a `{` before it.
        StrayBrace => "stray-brace",
        /// A character that no literal has, such as a space (RFC 6570 section 2.1).
        DisallowedLiteral => "disallowed-literal",
        /// A `%` without two hexadecimal digits, in a literal or in a name.
        MalformedTriplet => "malformed-triplet",
        /// An expression, or a place between its commas, without a name.
        MissingName => "missing-name",
        /// One of the operators `=`, `,`, `!`, `@` and `|`. They are reserved for extensions (section 2.2).
        ReservedOperator => "reserved-operator",
        /// A character that no name has, or a dot that is not between two others (section 2.3).
        DisallowedInName => "disallowed-in-name",
        /// A `:` without a number from 1 to 9999 (section 2.4.1).
        InvalidPrefix => "invalid-prefix",
        /// Something else than a `,` or the `}` after a modifier (section 2.4).
        AfterModifier => "after-modifier",
        /// A prefix of a list or a map, which only a text has (section 2.4.1). Only an expansion has this error.
        PrefixOfComposite => "prefix-of-composite",
    }
}

/// Why a text is not a template, or cannot be expanded with these values, and where in the template.
///
/// A `Copy` value without a lifetime. Its `Display` is one line: what, where, and what to do.
///
/// ```
/// use triplet::template::{Template, TemplateErrorKind};
///
/// let error = Template::parse("/search{?q,la ng}").unwrap_err();
/// assert_eq!(error.kind(), TemplateErrorKind::DisallowedInName);
/// assert_eq!(error.offset(), 13);
/// assert_eq!(
///     error.to_string(),
///     "a space at offset 13: a name has letters, digits, `_`, triplets, and dots between them",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TemplateError {
    kind: TemplateErrorKind,
    offset: usize,
    /// The character at the offset; none at the end.
    found: Option<char>,
}

impl TemplateError {
    pub(super) const fn new(
        kind: TemplateErrorKind,
        offset: usize,
        found: Option<char>,
    ) -> TemplateError {
        TemplateError { kind, offset, found }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> TemplateErrorKind {
        self.kind
    }

    /// The offset in bytes from the start of the template: that of the wrong character, of the `{` that is not closed, or of
    /// the `:` of a prefix that a value does not have.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// This error with `bytes` added to its offset. Use it if the template is a part of a text.
    #[must_use]
    pub const fn moved_by(mut self, bytes: usize) -> TemplateError {
        self.offset = self.offset.saturating_add(bytes);
        self
    }
}

impl Words for TemplateError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let what = match self.found {
            None => Piece::Text("the end"),
            Some(' ') => Piece::Text("a space"),
            Some(found) if found.is_control() => Piece::CodePoint(found),
            Some(found) => Piece::Character(found),
        };
        let why = match self.kind {
            TemplateErrorKind::UnclosedExpression => "no `}` ends this expression",
            TemplateErrorKind::StrayBrace => {
                "no `{` begins an expression; write a literal `}` as `%7D`"
            }
            TemplateErrorKind::DisallowedLiteral => {
                let triplets = Piece::Triplets(self.found.unwrap_or_default());
                let before = Piece::Text("no literal has this character; write `");
                return to.write(&[what], &[before, triplets, Piece::Text("`")]);
            }
            TemplateErrorKind::MalformedTriplet => return to.write(&[what], &[DIGITS]),
            TemplateErrorKind::MissingName => "the name of a variable is missing",
            TemplateErrorKind::ReservedOperator => {
                "this operator is reserved for extensions; those in use are + # . / ; ? &"
            }
            TemplateErrorKind::DisallowedInName => {
                "a name has letters, digits, `_`, triplets, and dots between them"
            }
            TemplateErrorKind::InvalidPrefix => "a prefix is a number from 1 to 9999",
            TemplateErrorKind::AfterModifier => {
                "a `,` or the `}` comes after a modifier, and a name has only one"
            }
            TemplateErrorKind::PrefixOfComposite => {
                "only a text has a prefix, and the value is a list or a map"
            }
        };
        to.write(&[what], &[Piece::Text(why)])
    }
}

error_text!(TemplateError);

impl core::error::Error for TemplateError {}
