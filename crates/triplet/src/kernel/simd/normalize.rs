//! Triplets in their normal form: a triplet whose octet a set keeps becomes that octet, and any other triplet gets digits in
//! upper case.
//!
//! A register is loaded five times, from two bytes before it to two bytes after it. So each lane sees whether a triplet
//! begins in it, and whether it is a digit of a triplet that began before. Digits get upper case in the lane where they stand,
//! so the case needs no carry from one register to the next. Only the digits of decoded triplets are dropped, by the carry that
//! `decode` has too. The input advances by whole registers.
//!
//! The kernel stops at a malformed `%`: the caller decides what may be decoded after it.

use core::mem::MaybeUninit;

use super::decode::{Decoder, keep_and_carry};
use super::{Class, Machine, Vector, first_lanes, readable};
use crate::kernel::scalar;

/// The registers that digits and octets are tested with.
#[derive(Clone, Copy)]
struct Normalizer<V> {
    decoder: Decoder<V>,
    class: Class<V>,
    percent: V,
    before_lower: V,
    /// The bit that makes a letter lower-case, if letters become upper-case; otherwise zero.
    case: V,
}

/// A register in its normal form.
struct Block<V> {
    /// Octets where a triplet to decode begins, digits in their case, bytes as they are elsewhere.
    bytes: V,
    /// One bit for each `%`.
    percent: u64,
    /// One bit for each triplet.
    triplets: u64,
    /// One bit for each triplet to decode.
    decoded: u64,
}

impl<V: Vector> Normalizer<V> {
    #[inline(always)]
    fn of(machine: Machine<V>, rows: &[u8; 16], upper: bool) -> Self {
        Normalizer {
            decoder: Decoder::of(machine, false, None),
            class: Class::of(machine, rows),
            percent: machine.splat(b'%'),
            before_lower: machine.splat(b'a' - 1),
            case: machine.splat(if upper { 0x20 } else { 0 }),
        }
    }

    /// Whether neither a `%` nor a digit of a triplet is in a register.
    #[inline(always)]
    fn is_clean(&self, v: V, place: &Place) -> bool {
        v.equal(self.percent).bits() | place.open == 0
    }

    /// Resolves a register, given the same bytes from two and one before it and from one and two after it.
    #[inline(always)]
    fn block(&self, [second, first, v, high, low]: [V; 5]) -> Block<V> {
        let percent = v.equal(self.percent);
        let (high, low) = (self.decoder.nibble(high), self.decoder.nibble(low));
        let triplets = percent.and(self.decoder.are_digits(high, low));
        let octets = self.decoder.octet(high, low);
        let decoded = triplets.and_not(self.class.encoded(octets));
        // The two bytes after a `%` count as digits, because nothing is written after a malformed `%`.
        let digits = first.equal(self.percent).or(second.equal(self.percent));
        let digits = digits.and(v.greater(self.before_lower)).and(self.case);
        Block {
            bytes: v.and_not(digits).select(octets, decoded),
            percent: percent.bits(),
            triplets: triplets.bits(),
            decoded: decoded.bits(),
        }
    }
}

/// How far the kernel came.
struct Place {
    read: usize,
    written: usize,
    /// The lanes of the next register that are read already.
    carry: u64,
    /// The `%` in the last two lanes of the register before.
    open: u64,
}

/// See [`crate::kernel::normalize_append`]; gives how many bytes were read and written.
///
/// # Safety
///
/// `to` is writable for the length of the input and a register more.
#[inline(always)]
pub(in crate::kernel) unsafe fn normalize<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rows: &[u8; 16],
    upper: bool,
    to: *mut u8,
) -> (usize, usize) {
    // Two bytes must be before a register.
    // SAFETY: there is room for all of the input.
    let (read, written, is_open) = unsafe { scalar::normalize::first_two(src, rows, upper, to) };
    if !is_open {
        return (read, written);
    }
    let normalizer = Normalizer::of(machine, rows, upper);
    let mut place = Place { read, written, carry: 0, open: 0 };
    while src.len() - place.read >= V::LANES + 2 {
        // SAFETY: two bytes are before the place, and a register and two bytes after it; no more was written than
        // read, so there is room for a register.
        unsafe {
            let from = src.as_ptr().add(place.read - 2);
            if !step(&normalizer, |i| V::load(from.add(i)), usize::MAX, &mut place, to) {
                return (place.read, place.written);
            }
        }
    }
    let mut copy = [MaybeUninit::uninit(); 96];
    let start = place.read - 2;
    let p = readable(&src[start..], &mut copy);
    while place.read < src.len() {
        // SAFETY: `readable` gave a place with 96 bytes, or one where they may be read over. Two registers and four bytes are read
        // of them. There is room as above.
        unsafe {
            let from = p.add(place.read - 2 - start);
            let left = src.len() - place.read;
            if !step(&normalizer, |i| V::load_over(from.add(i)), left, &mut place, to) {
                return (place.read, place.written);
            }
        }
    }
    (src.len(), place.written)
}

/// Writes a register in which `left` bytes are input. Returns false if a malformed `%` stopped it. `load` gives the register from two
/// bytes before it on (0) to two bytes after it (4).
///
/// # Safety
///
/// At `place`, `to` is writable for a register.
#[inline(always)]
unsafe fn step<V: Vector>(
    normalizer: &Normalizer<V>,
    load: impl Fn(usize) -> V,
    left: usize,
    place: &mut Place,
    to: *mut u8,
) -> bool {
    let v = load(2);
    if normalizer.is_clean(v, place) {
        // SAFETY: the requirement of this function.
        unsafe { v.store(to.add(place.written)) };
        place.read += left.min(V::LANES);
        place.written += left.min(V::LANES);
        return true;
    }
    let block = normalizer.block([load(0), load(1), v, load(3), load(4)]);
    // Bytes after the end were read too: a triplet that begins in the last two bytes is cut.
    let triplets = block.triplets & first_lanes(left.saturating_sub(2));
    let malformed = block.percent & first_lanes(left) & !triplets;
    let (keep, carry) = keep_and_carry::<V>(block.decoded & triplets, place.carry);
    let count = left.min(malformed.trailing_zeros() as usize);
    // SAFETY: `to` is writable for a register at the place.
    place.written +=
        unsafe { block.bytes.compact(keep & first_lanes(count), to.add(place.written)) };
    place.read += count.min(V::LANES);
    place.carry = carry;
    place.open = block.percent >> (V::LANES - 2);
    malformed == 0
}
