//! Decoding of what is text, with the rest left encoded.

use crate::oracle::codec::{self, DecodeOptions};
use proptest::collection::vec;
use proptest::prelude::*;
use triplet::{DecodeErrorKind, decode};

#[test]
fn what_is_no_text_stays_as_it_was_written() {
    for (input, wanted) in [
        ("%C3%A9%FF", "é%FF"),
        ("%c3%a9%fF", "é%fF"),
        ("%E4%BD%A0%E5%A5", "你%E5%A5"),
        ("%F0%9F%98%80%F0%9F%98", "😀%F0%9F%98"),
        ("%C0%AF", "%C0%AF"),
        ("%ED%A0%80", "%ED%A0%80"),
        ("%F4%90%80%80", "%F4%90%80%80"),
        ("%E4é%BD", "%E4é%BD"),
        ("%00%0A %7F", "\0\n \u{7F}"),
        ("%2F%3f", "/?"),
        // Octets that would become a triplet.
        ("100%25", "100%"),
        ("%2541", "%2541"),
        ("%25%34%31", "%4%31"),
        ("%25%341", "%%341"),
        ("%254", "%4"),
        ("%254%31", "%4%31"),
        ("%2525", "%2525"),
        ("%25%32%35", "%2%35"),
        ("%25zz%25", "%zz%"),
        ("%25FF", "%25FF"),
        ("%25é", "%é"),
        ("", ""),
        ("a+b", "a+b"),
    ] {
        assert_eq!(decode(input).to_str_keep_invalid().unwrap(), wanted, "{input}");
        assert_eq!(decode(input).lenient().to_str_keep_invalid(), wanted, "{input}");
    }
}

#[test]
fn malformed_triplets_and_options() {
    let error = decode("%C3%A9%FF%zz").to_str_keep_invalid().unwrap_err();
    assert_ne!(error.kind(), DecodeErrorKind::InvalidUtf8);
    assert_eq!(error.offset(), 9);
    assert_eq!(decode("%%341 %FF%").lenient().to_str_keep_invalid(), "%%341 %FF%");
    let plus = decode("a+b%2Bc%FF").plus_as_space();
    assert_eq!(plus.to_str_keep_invalid().unwrap(), "a b%2Bc%FF");
    let kept = decode("a%2Fb%C3%A9%e9%FF").keep_triplets_of(b"/\xE9");
    assert_eq!(kept.to_str_keep_invalid().unwrap(), "a%2Fbé%e9%FF");
    // Raw octets that are not UTF-8 become triplets.
    assert_eq!(decode(b"caf\xE9 \xC3\xA9 \xC3%A9").to_str_keep_invalid().unwrap(), "caf%E9 é é");
    let text = decode("plain text").to_str_keep_invalid().unwrap();
    assert!(matches!(text, std::borrow::Cow::Borrowed(_)));
}

/// The definition, tried at each triplet: it is decoded if the text so far, with it, and with the rest of the input as it is
/// written, decodes to the octets of the input. What is text is found in all octets at once.
fn by_definition(input: &[u8], plus: bool) -> String {
    let decoded = |input: &[u8]| {
        codec::decode(input, DecodeOptions { lenient: true, plus, ..DecodeOptions::default() })
            .expect("lenient")
    };
    let wanted = decoded(input);
    // Each octet, and where what it is written as ends.
    let mut ends = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let is_triplet = input[at] == b'%'
            && input.len() > at + 2
            && input[at + 1..at + 3].iter().all(u8::is_ascii_hexdigit);
        at += if is_triplet { 3 } else { 1 };
        ends.push(at);
    }
    assert_eq!(ends.len(), wanted.len());
    let mut out = Vec::new();
    let (mut octet, mut at) = (0, 0);
    while octet < wanted.len() {
        let length = (1..=4).find(|length| {
            wanted.get(octet..octet + length).is_some_and(|o| str::from_utf8(o).is_ok())
        });
        let end = ends[octet + length.unwrap_or(1) - 1];
        let text = &wanted[octet..octet + length.unwrap_or(1)];
        let written = &input[at..end];
        if length.is_none() {
            match *written {
                [raw] => out.extend(format!("%{raw:02X}").bytes()),
                _ => out.extend(written),
            }
        } else if decoded(&[&out, text, &input[end..]].concat()) == wanted {
            out.extend(text);
        } else {
            out.extend(written);
        }
        octet += length.unwrap_or(1);
        at = end;
    }
    String::from_utf8(out).expect("only text was appended")
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        "%[0-9a-fA-F]{2}".prop_map(String::into_bytes),
        "%2[5bB]|%3[0-9]|%4[1-6]|[0-9a-fA-F%]".prop_map(String::into_bytes),
        "%[CDE][0-9A-F]%[89AB][0-9A-F](%[89ab][0-9a-f])?".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..3),
        "[a-z+ é你😀]{0,4}".prop_map(String::into_bytes),
    ];
    vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn is_what_the_definition_says(input in pieces(), plus: bool) {
        let view = decode(&input).lenient();
        let view = if plus { view.plus_as_space() } else { view };
        prop_assert_eq!(view.to_str_keep_invalid(), by_definition(&input, plus));
    }

    #[test]
    fn nothing_is_lost(input in pieces(), kept in "[/%a1é]{0,3}", plus: bool) {
        let octets = |input: &[u8]| {
            let view = decode(input).lenient();
            let view = if plus { view.plus_as_space() } else { view };
            view.to_bytes().into_owned()
        };
        let view = decode(&input).lenient().keep_triplets_of(kept.as_bytes());
        let view = if plus { view.plus_as_space() } else { view };
        prop_assert_eq!(octets(view.to_str_keep_invalid().as_bytes()), octets(&input));
    }
}
