//! The name that a header field gives: which parameter wins, and what its octets mean.
#![forbid(unsafe_code)]

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::encoded_word::decode_encoded_words;
use super::error::ContentDispositionError as Problem;
use super::error::{ContentDispositionErrorKind as Kind, note};
use super::read::{Parameter, Piece, Reading, section};
use crate::ext_value::ExtValue;
use crate::names::names;
use crate::set::rfc8187;
use crate::{decode_triplet, encode};

names! { "parameter";
    /// The parameter that a name was read from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Source {
        /// `filename`.
        Plain => "filename",
        /// `filename*` (RFC 8187).
        Extended => "filename*",
        /// `filename*0`, `filename*1` and so on, or `filename*0*` (RFC 2231).
        Continued => "filename*0",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) source: Source,
    pub(super) octets: Vec<u8>,
    /// The text, if the octets are text in the charset.
    pub(super) text: Option<String>,
    pub(super) charset: String,
    pub(super) language: String,
}

fn octets(header: &[u8], pieces: &[Piece]) -> Vec<u8> {
    pieces.iter().flat_map(|piece| piece.units(header)).map(|(_, octet)| octet).collect()
}

/// The name of the best parameter: one that is text before one that is not, and RFC 6266 section 4.3 among those.
pub(super) fn choose(
    header: &[u8],
    parameters: &[Parameter],
    problems: &mut Vec<Problem>,
) -> Option<Name> {
    let mut reader = Reader { header, problems };
    let named = |name: &str| parameters.iter().find(|parameter| parameter.name == name);
    let names = [
        named("filename*").map(|parameter| reader.extended(parameter)),
        reader.continued(parameters),
        named("filename")
            .map(|parameter| reader.of_unknown_charset(Source::Plain, &[parameter.piece()])),
    ];
    let is_text = |name: &Name| name.text.as_ref().is_some_and(|text| !text.is_empty());
    let mut names: Vec<Name> = names.into_iter().flatten().collect();
    let best = names.iter().position(is_text).unwrap_or(0);
    let best = (best < names.len()).then(|| names.swap_remove(best))?;
    // An encoded value that names no charset, and no other parameter.
    let says_nothing = best.text.is_none() && best.charset.is_empty();
    Some(if says_nothing { of_unknown_charset(best.source, best.octets) } else { best })
}

/// The text of octets whose charset nobody says.
fn of_unknown_charset(source: Source, octets: Vec<u8>) -> Name {
    let (text, charset) = match str::from_utf8(&octets) {
        Ok(text) if text.is_ascii() => (text.to_owned(), "US-ASCII"),
        Ok(text) => (text.to_owned(), "UTF-8"),
        Err(_) => (octets.iter().map(|&octet| char::from(octet)).collect(), "ISO-8859-1"),
    };
    Name { source, octets, text: Some(text), charset: charset.to_owned(), language: String::new() }
}

struct Reader<'a, 'p> {
    header: &'a [u8],
    problems: &'p mut Vec<Problem>,
}

impl Reader<'_, '_> {
    fn problem(&mut self, kind: Kind, at: usize) {
        note(self.problems, Problem::at(self.header, at, kind));
    }

    /// The text of a value without a named charset. Encoded words name their own.
    fn of_unknown_charset(&mut self, source: Source, pieces: &[Piece]) -> Name {
        self.with_words(source, pieces)
            .unwrap_or_else(|| of_unknown_charset(source, octets(self.header, pieces)))
    }

    /// The text of a value that has encoded words.
    fn with_words(&mut self, source: Source, pieces: &[Piece]) -> Option<Name> {
        let name = of_unknown_charset(source, octets(self.header, pieces));
        let text = name.text.as_deref()?;
        let decoded = decode_encoded_words(text)?;
        let before = &text[..decoded.offset];
        let number = match str::from_utf8(&name.octets) {
            Ok(_) => before.len(),
            Err(_) => before.chars().count(),
        };
        let units = pieces.iter().flat_map(|piece| piece.units(self.header));
        let at = units.map(|(at, _)| at).nth(number)?;
        self.problem(Kind::EncodedWord, at);
        Some(Name { text: Some(decoded.text), charset: decoded.charset, ..name })
    }

    fn extended(&mut self, parameter: &Parameter) -> Name {
        let (head, mut value) = self.head(parameter);
        // Some senders put quotes around the part after the charset.
        if let [b'"', .., b'"'] = self.header[value.clone()] {
            self.problem(Kind::QuotedExtValue, value.start);
            value = value.start + 1..value.end - 1;
        }
        let piece = self.encoded(value);
        self.in_charset(Source::Extended, head, &[piece])
    }

