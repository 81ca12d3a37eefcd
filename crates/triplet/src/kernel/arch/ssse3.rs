//! 16 bytes at a time, with SSSE3.

use core::arch::x86_64::*;

use super::{READS_OVER, instruction, load_over, two_registers};
use crate::kernel::simd::{Machine, Vector};
use crate::kernel::table;
use crate::kernel::tier::{enable, with_features};

#[derive(Clone, Copy)]
pub(in crate::kernel) struct Ssse3(__m128i);

load_over! { ssse3, __m128i, xmm_reg, "movdqu {v}, [{p}]" }

/// Writes the upper eight lanes. (The intrinsic for it requires an address that is a multiple of eight.)
///
/// # Safety
///
/// The machine has SSE2, and `p` is writable for eight bytes.
#[inline(always)]
pub(super) unsafe fn store_high(p: *mut u8, v: __m128i) {
    // SAFETY: a register is two words, and `p` is writable for the second.
    unsafe {
        let [_, high] = core::mem::transmute::<__m128i, [u64; 2]>(v);
        p.cast::<u64>().write_unaligned(high);
    }
}

impl Vector for Ssse3 {
    const LANES: usize = 16;
    // The sparse encoder would be up to 11 % faster on some text, and slower on as much other text. On old machines it is not worth its size.
    const HAS_SPARSE: bool = false;

    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: the machine has SSSE3; `p` is readable for 16 bytes.
        Ssse3(unsafe { _mm_loadu_si128(p.cast()) })
    }

    #[inline(always)]
    unsafe fn load_over(p: *const u8) -> Self {
        // SAFETY: the requirements are those of this function.
        unsafe { if READS_OVER { Ssse3(load_over(p)) } else { Self::load(p) } }
    }

    #[inline(always)]
    fn splat(_: Machine<Self>, byte: u8) -> Self {
        Ssse3(instruction!(_mm_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    unsafe fn store(self, p: *mut u8) {
        // SAFETY: `p` is writable for 16 bytes.
        unsafe { _mm_storeu_si128(p.cast(), self.0) }
    }

    #[inline(always)]
    fn look_up_ascii(self, table: Self) -> Self {
        Ssse3(instruction!(_mm_shuffle_epi8(table.0, self.0)))
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        Ssse3(instruction!(_mm_and_si128(_mm_srli_epi16::<4>(self.0), _mm_set1_epi8(15))))
    }

    #[inline(always)]
    fn nibbles_up(self) -> Self {
        Ssse3(instruction!(_mm_slli_epi16::<4>(self.0)))
    }

    two_registers! {
        and: _mm_and_si128
        or: _mm_or_si128
        add: _mm_add_epi8
        add_saturating: _mm_adds_epu8
        sub_saturating: _mm_subs_epu8
        min: _mm_min_epu8
        equal: _mm_cmpeq_epi8
        greater: _mm_cmpgt_epi8
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Ssse3(instruction!(_mm_andnot_si128(other.0, self.0)))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        other.and(mask).or(self.and_not(mask))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(instruction!(_mm_movemask_epi8(self.0)) as u32)
    }

    #[inline(always)]
    unsafe fn compact(self, keep: u64, to: *mut u8) -> usize {
        let (low, high) = (keep as usize & 0xFF, keep as usize >> 8 & 0xFF);
        let rows = &table::COMPACT.0;
        // SAFETY: a row has eight bytes; `to` is writable for 16, of which at most eight come first.
        unsafe {
            let places = _mm_unpacklo_epi64(
                _mm_loadl_epi64(rows[low].as_ptr().cast()),
                _mm_loadl_epi64(rows[high].as_ptr().cast()),
            );
            let places = _mm_add_epi8(places, _mm_set_epi64x(0x0808_0808_0808_0808, 0));
            let packed = _mm_shuffle_epi8(self.0, places);
            _mm_storel_epi64(to.cast(), packed);
            store_high(to.add(low.count_ones() as usize), packed);
        }
        keep.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand(first: Self, high: Self, low: Self, triplets: u64, to: *mut u8) -> usize {
        let (f, h, l) = (first.0, high.0, low.0);
        let group = instruction!({
            let (fh_low, fh_high) = (_mm_unpacklo_epi32(f, h), _mm_unpackhi_epi32(f, h));
            let (l_low, l_high) = (_mm_unpacklo_epi32(l, l), _mm_unpackhi_epi32(l, l));
            [
                _mm_unpacklo_epi64(fh_low, l_low),
                _mm_unpackhi_epi64(fh_low, l_low),
                _mm_unpacklo_epi64(fh_high, l_high),
                _mm_unpackhi_epi64(fh_high, l_high),
            ]
        });
        for (k, group) in group.into_iter().enumerate() {
            let before = triplets & ((1 << (4 * k)) - 1);
            let at = 4 * k + 2 * before.count_ones() as usize;
            let row = &table::EXPAND_FOUR.0[(triplets >> (4 * k)) as usize & 7];
            // SAFETY: at most `12 + 2 * count` bytes come before, and 16 are written.
            unsafe {
                let text = _mm_shuffle_epi8(group, _mm_load_si128(row.as_ptr().cast()));
                _mm_storeu_si128(to.add(at).cast(), text);
            }
        }
        16 + 2 * (triplets & 0xFFFF).count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand_all(high: Self, low: Self, to: *mut u8) {
        let pairs = instruction!({
            let start = _mm_unpacklo_epi8(high.0, low.0);
            let end = _mm_unpackhi_epi8(high.0, low.0);
            [start, _mm_alignr_epi8::<10>(end, start), end]
        });
        let [a, b, c] = with_percents(pairs.map(Ssse3));
        // SAFETY: 48 bytes.
        unsafe {
            a.store(to);
            b.store(to.add(16));
            c.store(to.add(32));
        }
    }
}

/// The text of sixteen triplets, from their digits in pairs: those of the bytes 0 to 7, 5 to 12 and 8 to 15. A register that has two
/// halves has sixteen triplets in each.
#[inline(always)]
pub(super) fn with_percents<V: Vector>([start, middle, end]: [V; 3]) -> [V; 3] {
    /// The look-up gives zero.
    const Z: u8 = 0x80;
    const P: u8 = b'%';
    static PLACES: [[u8; 16]; 3] = [
        [Z, 0, 1, Z, 2, 3, Z, 4, 5, Z, 6, 7, Z, 8, 9, Z],
        [0, 1, Z, 2, 3, Z, 4, 5, Z, 6, 7, Z, 8, 9, Z, 10],
        [5, Z, 6, 7, Z, 8, 9, Z, 10, 11, Z, 12, 13, Z, 14, 15],
    ];
    static PERCENTS: [[u8; 16]; 3] = [
        [P, 0, 0, P, 0, 0, P, 0, 0, P, 0, 0, P, 0, 0, P],
        [0, 0, P, 0, 0, P, 0, 0, P, 0, 0, P, 0, 0, P, 0],
        [0, P, 0, 0, P, 0, 0, P, 0, 0, P, 0, 0, P, 0, 0],
    ];
    let machine = Machine::of(start);
    let part = |digits: V, k: usize| {
        machine.table(&PLACES[k]).look_up_ascii(digits).or(machine.table(&PERCENTS[k]))
    };
    [part(start, 0), part(middle, 1), part(end, 2)]
}
