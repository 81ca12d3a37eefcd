//! Texts without any finding, found in one pass: the `http` and `https` URLs that most lists consist of.
//!
//! Each rule needs a byte, a pair of bytes or a name that is rare in such URLs. The kernel says where the bytes are that are no
//! letter, digit or `-`, and this pass goes from one of them to the next: through scheme, host, path, query and fragment. It
//! stops at the first that some rule may be about; then the rules judge. So it never decides that something is wrong. What it
//! takes for ordinary must have no finding, which the tests check against the rules.
//!
//! ```text
//! https://www.example.org/caf%C3%A9/index.html?page=2#top
//!      111   1       1   1   1  1  1     1    1    1 1       where the pass stops
//!         |              |   |                 |
//!         |              |   letters of usual scripts
//!         |              no `//`, no `.` beside `/`, no device of Windows
//!         a public name without `xn--`
//! ```
#![forbid(unsafe_code)]

use super::address::{embedded_in_name, is_private_name};
use super::characters::narrows;
use super::object::is_object_graph;
use crate::kernel::{self, Scan};
use crate::set::EncodeSet;

/// The number of pairs of a query that are compared.
const PAIRS: usize = 8;

/// Bytes of which one scan gives the masks.
const BLOCK: usize = 64;

/// The longest label and the longest name (RFC 1034 section 3.1).
const LONGEST: (usize, usize) = (63, 253);

/// Whether a text is a URL of the kind that is described above. If so, no rule has a finding for it.
///
/// Always false where the kernel has no vectors.
pub(super) fn is_ordinary(text: &[u8]) -> bool {
    Pass::of(text).and_then(|mut pass| pass.url()).is_some()
}

/// A pass over a text. Each function returns where its component ends, or `None` at something that is not ordinary.
struct Pass<'a> {
    text: &'a [u8],
    /// The bytes from this offset on that are no letter, digit or `-`, with the first offset after the text; and the digits.
    base: usize,
    marks: u64,
    digits: u64,
    /// Whether triplets have digits in upper case, and in lower case.
    upper: bool,
    lower: bool,
}

