//! `application/x-www-form-urlencoded`, the format of HTML forms and of most queries (URL standard
//! section 5).
//!
//! | you have | you need | use |
//! |---|---|---|
//! | a body or a query | its pairs | [`parse`] |
//! | a body or a query | the value of a name | [`Parse::to_form`] |
//! | pairs | a body or a query | [`Serializer`] |
//! | nested names, `a[b][]=1` | a tree, and back (feature `nested`) | `nested` |
//! | the fields of an HTML form | the request that a browser sends | [`Submission`] |
//! | the input of a CGI program | its pairs | [`CgiRequest`] |
//! | a body or a query | a struct or a map (feature `serde`) | [`from_str`](#forms-with-serde) |
//! | a struct or a map | a body or a query (feature `serde`) | [`to_string`](#forms-with-serde) |
//!
//! A form is split into pairs first, then each name and value is decoded. The pairs are a list and not a
//! map: their order, duplicates and empty values are kept.
//!
//! ```
//! use triplet::form;
//!
//! let mut query = String::new();
//! form::Serializer::new(&mut query).append("name", "Zoë & Co").append("q", "1+1");
//! assert_eq!(query, "name=Zo%C3%AB+%26+Co&q=1%2B1");
//!
//! let pairs = form::parse(&query).to_text_pairs()?;
//! assert_eq!(pairs[0], ("name".into(), "Zoë & Co".into()));
//! # Ok::<(), form::FormError>(())
//! ```
//!
//! # Forms with serde
//!
//! With the feature `serde`, `from_str`, `from_bytes`, `from_reader` and [`Parse`]`::deserialize` read a form into a type, and
//! `to_string`, `to_writer` and [`Serializer`] write one. They do what users of `serde_urlencoded` and `serde_html_form`
//! expect, and say where the two differ:
//!
//! | input | result | `serde_urlencoded` 0.7 | `serde_html_form` 0.4 |
//! |---|---|---|---|
//! | no pairs | a form without pairs: all fields are missing | the same | the same |
//! | `a` without `=` | the empty value; `OptionalValue::NameOnly` for a field of that type | the empty value | the empty value |
//! | `a=` for an optional number or boolean | `None` | an error | `None` |
//! | `a=` for another `Option` | `Some` of the empty value; `None` with `empty_as_none` | `Some` | `Some` |
//! | `a=1&a=2` for a list | both values, in order, wherever they are | an error | the same |
//! | `a=1&a=2` for a field that is not a list | an error | an error | an error |
//! | `a=1&a=2` for a value of a map | an error, or all values if it is a list | the last value | as here |
//! | `a=1&a=2` for a list of pairs | two pairs | the same | the same |
//! | `+`, `%2B` | a space, a plus | the same | the same |
//! | a malformed triplet | is kept; with [`Parse::strict`] an error | is kept | is kept |
//! | octets that are not UTF-8 | U+FFFD; exact in a field of bytes; with `strict` an error | U+FFFD | U+FFFD |
//! | booleans | `true`, `on`, `false` | `true`, `false` | as here |
//! | an enum | the name of a unit variant | the same | the same |
//! | a struct, a tuple or a map as a value; a list in a list | an error | an error | an error |
//! | a number in a `#[serde(flatten)]` struct | an error, because `serde` keeps it as text | an error | an error |
//! | an error | has name, index and offset of the pair | a message | a message |
//!
//! | written | result | `serde_urlencoded` 0.7 | `serde_html_form` 0.4 |
//! |---|---|---|---|
//! | `None` | no pair | the same | the same |
//! | a list as a value | a pair for each element; no pair if it is empty | an error | the same |
//! | `OptionalValue::NameOnly` | the name without `=` | | |
//! | octets | exactly | an error if not UTF-8 | an error if not UTF-8 |
//! | `1e21_f64` | `1e21` | `1e21` | `1e%2B21` |
#![cfg_attr(feature = "serde", doc = "\n```\n")]
#![cfg_attr(feature = "serde", doc = "use std::collections::BTreeMap;")]
#![cfg_attr(
    feature = "serde",
    doc = "let form: BTreeMap<String, Vec<u32>> = triplet::form::from_str(\"a=1&b=2&a=3\")?;"
)]
#![cfg_attr(feature = "serde", doc = "assert_eq!(form[\"a\"], [1, 3]);")]
#![cfg_attr(
    feature = "serde",
    doc = "assert_eq!(triplet::form::to_string(&form).unwrap(), \"a=1&a=3&b=2\");"
)]
#![cfg_attr(feature = "serde", doc = "# Ok::<(), triplet::form::DeserializeError>(())\n```")]
#![forbid(unsafe_code)]

mod cgi;
#[cfg(feature = "serde")]
mod de;
mod decoded;
mod error;
#[cfg(feature = "serde")]
pub(crate) mod forward;
#[cfg(feature = "nested")]
pub mod nested;
#[cfg(feature = "serde")]
mod optional_value;
mod parse;
#[cfg(feature = "serde")]
mod scalar_value;
#[cfg(feature = "serde")]
mod ser;
mod serialize;
mod submit;
#[cfg(feature = "serde")]
pub(crate) mod text;

pub use cgi::{CgiError, CgiRequest};
#[cfg(all(feature = "serde", feature = "std"))]
pub use de::from_reader;
#[cfg(feature = "serde")]
pub use de::{DeserializeError, Deserializer, empty_as_none, from_bytes, from_str};
pub use decoded::{Form, FormIter};
pub use error::FormError;
#[cfg(feature = "serde")]
pub use optional_value::OptionalValue;
pub use parse::{BytePair, Pair, Pairs, Parse, Part, Separators, TextPair, parse};
#[cfg(all(feature = "serde", feature = "std"))]
pub use ser::to_writer;
#[cfg(feature = "serde")]
pub use ser::{Pairs as SerializePairs, SerializeError, to_string};
pub use serialize::{Newlines, Serializer, Space, normalize_newlines};
pub use submit::{ActionError, Method, Request, Submission};

/// Sorts pairs by the UTF-16 code units of their names, as `URLSearchParams.sort` does (URL standard
/// section 6.2). Pairs with the same name keep their order.
///
/// Takes O(n log n) comparisons.
///
/// ```
/// let mut pairs = [("ﬃ", 1), ("🌈", 2), ("a", 3)];
/// triplet::form::sort(&mut pairs);
/// assert_eq!(pairs, [("a", 3), ("🌈", 2), ("ﬃ", 1)]);
/// ```
pub fn sort<N: AsRef<str>, V>(pairs: &mut [(N, V)]) {
    pairs.sort_by(|(a, _), (b, _)| a.as_ref().encode_utf16().cmp(b.as_ref().encode_utf16()));
}
