//! What is perhaps not meant: text before or after a reference, the name of a file as a text, values that are not strings. A command says so, and
//! no command writes another line in the place of one in error.

use serde_json::{Value, json};

use crate::running::{Folder, fails, gives, run, text};

const LINES: [&str; 7] = [
    "origin\thttps://me:tok@github.example/o/r.git (fetch)",
    "remote: https://me:tok@h/x",
    "<a href=\"https://a.example/?utm_source=1\">t</a>",
    "see https://a.example/?id=1 now",
    "<url><loc>https://a/x y</loc>",
    "<a href='/x?q=https://a/'>",
    BLANK,
];

/// `requote` takes off white space of any script.
const BLANK: &str = "\u{a0}https://a/%7e";

const WORDS: &str = "an address after other text at offset ";

#[test]
fn the_line_stays() {
    let commands: [&[&str]; 9] = [
        &["requote"],
        &["requote", "--html"],
        &["uri", "set", "--remove", "userinfo", "--remove", "query:utm_*", "query:id=2"],
        &["normalize", "--level", "scheme"],
        &["normalize", "--key"],
        &["respell", "--hex", "upper"],
        &["iri", "to-uri"],
        &["iri", "from-uri"],
        &["requote", "--raw-userinfo"],
    ];
    for command in commands {
        for line in LINES.into_iter().filter(|&line| command[0] != "requote" || line != BLANK) {
            let lines = format!("{line}\n");
            fails(command, lines.as_bytes(), 1, &lines, WORDS);
            let table = format!("id,u\n1,\"{}\"\n", line.replace('"', "\"\""));
            let column = [command, &["--csv-column", "u"]].concat();
            fails(&column, table.as_bytes(), 1, &table, WORDS);
            let object = format!("{}\n", json!({ "u": line }));
            let member = [command, &["--json-field", "u"]].concat();
            fails(&member, object.as_bytes(), 1, &object, WORDS);
        }
    }
    // What is read of a line is not written in its place.
    for line in LINES {
        fails(&["uri", "get", "{host}"], format!("{line}\n").as_bytes(), 1, "\n", WORDS);
        fails(&["resolve", "http://b/"], format!("{line}\n").as_bytes(), 1, "\n", WORDS);
        if line != BLANK {
            fails(&["requote", line], b"", 1, "", WORDS);
        }
    }
}

#[test]
fn a_file_of_html_stays() {
    let page = "<ul>\n<li><a href=\"https://a.example/x y\">t</a></li>\n</ul>\n";
    let folder = Folder::new("after-text");
    let file = folder.file("p.html", page.as_bytes());
    for command in [&["requote", "-i"][..], &["uri", "set", "-i", "--remove", "query:a"]] {
        fails(&[command, &[text(&file)]].concat(), b"", 1, "", WORDS);
        assert_eq!(std::fs::read(&file).expect("a file"), page.as_bytes());
    }
}

#[test]
fn an_address_that_is_data_is_right() {
    for line in [
        "/login?next=https://a.example/",
        "https://a.example/?next=https://b.example/",
        "/web/2026/https://b.example/",
        "mailto:me@a.example?body=see%20https://a/",
        "#see-https://a/",
    ] {
        let lines = format!("{line}\n");
        for command in [&["requote"][..], &["normalize"], &["uri", "set", "--remove", "userinfo"]] {
            gives(command, lines.as_bytes(), &lines);
        }
    }
    gives(&["respell", "--query", "--hex", "upper"], b"a=see https://b\n", "a=see https://b\n");
}

/// Marks come off an address, and off nothing else.
#[test]
fn marks_around_something_else_stay() {
    for (line, expected) in [
        ("\"x\"", "%22x%22"),
        ("<mailto:me@a.example>", "mailto:me@a.example"),
        ("\"../a b\"", "../a%20b"),
    ] {
        gives(&["requote"], format!("{line}\n").as_bytes(), format!("{expected}\n"));
    }
}

#[test]
fn batch_answers_with_an_error() {
    for op in ["requote", "normalize", "iri_to_uri", "uri_to_iri", "uri_set"] {
        let request = json!({"op": op, "input": LINES[3], "edits": ["query:id=2"]});
        let request = match op {
            "uri_set" => request,
            _ => json!({"op": op, "input": LINES[3]}),
        };
        let output = run(&["batch"], format!("{request}\n").as_bytes());
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["error"]["kind"], "after-text", "{op}: {answer}");
        assert_eq!(answer["error"]["offset"], 4, "{op}");
    }
}