impl<'a> Pass<'a> {
    fn of(text: &'a [u8]) -> Option<Pass<'a>> {
        let mut pass = Pass { text, base: 0, marks: 0, digits: 0, upper: false, lower: false };
        pass.scan()?;
        Some(pass)
    }

    #[inline]
    fn scan(&mut self) -> Option<()> {
        const WORD: [u8; 16] = *EncodeSet::ALPHANUMERIC.also_keep(b"-").rows();
        const DIGIT: [u8; 16] = *EncodeSet::keeping(b"0123456789").rows();
        let Scan { kept: [word, digits], .. } =
            kernel::scan(&self.text[self.base..], &[WORD, DIGIT], None)?;
        (self.marks, self.digits) = (!word, digits);
        Some(())
    }

    /// The next byte from an offset on that is no letter, digit or `-`, and its offset; or the end of the text.
    #[inline]
    fn next(&mut self, at: usize) -> Option<(usize, Option<u8>)> {
        loop {
            let marks = match at.saturating_sub(self.base) {
                offset if offset < BLOCK => self.marks & !0 << offset,
                _ => 0,
            };
            if marks != 0 {
                let at = self.base + marks.trailing_zeros() as usize;
                return Some((at, self.text.get(at).copied()));
            }
            self.base += BLOCK;
            if self.base >= self.text.len() {
                return Some((self.text.len(), None));
            }
            self.scan()?;
        }
    }

    fn url(&mut self) -> Option<()> {
        let (scheme, rest) = self.text.split_at_checked(4)?;
        let secure = usize::from(matches!(rest, [b's' | b'S', ..]));
        if !scheme.eq_ignore_ascii_case(b"http") || !rest[secure..].starts_with(b"://") {
            return None;
        }
        let at = self.host(4 + secure + 3)?;
        let mut at = self.path(at)?;
        if self.text.get(at) == Some(&b'?') {
            at = self.query(at + 1)?;
        }
        match self.text.get(at) {
            // A fragment with pairs is read as such.
            Some(_) => (self.value(at + 1)? == self.text.len()).then_some(()),
            None => Some(()),
        }
    }

    /// Reads a host and a port.
    fn host(&mut self, start: usize) -> Option<usize> {
        let (mut before, mut label) = (start, start);
        let (end, byte) = loop {
            let (at, byte) = self.next(label)?;
            let text = &self.text[label..at];
            if text.is_empty()
                || text[0] == b'-'
                || text[text.len() - 1] == b'-'
                || text.len() > LONGEST.0
                || text.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"xn--"))
            {
                return None;
            }
            if byte != Some(b'.') {
                break (at, byte);
            }
            (before, label) = (label, at + 1);
        };
        let name = &self.text[start..end];
        let last = &self.text[label..end];
        // The digits of the first bytes are known. An address ends with a number, and one within a name has four digits.
        if label == start
            || end >= BLOCK
            || self.base > 0
            || !last[0].is_ascii_alphabetic()
            || name.len() > LONGEST.1
            || (self.digits >> start << (BLOCK - name.len())).count_ones() > 3
                && embedded_in_name(name).is_some()
            || may_be_private(name, &self.text[before..label - 1], last)
        {
            return None;
        }
        match byte {
            None | Some(b'/') => Some(end),
            Some(b':') => {
                let (at, byte) = self.next(end + 1)?;
                let port = &self.text[end + 1..at];
                // A number of five digits may be too great.
                let is_port = matches!(port.len(), 1..=4) && port.iter().all(u8::is_ascii_digit);
                (is_port && matches!(byte, None | Some(b'/'))).then_some(at)
            }
            _ => None,
        }
    }

    /// Reads a path up to `?` or `#`: nothing, or what begins with a slash.
    fn path(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            let (place, byte) = self.next(at)?;
            let before = self.text[place - 1];
            at = place + 1;
            match byte {
                Some(b'/') => {
                    if place > start && matches!(before, b'/' | b'.')
                        || may_be_device(&self.text[at..])
                    {
                        return None;
                    }
                }
                Some(b'.') if before != b'/' => {}
                Some(b'~') if before == b'/' => {}
                Some(b'_' | b'=' | b'&' | b'!' | b')' | b'*' | b',' | b'@') => {}
                Some(b'+') if self.text.get(at) != Some(&b'A') => {}
                Some(b'(') if may_open(before, self.text.get(at)) => {}
                Some(b'%') => {
                    let (octet, after) = (self.octet(place)?, self.text.get(place + 3));
                    at = match octet {
                        // Not at an end of a segment.
                        b' ' if before.is_ascii_alphanumeric()
                            && after?.is_ascii_alphanumeric() =>
                        {
                            place + 3
                        }
                        b'(' if may_open(before, after) => place + 3,
                        b'!' | b')' | b'*' | b'+' | b',' | b'=' | b'@' => place + 3,
                        0x80.. => self.character(octet, place + 3)?,
                        _ => return None,
                    };
                }
                None | Some(b'?' | b'#') if before != b'.' => return Some(place),
                _ => return None,
            }
        }
    }

    /// Reads a query up to `#`.
    fn query(&mut self, mut start: usize) -> Option<usize> {
        let mut names = [&[][..]; PAIRS];
        for count in 0..PAIRS {
            let mut at = start;
            let (end, byte) = loop {
                let (place, byte) = self.next(at)?;
                match byte {
                    Some(b'_') if !may_be_proto(self.text, place) => at = place + 1,
                    None | Some(b'=' | b'&' | b'#') => break (place, byte),
                    _ => return None,
                }
            };
            let name = &self.text[start..end];
            // What is repeated is a finding.
            if name.is_empty()
                || may_be_object(name) && is_object_graph(name)
                || names[..count].contains(&name)
            {
                return None;
            }
            names[count] = name;
            let end = if byte == Some(b'=') { self.value(end + 1)? } else { end };
            match self.text.get(end) {
                Some(b'&') => start = end + 1,
                _ => return Some(end),
            }
        }
        None
    }

    /// Reads a value of a query up to `&` or `#`. Nothing but the end of the text may follow a fragment.
    fn value(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            let (place, byte) = self.next(at)?;
            let before = self.text[place - 1];
            at = place + 1;
            match byte {
                // `//host`.
                Some(b'/')
                    if place > start
                        || self.text.get(at).is_some_and(u8::is_ascii_alphanumeric) => {}
                // A path that climbs.
                Some(b'.') if before != b'.' => {}
                Some(b'_') if !may_be_proto(self.text, place) => {}
                Some(b'=' | b'?' | b'~' | b'!' | b')' | b'*' | b',' | b'@') => {}
                Some(b'+') if self.text.get(at) != Some(&b'A') => {}
                Some(b'(') if may_open(before, self.text.get(at)) => {}
                Some(b'%') => {
                    let (octet, after) = (self.octet(place)?, self.text.get(place + 3));
                    at = match octet {
                        // Browsers remove a space before `//host`.
                        b' ' | b'/' if place == start => return None,
                        b'(' if !may_open(before, after) => return None,
                        b' ' | b'!' | b'#' | b'(' | b')' | b'*' | b'+' | b',' | b'/' | b';'
                        | b'=' | b'?' | b'@' | b'[' | b']' | b'|' => place + 3,
                        0x80.. => self.character(octet, place + 3)?,
                        _ => return None,
                    };
                }
                None | Some(b'&' | b'#') => return Some(place),
                _ => return None,
            }
        }
    }

    /// The octet of the triplet at an offset, if the letters in the digits of all triplets so far are in one case.
    fn octet(&mut self, at: usize) -> Option<u8> {
        let [b'%', high, low] = *self.text.get(at..at + 3)? else { return None };
        let mut digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'A'..=b'F' => {
                self.upper = true;
                Some(byte - b'A' + 10)
            }
            b'a'..=b'f' => {
                self.lower = true;
                Some(byte - b'a' + 10)
            }
            _ => None,
        };
        let octet = digit(high)? << 4 | digit(low)?;
        (!(self.upper && self.lower)).then_some(octet)
    }

    /// The offset after the triplets that continue a character which begins with the octet `first`, if it is a letter of a
    /// usual script.
    fn character(&mut self, first: u8, at: usize) -> Option<usize> {
        let mut continuation = |at: usize| {
            let octet = self.octet(at)?;
            (octet & 0xC0 == 0x80).then_some(u32::from(octet & 0x3F))
        };
        let (code, end) = match first {
            0xC3..0xE0 => (u32::from(first & 0x1F) << 6 | continuation(at)?, at + 3),
            0xE0..0xF0 => {
                let code = u32::from(first & 0xF) << 12 | continuation(at)? << 6;
                (code | continuation(at + 3)?, at + 6)
            }
            _ => return None,
        };
        is_usual(code).then_some(end)
    }
}

