//! The values of a name: one, or all of a list.
use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::de::{self, DeserializeSeed, SeqAccess, Visitor};

use super::super::forward::forward;
use super::super::optional_value::OPTIONAL_VALUE;
use super::super::scalar_value::{ScalarValue, is_number};
use super::error::{DeserializeError, Found};
use super::pairs::{Numbered, is_named, scalar};

/// A pair among all of a form, with its name and the place of the next one of that name.
pub(super) struct Grouped<'de> {
    pub(super) found: Found<'de>,
    pub(super) name: Cow<'de, str>,
    /// The position of the next pair with the same name, or `usize::MAX`.
    pub(super) next: usize,
    pub(super) is_first: bool,
}

/// Other values of the same name.
pub(super) enum Others<'a, 'de> {
    /// The value is itself an element of a list, so no others are searched for.
    None,
    /// Values that are searched for if a list is asked for, and the names of lists that have been read.
    Ahead(&'a Numbered<'de>, &'a mut Vec<Cow<'de, str>>),
    /// Values that were collected by name.
    Known(&'a [Grouped<'de>], usize),
}

/// A value, and other values of the same name.
pub(super) struct Value<'a, 'de> {
    pub(super) first: &'a Found<'de>,
    pub(super) others: Others<'a, 'de>,
}

impl<'a, 'de> Value<'a, 'de> {
    /// One value.
    pub(super) fn single(first: &'a Found<'de>) -> Value<'a, 'de> {
        Value { first, others: Others::None }
    }

    #[inline(always)]
    pub(super) fn read<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DeserializeError> {
        let found = self.first;
        seed.deserialize(self).map_err(|error| error.at(found, false))
    }

    /// The text of the only value.
    #[inline(always)]
    fn scalar(self) -> Result<ScalarValue<'de, DeserializeError>, DeserializeError> {
        self.only()?;
        scalar(&self.first.pair.value)
    }

    /// An error if there are other values: only a field that is a list takes them. If other values are not known, the derived
    /// code finds them itself.
    #[inline(always)]
    fn only(&self) -> Result<(), DeserializeError> {
        if let Others::Known(groups, next) = &self.others
            && let Some(group) = groups.get(*next)
        {
            return Err(again(&group.found));
        }
        Ok(())
    }

    /// All values.
    fn all(self) -> Result<Values<'a, 'de>, DeserializeError> {
        let first = Some(*self.first);
        let rest = match self.others {
            Others::None => Rest::None,
            Others::Known(groups, next) => Rest::Known(groups, next),
            Others::Ahead(pairs, taken) => {
                let name = self.first.pair.name.text()?;
                taken.push(name.clone());
                Rest::Ahead(pairs.clone(), name)
            }
        };
        Ok(Values { first, rest })
    }
}

#[cold]
fn again(found: &Found<'_>) -> DeserializeError {
    let error: DeserializeError = de::Error::custom("the name occurs again; expected one value");
    error.at(found, true)
}

macro_rules! of_one_value {
    ($($method:ident)*) => { $(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
            self.scalar()?.$method(visitor)
        }
    )* };
}

impl<'de> de::Deserializer<'de> for Value<'_, 'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let first = self.first;
        let mut values = self.all()?;
        values.next()?;
        values.first = values.next()?;
        if values.first.is_none() {
            return scalar(&first.pair.value)?.deserialize_any(visitor);
        }
        visitor.visit_seq(Elements { first: Some(*first), values })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_seq(self.all()?)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let empty = self.first.pair.value.raw().is_empty();
        if empty && is_number::<V::Value>() {
            self.only()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        if name == OPTIONAL_VALUE && !self.first.pair.has_equals {
            self.only()?;
            return visitor.visit_unit();
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.scalar()?.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.only()?;
        match self.first.pair.value.to_bytes()? {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    of_one_value! {
        deserialize_bool
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_identifier
        deserialize_unit deserialize_map
    }

    forward!(self, visitor, DeserializeError, visitor.visit_unit(); ignored_any);
    forward!(self, visitor, DeserializeError, self.deserialize_bytes(visitor); byte_buf);
    forward!(self, visitor, DeserializeError, self.scalar()?.deserialize_any(visitor); unit_struct tuple tuple_struct struct);
}

/// The values of one name.
struct Values<'a, 'de> {
    first: Option<Found<'de>>,
    rest: Rest<'a, 'de>,
}

/// The values after the first.
enum Rest<'a, 'de> {
    None,
    Ahead(Numbered<'de>, Cow<'de, str>),
    Known(&'a [Grouped<'de>], usize),
}

impl<'de> Values<'_, 'de> {
    fn next(&mut self) -> Result<Option<Found<'de>>, DeserializeError> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        match &mut self.rest {
            Rest::None => Ok(None),
            Rest::Known(groups, next) => Ok(groups.get(*next).map(|group| {
                *next = group.next;
                group.found
            })),
            Rest::Ahead(pairs, name) => {
                while let Some(found) = pairs.next()? {
                    if is_named(&found.pair.name, name) {
                        return Ok(Some(found));
                    }
                }
                Ok(None)
            }
        }
    }
}

impl<'de> SeqAccess<'de> for Values<'_, 'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        match self.next()? {
            None => Ok(None),
            Some(found) => Value::single(&found).read(seed).map(Some),
        }
    }
}

/// The values of one name: at least two.
struct Elements<'a, 'de> {
    first: Option<Found<'de>>,
    values: Values<'a, 'de>,
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        match self.first.take() {
            Some(first) => Value::single(&first).read(seed).map(Some),
            None => self.values.next_element_seed(seed),
        }
    }
}
