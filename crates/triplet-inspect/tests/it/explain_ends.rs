//! Explain: where an address in a text ends, and texts whose percent signs encode nothing.

use triplet_inspect::{Kind, explain};

#[test]
fn what_is_around_an_address_is_not_of_it() {
    for (text, expected) in [
        ("[url=https://a.example/%C3%A9?x=1]Text[/url]", "https://a.example/%C3%A9?x=1"),
        ("[url]https://a.example/x?y=1[/url]", "https://a.example/x?y=1"),
        ("[img]https://a.example/i%20m.png[/img]", "https://a.example/i%20m.png"),
        ("[Text|https://a.example/%C3%A9?x=1]", "https://a.example/%C3%A9?x=1"),
        ("[Text|https://a.example/?x=1|title]", "https://a.example/?x=1"),
        ("<https://a.example/%C3%A9?x=1|Text> more", "https://a.example/%C3%A9?x=1"),
        ("{{cite web|url=https://a.example/x?y=1|title=T}}", "https://a.example/x?y=1"),
        ("{{cite|title=T |url = https://a.example/x?y=1}}", "https://a.example/x?y=1"),
        ("“https://a.example/x?y=1”", "https://a.example/x?y=1"),
        ("„https://a.example/x?y=1“", "https://a.example/x?y=1"),
        ("«https://a.example/x?y=1»", "https://a.example/x?y=1"),
        ("‘https://a.example/x?y=1’", "https://a.example/x?y=1"),
        ("https://a.example/x?y=1… and", "https://a.example/x?y=1"),
        ("~~https://a.example/x?y=1~~", "https://a.example/x?y=1"),
        ("at https://a.example/x.js?y=1:10:5", "https://a.example/x.js?y=1"),
        ("f (https://a.example/x.js:10:5)", "https://a.example/x.js"),
        ("[[https://a.example/%C3%A9][Text]]", "https://a.example/%C3%A9"),
        ("[a](https://a.example/b_(c))", "https://a.example/b_(c)"),
        // Of the address itself.
        ("see https://a.example/?a[]=1&b[x]=2 now", "https://a.example/?a[]=1&b[x]=2"),
        ("see https://a.example/?a=1|2 now", "https://a.example/?a=1|2"),
        ("see http://[2001:db8::1]:80/ now", "http://[2001:db8::1]:80/"),
        ("see https://a.example/~me/ now", "https://a.example/~me/"),
        ("see https://a.example:8080/a:1 now", "https://a.example:8080/a:1"),
        ("see https://a.example/it’s now", "https://a.example/it’s"),
        ("GET /x?a=1]b HTTP/1.1", "/x?a=1]b"),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Text, "{text}");
        let found: Vec<_> =
            explanation.root().children.iter().map(|child| &*child.written).collect();
        assert_eq!(found, [expected], "{text}");
    }
}

#[cfg(feature = "all-notations")]
#[test]
fn formats_are_plain_text_first() {
    for text in [
        "%5d %s",
        "%10s",
        "%05d",
        "%02d:%02d",
        "echo %CD%\\%DATE:~0,4%",
        "%DB_HOST%",
        "LIKE '%20%'",
        "rgb(10%20%30%)",
        "printf(\"%ad %20d %2f\")",
        "pretty=%h%x09%an%x09%ad",
        "@echo off\nset X=%~dp0%1\necho %DATE% %CD%",
        "%d items, %20s",
        "50%de Rabatt",
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Plain, "{text}");
        assert!(explanation.root().children.iter().all(|child| child.is_likely), "{text}");
    }
    for text in ["%2f", "a%20b", "caf%C3%A9 %d", "100%25", "50%20off", "%C3%A9", "%2Fa%5d"] {
        assert_eq!(explain(text).root().kind, Kind::Encoded, "{text}");
    }
}
