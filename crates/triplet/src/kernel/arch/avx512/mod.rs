//! 64 bytes at a time, with AVX-512: algorithms of its own, because its instructions reach over a whole register where the
//! other tiers shuffle within sixteen bytes.
//!
//! ```text
//! mod     the register, its masks, the class of a byte, and the searches
//! encode  bytes to text
//! decode  text to bytes
//! scan    masks of a reference
//! rows    masks of a stretch of rows
//! ```
//!
//! Only this tier has:
//!
//! - **Masks.** The result of a comparison is a word with a bit for each lane. A load or a store under a mask touches
//!   only the lanes whose bits are set, and never faults for the others. So the end of an input is a block like any other,
//!   with fewer lanes, and a string of up to 64 bytes is one block. (Inputs are loaded without a mask where their page allows
//!   it; `load_lanes` explains that.)
//! - **Tables of 128 bytes** (`vpermi2b`, VBMI): one look-up gives the class of any ASCII byte, or the value of a digit.
//!   The index is the low seven bits, so bytes above 0x7F must be told apart by their top bit.
//! - **Compression** (`vpcompressb`, VBMI2): the lanes of a mask, moved together. It goes to a register, which is then
//!   stored whole: to memory it is slow on some machines.
//!
//! A function that has the tier's features may use its instructions without `unsafe`; what is `unsafe` here is pointers,
//! and the call from outside. An operation without a function here is done by the algorithm of `simd/` over the registers
//! of AVX2, which each machine with AVX-512 has.

/// Functions with the features of the tier, which `tier.rs` lists.
macro_rules! avx512 {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis $(unsafe $($unsafe:lifetime)?)? fn $name:ident $(<$(const $parameter:ident: $kind:ty),+>)?
        ($($argument:tt)*) $(-> $result:ty)? $body:block
    )*) => {$(
        with_features! { avx512, enable
            $(#[$attribute])*
            $visibility $(unsafe $($unsafe)?)? fn $name $(<$(const $parameter: $kind),+>)?
            ($($argument)*) $(-> $result)? $body
        }
    )*};
}

mod decode;
mod encode;
#[cfg(feature = "alloc")]
mod rows;
mod scan;

use core::arch::x86_64::*;

use crate::kernel::arch::load_over;
use crate::kernel::rule::EncodeRule;
use crate::kernel::simd::{first_lanes, reads_over};
use crate::kernel::table::Aligned;
use crate::kernel::tier::{enable, with_features};
pub(in crate::kernel) use decode::{decode, decode_up_to_64, decoded_len, well_formed_len};
pub(in crate::kernel) use encode::{encode, encode_up_to_64};
#[cfg(feature = "alloc")]
pub(in crate::kernel) use rows::{mark_dropped, mark_encoded};
pub(in crate::kernel) use scan::scan;

/// Bytes in a register.
const LANES: usize = 64;

avx512! {
    #[inline]
    fn constant(bytes: &[u8; LANES]) -> __m512i {
        // SAFETY: 64 bytes.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    /// A table of 16 bytes in each of the four parts of a register, for shuffles within them.
    #[inline]
    fn repeated(bytes: u128) -> __m512i {
        _mm512_broadcast_i32x4(_mm_set_epi64x((bytes >> 64) as i64, bytes as i64))
    }

    /// 64 bytes from `p` on.
    ///
    /// # Safety
    ///
    /// `p` is readable for 64 bytes.
    #[inline]
    unsafe fn load(p: *const u8) -> __m512i {
        // SAFETY: `p` is readable for 64 bytes.
        unsafe { _mm512_loadu_si512(p.cast()) }
    }

    /// Writes a whole register.
    ///
    /// # Safety
    ///
    /// `p` is writable for 64 bytes.
    #[inline]
    unsafe fn store(p: *mut u8, v: __m512i) {
        // SAFETY: `p` is writable for 64 bytes.
        unsafe { _mm512_storeu_si512(p.cast(), v) }
    }

    /// The lanes of a mask, moved together; the lanes after them are unspecified.
    ///
    /// The lanes are merged into `v`, not into zero, which is the same work. Bochs 2.7, which runs the tests where a machine lacks
    /// this instruction, loses all lanes when none is dropped. Merged into `v`, they are then where they belong.
    #[inline]
    fn compress(keep: u64, v: __m512i) -> __m512i {
        _mm512_mask_compress_epi8(v, keep, v)
    }
}

load_over! { avx512, __m512i, zmm_reg, "vmovdqu64 {v}, [{p}]" }

avx512! {
    /// A register from `p` on. Only these lanes belong to the text. The others are unspecified.
    ///
    /// A load without a mask is faster where the caches do not hold the input, because a processor loads nothing ahead of a load
    /// under a mask. With masks, Zen 5 took three times as long to normalise a list of references larger than the caches, and 1.8
    /// times as long to encode such a list of values of up to 64 bytes. Lists within the caches took the same time.
    ///
    /// # Safety
    ///
    /// The bytes of the lanes are readable, and so is the one at `p`.
    #[inline]
    unsafe fn load_lanes(p: *const u8, lanes: u64) -> __m512i {
        // SAFETY: the register is in one page, of which the caller may read a byte; or only the lanes are read.
        unsafe {
            match reads_over(p, LANES) {
                true => load_over(p),
                false => _mm512_maskz_loadu_epi8(lanes, p.cast()),
            }
        }
    }

    /// The first bytes of a slice that is not empty, and their lanes; the others are NUL.
    #[inline]
    fn front(src: &[u8]) -> (__m512i, u64) {
        debug_assert!(!src.is_empty());
        let lanes = first_lanes(src.len());
        // SAFETY: the lanes are bytes of the slice, and it has one.
        (_mm512_maskz_mov_epi8(lanes, unsafe { load_lanes(src.as_ptr(), lanes) }), lanes)
    }

    /// For each byte, its row of a set and the bit of its column: the set has the bytes where both have a bit in common. For one
    /// register this is less work than the table of a [`Class`].
    #[inline]
    fn row_and_column(rows: u128, v: __m512i) -> (__m512i, __m512i) {
        /// The bits of the columns by the high nibble. For bytes above 0x7F column and row are zero.
        const COLUMNS: u128 =
            u128::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(v), _mm512_set1_epi8(0xF));
        (_mm512_shuffle_epi8(repeated(rows), v), _mm512_shuffle_epi8(repeated(COLUMNS), high))
    }
}

