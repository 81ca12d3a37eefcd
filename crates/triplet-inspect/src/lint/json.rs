//! The strings of a text in JSON (RFC 8259): a program that reads it takes each of them for a value.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

/// A string of a text in JSON without its escapes.
pub(super) struct Text {
    pub(super) octets: Vec<u8>,
    /// Where each octet begins in the text, and where the string ends.
    pub(super) starts: Vec<usize>,
    /// Whether it is the name of a member.
    pub(super) is_name: bool,
    /// The offset after its closing quotation mark.
    after: usize,
}

/// Whether a text begins like an object or an array.
pub(super) fn may_be_json(text: &[u8]) -> bool {
    matches!(text.trim_ascii_start(), [b'{' | b'[', rest @ ..] if rest.contains(&b'"'))
}

/// The strings of a text, in order.
pub(super) fn strings(text: &[u8]) -> impl Iterator<Item = Text> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let quote = at + text.get(at..)?.iter().position(|&b| b == b'"')?;
        let string = string(text, quote + 1)?;
        at = string.after;
        Some(string)
    })
}

/// The string after a quotation mark; `None` if it does not end.
fn string(text: &[u8], start: usize) -> Option<Text> {
    let (mut octets, mut starts) = (Vec::new(), Vec::new());
    let mut at = start;
    loop {
        match *text.get(at)? {
            b'"' => break,
            b'\\' => {
                let (character, length) = escape(&text[at..])?;
                let mut buffer = [0; 4];
                for octet in character.encode_utf8(&mut buffer).bytes() {
                    octets.push(octet);
                    starts.push(at);
                }
                at += length;
            }
            octet => {
                octets.push(octet);
                starts.push(at);
                at += 1;
            }
        }
    }
    starts.push(at);
    let is_name = text[at + 1..].trim_ascii_start().first() == Some(&b':');
    Some(Text { octets, starts, is_name, after: at + 1 })
}

/// The character of an escape, and its length. Half of a surrogate pair is U+FFFD.
fn escape(text: &[u8]) -> Option<(char, usize)> {
    let character = match *text.get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let digits = str::from_utf8(text.get(2..6)?).ok()?;
            let code = u32::from_str_radix(digits, 16).ok()?;
            return Some((char::from_u32(code).unwrap_or('\u{FFFD}'), 6));
        }
        other if other.is_ascii() => char::from(other),
        _ => return None,
    };
    Some((character, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_json() {
        let text = br#"{"a" : "http:\/\/h\u002f", "b": ["c\"", 1], "d": "e"#;
        assert!(may_be_json(text) && !may_be_json(b"{a}") && !may_be_json(b"\"a\""));
        let found: Vec<_> = strings(text).map(|s| (s.octets, s.is_name)).collect();
        let expected: [(&[u8], bool); 5] =
            [(b"a", true), (b"http://h/", false), (b"b", true), (b"c\"", false), (b"d", true)];
        assert_eq!(found.len(), expected.len());
        for ((octets, is_name), expected) in found.iter().zip(expected) {
            assert_eq!((&octets[..], *is_name), expected);
        }
        let string = strings(text).nth(1).expect("a second string");
        assert_eq!(string.starts.len(), string.octets.len() + 1);
        assert_eq!(string.starts[5..8], [13, 15, 17]);
    }
}
