//! Validation of decoded octets as UTF-8.
//!
//! ASCII is found by a kernel. What follows it is validated by `simdutf8` with the crate's feature of that name, else by
//! `core`.

use super::dispatch::ascii_prefix_len;

/// Bytes as text, if they are UTF-8.
pub(crate) fn text_of(bytes: &[u8]) -> Option<&str> {
    if valid_prefix(bytes)? < bytes.len() {
        return None;
    }
    // SAFETY: all of it was found valid.
    Some(unsafe { str::from_utf8_unchecked(bytes) })
}

/// The length of the whole characters, if nothing follows them but the beginning of one more; `None` if these bytes are not
/// UTF-8.
pub(super) fn valid_prefix(bytes: &[u8]) -> Option<usize> {
    let ascii = ascii_prefix_len(bytes);
    let rest = &bytes[ascii..];
    #[cfg(feature = "simdutf8")]
    let (valid, is_wrong) = match simdutf8::compat::from_utf8(rest) {
        Ok(_) => (rest.len(), false),
        Err(error) => (error.valid_up_to(), error.error_len().is_some()),
    };
    #[cfg(not(feature = "simdutf8"))]
    let (valid, is_wrong) = match str::from_utf8(rest) {
        Ok(_) => (rest.len(), false),
        Err(error) => (error.valid_up_to(), error.error_len().is_some()),
    };
    (!is_wrong).then_some(ascii + valid)
}