/// Whether a name may be one that is not public, `before` and `end` being its last labels. No private name ends with one of
/// these, but for the few that the second label tells.
fn may_be_private(name: &[u8], before: &[u8], end: &[u8]) -> bool {
    match end {
        b"org" | b"net" | b"edu" | b"gov" | b"io" | b"de" | b"uk" | b"fr" | b"jp" | b"info" => {
            false
        }
        b"com" if !before.eq_ignore_ascii_case(b"lacolhost") => false,
        _ => is_private_name(name),
    }
}

/// Whether a segment begins with the name of a device of Windows, and that may be all of its name.
fn may_be_device(segment: &[u8]) -> bool {
    let [
        a @ (b'a' | b'A' | b'c' | b'C' | b'l' | b'L' | b'n' | b'N' | b'p' | b'P'),
        b,
        c,
        rest @ ..,
    ] = segment
    else {
        return false;
    };
    let devices = [b"aux", b"com", b"con", b"lpt", b"nul", b"prn"];
    devices.iter().any(|device| device.eq_ignore_ascii_case(&[*a, *b, *c]))
        && !rest
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'))
}

/// Whether a name of letters, digits, `-` and `_` may be one that [`is_object_graph`] is about. All those without other
/// characters are names of globals, which begin with one of three letters, or have one of these pairs in them.
fn may_be_object(name: &[u8]) -> bool {
    let pair = |pair: &[u8]| {
        matches!(
            pair,
            [b'c' | b'C', b'l' | b'L'] | [b'n' | b'N', b'd' | b'D'] | [b'_', b'm' | b'M']
        )
    };
    matches!(name, [b'_' | b'G' | b'H', ..]) || name.len() > 10 && name.windows(2).any(pair)
}

/// Whether the `_` at an offset may be in `__proto__`, `__define…` or `__lookup…`.
fn may_be_proto(text: &[u8], at: usize) -> bool {
    text[at - 1] == b'_' && matches!(text.get(at + 1), Some(b'p' | b'd' | b'l'))
}

/// Whether `(` begins no expression: `T(`, `$(`, `(#`.
fn may_open(before: u8, next: Option<&u8>) -> bool {
    before != b'T' && next.is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a code point is a letter of a usual script that no rule is about. None of them is a surrogate, or in fewer
/// octets than it needs.
fn is_usual(code: u32) -> bool {
    let letter = matches!(code,
        0xC0..=0xD6 | 0xD8..=0xDE | 0xE0..=0xF6 | 0xF8..=0x12F | 0x134..=0x148 | 0x14A..=0x17E
        | 0x1A0..=0x1A1 | 0x1AF..=0x1B0 | 0x218..=0x21B
        | 0x386 | 0x388..=0x3CE
        | 0x400..=0x45F
        | 0x5D0..=0x5EA
        | 0x621..=0x64A | 0x671..=0x6D3
        | 0x901..=0xDDF | 0xE01..=0xE32 | 0xE34..=0xEB2
        | 0x10D0..=0x10F0
        | 0x1780..=0x17B3 | 0x17B6..=0x17D3
        | 0x1EA0..=0x1EF9
        | 0x3041..=0x3096 | 0x30A1..=0x30FC
        | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7A3);
    letter && char::from_u32(code).is_some_and(|character| !narrows(character))
}
