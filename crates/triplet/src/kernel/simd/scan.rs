//! Where bytes of some sets are, and where triplets begin that would change: masks of 64 bytes.
//!
//! ```text
//! text         h  t  t  p  :  /  /  h  /  %  7  e
//! letters      1  1  1  1  .  .  .  1  .  .  .  1     a set: one look-up, one comparison, one bit for each lane
//! delimiters   .  .  .  .  1  1  1  .  1  .  .  .     another set
//! changing     .  .  .  .  .  .  .  .  .  1  .  .     a `%` whose two digits are a kept octet, or of lower case
//! others       .  .  .  .  .  .  .  .  .  .  .  .     a byte outside a set, or another byte where a triplet has a digit
//! ```
//!
//! 1. For each set, test the lanes of the first 64 bytes, and move one bit of each lane into a word. For a set of one byte, compare
//!    the lanes with that byte.
//! 2. To test the whole text, load each register at a place, one byte later and two bytes later. So each lane sees three bytes.
//!    The question is only whether something is found anywhere. So the results of all registers are collected in one register,
//!    without a branch.
//!
//! The references of a list have 20 to 130 bytes, each another number. So up to 130 bytes are scanned by a fixed number of
//! registers, and the last registers overlap. No branch depends on the length. Finding something twice does no harm. With
//! registers of 32 bytes, a set costs about ten instructions, a byte about six, and a test of the whole text about seventy.

use core::mem::MaybeUninit;

use super::{COLUMNS, Class, Machine, Vector, first_lanes, readable};
use crate::kernel::rule::{HEX_DIGITS, Scan, WholeTextTest};
use crate::kernel::scalar::search::is_kept;

/// A search of the whole text, at each place where three bytes begin.
trait Search<V> {
    /// Searches three registers: one from a place on, one from a byte later on and one from two bytes later on.
    fn find(&mut self, three: [V; 3]);
}

/// The search [`WholeTextTest::Changes`]. The two bytes after a `%` count as digits without a test.
struct Changes<V> {
    rows: V,
    columns: V,
    above_digits: V,
    nine: V,
    below_letters: V,
    before_lower: V,
    percent: V,
    pair: (V, V),
    /// Lanes of any register in which a change was found. Such a lane is not zero.
    changing: V,
    pairs: V,
}

impl<V: Vector> Changes<V> {
    #[inline(always)]
    fn of(machine: Machine<V>, pair: [u8; 2], decoded: &[u8; 16]) -> Self {
        Changes {
            rows: machine.table(decoded),
            columns: machine.table(&COLUMNS),
            above_digits: machine.splat(0x40),
            nine: machine.splat(9),
            below_letters: machine.splat(b'@'),
            before_lower: machine.splat(b'a' - 1),
            percent: machine.splat(b'%'),
            pair: (machine.splat(pair[0]), machine.splat(pair[1])),
            changing: machine.splat(0),
            pairs: machine.splat(0),
        }
    }

    /// Not zero where a triplet begins that has a digit in lower case, or an octet that the set keeps. A malformed `%` may
    /// be marked too.
    ///
    /// The sum of a decimal digit and 0x40 is below 0x80, and the sum of an upper-case letter and 0x40 is not. So the look-up of
    /// the high digit finds a column for `0` to `7`, and zero for `A` to `F`, whose octets are in no set.
    #[inline(always)]
    fn in_register(&self, [first, high, low]: [V; 3]) -> V {
        let column = high.add(self.above_digits).look_up_ascii(self.columns);
        let value = low.add(low.greater(self.below_letters).and(self.nine));
        let kept = value.look_up_ascii(self.rows).and(column);
        let lower = high.greater(self.before_lower).or(low.greater(self.before_lower));
        first.equal(self.percent).and(kept.or(lower))
    }
}

impl<V: Vector> Search<V> for Changes<V> {
    #[inline(always)]
    fn find(&mut self, three: [V; 3]) {
        self.changing = self.changing.or(self.in_register(three));
        let [first, second, _] = three;
        self.pairs = self.pairs.or(first.equal(self.pair.0).and(second.equal(self.pair.1)));
    }
}

