//! What is wrong in a header field, and where.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::fmt;

use crate::ext_value::ExtValueErrorKind;
use crate::names::names;

/// What is wrong at [`ContentDispositionError::offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContentDispositionErrorKind {
    /// The type is missing, or is not a token.
    Type,
    /// After a `;` there is no parameter.
    EmptyParameter,
    /// A parameter has no `=`, or its name is not a token.
    ParameterName,
    /// There was a parameter of this name before, which counts.
    Duplicate,
    /// A value without quotes is empty, or has an octet of ASCII that requires quotes.
    Token,
    /// A `"` in a quoted value has no `\` before it.
    UnescapedQuote,
    /// No `"` ends a quoted value.
    Unterminated,
    /// Text between a quoted value and the next `;`.
    AfterValue,
    /// A `\` before a character that requires none.
    NeedlessEscape,
    /// An octet outside ASCII, whose charset nobody says.
    NotAscii,
    /// A control character.
    Control,
    /// The value of `filename*` is in quotes.
    QuotedExtValue,
    /// What precedes the first `'` is not the name of a charset.
    Charset,
    /// What is between the first two `'` is not the tag of a language.
    Language,
    /// An octet in the value of `filename*` that must be encoded.
    Value,
    /// A `%` that is not followed by two hexadecimal digits.
    MalformedTriplet,
    /// No such charset is known.
    UnknownCharset,
    /// The octets are not text in the charset.
    NotText,
    /// Sections before this one are missing, so this one does not count.
    MissingSection,
    /// The parameters from here on, after the first hundred, are not read.
    TooMany,
}

names! { ContentDispositionErrorKind, "kind of error", 20;
    Type => "type",
    EmptyParameter => "empty-parameter",
    ParameterName => "parameter-name",
    Duplicate => "duplicate",
    Token => "token",
    UnescapedQuote => "unescaped-quote",
    Unterminated => "unterminated",
    AfterValue => "after-value",
    NeedlessEscape => "needless-escape",
    NotAscii => "not-ascii",
    Control => "control",
    QuotedExtValue => "quoted-ext-value",
    Charset => "charset",
    Language => "language",
    Value => "value",
    MalformedTriplet => "malformed-triplet",
    UnknownCharset => "unknown-charset",
    NotText => "not-text",
    MissingSection => "missing-section",
    TooMany => "too-many",
}

impl From<ExtValueErrorKind> for ContentDispositionErrorKind {
    fn from(kind: ExtValueErrorKind) -> ContentDispositionErrorKind {
        use ContentDispositionErrorKind as Kind;
        match kind {
            ExtValueErrorKind::Charset => Kind::Charset,
            ExtValueErrorKind::Language => Kind::Language,
            ExtValueErrorKind::Value => Kind::Value,
            ExtValueErrorKind::MalformedTriplet => Kind::MalformedTriplet,
            ExtValueErrorKind::UnknownCharset => Kind::UnknownCharset,
            ExtValueErrorKind::NotText => Kind::NotText,
        }
    }
}

/// What is wrong in a header field, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentDispositionError {
    kind: ContentDispositionErrorKind,
    offset: usize,
    found: Option<u8>,
}

impl ContentDispositionError {
    /// The error at this octet of a text, or at its end.
    pub(super) fn at(
        text: &[u8],
        offset: usize,
        kind: ContentDispositionErrorKind,
    ) -> ContentDispositionError {
        ContentDispositionError { kind, offset, found: text.get(offset).copied() }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ContentDispositionErrorKind {
        self.kind
    }

    /// Where it is, in bytes of the header field; of the argument, if it is wrong in what is to be written.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// Adds an error in the order of the offsets.
pub(super) fn note(errors: &mut Vec<ContentDispositionError>, error: ContentDispositionError) {
    let at = errors.partition_point(|known| known.offset <= error.offset);
    errors.insert(at, error);
}

impl fmt::Display for ContentDispositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ContentDispositionErrorKind as Kind;
        let offset = self.offset;
        match self.found {
            Some(byte @ b' '..=b'~') => write!(f, "`{}` at offset {offset} ", char::from(byte))?,
            Some(byte) => write!(f, "`{}` at offset {offset} ", byte.escape_ascii())?,
            None => write!(f, "the end at offset {offset} ")?,
        }
        f.write_str(match self.kind {
            Kind::Type => "is not of a type such as `attachment`",
            Kind::EmptyParameter => "has no parameter after it",
            Kind::ParameterName => "is not of a parameter: a name, `=` and a value",
            Kind::Duplicate => "begins a parameter that was there before; the first one counts",
            Kind::Token => "requires quotes around the value",
            Kind::UnescapedQuote => "is in a quoted value without `\\` before it",
            Kind::Unterminated => "begins a quoted value that nothing ends",
            Kind::AfterValue => "is neither of the quoted value before it nor of a parameter",
            Kind::NeedlessEscape => "is before a character that requires none",
            Kind::NotAscii => "is not ASCII, so its charset is a guess; write `filename*`",
            Kind::Control => "is a control character",
            Kind::QuotedExtValue => "must not be around an encoded value",
            Kind::Charset => "is not of a charset's name with `'` after it",
            Kind::Language => "is not of a language's tag with `'` after it",
            Kind::Value => "must be encoded in the value",
            Kind::MalformedTriplet => "is not followed by two hexadecimal digits",
            Kind::UnknownCharset => "begins a charset that is not known",
            Kind::NotText => "is not of text in this charset",
            Kind::MissingSection => "begins a section that others are missing before",
            Kind::TooMany => "is after a hundred parameters; what follows is not read",
        })
    }
}

impl core::error::Error for ContentDispositionError {}
