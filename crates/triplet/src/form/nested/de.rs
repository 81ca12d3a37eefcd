//! Reading a form with nested names into a type that implements `Deserialize`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::flat::{Flat, FlatPart, Kind};
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
        let mut tree = self.parse_flat(form.as_ref())?;
        let is_delimited = matches!(self.style, Style::PipeDelimited | Style::SpaceDelimited);
        T::deserialize(Part { tree: &mut tree, at: 0, is_delimited }).map_err(|mut error| {
            let path = error.take_path();
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

struct Part<'t, 'de> {
    tree: &'t mut Flat<'de>,
    at: usize,
    /// Whether a list may be a map, whose names and values alternate: `R|100|G|200`.
    is_delimited: bool,
}

impl<'t, 'de> Part<'t, 'de> {
    fn kind(&self) -> &Kind<'de> {
        &self.tree.0[self.at].kind
    }

    /// The text, for what is one.
    fn scalar(
        self,
        expected: &dyn de::Expected,
    ) -> Result<ScalarValue<'de, DeserializeError>, DeserializeError> {
        match self.tree.take(self.at) {
            Kind::Text(text) => Ok(ScalarValue::new(text)),
            other => Err(de::Error::invalid_type(unexpected(&other), expected)),
        }
    }

    /// The elements of a list, or of a map from numbers in their order.
    fn elements(self, expected: &dyn de::Expected) -> Result<Parts<'t, 'de>, DeserializeError> {
        if let Kind::Map = self.kind() {
            let parts = self.tree.parts(self.at);
            let numbers = parts.map(|at| Some((canonical(&self.tree.0[at].name)?, at)));
            if let Some(numbers) = numbers.collect::<Option<Vec<_>>>() {
                let first = self.tree.sort(numbers);
                return Ok(Parts::of(self, first));
            }
        }
        let first = self.tree.first(self.at);
        match self.kind() {
            Kind::List => Ok(Parts::of(self, first)),
            other => Err(de::Error::invalid_type(unexpected(other), expected)),
        }
    }

    /// The names with their values, of a map or of a list, whose names are its numbers.
    fn entries(self, expected: &dyn de::Expected) -> Result<Parts<'t, 'de>, DeserializeError> {
        let first = self.tree.first(self.at);
        match self.kind() {
            Kind::Map | Kind::List => Ok(Parts::of(self, first)),
            other => Err(de::Error::invalid_type(unexpected(other), expected)),
        }
    }
}

fn unexpected<'v>(kind: &'v Kind<'_>) -> Unexpected<'v> {
    match kind {
        Kind::Null => Unexpected::Unit,
        Kind::Text(text) => Unexpected::Str(text),
        Kind::List => Unexpected::Seq,
        Kind::Map => Unexpected::Map,
    }
}

macro_rules! of_text {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
            self.scalar(&visitor)?.$method(visitor)
        }
    )* };
}

