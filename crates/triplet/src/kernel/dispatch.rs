//! From an operation to the kernel that does it on this machine.
//!
//! Each operation is one row of the table at the end of this file: its portable form, its form over the
//! [`Vector`](super::simd::Vector) of any instruction set, and, where there is one, its form for AVX-512.
//!
//! ```text
//! operation ──> tier::current() ──> scalar   scalar/
//!                               ├──> ssse3    simd/ over arch/ssse3.rs
//!                               ├──> avx2     simd/ over arch/avx2.rs
//!                               ├──> avx512   arch/avx512/, else simd/ over arch/avx2.rs
//!                               ├──> neon     simd/ over arch/neon.rs
//!                               ├──> simd128  simd/ over arch/simd128.rs
//!                               └──> not detected yet: detect, then call the operation again
//! ```
//!
//! From a row the macro makes a function for each tier of the target. Such a function has the tier's CPU features, and
//! the algorithm is inlined into it. The function with the row's name reads the tier once and calls one of them.
#![allow(clippy::too_many_arguments)]

use core::mem::MaybeUninit;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use super::arch::neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::arch::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::arch::{avx2::Avx2, avx512, ssse3::Ssse3};
#[cfg(feature = "alloc")]
use super::rows::{Cell, Offset};
use super::rule::{
    ByteSet, ByteTriple, DecodeRule, Decoded, EncodeRule, Scan, Style, WholeTextTest, decode_events,
};
use super::scalar;
use super::short;
use super::simd::{self, Machine};
use super::tier;
#[cfg(target_arch = "x86_64")]
use super::tier::{enable, with_features};

/// See the module. A row whose function is `unsafe` says so as `[unsafe] fn`; generic parameters are written twice, with
/// and without their bounds. In a row, `V` of the `simd` form is the first generic parameter of the algorithm.
macro_rules! kernel_ops {
    // The row's form for AVX-512. Without one, the `simd` form over AVX2: each machine with AVX-512 has AVX2.
    (@avx512 [] [$($simd:tt)+] [$($names:tt)*] [$($arguments:tt)*]) => {
        $($simd)+::<Avx2, $($names)*>(Machine::new(), $($arguments)*)
    };
    (@avx512 [$($avx512:tt)+] $simd:tt [$($names:tt)*] [$($arguments:tt)*]) => {
        $($avx512)+::<$($names)*>($($arguments)*)
    };
    ($(
        $(#[$attribute:meta])*
        $([$unsafe:tt])? fn $name:ident $([$($generics:tt)*] [$($names:tt)*])?
        ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? {
            scalar: $($scalar:ident)::+,
            simd: $($simd:ident)::+,
            $(avx512: $($avx512:ident)::+,)?
        }
    )*) => {$(
        $(#[$attribute])*
        pub(crate) $($unsafe)? fn $name $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
            // Each tier's function is called only where `tier::current` gave that tier, and the machine has the current tier. The
            // other requirements of the algorithm are those of the row's own `# Safety`.
            #[cfg(target_arch = "x86_64")]
            with_features! { ssse3, enable
                unsafe fn ssse3 $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
                    // SAFETY: the machine has SSSE3.
                    unsafe { $($simd)::+::<Ssse3, $($($names)*)?>(Machine::new(), $($argument),*) }
                }
            }
            #[cfg(target_arch = "x86_64")]
            with_features! { avx2, enable
                unsafe fn avx2 $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
                    // SAFETY: the machine has AVX2.
                    unsafe { $($simd)::+::<Avx2, $($($names)*)?>(Machine::new(), $($argument),*) }
                }
            }
            #[cfg(target_arch = "x86_64")]
            with_features! { avx512, enable
                #[allow(unused_unsafe)]
                unsafe fn avx512 $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
                    // SAFETY: the machine has AVX-512 with VBMI2, and AVX2.
                    unsafe {
                        kernel_ops!(@avx512 [$($($avx512)::+)?] [$($simd)::+] [$($($names)*)?] [$($argument),*])
                    }
                }
            }
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            unsafe fn neon $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
                // SAFETY: the target has NEON.
                unsafe { $($simd)::+::<Neon, $($($names)*)?>(Machine::new(), $($argument),*) }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            unsafe fn simd128 $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
                // SAFETY: the target has 128-bit SIMD.
                unsafe { $($simd)::+::<Simd128, $($($names)*)?>(Machine::new(), $($argument),*) }
            }
            // Elsewhere the tier is known at compile time, and the compiler leaves out the other tiers.
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            #[cold]
            #[inline(never)]
            #[allow(unused_unsafe)]
            unsafe fn undetected $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
                tier::detect();
                // SAFETY: the arguments are those of the row's own call.
                unsafe { $name $(::<$($names)*>)? ($($argument),*) }
            }
            match tier::current() {
                // SAFETY: the machine has AVX-512 with VBMI2, because this is the current tier.
                #[cfg(target_arch = "x86_64")]
                tier::AVX512 => unsafe { avx512 $(::<$($names)*>)? ($($argument),*) },
                // SAFETY: the machine has AVX2, because this is the current tier.
                #[cfg(target_arch = "x86_64")]
                tier::AVX2 => unsafe { avx2 $(::<$($names)*>)? ($($argument),*) },
                // SAFETY: the machine has SSSE3, because this is the current tier.
                #[cfg(target_arch = "x86_64")]
                tier::SSSE3 => unsafe { ssse3 $(::<$($names)*>)? ($($argument),*) },
                // SAFETY: the target has NEON.
                #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
                tier::NEON => unsafe { neon $(::<$($names)*>)? ($($argument),*) },
                // SAFETY: the target has 128-bit SIMD.
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                tier::SIMD128 => unsafe { simd128 $(::<$($names)*>)? ($($argument),*) },
                // SAFETY: the arguments are passed on as they are.
                #[cfg(all(target_arch = "x86_64", feature = "std"))]
                tier::UNDETECTED => unsafe { undetected $(::<$($names)*>)? ($($argument),*) },
                // SAFETY: the portable form requires no more than the row.
                #[allow(unused_unsafe)]
                _ => unsafe { $($scalar)::+ $(::<$($names)*>)? ($($argument),*) },
            }
        }
    )*};
}

