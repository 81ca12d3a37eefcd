//! What normalising would change, found without changing anything.
//!
//! A triplet is looked at from its last byte: three loads, of the bytes two before, one before and here, show in one
//! lane the `%` and both digits. So every load is inside the text, and the last register may overlap the one before
//! it: what is found twice is found.

#[cfg(feature = "alloc")]
use super::decode::Decoder;
use super::find::partial;
use super::{Class, Vector, first_lanes};

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
    let (decoder, class, before_lower, percent, zero) = unsafe {
        let before_lower = V::splat(b'a' - 1);
        (
            Decoder::<V>::of(None),
            Class::<V>::of(rows, false),
            before_lower,
            V::splat(b'%'),
            V::splat(0),
        )
    };
    // A macro, because a closure might not be inlined, and then would not have the tier's instructions.
    macro_rules! changing {
        ($percent:expr, $high:expr, $low:expr) => {{
            let (high, low) = ($high, $low);
            let no_digit = decoder.digit(high).equal(zero).or(decoder.digit(low).equal(zero));
            let octets = decoder.value(high).nibbles_up().or(decoder.value(low));
            let upper = class
                .encoded(octets)
                .and_not(high.greater(before_lower).or(low.greater(before_lower)));
            $percent.and_not(no_digit.or(upper)).bits()
        }};
    }
    let p = src.as_ptr();
    let mut at = 2;
    while at < src.len() {
        let left = src.len() - at;
        if left < V::LANES {
            if src.len() < V::LANES + 2 {
                // SAFETY: by contract; each part has fewer bytes than a register, and at least one.
                return unsafe {
                    let starts = partial_or_whole::<V>(src).equal(percent);
                    let lanes = first_lanes(left);
                    starts.bits() & lanes != 0
                        && changing!(
                            starts,
                            partial_or_whole::<V>(&src[1..]),
                            partial::<V>(&src[2..])
                        ) & lanes
                            != 0
                };
            }
            at = src.len() - V::LANES;
        }
        // SAFETY: a register is left from `at` on, and two bytes stand before it.
        unsafe {
            let starts = V::load(p.add(at - 2)).equal(percent);
            if starts.bits() != 0
                && changing!(starts, V::load(p.add(at - 1)), V::load(p.add(at))) != 0
            {
                return true;
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
