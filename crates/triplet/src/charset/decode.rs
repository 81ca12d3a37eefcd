//! Decoding of text: first triplets to octets, then the octets from a charset.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use super::Charset;
use super::keep::{Kept, octet_length};
use super::octets::{BUFFER, each_step, first_malformed, push_lossy};
use super::step::Step;
use crate::decode::{Decode, TextErrors, decode as percent_decode, push_escaped};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};

/// Why text in a charset cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CharsetError {
    /// A malformed triplet, or an ill-formed sequence if the charset is UTF-8.
    Decode(DecodeError),
    /// The octets at the offset are not a character of the charset.
    Malformed {
        /// The offset in the input of the byte or triplet that the first of the octets was decoded from.
        offset: usize,
        /// The charset.
        charset: Charset,
    },
}

impl CharsetError {
    /// The offset of the error in the input, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            CharsetError::Decode(error) => error.offset(),
            CharsetError::Malformed { offset, .. } => *offset,
        }
    }

    /// What is wrong: [`ErrorKind::InvalidCharset`], or what a [`DecodeErrorKind`] says.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            CharsetError::Decode(error) => ErrorKind::of(error.kind()),
            CharsetError::Malformed { .. } => ErrorKind::InvalidCharset,
        }
    }

    /// Whether the triplets are well-formed but the octets are not text in the charset. Then lossy decoding or
    /// another charset may help.
    #[must_use]
    pub const fn is_text_error(&self) -> bool {
        match self {
            CharsetError::Decode(error) => matches!(error.kind(), DecodeErrorKind::InvalidUtf8),
            CharsetError::Malformed { .. } => true,
        }
    }

    /// This error with `bytes` added to its offset. Use it if you decoded a part by itself and `bytes` is the
    /// offset of the part in the whole.
    #[must_use]
    pub fn moved_by(self, bytes: usize) -> CharsetError {
        match self {
            CharsetError::Decode(error) => CharsetError::Decode(error.moved_by(bytes as u64)),
            CharsetError::Malformed { offset, charset } => {
                CharsetError::Malformed { offset: offset + bytes, charset }
            }
        }
    }
}

impl From<DecodeError> for CharsetError {
    fn from(error: DecodeError) -> CharsetError {
        CharsetError::Decode(error)
    }
}

impl Words for CharsetError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self {
            CharsetError::Decode(error) => error.words(to),
            CharsetError::Malformed { charset, .. } => to.write(
                &[Piece::Text("octets")],
                &[
                    Piece::Text("not a character of "),
                    Piece::Text(charset.name()),
                    Piece::Text("; decode from another charset or to lossy text"),
                ],
            ),
        }
    }
}

error_text!(CharsetError);

impl core::error::Error for CharsetError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            CharsetError::Decode(error) => Some(error),
            CharsetError::Malformed { .. } => None,
        }
    }
}

/// Decodes percent-encoded *text* from a charset. Returns a lazy view: call the options of [`DecodeText`]
/// first, then a terminal method.
///
/// The triplets and the ASCII characters of the text are octets of the charset. A raw character outside ASCII
/// is a character already, and is kept. It also ends the sequence before it: the parts between such characters
/// are decoded separately, each from the initial state of the charset. So a sequence that a raw character
/// interrupts is malformed:
///
/// | text | in Shift_JIS | reason |
/// |---|---|---|
/// | `日本%93%FA` | `日本日` | raw characters outside ASCII are kept |
/// | `%83A`, `%83%41` | `ア` | a trail octet may be an ASCII character, and servers wrote it raw |
/// | `%83日` | an error at 0; lossy `\u{FFFD}日` | a raw character is not a trail octet |
///
/// ASCII characters are octets in every charset, because [`encode`](super::encode) writes them raw: `%93V` is
/// 天 in Shift_JIS, `%00a` is `a` in UTF-16, and `@` is a space in EBCDIC.
///
/// Use [`decode_octets`] for octets, such as a file in the charset. For UTF-8 the two functions are the same.
///
/// A byte order mark is kept (Encoding standard, *decode without BOM handling*), so nothing in the input
/// overrides the charset that you pass.
///
/// Linear time: one pass over the triplets, and one over the octets.
///
/// ```
/// use triplet::charset::{Charset, decode, decode_octets};
///
/// let jis = Charset::for_label("shift_jis").expect("known");
/// assert_eq!(decode("日本%93%FA", jis).to_str()?, "日本日");
/// assert_eq!(decode("%83A", jis).to_str()?, "ア");
/// assert_eq!(decode("a%83日", jis).to_str().unwrap_err().offset(), 1);
/// assert_eq!(decode_octets(b"\x93\xFA%96%7B", jis).to_str()?, "日本");
/// # Ok::<(), triplet::charset::CharsetError>(())
/// ```
pub fn decode(text: &str, charset: Charset) -> DecodeText<'_> {
    DecodeText { is_text: true, ..decode_octets(text, charset) }
}

