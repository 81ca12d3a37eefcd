//! Reading a form: it is split into pairs first, then each name and value is decoded by itself.

use alloc::{borrow::Cow, vec::Vec};

use super::FormError;
use crate::decode::{Decode, decode};
use crate::error::DecodeError;
use crate::kernel::{self, Cut, Piece};
use crate::names::names;

names! { "choice of separators";
    /// Which characters separate pairs, for [`Parse::separators`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Separators {
        /// `&`, as the URL standard says (section 5.1).
        #[default]
        Ampersand => "&",
        /// `;` only.
        Semicolon => ";",
        /// `&` and `;`, as HTML 4 recommended to servers (appendix B.2.2).
        Both => "&;",
    }
}

impl Separators {
    /// The two separators, which may be the same.
    pub(super) const fn bytes(self) -> [u8; 2] {
        match self {
            Separators::Ampersand => *b"&&",
            Separators::Semicolon => *b";;",
            Separators::Both => *b"&;",
        }
    }
}

/// The position of the first of two bytes, or the length if neither occurs. The first sixteen bytes are scanned here, eight at
/// once, because most names and many values are too short for a call of the kernel to pay off.
#[inline]
fn find(bytes: &[u8], wanted: [u8; 2]) -> usize {
    let mut at = 0;
    while at < 16 {
        let Some(word) = bytes[at..].first_chunk() else {
            let near = bytes[at..].iter().position(|byte| wanted.contains(byte));
            return at + near.unwrap_or(bytes.len() - at);
        };
        if let Some(place) = find_in_word(u64::from_le_bytes(*word), wanted) {
            return at + place;
        }
        at += 8;
    }
    at + kernel::find_either(&bytes[at..], wanted)
}

/// The position of the first of two bytes in a word whose first byte is the lowest.
fn find_in_word(word: u64, wanted: [u8; 2]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A byte that is zero has its high bit set in this. So may a byte of 1 after one that is zero, but never before the first one.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let equal = |byte: u8| zeros(word ^ (ONES * u64::from(byte)));
    let found = equal(wanted[0]) | equal(wanted[1]);
    (found != 0).then_some(found.trailing_zeros() as usize / 8)
}

/// Reads `application/x-www-form-urlencoded` (URL standard section 5.1). Returns a lazy view: call the
/// options of [`Parse`] first, then [`Parse::pairs`] or a terminal method that collects all pairs.
///
/// By default it is the standard's parser: `&` separates pairs, empty pairs are skipped, the first `=` ends
/// the name, `+` is a space, malformed triplets are kept, and there are no limits. Set
/// [`max_bytes`](Parse::max_bytes) or [`max_pairs`](Parse::max_pairs) for input that you do not trust.
///
/// Linear time. The terminal methods allocate a vector, and memory for each name or value that decoding
/// changes.
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

/// The view that [`parse`] returns: call the options first, then one terminal method.
///
/// | terminal method | output | octets that are not UTF-8 |
/// |---|---|---|
/// | [`pairs`](Parse::pairs) | an iterator over pairs that are not decoded yet | |
/// | [`to_byte_pairs`](Parse::to_byte_pairs) | all pairs as bytes | are kept |
/// | [`to_text_pairs`](Parse::to_text_pairs) | all pairs as text | are an error |
/// | [`to_lossy_pairs`](Parse::to_lossy_pairs) | all pairs as text | become U+FFFD |
/// | [`to_form`](Parse::to_form) | all pairs as text in one buffer, the fastest | become U+FFFD; with `strict` are an error |
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct Parse<'a> {
    pub(super) form: &'a [u8],
    pub(super) separators: Separators,
    pub(super) strip_question_mark: bool,
    pub(super) strict: bool,
    pub(super) drop_blank: bool,
    pub(super) max_pairs: usize,
    pub(super) max_bytes: usize,
}

/// A name and a value as bytes.
pub type BytePair<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);
/// A name and a value as text.
pub type TextPair<'a> = (Cow<'a, str>, Cow<'a, str>);

