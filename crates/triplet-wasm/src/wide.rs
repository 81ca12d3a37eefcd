//! Text as the code units of JavaScript's strings: from these a string is made by copying, and from UTF-8 by decoding it a
//! second time, which takes longer than to decode the triplets.

use alloc::vec::Vec;

/// UTF-8 as UTF-16, in little-endian order. Nothing, if it is ASCII, which is copied as well as it is, and if it is not
/// UTF-8.
pub(crate) fn wide(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.is_ascii() {
        return None;
    }
    let mut out = Vec::with_capacity(2 * bytes.len());
    let mut rest = bytes;
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    loop {
        // The forms that most text has; RFC 3629 section 4.
        rest = match *rest {
            [] => return Some(out),
            [a @ 0..0x80, ref rest @ ..] => {
                out.extend_from_slice(&[a, 0]);
                rest
            }
            [a @ 0xC2..=0xDF, b, ref rest @ ..] if continues(b) => {
                let unit = u16::from(a & 0x1F) << 6 | u16::from(b & 0x3F);
                out.extend_from_slice(&unit.to_le_bytes());
                rest
            }
            [a @ (0xE1..=0xEC | 0xEE | 0xEF), b, c, ref rest @ ..]
                if continues(b) && continues(c) =>
            {
                let unit =
                    u16::from(a & 0x0F) << 12 | u16::from(b & 0x3F) << 6 | u16::from(c & 0x3F);
                out.extend_from_slice(&unit.to_le_bytes());
                rest
            }
            // All others, of which four bytes are enough to see one.
            _ => {
                let window = &rest[..rest.len().min(4)];
                let valid = match str::from_utf8(window) {
                    Ok(text) => text,
                    Err(error) => str::from_utf8(&window[..error.valid_up_to()]).ok()?,
                };
                let scalar = valid.chars().next()?;
                for unit in scalar.encode_utf16(&mut [0; 2]) {
                    out.extend_from_slice(&unit.to_le_bytes());
                }
                &rest[scalar.len_utf8()..]
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of up to three bytes that are on a border, alone and behind a character, and every scalar.
    #[test]
    fn as_the_standard_library() {
        let same = |bytes: &[u8]| {
            let expected = str::from_utf8(bytes)
                .ok()
                .filter(|text| !text.is_ascii())
                .map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
            assert_eq!(wide(bytes), expected, "{bytes:02X?}");
        };
        let border = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ];
        for a in border {
            for b in border {
                for c in border {
                    for d in border {
                        same(&[a, b, c, d]);
                    }
                    same(&[a, b, c]);
                    same(&[b'x', 0xC3, 0xA9, a, b, c]);
                }
                same(&[a, b]);
            }
            same(&[a]);
        }
        for scalar in '\0'..=char::MAX {
            same(scalar.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}