/// Decodes percent-encoded *octets* from a charset, such as those of a file in the charset. Returns a lazy view,
/// as [`decode`] does. All octets are in the charset, whether they are written as triplets or raw.
///
/// Do not pass the UTF-8 of text with raw characters outside ASCII: they would be read in the charset, and the
/// result would be wrong, mostly without an error. Use [`decode`] for text.
///
/// ```
/// use triplet::charset::{Charset, decode_octets};
///
/// let latin = Charset::for_label("latin1").expect("known");
/// assert_eq!(decode_octets(b"\xE9%E9", latin).to_str()?, "éé");
/// # Ok::<(), triplet::charset::CharsetError>(())
/// ```
pub fn decode_octets<I: AsRef<[u8]> + ?Sized>(input: &I, charset: Charset) -> DecodeText<'_> {
    DecodeText {
        input: input.as_ref(),
        octets: percent_decode(input),
        charset,
        lenient: false,
        is_text: false,
    }
}

/// The view that [`decode`] and [`decode_octets`] return: call the options first, then one terminal method.
///
/// | terminal method | output | octets that are not in the charset |
/// |---|---|---|
/// | [`to_str`](DecodeText::to_str) | the text | are an error |
/// | [`to_str_lossy`](DecodeText::to_str_lossy) | the text | become U+FFFD |
/// | [`to_str_with`](DecodeText::to_str_with) | the text | as [`TextErrors`] says |
/// | [`to_bytes`](DecodeText::to_bytes) | the octets, not decoded from the charset | are kept |
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct DecodeText<'a> {
    input: &'a [u8],
    octets: Decode<'a>,
    charset: Charset,
    lenient: bool,
    /// Whether the input is text, whose raw characters outside ASCII are kept.
    is_text: bool,
}

impl<'a> DecodeText<'a> {
    /// Decodes `+` to the octet 0x20 before the charset is applied: see [`Decode::plus_as_space`].
    pub fn plus_as_space(mut self) -> Self {
        self.octets = self.octets.plus_as_space();
        self
    }

    /// Keeps the triplets of these octets as they are written: see [`Decode::keep_triplets_of`].
    ///
    /// A kept triplet is text and not an octet of the charset: like a raw character outside ASCII it ends the
    /// sequence before it.
    ///
    /// ```
    /// # use triplet::charset::{Charset, decode};
    /// let utf16 = Charset::for_label("utf-16be").expect("known");
    /// assert_eq!(decode("%00a%2F%00b", utf16).keep_triplets_of(b"/").to_str()?, "a%2Fb");
    /// # Ok::<(), triplet::charset::CharsetError>(())
    /// ```
    pub fn keep_triplets_of(mut self, octets: &[u8]) -> Self {
        self.octets = self.octets.keep_triplets_of(octets);
        self
    }

