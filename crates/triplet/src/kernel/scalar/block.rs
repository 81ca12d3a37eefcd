//! One block of the decoder: 64 bytes, by the places of the `%` among them.
//!
//! A triplet can be read without knowing what comes before it, because a hexadecimal digit is
//! never a `%`. So a block of 64 bytes is reduced to a mask with one bit for each `%` (and each `+`,
//! where that is a space): an *event*. From one bit to the next, the run between is copied with one
//! unconditional 16-byte store (more only for longer runs) and the event is resolved by two table
//! look-ups. The only branches are on the number of events in the block, once, and on rare cases: a malformed
//! triplet, a long run. In lenient decoding, a malformed `%` is part of the run.
//!
//! A block reads two bytes past its end for a triplet that crosses it, and a run is read and written in whole sixteens.

use super::{ONES, equal_lanes, lane_mask, load8};
use crate::kernel::rule::DecodeRule;
use crate::kernel::table;

/// Bytes whose events are found at once: the bits of a mask.
pub(in crate::kernel) const BLOCK: usize = 64;
/// A run is copied in pieces of this many bytes, so up to this many bytes too many may be written.
pub(in crate::kernel) const PIECE: usize = 16;
/// The number of bytes that must be readable from the start of a block: its bytes, the digits of a triplet that begins
/// at its end, and the last piece of a run.
pub(in crate::kernel) const READABLE: usize = BLOCK + PIECE;
/// The number of bytes that must be writable for a block: each byte at most once, and the last piece of a run.
pub(in crate::kernel) const WRITABLE: usize = BLOCK + PIECE;

/// Where a block ended: the bytes read (beyond 64 if a triplet crosses its end; fewer than the block has if it begins with
/// triplets and goes on with something else) and written, and whether a malformed `%` stopped it.
pub(in crate::kernel) struct BlockEnd {
    pub(in crate::kernel) read: usize,
    pub(in crate::kernel) written: usize,
    pub(in crate::kernel) malformed: bool,
}

/// One bit for each byte of a block that is this one.
///
/// # Safety
///
/// `p` is readable for `BLOCK` bytes.
#[inline(always)]
unsafe fn places(p: *const u8, byte: u8) -> u64 {
    let mut mask = 0;
    for w in 0..BLOCK / 8 {
        // SAFETY: within the block.
        let word = unsafe { load8(p.add(8 * w)) };
        mask |= lane_mask(equal_lanes(word, ONES * u64::from(byte))) << (8 * w);
    }
    mask
}

/// The events of a block that is only triplets: every third bit.
const ADJACENT: u64 = 0x9249_2492_4924_9249;

/// Decodes `count` triplets that follow each other, as text outside ASCII has them. Returns whether
/// all were well-formed; if not, what was written is to be ignored.
///
/// Under a rule that reads `+` as a space, a `+` may stand where a `%` is expected.
///
/// # Safety
///
/// `src` is readable for `3 * count` bytes, `dst` is writable for `count` bytes.
#[inline(always)]
unsafe fn triplets(src: *const u8, count: usize, dst: *mut u8) -> bool {
    let mut wrong = 0;
    for i in 0..count {
        // SAFETY: within `3 * count`.
        let [event, high, low] = unsafe { src.add(3 * i).cast::<[u8; 3]>().read() };
        let high = table::HEX_VALUE[usize::from(high)];
        let low = table::HEX_VALUE[usize::from(low)];
        wrong |= high | low | u8::from(event != b'%') << 7;
        // SAFETY: within `count`.
        unsafe { dst.add(i).write(high << 4 | low) };
    }
    wrong < 16
}

/// Decodes the first `length` bytes (at most 64) at `src`, and the digits after them that belong
/// to a triplet which begins among them.
///
/// # Safety
///
/// `src` is readable for `READABLE` bytes, `dst` writable for `WRITABLE`; they do not overlap. The bytes from `src + length`
/// on are input, or not hexadecimal digits.
#[inline(never)]
pub(in crate::kernel) unsafe fn block(
    src: *const u8,
    length: usize,
    dst: *mut u8,
    rule: &DecodeRule,
) -> BlockEnd {
    debug_assert!(0 < length && length <= BLOCK);
    // SAFETY: `src` is readable for more than a block.
    let mut mask = unsafe { places(src, b'%') };
    if rule.plus {
        // SAFETY: as above.
        mask |= unsafe { places(src, b'+') };
    }
    mask &= !0 >> (BLOCK - length);
    if mask == 0 && length == BLOCK {
        // SAFETY: both hold a block.
        unsafe { src.copy_to_nonoverlapping(dst, BLOCK) };
        return BlockEnd { read: BLOCK, written: BLOCK, malformed: false };
    }
    if length == BLOCK && rule.kept.is_none() {
        let adjacent = ((mask ^ ADJACENT).trailing_zeros() as usize).div_ceil(3);
        // SAFETY: the last of 22 triplets ends at byte 66; each becomes one byte.
        if adjacent >= 8 && unsafe { triplets(src, adjacent, dst) } {
            return BlockEnd { read: 3 * adjacent, written: adjacent, malformed: false };
        }
    }
    let mut run = 0;
    let mut written = 0;
    // The bytes from `run` up to `$end` as they are.
    macro_rules! flush {
        ($end:expr) => {{
            let mut from = run;
            // SAFETY: a run never begins after the event that ends it (a digit is not an event), nor
            // at the end of the block, so each piece begins at most at byte 63 and ends within
            // `READABLE`. No more bytes were written than read, so the same holds for `dst`.
            unsafe {
                let mut to = dst.add(written);
                to.cast::<[u8; PIECE]>()
                    .write_unaligned(src.add(from).cast::<[u8; PIECE]>().read_unaligned());
                while $end - from > PIECE {
                    from += PIECE;
                    to = to.add(PIECE);
                    to.cast::<[u8; PIECE]>()
                        .write_unaligned(src.add(from).cast::<[u8; PIECE]>().read_unaligned());
                }
            }
            written += $end - run;
        }};
    }
    while mask != 0 {
        let at = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        // SAFETY: `at` is within the block and two more bytes are readable.
        let [event, high, low] = unsafe { src.add(at).cast::<[u8; 3]>().read() };
        let (value, width) = if rule.plus && event == b'+' {
            (b' ', 1)
        } else {
            match table::octet(high, low) {
                Some(value) if rule.keeps_triplet_of(value) => continue,
                Some(value) => (value, 3),
                None if rule.lenient => continue,
                None => {
                    flush!(at);
                    return BlockEnd { read: at, written, malformed: true };
                }
            }
        };
        flush!(at);
        // SAFETY: one byte for at least one that was read, see `flush!`.
        unsafe { dst.add(written).write(value) };
        written += 1;
        run = at + width;
    }
    if run < length {
        flush!(length);
        run = length;
    }
    BlockEnd { read: run, written, malformed: false }
}
