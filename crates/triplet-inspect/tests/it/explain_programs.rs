//! Explain: links of programs, links in files of programs, and what a reader can do about them.

use triplet_inspect::{Kind, Node, explain};

fn value(text: &str, name: &str) -> Option<String> {
    let explanation = explain(text);
    let mut nodes = explanation.root().nodes();
    nodes.find_map(|node| Some(node.value(name)?.read().to_owned()))
}

fn messages(text: &str) -> Vec<String> {
    let explanation = explain(text);
    let remedies = explanation.root().nodes().flat_map(|node| &node.remedies);
    remedies.map(|remedy| remedy.message.clone()).collect()
}

#[test]
fn brackets_in_a_query_need_no_remedy() {
    for text in [
        "https://a.example/?filter[a]=1&x=%20",
        "https://a.example/c?attr[]=1&attr[]=2#top",
        "/api/users?filter[status]=active&sort=-name",
    ] {
        assert_eq!(messages(text), [""; 0], "{text}");
    }
    // What else is wrong is named.
    let message = messages("https://a.example/?filter[a]=1&x=a|b");
    assert!(message[0].contains("offset 34"), "{message:?}");
    assert_eq!(messages("https://a.example/[a]?b=1").len(), 1);
}

#[test]
fn a_folded_link_is_whole() {
    for (text, name, expected) in [
        ("URL:https://a.example/e?eid=abc%2\r\n 0def&tz=Europe%2FBerlin", "eid", "abc def"),
        (
            "SUMMARY:A\nDESCRIPTION:see https:\n //a.example/?pwd=TWh%2BQT0\n 9%3D\\nOr",
            "pwd",
            "TWh+QT09=",
        ),
        (
            "ATTENDEE;CN=ben.buck\n sch:mailto:b@a.example\nLOCATION:https://a.example/?a=%2\n 6",
            "a",
            "&",
        ),
    ] {
        assert_eq!(value(text, name).as_deref(), Some(expected), "{text}");
        assert_eq!(messages(text), [""; 0], "{text}");
    }
}

#[test]
fn a_host_of_another_scheme_is_decoded() {
    for (text, expected) in [
        ("postgresql://me@%2Fvar%2Frun%2Fpostgresql/db?host=%2Ftmp", "/var/run/postgresql"),
        ("vscode-remote://ssh-remote%2Bbox/home/a%20b", "ssh-remote+box"),
        ("https://a%2Fb.example/", "a%2Fb.example"),
        ("foo://%FF/", "%FF"),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().child(Kind::Host).unwrap().read(), expected, "{text}");
    }
}

#[test]
fn links_without_slashes_among_words() {
    assert_eq!(value("get magnet:?xt=urn:btih:0b31&dn=a%20b now", "dn").as_deref(), Some("a b"));
    let query = value("<a href=\"search-ms:query=a%20b&amp;crumb=x\">c</a>", "query");
    assert_eq!(query.as_deref(), Some("a b"));
    for text in ["a magnet: strong", "xmagnet:?dn=a", "search-ms: a tool"] {
        assert_eq!(explain(text).root().kind, Kind::Plain, "{text}");
    }
}

#[test]
fn an_address_without_a_scheme_is_offered() {
    let explanation = explain("www.example.com/path?a=b");
    let root = explanation.root();
    assert_eq!((root.kind, root.children.len()), (Kind::Reference, 3));
    let explanation = explain("www.example.com/path/to");
    let root = explanation.root();
    assert_eq!(root.kind, Kind::Plain);
    let url = &root.children[0];
    assert_eq!((url.kind, url.is_likely), (Kind::Url, true));
    assert_eq!(url.child(Kind::Host).unwrap().read(), "www.example.com");
    assert_eq!(url.findings, []);
    // Among words it is an address.
    let explanation = explain("see www.example.com/path for more");
    assert_eq!(explanation.root().children[0].kind, Kind::Url);
    for text in ["www.a.example", "wwwroot/index.html", "www.index.html/", "www./x"] {
        let explanation = explain(text);
        assert!(explanation.root().children.is_empty(), "{text}");
    }
}

#[test]
fn variables_of_apache_are_no_errors() {
    let explanation = explain("RewriteRule ^(.*)$ https://%{HTTP_HOST}%{REQUEST_URI} [L,R=301]");
    assert!(
        explanation.root().nodes().all(|node| node
            .findings
            .iter()
            .all(|found| { found.rule.name() != "disallowed-char" }))
    );
}

#[test]
fn a_part_of_a_character_comes_before_rare_readings() {
    for (text, read) in [("?q=%E4%BD", "%E4%BD"), ("https://a.example/?q=ab%E3%81&x=1", "ab%E3%81")]
    {
        assert_eq!(value(text, "q").as_deref(), Some(read), "{text}");
    }
    let explanation = explain("{\"q\":\"%E3%81%93%E3%82\"}");
    assert!(explanation.root().charset.as_ref().unwrap().why.to_string().contains("cut"));
    assert_eq!(value("q=%E4%BD+%B9%FA", "q").as_deref(), Some("浣 国"));
}

#[test]
fn rare_charsets_of_cyrillic_where_nothing_else_fits() {
    for (text, name, read) in [
        ("http://a.ru/?q=%AF%E0%A8%A2%A5%E2", "IBM866", "привет"),
        (
            "file=%8F%E0%A8%AA%A0%A7%20%AE%20%AD%A0%A7%AD%A0%E7%A5%AD%A8%A8.doc",
            "IBM866",
            "Приказ о назначении.doc",
        ),
        ("q=%DF%E0%D8%D2%D5%E2%20%DC%D8%E0", "ISO-8859-5", "привет мир"),
        ("q=%EF%F0%E8%E2%E5%F2", "windows-1251", "привет"),
        ("q=%F0%D2%C9%D7%C5%D4", "KOI8-R", "Привет"),
    ] {
        let explanation = explain(text);
        let node: &Node = explanation.root().nodes().find(|node| node.charset.is_some()).unwrap();
        assert_eq!(node.read(), read, "{text}");
        assert_eq!(node.charset.as_ref().unwrap().charset.name(), name, "{text}");
    }
}

#[test]
fn a_delimiter_in_a_host_stays_encoded_in_the_readable_link() {
    for link in [
        "other://good.test%40evil.test/",
        "other://good.test%2Fevil.test/",
        "postgresql://me@%2Fvar%2Frun/db",
    ] {
        assert_eq!(explain(link).readable().as_deref(), Some(link));
    }
    let remote = explain("vscode-remote://ssh-remote%2Bbox/a%C3%A9");
    assert_eq!(remote.readable().as_deref(), Some("vscode-remote://ssh-remote+box/aé"));
}
