//! How long results are.
#![forbid(unsafe_code)]

use crate::kernel::{self, EncodeRule};

/// The exact length of the result of a [`Run::Octets`](crate::runs::Run::Octets).
pub(super) fn encoded_len(bytes: &[u8], rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded(bytes, rule).checked_mul(2)?.checked_add(bytes.len())
}

/// The exact length of the result of a [`Run::Text`](crate::runs::Run::Text).
pub(super) fn encoded_text_len(text: &str, rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded_text(text, rule).checked_mul(2)?.checked_add(text.len())
}
