//! JavaScript's functions against the oracle: all scalars, all code units, pairs of surrogates, and
//! random strings.

mod percent_u;

use crate::oracle::javascript as js;
use proptest::prelude::*;
use triplet::ecmascript::*;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// All six functions on the same code units, in both forms where they are text.
fn check(input: &[u16]) {
    let wide = |text: String| units(&text);
    let place = |error: JsUriError| error.offset();
    assert_eq!(encode_uri_utf16(input).map(wide).map_err(place), js::encode_uri(input));
    assert_eq!(
        encode_uri_component_utf16(input).map(wide).map_err(place),
        js::encode_uri_component(input)
    );
    assert_eq!(decode_uri_utf16(input).map_err(place), js::decode_uri(input), "{input:04X?}");
    assert_eq!(
        decode_uri_component_utf16(input).map_err(place),
        js::decode_uri_component(input),
        "{input:04X?}"
    );
    assert_eq!(Ok(units(&escape_utf16(input))), js::escape(input));
    assert_eq!(Ok(unescape_utf16(input)), js::unescape(input), "{input:04X?}");

    let Ok(text) = String::from_utf16(input) else { return };
    // Offsets of `str` are bytes, those of the oracle code units.
    let at = |error: JsUriError| text[..error.offset()].encode_utf16().count();
    let narrow = |text: std::borrow::Cow<'_, str>| units(&text);
    assert_eq!(Ok(narrow(encode_uri(&text))), js::encode_uri(input));
    assert_eq!(Ok(narrow(encode_uri_component(&text))), js::encode_uri_component(input));
    assert_eq!(decode_uri(&text).map(narrow).map_err(at), js::decode_uri(input), "{text:?}");
    assert_eq!(
        decode_uri_component(&text).map(narrow).map_err(at),
        js::decode_uri_component(input),
        "{text:?}"
    );
    assert_eq!(Ok(narrow(escape(&text))), js::escape(input));
    let unescaped = js::unescape(input).expect("unescape never fails");
    assert_eq!(
        unescape(&text).ok().map(narrow),
        String::from_utf16(&unescaped).ok().map(|t| units(&t))
    );
    assert_eq!(unescape_lossy(&text), String::from_utf16_lossy(&unescaped), "{text:?}");
}

#[test]
fn every_code_unit() {
    for unit in 0..=u16::MAX {
        check(&[unit]);
        check(&[0x61, unit, 0x25]);
    }
}

#[test]
fn every_scalar_comes_back() {
    for scalar in '\0'..=char::MAX {
        let text = String::from(scalar);
        let component = encode_uri_component(&text).into_owned();
        assert_eq!(decode_uri_component(&component).expect("encoded"), text);
        assert_eq!(
            decode_uri(&encode_uri(&text)).expect("encoded"),
            if text == "%" { "%" } else { &text }
        );
        assert_eq!(unescape(&escape(&text)).expect("escaped"), text);
    }
}

#[test]
fn surrogates_never_eat_their_neighbours() {
    let edges = [0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x61, 0x25, 0x75];
    for a in edges {
        for b in edges {
            for c in edges {
                check(&[a, b, c]);
                check(&units(&format!("%u{a:04X}%u{b:04x}%u{c:04X}")));
                check(&units(&format!("%u{a:04X}x%u{b:04x}%{c:02X}")));
            }
        }
    }
}

#[test]
fn malformed_sequences() {
    for input in [
        "",
        "%",
        "%4",
        "%zz",
        "%4z",
        "%u",
        "%u12",
        "%u123g",
        "%C3",
        "%C3é",
        "%C3%",
        "%C3%2",
        "%C3%zz",
        "%C3%41",
        "%C3%28",
        "%E4%B8",
        "%E4%B8a%AD",
        "é%E4%B8%AD",
        "%ED%A0%80",
        "%F4%90%80%80",
        "%F8%88%80%80%80",
        "%C0%AF",
        "%80",
        "%25%",
        "%2525",
        "%2F%2f%3B",
        "😀%",
        "%u4E2D",
        "%U4E2D",
        "%+1",
        "%23%24%26%2B%2C%2F%3A%3B%3D%3F%40",
    ] {
        check(&units(input));
    }
}

#[test]
fn messages_are_for_people() {
    assert_eq!(
        decode_uri("a%C3").unwrap_err().to_string(),
        "URIError at offset 1: the triplets are not the UTF-8 of a character; decode to bytes or from another charset"
    );
    assert_eq!(decode_uri("%").unwrap_err().kind(), JsUriErrorKind::Malformed);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, ..ProptestConfig::default() })]
    #[test]
    fn as_the_oracle(pieces in proptest::collection::vec(prop_oneof![
        "%[0-9A-Fa-f]{2}".prop_map(|s| units(&s)),
        "%u[0-9A-Fa-f]{4}".prop_map(|s| units(&s)),
        "%ud[89a-f][0-9a-f]{2}".prop_map(|s| units(&s)),
        "(%[c-f][0-9a-f]){1}(%[89ab][0-9a-f]){0,3}".prop_map(|s| units(&s)),
        "[%u0-9a-g;/#é你😀]{0,4}".prop_map(|s| units(&s)),
        any::<u16>().prop_map(|u| vec![u]),
        (0xD800..0xE000u16).prop_map(|u| vec![u]),
    ], 0..12)) {
        check(&pieces.concat());
    }
}
