//! Text to bytes: the algorithm of `simd/decode.rs`, with what only this tier has.
//!
//! As there, a register is loaded three times, one byte further each time; where the first has `%` and the others have
//! digits, a triplet begins; the lanes that it drops in the next register are the carry; and the input advances by
//! whole registers. The differences:
//!
//! - **Digits are looked up.** One table of 128 bytes gives the value of a digit, or 0xFF for any other ASCII byte. A
//!   byte above 0x7F has its own top bit set. So the top bit of the OR of both marks all lanes that are not digits.
//! - **Octets whose triplets are kept** are found by their nibbles, as in `simd`, from two tables. A shuffle gives zero
//!   where the top bit of the index is set, so the second table is asked with that bit inverted.
//! - **Kept lanes move together** in one instruction.
//! - **Four registers are judged together.** Where every `%` begins a triplet, one test says so, and the `%` themselves are
//!   the triplets. Where one does not, strict decoding ends, and lenient decoding takes these four one by one.
//! - **Nothing but triplets**, as text of one script outside ASCII is written, becomes three registers in and one out: a
//!   look-up collects the high digits of all three, another one the low digits. See [`Decoder::triplets`].
//! - **The end of the input** is a block in which only some lanes count. The registers are loaded as a whole where their page
//!   allows it, and the marks are masked: a `%` counts in the lanes of the input, and begins a triplet where two more bytes
//!   are left. So a triplet that the end cuts is malformed, and the last carry is empty.
//!
//! A register is loaded before anything of it is stored, and a store never reaches beyond its end in the input; so this
//! too decodes a buffer into itself. In strict decoding, the portable code takes over at a malformed `%`, before anything of
//! its register is stored.

use core::arch::x86_64::*;

use super::{LANES, compress, constant, first_lanes, load, load_over, reads_over, repeated, store};
use crate::kernel::rule::{ByteSet, DecodeRule, Decoded, End};
use crate::kernel::simd::place::DecodePlace;
use crate::kernel::table::Aligned;
use crate::kernel::tier::{enable, with_features};
use crate::kernel::{scalar, table};

/// A rule in registers.
#[derive(Clone, Copy)]
struct Decoder {
    /// Whether `+` is read as a space, and whether triplets are kept. Branches that always go the same way cost less than copies
    /// of the algorithms.
    plus: bool,
    keep: bool,
    digits_low: __m512i,
    digits_high: __m512i,
    /// The octets whose triplets are kept: those below 0x80, and those above.
    leave_low: __m512i,
    leave_high: __m512i,
}

/// 64 bytes, and the same from one and from two bytes further on.
#[derive(Clone, Copy)]
struct Triple(__m512i, __m512i, __m512i);

/// For each octet, where its digits are in three registers of triplets: the place in the first two, or in the third.
const fn digit_places(digit: usize) -> Aligned<[[u8; LANES]; 2]> {
    let mut places = [[0; LANES]; 2];
    let mut octet = 0;
    while octet < LANES {
        let place = 3 * octet + digit;
        places[place / (2 * LANES)][octet] = (place % (2 * LANES)) as u8;
        octet += 1;
    }
    Aligned(places)
}
static HIGH_DIGITS: Aligned<[[u8; LANES]; 2]> = digit_places(1);
static LOW_DIGITS: Aligned<[[u8; LANES]; 2]> = digit_places(2);

/// The octets whose digit is in the third of three registers of triplets.
const fn in_third(digit: usize) -> u64 {
    let octets_before = (2 * LANES - digit).div_ceil(3);
    !0 << octets_before
}

/// The lanes of three registers of triplets that have a `%`.
const PERCENTS: [u64; 3] = {
    let mut masks = [0; 3];
    let mut octet = 0;
    while octet < LANES {
        masks[3 * octet / LANES] |= 1 << (3 * octet % LANES);
        octet += 1;
    }
    masks
};

/// If four registers decode to at most this many bytes, nearly all of their text is triplets.
const MOSTLY_TRIPLETS: usize = 4 * LANES / 3 + 1;

/// A register with its triplets resolved.
struct Block {
    /// The octet in the lane of a `%` that begins a triplet, the byte itself elsewhere.
    bytes: __m512i,
    /// One bit for each triplet to decode.
    triplets: u64,
    /// One bit for each malformed `%`.
    malformed: u64,
}

/// The lanes to keep, and the carry into the next register.
#[inline(always)]
const fn keep_and_carry(triplets: u64, carry: u64) -> (u64, u64) {
    (!(triplets << 1 | triplets << 2 | carry), triplets >> 63 | triplets >> 62)
}