    /// The charset and the language before an encoded value, which are not there if a `'` is missing, and where the value is.
    fn head(&mut self, parameter: &Parameter) -> (Option<(Range<usize>, String)>, Range<usize>) {
        let value = parameter.value.clone();
        if parameter.is_quoted() {
            self.problem(Kind::QuotedExtValue, value.start - 1);
        }
        let quote = |from: usize| {
            let length = self.header[from..value.end].iter().position(|&byte| byte == b'\'')?;
            Some(from + length)
        };
        let first = quote(value.start);
        let second = first.and_then(|first| quote(first + 1));
        let text = &self.header[value.start..second.map_or(value.end, |second| second + 1)];
        // A text that is not UTF-8 is wrong from there on.
        let text = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        if let Err(error) = ExtValue::parse(text) {
            self.problem(error.kind().into(), value.start + error.offset());
        }
        let (Some(first), Some(second)) = (first, second) else { return (None, value) };
        let language = String::from_utf8_lossy(&self.header[first + 1..second]).into_owned();
        (Some((value.start..first, language)), second + 1..value.end)
    }

    /// Notes the first octet that an encoded value must not have; it stands for itself.
    fn encoded(&mut self, place: Range<usize>) -> Piece {
        let mut at = place.start;
        while at < place.end {
            let rest = &self.header[at..place.end];
            at += match rest[0] {
                b'%' if decode_triplet(rest).is_some() => 3,
                octet if rfc8187::ATTR_CHAR.keeps(octet) => 1,
                octet => {
                    let kind = if octet == b'%' { Kind::MalformedTriplet } else { Kind::Value };
                    self.problem(kind, at);
                    break;
                }
            };
        }
        Piece { place, reading: Reading::Encoded }
    }

    /// The sections of `filename*0`, `filename*1` and so on. Each may be encoded (RFC 2231 section 4.1).
    fn continued(&mut self, parameters: &[Parameter]) -> Option<Name> {
        // There are at most a hundred parameters.
        let sections: Vec<(usize, bool, &Parameter)> = parameters
            .iter()
            .filter_map(|parameter| match section(&parameter.name)? {
                ("filename", number, is_encoded) => Some((number, is_encoded, parameter)),
                _ => None,
            })
            .collect();
        let mut pieces = Vec::new();
        let mut head = None;
        let mut next = 0;
        while let Some((number, is_encoded, parameter)) =
            sections.iter().find(|(number, ..)| *number == next)
        {
            match (number, is_encoded) {
                (_, false) => pieces.push(parameter.piece()),
                (0, true) => {
                    let (found, value) = self.head(parameter);
                    head = Some(found);
                    pieces.push(self.encoded(value));
                }
                (_, true) => pieces.push(self.encoded(parameter.value.clone())),
            }
            next += 1;
        }
        for (index, (number, _, parameter)) in sections.iter().enumerate() {
            if *number >= next {
                self.problem(Kind::MissingSection, parameter.name_at);
            } else if sections[..index].iter().any(|(earlier, ..)| earlier == number) {
                self.problem(Kind::Duplicate, parameter.name_at);
            }
        }
        match head {
            _ if next == 0 => None,
            Some(head) => Some(self.in_charset(Source::Continued, head, &pieces)),
            None => Some(self.of_unknown_charset(Source::Continued, &pieces)),
        }
    }

    /// The text of octets in a charset. Without one it is not text: another parameter is better.
    fn in_charset(
        &mut self,
        source: Source,
        head: Option<(Range<usize>, String)>,
        pieces: &[Piece],
    ) -> Name {
        let octets = octets(self.header, pieces);
        let mut name =
            Name { source, octets, text: None, charset: String::new(), language: String::new() };
        let Some((place, language)) = head else {
            return self.with_words(source, pieces).unwrap_or(name);
        };
        name.charset = String::from_utf8_lossy(&self.header[place.clone()]).into_owned();
        name.language = language;
        // The same octets, encoded as the grammar requires.
        let value = format!("{}''{}", name.charset, encode(&name.octets, rfc8187::ATTR_CHAR));
        // A charset without a name was noted.
        let Ok(value) = ExtValue::parse(&value) else { return name };
        match value.to_str() {
            Ok(text) => name.text = Some(text.into_owned()),
            Err(error) => {
                let start = name.charset.len() + 2;
                let before =
                    error.offset().checked_sub(start).map(|length| &value.value()[..length]);
                let number = before.map(|before| crate::decode(before).lenient().to_bytes().len());
                let mut units = pieces.iter().flat_map(|piece| piece.units(self.header));
                let mut at =
                    number.and_then(|number| units.nth(number)).map_or(place.start, |unit| unit.0);
                // An octet that was not encoded may be in a character.
                while at > place.start && matches!(self.header[at], 0x80..=0xBF) {
                    at -= 1;
                }
                self.problem(error.kind().into(), at);
            }
        }
        name
    }
}
