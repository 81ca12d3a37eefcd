//! Rows to text.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::column::{Column, STRETCH};
use super::error::RowError;
use crate::encode::encode;
use crate::kernel::{self, Cell, Offset};
use crate::runs::EncodePolicy;
use crate::set::EncodeSet;

/// Encodes rows: each as [`encode`](crate::encode()) does. Returns a lazy view.
///
/// `values` are the octets of all rows, one after the other, and `offsets` the start of the first row and the end of each: see
/// [the module](super).
///
/// ```
/// use triplet::{rows::encode_rows, set::rfc3986};
///
/// let (mut text, mut ends) = (String::new(), vec![0]);
/// encode_rows(b"a bc/d", &[0, 3, 6], rfc3986::SEGMENT).append_to(&mut text, &mut ends)?;
/// assert_eq!((&*text, &*ends), ("a%20bc%2Fd", &[0, 5, 10][..]));
/// # Ok::<(), triplet::rows::RowError>(())
/// ```
pub fn encode_rows<'a, O: Offset>(
    values: &'a [u8],
    offsets: &'a [O],
    set: EncodeSet,
) -> EncodeRows<'a, O> {
    EncodeRows { column: Column { values, offsets, skip: &[] }, set }
}

/// The view that [`encode_rows`] returns.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct EncodeRows<'a, O> {
    column: Column<'a, O>,
    set: EncodeSet,
}

impl<'a, O: Offset> EncodeRows<'a, O> {
    /// Takes these rows as empty, whatever their values are: rows that are null. The numbers, from 0, ascend.
    pub const fn skip(mut self, rows: &'a [usize]) -> Self {
        self.column.skip = rows;
        self
    }

    /// Appends the encoded rows to a string, and for each row where it ends there. Linear time.
    ///
    /// Sets that keep triplets or characters outside ASCII take longer: each row is encoded by itself.
    ///
    /// # Errors
    ///
    /// If the offsets are not in order or beyond the values, if an offset cannot say how long the string becomes, or if memory
    /// is refused. String and ends are then as they were.
    pub fn append_to(&self, out: &mut String, ends: &mut Vec<O>) -> Result<(), RowError> {
        let before = (out.len(), ends.len());
        let done = self.append_all(out, ends);
        if done.is_err() {
            out.truncate(before.0);
            ends.truncate(before.1);
        }
        done
    }

    fn append_all(&self, out: &mut String, ends: &mut Vec<O>) -> Result<(), RowError> {
        let column = &self.column;
        let policy = EncodePolicy::of(&self.set);
        out.try_reserve(encode(column.all(), self.set).encoded_len().unwrap_or(usize::MAX))?;
        ends.try_reserve(column.rows())?;
        let mut cells = column.cells()?;
        column.each_stretch(|rows, skip| {
            let length = column.bytes(rows.clone())?.len();
            let longest = length.saturating_mul(3).saturating_add(out.len());
            if policy.is_plain() && length <= STRETCH && O::fits(longest) {
                return self.stretch(rows, skip, &policy, &mut cells, out, ends);
            }
            for row in rows {
                let value = column.bytes(row..row + 1)?;
                if skip.binary_search(&row).is_err() {
                    encode(value, self.set).try_append_to(out)?;
                }
                if !O::fits(out.len()) {
                    return Err(RowError::TooLong { row });
                }
                ends.push(O::wrapping_from(out.len()));
            }
            Ok(())
        })
    }

    /// Encodes what is between the rows that are skipped, in one call each.
    fn stretch(
        &self,
        rows: Range<usize>,
        skip: &[usize],
        policy: &EncodePolicy,
        cells: &mut [Cell],
        out: &mut String,
        ends: &mut Vec<O>,
    ) -> Result<(), RowError> {
        let (column, rule) = (&self.column, &policy.rule);
        let (base, src) = (column.start(rows.start), column.bytes(rows.clone())?);
        let cells = &mut cells[..kernel::cells_for(src.len())];
        let encoded = kernel::mark_encoded(src, rule, cells);
        out.try_reserve(src.len() + 2 * encoded)?;
        let mut row = rows.start;
        for next in skip.iter().copied().chain([rows.end]) {
            let offsets = &column.offsets[row..=next];
            kernel::append_ends::<O, true>(offsets, base, cells, out.len(), ends)
                .ok_or_else(|| column.misplaced(rows.clone()))?;
            let part = &src[column.start(row) - base..column.start(next) - base];
            let read = kernel::encode_append(part, rule, out);
            debug_assert_eq!(read, part.len(), "there is room");
            if next < rows.end {
                ends.push(O::wrapping_from(out.len()));
            }
            row = next + 1;
        }
        Ok(())
    }
}
