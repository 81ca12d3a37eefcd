//! The names and the behaviour of the crate `urlencoding` 2.1, implemented by this crate.
//!
//! ```diff
//! -use urlencoding::{decode, encode};
//! +use triplet::compat::urlencoding::{decode, encode};
//! ```
//!
//! Decoding is lenient, as it is there. After the migration consider [`decode`](crate::decode()), which reports malformed
//! triplets, and the sets of [`set`](crate::set).
//!
//! ```
//! use triplet::compat::urlencoding::{decode, encode};
//!
//! assert_eq!(encode("this & that"), "this%20%26%20that");
//! assert_eq!(decode("%F0%9F%91%BE%20Exterminate%21")?, "👾 Exterminate!");
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::{FromUtf8Error, String};
use core::fmt;

use crate::encode::Encode;
use crate::set::rfc3986;

/// Encodes all characters but ASCII letters, digits, `-`, `_`, `.` and `~`. Borrows the text if nothing changes.
#[must_use]
pub fn encode(data: &str) -> Cow<'_, str> {
    encode_binary(data.as_bytes())
}

/// Encodes all bytes but ASCII letters, digits, `-`, `_`, `.` and `~`. Borrows them if nothing changes.
#[must_use]
pub fn encode_binary(data: &[u8]) -> Cow<'_, str> {
    view(data).to_cow()
}

fn view(data: &[u8]) -> Encode<'_> {
    Encode::new(data, rfc3986::UNRESERVED)
}

/// Decodes to text, and keeps malformed triplets. A `+` is kept. Borrows the text if nothing changes.
///
/// # Errors
///
/// If the decoded bytes are not UTF-8. The offset of the error is in the *decoded* bytes; the error of
/// [`Decode::to_str`](crate::Decode::to_str) has the offset in the input.
pub fn decode(data: &str) -> Result<Cow<'_, str>, FromUtf8Error> {
    let view = crate::decode(data).lenient();
    match view.to_str() {
        Ok(text) => Ok(text),
        Err(_) => String::from_utf8(view.to_bytes().into_owned()).map(Cow::Owned),
    }
}

/// Decodes to bytes, and keeps malformed triplets. A `+` is kept. Borrows the bytes if nothing changes.
///
/// ```
/// use triplet::compat::urlencoding::decode_binary;
/// assert_eq!(*decode_binary(b"%F1%F2+%4"), *b"\xF1\xF2+%4");
/// ```
#[must_use]
pub fn decode_binary(data: &[u8]) -> Cow<'_, [u8]> {
    crate::decode(data).lenient().to_bytes()
}

/// Text or bytes that `Display` writes encoded, without allocating.
///
/// ```
/// use triplet::compat::urlencoding::Encoded;
/// assert_eq!(format!("{}", Encoded("hello!")), "hello%21");
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
#[repr(transparent)]
pub struct Encoded<Str>(pub Str);

impl<Str: AsRef<[u8]>> Encoded<Str> {
    /// `Encoded(string)`, of text or bytes, owned or borrowed.
    #[must_use]
    pub const fn new(string: Str) -> Self {
        Encoded(string)
    }

    /// The encoded text. Borrows it if nothing changes.
    #[must_use]
    pub fn to_str(&self) -> Cow<'_, str> {
        encode_binary(self.0.as_ref())
    }

    /// The encoded text as a `String`.
    #[must_use]
    #[allow(clippy::inherent_to_string_shadow_display, reason = "the original has it")]
    pub fn to_string(&self) -> String {
        self.to_str().into_owned()
    }

    /// Writes the encoded text to a writer.
    ///
    /// # Errors
    ///
    /// The error of the writer.
    #[cfg(feature = "std")]
    pub fn write<W: std::io::Write>(&self, writer: &mut W) -> std::io::Result<()> {
        view(self.0.as_ref()).write_to(writer)
    }

    /// Appends the encoded text to a string.
    pub fn append_to(&self, string: &mut String) {
        view(self.0.as_ref()).append_to(string);
    }
}

impl<'a> Encoded<&'a str> {
    /// `Encoded(string)`, of borrowed text.
    #[must_use]
    pub const fn str(string: &'a str) -> Self {
        Encoded(string)
    }
}

impl<Str: AsRef<[u8]>> fmt::Display for Encoded<Str> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        view(self.0.as_ref()).fmt_whole(f)
    }
}
