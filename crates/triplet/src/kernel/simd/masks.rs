//! Where bytes of some kinds are, as masks of the first 64 bytes, and whether normalising would change a triplet.
//!
//! A triplet is found at its last byte: three loads, from two bytes before, one byte before and here, bring the `%` and
//! both digits into one lane. So every load is inside the text, and the last register may overlap the one before it.
//! To find something twice does no harm.

#[cfg(feature = "alloc")]
use super::super::{Glance, Judge};
#[cfg(feature = "alloc")]
use super::Class;
#[cfg(feature = "alloc")]
use super::OutOfLine;
#[cfg(feature = "alloc")]
use super::decode::Decoder;
use super::search::partial;
use super::{Vector, first_lanes};

/// What triplets are tested with.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
struct Triplets<V> {
    decoder: Decoder<V>,
    class: Class<V>,
    before_lower: V,
    percent: V,
}

#[cfg(feature = "alloc")]
impl<V: Vector> Triplets<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(rows: &[u8; 16]) -> Self {
        // SAFETY: the machine has the instructions of `V`.
        unsafe {
            Triplets {
                decoder: Decoder::of(false, None),
                class: Class::of(rows, false),
                before_lower: V::splat(b'a' - 1),
                percent: V::splat(b'%'),
            }
        }
    }

    /// 0xFF where a triplet begins that has lower-case digits, or an octet that the set keeps.
    #[inline(always)]
    fn changing(&self, starts: V, high: V, low: V) -> V {
        let lower = high.greater(self.before_lower).or(low.greater(self.before_lower));
        let (high, low) = (self.decoder.nibble(high), self.decoder.nibble(low));
        let triplets = starts.and(self.decoder.are_digits(high, low));
        let octets = self.decoder.octet(high, low);
        triplets.and_not(self.class.encoded(octets).and_not(lower))
    }
}

/// A quicker test than that of [`Triplets`]: it takes what follows a `%` for digits without testing them.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
struct Suspects<V> {
    rows: V,
    columns: V,
    above_digits: V,
    nine: V,
    below_letters: V,
    before_lower: V,
    percent: V,
}