impl Decoder {
    avx512! {
        #[inline]
        fn of(plus: bool, kept: Option<&ByteSet>) -> Decoder {
            let digits = table::HEX_VALUE.as_chunks::<LANES>().0;
            let (low, high) = match kept {
                Some(ByteSet { low, high, .. }) => (u128::from_le_bytes(*low), u128::from_le_bytes(*high)),
                None => (0, 0),
            };
            Decoder {
                plus,
                keep: kept.is_some(),
                digits_low: constant(&digits[0]),
                digits_high: constant(&digits[1]),
                leave_low: repeated(low),
                leave_high: repeated(high),
            }
        }

        /// With a space for each `+`, if the rule reads it so.
        #[inline]
        fn plus_resolved(&self, v: __m512i) -> __m512i {
            if !self.plus {
                return v;
            }
            _mm512_mask_blend_epi8(equal(v, b'+'), v, _mm512_set1_epi8(b' ' as i8))
        }

        /// The value of each digit. The top bit is set where a byte is not a digit.
        #[inline]
        fn values(&self, v: __m512i) -> __m512i {
            _mm512_permutex2var_epi8(self.digits_low, v, self.digits_high)
        }

        /// The octets of high and low digits. The top bit of the second register is set where a byte is not a digit.
        #[inline]
        fn octets(&self, v1: __m512i, v2: __m512i) -> (__m512i, __m512i) {
            let (high, low) = (self.values(v1), self.values(v2));
            let no_digit = _mm512_ternarylogic_epi32::<0xFE>(_mm512_or_si512(high, v1), low, v2);
            // The shift moves pairs of bytes, so bits of one byte come into the next: `low | up & 0xF0`.
            let up = _mm512_slli_epi16::<4>(high);
            let octets = _mm512_ternarylogic_epi32::<0xF8>(low, up, _mm512_set1_epi8(0xF0_u8 as i8));
            (octets, no_digit)
        }

        /// One bit for each octet whose triplet is kept.
        #[inline]
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

        /// Resolves the triplets of a register. `left` bytes of the input are left, and lanes after them do not count.
        #[inline]
        fn block(
            &self,
            Triple(v, v1, v2): Triple,
            left: usize,
        ) -> Block {
            let (octets, no_digit) = self.octets(v1, v2);
            let percent = equal(v, b'%') & first_lanes(left);
            let no_triplet = _mm512_movepi8_mask(no_digit) | !first_lanes(left.saturating_sub(2));
            let mut triplets = percent & !no_triplet;
            if self.keep {
                triplets &= !self.are_kept(octets);
            }
            let bytes = _mm512_mask_blend_epi8(triplets, self.plus_resolved(v), octets);
            Block { bytes, triplets, malformed: percent & no_triplet }
        }
    }
}

/// A register with its triplets resolved, of text that is thought to be well-formed.
struct Resolved {
    /// The octet in the lane of a `%` that begins a triplet to decode, the byte itself elsewhere.
    bytes: __m512i,
    triplets: u64,
    /// The top bit is set where a `%` begins no triplet.
    malformed: __m512i,
}

impl Decoder {
    avx512! {
        /// [`Decoder::block`] if every `%` begins a triplet, which `malformed` says.
        #[inline]
        fn resolved(&self, Triple(v, v1, v2): Triple) -> Resolved {
            let (octets, no_digit) = self.octets(v1, v2);
            let percent = equal(v, b'%');
            let triplets = if self.keep { percent & !self.are_kept(octets) } else { percent };
            Resolved {
                bytes: _mm512_mask_blend_epi8(triplets, self.plus_resolved(v), octets),
                triplets,
                malformed: _mm512_maskz_mov_epi8(percent, no_digit),
            }
        }

        /// Decodes while all bytes are triplets, 192 bytes to 64. Returns how many bytes were read.
        ///
        /// ```text
        /// three registers   % h l % h l % h l …
        /// high digits       h h h …               a look-up in the first two, and one in the third
        /// low digits        l l l …
        /// ```
        ///
        /// # Safety
        ///
        /// `src` is readable for `length` bytes and `dst` writable for `room`, and if they overlap, `dst` is not after `src`.
        #[inline]
        unsafe fn triplets(&self, src: *const u8, length: usize, dst: *mut u8, room: usize) -> usize {
            let high_digits = [constant(&HIGH_DIGITS.0[0]), constant(&HIGH_DIGITS.0[1])];
            let low_digits = [constant(&LOW_DIGITS.0[0]), constant(&LOW_DIGITS.0[1])];
            let percent = _mm512_set1_epi8(b'%' as i8);
            let end = (length / (3 * LANES)).min(room / LANES);
            for block in 0..end {
                // SAFETY: three registers are left to read, and one to write.
                let [a, b, c] = unsafe {
                    let from = src.add(3 * LANES * block);
                    [load(from), load(from.add(LANES)), load(from.add(2 * LANES))]
                };
                let collected = |[two, third]: [__m512i; 2], in_third: u64| {
                    let first = _mm512_permutex2var_epi8(a, two, b);
                    _mm512_mask_permutexvar_epi8(first, in_third, third, c)
                };
                let v1 = collected(high_digits, const { in_third(1) });
                let v2 = collected(low_digits, const { in_third(2) });
                let (octets, no_digit) = self.octets(v1, v2);
                let others = _mm512_mask_cmpneq_epi8_mask(PERCENTS[0], a, percent)
                    | _mm512_mask_cmpneq_epi8_mask(PERCENTS[1], b, percent)
                    | _mm512_mask_cmpneq_epi8_mask(PERCENTS[2], c, percent);
                if others | _mm512_movepi8_mask(no_digit) != 0 {
                    return 3 * LANES * block;
                }
                // SAFETY: as above.
                unsafe { store(dst.add(LANES * block), octets) };
            }
            3 * LANES * end
        }
    }
}

