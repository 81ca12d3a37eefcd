//! The oracle against what is written by hand: examples of the specifications, sizes of sets that
//! were counted on paper, and the mistakes that other implementations make.

use crate::oracle::codec::{
    DecodeOptions, EncodeOptions, Kind, decode, decode_lossy, decode_text, encode, utf8,
    utf8_lossy, utf8_of,
};
use crate::oracle::form::{self, ParseOptions, SerializeOptions};
use crate::oracle::javascript;
use crate::oracle::sets::{NonAscii, all, keeps, keeps_scalar, named};

const STRICT: DecodeOptions = DecodeOptions { plus: false, leave: b"", lenient: false };
const LENIENT: DecodeOptions = DecodeOptions { lenient: true, ..STRICT };
const PLAIN: EncodeOptions = EncodeOptions { plus: false, lower: false, keep_triplets: false };

fn encoded(name: &str, input: impl AsRef<[u8]>) -> String {
    utf8_lossy(&encode(input.as_ref(), &named(name), PLAIN))
}

/// 62 letters and digits, and the punctuation that the grammar lists.
#[test]
fn sets_have_the_sizes_counted_on_paper() {
    let sizes = [
        ("rfc3986:unreserved", 62 + 4),
        ("rfc3986:userinfo", 62 + 4 + 11 + 1),
        ("rfc3986:reg-name", 62 + 4 + 11),
        ("rfc3986:segment", 62 + 4 + 11 + 2),
        ("rfc3986:segment-nz-nc", 62 + 4 + 11 + 1),
        ("rfc3986:segment-data", 62 + 4 + 2),
        ("rfc3986:path", 62 + 4 + 11 + 3),
        ("rfc3986:query", 62 + 4 + 11 + 4),
        ("rfc3986:query-value", 62 + 4 + 11 + 4 - 4),
        ("rfc3986:fragment", 62 + 4 + 11 + 4),
        ("rfc3987:iunreserved", 62 + 4),
        ("rfc3987:isegment", 62 + 4 + 11 + 2),
        ("rfc3987:isegment-nz-nc", 62 + 4 + 11 + 1),
        ("rfc3987:ipath", 62 + 4 + 11 + 3),
        ("rfc3987:iquery", 62 + 4 + 11 + 4),
        ("rfc3987:ifragment", 62 + 4 + 11 + 4),
        ("rfc3987:iuserinfo", 62 + 4 + 11 + 1),
        ("rfc3987:ireg-name", 62 + 4 + 11),
        ("rfc2396:unreserved", 62 + 9),
        ("rfc2396:userinfo", 62 + 9 + 7),
        ("rfc2396:reg-name", 62 + 9 + 8),
        ("rfc2396:segment", 62 + 9 + 7 + 1),
        ("rfc2396:path", 62 + 9 + 7 + 2),
        ("rfc2396:rel-segment", 62 + 9 + 7),
        ("rfc2396:uric", 62 + 9 + 10),
        ("rfc2396:query", 62 + 9 + 10),
        ("rfc2396:fragment", 62 + 9 + 10),
        ("rfc2732:uric", 62 + 9 + 12),
        ("rfc2732:query", 62 + 9 + 12),
        ("rfc2732:fragment", 62 + 9 + 12),
        ("rfc1738:unreserved", 62 + 5 + 6),
        ("rfc1738:xchar", 62 + 5 + 6 + 7),
        ("rfc1738:user", 62 + 5 + 6 + 4),
        ("rfc1738:fsegment", 62 + 5 + 6 + 5),
        ("rfc1738:hsegment", 62 + 5 + 6 + 5),
        ("rfc1738:search", 62 + 5 + 6 + 5),
        ("rfc1738:psegment", 62 + 5 + 6 + 5),
        ("rfc1738:fieldname", 62 + 5 + 6 + 4),
        ("rfc1738:article", 62 + 5 + 6 + 6),
        ("rfc1630:xalpha", 62 + 6 + 7),
        ("rfc1630:xpalpha", 62 + 6 + 7 + 1),
        ("rfc8187:attr-char", 62 + 12),
        ("rfc6265:cookie-octet", 95 - 6),
        ("gff3:column", 95 - 1),
        ("gff3:attribute", 95 - 5),
        ("vcf:info", 95 - 5),
        ("rfc6570:unreserved", 62 + 4),
        ("rfc6570:reserved", 62 + 4 + 7 + 11),
        ("whatwg:c0-control", 95),
        ("whatwg:fragment", 95 - 5),
        ("whatwg:query", 95 - 5),
        ("whatwg:special-query", 95 - 6),
        ("whatwg:path", 95 - 10),
        ("whatwg:userinfo", 95 - 19),
        ("whatwg:component", 95 - 24),
        ("whatwg:form", 95 - 29),
        ("ecmascript:uri", 62 + 9 + 10 + 1),
        ("ecmascript:uri-component", 62 + 9),
        ("ecmascript:escape", 62 + 7),
        ("dialect:java", 62 + 4),
        ("dialect:python-quote", 62 + 5),
        ("dialect:python-quote-plus", 62 + 4),
        ("dialect:go-query", 62 + 4),
        ("dialect:go-path", 62 + 10),
        ("dialect:php-raw", 62 + 4),
        ("dialect:php-form", 62 + 3),
        ("dialect:spark", 62 + 4),
        ("dialect:duckdb", 62 + 4),
        ("dialect:clickhouse", 62 + 4),
        ("dialect:clickhouse-form", 62 + 4),
        ("dialect:dotnet-data", 62 + 4),
        ("dialect:dotnet-form", 62 + 7),
        ("dialect:aws-sigv4", 62 + 4),
        ("dialect:aws-sigv4-path", 62 + 5),
        ("dialect:oauth1", 62 + 4),
        ("dialect:purl", 62 + 5),
        ("dialect:grpc-message", 95 - 1),
        ("dialect:hive-partition", 95 - 14),
        ("dialect:ruby-url-encode", 62 + 4),
        ("dialect:ruby-form", 62 + 4),
        ("dialect:ruby-uri-component", 62 + 4),
        ("dialect:ruby-cgi", 62 + 4),
        ("dialect:perl", 62 + 4),
        ("dialect:elixir-uri", 62 + 4 + 7 + 11),
        ("dialect:elixir-form", 62 + 4),
        ("dialect:swift-user", 62 + 4 + 11),
        ("dialect:swift-host", 62 + 4 + 11 + 3),
        ("dialect:swift-path", 62 + 4 + 11 + 3 - 1),
        ("dialect:swift-query", 62 + 4 + 11 + 4),
        ("dialect:swift-fragment", 62 + 4 + 11 + 4),
        ("dialect:r-url", 62 + 4 + 7 + 11),
        ("dialect:r-url-reserved", 62 + 4),
        ("dialect:dart-component", 62 + 9),
        ("dialect:dart-full", 62 + 9 + 10 + 1),
        ("dialect:dart-query", 62 + 4),
    ];
    let names: Vec<&str> = all().iter().map(|set| set.name).collect();
    assert_eq!(names, sizes.map(|(name, _)| name));
    for (set, (name, size)) in all().iter().zip(sizes) {
        assert_eq!(set.kept.len(), size, "{name}");
        // No character is listed twice, none is a control, and a byte is kept if it is listed.
        let kept: Vec<u8> = (0..=255).filter(|&byte| set.keeps(byte)).collect();
        assert_eq!(kept.len(), size, "{name}");
        assert!(kept.iter().all(|byte| (0x20..=0x7E).contains(byte)), "{name}");
    }
}

