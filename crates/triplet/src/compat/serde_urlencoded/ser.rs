//! Writing a form.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::Utf8Error;

use serde::ser::{self, Impossible, Serialize};

use super::super::form_urlencoded::{self, Target};
use crate::form::text::{Sink, TextSerializer, refuse, transparent};

/// Writes a map, a struct or a list of pairs as a form.
///
/// # Errors
///
/// If the value is not one of these, or one of its values is not text, a number, a boolean, a unit variant or an option of those.
///
/// ```
/// use triplet::compat::serde_urlencoded::to_string;
/// assert_eq!(to_string([("cheese", "comté"), ("fat", "45 %")]).unwrap(), "cheese=comt%C3%A9&fat=45+%25");
/// ```
pub fn to_string<T: Serialize>(input: T) -> Result<String, Error> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    input.serialize(Serializer::new(&mut form))?;
    Ok(form.finish())
}

/// Why a value cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What is wrong.
    Custom(Cow<'static, str>),
    /// Octets are not UTF-8.
    Utf8(Utf8Error),
}

impl Error {
    const TOP: Error = Error::fixed("top-level serializer supports only maps and structs");
    const PAIR: Error = Error::fixed("unsupported pair");

    const fn fixed(message: &'static str) -> Error {
        Error::Custom(Cow::Borrowed(message))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Custom(message) => message.fmt(f),
            Error::Utf8(error) => write!(f, "invalid UTF-8: {error}"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Custom(_) => None,
            Error::Utf8(error) => Some(error),
        }
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::Custom(message.to_string().into())
    }
}

/// A `serde` serializer that appends to a [`form_urlencoded::Serializer`], and returns it.
pub struct Serializer<'input, 'output, T: Target> {
    form: &'output mut form_urlencoded::Serializer<'input, T>,
}

impl<'input, 'output, T: Target> Serializer<'input, 'output, T> {
    /// A serializer that appends to this one.
    pub fn new(urlencoder: &'output mut form_urlencoded::Serializer<'input, T>) -> Self {
        Serializer { form: urlencoder }
    }

    const fn pairs(self) -> PairsSerializer<'input, 'output, T> {
        PairsSerializer { form: self.form, name: None }
    }
}

impl<T: Target> fmt::Debug for Serializer<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serializer").finish_non_exhaustive()
    }
}

impl<'input, 'output, T: Target> ser::Serializer for Serializer<'input, 'output, T> {
    type Ok = &'output mut form_urlencoded::Serializer<'input, T>;
    type Error = Error;
    type SerializeSeq = PairsSerializer<'input, 'output, T>;
    type SerializeTuple = PairsSerializer<'input, 'output, T>;
    type SerializeTupleStruct = Impossible<Self::Ok, Error>;
    type SerializeTupleVariant = Impossible<Self::Ok, Error>;
    type SerializeMap = PairsSerializer<'input, 'output, T>;
    type SerializeStruct = PairsSerializer<'input, 'output, T>;
    type SerializeStructVariant = Impossible<Self::Ok, Error>;

    refuse!(self, Error, Error::TOP; scalars unit_variant variants tuple_struct);
    transparent!(Error);

    fn serialize_unit(self) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }

    fn serialize_none(self) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        Ok(self.pairs())
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple, Error> {
        Ok(self.pairs())
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Ok(self.pairs())
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStruct, Error> {
        Ok(self.pairs())
    }
}

/// Writes the pairs of a map, a struct or a list.
pub struct PairsSerializer<'input, 'output, T: Target> {
    form: &'output mut form_urlencoded::Serializer<'input, T>,
    /// The name that waits for its value.
    name: Option<String>,
}

impl<T: Target> fmt::Debug for PairsSerializer<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairsSerializer").field("name", &self.name).finish_non_exhaustive()
    }
}

fn name_of<N: Serialize + ?Sized>(name: &N) -> Result<String, Error> {
    let mut text = String::new();
    name.serialize(TextSerializer(NameSink(&mut text)))?;
    Ok(text)
}

fn append<T: Target, V: Serialize + ?Sized>(
    form: &mut form_urlencoded::Serializer<'_, T>,
    name: &str,
    value: &V,
) -> Result<(), Error> {
    value.serialize(TextSerializer(ValueSink { form, name }))
}

impl<'input, 'output, T: Target> ser::SerializeMap for PairsSerializer<'input, 'output, T> {
    type Ok = &'output mut form_urlencoded::Serializer<'input, T>;
    type Error = Error;

    fn serialize_key<N: Serialize + ?Sized>(&mut self, name: &N) -> Result<(), Error> {
        self.name = Some(name_of(name)?);
        Ok(())
    }

