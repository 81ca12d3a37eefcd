//! Why a reference can't be spelled again.
#![forbid(unsafe_code)]

use core::fmt;

use crate::DecodeError;
#[cfg(feature = "charset")]
use crate::charset::{CharsetError, Unmappable};
use crate::message::{ErrorKind, Words, Writer, error_text};

/// Why a reference can't be spelled again, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RespellError {
    /// A malformed triplet in a part that is spelled again.
    Decode(DecodeError),
    /// Octets that are not a character of the charset that they are read in.
    #[cfg(feature = "charset")]
    Charset(CharsetError),
    /// A character that the charset of the result lacks. The offset is that of its first octet in the reference.
    #[cfg(feature = "charset")]
    Unmappable(Unmappable),
}

impl RespellError {
    /// Where, in bytes from the start of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            RespellError::Decode(error) => error.offset(),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => error.offset(),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(error) => error.offset(),
        }
    }

    /// What is wrong: [`ErrorKind::Unmappable`], [`ErrorKind::InvalidCharset`], or what a
    /// [`DecodeErrorKind`](crate::DecodeErrorKind) says.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            RespellError::Decode(error) => ErrorKind::of(error.kind()),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => error.kind(),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(error) => error.kind(),
        }
    }

    /// This error with `bytes` added to its offset.
    #[must_use]
    pub fn moved_by(self, bytes: usize) -> RespellError {
        match self {
            RespellError::Decode(error) => RespellError::Decode(error.moved_by(bytes as u64)),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => RespellError::Charset(error.moved_by(bytes)),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(error) => {
                RespellError::Unmappable(error.at(error.offset() + bytes))
            }
        }
    }
}

impl From<DecodeError> for RespellError {
    fn from(error: DecodeError) -> RespellError {
        RespellError::Decode(error)
    }
}

impl Words for RespellError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self {
            RespellError::Decode(error) => error.words(to),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => error.words(to),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(error) => error.words(to),
        }
    }
}

error_text!(RespellError);

impl core::error::Error for RespellError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            RespellError::Decode(error) => Some(error),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => Some(error),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(error) => Some(error),
        }
    }
}
