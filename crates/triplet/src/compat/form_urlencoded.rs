//! The names and the behaviour of the crate `form_urlencoded` 1.2, implemented by this crate.
//!
//! ```diff
//! -use form_urlencoded::{Serializer, parse};
//! +use triplet::compat::form_urlencoded::{Serializer, parse};
//! ```
//!
//! After the migration consider [`form`], which has limits, strict decoding and offsets.
//!
//! ```
//! use triplet::compat::form_urlencoded::{Serializer, parse};
//!
//! let form = Serializer::new(String::new())
//!     .append_pair("foo", "bar & baz")
//!     .append_pair("saison", "Été+hiver")
//!     .finish();
//! assert_eq!(form, "foo=bar+%26+baz&saison=%C3%89t%C3%A9%2Bhiver");
//! assert!(parse(b"a=1+2&b").eq([("a".into(), "1 2".into()), ("b".into(), "".into())]));
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;

use crate::form;
use crate::kernel::{self, EncodeRule};
use crate::set::{EncodeSet, whatwg};

/// A function that writes a name or value in another charset: see [`Serializer::encoding_override`].
pub type EncodingOverride<'a> = Option<&'a dyn Fn(&str) -> Cow<'_, [u8]>>;

/// Reads a form: an iterator over its decoded pairs. Malformed triplets are kept, and ill-formed UTF-8 becomes U+FFFD.
#[must_use]
pub fn parse(input: &[u8]) -> Parse<'_> {
    Parse { input }
}

/// The iterator over pairs that [`parse`] returns.
#[derive(Copy, Clone, Debug)]
pub struct Parse<'a> {
    input: &'a [u8],
}

impl<'a> Parse<'a> {
    /// An iterator over pairs of `String`.
    #[must_use]
    pub fn into_owned(self) -> ParseIntoOwned<'a> {
        ParseIntoOwned { inner: self }
    }
}

impl<'a> Iterator for Parse<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    fn next(&mut self) -> Option<Self::Item> {
        // Without options nothing is an error.
        let Some(Ok(pair)) = form::parse(self.input).pairs().next() else {
            self.input = &[];
            return None;
        };
        let end = pair.value.offset() + pair.value.raw().len();
        self.input = self.input.get(end + 1..).unwrap_or_default();
        Some((decoded(pair.name.raw()), decoded(pair.value.raw())))
    }
}

/// A decoded name or value, borrowed wherever the original borrows.
fn decoded(raw: &[u8]) -> Cow<'_, str> {
    match crate::decode(raw).plus_as_space().lenient().to_str_lossy() {
        // Nothing but malformed triplets.
        Cow::Owned(text) if text.as_bytes() == raw => {
            str::from_utf8(raw).map_or(Cow::Owned(text), Cow::Borrowed)
        }
        text => text,
    }
}

/// The iterator over owned pairs that [`Parse::into_owned`] returns.
#[derive(Clone, Debug)]
pub struct ParseIntoOwned<'a> {
    inner: Parse<'a>,
}

impl Iterator for ParseIntoOwned<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<Self::Item> {
        self.inner.next().map(|(name, value)| (name.into_owned(), value.into_owned()))
    }
}

/// Writes a name or value: an iterator over parts of the result.
///
/// ```
/// use triplet::compat::form_urlencoded::byte_serialize;
/// assert_eq!(byte_serialize(b"a b&").collect::<String>(), "a+b%26");
/// ```
#[must_use]
pub fn byte_serialize(input: &[u8]) -> ByteSerialize<'_> {
    ByteSerialize { bytes: input }
}

/// The iterator over parts that [`byte_serialize`] returns.
#[derive(Debug)]
pub struct ByteSerialize<'a> {
    bytes: &'a [u8],
}

impl<'a> Iterator for ByteSerialize<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        const RULE: EncodeRule = EncodeRule::new(*FORM.rows(), false, false);
        let (&first, after) = self.bytes.split_first()?;
        let kept = kernel::kept_prefix(self.bytes, &RULE);
        if kept.is_empty() {
            self.bytes = after;
            return Some(if first == b' ' { "+" } else { kernel::triplet_str(first, false) });
        }
        self.bytes = &self.bytes[kept.len()..];
        Some(kept)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.bytes.is_empty()), Some(self.bytes.len()))
    }
}

