//! Portable code for short values. All machines use it for up to [`ONE_REGISTER`] bytes.

use super::{DECODE_ROOM, ONE_REGISTER, TWO_WORDS};
use crate::kernel::rule::{ByteSet, DecodeRule, EncodeRule, Style, rows_of};
use crate::kernel::scalar::block::{BLOCK, PIECE, READABLE, WRITABLE, block};
use crate::kernel::scalar::search::{class, is_kept};
use crate::kernel::scalar::{ONES, load8};
use crate::kernel::table;
use crate::kernel::tier::OPTIMIZE_FOR_SIZE;

/// The letters, the digits and `-._~`. Nearly every set keeps all of them, so a word of such bytes is known to be
/// kept without a test of the set.
const COMMON: u128 = rows_of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");

/// Whether a set keeps all bytes that [`all_common`] accepts.
#[inline(always)]
pub(super) fn keeps_common(rows: &[u8; 16]) -> bool {
    u128::from_le_bytes(*rows) & COMMON == COMMON
}

/// Whether each of 16 bytes is a letter, a digit or one of `-._~`.
#[inline(always)]
fn all_common(words: [u64; 2]) -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::kernel::arch::sse2::all_common(words);
    #[cfg(not(target_arch = "x86_64"))]
    return words_common(words);
}

/// Whether a value of at most one register has only letters, digits and `-._~`. False for a longer value.
#[inline(always)]
pub(super) fn is_common(src: &[u8]) -> bool {
    let words = match (src.first_chunk::<8>(), src.first_chunk::<4>(), src) {
        (Some(first), _, _) if src.len() <= ONE_REGISTER => {
            let last = src.last_chunk::<8>().unwrap_or(first);
            [u64::from_le_bytes(*first), u64::from_le_bytes(*last)]
        }
        (None, Some(first), _) => {
            let last = src.last_chunk::<4>().unwrap_or(first);
            let word = u64::from(u32::from_le_bytes(*first)) << 32;
            [word | u64::from(u32::from_le_bytes(*last)); 2]
        }
        (None, None, &[first, .., last]) => {
            let word = u64::from_le_bytes([first, last, src[1], b'-', b'-', b'-', b'-', b'-']);
            [word, word]
        }
        (None, None, &[only]) => [u64::from_le_bytes([only; 8]); 2],
        (None, None, []) => return true,
        _ => return false,
    };
    all_common(words)
}

/// [`all_common`] with words.
///
/// Each lane answers in its top bit. Without that bit a lane is below 0x80, so that `lane + (0x80 - n)` has it where the
/// lane is at least `n`, and `(0x80 + n) - lane` where it is at most `n`; neither leaves its lane. From `-` to `9`, all
/// but `/` count; letters are compared in lower case.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn words_common(words: [u64; 2]) -> bool {
    const TOPS: u64 = ONES << 7;
    words.into_iter().all(|word| {
        let lanes = word & !TOPS;
        let at_least = |lanes: u64, byte: u8| lanes + ONES * u64::from(0x80 - byte);
        let at_most = |lanes: u64, byte: u8| ONES * u64::from(0x80 + byte) - lanes;
        let is = |byte: u8| TOPS - (lanes ^ (ONES * u64::from(byte)));
        let low = at_least(lanes, b'-') & at_most(lanes, b'9') & !is(b'/');
        let folded = lanes | (ONES * 0x20);
        let letter = at_least(folded, b'a') & at_most(folded, b'z');
        (low | letter | is(b'_') | is(b'~')) & !word & TOPS == TOPS
    })
}

