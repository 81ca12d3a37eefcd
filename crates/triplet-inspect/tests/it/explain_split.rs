//! Explain: texts that are split before they are decoded, and what a program around a link or within it writes.

use triplet_inspect::{Kind, Node, explain};

/// The first value of a name anywhere in the tree, as it is read.
fn value(node: &Node, name: &str) -> Option<String> {
    node.nodes().find_map(|node| node.value(name)).map(|value| value.read().to_owned())
}

#[track_caller]
fn has_values(text: &str, expected: &[(&str, &str)]) {
    let explanation = explain(text);
    for (name, read) in expected {
        assert_eq!(value(explanation.root(), name).as_deref(), Some(*read), "{text}: {name}");
    }
}

#[test]
fn a_scheme_that_is_not_known_has_a_query() {
    for (text, expected) in [
        ("solana:mvines9iiH?label=A%26B&memo=c%3Dd", [("label", "A&B"), ("memo", "c=d")]),
        (
            "ethereum:0xfb69@1/transfer?address=a%26b&memo=x%3Dy",
            [("address", "a&b"), ("memo", "x=y")],
        ),
        (
            "matrix:r/somewhere:a.example?action=join&via=a%26b.example",
            [("action", "join"), ("via", "a&b.example")],
        ),
        (
            "did:example:123/path?service=files&ref=/a%3Fb%26c",
            [("service", "files"), ("ref", "/a?b&c")],
        ),
    ] {
        assert_eq!(explain(text).root().kind, Kind::Url, "{text}");
        has_values(text, &expected);
    }
    // The triplets of delimiters stay in a link that is read.
    let nostr = "nostr:npub1abc?relay=wss%3A%2F%2Fr.example%2F%3Fa%3D1%26b";
    assert_eq!(explain(nostr).readable().as_deref(), Some(nostr));
    assert_eq!(explain("did:web:a.example%3A3000:user#key%201").root().kind, Kind::Url);
    // Words with a colon.
    for text in [
        "Note: is it a%20b?",
        "note:a%20b",
        "time:12:00?a=b%20c d",
        "q:what?is%20this",
        "did:",
        "referer:/x?a=b%20c",
        "key:{a}?b=%20",
        "item:12?a=b%20c",
        "did:it 50%25",
    ] {
        assert_ne!(explain(text).root().kind, Kind::Url, "{text}");
    }
}

#[test]
fn references_without_slashes_in_a_text() {
    for (text, expected) in [
        ("200 GET a.example/s?q=a%26b&c=1 12ms", [("q", "a&b"), ("c", "1")]),
        ("Redirecting to localhost:3000/cb?x=a%26b&y=1", [("x", "a&b"), ("y", "1")]),
        ("* a.example:8443/v1/u?n=J%C3%B6rg%26Co&p=2", [("n", "Jörg&Co"), ("p", "2")]),
        ("Open myapp:open?x=a%26b&y=1 now", [("x", "a&b"), ("y", "1")]),
        ("[2001:db8::1]:80/a%26b?x=1%262&y=3", [("x", "1&2"), ("y", "3")]),
        ("level=info method=GET uri=/s?q=a%26b&n=1 status=200", [("q", "a&b"), ("n", "1")]),
        (
            "host=a.example uri=/cb?code=4%2Fa&state=x%26y ua=curl",
            [("code", "4/a"), ("state", "x&y")],
        ),
        ("<a href=/x?f=a%26b&g=1>t</a>", [("f", "a&b"), ("g", "1")]),
    ] {
        has_values(text, &expected);
    }
    let log = explain("time=12:00 path=/x/caf%C3%A9%2Fy status=404");
    let path = log.root().nodes().filter(|node| node.kind == Kind::Segment).last().unwrap().read();
    assert_eq!(path, "café/y");
    assert_eq!(log.readable().as_deref(), Some("time=12:00 path=/x/café%2Fy status=404"));
    // A form with spaces that a person wrote is one still.
    let form = explain("name=J%C3%B6rg M&city=K%C3%B6ln");
    assert_eq!(form.root().kind, Kind::Form);
    // The parts of a request that OAuth signs are not merged.
    let signed = "POST&https%3A%2F%2Fa.example%2Fr&a%3D1%26b%3D2";
    has_values(signed, &[("a", "1"), ("b", "2")]);
    assert_ne!(explain(signed).readable().as_deref(), Some("POST&https://a.example/r&a=1&b=2"));
}

#[test]
fn escapes_of_the_string_around_a_link_are_not_of_it() {
    for text in [
        r#"msg="get \"https://a.example/?q=a%26b\" failed""#,
        r#"{"msg":"Get \"https://a.example/?q=a%26b\": EOF","n":1}"#,
        r#"curl -d "{\"u\":\"https://a.example/?q=a%26b\"}" https://b.example/"#,
        r#""{\"u\":\"{\\\"v\\\":\\\"https://a.example/?q=a%26b\\\"}\"} ""#,
        r"print('it\'s https://a.example/?q=a%26b\n')",
        r#"fmt.Println("https://a.example/?q=a%26b\n")"#,
        r#"{"t":"see\nhttps://a.example/?q=a%26b\nand more"}"#,
        r#""https://a.example/?q=a%26b\r\n""#,
    ] {
        let explanation = explain(text);
        let nodes: Vec<&Node> = explanation.root().nodes().collect();
        let link = nodes.iter().find(|node| node.kind == Kind::Url);
        assert_eq!(link.map(|link| &*link.written), Some("https://a.example/?q=a%26b"), "{text}");
        assert!(nodes.iter().all(|node| node.remedies.is_empty()), "{text}");
    }
    // A backslash of the link itself.
    let own = explain(r"see https://a.example\news now");
    assert_eq!(own.root().children[0].written, r"https://a.example\news");
}