#[test]
fn a_percent_sign_is_kept_by_whatwg_alone() {
    for set in all() {
        let whatwg = set.name.starts_with("whatwg:");
        let encodes = ["whatwg:component", "whatwg:form"].contains(&set.name);
        assert_eq!(set.keeps(b'%'), whatwg && !encodes, "{}", set.name);
    }
}

/// WHATWG URL 1.3 in its own polarity: what each set encodes, built one upon the other.
#[test]
fn whatwg_sets_follow_from_what_they_encode() {
    let query = " \"#<>".to_string();
    let path = format!("{query}?^`{{}}");
    let userinfo = format!("{path}/:;=@[\\]|");
    let component = format!("{userinfo}$%&+,");
    let form = format!("{component}!'()~");
    for (name, encodes) in [
        ("whatwg:c0-control", String::new()),
        ("whatwg:fragment", " \"<>`".to_string()),
        ("whatwg:special-query", format!("{query}'")),
        ("whatwg:query", query),
        ("whatwg:path", path),
        ("whatwg:userinfo", userinfo),
        ("whatwg:component", component),
        ("whatwg:form", form),
    ] {
        for byte in 0..=255_u8 {
            let encode = !(0x20..=0x7E).contains(&byte) || encodes.contains(char::from(byte));
            assert_eq!(keeps(name, byte), !encode, "{name} {byte:#04x}");
        }
    }
}

