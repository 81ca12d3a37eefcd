//! From a job to the kernel that does it on this machine.
//!
//! ```text
//! job ──> Tier::active() ──> scalar   scalar/
//!                       ├──> ssse3    vector/ over x86_64/ssse3.rs
//!                       ├──> avx2     vector/ over x86_64/avx2.rs
//!                       ├──> neon     vector/ over aarch64.rs
//!                       └──> simd128  vector/ over wasm32.rs
//! ```
//!
//! Each tier's algorithms are inlined into the functions of one module here, which alone carry its
//! target features.

use core::mem::MaybeUninit;

use super::{DecodeRule, Decoded, EncodeRule, Octets, scalar, tier::Tier, vector};

/// The functions of a tier: the algorithms of `vector/` over one kind of register.
macro_rules! tier {
    ($tier:ident, $vector:ty $(, $feature:literal)?) => {
        mod $tier {
            use super::*;

            /// # Safety
            ///
            /// The machine has the tier; so for all functions here.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn kept_prefix_len(src: &[u8], rule: &EncodeRule) -> usize {
                // SAFETY: by contract.
                unsafe { vector::find::kept_prefix_len::<$vector>(src, rule) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
                // SAFETY: by contract.
                unsafe { vector::find::count_encoded::<$vector>(src, rule) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn clean_prefix_len(src: &[u8], plus: bool) -> usize {
                // SAFETY: by contract.
                unsafe { vector::find::clean_prefix_len::<$vector>(src, plus) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn ascii_prefix_len(src: &[u8]) -> usize {
                // SAFETY: by contract.
                unsafe { vector::find::ascii_prefix_len::<$vector>(src) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn encode(
                src: &[u8],
                rule: &EncodeRule,
                dst: &mut [MaybeUninit<u8>],
            ) -> (usize, usize) {
                // SAFETY: by contract.
                unsafe { vector::encode::encode::<$vector>(src, rule, dst) }
            }

            /// # Safety
            ///
            /// The machine has the tier; `1 <= src.len() <= SHORT`; `to` is writable for
            /// `short_room(src.len())` bytes.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn encode_short(
                src: &[u8],
                rows: u128,
                plus: bool,
                lower: bool,
                to: *mut u8,
            ) -> usize {
                let rule = EncodeRule { rows: rows.to_ne_bytes(), plus, lower };
                // SAFETY: by contract.
                unsafe { vector::encode::short::<$vector>(src, rule, to) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of `vector::decode::decode`.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn decode(
                src: *const u8,
                length: usize,
                rule: &DecodeRule,
                dst: *mut u8,
                room: usize,
            ) -> Decoded {
                // SAFETY: by contract.
                unsafe { vector::decode::decode::<$vector>(src, length, rule, dst, room) }
            }

            /// # Safety
            ///
            /// The machine has the tier; `src.len() <= SHORT`; `to` is writable for `SHORT` bytes.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn decode_short(
                src: &[u8],
                lenient: bool,
                plus: bool,
                leave: Option<&Octets>,
                to: *mut u8,
            ) -> Option<usize> {
                // SAFETY: by contract.
                unsafe { vector::decode::short::<$vector>(src, lenient, plus, leave, to) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
                // SAFETY: by contract.
                unsafe { vector::decode::decoded_len::<$vector>(src, rule) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
tier!(ssse3, super::super::x86_64::ssse3::Sse, "ssse3,popcnt");
#[cfg(target_arch = "x86_64")]
tier!(avx2, super::super::x86_64::avx2::Avx, "avx2,popcnt");
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
tier!(neon, super::super::aarch64::Neon);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
tier!(simd128, super::super::wasm32::Simd);

/// Calls the active tier's function, or else the plain one.
macro_rules! active {
    ($call:ident($($argument:expr),*), else $plain:expr) => {
        match Tier::active() {
            // SAFETY: a tier that the machine does not have is never active; the rest is the caller's.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => unsafe { avx2::$call($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Tier::Ssse3 => unsafe { ssse3::$call($($argument),*) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Tier::Neon => unsafe { neon::$call($($argument),*) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => unsafe { simd128::$call($($argument),*) },
            _ => $plain,
        }
    };
}

#[inline]
pub(super) fn kept_prefix_len(src: &[u8], rule: &EncodeRule) -> usize {
    active!(kept_prefix_len(src, rule), else scalar::find::kept_prefix_len(src, rule))
}

#[inline]
pub(super) fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
    active!(count_encoded(src, rule), else scalar::find::count_encoded(src, rule))
}

#[inline]
pub(super) fn clean_prefix_len(src: &[u8], plus: bool) -> usize {
    active!(clean_prefix_len(src, plus), else scalar::find::clean_prefix_len(src, plus))
}

#[inline]
pub(super) fn ascii_prefix_len(src: &[u8]) -> usize {
    active!(ascii_prefix_len(src), else scalar::find::ascii_prefix_len(src))
}

#[inline]
pub(super) fn encode(
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    active!(encode(src, rule, dst), else scalar::encode::encode(src, rule, dst))
}

/// The longest input of [`encode_short`] and [`decode_short`], and what the first needs of room.
pub(super) use vector::{SHORT, encode::short_room};

/// Below this length, the call of a kernel costs more than it saves.
const TINY: usize = 4;

/// Encodes a short input, and gives how many bytes were written.
///
/// # Safety
///
/// `1 <= src.len() <= SHORT`; `to` is writable for `short_room(src.len())` bytes.
#[inline(always)]
pub(super) unsafe fn encode_short(src: &[u8], rule: &EncodeRule, to: *mut u8) -> usize {
    if src.len() < TINY {
        // SAFETY: by contract.
        return unsafe { scalar::encode::tiny(src, rule, to) };
    }
    // The rule goes in registers: to build it in memory and load it as a vector would wait for the stores.
    let rows = u128::from_ne_bytes(rule.rows);
    active!(encode_short(src, rows, rule.plus, rule.lower, to), else {
        // SAFETY: by contract: the plain kernel needs less room.
        unsafe { scalar::encode::short_by_value(src, rows, rule.plus, rule.lower, to) }
    })
}

/// Decodes a short input: how many bytes it became, or nothing if a malformed `%` is not to be passed.
///
/// # Safety
///
/// `src.len() <= SHORT`; `to` is writable for `SHORT` bytes.
#[inline(always)]
pub(super) unsafe fn decode_short(src: &[u8], rule: &DecodeRule, to: *mut u8) -> Option<usize> {
    if src.len() <= scalar::decode::TINY {
        // SAFETY: by contract.
        return unsafe { scalar::decode::tiny(src, rule, to) }.ok();
    }
    active!(decode_short(src, rule.lenient, rule.plus, rule.leave.as_ref(), to), else {
        // SAFETY: by contract: the plain kernel needs less room.
        unsafe {
            scalar::decode::short_by_value(src, rule.lenient, rule.plus, rule.leave.as_ref(), to)
        }
    })
}

#[inline]
pub(super) fn decode(src: &[u8], rule: &DecodeRule, dst: &mut [MaybeUninit<u8>]) -> Decoded {
    let (length, room) = (src.len(), dst.len());
    active!(
        decode(src.as_ptr(), length, rule, dst.as_mut_ptr().cast(), room),
        else scalar::decode::decode(src, rule, dst)
    )
}

#[inline]
pub(super) fn decode_in_place(buffer: &mut [u8], rule: &DecodeRule) -> Decoded {
    let length = buffer.len();
    let p = buffer.as_mut_ptr();
    active!(decode(p, length, rule, p, length), else scalar::decode::decode_in_place(buffer, rule))
}

#[inline]
pub(super) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
    active!(decoded_len(src, rule), else scalar::decode::decoded_len(src, rule))
}
