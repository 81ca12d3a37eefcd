//! Bytes to text: write each byte three times, then drop the lanes that are not needed.
//!
//! 64 bytes become at most 192 bytes of text, which are three registers, the *groups*. Output lane `i` comes from input
//! byte `i / 3`. Its *slot* is `i % 3`: slot 0 holds the first character, slot 1 the high digit, slot 2 the low digit.
//!
//! ```text
//! input        a              /              b            …
//! slot         0    1    2    0    1    2    0    1    2
//! F            a              %              b                 first characters
//! R                 f    f         /    /         f    f       escaped bytes, or the filler f
//! compare      a    ×    ×    %    /    /    b    ×    ×       × is dropped
//! digits       a              %    2    F    b
//! compressed   a    %    2    F    b
//! ```
//!
//! 1. **F**: the byte itself where it is kept, `+` for a space under a rule that writes it so, `%` where it is encoded.
//!    In lanes after the end of the input it is 0xFF, which no first character is.
//! 2. **R**: the byte itself where it is encoded, else the *filler*, any byte that the set keeps. So no encoded byte is
//!    ever the filler.
//! 3. One two-source look-up (`vpermi2b`) moves F into slot 0 and R into the slots 1 and 2 of each byte.
//! 4. One comparison finds the lanes to keep: in slot 0 all but 0xFF, in the slots 1 and 2 all but the filler.
//! 5. The slots 1 and 2 hold the encoded byte now. A shift within eight bytes (`vpmultishiftqb`), by 4 bits in slot 1 and
//!    by none in slot 2, leaves the nibble in the lowest four bits. Two other bits are above it, and a look-up uses
//!    the lowest six; so the table has the sixteen digits four times.
//! 6. `vpcompressb` moves the kept lanes together. The register is stored whole, and the next group begins after the lanes
//!    that count.
//!
//! Two cases are common and need none of this: nothing is encoded (the input is copied), or everything is (nothing is
//! dropped and no filler is needed, which a set that keeps nothing does not have). One branch tests four registers for
//! both. A branch for fewer registers costs more than it saves when the data is mixed; at the end of the input it makes no
//! difference.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::super::super::rule::Style;
use super::super::super::table::Aligned;
use super::super::super::{EncodeRule, scalar, table};
use super::{Class, LANES, compress, constant, first_lanes, front, load, repeated, store};

/// For each lane of a group, where in F (below 64) or in R (from 64 on) its byte is.
static PLACES: Aligned<[[u8; LANES]; 3]> = {
    let mut places = [[0; LANES]; 3];
    let mut g = 0;
    while g < 3 * LANES {
        let in_rest = if g % 3 == 0 { 0 } else { LANES };
        places[g / LANES][g % LANES] = (in_rest + g / 3) as u8;
        g += 1;
    }
    Aligned(places)
};
/// For each lane of a group, by how many bits `vpmultishiftqb` shifts eight bytes to get its nibble.
static SHIFTS: Aligned<[[u8; LANES]; 3]> = {
    let mut shifts = [[0; LANES]; 3];
    let mut g = 0;
    while g < 3 * LANES {
        let to_high_digit = if g % 3 == 1 { 4 } else { 0 };
        shifts[g / LANES][g % LANES] = (8 * (g % 8) + to_high_digit) as u8;
        g += 1;
    }
    Aligned(shifts)
};
/// The lanes of each group that are slot 0.
const FIRST_SLOTS: [u64; 3] = {
    let mut masks = [0; 3];
    let mut byte = 0;
    while byte < LANES {
        masks[3 * byte / LANES] |= 1 << (3 * byte % LANES);
        byte += 1;
    }
    masks
};

/// What a rule is in registers.
#[derive(Clone, Copy)]
struct Encoder {
    class: Class,
    filler: __m512i,
    digits: __m512i,
}

