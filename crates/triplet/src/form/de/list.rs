//! The pairs as a list of pairs.
use serde::de::{self, DeserializeSeed, Expected, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::super::forward::forward;
use super::error::{DeserializeError, Found};
use super::pairs::{Key, Numbered};
use super::value::Value;

/// The pairs as a list of pairs.
pub(super) struct List<'de> {
    pub(super) pairs: Numbered<'de>,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = DeserializeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        match self.pairs.next()? {
            None => Ok(None),
            Some(found) => seed.deserialize(PairDeserializer(&found)).map(Some),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.pairs.total()
    }
}

/// One pair as a list of two.
struct PairDeserializer<'a, 'de>(&'a Found<'de>);

impl PairDeserializer<'_, '_> {
    #[cold]
    fn refuse(&self, expected: &dyn Expected) -> DeserializeError {
        let error: DeserializeError =
            de::Error::invalid_type(de::Unexpected::Other("a name and a value"), expected);
        error.at(self.0, true)
    }
}

impl<'de> de::Deserializer<'de> for PairDeserializer<'_, 'de> {
    type Error = DeserializeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let mut halves = Halves { found: self.0, next: 0 };
        let value = visitor.visit_seq(&mut halves).map_err(|error| error.at(self.0, true))?;
        if halves.next == 2 { Ok(value) } else { Err(self.refuse(&"a tuple of two")) }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        if len == 2 { self.deserialize_any(visitor) } else { Err(self.refuse(&visitor)) }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_tuple(len, visitor)
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf option unit unit_struct seq map
        struct identifier enum
    }

    forward!(self, visitor, DeserializeError, visitor.visit_newtype_struct(self); newtype_struct);
    forward!(self, visitor, DeserializeError, visitor.visit_unit(); ignored_any);
}

/// The name and the value of a pair.
struct Halves<'a, 'de> {
    found: &'a Found<'de>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Halves<'_, 'de> {
    type Error = DeserializeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        self.next += 1;
        match self.next {
            1 => Key(self.found).read(seed).map(Some),
            2 => Value::single(self.found).read(seed).map(Some),
            _ => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(2_usize.saturating_sub(self.next))
    }
}
