//! Bytes to text: classify, then expand without a branch.
//!
//! Each byte becomes one or three. F is the byte itself, or `%` where it is encoded; H and L are its two digits. The text
//! of a few bytes is a selection from their F, H and L, and a table tells which selection, by the bits of the bytes
//! to encode: 8 shuffles for four bytes, or 128 for eight. (The last byte has no bit in the table. The digits of the last byte come last, so
//! each row has them.)
//!
//! ```text
//! bytes      a  /  b  c          to encode: 0 1 0 0
//! F H L      a % b c   6 2 6 6   1 F 2 3
//! shuffle 2  F0 F1 H1 L1 F2 F3
//! text       a  %  2  F  b  c
//! ```
//!
//! A shuffle is stored whole, and the place advances by the bytes that count, so that the next store overwrites the rest.
//! The places come from population counts of the bits, which are all known before the first store, so no group waits
//! for another.
//!
//! Text of one kind is common, so one branch tests four registers. If all bytes are kept, the registers are copied. If all are
//! encoded, three streams are interleaved. Otherwise the registers are expanded. A branch for fewer registers costs more than
//! it saves when the data is mixed.
//!
//! Text with few encoded bytes is common as well. Selecting the place of each byte is wasted on such text, so there is a separate
//! path, which the module `sparse` describes.

use core::mem::MaybeUninit;

use super::place::EncodePlace;
use super::sparse::{Density, slots};
use super::{Class, Machine, Vector, first_lanes, readable, replaced};
use crate::kernel::out_of_line::OutOfLine;
use crate::kernel::rule::EncodeRule;
use crate::kernel::short::encode_room;
use crate::kernel::{scalar, table};

/// A rule in registers.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Encoder<V> {
    class: Class<V>,
    digits: V,
    percent: V,
    nibble: V,
    /// Whether a space is written `+`. A branch that always goes the same way costs less than a second copy of the algorithms.
    plus: bool,
}

impl<V: Vector> Encoder<V> {
    #[inline(always)]
    pub(in crate::kernel) fn of(machine: Machine<V>, rule: &EncodeRule) -> Self {
        Encoder {
            class: Class::of_rule(machine, rule),
            digits: machine.table(if rule.lower { table::LOWER } else { table::UPPER }),
            percent: machine.splat(b'%'),
            nibble: machine.splat(15),
            plus: rule.plus,
        }
    }

    /// What is written for kept bytes.
    #[inline(always)]
    fn kept(&self, v: V) -> V {
        if !self.plus {
            return v;
        }
        let machine = Machine::of(v);
        v.select(machine.splat(b'+'), v.equal(machine.splat(b' ')))
    }

    #[inline(always)]
    fn digits(&self, v: V) -> (V, V) {
        (v.high_nibbles().look_up(self.digits), v.and(self.nibble).look_up(self.digits))
    }

    /// Writes the text of one register; lanes that are not in `valid` count as kept.
    ///
    /// # Safety
    ///
    /// `to` is writable for `2 * V::LANES` bytes and two more for each byte that becomes a triplet.
    #[inline(always)]
    unsafe fn expand(&self, v: V, encoded: V, valid: u64, to: *mut u8) -> usize {
        let (high, low) = self.digits(v);
        let first = v.select(self.percent, encoded);
        // SAFETY: `to` is writable for what the lanes and triplets become.
        unsafe { V::expand(first, high, low, encoded.bits() & valid, to) }
    }

