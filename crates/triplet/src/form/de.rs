//! Reading a form into a type that implements `Deserialize`.

use alloc::{
    borrow::{Cow, ToOwned},
    boxed::Box,
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Expected, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::optional_value::OPTIONAL_VALUE;
use super::word::{Word, is_number};
use super::{FormError, Pair, Pairs, Parse, Part, parse};

/// Reads a form into `T`: a struct, a map, or a list of pairs. The table of [the module](super#forms-with-serde) says what
/// becomes of each awkward input.
///
/// Takes linear time. A name or value that decoding does not change is borrowed.
///
/// # Errors
///
/// If a value does not fit `T`; the error names the pair, its index and its offset.
///
/// ```
/// use serde::Deserialize;
/// use triplet::form;
///
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct Search<'a> {
///     q: &'a str,
///     page: Option<u32>,
///     #[serde(default)]
///     tag: Vec<String>,
/// }
///
/// let search: Search = form::from_str("q=tea&tag=hot&page=&tag=a+b")?;
/// assert_eq!(search, Search { q: "tea", page: None, tag: vec!["hot".into(), "a b".into()] });
///
/// let error = form::from_str::<Search>("q=tea&page=two").unwrap_err();
/// assert_eq!((error.name(), error.index(), error.offset()), (Some("page"), Some(1), Some(11)));
/// assert_eq!(
///     error.to_string(),
///     "the value of `page` (pair index 1, offset 11): invalid value: string \"two\", expected u32",
/// );
/// # Ok::<(), form::DeserializeError>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(form: &'de str) -> Result<T, DeserializeError> {
    from_bytes(form.as_bytes())
}

/// Reads a form into `T`, as [`from_str`] does. Octets that are not UTF-8 become U+FFFD in text, and are kept in a field of
/// bytes.
///
/// # Errors
///
/// As [`from_str`].
///
/// ```
/// let pairs: Vec<(String, u8)> = triplet::form::from_bytes(b"a=1&a=2")?;
/// assert_eq!(pairs, [("a".into(), 1), ("a".into(), 2)]);
/// # Ok::<(), triplet::form::DeserializeError>(())
/// ```
pub fn from_bytes<'de, T: Deserialize<'de>>(form: &'de [u8]) -> Result<T, DeserializeError> {
    parse(form).deserialize()
}

/// Reads everything from `reader`, and then a form into `T`, as [`from_str`] does. There is no limit: for input that you do
/// not trust read it yourself, and use [`Parse::deserialize`].
///
/// # Errors
///
/// As [`from_str`], and if the reader fails.
///
/// ```
/// let pairs: Vec<(String, String)> = triplet::form::from_reader(&b"a=1"[..])?;
/// assert_eq!(pairs, [("a".into(), "1".into())]);
/// # Ok::<(), triplet::form::DeserializeError>(())
/// ```
#[cfg(feature = "std")]
pub fn from_reader<T: de::DeserializeOwned, R: std::io::Read>(
    mut reader: R,
) -> Result<T, DeserializeError> {
    let mut form = Vec::new();
    match reader.read_to_end(&mut form) {
        Ok(_) => from_bytes(&form),
        Err(error) => Err(DeserializeError::new(Cause::Read(error))),
    }
}

impl<'de> Parse<'de> {
    /// Reads the form into `T` with these options. With [`strict`](Parse::strict) octets that are not UTF-8 are an error
    /// too.
    ///
    /// # Errors
    ///
    /// As [`from_str`](super::from_str), and those of the options.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use triplet::form;
    ///
    /// type Fields = BTreeMap<String, String>;
    /// let strict = |body: &'static str| form::parse(body).strict().max_pairs(2).deserialize::<Fields>();
    /// assert_eq!(strict("a=1&b=2")?["b"], "2");
    /// assert_eq!(strict("a=1&b=100%").unwrap_err().offset(), Some(9));
    /// assert_eq!(strict("a=1&b=2&c=3").unwrap_err().offset(), Some(8));
    /// # Ok::<(), form::DeserializeError>(())
    /// ```
    pub fn deserialize<T: Deserialize<'de>>(self) -> Result<T, DeserializeError> {
        T::deserialize(Deserializer::new(self))
    }
}

