//! What is wrong with a list of characters, or with the name of a set.
#![forbid(unsafe_code)]

use core::fmt;

use crate::message::{Piece, Words, Writer, error_text};

/// A list of ASCII bytes for an [`EncodeSet`](super::EncodeSet) has a byte above 0x7F. The error of
/// [`EncodeSet::try_also_keep`](super::EncodeSet::try_also_keep) and [`EncodeSet::try_also_encode`](super::EncodeSet::try_also_encode).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotAscii {
    offset: usize,
}

impl NotAscii {
    /// Whether a list has ASCII bytes only, for what keeps the triplets of a list.
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the offset of the first byte above 0x7F.
    ///
    /// ```
    /// use triplet::set::NotAscii;
    ///
    /// assert_eq!(NotAscii::check(b"-_"), Ok(()));
    /// assert_eq!(NotAscii::check("-é".as_bytes()).unwrap_err().offset(), 1);
    /// ```
    pub const fn check(list: &[u8]) -> Result<(), NotAscii> {
        let mut offset = 0;
        while offset < list.len() {
            if !list[offset].is_ascii() {
                return Err(NotAscii { offset });
            }
            offset += 1;
        }
        Ok(())
    }

    /// The offset of the byte in the list.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }
}

impl Words for NotAscii {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = "a set lists ASCII characters only, and this is another one";
        to.write(&[Piece::Text("the list")], &[Piece::Text(why)])
    }
}

error_text!(NotAscii, NotAscii);

impl core::error::Error for NotAscii {}

/// No set has the name. The error of the [`FromStr`](core::str::FromStr) of [`EncodeSet`](super::EncodeSet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownSet;

impl Words for UnknownSet {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = "a name is `specification:rule`, such as `rfc3986:segment`";
        to.write(&[Piece::Text("no encode set has this name")], &[Piece::Text(why)])
    }
}

error_text!(UnknownSet, UnknownSet, nowhere);

impl core::error::Error for UnknownSet {}
