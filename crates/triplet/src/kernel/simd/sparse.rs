//! How much of a text changes, and so which way it is done.
//!
//! To select the place of each byte is for nothing where all bytes but a few stay side by side. Where about one byte in
//! thirty changes, a register has none, or one, or two changes, and the text of it is made of overlapping stores: the
//! register as it is; over it the first change; behind that the bytes that follow it in the input, as many as a
//! register has; over them the second change; and so on, for as many changes as a register of this size has *slots*.
//! Nothing of that depends on whether there are so many changes: one that is not there is taken to stand behind the
//! register, where the next one writes. Only a register with more changes than slots is done the other way, and one
//! branch says which.
//!
//! That branch pays where it is nearly always the same, so it is made only in text that was sparse of late: of
//! each four registers their changes are counted, and the mean of the last few tells.

/// The changes in four registers of late: 64 times the mean, in which the last four count one eighth.
#[derive(Clone, Copy)]
pub(super) struct Density(usize);

impl Density {
    /// Bytes that are worth a call of the way for sparse text.
    pub(super) const WORTH: usize = 512;

    /// As if there had been no others for long.
    pub(super) const fn of(changes: usize) -> Density {
        Density(64 * changes)
    }

    /// Whether four registers with so many changes look like a sparse text: not one change alone, which may have come into
    /// a clean one.
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

/// How many changes a register may have to be done by overlapping stores.
pub(super) const fn slots(lanes: usize) -> usize {
    lanes / 16
}
