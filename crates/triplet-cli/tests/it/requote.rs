//! `requote` with options: to an IRI, with what stays, from octets and from HTML, and its notes.

use crate::running::{Folder, fails, gives, run, text};

/// A delimiter never becomes data, and what is left is told with its place.
#[test]
fn requote_with_options() {
    let of = |arguments: &[&str], expected: &str| {
        gives(&[&["requote"], arguments].concat(), b"", format!("{expected}\n"));
    };
    of(&["--iri", "https://bücher.example/a b/é?ü=%41"], "https://bücher.example/a%20b/é?ü=%41");
    of(&["--iri", "/a\u{202E}b"], "/a%E2%80%AEb");
    of(
        &["--also-keep", "{{*}}", "https://{{h}}:{{p}}/a b/{{x y}}?{{q&r}}"],
        "https://{{h}}:{{p}}/a%20b/{{x y}}?{{q&r}}",
    );
    of(&["--also-keep", "<*>", "--also-keep", "${*}", "/<a b>/${c d}/e f"], "/<a b>/${c d}/e%20f");
    of(&["--also-keep", "{}", "/{id}/a b"], "/{id}/a%20b");
    of(&["--also-keep", "%", "/50% off/%41"], "/50%%20off/%41");
    of(
        &["--html", "https://a.example/?a=1&amp;b=&quot;x&quot;"],
        "https://a.example/?a=1&b=%22x%22",
    );
    of(&["-s", "rfc3986:segment", "--also-keep", "{{*}}", "a/b {{c/d}}"], "a%2Fb%20{{c/d}}");
    // Octets in another charset, in each place.
    gives(
        &["requote"],
        b"https://a.example/\xFCber/\xC3\xBC?\xE9 #\xE8\n",
        "https://a.example/%FCber/%C3%BC?%E9%20#%E8\n",
    );
    gives(&["requote", "--iri"], b"/\xFC/\xC3\xBC\n", "/%FC/ü\n");
    gives(&["requote", "-s", "rfc3986:segment"], b"a\xFF b\n", "a%FF%20b\n");
    fails(
        &["requote"],
        b"http://\xFC:8o/ \n",
        1,
        "http://%FC:8o/\n",
        "stdin:1:11: the port at offset 10",
    );
    fails(&["requote", "--also-keep", "é", "/"], b"", 2, "", "--also-keep: the list at offset 0");
    fails(&["requote", "--iri", "-s", "rfc3986:path", "/"], b"", 2, "", "--iri");
    // A note is not an error: the file is replaced.
    let noted = |arguments: &[&str], input: &str, expected: &str, told: &str| {
        let output = run(&[&["requote"], arguments].concat(), input.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(told), "{said}");
    };
    let scp = "stdin:1:1: offset 0: note: this looks like host:path, as scp and git read it; a URL of it begins with ssh://git@a.example/\n";
    noted(&[], "git@a.example:o/r x\n", "./git@a.example:o/r%20x\n", scp);
    let port = "stdin:2:2: offset 2: note: this looks like a host and a port; a URL begins with a scheme: http://localhost:80/\n";
    noted(&[], "\n localhost:80/x\n", "\nlocalhost:80/x\n", port);
    noted(
        &["--json-field", "u"],
        "{\"u\":\"localhost:80/\"}",
        "{\"u\":\"localhost:80/\"}",
        "stdin:1:7: offset 6: field `u`: note: this",
    );
    noted(
        &["--csv-column", "1"],
        "a.b:80\n",
        "a.b:80\n",
        "record 1, column 1: note: this looks like a host and a port",
    );
    let folder = Folder::new("requote-note");
    let file = folder.file("links", b"localhost:80/a b\n");
    noted(&["-i", text(&file)], "", "", "note: this looks like");
    assert_eq!(std::fs::read(&file).expect("a file"), b"localhost:80/a%20b\n");
}

