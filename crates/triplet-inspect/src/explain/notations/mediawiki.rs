//! Anchors of MediaWiki (`$wgFragmentMode`, `legacy`): the heading `Zürich` is `#Z.C3.BCrich`, with a dot for the `%` of its triplets.
//!
//! The notation is only likely, because version numbers and names have a dot and two digits too. Only a text whose escapes include
//! characters outside ASCII is taken for it.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::super::recognized::{Inner, Place, Recognized};

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let is_anchor = |c: char| c.is_alphanumeric() || "_-.:#".contains(c);
    if !text.contains('.') || !text.chars().all(is_anchor) {
        return None;
    }
    let bytes = text.as_bytes();
    let mut read = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let run = read.len();
        while let Some(octet) = octet(&bytes[at..]) {
            read.push(octet);
            at += 3;
        }
        if at == start {
            read.push(bytes[at]);
            at += 1;
            continue;
        }
        // MediaWiki leaves letters, digits and `_-.:` as they are, and no heading has controls.
        let decoded = str::from_utf8(&read[run..]).ok()?;
        if decoded
            .contains(|c: char| c.is_control() || c.is_ascii_alphanumeric() || "_-.: ".contains(c))
        {
            return None;
        }
    }
    let read = String::from_utf8(read).ok()?;
    let is_encoded = |text: &str| text.bytes().filter(|byte| !byte.is_ascii()).count();
    if is_encoded(&read) == is_encoded(text) {
        return None;
    }
    Recognized::likely(Inner::Text(read))
}

/// The octet of `.XX` with capital letters.
fn octet(text: &[u8]) -> Option<u8> {
    let [b'.', high, low, ..] = text else { return None };
    let digit =
        |digit: u8| (!digit.is_ascii_lowercase()).then(|| char::from(digit).to_digit(16))?;
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_an_anchor_and_what_is_not() {
        for (text, expected) in [
            ("Z.C3.BCrich", "may be Zürich"),
            ("#.E4.B8.AD.E5.9B.BD_.281.29", "may be #中国_(1)"),
            ("10.20.C3.A4", "is not"),
            ("1.28.29", "is not"),
            ("127.0.0.1", "is not"),
            ("00.1A.C3.BC.DE.F0", "is not"),
            ("www.c3.bc.example", "is not"),
            ("Z.C3rich", "is not"),
            ("file.C3.BC /a", "is not"),
            ("v1.2C", "is not"),
        ] {
            assert_eq!(says(Kind::Mediawiki, text), expected, "{text}");
        }
    }

    #[test]
    fn in_a_fragment() {
        let link = explain("https://de.example/wiki/Stadt#Z.C3.BCrich");
        let fragment = link.root().child(Kind::Fragment).unwrap();
        assert_eq!(fragment.children[0].read(), "Zürich");
        assert!(fragment.children[0].is_likely);
    }
}
