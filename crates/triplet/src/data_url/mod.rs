//! `data:` URLs (RFC 2397): octets with their media type in a URL, as triplets or in base64.
//!
//! Reading follows the processor of the Fetch standard (section 6), which browsers have: it removes tabs and line breaks, takes
//! any text before the comma for a media type, and leaves malformed triplets as they are. Writing gives what RFC 2397 allows.
//!
//! | you have | use |
//! |---|---|
//! | a `data:` URL | [`DataUrl::parse`], then [`media_type`](DataUrl::media_type) and [`to_bytes`](DataUrl::to_bytes) |
//! | octets that are mostly text | [`percent`] |
//! | other octets | [`base64`] |
//!
//! ```
//! use triplet::data_url::{self, DataUrl};
//!
//! let url = DataUrl::parse("data:text/plain;charset=UTF-8,caf%C3%A9")?;
//! assert_eq!(url.media_type().to_string(), "text/plain;charset=UTF-8");
//! assert_eq!(url.to_bytes()?, "café".as_bytes());
//!
//! assert_eq!(data_url::base64(b"\x89PNG", "image/png")?, "data:image/png;base64,iVBORw==");
//! # Ok::<(), triplet::data_url::DataUrlError>(())
//! ```
#![forbid(unsafe_code)]

mod base64;
mod error;
mod media_type;
mod octets;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::set::{EncodeSet, rfc3986, whatwg};
use crate::{decode, encode};

pub use error::{DataUrlError, DataUrlErrorKind};
pub use media_type::MediaType;
use octets::is_removed;

/// A `data:` URL that was read: its media type, and its data, not decoded yet.
///
/// Equal if the texts were the same octet for octet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DataUrl<'a> {
    text: &'a str,
    media_type: MediaType,
    base64: bool,
    /// Where the data begin and end.
    start: usize,
    end: usize,
}

