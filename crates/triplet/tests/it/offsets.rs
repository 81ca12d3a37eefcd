//! Offsets that are told about text are at characters, so that a caret and a slice can stand there: for every function that takes text and
//! tells an offset.

use proptest::prelude::*;
use triplet::template::Template;
use triplet::uri::{
    Component, EditError, Equivalence, Grammar, Level, Normalized, Reference, Value, equivalent,
    validate,
};
use triplet::{EncodeSet, data_url, decode, ecmascript, ext_value, form, iri, uri};
#[cfg(feature = "content_disposition")]
use triplet::{content_disposition, filename};

/// Texts with characters of every width, and what means something to one of the functions or almost does.
fn text() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "é", "è", "ü", "你", "你", "佡", "😀", "😁", "\u{202E}", "\u{200B}", "e\u{301}", "а", "ａ", "\u{E000}", "\u{FFFD}", "\u{85}",
        "%", "%4", "%é", "%4é", "%你", "%zz", "%41", "%C3", "%A9", "%c3%a9", "%E4%BD", "%ED%A0%80", "%u00e9", "%u00é", "%uD83D", "%00",
        "http:", "HTTP://", "//", "/", "/../", "?", "#", "&", "=", "@", ":", ":80", "[", "]", "[::1%25é]", "urn:é:", "mailto:", "data:,",
        "a", "b", " ", "\n", "<", "\\", "{", "}", "{+é}", "{é*}", "{é", "UTF-8''", "UTF-8'é'", "xn--é", "é.é", "é.com", "..", "+", ";", "\"",
    ];
    let piece = (0..PIECES.len()).prop_map(|i| PIECES[i]);
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

#[track_caller]
fn is_at_character(text: &str, offset: usize, what: &str) {
    assert!(text.is_char_boundary(offset), "{what}: offset {offset} of {text:?}");
}

/// Two places in the texts that a difference was told about.
fn check_difference(a: &str, b: &str) {
    for level in [Level::Percent, Level::Path, Level::Scheme] {
        let found = equivalent(a, b, level);
        assert_eq!(found.is_equivalent(), Normalized::new(a, level) == Normalized::new(b, level));
        if let Equivalence::Different(difference) = found {
            let [in_a, in_b] = difference.offsets();
            is_at_character(a, in_a, "the first of two");
            is_at_character(b, in_b, "the second of two");
        }
    }
}

/// A text whose characters outside ASCII are others that begin with the same octets.
fn neighbour(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            'é' => 'è',
            'è' => 'ɨ',
            '你' => '佡',
            '😀' => '😁',
            'ü' => '\u{FF}',
            other => other,
        })
        .collect()
}

#[test]
fn characters_that_begin_with_the_same_octets() {
    for (a, b, offsets) in [
        ("http://a/café", "http://a/cafè", [12, 12]),
        ("http://a/caf%65é", "http://a/cafeè", [15, 13]),
        ("http://é/", "http://è/", [7, 7]),
        ("?😀", "?😁", [1, 1]),
        ("#你a", "#佡", [1, 1]),
        ("//é@h", "//è@h", [2, 2]),
        ("//h:é", "//h:è", [4, 4]),
    ] {
        let Equivalence::Different(difference) = equivalent(a, b, Level::Scheme) else {
            panic!("{a} and {b}")
        };
        assert_eq!(difference.offsets(), offsets, "{a} and {b}");
        assert_eq!(difference.reason(), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn of_differences(a in text(), b in text()) {
        check_difference(&a, &b);
        check_difference(&a, &neighbour(&a));
        check_difference(&format!("{a}é{b}"), &format!("{a}è{b}"));
    }

    #[test]
    fn of_errors(text in text()) {
        let text = text.as_str();
        for grammar in [Grammar::Uri, Grammar::UriReference, Grammar::Iri, Grammar::IriReference] {
            if let Err(error) = validate(text, grammar) {
                is_at_character(text, error.offset(), "validate");
            }
        }
        for error in Reference::split(text).malformed_triplets() {
            is_at_character(text, error.offset(), "malformed triplets");
        }
        let view = decode(text);
        let kept = view.keep_triplets_of(b"/%");
        let errors = [
            view.to_bytes().err(), view.to_str().err(), view.to_str_lossy().err(), view.lenient().to_str().err(),
            view.plus_as_space().to_str().err(), kept.to_str().err(), view.decoded_len().err(), view.is_unchanged().err(),
        ];
        for error in errors.into_iter().flatten() {
            is_at_character(text, error.offset(), "decode");
        }
        for result in [ecmascript::decode_uri(text), ecmascript::decode_uri_component(text), ecmascript::unescape(text)] {
            if let Err(error) = result {
                is_at_character(text, error.offset(), "ecmascript");
            }
        }
        if let Err(error) = iri::to_uri(text) {
            is_at_character(text, error.offset(), "to_uri");
        }
        if let Err(error) = uri::relativize(text, text) {
            is_at_character(text, error.offset(), "relativize");
        }
        match Template::parse(text) {
            Err(error) => is_at_character(text, error.offset(), "template"),
            Ok(template) => {
                for variable in template.variables() {
                    is_at_character(text, variable.offset(), "variable");
                }
            }
        }
        if let Err(error) = ext_value::ExtValue::parse(text) {
            is_at_character(text, error.offset(), "ext_value");
        }
        #[cfg(feature = "content_disposition")]
        for problem in content_disposition::ContentDisposition::parse(&format!("é;filename*={text};filename={text}")).problems() {
            is_at_character(&format!("é;filename*={text};filename={text}"), problem.offset(), "content_disposition");
        }
        #[cfg(feature = "content_disposition")]
        if let Err(error) = filename::decode(text).to_name() {
            is_at_character(text, error.offset(), "filename");
        }
        for system in uri::file::System::ALL {
            if let Err(error) = uri::file::from_path(text, system) {
                is_at_character(text, error.offset(), "from_path");
            }
            let uri = format!("file:{text}");
            if let Err(error) = uri::file::to_path(&uri, system) {
                is_at_character(&uri, error.offset(), "to_path");
            }
        }
        if let Err(error) = data_url::DataUrl::parse(text) {
            is_at_character(text, error.offset(), "data_url");
        }
        if let Err(error) = EncodeSet::NOTHING.try_also_keep(text.as_bytes()) {
            is_at_character(text, error.offset(), "a set");
        }
        let form = form::parse(text);
        for form in [form, form.strict(), form.max_pairs(1), form.strip_question_mark().separators(form::Separators::Both)] {
            if let Err(error) = form.to_form() {
                is_at_character(text, error.offset(), "form");
            }
            for pair in form.pairs().flatten() {
                is_at_character(text, pair.name.offset(), "the name of a pair");
                is_at_character(text, pair.value.offset(), "the value of a pair");
            }
        }
        for component in Component::ALL {
            for value in [Value::AsWritten(text), Value::Data(text), Value::KeepTriplets(text)] {
                match uri::Edit::new("http://h/").set(component, value) {
                    Err(EditError::Host { offset }) => is_at_character(text, offset, "host"),
                    Err(EditError::NotAllowed(error)) => is_at_character(text, error.offset(), "edit"),
                    _ => {}
                }
            }
        }
    }
}
