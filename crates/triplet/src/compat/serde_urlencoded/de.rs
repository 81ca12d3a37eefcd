//! Reading a form.

use alloc::borrow::Cow;
#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::fmt;

use serde::de::value::MapDeserializer;
use serde::de::{
    self, DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::super::form_urlencoded::{Parse, parse};
use crate::form::forward::forward;

#[doc(no_inline)]
pub use serde::de::value::Error;

/// Reads a form into `T`.
///
/// # Errors
///
/// If the form does not fit the type.
pub fn from_bytes<'de, T: de::Deserialize<'de>>(input: &'de [u8]) -> Result<T, Error> {
    T::deserialize(Deserializer::new(parse(input)))
}

/// Reads a form into `T`.
///
/// # Errors
///
/// If the form does not fit the type.
///
/// ```
/// use triplet::compat::serde_urlencoded::from_str;
///
/// let pairs: Vec<(String, String)> = from_str("bread=baguette&cheese=comt%C3%A9")?;
/// assert_eq!(pairs[1], ("cheese".into(), "comté".into()));
/// # Ok::<(), triplet::compat::serde_urlencoded::de::Error>(())
/// ```
pub fn from_str<'de, T: de::Deserialize<'de>>(input: &'de str) -> Result<T, Error> {
    from_bytes(input.as_bytes())
}

/// Reads everything from a reader, and then a form into `T`.
///
/// # Errors
///
/// If reading fails, or the form does not fit the type.
#[cfg(feature = "std")]
pub fn from_reader<T: de::DeserializeOwned, R: std::io::Read>(mut reader: R) -> Result<T, Error> {
    let mut form = Vec::new();
    reader
        .read_to_end(&mut form)
        .map_err(|error| Error::custom(format_args!("could not read input: {error}")))?;
    from_bytes(&form)
}

/// A deserializer of the pairs of a form: a map, a list of pairs, or a unit if there are none.
pub struct Deserializer<'de> {
    pairs: MapDeserializer<'de, Pairs<'de>, Error>,
}

impl<'de> Deserializer<'de> {
    /// A deserializer of these pairs.
    #[must_use]
    pub fn new(parser: Parse<'de>) -> Self {
        Deserializer { pairs: MapDeserializer::new(Pairs(parser)) }
    }
}

impl fmt::Debug for Deserializer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").finish_non_exhaustive()
    }
}

impl<'de> de::Deserializer<'de> for Deserializer<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self.pairs)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.pairs)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.pairs.end()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 char str string option bytes byte_buf unit_struct newtype_struct
        tuple_struct struct identifier tuple enum ignored_any
    }
}

struct Pairs<'de>(Parse<'de>);

impl<'de> Iterator for Pairs<'de> {
    type Item = (Part<'de>, Part<'de>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (Part(name), Part(value)))
    }
}

/// A name or a value.
struct Part<'de>(Cow<'de, str>);

impl<'de> IntoDeserializer<'de> for Part<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! parsed {
    ($($method:ident $visit:ident $type:ty)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.0.parse::<$type>().map_err(Error::custom)?)
        }
    )* };
}

impl<'de> de::Deserializer<'de> for Part<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    parsed! {
        deserialize_bool visit_bool bool
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_f32 visit_f32 f32
        deserialize_f64 visit_f64 f64
    }

    forward_to_deserialize_any! {
        char str string unit bytes byte_buf unit_struct tuple_struct struct identifier tuple ignored_any seq map
    }

    forward!(self, visitor, Error, visitor.visit_newtype_struct(self); newtype_struct);
    forward!(self, visitor, Error, visitor.visit_enum(self); enum);
}

impl<'de> EnumAccess<'de> for Part<'de> {
    type Error = Error;
    type Variant = UnitOnly;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, UnitOnly), Error> {
        Ok((seed.deserialize(self.0.into_deserializer())?, UnitOnly))
    }
}

/// A value has no place for the contents of a variant.
struct UnitOnly;

impl UnitOnly {
    fn refuse<T>() -> Result<T, Error> {
        Err(Error::custom("expected unit variant"))
    }
}

impl<'de> VariantAccess<'de> for UnitOnly {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _seed: T) -> Result<T::Value, Error> {
        UnitOnly::refuse()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, Error> {
        UnitOnly::refuse()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        UnitOnly::refuse()
    }
}
