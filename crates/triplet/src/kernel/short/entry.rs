//! From a caller's short value and buffer to the code that encodes or decodes it.
//!
//! [`encode`] and [`decode`] are the short path of each direction. The other functions give them room in a string, in a vector
//! or on the stack.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::inline;
use super::{DECODE_ROOM, LONGEST, ONE_REGISTER, TWO_WORDS, VECTORS_ENCODE, encode_room};
use crate::kernel::rule::{ByteSet, EncodeRule, Style};
use crate::kernel::{dispatch, tier};
use tier::OPTIMIZE_FOR_SIZE;

/// Whether a value takes the short path. An empty one does not.
#[inline(always)]
fn is_short(src: &[u8]) -> bool {
    (1..=LONGEST).contains(&src.len())
}

/// Encodes a short value, and returns the length of the result. The result is ASCII.
///
/// # Safety
///
/// The value is short, and `to` is writable for `encode_room(src.len())` bytes.
#[inline(always)]
unsafe fn encode(src: &[u8], rule: &EncodeRule, to: *mut u8) -> usize {
    // SAFETY: length and room are those of this function. `inline` needs less room.
    unsafe {
        if !OPTIMIZE_FOR_SIZE && src.len() <= ONE_REGISTER {
            if src.len() >= TWO_WORDS
                && inline::keeps_common(&rule.rows)
                && inline::copy_common_one_register(src.as_ptr(), src.len(), to)
            {
                return src.len();
            }
            if src.len() < VECTORS_ENCODE || tier::is_scalar() {
                return inline::encode_bytewise(src, rule, to);
            }
        }
        dispatch::encode_up_to_64(src, u128::from_ne_bytes(rule.rows), Style::of(rule), to)
    }
}

/// Decodes a short value, and returns the length of the result; `None` if a malformed `%` stops it.
///
/// # Safety
///
/// The value is short, and `to` is writable for `DECODE_ROOM` bytes.
#[inline(always)]
unsafe fn decode(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    to: *mut u8,
) -> Option<usize> {
    let length = src.len();
    // SAFETY: length and room are those of this function. `inline` needs less room.
    unsafe {
        if !OPTIMIZE_FOR_SIZE && length <= ONE_REGISTER {
            let clean = inline::copy_clean_one_register(src, plus, to);
            if clean == length {
                return Some(length);
            }
            if !tier::is_avx512() {
                return inline::decode_bytewise(src, clean, lenient, plus, kept, to);
            }
        }
        dispatch::decode_up_to_64(src, lenient, plus, kept, to)
    }
}

/// Appends the encoding of a short value to a string that has room for the longest result. False if the value is not short or the room is missing;
/// then the string is unchanged.
///
/// Inlined, so that the caller's view of the value stays in registers.
#[inline(always)]
pub(crate) fn encode_append_short(src: &[u8], rule: &EncodeRule, out: &mut String) -> bool {
    if !is_short(src) || out.capacity() - out.len() < encode_room(src.len()) {
        return false;
    }
    // SAFETY: the value is short, there is room, and what is added to the length is ASCII.
    unsafe {
        let out = out.as_mut_vec();
        let written = encode(src, rule, out.as_mut_ptr().add(out.len()));
        out.set_len(out.len() + written);
    }
    true
}

/// [`encode_append_short`] as a call, for callers in which inlining does not pay.
#[inline(never)]
pub(crate) fn encode_append_short_called(src: &[u8], rule: &EncodeRule, out: &mut String) -> bool {
    encode_append_short(src, rule, out)
}

/// The room that [`encode_append_short`] needs for a value of this length, if it is short.
pub(crate) fn encode_short_room(length: usize) -> Option<usize> {
    (length <= LONGEST).then(|| encode_room(length))
}

pub(crate) type ShortText = [MaybeUninit<u8>; encode_room(LONGEST)];

/// The encoding of a short value in a buffer; `None` if the value is not short.
#[inline(always)]
pub(crate) fn encode_short<'t>(
    src: &[u8],
    rule: &EncodeRule,
    text: &'t mut ShortText,
) -> Option<&'t str> {
    if !is_short(src) {
        return None;
    }
    // SAFETY: the value is short, the buffer has the room for the longest one, and what was written is ASCII.
    unsafe {
        let to = text.as_mut_ptr().cast::<u8>();
        let written = encode(src, rule, to);
        Some(str::from_utf8_unchecked(core::slice::from_raw_parts(to, written)))
    }
}

/// A value of at most one register that has only letters, digits and `-._~`: text without triplets, as most names and values of
/// forms are. `None` for any other value.
#[inline(always)]
pub(crate) fn common_text(src: &[u8]) -> Option<&str> {
    // SAFETY: `is_common` says that the value is ASCII.
    (!OPTIMIZE_FOR_SIZE && inline::is_common(src)).then(|| unsafe { str::from_utf8_unchecked(src) })
}

/// Appends the decoding of a short value to a vector that has [`DECODE_ROOM`]. Returns whether it did; if not, or if a malformed
/// `%` stops it, the vector is unchanged.
///
/// Inlined, so that the caller's view of the value stays in registers.
#[inline(always)]
pub(crate) fn decode_append_short(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    out: &mut Vec<u8>,
) -> bool {
    if !is_short(src) || out.capacity() - out.len() < DECODE_ROOM {
        return false;
    }
    // SAFETY: the value is short, there is room, and the bytes that are added to the length are initialised.
    unsafe {
        let written = decode(src, lenient, plus, kept, out.as_mut_ptr().add(out.len()));
        if let Some(written) = written {
            out.set_len(out.len() + written);
        }
        written.is_some()
    }
}

/// The decoding of a short value as text; `None` if the value is not short, if a malformed `%` stops it, or if the octets are not
/// UTF-8. Borrows the value if nothing changes; otherwise the string is allocated once, with exactly its length.
#[inline]
pub(crate) fn decode_short_text(src: &[u8], lenient: bool, plus: bool) -> Option<Cow<'_, str>> {
    if let Some(text) = common_text(src) {
        return Some(Cow::Borrowed(text));
    }
    if !is_short(src) {
        return None;
    }
    let mut text = [MaybeUninit::<u8>::uninit(); DECODE_ROOM];
    let to = text.as_mut_ptr().cast::<u8>();
    // SAFETY: the value is short, the buffer has the room, and the bytes that are counted are initialised.
    let octets = unsafe {
        let written = decode(src, lenient, plus, None, to)?;
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
