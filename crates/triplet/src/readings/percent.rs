//! Percent signs that look like triplets: in `100%abgesichert` and `50%de Rabatt` nobody encoded an octet.
#![forbid(unsafe_code)]

use crate::triplet::decode_triplet;

/// Whether the text is not encoded, although some of its `%` are followed by two hexadecimal digits: it has triplets of octets above
/// 0x7F, and each of them is a percent sign before a word.
///
/// A triplet is a percent sign if its digits are two letters, as the first ones of a word are, and not of two cases or of the other
/// case than that word, no other triplet is beside it, and it follows a number, perhaps after a space. If another `%` of the text is
/// not a triplet at all, it need not follow a number. A triplet of an ASCII octet, such as `%20`, shows that the text is encoded.
///
/// Text in which one triplet is not a percent sign is encoded: `caf%E9`, `20%B0C`, `100%C3%A9`. So is text without triplets of octets
/// above 0x7F: no charset is in question there. Linear time.
///
/// ```
/// use triplet::readings::is_plain;
///
/// assert!(is_plain("100%abgesichert und 50%de Rabatt"));
/// assert!(!is_plain("caf%E9 50%de") && !is_plain("100%C3%A9") && !is_plain("20%B0C"));
/// ```
#[must_use]
pub fn is_plain<I: AsRef<[u8]> + ?Sized>(text: &I) -> bool {
    let text = text.as_ref();
    let triplet = |at: usize| decode_triplet(text.get(at..)?);
    let signs = || text.iter().enumerate().filter(|(_, byte)| **byte == b'%').map(|(at, _)| at);
    let mut found = false;
    let mut others = None;
    for at in signs() {
        let Some(octet) = triplet(at) else { continue };
        let is_beside = triplet(at + 3).is_some() || at.checked_sub(3).and_then(triplet).is_some();
        if octet.is_ascii() || is_beside || !is_word(text[at + 1], text[at + 2], text.get(at + 3)) {
            return false;
        }
        let before = text[..at].strip_suffix(b" ").unwrap_or(&text[..at]);
        if !before.last().is_some_and(u8::is_ascii_digit)
            && !*others.get_or_insert_with(|| signs().any(|at| triplet(at).is_none()))
        {
            return false;
        }
        found = true;
    }
    found
}

/// Whether two hexadecimal digits are the first letters of a word. Programs write both digits in one case, most in capitals.
fn is_word(first: u8, second: u8, next: Option<&u8>) -> bool {
    if !first.is_ascii_alphabetic() || !second.is_ascii_alphabetic() {
        return false;
    }
    match (first.is_ascii_uppercase(), second.is_ascii_uppercase()) {
        (true, true) => next.is_some_and(u8::is_ascii_uppercase),
        (_, false) => true,
        (false, true) => false,
    }
}