/// Why a form does not fit a type.
///
/// If one pair is the reason, the error names it: its [name](DeserializeError::name), its [index](DeserializeError::index)
/// and the [offset](DeserializeError::offset) of the part that is wrong. A field that is missing has none of them. Nor has a
/// value of a `#[serde(flatten)]` or `#[serde(untagged)]` type that `serde` converts after all pairs were read.
#[derive(Debug)]
pub struct DeserializeError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    cause: Cause,
    place: Option<Place>,
}

#[derive(Debug)]
enum Cause {
    Message(String),
    /// The derived code met a field for the second time.
    DuplicateField(&'static str),
    Form(FormError),
    #[cfg(feature = "std")]
    Read(std::io::Error),
}

#[derive(Debug)]
struct Place {
    name: String,
    index: usize,
    offset: usize,
    in_name: bool,
}

impl DeserializeError {
    #[cold]
    fn new(cause: Cause) -> DeserializeError {
        DeserializeError(Box::new(Inner { cause, place: None }))
    }

    /// The decoded name of the pair that does not fit.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.0.place.as_ref().map(|place| &*place.name)
    }

    /// The index of the pair that does not fit: 0 for the first.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.0.place.as_ref().map(|place| place.index)
    }

    /// The offset in the form, in bytes: of the value or the name that does not fit, of the malformed triplet, or of the
    /// first byte beyond a limit.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        match &self.0.cause {
            Cause::Form(error) => Some(error.offset()),
            _ => self.0.place.as_ref().map(|place| place.offset),
        }
    }

    /// The error of the form itself, if it is not the type that does not fit.
    #[must_use]
    pub fn form_error(&self) -> Option<FormError> {
        match self.0.cause {
            Cause::Form(error) => Some(error),
            _ => None,
        }
    }

    /// Adds the pair, unless the error has one.
    #[cold]
    fn at(mut self, found: &Found<'_>, in_name: bool) -> DeserializeError {
        let pair = &found.pair;
        let part = if in_name { &pair.name } else { &pair.value };
        self.0.place.get_or_insert_with(|| Place {
            name: pair.name.to_str_lossy().map_or_else(
                |_| String::from_utf8_lossy(pair.name.raw()).into_owned(),
                Cow::into_owned,
            ),
            index: found.index,
            offset: part.offset(),
            in_name,
        });
        self
    }
}

impl From<FormError> for DeserializeError {
    fn from(error: FormError) -> DeserializeError {
        DeserializeError::new(Cause::Form(error))
    }
}

impl From<crate::DecodeError> for DeserializeError {
    fn from(error: crate::DecodeError) -> DeserializeError {
        FormError::Decode(error).into()
    }
}

impl de::Error for DeserializeError {
    fn custom<T: fmt::Display>(message: T) -> DeserializeError {
        DeserializeError::new(Cause::Message(message.to_string()))
    }

    fn duplicate_field(field: &'static str) -> DeserializeError {
        DeserializeError::new(Cause::DuplicateField(field))
    }
}

impl fmt::Display for DeserializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// A longer name is cut, so that a message has one line.
        const SHOWN: usize = 60;
        if let Some(place) = &self.0.place {
            let mut shown = place.name.chars();
            f.write_str(if place.in_name { "the name `" } else { "the value of `" })?;
            for c in shown.by_ref().take(SHOWN) {
                write!(f, "{}", c.escape_debug())?;
            }
            f.write_str(if shown.next().is_some() { "…" } else { "" })?;
            write!(f, "` (pair index {}, offset {}): ", place.index, place.offset)?;
        }
        match &self.0.cause {
            Cause::Message(message) => f.write_str(message),
            Cause::DuplicateField(field) => write!(f, "duplicate field `{field}`"),
            Cause::Form(error) => error.fmt(f),
            #[cfg(feature = "std")]
            Cause::Read(error) => write!(f, "the form cannot be read: {error}"),
        }
    }
}

impl core::error::Error for DeserializeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.cause {
            Cause::Message(_) | Cause::DuplicateField(_) => None,
            Cause::Form(error) => Some(error),
            #[cfg(feature = "std")]
            Cause::Read(error) => Some(error),
        }
    }
}

