//! Encoding of text: first to a charset, then to triplets. This is *percent-encode after encoding* of the URL
//! standard (section 1.3).

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt;

use super::standard::EncoderResult;
use super::{Charset, Kind, cesu};
use crate::encode::{Encode, encode as percent_encode};
use crate::message::{Piece, Words, Writer, error_text};
use crate::set::{EncodeSet, NonAscii};

/// A character of the text is not in the charset. The error of [`EncodeText::try_to_cow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmappable {
    character: char,
    offset: usize,
    charset: Charset,
}

impl Unmappable {
    /// The character of the text. ISO-2022-JP lacks U+000E, U+000F and U+001B.
    #[must_use]
    pub const fn character(&self) -> char {
        self.character
    }

    /// The offset of the character in the text, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// This error at another offset.
    #[cfg(feature = "respell")]
    pub(crate) const fn at(self, offset: usize) -> Unmappable {
        Unmappable { offset, ..self }
    }
}

impl Words for Unmappable {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        to.write(
            &[Piece::CodePoint(self.character)],
            &[
                Piece::Text(self.charset.name()),
                Piece::Text(
                    " does not have this character; encode in UTF-8, or as references of HTML",
                ),
            ],
        )
    }
}

error_text!(Unmappable, Unmappable);

impl core::error::Error for Unmappable {}

/// Percent-encodes text in a charset (URL standard section 1.3, *percent-encode after encoding*). Returns a
/// lazy view: call the options of [`EncodeText`] first, then a terminal method.
///
/// The text is encoded to octets of the charset, and these are kept or encoded as the set says. A character
/// that the charset lacks is written `%26%23N%3B`, which is HTML's `&#N;` with the decimal code point N, under
/// every set. It does not change the state of a stateful charset. [`EncodeText::try_to_cow`] returns an error
/// instead.
///
/// UTF-16 is encoded as UTF-16. The URL standard writes the query of a page in UTF-16 as UTF-8: pass
/// [`Charset::output_encoding`] for that.
///
/// Linear time.
///
/// ```
/// use triplet::charset::{Charset, encode};
/// use triplet::set::whatwg;
///
/// let jis = Charset::for_label("shift_jis").expect("known");
/// assert_eq!(encode("1+1 ≡ 2%20‽", jis, whatwg::FORM).to_cow(), "1%2B1+%81%DF+2%2520%26%238253%3B");
/// ```
pub fn encode(text: &str, charset: Charset, set: EncodeSet) -> EncodeText<'_> {
    EncodeText { text, charset, set, lower: false }
}

/// The view that [`encode`] returns: call the options first, then one terminal method.
///
/// | terminal method | output | a character that the charset lacks |
/// |---|---|---|
/// | [`to_cow`](EncodeText::to_cow) | `Cow<str>` | is written `%26%23N%3B` |
/// | [`try_to_cow`](EncodeText::try_to_cow) | `Result<Cow<str>, Unmappable>` | is an error |
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct EncodeText<'a> {
    text: &'a str,
    charset: Charset,
    set: EncodeSet,
    lower: bool,
}

impl<'a> EncodeText<'a> {
    /// Writes a space as `+`: see [`Encode::space_as_plus`].
    pub fn space_as_plus(mut self) -> Self {
        self.set = self.set.space_as_plus();
        self
    }

    /// Writes the digits in lower case: see [`Encode::lowercase_hex`].
    pub fn lowercase_hex(mut self) -> Self {
        self.lower = true;
        self
    }

    /// Keeps the triplets of the text: see [`Encode::keep_triplets`].
    pub fn keep_triplets(mut self) -> Self {
        self.set = self.set.keep_triplets();
        self
    }

    /// The result, with `%26%23N%3B` for each character that the charset lacks. Borrows the text if nothing
    /// changes.
    #[must_use]
    pub fn to_cow(&self) -> Cow<'a, str> {
        let encoded = self.run(|character, _, out| {
            out.push_str(&format!("%26%23{}%3B", u32::from(character)));
            Ok::<(), core::convert::Infallible>(())
        });
        match encoded {
            Ok(text) => text,
            Err(never) => match never {},
        }
    }

    /// The result, if the charset has all characters of the text. Borrows the text if nothing changes.
    ///
    /// # Errors
    ///
    /// [`Unmappable`] for the first character that the charset lacks.
    ///
    /// ```
    /// # use triplet::charset::{Charset, encode};
    /// # use triplet::set::rfc3986::SEGMENT;
    /// let latin = Charset::for_label("windows-1252").expect("known");
    /// assert_eq!(encode("é", latin, SEGMENT).try_to_cow()?, "%E9");
    /// assert_eq!(encode("aé你", latin, SEGMENT).try_to_cow().unwrap_err().offset(), 3);
    /// # Ok::<(), triplet::charset::Unmappable>(())
    /// ```
    pub fn try_to_cow(&self) -> Result<Cow<'a, str>, Unmappable> {
        self.run(|reported, offset, _| {
            // ISO-2022-JP lacks the control characters that would begin an escape sequence. For these the standard reports U+FFFD
            // (section 12.2.2). The error names the character of the text instead.
            let character = self.text[offset..].chars().next().unwrap_or(reported);
            Err(Unmappable { character, offset, charset: self.charset })
        })
    }

    fn view<'b>(&self, octets: &'b [u8], set: EncodeSet) -> Encode<'b> {
        let view = percent_encode(octets, set);
        if self.lower { view.lowercase_hex() } else { view }
    }

    fn run<E>(
        &self,
        unmappable: impl Fn(char, usize, &mut String) -> Result<(), E>,
    ) -> Result<Cow<'a, str>, E> {
        if self.charset == Charset::UTF_8 {
            return Ok(self.view(self.text.as_bytes(), self.set).to_cow());
        }
        // The octets of another charset may happen to be well-formed UTF-8, and must be encoded all the same.
        let set = self.set.non_ascii(NonAscii::Encode);
        if self.charset.is_ascii_compatible()
            && self.text.is_ascii()
            && let Cow::Borrowed(text) = self.view(self.text.as_bytes(), set).to_cow()
        {
            return Ok(Cow::Borrowed(text));
        }
        let mut out = String::with_capacity(self.text.len());
        each_run(self.text, self.charset, |run| match run {
            Run::Octets(octets) => {
                self.view(octets, set).append_to(&mut out);
                Ok(())
            }
            Run::Unmappable(character, offset) => unmappable(character, offset, &mut out),
        })?;
        Ok(Cow::Owned(out))
    }
}

