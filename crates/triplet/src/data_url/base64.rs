//! Base64 (RFC 4648 section 4), read as the Infra standard says (section 7, "forgiving-base64 decode").
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{DataUrlError, DataUrlErrorKind};
use super::octets::Octets;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number that each octet means; 64 for octets that mean none.
static VALUES: [u8; 256] = {
    let mut values = [64; 256];
    let mut value = 0;
    while value < 64 {
        values[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Decodes data whose triplets are decoded on the way. `base` is their offset in the URL.
pub(super) fn decode(data: &[u8], base: usize) -> Result<Vec<u8>, DataUrlError> {
    let mut out = Vec::with_capacity(data.len() / 4 * 3 + 3);
    // The last characters that are not written yet, six bits each, and how many there are in all.
    let (mut bits, mut count) = (0u32, 0usize);
    let mut octets = Octets::of(data);
    while let Some((octet, at)) = octets.next() {
        let value = VALUES[usize::from(octet)];
        if value < 64 {
            bits = bits << 6 | u32::from(value);
            count += 1;
            if count % 4 == 0 {
                out.extend_from_slice(&bits.to_be_bytes()[1..]);
            }
        } else if octet == b'=' {
            // At most two, and only where four characters end.
            let mut padding = 1;
            for (octet, at) in octets.by_ref() {
                match octet {
                    b'=' => padding += 1,
                    _ if is_space(octet) => {}
                    _ => {
                        return Err(DataUrlError::at_octet(
                            DataUrlErrorKind::Base64Octet,
                            base + at,
                            octet,
                        ));
                    }
                }
            }
            if padding > 2 || (count + padding) % 4 != 0 {
                return Err(DataUrlError::new(DataUrlErrorKind::Base64Length, base + data.len()));
            }
        } else if !is_space(octet) {
            return Err(DataUrlError::at_octet(DataUrlErrorKind::Base64Octet, base + at, octet));
        }
    }
    match count % 4 {
        0 => {}
        1 => return Err(DataUrlError::new(DataUrlErrorKind::Base64Length, base + data.len())),
        // Bits that make no octet are left out.
        2 => out.push((bits >> 4) as u8),
        _ => out.extend_from_slice(&[(bits >> 10) as u8, (bits >> 2) as u8]),
    }
    Ok(out)
}

/// Whitespace of ASCII (Infra section 4.6).
fn is_space(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Appends octets in base64, with `=` at the end.
pub(super) fn encode(octets: &[u8], out: &mut String) {
    for chunk in octets.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, &octet| bits << 8 | u32::from(octet))
            << (8 * (3 - chunk.len()));
        for place in 0..4 {
            out.push(match place <= chunk.len() {
                true => char::from(ALPHABET[(bits >> (18 - 6 * place)) as usize & 63]),
                false => '=',
            });
        }
    }
}