/// Passwords with raw delimiters, as people asked about them.
#[test]
fn passwords_with_raw_delimiters() {
    for (text, expected) in [
        (
            "postgres://u:p@ss#w/rd?@h:5432/app?x=a@b",
            "postgres://u:p%40ss%23w%2Frd%3F@h:5432/app?x=a@b",
        ),
        ("redis://:pa#ss@h:6379/0", "redis://:pa%23ss@h:6379/0"),
        ("https://u:to/ken@h.example/r.git#a b", "https://u:to%2Fken@h.example/r.git#a%20b"),
        ("amqp://u:%2f@h/%2F", "amqp://u:%2f@h/%2F"),
        ("mssql://u:100%[]@h/", "mssql://u:100%25%5B%5D@h/"),
        ("mysql://h/db?user=a@b.example", "mysql://h/db?user=a@b.example"),
        ("postgresql:///db?host=/tmp&user=a@b", "postgresql:///db?host=/tmp&user=a@b"),
        ("/a?b@c", "/a?b@c"),
        ("", ""),
    ] {
        let options = ["requote", "--raw-userinfo"];
        gives(&options, text.as_bytes(), expected);
        // What is repaired is a URI, and is right.
        gives(&["requote"], expected.as_bytes(), expected);
        gives(&options, expected.as_bytes(), expected);
    }
    gives(
        &["requote", "--raw-userinfo", "--also-keep", "{{*}}"],
        b"redis://u:{{a@/b}}#c@h/0\r\nredis://u:\xFF#@h/\n\n",
        "redis://u:{{a@/b}}%23c@h/0\r\nredis://u:%FF%23@h/\n\n",
    );
    let several = "mongodb://u:p@s/s@h1:1,h2:2/a b";
    let repaired = "mongodb://u:p%40s%2Fs@h1:1,h2:2/a%20b";
    gives(&["requote", "--raw-userinfo"], several.as_bytes(), repaired);
    fails(&["requote"], b"https://u:a#b@h/", 1, "https://u:a#b@h/", "--raw-userinfo encodes it");
    fails(&["requote", "--raw-userinfo", "-s", "rfc3986:path", "x"], b"", 2, "", "--set");
    gives(
        &["batch"],
        b"{\"op\":\"requote\",\"input\":\"redis://:a#b@h/0\",\"raw_userinfo\":true}\n",
        "{\"output\":\"redis://:a%23b@h/0\"}\n",
    );
}

