//! The constant tables: hexadecimal digits, both ways, and ready-made triplets.

/// `0123456789ABCDEF`, and in lower case.
const UPPER: &[u8; 16] = b"0123456789ABCDEF";
const LOWER: &[u8; 16] = b"0123456789abcdef";

/// What to write for byte `b` of class `c`: `WORDS[c << 8 | b]`. The lowest three bytes are the
/// text, in the order in which they are written, the highest one is its length.
///
/// Class [`TRIPLET`] is `%XX`, class [`KEPT`] the byte itself, class [`PLUS`] a `+`. There is no fourth
/// class; its place makes the size a power of two, so that an index needs no test.
pub(super) struct Words(pub(super) [u32; 4 * 256]);

pub(super) const TRIPLET: u8 = 0;
pub(super) const KEPT: u8 = 1;
pub(super) const PLUS: u8 = 2;

pub(super) static WORDS_UPPER: Words = words(UPPER);
pub(super) static WORDS_LOWER: Words = words(LOWER);

const fn words(digits: &[u8; 16]) -> Words {
    let mut words = [0u32; 4 * 256];
    let mut b = 0;
    while b < 256 {
        words[b] = u32::from_le_bytes([b'%', digits[b >> 4], digits[b & 15], 3]);
        words[(KEPT as usize) << 8 | b] = u32::from_le_bytes([b as u8, 0, 0, 1]);
        words[(PLUS as usize) << 8 | b] = u32::from_le_bytes([b'+', 0, 0, 1]);
        b += 1;
    }
    Words(words)
}

/// The value of each hexadecimal digit, 0xFF for any other byte.
pub(super) static HEX_VALUE: [u8; 256] = {
    let mut values = [0xFFu8; 256];
    let mut digit = 0;
    while digit < 16 {
        values[UPPER[digit] as usize] = digit as u8;
        values[LOWER[digit] as usize] = digit as u8;
        digit += 1;
    }
    values
};

/// The value of a hexadecimal digit (RFC 3986 `HEXDIG`, either case); nothing else has one.
pub(crate) const fn hex_value(digit: u8) -> Option<u8> {
    match HEX_VALUE[digit as usize] {
        0xFF => None,
        value => Some(value),
    }
}

/// All triplets one after the other: `%00%01…`.
const fn triplets(digits: &[u8; 16]) -> [u8; 768] {
    let mut text = [b'%'; 768];
    let mut b = 0;
    while b < 256 {
        text[3 * b + 1] = digits[b >> 4];
        text[3 * b + 2] = digits[b & 15];
        b += 1;
    }
    text
}

static TRIPLETS_UPPER: [u8; 768] = triplets(UPPER);
static TRIPLETS_LOWER: [u8; 768] = triplets(LOWER);

/// The triplet of a byte.
pub(crate) fn triplet_str(byte: u8, lower: bool) -> &'static str {
    let all = if lower { &TRIPLETS_LOWER } else { &TRIPLETS_UPPER };
    let start = 3 * usize::from(byte);
    match str::from_utf8(&all[start..start + 3]) {
        Ok(triplet) => triplet,
        Err(_) => unreachable!("a triplet is ASCII"),
    }
}
