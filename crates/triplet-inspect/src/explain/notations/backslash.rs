//! Escapes with a backslash: of JSON (RFC 8259 section 7: `\u0026`, `\/`), of programs and of logs (`\x26`; nginx and Apache write the
//! octets of a request so), and of Git's file names (`\303\274`).
//!
//! Each backslash of the text must begin an escape. Paths of Windows and regular expressions have backslashes too, and are left alone.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::super::find::find;
use super::super::recognized::{Inner, Place, Recognized};
#[cfg(feature = "all-notations")]
use super::Character;

/// What a backslash begins.
#[derive(Clone, Copy)]
enum Escape {
    /// `\u0026`
    Unit(u16),
    /// `\x26`, `\046`
    Octet(u8),
    /// `\n`, `\"`, `\U0001F600`
    Character(char),
}

/// How much says that the backslashes are escapes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Evidence {
    No,
    Weak,
    Strong,
}

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    if !text.contains('\\') {
        return None;
    }
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let (octets, has_octets, mut evidence) = match quoted.and_then(|text| read(text, true)) {
        Some((octets, has_octets, evidence)) => (octets, has_octets, evidence.max(Evidence::Weak)),
        None if text.starts_with("\\\\") => return None,
        None => read(text, false)?,
    };
    if evidence == Evidence::No || is_expression(text) {
        return None;
    }
    let is_json = quoted.is_some() && !has_octets;
    if quoted.is_some() && find(text, "\\\"").is_some() {
        evidence = Evidence::Strong;
    }
    let inner = match String::from_utf8(octets) {
        Ok(read) if !has_octets => Inner::Text(read),
        Ok(read) => Inner::Octets(read.into_bytes()),
        Err(error) => Inner::Octets(error.into_bytes()),
    };
    let found = Recognized::certain(inner)?;
    Some(Recognized {
        detail: is_json.then(|| "a string of JSON".into()),
        is_certain: evidence == Evidence::Strong,
        ..found
    })
}

/// The octets of a text without its escapes, whether there were escapes of octets, and the evidence. `None` if a backslash begins no
/// escape, or is that of a path or of a class of a regular expression; within quotes, if a raw quote is in the text.
fn read(text: &str, is_quoted: bool) -> Option<(Vec<u8>, bool, Evidence)> {
    let bytes = text.as_bytes();
    let mut read = Vec::with_capacity(text.len());
    let mut evidence = Evidence::No;
    let mut has_octets = false;
    let mut letters = 0;
    let has_raw_slash = || bytes.windows(2).any(|pair| pair[1] == b'/' && pair[0] != b'\\');
    let mut raw_slash = None;
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        let raw = &bytes[at..at + found];
        if is_quoted && raw.contains(&b'"') {
            return None;
        }
        read.extend_from_slice(raw);
        let start = at + found;
        let (escape, length) = escape(&text[start..])?;
        at = start + length;
        let is_drive = match bytes[..start] {
            [.., before, drive, b':'] => {
                drive.is_ascii_alphabetic() && !before.is_ascii_alphanumeric()
            }
            [drive, b':'] => drive.is_ascii_alphabetic(),
            _ => false,
        };
        if bytes[..start].ends_with(b"[") || bytes[..start].ends_with(b"[^") {
            return None;
        }
        match escape {
            Escape::Character('\\') => read.push(b'\\'),
            Escape::Character('/') => {
                read.push(b'/');
                evidence = evidence.max(if begins_address(&bytes[..start]) {
                    Evidence::Strong
                } else if *raw_slash.get_or_insert_with(has_raw_slash) {
                    Evidence::No
                } else {
                    Evidence::Weak
                });
            }
            _ if is_drive => return None,
            Escape::Character(character) => {
                read.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                if !character.is_ascii() {
                    evidence = Evidence::Strong;
                }
            }
            Escape::Unit(unit) => {
                let low = match self::escape(&text[at..]) {
                    Some((Escape::Unit(low), _)) => low,
                    _ => 0,
                };
                match char::decode_utf16([unit, low]).next() {
                    Some(Ok(character)) => {
                        at += 6 * (character.len_utf16() - 1);
                        read.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                        letters += 1;
                        if !character.is_ascii_alphanumeric() || letters == ROW {
                            evidence = Evidence::Strong;
                        }
                    }
                    // Half of a surrogate pair is not text.
                    _ => read.extend_from_slice(&bytes[start..at]),
                }
            }
            Escape::Octet(octet) => {
                let run = read.len();
                has_octets = true;
                read.push(octet);
                while let Some((Escape::Octet(octet), length)) = self::escape(&text[at..]) {
                    read.push(octet);
                    at += length;
                }
                evidence = evidence.max(evidence_of(&read[run..]));
            }
        }
    }
    let raw = &bytes[at..];
    if is_quoted && raw.contains(&b'"') {
        return None;
    }
    read.extend_from_slice(raw);
    Some((read, has_octets, evidence))
}

