//! Converts UTF-8 to UTF-16, the code units of JavaScript's strings. From code units a string is made by copying; from UTF-8 it is
//! made by decoding a second time. That second decoding takes longer than decoding the triplets.
//!
//! For each register of 16 bytes:
//!
//! 1. Lane `i` becomes the code unit of the character that begins at byte `i`, computed from bytes `i`, `i + 1` and `i + 2`.
//! 2. Lanes in which no character begins are dropped.
//! 3. A character may end in the next register. The lanes of that register that belong to the character are the *carry*. The next step skips the carry.
//!
//! ```text
//!   bytes   61 C3 A9 E4 BD A0 62 …      a é 你 b
//!   units   61 E9 -- 4F60 -- -- 62 …
//!   result  61 E9 4F60 62 …
//! ```
//!
//! Characters of four bytes are rare: a register with one is converted by scalar code.

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod lanes;

use alloc::vec::Vec;
use core::hint::black_box;

use crate::lanes::Lanes;

/// The number of bytes in a register.
const BLOCK: usize = 16;

/// `PLACES[mask]`: the indices of the bytes of the units whose bits are set in `mask`, in order. The rest of a row is unused.
static PLACES: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                rows[mask][2 * count] = 2 * bit as u8;
                rows[mask][2 * count + 1] = 2 * bit as u8 + 1;
                count += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    rows
};

/// Whether all bytes are ASCII.
#[must_use]
#[inline(never)]
pub fn is_ascii(bytes: &[u8]) -> bool {
    let (fours, rest) = bytes.as_chunks::<{ 4 * BLOCK }>();
    for four in fours {
        let (first, last) = (either::<0>(four), either::<{ 2 * BLOCK }>(four));
        if first.or(last).bits() != 0 {
            return false;
        }
    }
    rest.is_ascii()
}

/// The disjunction of two registers, the first at `FROM`.
#[inline(always)]
fn either<const FROM: usize>(four: &[u8; 4 * BLOCK]) -> Lanes {
    load(four, FROM).or(load(four, FROM + BLOCK))
}

/// Writes UTF-8 as UTF-16 to `out` at `from`, and grows `out` as needed. Returns the end of the text; units of `out` after it are
/// unspecified. Returns `None` if the bytes are not UTF-8.
#[must_use]
#[inline(never)]
pub fn wide(bytes: &[u8], out: &mut Vec<u16>, from: usize) -> Option<usize> {
    // A byte becomes at most one unit, and the last register writes up to BLOCK units.
    let length = from + bytes.len() + BLOCK;
    if out.len() < length {
        out.resize(length, 0);
    }
    let known = Known::new();
    let (mut at, mut written, mut carry) = (0, from, 0);
    loop {
        let mut end = bytes.len();
        if let Some(window) = bytes[at..].first_chunk::<{ BLOCK + 2 }>()
            && let Some(to) = out[written..].first_chunk_mut::<BLOCK>()
        {
            match block(window, carry, to, &known) {
                Block::Units { count, carry: next } => {
                    at += BLOCK;
                    written += count;
                    carry = next;
                    continue;
                }
                Block::Plain => end = at + BLOCK,
                Block::Wrong => return None,
            }
        }
        // The carried bytes have not been checked.
        for _ in 0..carry.count_ones() {
            if !continues(bytes[at]) {
                return None;
            }
            at += 1;
        }
        carry = 0;
        while at < end {
            let scalar = first_scalar(&bytes[at..])?;
            let mut pair = [0; 2];
            for unit in scalar.encode_utf16(&mut pair) {
                out[written] = *unit;
                written += 1;
            }
            at += scalar.len_utf8();
        }
        if at >= bytes.len() {
            return Some(written);
        }
    }
}

/// The number of code units of a text: one for each byte that begins a character, and one more for a character of four bytes.
#[must_use]
#[inline(never)]
pub fn unit_count(text: &[u8]) -> usize {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let four = Lanes::splat(0xF0);
    let of_block = |block: &[u8; BLOCK]| {
        let v = Lanes::load(block);
        let continued = v.bits() & !v.up(1).bits();
        BLOCK - continued.count_ones() as usize + v.at_least(four).bits().count_ones() as usize
    };
    let of_byte = |byte: &u8| usize::from(!continues(*byte)) + usize::from(*byte >= 0xF0);
    blocks.iter().map(of_block).sum::<usize>() + rest.iter().map(of_byte).sum::<usize>()
}

enum Block {
    /// This number of units was written.
    Units { count: usize, carry: u32 },
    /// Nothing was written: the block has a character of four bytes.
    Plain,
    /// The block is not UTF-8.
    Wrong,
}

/// Constants for all lanes. `black_box` keeps them out of the loop: the compiler would otherwise place each constant where it is used,
/// and an engine would rebuild it in each iteration.
struct Known {
    /// `10xxxxxx` continues; `110xxxxx`, `1110xxxx` and `11110xxx` lead.
    continuation: Lanes,
    lead: Lanes,
    three: Lanes,
    four: Lanes,
    /// The bits of a character in the lead of two bytes, and in a continuation.
    two_bits: Lanes,
    tail_bits: Lanes,
    low_four: Lanes,
    high_four: Lanes,
    high_five: Lanes,
    all_but_one: Lanes,
    surrogate: Lanes,
    zero: Lanes,
}

impl Known {
    fn new() -> Known {
        let all = |byte| Lanes::splat(black_box(byte));
        Known {
            continuation: all(0x80),
            lead: all(0xC0),
            three: all(0xE0),
            four: all(0xF0),
            two_bits: all(0x1F),
            tail_bits: all(0x3F),
            low_four: all(0x0F),
            high_four: all(0xF0),
            high_five: all(0xF8),
            all_but_one: all(0xFE),
            surrogate: all(0xD8),
            zero: all(0),
        }
    }
}

