//! What the functions of references share.

use std::borrow::Cow;

use pyo3::prelude::*;
use triplet::normalization::NormalizationForm;
use triplet::uri::{self, UriError};

use crate::text::text_error;

/// The changed reference, or the exception for a text that is not one reference alone, or that would lose raw white space by the change.
pub(crate) fn unless_lost<T: AsRef<str>>(
    input: &Bound<'_, PyAny>,
    utf8: &str,
    changed: T,
) -> PyResult<T> {
    let lost = uri::text_beside(utf8).or_else(|| uri::text_lost(utf8, changed.as_ref()));
    lost.map_or(Ok(changed), |error| Err(raised(input, utf8, &error)))
}

pub(crate) fn raised(input: &Bound<'_, PyAny>, utf8: &str, error: &UriError) -> PyErr {
    text_error(input, utf8, error)
}

/// The text in the form NFC, if that is asked for and another text.
pub(super) fn composed(nfc: bool, text: &str) -> Option<String> {
    match nfc.then(|| NormalizationForm::Nfc.encoded(text))? {
        Cow::Owned(composed) => Some(composed),
        Cow::Borrowed(_) => None,
    }
}

/// The memory that a function of references takes at most for one of this length: what is encoded is three times as long, and there are
/// steps on the way.
pub(crate) fn longest(length: usize) -> usize {
    length.saturating_mul(6)
}