/// The search [`WholeTextTest::Characters`], which judges the third of three bytes. The third byte is an *outsider* if the set does not
/// have it, or if it is not a digit and one of the two bytes before it is `%`.
struct Characters<V> {
    allowed: Class<V>,
    digits: Class<V>,
    percent: V,
    byte: V,
    /// Lanes of any register in which an outsider was found: 0xFF.
    others: V,
    bytes: V,
}

impl<V: Vector> Characters<V> {
    #[inline(always)]
    fn of(machine: Machine<V>, rows: &[u8; 16], byte: u8) -> Self {
        Characters {
            allowed: Class::of(machine, rows),
            digits: Class::of(machine, &const { HEX_DIGITS.to_le_bytes() }),
            percent: machine.splat(b'%'),
            byte: machine.splat(byte),
            others: machine.splat(0),
            bytes: machine.splat(0),
        }
    }
}

impl<V: Vector> Search<V> for Characters<V> {
    #[inline(always)]
    fn find(&mut self, [first, second, third]: [V; 3]) {
        let in_triplet = first.equal(self.percent).or(second.equal(self.percent));
        let malformed = self.digits.encoded(third).and(in_triplet);
        self.others = self.others.or(self.allowed.encoded(third)).or(malformed);
        self.bytes = self.bytes.or(third.equal(self.byte));
    }
}

/// Searches a text wherever three bytes begin.
///
/// # Safety
///
/// `src.len() >= V::LANES + 2`.
#[inline(always)]
unsafe fn search<V: Vector>(_: Machine<V>, src: &[u8], search: &mut impl Search<V>) {
    let last = src.len() - V::LANES - 2;
    // SAFETY: from `last` on, a register and two bytes are left.
    unsafe {
        for at in (0..128).step_by(V::LANES) {
            search.find(three(src.as_ptr().add(at.min(last))));
        }
        let mut at = 128;
        while at < last + V::LANES {
            search.find(three(src.as_ptr().add(at.min(last))));
            at += V::LANES;
        }
    }
}

/// A register, and the same bytes from one and two bytes further on.
///
/// # Safety
///
/// The machine has the instructions; `p` is readable for a register and two bytes.
#[inline(always)]
unsafe fn three<V: Vector>(p: *const u8) -> [V; 3] {
    // SAFETY: the requirements are those of this function.
    unsafe { [V::load(p), V::load(p.add(1)), V::load(p.add(2))] }
}

/// See the operation `scan`.
#[inline(always)]
pub(in crate::kernel) fn scan<V: Vector, const SETS: usize, const BYTES: usize>(
    machine: Machine<V>,
    src: &[u8],
    sets: &[[u8; 16]; SETS],
    bytes: &[u8; BYTES],
    test: Option<&WholeTextTest<'_>>,
) -> Option<Scan<SETS, BYTES>> {
    let mut found = Scan::EMPTY;
    if src.len() >= long_from::<V>() {
        let last = src.len() - V::LANES;
        for at in (0..64).step_by(V::LANES) {
            let at = last.min(at);
            // SAFETY: from `last` on, a register is left.
            let v = unsafe { V::load(src.as_ptr().add(at)) };
            add_register(&mut found, (v, at, !0), sets, bytes);
        }
        if let Some(test) = test {
            // SAFETY: the text is long.
            unsafe { test_whole_text(machine, src, None, test, &mut found) };
        }
    } else if !src.is_empty() {
        // Two registers for the sets; a register and two bytes for the search.
        let mut copy = [MaybeUninit::uninit(); 64];
        let p = readable(src, &mut copy);
        // SAFETY: from `p`, 64 bytes are readable, or may be read over if the tier does that. No register has more than half of them.
        unsafe {
            for at in (0..src.len()).step_by(V::LANES) {
                // Bytes after the end were read too.
                let register = (V::load_over(p.add(at)), at, first_lanes(src.len()));
                add_register(&mut found, register, sets, bytes);
            }
            if let Some(test) = test {
                let three = [V::load_over(p), V::load_over(p.add(1)), V::load_over(p.add(2))];
                test_whole_text(machine, src, Some(three), test, &mut found);
            }
        }
    }
    Some(found)
}

