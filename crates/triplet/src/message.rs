//! The words of errors: every error says what is wrong, where, and what to do, in the one form that is written here.
#![forbid(unsafe_code)]

use core::fmt::{self, Write};

use crate::names::{UnknownName, names};

names! { "kind of error";
    /// What is wrong, for the errors that more than one function has: of decoding and encoding, charsets, rows, forms and the parts of a
    /// reference. The errors of one notation, such as [`UriError`](crate::uri::UriError), have an enum of their own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ErrorKind {
        /// The input ends within a triplet.
        Truncated => "truncated",
        /// A `%` is followed by a byte that is not a hexadecimal digit, at once or after one digit.
        NotHex => "not-hex",
        /// The decoded octets are not UTF-8, though the caller asked for text.
        InvalidUtf8 => "invalid-utf-8",
        /// The decoded octets are not text in the charset.
        InvalidCharset => "invalid-charset",
        /// A character of the text is not in the charset.
        Unmappable => "unmappable",
        /// A `%uXXXX` is half of a surrogate pair, without the other half.
        LoneSurrogate => "lone-surrogate",
        /// No charset has the label.
        UnknownCharset => "unknown-charset",
        /// No encode set has the name.
        UnknownSet => "unknown-set",
        /// No value of the type has the name.
        UnknownName => "unknown-name",
        /// A list of ASCII bytes has a byte above 0x7F.
        NotAscii => "not-ascii",
        /// The caller's buffer is shorter than the result.
        BufferTooSmall => "buffer-too-small",
        /// Memory could not be allocated.
        Memory => "memory",
        /// A row ends before it begins, or beyond the values.
        Offsets => "offsets",
        /// The results are longer than an offset can say.
        TooLong => "too-long",
        /// A form has more pairs than the limit.
        TooManyPairs => "too-many-pairs",
        /// A form has more bytes than the limit.
        TooManyBytes => "too-many-bytes",
        /// A nested name of a form has more levels than the limit.
        TooDeep => "too-deep",
        /// A list of a form has more elements than the limit.
        TooManyElements => "too-many-elements",
        /// Two names of a form contradict each other.
        Conflict => "conflict",
        /// A pair of a form, or a part of its name, would be dropped.
        Dropped => "dropped",
        /// A value does not fit the type that a form is read into, or written from.
        WrongType => "wrong-type",
        /// A form has two values for a field that takes one.
        DuplicateField => "duplicate-field",
        /// The reader of a form failed.
        Unreadable => "unreadable",
        /// The body of a request is not a form.
        NotAForm => "not-a-form",
        /// The length of a body is not what `CONTENT_LENGTH` says, or that is not a number.
        ContentLength => "content-length",
        /// A control character in the action of a form.
        ControlCharacter => "control-character",
        /// A scheme that is not one, or that no form is sent to.
        Scheme => "scheme",
        /// A character in a host that no host has.
        Host => "host",
        /// A port that is not a number up to 65535.
        Port => "port",
        /// A segment `.` or `..` as data.
        DotSegment => "dot-segment",
        /// A user or a port without a host.
        NoHost => "no-host",
        /// A part that is not allowed where it is to be.
        NotAllowed => "not-allowed",
        /// A result that would be split in another way.
        Ambiguous => "ambiguous",
    }
}

/// What each error of the library answers, for a program that passes on any of them: the name of its kind, its place and its words.
///
/// Each type has the same three as methods of its own, `kind`, `offset` and `message`, where `kind` is an enum and `offset` is an
/// `Option` only if the error may have no place.
///
/// ```
/// use triplet::{InputError, decode};
///
/// fn report(error: &dyn InputError) -> String {
///     format!("{} [{}]", error.message().at(error.place().unwrap_or(0) + 100), error.kind_name())
/// }
///
/// let error = decode("%zz").to_bytes().unwrap_err();
/// assert_eq!(
///     report(&error),
///     "`%z` at offset 100: `z` is not a hexadecimal digit; write a literal `%` as `%25` [not-hex]",
/// );
/// # #[cfg(feature = "uri")] {
/// let error = triplet::uri::Uri::parse("a:b c").unwrap_err();
/// assert_eq!(report(&error), "a character of the path at offset 103: it is not allowed there; write its triplets [character]");
/// # }
/// ```
pub trait InputError: fmt::Display {
    /// The stable name of the kind, for programs.
    fn kind_name(&self) -> &'static str;

