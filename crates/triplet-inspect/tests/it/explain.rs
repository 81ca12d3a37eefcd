//! Explain: trees of texts of each kind, the readable link, and what must not be recognised.

use proptest::prelude::*;
use triplet::iri;
use triplet::uri::{Level, requote_reference};
use triplet_inspect::{Explain, Kind, Node, RemedyKind, explain};

/// The tree in lines: `kind "text read"`, indented. Parts of a pair are in one line.
fn tree(text: &str) -> String {
    let mut out = String::new();
    write(explain(text).root(), 0, &mut out);
    out
}

fn write(node: &Node, depth: usize, out: &mut String) {
    let perhaps = if node.is_likely { "? " } else { "" };
    out.push_str(&format!("{}{perhaps}{}", "  ".repeat(depth), node.kind));
    let of = |kind| node.child(kind);
    match (node.kind, of(Kind::Name)) {
        (Kind::Pair, Some(name)) => {
            out.push_str(&format!(" {:?}", name.read()));
            if let Some(value) = of(Kind::Value) {
                out.push_str(&format!(" {:?}\n", value.read()));
                value.children.iter().for_each(|child| write(child, depth + 1, out));
            } else {
                out.push('\n');
            }
            return;
        }
        _ if node.children.is_empty() || node.decoded.is_some() => {
            out.push_str(&format!(" {:?}", node.read()));
        }
        _ => {}
    }
    out.push('\n');
    node.children.iter().for_each(|child| write(child, depth + 1, out));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let lines: Vec<&str> =
        expected.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect();
    let lines = lines.join("\n");
    assert_eq!(tree(text).trim_end(), lines.trim(), "{text}");
}

#[test]
fn a_link_in_a_link_in_a_link() {
    check(
        "https://login.example/authorize?response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fnext%3Dhttps%253A%252F%252Fapp.example%252Fgo%253Fto%253D%25252Fhome",
        r#"
        url
          scheme "https"
          host "login.example"
          segment "authorize"
          pair "response_type" "code"
          pair "redirect_uri" "https://app.example/cb?next=https%3A%2F%2Fapp.example%2Fgo%3Fto%3D%252Fhome"
            url
              scheme "https"
              host "app.example"
              segment "cb"
              pair "next" "https://app.example/go?to=%2Fhome"
                url
                  scheme "https"
                  host "app.example"
                  segment "go"
                  pair "to" "/home"
        "#,
    );
}

#[test]
fn a_value_is_decoded_once() {
    check(
        "discount=50%2525",
        r#"
        form
          pair "discount" "50%25"
            ? encoded "50%"
        "#,
    );
    check(
        "https%253A%252F%252Fa.example%252Fx",
        r#"
        encoded "https%3A%2F%2Fa.example%2Fx"
          encoded "https://a.example/x"
            url
              scheme "https"
              host "a.example"
              segment "x"
        "#,
    );
}

#[test]
fn the_parts_of_an_authority() {
    check(
        "ftp://me:p%40ss@xn--r8jz45g.jp:21/a%2Fb//c",
        r#"
        url
          scheme "ftp"
          user "me"
          password "p@ss"
          host "例え.jp"
          port "21"
          segment "a/b"
          segment "c"
        "#,
    );
    check("//cdn.example/x", "reference\n          host \"cdn.example\"\n          segment \"x\"");
}

#[test]
fn a_plus_is_a_space_where_it_is_one() {
    check(
        "https://a.example/c+d?q=c%2B%2B+and+c#x+y",
        r#"
        url
          scheme "https"
          host "a.example"
          segment "c+d"
          pair "q" "c++ and c"
          fragment "x+y"
        "#,
    );
    check(
        "photos/2024/a%20b+c.jpg",
        r#"
        encoded "photos/2024/a b+c.jpg"
          ? encoded "photos/2024/a b c.jpg"
        "#,
    );
}

/// The charset of the first value that has one, and why.
fn charset(text: &str) -> (String, String, String) {
    let explanation = explain(text);
    let mut nodes = explanation.root().nodes().filter(|node| node.charset.is_some());
    let node = nodes.next().expect(text);
    let read = node.charset.as_ref().expect(text);
    (node.read().to_owned(), read.charset.name().to_owned(), read.why.to_string())
}

