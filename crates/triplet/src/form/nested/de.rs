//! Reading a form with nested names into a type that implements `Deserialize`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::{self, Vec};
use core::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::rules::{Rules, Style};
use super::tree::{Text, canonical, numeral};
use super::value::Value;
use crate::form::DeserializeError;
use crate::form::forward::forward;
use crate::form::scalar_value::ScalarValue;

/// Reads a form with nested names into `T`: structs in structs, lists of structs, maps.
///
/// A list is a list or a map from numbers, in their order, or one value alone; a text is read as [`form::from_str`](crate::form::from_str)
/// reads it. A variant with contents is a map with its name. In the delimited styles of OpenAPI a struct is a value whose names and values
/// alternate, such as `color=R|100|G|200`.
///
/// # Errors
///
/// As [`parse`](super::parse), and if a value does not fit `T`. The error names the first pair that makes the part that does not fit.
///
/// ```
/// use serde::Deserialize;
/// use triplet::form::nested::{Style, from_str};
///
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct Order {
///     customer: Customer,
///     items: Vec<Item>,
/// }
///
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct Customer {
///     name: String,
/// }
///
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct Item {
///     id: u32,
///     tags: Vec<String>,
/// }
///
/// let form = "customer[name]=Zo%C3%AB&items[0][id]=7&items[0][tags][]=new&items[1][id]=9&items[1][tags][]=x";
/// let order: Order = from_str(form, Style::Php)?;
/// assert_eq!(order.customer.name, "Zoë");
/// assert_eq!(order.items[1], Item { id: 9, tags: vec!["x".into()] });
///
/// let error = from_str::<Order>("customer[name]=a&items[0][id]=b&items[0][tags][]=", Style::Php).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the value of `items[0][id]` (pair index 1) at offset 30: invalid value: string \"b\", expected u32",
/// );
/// # Ok::<(), triplet::form::DeserializeError>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(
    form: &'de str,
    style: Style,
) -> Result<T, DeserializeError> {
    Rules::new(style).deserialize(form)
}

impl Rules {
    /// Reads a form into `T` by these rules.
    ///
    /// # Errors
    ///
    /// As [`from_str`].
    pub fn deserialize<'de, T: Deserialize<'de>>(
        &self,
        form: &'de (impl AsRef<[u8]> + ?Sized),
    ) -> Result<T, DeserializeError> {
        let tree = Value::Map(self.parse(form)?);
        let is_delimited = matches!(self.style, Style::PipeDelimited | Style::SpaceDelimited);
        T::deserialize(Part { value: tree, is_delimited }).map_err(|Misfit { error, mut path }| {
            path.reverse();
            self.place(form.as_ref(), &path, error)
        })
    }

    /// The error with the first pair that makes the part at this path.
    #[cold]
    fn place(&self, form: &[u8], path: &[String], error: DeserializeError) -> DeserializeError {
        if path.is_empty() {
            return error;
        }
        let pairs = crate::form::parse(form).separators(self.separators).pairs();
        let pairs: Vec<_> = pairs.flatten().collect();
        let makes = |count: usize| {
            let last = &pairs[count - 1].value;
            let tree = self.parse(&form[..last.offset() + last.raw().len()]);
            tree.is_ok_and(|tree| leads(&Value::Map(tree), path))
        };
        let counts: Vec<usize> = (1..=pairs.len()).collect();
        let index = counts.partition_point(|count| !makes(*count));
        match pairs.get(index) {
            Some(pair) => error.of_pair(pair, index),
            None => error,
        }
    }
}

/// Whether a path leads to a part of a tree.
fn leads(value: &Value<'_>, path: &[String]) -> bool {
    let Some((name, rest)) = path.split_first() else { return true };
    match value {
        Value::Map(map) => map.get(name).is_some_and(|value| leads(value, rest)),
        Value::List(values) => {
            let index = name.parse::<usize>().ok();
            let is_name = |value: &Value<'_>| value.as_text() == Some(name);
            match index.and_then(|index| values.get(index)) {
                Some(value) => leads(value, rest),
                None => values.iter().any(is_name),
            }
        }
        _ => false,
    }
}

/// Why a part does not fit, and its path, the last name first.
#[derive(Debug)]
struct Misfit {
    error: DeserializeError,
    path: Vec<String>,
}

impl Misfit {
    #[cold]
    fn below(mut self, name: Text<'_>) -> Misfit {
        self.path.push(name.into_owned());
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Misfit {
        Misfit { error: de::Error::custom(message), path: Vec::new() }
    }

    fn duplicate_field(field: &'static str) -> Misfit {
        Misfit { error: de::Error::duplicate_field(field), path: Vec::new() }
    }
}

/// A part of the tree.
struct Part<'de> {
    value: Value<'de>,
    /// Whether a list may be a map, whose names and values alternate: `R|100|G|200`.
    is_delimited: bool,
}

impl<'de> Part<'de> {
    /// The text, for what is one.
    fn scalar(self, expected: &dyn de::Expected) -> Result<ScalarValue<'de, Misfit>, Misfit> {
        match self.value {
            Value::Text(text) => Ok(ScalarValue::new(text)),
            other => Err(de::Error::invalid_type(unexpected(&other), expected)),
        }
    }

    /// The elements of a list, or of a map from numbers in their order.
    fn elements(self, expected: &dyn de::Expected) -> Result<Elements<'de>, Misfit> {
        let is_delimited = self.is_delimited;
        match self.value {
            Value::List(values) => Ok(Elements {
                values: values.into_iter(),
                numbers: Vec::new(),
                count: 0,
                is_delimited,
            }),
            Value::Map(map) if map.entries().iter().all(|(name, _)| canonical(name).is_some()) => {
                let mut entries = map.into_entries();
                entries.sort_by_key(|(name, _)| canonical(name));
                let (numbers, values): (_, Vec<_>) = entries.into_iter().unzip();
                Ok(Elements { values: values.into_iter(), numbers, count: 0, is_delimited })
            }
            other => Err(de::Error::invalid_type(unexpected(&other), expected)),
        }
    }

    /// The names with their values, of a map or of a list, whose names are its numbers.
    fn entries(self, expected: &dyn de::Expected) -> Result<Vec<(Text<'de>, Value<'de>)>, Misfit> {
        match self.value {
            Value::Map(map) => Ok(map.into_entries()),
            Value::List(values) if self.is_delimited && values.len() % 2 == 0 => {
                let mut values = values.into_iter();
                let pairs = core::iter::from_fn(|| values.next().zip(values.next()));
                let entry = |(name, value)| match name {
                    Value::Text(name) => Ok((name, value)),
                    other => Err(de::Error::invalid_type(unexpected(&other), &"a name")),
                };
                pairs.map(entry).collect()
            }
            Value::List(values) => {
                let values = values.into_iter().enumerate();
                Ok(values.map(|(index, value)| (numeral(index as i64), value)).collect())
            }
            other => Err(de::Error::invalid_type(unexpected(&other), expected)),
        }
    }
}

