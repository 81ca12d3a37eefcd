//! Portable code: tables, and words of eight bytes.
//!
//! ```text
//! search     the first byte that needs work  eight table look-ups, or eight bytes in a word
//! encode     bytes to text                   one four-byte store a byte, without a branch
//! decode     text to bytes                   blocks, and the end of the input byte by byte
//! block      64 bytes of it                  a bit mask of the `%`, then one step a bit
//! normalize  triplets in their normal form   one after the other
//! rows       where rows end afterwards       a bit mask of 64 bytes, and the bits before each end
//! ```

pub(super) mod block;
pub(super) mod decode;
pub(super) mod encode;
#[cfg(feature = "alloc")]
pub(super) mod normalize;
#[cfg(feature = "alloc")]
pub(super) mod rows;
pub(super) mod search;

/// The byte `0x01` in every lane of a word.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// Eight bytes as a word, the first in the lowest lane.
///
/// # Safety
///
/// `p` is readable for 8 bytes.
#[inline(always)]
pub(super) unsafe fn load8(p: *const u8) -> u64 {
    // SAFETY: `p` is readable for 8 bytes, at any alignment.
    u64::from_le(unsafe { p.cast::<u64>().read_unaligned() })
}

/// `0x80` in each lane of `word` that equals the byte repeated in `pattern`, `0x00` in the others.
///
/// Exact in every lane: `x | 0x80` minus one never borrows from the next lane, and its top bit is
/// clear only where the low seven bits are zero.
#[inline(always)]
const fn equal_lanes(word: u64, pattern: u64) -> u64 {
    let x = word ^ pattern;
    !(((x | ONES << 7) - ONES) | x) & ONES << 7
}

/// The top bits of the eight lanes as a mask of eight bits, the first lane lowest.
///
/// For a word with bits only at 7, 15, …: after the shift to 0, 8, …, the product moves lane `l` to
/// bit `56 + l`; the other products land elsewhere without meeting, so no carry disturbs them.
#[inline(always)]
const fn lane_mask(top_bits: u64) -> u64 {
    (top_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
