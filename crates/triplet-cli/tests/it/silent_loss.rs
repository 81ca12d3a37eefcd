//! What a command must not do without a word: lose lines, replace octets, read another text than the one that is meant.

use crate::running::{Folder, fails, gives, run, text};

/// A command that succeeds, its result, and a note on standard error.
#[track_caller]
fn notes(arguments: &[&str], input: &[u8], result: &str, words: &str) {
    let output = run(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&output.stdout), result, "{arguments:?}: {said}");
    assert!(output.status.success(), "{arguments:?}: {said}");
    assert_eq!(said.contains("note: ") && said.contains(words), !words.is_empty(), "{said}");
}

#[test]
fn several_lines_are_not_one() {
    let urls = b"https://a.example/d/x.txt\nhttps://a.example/d/z.txt\n";
    fails(&["filename", "decode", "--url"], urls, 1, "", "-l takes each line as a URL");
    gives(&["filename", "decode", "--url", "-l"], urls, "x.txt\nz.txt\n");
    notes(&["filename", "decode"], b"a%20b\nc\n", "a b%0Ac\n", "-l takes each line");
    notes(&["filename", "decode", "-l"], b"a%20b\nc\n", "a b\nc\n", "");
    let output = run(&["content-disposition", "build"], b"a.txt\nb.txt\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(String::from_utf8_lossy(&output.stdout).contains("a.txt%0Ab.txt"), "{said}");
    assert!(said.contains("offset 5: note: all lines are one name here"), "{said}");
    notes(&["content-disposition", "build", ".."], b"", &built(".."), "no file can have this name");
    let two = b"data:,a%20b\ndata:;base64,aGk=\n";
    fails(&["data-url", "decode"], two, 1, "", "a second URL begins here");
    gives(&["data-url", "decode"], b"data:;base64,aG\nk=\n", "hi");
    let two = b"https://a.example/?a=1\nhttps://a.example/?b=2\n";
    fails(&["form", "parse", "--url"], two, 1, "", "a reference has no line break");
    notes(&["form", "parse"], b"a=1\nb=2\n", "[[\"a\",\"1\\nb=2\"]]\n", "a line break at offset 3");
}

fn built(name: &str) -> String {
    String::from_utf8(run(&["content-disposition", "build", name], b"").stdout).expect("UTF-8")
}

#[test]
fn input_in_utf_16() {
    let line = "https://a.example/x y\n";
    let units: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = line.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [b"\xFF\xFE", &units[..]].concat();
    for input in [&units, &big, &marked] {
        for command in [
            &["requote"][..],
            &["requote", "-j2"],
            &["uri", "get", "{host}"],
            &["uri", "set", "host=b"],
            &["normalize"],
            &["respell", "--hex", "upper"],
            &["iri", "from-uri"],
            &["decode", "--csv-column", "2"],
            &["decode", "--json-field", "url"],
            &["decode", "--log-field", "request-target"],
            &["form", "parse"],
            &["data-url", "decode"],
        ] {
            fails(command, input, 1, "", "the input is UTF-16; `iconv -f utf-16");
        }
        let folder = Folder::new("utf-16");
        let file = folder.file("links", input);
        fails(&["requote", "-i", text(&file)], b"", 1, "", "the input is UTF-16");
        assert_eq!(&std::fs::read(&file).expect("a file"), input);
    }
    gives(&["requote", "-0"], b"a\0b\0", "a\0b\0");
}

#[test]
fn forms_that_are_something_else() {
    let what = "offset 7: note: octets that are not text become U+FFFD";
    notes(&["form", "parse", "email=t%B3o"], b"", "[[\"email\",\"t\u{FFFD}o\"]]\n", what);
    notes(&["form", "parse", "--nested", "a=%B3"], b"", "{\"a\":\"\u{FFFD}\"}\n", "U+FFFD");
    let gbk = ["form", "parse", "--charset", "gbk", "q=%FF"];
    notes(&gbk, b"", "[[\"q\",\"\u{FFFD}\"]]\n", "offset 2: note: ");
    notes(&["form", "parse", "q=%EF%BF%BD"], b"", "[[\"q\",\"\u{FFFD}\"]]\n", "");
    notes(&["form", "parse", "?a=1"], b"", "[[\"?a\",\"1\"]]\n", "--strip-question-mark");
    notes(&["form", "parse", "#a=1"], b"", "[[\"#a\",\"1\"]]\n", "begins with `#`");
    notes(&["form", "parse", "--url", "q=a"], b"", "[]\n", "the URL has no query");
    notes(&["form", "parse", "--strip-question-mark", "?a=1"], b"", "[[\"a\",\"1\"]]\n", "");
}

#[test]
fn queries_that_are_signed() {
    let query = ["respell", "--as", "rfc5849", "--query"];
    let of = |text: &'static str| [&query[..], &[text]].concat();
    notes(&of("?X=1&A=2"), b"", "%3FX=1&A=2\n", "`?` is of the first name here");
    let url = "https://h/p?b=1";
    notes(&of(url), b"", "https%3A%2F%2Fh%2Fp%3Fb=1\n", "without --query");
    let signed = "a=1&oauth_signature=x\n";
    notes(&of("oauth_signature=x&a=1"), b"", signed, "--remove query:oauth_signature");
    notes(&of("oauth_nonce=x&a=1"), b"", "a=1&oauth_nonce=x\n", "");
    let aws = ["respell", "--as", "aws-sigv4", "/?a=1&X-Amz-Signature=x"];
    notes(&aws, b"", "/?X-Amz-Signature=x&a=1\n", "offset 6: note: `X-Amz-Signature`");
}

#[test]
fn edits_that_pass_over_a_parameter() {
    for (edit, reference, words) in [
        (["--remove", "query:utm_*"], "/?id=1&amp;utm_source=x", "`&amp;` is HTML"),
        (["--replace", "access_token=X"], "/cb#access_token=abc", "it is in the fragment"),
        (["--remove", "query:fbclid"], "/?FBCLID=1", "offset 2: note: `FBCLID` stays"),
        (["--replace", "passwd=X"], "/?PASSWD=b", "names of parameters have case"),
        (["--remove", "query:a"], "/?b=1#a", ""),
        (["--remove", "query:a"], "/?b=a", ""),
    ] {
        let arguments = [&["uri", "set"], &edit[..], &[reference]].concat();
        notes(&arguments, b"", &format!("{reference}\n"), words);
    }
    let by_value = ["uri", "set", "--remove", "query:page=1", "/?page=1&x=2"];
    fails(&by_value, b"", 2, "", "a parameter is chosen by its name alone");
    let name = ["uri", "set", "--keep-triplets", "--remove", "query:a%3D1", "/?a%3D1&x"];
    gives(&name, b"", "/?x\n");
    notes(&["uri", "get", "{host}", "www.a.example/x"], b"", "\n", "`www.a.example` is not a host");
    notes(&["uri", "get", "{host}", "docs/a.html"], b"", "\n", "");
}

#[test]
fn columns_and_marks() {
    let table = b"id,link,link\n1,a%20b,c%20d\n";
    let what = "two columns are named `link`: 2 and 3; give a number";
    fails(&["decode", "--csv-column", "link"], table, 1, "", what);
    gives(&["decode", "--csv-column", "id"], table, table);
    gives(&["decode", "--csv-column", "3"], table, "id,link,link\n1,a%20b,c d\n");
    let header = b"\xEF\xBB\xBFattachment; filename=a\n";
    gives(&["content-disposition", "read"], header, "a\n");
    gives(&["data-url", "decode"], b"\xEF\xBB\xBFdata:,a%20b", "a b");
    notes(
        &["requote", "--html", "data:image/svg+xml;charset&#x3D;US-ASCII,%3Csvg%3E"],
        b"",
        "data:image/svg+xml;charset=US-ASCII,%3Csvg%3E\n",
        "",
    );
    fails(&["decode", "--charset", "macroman", "a"], b"", 2, "", "the nearest one is `macintosh`");
    fails(&["decode", "--charset", "cp437", "a"], b"", 2, "", "iconv");
}
