//! How known decoders of other languages and programs read the same bytes. Each decoder is a value of a few choices and
//! has no code of its own.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::names::by_name;
use crate::units::{Sequence, Unit, sequence};
use triplet::decode_triplet;

/// What a decoder does with a malformed `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Malformed {
    Keep,
    Refuse,
    /// Java parses the two characters as a number, so it accepts a sign and the digits of every script.
    ParseNumber,
}

/// What a decoder does with octets that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotUtf8 {
    /// It returns bytes, so it keeps them.
    Bytes,
    /// Replaces each maximal subpart by U+FFFD.
    Replace,
    /// Replaces each maximal subpart by U+FFFD, but the two or three octets of a surrogate by a single one.
    ReplaceSurrogates,
    Refuse,
    /// Keeps their triplets.
    KeepTriplets,
}

/// A decoder of another language or program, and how it reads its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    name: &'static str,
    plus: bool,
    malformed: Malformed,
    not_utf8: NotUtf8,
    /// Whether it reads the path of a request line.
    in_request_line: bool,
}

/// The result of a [`Reader`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The decoder returns these bytes.
    Bytes(Vec<u8>),
    /// The decoder returns this text.
    Text(String),
    /// The decoder refuses the input.
    Refused,
}

impl Reader {
    const fn new(name: &'static str, malformed: Malformed, not_utf8: NotUtf8) -> Reader {
        Reader { name, plus: false, malformed, not_utf8, in_request_line: false }
    }

    const fn plus(self) -> Reader {
        Reader { plus: true, ..self }
    }

    const fn in_request_line(self) -> Reader {
        Reader { in_request_line: true, ..self }
    }

