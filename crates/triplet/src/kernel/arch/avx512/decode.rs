//! Text to bytes: the algorithm of `simd/decode.rs`, with what only this tier has.
//!
//! As there, a register is loaded three times, one byte further each time; where the first has `%` and the others have
//! digits, a triplet begins; the lanes that it drops in the next register are the carry; and the input advances by
//! whole registers. The differences:
//!
//! - **Digits are looked up.** One table of 128 bytes gives the value of a digit, or 0xFF for any other ASCII byte. A
//!   byte above 0x7F has its own top bit set. So the top bit of an OR of both tells all lanes that are no digits.
//! - **Octets whose triplets are kept** are found by their nibbles, as in `simd`, from two tables. A shuffle gives zero
//!   where the top bit of the index is set, so the second table is asked with that bit inverted.
//! - **Kept lanes move together** in one instruction.
//! - **The end of the input** is a block under a mask. Lanes after it are NUL, which is no digit, so a triplet that is cut
//!   is malformed, and no carry remains.
//!
//! A register is loaded before anything of it is stored, and a store never reaches beyond its end in the input; so this
//! too decodes a buffer into itself. In strict decoding, the portable code takes over at a malformed `%`, before anything of
//! its register is stored.

use core::arch::x86_64::*;

use super::super::super::{ByteSet, DecodeRule, Decoded, End, scalar, table};
use super::{LANES, compress, constant, first_lanes, load, repeated, store};

/// What a rule is in registers.
#[derive(Clone, Copy)]
struct Decoder {
    digits_low: __m512i,
    digits_high: __m512i,
    /// The octets whose triplets are kept: those below 0x80, and those above.
    leave_low: __m512i,
    leave_high: __m512i,
}

/// 64 bytes, and the same from one and from two bytes further on.
#[derive(Clone, Copy)]
struct Triple(__m512i, __m512i, __m512i);

/// A register with its triplets resolved.
struct Block {
    /// The octet in the lane of a `%` that begins a triplet, the byte itself elsewhere.
    bytes: __m512i,
    /// One bit for each triplet to decode.
    triplets: u64,
    /// One bit for each `%` that begins none.
    malformed: u64,
}

/// The lanes to keep, and the carry into the next register.
#[inline(always)]
const fn keep_and_carry(triplets: u64, carry: u64) -> (u64, u64) {
    (!(triplets << 1 | triplets << 2 | carry), triplets >> 63 | triplets >> 62)
}

impl Decoder {
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn of(kept: Option<&ByteSet>) -> Decoder {
        let digits = table::HEX_VALUE.as_chunks::<LANES>().0;
        let (low, high) = match kept {
            Some(ByteSet { low, high }) => (u128::from_le_bytes(*low), u128::from_le_bytes(*high)),
            None => (0, 0),
        };
        Decoder {
            digits_low: constant(&digits[0]),
            digits_high: constant(&digits[1]),
            leave_low: repeated(low),
            leave_high: repeated(high),
        }
    }

    /// One bit for each byte that is a `%`, or a `+` to be read as a space.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn events<const PLUS: bool>(v: __m512i) -> u64 {
        let percent = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'%' as i8));
        if PLUS {
            percent | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'+' as i8))
        } else {
            percent
        }
    }

    /// The value of each digit; the top bit is set where a byte is none.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn values(&self, v: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.digits_low, v, self.digits_high)
    }

    /// One bit for each octet whose triplet is kept.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn are_kept(&self, octets: __m512i) -> u64 {
        // The bit of a row that stands for the octets with this high nibble.
        const COLUMNS: u128 = 0x8040_2010_0804_0201_8040_2010_0804_0201;
        let turned = _mm512_xor_si512(octets, _mm512_set1_epi8(-128));
        let rows = _mm512_or_si512(
            _mm512_shuffle_epi8(self.leave_low, octets),
            _mm512_shuffle_epi8(self.leave_high, turned),
        );
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(octets), _mm512_set1_epi8(15));
        _mm512_test_epi8_mask(rows, _mm512_shuffle_epi8(repeated(COLUMNS), high))
    }

    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn block<const PLUS: bool, const KEEP: bool>(&self, Triple(v, v1, v2): Triple) -> Block {
        let (high, low) = (self.values(v1), self.values(v2));
        let no_digit = _mm512_movepi8_mask(_mm512_or_si512(
            _mm512_or_si512(high, v1),
            _mm512_or_si512(low, v2),
        ));
        // The shift is one of two bytes, so that something of each comes into the next.
        let up = _mm512_and_si512(_mm512_slli_epi16::<4>(high), _mm512_set1_epi8(0xF0_u8 as i8));
        let octets = _mm512_or_si512(up, low);
        let percent = Decoder::events::<false>(v);
        let mut triplets = percent & !no_digit;
        if KEEP {
            triplets &= !self.are_kept(octets);
        }
        let rest = if PLUS {
            let plus = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'+' as i8));
            _mm512_mask_blend_epi8(plus, v, _mm512_set1_epi8(b' ' as i8))
        } else {
            v
        };
        let bytes = _mm512_mask_blend_epi8(triplets, rest, octets);
        Block { bytes, triplets, malformed: percent & no_digit }
    }
}