    fn serialize_value<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        const NO_NAME: Error = Error::fixed("tried to serialize a value before serializing key");
        let name = self.name.as_deref().ok_or(NO_NAME)?;
        append(self.form, name, value)?;
        self.name = None;
        Ok(())
    }

    fn end(self) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }
}

impl<'input, 'output, T: Target> ser::SerializeStruct for PairsSerializer<'input, 'output, T> {
    type Ok = &'output mut form_urlencoded::Serializer<'input, T>;
    type Error = Error;

    fn serialize_field<V: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &V,
    ) -> Result<(), Error> {
        append(self.form, name, value)
    }

    fn end(self) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }
}

impl<'input, 'output, T: Target> ser::SerializeSeq for PairsSerializer<'input, 'output, T> {
    type Ok = &'output mut form_urlencoded::Serializer<'input, T>;
    type Error = Error;

    fn serialize_element<P: Serialize + ?Sized>(&mut self, pair: &P) -> Result<(), Error> {
        pair.serialize(PairSerializer { form: self.form, name: None, done: false })
    }

    fn end(self) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }
}

impl<'input, 'output, T: Target> ser::SerializeTuple for PairsSerializer<'input, 'output, T> {
    type Ok = &'output mut form_urlencoded::Serializer<'input, T>;
    type Error = Error;

    fn serialize_element<P: Serialize + ?Sized>(&mut self, pair: &P) -> Result<(), Error> {
        ser::SerializeSeq::serialize_element(self, pair)
    }

    fn end(self) -> Result<Self::Ok, Error> {
        Ok(self.form)
    }
}

/// Writes an element of a list: a tuple of a name and a value. `None` writes no pair.
struct PairSerializer<'input, 'a, T: Target> {
    form: &'a mut form_urlencoded::Serializer<'input, T>,
    name: Option<String>,
    done: bool,
}

impl<T: Target> ser::Serializer for PairSerializer<'_, '_, T> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    refuse!(self, Error, Error::PAIR; scalars unit unit_struct unit_variant variants seq tuple_struct map struct);
    transparent!(Error);

    fn serialize_none(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_tuple(self, len: usize) -> Result<Self, Error> {
        if len == 2 { Ok(self) } else { Err(Error::PAIR) }
    }
}

impl<T: Target> ser::SerializeTuple for PairSerializer<'_, '_, T> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<V: Serialize + ?Sized>(&mut self, part: &V) -> Result<(), Error> {
        if self.done {
            return Err(Error::fixed("this pair has already been serialized"));
        }
        match &self.name {
            None => self.name = Some(name_of(part)?),
            Some(name) => {
                append(self.form, name, part)?;
                self.done = true;
            }
        }
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        const UNFINISHED: Error = Error::fixed("this pair has not yet been serialized");
        if self.done { Ok(()) } else { Err(UNFINISHED) }
    }
}

struct NameSink<'a>(&'a mut String);

impl Sink for NameSink<'_> {
    type Error = Error;
    type List = Impossible<(), Error>;

    fn text(self, text: &str) -> Result<(), Error> {
        self.0.push_str(text);
        Ok(())
    }

    fn octets(self, octets: &[u8]) -> Result<(), Error> {
        self.text(str::from_utf8(octets).map_err(Error::Utf8)?)
    }

    fn none(self) -> Result<(), Error> {
        Err(self.refuse(""))
    }

    fn some<V: Serialize + ?Sized>(self, _value: &V) -> Result<(), Error> {
        Err(self.refuse(""))
    }

    fn list(self) -> Result<Self::List, Error> {
        Err(self.refuse(""))
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name)
    }

    fn refuse(self, _what: &str) -> Error {
        Error::fixed("unsupported key")
    }
}

/// Appends a pair when its value is known.
struct ValueSink<'input, 'a, T: Target> {
    form: &'a mut form_urlencoded::Serializer<'input, T>,
    name: &'a str,
}

impl<T: Target> Sink for ValueSink<'_, '_, T> {
    type Error = Error;
    type List = Impossible<(), Error>;

    fn text(self, text: &str) -> Result<(), Error> {
        self.form.append_pair(self.name, text);
        Ok(())
    }

    fn octets(self, octets: &[u8]) -> Result<(), Error> {
        self.text(str::from_utf8(octets).map_err(Error::Utf8)?)
    }

    fn none(self) -> Result<(), Error> {
        Ok(())
    }

    fn some<V: Serialize + ?Sized>(self, value: &V) -> Result<(), Error> {
        value.serialize(TextSerializer(self))
    }

    fn list(self) -> Result<Self::List, Error> {
        Err(self.refuse(""))
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name)
    }

    fn refuse(self, _what: &str) -> Error {
        Error::fixed("unsupported value")
    }
}
