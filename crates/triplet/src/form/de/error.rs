//! Why a form does not fit a type, and at which pair.
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
#[cfg(feature = "nested")]
use alloc::vec::Vec;
use core::fmt;

use serde::de;

use super::super::{FormError, Pair};
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};

/// Why a form does not fit a type.
///
/// If one pair is the reason, the error names it: its [name](DeserializeError::name), its [index](DeserializeError::index)
/// and the [offset](DeserializeError::offset) of the part that is wrong. The error of a field that is missing has
/// none of them. Neither has that of a value of a `#[serde(flatten)]` or `#[serde(untagged)]` type that `serde` converts after all pairs were read.
#[derive(Debug)]
pub struct DeserializeError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    cause: Cause,
    place: Option<PairLocation>,
    /// The names that lead to the part of a tree that does not fit, the last first.
    #[cfg(feature = "nested")]
    path: Vec<String>,
}

#[derive(Debug)]
pub(super) enum Cause {
    Message(String),
    /// The derived code met a field for the second time.
    DuplicateField(&'static str),
    Form(FormError),
    #[cfg(feature = "std")]
    Read(std::io::Error),
}

/// The pair that does not fit, and which part of it.
#[derive(Debug)]
struct PairLocation {
    name: String,
    index: usize,
    offset: usize,
    in_name: bool,
}

impl DeserializeError {
    #[cold]
    pub(super) fn new(cause: Cause) -> DeserializeError {
        DeserializeError(Box::new(Inner {
            cause,
            place: None,
            #[cfg(feature = "nested")]
            path: Vec::new(),
        }))
    }

    /// The decoded name of the pair that does not fit.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.0.place.as_ref().map(|place| &*place.name)
    }

    /// The index of the pair that does not fit: 0 for the first.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.0.place.as_ref().map(|place| place.index)
    }

    /// The offset in the form, in bytes: of the value or the name that does not fit, of the malformed triplet, or of the
    /// first byte beyond a limit.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        match &self.0.cause {
            Cause::Form(error) => Some(error.offset()),
            _ => self.0.place.as_ref().map(|place| place.offset),
        }
    }

    /// What is wrong: [`ErrorKind::WrongType`], [`ErrorKind::DuplicateField`], [`ErrorKind::Unreadable`], or what
    /// [`form_error`](DeserializeError::form_error) says.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match &self.0.cause {
            Cause::Message(_) => ErrorKind::WrongType,
            Cause::DuplicateField(_) => ErrorKind::DuplicateField,
            Cause::Form(error) => error.kind(),
            #[cfg(feature = "std")]
            Cause::Read(_) => ErrorKind::Unreadable,
        }
    }

    /// The error of the form itself, if it is not the type that does not fit.
    #[must_use]
    pub fn form_error(&self) -> Option<FormError> {
        match self.0.cause {
            Cause::Form(error) => Some(error),
            _ => None,
        }
    }

    pub(super) fn cause(&self) -> &Cause {
        &self.0.cause
    }

    /// Adds a name that leads to the part that does not fit.
    #[cfg(feature = "nested")]
    #[cold]
    pub(in crate::form) fn below(mut self, name: String) -> DeserializeError {
        self.0.path.push(name);
        self
    }

    /// Takes the names that lead to the part that does not fit, the first first.
    #[cfg(feature = "nested")]
    #[cold]
    pub(in crate::form) fn take_path(&mut self) -> Vec<String> {
        let mut path = core::mem::take(&mut self.0.path);
        path.reverse();
        path
    }

    /// Adds the pair whose value does not fit.
    #[cfg(feature = "nested")]
    #[cold]
    pub(in crate::form) fn of_pair(self, pair: &Pair<'_>, index: usize) -> DeserializeError {
        self.at(&Found { pair: *pair, index }, false)
    }

    /// Adds the pair, unless the error has one.
    #[cold]
    pub(super) fn at(mut self, found: &Found<'_>, in_name: bool) -> DeserializeError {
        let pair = &found.pair;
        let part = if in_name { &pair.name } else { &pair.value };
        self.0.place.get_or_insert_with(|| PairLocation {
            name: pair.name.to_str_lossy().map_or_else(
                |_| String::from_utf8_lossy(pair.name.raw()).into_owned(),
                Cow::into_owned,
            ),
            index: found.index,
            offset: part.offset(),
            in_name,
        });
        self
    }
}

impl From<FormError> for DeserializeError {
    fn from(error: FormError) -> DeserializeError {
        DeserializeError::new(Cause::Form(error))
    }
}

impl From<crate::DecodeError> for DeserializeError {
    fn from(error: crate::DecodeError) -> DeserializeError {
        FormError::Decode(error).into()
    }
}

impl de::Error for DeserializeError {
    fn custom<T: fmt::Display>(message: T) -> DeserializeError {
        DeserializeError::new(Cause::Message(message.to_string()))
    }

    fn duplicate_field(field: &'static str) -> DeserializeError {
        DeserializeError::new(Cause::DuplicateField(field))
    }
}

impl Words for DeserializeError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let duplicate;
        let why = match &self.0.cause {
            Cause::Form(error) => return error.words(to),
            Cause::Message(message) => [Piece::Text(""), Piece::Text(message)],
            Cause::DuplicateField(field) => {
                duplicate = [*field];
                [Piece::Text("duplicate field "), Piece::Names(&duplicate)]
            }
            #[cfg(feature = "std")]
            Cause::Read(error) => [Piece::Text("the form cannot be read: "), Piece::Other(error)],
        };
        match &self.0.place {
            Some(place) => to.write(
                &[
                    Piece::Text(if place.in_name { "the name " } else { "the value of " }),
                    Piece::Name(&place.name),
                    Piece::Text(" (pair index "),
                    Piece::Number(place.index as u64),
                    Piece::Text(")"),
                ],
                &why,
            ),
            None => to.write(&[], &why),
        }
    }
}

error_text!(DeserializeError);

impl core::error::Error for DeserializeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.cause {
            Cause::Message(_) | Cause::DuplicateField(_) => None,
            Cause::Form(error) => Some(error),
            #[cfg(feature = "std")]
            Cause::Read(error) => Some(error),
        }
    }
}

/// A pair and its index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'de> {
    pub(super) pair: Pair<'de>,
    pub(super) index: usize,
}
