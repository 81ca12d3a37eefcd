//! Encoding and decoding, byte by byte, and UTF-8 by the table of the Unicode Standard.
//!
//! RFC 3986 2.1 for the triplet, WHATWG URL 1.3 for lenient decoding, the Unicode Standard 3.9
//! for what is well-formed and what one U+FFFD replaces. No parser of numbers and no decoder of
//! text is borrowed, from anywhere.

use super::sets::{SetOracle, keeps_scalar};

/// What the caller asks for beyond what the set itself does.
#[derive(Clone, Copy, Debug, Default)]
pub struct EncodeOptions {
    /// A space becomes `+` and a `+` its triplet, even where the set keeps them.
    pub plus: bool,
    /// `%2f` instead of `%2F`. Triplets that pass through keep their case.
    pub lower: bool,
    /// A valid triplet of the input passes through.
    pub keep_triplets: bool,
}

/// A flag counts when the set or the caller raises it.
pub fn encode(input: &[u8], set: &SetOracle, opts: EncodeOptions) -> Vec<u8> {
    let plus = set.plus || opts.plus;
    let keep_triplets = set.keep_triplets || opts.keep_triplets;
    let mut out = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let rest = &input[at..];
        let length = if keep_triplets && rest[0] == b'%' && triplet(rest).is_ok() {
            out.extend_from_slice(&rest[..3]);
            3
        } else if plus && rest[0] == b' ' {
            out.push(b'+');
            1
        } else if plus && rest[0] == b'+' {
            out.extend_from_slice(&triplet_of(b'+', opts.lower));
            1
        } else if let Some(length) = kept_length(rest, set) {
            out.extend_from_slice(&rest[..length]);
            length
        } else {
            out.extend_from_slice(&triplet_of(rest[0], opts.lower));
            1
        };
        at += length;
    }
    out
}

/// How many bytes the character takes that begins here, if the set keeps it. A byte that begins
/// no well-formed character is not kept, and so is encoded alone.
fn kept_length(bytes: &[u8], set: &SetOracle) -> Option<usize> {
    if bytes[0] < 0x80 {
        return set.keeps(bytes[0]).then_some(1);
    }
    match utf8_first(bytes) {
        Ok((scalar, length)) if keeps_scalar(set.non_ascii, scalar) => Some(length),
        _ => None,
    }
}

/// `%` HEXDIG HEXDIG.
pub fn triplet_of(octet: u8, lower: bool) -> [u8; 3] {
    let digits = if lower { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
    [b'%', digits[usize::from(octet / 16)], digits[usize::from(octet % 16)]]
}

/// Why decoding fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input ended before the second digit.
    Truncated,
    /// One of the two bytes after the `%` is there and is not a hexadecimal digit.
    NotHex,
    /// The decoded bytes are not UTF-8.
    InvalidUtf8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeOptions<'a> {
    /// A raw `+` becomes a space.
    pub plus: bool,
    /// Triplets of these octets stay, exactly as they are written.
    pub leave: &'a [u8],
    /// A malformed `%` is kept, and scanning continues at the byte after it.
    pub lenient: bool,
}

/// To bytes. The error says where its `%` is in the input.
pub fn decode(input: &[u8], opts: DecodeOptions) -> Result<Vec<u8>, (Kind, usize)> {
    Ok(decode_with_sources(input, opts)?.into_iter().map(|(byte, _)| byte).collect())
}

/// To text. A malformed triplet anywhere wins over ill-formed UTF-8 anywhere; the latter is
/// reported where the ill-formed sequence begins in the input.
pub fn decode_text(input: &[u8], opts: DecodeOptions) -> Result<String, (Kind, usize)> {
    let (bytes, sources): (Vec<u8>, Vec<usize>) =
        decode_with_sources(input, opts)?.into_iter().unzip();
    utf8(&bytes).map_err(|valid_up_to| (Kind::InvalidUtf8, sources[valid_up_to]))
}

/// To text, where each maximal subpart of ill-formed UTF-8 becomes one U+FFFD. Malformed triplets
/// are still an error unless `lenient`.
pub fn decode_lossy(input: &[u8], opts: DecodeOptions) -> Result<String, (Kind, usize)> {
    Ok(utf8_lossy(&decode(input, opts)?))
}