/// Encodes text to the octets of a charset, without percent-encoding, as a browser does before it
/// percent-encodes a form. A character that the charset lacks is written `&#N;`, with the decimal code point N.
/// Borrows the text if its octets are the same in the charset.
///
/// In a stateful charset the result begins and ends in the initial state. Linear time.
///
/// ```
/// use triplet::charset::{Charset, encode_octets};
///
/// let latin = Charset::for_label("windows-1252").expect("known");
/// assert_eq!(*encode_octets("é你", latin), *b"\xE9&#20320;");
/// ```
#[must_use]
pub fn encode_octets(text: &str, charset: Charset) -> Cow<'_, [u8]> {
    if charset == Charset::UTF_8 || (charset.is_ascii_compatible() && text.is_ascii()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    let encoded = each_run(text, charset, |run| {
        match run {
            Run::Octets(octets) => out.extend_from_slice(octets),
            Run::Unmappable(character, _) => {
                out.extend_from_slice(format!("&#{};", u32::from(character)).as_bytes());
            }
        }
        Ok::<(), core::convert::Infallible>(())
    });
    match encoded {
        Ok(()) => Cow::Owned(out),
        Err(never) => match never {},
    }
}

/// A part of a text that was encoded to a charset.
enum Run<'b> {
    Octets(&'b [u8]),
    /// A character that the charset lacks, and its offset. ISO-2022-JP lacks the control characters of its
    /// escape sequences too.
    Unmappable(char, usize),
}

fn each_run<E>(
    text: &str,
    charset: Charset,
    mut put: impl FnMut(Run<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let encoding = match charset.0 {
        Kind::Standard(encoding) if encoding.output_encoding() == encoding => encoding,
        Kind::Ebcdic(page) => {
            return text.char_indices().try_for_each(|(offset, character)| {
                match page.encode(character) {
                    Some(octet) => put(Run::Octets(&[octet])),
                    None => put(Run::Unmappable(character, offset)),
                }
            });
        }
        Kind::Isomorphic | Kind::Ascii => {
            let most = if charset.0 == Kind::Ascii { 0x7F } else { 0xFF };
            return text.char_indices().try_for_each(|(offset, character)| {
                match u8::try_from(character) {
                    Ok(octet) if octet <= most => put(Run::Octets(&[octet])),
                    _ => put(Run::Unmappable(character, offset)),
                }
            });
        }
        Kind::Cesu8 { java } => return put(Run::Octets(&cesu::encode(text, java))),
        Kind::Utf32 { big } => {
            return text.chars().try_for_each(|character| {
                let code = u32::from(character);
                put(Run::Octets(&if big { code.to_be_bytes() } else { code.to_le_bytes() }))
            });
        }
        // UTF-16, for which `encoding_rs` would write UTF-8, as the standard says.
        Kind::Standard(encoding) => {
            let big = encoding == super::standard::UTF_16BE;
            return text.encode_utf16().try_for_each(|unit| {
                put(Run::Octets(&if big { unit.to_be_bytes() } else { unit.to_le_bytes() }))
            });
        }
    };
    let mut encoder = encoding.new_encoder();
    let mut buffer = [0; 1024];
    let mut at = 0;
    loop {
        let (result, read, written) =
            encoder.encode_from_utf8_without_replacement(&text[at..], &mut buffer, true);
        put(Run::Octets(&buffer[..written]))?;
        at += read;
        match result {
            EncoderResult::InputEmpty => return Ok(()),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => {
                // The character in the text may be a control character of ISO-2022-JP, for which the standard
                // returns U+FFFD, so its length is that of the text and not of `character`.
                let width = text[..at].chars().next_back().map_or(0, char::len_utf8);
                put(Run::Unmappable(character, at - width))?;
            }
        }
    }
}
