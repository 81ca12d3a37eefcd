//! The octets of data as the URL parser and the decoding of triplets leave them.
#![forbid(unsafe_code)]

use crate::triplet::decode_triplet;

/// Whether the URL parser removes a character wherever it is.
pub(super) fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// The octets of data and their offsets: triplets decoded, without the tabs and line breaks that the URL parser removes.
pub(super) struct Octets<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Octets<'a> {
    pub(super) fn of(data: &'a [u8]) -> Octets<'a> {
        Octets { data, at: 0 }
    }

    /// The next byte from an offset on that the URL parser leaves, and the offset after it.
    fn byte(&self, mut at: usize) -> Option<(u8, usize)> {
        while is_removed(char::from(*self.data.get(at)?)) {
            at += 1;
        }
        Some((self.data[at], at + 1))
    }
}

impl Iterator for Octets<'_> {
    type Item = (u8, usize);

    fn next(&mut self) -> Option<(u8, usize)> {
        let (byte, after) = self.byte(self.at)?;
        let at = after - 1;
        self.at = after;
        if byte == b'%'
            && let Some((high, after)) = self.byte(after)
            && let Some((low, after)) = self.byte(after)
            && let Some(octet) = decode_triplet(&[byte, high, low])
        {
            self.at = after;
            return Some((octet, at));
        }
        Some((byte, at))
    }
}
