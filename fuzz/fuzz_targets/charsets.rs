//! Charsets: both directions beside `encoding_rs`, what becomes of malformed octets, and the charsets that octets may have.
#![no_main]
#![forbid(unsafe_code)]

use encoding_rs::Encoding;
use libfuzzer_sys::fuzz_target;
use triplet::TextErrors;
use triplet::charset::{self, Charset, DecodeText};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions, EncodeOptions};
use triplet_fuzz::oracle::sets::NonAscii;
use triplet_fuzz::sets;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let choice = input.byte();
    let charsets: Vec<Charset> = Charset::all().collect();
    let charset = *input.pick(&charsets);
    match choice.wrapping_sub(b'a') % 4 {
        0 => octets(input, charset),
        1 => text(input, charset),
        2 => encode(input, charset),
        _ => candidates(input.bytes(), &input.text()),
    }
});

/// Those that the Encoding standard has.
fn peer(charset: Charset) -> Option<&'static Encoding> {
    let peer = Encoding::for_label(charset.name().as_bytes())?;
    // To the standard, `US-ASCII` and `ISO-8859-1` are labels of windows-1252.
    peer.name().eq_ignore_ascii_case(charset.name()).then_some(peer)
}

fn options(input: &mut Input<'_>) -> DecodeOptions<'static> {
    let mut switches = input.switches();
    let mut next = || switches.next().expect("eight");
    DecodeOptions { plus: next(), lenient: next(), leave: b"" }
}

fn with<'a>(mut view: DecodeText<'a>, options: DecodeOptions<'_>) -> DecodeText<'a> {
    if options.plus {
        view = view.plus_as_space();
    }
    if options.lenient {
        view = view.lenient();
    }
    view
}

fn octets(mut input: Input<'_>, charset: Charset) {
    let options = options(&mut input);
    let bytes = input.bytes();
    let view = with(charset::decode_octets(bytes, charset), options);
    assert_eq!(view.input(), bytes);
    let octets = match codec::decode(bytes, options) {
        Ok(octets) => octets,
        Err((_, at)) => return refused(view, at),
    };
    assert_eq!(*view.to_bytes().expect("triplets"), *octets);
    if let Some(peer) = peer(charset) {
        let (expected, is_malformed) = peer.decode_without_bom_handling(&octets);
        decoded(view, &expected, is_malformed);
    }
    policies(view, charset, bytes.len());
}

fn text(mut input: Input<'_>, charset: Charset) {
    let options = options(&mut input);
    let text = input.text();
    let view = with(charset::decode(&text, charset), options);
    if let Err((_, at)) = codec::decode(text.as_bytes(), options) {
        return refused(view, at);
    }
    if let Some(peer) = peer(charset) {
        // A character outside ASCII is one already, and ends the sequence before it. Of UTF-8 it is its octets.
        let (mut expected, mut is_malformed) = (String::new(), false);
        let mut rest = &*text;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii()).unwrap_or(rest.len());
            let octets = codec::decode(rest[..end].as_bytes(), options).expect("checked");
            let (part, is_part_malformed) = peer.decode_without_bom_handling(&octets);
            expected += &part;
            is_malformed |= is_part_malformed;
            rest = &rest[end..];
            let end = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
            expected += &rest[..end];
            rest = &rest[end..];
        }
        decoded(view, &expected, is_malformed);
    }
    policies(view, charset, text.len());
}

/// A malformed triplet is an error of each method, and comes before all others.
fn refused(view: DecodeText<'_>, at: usize) {
    assert_eq!(view.to_bytes().expect_err("a malformed triplet").offset(), at);
    assert_eq!(view.to_str_lossy().expect_err("a malformed triplet").offset(), at);
    assert_eq!(view.to_str().expect_err("a malformed triplet").offset(), at);
    for errors in TextErrors::ALL {
        let error = view.to_str_with(errors).expect_err("a malformed triplet");
        assert_eq!((error.offset(), error.is_text_error()), (at, false));
    }
}

fn decoded(view: DecodeText<'_>, expected: &str, is_malformed: bool) {
    assert_eq!(view.to_str_lossy().expect("triplets"), expected);
    match view.to_str() {
        Ok(text) => assert!(!is_malformed && text == expected, "{text:?}, not {expected:?}"),
        Err(error) => {
            assert!(is_malformed, "{error}");
            assert!(error.is_text_error());
            assert!(error.offset() < view.input().len(), "{error}");
        }
    }
}

