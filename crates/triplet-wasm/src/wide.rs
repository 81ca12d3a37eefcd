//! Text as the code units of JavaScript's strings: from these a string is made by copying, and from UTF-8 by decoding it a
//! second time, which takes longer than to decode the triplets.

use alloc::vec::Vec;

/// How much is looked at as a whole, whether it is ASCII.
const BLOCK: usize = 16;

/// Writes UTF-8 as UTF-16. Does nothing and says so, if it is ASCII, which is copied as well as it is, or not UTF-8.
pub(crate) fn wide(bytes: &[u8], out: &mut Vec<u16>) -> bool {
    if bytes.is_ascii() {
        return false;
    }
    // No byte becomes more than one unit.
    out.clear();
    out.resize(bytes.len(), 0);
    let (mut at, mut written) = (0, 0);
    while at < bytes.len() {
        if let Some(block) = bytes[at..].first_chunk::<BLOCK>()
            && let Some(units) = out[written..].first_chunk_mut::<BLOCK>()
            && block.is_ascii()
        {
            for (unit, byte) in units.iter_mut().zip(block) {
                *unit = u16::from(*byte);
            }
            at += BLOCK;
            written += BLOCK;
            continue;
        }
        let end = bytes.len().min(at + BLOCK);
        while at < end {
            // The forms that most text has; RFC 3629 section 4.
            let (unit, length) = match bytes[at..] {
                [a @ 0..0x80, ..] => (u16::from(a), 1),
                [a @ 0xC2..=0xDF, b, ..] if continues(b) => {
                    (u16::from(a & 0x1F) << 6 | u16::from(b & 0x3F), 2)
                }
                [a @ (0xE1..=0xEC | 0xEE | 0xEF), b, c, ..] if continues(b) && continues(c) => {
                    (u16::from(a & 0x0F) << 12 | u16::from(b & 0x3F) << 6 | u16::from(c & 0x3F), 3)
                }
                _ => {
                    let Some(scalar) = first_scalar(&bytes[at..]) else { return false };
                    let mut pair = [0; 2];
                    let units = scalar.encode_utf16(&mut pair);
                    if let [high, _] = *units {
                        out[written] = high;
                        written += 1;
                    }
                    (units[units.len() - 1], scalar.len_utf8())
                }
            };
            out[written] = unit;
            written += 1;
            at += length;
        }
    }
    out.truncate(written);
    true
}

fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The character with which these bytes begin, if they do: four bytes are enough to see one.
fn first_scalar(bytes: &[u8]) -> Option<char> {
    let window = &bytes[..bytes.len().min(4)];
    let valid = match str::from_utf8(window) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&window[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of up to three bytes that are on a border, alone and behind a character, and every scalar.
    #[test]
    fn as_the_standard_library() {
        let same = |bytes: &[u8]| {
            let text = str::from_utf8(bytes).ok().filter(|text| !text.is_ascii());
            let mut units = Vec::new();
            let done = wide(bytes, &mut units);
            let expected = text.map(|text| text.encode_utf16().collect::<Vec<u16>>());
            assert_eq!(done.then_some(units), expected, "{bytes:02X?}");
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
        // At every place of a block, with and without more blocks.
        for before in 0..2 * BLOCK {
            for behind in 0..2 * BLOCK {
                for odd in [
                    &b"\xC3\xA9"[..],
                    b"\xE4\xBD\xA0",
                    b"\xF0\x9F\x98\x80",
                    b"\xED\xA0\x80",
                    b"\xE4\xBD",
                ] {
                    same(&[&vec![b'a'; before], odd, &vec![b'b'; behind]].concat());
                }
            }
        }
    }
}