/// A pair and its index.
#[derive(Clone, Copy, Debug)]
struct Found<'de> {
    pair: Pair<'de>,
    index: usize,
}

/// The pairs with their indexes.
#[derive(Clone, Debug)]
struct Numbered<'de> {
    pairs: Pairs<'de>,
    index: usize,
}

impl<'de> Numbered<'de> {
    fn next(&mut self) -> Result<Option<Found<'de>>, DeserializeError> {
        match self.pairs.next() {
            None => Ok(None),
            Some(Err(error)) => Err(error.into()),
            Some(Ok(pair)) => {
                let index = self.index;
                self.index += 1;
                Ok(Some(Found { pair, index }))
            }
        }
    }
}

/// A `serde` deserializer over the pairs of a form, with the options of [`Parse`]. [`from_str`] and [`Parse::deserialize`]
/// are shorter; this is for crates that pass a deserializer on, such as those that report the path of an error.
///
/// ```
/// use serde::Deserialize;
/// use triplet::form;
///
/// let form = form::parse("?a=1;b=2").strip_question_mark().separators(form::Separators::Semicolon);
/// let pairs = Vec::<(char, u8)>::deserialize(form::Deserializer::new(form))?;
/// assert_eq!(pairs, [('a', 1), ('b', 2)]);
/// # Ok::<(), form::DeserializeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deserializer<'de> {
    pairs: Numbered<'de>,
}

impl<'de> Deserializer<'de> {
    /// A deserializer of this form.
    #[must_use]
    pub const fn new(form: Parse<'de>) -> Deserializer<'de> {
        Deserializer { pairs: Numbered { pairs: form.pairs(), index: 0 } }
    }

    /// Visits the pairs one by one; `all` says whether the visitor must take all of them.
    fn visit_list<V: Visitor<'de>>(
        self,
        visitor: V,
        all: bool,
    ) -> Result<V::Value, DeserializeError> {
        let mut list = List { pairs: self.pairs };
        let value = visitor.visit_seq(&mut list)?;
        if all && let Some(found) = list.pairs.next()? {
            let error: DeserializeError = de::Error::custom("one pair more than expected");
            return Err(error.at(&found, true));
        }
        Ok(value)
    }
}

impl<'de> de::Deserializer<'de> for Deserializer<'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_map(Groups::of(self.pairs)?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        let mut fields = Fields { pairs: self.pairs, current: None, taken: Vec::new() };
        visitor.visit_map(&mut fields).map_err(|error| match (&error.0.cause, &fields.current) {
            (Cause::DuplicateField(_), Some(found)) => error.at(found, true),
            _ => error,
        })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.visit_list(visitor, true)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.visit_list(visitor, true)
    }

    fn deserialize_unit<V: Visitor<'de>>(
        mut self,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        match self.pairs.next()? {
            None => visitor.visit_unit(),
            Some(found) => {
                let error: DeserializeError = de::Error::custom("expected a form without pairs");
                Err(error.at(&found, true))
            }
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.pairs.clone().next()? {
            None => visitor.visit_none(),
            Some(_) => visitor.visit_some(self),
        }
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf tuple_struct identifier enum
        ignored_any
    }
}

/// The pairs as a list of pairs.
struct List<'de> {
    pairs: Numbered<'de>,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        match self.pairs.next()? {
            None => Ok(None),
            Some(found) => seed.deserialize(PairDeserializer(found)).map(Some),
        }
    }
}

/// One pair as a list of two.
struct PairDeserializer<'de>(Found<'de>);

impl<'de> PairDeserializer<'de> {
    fn refuse(&self, expected: &dyn Expected) -> DeserializeError {
        let error: DeserializeError =
            de::Error::invalid_type(de::Unexpected::Other("a name and a value"), expected);
        error.at(&self.0, true)
    }
}

impl<'de> de::Deserializer<'de> for PairDeserializer<'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let mut halves = Halves { found: self.0, next: 0 };
        let value = visitor.visit_seq(&mut halves).map_err(|error| error.at(&self.0, true))?;
        if halves.next == 2 { Ok(value) } else { Err(self.refuse(&"a tuple of two")) }
    }

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

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf option unit unit_struct seq map
        struct identifier enum
    }
}