    /// Keeps a malformed `%` instead of failing: see [`Decode::lenient`]. It is then an octet of the charset, as
    /// every ASCII character is.
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// The octets, not decoded from the charset. Raw characters outside ASCII in text are returned as UTF-8.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless the view is lenient.
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        if self.lenient { Ok(self.octets.lenient().to_bytes()) } else { self.octets.to_bytes() }
    }

    /// The text. Borrows the input if there is nothing to decode and the charset is
    /// [ASCII-compatible](Charset::is_ascii_compatible).
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless the view is lenient; otherwise, if some octets are not a character of the
    /// charset, with the offset in the input of the first of them.
    ///
    /// ```
    /// # use triplet::charset::{Charset, decode};
    /// let euc = Charset::for_label("euc-kr").expect("known");
    /// assert_eq!(decode("%BE%C8%B3%E7", euc).to_str()?, "안녕");
    /// assert_eq!(decode("ok%20%BE", euc).to_str().unwrap_err().offset(), 5);
    /// # Ok::<(), triplet::charset::CharsetError>(())
    /// ```
    pub fn to_str(&self) -> Result<Cow<'a, str>, CharsetError> {
        if self.charset == Charset::UTF_8 {
            let text =
                if self.lenient { self.octets.lenient().to_str() } else { self.octets.to_str() };
            return Ok(text?);
        }
        if let Some(text) = self.unchanged_text() {
            return Ok(Cow::Borrowed(text));
        }
        self.check_triplets()?;
        let mut out = String::with_capacity(self.input.len());
        let mut buffer = [0; BUFFER];
        for (offset, part) in self.parts() {
            match part {
                Part::Kept(text) => out.push_str(text),
                Part::Encoded(encoded) => {
                    let octets = self.octets_of(encoded);
                    let found = first_malformed(&octets, self.charset, &mut out, &mut buffer);
                    if let Some(at) = found {
                        return Err(CharsetError::Malformed {
                            offset: offset + self.octets.within(encoded).source_offset(at),
                            charset: self.charset,
                        });
                    }
                }
            }
        }
        Ok(Cow::Owned(out))
    }

    /// The text, with U+FFFD in place of octets that are not a character of the charset, as the Encoding
    /// standard says.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless the view is lenient.
    pub fn to_str_lossy(&self) -> Result<Cow<'a, str>, DecodeError> {
        if self.charset == Charset::UTF_8 {
            return if self.lenient {
                Ok(self.octets.lenient().to_str_lossy())
            } else {
                self.octets.to_str_lossy()
            };
        }
        if let Some(text) = self.unchanged_text() {
            return Ok(Cow::Borrowed(text));
        }
        self.check_triplets()?;
        Ok(Cow::Owned(self.lossy().0))
    }

    /// The text, with a choice of what becomes of octets that are not a character of the charset. A malformed sequence is what the
    /// Encoding standard's decoder takes for one, which may be shorter than Python's.
    ///
    /// Under [`TextErrors::Keep`] these octets are triplets, as they were written; raw ones become triplets. No new triplet arises: a `%` of the
    /// text that two hexadecimal digits would follow is written `%25`, and after [`plus_as_space`](DecodeText::plus_as_space)
    /// a `+` is `%2B`. So the result, decoded as [text](decode()) again from an
    /// [ASCII-compatible](Charset::is_ascii_compatible) charset, has the same octets in the same places.
    ///
    /// Borrows the input if nothing changes. Linear time.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless the view is lenient; under [`TextErrors::Strict`] those of [`to_str`](DecodeText::to_str).
    ///
    /// ```
    /// use triplet::TextErrors;
    /// use triplet::charset::{Charset, decode};
    ///
    /// let gbk = Charset::for_label("gbk").expect("known");
    /// let view = decode("%C4%E3%FF%20%BA", gbk);
    /// assert_eq!(view.to_str_with(TextErrors::Keep)?, "你%FF %BA");
    /// assert_eq!(view.to_str_with(TextErrors::BackslashReplace)?, "你\\xff \\xba");
    /// assert_eq!(view.to_str_with(TextErrors::Ignore)?, "你 ");
    /// # Ok::<(), triplet::charset::CharsetError>(())
    /// ```
    pub fn to_str_with(&self, errors: TextErrors) -> Result<Cow<'a, str>, CharsetError> {
        match errors {
            TextErrors::Strict => return self.to_str(),
            TextErrors::Replace => return Ok(self.to_str_lossy()?),
            TextErrors::Ignore | TextErrors::BackslashReplace | TextErrors::Keep => {}
        }
        if self.charset == Charset::UTF_8 {
            let text = match self.lenient {
                true => self.octets.lenient().to_str_with(errors),
                false => self.octets.to_str_with(errors),
            };
            return Ok(text?);
        }
        if let Some(text) = self.unchanged_text() {
            return Ok(Cow::Borrowed(text));
        }
        self.check_triplets()?;
        if errors == TextErrors::Keep {
            return Ok(Cow::Owned(self.keep_malformed()));
        }
        let mut out = String::with_capacity(self.input.len());
        let mut buffer = [0; BUFFER];
        for (_, part) in self.parts() {
            match part {
                Part::Kept(text) => out.push_str(text),
                Part::Encoded(encoded) => {
                    let octets = self.octets_of(encoded);
                    each_step(&octets, self.charset, &mut buffer, |step| {
                        match step {
                            Step::Text(text) => out.push_str(text),
                            Step::Malformed(range) if errors == TextErrors::BackslashReplace => {
                                push_escaped(&octets[range], &mut out);
                            }
                            Step::Malformed(_) => {}
                        }
                        true
                    });
                }
            }
        }
        Ok(Cow::Owned(out))
    }

    /// The text, with triplets for what is malformed in the charset.
    fn keep_malformed(&self) -> String {
        let mut out = Kept::with_capacity(self.input.len(), self.octets.rule.plus);
        let mut buffer = [0; BUFFER];
        for (_, part) in self.parts() {
            match part {
                Part::Kept(text) => out.push_written(text),
                Part::Encoded(encoded) => {
                    let octets = self.octets_of(encoded);
                    // Where the octet `at` is in the encoded part. Malformed sequences come in order, so this is linear.
                    let (mut at, mut offset) = (0, 0);
                    each_step(&octets, self.charset, &mut buffer, |step| {
                        match step {
                            Step::Text(text) => out.push_text(text),
                            Step::Malformed(range) => {
                                while at < range.end {
                                    let length = octet_length(&encoded[offset..]);
                                    if at >= range.start {
                                        out.push_octet(&encoded[offset..offset + length]);
                                    }
                                    (at, offset) = (at + 1, offset + length);
                                }
                            }
                        }
                        true
                    });
                }
            }
        }
        out.into_text()
    }

    /// The input of this view.
    #[must_use]
    pub const fn input(&self) -> &'a [u8] {
        self.input
    }

    /// The input, if the result equals it: it has no `%`, no `+` that is decoded to a space, and no octet that the
    /// charset would decode to another character.
    fn unchanged_text(&self) -> Option<&'a str> {
        if !self.charset.is_ascii_compatible()
            || !(self.is_text || self.input.is_ascii())
            || !self.octets.has_nothing_to_decode()
        {
            return None;
        }
        str::from_utf8(self.input).ok()
    }

    /// Reports the first malformed triplet of the whole input, so that it takes precedence over errors of the
    /// charset.
    fn check_triplets(&self) -> Result<(), DecodeError> {
        if self.lenient { Ok(()) } else { self.octets.decoded_len().map(drop) }
    }

    /// The octets of an encoded part. Its triplets must be checked already, or the view must be lenient.
    fn octets_of<'b>(&self, encoded: &'b [u8]) -> Cow<'b, [u8]> {
        self.octets.within(encoded).lenient().to_bytes()
    }

    /// The lossy text, and the number of malformed sequences.
    pub(super) fn lossy(&self) -> (String, usize) {
        let mut out = String::with_capacity(self.input.len());
        let mut buffer = [0; BUFFER];
        let mut count = 0;
        for (_, part) in self.parts() {
            match part {
                Part::Kept(text) => out.push_str(text),
                Part::Encoded(encoded) => {
                    let octets = self.octets_of(encoded);
                    count += push_lossy(&octets, self.charset, &mut out, &mut buffer);
                }
            }
        }
        (out, count)
    }

    /// The decoded octets of each encoded part.
    pub(super) fn encoded_octets(&self) -> impl Iterator<Item = Cow<'a, [u8]>> {
        let view = *self;
        self.parts().filter_map(move |(_, part)| match part {
            Part::Kept(_) => None,
            Part::Encoded(encoded) => Some(view.octets_of(encoded)),
        })
    }

    fn parts(&self) -> Parts<'a> {
        Parts { view: *self, at: 0, next_non_ascii: 0 }
    }
}

