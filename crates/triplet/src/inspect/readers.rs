//! How known decoders read the same bytes: each is a value of a few choices, not code of its own.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::unit::{Sequence, Unit, sequence};
use crate::uri::split;

/// What a decoder does with a `%` that begins no triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Malformed {
    Keep,
    Refuse,
    /// Java parses the two characters as a number, and so takes a sign too.
    ParseNumber,
}

/// What a decoder does with octets that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotUtf8 {
    /// It gives bytes.
    Bytes,
    /// U+FFFD for each maximal subpart.
    Replace,
    Refuse,
    /// Their triplets stay.
    LeaveTriplets,
}

/// A decoder that people use, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    name: &'static str,
    plus: bool,
    malformed: Malformed,
    not_utf8: NotUtf8,
    nul_is_refused: bool,
    /// It decodes each run of triplets alone, so that characters do not form across what stands between them.
    runs_alone: bool,
    /// It takes three octets that are half of a surrogate pair for one error, not three.
    surrogate_is_one: bool,
}

/// What a reader makes of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// These bytes.
    Bytes(Vec<u8>),
    /// This text.
    Text(String),
    /// It refuses the input.
    Refused,
}

impl Reader {
    const fn new(name: &'static str, malformed: Malformed, not_utf8: NotUtf8) -> Reader {
        Reader {
            name,
            plus: false,
            malformed,
            not_utf8,
            nul_is_refused: false,
            runs_alone: false,
            surrogate_is_one: false,
        }
    }

    const fn plus(self) -> Reader {
        Reader { plus: true, ..self }
    }

    const fn runs_alone(self) -> Reader {
        Reader { runs_alone: true, ..self }
    }

    const fn surrogate_is_one(self) -> Reader {
        Reader { surrogate_is_one: true, ..self }
    }

    const fn refusing_nul(self) -> Reader {
        Reader { nul_is_refused: true, ..self }
    }

