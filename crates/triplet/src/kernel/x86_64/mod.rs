//! The tiers of x86-64, and the way into each.
//!
//! ```text
//! sse2    no tier: one test for portable code
//! ssse3   16 bytes, `pshufb`; with POPCNT, which all but the first machines with SSSE3 have
//! avx2    32 bytes
//! avx512  64 bytes, with VBMI2; algorithms of its own
//! ```

pub(super) mod avx2;
pub(super) mod avx512;
pub(super) mod sse2;
pub(super) mod ssse3;

/// The value of an intrinsic, in a file in which this is sound.
///
/// The obligation of each use is the same, and is met by [`Vector`](super::vector::Vector): the values
/// that it works on exist only on a machine with the tier's instructions, and nothing is read or written
/// through a pointer.
macro_rules! instruction {
    ($call:expr) => {{
        // SAFETY: see above.
        unsafe { $call }
    }};
}
use instruction;
