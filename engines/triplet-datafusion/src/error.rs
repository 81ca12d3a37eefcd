//! Errors while a query runs.

use std::error::Error;
use std::fmt;

use datafusion::error::DataFusionError;
use triplet_arrow::{ColumnError, Function};

/// A row on which a function failed. A program finds it below a [`DataFusionError::External`]
/// (see [`DataFusionError::find_root`]); through a cluster only its text arrives.
///
/// DataFusion calls a function with a batch of rows and does not say which rows of the table they are. So the row is
/// counted within the batch, from 0. To find such rows in a table, ask for them:
/// `SELECT url, pct_error(url) FROM t WHERE pct_error(url) IS NOT NULL`.
pub struct RowError {
    function: Function,
    error: ColumnError,
}

impl RowError {
    /// The function that failed.
    #[must_use]
    pub fn function(&self) -> Function {
        self.function
    }

    /// The row, counted from 0 within the batch that the function was called with.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        self.error.row()
    }

    /// The offset in bytes within the text of that row.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.error.offset()
    }

    /// A word for what is wrong, as `pct_error` gives it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.error.kind()
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.function.name(), self.error)?;
        if self.row().is_some() {
            f.write_str(" (rows are counted from 0 in a batch")?;
            if self.function == Function::Decode {
                f.write_str(
                    "; try_pct_decode gives NULL for such a row, and pct_error tells where it is",
                )?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

/// With the text that people read: Ballista hands on the errors of its executors in this form.
impl fmt::Debug for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RowError").field(&format_args!("{self}")).finish()
    }
}

impl Error for RowError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// An error of a function as DataFusion's.
pub(crate) fn at_run_time(function: Function, error: ColumnError) -> DataFusionError {
    DataFusionError::External(Box::new(RowError { function, error }))
}