impl<'a> DataUrl<'a> {
    /// Reads a URL. Linear time; allocates for the media type.
    ///
    /// A media type that is none becomes `text/plain;charset=US-ASCII`, as the standard says. An authority after the colon
    /// is not checked: it is part of such a media type.
    ///
    /// # Errors
    ///
    /// If the text does not begin with `data:`, or has no comma.
    ///
    /// ```
    /// use triplet::data_url::{DataUrl, DataUrlErrorKind};
    ///
    /// let url = DataUrl::parse("data:;base64,aGk=#top").unwrap();
    /// assert!(url.is_base64());
    /// assert_eq!(url.data(), "aGk=");
    /// let error = DataUrl::parse("data:text/plain").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (DataUrlErrorKind::NoComma, 15));
    /// ```
    pub fn parse(text: &'a str) -> Result<DataUrl<'a>, DataUrlError> {
        // What the URL parser removes: controls and spaces around the text, and the fragment.
        let around = |c: char| c <= ' ';
        let start = text.len() - text.trim_start_matches(around).len();
        let trimmed = text[start..].trim_end_matches(around);
        let end = start + trimmed.find('#').unwrap_or(trimmed.len());
        let Some(after) = after_scheme(&text.as_bytes()[..end], start) else {
            return Err(DataUrlError::new(DataUrlErrorKind::OtherScheme, start));
        };
        let Some(comma) = text[after..end].find(',') else {
            return Err(DataUrlError::new(DataUrlErrorKind::NoComma, end));
        };
        let head = as_in_a_url(&text[after..after + comma]);
        let mut head = head.trim_matches(' ');
        let base64 = without_base64(head);
        if let Some(rest) = base64 {
            head = rest;
        }
        let media_type = MediaType::of_data_url(head);
        Ok(DataUrl { text, media_type, base64: base64.is_some(), start: after + comma + 1, end })
    }

    /// The media type, or `text/plain;charset=US-ASCII` where the URL has none.
    #[must_use]
    pub fn media_type(&self) -> &MediaType {
        &self.media_type
    }

    /// Whether the data are in base64.
    #[must_use]
    pub fn is_base64(&self) -> bool {
        self.base64
    }

    /// The data as they are in the URL, without the fragment.
    #[must_use]
    pub fn data(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    /// Decodes the data. Linear time; does not allocate if nothing is encoded.
    ///
    /// Triplets are decoded first, and malformed ones are left as they are. Base64 is that of the Infra standard (section 7):
    /// whitespace is left out, and `=` at its end may lack.
    ///
    /// # Errors
    ///
    /// If the data are in base64, and have something else or end too early. The offset is that in the URL.
    ///
    /// ```
    /// use triplet::data_url::DataUrl;
    ///
    /// assert_eq!(DataUrl::parse("data:,50%25%20%zz").unwrap().to_bytes().unwrap(), &b"50% %zz"[..]);
    /// assert_eq!(DataUrl::parse("data:;base64,aGk%3D").unwrap().to_bytes().unwrap(), &b"hi"[..]);
    /// let error = DataUrl::parse("data:;base64,aG!=").unwrap().to_bytes().unwrap_err();
    /// assert_eq!(error.to_string(), "`!` at offset 15: it is not of the alphabet of base64");
    /// ```
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DataUrlError> {
        let data = self.data();
        if self.base64 {
            return base64::decode(data.as_bytes(), self.start).map(Cow::Owned);
        }
        if !data.contains(is_removed) {
            return Ok(decode(data).lenient().to_bytes());
        }
        let data: Vec<u8> = data.bytes().filter(|&byte| !is_removed(char::from(byte))).collect();
        Ok(Cow::Owned(decode(&data).lenient().to_bytes().into_owned()))
    }
}

/// What the URL parser makes of the part before the comma: it removes tabs and line breaks, and encodes controls and characters
/// outside ASCII, and what a query may not have from the first `?` on.
fn as_in_a_url(head: &str) -> String {
    let head: String = head.chars().filter(|&c| !is_removed(c)).collect();
    let (path, query) = head.split_at(head.find('?').unwrap_or(head.len()));
    [encode(path, whatwg::C0_CONTROL).to_cow(), encode(query, whatwg::QUERY).to_cow()].concat()
}

/// The offset after `data:`, in any case.
fn after_scheme(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    for expected in *b"data:" {
        while text.get(at).is_some_and(|&byte| is_removed(char::from(byte))) {
            at += 1;
        }
        if !text.get(at)?.eq_ignore_ascii_case(&expected) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// What is before `;base64` at the end, with spaces after the semicolon or without.
fn without_base64(head: &str) -> Option<&str> {
    let start = head.len().checked_sub(6)?;
    let name = head.get(start..)?;
    let rest = head[..start].trim_end_matches(' ').strip_suffix(';')?;
    name.eq_ignore_ascii_case("base64").then_some(rest)
}

/// Writes octets as triplets: `data:`, the media type, `,`, and the octets. Octets that a query may have stay as they are.
///
/// An empty media type means `text/plain;charset=US-ASCII` (RFC 2397 section 2). Linear time; one allocation for the result.
///
/// # Errors
///
/// If the media type is not one, or cannot be in a URL as it is.
///
/// ```
/// use triplet::data_url::percent;
///
/// assert_eq!(percent("50 % é".as_bytes(), "text/plain;charset=UTF-8").unwrap(), "data:text/plain;charset=UTF-8,50%20%25%20%C3%A9");
/// assert_eq!(percent(b"<svg/>", "image/svg+xml").unwrap(), "data:image/svg+xml,%3Csvg/%3E");
/// let error = percent(b"", "text plain").unwrap_err();
/// assert_eq!(error.to_string(), "a space at offset 4: a media type does not allow this here");
/// ```
pub fn percent(octets: &[u8], media_type: &str) -> Result<String, DataUrlError> {
    // A fragment would end the data, and `'` ends the value of an attribute in which such URLs are often.
    const SET: EncodeSet = rfc3986::QUERY.also_encode(b"'");
    let mut url = begin(media_type, octets.len())?;
    url.push(',');
    encode(octets, SET).append_to(&mut url);
    Ok(url)
}

/// Writes octets in base64 (RFC 4648 section 4): a third longer than the octets, whatever they are.
///
/// Linear time; one allocation for the result.
///
/// # Errors
///
/// As for [`percent`].
///
/// ```
/// use triplet::data_url::base64;
///
/// assert_eq!(base64(b"hi", "").unwrap(), "data:;base64,aGk=");
/// ```
pub fn base64(octets: &[u8], media_type: &str) -> Result<String, DataUrlError> {
    let mut url = begin(media_type, octets.len().div_ceil(3) * 4)?;
    url.push_str(";base64,");
    base64::encode(octets, &mut url);
    Ok(url)
}

/// The start of a URL, with room for its data.
fn begin(media_type: &str, room: usize) -> Result<String, DataUrlError> {
    media_type::check(media_type)?;
    let mut url = String::with_capacity("data:;base64,".len() + media_type.len() + room);
    url.push_str("data:");
    url.push_str(media_type);
    Ok(url)
}
