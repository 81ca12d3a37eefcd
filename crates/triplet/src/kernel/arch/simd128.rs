//! 16 bytes at a time, with WebAssembly's 128-bit SIMD: chosen when compiled.

use core::arch::wasm32::*;
use core::hint::black_box;

use super::two_registers;
use crate::kernel::simd::{Machine, Vector};
use crate::kernel::table;

#[derive(Clone, Copy)]
pub(in crate::kernel) struct Simd128(v128);

impl Vector for Simd128 {
    const LANES: usize = 16;
    // A module that is downloaded should be small.
    const HAS_SPARSE: bool = false;

    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: `p` is readable for 16 bytes.
        Simd128(unsafe { v128_load(p.cast()) })
    }

    #[inline(always)]
    fn splat(_: Machine<Self>, byte: u8) -> Self {
        // A compiler puts a known constant where it is used, and an engine then builds it in each round of a loop. Zero
        // costs nothing.
        Simd128(u8x16_splat(if byte == 0 { 0 } else { black_box(byte) }))
    }

    #[inline(always)]
    unsafe fn store(self, p: *mut u8) {
        // SAFETY: `p` is writable for 16 bytes.
        unsafe { v128_store(p.cast(), self.0) }
    }

    #[inline(always)]
    fn look_up_ascii(self, table: Self) -> Self {
        // A place above 15 gives zero; so the top bit stays, and bits 4 to 6 go.
        Simd128(u8x16_swizzle(table.0, v128_and(self.0, u8x16_splat(0x8F))))
    }

    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        Simd128(u8x16_swizzle(table.0, self.0))
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        Simd128(u8x16_shr(self.0, 4))
    }

    #[inline(always)]
    fn nibbles_up(self) -> Self {
        Simd128(u16x8_shl(self.0, 4))
    }

    two_registers! {
        and: v128_and
        or: v128_or
        and_not: v128_andnot
        add: u8x16_add
        add_saturating: u8x16_add_sat
        sub_saturating: u8x16_sub_sat
        min: u8x16_min
        equal: u8x16_eq
        greater: i8x16_gt
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        Simd128(v128_bitselect(other.0, self.0, mask.0))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(u8x16_bitmask(self.0))
    }

    #[inline(always)]
    unsafe fn compact(self, keep: u64, to: *mut u8) -> usize {
        let (low, high) = (keep as usize & 0xFF, keep as usize >> 8 & 0xFF);
        let rows = &table::COMPACT.0;
        // SAFETY: a row has eight bytes; `to` is writable for 16, of which at most eight come first.
        unsafe {
            let first = v128_load64_zero(rows[low].as_ptr().cast());
            let second = v128_load64_zero(rows[high].as_ptr().cast());
            v128_store64_lane::<0>(u8x16_swizzle(self.0, first), to.cast());
            let to = to.add(low.count_ones() as usize);
            let upper = u64x2_shuffle::<1, 1>(self.0, self.0);
            v128_store64_lane::<0>(u8x16_swizzle(upper, second), to.cast());
        }
        keep.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand(first: Self, high: Self, low: Self, triplets: u64, to: *mut u8) -> usize {
        let (f, h, l) = (first.0, high.0, low.0);
        // Four lanes of each: first characters, high digits, low digits.
        let fh_low = u32x4_shuffle::<0, 4, 1, 5>(f, h);
        let fh_high = u32x4_shuffle::<2, 6, 3, 7>(f, h);
        // Not a loop: a compiler that optimises for size would keep the registers in memory for it.
        let put = |from: usize, group: v128| {
            let before = triplets & ((1 << from) - 1);
            let at = from + 2 * before.count_ones() as usize;
            let row = &table::EXPAND_FOUR.0[(triplets >> from) as usize & 7];
            // SAFETY: at most `12 + 2 * count` bytes come before, and 16 are written.
            unsafe {
                let places = v128_load(row.as_ptr().cast());
                v128_store(to.add(at).cast(), u8x16_swizzle(group, places));
            }
        };
        put(0, u32x4_shuffle::<0, 1, 4, 4>(fh_low, l));
        put(4, u32x4_shuffle::<2, 3, 5, 5>(fh_low, l));
        put(8, u32x4_shuffle::<0, 1, 6, 6>(fh_high, l));
        put(12, u32x4_shuffle::<2, 3, 7, 7>(fh_high, l));
        16 + 2 * (triplets & 0xFFFF).count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand_all(high: Self, low: Self, to: *mut u8) {
        let percent = u8x16_splat(b'%');
        let start =
            u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(high.0, low.0);
        let end = u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(
            high.0, low.0,
        );
        let middle = u8x16_shuffle::<10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25>(
            start, end,
        );
        let a =
            u8x16_shuffle::<16, 0, 1, 16, 2, 3, 16, 4, 5, 16, 6, 7, 16, 8, 9, 16>(start, percent);
        let b =
            u8x16_shuffle::<0, 1, 16, 2, 3, 16, 4, 5, 16, 6, 7, 16, 8, 9, 16, 10>(middle, percent);
        let c = u8x16_shuffle::<5, 16, 6, 7, 16, 8, 9, 16, 10, 11, 16, 12, 13, 16, 14, 15>(
            end, percent,
        );
        // SAFETY: 48 bytes.
        unsafe {
            v128_store(to.cast(), a);
            v128_store(to.add(16).cast(), b);
            v128_store(to.add(32).cast(), c);
        }
    }
}