    /// Where the error is, in octets (of UTF-16, in code units) from the start of the input; `None` if no place is at fault.
    fn place(&self) -> Option<u64>;

    /// What is wrong and what to do, without the place.
    fn message(&self) -> Message<'_>;
}

/// The words of an error: what is wrong, and what to do. Its `Display` is one line.
///
/// A message has no place until [`at`](Message::at) adds one: the offset of the error, or an offset that counts characters or begins
/// elsewhere. So no program has to search a message for an offset.
///
/// ```
/// let error = triplet::decode("é%zz").to_bytes().unwrap_err();
/// assert_eq!(
///     error.message().to_string(),
///     "`%z`: `z` is not a hexadecimal digit; write a literal `%` as `%25`",
/// );
/// // In characters.
/// assert!(error.message().at(1).to_string().starts_with("`%z` at offset 1: "));
/// assert_eq!(error.message().at(2).to_string(), error.to_string());
/// ```
#[derive(Clone, Copy)]
pub struct Message<'a> {
    error: &'a dyn Words,
    place: Option<u64>,
}

impl<'a> Message<'a> {
    pub(crate) fn of(error: &'a dyn Words) -> Message<'a> {
        Message { error, place: None }
    }

    /// The message with this offset as its place.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Message<'a> {
        self.place = Some(offset);
        self
    }

    /// The message with this place, if there is one.
    #[must_use]
    pub fn placed(mut self, offset: Option<u64>) -> Message<'a> {
        self.place = offset;
        self
    }
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.words(&mut Writer { f, place: self.place })
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Message").field(&format_args!("{self}")).finish()
    }
}

/// An error that has words.
pub(crate) trait Words: Send + Sync {
    /// Calls [`Writer::write`] once.
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result;
}

