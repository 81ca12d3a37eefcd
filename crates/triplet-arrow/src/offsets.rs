//! Columns of values in one buffer with offsets: `Utf8`, `LargeUtf8`, `Binary`, `LargeBinary`.
//!
//! # The algorithm
//!
//! 1. Scan the rest of the values buffer at once, for the first byte that could change. Values are short and such bytes
//!    are rare in many columns, so this is where SIMD pays.
//! 2. The rows that end before that byte are copied together: their bytes at once, their offsets with one subtraction
//!    each.
//! 3. The row of that byte is rewritten by itself. As long as rows change, the next one is rewritten without a scan.
//! 4. At the first row that did not change, or that is null, continue with 1.
//!
//! ```text
//! values    /index.html/a%20b/c%2Fd/favicon.ico
//! rows      |          |     |     |           |
//!           unchanged   step 3       unchanged
//! ```
//!
//! Whether a reference is normal depends on where it begins, so for these the library says how many rows stay, and not how many bytes.
//!
//! If the first scan reaches the end, nothing changes, and the caller keeps the column that it has. The bytes of null
//! rows are never judged: they may hold anything. Where they are not text, each row is rewritten by itself, and they are
//! left out of the result: the values of a column of text are validated together.

use std::ops::Range;

use arrow_array::OffsetSizeTrait;
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer};
use triplet::rows::Offset;

use crate::call::Malformed;
use crate::error::{ColumnError, Failure};
use crate::value::{Change, FREE, Rewrite, Sink};

/// The column to rewrite.
pub(crate) struct Column<'a, O: OffsetSizeTrait> {
    pub(crate) offsets: &'a OffsetBuffer<O>,
    pub(crate) values: &'a [u8],
    pub(crate) nulls: Option<&'a NullBuffer>,
}

/// The parts of a new column.
pub(crate) struct Parts<O: OffsetSizeTrait> {
    pub(crate) offsets: OffsetBuffer<O>,
    pub(crate) values: Buffer,
    pub(crate) nulls: Option<NullBuffer>,
}

impl<O: OffsetSizeTrait + Offset> Column<'_, O> {
    /// Where a row begins in the values, or for the number of rows, where the last one ends.
    fn start(&self, row: usize) -> usize {
        self.offsets[row].as_usize()
    }

    /// Where the value of a row is.
    fn row(&self, row: usize) -> Range<usize> {
        self.start(row)..self.start(row + 1)
    }

    /// Runs of null rows that hold something.
    fn null_runs(&self) -> impl Iterator<Item = Range<usize>> {
        let rows = self.offsets.len() - 1;
        let mut before = 0;
        let valid = self.nulls.map(NullBuffer::valid_slices).into_iter().flatten();
        let valid = valid.chain(self.nulls.map(|_| (rows, rows)));
        let null = valid.map(move |(start, end)| std::mem::replace(&mut before, end)..start);
        null.filter(|null| self.start(null.start) < self.start(null.end))
    }

    /// Rewrites all rows. `None` if nothing changes.
    ///
    /// `joined` says that unchanged rows may be found by a scan of all values. Otherwise each is rewritten by itself.
    pub(crate) fn rewrite<R: Rewrite>(
        &self,
        with: &R,
        malformed: Malformed,
        joined: bool,
    ) -> Result<Option<Parts<O>>, ColumnError> {
        let rows = self.offsets.len() - 1;
        let all = &self.values[self.start(0)..self.start(rows)];
        // A null row may hold anything, and the result is text.
        let is_junk = self.null_runs().any(|null| {
            null.into_iter().any(|row| str::from_utf8(&self.values[self.row(row)]).is_err())
        });
        let joined = joined && !is_junk;
        let mut unchanged = if joined { self.first_change(0, with) } else { 0 };
        if unchanged == rows {
            return Ok(None);
        }
        let mut out = Rewritten::with_capacity(rows, with.room(all))?;
        out.changed = is_junk;
        let mut row = 0;
        while row < rows {
            if row < unchanged {
                self.copy(row..unchanged, &mut out)?;
                row = unchanged;
                if row == rows {
                    break;
                }
            }
            let value = &self.values[self.row(row)];
            let is_null = self.nulls.is_some_and(|nulls| nulls.is_null(row));
            // What a null row holds need not be text, so it is not kept.
            out.changed |= is_null && !value.is_empty();
            let value = if is_null { &[] } else { value };
            let changed = out.rewrite(value, row, with, malformed)?;
            row += 1;
            if joined && !changed && row < rows {
                unchanged = self.first_change(row, with);
            }
        }
        Ok(out.changed.then(|| out.finish(self.nulls)))
    }

    /// The first row, from one on, that may change.
    fn first_change<R: Rewrite>(&self, mut row: usize, with: &R) -> usize {
        if let Some(unchanged) = with.unchanged_rows(self.values, &self.offsets[row..]) {
            return row + unchanged;
        }
        let rows = self.offsets.len() - 1;
        let (start, end) = (self.start(row), self.start(rows));
        let dirty = start + with.unchanged_up_to(&self.values[start..end]);
        while row < rows && (dirty == end || self.start(row + 1) <= dirty) {
            row += 1;
        }
        row
    }

    /// Copies unchanged rows.
    fn copy<S: Sink>(
        &self,
        rows: Range<usize>,
        out: &mut Rewritten<S, O>,
    ) -> Result<(), ColumnError> {
        if rows.is_empty() {
            return Ok(());
        }
        let (start, base) = (self.start(rows.start), out.values.length());
        out.values.append(&self.values[start..self.start(rows.end)])?;
        out.end(rows.end - 1)?;
        out.offsets.pop();
        // The last of them fits, and with it all.
        let ends = &self.offsets[rows.start + 1..=rows.end];
        let start = self.offsets[rows.start];
        let base = O::from_usize(base).unwrap_or_default();
        out.offsets.extend(ends.iter().map(|&end| end - start + base));
        Ok(())
    }
}