const FORM: EncodeSet = whatwg::FORM;

/// What a [`Serializer`] appends to.
pub trait Target {
    /// The string.
    fn as_mut_string(&mut self) -> &mut String;
    /// What [`Serializer::finish`] returns.
    fn finish(self) -> Self::Finished;
    /// The type of what [`Serializer::finish`] returns.
    type Finished;
}

impl Target for String {
    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    fn finish(self) -> Self {
        self
    }

    type Finished = Self;
}

impl Target for &mut String {
    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    fn finish(self) -> Self {
        self
    }

    type Finished = Self;
}

/// Appends pairs to a string as a form. As in the original, every method panics after [`finish`](Serializer::finish).
pub struct Serializer<'a, T: Target> {
    target: Option<T>,
    start_position: usize,
    encoding: EncodingOverride<'a>,
}

impl<'a, T: Target> Serializer<'a, T> {
    /// A serializer that appends to the form in `target`, which may be empty.
    #[must_use]
    pub fn new(target: T) -> Self {
        Self::for_suffix(target, 0)
    }

    /// A serializer that appends to the form that begins in `target` at this position, and may be empty.
    ///
    /// # Panics
    ///
    /// If the position is after the end of the target.
    #[must_use]
    pub fn for_suffix(mut target: T, start_position: usize) -> Self {
        let length = target.as_mut_string().len();
        assert!(
            length >= start_position,
            "invalid length {start_position} for target of length {length}"
        );
        Serializer { target: Some(target), start_position, encoding: None }
    }

    /// Removes all pairs.
    ///
    /// # Panics
    ///
    /// After `finish`, and if the position at which the form begins is within a character.
    pub fn clear(&mut self) -> &mut Self {
        let start = self.start_position;
        self.string().truncate(start);
        self
    }

    /// Sets the function that writes names and values in another charset before they are percent-encoded.
    pub fn encoding_override(&mut self, new: EncodingOverride<'a>) -> &mut Self {
        self.encoding = new;
        self
    }

    /// Appends a pair.
    ///
    /// # Panics
    ///
    /// After `finish`.
    pub fn append_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.append_key_only(name);
        self.string().push('=');
        self.append_encoded(value);
        self
    }

    /// Appends a name without `=`.
    ///
    /// # Panics
    ///
    /// After `finish`.
    pub fn append_key_only(&mut self, name: &str) -> &mut Self {
        let start = self.start_position;
        let string = self.string();
        if string.len() > start {
            string.push('&');
        }
        self.append_encoded(name);
        self
    }

    /// Appends pairs in order.
    ///
    /// # Panics
    ///
    /// After `finish`.
    pub fn extend_pairs<I, K, V>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        self.string();
        for pair in iter {
            let (name, value) = pair.borrow();
            self.append_pair(name.as_ref(), value.as_ref());
        }
        self
    }

    /// Appends names without `=` in order.
    ///
    /// # Panics
    ///
    /// After `finish`.
    pub fn extend_keys_only<I, K>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<K>,
        K: AsRef<str>,
    {
        self.string();
        for name in iter {
            self.append_key_only(name.borrow().as_ref());
        }
        self
    }

    /// The target, with the form.
    ///
    /// # Panics
    ///
    /// If it is called twice.
    pub fn finish(&mut self) -> T::Finished {
        self.target.take().expect("finish was called before").finish()
    }

    fn string(&mut self) -> &mut String {
        self.target.as_mut().expect("finish was called before").as_mut_string()
    }

    fn append_encoded(&mut self, text: &str) {
        let octets = match self.encoding {
            Some(encode) => encode(text),
            None => Cow::Borrowed(text.as_bytes()),
        };
        crate::encode(&octets, FORM).append_to(self.string());
    }
}

impl<T: Target + fmt::Debug> fmt::Debug for Serializer<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serializer")
            .field("target", &self.target)
            .field("start_position", &self.start_position)
            .finish_non_exhaustive()
    }
}
