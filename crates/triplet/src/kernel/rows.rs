//! Many short texts in one buffer, one after the other: how much shorter or longer the buffer becomes before each place.
//!
//! A column has millions of rows of a few bytes, and an offset for the end of each. Calling a kernel for each row takes longer than
//! the work of the kernel. So a *stretch* of rows is encoded or decoded in one call, and the new ends of its rows are computed from
//! masks:
//!
//! ```text
//! values   a  %  2  0  b  c  %  4  1  d      rows `a%20b` and `c%41d`, which end at 5 and 10
//! mask     .  .  x  x  .  .  .  x  x  .      decoding drops two bytes after each `%`
//! before   0  0  0  1  2  2  2  2  3  4  4   so they end at 5 - 2 and 10 - 4
//! ```
//!
//! 1. `mark_dropped` or `mark_encoded` makes a [`Cell`] of each 64 bytes: the mask, and how many marks are before the cell.
//! 2. `move_ends` adds to `before` the marks of the cell that are before the end of the row. No branch depends on the rows.
//!
//! A mark at the end of a row, not before it, says that a triplet would go on in the next row.

use number::Number;

/// 64 bytes of a stretch.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cell {
    /// One bit for each byte that is dropped, or that becomes a triplet; the first lowest.
    pub(super) mask: u64,
    /// How many such bytes are before these.
    pub(super) before: u64,
}

/// The number of cells for a stretch of this length. The last cell is for a row that begins at the end of the stretch.
pub(crate) const fn cells_for(length: usize) -> usize {
    length / 64 + 1
}

/// Keeps the marks that other cells have too. Then the cells do not say any more how many marks are before a place.
pub(crate) fn keep_common_marks(cells: &mut [Cell], others: &[Cell]) {
    for (cell, other) in cells.iter_mut().zip(others) {
        cell.mask &= other.mask;
    }
}

/// The marks of the 64 bytes from a place on, the first lowest.
#[inline(always)]
pub(crate) fn marks_from(cells: &[Cell], place: usize) -> u64 {
    let (here, bit) = (place / 64, place % 64);
    // There is no branch on the bit: the next cell adds nothing to a window that begins with this cell.
    let after = cells.get(here + 1).map_or(0, |next| next.mask << 1 << (63 - bit));
    cells.get(here).map_or(0, |cell| cell.mask >> bit) | after
}

/// How far from a place the next mark is, if it is less than 64 bytes.
#[inline(always)]
pub(crate) fn next_mark(cells: &[Cell], place: usize) -> Option<usize> {
    let window = marks_from(cells, place);
    (window != 0).then_some(window.trailing_zeros() as usize)
}

/// The place of the next mark at a place or after it, or the end.
#[inline(always)]
pub(crate) fn next_mark_before(cells: &[Cell], mut place: usize, end: usize) -> usize {
    while place < end {
        match next_mark(cells, place) {
            Some(distance) => return end.min(place + distance),
            None => place += 64,
        }
    }
    end
}

impl Cell {
    /// The number of marks before a place in this cell.
    #[inline(always)]
    pub(super) fn marks_before(self, place: usize) -> usize {
        (self.before + u64::from((self.mask & ((1 << (place % 64)) - 1)).count_ones())) as usize
    }
}

/// Which of 64 bytes are marked. (Not a closure, which might not be inlined, and then would not have the tier's
/// instructions.)
pub(super) trait Mark: Copy {
    /// One bit for each byte, the first lowest.
    fn bits(self, block: &[u8; 64]) -> u64;
}

/// Fills the cells of a stretch, and returns how many marks are before its end. With `AFTER`, the two bytes after each byte that is
/// found are marked, instead of that byte.
#[inline(always)]
pub(super) fn fill<M: Mark, const AFTER: bool>(src: &[u8], cells: &mut [Cell], mark: M) -> usize {
    assert_eq!(cells.len(), cells_for(src.len()));
    let (blocks, rest) = src.as_chunks::<64>();
    let (mut before, mut carry) = (0, 0);
    let (last, cells) = cells.split_last_mut().expect("one cell at least");
    for (block, cell) in blocks.iter().zip(cells) {
        let found = mark.bits(block);
        let mask = if AFTER { found << 1 | found << 2 | carry } else { found };
        carry = found >> 63 | found >> 62;
        *cell = Cell { mask, before };
        before += u64::from(mask.count_ones());
    }
    let mut block = [0; 64];
    block[..rest.len()].copy_from_slice(rest);
    let found = mark.bits(&block) & ((1 << rest.len()) - 1);
    let mask = if AFTER { found << 1 | found << 2 | carry } else { found };
    *last = Cell { mask, before };
    last.marks_before(rest.len())
}

/// The type of the offsets of rows: `i32` and `i64`, as Arrow has them, `u32`, `u64` or `usize`. Other types cannot implement it.
pub trait Offset: Copy + Ord + core::fmt::Debug + Number {}

/// What the kernel needs of an offset. Private, so that other crates cannot implement it.
pub(crate) mod number {
    pub trait Number {
        /// The offset as a number, if the machine can address it.
        fn index(self) -> Option<usize>;

        /// The offset as a number, if [`Number::index`] gives one.
        fn wrapping_index(self) -> usize;

        /// A number as an offset, if [`Number::fits`].
        fn wrapping_from(index: usize) -> Self;

        /// Whether there is an offset of this number.
        fn fits(index: usize) -> bool;
    }
}

macro_rules! offsets {
    ($($type:ty)*) => {$(
        impl Number for $type {
            #[inline(always)]
            fn index(self) -> Option<usize> {
                usize::try_from(self).ok()
            }

            #[inline(always)]
            fn wrapping_index(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn wrapping_from(index: usize) -> $type {
                index as $type
            }

            #[inline(always)]
            fn fits(index: usize) -> bool {
                <$type>::try_from(index).is_ok()
            }
        }

        impl Offset for $type {}
    )*};
}

offsets! { i32 i64 u32 u64 usize }