#[test]
fn each_value_has_its_charset() {
    for (text, read, name, why) in [
        ("https://a.example/?q=%E4%B8%AD", "中", "UTF-8", "well-formed UTF-8"),
        (
            "http://a.example/s?wd=%D6%D0%B9%FA%D0%C2%CE%C5",
            "中国新闻",
            "gb18030",
            "frequent characters of simplified Chinese",
        ),
        (
            "http://a.example/?q=%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4",
            "안녕하세요",
            "EUC-KR",
            "frequent Korean syllables",
        ),
        (
            "http://a.example/?q=%93%FA%96%7B%8C%EA%82%C5%82%B7",
            "日本語です",
            "Shift_JIS",
            "frequent Japanese characters",
        ),
        ("http://a.example/?q=caf%E9", "café", "windows-1252", "usual letters of western Europe"),
        ("http://a.example/?q=%C4%A3&ie=gbk", "模", "GBK", "`ie` names it"),
    ] {
        assert_eq!(charset(text), (read.into(), name.into(), why.into()), "{text}");
    }
    // What is ambiguous by itself is read as its neighbours are.
    let explanation = explain("http://a.example/?a=%C4%A3&b=%D6%D0%B9%FA%D0%C2%CE%C5");
    assert_eq!(explanation.root().value("a").map(Node::read), Some("模"));
    assert_eq!(charset("http://a.example/?a=%C4%A3").0, "ģ");
    // Unless that would be much rarer; then what the neighbours say is named.
    let explanation = explain("http://a.example/?a=%C3%A9&b=%D6%D0%B9%FA%D0%C2%CE%C5");
    let value = explanation.root().value("a").unwrap();
    assert_eq!(value.read(), "é");
    let runner_up = value.charset.as_ref().unwrap().runner_up.as_ref();
    assert_eq!(runner_up.map(|(charset, text)| (charset.name(), &**text)), Some(("gb18030", "茅")));
    // And what is surely UTF-8 is not.
    let explanation = explain("http://a.example/?a=%E4%B8%AD&b=%D6%D0%B9%FA%D0%C2%CE%C5");
    assert_eq!(explanation.root().value("a").map(Node::read), Some("中"));
    let explanation = explain("http://a.example/?a=caf%C3%A9&b=%D6%D0%B9%FA%D0%C2%CE%C5");
    assert_eq!(explanation.root().value("a").map(Node::read), Some("café"));
    assert_eq!(explanation.root().value("b").map(Node::read), Some("中国新闻"));
}

#[test]
fn octets_that_are_not_text_stay_triplets() {
    let explanation = explain("a%ED%A0%80b");
    assert_eq!(explanation.root().read(), "a%ED%A0%80b");
    assert_eq!(explanation.root().octets.as_deref(), Some(&b"a\xED\xA0\x80b"[..]));
    // Half of a surrogate pair.
    let explanation = explain("https://a.example/?q=%u4E2D+%uD83D");
    assert_eq!(explanation.root().value("q").map(Node::read), Some("中 %uD83D"));
    check("100%abgesichert", "plain \"100%abgesichert\"");
    check("5 %de", "plain \"5 %de\"");
}

#[test]
fn texts_with_addresses() {
    check(
        r#"192.0.2.1 - - [25/Nov/2026] "GET /s?q=%E4%B8%AD HTTP/1.1" 200 7 "https://a.example/?u=%2F" "x""#,
        r#"
        text
          reference
            segment "s"
            pair "q" "中"
          url
            scheme "https"
            host "a.example"
            pair "u" "/"
        "#,
    );
    let addresses = |text: &str| {
        let root = explain(text).into_root();
        assert_eq!(root.kind, Kind::Text, "{text}");
        root.children.into_iter().map(|child| child.written).collect::<Vec<_>>()
    };
    let cases: [(&str, &[&str]); 9] = [
        (
            "See [this](https://a.example/x_(y)) and (https://b.example/?a=1,2).",
            &["https://a.example/x_(y)", "https://b.example/?a=1,2"],
        ),
        ("<https://a.example/>; rel=next", &["https://a.example/"]),
        (
            "Look: https://a.example/x, or www.b.example/y!",
            &["https://a.example/x", "www.b.example/y"],
        ),
        (
            "id,url\n1,https://a.example/a,5\n2,\"https://b.example/b,c\",6\n",
            &["https://a.example/a", "https://b.example/b,c"],
        ),
        ("1,https://a.example/,https://b.example/", &["https://a.example/", "https://b.example/"]),
        ("请看https://a.example/中。谢谢", &["https://a.example/中"]),
        ("href=\"https://a.example/?a=1\" x", &["https://a.example/?a=1"]),
        (
            "https://a.example/%C3%A4\nhttps://b.example/",
            &["https://a.example/%C3%A4", "https://b.example/"],
        ),
        ("GET /a%20b HTTP/1.1\r\nHost: x\r\n", &["/a%20b"]),
    ];
    for (text, expected) in cases {
        assert_eq!(addresses(text), expected, "{text}");
    }
}