fn unexpected<'v>(value: &'v Value<'_>) -> Unexpected<'v> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Text(text) => Unexpected::Str(text),
        Value::List(_) => Unexpected::Seq,
        Value::Map(_) => Unexpected::Map,
    }
}

macro_rules! of_text {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.scalar(&visitor)?.$method(visitor)
        }
    )* };
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Text(text) => ScalarValue::new(text).deserialize_any(visitor),
            Value::List(_) => self.deserialize_seq(visitor),
            Value::Map(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_none(),
            Value::Text(text) if text.is_empty() => {
                ScalarValue::new(text).deserialize_option(visitor)
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Text(text) => ScalarValue::new(text).deserialize_seq(visitor),
            _ => {
                let elements = self.elements(&visitor)?;
                visitor.visit_seq(elements)
            }
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let is_delimited = self.is_delimited;
        let entries = self.entries(&visitor)?.into_iter();
        visitor.visit_map(Entries { entries, value: None, is_delimited })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            _ => self.scalar(&visitor)?.deserialize_unit(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Map(map) if map.entries().len() == 1 => {
                let mut entries = map.into_entries();
                let Some((variant, value)) = entries.pop() else {
                    return Err(de::Error::custom("a variant without a name"));
                };
                let part = Part { value, is_delimited: self.is_delimited };
                visitor.visit_enum(Variant { variant, part })
            }
            _ => self.scalar(&visitor)?.deserialize_enum(name, variants, visitor),
        }
    }

    /// PHP writes `1` and `0`.
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.value {
            Value::Text(text) if text == "1" => visitor.visit_bool(true),
            Value::Text(text) if text == "0" => visitor.visit_bool(false),
            _ => self.scalar(&visitor)?.deserialize_bool(visitor),
        }
    }

    of_text! {
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_identifier
        deserialize_bytes
    }

    forward!(self, visitor, Misfit, visitor.visit_unit(); ignored_any);
    forward!(self, visitor, Misfit, visitor.visit_newtype_struct(self); newtype_struct);
    forward!(self, visitor, Misfit, self.deserialize_bytes(visitor); byte_buf);
    forward!(self, visitor, Misfit, self.deserialize_unit(visitor); unit_struct);
    forward!(self, visitor, Misfit, self.deserialize_seq(visitor); tuple tuple_struct);
    forward!(self, visitor, Misfit, self.deserialize_map(visitor); struct);
}