/// What the escape stands for that a text begins with, and its length. Half of a surrogate pair stands for itself.
#[cfg(feature = "all-notations")]
pub(crate) fn first(text: &str) -> Option<(Character, usize)> {
    let (escape, length) = escape(text)?;
    Some(match escape {
        Escape::Character(character) => (Character::new(character), length),
        Escape::Octet(octet) => (Character::of_octets(&[octet]), length),
        Escape::Unit(unit) => {
            let low = match self::escape(&text[length..]) {
                Some((Escape::Unit(low), _)) => low,
                _ => 0,
            };
            let character = char::decode_utf16([unit, low]).next()?.ok()?;
            (Character::new(character), 6 * character.len_utf16())
        }
    })
}

/// The escape that a text begins with.
fn escape(text: &str) -> Option<(Escape, usize)> {
    let digits = |start: usize, count: usize, radix: u32| {
        let digits = text.as_bytes().get(start..start + count)?;
        digits
            .iter()
            .try_fold(0, |value, &digit| Some(value * radix + char::from(digit).to_digit(radix)?))
    };
    let character = |character| Some((Escape::Character(character), 2));
    let [b'\\', kind, ..] = text.as_bytes() else { return None };
    match kind {
        b'u' => Some((Escape::Unit(u16::try_from(digits(2, 4, 16)?).ok()?), 6)),
        b'U' => Some((Escape::Character(char::from_u32(digits(2, 8, 16)?)?), 10)),
        b'x' => Some((Escape::Octet(u8::try_from(digits(2, 2, 16)?).ok()?), 4)),
        b'0'..=b'3' => Some((Escape::Octet(u8::try_from(digits(1, 3, 8)?).ok()?), 4)),
        b'/' | b'"' | b'\'' | b'\\' => character(char::from(*kind)),
        b'n' => character('\n'),
        b'r' => character('\r'),
        b't' => character('\t'),
        b'b' => character('\u{8}'),
        b'f' => character('\u{C}'),
        _ => None,
    }
}

/// So many escaped letters and digits in a row are not an accident.
const ROW: usize = 4;

/// What octets that were escaped one after the other say. A path may have a folder `x64` or `xbee`.
fn evidence_of(octets: &[u8]) -> Evidence {
    let is_ascii = octets.is_ascii();
    match octets {
        _ if !is_ascii && (octets.len() > 1 || str::from_utf8(octets).is_ok()) => Evidence::Strong,
        [0xA0..=0xFF] => Evidence::Weak,
        _ if octets.len() >= ROW || octets.iter().any(u8::is_ascii_punctuation) => Evidence::Strong,
        _ => Evidence::No,
    }
}

/// Whether a text before `\/` ends as an address begins: `https:` at the start, or after a quote.
fn begins_address(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b":") else { return false };
    let scheme =
        before.iter().rev().take(16).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let start = before.len() - scheme;
    scheme > 1 && (start == 0 || before[start - 1] == b'"')
}

/// Whether a text looks like a regular expression.
pub(super) fn is_expression(text: &str) -> bool {
    text.starts_with('^')
        || text.ends_with('$')
        || ["(?", ".*", ".+", "[^", "]+", "]*", ")?", ")*"].iter().any(|each| text.contains(each))
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_escaped_and_what_is_not() {
        for (text, expected) in [
            (r"https:\/\/a.example\/?a=1\u0026b=2", "is https://a.example/?a=1&b=2"),
            (
                r#"{"url":"https:\/\/a.example\/b"} of 1/2"#,
                r#"is {"url":"https://a.example/b"} of 1/2"#,
            ),
            (r"/caf\xC3\xA9?q=\x22", "is /café?q=\""),
            (r"/caf\xe4\xb8\xad", "is /caf中"),
            (r#""b/\303\274.txt""#, "is b/ü.txt"),
            (r"\u4e2d\uD83D\uDE00\uD83D!", r"is 中😀\uD83D!"),
            (r#""say \"hi\"\n""#, "is say \"hi\"\n"),
            (r#""one\ntwo""#, "may be one\ntwo"),
            (r"\U0001F600 caf\u00E9 \u2013", "is 😀 café –"),
            (r"\U0000004 x", "is not"),
            (r"\/a\/b", "may be /a/b"),
            (r"/caf\xE9", "may be /café"),
            (r"C:\users\new", "is not"),
            (r"C:\xaa\xbb", "is not"),
            (r#""C:\temp\new""#, "is not"),
            (r"\\server\xerox", "is not"),
            (r"\\server\xabba\xacdc", "is not"),
            (r"bin\x64\tool", "is not"),
            (r"see D:\u0026", "is not"),
            (r"[\u4e00-\u9fa5]", "is not"),
            (r"^https:\/\/a", "is not"),
            (r"https:\/\/a\.example", "is not"),
            (r"s/http:\/\/a/b/", "is not"),
            (r"/\/a\/(.*)/", "is not"),
            (r"\x68\x65\x6c\x6c\x6f \x31", "is hello 1"),
            (r"\u0068\u0065\u006c\u006c\u006f", "is hello"),
            (r"lib\x64\x86\xen", "is not"),
            (r"\u0041bc", "is not"),
            (r"\d+\s\w", "is not"),
            (r"\uD83D", "is not"),
            (r"one\ntwo", "is not"),
            (r"a \ b", "is not"),
        ] {
            assert_eq!(says(Kind::Backslash, text), expected, "{text}");
        }
    }
}
