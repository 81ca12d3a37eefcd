//! Text to bytes, by the places of the `%` in 64 bytes at a time.
//!
//! A triplet can be read without knowing what comes before it, because a hexadecimal digit is
//! never a `%`. So a block of 64 bytes is reduced to a mask with one bit for each `%` (and each `+`,
//! where that is a space): an *event*. From one bit to the next, the run between is copied with one
//! unconditional 16-byte store (more only for longer runs) and the event is resolved by two table
//! look-ups. The only branches are on the number of events in the block, once, and on rare cases: a malformed
//! triplet, a long run. In lenient decoding, a malformed `%` is part of the run.
//!
//! The block reads two bytes past its end for a triplet that crosses it, and a run is read and
//! written in whole sixteens: the last block of the input is copied into a padded buffer first, and
//! the last blocks of the output are written to one.

use core::mem::MaybeUninit;

use super::{ONES, equal_lanes, lane_mask, load8};
use crate::kernel::rule::{ByteSet, DecodeRule, Decoded, End};
use crate::kernel::table;
use crate::kernel::tier::OPTIMIZE_FOR_SIZE;

/// Bytes whose events are found at once: the bits of a mask.
const BLOCK: usize = 64;
/// A run is copied in pieces of this many bytes, so up to this many bytes too many may be written.
const PIECE: usize = 16;
/// What must be readable from the start of a block: its bytes, the digits of a triplet that begins
/// at its end, and the last piece of a run.
const READABLE: usize = BLOCK + PIECE;
/// What must be writable for a block: each byte at most once, and the last piece of a run.
const WRITABLE: usize = BLOCK + PIECE;

/// Below this length a block costs more than it saves.
const SHORT: usize = 65;

/// Where a block ended: the bytes read (beyond 64 if a triplet crosses its end; fewer than the block has if it begins with
/// triplets and goes on with something else) and written, and whether a malformed `%` stopped it.
struct BlockEnd {
    read: usize,
    written: usize,
    malformed: bool,
}

