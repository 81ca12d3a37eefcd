//! Why rows have no result.
#![forbid(unsafe_code)]

use alloc::collections::TryReserveError;
use core::fmt;

use crate::error::DecodeError;
use crate::message::{ErrorKind, InputError, Piece, Words, Writer, error_text};

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
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            RowError::Decode { error, .. } => ErrorKind::of(error.kind()),
            RowError::Offsets { .. } => ErrorKind::Offsets,
            RowError::TooLong { .. } => ErrorKind::TooLong,
            RowError::Reserve(_) => ErrorKind::Memory,
        }
    }

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

    /// The offset in the row, in bytes; `None` if it is not a row that cannot be decoded.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            RowError::Decode { error, .. } => Some(error.offset()),
            _ => None,
        }
    }
}

impl From<TryReserveError> for RowError {
    #[cold]
    fn from(error: TryReserveError) -> RowError {
        RowError::Reserve(error)
    }
}

impl Words for RowError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = match self {
            RowError::Decode { error, .. } => return error.words(to),
            RowError::Offsets { .. } => {
                Piece::Text("it ends before it begins, or beyond the values")
            }
            RowError::TooLong { .. } => Piece::Text(
                "the results up to here are too long for the type of the offsets; use a wider one",
            ),
            RowError::Reserve(error) => Piece::Other(error),
        };
        to.write(&[], &[why])
    }
}

error_text!(RowError => |error: &RowError| error.offset().map(|at| at as u64), without Display);

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(row) = self.row() {
            write!(f, "row {row}: ")?;
        }
        self.message().placed(self.place()).fmt(f)
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
