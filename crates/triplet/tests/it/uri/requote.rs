//! Repair with options: IRIs, variables, octets, text from HTML.

use std::borrow::Cow;

use triplet::set::rfc3986;
use triplet::uri::{Requote, UriErrorKind};

#[test]
fn an_iri_stays_one() {
    let iri = Requote::new().iri();
    for (text, expected) in [
        (
            " https://bücher.example/a b/é?ü=[1]#ñ^ ",
            "https://bücher.example/a%20b/é?ü=%5B1%5D#ñ%5E",
        ),
        ("https://xn--bcher-kva.example/%C3%A9", "https://xn--bcher-kva.example/%C3%A9"),
        ("http://ü ü@é é:80/", "http://ü%20ü@é%20é:80/"),
        // Marks of direction, noncharacters; private use stays in a query.
        ("/a\u{202E}b\u{FFFE}", "/a%E2%80%AEb%EF%BF%BE"),
        ("/\u{E000}?\u{E000}", "/%EE%80%80?\u{E000}"),
        ("é:b/c", "./é:b/c"),
        ("/50%/%zz/%41", "/50%25/%25zz/%41"),
    ] {
        assert_eq!(iri.convert(text), expected);
        assert_eq!(iri.convert(expected), expected, "again");
        assert!(matches!(iri.convert(expected), Cow::Borrowed(_)), "{expected}");
    }
    assert_eq!(iri.component("a é[".as_bytes(), rfc3986::SEGMENT), "a%20%C3%A9%5B");
}

#[test]
fn variables_stay() {
    let of = |marks: &[(&str, &str)], text: &str| {
        let how =
            marks.iter().fold(Requote::new(), |how, (open, close)| how.keep_between(open, close));
        (how.convert(text).into_owned(), how.unrepaired(text))
    };
    for (text, expected) in [
        (
            "{{scheme}}://{{host}}:{{port}}/{{a b}}/c d?q={{x&y}}&r=s t#{{é}}",
            "{{scheme}}://{{host}}:{{port}}/{{a b}}/c%20d?q={{x&y}}&r=s%20t#{{é}}",
        ),
        ("{{base}}/a b", "{{base}}/a%20b"),
        ("{{a:b}}/c", "{{a:b}}/c"),
        ("https://{{user}}:{{pass@word}}@h/", "https://{{user}}:{{pass@word}}@h/"),
        ("https://ü{{x}}.example/ü", "https://%C3%BC{{x}}.example/%C3%BC"),
        ("/{{open/a b", "/%7B%7Bopen/a%20b"),
        ("/{one}/{{two}}}", "/%7Bone%7D/{{two}}%7D"),
        ("/{{a?b#c}}?d", "/{{a?b#c}}?d"),
    ] {
        assert_eq!(of(&[("{{", "}}")], text), (expected.to_owned(), None), "{text}");
    }
    let marks = [("${", "}"), ("<", ">")];
    assert_eq!(of(&marks, "/<a b>/${c d}/e f").0, "/<a b>/${c d}/e%20f");
    assert_eq!(of(&[("", "x"), ("x", "")], "/a bx").0, "/a%20bx");
    let how = Requote::new().keep_between("{{", "}}");
    assert_eq!(how.component(b"a/b {{c/d}}", rfc3986::SEGMENT), "a%2Fb%20{{c/d}}");
    // A port beside a variable must be one still.
    let error = how.unrepaired("http://h:{{p}}x/").expect("a letter is not a digit");
    assert_eq!((error.kind(), error.offset()), (UriErrorKind::Port, 14));
}

#[test]
fn characters_stay() {
    let keep = |characters| Requote::new().also_keep(characters).expect("ASCII");
    assert_eq!(keep("{}").convert("/{a b}/ü|"), "/{a%20b}/%C3%BC%7C");
    assert_eq!(keep("%").convert("/100% %41"), "/100%%20%41");
    assert_eq!(keep("{} ").convert(" http://ü.example/a b "), "http://xn--tda.example/a b");
    assert_eq!(keep("{}").convert("http://{h}ü/"), "http://{h}%C3%BC/");
    assert_eq!(Requote::new().also_keep("aé").unwrap_err().offset(), 1);
    assert_eq!(keep("|").component(b"a|b c", rfc3986::SEGMENT), "a|b%20c");
}

/// What programs put around an address that is copied from them is not a part of it.
#[test]
fn what_is_around_a_pasted_address_comes_off() {
    let repair = Requote::new();
    let address = "https://a.example/b%20c";
    for text in [
        "\u{FEFF}https://a.example/b c",
        "\u{A0}https://a.example/b c\u{A0}",
        "https://a.example/b c\u{200B}\u{2060}",
        "\u{3000}“https://a.example/b c”\u{2028}",
        "„https://a.example/b c“",
        "‘ https://a.example/b c ’",
        "«\u{A0}https://a.example/b c\u{A0}»",
    ] {
        assert_eq!(repair.convert(text), address, "{text:?}");
        assert_eq!(repair.text_beside(text), None, "{text:?}");
        assert_eq!(repair.unrepaired(text), None, "{text:?}");
    }
    // Data: a word in quotation marks, one mark alone, and what is between two parts of an address.
    assert_eq!(repair.convert("“x”"), "%E2%80%9Cx%E2%80%9D");
    assert_eq!(repair.convert("/a”"), "/a%E2%80%9D");
    assert_eq!(repair.convert("/a\u{A0}b"), "/a%C2%A0b");
    assert_eq!(Requote::new().iri().convert("\u{FEFF}“/é”"), "/é");
    // Offsets are those of the text with all that.
    let port = repair.unrepaired("\u{FEFF}“http://h:8o/”").expect("a port");
    assert_eq!((port.kind(), port.offset()), (UriErrorKind::Port, 16));
}

#[test]
fn text_from_html() {
    let html = Requote::new().html();
    for (text, expected) in [
        ("https://a.example/?a=1&amp;b=2&amp;c", "https://a.example/?a=1&b=2&c"),
        ("/?a=&quot;x y&quot;&#38;b=&#x27;&#X26;c", "/?a=%22x%20y%22&b='&c"),
        ("/?a&amp;amp;b", "/?a&amp;b"),
        ("/?a&lt=1&gt;&copy=2&copy;", "/?a&lt=1%3E&copy=2&copy;"),
        ("/&#233;&#0;", "/%C3%A9&#0;"),
    ] {
        assert_eq!(html.convert(text), expected, "{text}");
    }
    assert!(matches!(html.convert("/?a&b"), Cow::Borrowed(_)));
    assert_eq!(Requote::new().convert("/?a&amp;b"), "/?a&amp;b");
    let error = html.unrepaired("  http://a&amp;b:8&amp;/").expect("not a digit");
    assert_eq!((error.kind(), error.offset()), (UriErrorKind::Port, 18));
}

#[test]
fn many_marks_take_linear_time() {
    let how = Requote::new().keep_between("{{", "}}").keep_between("<", ">").html();
    for piece in ["{{", "{{a}}", "<", "&", "&amp;", "é", "\u{202E}", "{{<"] {
        let text = piece.repeat(200_000);
        assert!(how.convert(&text).len() >= text.len() / 5);
    }
}
