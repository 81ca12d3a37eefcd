//! What becomes of octets that are not in the charset.

use proptest::collection::vec;
use proptest::prelude::*;
use triplet::TextErrors;
use triplet::charset::{Charset, decode, decode_octets};

fn charset(label: &str) -> Charset {
    Charset::for_label(label).expect(label)
}

#[test]
fn each_choice_in_each_kind_of_charset() {
    // Malformed sequences as the Encoding standard has them: an ASCII octet after a lead octet is a character again.
    for (label, input, lossy, ignored, escaped, kept) in [
        ("gbk", "%C4%E3%FF", "你\u{FFFD}", "你", "你\\xff", "你%FF"),
        ("gbk", "%c4%e3%ff%ba", "你\u{FFFD}\u{FFFD}", "你", "你\\xff\\xba", "你%ff%ba"),
        ("gbk", "%81%20", "\u{FFFD} ", " ", "\\x81 ", "%81 "),
        (
            "shift_jis",
            "%83%20%93%FA%a0",
            "\u{FFFD} 日\u{FFFD}",
            " 日",
            "\\x83 日\\xa0",
            "%83 日%a0",
        ),
        ("euc-jp", "%8F%A1%41", "\u{FFFD}A", "A", "\\x8f\\xa1A", "%8F%A1A"),
        ("windows-1252", "%E9%81", "é\u{81}", "é\u{81}", "é\u{81}", "é\u{81}"),
        ("windows-1253", "%E1%D2%25", "α\u{FFFD}%", "α%", "α\\xd2%", "α%D2%"),
        ("windows-1253", "%D2+%2B", "\u{FFFD}++", "++", "\\xd2++", "%D2++"),
        ("utf-16be", "%D8%00%00a", "\u{FFFD}a", "a", "\\xd8\\x00a", "%D8%00a"),
        (
            "utf-32be",
            "%00%11%00%00%00%00%00a",
            "\u{FFFD}a",
            "a",
            "\\x00\\x11\\x00\\x00a",
            "%00%11%00%00a",
        ),
        ("utf-8", "%C3%A9%FF", "é\u{FFFD}", "é", "é\\xff", "é%FF"),
        ("cp037", "%FF%41", "\u{9F}\u{A0}", "\u{9F}\u{A0}", "\u{9F}\u{A0}", "\u{9F}\u{A0}"),
    ] {
        let view = decode(input, charset(label));
        for (errors, expected) in [
            (TextErrors::Replace, lossy),
            (TextErrors::Ignore, ignored),
            (TextErrors::BackslashReplace, escaped),
            (TextErrors::Keep, kept),
        ] {
            assert_eq!(
                view.to_str_with(errors).as_deref(),
                Ok(expected),
                "{label} {input} {errors}"
            );
        }
        assert_eq!(view.to_str_with(TextErrors::Strict), view.to_str(), "{label} {input}");
    }
}

#[test]
fn what_is_kept_makes_no_new_triplet() {
    let greek = charset("windows-1253");
    for (input, expected) in [
        ("%D2%2541", "%D2%2541"),
        ("%D2%25%34%31", "%D2%2541"),
        ("%25%D2", "%%D2"),
        ("%254%D2", "%4%D2"),
        ("100%25 %D2", "100% %D2"),
        ("%2525", "%2525"),
        ("%25%E14", "%α4"),
        ("%25%2525", "%%2525"),
    ] {
        let text = decode(input, greek).to_str_with(TextErrors::Keep).expect("well-formed");
        assert_eq!(text, expected, "{input}");
    }
    // A raw `%` that began no triplet would begin one.
    let lenient = decode("%%34%31 %zz%D2", greek).lenient();
    assert_eq!(lenient.to_str_with(TextErrors::Keep).as_deref(), Ok("%2541 %zz%D2"));
    let plus = decode("a+b%2B%D2", greek).plus_as_space();
    assert_eq!(plus.to_str_with(TextErrors::Keep).as_deref(), Ok("a b%2B%D2"));
    let kept = decode("%2F%E1%D2%41", greek).keep_triplets_of(b"/A");
    assert_eq!(kept.to_str_with(TextErrors::Keep).as_deref(), Ok("%2Fα%D2%41"));
    // Raw octets become triplets; raw characters of a text are kept.
    let octets = decode_octets(b"\xE1\xD2", greek);
    assert_eq!(octets.to_str_with(TextErrors::Keep).as_deref(), Ok("α%D2"));
    assert_eq!(decode("你%D2", greek).to_str_with(TextErrors::Keep).as_deref(), Ok("你%D2"));
    let error = decode("%D2%zz", greek).to_str_with(TextErrors::Keep).unwrap_err();
    assert_eq!(error.offset(), 3);
    let text = decode("plain", greek).to_str_with(TextErrors::Ignore).expect("text");
    assert!(matches!(text, std::borrow::Cow::Borrowed(_)));
}