    /// Every reader. Those of Python, ECMAScript and Java are held to the real ones by a test of the command; those of
    /// Go, PHP, curl, nginx and .NET are as their sources and manuals describe them.
    pub const ALL: [Reader; 14] = [
        Reader::new("WHATWG percent-decode", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("WHATWG form", Malformed::Keep, NotUtf8::Replace).plus(),
        Reader::new("ECMAScript decodeURIComponent", Malformed::Refuse, NotUtf8::Refuse),
        Reader::new("Python unquote", Malformed::Keep, NotUtf8::Replace).runs_alone(),
        Reader::new("Python unquote_plus", Malformed::Keep, NotUtf8::Replace).plus().runs_alone(),
        Reader::new("Java URLDecoder", Malformed::ParseNumber, NotUtf8::Replace)
            .plus()
            .runs_alone()
            .surrogate_is_one(),
        Reader::new("Go QueryUnescape", Malformed::Refuse, NotUtf8::Bytes).plus(),
        Reader::new("Go PathUnescape", Malformed::Refuse, NotUtf8::Bytes),
        Reader::new("PHP urldecode", Malformed::Keep, NotUtf8::Bytes).plus(),
        Reader::new("PHP rawurldecode", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("curl_easy_unescape", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("nginx path", Malformed::Refuse, NotUtf8::Bytes).refusing_nul(),
        Reader::new(".NET UnescapeDataString", Malformed::Keep, NotUtf8::LeaveTriplets),
        Reader::new(".NET WebUtility.UrlDecode", Malformed::Keep, NotUtf8::Replace).plus(),
    ];

    /// Its name: the language or the program, and the function.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Reads an input. Those that take text, and not bytes, refuse an input that is none.
    #[must_use]
    pub fn read(&self, input: &[u8]) -> Reading {
        if self.not_utf8 != NotUtf8::Bytes && str::from_utf8(input).is_err() {
            return Reading::Refused;
        }
        let Some(units) = self.units(input) else { return Reading::Refused };
        if self.nul_is_refused && units.iter().any(|unit| unit.octet == 0) {
            return Reading::Refused;
        }
        match self.not_utf8 {
            NotUtf8::Bytes => Reading::Bytes(units.iter().map(|unit| unit.octet).collect()),
            NotUtf8::Replace if self.runs_alone => Reading::Text(self.replaced_by_runs(&units)),
            NotUtf8::Replace => {
                let bytes: Vec<u8> = units.iter().map(|unit| unit.octet).collect();
                Reading::Text(String::from_utf8_lossy(&bytes).into_owned())
            }
            NotUtf8::Refuse | NotUtf8::LeaveTriplets => self.characters(input, &units),
        }
    }

    /// The octets, or nothing if a malformed `%` is refused.
    fn units(&self, input: &[u8]) -> Option<Vec<Unit>> {
        let mut units = Vec::with_capacity(input.len());
        let mut at = 0;
        while at < input.len() {
            let rest = &input[at..];
            if let Some(octet) = split::octet_at(rest) {
                units.push(Unit { octet, encoded: true, at });
                at += 3;
                continue;
            }
            if rest[0] == b'%' {
                match self.malformed {
                    Malformed::Keep => {}
                    Malformed::Refuse => return None,
                    Malformed::ParseNumber => {
                        let octet = signed_digit(rest)?;
                        units.push(Unit { octet, encoded: true, at });
                        at += 3;
                        continue;
                    }
                }
            }
            let octet = if self.plus && rest[0] == b'+' { b' ' } else { rest[0] };
            units.push(Unit { octet, encoded: false, at });
            at += 1;
        }
        Some(units)
    }

    /// Each run of triplets, with the ASCII among them where that makes no difference, is decoded alone.
    fn replaced_by_runs(&self, units: &[Unit]) -> String {
        let mut out = String::new();
        let mut bytes = Vec::new();
        let flush = |bytes: &mut Vec<u8>, out: &mut String| {
            out.push_str(&String::from_utf8_lossy(bytes));
            bytes.clear();
        };
        // Raw bytes above ASCII are characters of their own.
        let mut was_raw = false;
        let mut at = 0;
        while at < units.len() {
            let is_raw = !units[at].encoded && !units[at].octet.is_ascii();
            if is_raw != was_raw {
                flush(&mut bytes, &mut out);
                was_raw = is_raw;
            }
            let run = units[at..].iter().take(3).take_while(|unit| unit.encoded).count();
            if self.surrogate_is_one
                && run == 3
                && sequence(&units[at..at + 3]) == Sequence::Surrogate(3)
            {
                flush(&mut bytes, &mut out);
                out.push('\u{FFFD}');
                at += 3;
                continue;
            }
            bytes.push(units[at].octet);
            at += 1;
        }
        flush(&mut bytes, &mut out);
        out
    }

    /// Triplets are characters or, together, none.
    fn characters(&self, input: &[u8], units: &[Unit]) -> Reading {
        let mut out = Vec::new();
        let mut at = 0;
        while at < units.len() {
            if !units[at].encoded {
                out.push(units[at].octet);
                at += 1;
                continue;
            }
            let run = units[at..].iter().take(4).take_while(|unit| unit.encoded).count();
            match sequence(&units[at..at + run]) {
                Sequence::Scalar(scalar, octets) => {
                    out.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes());
                    at += octets;
                }
                _ if self.not_utf8 == NotUtf8::Refuse => return Reading::Refused,
                _ => {
                    out.extend_from_slice(&input[units[at].at..units[at].end()]);
                    at += 1;
                }
            }
        }
        String::from_utf8(out).map_or(Reading::Refused, Reading::Text)
    }
}

/// `%+1`: a sign and a digit.
fn signed_digit(rest: &[u8]) -> Option<u8> {
    match rest {
        [b'%', b'+', digit, ..] => char::from(*digit).to_digit(16).map(|value| value as u8),
        // A negative number is refused, but zero is not negative.
        [b'%', b'-', b'0', ..] => Some(0),
        _ => None,
    }
}

/// How every [`Reader`] reads the same bytes: where they disagree, one of them is deceived.
///
/// ```
/// use triplet::inspect::{Reading, readers};
///
/// for (reader, reading) in readers(b"a+b%zz") {
///     match reader.name() {
///         "Python unquote" => assert_eq!(reading, Reading::Text("a+b%zz".into())),
///         "Go QueryUnescape" => assert_eq!(reading, Reading::Refused),
///         _ => {}
///     }
/// }
/// ```
pub fn readers(input: &[u8]) -> impl Iterator<Item = (Reader, Reading)> {
    Reader::ALL.into_iter().map(move |reader| (reader, reader.read(input)))
}
