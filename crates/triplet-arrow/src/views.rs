//! Columns of views: `Utf8View`, `BinaryView`. A view of at most 12 bytes holds its value; a longer one holds its length, its first four
//! bytes, the number of a buffer and an offset in it.
//!
//! A row that does not change keeps its view, and so shares the buffers of the column that was given. The results of all
//! others become a column with offsets: Arrow validates the text of such a column at once, and views of it need no
//! validation, while a column that is made of views is validated view by view. At the end both columns are merged.
//!
//! ```text
//! given     /index.html   /a%20b   /favicon.ico   /c%2Fd
//! kept      /index.html            /favicon.ico
//! written                 /a b                    /c/d
//! ```

use arrow_array::types::ByteViewType;
use arrow_array::{Array, ArrayRef, GenericByteViewArray};
use arrow_buffer::Buffer;
use arrow_select::interleave::interleave;

use crate::call::Malformed;
use crate::error::{ColumnError, unexpected};
use crate::offsets::{self, Rewritten};
use crate::together::unchanged_views;
use crate::value::{Rewrite, Sink};
use crate::view::{INLINE, length};

/// A column whose rows are divided.
pub(crate) struct Parts {
    /// The rows that keep their views, in order.
    pub(crate) kept: Vec<usize>,
    /// The results of the others. Those of a column of views may exceed 2 GiB.
    pub(crate) written: offsets::Parts<i64>,
}

/// The buffers of a column, if most of what is in them belongs to its rows. A slice shares all buffers of its column.
fn own_buffers<T: ByteViewType>(column: &GenericByteViewArray<T>) -> Option<&[Buffer]> {
    let lengths = column.views().iter().map(|&view| length(view));
    let in_rows: usize = lengths.filter(|&length| length > INLINE).sum();
    let buffers = column.data_buffers();
    let in_buffers: usize = buffers.iter().map(Buffer::len).sum();
    (in_buffers / 2 <= in_rows).then_some(buffers)
}

/// The first row that changes, if values that `unchanged_up_to` finds unchanged stay as they are.
pub(crate) fn first_change<T: ByteViewType>(
    column: &GenericByteViewArray<T>,
    unchanged_up_to: impl Fn(&[u8]) -> usize,
) -> Option<usize> {
    let is_clean = |values: &[u8]| unchanged_up_to(values) == values.len();
    // Values are scanned together where they are side by side.
    let are_clean =
        own_buffers(column).is_some_and(|own| own.iter().all(|buffer| is_clean(buffer)));
    (0..column.len()).find(|row| {
        let value: &[u8] = column.value(*row).as_ref();
        column.is_valid(*row) && !(are_clean && value.len() > INLINE) && !is_clean(value)
    })
}

/// Rewrites all rows. `None` if nothing changes.
///
/// `joined` says that a value which [`Rewrite::unchanged_up_to`] finds unchanged needs no more than that.
pub(crate) fn rewrite<R: Rewrite, T: ByteViewType>(
    column: &GenericByteViewArray<T>,
    with: &R,
    malformed: Malformed,
    joined: bool,
) -> Result<Option<Parts>, ColumnError> {
    let value = |row: usize| -> &[u8] { column.value(row).as_ref() };
    let is_kept = |row: usize| column.is_null(row) || value(row).is_empty();
    let is_clean = |row: usize| with.unchanged_up_to(value(row)) == value(row).len();
    let unchanged_up_to = |values: &[u8]| if joined { with.unchanged_up_to(values) } else { 0 };
    let first = match unchanged_views(column, |values, ends| with.unchanged_rows(values, ends)) {
        Some(stay) => (stay < column.len()).then_some(stay),
        None => first_change(column, unchanged_up_to),
    };
    let Some(first) = first else { return Ok(None) };

    let rest = &column.views()[first..];
    let room = match own_buffers(column) {
        Some(own) => own.iter().map(|buffer| with.room(buffer)).sum(),
        None => rest.iter().map(|&view| length(view)).sum(),
    };
    let mut out = Rewritten::<R::Out, i64>::with_capacity(rest.len(), room)?;
    let mut kept = Vec::new();
    kept.try_reserve_exact(column.len())?;
    kept.extend(0..first);
    // As long as rows change, the next one is rewritten without a scan.
    let mut scan = false;
    for row in first..column.len() {
        let start = out.values.length();
        let is_written = !(is_kept(row) || scan && is_clean(row));
        let changes = is_written && out.rewrite(value(row), row, with, malformed)?;
        if is_written && !changes {
            out.undo();
        }
        if !changes {
            kept.push(row);
        }
        // A value exceeds 4 GiB only if its encoding does: then no view can hold it.
        if u32::try_from(out.values.length() - start).is_err() {
            return Err(ColumnError::TooLong { row });
        }
        scan = joined && !changes;
    }
    if kept.len() == column.len() {
        return Ok(None);
    }
    Ok(Some(Parts { kept, written: out.finish(None) }))
}

/// The rows of two columns of views: those that are kept, of the column that was given, and between them those that were
/// written.
pub(crate) fn merge(
    kept: &[usize],
    given: &ArrayRef,
    written: &ArrayRef,
) -> Result<ArrayRef, ColumnError> {
    let mut indices = Vec::new();
    indices.try_reserve_exact(given.len())?;
    let mut kept = kept.iter().peekable();
    let mut next = 0;
    for row in 0..given.len() {
        indices.push(match kept.next_if_eq(&&row) {
            Some(_) => (0, row),
            None => {
                next += 1;
                (1, next - 1)
            }
        });
    }
    interleave(&[given, written], &indices).map_err(unexpected)
}
