//! What each instruction set gives: the operations of [`Vector`](super::simd::Vector).
//!
//! ```text
//! ssse3    x86-64, 16 bytes, `pshufb`; with POPCNT, which all but the first machines with SSSE3 have
//! avx2     x86-64, 32 bytes
//! avx512   x86-64, 64 bytes, with VBMI2; algorithms of its own
//! neon     AArch64, 16 bytes
//! simd128  WebAssembly, 16 bytes
//! sse2     no tier: two tests for portable code on x86-64
//! ```

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
pub(super) mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod simd128;
#[cfg(target_arch = "x86_64")]
pub(super) mod sse2;
#[cfg(target_arch = "x86_64")]
pub(super) mod ssse3;

/// Whether bytes after the end of an input may be loaded, within its page, by inline assembly.
///
/// Neither Miri nor AddressSanitizer sees what inline assembly reads. With `--cfg triplet_no_over_reads` the last bytes of an
/// input are copied first, as they are under Miri, so that no load reaches beyond the end: `cargo xtask no-over-reads`. AVX-512 still
/// decodes the last bytes by inline assembly, where all bytes that are loaded belong to the input.
///
/// A memory of WebAssembly may end anywhere, and has no pages that a program could reason about.
pub(super) const READS_OVER: bool = !cfg!(any(target_arch = "wasm32", miri, triplet_no_over_reads));

/// The function behind [`Vector::load_over`](super::simd::Vector::load_over): one instruction. Rust cannot read bytes that do not
/// belong to the program, but a processor can. The lanes of those bytes are unspecified.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! load_over {
    ($tier:ident, $register:ty, $class:ident, $instruction:literal) => {
        with_features! { $tier, enable
            /// # Safety
            ///
            /// The caller may read a byte of each page that the bytes are in.
            #[inline]
            unsafe fn load_over(p: *const u8) -> $register {
                let v;
                // SAFETY: the pages can be read, and nothing else happens.
                unsafe {
                    core::arch::asm!(
                        $instruction,
                        p = in(reg) p,
                        v = out($class) v,
                        options(readonly, nostack, preserves_flags),
                    );
                }
                v
            }
        }
    };
}
#[cfg(not(target_arch = "wasm32"))]
use load_over;

/// The value of an intrinsic that touches no memory.
///
/// The obligation of each use is the same, and [`Vector`](super::simd::Vector) meets it: registers
/// exist only on a machine with the instructions of their type.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! instruction {
    ($call:expr) => {{
        // SAFETY: a register of this type exists, so the machine has the instruction; no memory is touched.
        #[allow(unused_unsafe)]
        unsafe {
            $call
        }
    }};
}
#[cfg(not(target_arch = "wasm32"))]
use instruction;

/// Operations of [`Vector`](super::simd::Vector) that are one instruction on two registers: the name and the intrinsic of each.
macro_rules! two_registers {
    ($($name:ident: $intrinsic:ident)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            // SAFETY: registers of this type exist, so the machine has the instruction; no memory is touched.
            #[allow(unused_unsafe)]
            Self(unsafe { $intrinsic(self.0, other.0) })
        }
    )*};
}
use two_registers;