#[test]
fn known_differences_between_sets() {
    assert!(keeps("rfc2396:unreserved", b'!') && !keeps("rfc3986:unreserved", b'!'));
    assert!(!keeps("rfc1738:unreserved", b'~') && keeps("rfc2396:unreserved", b'~'));
    assert!(keeps("rfc1630:xalpha", b'"') && !keeps("rfc1738:xchar", b'"'));
    assert!(!keeps("rfc1630:xalpha", b'+') && keeps("rfc1630:xpalpha", b'+'));
    assert!(!keeps("rfc2396:uric", b'[') && keeps("rfc2732:uric", b'['));
    assert!(!keeps("rfc8187:attr-char", b'*') && !keeps("rfc8187:attr-char", b'\''));
    assert!(!keeps("whatwg:path", b'^') && keeps("whatwg:query", b'^'));
    assert!(!keeps("rfc1738:article", b'@') && !keeps("rfc1738:user", b':'));
    for byte in 0..=255 {
        // The note under the component set of WHATWG URL 1.3.
        assert_eq!(keeps("whatwg:component", byte), keeps("ecmascript:uri-component", byte));
    }
    let plus: Vec<_> = all().into_iter().filter(|set| set.plus).map(|set| set.name).collect();
    let dialects = [
        "java",
        "python-quote-plus",
        "go-query",
        "php-form",
        "spark",
        "clickhouse-form",
        "dotnet-form",
        "ruby-form",
        "ruby-cgi",
        "elixir-form",
        "dart-query",
    ];
    let dialects = dialects.map(|name| format!("dialect:{name}"));
    assert_eq!(plus, [&["whatwg:form".to_owned()][..], &dialects].concat());
}

