//! What becomes of decoded octets that are not text: the choice, its names, and the decoding that follows it.
#![forbid(unsafe_code)]

use alloc::{borrow::Cow, collections::TryReserveError, string::String, vec::Vec};

use super::{Decode, ON_STACK, keep_invalid};
use crate::error::{DecodeError, DecodeErrorKind, TryDecodeError};
use crate::kernel;
use crate::names::names;

names! { "choice for octets that are not text";
    /// What becomes of decoded octets that are not UTF-8, or not in the charset: for
    /// [`Decode::to_str_with`] and `DecodeText::to_str_with` of the module `charset`. The first four are the handlers of
    /// Python's `errors=` that give text.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum TextErrors {
        /// An error with the offset in the input: `strict`.
        #[default]
        Strict => "strict",
        /// One U+FFFD for each maximal subpart of an ill-formed sequence: `replace`.
        Replace => "replace",
        /// Nothing: `ignore`. What is left may mean something else.
        Ignore => "ignore",
        /// `\xff`, with lower-case digits: `backslashreplace`.
        BackslashReplace => "backslashreplace",
        /// Triplets, as they were written: `keep`. See [`Decode::to_str_keep_invalid`].
        Keep => "keep",
    }
}

impl TextErrors {
    /// The length of what [`TextErrors::push_text_of`] appends.
    fn text_len_of(self, octets: &[u8]) -> usize {
        let written = |invalid: &[u8]| match self {
            TextErrors::Replace if !invalid.is_empty() => char::REPLACEMENT_CHARACTER.len_utf8(),
            TextErrors::BackslashReplace => r"\xff".len() * invalid.len(),
            _ => 0,
        };
        octets.utf8_chunks().map(|chunk| chunk.valid().len() + written(chunk.invalid())).sum()
    }

    /// Appends what is UTF-8 of these octets, and for the others what `Replace` and `BackslashReplace` say; else nothing.
    fn push_text_of(self, octets: &[u8], out: &mut String) {
        for chunk in octets.utf8_chunks() {
            out.push_str(chunk.valid());
            match self {
                TextErrors::Replace if !chunk.invalid().is_empty() => {
                    out.push(char::REPLACEMENT_CHARACTER);
                }
                TextErrors::BackslashReplace => push_escaped(chunk.invalid(), out),
                _ => {}
            }
        }
    }
}

