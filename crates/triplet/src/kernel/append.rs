//! Results appended to a `String` or a `Vec`.

use alloc::string::String;
use alloc::vec::Vec;

use super::decode_utf8::valid_prefix;
use super::encode_unicode::encode_text;
use super::rows::{Cell, Offset};
use super::rule::{DecodeRule, Decoded, EncodeRule, End};
use super::{dispatch, simd};

/// The room that [`normalize_append`] needs in addition to the length of its input.
pub(crate) const NORMAL_ROOM: usize = simd::NORMAL_ROOM;

/// Encodes as many whole bytes of the input as fit into the spare capacity of a string, and returns their number. The string never
/// grows.
#[inline]
pub(crate) fn encode_append(src: &[u8], rule: &EncodeRule, out: &mut String) -> usize {
    // SAFETY: the length grows only over bytes that the kernel has written, and they are ASCII.
    let out = unsafe { out.as_mut_vec() };
    let (read, written) = dispatch::encode(src, rule, out.spare_capacity_mut());
    debug_assert!(out.spare_capacity_mut().len() >= written);
    // SAFETY: the kernel initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    read
}

/// [`encode_text`] into the spare capacity of a string. The string never grows. Returns the length of the text that was read.
pub(crate) fn encode_text_append(text: &str, rule: &EncodeRule, out: &mut String) -> usize {
    // SAFETY: the length grows only over bytes that `encode_text` has written, and they are text.
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
/// The string grows, unless it has room for the text and [`NORMAL_ROOM`] more bytes.
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

/// Decodes as much of the input as fits into the spare capacity of a vector. The vector never grows. Stops before a malformed `%`
/// unless the rule is lenient.
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

/// Bytes of the input that [`decode_text`] decodes before it validates them: with the output, half of a level 1 cache of 32 KiB.
const BLOCK: usize = 8 << 10;

/// The decoding of an input as text, in the memory of the empty vector `out`. `None` if a triplet is malformed, or if the octets
/// are not UTF-8. Nothing is allocated if there is room for the input.
pub(crate) fn decode_text(src: &[u8], rule: &DecodeRule, mut out: Vec<u8>) -> Option<String> {
    out.clear();
    let mut text = String::from_utf8(out).unwrap_or_default();
    decode_text_append(src, rule, &mut text).then_some(text)
}

/// Appends the decoding of an input as text to a string. The string never grows. False, and nothing is appended, if a triplet is
/// malformed, if the octets are not UTF-8, or if there is no room.
///
/// 1. Decode a block of the input. A block never ends within a triplet.
/// 2. Validate the decoded block while the level 1 cache still holds it. A character that the end of a block
///    cuts is validated with the next block.
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
    // SAFETY: the bytes before `start` are text, and `valid_prefix` found the bytes after it to be UTF-8, each block from the end of a
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
    // The loop has no branch, so that a compiler vectorises it.
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