#[test]
fn what_looks_like_something_and_is_not() {
    for text in [
        "",
        "tea and milk",
        "50% of a&b",
        "a=b",
        "x = y & z",
        "std::string",
        "Note: see below",
        "C:\\Users\\a",
        "12:30",
        "foo:bar",
        "/home",
        "/usr/share/doc",
        "../x",
        "YWJjZA==",
        "a://",
        "http://",
        "e.g. this/that",
        "rock&roll",
        "1 + 1 = 2",
    ] {
        check(text, &format!("plain {text:?}"));
    }
}

#[test]
fn remedies_of_links_with_tracking_variables_and_number_signs() {
    for (text, kind, offset, repaired) in [
        (
            "https://a.example/?utm_source=x&id=%7e&fbclid=1#top",
            RemedyKind::RemoveTracking,
            19,
            "https://a.example/?id=%7e#top",
        ),
        ("/?a=1&utm%5Fid=2", RemedyKind::RemoveTracking, 6, "/?a=1"),
        (
            "https://{{host}}:{{port}}/a b?x={{y}}",
            RemedyKind::Requote,
            27,
            "https://{{host}}:{{port}}/a%20b?x={{y}}",
        ),
        ("/users/{id}/a^?x=%41", RemedyKind::Requote, 13, "/users/{id}/a%5E?x=%41"),
        (
            "data:image/svg+xml,<a b='#c' d='#e'/>",
            RemedyKind::EncodeNumberSign,
            25,
            "data:image/svg+xml,<a b='%23c' d='%23e'/>",
        ),
    ] {
        let explanation = explain(text);
        let [remedy] = &explanation.root().remedies[..] else { panic!("{text}: {explanation:?}") };
        assert_eq!((remedy.kind, remedy.offset, &*remedy.text), (kind, offset, repaired), "{text}");
    }
    for text in [
        "https://a.example/?utm_=x&gclid_=1",
        "mailto:a@b.example?utm_id=1",
        "https://${host}/?x=${y}",
        "{{base}}/a?x=1",
        "data:image/svg+xml,%3Csvg/%3E#icon",
    ] {
        assert_eq!(explain(text).root().remedies, [], "{text}");
    }
}

#[test]
fn a_plus_that_is_likely_one() {
    for (value, other) in [
        ("+4912345", Some("+4912345")),
        ("2026-01-01T00:00:00+09:00", Some("2026-01-01T00:00:00+09:00")),
        ("a+b@c.example", Some("a+b@c.example")),
        ("AbC/d+eF=", Some("AbC/d+eF=")),
        ("tea+milk", None),
        ("1+1", None),
        ("a+b/c", None),
        ("me@a.example+and+you", None),
        ("c%2B+", None),
    ] {
        let link = explain(&format!("https://a.example/?q={value}"));
        let node = link.root().value("q").expect("a value");
        assert_eq!(node.read(), value.replace('+', " ").replace("%2B", "+"), "{value}");
        let likely = node.children.iter().find(|child| child.is_likely);
        assert_eq!(likely.map(|child| child.read()), other, "{value}");
    }
    for (text, kind) in [
        ("1+1=2", Kind::Plain),
        ("x=1+1", Kind::Plain),
        ("q=tea+milk", Kind::Form),
        ("search?q=%41", Kind::Reference),
        ("why?x=1", Kind::Plain),
        ("postgresql:///db?user=a%40b.example", Kind::Url),
        ("sqlite:////tmp/a%20b.db", Kind::Url),
    ] {
        assert_eq!(explain(text).root().kind, kind, "{text}");
    }
}

#[test]
fn header_fields_with_a_path_have_an_address() {
    for (text, path) in [
        ("Location: /caf%C3%A9?next=%2Fa", "/caf%C3%A9?next=%2Fa"),
        (":path: /a%2Fb", "/a%2Fb"),
        ("x-amz-copy-source:/b/a%20b HTTP", "/b/a%20b"),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Text, "{text}");
        assert_eq!(explanation.root().children[0].written, path);
    }
    for text in ["the location: /a", "Location: nowhere /a", ":", "Location:", "é: /a"] {
        assert!(explain(text).root().nodes().all(|node| node.kind != Kind::Reference), "{text}");
    }
    assert_eq!(explain("a=b;c=d+e==").root().kind, Kind::Plain);
}

