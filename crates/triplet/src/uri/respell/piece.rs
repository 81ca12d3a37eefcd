//! One piece of data, a segment or the name or the value of a parameter: decoded once and encoded again, in one pass.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::ops::Range;

use super::error::RespellError;
use super::options::HexCase;
use super::writer::{Stops, Writer};
use crate::set::{EncodeSet, NonAscii};
use crate::{DecodeError, decode, decode_triplet, encode, kernel};

/// How the pieces of one kind are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spelling {
    /// The raw characters that stay raw. It has no delimiter that ends the piece.
    pub(super) raw: EncodeSet,
    /// The triplets that are decoded.
    pub(super) decoded: EncodeSet,
    /// What is kept where a piece can only be encoded as a whole: in another charset, or with characters outside ASCII kept.
    pub(super) data: EncodeSet,
    pub(super) plus: Plus,
    /// Whether all but spaces stays as it is written, triplets in lower case too.
    pub(super) as_written: bool,
    /// The case of hexadecimal digits, if it is said.
    pub(super) hex: Option<HexCase>,
    #[cfg(feature = "charset")]
    pub(super) charsets: Option<(crate::charset::Charset, crate::charset::Charset)>,
}

/// No text has these bytes.
const NO_DELIMITER: [u8; 2] = [0xFF; 2];

/// What a raw `+` is, and how a space is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Plus {
    /// A character like others.
    Itself,
    /// A `+` stays, and no space becomes `+`.
    Kept,
    /// A space that is written as the sets say.
    ReadAsSpace,
    /// A space that is written `+`.
    Space,
}

impl Plus {
    pub(super) fn is_space(self) -> bool {
        matches!(self, Plus::ReadAsSpace | Plus::Space)
    }
}

impl Spelling {
    /// This spelling, but it also encodes these characters.
    pub(super) const fn encoding(self, characters: &[u8]) -> Spelling {
        Spelling {
            raw: self.raw.also_encode(characters),
            decoded: self.decoded.also_encode(characters),
            data: self.data.also_encode(characters),
            ..self
        }
    }

    /// Whether nothing is changed.
    pub(super) fn is_identity(&self) -> bool {
        #[cfg(feature = "charset")]
        if self.charsets.is_some() {
            return false;
        }
        self.as_written && !self.plus.is_space() && self.hex.is_none()
    }

    /// Writes a piece. The offset of an error is that in the piece.
    pub(super) fn append(&self, piece: &str, out: &mut String) -> Result<(), RespellError> {
        let in_charset = self.is_in_charset(piece);
        if !in_charset {
            if self.as_written {
                let start = out.len();
                self.append_spaces(piece, out);
                if let Some(case) = self.hex {
                    write_digits(case, start, out);
                }
                return Ok(());
            }
            if self.data.non_ascii_policy() == NonAscii::Encode || decodes_to_ascii(piece) {
                let mut writer = Writer::new(piece, piece.len());
                let mut stops = Stops::new(self.raw);
                self.append_octets(0..piece.len(), NO_DELIMITER, &mut stops, &mut writer)?;
                out.push_str(&writer.finish());
                return Ok(());
            }
        }
        if self.plus != Plus::Kept || self.plus_is_octet() {
            return self.append_whole(piece, in_charset, out);
        }
        let mut at = 0;
        for (index, part) in piece.split('+').enumerate() {
            if index > 0 {
                out.push('+');
            }
            self.append_whole(part, in_charset, out).map_err(|error| error.moved_by(at))?;
            at += part.len() + 1;
        }
        Ok(())
    }

    /// Whether the octets of a piece change with the charset.
    fn is_in_charset(&self, piece: &str) -> bool {
        #[cfg(feature = "charset")]
        if self.charsets.is_some() {
            return self.plus_is_octet() || !decodes_to_ascii(piece);
        }
        let _ = piece;
        false
    }

    /// Whether a raw `+` may be part of a character: in UTF-16 and the like.
    fn plus_is_octet(&self) -> bool {
        #[cfg(feature = "charset")]
        if let Some((from, to)) = self.charsets {
            return !(from.is_ascii_compatible() && to.is_ascii_compatible());
        }
        false
    }

    /// Decodes a piece as a whole, and encodes it again.
    fn append_whole(
        &self,
        piece: &str,
        in_charset: bool,
        out: &mut String,
    ) -> Result<(), RespellError> {
        #[cfg(feature = "charset")]
        if let (Some((from, to)), true) = (self.charsets, in_charset) {
            return self.append_in_charset(piece, from, to, out);
        }
        let _ = in_charset;
        let view = decode(piece);
        let view = if self.plus.is_space() { view.plus_as_space() } else { view };
        let octets = view.to_bytes()?;
        let encoded = encode(&octets, self.set());
        let encoded = if self.is_lower() { encoded.lowercase_hex() } else { encoded };
        encoded.append_to(out);
        Ok(())
    }

    /// Whether each piece is spelled octet by octet, whatever it has.
    pub(super) fn is_by_octets(&self) -> bool {
        #[cfg(feature = "charset")]
        if self.charsets.is_some() {
            return false;
        }
        !self.as_written && self.data.non_ascii_policy() == NonAscii::Encode
    }

