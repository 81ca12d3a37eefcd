//! ISO-8859-1 itself, and what is done with octets that are not UTF-8.

use triplet::charset::{self, Charset};
use triplet::set::rfc3986;
use triplet::{LineBreak, TextErrors, convert_line_breaks, decode, encode};

#[test]
fn an_octet_is_the_character_with_its_number() {
    let exact = Charset::for_label("X-ISO-8859-1").expect("known");
    assert_eq!(Charset::for_label("isomorphic"), Some(exact));
    assert_eq!(Charset::for_label(exact.name()), Some(exact));
    assert!(exact.is_ascii_compatible());
    assert_eq!(exact.output_encoding(), exact);
    let windows = Charset::for_label("iso-8859-1").expect("the standard's");
    assert_ne!(exact, windows);
    for octet in 0..=255u8 {
        let text = char::from(octet).to_string();
        let written = format!("%{octet:02X}");
        assert_eq!(charset::decode_octets(&written, exact).to_str().as_deref(), Ok(&*text));
        let set = triplet::EncodeSet::NOTHING;
        assert_eq!(charset::encode(&text, exact, set).try_to_cow().as_deref(), Ok(&*written));
        let differs = charset::decode_octets(&written, windows).to_str().as_deref() != Ok(&*text);
        assert_eq!(
            differs,
            (0x80..0xA0).contains(&octet) && ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(&octet)
        );
    }
    let error = charset::encode("a€", exact, rfc3986::UNRESERVED)
        .try_to_cow()
        .expect_err("it lacks the euro");
    assert_eq!((error.offset(), error.character()), (1, '€'));
    assert_eq!(*charset::encode_octets("é€", exact), *b"\xE9&#8364;");
}

#[test]
fn the_handlers_of_python() {
    let replace = TextErrors::Replace;
    for (input, replaced, ignored, escaped) in [
        ("a%20%C3%A9", "a é", "a é", "a é"),
        ("%FF", "\u{FFFD}", "", "\\xff"),
        ("a%E4%BDb%F0%9F%98", "a\u{FFFD}b\u{FFFD}", "ab", "a\\xe4\\xbdb\\xf0\\x9f\\x98"),
        ("%C0%AF\u{e9}%0a", "\u{FFFD}\u{FFFD}é\n", "é\n", "\\xc0\\xafé\n"),
        ("%ED%A0%80", "\u{FFFD}\u{FFFD}\u{FFFD}", "", "\\xed\\xa0\\x80"),
    ] {
        let view = decode(input);
        assert_eq!(view.to_str_with(replace).as_deref(), Ok(replaced), "{input}");
        assert_eq!(view.to_str_with(TextErrors::Ignore).as_deref(), Ok(ignored), "{input}");
        assert_eq!(
            view.to_str_with(TextErrors::BackslashReplace).as_deref(),
            Ok(escaped),
            "{input}"
        );
        assert_eq!(view.to_str_with(TextErrors::Strict), view.to_str());
    }
    let unknown = "Keep".parse::<TextErrors>().expect_err("names are in lower case");
    for errors in TextErrors::ALL {
        assert_eq!(TextErrors::by_name(errors.name()), Some(errors));
        assert_eq!(errors.to_string().parse(), Ok(errors));
        assert!(unknown.to_string().contains(&format!("`{errors}`")));
        let error = decode("%FF%zz").to_str_with(errors).expect_err("malformed");
        assert_eq!(error.offset(), if errors == TextErrors::Strict { error.offset() } else { 3 });
        let kept = decode("%zz%41").lenient().to_str_with(errors);
        assert_eq!(kept.as_deref(), Ok("%zzA"));
    }
}

#[test]
fn line_breaks_in_one_form() {
    for (text, lf) in
        [("", ""), ("ab", "ab"), ("\r\n\r\r\n\n\r", "\n\n\n\n\n"), ("a\r\nb\nc\rd", "a\nb\nc\nd")]
    {
        for (to, written) in
            [(LineBreak::Lf, "\n"), (LineBreak::CrLf, "\r\n"), (LineBreak::Cr, "\r")]
        {
            let expected = lf.replace('\n', written);
            let converted = convert_line_breaks(text.as_bytes(), to);
            assert_eq!(*converted, *expected.as_bytes(), "{text:?} {to:?}");
            assert_eq!(matches!(converted, std::borrow::Cow::Borrowed(_)), text == expected);
            // Converting a converted text changes nothing.
            assert_eq!(*convert_line_breaks(&converted, to), *converted);
        }
    }
    let text = convert_line_breaks(b"a\nb", LineBreak::CrLf);
    assert_eq!(encode(&text, rfc3986::UNRESERVED).to_cow(), "a%0D%0Ab");
}
