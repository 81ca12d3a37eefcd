//! Input in a charset: octets, or text whose triplets alone are in the charset.
#![forbid(unsafe_code)]

use triplet::charset::{self, Candidate, Charset, DecodeText, Evidence, Languages, Reason};
use triplet::readings::Writing;

use crate::diagnostics;
use crate::names::charset_by_label;

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

/// The charset that an option names, none for `auto`, and the reader's languages. Languages go with `auto` only.
pub fn of_options(label: &str, tags: &[String]) -> Result<(Option<Charset>, Languages), String> {
    let charset = match label {
        "auto" => None,
        label => Some(charset_by_label(label)?),
    };
    let languages = languages(tags).map_err(|what| format!("--languages: {what}"))?;
    if charset.is_some() && !tags.is_empty() {
        return Err("--languages goes with --charset auto".to_owned());
    }
    Ok((charset, languages))
}

/// The number of characters of another reading that are shown.
const RUNNER_UP: usize = 40;

/// The charset of the first candidate, with a note if it is a guess; none if the input is not encoded.
pub fn most_plausible(input: &[u8], is_text: bool, languages: Languages) -> Option<Charset> {
    let found = candidates(input, is_text, languages);
    let best = &found[0];
    match best.reason {
        Reason::Plain => {
            diagnostics::message(format_args!("note: kept as it is: {}", best.reason));
            return None;
        }
        Reason::Surrogates | Reason::Cesu8 if best.evidence == Evidence::Strong => {
            let name = best.charset.name();
            diagnostics::message(format_args!("note: read as {name}: {}", best.reason));
        }
        _ => {}
    }
    if !matches!(best.evidence, Evidence::Strong | Evidence::AsciiOnly) {
        let (name, reason) = (best.charset.name(), best.reason);
        // Not a charset that gives the same text: what a person must see is how else it may be read.
        let next = found.iter().find(|next| next.malformed == 0 && next.text != best.text);
        let next = next.map_or(String::new(), |next| {
            let (start, more) = match next.text.char_indices().nth(RUNNER_UP) {
                Some((end, _)) => (&next.text[..end], "…"),
                None => (&*next.text, ""),
            };
            format!("; the next is {}: {start}{more}", next.charset.name())
        });
        diagnostics::message(format_args!(
            "note: read as {name}, which is a guess: {reason}{next}"
        ));
    }
    Some(best.charset)
}