/// A part of a message.
#[derive(Clone, Copy)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    /// A byte of the input, in backticks; a space by its name.
    Byte(u8),
    /// A `%` and what follows it, in backticks.
    Percent(&'a [u8]),
    /// An octet in two digits.
    Hex(u8),
    /// A character, as `U+20AC`.
    #[cfg(any(feature = "template", feature = "charset"))]
    CodePoint(char),
    /// A character, in backticks.
    #[cfg(feature = "template")]
    Character(char),
    /// The triplets of a character.
    #[cfg(feature = "template")]
    Triplets(char),
    Number(u64),
    /// A text of the input in backticks, in one line. A long one is cut.
    #[cfg(any(feature = "nested", all(feature = "form", feature = "serde")))]
    Name(&'a str),
    /// Names, each in backticks.
    Names(&'a [&'a str]),
    #[cfg(feature = "alloc")]
    Other(&'a dyn fmt::Display),
}

/// What to do about a `%` that begins no triplet.
#[cfg(any(feature = "uri", feature = "template", feature = "filename", feature = "ext_value"))]
pub(crate) const DIGITS: Piece<'static> =
    Piece::Text("two hexadecimal digits must follow; write a literal `%` as `%25`");

/// Where the words of an error are written, and the place that they get.
pub(crate) struct Writer<'w, 'f> {
    f: &'w mut fmt::Formatter<'f>,
    place: Option<u64>,
}

impl Writer<'_, '_> {
    /// Writes a message: what is there, its place, and what is wrong with that.
    #[cold]
    pub(crate) fn write(&mut self, what: &[Piece<'_>], why: &[Piece<'_>]) -> fmt::Result {
        self.pieces(what)?;
        match self.place {
            Some(place) if what.is_empty() => write!(self.f, "at offset {place}: ")?,
            Some(place) => write!(self.f, " at offset {place}: ")?,
            None if what.is_empty() => {}
            None => self.f.write_str(": ")?,
        }
        self.pieces(why)
    }

    fn pieces(&mut self, pieces: &[Piece<'_>]) -> fmt::Result {
        let f = &mut *self.f;
        for piece in pieces {
            match *piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Byte(b' ') => f.write_str("a space")?,
                Piece::Byte(byte) => quoted(f, "", &[byte])?,
                Piece::Percent(after) => quoted(f, "%", after)?,
                Piece::Hex(octet) => write!(f, "{octet:02X}")?,
                #[cfg(any(feature = "template", feature = "charset"))]
                Piece::CodePoint(character) => write!(f, "U+{:04X}", u32::from(character))?,
                #[cfg(feature = "template")]
                Piece::Character(character) => write!(f, "`{character}`")?,
                #[cfg(feature = "template")]
                Piece::Triplets(character) => {
                    for octet in character.encode_utf8(&mut [0; 4]).bytes() {
                        write!(f, "%{octet:02X}")?;
                    }
                }
                #[cfg(any(feature = "nested", all(feature = "form", feature = "serde")))]
                Piece::Name(name) => {
                    let end = name.char_indices().nth(60).map_or(name.len(), |(end, _)| end);
                    let more = if end < name.len() { "…" } else { "" };
                    write!(f, "`{}{more}`", name[..end].escape_debug())?;
                }
                Piece::Names(names) => {
                    for (index, name) in names.iter().enumerate() {
                        write!(f, "{}`{name}`", if index == 0 { "" } else { ", " })?;
                    }
                }
                Piece::Number(number) => write!(f, "{number}")?,
                #[cfg(feature = "alloc")]
                Piece::Other(other) => write!(f, "{other}")?,
            }
        }
        Ok(())
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, before: &str, bytes: &[u8]) -> fmt::Result {
    write!(f, "`{before}")?;
    for &byte in bytes {
        match byte {
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "{}", byte.escape_ascii())?,
        }
    }
    f.write_char('`')
}

/// Gives an error with `kind`, `offset` and [`Words`] the rest: `message`, `Display` and [`InputError`]. A type that is given with a kind
/// always has that kind; with `nowhere`, it has no place either.
macro_rules! error_text {
    ($type:ty, $kind:ident, nowhere) => {
        impl $type {
            /// `None`: no place of the input is at fault.
            #[must_use]
            pub const fn offset(&self) -> Option<usize> {
                None
            }
        }

        crate::message::error_text!($type, $kind);
    };
    ($type:ty, $kind:ident) => {
        impl $type {
            #[doc = concat!("What is wrong: [`ErrorKind::", stringify!($kind), "`](crate::ErrorKind::", stringify!($kind), ").")]
            #[must_use]
            pub const fn kind(&self) -> crate::ErrorKind {
                crate::ErrorKind::$kind
            }
        }

        crate::message::error_text!($type);
    };
    ($type:ty) => {
        crate::message::error_text!($type => |error: &$type| Option::<usize>::from(error.offset()).map(|at| at as u64));
    };
    ($type:ty => $place:expr) => {
        crate::message::error_text!($type => $place, without Display);

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::Message::of(self).placed(crate::InputError::place(self)).fmt(f)
            }
        }
    };
    ($type:ty => $place:expr, without Display) => {
        impl $type {
            /// What is wrong and what to do, without the place. [`Message::at`](crate::Message::at) adds one.
            #[must_use]
            pub fn message(&self) -> crate::Message<'_> {
                crate::Message::of(self)
            }
        }

        impl crate::InputError for $type {
            fn kind_name(&self) -> &'static str {
                self.kind().name()
            }

            fn place(&self) -> Option<u64> {
                $place(self)
            }

            fn message(&self) -> crate::Message<'_> {
                crate::Message::of(self)
            }
        }
    };
}

pub(crate) use error_text;

impl Words for UnknownName {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        to.write(
            &[],
            &[
                Piece::Text("a "),
                Piece::Text(self.what),
                Piece::Text(" is one of "),
                Piece::Names(self.names),
            ],
        )
    }
}

error_text!(UnknownName, UnknownName, nowhere);

impl core::error::Error for UnknownName {}