/// The value of a triplet's digits, or nothing if one is not hexadecimal.
#[inline(always)]
fn octet(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (table::HEX_VALUE[usize::from(high)], table::HEX_VALUE[usize::from(low)]);
    // A value is below 16, and the mark of no value has its top bits set.
    if (high | low) < 16 { Some(high << 4 | low) } else { None }
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
/// Where `+` is an event too, one may stand where a `%` is expected.
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
/// `src` is readable for `READABLE` bytes, `dst` writable for `WRITABLE`; they do not overlap. What
/// is at `src + length` and after it is input, or is no hexadecimal digit.
#[inline(never)]
unsafe fn block(src: *const u8, length: usize, dst: *mut u8, rule: &DecodeRule) -> BlockEnd {
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
            // SAFETY: a run never begins after the event that ends it (digits are no events), nor
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
            match octet(high, low) {
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

/// Decodes as much as fits. `dst[..written]` is initialised afterwards.
#[inline]
fn decode(src: &[u8], rule: &DecodeRule, dst: &mut [MaybeUninit<u8>]) -> Decoded {
    if src.len() < SHORT && dst.len() >= src.len() {
        return few(src, rule, dst);
    }
    blocks(src, rule, dst)
}

/// [`decode`] between two places, which may be the same.
///
/// # Safety
///
/// `src` is readable for `length` bytes and `dst` writable for `room`. They do not overlap, or `dst` is `src`.
#[inline]
pub(in crate::kernel) unsafe fn decode_at(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
) -> Decoded {
    // Of two slices that do not overlap, one is empty if they begin at the same place.
    if core::ptr::eq(src, dst) && room >= length {
        // SAFETY: `src` and `dst` are those of this function, and what changes nothing need not be moved.
        return unsafe {
            let clean = clean(core::slice::from_raw_parts(src, length), rule);
            resume_after(src, length, rule, dst, room, clean, clean)
        };
    }
    // SAFETY: two slices that do not overlap.
    unsafe {
        let src = core::slice::from_raw_parts(src, length);
        decode(src, rule, core::slice::from_raw_parts_mut(dst.cast(), room))
    }
}

fn blocks(src: &[u8], rule: &DecodeRule, dst: &mut [MaybeUninit<u8>]) -> Decoded {
    let out = dst.as_mut_ptr().cast::<u8>();
    let (mut read, mut written) = (0, 0);
    while src.len() - read >= READABLE && dst.len() - written >= WRITABLE {
        // SAFETY: as much is left of both as the block asks for, and `src` and `dst` are borrowed
        // apart; what follows the block is input.
        let end = unsafe { block(src.as_ptr().add(read), BLOCK, out.add(written), rule) };
        read += end.read;
        written += end.written;
        if end.malformed {
            return Decoded { read, written, end: End::Malformed };
        }
    }
    while read < src.len() {
        let left = &src[read..];
        let length = left.len().min(BLOCK);
        // NUL is no hexadecimal digit, so that a triplet cut by the end is malformed.
        let mut from = [0u8; READABLE];
        let known = left.len().min(READABLE);
        from[..known].copy_from_slice(&left[..known]);
        let mut to = [0u8; WRITABLE];
        // SAFETY: `from` and `to` are as large as the block asks for; what follows the block in
        // `from` is the rest of the input, or NUL.
        let end = unsafe { block(from.as_ptr(), length, to.as_mut_ptr(), rule) };
        if end.written > dst.len() - written {
            let (length, room) = (src.len(), dst.len());
            // Another pointer: the one above ended when the slice was used again.
            let out = dst.as_mut_ptr().cast();
            // SAFETY: both are slices of their own.
            return unsafe { resume_after(src.as_ptr(), length, rule, out, room, read, written) };
        }
        for (slot, &byte) in dst[written..].iter_mut().zip(&to[..end.written]) {
            slot.write(byte);
        }
        read += end.read;
        written += end.written;
        if end.malformed {
            return Decoded { read, written, end: End::Malformed };
        }
    }
    Decoded { read, written, end: End::Input }
}

/// One step of the byte-by-byte reading: what begins at `src[at]`.
enum Unit {
    /// This octet, from this number of bytes.
    Octet(u8, usize),
    /// This number of bytes is copied.
    Raw(usize),
    /// A malformed `%`.
    Malformed,
}

#[inline(always)]
fn unit(src: &[u8], at: usize, rule: &DecodeRule) -> Unit {
    match src[at] {
        b'%' => match src.get(at + 1..at + 3).and_then(|digits| octet(digits[0], digits[1])) {
            Some(value) if rule.keeps_triplet_of(value) => Unit::Raw(3),
            Some(value) => Unit::Octet(value, 3),
            None if rule.lenient => Unit::Raw(1),
            None => Unit::Malformed,
        },
        b'+' if rule.plus => Unit::Octet(b' ', 1),
        _ => Unit::Raw(1),
    }
}

/// [`decode`] of a few bytes with room for all of them.
fn few(src: &[u8], rule: &DecodeRule, dst: &mut [MaybeUninit<u8>]) -> Decoded {
    debug_assert!(dst.len() >= src.len());
    let DecodeRule { lenient, plus, ref kept } = *rule;
    // SAFETY: there is room for all of the input.
    match unsafe { short::<false>(src, lenient, plus, kept.as_ref(), dst.as_mut_ptr().cast()) } {
        Ok(written) => Decoded { read: src.len(), written, end: End::Input },
        Err((read, written)) => Decoded { read, written, end: End::Malformed },
    }
}

/// [`short`] into a buffer of [`ROOM`] bytes; `None` if a malformed `%` stops it.
///
/// # Safety
///
/// `src.len() <= 64`; `dst` is writable for [`ROOM`] bytes.
#[inline(never)]
pub(in crate::kernel) unsafe fn short_roomy(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Option<usize> {
    // SAFETY: length and room are those of this function.
    unsafe { short::<{ !OPTIMIZE_FOR_SIZE }>(src, lenient, plus, kept, dst) }.ok()
}

/// Decodes a short input: how many bytes were written, or where a malformed `%` is and how many
/// were written before it. Words of eight bytes as long as they are clean, then byte by byte; or, with `ROOMY`, by the
/// places of the `%`, where that is faster.
///
/// # Safety
///
/// `dst` is writable for `src.len()` bytes; with `ROOMY` for `ROOM`, and then `src.len() <= 64`.
#[inline(always)]
pub(in crate::kernel) unsafe fn short<const ROOMY: bool>(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Result<usize, (usize, usize)> {
    let (p, length) = (src.as_ptr(), src.len());
    let mut clean = 0;
    while length - clean >= 8 {
        // SAFETY: eight bytes are left of `src`, and so of the room, because as many were written as
        // were read. `bytes` and `padded` get the room that this function has.
        unsafe {
            let word = load8(p.add(clean));
            dst.add(clean).cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
            let marks = marks(word, plus);
            if marks != 0 {
                let clean = clean + (marks.trailing_zeros() / 8) as usize;
                return match ROOMY && length > MANY {
                    true => padded(src, lenient, plus, kept, dst),
                    false => bytes(src, clean, lenient, plus, kept, dst),
                };
            }
        }
        clean += 8;
    }
    if length >= 8 && clean < length {
        // The last word overlaps the one before.
        // SAFETY: within the input, and within the room, which is as long.
        unsafe {
            let word = load8(p.add(length - 8));
            if !has_event(word, plus) {
                dst.add(length - 8).cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
                return Ok(length);
            }
        }
    }
    // SAFETY: `clean` bytes are copied, and `dst` is writable for the whole length.
    unsafe { bytes(src, clean, lenient, plus, kept, dst) }
}

/// Up to this length, a search for all `%` first costs more than it saves.
const MANY: usize = 16;

/// The room that [`short`] needs for any short input.
pub(in crate::kernel) const ROOM: usize = WRITABLE;

/// Decodes 16 to 64 bytes as one block, with NUL after them.
///
/// # Safety
///
/// `16 <= src.len() <= 64`; `dst` is writable for `ROOM` bytes.
#[inline(always)]
unsafe fn padded(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Result<usize, (usize, usize)> {
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
    // What overlaps is copied twice: that costs less than to ask for the length.
    copy(0);
    if length > 2 * PIECE {
        copy(PIECE);
        copy(length - 2 * PIECE);
    }
    copy(length - PIECE);
    let rule = DecodeRule { lenient, plus, kept: kept.copied() };
    let from = from.as_ptr();
    // SAFETY: `from` is as large as a block requires, with no digit after the input; `dst` has `ROOM`.
    let end = unsafe { block(from, length, dst, &rule) };
    if end.malformed {
        return Err((end.read, end.written));
    }
    // A block of 64 bytes that begins with triplets ends where they do. It read no more than the input, because it had no digit
    // after it.
    let (rest, written) = (&src[end.read..], end.written);
    // SAFETY: at most as many bytes were written as read, so as much room is left as input.
    let more = unsafe { bytes(rest, 0, lenient, plus, kept, dst.add(written)) };
    match more {
        Ok(more) => Ok(written + more),
        Err((read, more)) => Err((end.read + read, written + more)),
    }
}

/// Whether one of eight bytes is a `%`, or a `+` that is read as a space.
#[inline(always)]
fn has_event(word: u64, plus: bool) -> bool {
    marks(word, plus) != 0
}

/// The top bits of the lanes with a `%`, or a `+` that is read as a space. Above such a lane others may be marked too,
/// because a lane that borrows from the next can mark it wrongly.
#[inline(always)]
fn marks(word: u64, plus: bool) -> u64 {
    let marks = |byte: u8| {
        let x = word ^ (ONES * u64::from(byte));
        x.wrapping_sub(ONES) & !x
    };
    (marks(b'%') | if plus { marks(b'+') } else { 0 }) & ONES << 7
}

/// Decodes 4 to 16 bytes: how many were written, or nothing if it takes more than this: a malformed `%`.
///
/// 1. [`copy_few`] copies all of it. Nothing changes: done.
/// 2. Otherwise the bytes before what changes are already copied, and [`few_from`] decodes the rest.
///
/// # Safety
///
/// `4 <= src.len() <= 16`; `dst` is writable for as many bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn few_bytes(
    src: &[u8],
    lenient: bool,
    plus: bool,
    dst: *mut u8,
) -> Option<usize> {
    // SAFETY: the requirements are those of this function.
    unsafe {
        match copy_few(src, plus, dst) {
            at if at == src.len() => Some(at),
            at => few_from(src, at, lenient, plus, dst),
        }
    }
}

/// Decodes byte by byte from `at` on, after as many bytes are copied.
///
/// # Safety
///
/// `at <= src.len()`; `dst` is writable for as many bytes as the input has.
#[inline(always)]
pub(in crate::kernel) unsafe fn few_from(
    src: &[u8],
    at: usize,
    lenient: bool,
    plus: bool,
    dst: *mut u8,
) -> Option<usize> {
    // SAFETY: `at` is within the input, and one byte is written for at least one that is read.
    unsafe {
        let rest = src.get_unchecked(at..);
        Some(at + bytes(rest, 0, lenient, plus, None, dst.add(at)).ok()?)
    }
}

/// Copies 4 to 16 bytes in words, which may overlap, and gives the place of the first `%`, or with `plus` also `+`; the length
/// of the input if there is none.
///
/// # Safety
///
/// `4 <= src.len() <= 16`; `dst` is writable for as many bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn copy_few(src: &[u8], plus: bool, dst: *mut u8) -> usize {
    let (from, length) = (src.as_ptr(), src.len());
    let lane = |marks: u64| (marks.trailing_zeros() / 8) as usize;
    let copied = |place: usize| {
        // SAFETY: the word is within the input, and its place within the room.
        unsafe {
            let word = load8(from.add(place));
            dst.add(place).cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
            marks(word, plus)
        }
    };
    if length >= 8 {
        let marks = [0, length - 8].map(copied);
        if marks[0] | marks[1] == 0 {
            return length;
        }
        if marks[0] != 0 { lane(marks[0]) } else { length - 8 + lane(marks[1]) }
    } else {
        let last = length - 4;
        // SAFETY: the length is 4 to 7, so both words are within the input and the room.
        let words = unsafe {
            let load4 = |at: usize| u32::from_le(from.add(at).cast::<u32>().read_unaligned());
            let words = [load4(0), load4(last)];
            dst.cast::<[u8; 4]>().write_unaligned(words[0].to_le_bytes());
            dst.add(last).cast::<[u8; 4]>().write_unaligned(words[1].to_le_bytes());
            words
        };
        let marks = marks(u64::from(words[0]) | u64::from(words[1]) << 32, plus);
        if marks == 0 {
            return length;
        }
        let lane = lane(marks);
        if lane < 4 { lane } else { last + lane - 4 }
    }
}

/// Copies up to three bytes if there is no `%`, and returns whether it did: an unrolled loop.
///
/// # Safety
///
/// `1 <= src.len() <= 3`; `dst` is writable for as many bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn copy_three(src: &[u8], plus: bool, dst: *mut u8) -> bool {
    for at in 0..3 {
        // SAFETY: `at` was compared with the length before.
        let byte = unsafe { *src.get_unchecked(at) };
        if byte == b'%' {
            return false;
        }
        // SAFETY: the room is as long as the input.
        unsafe { dst.add(at).write(if plus && byte == b'+' { b' ' } else { byte }) };
        if at + 1 == src.len() {
            break;
        }
    }
    true
}

/// Decodes byte by byte from `clean` on; the bytes before it are already copied.
///
/// # Safety
///
/// `dst` is writable for `src.len()` bytes; `clean <= src.len()`.
#[inline(always)]
pub(in crate::kernel) unsafe fn bytes(
    src: &[u8],
    clean: usize,
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    dst: *mut u8,
) -> Result<usize, (usize, usize)> {
    // SAFETY: `clean` is within both.
    let (mut rest, mut to) = unsafe { (src.get_unchecked(clean..), dst.add(clean)) };
    while let [byte, after @ ..] = rest {
        let mut byte = *byte;
        if byte == b'%' {
            let value = match after {
                [high, low, ..] => octet(*high, *low),
                _ => None,
            };
            match value {
                // Its digits follow as they are.
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
                None => {
                    // SAFETY: both within the output.
                    return Err((src.len() - rest.len(), unsafe { to.offset_from_unsigned(dst) }));
                }
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
    Ok(unsafe { to.offset_from_unsigned(dst) })
}

/// [`decode`] from `read` and `written` on, one triplet or run after the other, to the last byte of room.
///
/// # Safety
///
/// `src` is readable for `length` bytes and `dst` writable for `room`; if they overlap, `dst + written` is not
/// after `src + read`.
pub(in crate::kernel) unsafe fn resume_after(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
    mut read: usize,
    mut written: usize,
) -> Decoded {
    while read < length {
        // SAFETY: `src` is readable for `length` bytes, and nothing is written while this borrow lives.
        let input = unsafe { core::slice::from_raw_parts(src, length) };
        let (octet, width) = match unit(input, read, rule) {
            Unit::Octet(octet, width) => (Some(octet), width),
            Unit::Raw(1) if input[read] != b'%' => {
                (None, clean(&input[read..], rule).min(room - written).max(1))
            }
            Unit::Raw(width) => (None, width),
            Unit::Malformed => return Decoded { read, written, end: End::Malformed },
        };
        let count = if octet.is_some() { 1 } else { width };
        if room - written < count {
            return Decoded { read, written, end: End::Room };
        }
        // SAFETY: `count` bytes of room are left, and `width` to read.
        unsafe {
            match octet {
                Some(octet) => dst.add(written).write(octet),
                None => dst.add(written).copy_from(src.add(read), count),
            }
        }
        read += width;
        written += count;
    }
    Decoded { read, written, end: End::Input }
}

/// The length of the prefix without a `%` or, under a rule that reads it, a `+`.
fn clean(src: &[u8], rule: &DecodeRule) -> usize {
    super::search::clean_prefix_len(src, rule.plus)
}

/// The place of the first `%` that begins no triplet, or the length of the input.
pub(in crate::kernel) fn well_formed_len(src: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += clean(&src[at..], &DecodeRule::STRICT);
        match src.get(at + 1..at + 3) {
            Some(digits) if octet(digits[0], digits[1]).is_some() => at += 3,
            _ => return at,
        }
    }
}

pub(in crate::kernel) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
    let mut read = 0;
    let mut written = 0;
    while read < src.len() {
        let width = clean(&src[read..], rule);
        read += width;
        written += width;
        if read == src.len() {
            break;
        }
        match unit(src, read, rule) {
            Unit::Octet(_, width) => {
                read += width;
                written += 1;
            }
            Unit::Raw(width) => {
                read += width;
                written += width;
            }
            Unit::Malformed => return Decoded { read, written, end: End::Malformed },
        }
    }
    Decoded { read, written, end: End::Input }
}
