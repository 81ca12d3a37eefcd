//! Triplets to octets to text in a charset.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use encoding_rs::DecoderResult;

use super::{Charset, Kind};
use crate::decode::{Decode, decode as percent_decode};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel;

/// Why encoded text could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharsetError {
    /// A malformed triplet, or with UTF-8 an ill-formed sequence.
    Decode(DecodeError),
    /// The octets from here on are no character of the charset.
    Malformed {
        /// What the first of them was decoded from, in bytes from the start of the input.
        offset: usize,
        /// The charset.
        charset: Charset,
    },
}

impl CharsetError {
    /// Where, in bytes from the start of the input.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            CharsetError::Decode(error) => error.offset(),
            CharsetError::Malformed { offset, .. } => *offset,
        }
    }

    /// A stable name for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            CharsetError::Decode(error) => error.kind().name(),
            CharsetError::Malformed { .. } => "invalid-charset",
        }
    }

    /// Whether the triplets are well-formed and only the text is not.
    #[must_use]
    pub const fn is_text_error(&self) -> bool {
        match self {
            CharsetError::Decode(error) => matches!(error.kind(), DecodeErrorKind::InvalidUtf8),
            CharsetError::Malformed { .. } => true,
        }
    }

    /// This error with its offset moved on, for a part that begins so many bytes into the whole.
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

impl fmt::Display for CharsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CharsetError::Decode(error) => error.fmt(f),
            CharsetError::Malformed { offset, charset } => write!(
                f,
                "the octets decoded from offset {offset} on are no character of {}: \
                 try another charset, or lossy text",
                charset.name()
            ),
        }
    }
}

impl core::error::Error for CharsetError {}

/// The decoding of percent-encoded *text* in a charset, as a view: first the triplets, then the charset.
///
/// A character outside ASCII that the text has raw is a character already, and no octet of the charset: it
/// stays. It also cuts what is around it. Each part between such characters is read in the charset by
/// itself, from the charset's first state, so that a sequence which the letter cuts is malformed:
///
/// | text | in Shift_JIS | why |
/// |---|---|---|
/// | `日本%93%FA` | `日本日` | raw letters stay |
/// | `%83A`, `%83%41` | `ア` | a trail octet may be an ASCII character, and servers wrote it raw |
/// | `%83日` | an error at 0; lossy `\u{FFFD}日` | a letter is no trail octet |
///
/// An ASCII character is an octet of the charset, in every charset. So it is in what [`encode`](super::encode)
/// writes: `%93V` is 天 in Shift_JIS, `%00a` is `a` in UTF-16, and `@` is a space in EBCDIC.
///
/// For octets, such as those of a file in the charset, there is [`decode_octets`]. For UTF-8 the two are the
/// same.
///
/// A byte order mark is text like any other (Encoding standard, *decode without BOM handling*), so that
/// nothing in the input overrides the charset that you name.
///
/// Cost: linear, with one pass more for triplets, and one for the charset.
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
#[must_use]
pub fn decode(text: &str, charset: Charset) -> DecodeText<'_> {
    DecodeText { is_text: true, ..decode_octets(text, charset) }
}

/// The decoding of percent-encoded *octets* in a charset, as a view: [`decode`] for what is not text yet,
/// such as a file in the charset. Octets above 0x7F are octets of the charset, whether they are written as
/// triplets or raw.
///
/// Text that has raw letters is not for this: their UTF-8 would be read in the charset. For a charset other
/// than UTF-8 that gives wrong characters, mostly without an error.
///
/// ```
/// use triplet::charset::{Charset, decode_octets};
///
/// let latin = Charset::for_label("latin1").expect("known");
/// assert_eq!(decode_octets(b"\xE9%E9", latin).to_str()?, "éé");
/// # Ok::<(), triplet::charset::CharsetError>(())
/// ```
#[must_use]
pub fn decode_octets<I: AsRef<[u8]> + ?Sized>(input: &I, charset: Charset) -> DecodeText<'_> {
    DecodeText {
        input: input.as_ref(),
        octets: percent_decode(input),
        charset,
        lenient: false,
        is_text: false,
    }
}

/// The view that [`decode`] and [`decode_octets`] give.
#[derive(Clone, Copy, Debug)]
pub struct DecodeText<'a> {
    input: &'a [u8],
    octets: Decode<'a>,
    charset: Charset,
    lenient: bool,
    /// Whether the input is UTF-8, of which the characters outside ASCII stay.
    is_text: bool,
}

impl<'a> DecodeText<'a> {
    /// Reads `+` as a space, before the charset: see [`Decode::plus_as_space`].
    #[must_use]
    pub fn plus_as_space(mut self) -> Self {
        self.octets = self.octets.plus_as_space();
        self
    }

