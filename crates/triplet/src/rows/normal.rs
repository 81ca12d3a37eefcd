//! Rows that are in their normal form.
//!
//! # The algorithm
//!
//! 1. One scan of a stretch: it may have a triplet that normalising changes, or a dot segment. Two rows together can look like one of
//!    these, but none is hidden.
//! 2. If there is none, a row that begins with one `/` is normal, and so is one that begins with `http://` or `https://`, a host in
//!    lower case and `/`. A mask of the stretch tells where the host ends.
//! 3. All other rows are normalised one by one.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::column::{Column, STRETCH};
use super::error::RowError;
use super::sink::end_characters;
use crate::kernel::{self, Cell, Offset};
use crate::runs::EncodePolicy;
use crate::set::EncodeSet;
use crate::uri::{Level, is_quiet, normalize};

/// The characters of the host of an ordinary reference: no capital letter, no triplet, no port, no userinfo, no brackets.
const HOST: EncodeSet = EncodeSet::keeping(b"abcdefghijklmnopqrstuvwxyz0123456789-.");

/// How many rows, from the first one on, are UTF-8 and stay as they are when [`normalize`] is called for each. Linear time.
///
/// `values` are the octets of all rows, one after the other, and `offsets` the start of the first row and the end of each: see
/// [the module](super).
///
/// Columns of paths and of URLs take a fraction of the time of a call for each row.
///
/// # Errors
///
/// If the offsets are not in order or beyond the values, or if memory is refused.
///
/// ```
/// use triplet::{rows::normal_rows, uri::Level};
///
/// let (values, offsets) = (b"/a%2F/b%2f/c", [0, 5, 10, 12]);
/// assert_eq!(normal_rows(values, &offsets, Level::Path)?, 1);
/// # Ok::<(), triplet::rows::RowError>(())
/// ```
pub fn normal_rows<O: Offset>(
    values: &[u8],
    offsets: &[O],
    level: Level,
) -> Result<usize, RowError> {
    let column = Column { values, offsets, skip: &[] };
    let mut cells = Vec::new();
    column.rows_that_stay(|rows| stretch(&column, rows, level, &mut cells))
}

/// How many of these rows are normal.
fn stretch<O: Offset>(
    column: &Column<'_, O>,
    rows: Range<usize>,
    level: Level,
    cells: &mut Vec<Cell>,
) -> Result<usize, RowError> {
    let src = column.bytes(rows.clone())?;
    let base = column.start(rows.start);
    let is_quiet = is_quiet(src, level)
        && kernel::text_of(src).is_some()
        && end_characters(src, base, &column.offsets[rows.start..=rows.end]);
    let mut has_cells = false;
    let mut start = 0;
    for row in rows.clone() {
        let end = column.start(row + 1).wrapping_sub(base);
        let value = src.get(start..end).ok_or_else(|| column.misplaced(row..row + 1))?;
        let is_normal = is_quiet
            && match value {
                [] | [b'/'] => true,
                [b'/', second, ..] => *second != b'/',
                [b'h', ..] => {
                    if !has_cells {
                        mark_hosts(src, cells)?;
                        has_cells = true;
                    }
                    is_ordinary_url(value, start, cells)
                }
                _ => false,
            };
        if !is_normal && !is_normal_alone(value, level)? {
            return Ok(row - rows.start);
        }
        start = end;
    }
    Ok(rows.len())
}

/// Marks what is not of a host.
fn mark_hosts(src: &[u8], cells: &mut Vec<Cell>) -> Result<(), RowError> {
    let count = kernel::cells_for(src.len());
    cells.try_reserve(count.saturating_sub(cells.len()))?;
    cells.resize(count, Cell::default());
    kernel::mark_encoded(src, &const { EncodePolicy::of(&HOST) }.rule, cells);
    Ok(())
}

/// Whether a row at a place has the form `http://host/…` or `https://host/…`.
#[inline(always)]
fn is_ordinary_url(value: &[u8], place: usize, cells: &[Cell]) -> bool {
    const HTTP: u64 = u64::from_le_bytes(*b"http://\0");
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    let Some(first) = value.first_chunk() else { return false };
    let word = u64::from_le_bytes(*first);
    let host = match word {
        HTTPS => 8,
        _ if word << 8 == HTTP << 8 => 7,
        _ => return false,
    };
    kernel::next_mark(cells, place + host)
        .is_some_and(|length| length > 0 && value.get(host + length) == Some(&b'/'))
}

fn is_normal_alone(value: &[u8], level: Level) -> Result<bool, RowError> {
    if value.len() > STRETCH {
        // Normalising does not say that memory was refused; its result is at most so long.
        Vec::<u8>::new().try_reserve_exact(value.len().saturating_mul(6))?;
    }
    let text = str::from_utf8(value);
    Ok(text.is_ok_and(|text| matches!(normalize(text, level), Cow::Borrowed(_))))
}
