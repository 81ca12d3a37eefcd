//! The error of reading a form.

use core::fmt;

use crate::error::DecodeError;

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
    },
}

impl FormError {
    /// The stable name of the error, for programs: `too-many-pairs`, `too-many-bytes`, or the name of a
    /// [`DecodeErrorKind`](crate::DecodeErrorKind).
    pub const fn name(&self) -> &'static str {
        match self {
            FormError::Decode(error) => error.kind().name(),
            FormError::TooManyPairs { .. } => "too-many-pairs",
            FormError::TooManyBytes { .. } => "too-many-bytes",
        }
    }

    /// The offset of the error in the form, in bytes: that of the malformed triplet or octet, or of the first
    /// byte beyond a limit.
    pub const fn offset(&self) -> usize {
        match self {
            FormError::Decode(error) => error.offset(),
            FormError::TooManyPairs { offset, .. } => *offset,
            FormError::TooManyBytes { limit, .. } => *limit,
        }
    }

    /// This error with `bytes` added to its offset. Use it if the form is a part of a text, such as the query
    /// of a URL. A limit of bytes applies to the form alone and does not change.
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
                let pairs = if *limit == 1 { "pair" } else { "pairs" };
                write!(f, "more than {limit} {pairs}: the next one begins at offset {offset}")
            }
            FormError::TooManyBytes { limit, length } => {
                write!(f, "the form has {length} bytes, more than the limit of {limit}")
            }
        }
    }
}

impl core::error::Error for FormError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            FormError::Decode(error) => Some(error),
            FormError::TooManyPairs { .. } | FormError::TooManyBytes { .. } => None,
        }
    }
}
