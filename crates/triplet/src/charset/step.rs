//! What the decoders of all charsets give.
#![forbid(unsafe_code)]

use core::ops::Range;

/// The next piece of the result of a decoder.
pub(super) enum Step<'t> {
    Text(&'t str),
    /// The place of a sequence that is not a character.
    Malformed(Range<usize>),
}
