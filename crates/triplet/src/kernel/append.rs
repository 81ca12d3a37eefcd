//! Results appended to a `String` or a `Vec`: the only file of the kernel that knows that they grow.
//!
//! # Short inputs
//!
//! Names and values of forms, segments and parameters have 8 to 64 bytes, and a program encodes millions of them. Their
//! cost is the way to the kernel: a call, a rule that is written to memory and read again, a buffer that may have to grow.
//! So there is one short path for each direction, [`encode_append_short`] and [`decode_append_short`], for inputs of at
//! most [`SHORT`] bytes and a buffer that already has the room:
//!
//! 1. Up to [`FEW`] bytes: portable code, inlined into the caller. What changes goes to the tier's function from fewer bytes
//!    on, where that is faster.
//! 2. Up to [`SHORT`] bytes: the tier's function. It first copies the input as if nothing changed, in one or two
//!    registers, and tests the copy; only if something changes, it calls the part that encodes or decodes. With AVX-512 it
//!    decodes without that test: whether something changes cannot be foreseen, and to decode takes no longer than to go
//!    back after a wrong guess.
//!
//! Longer inputs, and buffers without room, go to [`encode_append`] and [`decode_append`]. The rows that the path is for are
//! those of `triplet-bench short` and `triplet-bench lengths`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::decode_utf8::valid_prefix;
use super::encode_unicode::encode_text;
use super::rows::{Cell, Offset};
use super::rule::{ByteSet, DecodeRule, Decoded, EncodeRule, End, Style};
use super::simd::{self, SHORT, encode::short_room as room_to_encode};
use super::tier::{self, OPTIMIZE_FOR_SIZE};
use super::{dispatch, scalar};

/// The room that [`normalize_append`] needs besides that for its input.
pub(crate) const NORMAL_ROOM: usize = simd::NORMAL_ROOM;

/// Up to this length, inlined portable code is faster than a call of the tier's function if nothing changes. So for these
/// lengths the tier is asked for only after that.
const FEW: usize = 16;

/// Whether what changes in at most [`FEW`] bytes is encoded by the tier's function.
#[inline(always)]
fn tier_encodes(length: usize) -> bool {
    length > 10 && tier::is_avx512()
}

/// Whether at most [`FEW`] bytes with something to decode are decoded by the tier's function.
#[inline(always)]
fn tier_decodes(length: usize) -> bool {
    tier::is_avx512() || length >= 8 && tier::is_avx2()
}

/// [`encode_append`] of a short input, if the string has room for the longest result: the path for short inputs, which
/// the head of this file describes. Returns whether it was taken; if not, the string is unchanged.
///
/// Inlined with its first step, so that the caller's view of the input stays in registers.
#[inline(always)]
pub(crate) fn encode_append_short(src: &[u8], rule: &EncodeRule, out: &mut String) -> bool {
    let room = out.capacity() - out.len();
    if !OPTIMIZE_FOR_SIZE && src.len() <= FEW && room > 3 * FEW {
        // SAFETY: three bytes for each of the input and one more are writable, and the kernel writes ASCII.
        unsafe {
            let out = out.as_mut_vec();
            let to = out.as_mut_ptr().add(out.len());
            let all_kept = src.len() >= 4
                && scalar::search::keeps_common(&rule.rows)
                && scalar::encode::copy_common(src.as_ptr(), src.len(), to);
            if all_kept || !tier_encodes(src.len()) {
                let written =
                    if all_kept { src.len() } else { scalar::encode::tiny(src, rule, to) };
                out.set_len(out.len() + written);
                return true;
            }
        }
    }
    if src.is_empty() || src.len() > SHORT || room < room_to_encode(src.len()) {
        return false;
    }
    let (rows, style) = (u128::from_ne_bytes(rule.rows), Style::of(rule));
    // SAFETY: the length is from 1 to `SHORT`, the room is what the operation requires, and the kernel writes ASCII.
    unsafe {
        let out = out.as_mut_vec();
        let written = dispatch::encode_short(src, rows, style, out.as_mut_ptr().add(out.len()));
        out.set_len(out.len() + written);
    }
    true
}

