//! The names and the behaviour of the crate `percent-encoding` 2.3, implemented by this crate.
//!
//! ```diff
//! -use percent_encoding::{utf8_percent_encode, AsciiSet, CONTROLS};
//! +use triplet::compat::percent_encoding::{utf8_percent_encode, AsciiSet, CONTROLS};
//! ```
//!
//! Decoding is lenient, as it is there. After the migration consider [`decode`](crate::decode()), which
//! reports malformed triplets, and the sets of [`set`](crate::set).
//!
//! ```
//! use triplet::compat::percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
//!
//! const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
//! assert_eq!(utf8_percent_encode("foo <bar>", FRAGMENT).to_string(), "foo%20%3Cbar%3E");
//! ```

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
#[cfg(feature = "alloc")]
use core::str::Utf8Error;
use core::{fmt, ops};

use crate::encode::Encode;
use crate::kernel::{self, EncodeRule};
use crate::set::EncodeSet;
use crate::triplet::decode_triplet;

/// The set of ASCII characters that are encoded. Characters outside ASCII are always encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiSet(EncodeSet);

impl AsciiSet {
    /// The empty set: encodes no ASCII character.
    pub const EMPTY: AsciiSet = AsciiSet(CONTROLS.0.union(CONTROLS.complement().0));

    /// This set with one more character.
    ///
    /// # Panics
    ///
    /// If the byte is above 0x7F; in a constant that is an error at compile time.
    #[must_use]
    pub const fn add(&self, byte: u8) -> AsciiSet {
        AsciiSet(self.0.also_encode(&[byte]))
    }

    /// This set without one character.
    ///
    /// # Panics
    ///
    /// If the byte is above 0x7F; in a constant that is an error at compile time.
    #[must_use]
    pub const fn remove(&self, byte: u8) -> AsciiSet {
        AsciiSet(self.0.also_keep(&[byte]))
    }

    /// The characters that are in this set or in the other.
    #[must_use]
    pub const fn union(&self, other: AsciiSet) -> AsciiSet {
        AsciiSet(self.0.intersection(other.0))
    }

    /// The ASCII characters that are not in this set.
    #[must_use]
    pub const fn complement(&self) -> AsciiSet {
        const ALL: EncodeSet = EncodeSet::encoding(b"")
            .also_keep(b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0B\x0C\r\x0E\x0F\x10\x11\x12\x13\x14\x15")
            .also_keep(b"\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F\x7F");
        AsciiSet(ALL.difference(self.0))
    }

    /// The [`EncodeSet`] that encodes the same bytes, for [`encode`](crate::encode()).
    #[must_use]
    pub const fn to_encode_set(&self) -> EncodeSet {
        self.0
    }
}

impl ops::Add for AsciiSet {
    type Output = AsciiSet;

    fn add(self, other: AsciiSet) -> AsciiSet {
        self.union(other)
    }
}

impl ops::Not for AsciiSet {
    type Output = AsciiSet;

    fn not(self) -> AsciiSet {
        self.complement()
    }
}

/// The C0 controls and DEL.
pub const CONTROLS: &AsciiSet = &AsciiSet(EncodeSet::encoding(b""));

/// All ASCII characters except letters and digits.
pub const NON_ALPHANUMERIC: &AsciiSet = &AsciiSet(EncodeSet::ALPHANUMERIC);

/// The triplet of a byte.
///
/// ```
/// use triplet::compat::percent_encoding::percent_encode_byte;
/// assert_eq!("foo bar".bytes().map(percent_encode_byte).collect::<String>(), "%66%6F%6F%20%62%61%72");
/// ```
#[must_use]
pub fn percent_encode_byte(byte: u8) -> &'static str {
    kernel::triplet_str(byte, false)
}

/// Encodes bytes. Returns a lazy view.
#[must_use]
pub fn percent_encode<'a>(input: &'a [u8], ascii_set: &'static AsciiSet) -> PercentEncode<'a> {
    PercentEncode { rest: input, ascii_set }
}

/// Encodes text as UTF-8. Returns a lazy view.
#[must_use]
pub fn utf8_percent_encode<'a>(input: &'a str, ascii_set: &'static AsciiSet) -> PercentEncode<'a> {
    percent_encode(input.as_bytes(), ascii_set)
}

