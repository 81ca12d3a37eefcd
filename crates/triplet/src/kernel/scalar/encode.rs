//! Bytes to text, one four-byte store a byte.
//!
//! The class of a byte (triplet, kept, plus) and the byte itself select a word of a constant table:
//! three bytes of text and their number. The word is stored whole and the place advances by the
//! number, so that the next store overwrites what was too much. Nothing branches on the data, and
//! the only chain from one byte to the next is the addition to the place.
//!
//! Text that needs no work is common too, so eight bytes are tested first; the test is made again
//! only after 32 bytes of mixed text, because a branch that the data decides costs as much as
//! encoding eight bytes.

use core::mem::MaybeUninit;

use super::super::{EncodeRule, table};
use super::find::Classes;

/// Encodes as many whole bytes as fit: how many were read, and how many were written.
///
/// `dst[..written]` is initialised afterwards.
pub(in super::super) fn encode(
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if src.is_empty() {
        return (0, 0);
    }
    let classes = Classes::of(rule);
    let words = if rule.lower { &table::WORDS_LOWER } else { &table::WORDS_UPPER };
    let word = |byte: u8| -> u32 {
        let index = usize::from(classes.get(byte)) << 8 | usize::from(byte);
        debug_assert!(index < words.0.len());
        // SAFETY: a class is 0, 1 or 2 (`Classes::of`), so the index is below 3 << 8.
        unsafe { *words.0.get_unchecked(index) }
    };

    let out = dst.as_mut_ptr().cast::<u8>();
    let (mut read, mut written) = (0, 0);

    // The four-byte store of one byte.
    macro_rules! step {
        ($byte:expr) => {{
            let word = word($byte);
            // SAFETY: each use is behind a test that leaves four bytes of room at `written`.
            unsafe { out.add(written).cast::<[u8; 4]>().write_unaligned(word.to_le_bytes()) };
            written += (word >> 24) as usize;
        }};
    }

    // 32 bytes become at most 96, and the last store begins at most at the 93rd and writes four.
    while src.len() - read >= 32 && dst.len() - written >= 97 {
        // SAFETY: 32 bytes are left in `src`.
        let block = unsafe { &*src.as_ptr().add(read).cast::<[u8; 32]>() };
        let first: &[u8; 8] = block[..8].try_into().expect("eight of 32");
        if classes.keep_all(first) {
            // SAFETY: 97 bytes of room are left.
            unsafe { out.add(written).cast::<[u8; 8]>().write_unaligned(*first) };
            read += 8;
            written += 8;
        } else {
            for &byte in block {
                step!(byte);
            }
            read += 32;
        }
    }
    // Byte by byte while a whole store fits …
    while read < src.len() && dst.len() - written >= 4 {
        // SAFETY: `read < src.len()`.
        step!(unsafe { *src.get_unchecked(read) });
        read += 1;
    }
    // … and to the last byte of room.
    while read < src.len() {
        let word = word(src[read]);
        let length = (word >> 24) as usize;
        if dst.len() - written < length {
            break;
        }
        for (slot, byte) in dst[written..written + length].iter_mut().zip(word.to_le_bytes()) {
            slot.write(byte);
        }
        written += length;
        read += 1;
    }
    (read, written)
}