/// Which bytes a set keeps: a table of the ASCII bytes, 0xFF for those to encode.
#[derive(Clone, Copy)]
struct Class {
    low: __m512i,
    high: __m512i,
    /// All bits, unless bytes above 0x7F are kept.
    above: __m512i,
}

impl Class {
    avx512! {
        /// The class of a set's rows: bit `h` of byte `l` keeps the byte `h << 4 | l`. (See [`EncodeRule`].) Bytes above 0x7F are
        /// kept if `above` is true.
        #[inline]
        fn of(rows: u128, above: bool) -> Class {
            /// The bit of a row that stands for the byte of this number.
            static COLUMNS: Aligned<[[u8; LANES]; 2]> = {
                let mut columns = [[0; LANES]; 2];
                let mut byte = 0;
                while byte < 2 * LANES {
                    columns[byte / LANES][byte % LANES] = 1 << (byte >> 4);
                    byte += 1;
                }
                Aligned(columns)
            };
            let rows = repeated(rows);
            let encoded = |half: usize| _mm512_testn_epi8_mask(rows, constant(&COLUMNS.0[half]));
            Class {
                low: _mm512_movm_epi8(encoded(0)),
                high: _mm512_movm_epi8(encoded(1)),
                above: _mm512_set1_epi8(if above { 0 } else { -1 }),
            }
        }

        /// The top bit of each byte to encode.
        #[inline]
        fn look_up(self, v: __m512i) -> __m512i {
            let ascii = _mm512_permutex2var_epi8(self.low, v, self.high);
            // For a byte above 0x7F the lookup used `v & 0x7F` and means nothing, so each bit is `v ? above : ascii`.
            _mm512_ternarylogic_epi32::<0b1011_1000>(ascii, v, self.above)
        }

        /// One bit for each byte to encode.
        #[inline]
        fn encoded(self, v: __m512i) -> u64 {
            _mm512_movepi8_mask(self.look_up(v))
        }
    }
}

/// The rows of a rule as one word. With `keep_plus`, a space that is written `+` counts as kept.
#[inline(always)]
fn rows(rule: &EncodeRule, keep_plus: bool) -> u128 {
    // Bit 2 of the first row.
    u128::from_le_bytes(rule.rows) | if keep_plus && rule.plus { 1 << 2 } else { 0 }
}

avx512! {
    /// The place of the first lane that a test marks, or the length of the input.
    #[inline]
    fn first(src: &[u8], test: impl Fn(__m512i) -> u64) -> usize {
        let mut read = 0;
        while src.len() - read >= 4 * LANES {
            // SAFETY: four registers are left.
            let marks = |k: usize| test(unsafe { load(src.as_ptr().add(read + k * LANES)) });
            if marks(0) | marks(1) | marks(2) | marks(3) != 0 {
                // One of the next four says where.
                break;
            }
            read += 4 * LANES;
        }
        while read < src.len() {
            let (v, lanes) = front(&src[read..]);
            let marks = test(v) & lanes;
            if marks != 0 {
                return read + marks.trailing_zeros() as usize;
            }
            read += LANES;
        }
        src.len()
    }

    pub(in crate::kernel) fn kept_prefix_len(src: &[u8], rule: &EncodeRule) -> usize {
        let class = Class::of(rows(rule, false), false);
        // A byte above 0x7F is encoded anyway.
        let space = _mm512_set1_epi8(if rule.plus { b' ' } else { 0x80 } as i8);
        first(src, |v| class.encoded(v) | _mm512_cmpeq_epi8_mask(v, space))
    }

    pub(in crate::kernel) fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
        let class = Class::of(rows(rule, true), false);
        let mut count = 0;
        let mut read = 0;
        while read < src.len() {
            let (v, lanes) = front(&src[read..]);
            count += (class.encoded(v) & lanes).count_ones() as usize;
            read += LANES;
        }
        count
    }

    pub(in crate::kernel) fn find_either(src: &[u8], bytes: [u8; 2]) -> usize {
        let [a, b] = bytes.map(|byte| _mm512_set1_epi8(byte as i8));
        first(src, |v| _mm512_cmpeq_epi8_mask(v, a) | _mm512_cmpeq_epi8_mask(v, b))
    }

    pub(in crate::kernel) fn ascii_prefix_len(src: &[u8]) -> usize {
        first(src, |v| _mm512_movepi8_mask(v))
    }
}
