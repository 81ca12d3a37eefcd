//! Decoding into text: octets to UTF-8, validated on the way.
//!
//! A large input is decoded piece by piece, and each piece of the output is validated while the caches still have
//! it. A piece without a byte above 0x7F needs nothing more; another is validated by `simdutf8` where the crate's
//! feature asks for it, else by `core`. A character that a piece cuts is validated with the next one. A piece of
//! the input ends before a `%` whose digits it does not hold.

use alloc::string::String;
use alloc::vec::Vec;

use super::{DecodeRule, End, ascii_prefix_len, decode_append};

/// Bytes of the input that are decoded and then validated: with the output, half of a small first cache.
const PIECE: usize = 8 << 10;

/// Bytes as text, if they are UTF-8.
pub(crate) fn text_of(bytes: &[u8]) -> Option<&str> {
    if valid_prefix(bytes)? < bytes.len() {
        return None;
    }
    // SAFETY: all of it was found valid.
    Some(unsafe { str::from_utf8_unchecked(bytes) })
}

/// The decoding of an input as text; nothing if a triplet is malformed, or the octets are not UTF-8. The string is
/// allocated once, with room for the input.
pub(crate) fn decode_text(src: &[u8], rule: &DecodeRule) -> Option<String> {
    let mut out = Vec::with_capacity(src.len());
    let (mut read, mut valid) = (0, 0);
    while read < src.len() {
        let end = match src.len() - read {
            ..=PIECE => src.len(),
            _ => match &src[read..read + PIECE] {
                [.., b'%', _] => read + PIECE - 2,
                [.., b'%'] => read + PIECE - 1,
                _ => read + PIECE,
            },
        };
        if decode_append(&src[read..end], rule, &mut out).end != End::Input {
            return None;
        }
        read = end;
        valid += valid_prefix(&out[valid..])?;
    }
    if valid < out.len() {
        return None;
    }
    // SAFETY: all of it was found valid, piece by piece: each began at the end of a character.
    Some(unsafe { String::from_utf8_unchecked(out) })
}

/// How many bytes are UTF-8, of which the rest is the beginning of one more character; nothing if they are not.
fn valid_prefix(bytes: &[u8]) -> Option<usize> {
    let ascii = ascii_prefix_len(bytes);
    let rest = &bytes[ascii..];
    #[cfg(feature = "simdutf8")]
    let (valid, is_wrong) = match simdutf8::compat::from_utf8(rest) {
        Ok(_) => (rest.len(), false),
        Err(error) => (error.valid_up_to(), error.error_len().is_some()),
    };
    #[cfg(not(feature = "simdutf8"))]
    let (valid, is_wrong) = match str::from_utf8(rest) {
        Ok(_) => (rest.len(), false),
        Err(error) => (error.valid_up_to(), error.error_len().is_some()),
    };
    (!is_wrong).then_some(ascii + valid)
}