/// [`encode_append_short`] as a function that is called, for callers that the short path is not made for.
#[inline(never)]
pub(crate) fn encode_append_short_called(src: &[u8], rule: &EncodeRule, out: &mut String) -> bool {
    encode_append_short(src, rule, out)
}

/// The room that [`encode_append_short`] needs for an input of this length, if it is short enough at all.
pub(crate) fn short_room(length: usize) -> Option<usize> {
    (length <= SHORT).then(|| room_to_encode(length))
}

/// A buffer for the text of any short input.
pub(crate) type ShortText = [MaybeUninit<u8>; room_to_encode(SHORT)];

/// The encoding of a short input in a buffer of its own, if the input is short and not empty.
#[inline(always)]
pub(crate) fn encode_short<'t>(
    src: &[u8],
    rule: &EncodeRule,
    text: &'t mut ShortText,
) -> Option<&'t str> {
    if src.is_empty() || src.len() > SHORT {
        return None;
    }
    let (rows, style) = (u128::from_ne_bytes(rule.rows), Style::of(rule));
    // SAFETY: the buffer is large enough for the longest short input, and the kernel has written ASCII to the part of it
    // that is returned.
    unsafe {
        let to = text.as_mut_ptr().cast::<u8>();
        let written = dispatch::encode_short(src, rows, style, to);
        Some(str::from_utf8_unchecked(core::slice::from_raw_parts(to, written)))
    }
}

/// A short input of only letters, digits and `-._~`, which is text without triplets: most names and
/// values of forms, without a call.
#[inline(always)]
pub(crate) fn common_text(src: &[u8]) -> Option<&str> {
    // SAFETY: `is_common` says that it is ASCII.
    (!OPTIMIZE_FOR_SIZE && scalar::search::is_common(src))
        .then(|| unsafe { str::from_utf8_unchecked(src) })
}

/// Encodes as many whole bytes of the input as fit into the spare capacity of a string, which it never grows, and gives
/// how many those are.
#[inline]
pub(crate) fn encode_append(src: &[u8], rule: &EncodeRule, out: &mut String) -> usize {
    // SAFETY: below, the length grows only over ASCII that the kernel has written.
    let out = unsafe { out.as_mut_vec() };
    let (read, written) = dispatch::encode(src, rule, out.spare_capacity_mut());
    debug_assert!(out.spare_capacity_mut().len() >= written);
    // SAFETY: the kernel initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    read
}

/// [`encode_text`] into the spare capacity of a string, which it never grows. Returns the length of the text that was read.
pub(crate) fn encode_text_append(text: &str, rule: &EncodeRule, out: &mut String) -> usize {
    // SAFETY: the length grows over what `encode_text` has written, which is text.
    unsafe {
        let out = out.as_mut_vec();
        let (read, text) = encode_text(text, rule, out.spare_capacity_mut());
        let written = text.len();
        out.set_len(out.len() + written);
        read
    }
}

/// Appends a text up to its first malformed `%`, with each triplet in its normal form: decoded if a set keeps its octet,
/// else with digits in upper case, or as they are if `upper` is false. Returns the length of the text that was read.
///
/// Needs room for the text and [`NORMAL_ROOM`] more bytes, and is faster into a string that has it.
#[inline]
pub(crate) fn normalize_append(src: &str, rows: &[u8; 16], upper: bool, out: &mut String) -> usize {
    out.reserve(src.len() + NORMAL_ROOM);
    // SAFETY: there is room. The kernel has initialised what is added to the length: text up to a `%` or its end, and
    // ASCII in place of some triplets, because rows have no place for a byte above 0x7F.
    unsafe {
        let out = out.as_mut_vec();
        let to = out.as_mut_ptr().add(out.len());
        let (read, written) = dispatch::normalize(src.as_bytes(), rows, upper, to);
        debug_assert!(written <= read && read <= src.len());
        out.set_len(out.len() + written);
        read
    }
}

