//! Values of parameters of header fields (RFC 8187): the RFC's own, the grammar byte by byte, and errors with their offsets.

use proptest::prelude::*;
use triplet::ext_value::{ExtValue, ExtValueErrorKind as Kind, encode};

#[test]
fn those_of_the_rfc() {
    for (text, charset, language, value) in [
        // Section 3.2.2 and 3.2.3.
        ("UTF-8'en'%C2%A3%20rates", "UTF-8", Some("en"), "£ rates"),
        ("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", "UTF-8", None, "£ and € rates"),
        ("iso-8859-1'en'%A3%20rates", "iso-8859-1", Some("en"), "£ rates"),
        ("us-ascii'en-US'a%20b", "us-ascii", Some("en-US"), "a b"),
        ("utf-8'x-pig-latin'", "utf-8", Some("x-pig-latin"), ""),
        // Octets that windows-1252 reads as other characters.
        ("ISO-8859-1''%80%9F%A0", "ISO-8859-1", None, "\u{80}\u{9F}\u{A0}"),
    ] {
        let read = ExtValue::parse(text).unwrap();
        assert_eq!((read.charset(), read.language()), (charset, language), "{text}");
        assert_eq!(read.to_str().unwrap(), value, "{text}");
        assert_eq!(read.to_string(), text);
    }
}

#[test]
#[cfg(feature = "charset")]
fn other_charsets() {
    let read = |text| ExtValue::parse(text).unwrap().to_str().unwrap().into_owned();
    assert_eq!(read("shift_jis'ja'%93%FA%96%7B"), "日本");
    assert_eq!(read("GBK''%D6%D0"), "中");
    assert_eq!(read("windows-1252''%80"), "€");
}

#[test]
fn errors_have_their_offset() {
    for (text, kind, offset) in [
        ("", Kind::Charset, 0),
        ("'en'x", Kind::Charset, 0),
        ("UTF-8", Kind::Charset, 5),
        ("UTF 8''x", Kind::Charset, 3),
        ("UTF-8'en", Kind::Language, 8),
        ("UTF-8'e_n'x", Kind::Language, 7),
        ("UTF-8'-'x", Kind::Language, 6),
        ("UTF-8'en-'x", Kind::Language, 9),
        ("UTF-8'1en'x", Kind::Language, 6),
        ("UTF-8'abcdefghi'x", Kind::Language, 14),
        ("UTF-8''a b", Kind::Value, 8),
        ("UTF-8''a'b", Kind::Value, 8),
        ("UTF-8''é", Kind::Value, 7),
        ("UTF-8''a%", Kind::MalformedTriplet, 8),
        ("UTF-8''a%4", Kind::MalformedTriplet, 8),
        ("UTF-8''a%4g", Kind::MalformedTriplet, 8),
    ] {
        let error = ExtValue::parse(text).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{text}");
    }
    for (text, kind, offset) in [
        ("UTF-8''ab%C3%A9%FFx", Kind::NotText, 15),
        ("US-ASCII''a%20b%C3%A9", Kind::NotText, 15),
        ("US-ASCII''a%FF", Kind::NotText, 11),
        ("x-unknown''a", Kind::UnknownCharset, 0),
    ] {
        let error = ExtValue::parse(text).unwrap().to_str().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{text}");
    }
    let error = encode("x").language("en us").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (Kind::Language, 2));
}

#[test]
fn each_byte_of_a_value() {
    // `attr-char` of RFC 8187 section 3.2.1, written down again.
    let attr_char =
        |byte: u8| byte.is_ascii_alphanumeric() || "!#$&+-.^_`|~".as_bytes().contains(&byte);
    for byte in 0..128u8 {
        let text = format!("UTF-8''{}", char::from(byte));
        assert_eq!(ExtValue::parse(&text).is_ok(), attr_char(byte), "{text:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(text in any::<String>(), language in "|en|de-DE|zh-Hant-TW|x-a-1") {
        let written = encode(&text).language(&language).unwrap().to_string();
        let read = ExtValue::parse(&written).unwrap();
        prop_assert_eq!(read.to_str().unwrap(), text.as_str());
        prop_assert_eq!(read.language().unwrap_or(""), language);
    }

    #[test]
    fn nothing_panics(text in any::<String>(), near in "[A-Za-z0-9' %-]{0,20}") {
        for text in [text, near] {
            if let Ok(read) = ExtValue::parse(&text) {
                let _ = read.to_str();
                let _ = read.to_bytes();
            }
            let _ = encode("").language(&text);
        }
    }
}
