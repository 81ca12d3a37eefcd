//! Text to bytes: find all triplets of a register at once, then drop the digits.
//!
//! A triplet can be read without knowing what comes before it, because a hexadecimal digit is never a `%`.
//!
//! ```text
//! v        a  %  4  1  b  %  4  2       the register
//! v1       %  4  1  b  %  4  2  …       the same from one byte further on: the high digits
//! v2       4  1  b  %  4  2  …  …       from two bytes further on: the low digits
//! triplet  .  x  .  .  .  x  .  .       `%` in v, digits in v1 and v2
//! octet    .  A  .  .  .  B  .  .       made from the two digits, in that lane
//! drop     .  .  x  x  .  .  x  x       the two lanes after each triplet
//! result   a  A  b  B                   the lanes that are kept, moved together
//! ```
//!
//! 1. Load the register three times, and compute the values of the digits by arithmetic.
//! 2. Put the octet into the lane of the `%`.
//! 3. Move the lanes that are kept together, by a shuffle for each eight lanes, and store them.
//!
//! A triplet that crosses the border of two registers leaves up to two lanes to drop in the next: the *carry*. The input
//! advances by whole registers, never by an amount that the data decides, so that a processor can begin the next
//! register before this one is done.
//!
//! Text outside ASCII is only triplets, and then no lane has to be found: three registers are read as a third of
//! their bytes each (signs, high digits and low digits) and become one register of octets.
//!
//! A register is loaded before anything of it is stored, and a store never reaches beyond the register's end in the input;
//! so the same code decodes a buffer into itself. In strict decoding, the portable code takes over at a malformed `%`,
//! before anything of its register is stored.

use core::mem::MaybeUninit;

use super::place::DecodePlace;
use super::{COLUMNS, Machine, Vector, first_lanes, readable, replaced};
use crate::kernel::out_of_line::OutOfLine;
use crate::kernel::rule::{ByteSet, DecodeRule, Decoded, End};
use crate::kernel::scalar;

/// A rule in registers.
///
/// The parameter `KEEP` of a function says that the rule may keep triplets.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Decoder<V> {
    percent: V,
    fifteen: V,
    zero: V,
    digits: [V; 3],
    letters: [V; 3],
    /// Whether `+` is read as a space. A branch that always goes the same way costs less than a second copy of the algorithms.
    plus: bool,
    kept: Option<[V; 4]>,
}

/// A register with its triplets resolved.
struct Block<V> {
    /// The octet in the lane of a `%` that begins a triplet, the byte itself elsewhere.
    bytes: V,
    /// One bit for each triplet to decode.
    triplets: u64,
    /// One bit for each malformed `%`.
    malformed: u64,
}

impl<V: Vector> Decoder<V> {
    #[inline(always)]
    pub(in crate::kernel) fn of(machine: Machine<V>, plus: bool, kept: Option<&ByteSet>) -> Self {
        const UPPER_HALF: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
        Decoder {
            percent: machine.splat(b'%'),
            fifteen: machine.splat(15),
            zero: machine.splat(0),
            digits: [machine.splat(0xFF - b'9'), machine.splat(6), machine.splat(16)],
            letters: [machine.splat(0xDF), machine.splat(b'A'.wrapping_neg()), machine.splat(10)],
            plus,
            kept: kept.map(|ByteSet { low, high, .. }| {
                let of_all = [machine.table(&COLUMNS), machine.table(&UPPER_HALF)];
                [machine.table(low), machine.table(high), of_all[0], of_all[1]]
            }),
        }
    }