/// An octet, or a character outside ASCII.
#[derive(Debug, PartialEq)]
enum Unit {
    Octet(u8),
    Character(char),
}

/// What the decoder of the Encoding standard gives, with the octets that it refuses.
fn units_of_octets(octets: &[u8], label: &str) -> Vec<Unit> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect(label);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut units, mut at) = (Vec::new(), 0);
    let mut buffer = [0; 64];
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&octets[at..], &mut buffer, true);
        at += read;
        let text = str::from_utf8(&buffer[..written]).expect("UTF-8");
        units.extend(text.chars().map(|c| match u8::try_from(c) {
            Ok(octet) if octet.is_ascii() => Unit::Octet(octet),
            _ => Unit::Character(c),
        }));
        match result {
            encoding_rs::DecoderResult::InputEmpty => return units,
            encoding_rs::DecoderResult::OutputFull => {}
            encoding_rs::DecoderResult::Malformed(length, after) => {
                let end = at - usize::from(after);
                let refused = &octets[end - usize::from(length)..end];
                units.extend(refused.iter().map(|&octet| Unit::Octet(octet)));
            }
        }
    }
}

/// The units of a text in which triplets are octets.
fn units_of_text(text: &str, plus: bool) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest.get(1..3).filter(|_| c == '%');
        let octet = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if let Some(digits) = octet {
            units.push(Unit::Octet(u8::from_str_radix(digits, 16).expect("digits")));
            rest = &rest[3..];
            continue;
        }
        units.push(match u8::try_from(c) {
            Ok(b'+') if plus => Unit::Octet(b' '),
            Ok(octet) if octet.is_ascii() => Unit::Octet(octet),
            _ => Unit::Character(c),
        });
        rest = &rest[c.len_utf8()..];
    }
    units
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The result has the characters, and the refused octets, in the same places.
    #[test]
    fn nothing_is_lost_by_keeping(
        parts in vec(prop_oneof![
            4 => any::<u8>().prop_map(|octet| format!("%{octet:02X}").into_bytes()),
            2 => any::<u8>().prop_map(|octet| format!("%{octet:02x}").into_bytes()),
            3 => "[%+ -~]".prop_map(String::into_bytes),
            2 => (0x80..=255u8).prop_map(|octet| vec![octet]),
            1 => "%25|%2b|%3[0-9]|%4[1-6]".prop_map(String::into_bytes),
        ], 0..40),
        label in proptest::sample::select(vec![
            "gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1253", "koi8-r",
        ]),
        plus in any::<bool>(),
    ) {
        let input = parts.concat();
        let view = decode_octets(&input, charset(label)).lenient();
        let view = if plus { view.plus_as_space() } else { view };
        let octets = view.to_bytes().expect("lenient").into_owned();
        let text = view.to_str_with(TextErrors::Keep).expect("lenient");
        prop_assert_eq!(units_of_text(&text, plus), units_of_octets(&octets, label), "{}", text);
    }
}
