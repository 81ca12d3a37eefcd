//! What the decoders of all charsets give.
#![forbid(unsafe_code)]

use core::ops::Range;

/// What octets are in the charset.
pub(super) enum Step<'t> {
    Text(&'t str),
    /// Where a sequence is that is not a character.
    Malformed(Range<usize>),
}
