//! Quoted-printable (RFC 2045 section 6.7): `=3D` is a `=`. A `=` at the end of a line joins the line to the next.
//!
//! Two signs make the notation certain: the soft line break of a mail program, and `=3D` where a pair or an attribute has its `=`.
//! A text with a `=` that begins neither a soft line break nor two digits is not quoted-printable.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::super::find::find;
use super::super::recognized::{Inner, Place, Recognized};
#[cfg(feature = "all-notations")]
use super::Character;

/// What stands before a value of a card in this notation.
const NAMED: &str = "QUOTED-PRINTABLE:";

/// What a `=` begins.
enum Escape {
    Octet(u8),
    SoftBreak { length: usize },
}

/// How many places say that it is quoted-printable.
#[derive(Default)]
struct Evidence {
    /// `?name=3D` and `&name=3D`.
    pairs: usize,
    /// The number of those pairs that may be a word such as `3Dprinter`.
    words: usize,
    /// `name=3D"`.
    attributes: usize,
    /// Lines that are as long as a mail program makes them, and whose next line goes on without a space. In a program it has one.
    long_lines: usize,
    /// Other soft line breaks.
    short_lines: usize,
    /// Octets outside ASCII.
    non_ascii: usize,
}

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let bytes = text.as_bytes();
    let mut octets = Vec::with_capacity(text.len());
    let mut evidence = Evidence::default();
    let mut at = 0;
    let mut line_start = 0;
    // In a card of vCard 2.1, a value is quoted-printable only if its parameters say so.
    let is_card = cfg!(feature = "all-notations") && find(text, NAMED).is_some();
    let mut is_value = !is_card;
    while let Some(found) = text[at..].find('=') {
        let equals = at + found;
        octets.extend_from_slice(&bytes[at..equals]);
        line_start = match text[at..equals].rfind('\n') {
            Some(end) => at + end + 1,
            None => line_start,
        };
        if is_card {
            let new_line = line_start.max(at);
            is_value &= new_line == at;
            is_value |= find(&text[new_line..equals], NAMED).is_some();
            if !is_value {
                octets.push(b'=');
                at = equals + 1;
                continue;
            }
        }
        match escape(&bytes[equals + 1..])? {
            Escape::Octet(octet) => {
                let rest = &bytes[equals + 3..];
                if octet == b'=' {
                    evidence.count_equals(&text[line_start..equals], rest);
                }
                evidence.non_ascii += usize::from(!octet.is_ascii());
                octets.push(octet);
                at = equals + 3;
            }
            Escape::SoftBreak { length } => {
                at = equals + 1 + length;
                evidence.count_line(&text[line_start..equals], bytes.get(at));
                line_start = at;
            }
        }
    }
    octets.extend_from_slice(&bytes[at..]);
    if evidence.is_strong() || is_card && octets.len() < text.len() {
        return Recognized::certain(Inner::Octets(octets));
    }
    let is_text = evidence.non_ascii > 1 && str::from_utf8(&octets).is_ok();
    if is_text || evidence.words > 0 {
        return Recognized::likely(Inner::Octets(octets));
    }
    None
}

/// What the escape stands for that a text begins with, and its length.
#[cfg(feature = "all-notations")]
pub(crate) fn first(text: &str) -> Option<(Character, usize)> {
    Some(match escape(text.strip_prefix('=')?.as_bytes())? {
        Escape::Octet(octet) => (Character::of_octets(&[octet]), 3),
        Escape::SoftBreak { length } => (Character::of_octets(&[]), 1 + length),
    })
}

/// What the octets after a `=` make of it. At the end of the text it is a soft line break whose line break is cut off.
fn escape(after: &[u8]) -> Option<Escape> {
    let digit = |at: usize| {
        let digit = *after.get(at)?;
        // Small letters are not allowed, and values have them: `=cafe`.
        (!digit.is_ascii_lowercase()).then(|| char::from(digit).to_digit(16))?
    };
    if let (Some(high), Some(low)) = (digit(0), digit(1)) {
        return u8::try_from(high * 16 + low).ok().map(Escape::Octet);
    }
    // Spaces at the end of a line were added on its way.
    let spaces = after.iter().take(76).take_while(|&&octet| b" \t".contains(&octet)).count();
    let length = match after[spaces..] {
        [] => spaces,
        [b'\r', b'\n', ..] => spaces + 2,
        [b'\n', ..] => spaces + 1,
        _ => return None,
    };
    Some(Escape::SoftBreak { length })
}

