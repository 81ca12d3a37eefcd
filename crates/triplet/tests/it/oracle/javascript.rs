//! The six functions of ECMA-262, over UTF-16 code units: `encodeURI`, `encodeURIComponent`,
//! `decodeURI`, `decodeURIComponent` (19.2.6), `escape` and `unescape` (B.2.1).
//!
//! All six have one type. Where JavaScript throws a `URIError`, the error is the index of a code
//! unit: the lone surrogate when encoding, and when decoding the `%` at which the sequence of
//! triplets begins that cannot be decoded. `escape` and `unescape` never fail.

use super::codec::{hex_digit, triplet_of, utf8, utf8_of};

pub type Outcome = Result<Vec<u16>, usize>;

const ALPHA_DIGIT: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const URI_MARK: &str = "-_.!~*'()";
const URI_RESERVED: &str = ";/?:@&=+$,";

/// 19.2.6.3.
pub fn encode_uri(text: &[u16]) -> Outcome {
    encode(text, &[URI_RESERVED, ALPHA_DIGIT, URI_MARK, "#"])
}

/// 19.2.6.4.
pub fn encode_uri_component(text: &[u16]) -> Outcome {
    encode(text, &[ALPHA_DIGIT, URI_MARK])
}

/// 19.2.6.1.
pub fn decode_uri(text: &[u16]) -> Outcome {
    decode(text, &[URI_RESERVED, "#"])
}

/// 19.2.6.2.
pub fn decode_uri_component(text: &[u16]) -> Outcome {
    decode(text, &[])
}

fn is_one_of(unit: u16, lists: &[&str]) -> bool {
    lists.iter().any(|list| list.encode_utf16().any(|member| member == unit))
}

/// 19.2.6.5, Encode.
fn encode(text: &[u16], unescaped: &[&str]) -> Outcome {
    let mut out = Vec::new();
    let mut k = 0;
    while k < text.len() {
        if is_one_of(text[k], unescaped) {
            out.push(text[k]);
            k += 1;
        } else {
            let (scalar, units) = code_point_at(text, k).ok_or(k)?;
            for octet in utf8_of(scalar) {
                out.extend(triplet_of(octet, false).map(u16::from));
            }
            k += units;
        }
    }
    Ok(out)
}

/// CodePointAt: the character and how many code units it takes, or nothing for a lone surrogate.
fn code_point_at(text: &[u16], k: usize) -> Option<(char, usize)> {
    match (text[k], text.get(k + 1)) {
        (lead @ 0xD800..=0xDBFF, Some(&trail @ 0xDC00..=0xDFFF)) => {
            let value = (u32::from(lead) - 0xD800) * 0x400 + (u32::from(trail) - 0xDC00) + 0x10000;
            Some((char::from_u32(value)?, 2))
        }
        (0xD800..=0xDFFF, _) => None,
        (unit, _) => Some((char::from_u32(u32::from(unit))?, 1)),
    }
}

/// 19.2.6.6, Decode.
fn decode(text: &[u16], preserve_escape: &[&str]) -> Outcome {
    let mut out = Vec::new();
    let mut k = 0;
    while k < text.len() {
        if text[k] != u16::from(b'%') {
            out.push(text[k]);
            k += 1;
            continue;
        }
        let start = k;
        let first = parse_hex_octet(text, k).ok_or(start)?;
        // How many 1 bits the octet begins with.
        let n = match first {
            0b0000_0000..=0b0111_1111 => 0,
            0b1000_0000..=0b1011_1111 => 1,
            0b1100_0000..=0b1101_1111 => 2,
            0b1110_0000..=0b1110_1111 => 3,
            0b1111_0000..=0b1111_0111 => 4,
            0b1111_1000..=0b1111_1111 => 5, // or more
        };
        if n == 0 {
            if is_one_of(u16::from(first), preserve_escape) {
                out.extend(&text[start..start + 3]);
            } else {
                out.push(u16::from(first));
            }
            k += 3;
            continue;
        }
        if n == 1 || n > 4 {
            return Err(start);
        }
        let mut octets = Vec::new();
        while octets.len() < n {
            octets.push(parse_hex_octet(text, k).ok_or(start)?);
            k += 3;
        }
        // Well-formed means one character: n octets that begin with n 1 bits cannot be two.
        let character = utf8(&octets).map_err(|_| start)?;
        out.extend(character.encode_utf16());
    }
    Ok(out)
}

/// The octet of the triplet at `k`, if one is there: the test for `%` and ParseHexOctet.
fn parse_hex_octet(text: &[u16], k: usize) -> Option<u8> {
    match text.get(k..k + 3)? {
        [percent, digits @ ..] if *percent == u16::from(b'%') => {
            Some(parse_hex_digits(digits)? as u8)
        }
        _ => None,
    }
}

/// All of these code units as one hexadecimal number.
fn parse_hex_digits(digits: &[u16]) -> Option<u16> {
    let mut value = 0;
    for &digit in digits {
        value = value * 16 + u16::from(hex_digit(char::from_u32(u32::from(digit))?)?);
    }
    Some(value)
}

/// B.2.1.1.
pub fn escape(text: &[u16]) -> Outcome {
    let mut out = Vec::new();
    for &unit in text {
        if is_one_of(unit, &[ALPHA_DIGIT, "@*_+-./"]) {
            out.push(unit);
        } else if unit < 256 {
            out.extend(format!("%{unit:02X}").encode_utf16());
        } else {
            out.extend(format!("%u{unit:04X}").encode_utf16());
        }
    }
    Ok(out)
}

/// B.2.1.2.
pub fn unescape(text: &[u16]) -> Outcome {
    let mut out = Vec::new();
    let mut k = 0;
    while k < text.len() {
        let mut unit = text[k];
        if unit == u16::from(b'%') {
            let long = k + 6 <= text.len() && text[k + 1] == u16::from(b'u');
            let digits = if long {
                Some(&text[k + 2..k + 6])
            } else if k + 3 <= text.len() {
                Some(&text[k + 1..k + 3])
            } else {
                None
            };
            if let Some(value) = digits.and_then(parse_hex_digits) {
                unit = value;
                k += if long { 5 } else { 2 };
            }
        }
        out.push(unit);
        k += 1;
    }
    Ok(out)
}