impl<'a> Decode<'a> {
    /// The decoded bytes as text, with a choice of what becomes of octets that are not UTF-8: the `errors=` of Python's
    /// `urllib.parse.unquote`. Borrows the input if nothing changes. Linear time.
    ///
    /// # Errors
    ///
    /// On a malformed triplet; under [`TextErrors::Strict`] also if the octets are not UTF-8.
    ///
    /// ```
    /// use triplet::{TextErrors, decode};
    ///
    /// let view = decode("caf%E9%21");
    /// assert_eq!(view.to_str_with(TextErrors::Replace)?, "caf\u{FFFD}!");
    /// assert_eq!(view.to_str_with(TextErrors::Ignore)?, "caf!");
    /// assert_eq!(view.to_str_with(TextErrors::BackslashReplace)?, "caf\\xe9!");
    /// assert_eq!(view.to_str_with(TextErrors::Keep)?, "caf%E9!");
    /// assert!(view.to_str_with(TextErrors::Strict).is_err());
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    pub fn to_str_with(&self, errors: TextErrors) -> Result<Cow<'a, str>, DecodeError> {
        match errors {
            TextErrors::Strict => return self.to_str(),
            TextErrors::Replace => return self.to_str_lossy(),
            TextErrors::Keep => return self.to_str_keep_invalid(),
            TextErrors::Ignore | TextErrors::BackslashReplace => {}
        }
        match self.to_str() {
            Err(error) if error.kind() == DecodeErrorKind::InvalidUtf8 => {}
            result => return result,
        }
        let bytes = self.to_bytes()?;
        let mut out = String::with_capacity(bytes.len());
        errors.push_text_of(&bytes, &mut out);
        Ok(Cow::Owned(out))
    }

    /// [`Decode::to_str_with`], but running out of memory is an error instead of an abort. Borrows the input if nothing changes.
    /// Linear time. The room for the result is asked for before it is written; under [`TextErrors::Strict`] that is the length
    /// of the input, and an owned result is not shortened to its length.
    ///
    /// # Errors
    ///
    /// [`TryDecodeError::Decode`] where [`Decode::to_str_with`] fails, or [`TryDecodeError::Reserve`] with the error of
    /// [`Vec::try_reserve`].
    ///
    /// ```
    /// use triplet::{TextErrors, TryDecodeError, decode};
    ///
    /// assert_eq!(decode("caf%C3%A9").try_to_str_with(TextErrors::Strict)?, "café");
    /// assert_eq!(decode("caf%E9").try_to_str_with(TextErrors::Replace)?, "caf\u{FFFD}");
    /// let error = decode("caf%E9").try_to_str_with(TextErrors::Strict).unwrap_err();
    /// assert!(matches!(error, TryDecodeError::Decode(error) if error.offset() == 3));
    /// # Ok::<(), TryDecodeError>(())
    /// ```
    pub fn try_to_str_with(&self, errors: TextErrors) -> Result<Cow<'a, str>, TryDecodeError> {
        if let Some(text) = kernel::common_text(self.input) {
            return Ok(Cow::Borrowed(text));
        }
        let is_clean = kernel::clean_prefix_len(self.input, self.rule.plus) == self.input.len();
        if is_clean && let Some(text) = kernel::text_of(self.input) {
            return Ok(Cow::Borrowed(text));
        }
        let mut octets = Vec::new();
        let reserved: Result<(), TryReserveError> = octets.try_reserve_exact(self.input.len());
        reserved?;
        if self.rule.kept.is_none()
            && self.input.len() > ON_STACK
            && errors != TextErrors::Keep
            && let Some(text) =
                kernel::decode_text(self.input, &self.rule, core::mem::take(&mut octets))
        {
            return Ok(match kernel::text_of(self.input) {
                Some(input) if self.is_same(text.as_bytes()) => Cow::Borrowed(input),
                _ => Cow::Owned(text),
            });
        }
        self.try_append_to(&mut octets)?;
        let octets = match String::from_utf8(octets) {
            // As in `to_str_keep_invalid`: nothing in the result can be read as a triplet or as a space.
            Ok(text)
                if errors != TextErrors::Keep
                    || !self.rule.plus && !keep_invalid::has_percent(&text) =>
            {
                return Ok(match str::from_utf8(self.input) {
                    Ok(input) if input == text => Cow::Borrowed(input),
                    _ => Cow::Owned(text),
                });
            }
            Ok(text) => text.into_bytes(),
            Err(error) if errors == TextErrors::Strict => {
                let at = error.utf8_error().valid_up_to();
                return Err(self.invalid_utf8(error.as_bytes(), at).into());
            }
            Err(error) => error.into_bytes(),
        };
        let mut out = String::new();
        if errors == TextErrors::Keep {
            drop(octets);
            out.try_reserve_exact(keep_invalid::longest(self.input))?;
            return Ok(Cow::Owned(keep_invalid::decode(self.input, &self.rule, out)));
        }
        out.try_reserve_exact(errors.text_len_of(&octets))?;
        errors.push_text_of(&octets, &mut out);
        Ok(Cow::Owned(out))
    }
}

/// Appends octets as `\xff`.
pub(crate) fn push_escaped(octets: &[u8], out: &mut String) {
    for octet in octets {
        out.push_str("\\x");
        for digit in [octet >> 4, octet & 15] {
            out.extend(char::from_digit(u32::from(digit), 16));
        }
    }
}
