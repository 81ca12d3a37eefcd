//! Forms, and pairs as a caller gives them.

use alloc::string::String;
use alloc::vec;
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

/// Numbers of 32 bits: how many names and values there are, and how many code units each has; then all of them as one text,
/// of which the caller takes the pieces: a string for each costs more.
pub(crate) fn parse(
    input: &[u8],
    options: u32,
    output: &mut Vec<u8>,
    units: &mut Vec<u16>,
) -> Result<Written, Failure> {
    let mut text = Vec::new();
    let mut counts = vec![0_u32];
    read(input, options & STRICT != 0, &mut text, &mut counts)
        .map_err(|error| failure(error.name(), error.offset(), &error))?;
    counts[0] = (counts.len() - 1) as u32;
    if is_ascii(&text) {
        output.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        output.extend_from_slice(&text);
        return Ok(Written::Ascii);
    }
    units.clear();
    units.extend(counts.iter().flat_map(|count| [*count as u16, (count >> 16) as u16]));
    let end = wide(&text, units, units.len());
    end.map(Written::Wide).ok_or_else(|| failure("not-utf-8", 0, &"the form is not text"))
}

fn read(
    input: &[u8],
    strict: bool,
    text: &mut Vec<u8>,
    counts: &mut Vec<u32>,
) -> Result<(), FormError> {
    let form = form::parse(input);
    for pair in if strict { form.strict() } else { form }.pairs() {
        let pair = pair?;
        for part in [pair.name, pair.value] {
            let start = text.len();
            if strict {
                text.extend_from_slice(part.to_str()?.as_bytes());
            } else {
                triplet::decode(part.raw()).plus_as_space().lenient().append_to(text);
                if str::from_utf8(&text[start..]).is_err() {
                    text.truncate(start);
                    text.extend_from_slice(part.to_str_lossy()?.as_bytes());
                }
            }
            counts.push(unit_count(&text[start..]) as u32);
        }
    }
    Ok(())
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
        assert_eq!(output, b"\x02\0\0\0\x03\0\0\0\x03\0\0\0a b%zz");
        let form = "é=%F0%9F%98%80%FF".as_bytes();
        assert_eq!(parse(form, 0, &mut output, &mut units).ok(), Some(Written::Wide(10)));
        assert_eq!(units[..10], [2, 0, 1, 0, 3, 0, 0xE9, 0xD83D, 0xDE00, 0xFFFD]);
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