    /// Writes the text of a register, by overlapping stores if it has few changes (see `sparse`).
    ///
    /// # Safety
    ///
    /// `from` is readable for `2 * V::LANES + 1` bytes, and `to` is writable for `4 * V::LANES`.
    #[inline(always)]
    unsafe fn sparse<const PLUS: bool>(&self, lower: bool, from: *const u8, to: *mut u8) -> usize {
        // SAFETY: a place is at most `LANES`, so a register after it ends within `2 * LANES + 1` bytes; what is written ends at most three
        // bytes for each slot after the second register.
        unsafe {
            let kept = |v: V| if PLUS { self.kept(v) } else { v };
            let v = V::load(from);
            let encoded = self.class.encoded(v);
            let mut rest = encoded.bits();
            let count = rest.count_ones() as usize;
            if count > slots(V::LANES) {
                return self.expand(kept(v), encoded, !0, to);
            }
            kept(v).store(to);
            let mut to = to;
            for _ in 0..slots(V::LANES) {
                let place = (rest | 1 << V::LANES).trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                let word = table::triplet_word(*from.add(place), lower);
                to.add(place).cast::<[u8; 4]>().write_unaligned(word.to_le_bytes());
                let follows = V::load(from.add(place + 1));
                kept(follows).store(to.add(place + 3));
                to = to.add(2);
            }
            V::LANES + 2 * count
        }
    }

    /// Writes the text of the first lanes of a register, which is often as it is.
    ///
    /// # Safety
    ///
    /// `to` is writable for `2 * V::LANES + 2 * count` bytes.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn encode_lanes(&self, v: V, count: usize, to: *mut u8) -> usize {
        let encoded = self.class.encoded(v);
        let valid = first_lanes(count);
        // SAFETY: `to` is writable for two registers and two bytes for each of `count` lanes.
        unsafe {
            if encoded.bits() & valid == 0 {
                self.kept(v).store(to);
                return count;
            }
            // Each lane that is not valid writes one byte.
            self.expand(self.kept(v), encoded, valid, to) - (V::LANES - count)
        }
    }
}

/// Encodes as many whole bytes as fit. Returns the number of bytes read and the number of bytes written.
///
/// `dst[..written]` is initialised afterwards.
#[inline(always)]
pub(in crate::kernel) fn encode<V: OutOfLine>(
    machine: Machine<V>,
    src: &[u8],
    rule: &EncodeRule,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    let encoder = Encoder::of(machine, rule);
    let p = src.as_ptr();
    let out = dst.as_mut_ptr().cast::<u8>();
    let (mut read, mut written) = (0, 0);
    let mut copy = [MaybeUninit::<V>::uninit(); 4];
    loop {
        let mut found = 0;
        // Four registers become at most twelve, and the last store may write one more.
        while src.len() - read >= 4 * V::LANES && dst.len() - written >= 13 * V::LANES {
            // SAFETY: four registers are left to read, and thirteen to write.
            unsafe {
                // The registers are loaded again where they are needed again: a compiler keeps an array of registers in memory.
                let from = p.add(read);
                let class = |k: usize| encoder.class.encoded(V::load(from.add(k * V::LANES)));
                let (e0, e1, e2, e3) = (class(0), class(1), class(2), class(3));
                let any = e0.or(e1).or(e2.or(e3));
                let all = e0.and(e1).and(e2.and(e3));
                let from =
                    if rule.plus { replaced(machine, from, b' ', b'+', &mut copy) } else { from };
                let at = |k: usize| V::load(from.add(k * V::LANES));
                let to = out.add(written);
                if any.bits() == 0 {
                    at(0).store(to);
                    at(1).store(to.add(V::LANES));
                    at(2).store(to.add(2 * V::LANES));
                    at(3).store(to.add(3 * V::LANES));
                    written += 4 * V::LANES;
                } else if all.bits() == first_lanes(V::LANES) {
                    for k in 0..4 {
                        let (high, low) = encoder.digits(at(k));
                        V::expand_all(high, low, to.add(3 * k * V::LANES));
                    }
                    written += 12 * V::LANES;
                } else {
                    let before = written;
                    written += encoder.expand(at(0), e0, !0, to);
                    written += encoder.expand(at(1), e1, !0, out.add(written));
                    written += encoder.expand(at(2), e2, !0, out.add(written));
                    written += encoder.expand(at(3), e3, !0, out.add(written));
                    let changes = (written - before) / 2 - 2 * V::LANES;
                    let is_sparse = V::HAS_SPARSE && Density::may_be_sparse(changes, V::LANES);
                    if is_sparse && src.len() - read >= Density::WORTH {
                        // The call is outside this loop, because a call clobbers the registers of the loop.
                        found = changes;
                        read += 4 * V::LANES;
                        break;
                    }
                }
            }
            read += 4 * V::LANES;
        }
        if found == 0 {
            break;
        }
        // SAFETY: the machine has the instructions of `V`; the room is `dst`, and the place is within it.
        (read, written) =
            unsafe { V::encode_sparse(src, rule, (out, dst.len()), (read, written), found) };
    }
    while src.len() - read >= V::LANES && dst.len() - written >= 4 * V::LANES {
        // SAFETY: a register is left to read, and four to write.
        unsafe {
            let v = V::load(p.add(read));
            written +=
                encoder.expand(encoder.kept(v), encoder.class.encoded(v), !0, out.add(written));
        }
        read += V::LANES;
    }
    while read < src.len() {
        let left = &src[read..src.len().min(read + V::LANES)];
        let mut text = [MaybeUninit::<u8>::uninit(); encode_room(32)];
        let fits = dst.len() - written >= encode_room(V::LANES);
        let to = if fits { out.wrapping_add(written) } else { text.as_mut_ptr().cast() };
        // SAFETY: `left` is not empty and has at most a register, which has at most 32 bytes; `to` is writable for the room of
        // as many, either in `dst` or in `text`.
        let length = unsafe { encode_last_register(left, &encoder, to) };
        if !fits {
            if dst.len() - written < length {
                return scalar::encode::encode_from(src, rule, dst, read, written);
            }
            dst[written..written + length].copy_from_slice(&text[..length]);
        }
        read += left.len();
        written += length;
    }
    (read, written)
}