/// Writes the units of the characters that begin in the first 16 bytes of the window, by RFC 3629 section 4.
#[inline(always)]
fn block(window: &[u8; BLOCK + 2], carry: u32, to: &mut [u16; BLOCK], known: &Known) -> Block {
    let (v, v1) = (load(window, 0), load(window, 1));
    let outside = v.bits();
    let is_lead = v.at_least(known.lead);
    let is_three = v.at_least(known.three);
    let (leads, threes) = (is_lead.bits(), is_three.bits());
    let mut continued = leads << 1 | carry;
    // `1100000x` leads an overlong form. `wrong` is a bit mask: of a register that two branches write, the compiler does not know that
    // it is the result of a comparison, and would compare again.
    let mut wrong = v.and(known.all_but_one).equal(known.lead).bits();
    let (low, high);
    if threes == 0 {
        // `110yyyyy 10zzzzzz`: the unit is `yyyyy << 6 | zzzzzz`.
        low = v.select(v.up(6).select(v1, known.tail_bits), is_lead);
        high = v.down(2).and(is_lead).and(known.low_four);
    } else {
        if threes & v.at_least(known.four).bits() != 0 {
            return Block::Plain;
        }
        continued |= threes << 2;
        // `1110xxxx 10yyyyyy 10zzzzzz`: `xxxx << 12 | yyyyyy << 6 | zzzzzz`.
        let y = v.and(known.two_bits).select(v1.and(known.tail_bits), is_three);
        let z = v1.select(load(window, 2), is_three);
        let x = v.up(4).and(known.high_four).and(is_three);
        let is_outside = v.at_least(known.continuation);
        high = x.or(y.down(2).and(known.low_four)).and(is_outside);
        low = v.select(y.up(6).select(z, known.tail_bits), is_outside);
        // An overlong form, or a surrogate.
        let row = high.and(known.high_five);
        wrong |= row.equal(known.zero).or(row.equal(known.surrogate)).and(is_three).bits();
    }
    if (continued ^ outside & !leads) & 0xFFFF | wrong != 0 {
        return Block::Wrong;
    }
    let keep = !continued & 0xFFFF;
    let mut count = 0;
    if let Some(to) = to.first_chunk_mut() {
        count = put(low.units(high), keep & 0xFF, to);
    }
    if let Some(to) = to[count..].first_chunk_mut() {
        count += put(low.upper_units(high), keep >> 8, to);
    }
    Block::Units { count, carry: continued >> BLOCK }
}

#[inline(always)]
fn load(bytes: &[u8], from: usize) -> Lanes {
    match bytes[from..].first_chunk() {
        Some(lanes) => Lanes::load(lanes),
        None => Lanes::splat(0),
    }
}

/// Writes the units whose bits are set in `keep`; returns their number.
#[inline(always)]
fn put(units: Lanes, keep: u32, to: &mut [u16; 8]) -> usize {
    units.pick(&PLACES[keep as usize]).store(to);
    keep.count_ones() as usize
}

fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The character at the start of the bytes, if there is one: it has at most four bytes.
fn first_scalar(bytes: &[u8]) -> Option<char> {
    let window = &bytes[..bytes.len().min(4)];
    let valid = match str::from_utf8(window) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&window[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of up to four boundary bytes, alone and after other characters, and every scalar value.
    #[test]
    fn as_the_standard_library() {
        let same = |bytes: &[u8]| {
            let text = str::from_utf8(bytes).ok();
            let mut units = Vec::new();
            let done = wide(bytes, &mut units, 1).map(|end| &units[1..end]);
            let expected = text.map(|text| text.encode_utf16().collect::<Vec<u16>>());
            assert_eq!(done, expected.as_deref(), "{bytes:02X?}");
            assert_eq!(is_ascii(bytes), bytes.is_ascii());
            if let Some(text) = text {
                assert_eq!(unit_count(bytes), text.encode_utf16().count(), "{text}");
            }
        };
        let boundary = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ];
        // Across the boundary of two blocks, too.
        let between = |bytes: &[u8], before: usize| {
            same(&[&[b'a'; BLOCK][..before], bytes, &[b'b'; 2 * BLOCK]].concat());
        };
        for a in boundary {
            for b in boundary {
                for c in boundary {
                    for d in boundary {
                        same(&[a, b, c, d]);
                        between(&[a, b, c, d], 3);
                        between(&[a, b, c, d], BLOCK - 2);
                    }
                    same(&[a, b, c]);
                    same(&[b'x', 0xC3, 0xA9, a, b, c]);
                }
                same(&[a, b]);
            }
            same(&[a]);
        }
        for scalar in '\0'..=char::MAX {
            let mut four = [0; 4];
            let bytes = scalar.encode_utf8(&mut four).as_bytes();
            same(bytes);
            for before in [0, BLOCK - 2, BLOCK - 1] {
                between(bytes, before);
            }
        }
        // At every position of a block, with and without more blocks.
        for before in 0..2 * BLOCK {
            for after in 0..2 * BLOCK {
                for odd in [
                    &b"\xC3\xA9"[..],
                    b"\xE4\xBD\xA0",
                    b"\xF0\x9F\x98\x80",
                    b"\xED\xA0\x80",
                    b"\xE4\xBD",
                ] {
                    same(&[&vec![b'a'; before], odd, &vec![b'b'; after]].concat());
                }
            }
        }
    }
}
