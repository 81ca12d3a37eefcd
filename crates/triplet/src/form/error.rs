//! The error of reading a form.

use core::fmt;

use crate::error::DecodeError;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};

/// Why a form cannot be read. A form is never truncated and no pair is dropped instead of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// A nested name has more levels than `nested::Rules::max_depth` allows.
    TooDeep {
        /// The limit.
        limit: usize,
        /// The offset of the pair.
        offset: usize,
    },
    /// A list has more elements than `nested::Rules::list_limit` allows.
    TooManyElements {
        /// The limit.
        limit: usize,
        /// The offset of the pair.
        offset: usize,
    },
    /// A nested name says something else than that of a pair before it.
    Conflict {
        /// The offset of the pair.
        offset: usize,
    },
    /// The style of nested names does not read the pair, or not all of its name.
    Dropped {
        /// The offset of the pair.
        offset: usize,
    },
}

impl FormError {
    /// What is wrong: the kind with the name of the variant, or what a [`DecodeErrorKind`](crate::DecodeErrorKind) says.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            FormError::Decode(error) => ErrorKind::of(error.kind()),
            FormError::TooManyPairs { .. } => ErrorKind::TooManyPairs,
            FormError::TooManyBytes { .. } => ErrorKind::TooManyBytes,
            FormError::TooDeep { .. } => ErrorKind::TooDeep,
            FormError::TooManyElements { .. } => ErrorKind::TooManyElements,
            FormError::Conflict { .. } => ErrorKind::Conflict,
            FormError::Dropped { .. } => ErrorKind::Dropped,
        }
    }

    /// The offset of the error in the form, in bytes: that of the malformed triplet or octet, or of the first
    /// byte beyond a limit.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            FormError::Decode(error) => error.offset(),
            FormError::TooManyPairs { offset, .. }
            | FormError::TooManyBytes { offset, .. }
            | FormError::TooDeep { offset, .. }
            | FormError::TooManyElements { offset, .. }
            | FormError::Conflict { offset }
            | FormError::Dropped { offset } => *offset,
        }
    }

    /// This error with `bytes` added to its offset. Use it if the form is a part of a text, such as the query
    /// of a URL. A limit applies to the form alone and does not change.
    #[must_use]
    pub fn moved_by(mut self, bytes: usize) -> FormError {
        match &mut self {
            FormError::Decode(error) => *error = error.moved_by(bytes as u64),
            FormError::TooManyPairs { offset, .. }
            | FormError::TooManyBytes { offset, .. }
            | FormError::TooDeep { offset, .. }
            | FormError::TooManyElements { offset, .. }
            | FormError::Conflict { offset }
            | FormError::Dropped { offset } => *offset += bytes,
        }
        self
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
                &[
                    Piece::Text("the limit of pairs is "),
                    number(limit),
                    Piece::Text(" (`max_pairs`)"),
                ],
            ),
            FormError::TooManyBytes { limit, length, .. } => to.write(
                &[Piece::Text("the rest")],
                &[
                    Piece::Text("the limit of bytes is "),
                    number(limit),
                    Piece::Text(" (`max_bytes`), and the form has "),
                    number(length),
                ],
            ),
            FormError::TooDeep { limit, .. } => to.write(
                &[Piece::Text("a pair")],
                &[
                    Piece::Text("the limit of depth is "),
                    number(limit),
                    Piece::Text(" (`max_depth`)"),
                ],
            ),
            FormError::TooManyElements { limit, .. } => to.write(
                &[Piece::Text("a pair")],
                &[
                    Piece::Text("the limit of elements of a list is "),
                    number(limit),
                    Piece::Text(" (`list_limit`)"),
                ],
            ),
            FormError::Conflict { .. } => to.write(
                &[Piece::Text("a pair")],
                &[Piece::Text(
                    "a pair before it gives its name another value, or makes it a list or a map",
                )],
            ),
            FormError::Dropped { .. } => to.write(
                &[Piece::Text("a pair")],
                &[Piece::Text(
                    "not all of its name is read; write the brackets after a name, in pairs",
                )],
            ),
        }
    }
}

error_text!(FormError);

impl core::error::Error for FormError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            FormError::Decode(error) => Some(error),
            _ => None,
        }
    }
}