fn policies(view: DecodeText<'_>, charset: Charset, length: usize) {
    let lossy = view.to_str_lossy().expect("triplets");
    let with = |errors| view.to_str_with(errors).expect("triplets");
    assert_eq!(with(TextErrors::Replace), lossy);
    let strict = view.to_str();
    assert_eq!(view.to_str_with(TextErrors::Strict).ok().as_ref(), strict.as_ref().ok());
    match strict {
        Ok(text) => {
            assert_eq!(text, lossy);
            assert_eq!(with(TextErrors::Ignore), text);
            assert_eq!(with(TextErrors::BackslashReplace), text);
        }
        Err(error) => {
            assert!(error.offset() < length, "{error}");
            assert!(lossy.contains('\u{FFFD}'));
            // What is left is in the order that it had.
            let ignored = with(TextErrors::Ignore);
            let mut all = lossy.chars();
            assert!(ignored.chars().all(|kept| all.any(|other| other == kept)), "{ignored:?}");
            assert!(with(TextErrors::BackslashReplace).contains("\\x"));
        }
    }
    // In these, two octets that begin four may be malformed together, the second an ASCII digit: `%810` is, before a character
    // that was decoded, where `%81` alone was.
    let has_four = ["GBK", "gb18030"].contains(&charset.name());
    if charset.is_ascii_compatible() && !has_four {
        let kept = with(TextErrors::Keep);
        let back = charset::decode(&kept, charset).lenient().to_str_lossy().expect("lenient");
        assert_eq!(back, lossy, "kept as {kept:?}");
    }
}

fn encode(mut input: Input<'_>, charset: Charset) {
    let set = input.pick(&sets::ALL);
    let mut switches = input.switches();
    let mut next = || switches.next().expect("eight");
    let options = EncodeOptions { plus: next(), lower: next(), keep_triplets: false };
    let text = input.text();

    let octets = charset::encode_octets(&text, charset);
    let mut view = charset::encode(&text, charset, set.ours);
    if options.plus {
        view = view.space_as_plus();
    }
    if options.lower {
        view = view.lowercase_hex();
    }
    let result = view.try_to_cow();
    // The standard writes UTF-16 as UTF-8.
    if let Some(peer) = peer(charset).filter(|peer| peer.output_encoding() == *peer) {
        let (expected, _, has_unmappable) = peer.encode(&text);
        assert_eq!(*octets, *expected, "{text:?} in {charset}");
        assert_eq!(result.is_err(), has_unmappable, "{text:?} in {charset}");
    }
    match result {
        Ok(encoded) => {
            assert_eq!(encoded, view.to_cow());
            // Octets of a charset may look like UTF-8, or like triplets, and a set that keeps these reads the text.
            if set.oracle.non_ascii == NonAscii::Encode && !set.oracle.keep_triplets {
                let expected = codec::encode(&octets, &set.oracle, options);
                assert_eq!(encoded.as_bytes(), expected, "{text:?} in {charset}");
            }
            // Some charsets write two characters with the same octets, and read back one.
            let has_twins =
                ["ISO-2022-JP", "Shift_JIS", "EUC-JP", "GBK", "gb18030", "Big5", "EUC-KR"];
            let is_plus = set.oracle.plus || options.plus;
            let kept = set.oracle.keep_triplets || !set.ours.is_reversible();
            if !has_twins.contains(&charset.name()) && !kept && !is_plus {
                let back = charset::decode(&encoded, charset).to_str().expect("of this charset");
                assert_eq!(back, text, "{encoded:?} in {charset}");
            }
        }
        Err(error) => {
            let rest = &text[error.offset()..];
            let is_control = error.character() == '\u{FFFD}' && charset.name() == "ISO-2022-JP";
            assert!(rest.starts_with(error.character()) || is_control, "{text:?}: {error}");
            let before = &text[..error.offset()];
            let before = charset::encode(before, charset, set.ours);
            assert!(before.try_to_cow().is_ok(), "the first one: {text:?}: {error}");
        }
    }
}

fn candidates(bytes: &[u8], text: &str) {
    for found in [charset::candidates_octets(bytes), charset::candidates(text)] {
        assert!(!found.is_empty());
        for (at, candidate) in found.iter().enumerate() {
            assert!(candidate.score <= 100, "{candidate:?}");
            assert!(candidate.malformed <= bytes.len() * 3, "{candidate:?}");
            let is_first = found[..at].iter().all(|other| other.charset != candidate.charset);
            assert!(is_first, "{candidate:?}");
        }
        assert!(found.is_sorted_by(|a, b| a.score >= b.score), "the likeliest first");
    }
    for candidate in charset::candidates_octets(bytes) {
        // `100%abgesichert` is text as it is.
        if candidate.text.as_bytes() == bytes {
            assert_eq!(candidate.malformed, 0, "{candidate:?}");
            continue;
        }
        let view = charset::decode_octets(bytes, candidate.charset).lenient();
        assert_eq!(view.to_str_lossy().expect("lenient"), candidate.text);
        assert_eq!(view.to_str().is_err(), candidate.malformed > 0, "{candidate:?}");
    }
}
