//! Spelling again: the data stays, all that is not named stays byte for byte, and a second time changes nothing.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::charset::Charset;
use triplet::uri::{
    Convention, FlagForm, ParameterOrder, PlusReading, Respell, RespellError, RespellPart,
    SpaceForm,
};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions};
use triplet_fuzz::oracle::uri::parts;
use triplet_fuzz::sets;

const CHARSETS: [&str; 6] = ["gbk", "shift_jis", "iso-2022-jp", "utf-16be", "latin1", "gb18030"];

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    // `a` and `b` are a convention and a set.
    let mut respell = match input.pick(&[0, 1, 2]) {
        0 => Respell::by(*input.pick(&Convention::ALL)),
        1 => Respell::under(input.pick(&sets::ALL).ours),
        _ => Respell::new(),
    };
    let [plus, space, order, flags, path, query, named, charsets] =
        input.switches().collect::<Vec<_>>().try_into().expect("eight");
    if plus {
        respell = respell.plus(*input.pick(&PlusReading::ALL));
    }
    if space {
        respell = respell.space(*input.pick(&SpaceForm::ALL));
    }
    if order {
        respell = respell.order(*input.pick(&ParameterOrder::ALL));
    }
    if flags {
        respell = respell.flags(*input.pick(&FlagForm::ALL));
    }
    let (text, name) = input.two_texts();
    let only = [
        (path, RespellPart::Path),
        (query, RespellPart::Query),
        (named, RespellPart::Parameter(name)),
    ];
    let only = only.into_iter().filter(|(is_meant, _)| *is_meant).map(|(_, part)| part);
    respell = respell.only(only);
    if charsets {
        in_charsets(&respell, &text);
    }
    reference(&respell, &text);
    a_query(&respell, &text);
});

/// Any two charsets: an error is at a character of the text, and what is written can be written again.
fn in_charsets(respell: &Respell, text: &str) {
    let named = |label: &&str| label.parse::<Charset>().expect("a label");
    for charset in CHARSETS.iter().map(named) {
        for (from, to) in [(Charset::UTF_8, charset), (charset, Charset::UTF_8)] {
            let convert = respell.clone().charsets(from, to);
            if let Err(error) = convert.convert(text) {
                assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
                assert!(error.offset() < text.len(), "{text:?}: {error}");
            }
        }
    }
}

fn reference(respell: &Respell, text: &str) {
    let converted = match respell.convert(text) {
        Ok(converted) => converted,
        Err(error) => return malformed(text, error),
    };
    let (before, after) = (parts(text), parts(&converted));
    let [.., fragment] = &before;
    assert_eq!(after.last(), Some(fragment), "{text:?} → {converted:?}");
    // Scheme and authority, with its parts; the path is the fifth.
    assert_eq!(before[..4], after[..4], "{text:?} → {converted:?}");
    if !is_once_more(respell) {
        let again = respell.convert(&converted);
        assert_eq!(again.as_deref(), Ok(&*converted), "{text:?} by {respell:?}");
    }
}

/// Whether the path is that of AWS: each conversion encodes such a path once more.
fn is_once_more(respell: &Respell) -> bool {
    matches!(respell.convert("/%41").as_deref(), Ok("/%2541"))
}

fn a_query(respell: &Respell, query: &str) {
    let converted = match respell.convert_query(query) {
        Ok(converted) => converted,
        Err(error) => return malformed(query, error),
    };
    assert_eq!(respell.convert_query(&converted).as_deref(), Ok(&*converted), "{query:?}");
    let readings = [false, true].map(|before| [false, true].map(|after| (before, after)));
    let is_same = |(before, after)| pairs(query, before) == pairs(&converted, after);
    assert!(readings.concat().into_iter().any(is_same), "{query:?} → {converted:?}");
}

/// The decoded pairs in order, without those that are empty.
fn pairs(query: &str, plus: bool) -> Vec<(Vec<u8>, Vec<u8>)> {
    let decoded = |text: &str| {
        let options = DecodeOptions { plus, lenient: true, ..DecodeOptions::default() };
        codec::decode(text.as_bytes(), options).expect("lenient")
    };
    let parts = query.split('&').map(|part| part.split_once('=').unwrap_or((part, "")));
    let mut pairs: Vec<_> = parts.map(|(name, value)| (decoded(name), decoded(value))).collect();
    pairs.retain(|(name, value)| !name.is_empty() || !value.is_empty());
    pairs.sort();
    pairs
}

/// Without other charsets only a malformed triplet is an error, and it is at its `%`.
fn malformed(text: &str, error: RespellError) {
    assert!(matches!(error, RespellError::Decode(_)), "{text:?}: {error}");
    let mut bytes = text[error.offset()..].bytes();
    assert_eq!(bytes.next(), Some(b'%'), "{text:?}: {error}");
    assert!(bytes.take(2).filter(u8::is_ascii_hexdigit).count() < 2, "{text:?}: {error}");
}
