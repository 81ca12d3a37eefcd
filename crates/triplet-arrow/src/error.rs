//! The errors of column functions. Each names the row and the offset in its value.

use std::collections::TryReserveError;
use std::fmt;

use arrow_schema::{ArrowError, DataType};
use triplet::{InputError, TryDecodeError};

/// What is wrong with one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueError {
    /// In bytes, within the value.
    pub(crate) offset: usize,
    /// A stable name, for programs.
    pub(crate) kind: &'static str,
    pub(crate) message: String,
}

/// A character that a charset lacks is an error. A form would write such a character as a reference of HTML, but no row may change without a word.
impl<E: InputError> From<E> for ValueError {
    #[cold]
    fn from(error: E) -> Self {
        let offset = error.place().unwrap_or(0).try_into().unwrap_or(usize::MAX);
        ValueError { offset, kind: error.kind_name(), message: error.to_string() }
    }
}

impl ValueError {
    /// The value of a binary column is required as text, and is not UTF-8.
    #[cold]
    pub(crate) fn not_text(error: std::str::Utf8Error) -> ValueError {
        let offset = error.valid_up_to();
        let message =
            format!("the value is not UTF-8 from offset {offset} on; this function requires text");
        ValueError { offset, kind: "invalid-utf-8", message }
    }
}

/// Why a function of columns has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnError {
    /// A value is malformed.
    #[non_exhaustive]
    Row {
        /// The number of the row, from 0, in the array that was given.
        row: usize,
        /// Where in the value, in bytes.
        offset: usize,
        /// What is wrong, for programs: `truncated`, `not-hex`, `invalid-utf-8`, `malformed`,
        /// `unmappable`.
        kind: &'static str,
        /// What is wrong and what to do, for people. Bytes of the value are shown escaped.
        message: String,
    },
    /// The function has no meaning for a column of this type.
    #[non_exhaustive]
    Type {
        /// The type of the column.
        found: DataType,
    },
    /// The number of columns is not that of the function, or their lengths differ.
    #[non_exhaustive]
    Columns {
        /// What is wrong.
        message: String,
    },
    /// The result needs 64-bit offsets: convert the column to `LargeUtf8` or `LargeBinary`, or split it.
    #[non_exhaustive]
    TooLong {
        /// The row at which 2 GiB were exceeded.
        row: usize,
    },
    /// The allocator refused the memory that a result of this size takes.
    Memory,
}

impl ColumnError {
    /// The row, from 0, in the array that was given; `None` if no single row is at fault.
    #[must_use]
    pub const fn row(&self) -> Option<usize> {
        match self {
            ColumnError::Row { row, .. } | ColumnError::TooLong { row } => Some(*row),
            _ => None,
        }
    }

    /// The offset in bytes within the value of that row.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            ColumnError::Row { offset, .. } => Some(*offset),
            _ => None,
        }
    }

    /// The stable name of what is wrong, for programs.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            ColumnError::Row { kind, .. } => kind,
            ColumnError::Type { .. } => "type",
            ColumnError::Columns { .. } => "columns",
            ColumnError::TooLong { .. } => "too-long",
            ColumnError::Memory => "memory",
        }
    }

    /// The same error in a longer column: the array that was given begins at its row `first`. For chunks of a
    /// column.
    #[must_use]
    pub fn moved_by(mut self, first: usize) -> ColumnError {
        if let ColumnError::Row { row, .. } | ColumnError::TooLong { row } = &mut self {
            *row += first;
        }
        self
    }

    /// The same error in another row.
    pub(crate) fn in_row(mut self, new: usize) -> ColumnError {
        if let ColumnError::Row { row, .. } | ColumnError::TooLong { row } = &mut self {
            *row = new;
        }
        self
    }

    #[cold]
    pub(crate) fn at(row: usize, error: ValueError) -> ColumnError {
        let ValueError { offset, kind, message } = error;
        ColumnError::Row { row, offset, kind, message }
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnError::Row { row, message, .. } => write!(f, "row {row}: {message}"),
            ColumnError::Type { found } => {
                write!(f, "a column of type {found} is not text and not binary")
            }
            ColumnError::Columns { message } => f.write_str(message),
            ColumnError::TooLong { row } => write!(
                f,
                "the result exceeds 2 GiB at row {row}; convert the column to LargeUtf8 or LargeBinary, or split it"
            ),
            ColumnError::Memory => {
                f.write_str("memory for the result was refused; split the column")
            }
        }
    }
}

impl std::error::Error for ColumnError {}

impl From<TryReserveError> for ColumnError {
    #[cold]
    fn from(_: TryReserveError) -> Self {
        ColumnError::Memory
    }
}

/// Why a value has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The value has none.
    Value(ValueError),
    /// Memory for the result was refused.
    Memory,
}

impl From<ValueError> for Failure {
    #[cold]
    fn from(error: ValueError) -> Self {
        Failure::Value(error)
    }
}

impl From<TryReserveError> for Failure {
    #[cold]
    fn from(_: TryReserveError) -> Self {
        Failure::Memory
    }
}

impl From<TryDecodeError> for Failure {
    #[cold]
    fn from(error: TryDecodeError) -> Self {
        match error {
            TryDecodeError::Decode(error) => Failure::Value(error.into()),
            _ => Failure::Memory,
        }
    }
}

/// Values from this length on are worth the question whether there is memory.
const LARGE: usize = 64 << 10;

/// Whether there is memory of this size now, for what takes it without a way to say that it was refused: the library's functions
/// whose results are lists and structs, and Arrow's builders. Another thread may take it in between.
pub(crate) fn check_memory(bytes: usize) -> Result<(), TryReserveError> {
    if bytes < LARGE { Ok(()) } else { Vec::<u8>::new().try_reserve_exact(bytes) }
}

/// Arrow refused the parts of a column, although all were checked before.
#[cold]
pub(crate) fn unexpected(error: ArrowError) -> ColumnError {
    ColumnError::Columns { message: format!("the result is no valid column: {error}") }
}

/// Why constant arguments do not suit a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindError {
    pub(crate) message: String,
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BindError {}