/// The column that is being written.
pub(crate) struct Rewritten<S, O> {
    pub(crate) values: S,
    offsets: Vec<O>,
    /// The rows that become null.
    failed: Vec<usize>,
    changed: bool,
}

impl<S: Sink, O: OffsetSizeTrait> Rewritten<S, O> {
    /// With room for these rows, and for what the library wants to have free when it writes a short one.
    pub(crate) fn with_capacity(rows: usize, bytes: usize) -> Result<Self, ColumnError> {
        let mut offsets = Vec::new();
        offsets.try_reserve_exact(rows + 1)?;
        offsets.push(O::zero());
        let mut values = S::default();
        values.reserve(bytes.saturating_add(FREE))?;
        Ok(Rewritten { values, offsets, failed: Vec::new(), changed: false })
    }

    /// Writes the result of a row, and says whether it differs from the value.
    #[inline]
    pub(crate) fn rewrite<R: Rewrite<Out = S>>(
        &mut self,
        value: &[u8],
        row: usize,
        with: &R,
        malformed: Malformed,
    ) -> Result<bool, ColumnError> {
        let start = self.values.length();
        let mut changed = false;
        if !value.is_empty() {
            match with.rewrite(value, &mut self.values) {
                Ok(Change::None) => self.values.append(value)?,
                Ok(Change::Appended) => changed = self.values.bytes()[start..] != *value,
                Err(Failure::Memory) => return Err(ColumnError::Memory),
                Err(Failure::Value(error)) if malformed == Malformed::Error => {
                    return Err(ColumnError::at(row, error));
                }
                Err(Failure::Value(_)) => {
                    self.values.shorten(start);
                    self.failed.push(self.offsets.len() - 1);
                    changed = true;
                }
            }
        }
        self.changed |= changed;
        self.end(row)?;
        Ok(changed)
    }

    /// Takes the last row back.
    pub(crate) fn undo(&mut self) {
        self.offsets.pop();
        let end = self.offsets.last().map_or(0, |end| end.as_usize());
        self.values.shorten(end);
    }

    /// Ends a row.
    #[inline]
    fn end(&mut self, row: usize) -> Result<(), ColumnError> {
        self.offsets.push(O::from_usize(self.values.length()).ok_or(ColumnError::TooLong { row })?);
        Ok(())
    }

    pub(crate) fn finish(self, nulls: Option<&NullBuffer>) -> Parts<O> {
        let nulls = with_nulls(nulls, &self.failed, self.offsets.len() - 1);
        let mut values = self.values.into_bytes();
        values.shrink_to_fit();
        Parts { offsets: OffsetBuffer::new(self.offsets.into()), values: values.into(), nulls }
    }
}

/// The nulls of a column, and those rows.
pub(crate) fn with_nulls(
    nulls: Option<&NullBuffer>,
    more: &[usize],
    rows: usize,
) -> Option<NullBuffer> {
    if more.is_empty() {
        return nulls.cloned();
    }
    let mut bits = BooleanBufferBuilder::new(rows);
    match nulls {
        Some(nulls) => bits.append_buffer(nulls.inner()),
        None => bits.append_n(rows, true),
    }
    more.iter().for_each(|&row| bits.set_bit(row, false));
    Some(NullBuffer::new(bits.finish()))
}
