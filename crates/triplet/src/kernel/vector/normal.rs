//! What normalising would change, found without changing anything.
//!
//! A triplet is looked at from its last byte: three loads, of the bytes two before, one before and here, show in one
//! lane the `%` and both digits. So every load is inside the text, and the last register may overlap the one before
//! it: what is found twice is found.

#[cfg(feature = "alloc")]
use super::super::Glance;
#[cfg(feature = "alloc")]
use super::decode::Decoder;
use super::find::partial;
use super::{Class, Vector, first_lanes};

/// What a triplet is looked at with.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
struct Triplets<V> {
    decoder: Decoder<V>,
    class: Class<V>,
    before_lower: V,
    percent: V,
    zero: V,
}

#[cfg(feature = "alloc")]
impl<V: Vector> Triplets<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    unsafe fn of(rows: &[u8; 16]) -> Self {
        // SAFETY: by contract.
        unsafe {
            Triplets {
                decoder: Decoder::of(None),
                class: Class::of(rows, false),
                before_lower: V::splat(b'a' - 1),
                percent: V::splat(b'%'),
                zero: V::splat(0),
            }
        }
    }

    /// 0xFF where a triplet begins that has lower-case digits, or an octet that the set keeps.
    #[inline(always)]
    fn changing(&self, starts: V, high: V, low: V) -> V {
        let no_digit =
            self.decoder.digit(high).equal(self.zero).or(self.decoder.digit(low).equal(self.zero));
        let octets = self.decoder.value(high).nibbles_up().or(self.decoder.value(low));
        let lower = high.greater(self.before_lower).or(low.greater(self.before_lower));
        starts.and_not(no_digit.or(self.class.encoded(octets).and_not(lower)))
    }
}

/// [`marks`], [`find_pair`] and [`has_changing_triplet`] in one, of a text that is neither short nor long: a fixed number
/// of registers, of which the last ones overlap, so that its length decides no branch. None of other lengths.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(in super::super) unsafe fn glance<V: Vector, const SETS: usize>(
    src: &[u8],
    sets: &[&[u8; 16]; SETS],
    pair: [u8; 2],
    rows: &[u8; 16],
) -> Option<Glance<SETS>> {
    const LONGEST: usize = 128;
    if src.len() < V::LANES + 2 || src.len() > LONGEST + 2 {
        return None;
    }
    let p = src.as_ptr();
    let last = src.len() - V::LANES;
    let mut encoded = [0; SETS];
    for i in 0..64 / V::LANES {
        let at = last.min(i * V::LANES);
        // SAFETY: by contract; a register is left from `at` on.
        unsafe {
            let v = V::load(p.add(at));
            for (encoded, rows) in encoded.iter_mut().zip(sets) {
                let here = Class::<V>::of(rows, false).encoded(v).bits();
                // Behind the first 64 bytes nothing is marked.
                *encoded |= here.checked_shl(at as u32).unwrap_or(0);
            }
        }
    }
    // SAFETY: by contract; for all of the block, two bytes stand before `at`, and a register is left from it on.
    unsafe {
        let triplets = Triplets::<V>::of(rows);
        let (first, second) = (V::splat(pair[0]), V::splat(pair[1]));
        // The last pair begins behind where the last triplet does.
        let ends = V::load(p.add(last - 1)).equal(first).and(V::load(p.add(last)).equal(second));
        let (mut starts, mut pairs) = (triplets.zero, ends);
        for i in 0..LONGEST / V::LANES {
            let at = last.min(2 + i * V::LANES);
            let (a, b) = (V::load(p.add(at - 2)), V::load(p.add(at - 1)));
            starts = starts.or(a.equal(triplets.percent));
            pairs = pairs.or(a.equal(first).and(b.equal(second)));
        }
        let mut changing = triplets.zero;
        if starts.bits() != 0 {
            for i in 0..LONGEST / V::LANES {
                let at = last.min(2 + i * V::LANES);
                let starts = V::load(p.add(at - 2)).equal(triplets.percent);
                let (high, low) = (V::load(p.add(at - 1)), V::load(p.add(at)));
                changing = changing.or(triplets.changing(starts, high, low));
            }
        }
        Some(Glance {
            marks: encoded.map(|encoded| !encoded & first_lanes(src.len())),
            has_pair: pairs.bits() != 0,
            has_changing_triplet: changing.bits() != 0,
        })
    }
}

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
    // SAFETY: by contract.
    let triplets = unsafe { Triplets::<V>::of(rows) };
    let p = src.as_ptr();
    let mut at = 2;
    while at < src.len() {
        let left = src.len() - at;
        if left < V::LANES {
            if src.len() < V::LANES + 2 {
                // SAFETY: by contract; each part has at most the bytes of a register, and at least one.
                return unsafe {
                    let starts = partial_or_whole::<V>(src).equal(triplets.percent);
                    let (high, low) = (partial_or_whole::<V>(&src[1..]), partial::<V>(&src[2..]));
                    triplets.changing(starts, high, low).bits() & first_lanes(left) != 0
                };
            }
            at = src.len() - V::LANES;
        }
        // SAFETY: a register is left from `at` on, and two bytes stand before it.
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
    // SAFETY: by contract.
    let (first, second) = unsafe { (V::splat(pair[0]), V::splat(pair[1])) };
    let p = src.as_ptr();
    // Of the second byte.
    let mut at = 1;
    while at < src.len() {
        let left = src.len() - at;
        let found = if left >= V::LANES || src.len() > V::LANES {
            at = at.min(src.len() - V::LANES);
            // SAFETY: a register is left from `at` on, and a byte stands before it.
            unsafe {
                V::load(p.add(at - 1)).equal(first).and(V::load(p.add(at)).equal(second)).bits()
            }
        } else {
            // SAFETY: by contract; each part has at most the bytes of a register, and at least one.
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
        // SAFETY: by contract; fewer bytes than a register has, and at least one.
        unsafe { partial::<V>(src) }
    }
}

/// Where the first 64 bytes are kept by each of some sets: a bit for each place.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in super::super) unsafe fn marks<V: Vector, const SETS: usize>(
    src: &[u8],
    sets: &[&[u8; 16]; SETS],
) -> [u64; SETS] {
    let mut encoded = [0; SETS];
    let mut at = 0;
    while at < src.len() && at < 64 {
        // SAFETY: by contract.
        let v = unsafe { partial_or_whole::<V>(&src[at..]) };
        for (encoded, rows) in encoded.iter_mut().zip(sets) {
            // SAFETY: by contract.
            *encoded |= unsafe { Class::<V>::of(rows, false) }.encoded(v).bits() << at;
        }
        at += V::LANES;
    }
    // What lies behind the end was read along.
    encoded.map(|encoded| !encoded & first_lanes(src.len()))
}