    /// The values of hexadecimal digits; of all other bytes something above 15.
    ///
    /// Both halves are computed for every lane, and the smaller one counts:
    ///
    /// ```text
    ///               add 0xC6      subtract 6, not below 0    add 16
    /// '0' … '9'     0xF6 … 0xFF   0xF0 … 0xF9                0x00 … 0x09
    /// above '9'     0x00 …        0x00 … 0xBF                0x10 …
    /// below '0'     … 0xF5        … 0xEF                     … 0xFF
    ///
    ///               and 0xDF      subtract 'A'               add 10, not above 0xFF
    /// 'A' … 'f'     'A' … 'F'     0x00 … 0x05                0x0A … 0x0F
    /// other bytes                 at least 0x06              at least 0x10
    /// ```
    #[inline(always)]
    pub(super) fn nibble(&self, v: V) -> V {
        let [up, lost, ten] = self.digits;
        let digit = v.add(up).sub_saturating(lost).add(ten);
        let [upper, down, values] = self.letters;
        digit.min(v.and(upper).add(down).add_saturating(values))
    }

    /// 0xFF where both are values of digits.
    #[inline(always)]
    pub(super) fn are_digits(&self, high: V, low: V) -> V {
        high.or(low).sub_saturating(self.fifteen).equal(self.zero)
    }

    /// Of two digits in each lane.
    #[inline(always)]
    pub(super) fn octet(&self, high: V, low: V) -> V {
        high.and(self.fifteen).nibbles_up().or(low)
    }

    /// 0xFF for each octet whose triplet is kept.
    #[inline(always)]
    fn are_kept(&self, octets: V, [low, high, lower_half, upper_half]: [V; 4]) -> V {
        let row = octets.and(self.fifteen);
        let column = octets.high_nibbles();
        let in_low = row.look_up(low).and(column.look_up(lower_half));
        let in_high = row.look_up(high).and(column.look_up(upper_half));
        self.zero.equal(in_low.or(in_high).equal(self.zero))
    }

    /// `+` as a space, if it is read so.
    #[inline(always)]
    fn plus_resolved(&self, v: V) -> V {
        if !self.plus {
            return v;
        }
        let machine = Machine::of(v);
        v.select(machine.splat(b' '), v.equal(machine.splat(b'+')))
    }

    /// Resolves a register, given the same bytes from one and from two bytes further on, and what is written where there is no
    /// triplet.
    #[inline(always)]
    fn block<const KEEP: bool>(&self, v: V, v1: V, v2: V, text: V) -> Block<V> {
        let percent = v.equal(self.percent);
        let (high, low) = (self.nibble(v1), self.nibble(v2));
        let mut triplets = percent.and(self.are_digits(high, low));
        let malformed = percent.bits() & !triplets.bits();
        let octets = self.octet(high, low);
        if KEEP && let Some(kept) = self.kept {
            triplets = triplets.and_not(self.are_kept(octets, kept));
        }
        Block { bytes: text.select(octets, triplets), triplets: triplets.bits(), malformed }
    }
}

/// The lanes of a register to keep, and the carry into the next.
#[inline(always)]
pub(super) fn keep_and_carry<V: Vector>(triplets: u64, carry: u64) -> (u64, u64) {
    let dropped = triplets << 1 | triplets << 2 | carry;
    // A register has at most 32 lanes, so the shifts do not lose the carry.
    (!dropped & first_lanes(V::LANES), dropped >> V::LANES)
}

