//! A text as the octets that it means, each with its place.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use crate::uri::split;

/// One octet: a byte, or a triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) octet: u8,
    pub(super) encoded: bool,
    /// Where it stands in the input.
    pub(super) at: usize,
}

impl Unit {
    pub(super) const fn end(&self) -> usize {
        self.at + if self.encoded { 3 } else { 1 }
    }
}

/// The octet at a place of a text, which is not its end. A `%` that begins no triplet is itself.
pub(super) fn unit_at(text: &[u8], at: usize) -> Unit {
    match split::octet_at(&text[at..]) {
        Some(octet) => Unit { octet, encoded: true, at },
        None => Unit { octet: text[at], encoded: false, at },
    }
}

/// The octets of a part of the input that begins at `base`.
pub(super) fn units(text: &[u8], base: usize) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let unit = unit_at(text, at);
        at = unit.end();
        units.push(Unit { at: base + unit.at, ..unit });
    }
    units
}

/// What the first octets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    /// A character of so many octets.
    Scalar(char, usize),
    /// So many octets that are a character in too many.
    Overlong(usize),
    /// Three octets that are half of a surrogate pair.
    Surrogate(usize),
    /// So many octets beyond U+10FFFF.
    Beyond(usize),
    /// One octet that is none of these.
    Invalid,
}

/// Reads UTF-8 (RFC 3629 section 4); `units` is not empty.
pub(super) fn sequence(units: &[Unit]) -> Sequence {
    let mut octets = [0; 4];
    let count = units.len().min(4);
    for (octet, unit) in octets.iter_mut().zip(units) {
        *octet = unit.octet;
    }
    let octets = &octets[..count];
    let valid = match str::from_utf8(octets) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&octets[..error.valid_up_to()]).unwrap_or_default(),
    };
    if let Some(scalar) = valid.chars().next() {
        return Sequence::Scalar(scalar, scalar.len_utf8());
    }
    let follows = |length: usize| {
        count >= length && octets[1..length].iter().all(|octet| octet & 0xC0 == 0x80)
    };
    match octets {
        [0xC0 | 0xC1, ..] if follows(2) => Sequence::Overlong(2),
        [0xE0, 0x80..=0x9F, ..] if follows(3) => Sequence::Overlong(3),
        [0xF0, 0x80..=0x8F, ..] if follows(4) => Sequence::Overlong(4),
        [0xED, 0xA0..=0xBF, ..] if follows(3) => Sequence::Surrogate(3),
        [0xF4, 0x90..=0xFF, ..] | [0xF5..=0xF7, ..] if follows(4) => Sequence::Beyond(4),
        _ => Sequence::Invalid,
    }
}
