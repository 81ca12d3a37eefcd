//! Rows that are spelled as a convention says.
//!
//! # The algorithm
//!
//! 1. Mark what is not *quiet* in a stretch. A quiet character stays wherever it is in a path, a query or a fragment.
//! 2. A row of quiet characters stays if it begins with `/`, `http://` or `https://`: then no `:` of it is in a first segment that
//!    could be read as a scheme.
//! 3. All other rows are spelled again one by one.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::column::{Column, STRETCH};
use super::error::RowError;
use crate::kernel::{self, Cell, Offset};
use crate::runs::EncodePolicy;
use crate::uri::Respell;

/// How many rows, from the first one on, are UTF-8 and stay as they are when [`Respell::convert`] is called for each. Linear time, and
/// that of sorting parameters if they are sorted.
///
/// `values` are the octets of all rows, one after the other, and `offsets` the start of the first row and the end of each: see
/// [the module](super).
///
/// Paths and URLs without triplets take a fraction of the time of a call for each row, unless the convention sorts parameters or
/// writes a `=` where there is none.
///
/// # Errors
///
/// If the offsets are not in order or beyond the values, or if memory is refused.
///
/// ```
/// use triplet::rows::respelled_rows;
/// use triplet::uri::{Convention, Respell};
///
/// let (values, offsets) = (b"/a?b=c/d%20/%7e", [0, 8, 11, 15]);
/// assert_eq!(respelled_rows(values, &offsets, &Respell::by(Convention::Rfc3986))?, 2);
/// # Ok::<(), triplet::rows::RowError>(())
/// ```
pub fn respelled_rows<O: Offset>(
    values: &[u8],
    offsets: &[O],
    respell: &Respell,
) -> Result<usize, RowError> {
    let column = Column { values, offsets, skip: &[] };
    let policy = respell.quiet().map(|set| EncodePolicy::of(&set));
    let mut cells = Vec::new();
    column.rows_that_stay(|rows| stretch(&column, rows, respell, policy.as_ref(), &mut cells))
}

/// How many of these rows stay.
fn stretch<O: Offset>(
    column: &Column<'_, O>,
    rows: Range<usize>,
    respell: &Respell,
    policy: Option<&EncodePolicy>,
    cells: &mut Vec<Cell>,
) -> Result<usize, RowError> {
    let src = column.bytes(rows.clone())?;
    let base = column.start(rows.start);
    if let Some(policy) = policy {
        let count = kernel::cells_for(src.len());
        cells.try_reserve(count.saturating_sub(cells.len()))?;
        cells.resize(count, Cell::default());
        kernel::mark_encoded(src, &policy.rule, cells);
    }
    let mut start = 0;
    for row in rows.clone() {
        let end = column.start(row + 1).wrapping_sub(base);
        let value = src.get(start..end).ok_or_else(|| column.misplaced(row..row + 1))?;
        let is_quiet = policy.is_some()
            && (matches!(value, [] | [b'/', ..])
                || value.starts_with(b"https://")
                || value.starts_with(b"http://"))
            && kernel::next_mark_before(cells, start, end) == end;
        if !is_quiet && !stays_alone(value, respell)? {
            return Ok(row - rows.start);
        }
        start = end;
    }
    Ok(rows.len())
}

fn stays_alone(value: &[u8], respell: &Respell) -> Result<bool, RowError> {
    if value.len() > STRETCH {
        // Respelling does not say that memory was refused; its result is at most so long.
        Vec::<u8>::new().try_reserve_exact(value.len().saturating_mul(6))?;
    }
    let text = str::from_utf8(value);
    Ok(text.is_ok_and(|text| matches!(respell.convert(text), Ok(Cow::Borrowed(_)))))
}
