//! What [`lint`](crate::lint) returns.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::context::Severity;
use super::rule::Rule;

/// A finding of [`lint`](crate::lint). Findings are ordered by the start of their span, then by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    pub(super) start: usize,
    pub(super) rule: Rule,
    pub(super) end: usize,
    pub(super) layer: u8,
    pub(super) severity: Severity,
}

impl Finding {
    /// The rule that was violated.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How bad the finding is in its context. Usually that of [`Rule::severity`].
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// The bytes of the input that the finding is about, even if it is in a deeper layer.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// How many times the input must be decoded until the finding appears; 0 if it is in the input itself.
    #[must_use]
    pub const fn layer(&self) -> u8 {
        self.layer
    }
}

/// The findings of [`lint`](crate::lint), in the order of the input. Dereferences to a slice of [`Finding`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub(super) list: Vec<Finding>,
    pub(super) capped: bool,
}

impl Findings {
    /// Whether findings are missing because there are more than the cap.
    #[must_use]
    pub fn is_capped(&self) -> bool {
        self.capped
    }

    /// The greatest severity of all findings; `None` if there are no findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(Finding::severity).max()
    }
}

impl core::ops::Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.list
    }
}