/// Continues to encode while the text is sparse (see the module of that name), into the room at an address. The
/// last four registers had this number of changes.
///
/// # Safety
///
/// The room is writable, and the place is within it and within `src`.
#[inline(always)]
pub(in crate::kernel) unsafe fn sparse<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rule: &EncodeRule,
    room: (*mut u8, usize),
    place: EncodePlace,
    changes: usize,
) -> EncodePlace {
    // SAFETY: the requirements are those of this function.
    unsafe {
        if rule.plus {
            sparse_with::<V, true>(machine, src, rule, room, place, changes)
        } else {
            sparse_with::<V, false>(machine, src, rule, room, place, changes)
        }
    }
}

/// # Safety
///
/// The requirements of [`sparse`].
#[inline(always)]
unsafe fn sparse_with<V: Vector, const PLUS: bool>(
    machine: Machine<V>,
    src: &[u8],
    rule: &EncodeRule,
    (to, room): (*mut u8, usize),
    (mut read, mut written): EncodePlace,
    changes: usize,
) -> EncodePlace {
    let encoder = Encoder::of(machine, rule);
    let from = src.as_ptr();
    let mut density = Density::of(changes);
    // Four registers become at most twelve, and the last store may write one more.
    while density.is_sparse(V::LANES)
        && src.len() - read > 5 * V::LANES
        && room - written >= 13 * V::LANES
    {
        let before = written;
        for k in 0..4 {
            // SAFETY: five registers and a byte are left to read, and thirteen registers to write.
            written += unsafe {
                encoder.sparse::<PLUS>(rule.lower, from.add(read + k * V::LANES), to.add(written))
            };
        }
        density.count((written - before) / 2 - 2 * V::LANES);
        read += 4 * V::LANES;
    }
    (read, written)
}

/// Encodes at most a register, and at least a byte.
///
/// # Safety
///
/// `to` is writable for `2 * V::LANES + 2 * src.len()` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_last_register<V: Vector>(
    src: &[u8],
    encoder: &Encoder<V>,
    to: *mut u8,
) -> usize {
    let mut copy = [MaybeUninit::uninit(); 32];
    let p = readable(src, &mut copy);
    // SAFETY: `readable` gave a place with 32 bytes, or one where they may be read over. `to` is writable for what `encode_lanes`
    // requires.
    unsafe { encoder.encode_lanes(V::load_over(p), src.len(), to) }
}
