//! Bytes to text: write each byte three times, then drop the lanes that are not needed.
//!
//! 64 bytes become at most 192 bytes of text, which are three registers, the *groups*. Output lane `i` comes from input
//! byte `i / 3`. Its *slot* is `i % 3`: slot 0 holds the first character, slot 1 the high digit, slot 2 the low digit.
//!
//! ```text
//! input        a              /              b            …
//! slot         0    1    2    0    1    2    0    1    2
//! F            a              %              b                 first characters
//! L                 ×    ×         F    F         ×    ×       low digits, or the filler ×
//! compare      a    ×    ×    %    F    F    b    ×    ×       × is dropped
//! H            a              %    2    F    b                 high digits into slot 1
//! compressed   a    %    2    F    b
//! ```
//!
//! 1. **F**: the byte itself where it is kept, `+` for a space under a rule that writes it so, `%` where it is encoded.
//!    In lanes after the end of the input it is 0xFF.
//! 2. **H** and **L**: the high and the low digit of each byte, by two look-ups. An index uses its lowest six bits; so the table
//!    has the sixteen digits four times, and what a shift leaves in the other bits does not matter. Where a byte is kept, L is
//!    the *filler* 0xFE. UTF-8 has neither 0xFE nor 0xFF, and a set that keeps bytes above 0x7F gets UTF-8; so no first
//!    character and no digit is one of them.
//! 3. One two-source look-up (`vpermi2b`) moves F into slot 0 and L into the slots 1 and 2 of each byte.
//! 4. One comparison finds the lanes to keep: in slot 0 all but 0xFF, in the slots 1 and 2 all but the filler.
//! 5. A look-up moves H into slot 1.
//! 6. `vpcompressb` moves the kept lanes together. The register is stored whole, and the next group begins after the lanes
//!    that count. Their number follows from the lanes to encode, before any group is made.
//!
//! Two cases are common and take fewer steps: nothing is encoded (the input is copied), or everything is (no lane is dropped). One
//! branch tests four registers for both. A branch for fewer registers costs more than it saves when the data is mixed. At the end
//! of the input such a branch makes no difference.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::{
    Class, LANES, compress, constant, first_lanes, front, load, repeated, row_and_column, store,
};
use crate::kernel::rule::{EncodeRule, Style};
use crate::kernel::table::Aligned;
use crate::kernel::tier::{enable, with_features};
use crate::kernel::{scalar, table};

/// For each lane of a group, where in F (below 64) or in L (from 64 on) its byte is. The place in H is the lowest six bits.
static PLACES: Aligned<[[u8; LANES]; 3]> = {
    let mut places = [[0; LANES]; 3];
    let mut g = 0;
    while g < 3 * LANES {
        let in_low = if g % 3 == 0 { 0 } else { LANES };
        places[g / LANES][g % LANES] = (in_low + g / 3) as u8;
        g += 1;
    }
    Aligned(places)
};
/// The lanes of each group that are a slot.
const fn slots(slot: usize) -> [u64; 3] {
    let mut masks = [0; 3];
    let mut byte = 0;
    while byte < LANES {
        let lane = 3 * byte + slot;
        masks[lane / LANES] |= 1 << (lane % LANES);
        byte += 1;
    }
    masks
}
const FIRST_SLOTS: [u64; 3] = slots(0);
const HIGH_SLOTS: [u64; 3] = slots(1);
/// In the slots 1 and 2 of a byte that is kept.
const FILLER: i8 = 0xFE_u8 as i8;

/// The length of the text in the first slots of the three groups; `lanes` are the bytes that are there.
#[inline]
fn length_of_first(slots: usize, lanes: u64, encoded: u64) -> usize {
    let (whole, cut) = (slots / 3, slots % 3);
    let first = |count: usize| (1 << count) - 1;
    // The byte that the groups cut has slot 0, and slot 1 if it is encoded.
    let bytes = lanes & first(whole + usize::from(cut > 0));
    let digits = encoded & first(whole);
    let high = (cut / 2) * (encoded >> whole & 1) as usize;
    bytes.count_ones() as usize + 2 * digits.count_ones() as usize + high
}

/// A rule in registers.
#[derive(Clone, Copy)]
struct Encoder {
    class: Class,
    digits: __m512i,
    /// Whether a space is written `+`. A branch that always goes the same way costs less than a second copy of the algorithms.
    plus: bool,
}

/// First characters, high digits and low digits: F, H and L of the picture above.
#[derive(Clone, Copy)]
struct Parts {
    first: __m512i,
    high: __m512i,
    low: __m512i,
}

