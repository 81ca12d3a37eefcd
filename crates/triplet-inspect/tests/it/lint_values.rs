//! What lint says of values that are a notation again, and of what is spelled so that a filter misses it: the findings, the least
//! severity of the worst, and how often the text is decoded until it appears.

use triplet_inspect::{Context, Severity, lint};

use Context::{Form, Path, Query, Url};
use Severity::{Error, Info, Warn};

/// A context, a text, ids with spaces between them, the severity, and the layer of the first of them.
type Row = (Context, &'static str, &'static str, Severity, u8);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // A way up, however it is spelled.
    (Query, "f=%252e%252e%252fx", "dot-segment", Warn, 2),
    (Query, "f=..%252f..%252fx", "dot-segment", Warn, 2),
    (Path, "/a/%252e%252e/x", "encoded-dot-segment", Error, 2),
    (Path, "/..%25252fx", "dot-segment", Error, 3),
    (Path, "/static/../../x", "dot-segment", Warn, 0),
    (Query, "f=%2Fstatic%2F..%2F..%2Fx", "dot-segment", Warn, 1),
    (Path, "/.../.../x", "dot-segment", Warn, 0),
    (Query, "f=..././x", "dot-segment", Warn, 0),
    (Query, "f=....//x", "dot-segment", Warn, 0),
    (Query, "f=..;/manager", "dot-segment-path-param", Warn, 0),
    (Query, "f=%c0%ae%c0%ae%c0%afx", "dot-segment overlong-utf8", Error, 1),
    (Query, "f=..%c0%2f..%c0%2fx", "dot-segment overlong-utf8", Error, 1),
    (Path, "/..%fc%80%80%80%80%afx", "dot-segment", Error, 1),
    (Query, "f=%EF%BC%8E%EF%BC%8E%EF%BC%8Fx", "dot-segment", Error, 1),
    (Path, "/..%u2215..%u2215x", "dot-segment", Error, 0),
    (Query, "f=..%25uF025..%25uEFC8x", "dot-segment", Error, 1),
    (Query, "f=0x2e0x2e0x2fx", "dot-segment", Error, 0),
    (Path, "/0X2E0x2e/x", "dot-segment", Error, 0),
    (Query, "f=..0x5C..0x5Cx", "dot-segment", Error, 0),
    (Query, "f=..%25c0%25qf..%25c0%25qfx", "dot-segment", Error, 2),
    (Query, "f=..%25bg%25qfx", "dot-segment", Error, 1),
    (Path, "/..%c1%1cx", "dot-segment", Error, 1),
    (Query, "f=/%e0%40%ae%e0%40%ae/x", "dot-segment", Error, 1),
    (Query, "f=..%25%5c..%25%5cx", "dot-segment", Error, 1),
    (Query, "f=..%01/..%01/x", "dot-segment", Error, 1),
    (Query, "f=/./././x", "dot-segment", Warn, 0),
    (Path, "/./././x", "dot-segment", Warn, 0),
    (Query, "f=.%5C%2F.%5C.%5C.%5Cx", "dot-segment", Warn, 1),
    (Query, "f=........../x", "dot-segment", Warn, 0),
    // Hosts in values.
    (Query, "u=http://①⓪.0.0.1/", "private-host numeric-host", Warn, 0),
    (Query, "u=http%3A%2F%2F169%E3%80%82254%E3%80%82169%E3%80%82254%2F", "private-host numeric-host", Warn, 1),
    (Query, "u=http%253A%252F%252F127.0.0.1%252F", "private-host", Warn, 2),
    (Url, "http://169。254。169。254/", "private-host numeric-host", Warn, 0),
    (Url, "http://good.test/go/http%3A%2F%2F127.0.0.1%2F", "private-host", Warn, 1),
    (Query, "u=http%3A%2F%2F%5Bfe80::1%25eth0%5D%2F", "zone-id", Info, 1),
    (Query, "u=http://good.test+%26@evil.test/", "misleading-userinfo", Warn, 1),
    (Query, "u=http://good.test;@evil.test/", "misleading-userinfo", Warn, 0),
    (Url, "http://good.test;@evil.test/", "misleading-userinfo", Warn, 0),
    (Url, "http://www.good.tld@evil.test/", "misleading-userinfo", Warn, 0),
    (Url, "https://%5cwww.good.tld@evil.test/", "misleading-userinfo", Warn, 0),
    (Query, "u=\u{3031}evil.test/", "confusable-delimiter", Warn, 0),
    (Query, "u=/%E3%83%BCevil.test", "confusable-delimiter", Warn, 1),
    (Query, "url=127.0.0.1.nip.io", "embedded-ipv4", Warn, 0),
    (Query, "u=//;@evil.test/", "misleading-userinfo", Warn, 0),
    (Query, "u=/https://evil.test", "scheme-relative-value", Warn, 0),
    (Query, "u=%2F%5Cevil.test", "scheme-relative-value", Warn, 1),
    (Path, "/%5Cevil.test", "network-path", Warn, 1),
    (Url, "https://good.test/%2f%2fevil.test/x", "network-path", Warn, 1),
    (Url, "https://good.test/go/%2f%5Cevil.test", "scheme-relative-value", Warn, 1),
    (Query, "u=0://evil.test:80/", "invalid-scheme", Error, 0),
    (Query, "url=localhost/", "private-host", Warn, 0),
    (Form, "dest_host=127.1", "private-host numeric-host", Warn, 0),
    (Query, "u=http://evil.%EF%BF%BD.test/", "disallowed-char", Error, 1),
    (Query, "u=http://7f000001.c0a80001.rbndr.us/", "embedded-ipv4", Warn, 0),
    // Schemes in values.
    (Query, "u=url:file:///etc/passwd", "fetcher-scheme", Warn, 0),
    (Query, "u=local_file:///etc/passwd", "fetcher-scheme", Warn, 0),
    (Query, "u=data://text/plain;base64,SGk=", "fetcher-scheme", Warn, 0),
    (Query, "u=data:text/plain;base64,SGk=", "fetcher-scheme", Warn, 0),
    (Query, "u=view-source:http://a.test/", "fetcher-scheme", Warn, 0),
    (Url, "filesystem:http://a.test/temporary/x", "fetcher-scheme", Info, 0),
    (Query, "u=java%26%23115;cript:alert(1)", "script-scheme", Warn, 0),
    (Query, "u=j%5Cu0061vascript:alert(1)", "script-scheme", Warn, 0),
    (Query, "u=/javascript:alert(1)", "script-scheme", Warn, 0),
    (Query, "u=%2F%5Cjavascript:alert(1)", "script-scheme", Warn, 0),
    (Query, "q=%3Cimg%20src=%22jav%26%23x09;ascript:alert(1)%22%3E", "html-metachar", Warn, 1),
    (Query, "q=%26ltscript%26gtalert(1)", "html-metachar", Warn, 1),
    (Query, "q=%2BADw-script%2BAD4-", "utf-7", Warn, 1),
    (Query, "q=%2525%2530aSet-Cookie:a=b", "crlf", Warn, 3),
    (Url, "https://good.test/go/javascript%3Aalert(1)", "script-scheme", Error, 0),
    // Options, files of Windows, prototypes, hidden pairs.
    (Query, "o=--upload-pack=id", "leading-dash", Warn, 0),
    (Path, "/a/-oProxyCommand=id", "leading-dash", Warn, 0),
    (Query, "f=index.asp::$DATA", "ntfs-ads", Error, 0),
    (Query, "f=C%3A%5Cwindows%5Cwin.ini", "windows-drive", Warn, 1),
    (Path, "/files/C%3A%5Cwindows%5Cwin.ini", "windows-drive", Warn, 1),
    (Query, "f=shell.php.", "windows-trailing", Warn, 0),
    (Query, "j=%7B%22constructor%22:%7B%22prototype%22:%7B%22x%22:1%7D%7D%7D", "proto-key", Warn, 1),
    (Query, "x=%7B%7Bx.__class__%7D%7D", "object-graph-name", Warn, 1),
    (Query, "a%255B__proto__%255D=1", "proto-key", Error, 0),
    (Query, "q=x%26admin=true", "encoded-delimiter", Warn, 1),
    // Markup and line breaks.
    (Query, "q=%253Cscript%253E", "html-metachar", Warn, 2),
    (Query, "q=%EF%BC%9Cscript%3E", "html-metachar", Warn, 1),
    (Query, "q=%27%20autofocus%20onfocus=x", "html-metachar", Warn, 1),
    (Query, "q=%E5%98%8A%E5%98%8DSet-Cookie:x", "lossy-narrowing", Warn, 1),
    (Query, "q=a%0D%0ASET%20x%201", "crlf", Warn, 1),
    (Url, "mailto:a@b.test?subject=x%0D%0ABcc:%20c@d.test", "crlf", Warn, 1),
    (Url, "mailto:a@b.test?body=x%0D%0ABcc:%20c@d.test", "crlf", Info, 1),
];