#[cfg(feature = "alloc")]
impl<V: Vector> Suspects<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(rows: &[u8; 16]) -> Self {
        const COLUMNS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        // SAFETY: the machine has the instructions of `V`.
        unsafe {
            Suspects {
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

    /// Not zero where a triplet begins that has lower-case digits, or an octet that the set keeps; what else is not zero
    /// is a malformed `%`.
    ///
    /// A digit and 0x40 is below 0x80, a letter in upper case and 0x40 is not: so the look-up of the high digit finds
    /// a column for the digits, and none for `A` to `F`, whose octets no set keeps.
    #[inline(always)]
    fn lanes(&self, starts: V, high: V, low: V) -> V {
        let column = high.add(self.above_digits).look_up_ascii(self.columns);
        let value = low.add(low.greater(self.below_letters).and(self.nine));
        let kept = value.look_up_ascii(self.rows).and(column);
        let lower = high.greater(self.before_lower).or(low.greater(self.before_lower));
        starts.equal(self.percent).and(kept.or(lower))
    }
}

/// What was seen of a text, all registers together.
#[cfg(feature = "alloc")]
struct Seen<V> {
    suspects: Suspects<V>,
    pair: (V, V),
    /// Not zero where [`Suspects`] has found something.
    found: V,
    pairs: V,
}

#[cfg(feature = "alloc")]
impl<V: Vector> Seen<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(rows: &[u8; 16], pair: [u8; 2]) -> Self {
        // SAFETY: the machine has the instructions of `V`.
        unsafe {
            let zero = V::splat(0);
            Seen {
                suspects: Suspects::of(rows),
                pair: (V::splat(pair[0]), V::splat(pair[1])),
                found: zero,
                pairs: zero,
            }
        }
    }

    /// Tests what begins in a register.
    ///
    /// # Safety
    ///
    /// `p` is readable for a register and two bytes.
    #[inline(always)]
    unsafe fn scan(&mut self, p: *const u8) {
        // SAFETY: `p` is readable for a register and two bytes.
        let (a, b, c) = unsafe { (V::load(p), V::load(p.add(1)), V::load(p.add(2))) };
        self.found = self.found.or(self.suspects.lanes(a, b, c));
        self.pairs = self.pairs.or(a.equal(self.pair.0).and(b.equal(self.pair.1)));
    }
}

/// See the operation `glance`.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(in super::super) unsafe fn glance<
    V: OutOfLine,
    J: Judge<BYTES, SETS>,
    const BYTES: usize,
    const SETS: usize,
>(
    src: &[u8],
    judge: J,
) -> Option<J::Judgement> {
    // SAFETY: the machine has the instructions of `V`; the length is tested.
    let seen = unsafe {
        if src.len() >= V::LANES + 2 {
            glance_at_many::<V, J, BYTES, SETS>(src)
        } else {
            V::glance_at_few::<J, BYTES, SETS>(src)
        }
    };
    Some(judge.judge(src, &seen))
}

/// [`glance`] at a register and two bytes or more. The first 130 bytes are scanned by a fixed number of registers, of which
/// the last ones overlap, so that no branch depends on the length.
///
/// # Safety
///
/// The machine has the instructions of `V`; `src.len() >= V::LANES + 2`.
#[cfg(feature = "alloc")]
#[inline(always)]
unsafe fn glance_at_many<
    V: Vector,
    J: Judge<BYTES, SETS>,
    const BYTES: usize,
    const SETS: usize,
>(
    src: &[u8],
) -> Glance<BYTES, SETS> {
    let p = src.as_ptr();
    let length = src.len();
    let last = length - V::LANES;
    let mut of_bytes = [0; BYTES];
    let mut of_sets = [0; SETS];
    // SAFETY: the machine has the instructions of `V`; a register is left from each place on, and two bytes and a register
    // from where pairs and triplets are searched.
    unsafe {
        let columns = V::table(&ALL_COLUMNS);
        for i in 0..64 / V::LANES {
            let at = last.min(i * V::LANES);
            let v = V::load(p.add(at));
            let column = v.high_nibbles().look_up(columns);
            for (marks, byte) in of_bytes.iter_mut().zip(J::BYTES) {
                *marks |= v.equal(V::splat(byte)).bits() << at;
            }
            for (marks, rows) in of_sets.iter_mut().zip(&J::SETS) {
                let row = v.look_up_ascii(V::table(rows));
                *marks |= row.and(column).equal(column).bits() << at;
            }
        }
        let mut seen = Seen::<V>::of(&J::ROWS, J::PAIR);
        for i in 0..128 / V::LANES {
            seen.scan(p.add((last - 2).min(i * V::LANES)));
        }
        let mut at = 128;
        while at < length - 2 {
            seen.scan(p.add((last - 2).min(at)));
            at += V::LANES;
        }
        Glance {
            bytes: of_bytes,
            sets: of_sets,
            // The last pair begins after the last place where a triplet can.
            has_pair: (seen.pairs.bits() != 0) | (src[length - 2..] == J::PAIR),
            may_change: seen.found.equal(V::splat(0)).bits() != first_lanes(V::LANES),
        }
    }
}

/// [`glance`] at what is too short for it.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(in super::super) unsafe fn glance_at_few<
    V: Vector,
    J: Judge<BYTES, SETS>,
    const BYTES: usize,
    const SETS: usize,
>(
    src: &[u8],
) -> Glance<BYTES, SETS> {
    let mut of_bytes = [0; BYTES];
    let mut at = 0;
    while at < src.len() {
        // SAFETY: the machine has the instructions of `V`; at least one byte is left.
        unsafe {
            let v = partial_or_whole::<V>(&src[at..]);
            for (marks, byte) in of_bytes.iter_mut().zip(J::BYTES) {
                *marks |= v.equal(V::splat(byte)).bits() << at;
            }
        }
        at += V::LANES;
    }
    // SAFETY: the machine has the instructions of `V`.
    unsafe {
        Glance {
            // Bytes after the end were read too.
            bytes: of_bytes.map(|marks| marks & first_lanes(src.len())),
            sets: marks_of::<V, SETS>(src, &J::SETS.each_ref()),
            has_pair: find_pair::<V>(src, J::PAIR) < src.len(),
            may_change: has_changing_triplet::<V>(src, &J::ROWS),
        }
    }
}

/// The bit of a column of a set; of columns that no set has, all bits, so that they are in no row.
const ALL_COLUMNS: [u8; 16] =
    [1, 2, 4, 8, 16, 32, 64, 128, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];

/// Whether a triplet has lower-case digits, or an octet that the set keeps.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(in super::super) unsafe fn has_changing_triplet<V: Vector>(
    src: &[u8],
    rows: &[u8; 16],
) -> bool {
    // SAFETY: the machine has the instructions of `V`.
    let triplets = unsafe { Triplets::<V>::of(rows) };
    let p = src.as_ptr();
    let mut at = 2;
    while at < src.len() {
        let left = src.len() - at;
        if left < V::LANES {
            if src.len() < V::LANES + 2 {
                // SAFETY: the machine has the instructions of `V`; each part has at most the bytes of a register, and at least one.
                return unsafe {
                    let starts = partial_or_whole::<V>(src).equal(triplets.percent);
                    let (high, low) = (partial_or_whole::<V>(&src[1..]), partial::<V>(&src[2..]));
                    triplets.changing(starts, high, low).bits() & first_lanes(left) != 0
                };
            }
            at = src.len() - V::LANES;
        }
        // SAFETY: a register is left from `at` on, and two bytes are before it.
        unsafe {
            let starts = V::load(p.add(at - 2)).equal(triplets.percent);
            if starts.bits() != 0 {
                let (high, low) = (V::load(p.add(at - 1)), V::load(p.add(at)));
                if triplets.changing(starts, high, low).bits() != 0 {
                    return true;
                }
            }
        }
        at += V::LANES;
    }
    false
}

