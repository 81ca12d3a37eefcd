//! Input that is either text, of which only the triplets are in a charset, or octets of the charset.
#![forbid(unsafe_code)]

use triplet::charset::{self, Candidate, Charset, DecodeText};

/// The decoding of an input in a charset. An input that is not UTF-8 is octets.
pub fn decode(input: &[u8], charset: Charset, is_text: bool) -> DecodeText<'_> {
    match str::from_utf8(input) {
        Ok(text) if is_text => charset::decode(text, charset),
        _ => charset::decode_octets(input, charset),
    }
}

/// The charsets that the input may be in, the best reading first.
pub fn candidates(input: &[u8], is_text: bool) -> Vec<Candidate> {
    match str::from_utf8(input) {
        Ok(text) if is_text => charset::candidates(text),
        _ => charset::candidates_octets(input),
    }
}