    /// All readers. `cargo xtask readers` compares each with the real decoder, on 16,000 texts:
    ///
    /// | reader | compared with |
    /// |---|---|
    /// | WHATWG | whatwg-url 14.2, the reference implementation of the URL standard: `percentDecodeBytes`, and `URLSearchParams` for a text that is a value |
    /// | ECMAScript | Node 20 |
    /// | Python | Python 3.11, `urllib.parse`, given a `str` |
    /// | Java | OpenJDK 17, `URLDecoder.decode(text, UTF_8)` |
    /// | Go | Go 1.19, `net/url` |
    /// | PHP | PHP 8.2 |
    /// | Perl | URI::Escape 5.17 on Perl 5.36, given octets |
    /// | curl | libcurl 7.88 |
    /// | nginx | nginx 1.22: the decoded path of a request, before dot segments are removed and slashes are merged |
    /// | .NET | .NET 5 and later by its source, `PercentEncodingHelper.cs` and `WebUtility.cs`; it is not run. Mono 6.8 is run and differs in two ways: `UnescapeDataString` writes kept triplets in upper case, and `UrlDecode` returns fewer U+FFFD for surrogates and for code points beyond U+10FFFF |
    ///
    /// Java accepts `%+1`, `%-0` and `%４１`, with digits of any script, so a filter that searches for triplets before Java
    /// decodes misses them. nginx ends the path at a `?` or a `#`, and refuses `%00`, a space and control characters.
    pub const ALL: [Reader; 15] = [
        Reader::new("WHATWG percent-decode", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("WHATWG form", Malformed::Keep, NotUtf8::Replace).plus(),
        Reader::new("ECMAScript decodeURIComponent", Malformed::Refuse, NotUtf8::Refuse),
        Reader::new("Python unquote", Malformed::Keep, NotUtf8::Replace),
        Reader::new("Python unquote_plus", Malformed::Keep, NotUtf8::Replace).plus(),
        Reader::new("Java URLDecoder", Malformed::ParseNumber, NotUtf8::ReplaceSurrogates).plus(),
        Reader::new("Go QueryUnescape", Malformed::Refuse, NotUtf8::Bytes).plus(),
        Reader::new("Go PathUnescape", Malformed::Refuse, NotUtf8::Bytes),
        Reader::new("PHP urldecode", Malformed::Keep, NotUtf8::Bytes).plus(),
        Reader::new("PHP rawurldecode", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("Perl uri_unescape", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("curl_easy_unescape", Malformed::Keep, NotUtf8::Bytes),
        Reader::new("nginx path", Malformed::Refuse, NotUtf8::Bytes).in_request_line(),
        Reader::new(".NET UnescapeDataString", Malformed::Keep, NotUtf8::KeepTriplets),
        Reader::new(".NET WebUtility.UrlDecode", Malformed::Keep, NotUtf8::Replace).plus(),
    ];

    /// The name of the decoder: the language or the program, and the function.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Decodes an input as this decoder does, in linear time. A decoder that takes text refuses an input that is not
    /// UTF-8.
    #[must_use]
    pub fn read(&self, input: &[u8]) -> Reading {
        if self.not_utf8 != NotUtf8::Bytes && str::from_utf8(input).is_err() {
            return Reading::Refused;
        }
        let input = if self.in_request_line {
            let Some(path) = path_of_request(input) else { return Reading::Refused };
            path
        } else {
            input
        };
        let Some(units) = self.units(input) else { return Reading::Refused };
        let octets = || units.iter().map(|unit| unit.octet).collect::<Vec<u8>>();
        match self.not_utf8 {
            NotUtf8::Bytes if self.in_request_line && octets().contains(&0) => Reading::Refused,
            NotUtf8::Bytes => Reading::Bytes(octets()),
            NotUtf8::Replace => Reading::Text(String::from_utf8_lossy(&octets()).into_owned()),
            NotUtf8::ReplaceSurrogates => Reading::Text(with_surrogates_replaced(&octets())),
            NotUtf8::Refuse | NotUtf8::KeepTriplets => self.characters(input, &units),
        }
    }

    /// The octets, or `None` if a malformed `%` is refused.
    fn units(&self, input: &[u8]) -> Option<Vec<Unit>> {
        let mut units = Vec::with_capacity(input.len());
        let mut at = 0;
        while at < input.len() {
            let rest = &input[at..];
            if let Some(octet) = decode_triplet(rest) {
                units.push(Unit { octet, encoded: true, at });
                at += 3;
                continue;
            }
            if rest[0] == b'%' {
                match self.malformed {
                    Malformed::Keep => {}
                    Malformed::Refuse => return None,
                    Malformed::ParseNumber => {
                        let (octet, length) = parsed(rest)?;
                        units.push(Unit { octet, encoded: true, at });
                        at += length;
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

    /// Decodes the triplets that are the UTF-8 encoding of a character; refuses or keeps all others.
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

by_name!(Reader, "reader");

/// The path in a request line, up to a `?` or a `#`. `None` if there is a byte that a request line must not have.
fn path_of_request(input: &[u8]) -> Option<&[u8]> {
    if input.iter().any(|byte| matches!(byte, 0..=b' ' | 0x7F)) {
        return None;
    }
    input.split(|byte| matches!(byte, b'?' | b'#')).next()
}

/// Parses a triplet as Java does, such as `%+1`, `%-0` or `%４１`. Returns the octet and the length of the three
/// characters. `rest` begins with `%`.
fn parsed(rest: &[u8]) -> Option<(u8, usize)> {
    let mut characters = str::from_utf8(rest).ok()?.chars().skip(1);
    let (first, second) = (characters.next()?, characters.next()?);
    let low = digit(second)?;
    let octet = match first {
        '+' => low,
        // Java refuses negative numbers, but -0 is 0.
        '-' if low == 0 => 0,
        _ => digit(first)? << 4 | low,
    };
    Some((octet, 1 + first.len_utf8() + second.len_utf8()))
}

/// The value of a digit, as `Character.digit(char, 16)` of Java 17 returns it: for decimal digits (general category Nd) of
/// the Basic Multilingual Plane in Unicode 13, and for the letters A to F, also in full width.
fn digit(character: char) -> Option<u8> {
    #[rustfmt::skip]
    const ZEROS: [u16; 37] = [
        0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50,
        0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
        0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    ];
    let code = u16::try_from(u32::from(character)).ok()?;
    let value = match code {
        // A to F and a to f, in ASCII and in full width.
        0x41..=0x46 | 0x61..=0x66 => (code & 0xF) + 9,
        0xFF21..=0xFF26 => code - 0xFF21 + 10,
        0xFF41..=0xFF46 => code - 0xFF41 + 10,
        _ => ZEROS.iter().find_map(|&zero| code.checked_sub(zero).filter(|&value| value < 10))?,
    };
    u8::try_from(value).ok()
}

/// The text of octets, with U+FFFD for each maximal subpart, but a single one for the two or three octets of a surrogate.
fn with_surrogates_replaced(octets: &[u8]) -> String {
    let mut out = String::with_capacity(octets.len());
    // The number of octets that may still belong to the surrogate which an 0xED began.
    let mut of_surrogate = 0;
    for chunk in octets.utf8_chunks() {
        if !chunk.valid().is_empty() {
            of_surrogate = 0;
        }
        out.push_str(chunk.valid());
        match chunk.invalid() {
            [] => {}
            [0x80..=0xBF] if of_surrogate > 0 => of_surrogate -= 1,
            invalid => {
                out.push('\u{FFFD}');
                of_surrogate = if *invalid == [0xED] { 2 } else { 0 };
            }
        }
    }
    out
}

/// Decodes the same bytes as each [`Reader`] does. Where two of them disagree, a filter with one decoder in front of a
/// program with the other can be deceived.
///
/// Each reading is computed when the iterator is advanced, in linear time.
///
/// ```
/// use triplet_inspect::{Reading, readers};
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
