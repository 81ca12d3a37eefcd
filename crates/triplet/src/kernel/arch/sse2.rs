//! Operations on 16 or 32 bytes with SSE2, which every x86-64 machine has, for code that is portable otherwise.

use core::arch::x86_64::*;

use crate::kernel::rule::Marks;

/// Whether each of 16 bytes is a letter, a digit or one of `-._~`.
///
/// The difference to the first of a range is at most the width of the range where the smaller of the two is the
/// difference itself.
#[inline(always)]
pub(in crate::kernel) fn all_common([first, last]: [u64; 2]) -> bool {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn all(first: u64, last: u64) -> bool {
        let bytes = _mm_set_epi64x(last.cast_signed(), first.cast_signed());
        let all = |byte: u8| _mm_set1_epi8(byte.cast_signed());
        let is = |byte: u8| _mm_cmpeq_epi8(bytes, all(byte));
        let within = |bytes: __m128i, from: u8, to: u8| {
            let above = _mm_sub_epi8(bytes, all(from));
            _mm_cmpeq_epi8(above, _mm_min_epu8(above, all(to - from)))
        };
        let low = _mm_andnot_si128(is(b'/'), within(bytes, b'-', b'9'));
        let letter = within(_mm_or_si128(bytes, all(0x20)), b'a', b'z');
        let common = _mm_or_si128(_mm_or_si128(low, letter), _mm_or_si128(is(b'_'), is(b'~')));
        _mm_movemask_epi8(common) == 0xFFFF
    }
    // SAFETY: SSE2 is part of x86-64.
    unsafe { all(first, last) }
}

/// The three masks of [`Marks`] for 32 bytes.
#[inline(always)]
pub(in crate::kernel) fn marks<const END: u8, const MIDDLE: u8>(
    window: &[u8; 32],
) -> Option<Marks> {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn all<const END: u8, const MIDDLE: u8>(window: &[u8; 32]) -> Marks {
        let half = |at: usize| {
            let half: &[u8; 16] = window[at..].first_chunk().expect("half of 32 bytes");
            // SAFETY: sixteen bytes, at any alignment.
            unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
        };
        let (low, high) = (half(0), half(16));
        let is = |v: __m128i, byte: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(byte.cast_signed()));
        let bits = |low: __m128i, high: __m128i| {
            let bits = |v: __m128i| _mm_movemask_epi8(v).cast_unsigned();
            bits(low) | bits(high) << 16
        };
        // The top bit of a byte above 0x7F is that of its lane.
        let special = |v: __m128i| _mm_or_si128(v, _mm_or_si128(is(v, b'%'), is(v, b'+')));
        Marks {
            ends: bits(is(low, END), is(high, END)),
            middles: bits(is(low, MIDDLE), is(high, MIDDLE)),
            special: bits(special(low), special(high)),
        }
    }
    // SAFETY: SSE2 is part of x86-64.
    Some(unsafe { all::<END, MIDDLE>(window) })
}
