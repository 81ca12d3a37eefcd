//! The functions of [`OutOfLine`] for the register of each tier.

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use super::arch::neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::arch::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::arch::{avx2::Avx2, ssse3::Ssse3};
use super::out_of_line::OutOfLine;
use super::rule::{ByteSet, EncodeRule, Style};
use super::short;
use super::simd::place::{DecodePlace, EncodePlace};
use super::simd::{self, Machine};
use super::tier::{enable, with_features};

/// Makes the macro `of_tier!`: an implementation of [`OutOfLine`] for the register of a tier.
///
/// Rust applies `inline(never)` of a function with CPU features only to calls from functions that have the same features. So each
/// function here is without features, and passes its arguments on to an inner function that has the features.
macro_rules! calls {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty { $($function:ident)::+ })*) => {
        macro_rules! of_tier {
            ($register:ty, $tier:ident) => {
                impl OutOfLine for $register {$(
                    #[inline(never)]
                    unsafe fn $name($($argument: $type),*) -> $result {
                        with_features! { $tier, enable
                            unsafe fn within($($argument: $type),*) -> $result {
                                // SAFETY: the requirements are those of the function around it.
                                unsafe { $($function)::+(Machine::<$register>::new(), $($argument),*) }
                            }
                        }
                        // SAFETY: the machine has the instructions of the register, and the arguments are passed on.
                        unsafe { within($($argument),*) }
                    }
                )*}
            };
        }
    };
}

calls! {
    fn encode_sparse(
        src: &[u8],
        rule: &EncodeRule,
        room: (*mut u8, usize),
        place: EncodePlace,
        changes: usize,
    ) -> EncodePlace {
        simd::encode::sparse
    }

    fn decode_triplets(
        src: (*const u8, usize),
        dst: (*mut u8, usize),
        place: DecodePlace,
    ) -> DecodePlace {
        simd::decode::triplets
    }

    fn encode_mixed_up_to_64(src: &[u8], rows: u128, style: Style, to: *mut u8) -> usize {
        short::vector::encode_mixed_up_to_64
    }

    fn decode_mixed_up_to_64(
        src: &[u8],
        lenient: bool,
        plus: bool,
        kept: Option<&ByteSet>,
        to: *mut u8,
    ) -> Option<usize> {
        short::vector::decode_mixed_up_to_64
    }
}

#[cfg(target_arch = "x86_64")]
of_tier!(Ssse3, ssse3);
#[cfg(target_arch = "x86_64")]
of_tier!(Avx2, avx2);
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
of_tier!(Neon, of_the_target);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
of_tier!(Simd128, of_the_target);
