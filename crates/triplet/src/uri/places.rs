//! Where parts of a reference begin, as bits of a word.
#![forbid(unsafe_code)]

/// Where parts of a reference begin in its first 64 bytes. A place is a bit, and zero if it is behind them all.
pub(super) struct Places {
    pub(super) has_scheme: bool,
    /// What is behind scheme and `:`.
    pub(super) start: u64,
    pub(super) has_authority: bool,
    pub(super) path: u64,
}

impl Places {
    #[inline(always)]
    pub(super) fn first(marks: u64) -> u64 {
        marks & marks.wrapping_neg()
    }

    /// All places before one.
    #[inline(always)]
    pub(super) fn before(place: u64) -> u64 {
        place.wrapping_sub(1)
    }

    /// A place and all behind it.
    #[inline(always)]
    pub(super) fn from(place: u64) -> u64 {
        place.wrapping_neg()
    }

    /// Marks, and one where the text ends.
    #[inline(always)]
    pub(super) fn with_end(marks: u64, length: usize) -> u64 {
        marks | 1_u64.checked_shl(length.min(64) as u32).unwrap_or(0)
    }

    /// By the marks of `:`, of `/`, and of what ends a scheme and an authority. None if not all of it is there.
    #[inline(always)]
    pub(super) fn of(length: usize, colon: u64, slash: u64, end: u64) -> Option<Places> {
        let has_scheme = Places::before(Places::first(colon)) < Places::before(Places::first(end));
        let start = if has_scheme { Places::first(colon) << 1 } else { 1 };
        let has_authority = start & slash & slash >> 1 != 0;
        let mut path = start;
        if has_authority {
            path = Places::first(end & Places::from(start << 2));
            if path == 0 {
                path = Places::with_end(0, length);
            }
        }
        // What stands at the last place is not known to end there.
        let is_cut = (path | Places::before(path)) >> 63 != 0
            || (!has_authority && colon | end == 0 && length >= 64);
        (!is_cut).then_some(Places { has_scheme, start, has_authority, path })
    }
}