impl ByteSet {
    /// The set of these bytes; `None` if the list is empty.
    pub(crate) const fn of(bytes: &[u8]) -> Option<ByteSet> {
        if bytes.is_empty() {
            return None;
        }
        // Built in registers. Rows in memory would be written byte by byte, and the load of all rows would wait for the stores.
        let (mut low, mut high) = (0u128, 0u128);
        let mut i = 0;
        while i < bytes.len() {
            let half = if bytes[i] < 0x80 { &mut low } else { &mut high };
            *half |= 1 << (8 * (bytes[i] & 15) + (bytes[i] >> 4 & 7));
            i += 1;
        }
        let (low, high) = (low.to_le_bytes(), high.to_le_bytes());
        Some(ByteSet { low, high, decode: decode_keeping })
    }
}

/// The first `%`, or with `plus` the first `%` or `+`; the length of the input if there is none.
pub(crate) fn clean_prefix_len(src: &[u8], plus: bool) -> usize {
    find_either(src, decode_events(plus))
}

kernel_ops! {
    /// The length of the prefix that encoding leaves as it is.
    #[inline]
    fn kept_prefix_len(src: &[u8], rule: &EncodeRule) -> usize {
        scalar: scalar::search::kept_prefix_len,
        simd: simd::search::kept_prefix_len,
        avx512: avx512::kept_prefix_len,
    }

    /// How many bytes of the input become triplets. Each triplet makes the result two bytes longer.
    fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
        scalar: scalar::search::count_encoded,
        simd: simd::search::count_encoded,
        avx512: avx512::count_encoded,
    }

    /// Encodes as many whole bytes of the input as fit. Returns the number of bytes read and the number of bytes written.
    /// `dst[..written]` is initialised afterwards, with kept bytes, `+`, `%` and hexadecimal digits.
    #[inline]
    fn encode(src: &[u8], rule: &EncodeRule, dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        scalar: scalar::encode::encode,
        simd: simd::encode::encode,
        avx512: avx512::encode,
    }

    /// Encodes a short input, and returns the length of the result.
    ///
    /// # Safety
    ///
    /// `1 <= src.len() <= LONGEST`; `to` is writable for `encode_room(src.len())` bytes.
    #[inline(always)]
    [unsafe] fn encode_up_to_64(src: &[u8], rows: u128, style: Style, to: *mut u8) -> usize {
        scalar: short::inline::encode_up_to_64,
        simd: short::vector::encode_up_to_64,
        avx512: avx512::encode_up_to_64,
    }

    /// The first of two bytes; the length of the input if there is none.
    #[inline]
    fn find_either(src: &[u8], bytes: [u8; 2]) -> usize {
        scalar: scalar::search::find_either,
        simd: simd::search::find_either,
        avx512: avx512::find_either,
    }

    /// The first byte above 0x7F; the length of the input if there is none.
    fn ascii_prefix_len(src: &[u8]) -> usize {
        scalar: scalar::search::ascii_prefix_len,
        simd: simd::search::ascii_prefix_len,
        avx512: avx512::ascii_prefix_len,
    }

    /// Whether a test of three bytes says yes anywhere. NUL stands for each byte after the end of the input.
    fn has_byte_triple[T: ByteTriple][T](src: &[u8]) -> bool {
        scalar: scalar::search::has_byte_triple,
        simd: simd::search::has_byte_triple,
    }

    /// Masks of the first 64 bytes, one for each set and one for each byte, and the answer to a test of the whole text.
    /// `None` on a machine without vectors, where one search after the other takes the same time.
    #[inline]
    fn scan[const SETS: usize, const BYTES: usize][SETS, BYTES](
        src: &[u8],
        sets: &[[u8; 16]; SETS],
        bytes: &[u8; BYTES],
        test: Option<&WholeTextTest<'_>>,
    ) -> Option<Scan<SETS, BYTES>> {
        scalar: scalar::search::no_scan,
        simd: simd::scan::scan,
        avx512: avx512::scan,
    }

    /// Writes the input up to its first malformed `%` with each triplet in its normal form. Returns how many bytes were
    /// read and written.
    ///
    /// # Safety
    ///
    /// `to` is writable for the length of the input and `NORMAL_ROOM` bytes more.
    #[cfg(feature = "alloc")]
    #[inline]
    [unsafe] fn normalize(src: &[u8], rows: &[u8; 16], upper: bool, to: *mut u8) -> (usize, usize) {
        scalar: scalar::normalize::normalize,
        simd: simd::normalize::normalize,
    }

    /// Decodes as much of the input as fits, and stops before a malformed `%` unless the rule is lenient. `dst[..written]`
    /// is initialised afterwards. If a malformed `%` stops the decoding, nothing is written at the place of the `%` or after it.
    ///
    /// # Safety
    ///
    /// `src` is readable for `length` bytes and `dst` writable for `room`. They do not overlap, or `dst` is
    /// `src` and `room >= length`.
    #[inline]
    [unsafe] fn decode(src: *const u8, length: usize, rule: &DecodeRule, dst: *mut u8, room: usize) -> Decoded {
        scalar: scalar::decode::decode_at,
        simd: simd::decode::decode,
        avx512: avx512::decode,
    }

    /// [`decode`] under a rule that keeps triplets.
    ///
    /// # Safety
    ///
    /// The requirements of [`decode`].
    [unsafe] fn decode_keeping(src: *const u8, length: usize, rule: &DecodeRule, dst: *mut u8, room: usize) -> Decoded {
        scalar: scalar::decode::decode_at,
        simd: simd::decode::decode_keeping,
        avx512: avx512::decode,
    }

    /// Decodes a short input, and returns the length of the result; `None` if a malformed `%` stops it.
    ///
    /// # Safety
    ///
    /// `1 <= src.len() <= LONGEST`; `to` is writable for `DECODE_ROOM` bytes.
    #[inline(always)]
    [unsafe] fn decode_up_to_64(src: &[u8], lenient: bool, plus: bool, kept: Option<&ByteSet>, to: *mut u8) -> Option<usize> {
        scalar: short::inline::decode_up_to_64,
        simd: short::vector::decode_up_to_64,
        avx512: avx512::decode_up_to_64,
    }

    /// The place of the first `%` that begins no triplet, or the length of the input.
    fn well_formed_len(src: &[u8]) -> usize {
        scalar: scalar::decode::well_formed_len,
        simd: simd::decode::well_formed_len,
        avx512: avx512::well_formed_len,
    }

    /// Marks in the cells of a stretch the two bytes after each `%`, and gives how many are before its end. There are as
    /// many cells as [`cells_for`](super::rows::cells_for) says.
    #[cfg(feature = "alloc")]
    fn mark_dropped(src: &[u8], cells: &mut [Cell]) -> usize {
        scalar: scalar::rows::mark_dropped,
        simd: simd::rows::mark_dropped,
        avx512: avx512::mark_dropped,
    }

    /// Marks in the cells of a stretch the bytes that become triplets, and gives how many there are. There are as many cells
    /// as [`cells_for`](super::rows::cells_for) says.
    #[cfg(feature = "alloc")]
    fn mark_encoded(src: &[u8], rule: &EncodeRule, cells: &mut [Cell]) -> usize {
        scalar: scalar::rows::mark_encoded,
        simd: simd::rows::mark_encoded,
        avx512: avx512::mark_encoded,
    }

    /// Writes the new ends of rows, from their old ends and from the marks of a stretch that begins at `base`. A new end is the
    /// old one in the stretch, plus `at`, plus twice the marks before the old end if rows grow, or minus those marks if rows
    /// shrink. Returns whether a byte at an end is marked.
    ///
    /// # Safety
    ///
    /// Each end minus `base` has a cell, and `to` is writable for as many offsets as there are ends.
    #[cfg(feature = "alloc")]
    [unsafe] fn move_ends[O: Offset, const GROWS: bool][O, GROWS](
        ends: &[O],
        base: usize,
        cells: &[Cell],
        at: usize,
        to: *mut O,
    ) -> bool {
        scalar: scalar::rows::move_ends,
        simd: simd::rows::move_ends,
    }

    /// How much `decode` would write with enough room, and how far it would come.
    fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
        scalar: scalar::decode::decoded_len,
        simd: simd::decode::decoded_len,
        avx512: avx512::decoded_len,
    }
}
