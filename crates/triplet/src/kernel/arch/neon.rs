//! 16 bytes at a time, with NEON, which every AArch64 machine has: chosen when compiled.

use core::arch::aarch64::*;

use super::{READS_OVER, instruction, load_over, two_registers};
use crate::kernel::simd::{Machine, Vector};
use crate::kernel::table;
use crate::kernel::tier::{enable, with_features};

#[derive(Clone, Copy)]
pub(in crate::kernel) struct Neon(uint8x16_t);

load_over! { of_the_target, uint8x16_t, vreg, "ldr {v:q}, [{p}]" }

/// `vqtbl1q_u8`: a place above 15 gives zero.
#[inline(always)]
fn look_up(table: uint8x16_t, places: uint8x16_t) -> uint8x16_t {
    #[cfg(not(miri))]
    return instruction!(vqtbl1q_u8(table, places));
    // Miri does not have the instruction; it is there to watch the loads and stores around it.
    #[cfg(miri)]
    {
        // SAFETY: any sixteen bytes are a register, and a register is sixteen bytes.
        let (table, places): ([u8; 16], [u8; 16]) =
            unsafe { (core::mem::transmute(table), core::mem::transmute(places)) };
        let found = places.map(|place| table.get(usize::from(place)).copied().unwrap_or(0));
        // SAFETY: any sixteen bytes are a register.
        unsafe { core::mem::transmute(found) }
    }
}

impl Vector for Neon {
    const LANES: usize = 16;
    const HAS_SPARSE: bool = true;

    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: `p` is readable for 16 bytes.
        Neon(unsafe { vld1q_u8(p) })
    }

    #[inline(always)]
    unsafe fn load_over(p: *const u8) -> Self {
        // SAFETY: the requirements are those of this function.
        unsafe { if READS_OVER { Neon(load_over(p)) } else { Self::load(p) } }
    }

    #[inline(always)]
    unsafe fn load_thirds(p: *const u8) -> [Self; 3] {
        // SAFETY: `p` is readable for 48 bytes.
        let uint8x16x3_t(first, second, third) = unsafe { vld3q_u8(p) };
        [Neon(first), Neon(second), Neon(third)]
    }

    #[inline(always)]
    fn splat(_: Machine<Self>, byte: u8) -> Self {
        Neon(instruction!(vdupq_n_u8(byte)))
    }

    #[inline(always)]
    unsafe fn store(self, p: *mut u8) {
        // SAFETY: `p` is writable for 16 bytes.
        unsafe { vst1q_u8(p, self.0) }
    }

    #[inline(always)]
    fn look_up_ascii(self, table: Self) -> Self {
        // A place above 15 gives zero; so the top bit stays, and bits 4 to 6 go.
        Neon(look_up(table.0, instruction!(vandq_u8(self.0, vdupq_n_u8(0x8F)))))
    }

    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        Neon(look_up(table.0, self.0))
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        Neon(instruction!(vshrq_n_u8::<4>(self.0)))
    }

    #[inline(always)]
    fn nibbles_up(self) -> Self {
        Neon(instruction!(vshlq_n_u8::<4>(self.0)))
    }

    two_registers! {
        and: vandq_u8
        or: vorrq_u8
        and_not: vbicq_u8
        add: vaddq_u8
        add_saturating: vqaddq_u8
        sub_saturating: vqsubq_u8
        min: vminq_u8
        equal: vceqq_u8
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        Neon(instruction!(vcgtq_s8(vreinterpretq_s8_u8(self.0), vreinterpretq_s8_u8(other.0))))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        Neon(instruction!(vbslq_u8(mask.0, other.0, self.0)))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: sixteen bytes are read.
        let weights = unsafe { vld1q_u8(WEIGHTS.as_ptr()) };
        // A lane of the first eight and one of the last eight stand together, and eight of these pairs add up to two bytes.
        // (Adding neighbours three times is as many instructions, but a compiler sees that no two bits meet, makes "or" of
        // the additions, and then no longer knows the instruction for them.)
        u64::from(instruction!({
            let weighted = vandq_u8(self.0, weights);
            let pairs = vzip1q_u8(weighted, vextq_u8::<8>(weighted, weighted));
            vaddvq_u16(vreinterpretq_u16_u8(pairs))
        }))
    }

    #[inline(always)]
    unsafe fn compact(self, keep: u64, to: *mut u8) -> usize {
        let (low, high) = (keep as usize & 0xFF, keep as usize >> 8 & 0xFF);
        let rows = &table::COMPACT.0;
        // SAFETY: a row has eight bytes; `to` is writable for 16, of which at most eight come first.
        unsafe {
            let first = vld1_u8(rows[low].as_ptr());
            let second = vadd_u8(vld1_u8(rows[high].as_ptr()), vdup_n_u8(8));
            let both = look_up(self.0, vcombine_u8(first, second));
            vst1_u8(to, vget_low_u8(both));
            vst1_u8(to.add(low.count_ones() as usize), vget_high_u8(both));
        }
        keep.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand(first: Self, high: Self, low: Self, triplets: u64, to: *mut u8) -> usize {
        let groups = instruction!({
            let (f, h, l) = (
                vreinterpretq_u32_u8(first.0),
                vreinterpretq_u32_u8(high.0),
                vreinterpretq_u32_u8(low.0),
            );
            let (fh_low, fh_high) = (vzip1q_u32(f, h), vzip2q_u32(f, h));
            let (l_low, l_high) = (vzip1q_u32(l, l), vzip2q_u32(l, l));
            let pair = |fh: uint32x4_t, l: uint32x4_t| {
                let (fh, l) = (vreinterpretq_u64_u32(fh), vreinterpretq_u64_u32(l));
                (vreinterpretq_u8_u64(vzip1q_u64(fh, l)), vreinterpretq_u8_u64(vzip2q_u64(fh, l)))
            };
            let ((a, b), (c, d)) = (pair(fh_low, l_low), pair(fh_high, l_high));
            [a, b, c, d]
        });
        for (k, group) in groups.into_iter().enumerate() {
            let before = triplets & ((1 << (4 * k)) - 1);
            let at = 4 * k + 2 * before.count_ones() as usize;
            let row = &table::EXPAND_FOUR.0[(triplets >> (4 * k)) as usize & 7];
            // SAFETY: at most `12 + 2 * count` bytes come before, and 16 are written.
            unsafe { vst1q_u8(to.add(at), look_up(group, vld1q_u8(row.as_ptr()))) };
        }
        16 + 2 * (triplets & 0xFFFF).count_ones() as usize
    }

    #[inline(always)]
    unsafe fn expand_all(high: Self, low: Self, to: *mut u8) {
        // SAFETY: 48 bytes: `st3` interleaves three registers.
        unsafe { vst3q_u8(to, uint8x16x3_t(vdupq_n_u8(b'%'), high.0, low.0)) }
    }
}