    /// Keeps the triplets of these octets as they are written: see [`Decode::keep_triplets_of`].
    ///
    /// A kept triplet is text, and no octets of the charset: like a raw letter it cuts what is around it.
    ///
    /// ```
    /// # use triplet::charset::{Charset, decode};
    /// let utf16 = Charset::for_label("utf-16be").expect("known");
    /// assert_eq!(decode("%00a%2F%00b", utf16).keep_triplets_of(b"/").to_str()?, "a%2Fb");
    /// # Ok::<(), triplet::charset::CharsetError>(())
    /// ```
    #[must_use]
    pub fn keep_triplets_of(mut self, octets: &[u8]) -> Self {
        self.octets = self.octets.keep_triplets_of(octets);
        self
    }

    /// Lets a malformed `%` stand for itself; see [`Decode::lenient`]. It is then an octet of the charset,
    /// like all of ASCII.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// The octets, before the charset. Of text, the characters outside ASCII are given as their UTF-8.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless lenient.
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        if self.lenient { Ok(self.octets.lenient().to_bytes()) } else { self.octets.to_bytes() }
    }

    /// The text. Borrowed if there is nothing to decode, and the charset is UTF-8 or another that is
    /// [ASCII-compatible](Charset::is_ascii_compatible).
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless lenient; else at the first octets that are no character of the
    /// charset. The offset is that of the first of them in the input.
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

    /// The text, with U+FFFD for what is no character of the charset, as the Encoding standard says.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless lenient.
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

    /// The input that this view reads.
    #[must_use]
    pub const fn input(&self) -> &'a [u8] {
        self.input
    }

    /// The input, if it is its own decoding: it has no triplet, no `+` that is a space, and nothing of which
    /// the charset has its own reading.
    fn unchanged_text(&self) -> Option<&'a str> {
        if !self.charset.is_ascii_compatible()
            || !(self.is_text || self.input.is_ascii())
            || !self.octets.has_nothing_to_decode()
        {
            return None;
        }
        str::from_utf8(self.input).ok()
    }

    /// A malformed triplet is an error wherever it is, before any of the charset, with what the whole input
    /// says of it.
    fn check_triplets(&self) -> Result<(), DecodeError> {
        if self.lenient { Ok(()) } else { self.octets.decoded_len().map(drop) }
    }

    /// The octets of an encoded part, whose triplets are checked already.
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
    /// Text that stays: characters outside ASCII, or a kept triplet.
    Kept(&'a str),
    /// Octets of the charset, raw or as triplets.
    Encoded(&'a [u8]),
}

/// The parts of the input with their offsets, in order. Encoded parts are as long as they can be.
struct Parts<'a> {
    view: DecodeText<'a>,
    at: usize,
    /// Where the next character outside ASCII is, if they stay.
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

/// Appends octets as text, and gives the number of malformed sequences, each of which is a U+FFFD.
fn push_lossy(octets: &[u8], charset: Charset, out: &mut String, buffer: &mut [u8]) -> usize {
    let mut count = 0;
    each_step(octets, charset, buffer, |step| {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Malformed(_) => {
                count += 1;
                out.push('\u{FFFD}');
            }
        }
        true
    });
    count
}

/// Where the first malformed sequence begins; the text before it goes to `out`.
fn first_malformed(
    octets: &[u8],
    charset: Charset,
    out: &mut String,
    buffer: &mut [u8],
) -> Option<usize> {
    let mut found = None;
    each_step(octets, charset, buffer, |step| match step {
        Step::Text(text) => {
            out.push_str(text);
            true
        }
        Step::Malformed(at) => {
            found = Some(at);
            false
        }
    });
    found
}

enum Step<'t> {
    Text(&'t str),
    /// A sequence that is no character, and where it begins.
    Malformed(usize),
}

/// The length of the buffer for [`each_step`].
const BUFFER: usize = 2048;

/// Reads octets until `put` says that it is enough.
fn each_step(
    octets: &[u8],
    charset: Charset,
    buffer: &mut [u8],
    mut put: impl FnMut(Step<'_>) -> bool,
) {
    let encoding = match charset.0 {
        Kind::Standard(encoding) => encoding,
        Kind::Ebcdic(page) => {
            let mut buffer = [0; 4];
            for &octet in octets {
                if !put(Step::Text(page.decode(octet).encode_utf8(&mut buffer))) {
                    return;
                }
            }
            return;
        }
        Kind::Utf32 { big } => {
            let mut buffer = [0; 4];
            for (index, unit) in octets.chunks(4).enumerate() {
                let code = <[u8; 4]>::try_from(unit).map(|unit| {
                    if big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) }
                });
                let step = match code.ok().and_then(char::from_u32) {
                    Some(scalar) => Step::Text(scalar.encode_utf8(&mut buffer)),
                    None => Step::Malformed(4 * index),
                };
                if !put(step) {
                    return;
                }
            }
            return;
        }
    };
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut at = 0;
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&octets[at..], buffer, true);
        at += read;
        // The decoder writes nothing but UTF-8.
        if !put(Step::Text(str::from_utf8(&buffer[..written]).unwrap_or_default())) {
            return;
        }
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, behind) => {
                let start = at.saturating_sub(usize::from(length) + usize::from(behind));
                if !put(Step::Malformed(start)) {
                    return;
                }
            }
        }
    }
}
