//! Text to a charset to triplets: the URL standard's *percent-encode after encoding* (section 1.3).

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt;

use encoding_rs::EncoderResult;

use super::{Charset, Kind};
use crate::encode::{Encode, encode as percent_encode};
use crate::set::{EncodeSet, NonAscii};

/// A character that the charset lacks, and where it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmappable {
    character: char,
    offset: usize,
    charset: Charset,
}

impl Unmappable {
    /// The character.
    #[must_use]
    pub const fn character(&self) -> char {
        self.character
    }

    /// Where it begins in the text, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for Unmappable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = u32::from(self.character);
        write!(f, "U+{code:04X} at offset {} is not in {}", self.offset, self.charset.name())
    }
}

impl core::error::Error for Unmappable {}

/// The percent-encoding of text in a charset, as a view.
///
/// The octets of the charset become triplets by the set. What the charset lacks is written
/// `%26%23N%3B`, which is the `&#N;` of HTML with N the decimal code point, whatever the set keeps; the
/// state of a stateful charset is not disturbed by it. [`EncodeText::strict`] makes it an error.
///
/// The charset is taken at its word, UTF-16 too. For the query of a page in UTF-16 the standard takes
/// UTF-8: give [`Charset::output_encoding`].
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

/// The view that [`encode`] gives.
#[derive(Clone, Copy, Debug)]
pub struct EncodeText<'a> {
    text: &'a str,
    charset: Charset,
    set: EncodeSet,
    lower: bool,
}

impl<'a> EncodeText<'a> {
    /// See [`Encode::space_as_plus`].
    #[must_use]
    pub fn space_as_plus(mut self) -> Self {
        self.set = self.set.space_as_plus();
        self
    }

    /// See [`Encode::lowercase_hex`].
    #[must_use]
    pub fn lowercase_hex(mut self) -> Self {
        self.lower = true;
        self
    }

    /// See [`Encode::keep_triplets`].
    #[must_use]
    pub fn keep_triplets(mut self) -> Self {
        self.set = self.set.keep_triplets();
        self
    }

    /// The result; borrowed if it equals the text.
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

    /// The result, if the charset has all characters.
    ///
    /// # Errors
    ///
    /// At the first character that it lacks.
    ///
    /// ```
    /// # use triplet::charset::{Charset, encode};
    /// # use triplet::set::rfc3986::SEGMENT;
    /// let latin = Charset::for_label("windows-1252").expect("known");
    /// assert_eq!(encode("é", latin, SEGMENT).strict()?, "%E9");
    /// assert_eq!(encode("aé你", latin, SEGMENT).strict().unwrap_err().offset(), 3);
    /// # Ok::<(), triplet::charset::Unmappable>(())
    /// ```
    pub fn strict(&self) -> Result<Cow<'a, str>, Unmappable> {
        self.run(|character, offset, _| {
            Err(Unmappable { character, offset, charset: self.charset })
        })
    }

    fn view<'b>(&self, octets: &'b [u8], set: EncodeSet) -> Encode<'b> {
        let view = percent_encode(octets, set);
        if self.lower { view.lowercase_hex() } else { view }
    }

    fn run<E>(
        &self,
        lacking: impl Fn(char, usize, &mut String) -> Result<(), E>,
    ) -> Result<Cow<'a, str>, E> {
        if self.charset == Charset::UTF_8 {
            return Ok(self.view(self.text.as_bytes(), self.set).to_cow());
        }
        // Octets of another charset that happen to look like UTF-8 are no letters.
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
            Run::Lacking(character, offset) => lacking(character, offset, &mut out),
        })?;
        Ok(Cow::Owned(out))
    }
}

/// The octets of a text in a charset, with `&#N;` for what it lacks: what a form or a page holds
/// before anything is percent-encoded. Borrowed if they are those of the text.
///
/// A stateful charset begins and ends in its first state.
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
            Run::Lacking(character, _) => {
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

/// A part of a text in a charset.
enum Run<'b> {
    Octets(&'b [u8]),
    /// A character that the charset lacks, and its offset. The Encoding standard names U+FFFD for
    /// the controls that ISO-2022-JP must not contain.
    Lacking(char, usize),
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
                    None => put(Run::Lacking(character, offset)),
                }
            });
        }
        Kind::Utf32 { big } => {
            return text.chars().try_for_each(|character| {
                let code = u32::from(character);
                put(Run::Octets(&if big { code.to_be_bytes() } else { code.to_le_bytes() }))
            });
        }
        // UTF-16: the standard's encoders would write UTF-8 in its place.
        Kind::Standard(encoding) => {
            let big = encoding == encoding_rs::UTF_16BE;
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
                // What stands in the text, which is not always what the standard names.
                let width = text[..at].chars().next_back().map_or(0, char::len_utf8);
                put(Run::Lacking(character, at - width))?;
            }
        }
    }
}
