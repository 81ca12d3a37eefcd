//! Rows as a caller has them, and the stretches that they are divided into.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::error::RowError;
use crate::kernel::{Cell, Offset, cells_for};

/// The octets of a stretch, unless it is a single row: with its result it stays in the first cache of most machines. Between 4 and
/// 128 KiB little changes.
pub(super) const STRETCH: usize = 32 << 10;

/// The octets of the first stretch, where rows are sought that stay.
#[cfg(feature = "uri")]
const SHORT: usize = 512;

/// The most rows of a stretch. Their offsets stay in the first cache too.
const ROWS: usize = 8 << 10;

/// Rows that have not been checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'a, O> {
    pub(super) values: &'a [u8],
    pub(super) offsets: &'a [O],
    /// The rows whose values are nothing, in order.
    pub(super) skip: &'a [usize],
}

impl<'a, O: Offset> Column<'a, O> {
    pub(super) fn rows(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Where a row begins, or for the number of rows, where the last one ends.
    pub(super) fn start(&self, row: usize) -> usize {
        self.offsets[row].index().unwrap_or(usize::MAX)
    }

    /// The values of these rows.
    pub(super) fn bytes(&self, rows: Range<usize>) -> Result<&'a [u8], RowError> {
        let bytes = self.values.get(self.start(rows.start)..self.start(rows.end));
        bytes.ok_or_else(|| self.misplaced(rows))
    }

    /// The error for the first of these rows that is not in the values.
    #[cold]
    pub(super) fn misplaced(&self, mut rows: Range<usize>) -> RowError {
        let is_wrong =
            |row: &usize| self.values.get(self.start(*row)..self.start(row + 1)).is_none();
        RowError::Offsets { row: rows.find(is_wrong).unwrap_or(rows.start) }
    }

    /// The values of all rows, if the first and the last offset are right: to estimate the room that their results take.
    pub(super) fn all(&self) -> &'a [u8] {
        match self.rows() {
            0 => &[],
            rows => self.values.get(self.start(0)..self.start(rows)).unwrap_or_default(),
        }
    }

    /// Cells for the longest stretch.
    pub(super) fn cells(&self) -> Result<Vec<Cell>, RowError> {
        let mut cells = Vec::new();
        let count = cells_for(self.values.len().min(STRETCH));
        cells.try_reserve_exact(count)?;
        cells.resize(count, Cell::default());
        Ok(cells)
    }

    /// Calls a function for one stretch after the other, with its rows and those of them that are skipped.
    pub(super) fn each_stretch(
        &self,
        mut f: impl FnMut(Range<usize>, &'a [usize]) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let (mut row, mut skip) = (0, self.skip);
        while row < self.rows() {
            let end = self.stretch_from(row, STRETCH);
            let (here, later) = skip.split_at(skip.partition_point(|skipped| *skipped < end));
            f(row..end, here)?;
            (row, skip) = (end, later);
        }
        Ok(())
    }

    /// How many rows, from the first one on, stay as they are. The function says it of a stretch. The first stretch is short, and each
    /// is twice as long as the one before: so a row that changes costs no long scan.
    #[cfg(feature = "uri")]
    pub(super) fn rows_that_stay(
        &self,
        mut of_stretch: impl FnMut(Range<usize>) -> Result<usize, RowError>,
    ) -> Result<usize, RowError> {
        let (mut row, mut bytes) = (0, SHORT);
        while row < self.rows() {
            let end = self.stretch_from(row, bytes);
            row += of_stretch(row..end)?;
            if row < end {
                break;
            }
            bytes = (2 * bytes).min(STRETCH);
        }
        Ok(row)
    }

    /// The end of a stretch that begins with a row: the rows that have at most so many bytes together, and at least one.
    ///
    /// Near the place where rows of the mean length would end, so that few lines of the offsets are touched: a binary search
    /// over all of them took half a nanosecond for each row. Offsets that are not in order give some end.
    pub(super) fn stretch_from(&self, row: usize, bytes: usize) -> usize {
        let most = self.rows().min(row + ROWS);
        let limit = self.start(row).saturating_add(bytes);
        let fits = |row: usize| self.start(row) <= limit;
        if fits(most) {
            return most;
        }
        let mean = ((self.start(most) - self.start(row)) / (most - row)).max(1);
        let (mut low, mut high) = (row, most);
        let guess = most.min(row + bytes / mean);
        let mut step = 16;
        if fits(guess) {
            low = guess;
            while low + step < high && fits(low + step) {
                low += step;
                step *= 2;
            }
            high = high.min(low + step);
        } else {
            high = guess;
            while low + step < high && !fits(high - step) {
                high -= step;
                step *= 2;
            }
            low = low.max(high.saturating_sub(step));
        }
        let ends = &self.offsets[low + 1..=high];
        let last = low + ends.partition_point(|end| end.index().is_some_and(|end| end <= limit));
        last.max(row + 1)
    }
}
