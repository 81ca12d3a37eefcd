//! IRIs to URIs and back: what becomes a URI is one, and leads back; hosts beside `idna`.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::borrow::Cow;
use triplet::iri::{self, HostDisplay, HostEncoding, Iri, IriRef, ToUri};
use triplet::uri::{Level, UriErrorKind, UriRef, equivalent};
use triplet_fuzz::grammar;
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions, triplet_of};
use triplet_fuzz::oracle::uri::{Parts, parts, triplets};

const HOSTS: [HostEncoding; 3] =
    [HostEncoding::ByScheme, HostEncoding::Punycode, HostEncoding::Percent];
const DISPLAYS: [HostDisplay; 3] = [HostDisplay::ByScheme, HostDisplay::Unicode, HostDisplay::Keep];
const LEVELS: [Level; 3] = [Level::Percent, Level::Path, Level::Scheme];

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let (text, other) = input.two_texts();
    for host in HOSTS {
        for encodes in [false, true] {
            to_uri(&text, host, encodes);
        }
    }
    if grammar::URI.is_reference(&text) {
        for display in DISPLAYS {
            from_uri(&text, display);
        }
    } else {
        // Any text can be given.
        let _: Cow<'_, str> = iri::from_uri(&text, HostDisplay::ByScheme);
    }
    equivalence(&text, &other);
    typed(&text);
});

/// A text with all that is not ASCII as triplets of its UTF-8 (RFC 3987 section 3.1).
fn in_triplets(text: &str) -> String {
    let octets = text.bytes().flat_map(|byte| match byte {
        0..0x80 => vec![byte],
        _ => triplet_of(byte, false).to_vec(),
    });
    octets.map(char::from).collect()
}

/// The parts without the host.
fn but_the_host(parts: Parts) -> Parts {
    let mut parts = parts;
    parts[2] = parts[2].take().map(|_| String::new());
    parts
}

fn to_uri(text: &str, host: HostEncoding, encodes: bool) {
    let mut to_uri = ToUri::new().host(host);
    if encodes {
        to_uri = to_uri.encode_disallowed();
    }
    let told = || format!("{text:?} by {host:?}, encode_disallowed {encodes}");
    let is_iri = grammar::IRI.is_reference(text);
    let uri = match to_uri.convert(text) {
        Ok(uri) => uri,
        Err(error) => {
            assert!(text.is_char_boundary(error.offset()), "{}: {error}", told());
            assert!(!is_iri || host != HostEncoding::Percent, "{}: {error}", told());
            // A host in ASCII is kept. Where a domain name is asked for, a host that is too long for one is refused.
            let is_too_long = host == HostEncoding::Punycode
                && error.kind() == UriErrorKind::DomainNameLength
                && parts(text)[2].as_deref().is_some_and(is_too_long);
            let is_uri = grammar::URI.is_reference(text);
            assert!(!is_uri || is_too_long, "a URI is its own: {}: {error}", told());
            // What is refused in an IRI is its host.
            if is_iri && !is_too_long {
                assert!(
                    parts(text)[2].as_deref().is_some_and(|host| !host.is_ascii()),
                    "{}: {error}",
                    told()
                );
            }
            return;
        }
    };
    assert_eq!(to_uri.convert(&uri).as_deref(), Ok(&*uri), "again: {}", told());
    if !grammar::URI.is_reference(&uri) {
        // RFC 3987 section 3.1 encodes what no URI has, but not brackets.
        assert!(encodes && uri.contains(['[', ']']), "{}: {uri:?} is not a URI", told());
        assert!(uri.is_ascii());
        return;
    }
    if text.is_ascii() && !encodes {
        assert_eq!(uri, text, "a URI is its own");
    }
    if !is_iri {
        return;
    }
    if host == HostEncoding::Percent {
        assert_eq!(uri, in_triplets(text));
        return;
    }
    assert_eq!(but_the_host(parts(&uri)), but_the_host(parts(&in_triplets(text))), "{}", told());
    let (Some(name), Some(given)) = (&parts(&uri)[2], &parts(text)[2]) else { return };
    if given.is_ascii() {
        assert_eq!(name, given, "{}", told());
    } else if !name.contains('%') {
        // RFC 5890 section 2.3.2.1 and RFC 1035 section 2.3.4.
        assert!(!is_too_long(name), "{}: {name:?}", told());
        // The same domain name, by another way through `idna`.
        let options = DecodeOptions { lenient: true, ..DecodeOptions::default() };
        let given = codec::decode_lossy(given.as_bytes(), options).expect("lenient");
        let (ours, theirs) = (idna::domain_to_unicode(name).0, idna::domain_to_unicode(&given).0);
        assert_eq!(ours, theirs, "{}: {name:?}", told());
    } else {
        assert_eq!(*name, in_triplets(given), "{}", told());
    }
}

