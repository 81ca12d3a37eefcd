//! The charsets of a platform that has decoders of the Encoding standard, in place of the tables of `encoding_rs`, with the names that
//! those have there.
//!
//! Only the module of the page and of the npm package is built with it (`--cfg triplet_platform_charsets`): the tables are larger than
//! all else in it, and each browser has them. Octets are decoded as a whole. Text is not encoded: each character outside ASCII is one
//! that the charset lacks.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::standard_names::NAMES;
use crate::kernel::platform;

/// A charset, by its place in [`NAMES`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Encoding(usize);

pub(super) static UTF_8: &Encoding = &ALL[0];
pub(super) static UTF_16BE: &Encoding = &ALL[36];

static ALL: [Encoding; NAMES.len()] = {
    let mut all = [const { Encoding(0) }; NAMES.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = Encoding(place);
        place += 1;
    }
    all
};

impl Encoding {
    pub(super) fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        let name = platform::name(label);
        ALL.iter().find(|encoding| encoding.name().as_bytes().eq_ignore_ascii_case(&name))
    }

    pub(super) fn name(&self) -> &'static str {
        NAMES[self.0]
    }

    pub(super) fn is_ascii_compatible(&self) -> bool {
        !matches!(self.name(), "ISO-2022-JP" | "UTF-16BE" | "UTF-16LE")
    }

    pub(super) fn output_encoding(&'static self) -> &'static Encoding {
        if self.name().starts_with("UTF-16") { UTF_8 } else { self }
    }

    pub(super) fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder { encoding: self, text: None }
    }

    pub(super) fn new_encoder(&'static self) -> Encoder {
        Encoder
    }
}

/// Why the decoder stopped.
pub(super) enum DecoderResult {
    InputEmpty,
    OutputFull,
    /// The number of octets of a malformed sequence, and the number after it: not known here, where the platform does not say.
    Malformed(u8, u8),
}

pub(super) struct Decoder {
    encoding: &'static Encoding,
    /// What is left of the text, and whether a U+FFFD in it is a malformed sequence.
    text: Option<(Vec<u8>, usize, bool)>,
}

impl Decoder {
    /// The first call takes all octets. `last` is always set.
    pub(super) fn decode_to_utf8_without_replacement(
        &mut self,
        octets: &[u8],
        buffer: &mut [u8],
        _last: bool,
    ) -> (DecoderResult, usize, usize) {
        let encoding = self.encoding;
        let (text, at, is_lossy) = self.text.get_or_insert_with(|| {
            let (text, is_lossy) = platform::decode(encoding.name().as_bytes(), octets);
            (text, 0, is_lossy)
        });
        let rest = &text[*at..];
        let malformed = b"\xEF\xBF\xBD";
        let end =
            if *is_lossy { rest.windows(3).position(|three| three == malformed) } else { None };
        let length = end.unwrap_or(rest.len());
        if length > buffer.len() {
            let mut length = buffer.len();
            // Not within a character.
            while rest[length] & 0xC0 == 0x80 {
                length -= 1;
            }
            buffer[..length].copy_from_slice(&rest[..length]);
            *at += length;
            return (DecoderResult::OutputFull, octets.len(), length);
        }
        buffer[..length].copy_from_slice(&rest[..length]);
        *at += length;
        if end.is_some() {
            *at += malformed.len();
            return (DecoderResult::Malformed(1, 0), octets.len(), length);
        }
        (DecoderResult::InputEmpty, octets.len(), length)
    }
}

pub(super) enum EncoderResult {
    InputEmpty,
    OutputFull,
    Unmappable(char),
}

pub(super) struct Encoder;

impl Encoder {
    pub(super) fn encode_from_utf8_without_replacement(
        &mut self,
        text: &str,
        buffer: &mut [u8],
        _last: bool,
    ) -> (EncoderResult, usize, usize) {
        let bytes = text.as_bytes();
        let ascii = bytes.iter().take(buffer.len()).take_while(|byte| byte.is_ascii()).count();
        buffer[..ascii].copy_from_slice(&bytes[..ascii]);
        match text[ascii..].chars().next() {
            None => (EncoderResult::InputEmpty, ascii, ascii),
            Some(character) if !character.is_ascii() => {
                (EncoderResult::Unmappable(character), ascii + character.len_utf8(), ascii)
            }
            Some(_) => (EncoderResult::OutputFull, ascii, ascii),
        }
    }
}
