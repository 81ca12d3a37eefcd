//! Writing a type that implements `Serialize` as a form.

use alloc::{borrow::Cow, string::String, string::ToString};
use core::fmt;
use core::str::Utf8Error;

use serde::ser::{self, Impossible, Serialize};

use super::Serializer;
use super::optional_value::OPTIONAL_VALUE;
use super::text::{Sink, TextSerializer, refuse, transparent};
use crate::message::{Piece, Words, Writer, error_text};

/// The room that a form begins with: most queries fit, and an encoder needs room for the longest result.
const ROOM: usize = 128;

/// Writes a struct, a map or a list of pairs as a form. The table of [the module](super#forms-with-serde) says what becomes
/// of each type.
///
/// # Errors
///
/// If the value has no place in a form, such as a struct in a struct; the error names the field.
///
/// ```
/// use serde::Serialize;
/// use triplet::form;
///
/// #[derive(Serialize)]
/// struct Search<'a> {
///     q: &'a str,
///     page: Option<u32>,
///     tag: Vec<&'a str>,
/// }
///
/// let search = Search { q: "tea & milk", page: None, tag: vec!["hot", "é"] };
/// assert_eq!(form::to_string(&search)?, "q=tea+%26+milk&tag=hot&tag=%C3%A9");
/// assert_eq!(form::to_string(&[("a", 1.5), ("b", 2.0)])?, "a=1.5&b=2.0");
///
/// let error = form::to_string(&[("a", (1, 2))]).unwrap_err();
/// assert_eq!(error.to_string(), "`a`: a tuple has no place in a value of a form");
/// # Ok::<(), form::SerializeError>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, SerializeError> {
    let mut out = String::with_capacity(ROOM);
    value.serialize(&mut Serializer::new(&mut out))?;
    Ok(out)
}

/// Writes a form, as [`to_string`] does, to `writer`. Nothing is written unless the whole value has a form.
///
/// # Errors
///
/// As [`to_string`], as an error of the kind `InvalidInput`; and if the writer fails.
///
/// ```
/// let mut body = Vec::new();
/// triplet::form::to_writer(&mut body, &[("a", "1 2")])?;
/// assert_eq!(body, b"a=1+2");
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: Serialize + ?Sized>(
    mut writer: W,
    value: &T,
) -> std::io::Result<()> {
    let form = to_string(value)
        .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidInput, error))?;
    writer.write_all(form.as_bytes())
}

/// Why a value cannot be written as a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerializeError {
    message: Cow<'static, str>,
    utf8: Option<Utf8Error>,
    name: Option<String>,
}

impl SerializeError {
    const fn fixed(message: &'static str) -> SerializeError {
        SerializeError { message: Cow::Borrowed(message), utf8: None, name: None }
    }

    /// The name of the field that has no place in a form.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl Words for SerializeError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let name = self.name.as_deref().map(Piece::Name);
        let message = Piece::Text(&self.message);
        match &self.utf8 {
            Some(error) => {
                to.write(name.as_slice(), &[message, Piece::Text(": "), Piece::Other(error)])
            }
            None => to.write(name.as_slice(), &[message]),
        }
    }
}

error_text!(SerializeError, WrongType, nowhere);

impl core::error::Error for SerializeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.utf8.as_ref().map(|error| error as _)
    }
}

impl ser::Error for SerializeError {
    fn custom<T: fmt::Display>(message: T) -> SerializeError {
        SerializeError { message: Cow::Owned(message.to_string()), utf8: None, name: None }
    }
}

const TOP: SerializeError = SerializeError::fixed(
    "a form is written from a struct, a map or a list of pairs, not from a value alone",
);
const PAIR: SerializeError =
    SerializeError::fixed("an element of the list is not a pair: a tuple of a name and a value");