impl Evidence {
    /// A `=3D`, with what is before it in its line, and after it.
    fn count_equals(&mut self, before: &str, after: &[u8]) {
        // No name is longer.
        let before = &before.as_bytes()[before.len().saturating_sub(64)..];
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-.[]%".contains(byte);
        let name = before.iter().rev().take_while(is_name).count();
        let begins = before.len().checked_sub(name + 1).map(|at| before[at]);
        match begins {
            _ if name == 0 => {}
            Some(b'?' | b'&') => {
                let letters = after.iter().take(64).take_while(|byte| byte.is_ascii_alphabetic());
                let letters = letters.count();
                let next = after.get(letters);
                let is_end = matches!(next, None | Some(b'&' | b'#' | b'-' | b'_' | b'+' | b'%'));
                // The value of `?view=3D&` is `3D`.
                self.pairs += usize::from(letters > 0 || !is_end);
                self.words += usize::from(letters > 1 && is_end);
            }
            Some(b' ' | b'\t' | b'<') | None => {
                self.attributes += usize::from(matches!(after.first(), Some(b'"' | b'\'')));
            }
            Some(_) => {}
        }
    }

    /// The line before a soft line break, and the octet after it.
    fn count_line(&mut self, line: &str, next: Option<&u8>) {
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_=".contains(&byte);
        let goes_on = next.is_some_and(|next| !next.is_ascii_whitespace());
        // A mail program breaks at 76 octets, or before the last word or escape that has no room.
        match line.len() {
            60..=76 if goes_on && !line.bytes().all(is_base64) => self.long_lines += 1,
            _ => self.short_lines += 1,
        }
    }

    fn is_strong(&self) -> bool {
        let escapes = self.pairs + self.attributes + self.non_ascii;
        self.attributes > 0
            || self.pairs > self.words
            || self.pairs > 1
            || self.long_lines > 0
            || (self.short_lines > 0 && escapes > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_quoted_printable_and_what_is_not() {
        for (text, expected) in [
            ("https://a.example/?a=3Db", "is https://a.example/?a=b"),
            ("https://a.example/?a=3D12&b=\n=3D2", "is https://a.example/?a=12&b=2"),
            ("<a href=3D\"/x\">f=C3=BCr</a>", "is <a href=\"/x\">für</a>"),
            ("https://a.example/?q=3Danna&x=3Dy&utm=", "is https://a.example/?q=anna&x=y&utm"),
            (
                "A long line of a mail that goes on and on until it is wrapped by the prog=\r\nram.",
                "is A long line of a mail that goes on and on until it is wrapped by the program.",
            ),
            ("gr=FC=DFe =\nan alle", "is grüße an alle"),
            ("gr=C3=BC=C3=9Fe", "may be grüße"),
            ("https://a.example/?q=3Dprinter", "may be https://a.example/?q=printer"),
            ("https://a.example/?view=3D&id=20", "is not"),
            ("x=3D", "is not"),
            ("https://a.example/?a=3Db&c=d", "is not"),
            ("https://a.example/?color=3d3d3d", "is not"),
            ("A=\nB=\nC=20", "is not"),
            (
                "let the_name_of_a_variable_that_is_too_long: Map<String, Vec<u8>> =\n    new();",
                "is not",
            ),
            (
                "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3g=\nQUJD",
                "is not",
            ),
            ("=?UTF-8?Q?gr=C3=BC=C3=9Fe?=", "is not"),
        ] {
            assert_eq!(says(Kind::QuotedPrintable, text), expected, "{text}");
        }
    }
}
