//! Masks of a stretch of rows, and the new ends of the rows.

use super::search::Classes;
use super::{ONES, equal_lanes, lane_mask};
use crate::kernel::rows::{Cell, Mark, Offset, fill};
use crate::kernel::rule::EncodeRule;
use crate::kernel::table;

#[derive(Clone, Copy)]
struct Percent;

impl Mark for Percent {
    #[inline(always)]
    fn bits(self, block: &[u8; 64]) -> u64 {
        let (words, _) = block.as_chunks::<8>();
        words.iter().rev().fold(0, |bits, word| {
            bits << 8 | lane_mask(equal_lanes(u64::from_le_bytes(*word), ONES * u64::from(b'%')))
        })
    }
}

#[derive(Clone, Copy)]
struct Encoded<'c>(&'c Classes);

impl Mark for Encoded<'_> {
    #[inline(always)]
    fn bits(self, block: &[u8; 64]) -> u64 {
        let bit = |byte: &u8| u64::from(self.0.get(*byte) == table::TRIPLET);
        block.iter().rev().fold(0, |bits, byte| bits << 1 | bit(byte))
    }
}

pub(in crate::kernel) fn mark_dropped(src: &[u8], cells: &mut [Cell]) -> usize {
    fill::<_, true>(src, cells, Percent)
}

pub(in crate::kernel) fn mark_encoded(src: &[u8], rule: &EncodeRule, cells: &mut [Cell]) -> usize {
    fill::<_, false>(src, cells, Encoded(&Classes::of(rule)))
}

/// # Safety
///
/// Each end minus `base` has a cell, and `to` is writable for as many offsets as there are ends.
#[inline(always)]
pub(in crate::kernel) unsafe fn move_ends<O: Offset, const GROWS: bool>(
    ends: &[O],
    base: usize,
    cells: &[Cell],
    at: usize,
    to: *mut O,
) -> bool {
    let mut marks = 0;
    for (row, end) in ends.iter().enumerate() {
        let end = end.wrapping_index().wrapping_sub(base);
        debug_assert!(end / 64 < cells.len());
        // SAFETY: the end has a cell.
        let cell = unsafe { *cells.get_unchecked(end / 64) };
        let before = cell.marks_before(end);
        let moved = at.wrapping_add(end);
        let moved = if GROWS { moved.wrapping_add(2 * before) } else { moved.wrapping_sub(before) };
        marks |= cell.mask >> (end % 64);
        // SAFETY: there is room for as many offsets as there are ends.
        unsafe { to.add(row).write(O::wrapping_from(moved)) };
    }
    marks & 1 != 0
}
