//! From a job to the kernel that does it on this machine.
//!
//! ```text
//! job ──> Tier::active() ──> scalar   scalar/
//!                       ├──> ssse3    vector/ over x86_64/ssse3.rs
//!                       ├──> avx2     vector/ over x86_64/avx2.rs
//!                       ├──> avx512   x86_64/avx512/
//!                       ├──> neon     vector/ over aarch64.rs
//!                       └──> simd128  vector/ over wasm32.rs
//! ```
//!
//! Each tier's algorithms are inlined into the functions of one module here, which alone carry its
//! target features; but those of `avx512` are written with them.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

#[cfg(target_arch = "x86_64")]
use super::x86_64::avx512;
use super::{DecodeRule, Decoded, EncodeRule, Octets, Three, scalar, tier::Tier, vector};
#[cfg(feature = "alloc")]
use super::{Glance, IS_SMALL, Judge, tier};

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
            pub(super) unsafe fn has_three<T: Three>(src: &[u8]) -> bool {
                scalar::find::has_three::<T>(src)
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
            pub(super) unsafe fn find_either(src: &[u8], bytes: [u8; 2]) -> usize {
                // SAFETY: by contract.
                unsafe { vector::find::find_either::<$vector>(src, bytes) }
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
                unsafe { vector::encode::encode::<$vector>(src, rule, dst, encode_sparse) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of `vector::encode::sparse`.
            #[inline(never)]
            $(#[target_feature(enable = $feature)])?
            unsafe fn encode_sparse(
                src: &[u8],
                rule: &EncodeRule,
                room: (*mut u8, usize),
                place: vector::encode::Place,
                changes: usize,
            ) -> vector::encode::Place {
                // SAFETY: by contract.
                unsafe { vector::encode::sparse::<$vector>(src, rule, room, place, changes) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of [`super::encode_short`].
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn encode_short(
                src: &[u8],
                rows: u128,
                style: Style,
                to: *mut u8,
            ) -> usize {
                // SAFETY: by contract.
                unsafe { vector::encode::short::<$vector>(src, &style.rule(rows), to) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of [`super::encode_append_short`].
            #[cfg(feature = "alloc")]
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn encode_append_short(
                src: &[u8],
                rows: u128,
                style: Style,
                out: &mut Vec<u8>,
            ) {
                // SAFETY: by contract; the kernel has initialised what is added to the length.
                unsafe {
                    let to = out.as_mut_ptr().add(out.len());
                    if IS_SMALL {
                        let written = encode_short(src, rows, style, to);
                        out.set_len(out.len() + written);
                    } else if src.len() < TINY {
                        let written = scalar::encode::tiny(src, &style.rule(rows), to);
                        out.set_len(out.len() + written);
                    } else if vector::encode::copy_kept::<$vector>(src, &style.rule(rows), to) {
                        out.set_len(out.len() + src.len());
                    } else {
                        encode_append_mixed(src, rows, style, out);
                    }
                }
            }

            /// [`encode_append_short`] of what is not all kept. A function of its own, so that the other way
            /// has no registers to save.
            ///
            /// # Safety
            ///
            /// As of [`encode_append_short`].
            #[cfg(feature = "alloc")]
            #[inline(never)]
            $(#[target_feature(enable = $feature)])?
            unsafe fn encode_append_mixed(
                src: &[u8],
                rows: u128,
                style: Style,
                out: &mut Vec<u8>,
            ) {
                // SAFETY: by contract; the kernel has initialised what is added to the length.
                unsafe {
                    let to = out.as_mut_ptr().add(out.len());
                    let written = vector::encode::short::<$vector>(src, &style.rule(rows), to);
                    out.set_len(out.len() + written);
                }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            #[cfg(feature = "alloc")]
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn glance<J: Judge<B, S>, const B: usize, const S: usize>(
                src: &[u8],
                judge: J,
            ) -> Option<J::Judgement> {
                // SAFETY: by contract, and by the test.
                let seen = unsafe {
                    if vector::normal::glances_at::<$vector>(src) {
                        vector::normal::glance::<$vector, J, B, S>(src)
                    } else {
                        glance_at_few::<J, B, S>(src)
                    }
                };
                Some(judge.judge(src, &seen))
            }

            /// A function of its own, so that the other way has no registers to save.
            ///
            /// # Safety
            ///
            /// The machine has the tier.
            #[cfg(feature = "alloc")]
            #[inline(never)]
            $(#[target_feature(enable = $feature)])?
            unsafe fn glance_at_few<J: Judge<B, S>, const B: usize, const S: usize>(
                src: &[u8],
            ) -> Glance<B, S> {
                // SAFETY: by contract.
                unsafe { vector::normal::glance_at_few::<$vector, J, B, S>(src) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            #[cfg(feature = "alloc")]
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn has_changing_triplet(src: &[u8], rows: &[u8; 16]) -> bool {
                // SAFETY: by contract.
                unsafe { vector::normal::has_changing_triplet::<$vector>(src, rows) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of [`super::normalize`].
            #[cfg(feature = "alloc")]
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn normalize(
                src: &[u8],
                rows: &[u8; 16],
                upper: bool,
                to: *mut u8,
            ) -> (usize, usize) {
                // SAFETY: by contract.
                unsafe { vector::normalize::normalize::<$vector>(src, rows, upper, to) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            #[cfg(feature = "alloc")]
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn find_pair(src: &[u8], pair: [u8; 2]) -> usize {
                // SAFETY: by contract.
                unsafe { vector::normal::find_pair::<$vector>(src, pair) }
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn marks<const SETS: usize>(
                src: &[u8],
                sets: &[&[u8; 16]; SETS],
            ) -> Option<[u64; SETS]> {
                // SAFETY: by contract.
                Some(unsafe { vector::normal::marks::<$vector, SETS>(src, sets) })
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
                unsafe { vector::decode::decode::<$vector>(src, length, rule, dst, room, decode_triplets) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of `vector::decode::triplets`.
            #[inline(never)]
            $(#[target_feature(enable = $feature)])?
            unsafe fn decode_triplets(
                src: (*const u8, usize),
                leave: Option<&Octets>,
                dst: (*mut u8, usize),
                place: vector::decode::Place,
            ) -> vector::decode::Place {
                // SAFETY: by contract.
                unsafe { vector::decode::triplets::<$vector>(src, leave, dst, place) }
            }

            /// # Safety
            ///
            /// The machine has the tier; the rest as of [`super::decode_append_short`].
            #[cfg(feature = "alloc")]
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn decode_append_short(
                src: &[u8],
                lenient: bool,
                plus: bool,
                leave: Option<&Octets>,
                out: &mut Vec<u8>,
            ) -> bool {
                // SAFETY: by contract; the kernel has initialised what is added to the length.
                unsafe {
                    let to = out.as_mut_ptr().add(out.len());
                    if vector::decode::copy_clean::<$vector>(src, plus, to) {
                        out.set_len(out.len() + src.len());
                        return true;
                    }
                    decode_append_mixed(src, lenient, plus, leave, out)
                }
            }

            /// [`decode_append_short`] of what is not clean. A function of its own, so that the other way has
            /// no registers to save.
            ///
            /// # Safety
            ///
            /// As of [`decode_append_short`].
            #[cfg(feature = "alloc")]
            #[inline(never)]
            $(#[target_feature(enable = $feature)])?
            unsafe fn decode_append_mixed(
                src: &[u8],
                lenient: bool,
                plus: bool,
                leave: Option<&Octets>,
                out: &mut Vec<u8>,
            ) -> bool {
                // SAFETY: by contract; the kernel has initialised what is added to the length.
                unsafe {
                    let to = out.as_mut_ptr().add(out.len());
                    match vector::decode::short::<$vector>(src, lenient, plus, leave, to) {
                        Some(written) => out.set_len(out.len() + written),
                        None => return false,
                    }
                }
                true
            }

            /// # Safety
            ///
            /// The machine has the tier.
            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn well_formed_len(src: &[u8]) -> usize {
                // SAFETY: by contract.
                unsafe { vector::decode::well_formed_len::<$vector>(src) }
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
    ($call:ident $(::<$type:ident>)? ($($argument:expr),*), else $plain:expr) => {
        match Tier::active() {
            // SAFETY: a tier that the machine does not have is never active; the rest is the caller's.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => unsafe { avx512::$call $(::<$type>)? ($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => unsafe { avx2::$call $(::<$type>)? ($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Tier::Ssse3 => unsafe { ssse3::$call $(::<$type>)? ($($argument),*) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Tier::Neon => unsafe { neon::$call $(::<$type>)? ($($argument),*) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => unsafe { simd128::$call $(::<$type>)? ($($argument),*) },
            _ => $plain,
        }
    };
}

/// Calls the active tier's function if the tier is chosen already, or else the plain one, which chooses it
/// for the next time.
#[cfg(feature = "alloc")]
macro_rules! settled {
    (encode_append_short($($argument:expr),*)) => {
        settled!(encode_append_short, encode_append_plainly, ($($argument),*))
    };
    (decode_append_short($($argument:expr),*)) => {
        settled!(decode_append_short, decode_append_plainly, ($($argument),*))
    };
    ($call:ident, $plain:ident, $arguments:tt) => {
        match tier::settled() {
            // SAFETY: a tier that the machine does not have is never active; the rest is the caller's.
            #[cfg(target_arch = "x86_64")]
            tier::AVX512 => unsafe { avx512::$call $arguments },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            tier::AVX2 => unsafe { avx2::$call $arguments },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            tier::SSSE3 => unsafe { ssse3::$call $arguments },
            // SAFETY: as above.
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            tier::NEON => unsafe { neon::$call $arguments },
            // SAFETY: as above.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            tier::SIMD128 => unsafe { simd128::$call $arguments },
            // SAFETY: as above.
            _ => unsafe { $plain $arguments },
        }
    };
}

/// None without vectors.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn glance<J: Judge<B, S>, const B: usize, const S: usize>(
    src: &[u8],
    judge: J,
) -> Option<J::Judgement> {
    if IS_SMALL {
        return None;
    }
    active!(glance(src, judge), else None)
}

#[cfg(feature = "alloc")]
#[inline]
pub(super) fn has_changing_triplet(src: &[u8], rows: &[u8; 16]) -> bool {
    active!(has_changing_triplet(src, rows), else scalar::find::has_changing_triplet(src, rows))
}

#[cfg(feature = "alloc")]
pub(super) use vector::NORMAL_ROOM;

/// Gives how many bytes were read and written.
///
/// # Safety
///
/// `to` is writable for the length of the input and [`NORMAL_ROOM`] more.
#[cfg(feature = "alloc")]
#[inline]
pub(super) unsafe fn normalize(
    src: &[u8],
    rows: &[u8; 16],
    upper: bool,
    to: *mut u8,
) -> (usize, usize) {
    active!(normalize(src, rows, upper, to), else {
        // SAFETY: by contract: the plain kernel needs less room.
        unsafe { scalar::normalize::normalize(src, rows, upper, to) }
    })
}

#[cfg(feature = "alloc")]
#[inline]
pub(super) fn find_pair(src: &[u8], pair: [u8; 2]) -> usize {
    active!(find_pair(src, pair), else {
        src.windows(2).position(|window| window == pair).unwrap_or(src.len())
    })
}

/// None without vectors.
#[inline]
pub(super) fn marks<const SETS: usize>(
    src: &[u8],
    sets: &[&[u8; 16]; SETS],
) -> Option<[u64; SETS]> {
    active!(marks(src, sets), else None)
}

#[inline]
pub(super) fn kept_prefix_len(src: &[u8], rule: &EncodeRule) -> usize {
    active!(kept_prefix_len(src, rule), else scalar::find::kept_prefix_len(src, rule))
}

#[inline]
pub(super) fn has_three<T: Three>(src: &[u8]) -> bool {
    active!(has_three::<T>(src), else scalar::find::has_three::<T>(src))
}

pub(super) fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
    active!(count_encoded(src, rule), else scalar::find::count_encoded(src, rule))
}

#[inline]
pub(super) fn clean_prefix_len(src: &[u8], plus: bool) -> usize {
    active!(clean_prefix_len(src, plus), else scalar::find::clean_prefix_len(src, plus))
}

#[inline]
pub(super) fn find_either(src: &[u8], bytes: [u8; 2]) -> usize {
    active!(find_either(src, bytes), else {
        src.iter().position(|byte| bytes.contains(byte)).unwrap_or(src.len())
    })
}

#[inline]
pub(super) fn ascii_prefix_len(src: &[u8]) -> usize {
    active!(ascii_prefix_len(src), else scalar::find::ascii_prefix_len(src))
}

#[inline]
pub(super) fn encode(src: &[u8], rule: &EncodeRule, dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    active!(encode(src, rule, dst), else scalar::encode::encode(src, rule, dst))
}

/// The longest input of the functions for short ones, and what encoding one needs of room.
#[cfg(feature = "alloc")]
pub(super) use vector::{SHORT, encode::short_room};

/// The options of an [`EncodeRule`], small enough for a register: bit 0 `plus`, bit 1 `lower`.
///
/// Short inputs get the parts of a rule in registers: to build it in memory, and then load it into a vector,
/// would wait for the stores.
#[derive(Clone, Copy)]
pub(super) struct Style(u8);

impl Style {
    #[inline(always)]
    pub(super) fn of(rule: &EncodeRule) -> Style {
        Style(u8::from(rule.plus) | u8::from(rule.lower) << 1)
    }

    #[inline(always)]
    pub(super) fn rule(self, rows: u128) -> EncodeRule {
        EncodeRule::new(rows.to_ne_bytes(), self.0 & 1 != 0, self.0 & 2 != 0)
    }
}

/// Encodes a short input, and gives how many bytes were written.
///
/// # Safety
///
/// `1 <= src.len() <= SHORT`; `to` is writable for `short_room(src.len())` bytes.
#[cfg(feature = "alloc")]
#[inline]
pub(super) unsafe fn encode_short(src: &[u8], rule: &EncodeRule, to: *mut u8) -> usize {
    let (rows, style) = (u128::from_ne_bytes(rule.rows), Style::of(rule));
    active!(encode_short(src, rows, style, to), else {
        // SAFETY: by contract: the plain kernel needs less room.
        unsafe { scalar::encode::short(src, rule, to) }
    })
}

/// Below this length, to load a register costs more than it saves.
#[cfg(feature = "alloc")]
const TINY: usize = 4;

/// Appends the encoding of a short input.
///
/// # Safety
///
/// `1 <= src.len() <= SHORT`; the vector has room for `short_room(src.len())` bytes.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) unsafe fn encode_append_short(src: &[u8], rule: &EncodeRule, out: &mut Vec<u8>) {
    let (rows, style) = (u128::from_ne_bytes(rule.rows), Style::of(rule));
    settled!(encode_append_short(src, rows, style, out));
}

/// [`encode_append_short`] where no vectors are, or where nobody has looked yet.
///
/// # Safety
///
/// As of [`encode_append_short`].
#[cfg(feature = "alloc")]
#[inline(never)]
unsafe fn encode_append_plainly(src: &[u8], rows: u128, style: Style, out: &mut Vec<u8>) {
    tier::settle();
    // SAFETY: by contract: the plain kernel needs less room, and has initialised what is added.
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        let written = scalar::encode::short(src, &style.rule(rows), to);
        out.set_len(out.len() + written);
    }
}

/// What [`decode_append_short`] needs of room.
#[cfg(feature = "alloc")]
pub(super) const DECODE_ROOM: usize =
    if SHORT > scalar::decode::ROOM { SHORT } else { scalar::decode::ROOM };

/// Appends the decoding of a short input; if a malformed `%` is not to be passed, says so and leaves the
/// vector as it was.
///
/// # Safety
///
/// `1 <= src.len() <= SHORT`; the vector has room for `DECODE_ROOM` bytes.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) unsafe fn decode_append_short(
    src: &[u8],
    lenient: bool,
    plus: bool,
    leave: Option<&Octets>,
    out: &mut Vec<u8>,
) -> bool {
    settled!(decode_append_short(src, lenient, plus, leave, out))
}

/// [`decode_append_short`] where no vectors are, or where nobody has looked yet.
///
/// # Safety
///
/// As of [`decode_append_short`].
#[cfg(feature = "alloc")]
#[inline(never)]
unsafe fn decode_append_plainly(
    src: &[u8],
    lenient: bool,
    plus: bool,
    leave: Option<&Octets>,
    out: &mut Vec<u8>,
) -> bool {
    tier::settle();
    // SAFETY: by contract: the plain kernel needs less room, and has initialised what is added.
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        match scalar::decode::short::<{ !IS_SMALL }>(src, lenient, plus, leave, to) {
            Ok(written) => out.set_len(out.len() + written),
            Err(_) => return false,
        }
    }
    true
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
pub(super) fn well_formed_len(src: &[u8]) -> usize {
    active!(well_formed_len(src), else scalar::decode::well_formed_len(src))
}

#[inline]
pub(super) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
    active!(decoded_len(src, rule), else scalar::decode::decoded_len(src, rule))
}