#[test]
fn remedies_give_the_text_that_is_right() {
    let explanation = explain("https://a.example/my file.pdf?q=50%");
    let remedy = &explanation.root().remedies[0];
    assert_eq!((remedy.offset, &*remedy.text), (20, "https://a.example/my%20file.pdf?q=50%25"));
}

#[test]
fn findings_lie_in_the_part_that_has_them() {
    let explanation = explain("https://a.example/x/..%2f/y?u=a%00b");
    let found = |kind: Kind| -> Vec<_> {
        let nodes = explanation.root().nodes().filter(|node| node.kind == kind);
        nodes
            .flat_map(|node| {
                node.findings.iter().map(|found| (found.rule.name(), found.start, found.end))
            })
            .collect()
    };
    assert!(found(Kind::Value).contains(&("nul-byte", 1, 4)), "{:?}", found(Kind::Value));
    assert!(
        found(Kind::Segment).iter().any(|found| found.0 == "encoded-separator"),
        "{:?}",
        found(Kind::Segment)
    );
}

#[test]
fn limits() {
    let mut text = "%41".to_owned();
    for _ in 0..40 {
        text = text.replace('%', "%25");
    }
    let explanation = explain(&text);
    let depth = explanation.root().nodes().filter(|node| node.kind == Kind::Encoded).count();
    assert_eq!(depth, 16);
    assert!(explanation.root().nodes().any(|node| node.is_cut));

    let many = format!("https://a.example/?{}", "a=1&".repeat(10_000));
    let explanation = explain(&many);
    assert!(explanation.root().is_cut || explanation.root().nodes().any(|node| node.is_cut));
    assert!(explanation.root().nodes().count() <= 10_000);
    assert_eq!(explanation.readable().as_deref(), Some(&*many));

    let few = Explain::new().max_nodes(1).explain("https://a.example/");
    assert_eq!(few.root().nodes().count(), 1);
    assert!(few.root().is_cut);
}

#[test]
fn the_readable_link_works() {
    for (text, expected) in [
        (
            "https://de.example/K%C3%B6ln?q=50%25%2B%C3%A4#%C3%9F",
            Some("https://de.example/Köln?q=50%25%2Bä#ß"),
        ),
        ("http://xn--r8jz45g.jp/%E5%BC%95", Some("http://例え.jp/引")),
        // Not UTF-8: no letter of a legacy charset would work.
        (
            "http://a.example/?q=%D6%D0%B9%FA%D0%C2%CE%C5",
            Some("http://a.example/?q=%D6%D0%B9%FA%D0%C2%CE%C5"),
        ),
        ("see https://a.example/%C3%A4 and %C3%A4", Some("see https://a.example/ä and %C3%A4")),
        ("https%3A%2F%2Fa.example%2F%25C3%25A4", Some("https://a.example/ä")),
        ("http://[2001:db8::1/", Some("http://[2001:db8::1/")),
        ("a=1&b=%C3%A4", None),
        ("tea", None),
    ] {
        assert_eq!(explain(text).readable().as_deref(), expected, "{text}");
    }
}

/// Texts in which notations meet.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z]{1,4}",
        "[ -~]{1,3}",
        "\\PC",
        "%[0-9a-fA-F]{2}",
        "(%[89A-Fa-f][0-9a-f]){1,4}",
        Just("https://a.example/".to_owned()),
        Just("%3A%2F%2F".to_owned()),
        Just("&amp;".to_owned()),
        Just("%25".to_owned()),
        Just("?a=".to_owned()),
        Just("&b=".to_owned()),
        Just("\\x".to_owned()),
        Just("=\n".to_owned()),
        Just("=3D".to_owned()),
        Just("mailto:".to_owned()),
        Just("data:,".to_owned()),
        Just("%u4E2D".to_owned()),
        Just("@".to_owned()),
        Just("#".to_owned()),
        Just("\n".to_owned()),
        Just("xn--r8jz45g.jp".to_owned()),
        Just("%C3%A4".to_owned()),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Spans are in the text read of the parent, in order, and the children of a cut or whole node say what is there.
