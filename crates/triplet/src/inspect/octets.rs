//! A text as a sequence of octets, each with its offset and whether it is written as a triplet.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use crate::uri::split;

/// One octet of a text, written raw as a byte or encoded as a triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) octet: u8,
    pub(super) encoded: bool,
    /// The offset in the input.
    pub(super) at: usize,
}

impl Unit {
    pub(super) const fn end(&self) -> usize {
        self.at + if self.encoded { 3 } else { 1 }
    }
}

/// The octet at an offset of a text, which must be less than its length. A malformed `%` is a raw octet.
pub(super) fn unit_at(text: &[u8], at: usize) -> Unit {
    match split::octet_at(&text[at..]) {
        Some(octet) => Unit { octet, encoded: true, at },
        None => Unit { octet: text[at], encoded: false, at },
    }
}

/// The octets of a part of the input whose offset is `base`.
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

/// The UTF-8 sequence at the start of some octets. The numbers are lengths in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    /// A character.
    Scalar(char, usize),
    /// A character in more octets than it needs.
    Overlong(usize),
    /// A surrogate, in three octets.
    Surrogate(usize),
    /// A code point beyond U+10FFFF.
    Beyond(usize),
    /// One octet that begins none of these.
    Invalid,
}

/// Reads the UTF-8 sequence at the start of `units` (RFC 3629 section 4), which must not be empty.
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
