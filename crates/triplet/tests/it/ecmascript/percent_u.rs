//! `%uXXXX` among triplets that are octets, and what JavaScript reads differently.

use proptest::prelude::*;
use triplet::{PercentUError, decode, decode_percent_u, decode_percent_u_lenient, ecmascript};

#[test]
fn mixed() {
    for (input, expected) in [
        ("", ""),
        ("a%20b", "a b"),
        ("%u0041%41", "AA"),
        ("%u00e9%C3%A9", "éé"),
        ("%U4E2d", "中"),
        ("%u4F60%E5%A5%BD", "你好"),
        ("%uD83D%uDE00!", "😀!"),
        ("x%u0025u0041", "x%u0041"),
        ("%25u0041", "%u0041"),
        ("%u002541", "%41"),
        ("é%u00e9", "éé"),
    ] {
        assert_eq!(decode_percent_u(input).as_deref(), Ok(expected.as_bytes()), "{input}");
        assert_eq!(decode_percent_u_lenient(input), expected.as_bytes(), "{input}");
    }
    // An octet is an octet, also beside a character.
    assert_eq!(decode_percent_u("%u0041%E9").as_deref(), Ok(&b"A\xE9"[..]));
    assert_eq!(ecmascript::unescape("%u0041%E9").as_deref(), Ok("Aé"));
}

#[test]
fn malformed() {
    for (input, name, offset, lenient) in [
        ("ab%", "truncated", 2, "ab%"),
        ("a%u004", "not-hex", 1, "a%u004"),
        ("a%u004g", "not-hex", 1, "a%u004g"),
        ("%u0041%4", "truncated", 6, "A%4"),
        ("%%u0041", "not-hex", 0, "%A"),
        ("%4%u0041", "not-hex", 0, "%4A"),
        ("%zz%u0041", "not-hex", 0, "%zzA"),
        ("a%uD83D", "lone-surrogate", 1, "a\u{FFFD}"),
        ("a%uD83D%u0041", "lone-surrogate", 1, "a\u{FFFD}A"),
        ("a%uDE00%uD83D", "lone-surrogate", 1, "a\u{FFFD}\u{FFFD}"),
        ("%uD83D%F0", "lone-surrogate", 0, "\u{FFFD}\u{F0}"),
    ] {
        let error = decode_percent_u(input).expect_err(input);
        assert_eq!((error.kind().name(), error.offset()), (name, offset), "{input}: {error}");
        assert!(error.to_string().contains(&format!("offset {offset}")), "{error}");
        let is_surrogate = matches!(error, PercentUError::LoneSurrogate { .. });
        assert_eq!(is_surrogate, name == "lone-surrogate");
        let expected = match input {
            "%uD83D%F0" => "\u{FFFD}".bytes().chain([0xF0]).collect(),
            _ => lenient.as_bytes().to_vec(),
        };
        assert_eq!(decode_percent_u_lenient(input), expected, "{input}");
    }
}

proptest! {
    #[test]
    fn without_it_decoding_is_decoding(input in "[a%0-9A-Fé]{0,12}") {
        let plain = decode(&input);
        prop_assert_eq!(decode_percent_u(&input).ok(), plain.to_bytes().ok().map(Into::into));
        if let (Err(ours), Err(theirs)) = (decode_percent_u(&input), plain.to_bytes()) {
            prop_assert_eq!(ours, PercentUError::Malformed(theirs));
        }
        prop_assert_eq!(decode_percent_u_lenient(&input), plain.lenient().to_bytes().into_owned());
    }

    /// Text written as JavaScript's `escape()` writes what is above U+00FF, and as UTF-8 triplets below.
    #[test]
    fn every_text_comes_back(text in ".{0,8}") {
        let written: String = text
            .chars()
            .map(|character| match character {
                '\u{100}'.. => character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("%u{unit:04X}")).collect(),
                _ => triplet::encode(character.encode_utf8(&mut [0; 4]), triplet::EncodeSet::NOTHING).to_string(),
            })
            .collect();
        prop_assert_eq!(decode_percent_u(&written), Ok(text.into_bytes()));
    }
}
