//! Decoding of what is text, with the rest left encoded: what the address bar of a browser shows.
//!
//! A triplet is decoded if its octet belongs to well-formed UTF-8 and if the result, decoded again, gives the same octets. So
//! nothing is lost. In detail, from left to right:
//!
//! 1. A run of octets outside ASCII, raw or of triplets, is cut as Unicode cuts ill-formed UTF-8 (section 3.9). Characters are
//!    decoded. The octets that are left stay triplets as they were written; raw ones become triplets.
//! 2. A triplet of `%` or of a hexadecimal digit stays if decoding it would complete a new triplet, such as that of `%` in `%2541`.
//! 3. Where `+` is a space, the triplet of `+` stays.
#![forbid(unsafe_code)]

use alloc::string::String;

use crate::kernel::DecodeRule;

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// What the end of the result could be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Not of a triplet.
    Other,
    /// A `%` that begins no triplet of the input.
    Percent,
    /// Such a `%` and a hexadecimal digit.
    PercentDigit,
}

impl Tail {
    fn after(self, byte: u8) -> Tail {
        match (self, byte) {
            (_, b'%') => Tail::Percent,
            (Tail::Percent, _) if byte.is_ascii_hexdigit() => Tail::PercentDigit,
            _ => Tail::Other,
        }
    }
}

/// The octet of the triplet that the bytes begin with.
fn triplet(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = *bytes else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    Some(digit(high)? << 4 | digit(low)?)
}

/// The length that no result exceeds: a raw octet outside ASCII becomes at most a triplet, and nothing else grows.
pub(crate) fn longest(input: &[u8]) -> usize {
    input.len().saturating_add(2 * input.iter().filter(|byte| !byte.is_ascii()).count())
}

/// Decodes an input whose malformed triplets are known to be kept, and appends the result to `out`. Linear time.
pub(crate) fn decode(input: &[u8], rule: &DecodeRule, mut out: String) -> String {
    let is_kept = |octet: u8| rule.keeps_triplet_of(octet);
    let mut tail = Tail::Other;
    let mut rest = input;
    while let Some(&byte) = rest.first() {
        let octet = triplet(rest);
        match octet {
            _ if octet.unwrap_or(byte) > 0x7F && !octet.is_some_and(is_kept) => {
                let length = octets_outside_ascii(rest, is_kept, &mut out);
                rest = &rest[length..];
                tail = Tail::Other;
            }
            Some(octet) => {
                let digit = octet.is_ascii_hexdigit();
                let next = |at: usize| rest.get(3 + at).is_some_and(u8::is_ascii_hexdigit);
                let makes_triplet = match tail {
                    _ if octet == b'%' => next(0) && next(1),
                    Tail::Percent => digit && next(0),
                    Tail::PercentDigit => digit,
                    Tail::Other => false,
                };
                if is_kept(octet) || makes_triplet || (octet == b'+' && rule.plus) {
                    out.extend(rest[..3].iter().map(|&byte| char::from(byte)));
                    tail = Tail::Other;
                } else {
                    out.push(char::from(octet));
                    tail = tail.after(octet);
                }
                rest = &rest[3..];
            }
            None => {
                let byte = if byte == b'+' && rule.plus { b' ' } else { byte };
                out.push(char::from(byte));
                tail = tail.after(byte);
                rest = &rest[1..];
            }
        }
    }
    out
}

/// Appends the run of octets outside ASCII that the bytes begin with, and returns how many bytes it has.
fn octets_outside_ascii(bytes: &[u8], is_kept: impl Fn(u8) -> bool, out: &mut String) -> usize {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        // A character has at most four octets.
        let (mut octets, mut ends, mut count, mut end) = ([0; 4], [0; 4], 0, at);
        while count < 4
            && let Some(&byte) = bytes.get(end)
        {
            let (octet, length) = match triplet(&bytes[end..]) {
                Some(octet) if is_kept(octet) => break,
                Some(octet) => (octet, 3),
                None => (byte, 1),
            };
            if octet < 0x80 {
                break;
            }
            end += length;
            (octets[count], ends[count]) = (octet, end);
            count += 1;
        }
        let Some(chunk) = octets[..count].utf8_chunks().next() else { return at };
        if let Some(character) = chunk.valid().chars().next() {
            out.push(character);
            at = ends[character.len_utf8() - 1];
        } else if byte == b'%' {
            // ASCII: a triplet as it was written.
            out.extend(bytes[at..at + 3].iter().map(|&byte| char::from(byte)));
            at += 3;
        } else {
            out.push('%');
            out.push(char::from(DIGITS[usize::from(byte >> 4)]));
            out.push(char::from(DIGITS[usize::from(byte & 15)]));
            at += 1;
        }
    }
    at
}
