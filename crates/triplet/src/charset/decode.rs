//! Triplets to octets to text in a charset.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use encoding_rs::DecoderResult;

use super::{Charset, Kind};
use crate::decode::{Decode, decode as percent_decode};
use crate::error::{DecodeError, DecodeErrorKind};

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

/// The decoding of percent-encoded text in a charset, as a view: first the triplets, then the charset.
///
/// A byte order mark is text like any other (Encoding standard, *decode without BOM handling*), so that
/// nothing in the input overrides the charset that you name.
pub fn decode<I: AsRef<[u8]> + ?Sized>(input: &I, charset: Charset) -> DecodeText<'_> {
    DecodeText { input: input.as_ref(), octets: percent_decode(input), charset, lenient: false }
}

/// The view that [`decode`] gives.
#[derive(Clone, Copy, Debug)]
pub struct DecodeText<'a> {
    input: &'a [u8],
    octets: Decode<'a>,
    charset: Charset,
    lenient: bool,
}

impl<'a> DecodeText<'a> {
    /// See [`Decode::plus_as_space`].
    #[must_use]
    pub fn plus_as_space(mut self) -> Self {
        self.octets = self.octets.plus_as_space();
        self
    }

    /// See [`Decode::leaving`].
    #[must_use]
    pub fn leaving(mut self, octets: &[u8]) -> Self {
        self.octets = self.octets.leaving(octets);
        self
    }

    /// Lets a malformed `%` stand for itself; see [`Decode::lenient`].
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// The octets, before the charset.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless lenient.
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        if self.lenient { Ok(self.octets.lenient().to_bytes()) } else { self.octets.to_bytes() }
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless lenient; else at the first octets that are no character of the
    /// charset.
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
        let octets = self.to_bytes()?;
        if self.charset.is_ascii_compatible()
            && let Cow::Borrowed(octets) = octets
            && octets.is_ascii()
            && let Ok(text) = str::from_utf8(octets)
        {
            return Ok(Cow::Borrowed(text));
        }
        let mut out = String::with_capacity(octets.len());
        match first_malformed(&octets, self.charset, Some(&mut out)) {
            None => Ok(Cow::Owned(out)),
            Some(at) => Err(CharsetError::Malformed {
                offset: self.octets.source_offset(at),
                charset: self.charset,
            }),
        }
    }

    /// The text, with U+FFFD for what is no character of the charset, as the Encoding standard says.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless lenient.
    pub fn to_str_lossy(&self) -> Result<Cow<'a, str>, DecodeError> {
        let octets = self.to_bytes()?;
        Ok(match octets {
            Cow::Borrowed(octets) => lossy(octets, self.charset).0,
            Cow::Owned(octets) => Cow::Owned(lossy(&octets, self.charset).0.into_owned()),
        })
    }

    /// The input that this view reads.
    #[must_use]
    pub const fn input(&self) -> &'a [u8] {
        self.input
    }
}

/// Octets as text, and how many U+FFFD stand for malformed sequences.
pub(super) fn lossy(octets: &[u8], charset: Charset) -> (Cow<'_, str>, usize) {
    if let Kind::Standard(encoding) = charset.0
        && first_malformed(octets, charset, None).is_none()
    {
        return (encoding.decode_without_bom_handling(octets).0, 0);
    }
    let mut out = String::with_capacity(octets.len());
    let mut count = 0;
    each_step(octets, charset, |step| {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Malformed(_) => {
                count += 1;
                out.push('\u{FFFD}');
            }
        }
        true
    });
    (Cow::Owned(out), count)
}

/// Where the first malformed sequence begins; the text before it goes to `out`.
fn first_malformed(octets: &[u8], charset: Charset, out: Option<&mut String>) -> Option<usize> {
    let mut found = None;
    let mut out = out;
    each_step(octets, charset, |step| match step {
        Step::Text(text) => {
            if let Some(out) = out.as_deref_mut() {
                out.push_str(text);
            }
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

/// Reads octets until `put` says that it is enough.
fn each_step(octets: &[u8], charset: Charset, mut put: impl FnMut(Step<'_>) -> bool) {
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
    let mut buffer = [0; 2048];
    let mut at = 0;
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&octets[at..], &mut buffer, true);
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
