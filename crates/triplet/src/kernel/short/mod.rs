//! Short values: names and values of forms, segments and parameters. Most have 8 to 64 bytes.
//!
//! A program encodes millions of such values, and reaching a kernel costs more than the kernel's work: a call, a rule that is written
//! to memory and read again, a buffer that may have to grow. So there is one short path for each direction:
//!
//! 1. Up to [`ONE_REGISTER`] bytes: `inline.rs`, portable code that is inlined into the caller. The value is copied as if nothing
//!    changed, and the copy is tested. If something changes, the value is encoded or decoded byte by byte, or by the tier's
//!    function where that is faster.
//! 2. Up to [`LONGEST`] bytes: the tier's function. The function in `vector.rs` copies and tests too, in one to four registers. The
//!    function of AVX-512 decodes without a test: a processor cannot foresee whether something changes, and decoding takes no
//!    longer than going back after a wrong guess.
//!
//! Longer values, and buffers without room, take the functions of `append.rs` and `buffer.rs`.
//!
//! ```text
//! entry.rs    from a caller's value and buffer to `inline` or to the tier: one function for each direction
//! inline.rs   portable code, for all machines
//! vector.rs   the tier's functions over the registers of any instruction set; `arch/avx512/` has its own
//! ```

#[cfg(feature = "alloc")]
mod entry;
pub(super) mod inline;
pub(super) mod vector;

#[cfg(feature = "alloc")]
pub(crate) use entry::{
    ShortText, common_text, decode_append_short, decode_short_text, encode_append_short,
    encode_append_short_called, encode_short, encode_short_room,
};

// All bounds of the short path, each with its rows of `triplet-bench`. Measure a change of a bound on two machines.

/// The longest short value: `short`, all rows. For shorter values than this, the long kernels take longer.
pub(super) const LONGEST: usize = 64;

/// The longest value that two words of eight bytes hold. The words may overlap: `lengths`, 8 to 16 bytes.
pub(super) const ONE_REGISTER: usize = 16;

/// The shortest value that two words of four bytes hold: `lengths`, 1 to 7 bytes. A shorter value is taken byte by byte.
pub(super) const TWO_WORDS: usize = 4;

/// The shortest value that vectors encode faster than a loop: `lengths encode`, 11 to 16 bytes with something to encode. There is no
/// such bound for decoding: up to [`ONE_REGISTER`] bytes only AVX-512 is faster than a loop, at each length.
#[cfg(feature = "alloc")]
const VECTORS_ENCODE: usize = 11;

/// The room for the encoding of a short value: three bytes for each of its own, and what the last store writes after them.
pub(super) const fn encode_room(length: usize) -> usize {
    3 * length + 64
}

/// The room for the decoding of any short value: its own length, and what the last store writes after it.
pub(crate) const DECODE_ROOM: usize = LONGEST + 16;
