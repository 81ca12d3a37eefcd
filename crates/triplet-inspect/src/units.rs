//! A text as a sequence of octets, each with its offset and whether it is written as a triplet.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::decode_triplet;

/// One octet of a text, written raw as a byte or encoded as a triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) octet: u8,
    pub(crate) encoded: bool,
    /// The offset in the input.
    pub(crate) at: usize,
}

impl Unit {
    pub(crate) const fn end(&self) -> usize {
        self.at + if self.encoded { 3 } else { 1 }
    }
}

/// The octet at an offset of a text. The offset must be less than the length of the text. A malformed `%` is a raw octet.
pub(crate) fn unit_at(text: &[u8], at: usize) -> Unit {
    match decode_triplet(&text[at..]) {
        Some(octet) => Unit { octet, encoded: true, at },
        None => Unit { octet: text[at], encoded: false, at },
    }
}

/// The octets of a part of the input whose offset is `base`.
pub(crate) fn units(text: &[u8], base: usize) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let unit = unit_at(text, at);
        at = unit.end();
        units.push(Unit { at: base + unit.at, ..unit });
    }
    units
}

/// The octets of a text that is decoded once. Does not allocate.
pub(crate) fn octets(text: &[u8]) -> impl Iterator<Item = u8> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let unit = (at < text.len()).then(|| unit_at(text, at))?;
        at = unit.end();
        Some(unit.octet)
    })
}

/// The UTF-8 sequence at the start of some octets. The numbers are lengths in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A character.
    Scalar(char, usize),
    /// A character in more octets than it needs.
    Overlong(usize),
    /// A surrogate, in three octets.
    Surrogate(usize),
    /// A code point beyond U+10FFFF.
    Beyond(usize),
    /// The first octets of a character; the next octet does not continue it, or there is none.
    Truncated(usize),
    /// An octet that begins no sequence of the other variants.
    Invalid,
}

/// Reads the UTF-8 sequence at the start of `units` (RFC 3629 section 4). `units` must not be empty.
pub(crate) fn sequence(units: &[Unit]) -> Sequence {
    let mut octets = [0; 4];
    let count = units.len().min(4);
    for (octet, unit) in octets.iter_mut().zip(units) {
        *octet = unit.octet;
    }
    let octets = &octets[..count];
    let (valid, truncated) = match str::from_utf8(octets) {
        Ok(text) => (text, 0),
        Err(error) => {
            let valid = str::from_utf8(&octets[..error.valid_up_to()]).unwrap_or_default();
            // Without a length, the octets end within a character.
            (valid, error.error_len().unwrap_or(count))
        }
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
        // A single octet is the start of a character only at the end of the text: `caf%E9%20` is another charset.
        [0xC2..=0xF4, ..] if truncated > 1 || count == 1 => Sequence::Truncated(truncated),
        _ => Sequence::Invalid,
    }
}

/// A part of the input, decoded once, that knows where each octet is. Does not allocate if nothing is encoded.
pub(crate) struct View<'a> {
    octets: Cow<'a, [u8]>,
    /// Where each octet begins in the input, and the end of the part; empty if nothing is encoded. An octet is a triplet if the next
    /// one begins three bytes later: a list of [`Unit`]s is twice as long.
    starts: Vec<usize>,
    base: usize,
}

impl<'a> View<'a> {
    pub(crate) fn of(input: &'a [u8], span: Range<usize>) -> View<'a> {
        let text = &input[span.clone()];
        if !text.contains(&b'%') {
            return View { octets: text.into(), starts: Vec::new(), base: span.start };
        }
        let mut octets = Vec::with_capacity(text.len());
        let mut starts = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        while at < text.len() {
            let unit = unit_at(text, at);
            octets.push(unit.octet);
            starts.push(span.start + at);
            at = unit.end();
        }
        starts.push(span.end);
        View { octets: octets.into(), starts, base: span.start }
    }

    pub(crate) fn octets(&self) -> &[u8] {
        &self.octets
    }

    fn is_encoded(&self, index: usize) -> bool {
        matches!(self.starts.get(index..index + 2), Some([start, end]) if end - start == 3)
    }

    /// The octets that are written as triplets.
    pub(crate) fn encoded(&self) -> impl Iterator<Item = Unit> {
        let units = self.octets.iter().zip(&self.starts).enumerate();
        units.filter(|(index, _)| self.is_encoded(*index)).map(|(_, (&octet, &at))| Unit {
            octet,
            encoded: true,
            at,
        })
    }

    /// Where some octets are in the input. The range must not be empty.
    pub(crate) fn span(&self, range: Range<usize>) -> Range<usize> {
        match (self.starts.get(range.start), self.starts.get(range.end)) {
            (Some(start), Some(end)) => *start..*end,
            _ => self.base + range.start..self.base + range.end,
        }
    }

    /// How many times the input must be decoded for these octets to appear.
    pub(crate) fn layer(&self, mut range: Range<usize>) -> u8 {
        u8::from(!self.starts.is_empty() && range.any(|index| self.is_encoded(index)))
    }
}

/// The octet at an offset of a text after all decodings, at most five, and the offset after it. The offset must be less
/// than the length of the text.
#[inline]
pub(crate) fn peel(text: &[u8], at: usize) -> (u8, usize) {
    let first = unit_at(text, at);
    if first.octet == b'%' { peel_percent(text, first.end()) } else { (first.octet, first.end()) }
}

/// [`peel`] after a percent sign that ends at this offset.
fn peel_percent(text: &[u8], end: usize) -> (u8, usize) {
    let (mut octet, mut end) = (b'%', end);
    for _ in 0..4 {
        if octet != b'%' {
            break;
        }
        // Each of the digits may be encoded itself.
        let mut digits = [0; 2];
        let mut next = end;
        for digit in &mut digits {
            if next < text.len() {
                let unit = unit_at(text, next);
                (*digit, next) = (unit.octet, unit.end());
            }
        }
        let Some(inner) = decode_triplet(&[b'%', digits[0], digits[1]]) else { break };
        (octet, end) = (inner, next);
    }
    (octet, end)
}

/// The first octets of a text after all decodings: as many as the buffer has room for.
pub(crate) fn peeled<'a>(text: &[u8], buffer: &'a mut [u8]) -> &'a mut [u8] {
    let (mut at, mut count) = (0, 0);
    while at < text.len() && count < buffer.len() {
        (buffer[count], at) = peel(text, at);
        count += 1;
    }
    &mut buffer[..count]
}
