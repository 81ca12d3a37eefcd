//! Encoded words of mail (RFC 2047), which some senders write where `filename*` belongs: `=?UTF-8?B?w6k=?=`.
#![forbid(unsafe_code)]

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::encode;
use crate::ext_value::ExtValue;
use crate::set::rfc8187;

/// A text whose encoded words were read, by [`decode_encoded_words`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodedWords {
    /// The text.
    pub text: String,
    /// The charset that the first word names, as it is written.
    pub charset: String,
    /// Where the first word begins in the text as it was given, in octets.
    pub offset: usize,
}

/// Words of one charset that follow each other: a character may begin in one and end in the next.
struct Words<'a> {
    start: usize,
    end: usize,
    charset: &'a str,
    octets: Vec<u8>,
}

impl Words<'_> {
    fn text(&self) -> Option<String> {
        let value = format!("{}''{}", self.charset, encode(&self.octets, rfc8187::ATTR_CHAR));
        ExtValue::parse(&value).ok()?.to_str().ok().map(|text| text.into_owned())
    }
}

/// Reads the encoded words of a text (RFC 2047), wherever in it they are: in the subject of a mail, the name of a file.
///
/// White space between two words is of neither (section 6.2). A character may begin in one word and end in the next of the same
/// charset, which the RFC forbids and senders do. A word that cannot be read stays as it is. `None` if no word can be read.
///
/// Linear time; allocates for the text.
///
/// ```
/// use triplet::content_disposition::decode_encoded_words;
///
/// let words = decode_encoded_words("Re: =?utf-8?Q?gr=C3=BC=C3=9Fe_?= =?UTF-8?B?4oKs?=").expect("two words");
/// assert_eq!((&*words.text, &*words.charset, words.offset), ("Re: grüße €", "utf-8", 4));
/// assert_eq!(decode_encoded_words("=?klingon?Q?a?="), None);
/// ```
#[must_use]
pub fn decode_encoded_words(text: &str) -> Option<EncodedWords> {
    let mut decoded: Option<EncodedWords> = None;
    let mut done = 0;
    for words in runs(text) {
        let Some(read) = words.text() else { continue };
        let result = decoded.get_or_insert_with(|| EncodedWords {
            text: String::new(),
            charset: words.charset.to_owned(),
            offset: words.start,
        });
        let between = &text[done..words.start];
        if done == 0 || !between.bytes().all(|byte| byte.is_ascii_whitespace()) {
            result.text.push_str(between);
        }
        result.text.push_str(&read);
        done = words.end;
    }
    if let Some(decoded) = &mut decoded {
        decoded.text.push_str(&text[done..]);
    }
    decoded
}

fn runs(text: &str) -> Vec<Words<'_>> {
    let mut runs: Vec<Words<'_>> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("=?").map(|length| at + length) {
        let Some((charset, octets, length)) = word(&text[start..]) else {
            at = start + 2;
            continue;
        };
        at = start + length;
        match runs.last_mut() {
            Some(last)
                if last.charset.eq_ignore_ascii_case(charset)
                    && text[last.end..start].bytes().all(|byte| byte.is_ascii_whitespace()) =>
            {
                last.octets.extend(octets);
                last.end = at;
            }
            _ => runs.push(Words { start, end: at, charset, octets }),
        }
    }
    runs
}

/// The word with which a text begins: its charset, its octets and its length.
fn word(text: &str) -> Option<(&str, Vec<u8>, usize)> {
    let mut parts = text.strip_prefix("=?")?.splitn(4, '?');
    let (charset, encoding, encoded, rest) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let octets = match (encoding, rest.starts_with('=')) {
        ("B" | "b", true) => base64(encoded)?,
        ("Q" | "q", true) => quoted(encoded)?,
        _ => return None,
    };
    // RFC 2231 section 5: a language may follow.
    let charset = charset.split('*').next()?;
    Some((charset, octets, text.len() - rest.len() + 1))
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let (mut octets, mut bits, mut count) = (Vec::with_capacity(text.len()), 0u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            octets.push((bits >> count) as u8);
        }
    }
    // A character alone has too few bits for an octet.
    (count < 6).then_some(octets)
}

/// `=XX` is an octet, and `_` a space (section 4.2).
fn quoted(text: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        octets.push(match first {
            b'_' => b' ',
            b'=' => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                let digits = str::from_utf8(digits).ok()?;
                let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)?
            }
            octet => *octet,
        });
    }
    Some(octets)
}
