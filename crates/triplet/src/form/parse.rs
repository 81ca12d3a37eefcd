//! A form to pairs: split first, decode after, each part by itself.

use alloc::{borrow::Cow, vec::Vec};

use super::FormError;
use crate::decode::{Decode, decode};
use crate::error::DecodeError;
use crate::kernel;

/// Which characters separate pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Separators {
    /// `&`, as every current standard says.
    #[default]
    Ampersand,
    /// `;` alone.
    Semicolon,
    /// `&` and `;`, as HTML 4 appendix B.2.2 advised servers to.
    Both,
}

impl Separators {
    /// Two characters, which may be the same.
    const fn bytes(self) -> [u8; 2] {
        match self {
            Separators::Ampersand => *b"&&",
            Separators::Semicolon => *b";;",
            Separators::Both => *b"&;",
        }
    }
}

/// Where the first of two characters stands, or the length. Most names and many values are shorter than what a call of the
/// kernel is worth.
fn find(bytes: &[u8], wanted: [u8; 2]) -> usize {
    const NEAR: usize = 8;
    let (near, rest) = bytes.split_at(bytes.len().min(NEAR));
    match near.iter().position(|byte| wanted.contains(byte)) {
        Some(at) => at,
        None => near.len() + kernel::find_either(rest, wanted),
    }
}

/// Reads `application/x-www-form-urlencoded` by the URL standard, section 5.1: options first, then
/// [`Parse::pairs`] or one of the exits that collect.
///
/// The default is the standard's parser: pairs are separated by `&`, empty pieces are skipped, the
/// first `=` ends the name, `+` is a space, a malformed triplet stands for itself, and there are no
/// limits.
///
/// ```
/// use triplet::form;
///
/// let pairs = form::parse("a=1&b&=2&&a=%26+x").to_text_pairs()?;
/// let pairs: Vec<(&str, &str)> = pairs.iter().map(|(n, v)| (&**n, &**v)).collect();
/// assert_eq!(pairs, [("a", "1"), ("b", ""), ("", "2"), ("a", "& x")]);
/// # Ok::<(), form::FormError>(())
/// ```
pub fn parse<I: AsRef<[u8]> + ?Sized>(form: &I) -> Parse<'_> {
    Parse {
        form: form.as_ref(),
        separators: Separators::Ampersand,
        strip_question_mark: false,
        strict: false,
        drop_blank: false,
        max_pairs: usize::MAX,
        max_bytes: usize::MAX,
    }
}

/// The view that [`parse`] gives.
#[derive(Clone, Copy, Debug)]
pub struct Parse<'a> {
    form: &'a [u8],
    separators: Separators,
    strip_question_mark: bool,
    strict: bool,
    drop_blank: bool,
    max_pairs: usize,
    max_bytes: usize,
}

/// A pair whose name and value are bytes.
pub type BytePair<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);
/// A pair whose name and value are text.
pub type TextPair<'a> = (Cow<'a, str>, Cow<'a, str>);

impl<'a> Parse<'a> {
    /// Separates pairs by other characters than `&`. A `;` never separates unless asked for.
    #[must_use]
    pub const fn separators(mut self, separators: Separators) -> Self {
        self.separators = separators;
        self
    }

    /// Passes over one `?` at the start, as `new URLSearchParams(location.search)` does. Otherwise it
    /// belongs to the first name.
    #[must_use]
    pub const fn strip_question_mark(mut self) -> Self {
        self.strip_question_mark = true;
        self
    }

    /// Makes a malformed triplet an error, with its place in the whole form.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Leaves out pairs whose value is empty, as Python's `parse_qsl` does by default.
    #[must_use]
    pub const fn drop_blank(mut self) -> Self {
        self.drop_blank = true;
        self
    }

    /// Makes more pairs than this an error. Pairs that [`Parse::drop_blank`] leaves out count.
    #[must_use]
    pub const fn max_pairs(mut self, limit: usize) -> Self {
        self.max_pairs = limit;
        self
    }

    /// Makes a longer form an error.
    #[must_use]
    pub const fn max_bytes(mut self, limit: usize) -> Self {
        self.max_bytes = limit;
        self
    }

