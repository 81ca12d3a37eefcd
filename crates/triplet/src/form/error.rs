//! What can be wrong with a form.

use core::fmt;

use crate::error::DecodeError;

/// Why a form could not be read; nothing of it is cut or dropped instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormError {
    /// A name or value can't be decoded; the offset counts from the start of the whole form.
    Decode(DecodeError),
    /// There are more pairs than [`max_pairs`](super::Parse::max_pairs) allows.
    TooManyPairs {
        /// The limit.
        limit: usize,
        /// Where the first pair beyond it begins, in bytes.
        offset: usize,
    },
    /// The form is longer than [`max_bytes`](super::Parse::max_bytes) allows.
    TooManyBytes {
        /// The limit.
        limit: usize,
        /// The form's length.
        length: usize,
    },
}

impl FormError {
    /// A stable name for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            FormError::Decode(error) => error.kind().name(),
            FormError::TooManyPairs { .. } => "too-many-pairs",
            FormError::TooManyBytes { .. } => "too-many-bytes",
        }
    }

    /// Where in the form, in bytes: what is malformed, or the first byte beyond a limit.
    pub const fn offset(&self) -> usize {
        match self {
            FormError::Decode(error) => error.offset(),
            FormError::TooManyPairs { offset, .. } => *offset,
            FormError::TooManyBytes { limit, .. } => *limit,
        }
    }

    /// This error with its offset moved on, for a form that begins after this number of bytes of the whole,
    /// such as the query of a URL. A limit of bytes counts in the form alone and stays.
    #[must_use]
    pub fn moved_by(self, bytes: usize) -> FormError {
        match self {
            FormError::Decode(error) => FormError::Decode(error.moved_by(bytes as u64)),
            FormError::TooManyPairs { limit, offset } => {
                FormError::TooManyPairs { limit, offset: offset + bytes }
            }
            FormError::TooManyBytes { .. } => self,
        }
    }
}

impl From<DecodeError> for FormError {
    fn from(error: DecodeError) -> FormError {
        FormError::Decode(error)
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Decode(error) => error.fmt(f),
            FormError::TooManyPairs { limit, offset } => {
                write!(f, "more than {limit} pairs: the next one begins at offset {offset}")
            }
            FormError::TooManyBytes { limit, length } => {
                write!(f, "the form has {length} bytes, more than the limit of {limit}")
            }
        }
    }
}

impl core::error::Error for FormError {}
