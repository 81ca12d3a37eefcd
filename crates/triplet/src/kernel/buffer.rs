//! Results in a caller's buffer: the types that say what a kernel has written there.

use core::mem::MaybeUninit;

use super::dispatch;
use super::encode_unicode::{encode_text, text_in};
use super::rule::{DecodeRule, Decoded, EncodeRule};

/// A caller's buffer for a result.
///
/// Only this folder can write through an `Output`, and the kernels write initialised bytes only. So a borrowed `[u8]` stays
/// initialised. A caller with a `[MaybeUninit<u8>]` of the same memory could write uninitialised bytes.
pub(crate) struct Output<'d>(&'d mut [MaybeUninit<u8>]);

impl<'d> From<&'d mut [u8]> for Output<'d> {
    fn from(buffer: &'d mut [u8]) -> Output<'d> {
        let length = buffer.len();
        // SAFETY: the two types have the same layout. Only initialised bytes are written through the `Output`.
        Output(unsafe { core::slice::from_raw_parts_mut(buffer.as_mut_ptr().cast(), length) })
    }
}

impl<'d> From<&'d mut [MaybeUninit<u8>]> for Output<'d> {
    fn from(buffer: &'d mut [MaybeUninit<u8>]) -> Output<'d> {
        Output(buffer)
    }
}

/// The longest prefix that encoding leaves as it is; ASCII, so it is text.
pub(crate) fn kept_prefix<'a>(src: &'a [u8], rule: &EncodeRule) -> &'a str {
    let length = dispatch::kept_prefix_len(src, rule);
    debug_assert!(src[..length].is_ascii());
    // SAFETY: the kernel counts bytes of `src` that `rule.rows` keeps, and rows have no place for a byte above 0x7F; so
    // the prefix is within bounds, and ASCII.
    unsafe { str::from_utf8_unchecked(src.get_unchecked(..length)) }
}

/// Encodes as many whole bytes of the input as fit; returns their number and the result.
pub(crate) fn encode<'d>(
    src: &[u8],
    rule: &EncodeRule,
    dst: &'d mut [MaybeUninit<u8>],
) -> (usize, &'d mut str) {
    let (read, written) = dispatch::encode(src, rule, dst);
    // SAFETY: the kernel initialised `dst[..written]` with kept bytes, which are ASCII (see `kept_prefix`), `+`, `%` and
    // hexadecimal digits.
    (read, unsafe { text_in(dst, written) })
}

/// Text that grows in a caller's buffer.
///
/// Invariant: `buffer[..length]` is initialised and is UTF-8.
pub(crate) struct TextBuffer<'d> {
    buffer: &'d mut [MaybeUninit<u8>],
    length: usize,
}

impl<'d> TextBuffer<'d> {
    pub(crate) fn new(output: Output<'d>) -> TextBuffer<'d> {
        TextBuffer { buffer: output.0, length: 0 }
    }

    /// Appends [`encode`]'s result for as many bytes as fit, and returns their number.
    pub(crate) fn push_encoded(&mut self, src: &[u8], rule: &EncodeRule) -> usize {
        let (read, text) = encode(src, rule, &mut self.buffer[self.length..]);
        self.length += text.len();
        read
    }

    /// [`TextBuffer::push_encoded`] of the ASCII of a text whose other characters are kept, by whole characters.
    pub(crate) fn push_encoded_text(&mut self, src: &str, rule: &EncodeRule) -> usize {
        let (read, text) = encode_text(src, rule, &mut self.buffer[self.length..]);
        self.length += text.len();
        read
    }

    /// Appends text, if it fits whole.
    pub(crate) fn push_str(&mut self, text: &str) -> bool {
        let Some(room) = self.buffer.get_mut(self.length..self.length + text.len()) else {
            return false;
        };
        for (slot, byte) in room.iter_mut().zip(text.bytes()) {
            slot.write(byte);
        }
        self.length += text.len();
        true
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn into_str(self) -> &'d mut str {
        // SAFETY: the invariant.
        unsafe { text_in(self.buffer, self.length) }
    }
}

/// Decodes as much of the input as fits, and stops before a malformed `%` unless the rule is lenient.
///
/// The input counts as complete: a `%` followed by fewer than two bytes is malformed.
// Inlined: a call would return `Decoded` in memory, and loads wider than the stores before them would wait for the stores.
#[inline(always)]
pub(crate) fn decode<'d>(
    src: &[u8],
    rule: &DecodeRule,
    output: Output<'d>,
) -> (Decoded, &'d mut [u8]) {
    let dst = output.0;
    let (from, to) = (src.as_ptr(), dst.as_mut_ptr().cast::<u8>());
    // SAFETY: both places belong to slices that do not overlap.
    let done = unsafe { dispatch::decode(from, src.len(), rule, to, dst.len()) };
    debug_assert!(done.written <= dst.len());
    // SAFETY: the kernel initialised `dst[..written]`.
    let bytes = unsafe { core::slice::from_raw_parts_mut(to, done.written) };
    (done, bytes)
}

/// [`decode`] of a buffer into itself: `buffer[..written]` is the result. The bytes after the result are initialised but
/// unspecified. If a malformed `%` stops the decoding, `read` is the place of the `%` and `buffer[read..]` is untouched.
pub(crate) fn decode_in_place(buffer: &mut [u8], rule: &DecodeRule) -> Decoded {
    let (start, length) = (buffer.as_mut_ptr(), buffer.len());
    // SAFETY: the place to read is the place to write, and it is a whole slice.
    unsafe { dispatch::decode(start, length, rule, start, length) }
}