    /// Writes a part of the writer's text octet by octet: up to one of these two delimiters, which are not in `raw`, or its end. Gives the
    /// end of what is written. A byte that `stops` passes over stays as it is: it is in `raw`, or a delimiter.
    pub(super) fn append_octets(
        &self,
        part: Range<usize>,
        delimiters: [u8; 2],
        stops: &mut Stops,
        writer: &mut Writer<'_>,
    ) -> Result<usize, DecodeError> {
        let bytes = &writer.text.as_bytes()[..part.end];
        let mut at = part.start;
        loop {
            at = stops.next(bytes, at);
            let Some(&byte) = bytes.get(at) else { break };
            let (octet, kept, length) = match byte {
                _ if byte == delimiters[0] || byte == delimiters[1] => break,
                b'%' => {
                    let Some(octet) = decode_triplet(&bytes[at..]) else {
                        let rest = &bytes[at..];
                        let end = rest.iter().position(|byte| delimiters.contains(byte));
                        let piece = &rest[..end.unwrap_or(rest.len())];
                        return Err(DecodeError::malformed(piece, 0, at as u64));
                    };
                    let digits = &bytes[at + 1..at + 3];
                    let is_right = !match self.is_lower() {
                        true => digits.iter().any(u8::is_ascii_uppercase),
                        false => digits.iter().any(u8::is_ascii_lowercase),
                    };
                    let kept = self.decoded.keeps(octet);
                    if !kept && is_right && (octet != b' ' || self.plus != Plus::Space) {
                        at += 3;
                        continue;
                    }
                    (octet, kept, 3)
                }
                _ if self.raw.keeps(byte) => {
                    at += 1;
                    continue;
                }
                b'+' if self.plus.is_space() => (b' ', self.decoded.keeps(b' '), 1),
                _ => (byte, false, 1),
            };
            let out = writer.replace(at..at + length);
            at += length;
            match octet {
                b' ' if self.plus == Plus::Space => out.push('+'),
                _ if kept => out.push(char::from(octet)),
                _ => out.push_str(kernel::triplet_str(octet, self.is_lower())),
            }
        }
        Ok(at)
    }

    fn is_lower(&self) -> bool {
        self.hex == Some(HexCase::Lower)
    }

    /// The set of a piece that is encoded as a whole.
    fn set(&self) -> EncodeSet {
        match self.plus {
            Plus::Space => self.data.space_as_plus(),
            Plus::Kept => self.data.also_encode(b"+"),
            Plus::Itself | Plus::ReadAsSpace => self.data,
        }
    }

    /// The spaces alone; everything else as it is.
    fn append_spaces(&self, piece: &str, out: &mut String) {
        let mut rest = piece;
        match self.plus {
            Plus::Itself | Plus::Kept => {}
            Plus::ReadAsSpace => {
                while let Some(at) = rest.find(['+', ' ']) {
                    out.push_str(&rest[..at]);
                    out.push_str("%20");
                    rest = &rest[at + 1..];
                }
            }
            Plus::Space => {
                while let Some(at) = rest.find([' ', '%']) {
                    out.push_str(&rest[..at]);
                    let length = if rest[at..].starts_with("%20") { 3 } else { 1 };
                    out.push(if rest[at..].starts_with('%') && length == 1 { '%' } else { '+' });
                    rest = &rest[at + length..];
                }
            }
        }
        out.push_str(rest);
    }

    #[cfg(feature = "charset")]
    fn append_in_charset(
        &self,
        piece: &str,
        from: crate::charset::Charset,
        to: crate::charset::Charset,
        out: &mut String,
    ) -> Result<(), RespellError> {
        use crate::charset;
        let read = |text| {
            let view = charset::decode(text, from);
            if self.plus.is_space() { view.plus_as_space() } else { view }
        };
        let text = read(piece).to_str().map_err(RespellError::Charset)?;
        let view = charset::encode(&text, to, self.set());
        let view = if self.is_lower() { view.lowercase_hex() } else { view };
        let written = view.try_to_cow().map_err(|error| {
            // The first triplet or character of the piece that the text up to this character comes from.
            let before = text[..error.offset()].chars().count();
            let starts = starts(piece);
            let at = starts.partition_point(|&start| {
                let end = next(piece, start);
                read(&piece[..end]).to_str_lossy().is_ok_and(|text| text.chars().count() <= before)
            });
            RespellError::Unmappable(error.at(starts.get(at).copied().unwrap_or(piece.len())))
        })?;
        out.push_str(&written);
        Ok(())
    }
}

/// Writes the digits of the triplets from a place on in this case.
fn write_digits(case: HexCase, start: usize, out: &mut String) {
    let written = out.split_off(start);
    let mut rest = written.as_str();
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let (length, text) = match decode_triplet(&rest.as_bytes()[at..]) {
            Some(octet) => (3, kernel::triplet_str(octet, case == HexCase::Lower)),
            None => (1, "%"),
        };
        out.push_str(text);
        rest = &rest[at + length..];
    }
    out.push_str(rest);
}

/// Whether a piece has no octet above 0x7F, raw or as a triplet.
fn decodes_to_ascii(piece: &str) -> bool {
    piece.is_ascii()
        && piece
            .split('%')
            .skip(1)
            .all(|after| after.starts_with(|digit: char| matches!(digit, '0'..='7')))
}

/// Where the triplets and the other characters of a piece begin.
#[cfg(feature = "charset")]
fn starts(piece: &str) -> alloc::vec::Vec<usize> {
    core::iter::successors(Some(0), |&at| Some(next(piece, at)))
        .take_while(|&at| at < piece.len())
        .collect()
}

/// Where the triplet or the character ends that begins here.
#[cfg(feature = "charset")]
fn next(piece: &str, at: usize) -> usize {
    match decode_triplet(&piece.as_bytes()[at..]) {
        Some(_) => at + 3,
        None => at + piece[at..].chars().next().map_or(1, char::len_utf8),
    }
}
