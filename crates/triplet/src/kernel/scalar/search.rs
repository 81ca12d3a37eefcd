//! How long the prefix is that needs no work, and how many bytes do.

use super::{ONES, equal_lanes, load8};
use crate::kernel::rule::{ByteTriple, EncodeRule, Scan, WholeTextTest};
use crate::kernel::short::LONGEST;
use crate::kernel::table;

/// The class of each byte (`table::TRIPLET`, `KEPT` or `PLUS`) under a rule.
///
/// The rows of a set are the transpose of this table: lane `l` of row word shifted by `h` is the
/// class of byte `h << 4 | l`, so sixteen word operations build all of it. Bytes above 0x7F are
/// triplets.
pub(super) struct Classes(pub(super) [u8; 256]);

impl Classes {
    #[inline(never)]
    pub(super) fn of(rule: &EncodeRule) -> Classes {
        let (low, high) = rule.rows.split_at(8);
        let low = u64::from_le_bytes(low.try_into().expect("eight of sixteen"));
        let high = u64::from_le_bytes(high.try_into().expect("eight of sixteen"));
        let mut classes = [table::TRIPLET; 256];
        for h in 0..8 {
            classes[16 * h..16 * h + 8].copy_from_slice(&(low >> h & ONES).to_le_bytes());
            classes[16 * h + 8..16 * h + 16].copy_from_slice(&(high >> h & ONES).to_le_bytes());
        }
        if rule.plus {
            classes[usize::from(b' ')] = table::PLUS;
        }
        if rule.above {
            classes[128..].fill(table::KEPT);
        }
        Classes(classes)
    }

    #[inline(always)]
    pub(super) fn get(&self, byte: u8) -> u8 {
        self.0[usize::from(byte)]
    }

    /// Whether all eight bytes are kept as they are: classes are 0, 1 and 2, and only ones have a
    /// common bit with one.
    #[inline(always)]
    pub(super) fn keep_all(&self, bytes: &[u8; 8]) -> bool {
        bytes.iter().fold(table::KEPT, |all, &byte| all & self.get(byte)) == table::KEPT
    }
}

/// Whether one byte is kept: for inputs too short to build the table for. One instruction on a machine that can test a bit.
///
/// A row has eight bits, so a byte above 0x7F has none.
#[inline(always)]
pub(in crate::kernel) fn is_kept(rows: &[u8; 16], byte: u8) -> bool {
    u32::from(rows[usize::from(byte & 15)]) & 1 << (byte >> 4) != 0
}

#[inline(always)]
pub(in crate::kernel) fn class(rule: &EncodeRule, byte: u8) -> u8 {
    match byte {
        b' ' if rule.plus => table::PLUS,
        0x80.. if rule.above => table::KEPT,
        _ => u8::from(is_kept(&rule.rows, byte)),
    }
}

pub(in crate::kernel) fn kept_prefix_len(src: &[u8], rule: &EncodeRule) -> usize {
    if src.len() <= LONGEST {
        return src.iter().position(|&b| class(rule, b) != table::KEPT).unwrap_or(src.len());
    }
    let classes = Classes::of(rule);
    let (blocks, _) = src.as_chunks::<8>();
    let clean = blocks.iter().position(|block| !classes.keep_all(block)).unwrap_or(blocks.len());
    let rest = &src[8 * clean..];
    8 * clean + rest.iter().position(|&b| classes.get(b) != table::KEPT).unwrap_or(rest.len())
}

pub(in crate::kernel) fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
    if src.len() <= LONGEST {
        return src.iter().filter(|&&b| class(rule, b) == table::TRIPLET).count();
    }
    let classes = Classes::of(rule);
    src.iter().map(|&b| usize::from(classes.get(b) == table::TRIPLET)).sum()
}

pub(in crate::kernel) fn find_either(src: &[u8], bytes: [u8; 2]) -> usize {
    let patterns = bytes.map(|byte| ONES * u64::from(byte));
    first_lane(
        src,
        |word| equal_lanes(word, patterns[0]) | equal_lanes(word, patterns[1]),
        |byte| bytes.contains(&byte),
    )
}

pub(in crate::kernel) fn ascii_prefix_len(src: &[u8]) -> usize {
    first_lane(src, |word| word & ONES << 7, |byte| byte >= 0x80)
}

/// The place of the first byte that a test finds; `lanes` marks such bytes in a word by their top
/// bits.
#[inline(always)]
fn first_lane(src: &[u8], lanes: impl Fn(u64) -> u64, test: impl Fn(u8) -> bool) -> usize {
    let mut i = 0;
    // Four words a step: one branch for 32 bytes.
    while src.len() - i >= 32 {
        let p = src[i..].as_ptr();
        // SAFETY: 32 bytes are left at `p`.
        let found = unsafe {
            [
                lanes(load8(p)),
                lanes(load8(p.add(8))),
                lanes(load8(p.add(16))),
                lanes(load8(p.add(24))),
            ]
        };
        if found[0] | found[1] | found[2] | found[3] != 0 {
            for (w, mask) in found.into_iter().enumerate() {
                if mask != 0 {
                    return i + 8 * w + (mask.trailing_zeros() / 8) as usize;
                }
            }
        }
        i += 32;
    }
    i + src[i..].iter().position(|&b| test(b)).unwrap_or(src.len() - i)
}

/// Whether a test says yes anywhere. Tests as many bytes at a time as SSE2 has lanes.
#[inline(never)]
pub(in crate::kernel) fn has_byte_triple<T: ByteTriple>(src: &[u8]) -> bool {
    has_byte_triple_by::<T, 16>(src)
}

/// [`has_byte_triple`], `STEP` bytes at a time: a compiler finds the instructions of the tier that this is inlined into.
#[inline(always)]
pub(in crate::kernel) fn has_byte_triple_by<T: ByteTriple, const STEP: usize>(src: &[u8]) -> bool {
    let mut rest = src;
    while rest.len() >= STEP + 2 {
        let mut any = false;
        for i in 0..STEP {
            any |= T::is(rest[i], rest[i + 1], rest[i + 2]);
        }
        if any {
            return true;
        }
        rest = &rest[STEP..];
    }
    let byte = |i: usize| rest.get(i).copied().unwrap_or(0);
    (0..rest.len()).any(|i| T::is(byte(i), byte(i + 1), byte(i + 2)))
}

/// The operation `scan` on a machine without vectors: there is no answer.
pub(in crate::kernel) fn no_scan<const SETS: usize, const BYTES: usize>(
    _: &[u8],
    _: &[[u8; 16]; SETS],
    _: &[u8; BYTES],
    _: Option<&WholeTextTest<'_>>,
) -> Option<Scan<SETS, BYTES>> {
    None
}