/// Decodes as much of the input as fits into the spare capacity of a vector, which it never grows, and stops before a
/// malformed `%` unless told to pass it.
#[inline]
pub(crate) fn decode_append(src: &[u8], rule: &DecodeRule, out: &mut Vec<u8>) -> Decoded {
    let spare = out.spare_capacity_mut();
    let room = spare.len();
    // SAFETY: the input and the spare capacity are borrowed apart.
    let done =
        unsafe { dispatch::decode(src.as_ptr(), src.len(), rule, spare.as_mut_ptr().cast(), room) };
    debug_assert!(done.written <= room);
    // SAFETY: the kernel initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + done.written) };
    done
}

/// The room that [`decode_append_short`] needs.
pub(crate) const SHORT_ROOM: usize =
    if SHORT > scalar::decode::ROOM { SHORT } else { scalar::decode::ROOM };

/// [`decode_append`] of a short input, if the vector has the room that a kernel needs and no malformed `%` stops it: the
/// path for short inputs, which the head of this file describes. Returns whether it was taken; if not, the vector is
/// unchanged.
///
/// Inlined with its first step, so that the caller's view of the input stays in registers.
#[inline(always)]
pub(crate) fn decode_append_short(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    out: &mut Vec<u8>,
) -> bool {
    if src.is_empty() || src.len() > SHORT {
        return false;
    }
    let room = out.capacity() - out.len();
    if !OPTIMIZE_FOR_SIZE && src.len() <= FEW && room >= FEW && kept.is_none() {
        // SAFETY: the input is not empty, the room is what each of the three functions requires, and each initialises the bytes that it counts.
        unsafe {
            let to = out.as_mut_ptr().add(out.len());
            let written = match src.len() {
                ..4 if scalar::decode::copy_three(src, plus, to) => Some(src.len()),
                ..4 => scalar::decode::bytes(src, 0, lenient, plus, None, to).ok(),
                length => match scalar::decode::copy_few(src, plus, to) {
                    at if at == length => Some(length),
                    _ if room >= SHORT_ROOM && tier_decodes(length) => {
                        dispatch::decode_short(src, lenient, plus, None, to)
                    }
                    at => scalar::decode::few_from(src, at, lenient, plus, to),
                },
            };
            if let Some(written) = written {
                out.set_len(out.len() + written);
            }
            return written.is_some();
        }
    }
    if room < SHORT_ROOM {
        return false;
    }
    // SAFETY: the length is from 1 to `SHORT`, the room is what the operation requires, and it initialises the bytes that
    // it counts.
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        let written = dispatch::decode_short(src, lenient, plus, kept, to);
        if let Some(written) = written {
            out.set_len(out.len() + written);
        }
        written.is_some()
    }
}

/// The decoding of a short input as text; `None` if it is not short, if a malformed `%` stops it, or if the octets are not
/// UTF-8. Borrows the input if nothing changes; otherwise the string is allocated once, with exactly its length.
#[inline]
pub(crate) fn decode_short_text(src: &[u8], lenient: bool, plus: bool) -> Option<Cow<'_, str>> {
    if let Some(text) = common_text(src) {
        return Some(Cow::Borrowed(text));
    }
    if src.is_empty() || src.len() > SHORT {
        return None;
    }
    let mut text = [MaybeUninit::<u8>::uninit(); SHORT_ROOM];
    let to = text.as_mut_ptr().cast::<u8>();
    // SAFETY: the length is from 1 to `SHORT`, and the room is what each of the functions requires. Each initialises the bytes
    // that it counts.
    let octets = unsafe {
        let written = match src.len() {
            ..4 => scalar::decode::bytes(src, 0, lenient, plus, None, to).ok()?,
            length if !OPTIMIZE_FOR_SIZE && length <= FEW && !tier_decodes(length) => {
                scalar::decode::few_bytes(src, lenient, plus, to)?
            }
            _ => dispatch::decode_short(src, lenient, plus, None, to)?,
        };
        core::slice::from_raw_parts(to, written)
    };
    let text = if octets.is_ascii() {
        // SAFETY: ASCII is UTF-8.
        unsafe { str::from_utf8_unchecked(octets) }
    } else {
        str::from_utf8(octets).ok()?
    };
    if octets == src {
        return str::from_utf8(src).ok().map(Cow::Borrowed);
    }
    Some(Cow::Owned(text.into()))
}