/// Decodes as much as fits, from `src` to `dst`. Both may be the same place, or `dst` may be before `src` in the
/// same buffer.
///
/// `dst[..written]` is initialised afterwards. Where a malformed `%` stopped it, nothing was written at
/// its place or after it.
///
/// # Safety
///
/// `src` is readable for `length` bytes and `dst` writable for `room`, and if they overlap, `dst` is not after `src`.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode<V: OutOfLine>(
    machine: Machine<V>,
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
) -> Decoded {
    if let Some(kept) = &rule.kept {
        // SAFETY: the requirements are those of this function.
        return unsafe { (kept.decode)(src, length, rule, dst, room) };
    }
    let decoder = Decoder::of(machine, rule.plus, None);
    let mut place = DecodePlace { read: 0, written: 0, carry: 0 };
    let lanes = V::LANES;
    let mut copy = [MaybeUninit::<V>::uninit(); 4];
    'all: loop {
        let mut is_all = false;
        // The last register of four is read again two bytes further on.
        while length - place.read >= 4 * lanes + 2 && room - place.written >= 4 * lanes {
            // SAFETY: four registers and two bytes are left to read, and four registers to write.
            unsafe {
                let from = src.add(place.read);
                // Loaded again where they are needed again: a compiler keeps an array of registers in memory.
                let at = |k: usize| V::load(from.add(k * lanes));
                let events = if decoder.plus {
                    any(from, |v: V| v.equal(decoder.percent).or(v.equal(machine.splat(b'+'))))
                } else {
                    any(from, |v: V| v.equal(decoder.percent))
                };
                if events.bits() | place.carry == 0 {
                    let to = dst.add(place.written);
                    let (v0, v1, v2, v3) = (at(0), at(1), at(2), at(3));
                    v0.store(to);
                    v1.store(to.add(lanes));
                    v2.store(to.add(2 * lanes));
                    v3.store(to.add(3 * lanes));
                    place.read += 4 * lanes;
                    place.written += 4 * lanes;
                    continue;
                }
                let before = place.written;
                let text =
                    if rule.plus { replaced(machine, from, b'+', b' ', &mut copy) } else { from };
                // The steps are written out. A loop that the compiler does not unroll takes a tenth longer.
                let mut next = |k: usize| {
                    let text = V::load(text.add(k * lanes));
                    step::<V, false>(src, text, rule.lenient, &decoder, &mut place, dst)
                };
                if !(next(0) && next(1) && next(2) && next(3)) {
                    break 'all;
                }
                if place.written - before <= 4 * lanes / 3 + 1 {
                    // The text is only triplets. The call is outside this loop, because a call clobbers the registers of the loop.
                    is_all = true;
                    break;
                }
            }
        }
        if !is_all {
            break;
        }
        // SAFETY: `src`, `dst` and the place are those of this function.
        place = unsafe { V::decode_triplets((src, length), (dst, room), place) };
    }
    // SAFETY: the requirements are those of this function.
    unsafe { finish::<V, false>(src, length, rule, dst, room, &decoder, place) }
}

/// [`decode`] under a rule that keeps triplets. This is rarer, so it is compiled for one register at a time.
///
/// # Safety
///
/// The requirements of [`decode`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_keeping<V: Vector>(
    machine: Machine<V>,
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
) -> Decoded {
    let place = DecodePlace { read: 0, written: 0, carry: 0 };
    let decoder = Decoder::of(machine, rule.plus, rule.kept.as_ref());
    // SAFETY: the requirements are those of this function.
    unsafe { finish::<V, true>(src, length, rule, dst, room, &decoder, place) }
}

/// [`decode`] from a place on, one register at a time.
///
/// # Safety
///
/// The requirements of [`decode`], which has reached the place.
#[inline(always)]
unsafe fn finish<V: Vector, const KEEP: bool>(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
    decoder: &Decoder<V>,
    mut place: DecodePlace,
) -> Decoded {
    let lanes = V::LANES;
    while length - place.read >= lanes + 2 && room - place.written >= lanes {
        // SAFETY: a register and two bytes are left to read, and a register to write.
        let is_done = unsafe {
            let text = decoder.plus_resolved(V::load(src.add(place.read)));
            step::<V, KEEP>(src, text, rule.lenient, decoder, &mut place, dst)
        };
        if !is_done {
            break;
        }
    }
    // At most a register and a byte are left, unless there is no room or a malformed `%`.
    if length - place.read < lanes + 2 && place.read_all() < length {
        let mut text = [MaybeUninit::<u8>::uninit(); 64];
        let to = text.as_mut_ptr().cast::<u8>();
        // SAFETY: what is left is readable, and becomes at most two registers, of at most 32 bytes each.
        unsafe {
            let left = core::slice::from_raw_parts(src.add(place.read), length - place.read);
            let tail = decode_rest::<V, KEEP>(left, rule.lenient, decoder, place.carry, to);
            if let Some(written) = tail
                && written <= room - place.written
            {
                dst.add(place.written).copy_from_nonoverlapping(to, written);
                let written = place.written + written;
                return Decoded { read: length, written, end: End::Input };
            }
        }
    }
    let read = place.read_all().min(length);
    // SAFETY: `src` and `dst` are those of this function, and the place is within both.
    unsafe { scalar::decode::resume_after(src, length, rule, dst, room, read, place.written) }
}