impl<'de> Deserializer<'de> for Part<'_, 'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::Text(_) => self.scalar(&visitor)?.deserialize_any(visitor),
            Kind::List => self.deserialize_seq(visitor),
            Kind::Map => self.deserialize_map(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.kind() {
            Kind::Null => visitor.visit_none(),
            Kind::Text(text) if text.is_empty() => {
                self.scalar(&visitor)?.deserialize_option(visitor)
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.kind() {
            Kind::Text(_) => self.scalar(&visitor)?.deserialize_seq(visitor),
            _ => {
                let elements = self.elements(&visitor)?;
                visitor.visit_seq(elements)
            }
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let entries = self.entries(&visitor)?;
        visitor.visit_map(entries)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.kind() {
            Kind::Null => visitor.visit_unit(),
            _ => self.scalar(&visitor)?.deserialize_unit(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        match self.kind() {
            Kind::Map if self.tree.0[self.at].count == 1 => {
                let at = self.tree.first(self.at);
                visitor.visit_enum(Variant(Part { at, ..self }))
            }
            _ => self.scalar(&visitor)?.deserialize_enum(name, variants, visitor),
        }
    }

    /// PHP writes `1` and `0`.
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.kind() {
            Kind::Text(text) if text == "1" => visitor.visit_bool(true),
            Kind::Text(text) if text == "0" => visitor.visit_bool(false),
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

    forward!(self, visitor, DeserializeError, visitor.visit_unit(); ignored_any);
    forward!(self, visitor, DeserializeError, visitor.visit_newtype_struct(self); newtype_struct);
    forward!(self, visitor, DeserializeError, self.deserialize_bytes(visitor); byte_buf);
    forward!(self, visitor, DeserializeError, self.deserialize_unit(visitor); unit_struct);
    forward!(self, visitor, DeserializeError, self.deserialize_seq(visitor); tuple tuple_struct);
    forward!(self, visitor, DeserializeError, self.deserialize_map(visitor); struct);
}

/// The parts of a list or map, one after the other.
struct Parts<'t, 'de> {
    tree: &'t mut Flat<'de>,
    /// The part that is next, and how many were before it.
    next: usize,
    count: usize,
    of: usize,
    /// The entry of a map that waits for its value.
    entry: Option<Entry>,
    is_delimited: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    /// Where the part is that has the name, and its index.
    name: usize,
    index: usize,
    value: usize,
}

impl<'t, 'de> Parts<'t, 'de> {
    fn of(whole: Part<'t, 'de>, first: usize) -> Parts<'t, 'de> {
        let Part { tree, at, is_delimited } = whole;
        Parts { tree, next: first, count: 0, of: at, entry: None, is_delimited }
    }

    /// The next part, which is not gone past.
    fn part(&mut self) -> Option<Part<'_, 'de>> {
        let Parts { next: at, is_delimited, .. } = *self;
        (at > 0).then_some(Part { tree: self.tree, at, is_delimited })
    }

    /// Goes past the next part. Gives its place.
    fn step(&mut self) -> usize {
        self.count += 1;
        let next = self.tree.0[self.next].next;
        mem::replace(&mut self.next, next)
    }

    /// Whether the names and the values of a map are the elements of this list.
    fn alternates(&self) -> bool {
        let FlatPart { kind, count, .. } = &self.tree.0[self.of];
        self.is_delimited && matches!(kind, Kind::List) && count % 2 == 0
    }

    /// The name of a part that has this index.
    fn name(&self, at: usize, index: usize) -> Text<'de> {
        match (&self.tree.0[self.of].kind, &self.tree.0[at].kind) {
            (Kind::Map, _) => self.tree.0[at].name.clone(),
            (_, Kind::Text(name)) if self.alternates() => name.clone(),
            _ => numeral(index as i64),
        }
    }

    fn left(&self) -> usize {
        self.tree.0[self.of].count - self.count
    }
}

impl<'de> SeqAccess<'de> for Parts<'_, 'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        let Some(part) = self.part() else { return Ok(None) };
        let element = seed.deserialize(part);
        let at = self.step();
        element.map(Some).map_err(|error| match self.tree.0[self.of].kind {
            Kind::Map => error.below(self.tree.0[at].name.to_string()),
            _ => error.below(numeral(self.count as i64 - 1).into_owned()),
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left())
    }
}

impl<'de> MapAccess<'de> for Parts<'_, 'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        if self.next == 0 {
            return Ok(None);
        }
        let index = self.count;
        let name = self.step();
        self.entry =
            Some(Entry { name, index, value: if self.alternates() { self.step() } else { name } });
        let key = seed.deserialize(ScalarValue::new(self.name(name, index)));
        key.map(Some)
            .map_err(|error: DeserializeError| error.below(self.name(name, index).into_owned()))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, DeserializeError> {
        let Some(Entry { name, index, value: at }) = self.entry.take() else {
            return Err(de::Error::custom("a value without a name"));
        };
        let part = Part { tree: self.tree, at, is_delimited: self.is_delimited };
        seed.deserialize(part).map_err(|error| error.below(self.name(name, index).into_owned()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(if self.alternates() { self.left() / 2 } else { self.left() })
    }
}

/// A variant with contents.
struct Variant<'t, 'de>(Part<'t, 'de>);

impl<'t, 'de> EnumAccess<'de> for Variant<'t, 'de> {
    type Error = DeserializeError;
    type Variant = Variant<'t, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Variant<'t, 'de>), DeserializeError> {
        let name = self.0.tree.0[self.0.at].name.clone();
        let variant = seed.deserialize(ScalarValue::<DeserializeError>::new(name))?;
        Ok((variant, self))
    }
}

impl<'de> Variant<'_, 'de> {
    /// What `read` makes of the contents.
    fn read<T>(
        self,
        read: impl FnOnce(Part<'_, 'de>) -> Result<T, DeserializeError>,
    ) -> Result<T, DeserializeError> {
        let Part { tree, at, is_delimited } = self.0;
        let value = read(Part { tree, at, is_delimited });
        value.map_err(|error| error.below(tree.0[at].name.to_string()))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = DeserializeError;

    fn unit_variant(self) -> Result<(), DeserializeError> {
        Err(de::Error::invalid_type(unexpected(self.0.kind()), &"a variant without contents"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DeserializeError> {
        self.read(|part| seed.deserialize(part))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.read(|part| part.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.read(|part| part.deserialize_map(visitor))
    }
}
