//! Why a text is not a `data:` URL, or cannot become one.
#![forbid(unsafe_code)]

use core::fmt;

use crate::message::{Piece, Words, Writer, error_text};
use crate::names::names;

names! { "kind of error";
    /// What is wrong at [`DataUrlError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum DataUrlErrorKind {
        /// The text does not begin with `data:`.
        OtherScheme => "other-scheme",
        /// There is no comma before the data.
        NoComma => "no-comma",
        /// An octet is not of the alphabet of base64. Its octet is in the error's message.
        Base64Octet => "base64-octet",
        /// Base64 ends with too few or too many characters.
        Base64Length => "base64-length",
        /// The media type to write is not one, or has an octet that cannot be in the URL. The offset is that in the media type.
        MediaType => "media-type",
    }
}

/// Why a `data:` URL cannot be read or written, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataUrlError {
    kind: DataUrlErrorKind,
    offset: usize,
    found: Option<u8>,
}

impl DataUrlError {
    #[cold]
    pub(super) fn new(kind: DataUrlErrorKind, offset: usize) -> DataUrlError {
        DataUrlError { kind, offset, found: None }
    }

    #[cold]
    pub(super) fn at_octet(kind: DataUrlErrorKind, offset: usize, found: u8) -> DataUrlError {
        DataUrlError { kind, offset, found: Some(found) }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> DataUrlErrorKind {
        self.kind
    }

    /// Where it is, in bytes of the input; of the media type for [`DataUrlErrorKind::MediaType`].
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl Words for DataUrlError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let (what, why) = match self.kind {
            DataUrlErrorKind::OtherScheme => ("the text", "a `data:` URL begins with `data:`"),
            DataUrlErrorKind::NoComma => {
                ("the end", "a comma is missing, after which the data begin")
            }
            DataUrlErrorKind::Base64Octet => ("an octet", "it is not of the alphabet of base64"),
            DataUrlErrorKind::Base64Length => {
                ("the end of the base64", "it has too few or too many characters")
            }
            DataUrlErrorKind::MediaType if self.found.is_some() => {
                ("an octet", "a media type does not allow this here")
            }
            DataUrlErrorKind::MediaType => {
                ("the media type", "it is a type, `/` and a subtype, such as `text/plain`")
            }
        };
        to.write(&[self.found.map_or(Piece::Text(what), Piece::Byte)], &[Piece::Text(why)])
    }
}

error_text!(DataUrlError);

impl core::error::Error for DataUrlError {}