/// Bytes of the input that [`decode_text`] decodes before it validates them: with the output, half of a small first cache.
const BLOCK: usize = 8 << 10;

/// The decoding of an input as text, in the memory of `out`, which is empty; `None` if a triplet is malformed, or if the octets
/// are not UTF-8. Nothing is allocated if there is room for the input.
pub(crate) fn decode_text(src: &[u8], rule: &DecodeRule, mut out: Vec<u8>) -> Option<String> {
    out.clear();
    let mut text = String::from_utf8(out).unwrap_or_default();
    decode_text_append(src, rule, &mut text).then_some(text)
}

/// Appends the decoding of an input as text to a string, which never grows. False, and nothing is appended, if a triplet is
/// malformed, if the octets are not UTF-8, or if there is no room.
///
/// 1. Decode a block of the input. A block never ends within a triplet.
/// 2. Validate what it was decoded to, while the first cache still holds it. A character that the end of a block cuts is
///    validated with the next block.
pub(crate) fn decode_text_append(src: &[u8], rule: &DecodeRule, text: &mut String) -> bool {
    // If something below panics, the string is empty.
    let mut out = core::mem::take(text).into_bytes();
    let start = out.len();
    let (mut read, mut valid) = (0, start);
    while read < src.len() {
        let end = match src.len() - read {
            ..=BLOCK => src.len(),
            _ => match &src[read..read + BLOCK] {
                [.., b'%', _] => read + BLOCK - 2,
                [.., b'%'] => read + BLOCK - 1,
                _ => read + BLOCK,
            },
        };
        if decode_append(&src[read..end], rule, &mut out).end != End::Input {
            break;
        }
        read = end;
        match valid_prefix(&out[valid..]) {
            Some(length) => valid += length,
            None => break,
        }
    }
    let is_text = read == src.len() && valid == out.len();
    if !is_text {
        out.truncate(start);
    }
    // SAFETY: what was there is text, and `valid_prefix` found all that was added to be UTF-8, each block from the end of a
    // character on.
    *text = unsafe { String::from_utf8_unchecked(out) };
    is_text
}

/// Appends the ends of rows after decoding a stretch, or with `GROWS` after encoding it, and says whether a triplet would go on in
/// the next row. `offsets` are the start of the first row and the ends of all of them, `base` is where the stretch begins, and
/// `start` where the first row begins afterwards. `None`, and nothing is appended, if the offsets are not in order or not in the
/// stretch.
pub(crate) fn append_ends<O: Offset, const GROWS: bool>(
    offsets: &[O],
    base: usize,
    cells: &[Cell],
    start: usize,
    out: &mut Vec<O>,
) -> Option<bool> {
    let (first, ends) = offsets.split_first()?;
    let last = offsets.last()?.index()?.checked_sub(base)?;
    // Without a branch, so that a compiler finds vectors.
    let is_disordered =
        ends.iter().zip(offsets).fold(false, |any, (end, start)| any | (end < start));
    let first = first.index()?.checked_sub(base)?;
    if is_disordered || last / 64 >= cells.len() {
        return None;
    }
    let before = cells[first / 64].marks_before(first);
    let start = start.wrapping_sub(first);
    let at = if GROWS { start.wrapping_sub(2 * before) } else { start.wrapping_add(before) };
    out.reserve(ends.len());
    // SAFETY: the ends are in order, so that each has a cell, as the last one has; there is room for as many offsets, which the
    // kernel has initialised.
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        let goes_on = dispatch::move_ends::<O, GROWS>(ends, base, cells, at, to);
        out.set_len(out.len() + ends.len());
        Some(goes_on)
    }
}
