//! Why an operation has no result.

use std::collections::TryReserveError;
use std::str::Utf8Error;

use triplet::charset::{CharsetError, Unmappable};
use triplet::form::FormError;
use triplet::uri::{RespellError, UriError};
use triplet::{DecodeError, InputError, TryDecodeError};

use crate::answer::Answer;
use crate::offsets::IN_UTF16;

pub(crate) enum Failure {
    /// There is no result, and nothing is wrong: Java's `null`.
    Absent,
    /// The result does not fit into the memory that Java gave.
    TooLong,
    /// The result has so many bytes, more than an array of Java can have.
    TooLongForJava(usize),
    /// The allocator refused.
    Memory,
    Decode(DecodeError),
    Charset(CharsetError),
    Unmappable(Unmappable),
    Form(FormError),
    Respell(RespellError),
    Uri(UriError),
    NotText(Utf8Error),
    /// No value has the name that was given.
    Unknown(String),
}

impl Failure {
    /// The offset in the input, in bytes.
    pub(crate) fn offset(&self) -> usize {
        match self {
            Failure::NotText(error) => error.valid_up_to(),
            _ => self.input_error().and_then(InputError::place).map_or(0, |place| place as usize),
        }
    }

    fn input_error(&self) -> Option<&dyn InputError> {
        match self {
            Failure::Decode(error) => Some(error),
            Failure::Charset(error) => Some(error),
            Failure::Unmappable(error) => Some(error),
            Failure::Form(error) => Some(error),
            Failure::Respell(error) => Some(error),
            Failure::Uri(error) => Some(error),
            _ => None,
        }
    }

    /// The name of the kind, the offset, and the message. Where the option asks for it, the offset counts as Java counts a string.
    #[cold]
    pub(crate) fn describe(&self, octets: &[u8], option: i64, to: &mut Answer) {
        let bytes = self.offset();
        let offset = if option & IN_UTF16 != 0 { utf16_offset(octets, bytes) } else { bytes };
        let (kind, message) = match (self, self.input_error()) {
            (_, Some(error)) => {
                let place = error.place().map(|_| offset as u64);
                (error.kind_name(), error.message().placed(place).to_string())
            }
            (Failure::NotText(_), _) => {
                ("invalid-utf-8", format!("the text is not UTF-8 from offset {offset} on"))
            }
            (Failure::Unknown(message), _) => ("unknown-name", message.clone()),
            (Failure::Memory, _) => ("memory", "memory could not be allocated".to_owned()),
            _ => ("", String::new()),
        };
        to.text(kind);
        to.number(offset);
        to.text(&message);
    }
}

fn utf16_offset(octets: &[u8], bytes: usize) -> usize {
    let before = octets.get(..bytes).unwrap_or(octets);
    String::from_utf8_lossy(before).chars().map(char::len_utf16).sum()
}

macro_rules! from {
    ($($error:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$error> for Failure {
            #[cold]
            fn from(error: $error) -> Failure {
                Failure::$variant(error)
            }
        })+
    };
}

from! {
    DecodeError => Decode,
    CharsetError => Charset,
    Unmappable => Unmappable,
    FormError => Form,
    RespellError => Respell,
    UriError => Uri,
    Utf8Error => NotText,
}

impl From<TryReserveError> for Failure {
    #[cold]
    fn from(_: TryReserveError) -> Failure {
        Failure::Memory
    }
}

impl From<TryDecodeError> for Failure {
    #[cold]
    fn from(error: TryDecodeError) -> Failure {
        match error {
            TryDecodeError::Decode(error) => Failure::Decode(error),
            _ => Failure::Memory,
        }
    }
}
