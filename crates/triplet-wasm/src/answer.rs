//! What an operation answers: where its result is, or why there is none.
#![forbid(unsafe_code)]

use alloc::string::String;

/// The description of an error, as JSON.
pub(crate) struct Failure(pub(crate) String);

pub(crate) type Answer = Result<(), Failure>;

/// Where an operation has written its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// UTF-8, or bytes, in `output`.
    Utf8,
    /// ASCII in `output`: a string is made of it faster.
    Ascii,
    /// UTF-16 in `units`: this number of code units.
    Wide(usize),
}