/// Copies a value of [`TWO_WORDS`] to [`ONE_REGISTER`] bytes if it has only letters, digits and `-._~`. Returns whether it did.
///
/// # Safety
///
/// `TWO_WORDS <= length <= ONE_REGISTER`; `src` is readable and `dst` is writable for `length` bytes.
#[inline(always)]
pub(super) unsafe fn copy_common_one_register(src: *const u8, length: usize, dst: *mut u8) -> bool {
    // SAFETY: halves of the input, which may overlap, and their places within the room.
    unsafe {
        if length < 8 {
            let first = src.cast::<u32>().read_unaligned();
            let last = src.add(length - 4).cast::<u32>().read_unaligned();
            let word = u64::from(first) | u64::from(last) << 32;
            let all = all_common([word, word]);
            if all {
                dst.cast::<u32>().write_unaligned(first);
                dst.add(length - 4).cast::<u32>().write_unaligned(last);
            }
            all
        } else {
            let words = [load8(src), load8(src.add(length - 8))];
            let all = all_common(words);
            if all {
                dst.cast::<[u8; 8]>().write_unaligned(words[0].to_le_bytes());
                dst.add(length - 8).cast::<[u8; 8]>().write_unaligned(words[1].to_le_bytes());
            }
            all
        }
    }
}

/// Encodes a value byte by byte, without a branch on the data. Returns the length of the result.
///
/// # Safety
///
/// `dst` is writable for `3 * src.len() + 1` bytes.
#[inline(always)]
pub(super) unsafe fn encode_bytewise(src: &[u8], rule: &EncodeRule, dst: *mut u8) -> usize {
    let mut written = 0;
    for &byte in src {
        // SAFETY: before the last byte at most `3 * (n - 1)` bytes are written, so that four are left.
        written += unsafe { table::write_word(word_of(byte, rule), dst.add(written)) };
    }
    written
}

/// The word that a byte becomes (see `table.rs`), chosen without a branch.
#[inline(always)]
fn word_of(byte: u8, rule: &EncodeRule) -> u32 {
    let triplet = table::triplet_word(byte, rule.lower);
    let kept = is_kept(&rule.rows, byte);
    let word = core::hint::select_unpredictable(kept, table::kept_word(byte), triplet);
    if rule.plus && byte == b' ' { table::kept_word(b'+') } else { word }
}

/// Encodes a short value, and returns the length of the result.
///
/// # Safety
///
/// `dst` is writable for `3 * src.len() + 1` bytes.
#[inline(never)]
pub(in crate::kernel) unsafe fn encode_up_to_64(
    src: &[u8],
    rows: u128,
    style: Style,
    dst: *mut u8,
) -> usize {
    // SAFETY: the room is that of this function.
    unsafe { encode_by_rule(src, &style.rule(rows), dst) }
}

/// [`encode_up_to_64`] where a rule is at hand.
///
/// As long as all bytes are kept, a branch for 16 bytes or for one byte pays, because the next branch goes the same way. After the first
/// byte that is not kept there is no branch.
///
/// # Safety
///
/// `dst` is writable for `3 * src.len() + 1` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_by_rule(
    src: &[u8],
    rule: &EncodeRule,
    dst: *mut u8,
) -> usize {
    let length = src.len();
    let mut clean = 0;
    if length >= 16 && keeps_common(&rule.rows) {
        // The last 16 bytes end with the value, and may overlap the 16 before them.
        let last = length - 16;
        // SAFETY: 16 bytes are left of `src` at `clean`, and so of the room, because as many were written as were read.
        while unsafe { copy_common_one_register(src.as_ptr().add(clean), 16, dst.add(clean)) } {
            if clean == last {
                return length;
            }
            clean = last.min(clean + 16);
        }
    }
    // Other kept bytes, and all kept bytes of a set that does not keep the common ones.
    while clean < length {
        // SAFETY: tested.
        let byte = unsafe { *src.get_unchecked(clean) };
        if class(rule, byte) != table::KEPT {
            break;
        }
        // SAFETY: as many bytes were read.
        unsafe { dst.add(clean).write(byte) };
        clean += 1;
    }
    // SAFETY: at most `clean` bytes of the room are used.
    clean + unsafe { encode_bytewise(src.get_unchecked(clean..), rule, dst.add(clean)) }
}

