//! Lines in which an address comes after other text: no command writes another line in their place.

use serde_json::{Value, json};

use crate::running::{Folder, fails, gives, run, text};

const LINES: [&str; 7] = [
    "origin\thttps://me:tok@github.example/o/r.git (fetch)",
    "remote: https://me:tok@h/x",
    "<a href=\"https://a.example/?utm_source=1\">t</a>",
    "see https://a.example/?id=1 now",
    "<url><loc>https://a/x y</loc>",
    "<a href='/x?q=https://a/'>",
    "\u{a0}https://a/%7e",
];

const WORDS: &str = "an address begins here, after other text";

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
        for line in LINES {
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
        fails(&["requote", line], b"", 1, "", WORDS);
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
        ("<b>", "%3Cb%3E"),
        ("<ul>", "%3Cul%3E"),
        ("</ul>", "%3C/ul%3E"),
        ("\"x\"", "%22x%22"),
        ("<>", "%3C%3E"),
        ("<br/>", "%3Cbr/%3E"),
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
    let words = "offset 14: ";
    fails(&["uri", "get", "{host}"], hosts, 1, "\n", "one host with one port");
    fails(&["uri", "get", "{port}"], hosts, 1, "\n", "one host with one port");
    fails(&["uri", "get", "{host}"], hosts, 1, "\n", words);
    gives(&["uri", "get", "{authority} {path}"], hosts, "u:p@h1:1,h2:2 /db\n");
    gives(&["uri", "get", "{host} {port}"], b"http://[::1]:8/\n", "[::1] 8\n");
}