#[test]
fn examples_of_encoding() {
    // RFC 3986 2.5.
    assert_eq!(encoded("rfc3986:unreserved", "\u{C0}"), "%C3%80");
    assert_eq!(encoded("rfc3986:unreserved", "\u{30A2}"), "%E3%82%A2");
    // WHATWG URL 1.3.
    assert_eq!(encoded("whatwg:userinfo", "Say what\u{203D}"), "Say%20what%E2%80%BD");
    let form = "1%2B1+%E2%89%A1+2%2520%E2%80%BD";
    assert_eq!(encoded("whatwg:form", "1+1 \u{2261} 2%20\u{203D}"), form);
    // RFC 8187 3.2.3.
    let rates = "%c2%a3%20and%20%e2%82%ac%20rates";
    let lower = EncodeOptions { lower: true, ..PLAIN };
    let attr_char = named("rfc8187:attr-char");
    assert_eq!(encode("\u{A3} and \u{20AC} rates".as_bytes(), &attr_char, lower), rates.as_bytes());
    // RFC 6570 1.2 and 3.2; pct-encoded passes through `{+var}`, a stray `%` does not.
    assert_eq!(encoded("rfc6570:unreserved", "Hello World!"), "Hello%20World%21");
    assert_eq!(encoded("rfc6570:reserved", "Hello World!"), "Hello%20World!");
    assert_eq!(encoded("rfc6570:unreserved", "50%"), "50%25");
    assert_eq!(encoded("rfc6570:reserved", "50%"), "50%25");
    assert_eq!(encoded("rfc6570:reserved", "admin%2F%2g"), "admin%2F%252g");
    // RFC 5849 3.4.1.3.2.
    assert_eq!(encoded("dialect:oauth1", "r b"), "r%20b");
    assert_eq!(encoded("dialect:oauth1", "=%3D"), "%3D%253D");
    assert_eq!(encoded("dialect:java", "a b+c~*"), "a+b%2Bc%7E*");
    assert_eq!(encoded("dialect:aws-sigv4-path", "/a b/~"), "/a%20b/~");
    // gRPC over HTTP/2, and the comment on Hive's list.
    assert_eq!(encoded("dialect:grpc-message", "a 100%\n\u{E9}"), "a 100%25%0A%C3%A9");
    assert_eq!(
        encoded("dialect:hive-partition", "a b:c/100%\u{E9}\0"),
        "a b%3Ac%2F100%25\u{E9}%00"
    );
    assert_eq!(encoded("dialect:purl", "@angular/x:y"), "%40angular%2Fx:y");
    assert_eq!(encoded("rfc6265:cookie-octet", "a=\"b\"; c,%"), "a=%22b%22%3B%20c%2C%25");
    assert_eq!(encoded("gff3:column", "a;b 5%\t\u{E9}\u{7F}"), "a;b 5%25%09\u{E9}%7F");
    assert_eq!(encoded("gff3:attribute", "a;b=c, d&e"), "a%3Bb%3Dc%2C d%26e");
    assert_eq!(encoded("vcf:info", "a:b;c=5%, d&e\r\n"), "a%3Ab%3Bc%3D5%25%2C d&e%0D%0A");
    // `plus` is about the space and `+`, even where the set keeps them.
    let plus = EncodeOptions { plus: true, ..PLAIN };
    assert_eq!(encode(b"1+1 2", &named("whatwg:c0-control"), plus), b"1%2B1+2");
    let twice = EncodeOptions { keep_triplets: true, ..lower };
    assert_eq!(encode(b"%2F%2f/%2", &named("rfc3986:segment"), twice), b"%2F%2f%2f%252");
}

#[test]
fn characters_of_iris() {
    assert_eq!(encoded("rfc3987:isegment", "r\u{E9}sum\u{E9} x"), "r\u{E9}sum\u{E9}%20x");
    assert_eq!(encoded("rfc3986:segment", "r\u{E9}sum\u{E9}"), "r%C3%A9sum%C3%A9");
    assert_eq!(encoded("rfc3987:isegment", "\u{10300}"), "\u{10300}");
    assert_eq!(encoded("rfc3987:isegment", "\u{E000}"), "%EE%80%80");
    assert_eq!(encoded("rfc3987:iquery", "\u{E000}"), "\u{E000}");
    assert_eq!(encoded("rfc3987:iquery", "\u{202E}a"), "%E2%80%AEa");
    assert_eq!(encoded("rfc3987:isegment", b"\xC3\xA9\xC3\xED\xA0\x80"), "\u{E9}%C3%ED%A0%80");
    for (scalar, kept) in [
        ('\u{9F}', false),
        ('\u{A0}', true),
        ('\u{61C}', false),
        ('\u{2065}', true),
        ('\u{2066}', false),
        ('\u{D7FF}', true),
        ('\u{E000}', false),
        ('\u{F900}', true),
        ('\u{FDD0}', false),
        ('\u{FDF0}', true),
        ('\u{FFEF}', true),
        ('\u{FFFD}', false),
        ('\u{1FFFD}', true),
        ('\u{1FFFE}', false),
        ('\u{E0FFF}', false),
        ('\u{E1000}', true),
        ('\u{F0000}', false),
    ] {
        assert_eq!(keeps_scalar(NonAscii::Ucschar, scalar), kept, "{scalar:?}");
    }
    assert!(keeps_scalar(NonAscii::UcscharAndPrivate, '\u{10FFFD}'));
    assert!(!keeps_scalar(NonAscii::UcscharAndPrivate, '\u{10FFFF}'));
}

