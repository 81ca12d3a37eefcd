//! The constant tables: hexadecimal digits, both ways, and ready-made triplets.

/// `0123456789ABCDEF`, and in lower case.
pub(super) const UPPER: &[u8; 16] = b"0123456789ABCDEF";
pub(super) const LOWER: &[u8; 16] = b"0123456789abcdef";

/// What to write for byte `b` of class `c`: `WORDS[c << 8 | b]`. The lowest three bytes are the
/// text, in the order in which they are written, the highest one is its length.
///
/// Class [`TRIPLET`] is `%XX`, class [`KEPT`] the byte itself, class [`PLUS`] a `+`. There is no fourth
/// class; its place makes the size a power of two, so that an index needs no test.
pub(super) struct Words(pub(super) [u32; 4 * 256]);

pub(super) const TRIPLET: u8 = 0;
pub(super) const KEPT: u8 = 1;
pub(super) const PLUS: u8 = 2;

impl Words {
    /// The word of a byte that becomes a triplet.
    #[inline(always)]
    pub(super) const fn triplet(&self, byte: u8) -> u32 {
        self.0[(TRIPLET as usize) << 8 | byte as usize]
    }
}

pub(super) static WORDS_UPPER: Words = words(UPPER);
pub(super) static WORDS_LOWER: Words = words(LOWER);

/// Whether portable code does without the tables of words, because it only ends what vectors did, where what is
/// downloaded counts (see [`IS_SMALL`](super::IS_SMALL)).
pub(super) const IS_SPARED: bool = super::IS_SMALL && cfg!(target_feature = "simd128");

/// What [`Words`] has for a byte of a class.
pub(super) const fn word(byte: u8, class: u8, digits: &[u8; 16]) -> u32 {
    u32::from_le_bytes(match class {
        TRIPLET => [b'%', digits[(byte >> 4) as usize], digits[(byte & 15) as usize], 3],
        PLUS => [b'+', 0, 0, 1],
        _ => [byte, 0, 0, 1],
    })
}

const fn words(digits: &[u8; 16]) -> Words {
    let mut words = [0u32; 4 * 256];
    let mut i = 0;
    while i < words.len() {
        words[i] = word(i as u8, (i >> 8) as u8, digits);
        i += 1;
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

static TRIPLETS_UPPER: &str = text(&const { triplets(UPPER) });
static TRIPLETS_LOWER: &str = text(&const { triplets(LOWER) });

const fn text(triplets: &[u8; 768]) -> &str {
    match str::from_utf8(triplets) {
        Ok(text) => text,
        Err(_) => panic!("a triplet is ASCII"),
    }
}

/// The triplet of a byte.
pub(crate) fn triplet_str(byte: u8, lower: bool) -> &'static str {
    let all = if lower { TRIPLETS_LOWER } else { TRIPLETS_UPPER };
    let start = 3 * usize::from(byte);
    &all[start..start + 3]
}

/// Bytes at an address that is a multiple of 64, so that a row of a table never crosses a cache line.
#[repr(C, align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// `COMPACT[mask]`: the places of the bits of `mask`, in order; after them anything.
pub(super) static COMPACT: Aligned<[[u8; 8]; 256]> = {
    let mut rows = [[0u8; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                rows[mask][count] = bit as u8;
                count += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    Aligned(rows)
};

/// The text of `BYTES` bytes, of which those in `mask` become triplets, as places in a register that has
/// their first characters at 0, their high digits at `BYTES` and their low digits at `low`. Places after
/// the text are 0x7F, which a store may write as anything.
const fn expansion<const WIDTH: usize>(mask: usize, bytes: usize, low: u8) -> [u8; WIDTH] {
    let mut row = [0x7F; WIDTH];
    let (mut byte, mut at) = (0, 0);
    while byte < bytes {
        row[at] = byte as u8;
        at += 1;
        if mask >> byte & 1 == 1 {
            row[at] = (bytes + byte) as u8;
            row[at + 1] = low + byte as u8;
            at += 2;
        }
        byte += 1;
    }
    row
}

/// `EXPAND_FOUR[mask]`: the text of four bytes; low digits stand at 8.
pub(super) static EXPAND_FOUR: Aligned<[[u8; 16]; 16]> = {
    let mut rows = [[0; 16]; 16];
    let mut mask = 0;
    while mask < 16 {
        rows[mask] = expansion(mask, 4, 8);
        mask += 1;
    }
    Aligned(rows)
};

/// `EXPAND_EIGHT[mask]`: the text of eight bytes; low digits stand at 0x80, that is, in a second register.
#[cfg(target_arch = "x86_64")]
pub(super) static EXPAND_EIGHT: Aligned<[[u8; 32]; 256]> = {
    let mut rows = [[0; 32]; 256];
    let mut mask = 0;
    while mask < 256 {
        rows[mask] = expansion(mask, 8, 0x80);
        mask += 1;
    }
    Aligned(rows)
};