impl<'a> Parse<'a> {
    /// Sets the characters that separate pairs. By default only `&` does.
    pub const fn separators(mut self, separators: Separators) -> Self {
        self.separators = separators;
        self
    }

    /// Ignores one `?` at the start, as `new URLSearchParams(location.search)` does. By default it is part
    /// of the first name.
    pub const fn strip_question_mark(mut self) -> Self {
        self.strip_question_mark = true;
        self
    }

    /// Makes a malformed triplet an error, with its offset in the form. By default malformed triplets are
    /// kept.
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Skips pairs whose value is empty, as Python's `parse_qsl` does by default.
    pub const fn drop_blank(mut self) -> Self {
        self.drop_blank = true;
        self
    }

    /// Makes more than `limit` pairs an error. Pairs that [`Parse::drop_blank`] skips count too.
    pub const fn max_pairs(mut self, limit: usize) -> Self {
        self.max_pairs = limit;
        self
    }

    /// Makes a form of more than `limit` bytes an error.
    pub const fn max_bytes(mut self, limit: usize) -> Self {
        self.max_bytes = limit;
        self
    }

    /// An iterator over the pairs, which are not decoded yet. It ends after the first error. It does not
    /// allocate, and reads the form as far as it is advanced.
    #[must_use]
    pub const fn pairs(self) -> Pairs<'a> {
        Pairs { options: self, at: 0, count: 0, started: false }
    }

    /// All pairs, decoded to bytes.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded; with [`strict`](Parse::strict), on a malformed triplet.
    pub fn to_byte_pairs(self) -> Result<Vec<BytePair<'a>>, FormError> {
        self.collect(Part::to_bytes)
    }

    /// All pairs, decoded to UTF-8 text.
    ///
    /// # Errors
    ///
    /// As [`Parse::to_byte_pairs`], and on octets that are not UTF-8.
    pub fn to_text_pairs(self) -> Result<Vec<TextPair<'a>>, FormError> {
        self.collect(Part::to_str)
    }

    /// All pairs, decoded to text with U+FFFD in place of ill-formed UTF-8, exactly as the standard's parser
    /// does. A byte order mark is kept.
    ///
    /// # Errors
    ///
    /// As [`Parse::to_byte_pairs`]; never with the default options.
    pub fn to_lossy_pairs(self) -> Result<Vec<TextPair<'a>>, FormError> {
        self.collect(Part::to_str_lossy)
    }

    /// The length of the `?` to ignore.
    fn question_mark(&self) -> usize {
        usize::from(self.strip_question_mark && self.form.first() == Some(&b'?'))
    }

    fn collect<T>(
        self,
        decode: impl Fn(&Part<'a>) -> Result<T, DecodeError>,
    ) -> Result<Vec<(T, T)>, FormError> {
        self.pairs()
            .map(|pair| {
                let pair = pair?;
                Ok((decode(&pair.name)?, decode(&pair.value)?))
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
    /// The part before the first `=`.
    pub name: Part<'a>,
    /// The part after the first `=`; empty if there is no `=`.
    pub value: Part<'a>,
    /// Whether there is a `=`. To most decoders `a` and `a=` mean the same.
    pub has_equals: bool,
}

/// A name or a value of a form, not decoded yet, and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    piece: Piece<'a>,
    offset: usize,
    strict: bool,
}

impl<'a> Part<'a> {
    /// A part of the form at an offset.
    #[cfg(feature = "nested")]
    pub(super) const fn new(raw: &'a [u8], offset: usize) -> Part<'a> {
        Part { piece: Piece::new(raw), offset, strict: false }
    }

    /// The part, in which a malformed triplet is an error.
    #[cfg(feature = "nested")]
    pub(super) const fn strictly(self) -> Part<'a> {
        Part { strict: true, ..self }
    }

    /// The part as it is written in the form.
    #[must_use]
    pub const fn raw(&self) -> &'a [u8] {
        self.piece.bytes()
    }

    /// The offset of the part in the form, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The decoded bytes.
    ///
    /// # Errors
    ///
    /// With [`strict`](Parse::strict), on a malformed triplet. The offset counts from the start of the form.
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        if self.piece.plain().is_some() {
            return Ok(Cow::Borrowed(self.raw()));
        }
        self.view().to_bytes().map_err(|error| self.in_form(error))
    }

    /// The decoded bytes as UTF-8 text.
    ///
    /// # Errors
    ///
    /// As [`Part::to_bytes`], and on octets that are not UTF-8.
    #[inline]
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        match self.piece.plain() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.changed_to_str(),
        }
    }

    /// The decoded bytes as text, with U+FFFD in place of ill-formed UTF-8.
    ///
    /// # Errors
    ///
    /// As [`Part::to_bytes`].
    #[inline]
    pub fn to_str_lossy(&self) -> Result<Cow<'a, str>, DecodeError> {
        match self.piece.plain() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.changed_to_str_lossy(),
        }
    }

    /// [`Part::to_str`] of a part that is not known to be plain text.
    #[inline(never)]
    fn changed_to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        match kernel::decode_short_text(self.raw(), !self.strict, true) {
            Some(text) => Ok(text),
            None => self.view().to_str().map_err(|error| self.in_form(error)),
        }
    }

    /// [`Part::to_str_lossy`] of a part that is not known to be plain text.
    #[inline(never)]
    fn changed_to_str_lossy(&self) -> Result<Cow<'a, str>, DecodeError> {
        match kernel::decode_short_text(self.raw(), !self.strict, true) {
            Some(text) => Ok(text),
            None => self.view().to_str_lossy().map_err(|error| self.in_form(error)),
        }
    }

    /// The decoded text: with [`strict`](Parse::strict) octets that are not UTF-8 are an error, otherwise they become
    /// U+FFFD.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(super) fn text(&self) -> Result<Cow<'a, str>, DecodeError> {
        match self.piece.plain() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.changed_to_text(),
        }
    }

    /// [`Part::text`] of a part that is not known to be plain text.
    #[cfg(feature = "serde")]
    #[inline(never)]
    fn changed_to_text(&self) -> Result<Cow<'a, str>, DecodeError> {
        if self.strict { self.changed_to_str() } else { self.changed_to_str_lossy() }
    }

    fn view(&self) -> Decode<'a> {
        Decode::of_form(self.raw(), !self.strict)
    }

    fn in_form(&self, error: DecodeError) -> DecodeError {
        error.moved_by(self.offset as u64)
    }
}

