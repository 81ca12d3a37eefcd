//! `application/x-www-form-urlencoded`, the format of HTML forms and of most queries (URL standard
//! section 5).
//!
//! | you have | you need | use |
//! |---|---|---|
//! | a body or a query | its pairs | [`parse`] |
//! | pairs | a body or a query | [`Serializer`] |
//! | the fields of an HTML form | the request that a browser sends | [`Submission`] |
//! | the input of a CGI program | its pairs | [`CgiRequest`] |
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
#![forbid(unsafe_code)]

mod cgi;
mod error;
mod parse;
mod serialize;
mod submit;

pub use cgi::{CgiError, CgiRequest};
pub use error::FormError;
pub use parse::{BytePair, Pair, Pairs, Parse, Part, Separators, TextPair, parse};
pub use serialize::{Newlines, Serializer, Space, normalize_newlines};
pub use submit::{ActionError, Method, Request, Submission};

use alloc::string::String;

/// Sorts pairs by the UTF-16 code units of their names, as `URLSearchParams.sort` does (URL standard
/// section 6.2). Pairs with the same name keep their order.
///
/// Takes O(n log n) comparisons.
///
/// ```
/// let mut pairs = vec![("ﬃ".to_string(), 1), ("🌈".to_string(), 2), ("a".to_string(), 3)];
/// triplet::form::sort(&mut pairs);
/// let names: Vec<_> = pairs.iter().map(|pair| &*pair.0).collect();
/// assert_eq!(names, ["a", "🌈", "ﬃ"]);
/// ```
pub fn sort<V>(pairs: &mut [(String, V)]) {
    pairs.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
}
