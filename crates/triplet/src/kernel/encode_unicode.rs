//! Encoding text of which the characters outside ASCII stay.
//!
//! The kernels know bytes only: they keep what is above 0x7F, and so every character of which such bytes are all, if
//! there is room for its last one.

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::mem::MaybeUninit;

use super::dispatch;
use super::rule::EncodeRule;

/// Encodes the ASCII of a text, as many whole characters as fit; gives how many bytes those are, and what they became.
pub(crate) fn encode_text<'d>(
    text: &str,
    rule: &EncodeRule,
    dst: &'d mut [MaybeUninit<u8>],
) -> (usize, &'d mut str) {
    let rule = EncodeRule { above: true, ..*rule };
    let (mut read, mut written) = dispatch::encode(text.as_bytes(), &rule, dst);
    while !text.is_char_boundary(read) {
        // As it was written: as one byte.
        read -= 1;
        written -= 1;
    }
    // SAFETY: the kernel has initialised `dst[..written]`. It is `text[..read]` with ASCII in place of some ASCII: whole
    // characters.
    let text = unsafe {
        let start = dst.as_mut_ptr().cast::<u8>();
        str::from_utf8_unchecked_mut(core::slice::from_raw_parts_mut(start, written))
    };
    (read, text)
}

/// [`encode_text`] into the spare capacity of a string, which it never grows.
#[cfg(feature = "alloc")]
pub(crate) fn encode_text_append(text: &str, rule: &EncodeRule, out: &mut String) -> usize {
    // SAFETY: the length grows over text only.
    unsafe {
        let out = out.as_mut_vec();
        let (read, text) = encode_text(text, rule, out.spare_capacity_mut());
        let written = text.len();
        out.set_len(out.len() + written);
        read
    }
}

/// How many bytes of the text become triplets.
pub(crate) fn count_encoded_text(text: &str, rule: &EncodeRule) -> usize {
    super::count_encoded(text.as_bytes(), rule) - count_above_ascii(text.as_bytes())
}

/// By blocks whose count a byte can hold, so that compilers find registers for it.
fn count_above_ascii(bytes: &[u8]) -> usize {
    bytes.chunks(128).map(|block| usize::from(block.iter().map(|byte| byte >> 7).sum::<u8>())).sum()
}

/// Whether all of the text stays as it is.
pub(crate) fn keeps_text(text: &str, rule: &EncodeRule) -> bool {
    count_encoded_text(text, rule) == 0 && !(rule.plus && text.as_bytes().contains(&b' '))
}

/// The longest prefix of a text that stays as it is.
pub(crate) fn kept_text_prefix<'a>(text: &'a str, rule: &EncodeRule) -> &'a str {
    let bytes = text.as_bytes();
    let mut end = 0;
    loop {
        let ascii = super::kept_prefix(&bytes[end..], rule).len();
        let above = bytes[end + ascii..].iter().take_while(|&&byte| byte > 0x7F).count();
        end += ascii + above;
        if above == 0 {
            return &text[..end];
        }
    }
}

/// The longest beginning that is text.
pub(crate) fn text_prefix(bytes: &[u8]) -> &str {
    #[cfg(feature = "simdutf8")]
    let found = simdutf8::compat::from_utf8(bytes).map_err(|error| error.valid_up_to());
    #[cfg(not(feature = "simdutf8"))]
    let found = str::from_utf8(bytes).map_err(|error| error.valid_up_to());
    // SAFETY: so much was found valid.
    found.unwrap_or_else(|end| unsafe { str::from_utf8_unchecked(&bytes[..end]) })
}