fn check_spans(node: &Node) {
    let read = node.read();
    for child in &node.children {
        if child.is_likely {
            assert!(child.written == read || child.written == node.written, "{node:?}");
        } else {
            assert_eq!(&read[child.span.clone()], child.written, "{node:?}");
        }
        check_spans(child);
    }
    let parts = node.children.iter().filter(|child| !child.is_likely);
    assert!(parts.clone().zip(parts.skip(1)).all(|(a, b)| a.span.end <= b.span.start), "{node:?}");
    for found in &node.findings {
        assert!(found.start <= found.end && found.end <= node.written.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_has_a_tree(text in text()) {
        let explanation = explain(&text);
        prop_assert_eq!(&text[explanation.root().span.clone()], &*explanation.root().written);
        check_spans(explanation.root());
    }

    #[test]
    fn the_readable_link_means_the_same(text in text()) {
        let explanation = explain(&text);
        let root = explanation.root();
        if !matches!(root.kind, Kind::Url | Kind::Iri | Kind::Reference) {
            return Ok(());
        }
        let readable = explanation.readable().unwrap();
        // An address without a scheme has a host, as one of the web.
        let is_host = root.detail.as_deref() == Some("without a scheme");
        let whole = |text: &str| {
            requote_reference(&[if is_host { "http://" } else { "" }, text].concat()).into_owned()
        };
        let (again, before) = (whole(&readable), whole(&root.written));
        prop_assert!(
            again == before || iri::equivalent(&again, &before, Level::Scheme),
            "{} {} {} {}", text, readable, again, before
        );
    }
}

/// No ordinary text is in a notation, and an ordinary URL is a URL.
#[test]
fn ordinary_texts_are_what_they_are() {
    let urls = include_str!("../data/ordinary-urls.txt").lines();
    let texts = include_str!("../data/ordinary-texts.txt").lines();
    let given = std::env::var_os("TRIPLET_VECTORS").map(|folder| {
        let file = std::path::Path::new(&folder).join("ordinary2.txt");
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    });
    let given = given.as_deref().unwrap_or_default().lines();
    let surprising = [
        Kind::Html,
        Kind::QuotedPrintable,
        Kind::Backslash,
        Kind::Mediawiki,
        Kind::ConnectionString,
        Kind::ContentDisposition,
        Kind::Parameter,
        Kind::Javascript,
        Kind::PercentU,
        Kind::EncodedWord,
        Kind::Caret,
        Kind::Defanged,
    ];
    // Some ordinary texts are connection strings.
    let is_connection = |node: &Node| {
        let is_one = ["jdbc:", "mongodb:"].iter().any(|scheme| node.written.starts_with(scheme));
        node.kind == Kind::ConnectionString && is_one
    };
    let found: Vec<String> = urls
        .chain(texts)
        .chain(given)
        .flat_map(|text| {
            let explanation = explain(text);
            let is_one = |node: &&Node| surprising.contains(&node.kind) && !is_connection(node);
            let nodes = explanation.root().nodes().filter(is_one);
            nodes
                .map(|node| format!("{}: {:?} in {text:?}", node.kind, node.written))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(found, Vec::<String>::new(), "{} of them", found.len());
}

#[test]
fn a_form_with_a_raw_space() {
    let explanation = explain("a=b c&d=%C3%A9+e");
    let root = explanation.root();
    assert_eq!(root.kind, Kind::Form);
    assert_eq!(root.value("a").map(Node::read), Some("b c"));
    assert_eq!(root.value("d").map(Node::read), Some("é e"));
    assert_eq!((root.remedies[0].offset, &*root.remedies[0].text), (3, "a=b%20c&d=%C3%A9+e"));
    for text in
        ["if a=b then c&d=e", "a= b&c=d", "AT&T price=3 or 4", "a=b c", "a=b & c=d", "a=b\tc&d=e"]
    {
        assert_eq!(explain(text).root().kind, Kind::Plain, "{text}");
    }
}

#[test]
fn a_text_with_more_links_than_nodes_is_readable_to_its_end() {
    let line = |number: usize| format!("{number} https://a.example/%C3%A9?b=%E4%B8%AD%26 x\r\n");
    let text: String = (0..60).map(line).collect();
    let readable = text.replace("%C3%A9", "é").replace("%E4%B8%AD", "中");
    for nodes in [1, 2, 7, 100, 10_000] {
        let explanation = Explain::new().max_nodes(nodes).explain(&text);
        assert_eq!(explanation.root().nodes().any(|node| node.is_cut), nodes < 10_000);
        assert_eq!(explanation.readable().as_deref(), Some(readable.trim_end()), "{nodes}");
    }
}
