//! One triplet: `"%" HEXDIG HEXDIG` (RFC 3986 section 2.1). This file reads a triplet, says whether a text begins with one or with a
//! part of one, keeps a stray `%` from becoming one, and finds the character that several triplets encode.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::string::String;

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

/// Whether these bytes begin with a triplet.
#[inline]
pub(crate) const fn begins_with_triplet(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..]
        if kernel::hex_value(*high).is_some() && kernel::hex_value(*low).is_some())
}

/// Whether these bytes are an incomplete triplet: `%`, or `%` and one hexadecimal digit.
pub(crate) fn is_start_of_triplet(bytes: &[u8]) -> bool {
    match bytes {
        [b'%'] => true,
        [b'%', high] => kernel::hex_value(*high).is_some(),
        _ => false,
    }
}

/// The character outside ASCII at the start of these octets, if they begin with one in well-formed UTF-8 (RFC 3629 section 4).
pub(crate) fn first_scalar(octets: &[u8]) -> Option<char> {
    let tail = |octet: u8| (octet & 0xC0 == 0x80).then_some(u32::from(octet & 0x3F));
    let (least, scalar) = match *octets {
        [a @ 0xC2..=0xDF, b, ..] => (0x80, u32::from(a & 0x1F) << 6 | tail(b)?),
        [a @ 0xE0..=0xEF, b, c, ..] => {
            (0x800, u32::from(a & 0x0F) << 12 | tail(b)? << 6 | tail(c)?)
        }
        [a @ 0xF0..=0xF4, b, c, d, ..] => {
            (0x1_0000, u32::from(a & 7) << 18 | tail(b)? << 12 | tail(c)? << 6 | tail(d)?)
        }
        _ => return None,
    };
    char::from_u32(scalar).filter(|_| scalar >= least)
}

/// The last `%` in an output that does not begin a triplet. A digit that is decoded after it must not complete it to one.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Default)]
pub(crate) struct StrayPercent {
    /// The offset in the output after it.
    end: Option<usize>,
}

#[cfg(feature = "alloc")]
impl StrayPercent {
    /// Writes one.
    pub(crate) fn push(&mut self, out: &mut String) {
        out.push('%');
        self.end = Some(out.len());
    }

    /// How many hexadecimal digits follow it, none or one, where the output ends; `None` if anything else follows it.
    pub(crate) fn digits_after(self, out: &str) -> Option<usize> {
        let since = &out.as_bytes()[self.end?..];
        (since.len() < 2 && since.iter().all(u8::is_ascii_hexdigit)).then_some(since.len())
    }

    /// Whether this octet, written as it is at the end of the output, would be one of its two digits.
    #[cfg(feature = "uri")]
    pub(crate) fn takes_as_digit(self, octet: u8, out: &str) -> bool {
        octet.is_ascii_hexdigit() && self.digits_after(out).is_some()
    }
}
