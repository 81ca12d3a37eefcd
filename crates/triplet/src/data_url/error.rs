//! Why a text is not a `data:` URL, or cannot become one.
#![forbid(unsafe_code)]

use core::fmt;

use crate::names::names;

/// What is wrong at [`DataUrlError::offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DataUrlErrorKind {
    /// The text does not begin with `data:`.
    OtherScheme,
    /// There is no comma before the data.
    NoComma,
    /// An octet is not of the alphabet of base64. Its octet is in the error's message.
    Base64Octet,
    /// Base64 ends with too few or too many characters.
    Base64Length,
    /// The media type to write is not one, or has an octet that cannot be in the URL. The offset is that in the media type.
    MediaType,
}

names! { DataUrlErrorKind, "kind of error", 5;
    OtherScheme => "other-scheme",
    NoComma => "no-comma",
    Base64Octet => "base64-octet",
    Base64Length => "base64-length",
    MediaType => "media-type",
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
    pub const fn kind(&self) -> DataUrlErrorKind {
        self.kind
    }

    /// Where it is, in bytes of the input; of the media type for [`DataUrlErrorKind::MediaType`].
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for DataUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        if let Some(octet) = self.found {
            write!(f, "`{}` at offset {offset} ", octet.escape_ascii())?;
        }
        match self.kind {
            DataUrlErrorKind::OtherScheme => {
                write!(f, "the text at offset {offset} is not `data:`")
            }
            DataUrlErrorKind::NoComma => {
                write!(f, "a comma is missing at offset {offset}: it begins the data")
            }
            DataUrlErrorKind::Base64Octet => f.write_str("is not of the alphabet of base64"),
            DataUrlErrorKind::Base64Length => {
                write!(
                    f,
                    "the base64 that ends at offset {offset} has too few or too many characters"
                )
            }
            DataUrlErrorKind::MediaType if self.found.is_some() => {
                f.write_str("of the media type is not allowed there")
            }
            DataUrlErrorKind::MediaType => {
                write!(f, "the media type has no type, no `/` or no subtype at offset {offset}")
            }
        }
    }
}

impl core::error::Error for DataUrlError {}
