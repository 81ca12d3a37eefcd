//! How long the prefix is that needs no work, and how many bytes need some.
//!
//! Four registers are tested by one branch; where it finds something, each is looked at on its own.

use core::mem::MaybeUninit;

use super::super::EncodeRule;
use super::{Class, Vector, first_lanes, readable};

/// The place of the first lane that `test` marks with 0xFF, or the length of the input.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn first<V: Vector>(src: &[u8], test: impl Fn(V) -> V) -> usize {
    let p = src.as_ptr();
    let mut i = 0;
    while src.len() - i >= 4 * V::LANES {
        // SAFETY: four registers are left.
        let any = unsafe {
            let at = |k: usize| test(V::load(p.add(i + k * V::LANES)));
            at(0).or(at(1)).or(at(2).or(at(3)))
        };
        if any.bits() != 0 {
            // One of the next four says where.
            break;
        }
        i += 4 * V::LANES;
    }
    while src.len() - i >= V::LANES {
        // SAFETY: a register is left.
        let bits = unsafe { test(V::load(p.add(i))) }.bits();
        if bits != 0 {
            return i + bits.trailing_zeros() as usize;
        }
        i += V::LANES;
    }
    let left = src.len() - i;
    if left > 0 {
        // SAFETY: by contract; fewer bytes than a register has are left, and at least one.
        let bits = unsafe { test(partial::<V>(&src[i..])) }.bits() & first_lanes(left);
        if bits != 0 {
            return i + bits.trailing_zeros() as usize;
        }
    }
    src.len()
}

/// A register with these bytes, at least one and fewer than it has lanes, in its first lanes.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn partial<V: Vector>(src: &[u8]) -> V {
    let mut copy = [MaybeUninit::uninit(); 32];
    let p = readable::<V, 32>(src, &mut copy);
    // SAFETY: `readable` gave a place with 32 bytes, which is not the copy only if they may be read over.
    unsafe { if V::READS_OVER { V::load_over(p) } else { V::load(p) } }
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in super::super) unsafe fn kept_prefix_len<V: Vector>(src: &[u8], rule: &EncodeRule) -> usize {
    // SAFETY: by contract.
    unsafe {
        let class = Class::<V>::of(&rule.rows, false);
        if rule.plus {
            // A space changes, kept or not.
            let space = V::splat(b' ');
            first(src, |v: V| class.encoded(v).or(v.equal(space)))
        } else {
            first(src, |v: V| class.encoded(v))
        }
    }
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in super::super) unsafe fn count_encoded<V: Vector>(src: &[u8], rule: &EncodeRule) -> usize {
    // Written `+`, a space becomes no triplet, kept or not.
    // SAFETY: by contract.
    let class = unsafe { Class::<V>::of(&rule.rows, rule.plus) };
    let mut count = 0;
    let mut i = 0;
    while src.len() - i >= V::LANES {
        // SAFETY: a register is left.
        count += class.encoded(unsafe { V::load(src.as_ptr().add(i)) }).bits().count_ones() as usize;
        i += V::LANES;
    }
    let left = src.len() - i;
    if left > 0 {
        // SAFETY: by contract; fewer bytes than a register has are left, and at least one.
        let bits = class.encoded(unsafe { partial::<V>(&src[i..]) }).bits() & first_lanes(left);
        count += bits.count_ones() as usize;
    }
    count
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in super::super) unsafe fn clean_prefix_len<V: Vector>(src: &[u8], plus: bool) -> usize {
    // SAFETY: by contract.
    unsafe {
        let percent = V::splat(b'%');
        if plus {
            let plus = V::splat(b'+');
            first::<V>(src, |v| v.equal(percent).or(v.equal(plus)))
        } else {
            first::<V>(src, |v| v.equal(percent))
        }
    }
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in super::super) unsafe fn ascii_prefix_len<V: Vector>(src: &[u8]) -> usize {
    // SAFETY: by contract.
    unsafe {
        let zero = V::splat(0);
        first::<V>(src, |v| zero.greater(v))
    }
}
