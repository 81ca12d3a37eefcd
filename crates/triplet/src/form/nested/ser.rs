//! Writing a type that implements `Serialize` as a form with nested names.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::ser::{self, Serialize};

use super::build::Build;
use super::rules::{Rules, Style};
use super::tree::Text;
use super::value::{Map, Value};
use super::write::{Scalar, ToForm};
use crate::form::SerializeError;
use crate::form::text::TextSerializer;

/// Writes a struct or a map, with structs, lists and maps in it, as a form with nested names.
///
/// `None` is [`Value::Null`], a variant with contents a map with its name; everything else is written as
/// [`form::to_string`](crate::form::to_string) and [`Rules::build`] write it.
///
/// # Errors
///
/// If the value is not a struct or a map, and as [`Rules::build`].
///
/// ```
/// use serde::Serialize;
/// use triplet::form::nested::{Style, to_string};
///
/// #[derive(Serialize)]
/// struct Order {
///     items: Vec<Item>,
///     paid: bool,
/// }
///
/// #[derive(Serialize)]
/// struct Item {
///     id: u32,
/// }
///
/// let order = Order { items: vec![Item { id: 7 }, Item { id: 9 }], paid: true };
/// assert_eq!(to_string(&order, Style::Qs)?, "items%5B0%5D%5Bid%5D=7&items%5B1%5D%5Bid%5D=9&paid=true");
/// assert_eq!(to_string(&order, Style::Rack)?, "items%5B%5D%5Bid%5D=7&items%5B%5D%5Bid%5D=9&paid=true");
/// # Ok::<(), triplet::form::SerializeError>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T, style: Style) -> Result<String, SerializeError> {
    let rules = Rules::new(style).max_pairs(usize::MAX).max_bytes(usize::MAX);
    rules.write(value)
}

impl Rules {
    /// Writes a struct or a map as a form, as [`build`](Rules::build) writes its [`tree`](Rules::tree). In most cases no tree is needed.
    ///
    /// # Errors
    ///
    /// As [`to_string`].
    fn write<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, SerializeError> {
        let mut build = Build::new(self);
        if let (Ok(()), Ok(form)) = (value.serialize(ToForm(&mut build)), build.finish()) {
            return Ok(form);
        }
        self.build(&self.tree(value)?).map_err(ser::Error::custom)
    }

    /// The tree of a struct or a map. [`Rules::build`] writes the tree as a form.
    ///
    /// # Errors
    ///
    /// If the value is not a struct or a map, or has octets that are not UTF-8.
    pub fn tree<T: Serialize + ?Sized>(&self, value: &T) -> Result<Map<'static>, SerializeError> {
        match value.serialize(ToValue(self.style))? {
            Value::Map(map) => Ok(map),
            _ => Err(ser::Error::custom(
                "a form with nested names is written from a struct or a map",
            )),
        }
    }
}

/// Makes a value of a tree.
#[derive(Clone, Copy)]
struct ToValue(Style);

/// A scalar as text.
fn text<T: Serialize + ?Sized>(value: &T) -> Result<Text<'static>, SerializeError> {
    let mut text = String::new();
    value.serialize(TextSerializer(Scalar(&mut text)))?;
    Ok(Cow::Owned(text))
}

macro_rules! scalars {
    ($($method:ident $type:ty),*) => { $(
        fn $method(self, value: $type) -> Result<Value<'static>, SerializeError> {
            Ok(Value::Text(text(&value)?))
        }
    )* };
}

impl ser::Serializer for ToValue {
    type Ok = Value<'static>;
    type Error = SerializeError;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    scalars!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128, serialize_u8 u8,
        serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128, serialize_f32 f32, serialize_f64 f64,
        serialize_char char, serialize_str &str
    );

    fn serialize_bool(self, value: bool) -> Result<Value<'static>, SerializeError> {
        Ok(Value::from(self.0.boolean(value)))
    }

    fn serialize_bytes(self, octets: &[u8]) -> Result<Value<'static>, SerializeError> {
        let text = str::from_utf8(octets).map_err(ser::Error::custom)?;
        Ok(Value::from(text.to_string()))
    }

    fn serialize_none(self) -> Result<Value<'static>, SerializeError> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(
        self,
        value: &T,
    ) -> Result<Value<'static>, SerializeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value<'static>, SerializeError> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value<'static>, SerializeError> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Value<'static>, SerializeError> {
        Ok(Value::from(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Value<'static>, SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value<'static>, SerializeError> {
        Ok(of_variant(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Elements, SerializeError> {
        let values = Vec::with_capacity(len.unwrap_or(0).min(64));
        Ok(Elements { to: self, values, variant: None })
    }

    fn serialize_tuple(self, len: usize) -> Result<Elements, SerializeError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        len: usize,
    ) -> Result<Elements, SerializeError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Elements, SerializeError> {
        Ok(Elements { variant: Some(variant), ..self.serialize_seq(Some(len))? })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Entries, SerializeError> {
        let entries = Vec::with_capacity(len.unwrap_or(0).min(64));
        Ok(Entries { to: self, entries, name: None, variant: None })
    }

    fn serialize_struct(self, _name: &'static str, len: usize) -> Result<Entries, SerializeError> {
        self.serialize_map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Entries, SerializeError> {
        Ok(Entries { variant: Some(variant), ..self.serialize_map(Some(len))? })
    }
}

/// The value; if it belongs to a variant, a map from the name of the variant to it.
fn of_variant(variant: Option<&'static str>, value: Value<'static>) -> Value<'static> {
    match variant {
        Some(name) => Value::Map([(Cow::Borrowed(name), value)].into_iter().collect()),
        None => value,
    }
}

struct Elements {
    to: ToValue,
    values: Vec<Value<'static>>,
    variant: Option<&'static str>,
}

impl Elements {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.values.push(value.serialize(self.to)?);
        Ok(())
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident),*) => { $(
        impl ser::$trait for Elements {
            type Ok = Value<'static>;
            type Error = SerializeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
                self.push(value)
            }

            fn end(self) -> Result<Value<'static>, SerializeError> {
                Ok(of_variant(self.variant, Value::List(self.values)))
            }
        }
    )* };
}

elements!(
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

struct Entries {
    to: ToValue,
    entries: Vec<(Text<'static>, Value<'static>)>,
    name: Option<Text<'static>>,
    variant: Option<&'static str>,
}

impl ser::SerializeMap for Entries {
    type Ok = Value<'static>;
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.name = Some(text(key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let name = self.name.take().ok_or_else(|| ser::Error::custom("a value without a name"))?;
        self.entries.push((name, value.serialize(self.to)?));
        Ok(())
    }

    fn end(self) -> Result<Value<'static>, SerializeError> {
        Ok(of_variant(self.variant, Value::Map(self.entries.into_iter().collect())))
    }
}

macro_rules! fields {
    ($($trait:ident),*) => { $(
        impl ser::$trait for Entries {
            type Ok = Value<'static>;
            type Error = SerializeError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), SerializeError> {
                self.entries.push((Cow::Borrowed(name), value.serialize(self.to)?));
                Ok(())
            }

            fn end(self) -> Result<Value<'static>, SerializeError> {
                ser::SerializeMap::end(self)
            }
        }
    )* };
}

fields!(SerializeStruct, SerializeStructVariant);