/// A serializer of pairs is a `serde` serializer too, with its options. A value that fails may leave pairs before it in the
/// string.
///
/// ```
/// use serde::Serialize;
/// use triplet::form::{Serializer, Space};
///
/// let mut url = String::from("https://example.com/?");
/// [("q", "a b")].serialize(&mut Serializer::new(&mut url).space(Space::Percent))?;
/// assert_eq!(url, "https://example.com/?q=a%20b");
/// # Ok::<(), triplet::form::SerializeError>(())
/// ```
impl<'a, 's> ser::Serializer for &'a mut Serializer<'s> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Pairs<'a, 's>;
    type SerializeTuple = Pairs<'a, 's>;
    type SerializeTupleStruct = Impossible<(), SerializeError>;
    type SerializeTupleVariant = Impossible<(), SerializeError>;
    type SerializeMap = Pairs<'a, 's>;
    type SerializeStruct = Pairs<'a, 's>;
    type SerializeStructVariant = Impossible<(), SerializeError>;

    refuse!(self, SerializeError, TOP; scalars unit_variant variants tuple_struct);

    fn serialize_unit(self) -> Result<(), SerializeError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), SerializeError> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), SerializeError> {
        Ok(())
    }

    transparent!(SerializeError);

    fn serialize_seq(self, _len: Option<usize>) -> Result<Pairs<'a, 's>, SerializeError> {
        Ok(Pairs { out: self, slot: None })
    }

    fn serialize_tuple(self, _len: usize) -> Result<Pairs<'a, 's>, SerializeError> {
        self.serialize_seq(None)
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Pairs<'a, 's>, SerializeError> {
        self.serialize_seq(None)
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Pairs<'a, 's>, SerializeError> {
        self.serialize_seq(None)
    }
}

/// Writes the pairs of a struct, a map or a list.
#[derive(Debug)]
pub struct Pairs<'a, 's> {
    out: &'a mut Serializer<'s>,
    /// The name that waits for its value.
    slot: Option<Slot>,
}

/// Where the last name begins, with its separator, and whether there were pairs before.
#[derive(Clone, Copy, Debug)]
struct Slot {
    start: usize,
    started: bool,
}

impl Slot {
    fn before(out: &Serializer<'_>) -> Slot {
        Slot { start: out.out.len(), started: out.started }
    }

    /// Removes the name.
    fn undo(self, out: &mut Serializer<'_>) {
        out.out.truncate(self.start);
        out.started = self.started;
    }

    /// The name, decoded, for an error.
    #[cold]
    fn name(self, out: &Serializer<'_>) -> Option<String> {
        let written = &out.out[self.start..];
        let written = if self.started { &written[1..] } else { written };
        super::parse(written).pairs().next()?.ok()?.name.to_str_lossy().ok().map(Cow::into_owned)
    }
}

/// Writes a value. Its name was written before.
fn write_value<T: Serialize + ?Sized>(
    out: &mut Serializer<'_>,
    slot: Slot,
    value: &T,
) -> Result<(), SerializeError> {
    value.serialize(TextSerializer(ValueSink { out: &mut *out, slot, in_list: false })).map_err(
        |mut error| {
            error.name = error.name.or_else(|| slot.name(out));
            slot.undo(out);
            error
        },
    )
}

impl Pairs<'_, '_> {
    fn write_name<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), SerializeError> {
        let slot = Slot::before(self.out);
        self.out.begin_pair();
        if let Err(error) = name.serialize(TextSerializer(NameSink(self.out))) {
            slot.undo(self.out);
            return Err(error);
        }
        self.slot = Some(slot);
        Ok(())
    }

    fn write_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let slot = self.slot.take().ok_or(SerializeError::fixed("a value without a name"))?;
        write_value(self.out, slot, value)
    }
}

impl ser::SerializeMap for Pairs<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.write_name(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.write_value(value)
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}

impl ser::SerializeStruct for Pairs<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        let slot = Slot::before(self.out);
        self.out.append_name(name);
        write_value(self.out, slot, value)
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}

impl ser::SerializeSeq for Pairs<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, pair: &T) -> Result<(), SerializeError> {
        pair.serialize(PairSerializer(Pairs { out: self.out, slot: None }))
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}

impl ser::SerializeTuple for Pairs<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, pair: &T) -> Result<(), SerializeError> {
        ser::SerializeSeq::serialize_element(self, pair)
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}

/// Writes an element of a list: a tuple of two. `None` writes no pair.
struct PairSerializer<'a, 's>(Pairs<'a, 's>);

impl<'a, 's> ser::Serializer for PairSerializer<'a, 's> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Impossible<(), SerializeError>;
    type SerializeTuple = TwoParts<'a, 's>;
    type SerializeTupleStruct = TwoParts<'a, 's>;
    type SerializeTupleVariant = Impossible<(), SerializeError>;
    type SerializeMap = Impossible<(), SerializeError>;
    type SerializeStruct = Impossible<(), SerializeError>;
    type SerializeStructVariant = Impossible<(), SerializeError>;

    refuse!(self, SerializeError, PAIR; scalars unit unit_struct unit_variant variants seq map struct);

    fn serialize_none(self) -> Result<(), SerializeError> {
        Ok(())
    }

    transparent!(SerializeError);

    fn serialize_tuple(self, len: usize) -> Result<TwoParts<'a, 's>, SerializeError> {
        if len == 2 { Ok(TwoParts { pairs: self.0, done: 0 }) } else { Err(PAIR) }
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        len: usize,
    ) -> Result<TwoParts<'a, 's>, SerializeError> {
        self.serialize_tuple(len)
    }
}