#[test]
fn a_link_with_quotation_marks_or_angle_brackets() {
    has_values(
        r#"https://a.example/q?where={"name":"J%C3%B6rg"}&limit=5"#,
        &[("where", r#"{"name":"Jörg"}"#), ("limit", "5")],
    );
    has_values(
        "https://a.example/s?q=\"exact%20phrase\"&hl=de",
        &[("q", "\"exact phrase\""), ("hl", "de")],
    );
    has_values("https://a.example/find?q=<b>%26</b>&x=1", &[("q", "<b>&</b>"), ("x", "1")]);
    for text in [
        "https://a.example/?q=%C3%A9\">text</a>",
        "https://a.example/?q=%C3%A9\"",
        "https://a.example/?q=%C3%A9<br>",
        "https://a.example/?q=\"https://b.example/\"",
        "https://a.example/<b>",
    ] {
        assert_ne!(explain(text).root().kind, Kind::Url, "{text}");
    }
    for (text, expected) in [
        ("see <https://a.example/x)y?q=%C3%A9> now", "https://a.example/x)y?q=%C3%A9"),
        ("see <https://a.example/x.> now", "https://a.example/x."),
        ("[t](<https://a.example/a b%20c(d)> \"e\")", "https://a.example/a b%20c(d)"),
        ("a<https://a.example/x and more", "https://a.example/x"),
    ] {
        assert_eq!(explain(text).root().children[0].written, expected, "{text}");
    }
}

#[test]
fn what_a_program_fills_in_is_left() {
    for (text, name, expected) in [
        ("snprintf(b, n, \"https://a.example/?q=%s&r=100%%25\", x);", "r", "100%"),
        ("start \"\" \"https://a.example/?q=caf%%C3%%A9\"", "q", "café"),
        ("set U=https://a.example/x%%20y?z=%VAR%&w=1", "z", "%VAR%"),
        ("https://a.example/?d=%DEVICE%&c=%CACHEBUSTER%", "c", "%CACHEBUSTER%"),
        ("https://a.example/?c=%%CACHEBUSTER%%&q=%C3%A9", "q", "é"),
        ("https://a.example/?u={lpurl+2}&x=a+b", "u", "{lpurl+2}"),
        ("https://a.example/?f=${a+b}&x=%26", "f", "${a+b}"),
    ] {
        has_values(text, &[(name, expected)]);
        let explanation = explain(text);
        for node in explanation.root().nodes() {
            assert!(node.remedies.is_empty(), "{text}: {:?}", node.remedies);
            let rules = node.findings.iter().map(|found| found.rule.name());
            let false_ones = ["malformed-escape", "invalid-utf8", "best-fit-char"];
            assert!(rules.into_iter().all(|rule| !false_ones.contains(&rule)), "{text}");
        }
    }
    // A percent sign before a triplet is none of a format.
    has_values("https://a.example/?q=2%%20Fat%20Milk", &[("q", "2% Fat Milk")]);
}

#[test]
fn a_plus_beside_one_that_is_encoded_may_be_a_space() {
    for text in [
        "magnet:?dn=C%2B%2B+Primer",
        "tg://msg?text=C%2B%2B+Primer",
        "intent://x?q=C%2B%2B+Primer#Intent;end",
    ] {
        let explanation = explain(text);
        let likely = explanation.root().nodes().find(|node| node.is_likely).map(Node::read);
        assert_eq!(likely, Some("C++ Primer"), "{text}");
    }
    let explanation = explain("magnet:?dn=Big+Buck");
    let name = explanation.root().value("dn").unwrap();
    assert_eq!((name.read(), name.children[0].read()), ("Big+Buck", "Big Buck"));
    for text in ["magnet:?tr=a+b", "tel:+49;phone-context=%2B49"] {
        assert!(explain(text).root().nodes().all(|node| !node.is_likely), "{text}");
    }
}

#[test]
fn parameters_of_other_header_fields() {
    for (text, expected) in [
        ("Content-Type: image/png; name*0*=UTF-8''a%20%E6%97; name*1*=%A5.png", "a 日.png"),
        ("Content-Type: application/pdf; name*=iso-8859-1''r%E9sum%E9.pdf", "résumé.pdf"),
        ("Link: </x%20y>; rel=next; title*=iso-8859-1'de'Kapitel%FC", "Kapitelü"),
    ] {
        let explanation = explain(text);
        let parameter = explanation.root().nodes().find(|node| node.kind == Kind::Parameter);
        let read: Vec<&str> = parameter.unwrap().nodes().map(Node::read).collect();
        assert!(read.contains(&expected), "{text}: {read:?}");
    }
    for text in ["Note: a *= 2; b = 50%20", "Note: it*=what%20ever; b*=50%20off"] {
        let is_parameter = |node: &Node| node.kind == Kind::Parameter;
        assert!(!explain(text).root().nodes().any(is_parameter), "{text}");
    }
}
