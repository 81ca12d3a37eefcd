//! One triplet: `"%" HEXDIG HEXDIG` (RFC 3986 section 2.1).
#![forbid(unsafe_code)]

use crate::kernel;

/// The octet of the triplet with which these bytes begin; `None` if they begin with anything else, or with a malformed `%`.
///
/// For programs that walk through an encoded text and need to know where each octet is. To decode a text, use
/// [`decode`](crate::decode).
///
/// Constant time.
///
/// ```
/// use triplet::decode_triplet;
///
/// assert_eq!(decode_triplet(b"%C3%A9"), Some(0xC3));
/// assert_eq!(decode_triplet(b"%2f"), Some(b'/'));
/// assert_eq!(decode_triplet(b"%+1"), None);
/// assert_eq!(decode_triplet(b"a%20"), None);
/// ```
#[must_use]
#[inline]
pub fn decode_triplet(bytes: &[u8]) -> Option<u8> {
    match bytes {
        [b'%', high, low, ..] => Some(kernel::hex_value(*high)? << 4 | kernel::hex_value(*low)?),
        _ => None,
    }
}