/// RFC 3986 appendix C: what is around a reference is not a part of it.
#[test]
fn requote_within_delimiters() {
    for (text, expected) in [
        ("<https://a.example/x y>", "https://a.example/x%20y"),
        ("\"https://a.example/x y\"", "https://a.example/x%20y"),
        (" <URL: http://a.example/b c > ", "http://a.example/b%20c"),
        ("<\"/a b\">", "/a%20b"),
        ("\"a\"b\"", "%22a%22b%22"),
        ("\"x\"", "%22x%22"),
        ("web/http://a.example/", "web/http://a.example/"),
    ] {
        gives(&["requote", text], b"", format!("{expected}\n"));
    }
    gives(&["requote", "--also-keep", "<*>", "</a b>"], b"", "</a b>\n");
    gives(&["requote", "--also-keep", "<>", "</a b>"], b"", "</a%20b>\n");
    let link = "[text](https://a.example/x y)";
    fails(&["requote", link], b"", 1, "", "an address after other text at offset 7: ");
    fails(&["requote", "(http://h:8/)"], b"", 1, "", "an address after other text at offset 1: ");
    // Several hosts are right in a connection string.
    let hosts = "mongodb://me:p@ss@h1:1,h2:2/db";
    gives(&["requote", "--raw-userinfo", hosts], b"", "mongodb://me:p%40ss@h1:1,h2:2/db\n");
    let path = r"C:\a b";
    let output = run(&["requote", path], b"");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"C:%5Ca%20b\n"[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`triplet uri from-path`"));
}

#[test]
fn lines_that_are_skipped() {
    let list = b"#EXTM3U\n#EXTINF:10,Ein Titel\r\nv/seg 1.ts\n\n# %\n";
    let expected = "#EXTM3U\n#EXTINF:10,Ein Titel\r\nv/seg%201.ts\n\n# %\n";
    gives(&["requote", "--skip-lines", "#"], list, expected);
    let resolved = "#EXTM3U\nhttps://a.example/b/c\n";
    gives(
        &["resolve", "--skip-lines", "#", "https://a.example/b/m.m3u8"],
        b"#EXTM3U\nc\n",
        resolved,
    );
    gives(
        &["decode", "-l", "--skip-lines=#", "--skip-lines=;"],
        b"%41\n#%\n;%42\n",
        "A\n#%\n;%42\n",
    );
    gives(&["normalize", "-0", "--skip-lines", "//"], b"//%7E\0/%7E\0", "//%7E\0/~\0");
    fails(&["encode", "--skip-lines", "#"], b"", 2, "", "--skip-lines requires --lines or --null");
    fails(&["decode", "--skip-lines", "#", "--csv-column", "1"], b"", 2, "", "--csv-column");
}

/// What is told of a result that is right, and perhaps not what was meant.
#[test]
fn notes_of_decode() {
    let of = |arguments: &[&str], expected: &str, told: &str| {
        let output = run(arguments, b"");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert_eq!(said.is_empty(), told.is_empty(), "{arguments:?}: {said}");
        assert!(said.contains(told), "{arguments:?}: {said}");
    };
    of(&["decode", "--layers", "5", "2.750%25121"], "2.750\u{12}1\n", "encoded once only");
    of(
        &["decode", "--layers", "5", "%2525E9%252520"],
        "%E9%20\n".replace("%E9%20", "\u{fffd} ").as_str(),
        "encoded 2 times only",
    );
    of(&["decode", "--layers", "5", "a%252520b%250A"], "a b\n\n", "");
    of(&["decode", "--layers", "5", "%00"], "\0\n", "");
    let url = "https://a.example/a%20b?next=%2Fx%3D1%26b&r=1";
    of(&["decode", url], "https://a.example/a b?next=/x=1&b&r=1\n", "offset 37: note: `%26`");
    of(
        &["decode", "--keep-triplets-of", "&", url],
        "https://a.example/a b?next=/x=1%26b&r=1\n",
        "",
    );
    of(&["decode", "https://a.example/a%2Fb"], "https://a.example/a/b\n", "`%2F`");
    of(
        &["decode", "https://a.example/%C3%A9?a=%3D#%26"],
        "https://a.example/é?a=#&\n".replace("a=#", "a==#").as_str(),
        "",
    );
    of(&["decode", "https%3A%2F%2Fa.example%2F%26"], "https://a.example/&\n", "");
    of(&["decode", "--lenient", "100% %41"], "100% A\n", "");
    fails(&["decode", "--lenient", "--on-error", "skip", "%"], b"", 2, "", "--on-error");
    let svg = "data:image/svg+xml,<svg fill=\"#bad\"/>";
    of(
        &["data-url", "decode", svg],
        "<svg fill=\"",
        "offset 30: note: `#` begins a fragment, and 6 octets",
    );
    fails(&["respell", "--plus", "plus", "/?a+b"], b"", 2, "", "--as or --space");
    fails(
        &["encode", "-s", "php", "x"],
        b"",
        2,
        "",
        "the nearest are `dialect:php-raw` and `dialect:php-form`",
    );
}

#[test]
fn a_password_before_an_empty_host() {
    let of = |text: &str, expected: &str| {
        gives(&["requote", "--raw-userinfo", text], b"", format!("{expected}\n"));
    };
    of("postgresql://me:my/pass@/db", "postgresql://me:my%2Fpass@/db");
    of("postgresql://me:my#p@/db?host=/tmp", "postgresql://me:my%23p@/db?host=/tmp");
    // Without a colon the `@` is data of the path, and after a host too.
    of("file://a/b@/c", "file://a/b@/c");
    of("https://h:80/a@/b", "https://h:80/a@/b");
}

#[test]
fn what_is_perhaps_meant_in_another_way() {
    let of = |arguments: &[&str], expected: &str, told: &str| {
        let output = run(&[&["requote"], arguments].concat(), b"");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{expected}\n"));
        assert_eq!(said.is_empty(), told.is_empty(), "{arguments:?}: {said}");
        assert!(said.contains(told), "{arguments:?}: {said}");
    };
    let told = "offset 10: note: `%De` stays as a triplet, and is not UTF-8: if it is literal, write `%25De`";
    of(&["/?q=LIKE '%Demo%'"], "/?q=LIKE%20'%Demo%25'", told);
    of(&["/?q=%C3%A9 50%"], "/?q=%C3%A9%2050%25", "");
    of(&["/?q=%E9"], "/?q=%E9", "");
    of(&["data:,a#b"], "data:,a#b", "offset 7: note: `#` begins a fragment here");
    of(&["data:,a%23b"], "data:,a%23b", "");
    of(&["--html", "/lim&oacute;n&amp;"], "/lim&oacute;n&", "offset 4: note: `&oacute;` stays");
    of(&["--html", "/?a&lt=1;&b=2"], "/?a&lt=1;&b=2", "");
    of(&["/lim&oacute;n"], "/lim&oacute;n", "");
    let json = r"https:\/\/a.example\/";
    of(&[json], "https:%5C/%5C/a.example%5C/", "offset 6: note: this looks like a string of JSON");
}
