//! Unicode normalization forms of text that is percent-encoded, or was (Unicode Standard Annex 15), by the crate
//! `unicode-normalization`.
//!
//! macOS gives names of files with a letter and its accent as two characters (NFD), almost everybody else as one (NFC). They look
//! the same, and are other octets. No specification of URIs makes them equal: RFC 3987 section 5.3.2.2 forbids to normalise what
//! somebody else made, because then it may name another resource, or none. So nothing here happens unless it is asked for by name.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfd_quick};

use crate::kernel;
use crate::names::names;
use crate::set::rfc3986;
use crate::triplet::{begins_with_triplet, decode_triplet, first_scalar};

names! { "normalization form";
    /// A normalization form. Only canonical equivalence is here: the compatibility forms NFKC and NFKD change what a person reads.
    ///
    /// ```
    /// use triplet::normalization::NormalizationForm;
    ///
    /// assert_eq!(NormalizationForm::Nfc.text("cafe\u{301}"), "café");
    /// assert_eq!(NormalizationForm::Nfd.text("café"), "cafe\u{301}");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum NormalizationForm {
        /// A letter and its accents are one character where there is one: what the Web writes (RFC 3987 section 3.1).
        Nfc => "nfc",
        /// A letter and its accents are characters each: names of files on macOS.
        Nfd => "nfd",
    }
}

impl NormalizationForm {
    /// The text in this form. Borrows the text if it is in this form already. Linear time, if no letter has more than a few accents.
    #[must_use]
    pub fn text(self, text: &str) -> Cow<'_, str> {
        if text.is_ascii() || self.has(text) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(match self {
            NormalizationForm::Nfc => text.nfc().collect(),
            NormalizationForm::Nfd => text.nfd().collect(),
        })
    }

    /// Octets whose text is in this form. Octets that are not UTF-8 stay as they are, and the texts before and after them are normalised
    /// separately. The time is that of [`text`](NormalizationForm::text).
    ///
    /// ```
    /// use triplet::normalization::NormalizationForm;
    ///
    /// assert_eq!(*NormalizationForm::Nfc.octets(b"\xFFe\xCC\x81"), *b"\xFF\xC3\xA9");
    /// ```
    #[must_use]
    pub fn octets(self, octets: &[u8]) -> Cow<'_, [u8]> {
        if octets.utf8_chunks().all(|chunk| chunk.valid().is_ascii() || self.has(chunk.valid())) {
            return Cow::Borrowed(octets);
        }
        let mut out = Vec::with_capacity(octets.len());
        for chunk in octets.utf8_chunks() {
            out.extend_from_slice(self.text(chunk.valid()).as_bytes());
            out.extend_from_slice(chunk.invalid());
        }
        Cow::Owned(out)
    }

    /// A percent-encoded text, such as a reference, whose decoded text is in this form. Borrows the text if nothing changes. The time is
    /// that of [`text`](NormalizationForm::text).
    ///
    /// Only characters outside ASCII, with the unreserved characters before them, are changed. Delimiters, triplets of reserved
    /// characters, malformed triplets and octets that are not UTF-8 stay as they are, and the texts before and after them are normalised
    /// separately. A part that changes is written in triplets if a triplet was in it, and raw otherwise.
    ///
    /// ```
    /// use triplet::normalization::NormalizationForm;
    ///
    /// let nfc = NormalizationForm::Nfc;
    /// assert_eq!(nfc.encoded("/cafe%cc%81/a%2Fb?e\u{301}"), "/caf%C3%A9/a%2Fb?é");
    /// // The `F` is a digit here, and `=` a delimiter.
    /// assert_eq!(nfc.encoded("/%2F%CC%87?a=%CC%B8"), "/%2F%CC%87?a=%CC%B8");
    /// ```
    #[must_use]
    pub fn encoded(self, text: &str) -> Cow<'_, str> {
        if !text.bytes().any(|byte| byte == b'%' || !byte.is_ascii()) {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        // The start of the part that is not in the output yet.
        let mut copied = 0;
        let mut run = Run::default();
        let mut at = 0;
        while at <= text.len() {
            if let Some((character, width)) = character(&text[at..]) {
                if run.text.is_empty() {
                    run.start = at;
                }
                run.text.push(character);
                run.is_encoded |= !character.is_ascii() && width != character.len_utf8();
                at += width;
                continue;
            }
            if !run.text.is_ascii() && !self.has(&run.text) {
                let normal = self.text(&run.text);
                if *normal != *run.text {
                    out.push_str(&text[copied..run.start]);
                    run.write(&normal, &mut out);
                    copied = at;
                }
            }
            let is_triplet = begins_with_triplet(&text.as_bytes()[at..]);
            run.text.clear();
            run.is_encoded = false;
            run.follows_stray = !is_triplet && text[at..].starts_with('%');
            at += if is_triplet { 3 } else { text[at..].chars().next().map_or(1, char::len_utf8) };
        }
        if copied == 0 && out.is_empty() {
            return Cow::Borrowed(text);
        }
        out.push_str(&text[copied..]);
        Cow::Owned(out)
    }

    /// Whether the quick check finds that the text is in this form.
    fn has(self, text: &str) -> bool {
        let quick = match self {
            NormalizationForm::Nfc => is_nfc_quick(text.chars()),
            NormalizationForm::Nfd => is_nfd_quick(text.chars()),
        };
        quick == IsNormalized::Yes
    }
}

/// Characters without a delimiter between them.
#[derive(Default)]
struct Run {
    text: String,
    start: usize,
    /// Whether a character outside ASCII is written in triplets.
    is_encoded: bool,
    /// Whether a malformed `%` is before it, which no digit of the run may make a triplet.
    follows_stray: bool,
}

impl Run {
    fn write(&self, normal: &str, out: &mut String) {
        for character in normal.chars() {
            let is_raw = match character.is_ascii() {
                // Some forms of characters outside ASCII are reserved: U+037E is `;`.
                true => {
                    rfc3986::UNRESERVED.keeps(character as u8)
                        && !(self.follows_stray && character.is_ascii_hexdigit())
                }
                false => !self.is_encoded,
            };
            if is_raw {
                out.push(character);
                continue;
            }
            for &octet in character.encode_utf8(&mut [0; 4]).as_bytes() {
                out.push_str(kernel::triplet_str(octet, false));
            }
        }
    }
}

/// The character with which a text begins, raw or in triplets, and its length there, if a normalization may change it: it is outside
/// ASCII, or unreserved.
fn character(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    let Some(octet) = decode_triplet(bytes) else {
        let character = text.chars().next()?;
        let is_data = !character.is_ascii() || rfc3986::UNRESERVED.keeps(character as u8);
        return is_data.then(|| (character, character.len_utf8()));
    };
    if octet.is_ascii() {
        return rfc3986::UNRESERVED.keeps(octet).then(|| (char::from(octet), 3));
    }
    let mut octets = [octet, 0, 0, 0];
    let mut count = 1;
    while count < 4
        && let Some(octet) = bytes.get(3 * count..).and_then(decode_triplet)
    {
        octets[count] = octet;
        count += 1;
    }
    first_scalar(&octets[..count]).map(|character| (character, 3 * character.len_utf8()))
}
