//! NFC and NFD of percent-encoded text.

use crate::oracle::codec::{DecodeOptions, decode as oracle_decode};
use crate_for_strings::normal_octets;
use proptest::prelude::*;
use triplet::normalization::NormalizationForm::{self, Nfc, Nfd};
use triplet::uri::{Level, Normalizer, normalize};

/// The expected result, from a crate that knows strings only.
mod crate_for_strings {
    use unicode_normalization::UnicodeNormalization;

    pub fn normal_octets(octets: &[u8]) -> Vec<u8> {
        let chunks = octets.utf8_chunks();
        chunks
            .flat_map(|chunk| {
                [chunk.valid().nfc().collect::<String>().into_bytes(), chunk.invalid().to_vec()]
                    .concat()
            })
            .collect()
    }
}

#[test]
fn what_is_changed() {
    #[rustfmt::skip]
    let cases = [
        (Nfc, "/cafe%CC%81", "/caf%C3%A9"), (Nfd, "/caf%C3%A9", "/cafe%CC%81"), (Nfc, "/cafe\u{301}", "/café"), (Nfd, "/café", "/cafe\u{301}"),
        (Nfc, "%65%cc%81", "%C3%A9"), (Nfc, "/%FF%ff/e%CC%81%FF", "/%FF%ff/%C3%A9%FF"), (Nfc, "/%2f%CC%87", "/%2f%CC%87"), (Nfc, "/%2F%CC%87e%CC%81", "/%2F%CC%87%C3%A9"),
        // A delimiter stays, and so does its triplet.
        (Nfc, "?a=%CC%B8&%3D%CC%B8", "?a=%CC%B8&%3D%CC%B8"),
        // A character that becomes a reserved one is written as a triplet.
        (Nfc, "/\u{37E}", "/%3B"), (Nfc, "/%CD%BE", "/%3B"), (Nfc, "/\u{212A}", "/K"),
        // No digit becomes part of a triplet.
        (Nfc, "/%4%31e%CC%81", "/%%34%31%C3%A9"), (Nfc, "/%e\u{301}", "/%é"), (Nfc, "/100%", "/100%"), (Nfc, "", ""),
    ];
    for (form, before, after) in cases {
        assert_eq!(form.encoded(before), after, "{before}");
        assert_eq!(form.encoded(after), after, "{after}, again");
    }
    assert_eq!(*Nfc.octets(b"e\xCC\x81\xFFe\xCC"), *b"\xC3\xA9\xFFe\xCC");
}

#[test]
fn the_same_in_two_forms() {
    let people = Normalizer::new(Level::Decoded).nfc();
    let said = |a, b| people.equivalent(a, b).to_string();
    assert_eq!(said("/e%CC%81", "/%C3%A9"), "same by NFC");
    assert_eq!(
        said("/e\u{301}@", "/%c3%a9%40").split(':').next(),
        Some("same by hex case, decoded triplet, NFC")
    );
    assert!(said("/%FFe%CC%81", "/%FE%C3%A9").starts_with("different: in the path"));
    assert!(said("?a=%CC%B8", "?a%E2%89%A0").starts_with("different: in the query"));
    // Other levels never do.
    assert!(
        !Normalizer::new(Level::Scheme).nfc().equivalent("/e%CC%81", "/%C3%A9").is_equivalent()
    );
    assert_eq!(normalize("/e%CC%81", Level::Scheme), "/e%CC%81");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The decoded text is in the form, the delimiters are where they were, and a second time changes nothing.
    #[test]
    fn only_the_form_changes(atoms in prop::collection::vec(prop::sample::select(vec![
        "e", "%65", "\u{301}", "%CC%81", "%cc%81", "é", "%C3%A9", "%C3", "%", "%4", "1", "%31", "/", "%2F", "=", "\u{338}", "\u{37E}", "\u{323}", "o", "%25", "한", "\u{1112}\u{1161}", " ",
    ]), 0..10)) {
        let text: String = atoms.concat();
        for form in NormalizationForm::ALL {
            let formed = form.encoded(&text);
            prop_assert_eq!(form.encoded(&formed), &*formed, "{}", text);
            let shape = |text: &str| text.chars().filter(|c| "/=".contains(*c)).collect::<String>();
            prop_assert_eq!(shape(&formed), shape(&text));
            let octets = |text: &str| oracle_decode(text.as_bytes(), DecodeOptions { lenient: true, ..DecodeOptions::default() }).expect("lenient");
            prop_assert_eq!(normal_octets(&octets(&formed)), normal_octets(&octets(&text)), "{}", text);
        }
        // Two spellings of one text have the same key.
        let people = Normalizer::new(Level::Decoded).nfc();
        let other = Nfd.encoded(&text);
        prop_assert!(people.equivalent(&text, &other).is_equivalent(), "{} and {}", text, other);
        prop_assert_eq!(people.key(&text), people.key(&other), "{} and {}", text, other);
    }
}
