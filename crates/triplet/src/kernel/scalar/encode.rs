//! Bytes to text, one four-byte store a byte.
//!
//! The class of a byte (triplet, kept, plus) and the byte itself select a word of a constant table:
//! three bytes of text and their number. For long inputs a table of the 256 words that this set
//! selects is made first. The word is stored whole and the place advances by the
//! number, so that the next store overwrites the surplus. Nothing branches on the data, and
//! the only chain from one byte to the next is the addition to the place.
//!
//! Text that needs no work is common too, so eight bytes are tested first; the test is made again
//! only after 32 bytes of mixed text, because a branch that the data decides costs as much as
//! encoding eight bytes.

use core::mem::MaybeUninit;

use super::load8;
use super::search::{self, Classes};
use crate::kernel::rule::{EncodeRule, Style};
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
    if src.len() < search::SHORT {
        return few(src, rule, dst);
    }
    long(src, rule, dst)
}

/// [`encode`] of a few bytes: no table is built, and the room is tested once.
#[inline]
fn few(src: &[u8], rule: &EncodeRule, dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    if dst.len() <= 3 * src.len() || rule.above {
        return encode_from(src, rule, dst, 0, 0);
    }
    // SAFETY: there is room for `3 * n + 1` bytes.
    (src.len(), unsafe { short(src, rule, dst.as_mut_ptr().cast()) })
}

/// Encodes all of a short input, and returns the number of bytes written, from `dst` on.
///
/// As long as all is kept, a branch for 16 bytes or for one is right, because it will go on as before; after the
/// first other byte there is no branch.
///
/// # Safety
///
/// `dst` is writable for `3 * src.len() + 1` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn short(src: &[u8], rule: &EncodeRule, dst: *mut u8) -> usize {
    let length = src.len();
    let mut clean = 0;
    if length >= 16 && search::keeps_common(&rule.rows) {
        // The last 16 end with the input; they may overlap those before.
        let last = length - 16;
        // SAFETY: 16 bytes are left of `src` at `clean`, and so of the room, because as many were written as were read.
        while unsafe { copy_common(src.as_ptr().add(clean), 16, dst.add(clean)) } {
            if clean == last {
                return length;
            }
            clean = last.min(clean + 16);
        }
    }
    // What stays although it is not so common, and what stays under a set that keeps less.
    while clean < length {
        // SAFETY: tested.
        let byte = unsafe { *src.get_unchecked(clean) };
        if search::class(rule, byte) != table::KEPT {
            break;
        }
        // SAFETY: as many bytes were read.
        unsafe { dst.add(clean).write(byte) };
        clean += 1;
    }
    // SAFETY: at most `clean` bytes of the room are used.
    clean + unsafe { tiny(src.get_unchecked(clean..), rule, dst.add(clean)) }
}

/// [`short`] with the parts of a rule that fit into registers.
///
/// # Safety
///
/// The requirements of [`short`].
#[inline(never)]
pub(in crate::kernel) unsafe fn short_styled(
    src: &[u8],
    rows: u128,
    style: Style,
    dst: *mut u8,
) -> usize {
    // SAFETY: the room is that of this function.
    unsafe { short(src, &style.rule(rows), dst) }
}

/// Copies 4 to 16 bytes if they are all so common that nearly every set keeps them (see `search::keeps_common`), and says
/// whether it did.
///
/// # Safety
///
/// `4 <= length <= 16`; `src` is readable and `dst` is writable for `length` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn copy_common(src: *const u8, length: usize, dst: *mut u8) -> bool {
    // SAFETY: halves of the input, which may overlap, and their places within the room.
    unsafe {
        if length < 8 {
            let first = src.cast::<u32>().read_unaligned();
            let last = src.add(length - 4).cast::<u32>().read_unaligned();
            let word = u64::from(first) | u64::from(last) << 32;
            let all = search::all_common([word, word]);
            if all {
                dst.cast::<u32>().write_unaligned(first);
                dst.add(length - 4).cast::<u32>().write_unaligned(last);
            }
            all
        } else {
            let words = [load8(src), load8(src.add(length - 8))];
            let all = search::all_common(words);
            if all {
                dst.cast::<[u8; 8]>().write_unaligned(words[0].to_le_bytes());
                dst.add(length - 8).cast::<[u8; 8]>().write_unaligned(words[1].to_le_bytes());
            }
            all
        }
    }
}

/// Encodes all of a very short input, byte by byte and without a branch on the data.
///
/// # Safety
///
/// `dst` is writable for `3 * src.len() + 1` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn tiny(src: &[u8], rule: &EncodeRule, dst: *mut u8) -> usize {
    let mut written = 0;
    for &byte in src {
        // SAFETY: before the last byte at most `3 * (n - 1)` bytes are written, so that four are left.
        written += unsafe { store(word_of(byte, rule), dst.add(written)) };
    }
    written
}

/// What a byte becomes, as [`word`] says it, where no classes are at hand: chosen, not branched to.
#[inline(always)]
fn word_of(byte: u8, rule: &EncodeRule) -> u32 {
    let triplet = table::triplet_word(byte, rule.lower);
    let kept = search::is_kept(&rule.rows, byte);
    let word = core::hint::select_unpredictable(kept, table::kept_word(byte), triplet);
    if rule.plus && byte == b' ' { table::kept_word(b'+') } else { word }
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
                written += unsafe { store(word(byte), out.add(written)) };
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

/// Writes the four bytes of a word at `to`, and gives the number of those that count.
///
/// # Safety
///
/// `to` is writable for four bytes.
#[inline(always)]
unsafe fn store(word: u32, to: *mut u8) -> usize {
    // SAFETY: `to` is writable for four bytes.
    unsafe { to.cast::<[u8; 4]>().write_unaligned(word.to_le_bytes()) };
    (word >> 24) as usize
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
                4.. => _ = store(word, to),
                _ => to.copy_from_nonoverlapping(word.to_le_bytes().as_ptr(), length),
            }
        }
        written += length;
        read += 1;
    }
    (read, written)
}