/// Writes a tuple of a name and a value.
struct TwoParts<'a, 's> {
    pairs: Pairs<'a, 's>,
    done: u8,
}

impl TwoParts<'_, '_> {
    fn part<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), SerializeError> {
        self.done += 1;
        match self.done {
            1 => self.pairs.write_name(part),
            2 => self.pairs.write_value(part),
            _ => Err(PAIR),
        }
    }

    fn finish(self) -> Result<(), SerializeError> {
        if self.done == 2 { Ok(()) } else { Err(PAIR) }
    }
}

impl ser::SerializeTuple for TwoParts<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), SerializeError> {
        self.part(part)
    }

    fn end(self) -> Result<(), SerializeError> {
        self.finish()
    }
}

impl ser::SerializeTupleStruct for TwoParts<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), SerializeError> {
        self.part(part)
    }

    fn end(self) -> Result<(), SerializeError> {
        self.finish()
    }
}

/// Writes a name.
struct NameSink<'a, 's>(&'a mut Serializer<'s>);

impl Sink for NameSink<'_, '_> {
    type Error = SerializeError;
    type List = Impossible<(), SerializeError>;

    fn text(self, text: &str) -> Result<(), SerializeError> {
        self.0.put(text.as_bytes());
        Ok(())
    }

    fn kept(self, text: &str) -> Result<(), SerializeError> {
        self.0.out.push_str(text);
        Ok(())
    }

    fn octets(self, octets: &[u8]) -> Result<(), SerializeError> {
        self.0.put(octets);
        Ok(())
    }

    fn none(self) -> Result<(), SerializeError> {
        Err(self.refuse("`None`"))
    }

    fn some<T: Serialize + ?Sized>(self, _value: &T) -> Result<(), SerializeError> {
        Err(self.refuse("`Some`"))
    }

    fn list(self) -> Result<Self::List, SerializeError> {
        Err(self.refuse("a list"))
    }

    fn unit_struct(self, name: &'static str) -> Result<(), SerializeError> {
        self.text(name)
    }

    fn refuse(self, what: &str) -> SerializeError {
        ser::Error::custom(format_args!("{what} has no place in a name of a form"))
    }
}

/// Writes a value after a name.
struct ValueSink<'a, 's> {
    out: &'a mut Serializer<'s>,
    slot: Slot,
    in_list: bool,
}

impl<'a, 's> Sink for ValueSink<'a, 's> {
    type Error = SerializeError;
    type List = ValueList<'a, 's>;

    fn text(self, text: &str) -> Result<(), SerializeError> {
        self.octets(text.as_bytes())
    }

    fn kept(self, text: &str) -> Result<(), SerializeError> {
        self.out.out.push('=');
        self.out.out.push_str(text);
        Ok(())
    }

    fn octets(self, octets: &[u8]) -> Result<(), SerializeError> {
        self.out.out.push('=');
        self.out.put(octets);
        Ok(())
    }

    fn none(self) -> Result<(), SerializeError> {
        self.slot.undo(self.out);
        Ok(())
    }

    fn some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(TextSerializer(self))
    }

    fn list(self) -> Result<ValueList<'a, 's>, SerializeError> {
        if self.in_list {
            return Err(self.refuse("a list in a list"));
        }
        let written = &self.out.out[self.slot.start..];
        let name = String::from(if self.slot.started { &written[1..] } else { written });
        self.slot.undo(self.out);
        Ok(ValueList { out: self.out, name })
    }

    fn unit_struct(self, name: &'static str) -> Result<(), SerializeError> {
        if name == OPTIONAL_VALUE {
            return Ok(());
        }
        self.text(name)
    }

    fn refuse(self, what: &str) -> SerializeError {
        ser::Error::custom(format_args!("{what} has no place in a value of a form"))
    }
}

/// Writes the values of a list, each after the name.
struct ValueList<'a, 's> {
    out: &'a mut Serializer<'s>,
    /// As it is written.
    name: String,
}

impl ser::SerializeSeq for ValueList<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_element<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<(), SerializeError> {
        let slot = Slot::before(self.out);
        self.out.begin_pair();
        self.out.out.push_str(&self.name);
        let sink = ValueSink { out: &mut *self.out, slot, in_list: true };
        value.serialize(TextSerializer(sink)).map_err(|mut error| {
            error.name = slot.name(self.out);
            slot.undo(self.out);
            error
        })
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}
