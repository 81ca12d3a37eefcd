//! Lint: each finding with its exact place, and no finding in ordinary texts.

use triplet_inspect::{Context, Rule, Severity, lint, lint_at_most};

/// A rule, from where to where, and the layer.
type Found = (&'static str, usize, usize, u8);

/// What is found in a text.
fn found(text: &[u8], context: Context) -> Vec<Found> {
    lint(text, context)
        .iter()
        .map(|f| (f.rule().name(), f.span().start, f.span().end, f.layer()))
        .collect()
}

/// Every rule once or more, with its exact place, and nothing else found.
#[rustfmt::skip]
const FOUND: &[(Context, &[u8], &[Found])] = &[
    (Context::Path, b"/a%2", &[("malformed-escape", 2, 3, 0)]),
    (Context::Path, b"/%", &[("malformed-escape", 1, 2, 0)]),
    (Context::Query, b"q=%u20AC", &[("percent-u", 2, 8, 0)]),
    (Context::Query, b"q=%u20A", &[("malformed-escape", 2, 3, 0)]),
    (Context::Path, b"/x%252Fy", &[("double-encoding", 2, 7, 1)]),
    (Context::Path, b"/%252561", &[("double-encoding", 1, 8, 1), ("over-encoded", 1, 8, 3)]),
    (Context::Path, b"/%252525252525C0", &[("double-encoding", 1, 16, 1), ("layer-limit", 1, 16, 4)]),
    (Context::Path, b"/b%6f%6F", &[("over-encoded", 2, 5, 1), ("lowercase-hex", 5, 8, 0), ("over-encoded", 5, 8, 1)]),
    (Context::Path, b"/a/%2E%2e/b", &[("encoded-dot-segment", 3, 9, 1), ("lowercase-hex", 6, 9, 0)]),
    (Context::Path, b"/a/../b", &[("dot-segment", 3, 5, 0)]),
    (Context::Path, b"/a%5C..%5Cb", &[("encoded-separator", 2, 5, 1), ("dot-segment", 5, 7, 1), ("encoded-separator", 7, 10, 1), ]),
    (Context::Path, b"/a/..;x/b", &[("dot-segment-path-param", 3, 7, 0)]),
    (Context::Path, b"/a%3Fb", &[("encoded-delimiter", 2, 5, 1)]),
    (Context::Form, b"a%3D1", &[("encoded-delimiter", 1, 4, 1)]),
    (Context::Host, b"a%3Ab", &[("encoded-delimiter-in-host", 1, 4, 1)]),
    (Context::Host, b"ex%61mple", &[("over-encoded-host", 2, 5, 1)]),
    (Context::Host, "a%E2%81%88b".as_bytes(), &[("nfkc-delimiter", 1, 10, 1)]),
    (Context::Host, b"xn--a-", &[("invalid-ace-label", 0, 6, 0)]),
    (Context::Host, b"a.xn--%20", &[("invalid-ace-label", 2, 9, 0), ("encoded-delimiter-in-host", 6, 9, 1)]),
    (Context::Host, b"-x", &[("leading-dash", 0, 1, 0)]),
    (Context::Userinfo, b"%2Dx", &[("leading-dash", 0, 3, 1)]),
    (Context::Path, b"/a%00", &[("nul-byte", 2, 5, 1)]),
    (Context::Path, b"/a%2500", &[("double-encoding", 2, 7, 1), ("nul-byte-nested", 2, 7, 2)]),
    (Context::Query, b"a%0d%0A", &[("crlf", 1, 4, 1), ("crlf", 4, 7, 1)]),
    (Context::Any, b"a\nb", &[("crlf", 1, 2, 0)]),
    (Context::Path, b"/%07", &[("control-char", 1, 4, 1)]),
    (Context::Any, b"%1B[2J", &[("control-char", 0, 3, 1), ("terminal-escape", 0, 3, 1)]),
    (Context::Any, b"%C2%9B2J", &[("control-char", 0, 6, 1), ("terminal-escape", 0, 6, 1)]),
    (Context::Query, b"q=%E0%B8%8D%C8%8A", &[("lossy-narrowing", 2, 11, 1)]),
    (Context::Path, b"/%C1%81", &[("overlong-utf8", 1, 7, 1)]),
    (Context::Path, b"/%F0%82%82%AC", &[("overlong-utf8", 1, 13, 1)]),
    (Context::Path, b"/%ED%B0%80", &[("surrogate-utf8", 1, 10, 1)]),
    (Context::Path, b"/%F7%BF%BF%BF", &[("beyond-unicode", 1, 13, 1)]),
    (Context::Path, b"/%80%FF", &[("invalid-utf8", 1, 4, 1), ("invalid-utf8", 4, 7, 1)]),
    (Context::Path, "/ñ".as_bytes(), &[("raw-non-ascii", 1, 3, 0)]),
    (Context::Url, b"https://a\\b", &[("raw-backslash", 9, 10, 0)]),
    (Context::Path, b"/%E2%80%AEcod.exe", &[("bidi-control", 1, 10, 1)]),
    (Context::Path, b"/a%C2%ADb", &[("invisible-char", 2, 8, 1)]),
    (Context::Path, b"/a%E2%80%8Db", &[("invisible-char", 2, 11, 1)]),
    (Context::Path, b"/o%CC%88", &[("not-nfc", 2, 8, 1)]),
    (Context::Path, b"/%3Cb", &[("html-metachar", 1, 4, 1)]),
    (Context::Form, b"a=1;b=2", &[("semicolon-separator", 3, 4, 0)]),
    (Context::Query, b"a=1&amp;b=2", &[("html-ampersand", 3, 8, 0)]),
    (Context::Form, b"a=1&AMP;amp;b=2&#038;c", &[("html-ampersand", 3, 12, 0), ("semicolon-separator", 7, 8, 0), ("html-ampersand", 15, 21, 0)]),
    (Context::Url, b"http://h.test/?a=1&amp;b=2#c&#x26;d", &[("disallowed-char", 29, 30, 0), ("html-ampersand", 18, 23, 0), ("html-ampersand", 28, 34, 0)]),
    (Context::Query, b"a&amp=1&ampere;&#39;&#x27;&#138;&Amp;&am", &[("disallowed-char", 16, 17, 0)]),
    (Context::Path, b"/a&amp;b", &[("path-parameter", 6, 7, 0)]),
    (Context::Form, b"a=1&b=2&a=3", &[("duplicate-key", 8, 9, 0)]),
    (Context::Form, b"a=b+c%2Bd", &[("plus-ambiguity", 3, 4, 0)]),
    (Context::Form, b"a[constructor]=1", &[("proto-key", 0, 14, 0)]),
    (Context::Form, b"%5F_proto__=1", &[("proto-key", 0, 11, 0), ("over-encoded", 0, 3, 1)]),
    (Context::Form, b"a[99999]=1", &[("deep-or-huge-index", 0, 8, 0)]),
    (Context::Form, b"a[0][1][2]=1", &[]),
    (Context::Path, b"/%25%36%31", &[("double-encoding", 1, 10, 1), ("over-encoded", 1, 10, 2), ("over-encoded", 4, 7, 1), ("over-encoded", 7, 10, 1)]),
    (Context::Query, b"u=%250d", &[("double-encoding", 2, 7, 1), ("crlf", 2, 7, 2)]),
    (Context::Host, b"[fe80::1%25ab]", &[("private-host", 0, 14, 0), ("zone-id", 8, 13, 0)]),
    (Context::Path, b"/%2e%2e%2Fa", &[("encoded-dot-segment", 1, 7, 1), ("encoded-separator", 7, 10, 1)]),
    (Context::Path, b"/a%2Eb", &[("over-encoded", 2, 5, 1)]),
    (Context::Path, b"/a%0D%0ASet-Cookie:a", &[("crlf", 2, 5, 1), ("crlf", 5, 8, 1)]),
    (Context::Any, b"%C3\xA9", &[("raw-non-ascii", 0, 4, 0)]),
    (Context::Any, b"%7e", &[("over-encoded", 0, 3, 1)]),
    (Context::Form, b"a%26b=1", &[("encoded-delimiter", 1, 4, 1)]),
    (Context::Url, b"https://h/?__proto__[x]=1", &[("proto-key", 11, 23, 0), ("disallowed-char", 20, 21, 0), ("disallowed-char", 22, 23, 0)]),
    (Context::Form, b"constructor=Ferrari", &[]),
    (Context::Url, b"data:text/html,%3Cb%3E", &[("script-scheme", 0, 5, 0), ("html-metachar", 15, 18, 1), ("html-metachar", 19, 22, 1)]),
    (Context::Path, b"/%F0%9F%8F%B4%F3%A0%81%A7/1%EF%B8%8F%E2%83%A3", &[]),
    (Context::Path, b"/x.asp::$DATA", &[("ntfs-ads", 1, 13, 0)]),
    (Context::Path, b"/lpt9.txt", &[("windows-device", 1, 9, 0)]),
    (Context::Path, b"/PRN", &[("windows-device", 1, 4, 0)]),
    (Context::Path, b"/computer/convent/auxiliary", &[]),
    (Context::Url, b"http://a/b?c=%2e./#%2e", &[("dot-segment", 13, 17, 1), ("over-encoded", 13, 16, 1), ("over-encoded", 19, 22, 1)]),
    (Context::Url, b"", &[]),
    // Percent signs and their digits.
    (Context::Query, b"q=%u00zz", &[("malformed-escape", 2, 3, 0)]),
    // JavaScript's escape of a character of ASCII, encoded again: the decoder of the value gives it.
    (Context::Query, b"q=%25u003cb", &[("percent-u", 2, 10, 1)]),
    (Context::Query, b"q=%2525U003C", &[("percent-u", 2, 12, 2)]),
    (Context::Query, b"q=50%25up", &[]),
    (Context::Path, b"/%41%", &[("malformed-escape", 4, 5, 0)]),
    (Context::Path, b"/%41%FF", &[("invalid-utf8", 4, 7, 1)]),
    (Context::Any, b"%2D%5F", &[("over-encoded", 0, 3, 1), ("over-encoded", 3, 6, 1)]),
    (Context::Url, b"http://h/%2F%2F%2f", &[("encoded-separator", 9, 12, 1), ("encoded-separator", 12, 15, 1), ("encoded-separator", 15, 18, 1), ("lowercase-hex", 15, 18, 0)]),
    (Context::Any, b"%2f%2f%2F%2f", &[("lowercase-hex", 6, 9, 0)]),
    // Layers.
    (Context::Path, b"/%25252541", &[("double-encoding", 1, 10, 1), ("over-encoded", 1, 10, 4)]),
    (Context::Query, b"%250A", &[("double-encoding", 0, 5, 1), ("crlf", 0, 5, 2)]),
    (Context::Path, b"/%250A", &[("double-encoding", 1, 6, 1)]),
    (Context::Query, b"%2541", &[("double-encoding", 0, 5, 1), ("over-encoded", 0, 5, 2)]),
    (Context::Path, b"/%252E", &[("double-encoding", 1, 6, 1)]),
    (Context::Path, b"/%252F", &[("double-encoding", 1, 6, 1)]),
    (Context::Path, b"/%2541%", &[("double-encoding", 1, 6, 1), ("malformed-escape", 6, 7, 0)]),
    (Context::Host, b"a%2541", &[("double-encoding", 1, 6, 1), ("over-encoded", 1, 6, 2), ("encoded-delimiter-in-host", 1, 4, 1)]),
    (Context::Path, b"[%2541", &[("disallowed-char", 0, 1, 0), ("double-encoding", 1, 6, 1), ("over-encoded", 1, 6, 2)]),
    // Line breaks and controls.
    (Context::Path, b"/a%0Ab", &[("control-char", 2, 5, 1)]),
    (Context::Segment, b"a%0Db", &[("control-char", 1, 4, 1)]),
    (Context::Path, b"/a%0A:b", &[("control-char", 2, 5, 1)]),
    (Context::Path, b"/a%0Dname:b", &[("control-char", 2, 5, 1)]),
    (Context::Path, b"/a%0Aname", &[("control-char", 2, 5, 1)]),
    (Context::Path, b"/a%0AX-1:b", &[("crlf", 2, 5, 1)]),
    (Context::Form, b"a=%09", &[]),
    (Context::Query, b"a=%09", &[("control-char", 2, 5, 1)]),
    (Context::Any, b"%7F\x7F", &[("control-char", 0, 3, 1), ("control-char", 3, 4, 0)]),
    (Context::Any, b"%C2%80", &[("control-char", 0, 6, 1)]),
    // A component in a reference, and by itself.
    (Context::Userinfo, b"https://-u@h", &[("leading-dash", 8, 9, 0)]),
    (Context::Userinfo, b"-x", &[("leading-dash", 0, 1, 0)]),
    (Context::Url, b"http://h:%00/", &[("invalid-port", 8, 12, 0), ("nul-byte", 9, 12, 1)]),
    (Context::Segment, b"..", &[("dot-segment", 0, 2, 0)]),
    (Context::Segment, b"a%2Fb", &[("encoded-separator", 1, 4, 1)]),
    (Context::Query, b"-%41", &[("over-encoded", 1, 4, 1)]),
    (Context::Fragment, b"-%41", &[("over-encoded", 1, 4, 1)]),
    (Context::Any, b"-%41", &[("over-encoded", 1, 4, 1)]),
    // Octets that are not UTF-8, whole and cut.
    (Context::Any, b"%E0%80%AF", &[("overlong-utf8", 0, 9, 1)]),
    (Context::Any, b"%E0%80%41", &[("invalid-utf8", 0, 3, 1), ("invalid-utf8", 3, 6, 1)]),
    (Context::Any, b"%E0%80", &[("invalid-utf8", 0, 3, 1), ("invalid-utf8", 3, 6, 1)]),
    (Context::Any, b"%F0%80%80", &[("invalid-utf8", 0, 3, 1), ("invalid-utf8", 3, 6, 1), ("invalid-utf8", 6, 9, 1)]),
    (Context::Any, b"%ED%A0", &[("invalid-utf8", 0, 3, 1), ("invalid-utf8", 3, 6, 1)]),
    (Context::Any, b"%F4%90%80%80", &[("beyond-unicode", 0, 12, 1)]),
    (Context::Any, b"%F4%90%80", &[("invalid-utf8", 0, 3, 1), ("invalid-utf8", 3, 6, 1), ("invalid-utf8", 6, 9, 1)]),
    (Context::Any, b"%F5%80%80", &[("invalid-utf8", 0, 3, 1), ("invalid-utf8", 3, 6, 1), ("invalid-utf8", 6, 9, 1)]),
    // The character before decides.
    (Context::Any, b"#%EF%B8%8F*%EF%B8%8F", &[]),
    (Context::Any, b"%31%EF%B8%8F", &[("over-encoded", 0, 3, 1)]),
    (Context::Any, b"1%FF%EF%B8%8F", &[("invalid-utf8", 1, 4, 1), ("invisible-char", 4, 13, 1)]),
    (Context::Any, b"a%EF%B8%8F", &[("invisible-char", 1, 10, 1)]),
    (Context::Any, b"%F3%A0%81%A7", &[("invisible-char", 0, 12, 1)]),
    (Context::Any, b"1%CC%88", &[("lossy-narrowing", 1, 7, 1)]),
    (Context::Any, b"%C2\xAD", &[("raw-non-ascii", 0, 4, 0), ("invisible-char", 0, 4, 1)]),
    // Segments.
    (Context::Path, b"/a%23b", &[("encoded-delimiter", 2, 5, 1)]),
    (Context::Path, b"/a%2F..", &[("encoded-separator", 2, 5, 1), ("dot-segment", 5, 7, 1)]),
    (Context::Path, b"/./a", &[("dot-segment", 1, 2, 0)]),
    (Context::Path, b"/.%61", &[("over-encoded", 2, 5, 1)]),
    (Context::Path, b"/%2e./a", &[("encoded-dot-segment", 1, 5, 1)]),
    (Context::Path, b"/%2e%2e;x/b", &[("encoded-dot-segment", 1, 9, 1), ("dot-segment-path-param", 1, 9, 1)]),
    (Context::Path, b"/AUX/CON/com1/NUL", &[("windows-device", 1, 4, 0), ("windows-device", 5, 8, 0), ("windows-device", 9, 13, 0), ("windows-device", 14, 17, 0)]),
    (Context::Path, b"/con:x/con x/con.x", &[("raw-space", 10, 11, 0), ("windows-device", 1, 6, 0), ("windows-device", 7, 12, 0), ("windows-device", 13, 18, 0)]),
    (Context::Path, b"/Con/con/COM/COM12/COM0/COMx/CO/LPTx", &[]),
    (Context::Path, b"/COM%C2%B9", &[("windows-device", 1, 10, 1)]),
    (Context::Path, "/LPT\u{B2}/com\u{B3}".as_bytes(), &[("raw-non-ascii", 4, 6, 0), ("raw-non-ascii", 10, 12, 0), ("windows-device", 1, 6, 0), ("windows-device", 7, 12, 0)]),
    (Context::Path, b"/computer%2F", &[("encoded-separator", 9, 12, 1)]),
    // Hosts.
    (Context::Host, b"a%25b]", &[("encoded-delimiter-in-host", 1, 4, 1), ("disallowed-char", 5, 6, 0)]),
    (Context::Host, b"[a%25", &[("invalid-ip-literal", 0, 5, 0)]),
    (Context::Host, b"[%61%25ab]", &[("invalid-ip-literal", 0, 10, 0), ("zone-id", 1, 9, 0)]),
    (Context::Host, b"a%2Eb%2Dc%5Fd%7Ee", &[("over-encoded-host", 1, 4, 1), ("over-encoded-host", 5, 8, 1), ("over-encoded-host", 9, 12, 1), ("over-encoded-host", 13, 16, 1)]),
    // Names and pairs.
    (Context::Query, b"__proto__=1", &[("proto-key", 0, 9, 0)]),
    (Context::Query, b"a[99999]=1", &[("disallowed-char", 1, 2, 0), ("disallowed-char", 7, 8, 0), ("deep-or-huge-index", 0, 8, 0)]),
    (Context::Query, b"a&__proto__=1", &[("proto-key", 2, 11, 0)]),
    (Context::Form, b"a=1;b", &[]),
    (Context::Form, b"a.constructor=1", &[("proto-key", 0, 13, 0)]),
    (Context::Form, b"a[prototype]=1", &[("proto-key", 0, 12, 0)]),
    (Context::Form, b"__proto__[__proto__]=1", &[("proto-key", 0, 20, 0)]),
    (Context::Form, b"length[a]=1&99999[a]=1&a[9999]=1&a[9999x]=1", &[]),
    (Context::Form, b"a[99999][99999]=1", &[("deep-or-huge-index", 0, 15, 0)]),
    (Context::Form, b"a[b][b][b][b][b][b][b][b][b]=1", &[]),
    (Context::Form, b"a[b][b][b][b][b][b][b][b][b][b]=1", &[("deep-or-huge-index", 0, 31, 0)]),
];

#[test]
fn findings_are_exact() {
    let mut wrong = Vec::new();
    for (context, text, expected) in FOUND {
        let mut expected = expected.to_vec();
        let mut got = found(text, *context);
        assert!(lint(text, *context).is_sorted(), "{}", text.escape_ascii());
        expected.sort_unstable();
        got.sort_unstable();
        if got != expected {
            wrong.push(format!("{} as {}: {got:?}", text.escape_ascii(), context.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // No rule is without an example that has it, and one that looks like it.
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let (context, text) = rule.example();
        // One pair is not too many.
        let text = if *rule == Rule::FieldLimit { text.repeat(1001) } else { text.to_vec() };
        let found = found(&text, context);
        assert!(found.iter().any(|row| row.0 == rule.name()), "{}: {found:?}", rule.name());
        let not_found = lint(rule.counterexample(), context);
        if not_found.iter().any(|finding| finding.rule() == *rule) {
            wrong.push(rule.name());
        }
        assert!(!rule.counterexample().is_empty(), "{}", rule.name());
        assert_eq!(Rule::by_name(rule.name()), Some(*rule));
        let texts = [rule.message(), rule.reference(), rule.advice()];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", rule.name());
    }
    assert!(wrong.is_empty(), "found in what only looks like it: {wrong:?}");
}

/// What is found in a character that is encoded, after an `a`.
fn found_in(character: char, context: Context) -> Vec<&'static str> {
    let mut text = String::from("a");
    for octet in character.encode_utf8(&mut [0; 4]).bytes() {
        text.push_str(&format!("%{octet:02X}"));
    }
    found(text.as_bytes(), context).iter().map(|found| found.0).collect()
}

#[test]
fn characters_that_deceive() {
    for direction in "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}".chars() {
        assert_eq!(found_in(direction, Context::Path), ["bidi-control"], "{direction:?}");
    }
    let unseen = [
        0xAD, 0x34F, 0x115F, 0x1160, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2061, 0x2062,
        0x2063, 0x2064, 0x206A, 0x206B, 0x206C, 0x206D, 0x206E, 0x206F, 0x3164, 0xFE00, 0xFE0E,
        0xFEFF, 0xFFA0, 0xE0001, 0xE007F,
    ];
    for character in unseen.into_iter().filter_map(char::from_u32) {
        assert_eq!(found_in(character, Context::Path), ["invisible-char"], "{character:?}");
    }
    for narrow in "\u{10A}\u{10D}\u{20A}\u{20D}\u{12F}\u{560A}\u{FF2E}".chars() {
        for context in [Context::Query, Context::Path] {
            let found = found_in(narrow, context);
            assert!(found.contains(&"lossy-narrowing"), "{narrow:?}: {found:?}");
        }
    }
    // An accent of the letter before it is not a character by itself.
    assert_eq!(found_in('\u{30A}', Context::Query), ["not-nfc"]);
    assert_eq!(found(b"%CC%8A", Context::Query), [("lossy-narrowing", 0, 6, 1)]);
    // Only the first of a component.
    assert_eq!(found(b"%C4%8A%C4%8D", Context::Query), [("lossy-narrowing", 0, 6, 1)]);
    // Each with what NFKC makes of it, by the Unicode Character Database; U+2A74 is `::=`.
    for delimiter in "\u{2024}\u{2025}\u{2026}\u{2047}\u{2048}\u{2049}\u{2100}\u{2101}\u{2105}\u{2106}\u{2A74}\u{FE13}\u{FE16}\u{FE19}\u{FE30}\u{FE52}\u{FE55}\u{FE56}\u{FE5F}\u{FE68}\u{FE6A}\u{FE6B}＃％．／：？＠＼".chars() {
        assert_eq!(found_in(delimiter, Context::Host), ["nfkc-delimiter"], "{delimiter:?}");
        assert!(!found_in(delimiter, Context::Query).contains(&"nfkc-delimiter"), "{delimiter:?}");
    }
    assert_eq!(found_in('\u{4E2D}', Context::Host), [""; 0]);
}

#[test]
fn lengths_at_which_a_name_ends() {
    let device = |length: usize| format!("/CON.{}", "x".repeat(length - 4));
    assert_eq!(found(device(64).as_bytes(), Context::Path), [("windows-device", 1, 65, 0)]);
    assert_eq!(found(device(65).as_bytes(), Context::Path), []);
    let field = |length: usize| format!("/%0A{}:", "x".repeat(length));
    assert_eq!(found(field(63).as_bytes(), Context::Path), [("crlf", 1, 4, 1)]);
    assert_eq!(found(field(64).as_bytes(), Context::Path), [("control-char", 1, 4, 1)]);
}

#[test]
fn places_in_a_whole_reference() {
    let text = b"https://u%40@h%2F/%2e%2e/?a=%00#%0A";
    let got = found(text, Context::Url);
    assert_eq!(
        got,
        [
            ("encoded-delimiter-in-host", 14, 17, 1),
            ("encoded-dot-segment", 18, 24, 1),
            ("nul-byte", 28, 31, 1),
            ("crlf", 32, 35, 1)
        ]
    );
    for (id, start, end, _) in got {
        assert!(text[start..end].starts_with(b"%"), "{id}");
    }
}

#[test]
fn severities_follow_the_context() {
    let worst = |text: &[u8], context| lint(text, context).worst();
    assert_eq!(worst(b"%253A", Context::Query), Some(Severity::Info));
    assert_eq!(worst(b"%253A", Context::Path), Some(Severity::Info));
    assert_eq!(worst(b"%2541", Context::Path), Some(Severity::Warn));
    assert_eq!(worst(b"%2F", Context::Path), Some(Severity::Info));
    assert_eq!(worst(b"..%2F", Context::Path), Some(Severity::Error));
    assert_eq!(worst(b"../a", Context::Path), Some(Severity::Info));
    assert_eq!(worst(b"%EF%BC%8E", Context::Host), Some(Severity::Error));
    assert_eq!(worst(b"a", Context::Path), None);
    assert_eq!(worst(b"http://exa%2Dmple.com/", Context::Url), Some(Severity::Warn));
    for opens in [&b"<b"[..], b"%3Cb", b"<%62", b"</", b"<!", b"<?"] {
        assert_eq!(worst(opens, Context::Any), Some(Severity::Warn), "{}", opens.escape_ascii());
    }
    for compares in [&b"<"[..], b"< b", b"<1", b"a>b", b">/", b"%3E!"] {
        assert_eq!(
            worst(compares, Context::Any),
            Some(Severity::Info),
            "{}",
            compares.escape_ascii()
        );
    }
    let free = [Context::Query, Context::Form, Context::Fragment];
    let authority = [Context::Host, Context::Userinfo];
    // In a query, a form and a fragment; in a host and a userinfo; elsewhere.
    #[rustfmt::skip]
    let differ = [
        ("double-encoding", "info", "warn", "warn"),
        ("html-metachar", "info", "warn", "warn"),
        ("invalid-utf8", "info", "warn", "warn"),
        ("truncated-utf8", "info", "warn", "warn"),
        ("crlf", "warn", "error", "error"),
        ("disallowed-char", "info", "error", "warn"),
        ("raw-space", "info", "error", "warn"),
        ("script-scheme", "warn", "error", "error"),
    ];
    for context in Context::ALL {
        for rule in Rule::ALL {
            let severity = rule.severity(context).name();
            let message = format!("{} as {}", rule.name(), context.name());
            let host = context == Context::Host;
            if let Some((_, query, host, other)) = differ.iter().find(|row| row.0 == rule.name()) {
                let expected = match () {
                    () if free.contains(&context) => query,
                    () if authority.contains(&context) => host,
                    () => other,
                };
                assert_eq!(severity, *expected, "{message}");
                continue;
            }
            let expected = match rule.name() {
                "control-char" if context == Context::Form => "warn",
                "nfkc-delimiter" | "encoded-separator" | "invisible-char" if host => "error",
                "compat-char" | "best-fit-char" if host => "warn",
                "fetcher-scheme" if context == Context::Url => "info",
                "private-host" if free.contains(&context) || context == Context::Any => "warn",
                // The severity of the table.
                _ => rule.severity(Context::Path).name(),
            };
            assert_eq!(severity, expected, "{message}");
        }
    }
    let lint_any = |text| lint(text, Context::Any).worst();
    assert_eq!(lint_any(b"%00"), Some(Severity::Error));
    assert_eq!(lint_any(b"%0A"), Some(Severity::Error));
    assert_eq!(lint_any(b"%FF"), Some(Severity::Warn));
    for severity in [Severity::Info, Severity::Warn, Severity::Error] {
        assert_eq!(Severity::by_name(severity.name()), Some(severity));
    }
    for context in Context::ALL {
        assert_eq!(Context::by_name(context.name()), Some(context));
    }
}

#[test]
fn a_cap() {
    let text = b"%00".repeat(5000);
    let findings = lint(&text, Context::Any);
    assert_eq!((findings.len(), findings.is_capped()), (1000, true));
    let findings = lint_at_most(&text, Context::Any, 5000);
    assert_eq!((findings.len(), findings.is_capped()), (5000, false));
}

/// Words of people, in many scripts.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "hello", "world", "Report 2024", "café", "Straße", "naïve", "señor", "Łódź", "český", "ğüzel", "Ελλάδα", "Москва", "Київ", "Բարեւ",
    "שלום", "العربية", "فارسی", "می‌خواهم", "हिन्दी", "বাংলা", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "ไทย", "ລາວ", "မြန်မာ", "ខ្មែរ",
    "ქართული", "አማርኛ", "中文", "百分号编码", "日本語", "カタカナ", "한국어", "Tiếng Việt", "ᏣᎳᎩ", "😀", "❤️", "naïveté (draft)", "C++", "50% off",
    "a & b", "x=y", "rock'n'roll", "to be, or not", "v1.2.3", "FILE_NAME-final~2", "Q&A: why?", "#1 best", "10 < 20", "tea/coffee",
];

/// References as programs and people make them of such words.
fn ordinary() -> Vec<String> {
    use triplet::{
        encode,
        set::{rfc3986, rfc3987, whatwg},
    };
    let hosts = [
        "example.com",
        "www.example.org",
        "xn--bcher-kva.example",
        "münchen.example",
        "例え.jp",
        "[2001:db8::1]:8080",
        "192.0.2.7",
        "localhost:3000",
        "user@git.example.com",
    ];
    let mut urls = Vec::new();
    for (i, word) in WORDS.iter().enumerate() {
        let other = WORDS[(i * 7 + 3) % WORDS.len()];
        let host = |k: usize| hosts[(i + k) % hosts.len()];
        let segment = |text: &str| encode(text, rfc3986::SEGMENT).to_string();
        let value = |text: &str| encode(text, rfc3986::QUERY_VALUE).to_string();
        let field = |text: &str| encode(text, whatwg::FORM).to_string();
        let all = |text: &str| encode(text, rfc3986::UNRESERVED).to_string();
        let (w, o) = (*word, other);
        urls.extend([
            format!("https://{}/wiki/{}", host(0), segment(w)),
            format!("https://{}/{}/{}.html", host(1), segment(w), segment(o)),
            format!("https://{}/search?q={}", host(2), value(w)),
            format!("https://{}/search?q={}&lang=en&page={}", host(3), field(w), i),
            format!("https://{}/s?{}={}", host(4), field(w), field(o)),
            format!("http://{}/tags/{}?sort=new#{}", host(5), segment(w), all(o)),
            format!("http://{}/files/{}/{}.pdf?download=1", host(6), segment(w), segment(o)),
            format!("http://{}/api/v1/items/{}?fields=id,name&expand[]=owner", host(7), i * 31),
            format!("https://{}/{}.git", host(8), segment(w)),
            format!(
                "https://login.example.com/auth?redirect_uri={}&state={}",
                all(&format!("https://app.example.com/cb?next={}", segment(w))),
                all(o)
            ),
            format!(
                "https://example.com/go?u={}",
                all(&format!("https://example.org/s?q={}", value(w)))
            ),
            format!("https://example.com/{}", encode(w, rfc3987::ISEGMENT)),
            format!("https://example.com/?q={}", encode(w, rfc3987::IQUERY.also_encode(b"&=+"))),
            format!("mailto:someone@example.com?subject={}&body={}", all(w), all(o)),
            format!("/{}/{}", segment(w), segment(o)),
            format!("{}?{}", all(w), field(o)),
            format!(
                "https://cdn.example.com/img/{}x{}/{}.webp?v={:x}",
                100 + i,
                50 + i,
                segment(w),
                i * 2_654_435_761
            ),
            format!(
                "https://shop.example.com/p/{}-{}?color={}&size=M&size=L",
                i,
                segment(w),
                field(o)
            ),
            format!("https://maps.example.com/place/{}/@{}.5,-{}.25,12z", segment(w), i, i),
            format!("https://docs.example.com/{}/#{}", segment(w), encode(o, rfc3986::FRAGMENT)),
            format!("https://{}/a/{}/b/{}/c/{}?d={}", host(0), segment(w), segment(o), i, value(w)),
            format!("https://example.com/{}", encode(w, whatwg::PATH.also_encode(b"%/"))),
            format!("https://example.com/?{}", encode(w, whatwg::QUERY.also_encode(b"%"))),
            format!("https://example.com/x#{}", encode(w, whatwg::FRAGMENT.also_encode(b"%"))),
            format!("data:text/plain;charset=utf-8,{}", all(w)),
            format!("sms:+1555{:07}?body={}", i * 1234, all(w)),
            format!(
                "https://storage.example.com/o/{}?alt=media&token={:x}-{:x}",
                all(&format!("{w}/{o}")),
                i * 77_777,
                i * 99_991
            ),
            format!(
                "https://news.example.com/2024/{:02}/{:02}/{}/",
                i % 12 + 1,
                i % 28 + 1,
                segment(w)
            ),
            format!("wss://stream.example.com/ws/{}?key={}", segment(w), field(o)),
            format!("https://example.com/{}?a=1&b={}&c={}#s-{}", segment(w), value(o), value(w), i),
            format!("https://translate.example.com/?sl=auto&tl=en&text={}%0A{}", all(w), all(o)),
            format!("https://forum.example.com/t/{}/{}/{}?u=anna", segment(w), 1000 + i, i),
            format!("https://music.example.com/artist/{}/album/{}", segment(w), segment(o)),
            format!("https://q.example.com/ask?title={}&tags={};{}", value(w), "a", "b"),
            format!("ftp://ftp.example.com/pub/{}/{}.tar.gz", segment(w), segment(o)),
            format!(
                "https://example.com/report?range=2024-01-{:02}..2024-02-{:02}&q={}",
                i % 28 + 1,
                i % 28 + 1,
                value(w)
            ),
            format!(
                "https://example.com/r/{}?utm_source={}&utm_medium=e-mail",
                segment(w),
                field(o)
            ),
            format!("https://example.com/calc?expr={}", value(&format!("{i}+{i}={}", 2 * i))),
        ]);
    }
    urls
}

#[test]
fn ordinary_references_are_left_in_peace() {
    let by_hand = include_str!("../data/ordinary-urls.txt").lines().map(String::from);
    // Some of these lines begin with a context and a tab.
    let texts = include_str!("../data/ordinary-texts.txt").lines().map(String::from);
    let texts = texts.filter(|line| !line.is_empty() && !line.starts_with("# "));
    let mut urls: Vec<String> = by_hand.chain(texts).chain(ordinary()).collect();
    urls.sort();
    urls.dedup();
    assert!(urls.len() >= 2500, "{} references", urls.len());
    let mut wrong = Vec::new();
    for line in &urls {
        let (context, url) = match line.split_once('\t') {
            Some((name, text)) => (Context::by_name(name).expect("a context"), text),
            None => (Context::Url, line.as_str()),
        };
        for finding in lint(url.as_bytes(), context).iter() {
            if finding.severity() > Severity::Info {
                wrong.push(format!("{}@{} {url}", finding.rule().name(), finding.span().start));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), urls.len(), wrong.join("\n"));
}