/// The iterator that [`Parse::pairs`] returns.
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    options: Parse<'a>,
    at: usize,
    count: usize,
    started: bool,
}

impl<'a> Pairs<'a> {
    /// Tests the length, and skips a `?`.
    fn start(&mut self) -> Result<(), FormError> {
        let Parse { form, max_bytes, .. } = self.options;
        if form.len() > max_bytes {
            let (limit, length) = (max_bytes, form.len());
            return Err(FormError::TooManyBytes { limit, length, offset: limit });
        }
        self.at = self.options.question_mark();
        Ok(())
    }

    /// How many pairs there are, before the first one is read; `None` if some may be skipped or the form is too long.
    ///
    /// A pair begins at a byte that is not a separator, at the start or after a separator. So at most every second byte begins a
    /// pair, and the number of pairs in a block fits into a byte of a vector register.
    #[cfg(feature = "serde")]
    #[inline(never)]
    pub(super) fn total(&self) -> Option<usize> {
        const BLOCK: usize = 256;
        let Parse { form, separators, drop_blank, max_pairs, max_bytes, .. } = self.options;
        if self.started || drop_blank || form.len() > max_bytes {
            return None;
        }
        let form = &form[self.options.question_mark()..];
        let separators = separators.bytes();
        let separates = |byte: u8| byte == separators[0] || byte == separators[1];
        let begins = |before: u8, byte: u8| separates(before) & !separates(byte);
        let Some((first, after)) = form.split_first() else { return Some(0) };
        let blocks = form.chunks(BLOCK).zip(after.chunks(BLOCK));
        let inner = blocks.map(|(before, bytes)| {
            let begins = before.iter().zip(bytes).map(|(a, b)| u8::from(begins(*a, *b)));
            usize::from(begins.sum::<u8>())
        });
        let count = usize::from(!separates(*first)) + inner.sum::<usize>();
        Some(count.min(max_pairs))
    }

