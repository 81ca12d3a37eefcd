//! Changes of a text.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::ops::Range;

/// A change of a text: what is in this place is replaced.
pub(super) struct Edit {
    pub(super) span: Range<usize>,
    pub(super) text: String,
}
