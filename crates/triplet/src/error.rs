//! The errors of encoding and decoding: each says what is wrong with an input, and at which offset. Their
//! messages are written for the person who reads them: what, where, and what to do.
#![forbid(unsafe_code)]

use core::fmt;

use crate::kernel;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};
use crate::names::names;

names! { "kind of error";
    /// What is wrong at [`DecodeError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum DecodeErrorKind {
        /// The input ends within a triplet.
        Truncated => "truncated",
        /// A `%` is followed by a byte that is not a hexadecimal digit, at once or after one digit.
        NotHex => "not-hex",
        /// The decoded octets are not UTF-8, though the caller asked for text.
        InvalidUtf8 => "invalid-utf-8",
    }
}

impl ErrorKind {
    /// [`ErrorKind::from`], for constants.
    pub(crate) const fn of(kind: DecodeErrorKind) -> ErrorKind {
        match kind {
            DecodeErrorKind::Truncated => ErrorKind::Truncated,
            DecodeErrorKind::NotHex => ErrorKind::NotHex,
            DecodeErrorKind::InvalidUtf8 => ErrorKind::InvalidUtf8,
        }
    }
}

impl From<DecodeErrorKind> for ErrorKind {
    fn from(kind: DecodeErrorKind) -> ErrorKind {
        ErrorKind::of(kind)
    }
}

/// The error of decoding: what is wrong with an input, and at which offset.
///
/// A `Copy` value without a lifetime. Its `Display` is one line that names the malformed triplet or octet,
/// its offset and what to do.
///
/// ```
/// use triplet::{DecodeErrorKind, decode};
///
/// let error = decode("100% sure").to_bytes().unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::NotHex);
/// assert_eq!(error.offset(), 3);
/// assert_eq!(
///     error.to_string(),
///     "`% ` at offset 3: a space is not a hexadecimal digit; write a literal `%` as `%25`",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodeError {
    kind: DecodeErrorKind,
    offset: u64,
    /// The bytes after the `%`, up to and including the wrong one; for `InvalidUtf8`, the first octet of
    /// the ill-formed sequence.
    found: [u8; 2],
    found_len: u8,
}

impl DecodeError {
    /// The error for the malformed triplet at `input[at]`; `base` is the offset of `input` in the whole
    /// input.
    #[cold]
    pub(crate) fn malformed(input: &[u8], at: usize, base: u64) -> DecodeError {
        let offset = base + at as u64;
        let digits = &input[at + 1..];
        let mut found = [0; 2];
        for (i, slot) in found.iter_mut().enumerate() {
            let Some(&byte) = digits.get(i) else {
                return DecodeError {
                    kind: DecodeErrorKind::Truncated,
                    offset,
                    found,
                    found_len: i as u8,
                };
            };
            *slot = byte;
            if kernel::hex_value(byte).is_none() {
                return DecodeError {
                    kind: DecodeErrorKind::NotHex,
                    offset,
                    found,
                    found_len: i as u8 + 1,
                };
            }
        }
        unreachable!("a `%` with two hexadecimal digits is a triplet")
    }

    #[cfg(feature = "alloc")]
    #[cold]
    pub(crate) fn invalid_utf8(offset: u64, octet: u8) -> DecodeError {
        DecodeError { kind: DecodeErrorKind::InvalidUtf8, offset, found: [octet, 0], found_len: 1 }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> DecodeErrorKind {
        self.kind
    }

    /// The offset of the error in bytes from the start of the *input*: that of the malformed `%`, or of
    /// the byte or triplet that the first octet of the ill-formed UTF-8 sequence was decoded from.
    ///
    /// If the offset in a stream exceeds `usize`, as it can on a 32-bit machine, this is `usize::MAX`;
    /// [`DecodeError::stream_offset`] is exact.
    #[must_use]
    pub const fn offset(&self) -> usize {
        if self.offset > usize::MAX as u64 { usize::MAX } else { self.offset as usize }
    }

    /// [`DecodeError::offset`] as a `u64`, exact for streams of any length.
    #[must_use]
    pub const fn stream_offset(&self) -> u64 {
        self.offset
    }

    /// This error with `bytes` added to its offset. Use it if you decoded a part by itself and `bytes` is
    /// the offset of the part in the whole.
    ///
    /// ```
    /// # use triplet::decode;
    /// let query = &"/path?q=%zz"[8..];
    /// let error = decode(query).to_bytes().unwrap_err().moved_by(8);
    /// assert_eq!(error.offset(), 8);
    /// ```
    #[must_use]
    pub const fn moved_by(mut self, bytes: u64) -> DecodeError {
        self.offset = self.offset.saturating_add(bytes);
        self
    }
}

impl Words for DecodeError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let found = &self.found[..usize::from(self.found_len)];
        let percent = &[Piece::Percent(found)];
        match (self.kind, found) {
            (DecodeErrorKind::Truncated, []) => to.write(
                percent,
                &[Piece::Text("no digit follows; a `%` needs two hexadecimal digits")],
            ),
            (DecodeErrorKind::Truncated, _) => to.write(
                percent,
                &[Piece::Text("only one digit follows; a `%` needs two hexadecimal digits")],
            ),
            (DecodeErrorKind::InvalidUtf8, _) => to.write(
                &[Piece::Text("octet "), Piece::Hex(self.found[0])],
                &[Piece::Text("not UTF-8; decode to bytes, to lossy text or from another charset")],
            ),
            (DecodeErrorKind::NotHex, _) => to.write(
                percent,
                &[
                    Piece::Byte(found.last().copied().unwrap_or(b'%')),
                    Piece::Text(" is not a hexadecimal digit; "),
                    Piece::Text(match found {
                        [b'u' | b'U'] => "for JavaScript's escape() form use `unescape`",
                        _ => "write a literal `%` as `%25`",
                    }),
                ],
            ),
        }
    }
}

