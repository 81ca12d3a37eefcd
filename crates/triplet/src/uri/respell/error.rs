//! Why a reference can't be spelled again.
#![forbid(unsafe_code)]

use core::fmt;

use crate::DecodeError;
#[cfg(feature = "charset")]
use crate::charset::{CharsetError, Unmappable};

/// Why a reference can't be spelled again, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RespellError {
    /// A malformed triplet in a part that is spelled again.
    Decode(DecodeError),
    /// Octets that are not a character of the charset that they are read in.
    #[cfg(feature = "charset")]
    Charset(CharsetError),
    /// A character that the charset lacks in which it is to be written. The offset is that of its first octet in the reference.
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

    /// The stable name of the error, for programs: `unmappable`, or the name of a [`DecodeErrorKind`](crate::DecodeErrorKind) or a
    /// `CharsetError`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            RespellError::Decode(error) => error.kind().name(),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => error.name(),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(_) => "unmappable",
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

impl fmt::Display for RespellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RespellError::Decode(error) => error.fmt(f),
            #[cfg(feature = "charset")]
            RespellError::Charset(error) => error.fmt(f),
            #[cfg(feature = "charset")]
            RespellError::Unmappable(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RespellError {}
