//! UTF-8 of the 16-bit units of UTF-16: CESU-8, and the modified UTF-8 of Java's class files and of `DataOutput.writeUTF`.
//!
//! A character outside the Basic Multilingual Plane is a surrogate pair, each half in three octets, so four octets that would be one in
//! UTF-8 are an error (UTR #26; Java Virtual Machine Specification section 4.4.7). Java writes U+0000 as `C0 80`, so that no
//! octet is 0. Half of a pair is a unit in both documents, but not a character, so it is an error here, as in all charsets.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::octets::Step;

/// The unit that the octets begin with, and its length; or the length of what is malformed.
fn unit(octets: &[u8], java: bool) -> Result<(u16, usize), usize> {
    let low = |octet: u8| u16::from(octet & 0x3F);
    match *octets {
        [0, ..] if java => Err(1),
        [a @ 0..=0x7F, ..] => Ok((u16::from(a), 1)),
        [0xC0, 0x80, ..] if java => Ok((0, 2)),
        [a @ 0xC2..=0xDF, b @ 0x80..=0xBF, ..] => Ok((u16::from(a & 0x1F) << 6 | low(b), 2)),
        [a @ 0xE0, b @ 0xA0..=0xBF, c @ 0x80..=0xBF, ..]
        | [a @ 0xE1..=0xEF, b @ 0x80..=0xBF, c @ 0x80..=0xBF, ..] => {
            Ok((u16::from(a & 0xF) << 12 | low(b) << 6 | low(c), 3))
        }
        [0xE0, 0xA0..=0xBF, ..] | [0xE1..=0xEF, 0x80..=0xBF, ..] => Err(2),
        _ => Err(1),
    }
}

/// The character that the octets begin with, and its length; or the length of what is malformed: as much as could begin a unit (Unicode
/// Standard section 3.9, *maximal subpart*), or half of a pair.
fn scalar(octets: &[u8], java: bool) -> Result<(char, usize), usize> {
    let (first, length) = unit(octets, java)?;
    if let Some(scalar) = char::from_u32(first.into()) {
        return Ok((scalar, length));
    }
    match (first, unit(&octets[length..], java)) {
        (0xD800..=0xDBFF, Ok((second @ 0xDC00..=0xDFFF, more))) => {
            let code = 0x10000 + (u32::from(first - 0xD800) << 10 | u32::from(second - 0xDC00));
            char::from_u32(code).map(|scalar| (scalar, length + more)).ok_or(length)
        }
        _ => Err(length),
    }
}

/// Decodes octets until the end, or until `put` returns false.
pub(super) fn each_step(octets: &[u8], java: bool, put: &mut dyn FnMut(Step<'_>) -> bool) {
    // From `start` to `at` the octets are UTF-8.
    let (mut start, mut at) = (0, 0);
    while at < octets.len() {
        let found = scalar(&octets[at..], java);
        if let Ok((scalar, length)) = found
            && length == scalar.len_utf8()
        {
            at += length;
            continue;
        }
        let before = str::from_utf8(&octets[start..at]).unwrap_or_default();
        let mut buffer = [0; 4];
        let (step, length) = match found {
            Ok((scalar, length)) => (Step::Text(scalar.encode_utf8(&mut buffer)), length),
            Err(length) => (Step::Malformed(at..at + length), length),
        };
        if !put(Step::Text(before)) || !put(step) {
            return;
        }
        at += length;
        start = at;
    }
    put(Step::Text(str::from_utf8(&octets[start..]).unwrap_or_default()));
}

/// The octets of a text.
pub(super) fn encode(text: &str, java: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for scalar in text.chars() {
        let mut buffer = [0; 4];
        if java && scalar == '\0' {
            out.extend_from_slice(&[0xC0, 0x80]);
        } else if scalar <= '\u{FFFF}' {
            out.extend_from_slice(scalar.encode_utf8(&mut buffer).as_bytes());
        } else {
            for &mut unit in scalar.encode_utf16(&mut [0; 2]) {
                let six = |shift: u16| 0x80 | (unit >> shift & 0x3F) as u8;
                out.extend_from_slice(&[0xE0 | (unit >> 12) as u8, six(6), six(0)]);
            }
        }
    }
    out
}