/// The name and the value of a pair.
struct Halves<'de> {
    found: Found<'de>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Halves<'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        self.next += 1;
        let found = &self.found;
        match self.next {
            1 => Key(*found).read(seed).map(Some),
            2 => Single(*found).read(seed).map(Some),
            _ => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(2_usize.saturating_sub(self.next))
    }
}

/// The text of a name or a value, as the options of the form say.
fn word<'de>(part: &Part<'de>) -> Result<Word<'de, DeserializeError>, DeserializeError> {
    Ok(Word::new(part.to_text()?))
}

/// A name.
struct Key<'de>(Found<'de>);

impl<'de> Key<'de> {
    fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeserializeError> {
        let found = self.0;
        word(&found.pair.name)
            .and_then(|word| seed.deserialize(word))
            .map_err(|error| error.at(&found, true))
    }
}

/// Other values of the same name.
enum Others<'a, 'de> {
    /// This is one value of a list.
    None,
    /// They are searched for if a list is asked for. The names of lists that have been read.
    Ahead(&'a Numbered<'de>, &'a mut Vec<Cow<'de, str>>),
    /// They are known.
    Known(&'a [Grouped<'de>], usize),
}

/// A value, and other values of the same name.
struct Value<'a, 'de> {
    first: Found<'de>,
    others: Others<'a, 'de>,
}

/// One value.
#[allow(non_snake_case, reason = "a constructor, as of a tuple struct")]
fn Single<'a, 'de>(first: Found<'de>) -> Value<'a, 'de> {
    Value { first, others: Others::None }
}

impl<'a, 'de> Value<'a, 'de> {
    fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeserializeError> {
        let found = self.first;
        seed.deserialize(self).map_err(|error| error.at(&found, false))
    }

    /// The text of the only value.
    fn word(self) -> Result<Word<'de, DeserializeError>, DeserializeError> {
        self.only()?;
        word(&self.first.pair.value)
    }

    /// An error if there are other values, for which a field that is no list has no place. If they are not known, the derived
    /// code finds them itself.
    fn only(&self) -> Result<(), DeserializeError> {
        if let Others::Known(groups, next) = &self.others
            && let Some(group) = groups.get(*next)
        {
            let error: DeserializeError =
                de::Error::custom("the name occurs again; expected one value");
            return Err(error.at(&group.found, true));
        }
        Ok(())
    }

    /// All values.
    fn all(self) -> Result<Values<'a, 'de>, DeserializeError> {
        let first = Some(self.first);
        let rest = match self.others {
            Others::None => Rest::None,
            Others::Known(groups, next) => Rest::Known(groups, next),
            Others::Ahead(pairs, taken) => {
                let name = self.first.pair.name.to_text()?;
                taken.push(name.clone());
                Rest::Ahead(pairs.clone(), name)
            }
        };
        Ok(Values { first, rest })
    }
}

macro_rules! of_one_value {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
            self.word()?.$method(visitor)
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
            return word(&first.pair.value)?.deserialize_any(visitor);
        }
        visitor.visit_seq(Elements { first: Some(first), values })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_seq(self.all()?)
    }

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

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.word()?.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_unit()
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.only()?;
        match self.first.pair.value.to_bytes()? {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.word()?.deserialize_any(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.word()?.deserialize_any(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.word()?.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.word()?.deserialize_any(visitor)
    }

    of_one_value! {
        deserialize_bool
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_identifier
        deserialize_unit deserialize_map
    }
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
            Some(found) => Single(found).read(seed).map(Some),
        }
    }
}

/// The values of one name, of which at least two were found.
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
            Some(first) => Single(first).read(seed).map(Some),
            None => self.values.next_element_seed(seed),
        }
    }
}

/// Whether a name that is not decoded is this one.
fn is_named(part: &Part<'_>, name: &str) -> bool {
    let raw = part.raw();
    let is_plain = |byte: &u8| byte.is_ascii() && !matches!(byte, b'%' | b'+');
    if raw.iter().all(is_plain) {
        return raw == name.as_bytes();
    }
    part.to_text().is_ok_and(|text| text == name)
}