/// The length from which on a text is a long one: a register and two bytes.
pub(in crate::kernel) const fn long_from<V: Vector>() -> usize {
    V::LANES + 2
}

/// Adds which lanes of a register are in some sets, and which are some bytes. The register begins at `at`, and only `lanes` count.
#[inline(always)]
fn add_register<V: Vector, const SETS: usize, const BYTES: usize>(
    found: &mut Scan<SETS, BYTES>,
    (v, at, lanes): (V, usize, u64),
    sets: &[[u8; 16]; SETS],
    bytes: &[u8; BYTES],
) {
    /// Bytes above 0x7F are in no set: their columns have all bits, and no row has all bits.
    const COLUMNS: [u8; 16] =
        [1, 2, 4, 8, 16, 32, 64, 128, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    let machine = Machine::of(v);
    let column = v.high_nibbles().look_up(machine.table(&COLUMNS));
    for (kept, rows) in found.kept.iter_mut().zip(sets) {
        let row = v.look_up_ascii(machine.table(rows));
        *kept |= (row.and(column).equal(column).bits() << at) & lanes;
    }
    for (equal, &byte) in found.equal.iter_mut().zip(bytes) {
        *equal |= (v.equal(machine.splat(byte)).bits() << at) & lanes;
    }
}

/// Adds the answer of the test of a whole text. If the text is shorter than [`long_from`], `three` are the registers that begin with
/// it, one byte later and two bytes later.
///
/// # Safety
///
/// `three` is there, or `src.len() >= long_from::<V>()`.
#[inline(always)]
pub(in crate::kernel) unsafe fn test_whole_text<
    V: Vector,
    const SETS: usize,
    const BYTES: usize,
>(
    machine: Machine<V>,
    src: &[u8],
    three: Option<[V; 3]>,
    test: &WholeTextTest<'_>,
    found: &mut Scan<SETS, BYTES>,
) {
    // The lanes where this number of bytes begins.
    let begin = |bytes: usize| match three {
        Some(_) => first_lanes(src.len().saturating_sub(bytes - 1)),
        None => first_lanes(V::LANES),
    };
    match *test {
        WholeTextTest::Changes { pair, decoded } => {
            let mut changes = Changes::of(machine, pair, decoded);
            match three {
                Some(three) => changes.find(three),
                // SAFETY: the text is long.
                None => unsafe { search(machine, src, &mut changes) },
            }
            found.may_change = !changes.changing.equal(machine.splat(0)).bits() & begin(3) != 0;
            // A pair may begin after the last place where a triplet can.
            found.has_pair = (changes.pairs.bits() & begin(2) != 0) | src.ends_with(&pair);
        }
        WholeTextTest::Characters { rows, byte } => {
            let mut characters = Characters::of(machine, rows, byte);
            match three {
                Some(three) => characters.find(three),
                // SAFETY: the text is long.
                None => unsafe { search(machine, src, &mut characters) },
            }
            let (others, bytes) = edges(src, rows, byte);
            found.has_others = (characters.others.bits() & begin(3) != 0) | others;
            found.has_byte = (characters.bytes.bits() & begin(3) != 0) | bytes;
        }
    }
}

/// What [`Characters`] does not judge: whether one of the first two bytes is an outsider or the byte that is searched for, and whether
/// the end cuts a triplet.
#[inline(always)]
fn edges(src: &[u8], rows: &[u8; 16], byte: u8) -> (bool, bool) {
    let first = src[0];
    let second = src.get(1).copied().unwrap_or(first);
    let cut_off = (src[src.len() - 1] == b'%') | (src.len() > 1 && src[src.len() - 2] == b'%');
    let malformed = (first == b'%') & !is_kept(&const { HEX_DIGITS.to_le_bytes() }, second);
    let others = !is_kept(rows, first) | !is_kept(rows, second) | cut_off | malformed;
    (others, (first == byte) | (second == byte))
}
