//! A form that is decoded at once: all its names and values in one text.
//!
//! A triplet has no `&` and no `=` in it, and neither has a character of UTF-8. So a form can be decoded at once and
//! divided afterwards, if what divides it is taken from the form as it is written:
//!
//! ```text
//! q=caf%C3%A9&x=%3D
//! .1.........1.1...    the first `=` of a pair, and `&`
//! .......1..1.....1    the second digit of a triplet: two bytes fewer from here on
//! q=café&x==
//! .1.....1.1           the same places in the decoded text
//! ```
//!
//! 1. The kernel says where `&`, `=`, `%` and the hexadecimal digits are in 64 bytes.
//! 2. A carry through the bits between finds the first `=` after the start of each pair, and those that are part of a value
//!    are dropped.
//! 3. Each place that is left is moved to where it is after decoding: by the octets of the digits before it.
//! 4. The kernel decodes the form, in one call.
//!
//! Where there is an error, a limit or an octet that is not UTF-8, one pair after the other is decoded instead. That says
//! where the error is.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::FormError;
use super::parse::Parse;
use crate::decode::Decode;
use crate::kernel;
use crate::set::EncodeSet;

/// How many bytes one scan gives masks of.
const BLOCK: usize = 64;

/// A form that is decoded: the list of its pairs, in order, with duplicates. [`Parse::to_form`] reads it.
///
/// All names and values are in one text. The text is borrowed from the input if nothing in the input is encoded. So a short form takes
/// two allocations at most, and a long form is read three to five times as fast as with a `Cow` for each name and value.
///
/// Two forms are equal if they have the same names and values in the same order.
///
/// ```
/// use triplet::form;
///
/// let form = form::parse("q=caf%C3%A9&lang=fr&lang=en").to_form()?;
/// assert_eq!(form.get("q"), Some("café"));
/// assert_eq!(form.get_all("lang").collect::<Vec<_>>(), ["fr", "en"]);
/// assert_eq!(form.get("page"), None);
/// assert_eq!(form.iter().next(), Some(("q", "café")));
/// # Ok::<(), form::FormError>(())
/// ```
#[derive(Clone, Default)]
pub struct Form<'a> {
    text: Cow<'a, str>,
    pairs: Vec<PairSpan>,
}

/// Where a pair is in the text. Without `=`, the name ends where the pair does.
#[derive(Clone, Copy, Debug)]
struct PairSpan {
    start: usize,
    name_end: usize,
    end: usize,
}

impl<'a> Form<'a> {
    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The first value of a name, as `URLSearchParams.get` gives it (URL standard section 6.2). The value of a pair without
    /// `=` is empty.
    ///
    /// Linear time: it compares the names one after the other.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.get_all(name).next()
    }

    /// All values of a name, in order.
    pub fn get_all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1)
    }

    /// The names and values, in order.
    #[must_use]
    pub fn iter(&self) -> FormIter<'_> {
        FormIter { text: &self.text, pairs: self.pairs.iter() }
    }

    /// A form that owns its text. Copies the text if it is borrowed.
    #[must_use]
    pub fn into_owned(self) -> Form<'static> {
        Form { text: Cow::Owned(self.text.into_owned()), pairs: self.pairs }
    }
}

impl fmt::Debug for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl PartialEq for Form<'_> {
    fn eq(&self, other: &Form<'_>) -> bool {
        self.iter().eq(other)
    }
}

impl Eq for Form<'_> {}

impl<'f> IntoIterator for &'f Form<'_> {
    type Item = (&'f str, &'f str);
    type IntoIter = FormIter<'f>;

    fn into_iter(self) -> FormIter<'f> {
        self.iter()
    }
}

/// The iterator over the names and values of a [`Form`].
#[derive(Clone, Debug)]
pub struct FormIter<'f> {
    text: &'f str,
    pairs: core::slice::Iter<'f, PairSpan>,
}

impl<'f> FormIter<'f> {
    fn pair(&self, place: &PairSpan) -> (&'f str, &'f str) {
        let value = (place.name_end + 1).min(place.end);
        (&self.text[place.start..place.name_end], &self.text[value..place.end])
    }
}

impl<'f> Iterator for FormIter<'f> {
    type Item = (&'f str, &'f str);

    #[inline]
    fn next(&mut self) -> Option<(&'f str, &'f str)> {
        self.pairs.next().map(|place| self.pair(place))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.pairs.size_hint()
    }
}

impl DoubleEndedIterator for FormIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(|place| self.pair(place))
    }
}

impl ExactSizeIterator for FormIter<'_> {}
impl core::iter::FusedIterator for FormIter<'_> {}

