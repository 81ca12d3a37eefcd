//! Dots and slashes in disguise: what broken decoders, code pages and compatibility make a dot or a slash of.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::climb;
use super::context::Severity;
use super::report::Report;
use super::rule::Rule;

/// Finds a way up in a decoded text whose dots or slashes are none by UTF-8: in more octets than they need, full-width, or as
/// `%u002e`.
pub(super) fn check(text: &[u8], report: &mut Report) {
    let disguised = |window: &[u8]| window[0] >= 0x80 || window.eq_ignore_ascii_case(b"%u");
    if !text.windows(2).any(disguised) {
        return;
    }
    let Some(plain) = undisguised(text) else { return };
    let worst = |text: &[u8]| {
        let mut inner = report.inner();
        climb::check_value(text, true, &mut inner);
        inner.worst()
    };
    // A way up that is written as it is, is found without this.
    if worst(&plain) >= Some(Severity::Warn) && worst(text) < Some(Severity::Warn) {
        report.find_as(Rule::DotSegment, Severity::Error, 0..text.len(), 0);
    }
}

/// Whether a text, which may have triplets, has an octet that a disguise begins with.
pub(super) fn may_be_in(text: &[u8]) -> bool {
    text.windows(2).any(|window| {
        window[0] >= 0xC0
            || window[0] == b'%' && matches!(window[1] | 0x20, b'c' | b'e' | b'f' | b'u')
    })
}

/// A text with its dots and slashes as they are; `None` if none is in disguise.
fn undisguised(text: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(text.len());
    let (mut at, mut found) = (0, false);
    while at < text.len() {
        match delimiter(&text[at..]) {
            Some((octet, length)) => {
                plain.push(octet);
                (at, found) = (at + length, true);
            }
            None => {
                plain.push(text[at]);
                at += 1;
            }
        }
    }
    found.then_some(plain)
}

/// The dot or slash that a text begins with in disguise, and its length.
fn delimiter(text: &[u8]) -> Option<(u8, usize)> {
    let follow = |count: usize| {
        let octets = text.get(1..=count)?;
        octets.iter().all(|octet| octet & 0xC0 == 0x80).then_some(octets[count - 1])
    };
    let (code, length) = match *text {
        // The longer forms of UTF-8, up to those of six octets that it had before RFC 3629. Some decoders take the second octet
        // whatever it is: `%C0%2F`.
        [0xC0, second @ (b'.' | b'/' | b'\\'), ..] => (u32::from(second), 2),
        [0xC0, ..] => (u32::from(follow(1)? & 0x3F), 2),
        [0xE0, 0x80, ..] => (u32::from(follow(2)? & 0x3F), 3),
        [0xF0, 0x80, 0x80, ..] => (u32::from(follow(3)? & 0x3F), 4),
        [0xF8, 0x80, ..] => (u32::from(follow(4)? & 0x3F), 5),
        [0xFC, 0x80, ..] => (u32::from(follow(5)? & 0x3F), 6),
        [b'%', b'u' | b'U', ..] => {
            let digits = str::from_utf8(text.get(2..6)?).ok()?;
            (u32::from_str_radix(digits, 16).ok()?, 6)
        }
        [0xE2 | 0xEF, ..] => {
            let octets = str::from_utf8(text.get(..3)?).ok()?;
            (u32::from(octets.chars().next()?), 3)
        }
        _ => return None,
    };
    let octet = match code {
        0x2E | 0x2024 | 0xFE52 | 0xFF0E => b'.',
        0x2F | 0x2044 | 0x2215 | 0xFF0F => b'/',
        0x5C | 0x2216 | 0xFE68 | 0xFF3C => b'\\',
        _ => return None,
    };
    Some((octet, length))
}