avx512! {
    #[inline]
    fn equal(v: __m512i, byte: u8) -> u64 {
        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(byte as i8))
    }

    /// Decodes a register in which a malformed `%` is to be kept. Not inlined, because this is rare.
    ///
    /// # Safety
    ///
    /// At the place, `src` is readable for a register and two bytes, and `dst` writable for a register.
    #[inline(never)]
    unsafe fn write_lenient(src: *const u8, rule: &DecodeRule, place: &mut DecodePlace, dst: *mut u8) {
        // The decoder is made again: a reference to the caller's decoder would keep that decoder in memory.
        let decoder = Decoder::of(rule.plus, rule.kept.as_ref());
        // SAFETY: the requirement of this function.
        unsafe {
            let triple = Triple::load(src.add(place.read));
            let block = decoder.block(triple, usize::MAX);
            place.write(dst, block.triplets, block.bytes);
        }
    }
}

impl Triple {
    avx512! {
        /// # Safety
        ///
        /// `p` is readable for 66 bytes.
        #[inline]
        unsafe fn load(p: *const u8) -> Triple {
            // SAFETY: `p` is readable for 66 bytes, the last register from the third on.
            unsafe { Triple(load(p), load(p.add(1)), load(p.add(2))) }
        }

        /// Of as many bytes as are left, at least one. The lanes after them are unspecified.
        ///
        /// # Safety
        ///
        /// `p` is readable for `left` bytes, at least one.
        #[inline]
        unsafe fn load_left(p: *const u8, left: usize) -> Triple {
            let (second, third) = (p.wrapping_add(1), p.wrapping_add(2));
            if left >= LANES + 2 || reads_over(p, LANES + 2) {
                // SAFETY: `p` is readable for 66 bytes; or the three registers are in one page, of which the caller may read a
                // byte.
                return unsafe { Triple(load_over(p), load_over(second), load_over(third)) };
            }
            let lanes = first_lanes(left);
            // SAFETY: only bytes that are left are read; without one, the pointer is not followed.
            unsafe {
                Triple(
                    _mm512_maskz_loadu_epi8(lanes, p.cast()),
                    _mm512_maskz_loadu_epi8(first_lanes(left - 1), second.cast()),
                    _mm512_maskz_loadu_epi8(first_lanes(left.saturating_sub(2)), third.cast()),
                )
            }
        }
    }
}

impl DecodePlace {
    avx512! {
        /// Writes the next register, in which these lanes begin triplets to decode.
        ///
        /// # Safety
        ///
        /// `dst` is writable for a register from this place on.
        #[inline]
        unsafe fn write(&mut self, dst: *mut u8, triplets: u64, bytes: __m512i) {
            let (keep, carry) = keep_and_carry(triplets, self.carry);
            // SAFETY: the requirement of this function.
            unsafe { store(dst.add(self.written), compress(keep, bytes)) };
            self.read += LANES;
            self.written += keep.count_ones() as usize;
            self.carry = carry;
        }
    }
}