/// A part of the input.
enum Part<'a> {
    /// Text that is kept: raw characters outside ASCII, or a kept triplet.
    Kept(&'a str),
    /// Octets of the charset, raw or as triplets.
    Encoded(&'a [u8]),
}

/// The iterator over the parts of the input and their offsets. No two encoded parts are adjacent.
struct Parts<'a> {
    view: DecodeText<'a>,
    at: usize,
    /// The position of the next kept character outside ASCII; the end of the input if there is none.
    next_non_ascii: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = (usize, Part<'a>);

    fn next(&mut self) -> Option<(usize, Part<'a>)> {
        let DecodeText { input, octets, is_text, .. } = self.view;
        let start = self.at;
        if start == input.len() {
            return None;
        }
        if self.next_non_ascii <= start {
            self.next_non_ascii = if is_text {
                start + kernel::ascii_prefix_len(&input[start..])
            } else {
                input.len()
            };
        }
        if self.next_non_ascii == start {
            let letters = input[start..].iter().take_while(|byte| !byte.is_ascii()).count();
            self.at += letters;
            let text = &input[start..self.at];
            return Some((start, Part::Kept(str::from_utf8(text).unwrap_or_default())));
        }
        let rest = &input[start..self.next_non_ascii];
        let length = octets.first_kept_triplet(rest);
        if length == 0 {
            // A triplet is ASCII.
            self.at += 3;
            return Some((start, Part::Kept(str::from_utf8(&rest[..3]).unwrap_or_default())));
        }
        self.at += length;
        Some((start, Part::Encoded(&rest[..length])))
    }
}
