//! What is wrong in a header field, and where.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::fmt;

use crate::ext_value::{CHARSET, ExtValueErrorKind, LANGUAGE, NOT_TEXT, UNKNOWN_CHARSET, VALUE};
use crate::message::{DIGITS, Piece, Words, Writer, error_text};
use crate::names::names;

names! { "kind of error";
    /// What is wrong at [`ContentDispositionError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ContentDispositionErrorKind {
        /// The type is missing, or is not a token.
        Type => "type",
        /// After a `;` there is no parameter.
        EmptyParameter => "empty-parameter",
        /// A parameter has no `=`, or its name is not a token.
        ParameterName => "parameter-name",
        /// There was a parameter of this name before, which counts.
        Duplicate => "duplicate",
        /// A value without quotes is empty, or has an octet of ASCII that requires quotes.
        Token => "token",
        /// A `"` in a quoted value has no `\` before it.
        UnescapedQuote => "unescaped-quote",
        /// No `"` ends a quoted value.
        Unterminated => "unterminated",
        /// Text between a quoted value and the next `;`.
        AfterValue => "after-value",
        /// A `\` before a character that requires none.
        NeedlessEscape => "needless-escape",
        /// An octet outside ASCII, whose charset nobody says.
        NotAscii => "not-ascii",
        /// A control character.
        Control => "control",
        /// An encoded word of mail, which no parameter has (RFC 2047 section 5).
        EncodedWord => "encoded-word",
        /// The value of `filename*` is in quotes.
        QuotedExtValue => "quoted-ext-value",
        /// What precedes the first `'` is not the name of a charset.
        Charset => "charset",
        /// What is between the first two `'` is not the tag of a language.
        Language => "language",
        /// An octet in the value of `filename*` that must be encoded.
        Value => "value",
        /// A `%` that is not followed by two hexadecimal digits.
        MalformedTriplet => "malformed-triplet",
        /// No such charset is known.
        UnknownCharset => "unknown-charset",
        /// The octets are not text in the charset.
        NotText => "not-text",
        /// Sections before this one are missing, so this one does not count.
        MissingSection => "missing-section",
        /// The parameters from here on, after the first hundred, are not read.
        TooMany => "too-many",
    }
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

    fn found(&self) -> Piece<'static> {
        self.found.map_or(Piece::Text("the end"), Piece::Byte)
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

impl Words for ContentDispositionError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        use ContentDispositionErrorKind as Kind;
        let why = match self.kind {
            Kind::Type => "a type such as `attachment` comes first",
            Kind::EmptyParameter => "no parameter follows; leave out the `;`",
            Kind::ParameterName => "a parameter is a name, `=` and a value",
            Kind::Duplicate => "there was a parameter of this name before; the first one counts",
            Kind::Token => "the value requires quotes",
            Kind::UnescapedQuote => "a quote in a quoted value requires `\\` before it",
            Kind::Unterminated => "nothing ends the quoted value that begins here",
            Kind::AfterValue => "after a quoted value comes `;`, or nothing",
            Kind::NeedlessEscape => "the character after this requires no `\\`",
            Kind::NotAscii => "not ASCII, so its charset is a guess; write `filename*`",
            Kind::Control => "a control character; leave it out",
            Kind::EncodedWord => {
                "an encoded word of mail, which no parameter has; write `filename*`"
            }
            Kind::QuotedExtValue => "an encoded value has no quotes around it",
            Kind::Charset => CHARSET,
            Kind::Language => LANGUAGE,
            Kind::Value => VALUE,
            Kind::MalformedTriplet => return to.write(&[self.found()], &[DIGITS]),
            Kind::UnknownCharset => UNKNOWN_CHARSET,
            Kind::NotText => NOT_TEXT,
            Kind::MissingSection => "sections before this one are missing, so it does not count",
            Kind::TooMany => "only a hundred parameters are read",
        };
        to.write(&[self.found()], &[Piece::Text(why)])
    }
}

error_text!(ContentDispositionError);

impl core::error::Error for ContentDispositionError {}