impl Triple {
    /// # Safety
    ///
    /// `p` is readable for 66 bytes.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    unsafe fn load(p: *const u8) -> Triple {
        // SAFETY: `p` is readable for 66 bytes, the last register from the third on.
        unsafe { Triple(load(p), load(p.add(1)), load(p.add(2))) }
    }

    /// Of as many bytes as are left, if that is less than 66; the other lanes are NUL.
    ///
    /// # Safety
    ///
    /// `p` is readable for `left` bytes.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    unsafe fn load_few(p: *const u8, left: usize) -> Triple {
        let from = |offset: usize| {
            let lanes = first_lanes(left.saturating_sub(offset));
            // SAFETY: only bytes that are left are read; without one, the pointer is not followed.
            unsafe { _mm512_maskz_loadu_epi8(lanes, p.wrapping_add(offset).cast()) }
        };
        Triple(from(0), from(1), from(2))
    }
}

/// How far the decoder came: `read` counts the bytes of whole registers, `carry` the lanes of the next that
/// are read as well.
#[derive(Clone, Copy)]
struct Place {
    read: usize,
    written: usize,
    carry: u64,
}

/// Decodes as much as fits, from `src` to `dst`, which may be the same place, or `dst` before `src` in the
/// same buffer.
///
/// `dst[..written]` is initialised afterwards. Where a malformed `%` stopped it, nothing was written at
/// its place or after it.
///
/// # Safety
///
/// `src` is readable for `length` bytes and `dst` writable for `room`, and if they overlap, `dst` is not after
/// `src`.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
pub(in super::super::super) unsafe fn decode(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
) -> Decoded {
    // SAFETY: `src` and `dst` are those of this function.
    unsafe {
        match (rule.plus, rule.kept.is_some()) {
            (false, false) => decode_with::<false, false>(src, length, rule, dst, room),
            (true, false) => decode_with::<true, false>(src, length, rule, dst, room),
            (false, true) => decode_with::<false, true>(src, length, rule, dst, room),
            (true, true) => decode_with::<true, true>(src, length, rule, dst, room),
        }
    }
}

