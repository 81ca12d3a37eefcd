//! Values of parameters of HTTP header fields in other charsets (RFC 8187): `UTF-8'en'%C2%A3%20rates`.
//!
//! Such a value names its charset and, if it has one, its language, and its octets are percent-encoded. It belongs to a
//! parameter whose name ends with `*`, such as `filename*` of `Content-Disposition` (RFC 6266) or `title*` of `Link` (RFC 8288).
//!
//! ```
//! use triplet::ext_value::{ExtValue, encode};
//!
//! let header = format!("attachment; filename=\"EUR rates\"; filename*={}", encode("€ rates"));
//! assert_eq!(header, "attachment; filename=\"EUR rates\"; filename*=UTF-8''%E2%82%AC%20rates");
//!
//! let value = ExtValue::parse("iso-8859-1'en'%A3%20rates")?;
//! assert_eq!((value.charset(), value.language()), ("iso-8859-1", Some("en")));
//! assert_eq!(value.to_str()?, "£ rates");
//! # Ok::<(), triplet::ext_value::ExtValueError>(())
//! ```
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use crate::decode;
use crate::message::{DIGITS, Piece, Words, Writer, error_text};
use crate::names::names;
use crate::set::{EncodeSet, rfc8187};
use crate::triplet::begins_with_triplet;

/// A value that was read: its three parts. Reading checks the grammar (RFC 8187 section 3.2.1); nothing is decoded.
///
/// `Display` gives the text that was read. Equal if the texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtValue<'a> {
    text: &'a str,
    /// Where the two quotes are.
    quotes: [usize; 2],
}

