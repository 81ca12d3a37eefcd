//! Forms, and pairs as a caller gives them.

use alloc::string::String;
use alloc::vec::Vec;

use triplet::form::{self, Newlines, Serializer, Space};

use crate::Answer;
use crate::codec::{CRLF, PERCENT, STRICT, failure};
use crate::json;

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

pub(crate) fn parse(input: &[u8], options: u32, output: &mut Vec<u8>) -> Answer {
    let form = form::parse(input);
    let pairs = match options & STRICT {
        0 => form.to_lossy_pairs(),
        _ => form.strict().to_text_pairs(),
    };
    let pairs = pairs.map_err(|error| failure(error.name(), error.offset(), &error))?;
    json::array(output, |list| {
        for (name, value) in &pairs {
            list.push_array(|pair| {
                pair.push_text(name);
                pair.push_text(value);
            });
        }
    });
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
        assert!(parse(b"a+b=%zz", 0, &mut output).is_ok());
        assert_eq!(output, br#"[["a b","%zz"]]"#);
        assert!(parse(b"a+b=%zz", STRICT, &mut output).is_err());
    }

    #[test]
    fn a_cut_pair_ends_the_pairs() {
        let whole = write(&[("ab", Some("cd"), 0)]);
        for length in 0..whole.len() {
            assert_eq!(Pairs::of(&whole[..length]).count(), 0);
        }
    }
}
