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

use alloc::borrow::Cow;
use alloc::string::String;

use super::Decode;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel::{self, DecodeRule};
use crate::triplet::{StrayPercent, decode_triplet, first_scalar};

impl<'a> Decode<'a> {
    /// The decoded bytes as text, as far as they are text; the other triplets stay as they were written. This is what browsers
    /// show in the address bar. Borrows the input if nothing changes.
    ///
    /// Nothing is lost: if the result is decoded again, the octets are those of the input. For that, two more kinds of triplets
    /// stay: one whose octet would complete a new triplet (`%2541` stays as it is, `100%25` becomes `100%`), and with
    /// [`Decode::plus_as_space`] the `%2B` of a `+`. Raw octets that are not UTF-8 become triplets. (The result may have a
    /// malformed triplet, so decode it with [`Decode::lenient`].)
    ///
    /// The text is for people: a program that uses the value needs [`Decode::to_str`] or [`Decode::to_bytes`].
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("/caf%C3%A9/%FF%20%E4%BD").to_str_keep_invalid()?, "/café/%FF %E4%BD");
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    pub fn to_str_keep_invalid(&self) -> Result<Cow<'a, str>, DecodeError> {
        match self.to_str() {
            Ok(Cow::Borrowed(text)) => Ok(Cow::Borrowed(text)),
            // Nothing in the result can be read as a triplet or as a space.
            Ok(text) if !self.rule.plus && !has_percent(&text) => Ok(text),
            Err(error) if error.kind() != DecodeErrorKind::InvalidUtf8 => Err(error),
            _ => {
                let out = String::with_capacity(self.input.len());
                Ok(Cow::Owned(decode(self.input, &self.rule, out)))
            }
        }
    }
}

/// Whether a text has a `%`. (`contains` of a `char` would compile the search for a string into every program.)
pub(super) fn has_percent(text: &str) -> bool {
    kernel::clean_prefix_len(text.as_bytes(), false) < text.len()
}

/// The length that no result exceeds: a raw octet outside ASCII becomes at most a triplet, and nothing else grows.
pub(super) fn longest(input: &[u8]) -> usize {
    input.len().saturating_add(2 * input.iter().filter(|byte| !byte.is_ascii()).count())
}

/// Decodes an input whose malformed triplets are known to be kept, and appends the result to `out`. Linear time.
pub(super) fn decode(input: &[u8], rule: &DecodeRule, mut out: String) -> String {
    let is_kept = |octet: u8| rule.keeps_triplet_of(octet);
    let mut stray = StrayPercent::default();
    let mut rest = input;
    while let Some(&byte) = rest.first() {
        let octet = decode_triplet(rest);
        match octet {
            _ if octet.unwrap_or(byte) > 0x7F && !octet.is_some_and(is_kept) => {
                let length = octets_outside_ascii(rest, is_kept, &mut out);
                rest = &rest[length..];
            }
            Some(octet) => {
                let digit = octet.is_ascii_hexdigit();
                let next = |at: usize| rest.get(3 + at).is_some_and(u8::is_ascii_hexdigit);
                let makes_triplet = match stray.digits_after(&out) {
                    _ if octet == b'%' => next(0) && next(1),
                    Some(0) => digit && next(0),
                    Some(_) => digit,
                    None => false,
                };
                if is_kept(octet) || makes_triplet || (octet == b'+' && rule.plus) {
                    out.extend(rest[..3].iter().map(|&byte| char::from(byte)));
                } else if octet == b'%' {
                    stray.push(&mut out);
                } else {
                    out.push(char::from(octet));
                }
                rest = &rest[3..];
            }
            None => {
                match byte {
                    b'%' => stray.push(&mut out),
                    b'+' if rule.plus => out.push(' '),
                    _ => out.push(char::from(byte)),
                }
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
            let (octet, length) = match decode_triplet(&bytes[end..]) {
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
        if count == 0 {
            return at;
        }
        if let Some(character) = first_scalar(&octets[..count]) {
            out.push(character);
            at = ends[character.len_utf8() - 1];
        } else if byte == b'%' {
            // ASCII: a triplet as it was written.
            out.extend(bytes[at..at + 3].iter().map(|&byte| char::from(byte)));
            at += 3;
        } else {
            out.push_str(kernel::triplet_str(byte, false));
            at += 1;
        }
    }
    at
}