impl<'a> ExtValue<'a> {
    /// Reads a value. Linear time; nothing is copied.
    ///
    /// # Errors
    ///
    /// If the text is not as the grammar has it: charset, `'`, a language or nothing, `'`, and octets as letters, digits, some
    /// marks and triplets. The offset is that of the first byte that does not fit.
    ///
    /// ```
    /// use triplet::ext_value::{ExtValue, ExtValueErrorKind};
    ///
    /// let error = ExtValue::parse("UTF-8''na%C3%AFve file.txt").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ExtValueErrorKind::Value, 17));
    /// assert_eq!(error.to_string(), "a space at offset 17: the value has this only as a triplet");
    /// ```
    pub fn parse(text: &'a str) -> Result<ExtValue<'a>, ExtValueError> {
        use ExtValueErrorKind as Kind;
        let bytes = text.as_bytes();
        let error = |kind, at: usize| {
            Err(ExtValueError { kind, offset: at, found: bytes.get(at).copied() })
        };
        let quote =
            |from: usize| bytes[from..].iter().position(|&byte| byte == b'\'').map(|at| from + at);
        let is_charset =
            |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&+-^_`{}~".contains(byte);
        let charset = bytes.iter().take_while(|byte| is_charset(byte)).count();
        if charset == 0 || bytes.get(charset) != Some(&b'\'') {
            return error(Kind::Charset, charset);
        }
        let start = charset + 1;
        let Some(end) = quote(start) else { return error(Kind::Language, bytes.len()) };
        if let Err(at) = check_language(&bytes[start..end]) {
            return error(Kind::Language, start + at);
        }
        let value = &bytes[end + 1..];
        let mut at = 0;
        while let Some(&byte) = value.get(at) {
            if byte == b'%' {
                if !begins_with_triplet(&value[at..]) {
                    return error(Kind::MalformedTriplet, end + 1 + at);
                }
                at += 3;
            } else if rfc8187::ATTR_CHAR.keeps(byte) {
                at += 1;
            } else {
                return error(Kind::Value, end + 1 + at);
            }
        }
        Ok(ExtValue { text, quotes: [charset, end] })
    }

    /// The name of the charset, as it is written. Names are compared without regard to case.
    #[must_use]
    pub fn charset(&self) -> &'a str {
        &self.text[..self.quotes[0]]
    }

    /// The language of the text (RFC 5646), if the value says it.
    #[must_use]
    pub fn language(&self) -> Option<&'a str> {
        let language = &self.text[self.quotes[0] + 1..self.quotes[1]];
        (!language.is_empty()).then_some(language)
    }

    /// The octets of the value, percent-encoded as they were read.
    #[must_use]
    pub fn value(&self) -> &'a str {
        &self.text[self.quotes[1] + 1..]
    }

    /// The octets of the value, whatever its charset is. Does not allocate if nothing is encoded.
    #[must_use]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        // All triplets are well-formed, so nothing is left out.
        decode(self.value()).lenient().to_bytes()
    }

    /// The text of the value. Knows `UTF-8`, `US-ASCII` and `ISO-8859-1`; with the feature `charset` each label that
    /// [`Charset::for_label`](crate::charset) knows, too. `ISO-8859-1` is itself here, not windows-1252.
    ///
    /// # Errors
    ///
    /// If the charset is not known, or the octets are not text in it. The offset is that in the value's whole text.
    ///
    /// ```
    /// use triplet::ext_value::{ExtValue, ExtValueErrorKind};
    ///
    /// let error = ExtValue::parse("UTF-8''%A3").unwrap().to_str().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ExtValueErrorKind::NotText, 7));
    /// ```
    pub fn to_str(&self) -> Result<Cow<'a, str>, ExtValueError> {
        let start = self.quotes[1] + 1;
        let not_text = |offset: usize| ExtValueError {
            kind: ExtValueErrorKind::NotText,
            offset: start + offset,
            found: None,
        };
        let is = |name: &str| self.charset().eq_ignore_ascii_case(name);
        if is("UTF-8") {
            return decode(self.value()).to_str().map_err(|error| not_text(error.offset()));
        }
        if is("ISO-8859-1") {
            return Ok(match self.value().as_bytes().contains(&b'%') {
                true => self
                    .to_bytes()
                    .iter()
                    .map(|&octet| char::from(octet))
                    .collect::<String>()
                    .into(),
                false => self.value().into(),
            });
        }
        if is("US-ASCII") {
            let text = decode(self.value()).to_str().map_err(|error| not_text(error.offset()))?;
            return match text.bytes().position(|byte| !byte.is_ascii()) {
                // The offset of the octet among the decoded ones is that of its triplet among bytes and triplets.
                Some(place) => Err(not_text(offset_of(self.value(), place))),
                None => Ok(text),
            };
        }
        #[cfg(feature = "charset")]
        if let Some(charset) = crate::charset::Charset::for_label(self.charset()) {
            return crate::charset::decode(self.value(), charset)
                .to_str()
                .map_err(|error| not_text(error.offset()));
        }
        Err(ExtValueError { kind: ExtValueErrorKind::UnknownCharset, offset: 0, found: None })
    }
}

/// Where the octet of this number is in a text whose triplets are well-formed.
fn offset_of(value: &str, place: usize) -> usize {
    let mut at = 0;
    for _ in 0..place {
        at += if value.as_bytes()[at] == b'%' { 3 } else { 1 };
    }
    at
}

impl fmt::Display for ExtValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// A tag of letters and digits, in parts of at most eight that are divided by hyphens (RFC 5646 section 2.1). The error is the
/// offset of what does not fit. An empty tag is none, and fits.
fn check_language(tag: &[u8]) -> Result<(), usize> {
    if tag.is_empty() {
        return Ok(());
    }
    let mut start = 0;
    for part in tag.split(|&byte| byte == b'-') {
        if let Some(at) = part.iter().position(|byte| !byte.is_ascii_alphanumeric()) {
            return Err(start + at);
        }
        // The first part is a language, or `x` or `i`.
        let digit = part.iter().position(|byte| start == 0 && byte.is_ascii_digit());
        if let Some(at) = digit {
            return Err(at);
        }
        if !(1..=8).contains(&part.len()) {
            return Err(start + part.len().min(8));
        }
        start += part.len() + 1;
    }
    Ok(())
}

/// Writes a text as a value in UTF-8, the charset that RFC 8187 section 3.2 requires of writers.
///
/// The result is formatted, so nothing is allocated before it is. Each octet that is not an `attr-char` becomes a triplet.
///
/// ```
/// use triplet::ext_value::encode;
///
/// assert_eq!(encode("naïve.txt").to_string(), "UTF-8''na%C3%AFve.txt");
/// assert_eq!(encode("£ rates").language("en")?.to_string(), "UTF-8'en'%C2%A3%20rates");
/// # Ok::<(), triplet::ext_value::ExtValueError>(())
/// ```
pub fn encode(text: &str) -> EncodeExtValue<'_> {
    EncodeExtValue { text, language: "" }
}