impl Encoder {
    /// Of a rule.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn of(rule: &EncodeRule) -> Encoder {
        let rows = super::rows(rule, true);
        // Bit `8 * l + h` stands for the byte `h << 4 | l`. A set that keeps nothing drops nothing, so any filler will do.
        // UTF-8 never contains 0xFF.
        let bit = rows.trailing_zeros();
        let filler = if rule.above { 0xFF } else { ((bit % 8) << 4) + bit / 8 };
        let digits = if rule.lower { table::LOWER } else { table::UPPER };
        Encoder {
            class: Class::of(rows).keeping_above(rule.above),
            filler: _mm512_set1_epi8(filler as i8),
            digits: repeated(u128::from_le_bytes(*digits)),
        }
    }

    /// What is written for kept bytes.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn kept<const PLUS: bool>(&self, v: __m512i) -> __m512i {
        if PLUS {
            let spaces = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b' ' as i8));
            _mm512_mask_blend_epi8(spaces, v, _mm512_set1_epi8(b'+' as i8))
        } else {
            v
        }
    }

    /// `text` with digits in the slots 1 and 2, for the bytes that are there in `bytes`.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn with_digits<const GROUP: usize>(&self, text: __m512i, bytes: __m512i) -> __m512i {
        let nibbles = _mm512_multishift_epi64_epi8(constant(&SHIFTS.0[GROUP]), bytes);
        _mm512_mask_permutexvar_epi8(text, !FIRST_SLOTS[GROUP], nibbles, self.digits)
    }

    /// A group of text, moved together, and its length.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn group<const GROUP: usize>(&self, first: __m512i, rest: __m512i) -> (__m512i, usize) {
        let bytes = _mm512_permutex2var_epi8(first, constant(&PLACES.0[GROUP]), rest);
        let none = _mm512_set1_epi8(-1);
        let dropped = _mm512_mask_blend_epi8(FIRST_SLOTS[GROUP], self.filler, none);
        let keep = _mm512_cmpneq_epi8_mask(bytes, dropped);
        let text = self.with_digits::<GROUP>(bytes, bytes);
        (compress(keep, text), keep.count_ones() as usize)
    }

    /// A group of triplets.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    fn group_of_triplets<const GROUP: usize>(&self, v: __m512i) -> __m512i {
        // A place in R is 64 more than that in `v`, and only the lowest six bits count.
        let bytes = _mm512_permutexvar_epi8(constant(&PLACES.0[GROUP]), v);
        self.with_digits::<GROUP>(_mm512_set1_epi8(b'%' as i8), bytes)
    }

    /// Writes the text of 64 bytes, some of them kept, and returns its length.
    ///
    /// # Safety
    ///
    /// `to` is writable for 192 bytes.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    unsafe fn mixed<const PLUS: bool>(&self, v: __m512i, encoded: u64, to: *mut u8) -> usize {
        let percent = _mm512_set1_epi8(b'%' as i8);
        let first = _mm512_mask_blend_epi8(encoded, self.kept::<PLUS>(v), percent);
        let rest = _mm512_mask_blend_epi8(encoded, self.filler, v);
        let (a, length_a) = self.group::<0>(first, rest);
        let (b, length_b) = self.group::<1>(first, rest);
        let (c, length_c) = self.group::<2>(first, rest);
        // SAFETY: a group is no longer than a register, so that the last one begins at 128 at most.
        unsafe {
            store(to, a);
            store(to.add(length_a), b);
            store(to.add(length_a + length_b), c);
        }
        length_a + length_b + length_c
    }

    /// Writes 64 triplets.
    ///
    /// # Safety
    ///
    /// `to` is writable for 192 bytes.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    unsafe fn triplets(&self, v: __m512i, to: *mut u8) {
        // SAFETY: three registers.
        unsafe {
            store(to, self.group_of_triplets::<0>(v));
            store(to.add(LANES), self.group_of_triplets::<1>(v));
            store(to.add(2 * LANES), self.group_of_triplets::<2>(v));
        }
    }

    /// Writes the text of the first bytes of a register, and returns its length: as many groups as these can fill.
    ///
    /// If `EXACT`, nothing after the text is written; else each group is written whole.
    ///
    /// # Safety
    ///
    /// `lanes` are the first lanes, at least one, and `encoded` some of them. `to` is writable for the text, which is
    /// as many bytes as there are lanes, and two more for each one in `encoded`; or, if not `EXACT`, for three
    /// bytes for each lane and 64 more.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
    unsafe fn few<const PLUS: bool, const EXACT: bool>(
        &self,
        v: __m512i,
        lanes: u64,
        encoded: u64,
        to: *mut u8,
    ) -> usize {
        let put = |at: usize, text: __m512i, length: usize| {
            // SAFETY: if exact, these bytes are of the text. If not: the second group is written only if there are
            // 22 lanes, which is room for 130 bytes, and begins at 64 at most; the third one if there are
            // 43, which is room for 193, and begins at 128 at most.
            unsafe {
                if EXACT {
                    _mm512_mask_storeu_epi8(to.add(at).cast(), first_lanes(length), text);
                } else {
                    store(to.add(at), text);
                }
            }
        };
        let count = lanes.count_ones() as usize;
        let (second, third) = (count > LANES / 3, count > 2 * LANES / 3);
        if encoded == 0 {
            put(0, self.kept::<PLUS>(v), count);
            return count;
        }
        if encoded == lanes {
            put(0, self.group_of_triplets::<0>(v), 3 * count);
            if second {
                put(LANES, self.group_of_triplets::<1>(v), 3 * count - LANES);
            }
            if third {
                put(2 * LANES, self.group_of_triplets::<2>(v), 3 * count - 2 * LANES);
            }
            return 3 * count;
        }
        let first = _mm512_mask_blend_epi8(lanes, _mm512_set1_epi8(-1), self.kept::<PLUS>(v));
        let first = _mm512_mask_blend_epi8(encoded, first, _mm512_set1_epi8(b'%' as i8));
        let rest = _mm512_mask_blend_epi8(encoded, self.filler, v);
        let (text, mut written) = self.group::<0>(first, rest);
        put(0, text, written);
        if second {
            let (text, length) = self.group::<1>(first, rest);
            put(written, text, length);
            written += length;
        }
        if third {
            let (text, length) = self.group::<2>(first, rest);
            put(written, text, length);
            written += length;
        }
        written
    }
}