avx512! {
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
    pub(in crate::kernel) unsafe fn decode(
        src: *const u8,
        length: usize,
        rule: &DecodeRule,
        dst: *mut u8,
        room: usize,
    ) -> Decoded {
        let decoder = Decoder::of(rule.plus, rule.kept.as_ref());
        let mut place = DecodePlace { read: 0, written: 0, carry: 0 };
        // SAFETY: `src` and `dst` are those of this function; at each place, no more was written than read.
        let slowly = |place: DecodePlace| unsafe {
            scalar::decode::resume_after(src, length, rule, dst, room, place.read_all(), place.written)
        };
        // The last register of four is read again two bytes further on.
        while length - place.read >= 4 * LANES + 2 && room - place.written >= 4 * LANES {
            // SAFETY: four registers and two bytes are left to read, and four registers to write.
            unsafe {
                let from = src.add(place.read);
                let to = dst.add(place.written);
                let at = |k: usize| load(from.add(k * LANES));
                let (v0, v1, v2, v3) = (at(0), at(1), at(2), at(3));
                let any = |byte| equal(v0, byte) | equal(v1, byte) | equal(v2, byte) | equal(v3, byte);
                if any(b'%') | place.carry == 0 && !(decoder.plus && any(b'+') != 0) {
                    store(to, v0);
                    store(to.add(LANES), v1);
                    store(to.add(2 * LANES), v2);
                    store(to.add(3 * LANES), v3);
                    place.read += 4 * LANES;
                    place.written += 4 * LANES;
                    continue;
                }
                let resolved =
                    |k: usize| decoder.resolved(Triple::load(from.add(k * LANES)));
                let four = [resolved(0), resolved(1), resolved(2), resolved(3)];
                let malformed = _mm512_or_si512(
                    _mm512_or_si512(four[0].malformed, four[1].malformed),
                    _mm512_or_si512(four[2].malformed, four[3].malformed),
                );
                if _mm512_movepi8_mask(malformed) != 0 {
                    if !rule.lenient {
                        return slowly(place);
                    }
                    let mut next = place;
                    for _ in 0..4 {
                        write_lenient(src, rule, &mut next, dst);
                    }
                    place = next;
                    continue;
                }
                let before = place.written;
                for block in four {
                    place.write(dst, block.triplets, block.bytes);
                }
                if !decoder.keep && place.written - before <= MOSTLY_TRIPLETS {
                    let read = place.read_all();
                    let (left, free) = (length - read, room - place.written);
                    let more = decoder.triplets(src.add(read), left, dst.add(place.written), free);
                    if more > 0 {
                        place = DecodePlace {
                            read: read + more,
                            written: place.written + more / 3,
                            carry: 0,
                        };
                    }
                }
            }
        }
        while place.read < length {
            let left = length - place.read;
            // SAFETY: `left` bytes are left.
            let triple = unsafe { Triple::load_left(src.add(place.read), left) };
            let block = decoder.block(triple, left);
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
                if room - place.written >= LANES {
                    store(to, text);
                } else {
                    _mm512_mask_storeu_epi8(to.cast(), first_lanes(count), text);
                }
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
    pub(in crate::kernel) unsafe fn decode_up_to_64(
        src: &[u8],
        lenient: bool,
        plus: bool,
        kept: Option<&ByteSet>,
        to: *mut u8,
    ) -> Option<usize> {
        debug_assert!((1..=LANES).contains(&src.len()));
        let lanes = first_lanes(src.len());
        // SAFETY: the slice.
        let triple = unsafe { Triple::load_left(src.as_ptr(), src.len()) };
        let block = Decoder::of(plus, kept).block(triple, src.len());
        if block.malformed != 0 && !lenient {
            return None;
        }
        let keep = keep_and_carry(block.triplets, 0).0 & lanes;
        // SAFETY: `to` is writable for a register.
        unsafe { store(to, compress(keep, block.bytes)) };
        Some(keep.count_ones() as usize)
    }

    /// The place of the first `%` that begins no triplet, or the length of the input.
    pub(in crate::kernel) fn well_formed_len(src: &[u8]) -> usize {
        decoded_len(src, &DecodeRule::STRICT).read
    }

    /// How much [`decode`] would write with room enough, and how far it would come.
    pub(in crate::kernel) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
        let decoder = Decoder::of(false, rule.kept.as_ref());
        let mut triplets = 0;
        let mut read = 0;
        while read < src.len() {
            let left = src.len() - read;
            // SAFETY: `left` bytes are left.
            let triple = unsafe { Triple::load_left(src.as_ptr().add(read), left) };
            let block = decoder.block(triple, left);
            if block.malformed != 0 && !rule.lenient {
                // The digits of a triplet that began before are plain bytes to the portable code, which counts them as such.
                let rest = scalar::decode::decoded_len(&src[read..], rule);
                let written = read + rest.written - 2 * triplets;
                return Decoded { read: read + rest.read, written, end: rest.end };
            }
            triplets += block.triplets.count_ones() as usize;
            read += LANES;
        }
        Decoded { read: src.len(), written: src.len() - 2 * triplets, end: End::Input }
    }
}