impl Encoder {
    avx512! {
        #[inline]
        fn of(rule: &EncodeRule) -> Encoder {
            let digits = if rule.lower { table::LOWER } else { table::UPPER };
            Encoder {
                class: Class::of(super::rows(rule, true), rule.above),
                digits: repeated(u128::from_le_bytes(*digits)),
                plus: rule.plus,
            }
        }

        /// What is written for kept bytes.
        #[inline]
        fn kept(&self, v: __m512i) -> __m512i {
            if self.plus {
                let spaces = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b' ' as i8));
                _mm512_mask_blend_epi8(spaces, v, _mm512_set1_epi8(b'+' as i8))
            } else {
                v
            }
        }

        /// The parts of a register, in which `lanes` are there and `encoded` of them encoded.
        #[inline]
        fn parts(&self, v: __m512i, lanes: u64, encoded: u64) -> Parts {
            let there = match lanes {
                u64::MAX => self.kept(v),
                _ => _mm512_mask_blend_epi8(lanes, _mm512_set1_epi8(-1), self.kept(v)),
            };
            let filler = _mm512_set1_epi8(FILLER);
            Parts {
                first: _mm512_mask_blend_epi8(encoded, there, _mm512_set1_epi8(b'%' as i8)),
                high: self.high_digits(v),
                low: _mm512_mask_permutexvar_epi8(filler, encoded, v, self.digits),
            }
        }

        #[inline]
        fn high_digits(&self, v: __m512i) -> __m512i {
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), self.digits)
        }

        /// A group of text, moved together, and the lanes that it had before.
        #[inline]
        fn group<const GROUP: usize>(parts: Parts) -> (__m512i, u64) {
            let places = constant(&PLACES.0[GROUP]);
            let text = _mm512_permutex2var_epi8(parts.first, places, parts.low);
            let none = _mm512_set1_epi8(-1);
            let dropped = _mm512_mask_blend_epi8(FIRST_SLOTS[GROUP], _mm512_set1_epi8(FILLER), none);
            let keep = _mm512_cmpneq_epi8_mask(text, dropped);
            let text = _mm512_mask_permutexvar_epi8(text, HIGH_SLOTS[GROUP], places, parts.high);
            (compress(keep, text), keep)
        }

        /// A group of triplets.
        #[inline]
        fn group_of_triplets<const GROUP: usize>(high: __m512i, low: __m512i) -> __m512i {
            // A place in L is 64 more than that in one register, and only the lowest six bits count.
            let places = constant(&PLACES.0[GROUP]);
            let percent = _mm512_set1_epi8(b'%' as i8);
            let text = _mm512_mask_permutexvar_epi8(percent, !FIRST_SLOTS[GROUP], places, low);
            _mm512_mask_permutexvar_epi8(text, HIGH_SLOTS[GROUP], places, high)
        }

        /// Writes the text of a register, in which `lanes` are there and `encoded` of them encoded, and returns its length.
        ///
        /// # Safety
        ///
        /// `to` is writable for three bytes for each lane and 64 more, or for 192 if all lanes are there.
        #[inline]
        unsafe fn mixed(&self, v: __m512i, lanes: u64, encoded: u64, to: *mut u8) -> usize {
            let parts = self.parts(v, lanes, encoded);
            // Known before the groups, so that none waits for the one before it.
            let [second, third] =
                [LANES, 2 * LANES].map(|slots| length_of_first(slots, lanes, encoded));
            // SAFETY: each register begins in the text or at its end, and the text has three bytes for each lane at most. A group is
            // no longer than a register, so that the last one begins at 128 at most.
            unsafe {
                store(to, Encoder::group::<0>(parts).0);
                store(to.add(second), Encoder::group::<1>(parts).0);
                store(to.add(third), Encoder::group::<2>(parts).0);
            }
            (lanes.count_ones() + 2 * encoded.count_ones()) as usize
        }

        /// Writes 64 triplets.
        ///
        /// # Safety
        ///
        /// `to` is writable for 192 bytes.
        #[inline]
        unsafe fn triplets(&self, v: __m512i, to: *mut u8) {
            let (high, low) = (self.high_digits(v), _mm512_permutexvar_epi8(v, self.digits));
            // SAFETY: three registers.
            unsafe {
                store(to, Encoder::group_of_triplets::<0>(high, low));
                store(to.add(LANES), Encoder::group_of_triplets::<1>(high, low));
                store(to.add(2 * LANES), Encoder::group_of_triplets::<2>(high, low));
            }
        }

        /// Writes the text of a short input, and returns its length. Values differ in their length and in what they have, so
        /// nothing branches but on whether all bytes are kept: three groups are written, wherever each begins.
        ///
        /// # Safety
        ///
        /// `lanes` are the first lanes, at least one, and `encoded` some of them. `to` is writable for three bytes for each
        /// lane and 64 more.
        #[inline]
        unsafe fn encode_up_to_64(
            &self,
            v: __m512i,
            lanes: u64,
            encoded: u64,
            to: *mut u8,
        ) -> usize {
            // SAFETY: the room is that of this function.
            unsafe {
                if encoded == 0 {
                    store(to, self.kept(v));
                    return lanes.count_ones() as usize;
                }
                self.mixed(v, lanes, encoded, to)
            }
        }

        /// Writes the text of the first bytes of a register and nothing after it, and returns its length.
        ///
        /// # Safety
        ///
        /// `lanes` are the first lanes, at least one, and `encoded` some of them. `to` is writable for the text, which is
        /// as many bytes as there are lanes, and two more for each one in `encoded`.
        #[inline]
        unsafe fn encode_exactly(
            &self,
            v: __m512i,
            lanes: u64,
            encoded: u64,
            to: *mut u8,
        ) -> usize {
            let put = |at: usize, text: __m512i, length: usize| {
                // SAFETY: these bytes are of the text.
                unsafe { _mm512_mask_storeu_epi8(to.add(at).cast(), first_lanes(length), text) };
            };
            let count = lanes.count_ones() as usize;
            let (second, third) = (count > LANES / 3, count > 2 * LANES / 3);
            if encoded == 0 {
                put(0, self.kept(v), count);
                return count;
            }
            if encoded == lanes {
                let (high, low) = (self.high_digits(v), _mm512_permutexvar_epi8(v, self.digits));
                put(0, Encoder::group_of_triplets::<0>(high, low), 3 * count);
                if second {
                    put(LANES, Encoder::group_of_triplets::<1>(high, low), 3 * count - LANES);
                }
                if third {
                    put(2 * LANES, Encoder::group_of_triplets::<2>(high, low), 3 * count - 2 * LANES);
                }
                return 3 * count;
            }
            let parts = self.parts(v, lanes, encoded);
            let mut written = 0;
            let mut next = |(text, keep): (__m512i, u64)| {
                let length = keep.count_ones() as usize;
                put(written, text, length);
                written += length;
            };
            next(Encoder::group::<0>(parts));
            if second {
                next(Encoder::group::<1>(parts));
            }
            if third {
                next(Encoder::group::<2>(parts));
            }
            written
        }
    }
}