/// The elements of a list.
struct Elements<'de> {
    values: vec::IntoIter<Value<'de>>,
    /// What they are called, if not by their places.
    numbers: Vec<Text<'de>>,
    count: usize,
    is_delimited: bool,
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Misfit> {
        let Some(value) = self.values.next() else { return Ok(None) };
        self.count += 1;
        let part = Part { value, is_delimited: self.is_delimited };
        seed.deserialize(part).map(Some).map_err(|error| {
            let place = self.count - 1;
            let number = self.numbers.get(place).cloned();
            error.below(number.unwrap_or_else(|| numeral(place as i64)))
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The names and values of a map.
struct Entries<'de> {
    entries: vec::IntoIter<(Text<'de>, Value<'de>)>,
    value: Option<(Text<'de>, Value<'de>)>,
    is_delimited: bool,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Misfit> {
        let Some((name, value)) = self.entries.next() else { return Ok(None) };
        let key = match name {
            // A key that borrows outlives the entry.
            Cow::Borrowed(text) => seed.deserialize(ScalarValue::new(Cow::Borrowed(text))),
            Cow::Owned(ref text) => seed.deserialize(ScalarValue::new(Cow::Owned(text.clone()))),
        };
        let key = key.map_err(|error: Misfit| error.below(name.clone()))?;
        self.value = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Misfit> {
        let Some((name, value)) = self.value.take() else {
            return Err(de::Error::custom("a value without a name"));
        };
        let part = Part { value, is_delimited: self.is_delimited };
        seed.deserialize(part).map_err(|error| error.below(name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A variant with contents.
struct Variant<'de> {
    variant: Text<'de>,
    part: Part<'de>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Misfit;
    type Variant = Contents<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Contents<'de>), Misfit> {
        let name: StringDeserializer<Misfit> = self.variant.to_string().into_deserializer();
        let variant = seed.deserialize(name)?;
        Ok((variant, Contents(self)))
    }
}

struct Contents<'de>(Variant<'de>);

impl<'de> VariantAccess<'de> for Contents<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        Err(de::Error::invalid_type(unexpected(&self.0.part.value), &"a variant without contents"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        let Variant { variant, part } = self.0;
        seed.deserialize(part).map_err(|error| error.below(variant))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        let Variant { variant, part } = self.0;
        part.deserialize_seq(visitor).map_err(|error| error.below(variant))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let Variant { variant, part } = self.0;
        part.deserialize_map(visitor).map_err(|error| error.below(variant))
    }
}
