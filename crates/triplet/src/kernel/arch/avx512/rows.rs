//! Masks of a stretch of rows: a register is a cell.

use core::arch::x86_64::*;

use super::{Class, constant, rows};
use crate::kernel::rows::{Cell, Mark, fill};
use crate::kernel::rule::EncodeRule;
use crate::kernel::tier::{enable, with_features};

#[derive(Clone, Copy)]
struct Percent(__m512i);

impl Mark for Percent {
    #[inline(always)]
    fn bits(self, block: &[u8; 64]) -> u64 {
        // SAFETY: a register exists, so the machine has AVX-512.
        unsafe { _mm512_cmpeq_epi8_mask(constant(block), self.0) }
    }
}

impl Mark for Class {
    #[inline(always)]
    fn bits(self, block: &[u8; 64]) -> u64 {
        // SAFETY: a class of registers exists, so the machine has AVX-512.
        unsafe { self.encoded(constant(block)) }
    }
}

avx512! {
    pub(in crate::kernel) fn mark_dropped(src: &[u8], cells: &mut [Cell]) -> usize {
        fill::<_, true>(src, cells, Percent(_mm512_set1_epi8(b'%' as i8)))
    }

    pub(in crate::kernel) fn mark_encoded(src: &[u8], rule: &EncodeRule, cells: &mut [Cell]) -> usize {
        fill::<_, false>(src, cells, Class::of(rows(rule, true), false))
    }
}