avx512! {
    /// Encodes as many whole bytes as fit. Returns the number of bytes read and the number of bytes written.
    ///
    /// `dst[..written]` is initialised afterwards.
    pub(in crate::kernel) fn encode(
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
                    store(to, encoder.kept(v0));
                    store(to.add(LANES), encoder.kept(v1));
                    store(to.add(2 * LANES), encoder.kept(v2));
                    store(to.add(3 * LANES), encoder.kept(v3));
                    written += 4 * LANES;
                } else if _mm512_movepi8_mask(all) == !0 {
                    encoder.triplets(v0, to);
                    encoder.triplets(v1, to.add(3 * LANES));
                    encoder.triplets(v2, to.add(6 * LANES));
                    encoder.triplets(v3, to.add(9 * LANES));
                    written += 12 * LANES;
                } else {
                    let bits = |c| _mm512_movepi8_mask(c);
                    written += encoder.mixed(v0, !0, bits(c0), to);
                    written += encoder.mixed(v1, !0, bits(c1), out.add(written));
                    written += encoder.mixed(v2, !0, bits(c2), out.add(written));
                    written += encoder.mixed(v3, !0, bits(c3), out.add(written));
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
            unsafe { encoder.encode_exactly(v, lanes, encoded, out.add(written)) };
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
    pub(in crate::kernel) unsafe fn encode_up_to_64(
        src: &[u8],
        rows: u128,
        style: Style,
        to: *mut u8,
    ) -> usize {
        debug_assert!((1..=LANES).contains(&src.len()));
        let rule = style.rule(rows);
        let encoder = Encoder::of(&rule);
        let (v, lanes) = front(src);
        let (row, column) = row_and_column(super::rows(&rule, true), v);
        let encoded = _mm512_mask_testn_epi8_mask(lanes, row, column);
        // SAFETY: `lanes` are those of the input, at least one; the room is what `short` requires.
        unsafe { encoder.encode_up_to_64(v, lanes, encoded, to) }
    }
}
