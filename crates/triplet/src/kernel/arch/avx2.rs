//! 32 bytes at a time, with AVX2. A register has two halves of 16 bytes, and a shuffle stays within a half.

use core::arch::x86_64::*;

use super::ssse3::{store_high, with_percents};
use super::{READS_OVER, instruction, load_over, two_registers};
use crate::kernel::simd::{Machine, Vector, thirds};
use crate::kernel::table;
use crate::kernel::tier::{enable, with_features};

#[derive(Clone, Copy)]
pub(in crate::kernel) struct Avx2(__m256i);

load_over! { avx2, __m256i, ymm_reg, "vmovdqu {v}, [{p}]" }

impl Vector for Avx2 {
    const LANES: usize = 32;
    const HAS_SPARSE: bool = true;

    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: the machine has AVX2; `p` is readable for 32 bytes.
        Avx2(unsafe { _mm256_loadu_si256(p.cast()) })
    }

    #[inline(always)]
    unsafe fn load_over(p: *const u8) -> Self {
        // SAFETY: the requirements are those of this function.
        unsafe { if READS_OVER { Avx2(load_over(p)) } else { Self::load(p) } }
    }

    #[inline(always)]
    unsafe fn load_thirds(p: *const u8) -> [Self; 3] {
        // In the low halves the first 48 bytes, in the high ones the others.
        // SAFETY: the machine has AVX2; `p` is readable for 96 bytes.
        unsafe {
            let halves = |at: usize| {
                let (low, high) = (p.add(at).cast(), p.add(at + 48).cast());
                Avx2(_mm256_set_m128i(_mm_loadu_si128(high), _mm_loadu_si128(low)))
            };
            thirds(halves(0), halves(16), halves(32))
        }
    }

    #[inline(always)]
    fn splat(_: Machine<Self>, byte: u8) -> Self {
        Avx2(instruction!(_mm256_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn table(_: Machine<Self>, bytes: &[u8; 16]) -> Self {
        // SAFETY: the machine has AVX2; sixteen bytes, at any alignment.
        Avx2(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    unsafe fn store(self, p: *mut u8) {
        // SAFETY: `p` is writable for 32 bytes.
        unsafe { _mm256_storeu_si256(p.cast(), self.0) }
    }

    #[inline(always)]
    fn look_up_ascii(self, table: Self) -> Self {
        Avx2(instruction!(_mm256_shuffle_epi8(table.0, self.0)))
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        Avx2(instruction!(_mm256_and_si256(_mm256_srli_epi16::<4>(self.0), _mm256_set1_epi8(15))))
    }

    #[inline(always)]
    fn nibbles_up(self) -> Self {
        Avx2(instruction!(_mm256_slli_epi16::<4>(self.0)))
    }

    two_registers! {
        and: _mm256_and_si256
        or: _mm256_or_si256
        add: _mm256_add_epi8
        add_saturating: _mm256_adds_epu8
        sub_saturating: _mm256_subs_epu8
        min: _mm256_min_epu8
        equal: _mm256_cmpeq_epi8
        greater: _mm256_cmpgt_epi8
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Avx2(instruction!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        Avx2(instruction!(_mm256_blendv_epi8(self.0, other.0, mask.0)))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(instruction!(_mm256_movemask_epi8(self.0)) as u32)
    }

    #[inline(always)]
    unsafe fn compact(self, keep: u64, to: *mut u8) -> usize {
        let rows = &table::COMPACT.0;
        let keep = keep as u32;
        let quarter = |k: u32| (keep >> (8 * k)) as usize & 0xFF;
        // SAFETY: a row has eight bytes; `to` is writable for 32, and before each store of eight at most as many
        // bytes come as there are lanes before it.
        unsafe {
            let pair = |low: usize, high: usize| {
                _mm_unpacklo_epi64(
                    _mm_loadl_epi64(rows[low].as_ptr().cast()),
                    _mm_loadl_epi64(rows[high].as_ptr().cast()),
                )
            };
            let places =
                _mm256_set_m128i(pair(quarter(2), quarter(3)), pair(quarter(0), quarter(1)));
            let eight = 0x0808_0808_0808_0808;
            let places = _mm256_add_epi8(places, _mm256_set_epi64x(eight, 0, eight, 0));
            let packed = _mm256_shuffle_epi8(self.0, places);
            let (low, high) =
                (_mm256_castsi256_si128(packed), _mm256_extracti128_si256::<1>(packed));
            let at = |lanes: u32| to.add((keep & ((1 << lanes) - 1)).count_ones() as usize);
            _mm_storel_epi64(to.cast(), low);
            store_high(at(8), low);
            _mm_storel_epi64(at(16).cast(), high);
            store_high(at(24), high);
        }
        keep.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand(first: Self, high: Self, low: Self, triplets: u64, to: *mut u8) -> usize {
        let (f, h, l) = (first.0, high.0, low.0);
        // Eight lanes of first characters and high digits in both halves of a register, and their low digits in
        // both halves of another.
        let (fh, l) = instruction!({
            let (fh_low, fh_high) = (_mm256_unpacklo_epi64(f, h), _mm256_unpackhi_epi64(f, h));
            (
                [
                    _mm256_permute2x128_si256::<0x00>(fh_low, fh_low),
                    _mm256_permute2x128_si256::<0x00>(fh_high, fh_high),
                    _mm256_permute2x128_si256::<0x11>(fh_low, fh_low),
                    _mm256_permute2x128_si256::<0x11>(fh_high, fh_high),
                ],
                [
                    _mm256_permute4x64_epi64::<0x00>(l),
                    _mm256_permute4x64_epi64::<0x55>(l),
                    _mm256_permute4x64_epi64::<0xAA>(l),
                    _mm256_permute4x64_epi64::<0xFF>(l),
                ],
            )
        });
        let triplets = triplets as u32;
        for k in 0..4 {
            let before = triplets & ((1 << (8 * k)) - 1);
            let at = 8 * k + 2 * before.count_ones() as usize;
            let row = &table::EXPAND_EIGHT.0[(triplets >> (8 * k)) as usize & 0x7F];
            // SAFETY: at most `24 + 2 * count` bytes come before, and 32 are written.
            unsafe {
                let places = _mm256_load_si256(row.as_ptr().cast());
                let text = _mm256_or_si256(
                    _mm256_shuffle_epi8(fh[k], places),
                    _mm256_shuffle_epi8(l[k], _mm256_xor_si256(places, _mm256_set1_epi8(-128))),
                );
                _mm256_storeu_si256(to.add(at).cast(), text);
            }
        }
        32 + 2 * triplets.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand_all(high: Self, low: Self, to: *mut u8) {
        let pairs = instruction!({
            let start = _mm256_unpacklo_epi8(high.0, low.0);
            let end = _mm256_unpackhi_epi8(high.0, low.0);
            [start, _mm256_alignr_epi8::<10>(end, start), end]
        });
        let [a, b, c] = with_percents(pairs.map(Avx2)).map(|text| text.0);
        // SAFETY: `to` is writable for 96 bytes. The first half of each register belongs to the first sixteen bytes.
        unsafe {
            _mm_storeu_si128(to.cast(), _mm256_castsi256_si128(a));
            _mm_storeu_si128(to.add(16).cast(), _mm256_castsi256_si128(b));
            _mm_storeu_si128(to.add(32).cast(), _mm256_castsi256_si128(c));
            _mm_storeu_si128(to.add(48).cast(), _mm256_extracti128_si256::<1>(a));
            _mm_storeu_si128(to.add(64).cast(), _mm256_extracti128_si256::<1>(b));
            _mm_storeu_si128(to.add(80).cast(), _mm256_extracti128_si256::<1>(c));
        }
    }
}