/// The view that [`percent_encode`] returns: an iterator over parts of the result, which also implements
/// `Display` and `Into<Cow<str>>`.
///
/// `Display` and `Into` write what the iterator has not returned yet. Two views are equal if that and their
/// sets are equal. `Display` ignores width and precision, as the original does: `{:.3}` writes the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PercentEncode<'a> {
    /// The input that the iterator has not encoded yet.
    rest: &'a [u8],
    ascii_set: &'static AsciiSet,
}

impl<'a> PercentEncode<'a> {
    fn view(&self) -> Encode<'a> {
        Encode::new(self.rest, self.ascii_set.0)
    }
}

impl<'a> Iterator for PercentEncode<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (&first, after) = self.rest.split_first()?;
        let kept = kernel::kept_prefix(
            self.rest,
            &EncodeRule::new(*self.ascii_set.0.rows(), false, false),
        );
        if kept.is_empty() {
            self.rest = after;
            return Some(percent_encode_byte(first));
        }
        self.rest = &self.rest[kept.len()..];
        Some(kept)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.rest.is_empty()), Some(self.rest.len()))
    }
}

impl fmt::Display for PercentEncode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt_whole(f)
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<PercentEncode<'a>> for Cow<'a, str> {
    fn from(iter: PercentEncode<'a>) -> Cow<'a, str> {
        match iter.rest {
            // A single triplet is borrowed too, as in the original.
            [byte] if !iter.ascii_set.0.keeps(*byte) => Cow::Borrowed(percent_encode_byte(*byte)),
            _ => iter.view().to_cow(),
        }
    }
}

/// Decodes text and keeps malformed triplets. Returns a lazy view.
#[must_use]
pub fn percent_decode_str(input: &str) -> PercentDecode<'_> {
    percent_decode(input.as_bytes())
}

/// Decodes bytes and keeps malformed triplets. Returns a lazy view.
///
/// ```
/// use triplet::compat::percent_encoding::percent_decode;
/// assert_eq!(percent_decode(b"foo%20bar%3f").decode_utf8().unwrap(), "foo bar?");
/// ```
#[must_use]
pub fn percent_decode(input: &[u8]) -> PercentDecode<'_> {
    PercentDecode { rest: input }
}

/// The view that [`percent_decode`] returns: an iterator over the decoded bytes, with methods for text, which
/// also implements `Into<Cow<[u8]>>`.
#[derive(Clone, Debug)]
pub struct PercentDecode<'a> {
    rest: &'a [u8],
}

impl Iterator for PercentDecode<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let (&first, after) = self.rest.split_first()?;
        match decode_triplet(self.rest) {
            Some(octet) => {
                self.rest = &after[2..];
                Some(octet)
            }
            None => {
                self.rest = after;
                Some(first)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len().div_ceil(3), Some(self.rest.len()))
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<PercentDecode<'a>> for Cow<'a, [u8]> {
    fn from(iter: PercentDecode<'a>) -> Cow<'a, [u8]> {
        crate::decode(iter.rest).lenient().to_bytes()
    }
}

#[cfg(feature = "alloc")]
impl<'a> PercentDecode<'a> {
    /// The decoded bytes as UTF-8 text.
    ///
    /// # Errors
    ///
    /// If the decoded bytes are not UTF-8. The offset of the error is in the *decoded* bytes; the error of
    /// [`Decode::to_str`](crate::Decode::to_str) has the offset in the input.
    pub fn decode_utf8(self) -> Result<Cow<'a, str>, Utf8Error> {
        match self.into() {
            Cow::Borrowed(bytes) => Ok(Cow::Borrowed(str::from_utf8(bytes)?)),
            Cow::Owned(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Cow::Owned(text)),
                Err(error) => Err(error.utf8_error()),
            },
        }
    }

    /// The decoded bytes as text, with U+FFFD in place of ill-formed UTF-8.
    #[must_use]
    pub fn decode_utf8_lossy(self) -> Cow<'a, str> {
        crate::decode(self.rest).lenient().to_str_lossy()
    }
}