/// Continues to decode while the text is only triplets.
///
/// From where a triplet begins, three registers are read as a third of its bytes each: what should be `%`, what should
/// be high digits, and what should be low ones. Where all are, they become a register of octets.
///
/// # Safety
///
/// The requirements of [`decode`], which has reached the place.
#[inline(always)]
pub(in crate::kernel) unsafe fn triplets<V: Vector>(
    machine: Machine<V>,
    (src, length): (*const u8, usize),
    (dst, room): (*mut u8, usize),
    mut place: DecodePlace,
) -> DecodePlace {
    let decoder = Decoder::of(machine, false, None);
    let begin = place.read_all();
    let (mut read, mut written) = (begin, place.written);
    while length - read >= 3 * V::LANES && room - written >= V::LANES {
        // SAFETY: three registers are left to read and one to write, and they are read before it is written.
        unsafe {
            let [percent, high, low] = V::load_thirds(src.add(read));
            let (high, low) = (decoder.nibble(high), decoder.nibble(low));
            let triplets = percent.equal(decoder.percent).and(decoder.are_digits(high, low));
            if triplets.bits() != first_lanes(V::LANES) {
                break;
            }
            decoder.octet(high, low).store(dst.add(written));
        }
        read += 3 * V::LANES;
        written += V::LANES;
    }
    if read > begin {
        place = DecodePlace { read, written, carry: 0 };
    }
    place
}

/// The lanes that a test marks in one of four registers.
///
/// # Safety
///
/// `from` is readable for four registers.
#[inline(always)]
unsafe fn any<V: Vector>(from: *const u8, marks: impl Fn(V) -> V) -> V {
    // SAFETY: the requirements are those of this function.
    let at = |k: usize| unsafe { V::load(from.add(k * V::LANES)) };
    marks(at(0)).or(marks(at(1))).or(marks(at(2)).or(marks(at(3))))
}

/// Decodes a register. Returns whether it did; if a malformed `%` stops it, nothing has changed.
///
/// `text` is what is written where there is no triplet.
///
/// # Safety
///
/// At `place`, `src` is readable for a register and two bytes, and `dst` is writable for a register.
#[inline(always)]
unsafe fn step<V: Vector, const KEEP: bool>(
    src: *const u8,
    text: V,
    lenient: bool,
    decoder: &Decoder<V>,
    place: &mut DecodePlace,
    dst: *mut u8,
) -> bool {
    // SAFETY: a register and two bytes are readable, and loaded before a register is stored.
    unsafe {
        let from = src.add(place.read);
        let (v, v1, v2) = (V::load(from), V::load(from.add(1)), V::load(from.add(2)));
        let block = decoder.block::<KEEP>(v, v1, v2, text);
        if block.malformed != 0 && !lenient {
            return false;
        }
        let (keep, carry) = keep_and_carry::<V>(block.triplets, place.carry);
        place.written += block.bytes.compact(keep, dst.add(place.written));
        place.carry = carry;
    }
    place.read += V::LANES;
    true
}

/// 0xFF in the first lanes.
#[inline(always)]
fn first_mask<V: Vector>(_: Machine<V>, count: usize) -> V {
    static SLIDE: [u8; 64] = {
        let mut slide = [0; 64];
        let mut i = 0;
        while i < 32 {
            slide[i] = 0xFF;
            i += 1;
        }
        slide
    };
    // SAFETY: at most 32 lanes are read, from place 32 or before.
    unsafe { V::load(SLIDE.as_ptr().add(32 - count.min(32))) }
}

