//! A decoded name or value as a number, a boolean, a unit variant, or text.

use alloc::borrow::Cow;
use core::any::TypeId;
use core::marker::PhantomData;
use core::num;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

/// A decoded name or value.
pub(super) struct ScalarValue<'de, E> {
    text: Cow<'de, str>,
    error: PhantomData<E>,
}

impl<'de, E> ScalarValue<'de, E> {
    #[inline(always)]
    pub(super) fn new(text: Cow<'de, str>) -> ScalarValue<'de, E> {
        ScalarValue { text, error: PhantomData }
    }
}

macro_rules! parsed {
    ($($method:ident $visit:ident $type:ty)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            match self.text.parse::<$type>() {
                Ok(number) => visitor.$visit(number),
                Err(_) => Err(E::invalid_value(Unexpected::Str(&self.text), &visitor)),
            }
        }
    )* };
}

impl<'de, E: de::Error> Deserializer<'de> for ScalarValue<'de, E> {
    type Error = E;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    /// A browser sends `on` for a checkbox without a value.
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match &*self.text {
            "true" | "on" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(E::invalid_value(
                Unexpected::Str(other),
                &"a boolean (`true`, `on` or `false`)",
            )),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        if self.text.is_empty() && is_number::<V::Value>() {
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_seq(One(Some(self)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_enum(self)
    }

    parsed! {
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
        deserialize_u128 visit_u128 u128
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_i128 visit_i128 i128
        deserialize_f32 visit_f32 f32
        deserialize_f64 visit_f64 f64
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de, E: de::Error> IntoDeserializer<'de, E> for ScalarValue<'de, E> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A list of one value.
struct One<'de, E>(Option<ScalarValue<'de, E>>);

impl<'de, E: de::Error> SeqAccess<'de> for One<'de, E> {
    type Error = E;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, E> {
        self.0.take().map(|value| seed.deserialize(value)).transpose()
    }
}

impl<'de, E: de::Error> EnumAccess<'de> for ScalarValue<'de, E> {
    type Error = E;
    type Variant = UnitOnly<E>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, UnitOnly<E>), E> {
        let variant = match self.text {
            Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::new(text)),
            Cow::Owned(text) => seed.deserialize::<StringDeserializer<E>>(text.into_deserializer()),
        }?;
        Ok((variant, UnitOnly(PhantomData)))
    }
}

/// A value has no place for the contents of a variant.
pub(super) struct UnitOnly<E>(PhantomData<E>);

impl<'de, E: de::Error> VariantAccess<'de> for UnitOnly<E> {
    type Error = E;

    fn unit_variant(self) -> Result<(), E> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _seed: T) -> Result<T::Value, E> {
        Err(E::invalid_type(Unexpected::UnitVariant, &"a newtype variant"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, E> {
        Err(E::invalid_type(Unexpected::UnitVariant, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        Err(E::invalid_type(Unexpected::UnitVariant, &visitor))
    }
}

/// Whether a type is an optional number or boolean, for which an empty value is none at all.
///
/// A visitor that has been asked for `Some` is gone, so the type must be known before. The visitor's value need not be `'static`, so
/// `TypeId::of` does not take its type; `typeid::of` does, and ignores lifetimes, which none of these types has.
pub(super) fn is_number<T>() -> bool {
    macro_rules! any_of {
        ($($type:ty),*) => { [$(TypeId::of::<Option<$type>>()),*] };
    }
    #[rustfmt::skip]
    let numbers = any_of![
        bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64,
        num::NonZeroU8, num::NonZeroU16, num::NonZeroU32, num::NonZeroU64, num::NonZeroU128, num::NonZeroUsize,
        num::NonZeroI8, num::NonZeroI16, num::NonZeroI32, num::NonZeroI64, num::NonZeroI128, num::NonZeroIsize
    ];
    numbers.contains(&typeid::of::<T>())
}