/// Whether a host is too long for a domain name (RFC 5890 section 2.3.2.1, RFC 1035 section 2.3.4).
fn is_too_long(host: &str) -> bool {
    host.len() > 253 || host.split('.').any(|label| label.len() > 63)
}

fn from_uri(uri: &str, display: HostDisplay) {
    let readable = iri::from_uri(uri, display);
    let told = || format!("{uri:?} by {display:?} → {readable:?}");
    assert!(grammar::IRI.is_reference(&readable), "{}", told());
    assert_eq!(iri::from_uri(&readable, display), readable, "again: {}", told());
    // The octets are the same. (Section 3.2 decodes unreserved characters of ASCII too.)
    let normal = |text: &str| parts(text).map(|part| part.map(|part| triplets(&part)));
    let back = in_triplets(&readable);
    assert_eq!(but_the_host(normal(&back)), but_the_host(normal(uri)), "{}", told());
    if display == HostDisplay::Keep {
        assert_eq!(normal(&back), normal(uri), "{}", told());
    }
    let host =
        if display == HostDisplay::Keep { HostEncoding::Percent } else { HostEncoding::ByScheme };
    if display != HostDisplay::Unicode {
        let back = ToUri::new().host(host).convert(&readable);
        let back = back.unwrap_or_else(|error| panic!("{}: {error}", told()));
        assert!(iri::equivalent(&back, uri, Level::Scheme), "{}: {back:?}", told());
    }
}

fn equivalence(text: &str, other: &str) {
    for level in LEVELS {
        assert!(iri::equivalent(text, text, level));
        assert_eq!(iri::equivalent(text, other, level), iri::equivalent(other, text, level));
        let normal = iri::normalize(text, level);
        assert_eq!(iri::normalize(&normal, level), normal, "again, {text:?} at {level:?}");
        assert!(iri::equivalent(text, &normal, level), "{text:?} and {normal:?} at {level:?}");
        if grammar::IRI.is_reference(text) {
            assert!(grammar::IRI.is_reference(&normal), "{text:?} → {normal:?} at {level:?}");
        }
        if equivalent(text, other, level).is_equivalent() {
            assert!(iri::equivalent(text, other, level), "{text:?} and {other:?} at {level:?}");
        }
    }
}

fn typed(text: &str) {
    if let Ok(iri) = IriRef::parse(text) {
        if let Ok(uri) = iri.to_uri() {
            assert!(grammar::URI.is_reference(uri.as_str()), "{text:?} → {uri}");
            let back = uri.to_iri(HostDisplay::ByScheme);
            assert!(grammar::IRI.is_reference(back.as_str()), "{text:?} → {uri} → {back}");
        }
        for level in LEVELS {
            let normal = iri.normalize(level);
            assert!(grammar::IRI.is_reference(normal.as_str()), "{text:?} → {normal} at {level:?}");
        }
    }
    if let Ok(iri) = Iri::parse(text)
        && let Ok(uri) = iri.to_uri()
    {
        assert!(grammar::URI.is_absolute(uri.as_str()), "{text:?} → {uri}");
    }
    if let Ok(uri) = UriRef::parse(text) {
        for level in LEVELS {
            let normal = uri.normalize(level);
            assert!(grammar::URI.is_reference(normal.as_str()), "{text:?} → {normal} at {level:?}");
        }
    }
}
