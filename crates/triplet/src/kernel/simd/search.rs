//! How long the prefix is that needs no work, and how many bytes need some.
//!
//! One branch tests four registers; where it finds something, each is searched by itself.

use core::mem::MaybeUninit;

use super::{Change, Class, Vector, first_lanes, readable};
use crate::kernel::rule::{ByteTriple, EncodeRule};
use crate::kernel::scalar;

/// A test of all lanes, which marks some with 0xFF. (Not a closure: one that is called at two places might not
/// be inlined, and then would not have the tier's instructions.)
pub(in crate::kernel) trait Test<V>: Copy {
    fn marks(self, v: V) -> V;
}

/// The place of the first lane that is marked, or the length of the input.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn first<V: Vector, T: Test<V>>(src: &[u8], test: T) -> usize {
    let p = src.as_ptr();
    let mut i = 0;
    while src.len() - i >= 4 * V::LANES {
        // SAFETY: four registers are left.
        let any = unsafe {
            let (a, b) = (V::load(p.add(i)), V::load(p.add(i + V::LANES)));
            let (c, d) = (V::load(p.add(i + 2 * V::LANES)), V::load(p.add(i + 3 * V::LANES)));
            test.marks(a).or(test.marks(b)).or(test.marks(c).or(test.marks(d)))
        };
        if any.bits() != 0 {
            // One of the next four says where.
            break;
        }
        i += 4 * V::LANES;
    }
    while src.len() - i >= V::LANES {
        // SAFETY: a register is left.
        let bits = test.marks(unsafe { V::load(p.add(i)) }).bits();
        if bits != 0 {
            return i + bits.trailing_zeros() as usize;
        }
        i += V::LANES;
    }
    let left = src.len() - i;
    if left > 0 {
        // SAFETY: the machine has the instructions of `V`; fewer bytes than a register has are left, and at least one.
        let bits = test.marks(unsafe { partial::<V>(&src[i..]) }).bits() & first_lanes(left);
        if bits != 0 {
            return i + bits.trailing_zeros() as usize;
        }
    }
    src.len()
}

impl<V: Vector> Test<V> for Change<V> {
    #[inline(always)]
    fn marks(self, v: V) -> V {
        self.of_lanes(v)
    }
}

/// Lanes that equal one of two bytes.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Either<V>(pub(in crate::kernel) V, pub(in crate::kernel) V);

impl<V: Vector> Test<V> for Either<V> {
    #[inline(always)]
    fn marks(self, v: V) -> V {
        v.equal(self.0).or(v.equal(self.1))
    }
}

/// Lanes above 0x7F.
#[derive(Clone, Copy)]
struct NonAscii<V>(V);

impl<V: Vector> Test<V> for NonAscii<V> {
    #[inline(always)]
    fn marks(self, v: V) -> V {
        self.0.greater(v)
    }
}

/// A register with these bytes, at least one and fewer than it has lanes, in its first lanes.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn partial<V: Vector>(src: &[u8]) -> V {
    let mut copy = [MaybeUninit::uninit(); 32];
    let p = readable::<V, 32>(src, &mut copy);
    // SAFETY: `readable` gave a place with 32 bytes, or one where they may be read over.
    unsafe { V::load_over(p) }
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in crate::kernel) unsafe fn kept_prefix_len<V: Vector>(src: &[u8], rule: &EncodeRule) -> usize {
    // SAFETY: the machine has the instructions of `V`.
    unsafe { first(src, Change::<V>::of(rule)) }
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in crate::kernel) unsafe fn count_encoded<V: Vector>(src: &[u8], rule: &EncodeRule) -> usize {
    // Written `+`, a space becomes no triplet, kept or not.
    // SAFETY: the machine has the instructions of `V`.
    let class = unsafe { Class::<V>::of_rule(rule) };
    let mut count = 0;
    let mut i = 0;
    while src.len() - i >= V::LANES {
        // SAFETY: a register is left.
        count +=
            class.encoded(unsafe { V::load(src.as_ptr().add(i)) }).bits().count_ones() as usize;
        i += V::LANES;
    }
    let left = src.len() - i;
    if left > 0 {
        // SAFETY: the machine has the instructions of `V`; fewer bytes than a register has are left, and at least one.
        let bits = class.encoded(unsafe { partial::<V>(&src[i..]) }).bits() & first_lanes(left);
        count += bits.count_ones() as usize;
    }
    count
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in crate::kernel) unsafe fn find_either<V: Vector>(src: &[u8], bytes: [u8; 2]) -> usize {
    // SAFETY: the machine has the instructions of `V`.
    unsafe { first(src, Either(V::splat(bytes[0]), V::splat(bytes[1]))) }
}

/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in crate::kernel) unsafe fn ascii_prefix_len<V: Vector>(src: &[u8]) -> usize {
    // SAFETY: the machine has the instructions of `V`.
    unsafe { first(src, NonAscii(V::splat(0))) }
}

/// The portable form: compilers find the registers, if the function that it is inlined into has the features.
///
/// # Safety
///
/// The machine has the instructions of `V`.
#[inline(always)]
pub(in crate::kernel) unsafe fn has_byte_triple<V: Vector, T: ByteTriple>(src: &[u8]) -> bool {
    // The instructions of SSSE3 do not help: the portable form for registers of 16 bytes is compiled once.
    match V::LANES {
        16 => scalar::search::has_byte_triple::<T>(src),
        _ => scalar::search::has_byte_triple_by::<T, 64>(src),
    }
}
