//! Values that become parts of a reference, and why they can't.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use core::fmt;

use super::error::{Component, DOT_SEGMENT, NO_HOST, SCHEME, UriError};
use super::validate::check_component;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};
use crate::{EncodeSet, encode};

/// A value that becomes a component, a segment or a parameter of a reference.
///
/// | | `a b` | `100%` | `%41` |
/// |---|---|---|---|
/// | [`Data`](Value::Data) | `a%20b` | `100%25` | `%2541` |
/// | [`KeepTriplets`](Value::KeepTriplets) | `a%20b` | `100%25` | `%41` |
/// | [`AsWritten`](Value::AsWritten) | an error | an error | `%41` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value<'v> {
    /// Data: what the component does not keep is encoded, and so is every `%`. Decoding gives the value back.
    Data(&'v str),
    /// Text that may have encoded parts: its triplets are kept, and everything else is encoded as data is. A text does not
    /// tell whether `%41` was meant as three characters; here `%41` is always a triplet.
    KeepTriplets(&'v str),
    /// Written as it is. What the grammar of the component does not allow is an error.
    AsWritten(&'v str),
}

/// Text is data.
impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Value<'v> {
        Value::Data(text)
    }
}

/// Why a reference can't be changed like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// A scheme is a letter, and then letters, digits, `+`, `-` or `.` (RFC 3986 section 3.1).
    Scheme,
    /// A delimiter, a space or a control in a host, at this offset of the value: it would be data that no host has
    /// (section 3.2.2).
    Host {
        /// The offset in the value, in bytes.
        offset: usize,
    },
    /// A port is a number up to 65535 (section 3.2.3).
    Port,
    /// A segment `.` or `..`: readers remove it as a dot segment, encoded or not (section 6.2.2.3).
    DotSegment,
    /// A user or a port without a host (section 3.2).
    NoHost,
    /// A value that is [`AsWritten`](Value::AsWritten), and not allowed in its component; the offset is that in the value.
    NotAllowed(UriError),
    /// The result would be split in another way: this component would not be what it was, or what it was set to.
    Ambiguous(Component),
}

impl EditError {
    /// What is wrong: [`ErrorKind::Scheme`], [`ErrorKind::Host`], [`ErrorKind::Port`], [`ErrorKind::DotSegment`],
    /// [`ErrorKind::NoHost`], [`ErrorKind::NotAllowed`] or [`ErrorKind::Ambiguous`].
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            EditError::Scheme => ErrorKind::Scheme,
            EditError::Host { .. } => ErrorKind::Host,
            EditError::Port => ErrorKind::Port,
            EditError::DotSegment => ErrorKind::DotSegment,
            EditError::NoHost => ErrorKind::NoHost,
            EditError::NotAllowed(_) => ErrorKind::NotAllowed,
            EditError::Ambiguous(_) => ErrorKind::Ambiguous,
        }
    }

    /// The offset in the value, in bytes; `None` if no place in it is at fault.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            EditError::Host { offset } => Some(*offset),
            EditError::NotAllowed(error) => Some(error.offset()),
            _ => None,
        }
    }
}

impl Words for EditError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = match self {
            EditError::Scheme => SCHEME,
            EditError::Host { .. } => {
                let why =
                    "a host has no delimiter, space or control; user and port are set on their own";
                return to.write(&[Piece::Text("a character of the host")], &[Piece::Text(why)]);
            }
            EditError::Port => "a port is a number up to 65535",
            EditError::DotSegment => DOT_SEGMENT,
            EditError::NoHost => NO_HOST,
            EditError::NotAllowed(error) => return error.words(to),
            EditError::Ambiguous(component) => {
                let why = [
                    Piece::Text("the result would be split in another way: its "),
                    Piece::Text(component.name()),
                    Piece::Text(" would change"),
                ];
                return to.write(&[], &why);
            }
        };
        to.write(&[], &[Piece::Text(why)])
    }
}

error_text!(EditError);

impl core::error::Error for EditError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            EditError::NotAllowed(error) => Some(error),
            _ => None,
        }
    }
}

impl Value<'_> {
    /// The value in a component, where data is written with this set.
    pub(super) fn write(
        self,
        component: Component,
        set: EncodeSet,
    ) -> Result<Cow<'static, str>, EditError> {
        let set = set.also_encode(b"%");
        let text = match self {
            Value::Data(text) => encode(text, set).to_cow(),
            Value::KeepTriplets(text) => encode(text, set).keep_triplets().to_cow(),
            Value::AsWritten(text) => {
                check_component(text, component).map_err(EditError::NotAllowed)?;
                Cow::Borrowed(text)
            }
        };
        Ok(Cow::Owned(text.into_owned()))
    }

    /// The value as it was given.
    pub(super) fn text(&self) -> &str {
        match self {
            Value::Data(text) | Value::KeepTriplets(text) | Value::AsWritten(text) => text,
        }
    }
}