/// The place of the first of two bytes that stand together, or the length of the input.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(in super::super) unsafe fn find_pair<V: Vector>(src: &[u8], pair: [u8; 2]) -> usize {
    // SAFETY: the machine has the instructions of `V`.
    let (first, second) = unsafe { (V::splat(pair[0]), V::splat(pair[1])) };
    let p = src.as_ptr();
    // Of the second byte.
    let mut at = 1;
    while at < src.len() {
        let left = src.len() - at;
        let found = if left >= V::LANES || src.len() > V::LANES {
            at = at.min(src.len() - V::LANES);
            // SAFETY: a register is left from `at` on, and a byte is before it.
            unsafe {
                V::load(p.add(at - 1)).equal(first).and(V::load(p.add(at)).equal(second)).bits()
            }
        } else {
            // SAFETY: the machine has the instructions of `V`; each part has at most the bytes of a register, and at least one.
            let found = unsafe {
                partial_or_whole::<V>(src).equal(first).and(partial::<V>(&src[1..]).equal(second))
            };
            found.bits() & first_lanes(left)
        };
        if found != 0 {
            return at - 1 + found.trailing_zeros() as usize;
        }
        at += V::LANES;
    }
    src.len()
}

/// A register of these bytes, at least one.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn partial_or_whole<V: Vector>(src: &[u8]) -> V {
    if src.len() >= V::LANES {
        // SAFETY: a register is there.
        unsafe { V::load(src.as_ptr()) }
    } else {
        // SAFETY: the machine has the instructions of `V`; fewer bytes than a register has, and at least one.
        unsafe { partial::<V>(src) }
    }
}

/// See the operation `marks`.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in super::super) unsafe fn marks<V: Vector, const SETS: usize>(
    src: &[u8],
    sets: &[&[u8; 16]; SETS],
) -> Option<[u64; SETS]> {
    // SAFETY: the machine has the instructions of `V`.
    Some(unsafe { marks_of::<V, SETS>(src, sets) })
}

/// Where the first 64 bytes are kept by each of some sets: a bit for each place.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn marks_of<V: Vector, const SETS: usize>(
    src: &[u8],
    sets: &[&[u8; 16]; SETS],
) -> [u64; SETS] {
    let mut kept = [0; SETS];
    // SAFETY: the machine has the instructions of `V`; a register is left from each place on.
    unsafe {
        let columns = V::table(&ALL_COLUMNS);
        if src.len() >= V::LANES {
            // So many registers, the last ones overlap, that no branch depends on the length.
            for i in 0..64 / V::LANES {
                let at = (src.len() - V::LANES).min(i * V::LANES);
                let v = V::load(src.as_ptr().add(at));
                let column = v.high_nibbles().look_up(columns);
                for (kept, rows) in kept.iter_mut().zip(sets) {
                    let row = v.look_up_ascii(V::table(rows));
                    *kept |= row.and(column).equal(column).bits() << at;
                }
            }
        } else if !src.is_empty() {
            let v = partial::<V>(src);
            let column = v.high_nibbles().look_up(columns);
            for (kept, rows) in kept.iter_mut().zip(sets) {
                let row = v.look_up_ascii(V::table(rows));
                // Bytes after the end were read too.
                *kept = row.and(column).equal(column).bits() & first_lanes(src.len());
            }
        }
    }
    kept
}
