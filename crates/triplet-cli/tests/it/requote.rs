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
    fails(&["requote", "--raw-userinfo"], several.as_bytes(), 1, repaired, "one host and one port");
    fails(&["requote"], b"https://u:a#b@h/", 1, "https://u:a#b@h/", "--raw-userinfo encodes it");
    fails(&["requote", "--raw-userinfo", "-s", "rfc3986:path", "x"], b"", 2, "", "--set");
    gives(
        &["batch"],
        b"{\"op\":\"requote\",\"input\":\"redis://:a#b@h/0\",\"raw_userinfo\":true}\n",
        "{\"output\":\"redis://:a%23b@h/0\"}\n",
    );
}