/// Copies a value of at most [`ONE_REGISTER`] bytes in pieces that may overlap. Returns the place of the first `%`, or with `plus`
/// the first `%` or `+`; the length of the value if there is none.
///
/// # Safety
///
/// `1 <= src.len() <= ONE_REGISTER`; `dst` is writable for as many bytes.
#[inline(always)]
pub(super) unsafe fn copy_clean_one_register(src: &[u8], plus: bool, dst: *mut u8) -> usize {
    let (from, length) = (src.as_ptr(), src.len());
    if length < TWO_WORDS {
        // Unrolled: three bytes at most.
        for at in 0..TWO_WORDS - 1 {
            // SAFETY: `at` was compared with the length.
            let byte = unsafe { *from.add(at) };
            if byte == b'%' || plus && byte == b'+' {
                return at;
            }
            // SAFETY: as above.
            unsafe { dst.add(at).write(byte) };
            if at + 1 == length {
                break;
            }
        }
        return length;
    }
    let lane = |marks: u64| (marks.trailing_zeros() / 8) as usize;
    if length >= 8 {
        let copied = |place: usize| {
            // SAFETY: the word is within the value, and its place within the room.
            unsafe {
                let word = load8(from.add(place));
                dst.add(place).cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
                marks(word, plus)
            }
        };
        let last = length - 8;
        return match [0, last].map(copied) {
            [0, 0] => length,
            [0, marks] => last + lane(marks),
            [marks, _] => lane(marks),
        };
    }
    let last = length - 4;
    // SAFETY: the length is 4 to 7, so both words are within the value and the room.
    let words = unsafe {
        let load4 = |at: usize| u32::from_le(from.add(at).cast::<u32>().read_unaligned());
        let words = [load4(0), load4(last)];
        dst.cast::<[u8; 4]>().write_unaligned(words[0].to_le_bytes());
        dst.add(last).cast::<[u8; 4]>().write_unaligned(words[1].to_le_bytes());
        words
    };
    let marks = marks(u64::from(words[0]) | u64::from(words[1]) << 32, plus);
    match lane(marks) {
        _ if marks == 0 => length,
        lane @ ..4 => lane,
        lane => last + lane - 4,
    }
}

/// The top bits of the lanes with a `%`, or with a `+` that is read as a space. Only the lowest marked lane is certain,
/// because a lane that borrows from the next lane can mark that lane wrongly.
#[inline(always)]
fn marks(word: u64, plus: bool) -> u64 {
    let marks = |byte: u8| {
        let x = word ^ (ONES * u64::from(byte));
        x.wrapping_sub(ONES) & !x
    };
    (marks(b'%') | if plus { marks(b'+') } else { 0 }) & ONES << 7
}

