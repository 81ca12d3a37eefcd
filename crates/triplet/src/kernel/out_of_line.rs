//! The parts of the algorithms that each tier calls. Inlined, these parts would need the registers that
//! their callers have in use. `calls.rs` implements the trait for each tier.

use super::rule::{ByteSet, EncodeRule, Style};
use super::simd::Vector;
use super::simd::place::{DecodePlace, EncodePlace};

/// # Safety of the functions
///
/// The machine has the instructions of this register. The other requirements are those of the function that
/// `calls.rs` names in the function's row.
pub(super) trait OutOfLine: Vector {
    unsafe fn encode_sparse(
        src: &[u8],
        rule: &EncodeRule,
        room: (*mut u8, usize),
        place: EncodePlace,
        changes: usize,
    ) -> EncodePlace;

    unsafe fn decode_triplets(
        src: (*const u8, usize),
        dst: (*mut u8, usize),
        place: DecodePlace,
    ) -> DecodePlace;

    unsafe fn encode_mixed_up_to_64(src: &[u8], rows: u128, style: Style, to: *mut u8) -> usize;

    unsafe fn decode_mixed_up_to_64(
        src: &[u8],
        lenient: bool,
        plus: bool,
        kept: Option<&ByteSet>,
        to: *mut u8,
    ) -> Option<usize>;
}
