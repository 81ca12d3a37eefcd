//! Short values over the registers of any instruction set.
//!
//! Most short values do not change. So a value is copied first. Only if the copy is not the result, a function that is not
//! inlined encodes or decodes the value.

use super::{LONGEST, encode_room};
use crate::kernel::out_of_line::OutOfLine;
use crate::kernel::rule::{ByteSet, Style, decode_events};
use crate::kernel::simd::decode::{Decoder, decode_rest};
use crate::kernel::simd::encode::{Encoder, encode_last_register};
use crate::kernel::simd::search::{Either, Test};
use crate::kernel::simd::{Change, Machine, Vector, first_lanes, reads_over};
use crate::kernel::tier::OPTIMIZE_FOR_SIZE;

/// Encodes a short value, and returns the length of the result.
///
/// # Safety
///
/// `1 <= src.len() <= LONGEST`; `to` is writable for
/// `encode_room(src.len())` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_up_to_64<V: OutOfLine>(
    machine: Machine<V>,
    src: &[u8],
    rows: u128,
    style: Style,
    to: *mut u8,
) -> usize {
    // SAFETY: length, room and instructions are those of this function.
    unsafe {
        if !OPTIMIZE_FOR_SIZE
            && copy_unmarked::<V, _, true>(src, Change::of(machine, &style.rule(rows)), to)
        {
            return src.len();
        }
        V::encode_mixed_up_to_64(src, rows, style, to)
    }
}

/// Copies a short value if a test marks none of its bytes. Returns whether the copy is complete. The answer may be false if the value ends near the end of a
/// page. With `EARLY`, no register is tested after the first one with a mark. This pays for a long test, such as that of a
/// set.
///
/// # Safety
///
/// `1 <= src.len() <= LONGEST`; `to` is writable for `LONGEST` bytes.
#[inline(always)]
unsafe fn copy_unmarked<V: Vector, T: Test<V>, const EARLY: bool>(
    src: &[u8],
    test: T,
    to: *mut u8,
) -> bool {
    let length = src.len();
    let from = src.as_ptr();
    if length <= V::LANES {
        // There is no call here, not even a cold one: a call would have to save registers.
        if !reads_over(from, 32) {
            return false;
        }
        // SAFETY: 32 bytes may be read over, and there is room for more than a register.
        unsafe {
            let v = V::load_over(from);
            let found = test.marks(v).bits() & first_lanes(length);
            if found == 0 {
                v.store(to);
            }
            return found == 0;
        }
    }
    // The last registers end with the value, and may overlap. Always as many registers: how many are needed cannot be foreseen.
    let last = length - V::LANES;
    let mut found = 0;
    for at in (0..LONGEST).step_by(V::LANES) {
        let at = last.min(at);
        // SAFETY: a register is left at `at`, and there is room for as many bytes.
        unsafe {
            let v = V::load(from.add(at));
            found |= test.marks(v).bits();
            if EARLY && found != 0 {
                return false;
            }
            v.store(to.add(at));
        }
    }
    found == 0
}

/// [`encode_up_to_64`] of a value with bytes to encode.
///
/// # Safety
///
/// The requirements of [`encode_up_to_64`].
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_mixed_up_to_64<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rows: u128,
    style: Style,
    to: *mut u8,
) -> usize {
    debug_assert!((1..=LONGEST).contains(&src.len()));
    // The last register, of `n` bytes, needs `2 * n + 2 * V::LANES` bytes of room.
    const { assert!(2 * V::LANES <= encode_room(0)) };
    let encoder = Encoder::of(machine, &style.rule(rows));
    let mut read = 0;
    let mut written = 0;
    while src.len() - read > V::LANES {
        // SAFETY: a register is left to read. Before the last, partial one, `3 * read` bytes are written at
        // most; a register writes at most three times its lanes and one more.
        unsafe {
            let v = V::load(src.as_ptr().add(read));
            written += encoder.encode_lanes(v, V::LANES, to.add(written));
        }
        read += V::LANES;
    }
    // SAFETY: `n` bytes are left, at least one and at most a register: `2 * n + 2 * LANES` is at most
    // `3 * n + 64`.
    written + unsafe { encode_last_register(&src[read..], &encoder, to.add(written)) }
}

/// Decodes a short value, and returns the length of the result; `None` if a malformed `%` stops it.
///
/// The fields of a rule are separate parameters, so that they stay in registers.
///
/// # Safety
///
/// `1 <= src.len() <= LONGEST`; `to` is writable for `LONGEST` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_up_to_64<V: OutOfLine>(
    machine: Machine<V>,
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    to: *mut u8,
) -> Option<usize> {
    // SAFETY: length, room and instructions are those of this function.
    unsafe {
        let events = Either::of(machine, decode_events(plus));
        if copy_unmarked::<V, _, false>(src, events, to) {
            return Some(src.len());
        }
        V::decode_mixed_up_to_64(src, lenient, plus, kept, to)
    }
}

/// [`decode_up_to_64`] of a value with triplets to decode, or `+`.
///
/// # Safety
///
/// The requirements of [`decode_up_to_64`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_mixed_up_to_64<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    to: *mut u8,
) -> Option<usize> {
    let decoder = Decoder::of(machine, plus, kept);
    // SAFETY: `to` is writable for the value, rounded up to whole registers.
    unsafe {
        match kept {
            None => decode_rest::<V, false>(src, lenient, &decoder, 0, to),
            Some(_) => decode_rest::<V, true>(src, lenient, &decoder, 0, to),
        }
    }
}
