//! `%uXXXX`, as the function `escape` of JavaScript writes it (ECMA-262 section B.2.1.1), and old servers do.
//!
//! Half of a surrogate pair is not text, and stays as it is written. Triplets between are UTF-8, or else code units, as `escape` has them.
#![forbid(unsafe_code)]

use alloc::string::String;

use triplet::decode;
use triplet::ecmascript::unescape_lossy;

use super::super::recognized::{Inner, Place, Recognized};

pub(crate) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    let first = next_unit(text)?;
    let (read, has_lone) = read(text, first);
    let found = Recognized::certain(Inner::Text(read))?;
    let detail = has_lone.then(|| "with half of a surrogate pair, which is not text".into());
    // A value that was decoded once says what it says.
    Some(Recognized { detail, is_certain: place == Place::Whole, ..found })
}

/// The text read; `None` if no `%uXXXX` is in it.
pub(crate) fn unescaped(text: &str) -> Option<String> {
    Some(read(text, next_unit(text)?).0)
}

/// The text with triplets of UTF-8 in place of `%uXXXX`; `None` if there is none, or half of a surrogate pair.
pub(crate) fn as_triplets(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = next_unit(rest) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let high = unit(rest)?;
        let low = unit(&rest[6..]).unwrap_or_default();
        let character = char::decode_utf16([high, low]).next()?.ok()?;
        for octet in character.encode_utf8(&mut [0; 4]).bytes() {
            out.push_str(&alloc::format!("%{octet:02X}"));
        }
        rest = &rest[6 * character.len_utf16()..];
    }
    out.push_str(rest);
    (rest.len() < text.len()).then_some(out)
}

/// The text read, and whether half of a surrogate pair is in it. The first unit is at an offset.
fn read(text: &str, first: usize) -> (String, bool) {
    let mut read = String::with_capacity(text.len());
    let mut has_lone = false;
    let (mut rest, mut at) = (text, first);
    loop {
        push_triplets(&mut read, &rest[..at]);
        rest = &rest[at..];
        let Some(high) = unit(rest) else { break };
        let pair = [high, unit(&rest[6..]).unwrap_or_default()];
        let (character, length) = match char::decode_utf16(pair).next() {
            Some(Ok(character)) => (Some(character), 6 * character.len_utf16()),
            _ => (None, 6),
        };
        match character {
            Some(character) => read.push(character),
            None => {
                has_lone = true;
                read.push_str(&rest[..length]);
            }
        }
        rest = &rest[length..];
        at = next_unit(rest).unwrap_or(rest.len());
    }
    (read, has_lone)
}

fn push_triplets(read: &mut String, text: &str) {
    match decode(text).lenient().to_str() {
        Ok(text) => read.push_str(&text),
        Err(_) => read.push_str(&unescape_lossy(text)),
    }
}

fn next_unit(text: &str) -> Option<usize> {
    text.match_indices('%').map(|(at, _)| at).find(|&at| unit(&text[at..]).is_some())
}

/// The code unit that a text begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("%u")?.as_bytes().get(..4)?;
    digits
        .iter()
        .try_fold(0, |unit, &digit| Some(unit * 16 + char::from(digit).to_digit(16)? as u16))
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_percent_u_and_what_is_not() {
        for (text, expected) in [
            ("%u4E2D%u56FD", "is 中国"),
            ("caf%E9 %u2013 %uD83D%uDE00 100%", "is café – 😀 100%"),
            ("caf%C3%A9%u2013", "is café–"),
            ("a%uD83Db%uDE00", "is a%uD83Db%uDE00"),
            ("%uD83D%u0041", "is %uD83DA"),
            ("50%under", "is not"),
            ("%u4E2", "is not"),
            ("%25u4E2D", "is not"),
        ] {
            assert_eq!(says(Kind::PercentU, text), expected, "{text}");
        }
    }
}