/// Decodes the rest of an input, at most 64 bytes. Returns how many bytes it became; `None` if a malformed `%` stops it.
///
/// # Safety
///
/// `src` has at most 64 bytes; `to` is writable for as many bytes, rounded up to whole registers.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_rest<V: Vector, const KEEP: bool>(
    src: &[u8],
    lenient: bool,
    decoder: &Decoder<V>,
    mut carry: u64,
    to: *mut u8,
) -> Option<usize> {
    let machine = Machine::of(decoder.percent);
    let mut copy = [MaybeUninit::uninit(); 96];
    let p = readable(src, &mut copy);
    let (mut at, mut written) = (0, 0);
    while at < src.len() {
        let left = src.len() - at;
        // Lanes after the end become NUL, which is not a digit. So a triplet that the end cuts is malformed.
        // SAFETY: `readable` gave a place with 96 bytes, or one where they may be read over. Two registers and two bytes are
        // read of them.
        let load = |offset: usize| unsafe {
            V::load_over(p.add(at + offset)).and(first_mask(machine, left.saturating_sub(offset)))
        };
        let v = load(0);
        let text = decoder.plus_resolved(v);
        let block = decoder.block::<KEEP>(v, load(1), load(2), text);
        if block.malformed != 0 && !lenient {
            return None;
        }
        let (keep, next) = keep_and_carry::<V>(block.triplets, carry);
        let keep = keep & first_lanes(left);
        // SAFETY: no more was written than read, so there is room for a register.
        written += unsafe { block.bytes.compact(keep, to.add(written)) };
        carry = next;
        at += V::LANES;
    }
    Some(written)
}

/// The place of the first `%` that begins no triplet, or the length of the input.
#[inline(always)]
pub(in crate::kernel) fn well_formed_len<V: Vector>(machine: Machine<V>, src: &[u8]) -> usize {
    let decoder = Decoder::of(machine, false, None);
    let mut at = 0;
    while src.len() - at >= V::LANES + 2 {
        // SAFETY: a register and two bytes are left.
        let malformed = unsafe {
            let from = src.as_ptr().add(at);
            let percent = V::load(from).equal(decoder.percent);
            let (high, low) = (V::load(from.add(1)), V::load(from.add(2)));
            percent.and_not(decoder.are_digits(decoder.nibble(high), decoder.nibble(low))).bits()
        };
        if malformed != 0 {
            return at + malformed.trailing_zeros() as usize;
        }
        at += V::LANES;
    }
    at + scalar::decode::well_formed_len(&src[at..])
}

/// How much [`decode`] would write with room enough, and how far it would come.
#[inline(always)]
pub(in crate::kernel) fn decoded_len<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rule: &DecodeRule,
) -> Decoded {
    let decoder = Decoder::of(machine, rule.plus, rule.kept.as_ref());
    let mut read = 0;
    let mut triplets = 0;
    while src.len() - read >= V::LANES + 2 {
        // SAFETY: a register and two bytes are left.
        let block = unsafe {
            let from = src.as_ptr().add(read);
            let v = V::load(from);
            if v.equal(decoder.percent).bits() == 0 {
                read += V::LANES;
                continue;
            }
            decoder.block::<true>(v, V::load(from.add(1)), V::load(from.add(2)), v)
        };
        if block.malformed != 0 && !rule.lenient {
            break;
        }
        triplets += block.triplets.count_ones() as usize;
        read += V::LANES;
    }
    // A triplet that begins in the last lanes ends after them. Its digits are plain bytes to the portable code, which counts them
    // as such.
    let rest = scalar::decode::decoded_len(&src[read..], rule);
    Decoded { read: read + rest.read, written: read + rest.written - 2 * triplets, end: rest.end }
}
