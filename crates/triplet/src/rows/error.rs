//! Why rows have no result.
#![forbid(unsafe_code)]

use alloc::collections::TryReserveError;
use core::fmt;

use crate::error::DecodeError;

/// Why [`decode_rows`](super::decode_rows) or [`encode_rows`](super::encode_rows) failed. Nothing was appended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowError {
    /// A row cannot be decoded.
    #[non_exhaustive]
    Decode {
        /// The number of the first such row, from 0.
        row: usize,
        /// What is wrong. The offset is that in the row.
        error: DecodeError,
    },
    /// A row ends before it begins, or beyond the values.
    #[non_exhaustive]
    Offsets {
        /// The number of the row, from 0.
        row: usize,
    },
    /// The results up to this row are longer than an offset can say.
    #[non_exhaustive]
    TooLong {
        /// The number of the row, from 0.
        row: usize,
    },
    /// Memory could not be allocated.
    Reserve(TryReserveError),
}

impl RowError {
    /// The number of the row, from 0; `None` if no single row is at fault.
    #[must_use]
    pub const fn row(&self) -> Option<usize> {
        match self {
            RowError::Decode { row, .. }
            | RowError::Offsets { row }
            | RowError::TooLong { row } => Some(*row),
            RowError::Reserve(_) => None,
        }
    }
}

impl From<TryReserveError> for RowError {
    #[cold]
    fn from(error: TryReserveError) -> RowError {
        RowError::Reserve(error)
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Decode { row, error } => write!(f, "row {row}: {error}"),
            RowError::Offsets { row } => {
                write!(f, "row {row} ends before it begins, or beyond the values")
            }
            RowError::TooLong { row } => {
                write!(
                    f,
                    "the results up to row {row} are longer than an offset can say; use a wider type"
                )
            }
            RowError::Reserve(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RowError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            RowError::Decode { error, .. } => Some(error),
            RowError::Reserve(error) => Some(error),
            RowError::Offsets { .. } | RowError::TooLong { .. } => None,
        }
    }
}
