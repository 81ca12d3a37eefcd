//! How long the prefix is that needs no work, and how many bytes need some.
//!
//! One branch tests four registers. If the branch finds something, each register is searched alone.

use core::mem::MaybeUninit;

use super::{Change, Class, Machine, Vector, first_lanes, readable};
use crate::kernel::rule::{ByteTriple, EncodeRule};
use crate::kernel::scalar;

/// A test of all lanes, which marks some with 0xFF. (Not a closure: one that is called at two places might not
/// be inlined, and then would not have the tier's instructions.)
pub(in crate::kernel) trait Test<V>: Copy {
    fn marks(self, v: V) -> V;
}

/// The place of the first lane that is marked, or the length of the input.
#[inline(always)]
fn first<V: Vector, T: Test<V>>(machine: Machine<V>, src: &[u8], test: T) -> usize {
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
        let bits = test.marks(partial(machine, &src[i..])).bits() & first_lanes(left);
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
pub(in crate::kernel) struct Either<V>(V, V);

impl<V: Vector> Either<V> {
    #[inline(always)]
    pub(in crate::kernel) fn of(machine: Machine<V>, bytes: [u8; 2]) -> Self {
        Either(machine.splat(bytes[0]), machine.splat(bytes[1]))
    }
}

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
#[inline(always)]
fn partial<V: Vector>(_: Machine<V>, src: &[u8]) -> V {
    debug_assert!((1..V::LANES).contains(&src.len()));
    let mut copy = [MaybeUninit::uninit(); 32];
    let p = readable(src, &mut copy);
    // SAFETY: `readable` gave a place with 32 bytes, or one where they may be read over.
    unsafe { V::load_over(p) }
}

#[inline(always)]
pub(in crate::kernel) fn kept_prefix_len<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rule: &EncodeRule,
) -> usize {
    first(machine, src, Change::of(machine, rule))
}

#[inline(always)]
pub(in crate::kernel) fn count_encoded<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rule: &EncodeRule,
) -> usize {
    // Written `+`, a space becomes no triplet, kept or not.
    let class = Class::of_rule(machine, rule);
    let mut count = 0;
    let mut i = 0;
    while src.len() - i >= V::LANES {
        // SAFETY: a register is left.
        let v = unsafe { V::load(src.as_ptr().add(i)) };
        count += class.encoded(v).bits().count_ones() as usize;
        i += V::LANES;
    }
    let left = src.len() - i;
    if left > 0 {
        let bits = class.encoded(partial(machine, &src[i..])).bits() & first_lanes(left);
        count += bits.count_ones() as usize;
    }
    count
}

#[inline(always)]
pub(in crate::kernel) fn find_either<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    bytes: [u8; 2],
) -> usize {
    first(machine, src, Either::of(machine, bytes))
}

#[inline(always)]
pub(in crate::kernel) fn ascii_prefix_len<V: Vector>(machine: Machine<V>, src: &[u8]) -> usize {
    first(machine, src, NonAscii(machine.splat(0)))
}

/// The portable form: compilers find the registers, if the function that it is inlined into has the features.
#[inline(always)]
pub(in crate::kernel) fn has_byte_triple<V: Vector, T: ByteTriple>(
    _: Machine<V>,
    src: &[u8],
) -> bool {
    // SSSE3 has no better instructions than SSE2 here. So both use one compiled copy of the portable form.
    match V::LANES {
        16 => scalar::search::has_byte_triple::<T>(src),
        _ => scalar::search::has_byte_triple_by::<T, 64>(src),
    }
}
