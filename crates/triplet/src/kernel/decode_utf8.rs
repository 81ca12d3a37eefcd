//! Validation of decoded octets as UTF-8.
//!
//! A kernel finds the ASCII at the start. The rest is validated by `simdutf8` with the crate's feature of that name, otherwise by
//! `core`.

use super::dispatch::ascii_prefix_len;

/// Bytes as text, if they are UTF-8.
pub(crate) fn text_of(bytes: &[u8]) -> Option<&str> {
    if valid_prefix(bytes)? < bytes.len() {
        return None;
    }
    // SAFETY: all of `bytes` was found valid.
    Some(unsafe { str::from_utf8_unchecked(bytes) })
}

/// The length of the whole characters, if at most the beginning of another character follows them. `None` if these bytes are not
/// UTF-8.
pub(super) fn valid_prefix(bytes: &[u8]) -> Option<usize> {
    let ascii = ascii_prefix_len(bytes);
    let (valid, is_wrong) = validate(&bytes[ascii..]);
    (!is_wrong).then_some(ascii + valid)
}

/// The length of the longest prefix that is UTF-8.
#[cfg(feature = "alloc")]
pub(crate) fn valid_len(bytes: &[u8]) -> usize {
    let ascii = ascii_prefix_len(bytes);
    ascii + validate(&bytes[ascii..]).0
}

/// [`validate`] by `core`.
fn validate_slowly(bytes: &[u8]) -> (usize, bool) {
    match str::from_utf8(bytes) {
        Ok(_) => (bytes.len(), false),
        Err(error) => (error.valid_up_to(), error.error_len().is_some()),
    }
}

/// The length of the longest prefix that is UTF-8, and whether what follows it is more than the beginning of a character.
#[cfg(not(feature = "simdutf8"))]
pub(super) fn validate(bytes: &[u8]) -> (usize, bool) {
    validate_slowly(bytes)
}

/// The length of the longest prefix that is UTF-8, and whether what follows it is more than the beginning of a character.
///
/// With AVX2, `simdutf8` 0.1.5 reads blocks of 64 bytes, and prefetches the address 128 bytes after the start of a block.
/// `simdutf8` computes that address by `pointer::add`, which is undefined behaviour past the end of an allocation, even though
/// nothing is read there. So each block that `simdutf8` gets has at least [`AHEAD`] bytes after it: the last bytes are copied to a
/// longer buffer.
#[cfg(feature = "simdutf8")]
pub(super) fn validate(bytes: &[u8]) -> (usize, bool) {
    /// Where the last part begins. It begins with a character and has at least `AHEAD` bytes, or is the whole text. In UTF-8 at
    /// most three octets in a row continue a character.
    fn last_part(bytes: &[u8]) -> usize {
        if bytes.len() <= WHOLE {
            return 0;
        }
        let end = bytes.len() - AHEAD;
        let continues = bytes[..=end].iter().rev().take(3).take_while(|b| **b & 0xC0 == 0x80);
        end - continues.count()
    }
    // For so few bytes `simdutf8` calls `core` itself.
    if bytes.len() < 64 {
        return validate_slowly(bytes);
    }
    let (first, last) = bytes.split_at(last_part(bytes));
    if !first.is_empty() {
        match simdutf8::compat::from_utf8(first) {
            Ok(_) => {}
            // An ill-formed sequence is short, and may end in the last part.
            Err(error) => {
                let start = error.valid_up_to();
                let (valid, is_wrong) = validate_slowly(&bytes[start..]);
                return (start + valid, is_wrong);
            }
        }
    }
    let mut buffer = [0; WHOLE + AHEAD];
    buffer[..last.len()].copy_from_slice(last);
    match simdutf8::compat::from_utf8(&buffer[..last.len()]) {
        Ok(_) => (bytes.len(), false),
        Err(error) => (first.len() + error.valid_up_to(), error.error_len().is_some()),
    }
}

/// How far after the end of a block `simdutf8` prefetches.
#[cfg(feature = "simdutf8")]
const AHEAD: usize = 64;

/// Up to this length the whole text is copied. In a longer one, at least a block is before the last part.
#[cfg(feature = "simdutf8")]
const WHOLE: usize = 2 * AHEAD;