/// A text that is written as a value: the result of [`encode`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until it is formatted"]
pub struct EncodeExtValue<'a> {
    text: &'a str,
    language: &'a str,
}

impl<'a> EncodeExtValue<'a> {
    /// Says the language of the text, as a tag of RFC 5646. An empty one says none.
    ///
    /// # Errors
    ///
    /// If that is not a tag. The offset is that in the tag.
    pub fn language(self, tag: &'a str) -> Result<EncodeExtValue<'a>, ExtValueError> {
        check_language(tag.as_bytes()).map_err(|offset| ExtValueError {
            kind: ExtValueErrorKind::Language,
            offset,
            found: tag.as_bytes().get(offset).copied(),
        })?;
        Ok(EncodeExtValue { language: tag, ..self })
    }
}

impl fmt::Display for EncodeExtValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SET: EncodeSet = rfc8187::ATTR_CHAR;
        write!(f, "UTF-8'{}'{}", self.language, crate::encode(self.text, SET))
    }
}

names! { "kind of error";
    /// What is wrong at [`ExtValueError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ExtValueErrorKind {
        /// The name of the charset is empty, has another byte than the grammar allows, or has no `'` after it.
        Charset => "charset",
        /// The language is not a tag of RFC 5646, or has no `'` after it.
        Language => "language",
        /// A byte of the value is neither an `attr-char` nor part of a triplet.
        Value => "value",
        /// A `%` of the value is not followed by two hexadecimal digits.
        MalformedTriplet => "malformed-triplet",
        /// No such charset is known.
        UnknownCharset => "unknown-charset",
        /// The octets are not text in the charset.
        NotText => "not-text",
    }
}

/// Why a text is not such a value, or its octets are not text, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtValueError {
    kind: ExtValueErrorKind,
    offset: usize,
    found: Option<u8>,
}

impl ExtValueError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ExtValueErrorKind {
        self.kind
    }

    /// Where it is, in bytes of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

pub(crate) const CHARSET: &str = "a charset's name and `'` come here, such as `UTF-8''`";
pub(crate) const LANGUAGE: &str = "a language's tag and `'` come here, or only `'`";
pub(crate) const VALUE: &str = "the value has this only as a triplet";
pub(crate) const UNKNOWN_CHARSET: &str = "no charset has this name; write UTF-8";
pub(crate) const NOT_TEXT: &str = "these octets are not text in the charset";

impl Words for ExtValueError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = match self.kind {
            ExtValueErrorKind::Charset => Piece::Text(CHARSET),
            ExtValueErrorKind::Language => Piece::Text(LANGUAGE),
            ExtValueErrorKind::Value => Piece::Text(VALUE),
            ExtValueErrorKind::MalformedTriplet => DIGITS,
            ExtValueErrorKind::UnknownCharset => Piece::Text(UNKNOWN_CHARSET),
            ExtValueErrorKind::NotText => Piece::Text(NOT_TEXT),
        };
        to.write(&[self.found.map_or(Piece::Text("the text"), Piece::Byte)], &[why])
    }
}

error_text!(ExtValueError);

impl core::error::Error for ExtValueError {}