#[test]
fn several_hosts_are_not_one() {
    let hosts = b"mongodb://u:p@h1:1,h2:2/db\n";
    let words = "offset 16: ";
    fails(&["uri", "get", "{host}"], hosts, 1, "\n", "one host and one port");
    fails(&["uri", "get", "{port}"], hosts, 1, "\n", "one host and one port");
    fails(&["uri", "get", "{host}"], hosts, 1, "\n", words);
    let hint = "; {authority} writes all hosts as they are";
    fails(&["uri", "get", "{port}"], hosts, 1, "\n", hint);
    gives(&["uri", "get", "{authority} {path}"], hosts, "u:p@h1:1,h2:2 /db\n");
    gives(&["uri", "get", "{host} {port}"], b"http://[::1]:8/\n", "[::1] 8\n");
}

#[test]
fn errors_of_json_are_at_the_value() {
    for (json, words) in [
        ("{\"a\":1000}", "offset 5: a value is a number, and not a string: write it in quotes"),
        ("{\"a\":{\"b\":1}}", "offset 5: a value is an object"),
        ("[[\"a\",1]]", "offset 6: a value is a number"),
        ("[[\"a\"]]", "offset 1: a pair has a name and a value, and this has 1"),
        ("[[\"a\",\"b\",\"c\"]]", "offset 1: a pair has a name and a value, and this has 3"),
        ("[[1,\"b\"]]", "offset 2: a name is a number"),
        ("[1]", "offset 1: a pair is [name, value], and this is a number"),
    ] {
        fails(&["form", "build", json], b"", 1, "", words);
    }
    let lone = b"{\"u\":\"\\ud800\"}\n";
    fails(&["encode", "--json-field", "u"], lone, 1, lone, "half of a surrogate pair");
    let output = run(&["batch"], b"{\"op\":\"encode\",\"input\":\"\\ud800\"}\n");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["error"]["kind"], "lone-surrogate", "{answer}");
}

/// The name of a file is not its text, and a command says so.
#[test]
fn names_of_files_are_noted() {
    let folder = Folder::new("names");
    folder.file("urls.txt", b"/a b\n");
    let of = |arguments: &[&str]| {
        let mut command = crate::running::triplet();
        let output = command.args(arguments).current_dir(&folder.0).output().expect("it runs");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    for command in [
        &["lint"][..],
        &["inspect"],
        &["readers"],
        &["explain"],
        &["decode"],
        &["normalize"],
        &["requote"],
        &["uri", "get", "{host}"],
        &["uri", "set", "host=a"],
        &["uri", "split"],
        &["form", "parse"],
    ] {
        let said = of(&[command, &["urls.txt"]].concat());
        assert!(said.contains("note: `urls.txt` is read as a text"), "{command:?}: {said}");
        assert_eq!(of(&[command, &["other.txt"]].concat()), "", "{command:?}");
    }
    for command in [&["encode"][..], &["uri", "from-path"], &["filename", "encode"]] {
        let said = of(&[command, &["urls.txt"]].concat());
        assert!(!said.contains("is read as a text"), "{command:?}: {said}");
    }
    let several = of(&["lint", "-f", "urls.txt", "urls.txt"]);
    assert_eq!(several, "");
    let new = of(&["encode", "-o", "no/such", "x"]);
    assert!(new.contains("no/such: No such file") && !new.contains(".triplet-"), "{new}");
}

#[test]
fn tables_and_hyphens() {
    let table = b"\xFF\xFEu\0r\0l\0\n\0";
    fails(&["decode", "--csv-column", "url"], table, 1, "", "the input is UTF-16");
    fails(&["decode", "--csv-column", "url"], b"id, URL\n", 1, "", "one is named ` URL`");
    gives(&["decode", "--percent-u", "--plus", "a+%u4F60%E5%A5%BD%2B"], b"", "a 你好+\n");
    gives(&["encode", "--", "-"], b"no", "-\n");
    gives(&["form", "parse", "--", "-"], b"no", "[[\"-\",\"\"]]\n");
    gives(&["encode", "-"], b"a b", "a%20b");
    let aws = ["respell", "--as", "aws-sigv4", "--query", "a=1&&b=2"];
    let output = run(&aws, b"");
    assert_eq!(output.stdout, b"=&a=1&b=2\n");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("offset 4: note: a parameter is empty")
    );
}

#[cfg(unix)]
#[test]
fn edits_that_are_not_text() {
    use std::os::unix::ffi::OsStrExt;
    for command in ["set", "build"] {
        let arguments = [&b"uri"[..], command.as_bytes(), b"query:a=\xFF"];
        let output = run(&arguments.map(std::ffi::OsStr::from_bytes), b"");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("is not UTF-8, and an edit is text"), "{said}");
    }
}
