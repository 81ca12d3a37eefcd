//! Names of files, the header field that names one, and paths as `file:` URIs: no name is a path, and what is written leads back.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::content_disposition::{self, ContentDisposition};
use triplet::filename::{self, Rules};
use triplet::uri::file::{System, from_path, to_path};
use triplet_fuzz::grammar;
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    match input.byte().wrapping_sub(b'a') % 3 {
        0 => names(input.bytes()),
        1 => header(input.bytes(), &input.text()),
        _ => paths(input.bytes(), &input.text()),
    }
});

/// The octets that encoded text stands for.
fn octets(encoded: &[u8]) -> Vec<u8> {
    codec::decode(encoded, DecodeOptions { lenient: true, ..DecodeOptions::default() })
        .expect("lenient")
}

/// What POSIX (POSIX.1-2024, 3.265 Pathname) and Windows (“Naming Files, Paths, and Namespaces”) do not read as one name.
fn is_one_name(name: &str, rules: Rules) -> bool {
    let posix = !["", ".", ".."].contains(&name) && !name.contains(['/', '\0']);
    let stem = name.split('.').next().expect("one").trim_end_matches(' ').to_uppercase();
    let is_port = |port| {
        let number = stem.strip_prefix(port).unwrap_or_default().chars().collect::<Vec<_>>();
        matches!(number[..], ['0'..='9' | '¹' | '²' | '³'])
    };
    let is_device = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*stem)
        || is_port("COM")
        || is_port("LPT");
    let windows = !name.contains(|c| c < ' ' || "\\:*?\"<>|".contains(c))
        && !name.ends_with(['.', ' '])
        && !is_device;
    let fits = match rules {
        Rules::Windows => name.encode_utf16().count() <= 255,
        _ => name.len() <= 255,
    };
    posix && fits && (rules == Rules::Posix || windows)
}

fn names(text: &[u8]) {
    for rules in Rules::ALL {
        for (view, expected) in [
            (filename::decode(text).lenient(), octets(text)),
            (filename::from_octets(text), text.to_vec()),
        ] {
            let view = view.rules(rules);
            let told = || format!("{} by {rules}", text.escape_ascii());
            match view.to_name() {
                Ok(name) => {
                    assert!(is_one_name(name.as_str(), rules), "{}: {name}", told());
                    assert_eq!(octets(name.as_str().as_bytes()), expected, "{}: {name}", told());
                    let encoded = filename::encode(name.as_str());
                    assert_eq!(octets(encoded.as_bytes()), expected, "{}: {encoded}", told());
                    assert_eq!(filename::decode(&*encoded).rules(rules).to_name(), Ok(name));
                }
                Err(error) => assert!(error.offset() <= text.len(), "{}: {error}", told()),
            }
            if let Ok(name) = view.cut().to_name() {
                assert!(is_one_name(name.as_str(), rules), "{}: cut: {name}", told());
                let is_whole = octets(name.as_str().as_bytes()) == expected;
                assert_eq!(is_whole, name.left_out() == 0, "{}: cut: {name}", told());
            }
        }
    }
}

fn header(field: &[u8], text: &str) {
    let read = ContentDisposition::parse(field);
    let told = || field.escape_ascii().to_string();
    let mut last = 0;
    for problem in read.problems() {
        assert!((last..=field.len()).contains(&problem.offset()), "{}: {problem}", told());
        last = problem.offset();
    }
    let strict = ContentDisposition::parse_strict(field);
    assert_eq!(strict.is_ok(), read.problems().is_empty(), "{}", told());
    assert_eq!(read.octets().is_some(), read.source().is_some(), "{}", told());
    if let Some(Ok(name)) = read.file_name().map(|view| view.to_name()) {
        assert!(is_one_name(name.as_str(), Rules::Both), "{}: {name}", told());
        assert_eq!(Some(&*octets(name.as_str().as_bytes())), read.octets(), "{}: {name}", told());
    }
    // What is written is ASCII, on one line, and is read as it was.
    let written = content_disposition::encode(text).to_string();
    assert!(written.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{written:?}");
    let again = ContentDisposition::parse_strict(&written).expect("the grammar");
    assert_eq!(again.name(), Some(text), "{written:?}");
    let parameters = again.parameters().count();
    assert!(parameters == 1 || parameters == 2, "{written:?}");
}

fn paths(path: &[u8], text: &str) {
    for system in System::ALL {
        if let Ok(uri) = from_path(path, system) {
            assert!(grammar::URI.is_reference(&uri), "{} → {uri:?}", path.escape_ascii());
            let again = to_path(&uri, system).unwrap_or_else(|error| panic!("{uri:?}: {error}"));
            if system == System::Posix {
                assert_eq!(again, path, "{uri:?}");
            }
            assert_eq!(from_path(&again, system), Ok(uri));
        }
        match to_path(text, system) {
            Ok(path) => {
                let uri = from_path(&path, system);
                let uri = uri
                    .unwrap_or_else(|error| panic!("{text:?} → {}: {error}", path.escape_ascii()));
                assert_eq!(to_path(&uri, system), Ok(path), "{text:?} → {uri:?}");
            }
            Err(error) => assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}"),
        }
    }
}