/// Decodes a value byte by byte from `clean` on; the bytes before that place are already copied. Returns the length of the result;
/// `None` if a malformed `%` stops it.
///
/// # Safety
///
/// `dst` is writable for `src.len()` bytes; `clean <= src.len()`.
#[inline(always)]
pub(super) unsafe fn decode_bytewise(
    src: &[u8],
    clean: usize,
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Option<usize> {
    // SAFETY: `clean` is within both.
    let (mut rest, mut to) = unsafe { (src.get_unchecked(clean..), dst.add(clean)) };
    while let [byte, after @ ..] = rest {
        let mut byte = *byte;
        if byte == b'%' {
            let value = match after {
                [high, low, ..] => table::octet(*high, *low),
                _ => None,
            };
            match value {
                // The digits of a kept triplet follow as ordinary bytes.
                Some(value) if kept.is_some_and(|octets| octets.has(value)) => {}
                Some(value) => {
                    // SAFETY: fewer bytes were written than read, which is below the length of `src`.
                    unsafe {
                        to.write(value);
                        to = to.add(1);
                    }
                    rest = &rest[3..];
                    continue;
                }
                None if lenient => {}
                None => return None,
            }
        } else if plus && byte == b'+' {
            byte = b' ';
        }
        // SAFETY: no more bytes were written than read, which is below the length of `src`.
        unsafe {
            to.write(byte);
            to = to.add(1);
        }
        rest = after;
    }
    // SAFETY: both within the output, or at its end.
    Some(unsafe { to.offset_from_unsigned(dst) })
}

/// Decodes a short value, and returns the length of the result; `None` if a malformed `%` stops it.
///
/// # Safety
///
/// `src.len() <= LONGEST`; `dst` is writable for `DECODE_ROOM` bytes.
#[inline(never)]
pub(in crate::kernel) unsafe fn decode_up_to_64(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Option<usize> {
    // SAFETY: length and room are those of this function.
    unsafe { decode_in_room(src, lenient, plus, kept, dst, DECODE_ROOM) }
}

/// [`decode_up_to_64`] with this much room: words of eight bytes as long as they are clean, then byte by byte; or, where that is
/// faster and there is the room, by the places of the `%`.
///
/// # Safety
///
/// `src.len() <= LONGEST`; `dst` is writable for `room` bytes, and `room >= src.len()`.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_in_room(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
    room: usize,
) -> Option<usize> {
    let (p, length) = (src.as_ptr(), src.len());
    let mut clean = 0;
    while length - clean >= 8 {
        // SAFETY: eight bytes are left of `src`, and so of the room, because as many were written as were read. The
        // functions that are called get the room that this function has.
        unsafe {
            let word = load8(p.add(clean));
            dst.add(clean).cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
            let marks = marks(word, plus);
            if marks != 0 {
                if !OPTIMIZE_FOR_SIZE && length > ONE_REGISTER && room >= WRITABLE {
                    return decode_as_block(src, lenient, plus, kept, dst);
                }
                let clean = clean + (marks.trailing_zeros() / 8) as usize;
                return decode_bytewise(src, clean, lenient, plus, kept, dst);
            }
        }
        clean += 8;
    }
    if length >= 8 && clean < length {
        // The last word overlaps the one before.
        // SAFETY: within the value, and within the room, which is as long.
        unsafe {
            let word = load8(p.add(length - 8));
            if marks(word, plus) == 0 {
                dst.add(length - 8).cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
                return Some(length);
            }
        }
    }
    // SAFETY: `clean` bytes are copied, and `dst` is writable for the whole length.
    unsafe { decode_bytewise(src, clean, lenient, plus, kept, dst) }
}

const _: () = assert!(WRITABLE <= DECODE_ROOM);

/// Decodes a short value of at least 16 bytes as one block, with NUL after its end.
///
/// # Safety
///
/// `16 <= src.len() <= 64`; `dst` is writable for `WRITABLE` bytes.
#[inline(always)]
unsafe fn decode_as_block(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Option<usize> {
    debug_assert!(PIECE <= src.len() && src.len() <= BLOCK);
    let length = src.len();
    let mut from = [0u8; READABLE];
    let (p, to) = (src.as_ptr(), from.as_mut_ptr());
    let copy = |at: usize| {
        // SAFETY: called below for pieces of `src`, and `from` is longer.
        unsafe {
            let piece = p.add(at).cast::<[u8; PIECE]>().read_unaligned();
            to.add(at).cast::<[u8; PIECE]>().write_unaligned(piece);
        }
    };
    // Copying overlapping bytes twice costs less than a branch on the length.
    copy(0);
    if length > 2 * PIECE {
        copy(PIECE);
        copy(length - 2 * PIECE);
    }
    copy(length - PIECE);
    let rule = DecodeRule { lenient, plus, kept: kept.copied() };
    let from = from.as_ptr();
    // SAFETY: `from` is as large as a block requires, with no digit after the input; `dst` has `WRITABLE`.
    let end = unsafe { block(from, length, dst, &rule) };
    if end.malformed {
        return None;
    }
    // A block of 64 bytes that begins with triplets ends where the triplets end. The block read no more than the input, because no digit is
    // after the input.
    let (rest, written) = (&src[end.read..], end.written);
    // SAFETY: at most as many bytes were written as read, so as much room is left as input.
    let more = unsafe { decode_bytewise(rest, 0, lenient, plus, kept, dst.add(written)) };
    Some(written + more?)
}
