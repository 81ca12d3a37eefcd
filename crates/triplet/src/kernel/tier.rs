//! Which kernels run: the instruction sets that there are, those that this machine has, and the one that is
//! chosen.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::names::names;

/// Whether small code matters more than the speed of short values and of the first scan of a reference. True in WebAssembly, which
/// is downloaded.
pub(crate) const OPTIMIZE_FOR_SIZE: bool = cfg!(target_family = "wasm");

names! { "tier";
    /// One family of kernels, named after the instruction set that it needs.
    ///
    /// All tiers give the same answers. The best one that the machine has is chosen automatically: on x86-64 at
    /// run time, at the first call (without the feature `std`: at compile time), elsewhere at compile
    /// time.
    ///
    /// ```
    /// use triplet::Tier;
    ///
    /// assert!(Tier::available().contains(&Tier::active()));
    /// println!("this program encodes with {}", Tier::active().name());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    #[repr(u8)]
    pub enum Tier {
        /// Portable code, for every machine.
        Scalar = 1 => "scalar",
        /// x86-64 with SSSE3 and POPCNT: 16 bytes at a time.
        Ssse3 => "ssse3",
        /// x86-64 with AVX2 and POPCNT: 32 bytes at a time.
        Avx2 => "avx2",
        /// x86-64 with AVX-512 F, BW, VL, VBMI and VBMI2, BMI1, BMI2 and POPCNT: 64 bytes at a time. (Intel since Ice
        /// Lake, AMD since Zen 4.)
        Avx512 => "avx512",
        /// AArch64: 16 bytes at a time.
        Neon => "neon",
        /// WebAssembly with 128-bit SIMD: 16 bytes at a time.
        Simd128 => "simd128",
    }
}

/// What [`current`] reads.
///
/// If the tier is chosen at compile time, only [`Tier::force`] writes this variable. So in a program that does not call
/// `force`, a compiler sees that the value is constant, and leaves out all other tiers.
static ACTIVE: AtomicU8 = AtomicU8::new(KNOWN);

const HAS_NEON: bool =
    cfg!(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"));
const HAS_SIMD128: bool = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));

const SCALAR: u8 = Tier::Scalar as u8;
pub(super) const SSSE3: u8 = Tier::Ssse3 as u8;
pub(super) const AVX2: u8 = Tier::Avx2 as u8;
pub(super) const AVX512: u8 = Tier::Avx512 as u8;
pub(super) const NEON: u8 = Tier::Neon as u8;
pub(super) const SIMD128: u8 = Tier::Simd128 as u8;

/// No tier is chosen yet: the value before the first operation, where the tier is chosen at run time.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(super) const UNDETECTED: u8 = 0;

/// The number of the tier in use, or [`UNDETECTED`].
#[inline(always)]
pub(super) fn current() -> u8 {
    ACTIVE.load(Relaxed)
}

#[inline(always)]
pub(super) fn is_avx512() -> bool {
    cfg!(target_arch = "x86_64") && current() == AVX512
}

#[inline(always)]
pub(super) fn is_scalar() -> bool {
    current() == SCALAR
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(super) fn detect() {
    Tier::choose();
}

/// The CPU features of each tier of x86-64. Only this macro lists them. The list goes to another macro, with the rest
/// of its own arguments.
macro_rules! with_features {
    (ssse3, $macro:ident $($rest:tt)*) => { $macro! { ["ssse3" "popcnt"] $($rest)* } };
    (avx2, $macro:ident $($rest:tt)*) => { $macro! { ["avx2" "popcnt"] $($rest)* } };
    // The kernels use the features up to `popcnt`. The features after `popcnt` are those that Rust counts as part of AVX-512.
    (avx512, $macro:ident $($rest:tt)*) => {
        $macro! {
            [
                "avx512vbmi" "avx512vbmi2" "avx512vl" "bmi1" "bmi2" "popcnt"
                "avx512f" "avx512bw" "avx2" "fma" "f16c"
            ]
            $($rest)*
        }
    };
    // A tier that is chosen at compile time needs no list of features.
    (of_the_target, $macro:ident $($rest:tt)*) => { $macro! { [] $($rest)* } };
}
pub(super) use with_features;

/// A function with the features of a tier.
macro_rules! enable {
    ([] $($function:tt)*) => { $($function)* };
    ([$($feature:tt)*] $($function:tt)*) => {
        #[target_feature($(enable = $feature),*)]
        $($function)*
    };
}
pub(super) use enable;

/// Whether this machine has the features of a tier.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! has {
    ([$($feature:tt)*]) => { true $(&& std::is_x86_feature_detected!($feature))* };
}

/// Whether all machines that the program is compiled for have the features of a tier.
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
macro_rules! has {
    ([$($feature:tt)*]) => { cfg!(all(target_arch = "x86_64", $(target_feature = $feature),*)) };
}

/// The best tier, where the compiler knows it.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const KNOWN: u8 = UNDETECTED;
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
const KNOWN: u8 = {
    // Each tier of x86-64 has the ones before it.
    let mut best = SCALAR;
    if with_features!(ssse3, has) {
        best = SSSE3;
    }
    if with_features!(avx2, has) {
        best = AVX2;
    }
    if with_features!(avx512, has) {
        best = AVX512;
    }
    if HAS_NEON {
        best = NEON;
    }
    if HAS_SIMD128 {
        best = SIMD128;
    }
    best
};

impl Tier {
    /// Whether this machine, and this build, can run the tier.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Tier::Scalar => true,
            Tier::Ssse3 => with_features!(ssse3, has),
            Tier::Avx2 => with_features!(avx2, has),
            Tier::Avx512 => with_features!(avx512, has),
            Tier::Neon => HAS_NEON,
            Tier::Simd128 => HAS_SIMD128,
        }
    }

    /// The tiers that this machine can run, from the plainest to the fastest.
    #[must_use]
    pub fn available() -> &'static [Tier] {
        if cfg!(target_arch = "x86_64") {
            // A machine with a tier has the tiers before it.
            const X86: [Tier; 4] = [Tier::Scalar, Tier::Ssse3, Tier::Avx2, Tier::Avx512];
            let count = X86.iter().take_while(|tier| tier.is_available()).count();
            &X86[..count]
        } else if Tier::Neon.is_available() {
            &[Tier::Scalar, Tier::Neon]
        } else if Tier::Simd128.is_available() {
            &[Tier::Scalar, Tier::Simd128]
        } else {
            &[Tier::Scalar]
        }
    }

    /// The tier in use.
    #[must_use]
    #[inline(always)]
    pub fn active() -> Tier {
        match Tier::of(current()) {
            Some(tier) => tier,
            None => Tier::choose(),
        }
    }

    #[inline(always)]
    const fn of(number: u8) -> Option<Tier> {
        match number {
            SCALAR => Some(Tier::Scalar),
            SSSE3 => Some(Tier::Ssse3),
            AVX2 => Some(Tier::Avx2),
            AVX512 => Some(Tier::Avx512),
            NEON => Some(Tier::Neon),
            SIMD128 => Some(Tier::Simd128),
            _ => None,
        }
    }

    #[cold]
    fn choose() -> Tier {
        let available = Tier::available();
        let best = available[available.len() - 1];
        ACTIVE.store(best as u8, Relaxed);
        best
    }

    /// Uses this tier from now on, in the whole process: for tests and measurements. Says whether the
    /// machine has it; if not, nothing changes.
    #[must_use]
    pub fn force(self) -> bool {
        let possible = self.is_available();
        if possible {
            ACTIVE.store(self as u8, Relaxed);
        }
        possible
    }
}
