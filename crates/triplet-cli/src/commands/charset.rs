//! Input in a charset: octets, or text in which only the triplets are in the charset.
#![forbid(unsafe_code)]

use triplet::charset::{self, Candidate, Charset, DecodeText, Languages};
use triplet::readings::Writing;

/// The decoding of an input in a charset. An input that is not UTF-8 is octets.
pub fn decode(input: &[u8], charset: Charset, is_text: bool) -> DecodeText<'_> {
    match str::from_utf8(input) {
        Ok(text) if is_text => charset::decode(text, charset),
        _ => charset::decode_octets(input, charset),
    }
}

/// The charsets that the input may be in, the likeliest reading first.
pub fn candidates(input: &[u8], is_text: bool, languages: Languages) -> Vec<Candidate> {
    match str::from_utf8(input) {
        Ok(text) if is_text => charset::candidates_for(text, languages),
        _ => charset::candidates_octets_for(input, languages),
    }
}

/// The reader's languages, as an option has them: tags with commas between. An error names a tag that says nothing about a charset.
pub fn languages(tags: &[String]) -> Result<Languages, String> {
    let tags = || tags.iter().flat_map(|each| each.split(',')).map(str::trim);
    match tags().find(|tag| Writing::of_language(tag).is_none()) {
        Some(unknown) => Err(format!("no frequencies are known for the language `{unknown}`")),
        None => Ok(Languages::of(tags())),
    }
}
