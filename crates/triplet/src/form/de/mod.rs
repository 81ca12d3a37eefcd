//! Reading a form into a type that implements `Deserialize`.

mod error;
mod list;
mod map;
mod pairs;
mod value;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Visitor};
use serde::forward_to_deserialize_any;

use error::Cause;
use list::List;
use map::{Fields, Groups};
use pairs::Numbered;

use super::forward::forward;
use super::scalar_value::ScalarValue;
use super::{Parse, parse};

pub use error::DeserializeError;

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
///     "the value of `page` (pair index 1) at offset 11: invalid value: string \"two\", expected u32",
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
        Deserializer { pairs: Numbered::of(form.pairs()) }
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
        let mut fields = Fields::of(self.pairs);
        visitor.visit_map(&mut fields).map_err(|error| match (error.cause(), &fields.current) {
            (Cause::DuplicateField(_), Some(found)) => error.at(found, true),
            _ => error,
        })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
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

    forward!(self, visitor, DeserializeError, self.visit_list(visitor, true); tuple);
    forward!(self, visitor, DeserializeError, self.deserialize_unit(visitor); unit_struct);
    forward!(self, visitor, DeserializeError, visitor.visit_newtype_struct(self); newtype_struct);
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
    if text.is_empty() { Ok(None) } else { T::deserialize(ScalarValue::new(text)).map(Some) }
}
