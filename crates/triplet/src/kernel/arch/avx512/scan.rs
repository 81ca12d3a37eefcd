//! Masks of the first 64 bytes: see [`simd::scan`].
//!
//! The 64 bytes fit in one register. A set costs four instructions: load its rows, look up, test, move the mask. A byte costs
//! three. Shorter texts take the same path. The search of the whole text uses the registers of AVX2: with registers of 64 bytes, whose
//! overlapping loads each cross a cache line, it was no faster.

use core::arch::x86_64::*;

use super::{first_lanes, load_lanes, row_and_column};
use crate::kernel::arch::avx2::Avx2;
use crate::kernel::rule::{Scan, WholeTextTest};
use crate::kernel::simd::{self, Machine};
use crate::kernel::tier::{enable, with_features};

avx512! {
    /// See the operation `scan`.
    #[inline]
    pub(in crate::kernel) fn scan<const SETS: usize, const BYTES: usize>(
        src: &[u8],
        sets: &[[u8; 16]; SETS],
        bytes: &[u8; BYTES],
        test: Option<&WholeTextTest<'_>>,
    ) -> Option<Scan<SETS, BYTES>> {
        // SAFETY: the features of this function include AVX2; `test_whole_text` says how long the text must be.
        unsafe {
            let machine = Machine::<Avx2>::new();
            let mut found = Scan::EMPTY;
            match test {
                Some(test) if src.len() < simd::scan::long_from::<Avx2>() => {
                    return simd::scan::scan(machine, src, sets, bytes, Some(test));
                }
                Some(test) => simd::scan::test_whole_text(machine, src, None, test, &mut found),
                None => {}
            }
            (found.kept, found.equal) = first(src, sets, bytes);
            Some(found)
        }
    }

    /// Which of the first 64 bytes of a text are in each of some sets, and which are each of some bytes.
    #[inline]
    fn first<const SETS: usize, const BYTES: usize>(
        src: &[u8],
        sets: &[[u8; 16]; SETS],
        bytes: &[u8; BYTES],
    ) -> ([u64; SETS], [u64; BYTES]) {
        let (mut kept, mut equal) = ([0; SETS], [0; BYTES]);
        if src.is_empty() {
            return (kept, equal);
        }
        let lanes = first_lanes(src.len());
        // SAFETY: the lanes are bytes of the text, and it has one.
        let v = unsafe { load_lanes(src.as_ptr(), lanes) };
        for (kept, rows) in kept.iter_mut().zip(sets) {
            let (row, column) = row_and_column(u128::from_le_bytes(*rows), v);
            *kept = _mm512_mask_test_epi8_mask(lanes, row, column);
        }
        for (equal, &byte) in equal.iter_mut().zip(bytes) {
            *equal = _mm512_mask_cmpeq_epi8_mask(lanes, v, _mm512_set1_epi8(byte as i8));
        }
        (kept, equal)
    }
}
