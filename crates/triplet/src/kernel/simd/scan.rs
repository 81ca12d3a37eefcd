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

use super::{Class, Vector, first_lanes, readable};
use crate::kernel::rule::{Scan, WholeTextTest};
use crate::kernel::table::hex_value;

/// The bit of each column of a set. Bytes above 0x7F are in no set: their columns have all bits, and no row has all bits.
const COLUMNS: [u8; 16] =
    [1, 2, 4, 8, 16, 32, 64, 128, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];

/// The rows of the set of hexadecimal digits.
const HEX_DIGITS: &[u8; 16] = &{
    let mut rows = [0; 16];
    let mut byte = 0;
    while byte < 0x80 {
        if hex_value(byte).is_some() {
            rows[(byte & 15) as usize] |= 1 << (byte >> 4);
        }
        byte += 1;
    }
    rows
};

/// A test for triplets that change. The two bytes after a `%` count as digits without a test.
struct Triplets<V> {
    rows: V,
    columns: V,
    above_digits: V,
    nine: V,
    below_letters: V,
    before_lower: V,
    percent: V,
}

impl<V: Vector> Triplets<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(rows: &[u8; 16]) -> Self {
        const COLUMNS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        // SAFETY: the machine has the instructions of `V`.
        unsafe {
            Triplets {
                rows: V::table(rows),
                columns: V::table(&COLUMNS),
                above_digits: V::splat(0x40),
                nine: V::splat(9),
                below_letters: V::splat(b'@'),
                before_lower: V::splat(b'a' - 1),
                percent: V::splat(b'%'),
            }
        }
    }

    /// Not zero where a triplet begins that has a digit in lower case, or an octet that the set keeps. A malformed `%` may
    /// be marked too.
    ///
    /// The sum of a decimal digit and 0x40 is below 0x80, and the sum of an upper-case letter and 0x40 is not. So the look-up of
    /// the high digit finds a column for `0` to `7`, and zero for `A` to `F`, whose octets are in no set.
    #[inline(always)]
    fn changing(&self, first: V, high: V, low: V) -> V {
        let column = high.add(self.above_digits).look_up_ascii(self.columns);
        let value = low.add(low.greater(self.below_letters).and(self.nine));
        let kept = value.look_up_ascii(self.rows).and(column);
        let lower = high.greater(self.before_lower).or(low.greater(self.before_lower));
        first.equal(self.percent).and(kept.or(lower))
    }
}

/// A search of the whole text, at each place where three bytes begin.
trait Search<V> {
    /// Searches a register. The three registers begin at a place, one byte later and two bytes later.
    fn find(&mut self, three: [V; 3]);
}

/// The search [`WholeTextTest::Changes`].
struct Changes<V> {
    triplets: Triplets<V>,
    pair: (V, V),
    /// Lanes where something was found, of all registers together: not zero, and 0xFF.
    changing: V,
    pairs: V,
}

impl<V: Vector> Changes<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(pair: [u8; 2], decoded: &[u8; 16]) -> Self {
        // SAFETY: the machine has the instructions of `V`.
        unsafe {
            Changes {
                triplets: Triplets::of(decoded),
                pair: (V::splat(pair[0]), V::splat(pair[1])),
                changing: V::splat(0),
                pairs: V::splat(0),
            }
        }
    }
}

impl<V: Vector> Search<V> for Changes<V> {
    #[inline(always)]
    fn find(&mut self, [first, second, third]: [V; 3]) {
        self.changing = self.changing.or(self.triplets.changing(first, second, third));
        self.pairs = self.pairs.or(first.equal(self.pair.0).and(second.equal(self.pair.1)));
    }
}

/// The search [`WholeTextTest::Characters`], which judges the third of three bytes. The third byte is an *other* if the set does not
/// have it, or if it is not a digit and one of the two bytes before it is `%`.
struct Characters<V> {
    allowed: Class<V>,
    digits: Class<V>,
    percent: V,
    byte: V,
    /// Lanes where something was found, of all registers together: 0xFF.
    others: V,
    bytes: V,
}