/// Each decoded byte with the offset of the byte or triplet of the input that it comes from.
fn decode_with_sources(
    input: &[u8],
    opts: DecodeOptions,
) -> Result<Vec<(u8, usize)>, (Kind, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < input.len() {
        match input[at] {
            b'%' => match triplet(&input[at..]) {
                Ok(octet) if opts.leave.contains(&octet) => {
                    out.extend([(b'%', at), (input[at + 1], at + 1), (input[at + 2], at + 2)]);
                    at += 3;
                }
                Ok(octet) => {
                    out.push((octet, at));
                    at += 3;
                }
                Err(_) if opts.lenient => {
                    out.push((b'%', at));
                    at += 1;
                }
                Err(kind) => return Err((kind, at)),
            },
            b'+' if opts.plus => {
                out.push((b' ', at));
                at += 1;
            }
            byte => {
                out.push((byte, at));
                at += 1;
            }
        }
    }
    Ok(out)
}

/// The octet of the triplet that begins with the `%` at the start of these bytes.
fn triplet(bytes: &[u8]) -> Result<u8, Kind> {
    let mut octet = 0;
    for place in [1, 2] {
        let byte = *bytes.get(place).ok_or(Kind::Truncated)?;
        octet = octet * 16 + hex_digit(char::from(byte)).ok_or(Kind::NotHex)?;
    }
    Ok(octet)
}

/// HEXDIG of RFC 5234, in both cases (RFC 3986 2.1).
pub fn hex_digit(c: char) -> Option<u8> {
    match c {
        '0'..='9' => Some(c as u8 - b'0'),
        'A'..='F' => Some(c as u8 - b'A' + 10),
        'a'..='f' => Some(c as u8 - b'a' + 10),
        _ => None,
    }
}

/// The Unicode Standard, table 3-7: for each first byte, the ranges of the bytes that follow it.
fn following_ranges(first: u8) -> Option<&'static [(u8, u8)]> {
    const ANY: (u8, u8) = (0x80, 0xBF);
    match first {
        0x00..=0x7F => Some(&[]),
        0xC2..=0xDF => Some(&[ANY]),
        0xE0 => Some(&[(0xA0, 0xBF), ANY]),
        0xE1..=0xEC => Some(&[ANY, ANY]),
        0xED => Some(&[(0x80, 0x9F), ANY]),
        0xEE..=0xEF => Some(&[ANY, ANY]),
        0xF0 => Some(&[(0x90, 0xBF), ANY, ANY]),
        0xF1..=0xF3 => Some(&[ANY, ANY, ANY]),
        0xF4 => Some(&[(0x80, 0x8F), ANY, ANY]),
        _ => None,
    }
}

/// The first character of at least one byte, and its length in bytes; or the length of the maximal subpart (the longest
/// prefix of a well-formed sequence, at least one byte) that one U+FFFD replaces.
pub fn utf8_first(bytes: &[u8]) -> Result<(char, usize), usize> {
    let ranges = following_ranges(bytes[0]).ok_or(1_usize)?;
    let mut value = match ranges.len() {
        0 => u32::from(bytes[0]),
        1 => u32::from(bytes[0]) - 0xC0,
        2 => u32::from(bytes[0]) - 0xE0,
        _ => u32::from(bytes[0]) - 0xF0,
    };
    let mut length = 1;
    for &(low, high) in ranges {
        match bytes.get(length) {
            Some(&byte) if low <= byte && byte <= high => {
                value = value * 64 + u32::from(byte - 0x80);
                length += 1;
            }
            _ => return Err(length),
        }
    }
    Ok((char::from_u32(value).expect("table 3-7 has only scalar values"), length))
}

/// The text, or the offset of the first byte that begins no well-formed sequence.
pub fn utf8(bytes: &[u8]) -> Result<String, usize> {
    let mut text = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let (scalar, length) = utf8_first(&bytes[at..]).map_err(|_| at)?;
        text.push(scalar);
        at += length;
    }
    Ok(text)
}

/// The text, with U+FFFD for each maximal subpart of an ill-formed sequence.
pub fn utf8_lossy(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let (scalar, length) = utf8_first(&bytes[at..]).unwrap_or_else(|bad| ('\u{FFFD}', bad));
        text.push(scalar);
        at += length;
    }
    text
}

/// The UTF-8 form of a character, by the table of RFC 3629 section 3.
pub fn utf8_of(scalar: char) -> Vec<u8> {
    let value = u32::from(scalar);
    let tail = |place: u32| 0x80 + (value / 64_u32.pow(place) % 64) as u8;
    match value {
        0x0000..=0x007F => vec![value as u8],
        0x0080..=0x07FF => vec![0xC0 + (value / 64) as u8, tail(0)],
        0x0800..=0xFFFF => vec![0xE0 + (value / 4096) as u8, tail(1), tail(0)],
        _ => vec![0xF0 + (value / 262_144) as u8, tail(2), tail(1), tail(0)],
    }
}
