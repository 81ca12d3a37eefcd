//! Forms, and pairs as a caller gives them.

use alloc::string::String;
use alloc::vec::Vec;

use triplet::form::{self, FormError, Newlines, Serializer, Space};
use triplet_utf16::{is_ascii, unit_count, wide};

use crate::Failure;
use crate::codec::{CRLF, PERCENT, STRICT, failure};
use crate::state::Written;

/// Pairs one behind the other: a byte of bits (1 the name is written as it is, 2 the value is, 4 there is a value), the
/// lengths of name and value in 32 bits each, name and value. Ends with the bytes, or at a pair that is cut.
pub(crate) struct Pairs<'a> {
    rest: &'a [u8],
}

pub(crate) struct Pair<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) value: Option<&'a [u8]>,
    pub(crate) raw_name: bool,
    pub(crate) raw_value: bool,
}

impl<'a> Pairs<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Pairs<'a> {
        Pairs { rest: bytes }
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Pair<'a>;

    fn next(&mut self) -> Option<Pair<'a>> {
        let (bits, rest) = self.rest.split_first()?;
        let (name_length, rest) = rest.split_first_chunk::<4>()?;
        let (value_length, rest) = rest.split_first_chunk::<4>()?;
        let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*name_length) as usize)?;
        let (value, rest) = rest.split_at_checked(u32::from_le_bytes(*value_length) as usize)?;
        self.rest = rest;
        Some(Pair {
            name,
            value: (bits & 4 != 0).then_some(value),
            raw_name: bits & 1 != 0,
            raw_value: bits & 2 != 0,
        })
    }
}

/// All names and values as one text, of which the caller takes the pieces, because a string for each costs more; then numbers
/// of 32 bits: how many code units each has, and how many there are.
pub(crate) fn parse(
    input: &[u8],
    options: u32,
    output: &mut Vec<u8>,
    units: &mut Vec<u16>,
) -> Result<Written, Failure> {
    let readings: &[Reading] = match options & STRICT {
        0 => &[Reading::Unchecked, Reading::Lossy],
        _ => &[Reading::Strict],
    };
    let mut counts = Vec::with_capacity(64);
    output.reserve(input.len());
    for reading in readings {
        output.clear();
        counts.clear();
        let whole = read(input, *reading, output, &mut counts)
            .map_err(|error| failure(error.name(), error.offset(), &error))?;
        counts.push(counts.len() as u32);
        if is_ascii(output) {
            output.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
            return Ok(Written::Ascii);
        }
        if whole && let Some(end) = wide(output, units, 0) {
            units.truncate(end);
            units.extend(counts.iter().flat_map(|count| [*count as u16, (count >> 16) as u16]));
            return Ok(Written::Wide(units.len()));
        }
    }
    Err(failure("not-utf-8", 0, &"the form is not text"))
}

#[derive(Clone, Copy)]
enum Reading {
    /// What is malformed or no text is refused.
    Strict,
    /// As if all octets were text: nearly always they are, and that is seen for all of them at once.
    Unchecked,
    /// What is no text is replaced.
    Lossy,
}

/// Says whether each name and each value begins with the beginning of a character, so that they are text if all together are.
fn read(
    input: &[u8],
    reading: Reading,
    text: &mut Vec<u8>,
    counts: &mut Vec<u32>,
) -> Result<bool, FormError> {
    let form = form::parse(input);
    let form = if matches!(reading, Reading::Strict) { form.strict() } else { form };
    let mut whole = true;
    for pair in form.pairs() {
        let pair = pair?;
        for part in [pair.name, pair.value] {
            let start = text.len();
            match reading {
                Reading::Strict => text.extend_from_slice(part.to_str()?.as_bytes()),
                Reading::Lossy => text.extend_from_slice(part.to_str_lossy()?.as_bytes()),
                Reading::Unchecked => {
                    triplet::decode(part.raw()).plus_as_space().lenient().append_to(text);
                }
            }
            whole &= text.get(start).is_none_or(|byte| byte & 0xC0 != 0x80);
            counts.push(unit_count(&text[start..]) as u32);
        }
    }
    Ok(whole)
}

pub(crate) fn serialize(input: &[u8], options: u32, output: &mut Vec<u8>) {
    let mut out = String::new();
    let mut serializer = Serializer::new(&mut out)
        .space(if options & PERCENT != 0 { Space::Percent } else { Space::Plus })
        .newlines(if options & CRLF != 0 { Newlines::Crlf } else { Newlines::Keep });
    for pair in Pairs::of(input) {
        match pair.value {
            Some(value) => serializer.append(pair.name, value),
            None => serializer.append_name(pair.name),
        };
    }
    *output = out.into_bytes();
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn write(pairs: &[(&str, Option<&str>, u8)]) -> Vec<u8> {
        let mut out = Vec::new();
        for (name, value, bits) in pairs {
            out.push(bits | if value.is_some() { 4 } else { 0 });
            let value = value.unwrap_or_default();
            out.extend_from_slice(&(name.len() as u32).to_le_bytes());
            out.extend_from_slice(&(value.len() as u32).to_le_bytes());
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(value.as_bytes());
        }
        out
    }

    #[test]
    fn forms() {
        let mut output = Vec::new();
        serialize(&write(&[("a b", Some("c\nd"), 0), ("é", None, 0)]), CRLF, &mut output);
        assert_eq!(output, b"a+b=c%0D%0Ad&%C3%A9");
        output.clear();
        let mut units = Vec::new();
        assert_eq!(parse(b"a+b=%zz", 0, &mut output, &mut units).ok(), Some(Written::Ascii));
        assert_eq!(output, b"a b%zz\x03\0\0\0\x03\0\0\0\x02\0\0\0");
        let form = "é=%F0%9F%98%80%FF".as_bytes();
        assert_eq!(parse(form, 0, &mut output, &mut units).ok(), Some(Written::Wide(10)));
        assert_eq!(units[..10], [0xE9, 0xD83D, 0xDE00, 0xFFFD, 1, 0, 3, 0, 2, 0]);
        // A character that begins in a name and ends in a value is none.
        output.clear();
        assert_eq!(parse(b"%C3=%A9", 0, &mut output, &mut units).ok(), Some(Written::Wide(8)));
        assert_eq!(units[..8], [0xFFFD, 0xFFFD, 1, 0, 1, 0, 2, 0]);
        assert!(parse(b"a+b=%zz", STRICT, &mut output, &mut units).is_err());
        assert!(parse(form, STRICT, &mut output, &mut units).is_err());
    }

    #[test]
    fn a_cut_pair_ends_the_pairs() {
        let whole = write(&[("ab", Some("cd"), 0)]);
        for length in 0..whole.len() {
            assert_eq!(Pairs::of(&whole[..length]).count(), 0);
        }
    }
}