/// # Safety
///
/// The requirements of [`decode`].
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
unsafe fn decode_with<const PLUS: bool, const KEEP: bool>(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
) -> Decoded {
    let decoder = Decoder::of(rule.kept.as_ref());
    let mut place = Place { read: 0, written: 0, carry: 0 };
    // SAFETY: `src` and `dst` are those of this function; at each place, no more was written than read.
    let slowly = |place: Place| unsafe {
        let read = place.read + place.carry.count_ones() as usize;
        scalar::decode::go_on(src, length, rule, dst, room, read, place.written)
    };
    // The last register of four is read again two bytes further on.
    while length - place.read >= 4 * LANES + 2 && room - place.written >= 4 * LANES {
        // SAFETY: four registers and two bytes are left to read, and four registers to write.
        unsafe {
            let from = src.add(place.read);
            let to = dst.add(place.written);
            let at = |k: usize| load(from.add(k * LANES));
            let (v0, v1, v2, v3) = (at(0), at(1), at(2), at(3));
            let events = Decoder::events::<PLUS>;
            if events(v0) | events(v1) | events(v2) | events(v3) | place.carry == 0 {
                store(to, v0);
                store(to.add(LANES), v1);
                store(to.add(2 * LANES), v2);
                store(to.add(3 * LANES), v3);
                place.read += 4 * LANES;
                place.written += 4 * LANES;
                continue;
            }
            for _ in 0..4 {
                let triple = Triple::load(src.add(place.read));
                let block = decoder.block::<PLUS, KEEP>(triple);
                if block.malformed != 0 && !rule.lenient {
                    return slowly(place);
                }
                let (keep, carry) = keep_and_carry(block.triplets, place.carry);
                store(dst.add(place.written), compress(keep, block.bytes));
                place.read += LANES;
                place.written += keep.count_ones() as usize;
                place.carry = carry;
            }
        }
    }
    while place.read < length {
        let left = length - place.read;
        // SAFETY: `left` bytes are left.
        let triple = unsafe { Triple::load_few(src.add(place.read), left) };
        let block = decoder.block::<PLUS, KEEP>(triple);
        let (keep, carry) = keep_and_carry(block.triplets, place.carry);
        let keep = keep & first_lanes(left);
        let count = keep.count_ones() as usize;
        if block.malformed != 0 && !rule.lenient || room - place.written < count {
            return slowly(place);
        }
        // SAFETY: there is room for as many bytes as are written.
        unsafe {
            let to = dst.add(place.written);
            let text = compress(keep, block.bytes);
            _mm512_mask_storeu_epi8(to.cast(), first_lanes(count), text);
        }
        place.read += left.min(LANES);
        place.written += count;
        place.carry = carry;
    }
    Decoded { read: length, written: place.written, end: End::Input }
}

/// Decodes a short input, and returns the length of the result; `None` if a malformed `%` stops it.
///
/// # Safety
///
/// `1 <= src.len() <= 64`; `to` is writable for 64 bytes.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
pub(in super::super::super) unsafe fn decode_short(
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    to: *mut u8,
) -> Option<usize> {
    debug_assert!((1..=LANES).contains(&src.len()));
    // SAFETY: all bytes of the slice, and no other.
    let triple = unsafe { Triple::load_few(src.as_ptr(), src.len()) };
    let decoder = Decoder::of(kept);
    // Without octets whose triplets are kept, the tables for them are zero.
    let block = if plus {
        decoder.block::<true, true>(triple)
    } else {
        decoder.block::<false, true>(triple)
    };
    if block.malformed != 0 && !lenient {
        return None;
    }
    let keep = keep_and_carry(block.triplets, 0).0 & first_lanes(src.len());
    // SAFETY: `to` is writable for a register.
    unsafe { store(to, compress(keep, block.bytes)) };
    Some(keep.count_ones() as usize)
}

/// The place of the first `%` that begins no triplet, or the length of the input.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
pub(in super::super::super) fn well_formed_len(src: &[u8]) -> usize {
    decoded_len(src, &DecodeRule::STRICT).read
}

/// How much [`decode`] would write with room enough, and how far it would come.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
pub(in super::super::super) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
    let decoder = Decoder::of(rule.kept.as_ref());
    let mut triplets = 0;
    let mut read = 0;
    while read < src.len() {
        // SAFETY: the rest of the input.
        let triple = unsafe { Triple::load_few(src.as_ptr().add(read), src.len() - read) };
        let block = decoder.block::<false, true>(triple);
        if block.malformed != 0 && !rule.lenient {
            // Digits of a triplet that began before are plain bytes to the plain code, so that it counts them again as
            // what they are: bytes.
            let rest = scalar::decode::decoded_len(&src[read..], rule);
            let written = read + rest.written - 2 * triplets;
            return Decoded { read: read + rest.read, written, end: rest.end };
        }
        triplets += block.triplets.count_ones() as usize;
        read += LANES;
    }
    Decoded { read: src.len(), written: src.len() - 2 * triplets, end: End::Input }
}