impl<'a> Parse<'a> {
    /// All pairs as text, decoded at once into one buffer: the fastest way to read a form whose values are text. Octets
    /// that are not UTF-8 become U+FFFD as in [`to_lossy_pairs`](Parse::to_lossy_pairs); with [`strict`](Parse::strict) they
    /// are an error as in [`to_text_pairs`](Parse::to_text_pairs).
    ///
    /// Linear time. Allocates the text, if something is encoded, and 24 bytes for each pair.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded; with [`strict`](Parse::strict), on a malformed triplet and on octets that are not UTF-8.
    ///
    /// ```
    /// use triplet::form;
    ///
    /// let form = form::parse("a=1&b&=2&&a=%26+x").to_form()?;
    /// let pairs: Vec<(&str, &str)> = form.iter().collect();
    /// assert_eq!(pairs, [("a", "1"), ("b", ""), ("", "2"), ("a", "& x")]);
    ///
    /// let error = form::parse("a=1&b=%").strict().to_form().unwrap_err();
    /// assert_eq!(error.offset(), 6);
    /// # Ok::<(), form::FormError>(())
    /// ```
    pub fn to_form(self) -> Result<Form<'a>, FormError> {
        match self.at_once() {
            Some(form) => Ok(form),
            None => self.one_by_one(),
        }
    }

    /// Nothing if there is an error, or an octet that is not UTF-8.
    fn at_once(&self) -> Option<Form<'a>> {
        if self.form.len() > self.max_bytes {
            return None;
        }
        let form = match self.form {
            [b'?', rest @ ..] if self.strip_question_mark => rest,
            form => form,
        };
        let pairs = self.places(form)?;
        let text = Decode::of_form(form, !self.strict).to_str().ok()?;
        Some(Form { text, pairs })
    }

    /// Where the pairs of a form are after it is decoded. Nothing if they are too many.
    fn places(&self, form: &[u8]) -> Option<Vec<PairSpan>> {
        const EQUALS: EncodeSet = EncodeSet::keeping(b"=");
        const PERCENT: EncodeSet = EncodeSet::keeping(b"%");
        const DIGITS: EncodeSet = EncodeSet::keeping(b"0123456789ABCDEFabcdef");
        let sets = [EncodeSet::keeping(&self.separators.bytes()), EQUALS, PERCENT, DIGITS];
        let rows = sets.each_ref().map(|set| *set.rows());

        let mut pairs = Vec::with_capacity((form.len() / 16).clamp(4, 1024));
        // The pair that is being read: where it begins after decoding, and where its name ends if that is known.
        let (mut start, mut name_end) = (0, usize::MAX);
        let (mut removed, mut count) = (0, 0);
        let mut add = |start: usize, name_end: usize, end: usize| {
            let name_end = name_end.min(end);
            if start == end {
                return Some(());
            }
            count += 1;
            if count > self.max_pairs {
                return None;
            }
            if !(self.drop_blank && name_end + 1 >= end) {
                pairs.push(PairSpan { start, name_end, end });
            }
            Some(())
        };
        // Of the block before: whether a name goes on or begins after it, its last digit and its last two `%`.
        let (mut in_name, mut digit, mut percents) = (1, 0, 0);
        for block in (0..form.len()).step_by(BLOCK) {
            let [separator, equals, percent, digits] =
                match kernel::scan(&form[block..], &rows, &[], None) {
                    Some(scan) => scan.kept,
                    None => sets.each_ref().map(|set| kept(&form[block..], set)),
                };
            let stops = separator | equals;
            let (carried, goes_on) = (separator << 1 | in_name).overflowing_add(!stops);
            let second = digits & (digits << 1 | digit) & (percent << 2 | percents);
            let mut marks = separator | carried & equals;
            while marks != 0 {
                let bit = marks & marks.wrapping_neg();
                let before = (second & (bit - 1)).count_ones() as usize;
                let at = block + bit.trailing_zeros() as usize - removed - 2 * before;
                if equals & bit != 0 {
                    name_end = at;
                } else {
                    add(start, name_end, at)?;
                    (start, name_end) = (at + 1, usize::MAX);
                }
                marks ^= bit;
            }
            in_name = separator >> (BLOCK - 1) | u64::from(goes_on);
            (digit, percents) = (digits >> (BLOCK - 1), percent >> (BLOCK - 2));
            removed += 2 * second.count_ones() as usize;
        }
        add(start, name_end, form.len() - removed)?;
        Some(pairs)
    }

    fn one_by_one(self) -> Result<Form<'a>, FormError> {
        let mut text = String::new();
        let mut pairs = Vec::new();
        for pair in self.pairs() {
            let pair = pair?;
            let decoded = |part: super::Part<'a>| match self.strict {
                true => part.to_str(),
                false => part.to_str_lossy(),
            };
            let start = text.len();
            text.push_str(&decoded(pair.name)?);
            let name_end = text.len();
            if pair.has_equals {
                text.push('=');
                text.push_str(&decoded(pair.value)?);
            }
            let end = text.len();
            pairs.push(PairSpan { start, name_end, end });
        }
        Ok(Form { text: Cow::Owned(text), pairs })
    }
}

/// Which of the first 64 bytes a set keeps, where the kernel has no vectors.
fn kept(text: &[u8], set: &EncodeSet) -> u64 {
    let bits = text.iter().take(BLOCK).enumerate();
    bits.fold(0, |mask, (at, &byte)| mask | u64::from(set.keeps(byte)) << at)
}
