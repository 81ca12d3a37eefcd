//! The constant tables: hexadecimal digits, both ways, and ready-made triplets.

use super::tier::OPTIMIZE_FOR_SIZE;

/// `0123456789ABCDEF`, and in lower case.
pub(super) const UPPER: &[u8; 16] = b"0123456789ABCDEF";
pub(super) const LOWER: &[u8; 16] = b"0123456789abcdef";

/// What becomes of a byte: a triplet, the byte itself, or a `+`.
pub(super) const TRIPLET: u8 = 0;
pub(super) const KEPT: u8 = 1;
pub(super) const PLUS: u8 = 2;

/// The length of a one-byte text, as part of a word. The lowest three bytes of a word are text, in the order in which they are
/// written. The highest byte is the length of the text.
const ONE: u32 = 1 << 24;

/// The word of each byte's triplet, in upper case.
static TRIPLETS: [u32; 256] = {
    let mut words = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        words[byte] = upper_triplet(byte as u8);
        byte += 1;
    }
    words
};

const fn upper_triplet(byte: u8) -> u32 {
    let (high, low) = (UPPER[(byte >> 4) as usize], UPPER[(byte & 15) as usize]);
    u32::from_le_bytes([b'%', high, low, 3])
}

/// Whether portable code has no table of words. With vectors it encodes only the ends of inputs, and in WebAssembly the
/// size of the code counts (see [`OPTIMIZE_FOR_SIZE`]).
const IS_SPARED: bool = OPTIMIZE_FOR_SIZE && cfg!(target_feature = "simd128");

/// The word of a byte's triplet.
#[inline(always)]
pub(super) fn triplet_word(byte: u8, lower: bool) -> u32 {
    // The bit that tells a letter in lower case; the decimal digits have it too.
    let case = if lower { 0x0020_2000 } else { 0 };
    case | if IS_SPARED { upper_triplet(byte) } else { TRIPLETS[usize::from(byte)] }
}

/// The word of a byte that is kept.
#[inline(always)]
pub(super) const fn kept_word(byte: u8) -> u32 {
    byte as u32 | ONE
}

/// Writes the four bytes of a word at `to`. Returns how many of them are text.
///
/// # Safety
///
/// `to` is writable for four bytes.
#[inline(always)]
pub(super) unsafe fn write_word(word: u32, to: *mut u8) -> usize {
    // SAFETY: `to` is writable for four bytes.
    unsafe { to.cast::<[u8; 4]>().write_unaligned(word.to_le_bytes()) };
    (word >> 24) as usize
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

/// The value of a triplet's digits, or nothing if one is not hexadecimal.
#[inline(always)]
pub(super) fn octet(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (HEX_VALUE[usize::from(high)], HEX_VALUE[usize::from(low)]);
    // The value of a digit is below 16. 0xFF stands for any other byte and has its top bits set.
    if (high | low) < 16 { Some(high << 4 | low) } else { None }
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

/// `COMPACT[mask]`: the places of the bits of `mask`, in order. The entries after these places are not used.
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

/// `rows[mask]`: the text of `bytes` bytes, where those in `mask` become triplets, as places in a register. The register has the
/// first characters from 0 on, the high digits from `bytes` on and the low digits from `low` on. The places after the text are
/// 0x7F: any byte may be written for them. So each row has places for the digits of the last byte, whether it becomes a triplet or
/// not, and `mask` has no bit for it.
const fn expansions<const WIDTH: usize, const ROWS: usize>(
    bytes: usize,
    low: u8,
) -> Aligned<[[u8; WIDTH]; ROWS]> {
    let mut rows = [[0x7F; WIDTH]; ROWS];
    let mut mask = 0;
    while mask < ROWS {
        let (mut byte, mut at) = (0, 0);
        while byte < bytes {
            rows[mask][at] = byte as u8;
            at += 1;
            if (mask | ROWS) >> byte & 1 == 1 {
                rows[mask][at] = (bytes + byte) as u8;
                rows[mask][at + 1] = low + byte as u8;
                at += 2;
            }
            byte += 1;
        }
        mask += 1;
    }
    Aligned(rows)
}

/// `EXPAND_FOUR[mask]`: the text of four bytes; low digits stand at 8.
pub(super) static EXPAND_FOUR: Aligned<[[u8; 16]; 8]> = expansions(4, 8);

/// `EXPAND_EIGHT[mask]`: the text of eight bytes; low digits stand at 0x80, that is, in a second register.
#[cfg(target_arch = "x86_64")]
pub(super) static EXPAND_EIGHT: Aligned<[[u8; 32]; 128]> = expansions(8, 0x80);
