//! What becomes of decoded octets that are no text: the choice, and its names.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// What becomes of decoded octets that are not UTF-8, or not in the charset: for
/// [`Decode::to_str_with`](crate::Decode::to_str_with) and `DecodeText::to_str_with` of the module `charset`. The first four are the handlers of
/// Python's `errors=` that give text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextErrors {
    /// An error with the offset in the input: `strict`.
    #[default]
    Strict,
    /// One U+FFFD for each maximal subpart of an ill-formed sequence: `replace`.
    Replace,
    /// Nothing: `ignore`. What is left may mean something else.
    Ignore,
    /// `\xff`, with lower-case digits: `backslashreplace`.
    BackslashReplace,
    /// Triplets, as they were written: `keep`. See [`Decode::to_str_keep_invalid`](crate::Decode::to_str_keep_invalid).
    Keep,
}

impl TextErrors {
    /// All of them, `strict` first.
    pub const ALL: [TextErrors; 5] = [
        TextErrors::Strict,
        TextErrors::Replace,
        TextErrors::Ignore,
        TextErrors::BackslashReplace,
        TextErrors::Keep,
    ];

    /// `strict`, `replace`, `ignore`, `backslashreplace`, `keep`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TextErrors::Strict => "strict",
            TextErrors::Replace => "replace",
            TextErrors::Ignore => "ignore",
            TextErrors::BackslashReplace => "backslashreplace",
            TextErrors::Keep => "keep",
        }
    }

    /// The choice of this [`name`](TextErrors::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<TextErrors> {
        TextErrors::ALL.into_iter().find(|errors| errors.name() == name)
    }
}

impl fmt::Display for TextErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No [`TextErrors`] has the name. The error of its [`FromStr`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTextErrors;

impl fmt::Display for UnknownTextErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what becomes of octets that are no text is `strict`, `replace`, `ignore`, `backslashreplace` or `keep`")
    }
}

impl core::error::Error for UnknownTextErrors {}

/// The choice of this name, which `Display` writes.
///
/// ```
/// use triplet::{TextErrors, UnknownTextErrors, decode};
///
/// let errors: TextErrors = "keep".parse()?;
/// assert_eq!(decode("%C3%A9%FF").to_str_with(errors).as_deref(), Ok("é%FF"));
/// # Ok::<(), UnknownTextErrors>(())
/// ```
impl FromStr for TextErrors {
    type Err = UnknownTextErrors;

    fn from_str(name: &str) -> Result<TextErrors, UnknownTextErrors> {
        TextErrors::by_name(name).ok_or(UnknownTextErrors)
    }
}

/// The length of these octets as `\xff`.
pub(crate) fn escaped_len(octets: &[u8]) -> usize {
    r"\xff".len() * octets.len()
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
