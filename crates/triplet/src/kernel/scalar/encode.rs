//! Bytes to text, one four-byte store a byte.
//!
//! The class of a byte (triplet, kept, plus) and the byte itself select a word of a constant table:
//! three bytes of text and their number. For long inputs a table of the 256 words that this set
//! selects is made first. The word is stored whole and the place advances by the
//! number, so that the next store overwrites the surplus. Nothing branches on the data, and
//! the only chain from one byte to the next is the addition to the place.
//!
//! Text without changes is common too, so eight bytes are tested first. After a test that failed, 32 bytes are encoded before
//! the next test, because a branch that the data decides costs as much as encoding eight bytes.

use core::mem::MaybeUninit;

use super::search::{self, Classes};
use crate::kernel::rule::EncodeRule;
use crate::kernel::short::{LONGEST, inline};
use crate::kernel::table;

/// Encodes as many whole bytes as fit. Returns the number of bytes read and the number of bytes written.
///
/// `dst[..written]` is initialised afterwards.
#[inline(never)]
pub(in crate::kernel) fn encode(
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if src.len() > LONGEST {
        return long(src, rule, dst);
    }
    if dst.len() <= 3 * src.len() || rule.above {
        return encode_from(src, rule, dst, 0, 0);
    }
    // SAFETY: there is room for `3 * n + 1` bytes.
    (src.len(), unsafe { inline::encode_by_rule(src, rule, dst.as_mut_ptr().cast()) })
}

/// From this length on, a table of all words costs less than it saves.
const MANY: usize = 512;

fn long(src: &[u8], rule: &EncodeRule, dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    let classes = Classes::of(rule);
    let (read, written) = if src.len() < MANY {
        blocks(src, &classes, |byte| word(byte, classes.get(byte), rule), dst)
    } else {
        let mut words = [0u32; 256];
        for (byte, word) in (0..=255).zip(&mut words) {
            *word = self::word(byte, classes.get(byte), rule);
        }
        blocks(src, &classes, |byte| words[usize::from(byte)], dst)
    };
    encode_from(src, rule, dst, read, written)
}

/// Encodes while 32 bytes are left and fit whatever they become.
#[inline(always)]
fn blocks(
    src: &[u8],
    classes: &Classes,
    word: impl Fn(u8) -> u32,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    let out = dst.as_mut_ptr().cast::<u8>();
    let (mut read, mut written) = (0, 0);
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
                // SAFETY: of the 97 bytes of room, four are left before each store.
                written += unsafe { table::write_word(word(byte), out.add(written)) };
            }
            read += 32;
        }
    }
    (read, written)
}

/// What a byte of a class becomes: three bytes of text, and their number in the highest byte.
#[inline(always)]
fn word(byte: u8, class: u8, rule: &EncodeRule) -> u32 {
    let triplet = table::triplet_word(byte, rule.lower);
    let kept = table::kept_word(if class == table::PLUS { b'+' } else { byte });
    core::hint::select_unpredictable(class == table::TRIPLET, triplet, kept)
}

/// [`encode`] from `read` and `written` on, byte by byte, to the last byte of room.
#[inline(never)]
pub(in crate::kernel) fn encode_from(
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
    mut read: usize,
    mut written: usize,
) -> (usize, usize) {
    let out = dst.as_mut_ptr().cast::<u8>();
    while read < src.len() {
        let word = word(src[read], search::class(rule, src[read]), rule);
        let (room, length) = (dst.len() - written, (word >> 24) as usize);
        if room < length {
            break;
        }
        // SAFETY: room is left for the bytes that count, or for the whole word.
        unsafe {
            let to = out.add(written);
            match room {
                4.. => _ = table::write_word(word, to),
                _ => to.copy_from_nonoverlapping(word.to_le_bytes().as_ptr(), length),
            }
        }
        written += length;
        read += 1;
    }
    (read, written)
}