#[test]
fn malformed_triplets() {
    use Kind::{NotHex, Truncated};
    for (input, error, lenient) in [
        ("%", (Truncated, 0), "%"),
        ("a%", (Truncated, 1), "a%"),
        ("%4", (Truncated, 0), "%4"),
        ("%z", (NotHex, 0), "%z"),
        ("%zz", (NotHex, 0), "%zz"),
        ("%4z", (NotHex, 0), "%4z"),
        ("%%41", (NotHex, 0), "%A"),
        ("%4%41", (NotHex, 0), "%4A"),
        ("%41%%", (NotHex, 3), "A%%"),
        ("%+1", (NotHex, 0), "%+1"),
        ("%-1", (NotHex, 0), "%-1"),
        ("% 1", (NotHex, 0), "% 1"),
        ("%0x", (NotHex, 0), "%0x"),
        ("%G0", (NotHex, 0), "%G0"),
        ("%u4E2D", (NotHex, 0), "%u4E2D"),
        ("%\u{FF14}\u{FF11}", (NotHex, 0), "%\u{FF14}\u{FF11}"),
        ("%25%s%1G", (NotHex, 3), "%%s%1G"),
    ] {
        assert_eq!(decode(input.as_bytes(), STRICT), Err(error), "{input}");
        assert_eq!(decode(input.as_bytes(), LENIENT), Ok(lenient.into()), "{input}");
    }
}

#[test]
fn well_formed_triplets() {
    assert_eq!(decode(b"%2541", STRICT), Ok(b"%41".to_vec()));
    assert_eq!(decode(b"%2f%2F%aF%00+", STRICT), Ok(b"//\xAF\0+".to_vec()));
    let plus = DecodeOptions { plus: true, ..STRICT };
    assert_eq!(decode(b"a+b%2B", plus), Ok(b"a b+".to_vec()));
    let leave = DecodeOptions { leave: b"/%", ..STRICT };
    assert_eq!(decode(b"%2f/%2F%25%41", leave), Ok(b"%2f/%2F%25A".to_vec()));
    for octet in 0..=255_u8 {
        assert_eq!(decode(format!("%{octet:02X}").as_bytes(), STRICT), Ok(vec![octet]));
        assert_eq!(decode(format!("%{octet:02x}").as_bytes(), STRICT), Ok(vec![octet]));
    }
}

#[test]
fn ill_formed_utf8_is_reported_in_the_input() {
    let invalid = |at| Err((Kind::InvalidUtf8, at));
    assert_eq!(decode_text("%E5%BC%95\u{E9}".as_bytes(), STRICT), Ok("\u{5F15}\u{E9}".into()));
    assert_eq!(decode_text(b"/a%2Fb%C0%AF", STRICT), invalid(6));
    assert_eq!(decode_text(b"%41%E3%81x", STRICT), invalid(3));
    assert_eq!(decode_text(b"%ED%A0%80", STRICT), invalid(0));
    assert_eq!(decode_text(b"%41\xE3%81", STRICT), invalid(3));
    assert_eq!(decode_text(b"%C3%", LENIENT), invalid(0));
    assert_eq!(decode_text(b"%FF%zz", STRICT), Err((Kind::NotHex, 3)));
    assert_eq!(decode_text(b"%FF%4", STRICT), Err((Kind::Truncated, 3)));
    let leave = DecodeOptions { leave: b"\xC3", ..STRICT };
    assert_eq!(decode_text(b"%C3%A9", leave), invalid(3));
    assert_eq!(decode_lossy(b"%C0%AF", STRICT), Ok("\u{FFFD}\u{FFFD}".into()));
    assert_eq!(decode_lossy(b"%F0%9F%98x", STRICT), Ok("\u{FFFD}x".into()));
}

