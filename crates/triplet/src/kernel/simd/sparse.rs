//! When text is *sparse*, and how many of its last bytes changed.
//!
//! The dense encoder selects the place of every byte by shuffles. Where about one byte in thirty is encoded, nearly all
//! bytes keep their neighbours, and the text of a register can be made of overlapping stores instead:
//!
//! ```text
//! input   r e d   g r e e n          one change, the space; a register of 9 bytes, one slot
//! 1       r e d _ g r e e n          the register as it is
//! 2       r e d % 2 0                the triplet over it, at the place of the change
//! 3                   g r e e n …    after the triplet, what follows the change in the input, again a whole register
//! ```
//!
//! Steps 2 and 3 are repeated for a fixed number of *slots* per register, so no branch depends on the number of changes. A
//! slot without a change writes after the register, where the next register overwrites it. A register with more
//! changes than slots is encoded densely; one branch decides that.
//!
//! The branch pays only where it nearly always goes the same way. So the sparse encoder is entered and left by a moving
//! average of the changes in four registers, [`Density`].

/// The moving average of the changes in four registers, times 64; the last four count one eighth.
#[derive(Clone, Copy)]
pub(super) struct Density(usize);

impl Density {
    /// The least number of bytes left for which a call of the sparse encoder pays.
    pub(super) const WORTH: usize = 512;

    /// The average when nothing else is known.
    pub(super) const fn of(changes: usize) -> Density {
        Density(64 * changes)
    }

    /// Whether four registers with this number of changes look like sparse text. One change is not enough: it may be a
    /// single one in clean text.
    #[inline(always)]
    pub(super) const fn may_be_sparse(changes: usize, lanes: usize) -> bool {
        changes >= 2 && changes <= lanes / 8
    }

    /// Whether neither most registers are clean, nor many have more changes than slots.
    #[inline(always)]
    pub(super) const fn is_sparse(self, lanes: usize) -> bool {
        // Between one byte in 320 and one in 20.
        self.0 >= 64 * 4 * lanes / 320 && self.0 <= 64 * 4 * lanes / 20
    }

    /// Takes the changes of four registers into account.
    #[inline(always)]
    pub(super) fn count(&mut self, changes: usize) {
        self.0 = self.0 - self.0 / 8 + 8 * changes;
    }
}

/// The number of changes that a register may have to be encoded by overlapping stores.
pub(super) const fn slots(lanes: usize) -> usize {
    lanes / 16
}
