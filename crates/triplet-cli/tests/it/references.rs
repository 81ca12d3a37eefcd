//! The commands for whole references, as a person runs them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::running::{fails, gives};

fn triplet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_triplet"));
    command.args(arguments).env_remove("TRIPLET_TIER");
    command
}

fn run(arguments: &[&str]) -> Output {
    triplet(arguments).stdin(Stdio::null()).output().expect("triplet starts")
}

fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = triplet(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("triplet starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Exit status, standard output, standard error.
fn seen(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

#[test]
fn normalize() {
    let (code, out, _) = seen(run(&["normalize", "HTTP://a/%7euser/../b?x=%2f", "http://b:80"]));
    assert_eq!((code, &*out), (0, "http://a/b?x=%2F\nhttp://b:80\n"));
    let (code, out, _) = seen(run(&["normalize", "--level", "scheme", "http://b:80"]));
    assert_eq!((code, &*out), (0, "http://b/\n"));
    let (code, out, _) = seen(run(&["normalize", "--iri", "http://b/%c3%a9%2f"]));
    assert_eq!((code, &*out), (0, "http://b/é%2F\n"));
    let (code, out, _) = seen(run_with(&["normalize", "-l"], b"/a/./b\n%7e\n"));
    assert_eq!((code, &*out), (0, "/a/b\n~\n"));
    // Malformed triplets are kept, and reported with their place.
    let (code, out, err) = seen(run_with(&["normalize", "-l"], b"/%7e\n/%zz/%7e?100%\n/%41\n"));
    assert_eq!((code, &*out), (1, "/~\n/%zz/~?100%\n/A\n"));
    assert_eq!(
        err,
        "triplet: stdin:2:2: offset 6: a malformed triplet is kept as it is, and 1 more\n  /%zz/%7e?100%\n   ^\n"
    );
    // Bytes that are not text are an error with a place, and the others go on.
    let (code, out, err) = seen(run_with(&["normalize", "-l"], b"/a/./b\n/%7e\n"));
    assert_eq!((code, &*out, &*err), (0, "/a/b\n/~\n", ""));
    let output = run_with(&["normalize", "-l"], b"/a\xFF\n/%7e\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"/a\xFF\n/~\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("stdin:1:3: offset 2"));
}

#[test]
fn compare_in_any_order() {
    let any = |arguments: &[&str]| {
        let (code, out, _) = seen(run(&[&["compare", "--any-order"], arguments].concat()));
        (code, out.lines().next().unwrap_or_default().to_owned())
    };
    assert_eq!(any(&["/?b=1&a=2", "/?a=2&b=1"]), (0, "same by parameter order".to_owned()));
    assert_eq!(
        any(&["HTTP://h/?b=%7e&a=2", "http://h/?a=2&b=~"]),
        (0, "same by unreserved triplet, scheme case, parameter order".to_owned())
    );
    // The values of one name have an order.
    let (code, out) = any(&["/?a=1&b&a=2", "/?b&a=2&a=1"]);
    assert_eq!((code, &*out), (1, "different: in the query at offset 4 and 6"));
    assert_eq!(any(&["/?a&b", "/?a&b"]), (0, "identical".to_owned()));
    assert_eq!(any(&["/a", "/b"]), (1, "different: in the path at offset 1 and 1".to_owned()));
    assert_eq!(any(&["--level", "decoded", "--plus", "/?b=x+y&a=2", "/?a=2&b=x%20y"]).0, 0);
    assert_eq!(
        any(&["--iri", "/?b=é&a=2", "/?a=2&b=%C3%A9"]),
        (0, "same by IRI encoding, parameter order".to_owned())
    );
    assert_eq!(seen(run(&["compare", "/?b=1&a=2", "/?a=2&b=1"])).0, 1);
    // One key for both, to remove duplicates by.
    let keys = run_with(
        &["normalize", "--key", "--any-order", "-l"],
        b"/?b=1&a=%7E\n/?a=~&&b=1\n/?a=~&b=2\n",
    );
    assert_eq!(keys.stdout, b"/?a=~&b=1\n/?a=~&b=1\n/?a=~&b=2\n");
    assert_eq!(seen(run(&["normalize", "--any-order", "/"])).0, 2);
}

#[test]
fn compare() {
    let (code, out, _) = seen(run(&["compare", "HTTP://a/%7eb", "http://a/~b"]));
    assert_eq!((code, &*out), (0, "same by unreserved triplet, scheme case\n"));
    let (code, out, _) = seen(run(&["compare", "http://a/b/c", "http://a/b%2Fc"]));
    assert_eq!(code, 1);
    assert!(
        out.starts_with(
            "different: in the path at offset 10 and 10: a reserved character is not its triplet\n"
        ),
        "{out}"
    );
    let (code, out, _) = seen(run(&["compare", "--level", "percent", "http://a", "http://a/"]));
    assert_eq!(
        (code, &*out),
        (
            1,
            "different: in the path at offset 8 and 8\n  http://a\n          ^\n  http://a/\n          ^\n"
        )
    );
    assert_eq!(seen(run(&["compare", "a"])).0, 2);
    let (code, out, _) = seen(run(&["compare", "http://e/é", "http://e/%C3%A9"]));
    assert_eq!(code, 1);
    assert!(out.starts_with("different: in the path at offset 9 and 9: a URI has characters outside ASCII only as triplets; compare them as IRIs\n"), "{out}");
    for (a, b, code, said) in [
        ("http://e/é", "http://e/%c3%a9", 0, "same by IRI encoding\n"),
        ("http://é/", "http://xn--9ca/", 0, "same by IRI encoding\n"),
        ("http://e/a", "http://e/%61", 0, "same by unreserved triplet\n"),
        ("http://e/é", "http://e/é", 0, "identical\n"),
        (
            "http://e/é",
            "http://e/è",
            1,
            "different: in the path at offset 9 and 9\n  http://e/é\n           ^\n  http://e/è\n           ^\n",
        ),
    ] {
        let (status, out, _) = seen(run(&["compare", "--iri", a, b]));
        assert_eq!((status, &*out), (code, said), "{a} and {b}");
    }
}

#[test]
fn resolve() {
    let (code, out, _) = seen(run(&["resolve", "http://a/b/c", "../d"]));
    assert_eq!((code, &*out), (0, "http://a/d\n"));
    let (code, out, _) = seen(run(&["resolve", "--relativize", "http://a/b/c", "http://a/b/d?e"]));
    assert_eq!((code, &*out), (0, "d?e\n"));
    let relativize = |base, target| seen(run(&["resolve", "--relativize", base, target]));
    assert_eq!(relativize("http://a/b/c/d/e", "http://a/x").1, "/x\n");
    assert_eq!(relativize("docs/a.html", "img/x.png").1, "../img/x.png\n");
    let (code, out, err) = relativize("../a", "b");
    assert_eq!((code, &*out), (1, "\n"));
    assert!(
        err.contains("the target at offset 0: no reference leads from the base to it"),
        "{err}"
    );
    let (code, out, _) = seen(run(&["compare", "http://a/café", "http://a/cafè"]));
    let caret = "              ^";
    let said = "different: in the path at offset 12 and 12";
    assert_eq!(
        (code, out),
        (1, format!("{said}\n  http://a/café\n{caret}\n  http://a/cafè\n{caret}\n"))
    );
    let (code, out, _) = seen(run(&["compare", "http://[fe80::123%34]/", "http://[fe80::1234]/"]));
    assert!(code == 1 && out.starts_with("different: in the host at offset 17 and 17"), "{out}");
    let (code, out, _) = seen(run(&["resolve", "--lenient-scheme", "http://a/b/c", "http:g"]));
    assert_eq!((code, &*out), (0, "http://a/b/g\n"));
    let (code, out, err) = seen(run(&["resolve", "a/b", "c"]));
    assert_eq!((code, &*out), (1, ""));
    assert!(err.contains("a URI begins with a scheme"), "{err}");
    assert!(err.contains("--relative-base takes a base without a scheme"), "{err}");
    let relative = |base, reference| seen(run(&["resolve", "--relative-base", base, reference])).1;
    assert_eq!(relative("docs/a.html", "../b.html#top"), "b.html#top\n");
    assert_eq!(relative("docs/a.html", "../../b.html"), "../b.html\n");
    assert_eq!(relative("http://h/a", "b"), "http://h/b\n");
    assert_eq!(
        run(&["resolve", "--relative-base", "--relativize", "a", "b"]).status.code(),
        Some(2)
    );
}

#[test]
fn resolve_many() {
    let base = "http://a/b/c?d#e";
    gives(&["resolve", base, "../x", "#y"], b"", "http://a/x\nhttp://a/b/c?d#y\n");
    // An empty reference is the base without its fragment.
    let lines = b"x\n\n//h/p\r\nhttp://z\n";
    gives(
        &["resolve", base],
        lines,
        "http://a/b/x\nhttp://a/b/c?d\n//h/p\r\nhttp://z\n".replace("\n//", "\nhttp://"),
    );
    gives(
        &["resolve", "--relativize", base],
        b"http://a/b/x\nhttp://q/\n",
        "x\nhttp://q/\n".replace("http://q/", "//q/"),
    );
    gives(&["resolve", "--relative-base", "docs/a", "-0"], b"b\0../c", "docs/b\0c");
    gives(
        &["resolve", base, "--json-field", "u"],
        b"{\"u\":\"x\"}\n",
        "{\"u\":\"http://a/b/x\"}\n",
    );
    // A line in error gives an empty line.
    fails(&["resolve", base], b"x\n\xFF\ny\n", 1, "http://a/b/x\n\nhttp://a/b/y\n", "stdin:2:1");
    fails(&["resolve", "b"], b"x\n", 1, "", "the base: ");
    let many = "p/../q\n".repeat(200_000);
    gives(&["resolve", base, "-j", "2"], many.as_bytes(), "http://a/b/q\n".repeat(200_000));
}

#[test]
fn iri_and_requote() {
    let (code, out, _) = seen(run(&["iri", "to-uri", "http://例え.jp/引き出し"]));
    assert_eq!((code, &*out), (0, "http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97\n"));
    let (code, out, _) = seen(run(&["iri", "to-uri", "--host", "percent", "http://é/"]));
    assert_eq!((code, &*out), (0, "http://%C3%A9/\n"));
    let (code, out, _) = seen(run(&["iri", "to-uri", "foo://é/", "http://é/"]));
    assert_eq!((code, &*out), (0, "foo://%C3%A9/\nhttp://xn--9ca/\n"));
    let (code, out, _) = seen(run(&["iri", "to-uri", "--host", "punycode", "foo://é/"]));
    assert_eq!((code, &*out), (0, "foo://xn--9ca/\n"));
    let (code, out, _) = seen(run(&["iri", "from-uri", "http://xn--r8jz45g.jp/%E5%BC%95%2F"]));
    assert_eq!((code, &*out), (0, "http://例え.jp/引%2F\n"));
    let (code, _, err) = seen(run(&["iri", "to-uri", "http://a/b c"]));
    assert_eq!(code, 1);
    assert!(err.contains("argument 1: a character of the path at offset 10"), "{err}");
    let (code, out, _) = seen(run(&["requote", " https://a/b c?q=50%&r=%41 "]));
    assert_eq!((code, &*out), (0, "https://a/b%20c?q=50%25&r=%41\n"));
    let (code, out, _) = seen(run(&["requote", "-s", "rfc3986:segment", "a/b%2F%"]));
    assert_eq!((code, &*out), (0, "a%2Fb%2F%25\n"));
    assert_eq!(seen(run(&["requote", "-s", "rfc3986:segmnt", "a"])).0, 2);
}

#[test]
fn respell() {
    use crate::running::{fails, gives};
    for (arguments, out) in [
        (
            &["--space", "percent", "https://b.example/f?d=a%3B+b&s=c"][..],
            "https://b.example/f?d=a%3B%20b&s=c\n",
        ),
        (
            &["--as", "rfc5849", "--query", "foo=first%2Csecond&a=b+c*~&flag"],
            "a=b%20c%2A~&flag=&foo=first%2Csecond\n",
        ),
        (
            &["--from", "utf-8", "--to", "gbk", "https://c.example/s?s=%e4%b8%ad"],
            "https://c.example/s?s=%D6%D0\n",
        ),
        (&["--to", "gbk", "/中"], "/%D6%D0\n"),
        (&["--as", "aws-sigv4-s3", "http://h"], "http://h/\n"),
        (&["--as", "rfc3987:isegment", "/%C3%A9?%C3%A9"], "/é?é\n"),
        (
            &["--as", "rfc3986", "--only", "path", "--only", "query:b", "/%7e?%7e=%7e&b=%7e"],
            "/~?%7e=%7e&b=~\n",
        ),
        (&["--flags", "bare", "--order", "name", "--query", "b=&a="], "a&b\n"),
        (&["--plus", "space", "?a+b"], "?a%20b\n"),
    ] {
        gives(&[&["respell"], arguments].concat(), b"", out);
    }
    // The place of an error is that in the input.
    fails(
        &["respell", "--as", "form"],
        b"/?ok+\n/?a=%zz\n/?b\n",
        1,
        "/?ok+=\n/?a=%zz\n/?b=\n",
        "stdin:2:5: `%z` at offset 10",
    );
    fails(
        &["respell", "--to", "latin1", "-0"],
        "?a\0?é中\0".as_bytes(),
        1,
        "?a\0?é中\0",
        "U+4E2D at offset 6: windows-1252 does not have this character",
    );
    for (arguments, said) in [
        (&["--as", "rfc5850"][..], "the nearest one is `rfc5849`"),
        (&["--only", "host"], "path, query, query:NAME"),
        (&["--query", "--only", "path"], "--query and --only path do not go together"),
        (&["--as", "form", "--plus", "plus"], "--as and --plus plus do not go together"),
        (
            &["--only", "query:a", "--order", "name"],
            "--only query:NAME and --order name do not go together",
        ),
        (&["--to", "klingon"], "--to: no charset is named `klingon`"),
        (&["--flags", "="], "keep, bare, equals"),
        (&["--as", "rfc5849", "--hex", "lower"], "--as and --hex lower do not go together"),
    ] {
        fails(&[&["respell"], arguments, &["/"]].concat(), b"", 2, "", said);
    }
}

/// What is not an IRI is an error at its place; a line stays as it was.
#[test]
fn only_iris_become_uris() {
    for (text, said) in [
        ("http://h/50%致", "`%` of the path at offset 11: two hexadecimal"),
        ("http://h/a[b]é", "a character of the path at offset 10: it is not allowed"),
        ("http://h/#é#", "a character of the fragment at offset 12: it is not allowed"),
        ("http://h:8o/é", "the port at offset 10: it has decimal digits only"),
        ("1:é", "`:` at offset 1: in the first segment"),
        ("//[:é", "the host at offset 3: what is in the brackets"),
        (
            &format!("http://{}/", "é".repeat(64)),
            "the host at offset 7: it is too long as a domain name",
        ),
    ] {
        let (code, out, err) = seen(run(&["iri", "to-uri", text]));
        assert_eq!((code, &*out), (1, ""), "{text}");
        assert!(err.contains(said), "{text}: {err}");
    }
    fails(
        &["iri", "to-uri", "-l"],
        "/é\n/é%\n/b\n".as_bytes(),
        1,
        "/%C3%A9\n/é%\n/b\n",
        "stdin:2:3: `%` of the path at offset 7: ",
    );
    let (code, out, _) = seen(run(&["iri", "to-uri", "--encode-disallowed", "/a b|é"]));
    assert_eq!((code, &*out), (0, "/a%20b%7C%C3%A9\n"));
}

#[test]
fn readable_uris_keep_what_is_malformed() {
    fails(&["iri", "from-uri", "http://h/%C3%A9/50%"], b"", 1, "http://h/é/50%\n", "argument 1:");
    let (_, _, err) = seen(run(&["iri", "from-uri", "/%C3%A9/50%/%/%"]));
    assert!(err.contains("a malformed triplet is kept as it is, and 2 more"), "{err}");
    gives(&["iri", "from-uri", "http://[fe80::123%34]/"], b"", "http://[fe80::123%34]/\n");
}

#[test]
fn requote_leaves_what_it_cannot_repair() {
    for (text, out, said) in [
        (
            "mongodb://u:p%40w@h1:27017,h2:27017/db",
            None,
            "a character of the host at offset 20: it is not allowed",
        ),
        ("postgresql://h1:1,h2:2/", None, "offset 15: "),
        ("//h1:1,h2:2/a b", Some("//h1:1,h2:2/a%20b"), "offset 4: "),
        ("http://h:80x/", None, "the port at offset 11: it has decimal digits only"),
    ] {
        fails(&["requote", text], b"", 1, format!("{}\n", out.unwrap_or(text)), said);
    }
    gives(&["requote", "http://h1,h2:80/ü"], b"", "http://h1,h2:80/%C3%BC\n");
    gives(&["requote", "-s", "rfc3986:segment", "a:b "], b"", "a:b%20\n");
}

#[test]
fn inspect() {
    let (code, out, _) = seen(run(&["inspect", "https://u@h:1/caf%C3%A9%zz?q=a+b#f\u{1B}"]));
    assert_eq!(code, 0);
    for line in [
        "scheme    https",
        "userinfo  u",
        "host      h",
        "port      1",
        "pair    q = a b",
        "U+00E9 é  LATIN SMALL LETTER E WITH ACUTE",
        "malformed: `z`",
        "layers    1",
        "error malformed-escape",
    ] {
        assert!(out.contains(line), "{line} in\n{out}");
    }
    assert!(!out.contains('\u{1B}'), "nothing raw");
    let (_, out, _) = seen(run(&["inspect", "--color", "always", "/a%41"]));
    assert!(out.contains("\u{1B}[35m%41\u{1B}[0m"), "{out:?}");
    let (code, out, _) = seen(run(&["inspect", "--json", "/%41"]));
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(code, 0);
    assert_eq!(value["tokens"][1]["code_point"], "U+0041");
    assert_eq!(value["tokens"][1]["needless"], true);
    // Any bytes.
    let output = run_with(&["inspect"], b"http://\xFF\xFE/%FF\x00\x9B[31m\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stdout)
            .expect("UTF-8")
            .lines()
            .all(|line| !line.contains('\u{9B}'))
    );
}

#[test]
fn lint() {
    let (code, out, _) = seen(run(&["lint", "https://a/..%2f..%2fetc"]));
    assert_eq!(code, 1);
    assert!(out.contains("argument 1: offset 10: error[dot-segment]"), "{out}");
    assert!(out.contains("  https://a/..%2f..%2fetc\n            ^^ RFC 3986"), "{out}");
    let (code, out, _) = seen(run(&["lint", "https://a/b?c=d"]));
    assert_eq!((code, &*out), (0, ""));
    // Advice alone does not fail, unless that is asked for.
    assert_eq!(seen(run(&["lint", "/%7E"])).0, 0);
    assert_eq!(seen(run(&["lint", "--fail-on", "info", "/%7E"])).0, 1);
    assert_eq!(seen(run(&["lint", "--fail-on", "error", "/%252f"])).0, 0);
    assert_eq!(seen(run(&["lint", "--fail-on", "much", "/"])).0, 2);
    assert_eq!(seen(run(&["lint", "--as", "letter", "/"])).0, 2);
    let (code, out, _) = seen(run_with(&["lint", "--as", "form", "--json"], b"a=1\n__proto__=2\n"));
    let value: serde_json::Value = serde_json::from_str(&out).expect("one line of JSON");
    assert_eq!(code, 1);
    assert_eq!(
        (&value["id"], &value["line"], &value["offset"]),
        (&"proto-key".into(), &2.into(), &0.into())
    );
    let (_, out, _) = seen(run(&["lint", "--sarif", "/%00"]));
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(value["version"], "2.1.0");
    assert_eq!(value["runs"][0]["results"][0]["ruleId"], "nul-byte");
    assert_eq!(value["runs"][0]["results"][0]["level"], "error");
    let (code, _, err) = seen(run(&["lint", "-f", "/no/such/file"]));
    assert_eq!(code, 3);
    assert!(err.contains("/no/such/file"));
}

#[test]
fn readers() {
    let (code, out, _) = seen(run(&["readers", "a+b%zz%1B"]));
    assert_eq!(code, 0);
    assert!(out.contains("Go QueryUnescape               (refused)"), "{out}");
    assert!(out.contains("PHP urldecode                  a b%zz\\x1B"), "{out}");
    let (_, out, _) = seen(run(&["readers", "--json", "%41"]));
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(value.as_array().expect("rows").iter().all(|row| row["reads"] == "A"));
}

#[test]
fn a_tier_by_name() {
    let output =
        triplet(&["encode", "a b"]).env("TRIPLET_TIER", "scalar").output().expect("it starts");
    assert_eq!(output.stdout, b"a%20b\n");
    let output =
        triplet(&["encode", "a b"]).env("TRIPLET_TIER", "mmx").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("this machine runs scalar"));
}

/// A full disk and a closed output are never success.
#[cfg(target_os = "linux")]
#[test]
fn output_that_fails() {
    for arguments in [
        &["inspect", "/a"][..],
        &["lint", "/%00"],
        &["readers", "a"],
        &["compare", "a", "a"],
        &["normalize", "a"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = triplet(arguments).stdout(full).output().expect("it starts");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    }
}

/// A reference has no line break (RFC 3986 section 2), so no line takes part in the result of another one.
#[test]
fn a_reference_a_line() {
    use crate::running::{fails, gives};
    gives(&["normalize"], b"HTTP://A/%7e\nHTTP://B/%7e\n", "http://a/~\nhttp://b/~\n");
    gives(&["normalize"], b"http://a/b\n/../../c\n", "http://a/b\n/c\n");
    gives(&["normalize", "--iri"], b"http://a/%c3%a9\n/%c3%a9", "http://a/é\n/é");
    gives(&["requote"], b"http://a/x y\nhttp://b/x y\n", "http://a/x%20y\nhttp://b/x%20y\n");
    gives(&["requote", "-s", "rfc3986:segment"], b"a b\nc/d\n", "a%20b\nc%2Fd\n");
    gives(&["iri", "from-uri"], b"/%C3%A9\n/%C3%AA\n", "/é\n/ê\n");
    gives(&["iri", "to-uri"], "http://é/\n/é\n".as_bytes(), "http://xn--9ca/\n/%C3%A9\n");
    let fixed: [(&[&str], &str, &str); 10] = [
        (&["normalize"], "/%7e", "/~"),
        (&["requote"], "/a b", "/a%20b"),
        (&["respell", "--as", "form"], "/?a b", "/?a+b="),
        (&["iri", "from-uri"], "/%C3%A9", "/é"),
        (&["iri", "to-uri"], "/é", "/%C3%A9"),
        (&["resolve", "http://h/x"], "/a", "http://h/a"),
        (&["uri", "get", "{raw:path}"], "/a", "/a"),
        (&["uri", "set", "query=b"], "/a", "/a?b"),
        (&["uri", "validate", "--as", "iri-reference"], "/a", "valid"),
        (&["uri", "build"], "{\"path\":\"/a\"}", "/a"),
    ];
    for (command, line, result) in fixed {
        let with = |options: &[&'static str]| [command, options].concat();
        let joined = |text: &str, end: &str| format!("{text}{end}{text}{end}{text}");
        for end in ["\n", "\r\n"] {
            let (input, output) = (joined(line, end), joined(result, end));
            for options in [&[][..], &["-l"], &["-j3"]] {
                gives(&with(options), input.as_bytes(), &output);
                let (input, output) = (format!("{input}{end}"), format!("{output}{end}"));
                gives(&with(options), input.as_bytes(), &output);
            }
        }
        gives(&with(&["-0"]), joined(line, "\0").as_bytes(), joined(result, "\0"));
        gives(command, b"", "");
        let table = format!("\"{}\"\n", line.replace('"', "\"\""));
        let out = String::from_utf8(
            crate::running::run(&with(&["--csv-column", "1"]), table.as_bytes()).stdout,
        );
        assert_eq!(out.expect("text").trim_end().trim_matches('"'), result, "{command:?}");
        // Many lines, in several blocks.
        let many = 5_000_000 / line.len();
        if ["normalize", "requote", "respell"].contains(&command[0]) {
            let input = format!("{line}\n").repeat(many);
            gives(&with(&["-j2"]), input.as_bytes(), format!("{result}\n").repeat(many));
        }
    }
    // An empty line is an empty reference.
    gives(&["normalize"], b"\n/%7e\n\n", "\n/~\n\n");
    // A line in error is as it was, and the others are done.
    fails(
        &["iri", "to-uri"],
        b"/ok\n/a b\n/\xC3\xA9\n",
        1,
        "/ok\n/a b\n/%C3%A9\n",
        "stdin:2:3: a character of the path at offset 6",
    );
}

#[test]
fn a_line_break_in_a_reference() {
    use crate::running::{fails, gives, run};
    let commands: [&[&str]; 12] = [
        &["respell"],
        &["respell", "--as", "form", "--query"],
        &["normalize"],
        &["normalize", "--iri"],
        &["requote"],
        &["requote", "-s", "rfc3986:segment"],
        &["iri", "from-uri"],
        &["iri", "to-uri"],
        &["resolve", "http://h/"],
        &["uri", "get", "{path}"],
        &["uri", "set", "host=b"],
        &["uri", "split"],
    ];
    for command in commands {
        for break_ in ["\n", "\r", "\r\n"] {
            let text = format!("/a{break_}b");
            let output = run(&[command, &["/x", &text, "/y"]].concat(), b"");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{command:?}");
            assert!(said.contains("argument 2: offset 2: a reference has no line break"), "{said}");
            let said = run(&[command, &["-0"]].concat(), format!("/x\0{text}\0").as_bytes());
            assert_eq!(said.status.code(), Some(1), "{command:?}");
            let said = String::from_utf8_lossy(&said.stderr).into_owned();
            assert!(
                said.contains("stdin:2:3: offset 5: a reference has no"),
                "{command:?}: {said}"
            );
        }
        // A carriage return alone ends no line.
        let output = run(command, b"/x\n/a\rb\n");
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        // A member of JSON and a field of CSV are kept.
        let member = b"{\"u\":\"/a\\nb\"}\n";
        fails(&[command, &["--json-field", "u"]].concat(), member, 1, member, "no line break");
        let field = b"\"/a\nb\"\n";
        fails(&[command, &["--csv-column", "1"]].concat(), field, 1, field, "no line break");
    }
    fails(&["uri", "validate", "http://h/\nb"], b"", 1, "invalid\n", "offset 9");
    fails(
        &["compare", "/a\nb", "/a"],
        b"",
        1,
        "",
        "argument 1: offset 2: a reference has no line break",
    );
    fails(
        &["compare", "/a", "/a\r"],
        b"",
        1,
        "",
        "argument 2: offset 2: a reference has no line break",
    );
    fails(&["resolve", "http://h/\nx", "a"], b"", 1, "", "the base: offset 9: a reference has no");
    // These say what is in the text, and that it is wrong.
    let output = run(&["inspect", "/a\nb"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"/a\\x0Ab\n"));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("argument 1: offset 2: a reference has no")
    );
    let output = run(&["lint", "/a\nb"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stdout)
            .contains("argument 1: offset 2: error[raw-control]")
    );
    // Text is still whole.
    gives(&["encode"], b"a b\nc\n", "a%20b%0Ac\n");
}

#[test]
fn reports_on_records() {
    use crate::running::{gives, run};
    let records = b"/a\0/b\nc\0/d";
    let output = run(&["inspect", "-0"], records);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("stdin:2:3: offset 5: a reference has no line break"), "{said}");
    let lines = String::from_utf8(run(&["inspect", "-0", "--json"], records).stdout).expect("text");
    let texts: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["text"].clone())
        .collect();
    assert_eq!(texts, ["/a", "/b\nc", "/d"]);
    let output = run(&["lint", "-0"], b"/a\0/b\0/\x01\0");
    assert!(output.stdout.starts_with(b"stdin:3:2: error"), "{output:?}");
    gives(&["lint", "-0"], b"/a\0/b\0", "");
    let rows = |input| run(&["readers", "-0", "--json"], input).stdout;
    assert_eq!(rows(b"a\0b\0").iter().filter(|byte| **byte == b'\n').count(), 2);
}