    /// The pairs, one by one, not decoded yet. After an error there are no more.
    ///
    /// Costs nothing beyond one search for each separator.
    #[must_use]
    pub const fn pairs(self) -> Pairs<'a> {
        Pairs { options: self, at: 0, count: 0, started: false }
    }

    /// All pairs, decoded to bytes.
    ///
    /// # Errors
    ///
    /// Beyond a limit; when [`strict`](Parse::strict), on a malformed triplet.
    pub fn to_byte_pairs(self) -> Result<Vec<BytePair<'a>>, FormError> {
        self.collect(Part::to_bytes)
    }

    /// All pairs, decoded to text, which they must be.
    ///
    /// # Errors
    ///
    /// As [`Parse::to_byte_pairs`], and on what is not UTF-8.
    pub fn to_text_pairs(self) -> Result<Vec<TextPair<'a>>, FormError> {
        self.collect(Part::to_str)
    }

    /// All pairs, decoded to text with U+FFFD for what is not UTF-8: the standard's parser, bit for
    /// bit. A byte order mark is text like any other.
    ///
    /// # Errors
    ///
    /// As [`Parse::to_byte_pairs`]: never by default.
    pub fn to_lossy_pairs(self) -> Result<Vec<TextPair<'a>>, FormError> {
        self.collect(Part::to_str_lossy)
    }

    fn collect<T>(
        self,
        exit: impl Fn(&Part<'a>) -> Result<T, DecodeError>,
    ) -> Result<Vec<(T, T)>, FormError> {
        self.pairs()
            .map(|pair| {
                let pair = pair?;
                Ok((exit(&pair.name)?, exit(&pair.value)?))
            })
            .collect()
    }
}

impl<'a> IntoIterator for Parse<'a> {
    type Item = Result<Pair<'a>, FormError>;
    type IntoIter = Pairs<'a>;

    fn into_iter(self) -> Pairs<'a> {
        self.pairs()
    }
}

/// One pair of a form, not decoded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// What stands before the first `=`.
    pub name: Part<'a>,
    /// What stands behind it; empty if there is none.
    pub value: Part<'a>,
    /// Whether there was a `=`: `a` and `a=` mean the same to most readers.
    pub has_equals: bool,
}

/// A name or a value, still encoded, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    raw: &'a [u8],
    offset: usize,
    strict: bool,
}

impl<'a> Part<'a> {
    /// The part as it is written in the form.
    #[must_use]
    pub const fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Where it begins in the form, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The decoded bytes.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, if the form is read strictly; the offset counts from the start of the
    /// form, here and below.
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        self.view().to_bytes().map_err(|error| self.in_form(error))
    }

    /// The decoded bytes as UTF-8 text.
    ///
    /// # Errors
    ///
    /// As [`Part::to_bytes`], and on what is not UTF-8.
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        self.view().to_str().map_err(|error| self.in_form(error))
    }

    /// The decoded bytes as text, with U+FFFD for what is not UTF-8.
    ///
    /// # Errors
    ///
    /// As [`Part::to_bytes`].
    pub fn to_str_lossy(&self) -> Result<Cow<'a, str>, DecodeError> {
        self.view().to_str_lossy().map_err(|error| self.in_form(error))
    }

    fn view(&self) -> Decode<'a> {
        Decode::of_form(self.raw, !self.strict)
    }

    fn in_form(&self, error: DecodeError) -> DecodeError {
        error.moved_by(self.offset as u64)
    }
}

/// The iterator that [`Parse::pairs`] gives.
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    options: Parse<'a>,
    at: usize,
    count: usize,
    started: bool,
}

impl<'a> Pairs<'a> {
    fn end_with(&mut self, error: FormError) -> Option<Result<Pair<'a>, FormError>> {
        self.at = self.options.form.len();
        Some(Err(error))
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Result<Pair<'a>, FormError>;

    fn next(&mut self) -> Option<Result<Pair<'a>, FormError>> {
        let options = self.options;
        let form = options.form;
        if !self.started {
            self.started = true;
            if form.len() > options.max_bytes {
                let limit = options.max_bytes;
                return self.end_with(FormError::TooManyBytes { limit, length: form.len() });
            }
            if options.strip_question_mark && form.first() == Some(&b'?') {
                self.at = 1;
            }
        }
        while self.at < form.len() {
            let start = self.at;
            let rest = &form[start..];
            let length = find(rest, options.separators.bytes());
            self.at = (start + length + 1).min(form.len());
            if length == 0 {
                continue;
            }
            if self.count == options.max_pairs {
                let limit = options.max_pairs;
                return self.end_with(FormError::TooManyPairs { limit, offset: start });
            }
            self.count += 1;
            let piece = &rest[..length];
            let name_end = find(piece, *b"==");
            let part = |from: usize, to: usize| Part {
                raw: &piece[from..to],
                offset: start + from,
                strict: options.strict,
            };
            let value = part((name_end + 1).min(length), length);
            let name = part(0, name_end);
            if options.drop_blank && value.raw.is_empty() {
                // What is left out must be well-formed too.
                if options.strict
                    && let Err(error) = decode(name.raw).decoded_len()
                {
                    return self.end_with(name.in_form(error).into());
                }
                continue;
            }
            return Some(Ok(Pair { name, value, has_equals: name_end < length }));
        }
        None
    }
}

impl core::iter::FusedIterator for Pairs<'_> {}
