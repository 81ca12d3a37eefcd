//! The error of reading a form.

use core::fmt;

use crate::error::DecodeError;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};

/// Why a form cannot be read. A form is never truncated and no pair is dropped instead of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormError {
    /// A name or value cannot be decoded. The offset counts from the start of the form.
    Decode(DecodeError),
    /// There are more pairs than [`max_pairs`](super::Parse::max_pairs) allows.
    TooManyPairs {
        /// The limit.
        limit: usize,
        /// The offset of the first pair beyond the limit, in bytes.
        offset: usize,
    },
    /// The form is longer than [`max_bytes`](super::Parse::max_bytes) allows.
    TooManyBytes {
        /// The limit.
        limit: usize,
        /// The length of the form.
        length: usize,
        /// The offset of the first byte beyond the limit.
        offset: usize,
    },
}

impl FormError {
    /// What is wrong: [`ErrorKind::TooManyPairs`], [`ErrorKind::TooManyBytes`], or what a
    /// [`DecodeErrorKind`](crate::DecodeErrorKind) says.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            FormError::Decode(error) => ErrorKind::of(error.kind()),
            FormError::TooManyPairs { .. } => ErrorKind::TooManyPairs,
            FormError::TooManyBytes { .. } => ErrorKind::TooManyBytes,
        }
    }

    /// The offset of the error in the form, in bytes: that of the malformed triplet or octet, or of the first
    /// byte beyond a limit.
    pub const fn offset(&self) -> usize {
        match self {
            FormError::Decode(error) => error.offset(),
            FormError::TooManyPairs { offset, .. } | FormError::TooManyBytes { offset, .. } => {
                *offset
            }
        }
    }

    /// This error with `bytes` added to its offset. Use it if the form is a part of a text, such as the query
    /// of a URL. A limit applies to the form alone and does not change.
    #[must_use]
    pub fn moved_by(self, bytes: usize) -> FormError {
        match self {
            FormError::Decode(error) => FormError::Decode(error.moved_by(bytes as u64)),
            FormError::TooManyPairs { limit, offset } => {
                FormError::TooManyPairs { limit, offset: offset + bytes }
            }
            FormError::TooManyBytes { limit, length, offset } => {
                FormError::TooManyBytes { limit, length, offset: offset + bytes }
            }
        }
    }
}

impl From<DecodeError> for FormError {
    fn from(error: DecodeError) -> FormError {
        FormError::Decode(error)
    }
}

impl Words for FormError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let number = |number: usize| Piece::Number(number as u64);
        match *self {
            FormError::Decode(error) => error.words(to),
            FormError::TooManyPairs { limit, .. } => to.write(
                &[Piece::Text("a pair")],
                &[Piece::Text("the limit of pairs is "), number(limit)],
            ),
            FormError::TooManyBytes { limit, length, .. } => to.write(
                &[Piece::Text("the rest")],
                &[
                    Piece::Text("the limit of bytes is "),
                    number(limit),
                    Piece::Text(", and the form has "),
                    number(length),
                ],
            ),
        }
    }
}

error_text!(FormError);

impl core::error::Error for FormError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            FormError::Decode(error) => Some(error),
            FormError::TooManyPairs { .. } | FormError::TooManyBytes { .. } => None,
        }
    }
}
