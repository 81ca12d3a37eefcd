//! Masks of a stretch of rows. The new ends of the rows are computed by the portable code, which is compiled with the
//! instructions of the tier.

use super::{Class, Machine, Vector};
use crate::kernel::rows::{Cell, Mark, Offset, fill};
use crate::kernel::rule::EncodeRule;
use crate::kernel::scalar;

/// One bit for each of 64 bytes that a test of a register marks with 0xFF.
#[inline(always)]
fn bits<V: Vector>(_: Machine<V>, block: &[u8; 64], marks: impl Fn(V) -> V) -> u64 {
    let mut bits = 0;
    for at in (0..64).step_by(V::LANES) {
        // SAFETY: the block has a register from there on, and the machine has the instructions.
        bits |= marks(unsafe { V::load(block.as_ptr().add(at)) }).bits() << at;
    }
    bits
}

#[derive(Clone, Copy)]
struct Percent<V>(V);

impl<V: Vector> Mark for Percent<V> {
    #[inline(always)]
    fn bits(self, block: &[u8; 64]) -> u64 {
        bits(Machine::of(self.0), block, |v| v.equal(self.0))
    }
}

impl<V: Vector> Mark for Class<V> {
    #[inline(always)]
    fn bits(self, block: &[u8; 64]) -> u64 {
        bits(Machine::of(self.rows), block, |v| self.encoded(v))
    }
}

#[inline(always)]
pub(in crate::kernel) fn mark_dropped<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    cells: &mut [Cell],
) -> usize {
    fill::<_, true>(src, cells, Percent(machine.splat(b'%')))
}

#[inline(always)]
pub(in crate::kernel) fn mark_encoded<V: Vector>(
    machine: Machine<V>,
    src: &[u8],
    rule: &EncodeRule,
    cells: &mut [Cell],
) -> usize {
    // A space that is written `+` does not become a triplet.
    fill::<_, false>(src, cells, Class::of_rule(machine, rule))
}

/// # Safety
///
/// Each end minus `base` has a cell, and `to` is writable for as many offsets as there
/// are ends.
#[inline(always)]
pub(in crate::kernel) unsafe fn move_ends<V: Vector, O: Offset, const GROWS: bool>(
    _: Machine<V>,
    ends: &[O],
    base: usize,
    cells: &[Cell],
    at: usize,
    to: *mut O,
) -> bool {
    // SAFETY: each end has a cell, and there is room for the offsets.
    unsafe { scalar::rows::move_ends::<O, GROWS>(ends, base, cells, at, to) }
}
