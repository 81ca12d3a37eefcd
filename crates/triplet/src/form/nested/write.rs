//! Writing a type that implements `Serialize` as a form with nested names, without a tree.

use alloc::string::String;

use serde::ser::{self, Impossible, Serialize};

use super::build::{Build, Elements};
use crate::form::SerializeError;
use crate::form::text::{Sink, TextSerializer};

/// Writes the pairs of a value. An error, or a form that is not plain, is what a tree is made for.
pub(super) struct ToForm<'b, 'r>(pub(super) &'b mut Build<'r>);

impl Sink for ToForm<'_, '_> {
    type Error = SerializeError;
    type List = Impossible<(), SerializeError>;

    fn text(self, text: &str) -> Result<(), SerializeError> {
        self.0.pair(Some(text));
        Ok(())
    }

    fn kept(self, text: &str) -> Result<(), SerializeError> {
        self.0.kept_pair(text);
        Ok(())
    }

    fn octets(self, octets: &[u8]) -> Result<(), SerializeError> {
        self.text(str::from_utf8(octets).map_err(ser::Error::custom)?)
    }

    fn none(self) -> Result<(), SerializeError> {
        self.0.null();
        Ok(())
    }

    fn some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn list(self) -> Result<Self::List, SerializeError> {
        Err(unplain())
    }

    fn unit_struct(self, _name: &'static str) -> Result<(), SerializeError> {
        self.none()
    }

    fn refuse(self, _what: &str) -> SerializeError {
        unplain()
    }
}

/// An error that no caller sees: the form is written again from a tree, which gives the real error.
#[cold]
fn unplain() -> SerializeError {
    ser::Error::custom("")
}

/// A name as text.
pub(super) struct Scalar<'a>(pub(super) &'a mut String);

impl Sink for Scalar<'_> {
    type Error = SerializeError;
    type List = Impossible<(), SerializeError>;

    fn text(self, text: &str) -> Result<(), SerializeError> {
        self.0.push_str(text);
        Ok(())
    }

    fn octets(self, octets: &[u8]) -> Result<(), SerializeError> {
        self.text(str::from_utf8(octets).map_err(ser::Error::custom)?)
    }

    fn none(self) -> Result<(), SerializeError> {
        Err(self.refuse("`None`"))
    }

    fn some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(TextSerializer(self))
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

macro_rules! scalars {
    ($($method:ident $type:ty),*) => { $(
        fn $method(self, value: $type) -> Result<(), SerializeError> {
            TextSerializer(self).$method(value)
        }
    )* };
}

impl<'b, 'r> ser::Serializer for ToForm<'b, 'r> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Parts<'b, 'r>;
    type SerializeTuple = Parts<'b, 'r>;
    type SerializeTupleStruct = Parts<'b, 'r>;
    type SerializeTupleVariant = Parts<'b, 'r>;
    type SerializeMap = Parts<'b, 'r>;
    type SerializeStruct = Parts<'b, 'r>;
    type SerializeStructVariant = Parts<'b, 'r>;

    scalars!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128, serialize_u8 u8,
        serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128, serialize_f32 f32, serialize_f64 f64,
        serialize_char char, serialize_str &str, serialize_bytes &[u8]
    );

    fn serialize_bool(self, value: bool) -> Result<(), SerializeError> {
        let text = self.0.style().boolean(value);
        self.kept(text)
    }

    fn serialize_none(self) -> Result<(), SerializeError> {
        self.none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), SerializeError> {
        self.none()
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), SerializeError> {
        self.none()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), SerializeError> {
        self.text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        let mut parts = Parts::of(self.0);
        parts.field(variant, value)?;
        parts.end();
        Ok(())
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Parts<'b, 'r>, SerializeError> {
        Ok(Parts::of_list(self.0))
    }

    fn serialize_tuple(self, _len: usize) -> Result<Parts<'b, 'r>, SerializeError> {
        Ok(Parts::of_list(self.0))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Parts<'b, 'r>, SerializeError> {
        Ok(Parts::of_list(self.0))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Parts<'b, 'r>, SerializeError> {
        Parts::of_variant(self.0, variant)
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Parts<'b, 'r>, SerializeError> {
        Ok(Parts::of(self.0))
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Parts<'b, 'r>, SerializeError> {
        Ok(Parts::of(self.0))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Parts<'b, 'r>, SerializeError> {
        Parts::of_variant(self.0, variant)
    }
}

/// The members of a map or struct, or the elements of a list.
pub(super) struct Parts<'b, 'r> {
    build: &'b mut Build<'r>,
    /// Where the names of the map begin.
    map: usize,
    list: Elements,
    /// The name that waits for its value.
    name: String,
    /// What leads back from the name of a variant, which is a map.
    variant: Option<(usize, usize)>,
}

impl<'b, 'r> Parts<'b, 'r> {
    fn of(build: &'b mut Build<'r>) -> Parts<'b, 'r> {
        let map = build.begin_map();
        Parts { build, map, list: Elements::default(), name: String::new(), variant: None }
    }

    fn of_list(build: &'b mut Build<'r>) -> Parts<'b, 'r> {
        let list = build.begin_list();
        Parts { list, ..Parts::of(build) }
    }

    fn of_variant(
        build: &'b mut Build<'r>,
        variant: &'static str,
    ) -> Result<Parts<'b, 'r>, SerializeError> {
        let map = build.begin_map();
        let length = build.enter(variant, map).map_err(ser::Error::custom)?;
        Ok(Parts { variant: Some((map, length)), ..Parts::of(build) })
    }

    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), SerializeError> {
        let length = self.build.enter(name, self.map).map_err(ser::Error::custom)?;
        if !self.build.is_plain() {
            return Err(unplain());
        }
        value.serialize(ToForm(self.build))?;
        self.build.leave(length);
        Ok(())
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let length = self.build.enter_element(&mut self.list).map_err(ser::Error::custom)?;
        value.serialize(ToForm(self.build))?;
        self.build.leave_element(&mut self.list, length);
        Ok(())
    }

    fn end(self) {
        self.build.end_map(self.map);
        if let Some((map, length)) = self.variant {
            self.build.leave(length);
            self.build.end_map(map);
        }
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident),*) => { $(
        impl ser::$trait for Parts<'_, '_> {
            type Ok = ();
            type Error = SerializeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
                self.element(value)
            }

            fn end(self) -> Result<(), SerializeError> {
                self.end();
                Ok(())
            }
        }
    )* };
}

elements!(
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! fields {
    ($($trait:ident),*) => { $(
        impl ser::$trait for Parts<'_, '_> {
            type Ok = ();
            type Error = SerializeError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), SerializeError> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), SerializeError> {
                self.end();
                Ok(())
            }
        }
    )* };
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.name.clear();
        key.serialize(TextSerializer(Scalar(&mut self.name)))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let name = core::mem::take(&mut self.name);
        self.field(&name, value)?;
        self.name = name;
        Ok(())
    }

    fn end(self) -> Result<(), SerializeError> {
        self.end();
        Ok(())
    }
}
