//! Encoding text whose characters outside ASCII are kept.
//!
//! The kernels know bytes only: under such a rule they keep every byte above 0x7F, and so whole characters, except for the
//! last one if the buffer has no room for all of its bytes.

use core::mem::MaybeUninit;

use super::dispatch;
use super::rule::EncodeRule;

/// Encodes the ASCII of a text, as many whole characters as fit. Returns the length of the text that was read, and the result.
pub(crate) fn encode_text<'d>(
    text: &str,
    rule: &EncodeRule,
    dst: &'d mut [MaybeUninit<u8>],
) -> (usize, &'d mut str) {
    let rule = EncodeRule { above: true, ..*rule };
    let (mut read, mut written) = dispatch::encode(text.as_bytes(), &rule, dst);
    while !text.is_char_boundary(read) {
        // A byte of the character that does not fit: it was written as it is.
        read -= 1;
        written -= 1;
    }
    // SAFETY: the kernel has initialised `dst[..written]`. These bytes are `text[..read]`, up to the end of a character, with
    // ASCII in place of some ASCII.
    (read, unsafe { text_in(dst, written) })
}

/// The text at the start of a buffer.
///
/// # Safety
///
/// `buffer[..length]` is initialised and is UTF-8.
pub(super) unsafe fn text_in(buffer: &mut [MaybeUninit<u8>], length: usize) -> &mut str {
    let start = buffer.as_mut_ptr().cast::<u8>();
    // SAFETY: the requirement of this function; the borrow of the buffer is passed on.
    unsafe { str::from_utf8_unchecked_mut(core::slice::from_raw_parts_mut(start, length)) }
}

/// How many bytes of the text become triplets.
#[inline(never)]
pub(crate) fn count_encoded_text(text: &str, rule: &EncodeRule) -> usize {
    dispatch::count_encoded(text.as_bytes(), rule) - count_above_ascii(text.as_bytes())
}

/// Counts in blocks of 128 bytes. The count of a block fits into a byte, so the compiler can count in vector registers.
fn count_above_ascii(bytes: &[u8]) -> usize {
    bytes.chunks(128).map(|block| usize::from(block.iter().map(|byte| byte >> 7).sum::<u8>())).sum()
}

/// Whether the text is its own encoding.
pub(crate) fn keeps_text(text: &str, rule: &EncodeRule) -> bool {
    count_encoded_text(text, rule) == 0 && !(rule.plus && text.as_bytes().contains(&b' '))
}

/// The longest prefix of a text that is its own encoding.
pub(crate) fn kept_text_prefix<'a>(text: &'a str, rule: &EncodeRule) -> &'a str {
    let bytes = text.as_bytes();
    let mut end = 0;
    loop {
        let ascii = dispatch::kept_prefix_len(&bytes[end..], rule);
        let above = bytes[end + ascii..].iter().take_while(|&&byte| byte > 0x7F).count();
        end += ascii + above;
        if above == 0 {
            return &text[..end];
        }
    }
}

/// The longest prefix that is UTF-8.
pub(crate) fn text_prefix(bytes: &[u8]) -> &str {
    let (end, _) = super::decode_utf8::validate(bytes);
    // SAFETY: the validator found `bytes[..end]` to be UTF-8.
    unsafe { str::from_utf8_unchecked(&bytes[..end]) }
}
