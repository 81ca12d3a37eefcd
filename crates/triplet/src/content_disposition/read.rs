//! A header field taken apart: its type, and its parameters with the places of their values. Nothing is decoded here.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::error::ContentDispositionError as Problem;
use super::error::{ContentDispositionErrorKind as Kind, note};
use crate::decode_triplet;

/// Parameters beyond this number are not read, so that a hostile field takes no more memory than its length.
const MOST_PARAMETERS: usize = 100;

pub(super) struct Read {
    pub(super) disposition_type: String,
    pub(super) parameters: Vec<Parameter>,
}

/// A parameter that is the first of its name.
pub(super) struct Parameter {
    /// In lower case.
    pub(super) name: String,
    pub(super) name_at: usize,
    /// Where the value is, without its quotes.
    pub(super) value: Range<usize>,
    pub(super) escapes: Escapes,
}

/// What a `\` in a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// An ordinary character: the value has no quotes.
    No,
    /// An escape before `"` and `\` only.
    OfQuotes,
    /// An escape before any character (RFC 9110 section 5.6.4).
    All,
}

impl Parameter {
    pub(super) fn is_quoted(&self) -> bool {
        self.escapes != Escapes::No
    }

    /// The value. Its escapes are read.
    pub(super) fn piece(&self) -> Piece {
        Piece { place: self.value.clone(), reading: Reading::Escaped(self.escapes) }
    }

    pub(super) fn text(&self, header: &[u8]) -> (String, Vec<u8>) {
        (self.name.clone(), self.piece().units(header).map(|(_, octet)| octet).collect())
    }
}

/// A part of a header field that octets are read from.
pub(super) struct Piece {
    pub(super) place: Range<usize>,
    pub(super) reading: Reading,
}

#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// Escapes are read, and the line breaks of folded lines are left out.
    Escaped(Escapes),
    /// Triplets are read, and all else stands for itself.
    Encoded,
}

impl Piece {
    /// The octets with their places.
    pub(super) fn units(&self, header: &[u8]) -> impl Iterator<Item = (usize, u8)> {
        let mut at = self.place.start;
        core::iter::from_fn(move || {
            let mut rest = &header[at..self.place.end];
            if let Reading::Escaped(_) = self.reading {
                at += fold_len(rest);
                rest = &header[at..self.place.end];
            }
            let (length, octet) = match self.reading {
                _ if rest.is_empty() => return None,
                Reading::Escaped(escapes) => {
                    let length = escape_len(rest, escapes);
                    (length, rest[length - 1])
                }
                Reading::Encoded => decode_triplet(rest).map_or((1, rest[0]), |octet| (3, octet)),
            };
            at += length;
            Some((at - length, octet))
        })
    }
}

/// 2 if these bytes begin with an escape, else 1.
fn escape_len(bytes: &[u8], escapes: Escapes) -> usize {
    match (bytes, escapes) {
        ([b'\\', b'"' | b'\\', ..], Escapes::OfQuotes | Escapes::All) => 2,
        ([b'\\', _, ..], Escapes::All) => 2,
        _ => 1,
    }
}

