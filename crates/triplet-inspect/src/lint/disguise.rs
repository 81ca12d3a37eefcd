//! Dots and slashes in disguise: what broken decoders, code pages and compatibility make a dot or a slash of.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::climb;
use super::context::Severity;
use super::needs::{CONTROL, DISGUISED, MALFORMED};
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;

/// What [`check`] needs.
pub(super) const NEEDS: Signs = Signs::of_needles(&[DISGUISED, MALFORMED, CONTROL]);

/// Finds a way up in a decoded text whose dots or slashes are disguised: in more octets than they need, full-width, as
/// `%u002e` or `0x2e`, as triplets without hexadecimal digits, or with control characters between them.
pub(super) fn check(text: &[u8], report: &mut Report) {
    let Some(plain) = undisguised(text) else { return };
    let worst = |text: &[u8]| climb::worst_of_value(text, true);
    // A way up that is written as it is, is found without this.
    if worst(&plain) >= Some(Severity::Warn) && worst(text) < Some(Severity::Warn) {
        report.find_as(Rule::DotSegment, Severity::Error, 0..text.len(), 0);
    }
}

/// The start of a text with its compatible dots and slashes as they are, if one of the first characters is compatible.
pub(super) fn start(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let (mut at, mut found) = (0, false);
    while at < text.len() && plain.len() < 8 {
        let octets = text.get(at..at + 3).unwrap_or_default();
        let (octet, length) = match octets {
            // U+3002, the full stop of China and Japan, and its half-width form.
            [0xE3, 0x80, 0x82] | [0xEF, 0xBD, 0xA1] => (b'.', 3),
            _ if text[at] >= 0xE2 => match delimiter(&text[at..], false) {
                Some(delimiter) => delimiter,
                None => break,
            },
            _ if matches!(text[at], b'.' | b'/' | b'\\') => (text[at], 1),
            _ => break,
        };
        found |= length > 1;
        plain.push(octet);
        at += length;
    }
    if !found {
        return Vec::new();
    }
    plain.extend_from_slice(&text[at..]);
    plain
}

/// Whether a text, which may have triplets, has an octet that a disguise begins with.
pub(super) fn may_be_in(text: &[u8]) -> bool {
    text.windows(2).any(|window| {
        window[0] >= 0xC0
            || window[0] == b'%' && matches!(window[1] | 0x20, b'0' | b'1' | b'c' | b'e'..=b'z')
            || begins_hex(window)
    }) || text.windows(4).any(|window| window == b"%25%")
}

/// Whether a text begins as `0x2e` does.
fn begins_hex(text: &[u8]) -> bool {
    matches!(text, [b'0', b'x' | b'X', ..])
}

/// Whether programs drop an octet that is in a name.
const fn is_control(octet: u8) -> bool {
    octet < b' ' || octet == 0x7F
}

/// A text with its dots and slashes as they are; `None` if none is in disguise.
fn undisguised(text: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(text.len());
    let (mut at, mut found) = (0, false);
    while at < text.len() {
        let octet = text[at];
        if is_control(octet) {
            (at, found) = (at + 1, true);
            continue;
        }
        let begins = octet == b'%' || octet == b'0' || octet >= 0xC0;
        let after_dot = plain.last() == Some(&b'.');
        match begins.then(|| delimiter(&text[at..], after_dot)).flatten() {
            Some((delimiter, length)) => {
                plain.push(delimiter);
                if text[at..].starts_with("\u{2025}".as_bytes()) {
                    plain.push(delimiter);
                }
                (at, found) = (at + length, true);
            }
            None => {
                plain.push(octet);
                at += 1;
            }
        }
    }
    found.then_some(plain)
}

/// The dot or slash that a text begins with in disguise, and its length. `after_dot` says that it follows a dot.
fn delimiter(text: &[u8], after_dot: bool) -> Option<(u8, usize)> {
    let follow = |count: usize| {
        let octets = text.get(1..=count)?;
        octets.iter().all(|octet| octet & 0xC0 == 0x80).then_some(octets[count - 1])
    };
    let (code, length) = match *text {
        // The longer forms of UTF-8, up to those of six octets that it had before RFC 3629. Some decoders take the second octet
        // whatever it is: `%C0%2F`.
        [0xC0, second @ (b'.' | b'/' | b'\\'), ..] => (u32::from(second), 2),
        [0xC0 | 0xC1, b'%', first, second, ..] if is_malformed(first, second) => (0x2F, 4),
        [0xC0, ..] => (u32::from(follow(1)? & 0x3F), 2),
        [0xC1, second, ..] => (0x40 | u32::from(second & 0x3F), 2),
        [0xE0, b'@', third, ..] => (u32::from(third & 0x3F), 3),
        [0xE0, 0x80, ..] => (u32::from(follow(2)? & 0x3F), 3),
        [0xF0, 0x80, 0x80, ..] => (u32::from(follow(3)? & 0x3F), 4),
        [0xF8, 0x80, ..] => (u32::from(follow(4)? & 0x3F), 5),
        [0xFC, 0x80, ..] => (u32::from(follow(5)? & 0x3F), 6),
        [b'%', b'u' | b'U', ..] => {
            let digits = str::from_utf8(text.get(2..6)?).ok()?;
            (u32::from_str_radix(digits, 16).ok()?, 6)
        }
        // Some decoders drop a `%` that begins no triplet. Others take any letter for a digit.
        [b'%', separator @ (b'/' | b'\\'), ..] => (u32::from(separator), 2),
        [b'%', first, second, ..] if after_dot && is_malformed(first, second) => (0x2F, 3),
        [b'0', b'x' | b'X', ..] => {
            let digits = str::from_utf8(text.get(2..4)?).ok()?;
            (u32::from_str_radix(digits, 16).ok()?, 4)
        }
        // The yen sign is the backslash of Japanese code pages, as the won sign is that of Korean ones.
        [0xC2, 0xA5, ..] => (0x5C, 2),
        [0xE2, 0x82, 0xA9, ..] => (0x5C, 3),
        [0xE2 | 0xEF, ..] => {
            let octets = str::from_utf8(text.get(..3)?).ok()?;
            (u32::from(octets.chars().next()?), 3)
        }
        _ => return None,
    };
    let octet = match code {
        // U+FF2E is a dot when it is cut to a byte.
        0x2E | 0x2024 | 0x2025 | 0xFE52 | 0xFF0E | 0xFF2E => b'.',
        // Public lists of attacks have those of the private area.
        0x2F | 0x2044 | 0x2215 | 0xFF0F | 0xF025 => b'/',
        0x5C | 0x2216 | 0xFE68 | 0xFF3C | 0xFFE5 | 0xFFE6 | 0xEFC8 => b'\\',
        _ => return None,
    };
    Some((octet, length))
}

/// Whether these two octets after a `%` are letters or digits that make no triplet.
const fn is_malformed(first: u8, second: u8) -> bool {
    first.is_ascii_alphanumeric()
        && second.is_ascii_alphanumeric()
        && !(first.is_ascii_hexdigit() && second.is_ascii_hexdigit())
}