#[test]
fn values_are_checked_as_what_they_are() {
    let mut wrong = Vec::new();
    for (context, text, ids, severity, layer) in ROWS {
        let findings = lint(text.as_bytes(), *context);
        let of = |id: &str| {
            findings.iter().filter(|f| f.rule().name() == id).max_by_key(|f| f.severity()).copied()
        };
        let found: Vec<_> = ids.split(' ').map(of).collect();
        let worst = found.iter().flatten().map(|f| f.severity()).max();
        let first = found[0].map(|f| f.layer());
        if found.iter().any(Option::is_none) || worst != Some(*severity) || first != Some(*layer) {
            let all: Vec<_> = findings
                .iter()
                .map(|f| (f.rule().name(), f.severity().name(), f.layer()))
                .collect();
            wrong.push(format!("{text} as {}: {all:?}", context.name()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), ROWS.len(), wrong.join("\n"));
}

/// A text within a text within a text: lint stops, and takes no more than linear time.
#[test]
fn texts_within_each_other() {
    let mut text = String::from("http://127.0.0.1/");
    for depth in 1..10 {
        let encoded: String = text
            .bytes()
            .map(|b| match b.is_ascii_alphanumeric() {
                true => char::from(b).to_string(),
                false => format!("%{b:02X}"),
            })
            .collect();
        text = format!("https://a.test/?u={encoded}");
        let found = lint(text.as_bytes(), Url).iter().any(|f| f.rule().name() == "private-host");
        assert_eq!(found, depth <= 6, "{depth}");
    }
}