/// The pairs for a struct. Nothing is stored: a field that is a list searches the rest of the form for its values, and its
/// name is skipped from then on. Derived code refuses a name that occurs twice.
struct Fields<'de> {
    pairs: Numbered<'de>,
    current: Option<Found<'de>>,
    taken: Vec<Cow<'de, str>>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        while let Some(found) = self.pairs.next()? {
            if self.taken.iter().any(|name| is_named(&found.pair.name, name)) {
                continue;
            }
            self.current = Some(found);
            return Key(found).read(seed).map(Some);
        }
        self.current = None;
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DeserializeError> {
        let first = self.current.ok_or_else(no_key)?;
        Value { first, others: Others::Ahead(&self.pairs, &mut self.taken) }.read(seed)
    }
}

#[cold]
fn no_key() -> DeserializeError {
    de::Error::custom("a value was asked for before its name")
}

/// A pair in [`Groups`].
struct Grouped<'de> {
    found: Found<'de>,
    /// The position of the next pair with the same name, or `usize::MAX`.
    next: usize,
    is_first: bool,
}

/// The pairs for a map: the values of equal names are visited together, in the order in which the names first occur.
struct Groups<'de> {
    pairs: Vec<Grouped<'de>>,
    at: usize,
    current: Option<usize>,
}

impl<'de> Groups<'de> {
    /// Collects all pairs. Takes O(n log n) comparisons.
    fn of(mut all: Numbered<'de>) -> Result<Groups<'de>, DeserializeError> {
        let mut pairs: Vec<Grouped<'de>> = Vec::new();
        let mut last: BTreeMap<Cow<'de, str>, usize> = BTreeMap::new();
        while let Some(found) = all.next()? {
            let name = found
                .pair
                .name
                .to_text()
                .map_err(|error| DeserializeError::from(error).at(&found, true))?;
            let earlier = last.insert(name, pairs.len());
            if let Some(earlier) = earlier {
                pairs[earlier].next = pairs.len();
            }
            pairs.push(Grouped { found, next: usize::MAX, is_first: earlier.is_none() });
        }
        Ok(Groups { pairs, at: 0, current: None })
    }
}

impl<'de> MapAccess<'de> for Groups<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        while let Some(group) = self.pairs.get(self.at) {
            self.at += 1;
            if group.is_first {
                self.current = Some(self.at - 1);
                return Key(group.found).read(seed).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DeserializeError> {
        let group = &self.pairs[self.current.ok_or_else(no_key)?];
        Value { first: group.found, others: Others::Known(&self.pairs, group.next) }.read(seed)
    }
}

/// Reads an empty value as `None`, for any type: `#[serde(default, deserialize_with = "triplet::form::empty_as_none")]`. A
/// number or a boolean does not need it: `Option<u32>` reads an empty value as `None` anyway.
///
/// # Errors
///
/// If a value that is not empty does not fit `T`.
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Form {
///     #[serde(default, deserialize_with = "triplet::form::empty_as_none")]
///     name: Option<String>,
/// }
///
/// assert_eq!(triplet::form::from_str::<Form>("name=")?.name, None);
/// assert_eq!(triplet::form::from_str::<Form>("name=Zo%C3%AB")?.name.as_deref(), Some("Zoë"));
/// # Ok::<(), triplet::form::DeserializeError>(())
/// ```
pub fn empty_as_none<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: de::Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct TextVisitor;
    impl<'de> Visitor<'de> for TextVisitor {
        type Value = Cow<'de, str>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a value")
        }

        fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
            Ok(Cow::Borrowed(text))
        }

        fn visit_str<E>(self, text: &str) -> Result<Cow<'de, str>, E> {
            Ok(Cow::Owned(text.to_owned()))
        }

        fn visit_string<E>(self, text: String) -> Result<Cow<'de, str>, E> {
            Ok(Cow::Owned(text))
        }
    }
    let text = deserializer.deserialize_str(TextVisitor)?;
    if text.is_empty() { Ok(None) } else { T::deserialize(Word::new(text)).map(Some) }
}
