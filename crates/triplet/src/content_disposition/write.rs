//! A header field written: `filename` in ASCII, and `filename*` where that is another name.
#![forbid(unsafe_code)]

use core::fmt::{self, Write as _};

use super::error::{ContentDispositionError, ContentDispositionErrorKind as Kind};
use super::read::is_token_octet;
use crate::ext_value;
use crate::triplet::begins_with_triplet;

/// Writes the value of a header field that offers a file of this name.
///
/// `filename` has `_` in place of each character that readers take differently: those outside ASCII, controls, `"`, `\`, `/`, a
/// `%` that begins a triplet, and a `=` before `?`. If it is not the name, `filename*` has the name itself (RFC 6266 appendix D). Nothing in a name can end
/// the header field. Linear time; nothing is allocated before it is formatted.
///
/// ```
/// use triplet::content_disposition::encode;
///
/// assert_eq!(encode("plan 1.txt").to_string(), "attachment; filename=\"plan 1.txt\"");
/// assert_eq!(
///     encode("€ \"1\".txt").disposition_type("inline")?.to_string(),
///     "inline; filename=\"_ _1_.txt\"; filename*=UTF-8''%E2%82%AC%20%221%22.txt",
/// );
/// assert_eq!(
///     encode("Übersicht.txt").fallback("Uebersicht.txt")?.to_string(),
///     "attachment; filename=\"Uebersicht.txt\"; filename*=UTF-8''%C3%9Cbersicht.txt",
/// );
/// # Ok::<(), triplet::content_disposition::ContentDispositionError>(())
/// ```
pub fn encode(name: &str) -> EncodeContentDisposition<'_> {
    EncodeContentDisposition { disposition_type: "attachment", name, fallback: None }
}

/// A header field that is written: the result of [`encode`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until it is formatted"]
pub struct EncodeContentDisposition<'a> {
    disposition_type: &'a str,
    name: &'a str,
    fallback: Option<&'a str>,
}

impl<'a> EncodeContentDisposition<'a> {
    /// Another type than `attachment`.
    ///
    /// # Errors
    ///
    /// If that is not a token. The offset is that in the type.
    pub fn disposition_type(
        self,
        disposition_type: &'a str,
    ) -> Result<Self, ContentDispositionError> {
        let wrong = disposition_type.bytes().position(|byte| !is_token_octet(byte));
        if disposition_type.is_empty() || wrong.is_some() {
            let at = wrong.unwrap_or(0);
            return Err(ContentDispositionError::at(disposition_type.as_bytes(), at, Kind::Type));
        }
        Ok(EncodeContentDisposition { disposition_type, ..self })
    }

    /// Another name for `filename`. Readers that do not know `filename*` use it.
    ///
    /// # Errors
    ///
    /// If it has a character that would be replaced by `_`. The offset is that in the name.
    pub fn fallback(self, fallback: &'a str) -> Result<Self, ContentDispositionError> {
        let bytes = fallback.as_bytes();
        match (0..bytes.len()).find(|&at| !is_plain(&bytes[at..])) {
            Some(at) if bytes[at].is_ascii_control() => {
                Err(ContentDispositionError::at(bytes, at, Kind::Control))
            }
            Some(at) if bytes[at].is_ascii() => {
                Err(ContentDispositionError::at(bytes, at, Kind::Value))
            }
            Some(at) => Err(ContentDispositionError::at(bytes, at, Kind::NotAscii)),
            None => Ok(EncodeContentDisposition { fallback: Some(fallback), ..self }),
        }
    }
}

/// Whether all readers take the first of these bytes of a quoted value for the same character.
fn is_plain(rest: &[u8]) -> bool {
    matches!(rest[0], b' '..=b'~')
        && !matches!(rest[0], b'"' | b'\\' | b'/')
        && !begins_with_triplet(rest)
        // An encoded word of mail, to some.
        && !rest.starts_with(b"=?")
}

impl fmt::Display for EncodeContentDisposition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.fallback.unwrap_or(self.name);
        write!(f, "{}; filename=\"", self.disposition_type)?;
        let mut is_same = plain == self.name;
        for (at, character) in plain.char_indices() {
            let is_plain = is_plain(&plain.as_bytes()[at..]);
            is_same &= is_plain;
            f.write_char(if is_plain { character } else { '_' })?;
        }
        f.write_char('"')?;
        match is_same {
            true => Ok(()),
            false => write!(f, "; filename*={}", ext_value::encode(self.name)),
        }
    }
}
