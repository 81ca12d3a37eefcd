//! What the functions of references share.

use pyo3::prelude::*;
use triplet::uri::UriError;

use crate::text::text_error;

pub(crate) fn raised(input: &Bound<'_, PyAny>, utf8: &str, error: &UriError) -> PyErr {
    text_error(input, utf8, error)
}

/// The memory that a function of references takes at most for one of this length: what is encoded is three times as long, and there are
/// steps on the way.
pub(crate) fn longest(length: usize) -> usize {
    length.saturating_mul(6)
}