error_text!(DecodeError => |error: &DecodeError| Some(error.offset));

impl core::error::Error for DecodeError {}

/// The caller's buffer is too short for the result. The contents of the buffer are unspecified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferTooSmall {
    pub(crate) needed: usize,
}

impl BufferTooSmall {
    /// The length of the result in bytes, which is the least length of a buffer that can hold it.
    #[must_use]
    pub const fn needed(self) -> usize {
        self.needed
    }
}

impl Words for BufferTooSmall {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = [
            Piece::Text("the result has "),
            Piece::Number(self.needed as u64),
            Piece::Text(" bytes; pass a buffer of that length"),
        ];
        to.write(&[Piece::Text("the buffer is too small")], &why)
    }
}

error_text!(BufferTooSmall, BufferTooSmall, nowhere);

impl core::error::Error for BufferTooSmall {}

/// Why [`Decode::write_into`](crate::Decode::write_into) failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteError {
    /// The input is malformed.
    Decode(DecodeError),
    /// The buffer is too short for the result.
    BufferTooSmall(BufferTooSmall),
}

impl From<DecodeError> for WriteError {
    fn from(error: DecodeError) -> WriteError {
        WriteError::Decode(error)
    }
}

impl From<BufferTooSmall> for WriteError {
    fn from(error: BufferTooSmall) -> WriteError {
        WriteError::BufferTooSmall(error)
    }
}

impl WriteError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            WriteError::Decode(error) => ErrorKind::of(error.kind()),
            WriteError::BufferTooSmall(error) => error.kind(),
        }
    }

    /// The offset of the error in the input, in bytes; `None` if the buffer is too short.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            WriteError::Decode(error) => Some(error.offset()),
            WriteError::BufferTooSmall(_) => None,
        }
    }
}

impl Words for WriteError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self {
            WriteError::Decode(error) => error.words(to),
            WriteError::BufferTooSmall(error) => error.words(to),
        }
    }
}

error_text!(WriteError);

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            WriteError::Decode(error) => Some(error),
            WriteError::BufferTooSmall(error) => Some(error),
        }
    }
}

/// Why [`Decode::try_append_to`](crate::Decode::try_append_to) failed. Nothing was appended.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TryDecodeError {
    /// The input is malformed.
    Decode(DecodeError),
    /// Memory could not be allocated.
    Reserve(alloc::collections::TryReserveError),
}

#[cfg(feature = "alloc")]
impl From<DecodeError> for TryDecodeError {
    fn from(error: DecodeError) -> TryDecodeError {
        TryDecodeError::Decode(error)
    }
}

#[cfg(feature = "alloc")]
impl From<alloc::collections::TryReserveError> for TryDecodeError {
    fn from(error: alloc::collections::TryReserveError) -> TryDecodeError {
        TryDecodeError::Reserve(error)
    }
}

#[cfg(feature = "alloc")]
impl TryDecodeError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            TryDecodeError::Decode(error) => ErrorKind::of(error.kind()),
            TryDecodeError::Reserve(_) => ErrorKind::Memory,
        }
    }

    /// The offset of the error in the input, in bytes; `None` if memory could not be allocated.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            TryDecodeError::Decode(error) => Some(error.offset()),
            TryDecodeError::Reserve(_) => None,
        }
    }
}

#[cfg(feature = "alloc")]
impl Words for TryDecodeError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self {
            TryDecodeError::Decode(error) => error.words(to),
            TryDecodeError::Reserve(error) => to.write(&[], &[Piece::Other(error)]),
        }
    }
}

#[cfg(feature = "alloc")]
error_text!(TryDecodeError);

#[cfg(feature = "alloc")]
impl core::error::Error for TryDecodeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            TryDecodeError::Decode(error) => Some(error),
            TryDecodeError::Reserve(error) => Some(error),
        }
    }
}
