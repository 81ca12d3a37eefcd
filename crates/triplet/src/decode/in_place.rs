//! Decoding within a buffer.
#![forbid(unsafe_code)]

use crate::error::DecodeError;
use crate::kernel::{self, DecodeRule, End};

/// Decodes a buffer in place and returns its prefix that holds the result. The result is never longer
/// than the input, so no memory is needed. Strict; linear time.
///
/// # Errors
///
/// On a malformed triplet; the buffer is then unchanged.
///
/// ```
/// let mut buffer = *b"a%20b";
/// assert_eq!(triplet::decode_in_place(&mut buffer)?, b"a b");
/// # Ok::<(), triplet::DecodeError>(())
/// ```
pub fn decode_in_place(buffer: &mut [u8]) -> Result<&mut [u8], DecodeError> {
    let found = kernel::decoded_len(buffer, &DecodeRule::STRICT);
    if found.end == End::Malformed {
        return Err(DecodeError::malformed(buffer, found.read, 0));
    }
    let done = kernel::decode_in_place(buffer, &DecodeRule::STRICT);
    Ok(&mut buffer[..done.written])
}

/// Decodes a buffer in place like [`decode_in_place`], but keeps malformed triplets: never fails.
///
/// ```
/// let mut buffer = *b"100% a%20b";
/// assert_eq!(triplet::decode_in_place_lenient(&mut buffer), b"100% a b");
/// ```
#[must_use]
pub fn decode_in_place_lenient(buffer: &mut [u8]) -> &mut [u8] {
    let rule = DecodeRule { lenient: true, ..DecodeRule::STRICT };
    let done = kernel::decode_in_place(buffer, &rule);
    &mut buffer[..done.written]
}
