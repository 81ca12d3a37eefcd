//! Explain: `readable` changes links only, and lets no control out.

use proptest::prelude::*;
use triplet_inspect::explain;

#[test]
fn all_but_the_links_stays() {
    for (text, expected) in [
        (
            r#"{"m":"say \"hi\"\n","u":"https:\/\/a.example\/%C3%A9"}"#,
            r#"{"m":"say \"hi\"\n","u":"https:\/\/a.example\/é"}"#,
        ),
        (
            r#"{"m":"\u001b[31mred\u202e","u":"https://a.example/%C3%A9?a=1\u0026b=%E4%BD%A0"}"#,
            r#"{"m":"\u001b[31mred\u202e","u":"https://a.example/é?a=1\u0026b=你"}"#,
        ),
        (
            r#"{"a":"\u4e2d\ud83d\ude00","u":"https:\/\/xn--r8jz45g.jp\/%C3%A4","b":"C:\\temp"}"#,
            r#"{"a":"\u4e2d\ud83d\ude00","u":"https:\/\/例え.jp\/ä","b":"C:\\temp"}"#,
        ),
        (
            r#""a \"b\"\nhttps://a.example/%C3%A4 \u00e4""#,
            r#""a \"b\"\nhttps://a.example/ä \u00e4""#,
        ),
        (
            r#"curl $'it\'s caf\u00e9 https://c.example/%C3%A9'"#,
            r#"curl $'it\'s caf\u00e9 https://c.example/é'"#,
        ),
        (
            "<b>&lt;script&gt;</b> https://a.example/%C3%A9?a=1&amp;b=%C3%A4&lt;",
            "<b>&lt;script&gt;</b> https://a.example/é?a=1&amp;b=ä&lt;",
        ),
        (
            "<p>a &lt;b&gt; &amp;amp; <a href=\"https://a.example/%C3%A9?a=1&amp;lt=2\">x</a></p>",
            "<p>a &lt;b&gt; &amp;amp; <a href=\"https://a.example/é?a=1&amp;lt=2\">x</a></p>",
        ),
        (
            "<a title=\"a &quot;b&quot;\" href=\"https://a.example/%C3%A9\">",
            "<a title=\"a &quot;b&quot;\" href=\"https://a.example/é\">",
        ),
        (
            "=1B[31m=C3=A9=\n https://a.example/%C3%A9?x=3D%C3%\n",
            "=1B[31m=C3=A9=\n https://a.example/=C3=A9?x=3D%C3%\n",
        ),
        (
            "&#27;[31m &eacute; https://a.example/%1B%C3%A9",
            "&#27;[31m &eacute; https://a.example/%1Bé",
        ),
        // The links of a text in a notation stay in it.
        (
            r#"{"u":"https:\/\/a.example\/?a=1\u0026amp;b=%C3%A9 x"} &lt;"#,
            r#"{"u":"https:\/\/a.example\/?a=1\u0026amp;b=é x"} &lt;"#,
        ),
        // Beside a link that was encoded as a whole, nothing is decoded.
        (
            "caf%C3%A9 50%2525 see https%3A%2F%2Fa.example%2Fx%2526 now",
            "caf%C3%A9 50%2525 see https://a.example/x%26 now",
        ),
        (
            "SELECT unescape('https%3A%2F%2Fa.example%2F%3Fq%3D1') FROM x;",
            "SELECT unescape('https://a.example/?q=1') FROM x;",
        ),
        ("logs: GET%20%2Fa%2520b%20HTTP and 50%2525", "logs: GET%20%2Fa%2520b%20HTTP and 50%2525"),
        // Not UTF-8: nothing is guessed.
        (
            r#"gr\xFC\xDFe aus https://a.example/%C3%A9"#,
            r#"gr\xFC\xDFe aus https://a.example/%C3%A9"#,
        ),
    ] {
        let explanation = explain(text);
        let span = explanation.root().span.clone();
        let readable = explanation.readable().unwrap_or_else(|| explanation.root().written.clone());
        let whole = [&text[..span.start], &readable, &text[span.end..]].concat();
        assert_eq!(whole, expected, "{text}");
    }
}

#[test]
fn a_link_within_a_notation_is_that_link() {
    for (text, expected) in [
        ("https://a.example/?a=%C3%A9&amp;b=2", "https://a.example/?a=é&b=2"),
        (r"https:\/\/a.example\/%C3%A9", "https://a.example/é"),
        // The output has no control character that the input does not have.
        (r"https:\/\/a.example\/\u202e%C3%A9", "https://a.example/%E2%80%AEé"),
        ("https%3A%2F%2Fa.example%2F%E2%80%AE%25C3%25A9", "https://a.example/%E2%80%AEé"),
        ("see%0Ahttps%3A%2F%2Fa.example%2F%25C3%25A9%1B", "see%0Ahttps://a.example/é%1B"),
    ] {
        assert_eq!(explain(text).readable().as_deref(), Some(expected), "{text}");
    }
    // Raw is raw.
    let text = "a\u{202E}b\x1B https://a.example/%C3%A9";
    assert_eq!(explain(text).readable().as_deref(), Some("a\u{202E}b\x1B https://a.example/é"));
}

/// Texts in notations with links in them.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "https://a.example/",
        "https:\\/\\/a.example\\/",
        "%C3%A9",
        "%E4%BD%A0",
        "%1B",
        "%E2%80%AE",
        "\\u001b",
        "\\u202e",
        "\\\"",
        "\\n",
        "\\u0026",
        "\\u4e2d",
        "\\ud83d\\ude00",
        "\\\\",
        "&#27;",
        "&amp;",
        "&lt;",
        "&quot;",
        "&#x202e;",
        "=1B",
        "=3D",
        "=C3=A9",
        "=\n",
        " ",
        "\n",
        "\"",
        "?a=",
        "&b=",
        "<",
        ">",
        "x",
        "é",
        "xn--r8jz45g.jp",
        "%u202E",
        "%25",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..14)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn no_control_comes_out_that_did_not_go_in(text in text()) {
        let readable = explain(&text).readable().unwrap_or_default();
        for c in readable.chars().filter(|c| c.is_control() || *c == '\u{202E}') {
            prop_assert!(text.contains(c), "{:?} {:?}", text, readable);
        }
        // A second time nothing changes.
        if text.starts_with('<') {
            let again = explain(&readable).readable().unwrap_or_else(|| readable.clone());
            prop_assert_eq!(&again, &readable, "{}", text);
        }
    }
}

#[test]
fn a_mark_does_not_join_a_delimiter() {
    for (text, expected) in [
        ("https://a.example/?q=%CC%B8x", "https://a.example/?q=%CC%B8x"),
        ("https://a.example/?q=%CC%B8%CC%81x", "https://a.example/?q=%CC%B8%CC%81x"),
        ("https://a.example/%CC%B8/b;%CC%A7", "https://a.example/%CC%B8/b;%CC%A7"),
        ("https://a.example/?q=%3C%CC%A7", "https://a.example/?q=%3C%CC%A7"),
        ("https://a.example/?q=e%CC%81", "https://a.example/?q=e\u{301}"),
        ("https://a.example/?q=%D0%B5%CC%81", "https://a.example/?q=е\u{301}"),
    ] {
        assert_eq!(explain(text).readable().as_deref(), Some(expected), "{text}");
    }
}