/// The Unicode Standard, tables 3-8 to 3-11: U+FFFD for each maximal subpart.
#[test]
fn maximal_subparts() {
    for (bytes, marks) in [
        (&b"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82A"[..], "8A"),
        (b"\xED\xA0\x80\xED\xBF\xBF\xED\xAFA", "8A"),
        (b"\xF4\x91\x92\x93\xFFA\x80\xBFB", "5A2B"),
        (b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA", "4A"),
    ] {
        let text = utf8_lossy(bytes);
        let expected: String = marks
            .chars()
            .map(|c| c.to_digit(10).map_or(c.into(), |n| "\u{FFFD}".repeat(n as usize)))
            .collect();
        assert_eq!(text, expected, "{bytes:x?}");
    }
}

/// Against core, which is a third opinion: every scalar, and bytes at the borders of table 3-7.
#[test]
fn utf8_agrees_with_core() {
    for scalar in '\0'..=char::MAX {
        let text = scalar.to_string();
        assert_eq!(utf8_of(scalar), text.as_bytes());
        assert_eq!(utf8(text.as_bytes()), Ok(text));
    }
    let borders = [
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
        0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ];
    for number in 0..24_usize.pow(4) {
        let bytes = [0, 1, 2, 3].map(|place| borders[number / 24_usize.pow(place) % 24]);
        assert_eq!(utf8_lossy(&bytes), String::from_utf8_lossy(&bytes), "{bytes:x?}");
        let expected = std::str::from_utf8(&bytes).map_err(|error| error.valid_up_to());
        assert_eq!(utf8(&bytes), expected.map(String::from), "{bytes:x?}");
    }
}

#[test]
fn forms() {
    let pairs = |input: &str, opts| form::parse_text(input.as_bytes(), opts);
    let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
    let html = ParseOptions::default();
    assert_eq!(pairs("a&a=&=a&&", html), [pair("a", ""), pair("a", ""), pair("", "a")]);
    assert_eq!(pairs("a=b=c&%61+%2B=%zz", html), [pair("a", "b=c"), pair("a +", "%zz")]);
    assert_eq!(pairs("a=1;b=2", html), [pair("a", "1;b=2")]);
    let both = ParseOptions { semicolon: true, strip_question_mark: true };
    assert_eq!(pairs("??a=1;b=2", both), [pair("?a", "1"), pair("b", "2")]);
    assert_eq!(pairs("?a", html), [pair("?a", "")]);
    assert_eq!(pairs("\u{FEFF}a=%FF", html), [pair("\u{FEFF}a", "\u{FFFD}")]);

    let written = |input: &[(&str, &str)], opts| utf8_lossy(&form::serialize(input, opts));
    let plain = SerializeOptions::default();
    assert_eq!(written(&[("a b", "1+1"), ("", "~*")], plain), "a+b=1%2B1&=%7E*");
    assert_eq!(written(&[("", ""), ("\n", "\r")], plain), "=&%0A=%0D");
    let submission = SerializeOptions { crlf: true, percent_space: true };
    assert_eq!(written(&[(" ", "\n\r\r\n")], submission), "%20=%0D%0A%0D%0A%0D%0A");
}

#[test]
fn javascript_functions() {
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let check = |function: fn(&[u16]) -> javascript::Outcome, input: &str, output: &str| {
        assert_eq!(function(&units(input)), Ok(units(output)), "{input}");
    };
    check(javascript::encode_uri, "a b?x=\u{E9}#%[", "a%20b?x=%C3%A9#%25%5B");
    check(javascript::encode_uri_component, "a/\u{1F600}'", "a%2F%F0%9F%98%80'");
    check(javascript::decode_uri, "%23%2f%41%E4%BD%A0+", "%23%2fA\u{4F60}+");
    check(javascript::decode_uri_component, "%23%2f%F0%9F%98%80", "#/\u{1F600}");
    check(javascript::escape, "a b+@*/\u{E9}\u{4E2D}~", "a%20b+@*/%E9%u4E2D%7E");
    check(javascript::unescape, "%u4E2D%e9%U0041%u00%zz%41%", "\u{4E2D}\u{E9}%U0041%u00%zzA%");
    for (input, at) in [("a%", 1), ("%4%41", 0), ("%41%80", 3), ("%E4%BD", 0), ("%E4%BDx%A0", 0)] {
        assert_eq!(javascript::decode_uri(&units(input)), Err(at), "{input}");
    }
    for input in ["%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%F8%88%80%80%80", "%FF"] {
        assert_eq!(javascript::decode_uri_component(&units(input)), Err(0), "{input}");
    }
    assert_eq!(javascript::encode_uri(&[0x61, 0xD800, 0x61]), Err(1));
    assert_eq!(javascript::encode_uri_component(&[0xD83D, 0xDE00, 0xDE00]), Err(2));
}
