//! IRIs: their URIs and back, their normal forms, and the hosts beside `idna`.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::Level;
use triplet_fuzz::grammar::{IRI, URI};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::triplet_of;
use triplet_fuzz::oracle::uri::{Form, normal, parts};

const LEVELS: [Level; 3] = [Level::Percent, Level::Path, Level::Scheme];

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let choice = input.byte();
    let text = input.text();
    match choice.wrapping_sub(b'a') % 3 {
        0 => to_uri(&text),
        1 => from_uri(&text),
        _ => normal_forms(&text),
    }
});

/// Triplets in place of each character outside ASCII (RFC 3987 section 3.1, step 2).
fn in_triplets(text: &str) -> String {
    let mut out = Vec::new();
    for byte in text.bytes() {
        match byte {
            0x80.. => out.extend(triplet_of(byte, false)),
            _ => out.push(byte),
        }
    }
    String::from_utf8(out).expect("ASCII")
}

fn to_uri(text: &str) {
    let is_iri = IRI.is_reference(text);
    for encoding in [HostEncoding::ByScheme, HostEncoding::Percent, HostEncoding::Punycode] {
        let options = ToUri::new().host(encoding);
        let result = options.convert(text);
        match &result {
            Ok(uri) => {
                assert!(is_iri, "{text:?} is not an IRI reference: {uri:?}");
                assert!(URI.is_reference(uri), "{text:?}: {uri:?} is not a URI reference");
                hosts(text, uri, encoding);
                if text.is_ascii() {
                    assert_eq!(uri, text, "a URI is its own URI");
                }
                assert_eq!(options.convert(uri).as_deref(), Ok(&**uri), "again");
            }
            Err(error) => {
                assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
                if is_iri {
                    let host = parts(text)[2].clone().unwrap_or_default();
                    assert!(encoding != HostEncoding::Percent, "{text:?}: {error}");
                    assert!(!is_name(&host), "{text:?}: {error}");
                }
            }
        }
        if encoding == HostEncoding::Percent {
            assert_eq!(result.is_ok(), is_iri, "{text:?}");
        }
        // What is allowed is the same.
        let more = options.encode_disallowed().convert(text);
        match &more {
            Ok(uri) => assert!(URI.is_reference(uri), "{text:?}: {uri:?}"),
            Err(error) => assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}"),
        }
        if is_iri {
            assert_eq!(more.is_ok(), result.is_ok(), "{text:?}");
        }
        if result.is_ok() {
            assert_eq!(more.ok(), result.ok(), "{text:?}");
        }
    }
    assert_eq!(iri::to_uri(text).ok(), ToUri::new().convert(text).ok(), "the default");
}

/// The components but for the host are triplets. A host is too, or it is what `idna` says.
fn hosts(text: &str, uri: &str, encoding: HostEncoding) {
    let (before, after) = (parts(text), parts(uri));
    for (at, (before, after)) in before.iter().zip(&after).enumerate() {
        if at != 2 {
            assert_eq!(before.as_deref().map(in_triplets), *after, "{text:?}: {uri:?}");
        }
    }
    let [_, _, Some(before), ..] = before else { return assert_eq!(after[2], None) };
    let after = after[2].as_deref().expect("the host stays");
    let is_triplets = after == in_triplets(&before);
    if before.is_ascii() || encoding == HostEncoding::Percent {
        assert!(is_triplets, "{text:?}: {uri:?}");
        return;
    }
    if is_triplets && encoding == HostEncoding::ByScheme {
        let scheme = parts(text)[0].clone().unwrap_or_default().to_ascii_lowercase();
        assert!(!["http", "https", "ws", "wss", "ftp"].contains(&&*scheme), "{text:?}: {uri:?}");
        return;
    }
    assert!(after.split('.').all(|label| label.len() <= 63), "{uri:?}");
    assert!(after.strip_suffix('.').unwrap_or(after).len() <= 253, "{uri:?}");
    if !before.contains('%') {
        assert_eq!(idna::domain_to_ascii(&before).ok().as_deref(), Some(after), "{text:?}");
    }
}

/// Whether a host outside ASCII, without triplets, must be taken as a domain name: letters, digits, hyphens, dots.
fn is_name(host: &str) -> bool {
    if host.is_ascii() {
        return true;
    }
    idna::domain_to_ascii_strict(host).is_ok_and(|name| {
        let is_plain =
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
        is_plain && !host.contains('%')
    })
}

fn from_uri(text: &str) {
    for display in [HostDisplay::ByScheme, HostDisplay::Unicode, HostDisplay::Keep] {
        let shown = iri::from_uri(text, display);
        let (before, after) = (parts(text)[2].clone(), parts(&shown)[2].clone());
        if let Some(host) = before
            && host.starts_with('[')
            && URI.is_reference(text)
        {
            assert_eq!(after, Some(host), "an IP literal has no triplets: {text:?}");
        }
        if !URI.is_reference(text) {
            continue;
        }
        assert!(IRI.is_reference(&shown), "{text:?}: {shown:?} is not an IRI reference");
        let percent = ToUri::new().host(HostEncoding::Percent).convert(&shown);
        let percent = percent.unwrap_or_else(|error| panic!("{text:?}: {shown:?}: {error}"));
        match display {
            HostDisplay::Keep => {
                // No octet is decoded but those of characters outside ASCII: the way back changes the case of digits alone.
                assert!(percent.eq_ignore_ascii_case(text), "{text:?}: {shown:?}: {percent:?}");
                assert_eq!(normal(&percent, Form::Percent), normal(text, Form::Percent));
                let again = iri::from_uri(&percent, display);
                assert_eq!(again, shown, "again");
            }
            _ => {
                for (at, (before, after)) in parts(text).iter().zip(&parts(&percent)).enumerate() {
                    let same = match (before, after) {
                        (Some(before), Some(after)) => before.eq_ignore_ascii_case(after),
                        (before, after) => before == after,
                    };
                    assert!(at == 2 || same, "{text:?}: {shown:?}");
                }
            }
        }
        if display == HostDisplay::ByScheme {
            let uri = iri::to_uri(&shown);
            let uri = uri.unwrap_or_else(|error| panic!("{text:?}: {shown:?}: {error}"));
            assert!(iri::equivalent(text, &uri, Level::Scheme), "{text:?}: {shown:?}: {uri:?}");
        }
    }
}

fn normal_forms(text: &str) {
    for level in LEVELS {
        let normalized = iri::normalize(text, level);
        assert_eq!(iri::normalize(&normalized, level), normalized, "{text:?}: again, {level:?}");
        assert!(iri::equivalent(text, text, level), "{text:?}");
        assert!(iri::equivalent(text, &normalized, level), "{text:?}: {normalized:?}, {level:?}");
        if IRI.is_reference(text) {
            assert!(IRI.is_reference(&normalized), "{text:?}: {normalized:?}, {level:?}");
            assert!(iri::equivalent(text, &in_triplets(text), level), "{text:?}, {level:?}");
        }
    }
}