/// The length of the line break with which these bytes begin, if a folded line goes on after it (RFC 5322 section 2.2.3).
fn fold_len(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', b' ' | b'\t', ..] => 2,
        [b'\n', b' ' | b'\t', ..] => 1,
        _ => 0,
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// An octet of a token (RFC 9110 section 5.6.2).
pub(super) fn is_token_octet(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

struct Reader<'a> {
    header: &'a [u8],
    at: usize,
    /// Whether the type is that of a part of a form.
    is_form: bool,
    problems: Vec<Problem>,
}

pub(super) fn read(header: &[u8]) -> (Read, Vec<Problem>) {
    const FIELD: &[u8] = b"content-disposition";
    let header = header.trim_ascii_end();
    let mut reader = Reader { header, at: 0, is_form: false, problems: Vec::new() };
    reader.skip_spaces();
    if let Some((name, after)) = header[reader.at..].split_at_checked(FIELD.len())
        && name.eq_ignore_ascii_case(FIELD)
        && let [b':', ..] = after.trim_ascii_start()
    {
        reader.at = header.len() - after.trim_ascii_start().len() + 1;
        reader.skip_spaces();
    }
    let disposition_type = reader.read_type();
    reader.is_form = disposition_type.eq_ignore_ascii_case("form-data");
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut count = 0;
    while reader.at < header.len() {
        count += 1;
        if count > MOST_PARAMETERS {
            reader.problem(Kind::TooMany, reader.at);
            break;
        }
        let Some(parameter) = reader.read_parameter() else { continue };
        if parameters.iter().any(|known| known.name == parameter.name) {
            reader.problem(Kind::Duplicate, parameter.name_at);
        } else {
            parameters.push(parameter);
        }
    }
    (Read { disposition_type, parameters }, reader.problems)
}

impl Reader<'_> {
    fn problem(&mut self, kind: Kind, at: usize) {
        note(&mut self.problems, Problem::at(self.header, at, kind));
    }

    fn skip_spaces(&mut self) {
        let rest = &self.header[self.at..];
        self.at += rest.iter().take_while(|&&byte| is_space(byte)).count();
    }

    /// The offset of the first of these bytes from here on, or the end.
    fn find(&self, from: usize, bytes: &[u8]) -> usize {
        let found = self.header[from..].iter().position(|byte| bytes.contains(byte));
        found.map_or(self.header.len(), |length| from + length)
    }

    /// This part of the header without the spaces at its end.
    fn trimmed(&self, part: Range<usize>) -> Range<usize> {
        part.start..part.start + self.header[part.clone()].trim_ascii_end().len()
    }

    /// Notes the first octet that is not of a token.
    fn check_token(&mut self, part: Range<usize>, kind: Kind) {
        let wrong = self.header[part.clone()].iter().position(|&byte| !is_token_octet(byte));
        if part.is_empty() || wrong.is_some() {
            self.problem(kind, part.start + wrong.unwrap_or(0));
        }
    }

    fn read_type(&mut self) -> String {
        let start = self.at;
        let end = self.find(start, b";=");
        if self.header.get(end) == Some(&b'=') {
            // A parameter stands where the type must be.
            self.problem(Kind::Type, start);
            return String::new();
        }
        let part = self.trimmed(start..end);
        self.check_token(part.clone(), Kind::Type);
        self.at = end;
        String::from_utf8_lossy(&self.header[part]).into_owned()
    }

    /// Reads the next parameter, which begins with `;` unless it stands where the type must be.
    fn read_parameter(&mut self) -> Option<Parameter> {
        let semicolon = self.at;
        if self.header[self.at] == b';' {
            self.at += 1;
        }
        self.skip_spaces();
        if matches!(self.header.get(self.at), None | Some(b';')) {
            self.problem(Kind::EmptyParameter, semicolon);
            return None;
        }
        let name_at = self.at;
        let end = self.find(name_at, b"=;");
        let name = self.trimmed(name_at..end);
        self.at = end;
        if self.header.get(end) != Some(&b'=') {
            self.problem(Kind::ParameterName, name_at);
            return None;
        }
        self.check_token(name.clone(), Kind::ParameterName);
        let name = String::from_utf8_lossy(&self.header[name]).to_ascii_lowercase();
        self.at = end + 1;
        self.skip_spaces();
        let (value, escapes) = match self.header.get(self.at) {
            Some(b'"') => self.read_quoted(&name),
            _ => {
                let end = self.find(self.at, b";");
                let value = self.trimmed(self.at..end);
                self.at = end;
                (value, Escapes::No)
            }
        };
        self.check_value(&name, value.clone(), escapes);
        Some(Parameter { name, name_at, value, escapes })
    }

    /// Reads a value from its `"` on: senders leave out escapes, and the `"` at the end.
    fn read_quoted(&mut self, name: &str) -> (Range<usize>, Escapes) {
        let opening = self.at;
        let start = opening + 1;
        let escapes = self.escapes_of(name, start);
        let (mut at, mut is_noted) = (start, false);
        while at < self.header.len() {
            if self.header[at] != b'"' {
                at += escape_len(&self.header[at..], escapes);
                continue;
            }
            self.at = at + 1;
            self.skip_spaces();
            if matches!(self.header.get(self.at), None | Some(b';')) {
                return (start..at, escapes);
            }
            // This `"` belongs to the value if another `"` comes before the next `;`.
            let next = self.find(self.at, b"\";");
            if self.header.get(next) != Some(&b'"') {
                self.problem(Kind::AfterValue, self.at);
                self.at = next;
                return (start..at, escapes);
            }
            if !is_noted {
                self.problem(Kind::UnescapedQuote, at);
                is_noted = true;
            }
            at += 1;
        }
        self.problem(Kind::Unterminated, opening);
        self.at = self.find(start, b";");
        (start..self.at, escapes)
    }

    /// Programs that send forms escape quotes only, and some programs send a path of Windows as it is.
    fn escapes_of(&self, name: &str, start: usize) -> Escapes {
        let is_path = matches!(self.header[start..], [drive, b':', b'\\', next, ..]
            if drive.is_ascii_alphabetic() && next != b'\\');
        if self.is_form || is_path && name == "filename" { Escapes::OfQuotes } else { Escapes::All }
    }

    /// Notes what a value has that its place does not allow: the first octet of each kind.
    fn check_value(&mut self, name: &str, value: Range<usize>, escapes: Escapes) {
        let part = &self.header[value.clone()];
        // The octets of an encoded value are checked where it is read.
        let is_encoded = name.ends_with('*');
        let place = |test: &dyn Fn(usize) -> bool| {
            (0..part.len()).find(|&at| test(at)).map(|at| value.start + at)
        };
        let control = place(&|at| {
            let is_fold = fold_len(&part[at..]) > 0 || at > 0 && fold_len(&part[at - 1..]) == 2;
            part[at].is_ascii_control() && part[at] != b'\t' && !is_fold
        });
        let not_ascii = place(&|at| !part[at].is_ascii() && !is_encoded);
        let not_token = place(&|at| part[at].is_ascii() && !is_token_octet(part[at]));
        let mut needless = None;
        let mut at = 0;
        while at < part.len() {
            let length = escape_len(&part[at..], escapes);
            if length == 2 && !matches!(part[at + 1], b'"' | b'\\') && needless.is_none() {
                needless = Some(value.start + at);
            }
            at += length;
        }
        let problems = [
            (Kind::Control, control),
            (Kind::NotAscii, not_ascii),
            (Kind::Token, not_token.filter(|_| escapes == Escapes::No && !is_encoded)),
            (Kind::Token, (part.is_empty() && escapes == Escapes::No).then_some(value.start)),
            (Kind::NeedlessEscape, needless.filter(|_| escapes == Escapes::All)),
        ];
        for (kind, at) in problems {
            if let Some(at) = at {
                self.problem(kind, at);
            }
        }
    }
}

/// The base of a name and the number of its section (RFC 2231 section 3), and whether it is encoded: `filename*1*`.
pub(super) fn section(name: &str) -> Option<(&str, usize, bool)> {
    let (name, is_encoded) = match name.strip_suffix('*') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let (base, number) = name.split_once('*')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit())
        && (number == "0" || !number.starts_with('0'));
    Some((base, number.parse().ok().filter(|_| is_number)?, is_encoded))
}