/// Encodes as many whole bytes as fit. Returns the number of bytes read and the number of bytes written.
///
/// `dst[..written]` is initialised afterwards.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
pub(in super::super::super) fn encode(
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if rule.plus {
        encode_with::<true>(src, rule, dst)
    } else {
        encode_with::<false>(src, rule, dst)
    }
}

#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
fn encode_with<const PLUS: bool>(
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    let encoder = Encoder::of(rule);
    let out = dst.as_mut_ptr().cast::<u8>();
    let (mut read, mut written) = (0, 0);
    while src.len() - read >= 4 * LANES && dst.len() - written >= 12 * LANES {
        // SAFETY: four registers are left to read, and twelve to write: three for each, wherever it begins.
        unsafe {
            let at = |k: usize| load(src.as_ptr().add(read + k * LANES));
            let (v0, v1, v2, v3) = (at(0), at(1), at(2), at(3));
            let class = |v| encoder.class.look_up(v);
            let (c0, c1, c2, c3) = (class(v0), class(v1), class(v2), class(v3));
            let any = _mm512_or_si512(_mm512_or_si512(c0, c1), _mm512_or_si512(c2, c3));
            let all = _mm512_and_si512(_mm512_and_si512(c0, c1), _mm512_and_si512(c2, c3));
            let to = out.add(written);
            if _mm512_movepi8_mask(any) == 0 {
                store(to, encoder.kept::<PLUS>(v0));
                store(to.add(LANES), encoder.kept::<PLUS>(v1));
                store(to.add(2 * LANES), encoder.kept::<PLUS>(v2));
                store(to.add(3 * LANES), encoder.kept::<PLUS>(v3));
                written += 4 * LANES;
            } else if _mm512_movepi8_mask(all) == !0 {
                encoder.triplets(v0, to);
                encoder.triplets(v1, to.add(3 * LANES));
                encoder.triplets(v2, to.add(6 * LANES));
                encoder.triplets(v3, to.add(9 * LANES));
                written += 12 * LANES;
            } else {
                let bits = |c| _mm512_movepi8_mask(c);
                written += encoder.mixed::<PLUS>(v0, bits(c0), to);
                written += encoder.mixed::<PLUS>(v1, bits(c1), out.add(written));
                written += encoder.mixed::<PLUS>(v2, bits(c2), out.add(written));
                written += encoder.mixed::<PLUS>(v3, bits(c3), out.add(written));
            }
        }
        read += 4 * LANES;
    }
    while read < src.len() {
        let (v, lanes) = front(&src[read..]);
        let encoded = encoder.class.encoded(v) & lanes;
        let length = (lanes.count_ones() + 2 * encoded.count_ones()) as usize;
        if dst.len() - written < length {
            return scalar::encode::encode_from(src, rule, dst, read, written);
        }
        // SAFETY: there is room for the text.
        unsafe { encoder.few::<PLUS, true>(v, lanes, encoded, out.add(written)) };
        read += lanes.count_ones() as usize;
        written += length;
    }
    (read, written)
}

/// Encodes a short input, and returns the number of bytes written.
///
/// # Safety
///
/// `1 <= src.len() <= 64`; `to` is writable for `3 * src.len() + 64` bytes.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt")]
pub(in super::super::super) unsafe fn encode_short(
    src: &[u8],
    rows: u128,
    style: Style,
    to: *mut u8,
) -> usize {
    debug_assert!((1..=LANES).contains(&src.len()));
    let rule = style.rule(rows);
    let encoder = Encoder::of(&rule);
    let (v, lanes) = front(src);
    let encoded = encoder.class.encoded(v) & lanes;
    // SAFETY: `lanes` are those of the input, at least one; the room is what `few` requires.
    unsafe {
        if rule.plus {
            encoder.few::<true, false>(v, lanes, encoded, to)
        } else {
            encoder.few::<false, false>(v, lanes, encoded, to)
        }
    }
}