impl<V: Vector> Characters<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(rows: &[u8; 16], byte: u8) -> Self {
        // SAFETY: the machine has the instructions of `V`.
        unsafe {
            Characters {
                allowed: Class::of(rows),
                digits: Class::of(HEX_DIGITS),
                percent: V::splat(b'%'),
                byte: V::splat(byte),
                others: V::splat(0),
                bytes: V::splat(0),
            }
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
/// The machine has the instructions of `V`; `src.len() >= V::LANES + 2`.
#[inline(always)]
unsafe fn search<V: Vector>(src: &[u8], search: &mut impl Search<V>) {
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
/// The machine has the instructions of `V`; `p` is readable for a register and two bytes.
#[inline(always)]
unsafe fn three<V: Vector>(p: *const u8) -> [V; 3] {
    // SAFETY: the requirements are those of this function.
    unsafe { [V::load(p), V::load(p.add(1)), V::load(p.add(2))] }
}

/// See the operation `scan`.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in crate::kernel) unsafe fn scan<V: Vector, const SETS: usize, const BYTES: usize>(
    src: &[u8],
    sets: &[[u8; 16]; SETS],
    bytes: &[u8; BYTES],
    test: Option<&WholeTextTest<'_>>,
) -> Option<Scan<SETS, BYTES>> {
    // SAFETY: the machine has the instructions of `V`.
    Some(unsafe { scan_any::<V, SETS, BYTES>(src, sets, bytes, test) })
}

/// [`scan`] of a text of any length.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn scan_any<V: Vector, const SETS: usize, const BYTES: usize>(
    src: &[u8],
    sets: &[[u8; 16]; SETS],
    bytes: &[u8; BYTES],
    test: Option<&WholeTextTest<'_>>,
) -> Scan<SETS, BYTES> {
    // SAFETY: the machine has the instructions of `V`; the length is tested.
    unsafe {
        match src.len() {
            0 => Scan::EMPTY,
            length if length < long_from::<V>() => {
                scan_short::<V, SETS, BYTES>(src, sets, bytes, test)
            }
            _ => scan_long::<V, SETS, BYTES>(src, sets, bytes, test),
        }
    }
}

/// The length from which on a text is a long one: a register and two bytes.
pub(in crate::kernel) const fn long_from<V: Vector>() -> usize {
    V::LANES + 2
}

/// [`scan`] of a long text.
///
/// # Safety
///
/// The machine has the instructions of `V`; `src.len() >= long_from::<V>()`.
#[inline(always)]
unsafe fn scan_long<V: Vector, const SETS: usize, const BYTES: usize>(
    src: &[u8],
    sets: &[[u8; 16]; SETS],
    bytes: &[u8; BYTES],
    test: Option<&WholeTextTest<'_>>,
) -> Scan<SETS, BYTES> {
    let last = src.len() - V::LANES;
    // SAFETY: the machine has the instructions of `V`, and the text is long; from `last` on, a register is left.
    unsafe {
        let mut found = Scan::EMPTY;
        let columns = V::table(&COLUMNS);
        for at in (0..64).step_by(V::LANES) {
            let at = last.min(at);
            let v = V::load(src.as_ptr().add(at));
            let column = v.high_nibbles().look_up(columns);
            for (kept, rows) in found.kept.iter_mut().zip(sets) {
                let row = v.look_up_ascii(V::table(rows));
                *kept |= row.and(column).equal(column).bits() << at;
            }
            for (equal, &byte) in found.equal.iter_mut().zip(bytes) {
                *equal |= v.equal(V::splat(byte)).bits() << at;
            }
        }
        match test {
            Some(test) => {
                let Scan { kept, equal, .. } = found;
                Scan { kept, equal, ..test_whole_text::<V, SETS, BYTES>(src, test) }
            }
            None => found,
        }
    }
}

/// The answer of the test of a whole long text.
///
/// # Safety
///
/// The machine has the instructions of `V`; `src.len() >= long_from::<V>()`.
#[inline(always)]
pub(in crate::kernel) unsafe fn test_whole_text<
    V: Vector,
    const SETS: usize,
    const BYTES: usize,
>(
    src: &[u8],
    test: &WholeTextTest<'_>,
) -> Scan<SETS, BYTES> {
    let mut found = Scan::EMPTY;
    // SAFETY: the requirements are those of this function.
    unsafe {
        match *test {
            WholeTextTest::Changes { pair, decoded } => {
                let mut changes = Changes::<V>::of(pair, decoded);
                search(src, &mut changes);
                found.may_change =
                    changes.changing.equal(V::splat(0)).bits() != first_lanes(V::LANES);
                // A pair may begin after the last place where a triplet can.
                found.has_pair = (changes.pairs.bits() != 0) | src.ends_with(&pair);
            }
            WholeTextTest::Characters { rows, byte } => {
                let mut characters = Characters::<V>::of(rows, byte);
                search(src, &mut characters);
                let (others, bytes) = edges(src, rows, byte);
                found.has_others = (characters.others.bits() != 0) | others;
                found.has_byte = (characters.bytes.bits() != 0) | bytes;
            }
        }
    }
    found
}

/// [`scan`] of less than a register and two bytes.
///
/// # Safety
///
/// The machine has the instructions of `V`; `1 <= src.len() < V::LANES + 2`.
#[inline(always)]
unsafe fn scan_short<V: Vector, const SETS: usize, const BYTES: usize>(
    src: &[u8],
    sets: &[[u8; 16]; SETS],
    bytes: &[u8; BYTES],
    test: Option<&WholeTextTest<'_>>,
) -> Scan<SETS, BYTES> {
    // Two registers for the sets; a register and two bytes for the search.
    const LOADED: usize = 64;
    let mut copy = [MaybeUninit::uninit(); LOADED];
    let p = readable::<V, LOADED>(src, &mut copy);
    let mut found = Scan::EMPTY;
    // SAFETY: the machine has the instructions of `V`. From `p`, `LOADED` bytes are readable, or may be read over if the
    // tier does that; no register has more than half of them.
    unsafe {
        let columns = V::table(&COLUMNS);
        for at in (0..src.len()).step_by(V::LANES) {
            let v = load_over::<V>(p.add(at));
            let column = v.high_nibbles().look_up(columns);
            for (kept, rows) in found.kept.iter_mut().zip(sets) {
                let row = v.look_up_ascii(V::table(rows));
                // Bytes after the end were read too.
                *kept |= (row.and(column).equal(column).bits() << at) & first_lanes(src.len());
            }
            for (equal, &byte) in found.equal.iter_mut().zip(bytes) {
                *equal |= (v.equal(V::splat(byte)).bits() << at) & first_lanes(src.len());
            }
        }
        let begin = |bytes: usize| first_lanes(src.len().saturating_sub(bytes - 1));
        let three = [load_over::<V>(p), load_over(p.add(1)), load_over(p.add(2))];
        match test {
            None => {}
            Some(&WholeTextTest::Changes { pair, decoded }) => {
                let mut changes = Changes::<V>::of(pair, decoded);
                changes.find(three);
                found.may_change = !changes.changing.equal(V::splat(0)).bits() & begin(3) != 0;
                found.has_pair = (changes.pairs.bits() & begin(2) != 0) | src.ends_with(&pair);
            }
            Some(&WholeTextTest::Characters { rows, byte }) => {
                let mut characters = Characters::<V>::of(rows, byte);
                characters.find(three);
                let (others, bytes) = edges(src, rows, byte);
                found.has_others = (characters.others.bits() & begin(3) != 0) | others;
                found.has_byte = (characters.bytes.bits() & begin(3) != 0) | bytes;
            }
        }
    }
    found
}

/// What [`Characters`] does not judge: whether one of the first two bytes is an other or the byte that is searched for, and whether
/// the end cuts a triplet.
#[inline(always)]
fn edges(src: &[u8], rows: &[u8; 16], byte: u8) -> (bool, bool) {
    let has = |b: u8, rows: &[u8; 16]| {
        b.is_ascii() & (rows[usize::from(b & 15)] >> (b >> 4 & 7) & 1 != 0)
    };
    let first = src[0];
    let second = src.get(1).copied().unwrap_or(first);
    let cut_off = (src[src.len() - 1] == b'%') | (src.len() > 1 && src[src.len() - 2] == b'%');
    let malformed = (first == b'%') & !has(second, HEX_DIGITS);
    let others = !has(first, rows) | !has(second, rows) | cut_off | malformed;
    (others, (first == byte) | (second == byte))
}

/// A register whose first lanes belong to the text.
///
/// # Safety
///
/// The machine has the instructions of `V`. `p` is readable for a register; or, where the tier reads over, the caller may read a byte
/// of each page that the register is in.
#[inline(always)]
unsafe fn load_over<V: Vector>(p: *const u8) -> V {
    // SAFETY: the requirements are those of this function.
    unsafe { if V::READS_OVER { V::load_over(p) } else { V::load(p) } }
}