    #[cold]
    fn end_with(&mut self, error: FormError) -> Option<Result<Pair<'a>, FormError>> {
        self.at = self.options.form.len();
        Some(Err(error))
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Result<Pair<'a>, FormError>;

    #[inline]
    fn next(&mut self) -> Option<Result<Pair<'a>, FormError>> {
        self.step()
    }
}

impl<'a> Pairs<'a> {
    /// [`Iterator::next`], always inlined, for the rows of `serde` in `triplet-bench forms`.
    ///
    /// A pair has a dozen fields. Returned by a call, it would be stored field by field and then copied by loads that are wider
    /// than the fields. A processor cannot forward several stores to one load, nor a `bool` to a load of eight bytes: the load
    /// waits until the stores have reached the cache, longer than everything else that is done for a short pair. Inlined, the
    /// fields stay in registers until they are stored in the place where they are read.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Option<Result<Pair<'a>, FormError>> {
        if !self.started {
            self.started = true;
            if let Err(error) = self.start() {
                return self.end_with(error);
            }
        }
        let form = self.options.form;
        while self.at < form.len() {
            let start = self.at;
            let near = match self.options.separators {
                Separators::Ampersand => kernel::cut::<b'&', b'='>(form, start),
                _ => None,
            };
            let Cut { first, second, has_middle } = match near {
                Some(cut) => cut,
                None => {
                    let rest = &form[start..];
                    let (name_end, length) = far(rest, self.options.separators.bytes());
                    Cut {
                        first: Piece::new(&rest[..name_end]),
                        second: Piece::new(&rest[(name_end + 1).min(length)..length]),
                        has_middle: name_end < length,
                    }
                }
            };
            let length = first.bytes().len() + usize::from(has_middle) + second.bytes().len();
            self.at = start + length + 1;
            if length == 0 {
                continue;
            }
            if self.count == self.options.max_pairs {
                let limit = self.options.max_pairs;
                return self.end_with(FormError::TooManyPairs { limit, offset: start });
            }
            self.count += 1;
            let strict = self.options.strict;
            let name = Part { piece: first, offset: start, strict };
            let offset = start + length - second.bytes().len();
            let value = Part { piece: second, offset, strict };
            if self.options.drop_blank && value.raw().is_empty() {
                // A skipped pair must be well-formed too.
                if strict && let Err(error) = decode(name.raw()).decoded_len() {
                    return self.end_with(name.in_form(error).into());
                }
                continue;
            }
            return Some(Ok(Pair { name, value, has_equals: has_middle }));
        }
        None
    }
}

/// Where the name at the start of what is left of a form ends, and where its pair ends, by one search after the other.
#[inline(never)]
fn far(rest: &[u8], separators: [u8; 2]) -> (usize, usize) {
    // One scan finds the end of the name. With a single separator, the same scan finds the end of a pair without `=`.
    if separators[0] == separators[1] {
        let name_end = find(rest, [separators[0], b'=']);
        match rest.get(name_end) {
            Some(b'=') => (name_end, name_end + find(&rest[name_end..], separators)),
            _ => (name_end, name_end),
        }
    } else {
        let length = find(rest, separators);
        (find(&rest[..length], *b"=="), length)
    }
}

impl core::iter::FusedIterator for Pairs<'_> {}
