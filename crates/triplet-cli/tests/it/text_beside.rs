//! Text after a reference, and lines that are not references: no command loses it, and the line stays.

use serde_json::{Value, json};

use crate::running::{Folder, fails, gives, run, text};

const AFTER: &str = "text after the reference at offset ";
const NOT: &str = ": the text is not a reference; give the reference alone";
const LOST: &str = "a raw space, quotation mark or angle bracket at offset ";

#[test]
fn text_after_an_address() {
    let commands: [&[&str]; 7] = [
        &["requote"],
        &["uri", "set", "--remove", "query:utm_*", "--remove", "userinfo"],
        &["uri", "set", "path+=z"],
        &["normalize"],
        &["normalize", "--key"],
        &["respell", "--hex", "upper"],
        &["iri", "to-uri"],
    ];
    for line in [
        "https://a.example/?utm_source=n\tHome\t5",
        "https://a.example/docs\tsee a/../b",
        "https://me:pw@a.example/x https://me:pw@b.example/y",
        "https://a.example/x</loc>",
        "https://a.example rest of line",
    ] {
        for command in commands {
            let lines = format!("{line}\n");
            fails(command, lines.as_bytes(), 1, &lines, AFTER);
            let object = format!("{}\n", json!({ "u": line }));
            let member = [command, &["--json-field", "u"]].concat();
            fails(&member, object.as_bytes(), 1, &object, AFTER);
        }
        fails(&["uri", "get", "{host}"], format!("{line}\n").as_bytes(), 1, "\n", AFTER);
        fails(&["resolve", "http://b/"], format!("{line}\n").as_bytes(), 1, "\n", AFTER);
    }
}

/// To decode loses nothing, and `iri from-uri` makes lines of logs readable.
#[test]
fn lines_that_are_only_decoded() {
    let line = "10:02\tGET /caf%C3%A9 200\n";
    gives(&["iri", "from-uri"], line.as_bytes(), "10:02\tGET /café 200\n");
    let request = json!({"op": "uri_to_iri", "input": line.trim_end()});
    gives(
        &["batch"],
        format!("{request}\n").as_bytes(),
        "{\"output\":\"10:02\\tGET /café 200\"}\n",
    );
}

#[test]
fn lines_that_are_not_references() {
    for line in [
        "# Read me",
        "See [the file](docs/My File.md), 100% sure.",
        "<a href=\"/a?x=1&utm_source=y\">one</a>",
        "  <li>",
        "{\"url\": \"/x y\"}",
        "url: /x y",
        "Redirect 301 /old path /new",
        "Started POST /m?u=me&password=abc for 8.8.9.9",
        "GET /a?x=1&utm_source=y HTTP/1.1",
    ] {
        let lines = format!("{line}\n");
        for command in [&["requote"][..], &["uri", "set", "--remove", "query:*"], &["normalize"]] {
            fails(command, lines.as_bytes(), 1, &lines, NOT);
        }
    }
    let folder = Folder::new("not-references");
    let page = "# Read me\n\nSee [the file](docs/My File.md), 100% sure.\n";
    let file = folder.file("r.md", page.as_bytes());
    fails(&["requote", "-i", text(&file)], b"", 1, "", NOT);
    assert_eq!(std::fs::read(&file).expect("a file"), page.as_bytes());
}

#[test]
fn no_edit_loses_text() {
    for (edits, line) in [
        (&["--replace", "token=X"][..], "wss://h/ws?token=abc closed (1006)"),
        (&["--replace", "password=X"], "/m?u=me&password=abc for 8.8.9.9"),
        (&["--remove", "fragment"], "https://a.example/#x and more"),
        (&["--keep-param", "a"], "https://a.example/?a=1&b=2 and more"),
        (&["query:b=3"], "https://a.example/?a=1&b=2 and more"),
        (&["segment:-1=z"], "https://a.example/x/y comment"),
        (&["--remove", "query:utm_*"], "\"/a?x=1&utm_source=y\""),
        (&["--remove", "query:password"], "https://a.example/p?password=abc  # staging"),
    ] {
        let lines = format!("{line}\n");
        fails(&[&["uri", "set"], edits].concat(), lines.as_bytes(), 1, &lines, LOST);
    }
    let line = "https://a.example/docs see a/../b\n";
    fails(&["normalize"], line.as_bytes(), 1, line, LOST);
    fails(&["normalize", "--key", "--level", "decoded"], line.as_bytes(), 1, line, LOST);
    fails(&["respell", "--as", "aws-sigv4"], line.as_bytes(), 1, line, LOST);
    fails(&["resolve", "http://b/"], line.as_bytes(), 1, "\n", LOST);
    // What is kept is not lost.
    gives(&["uri", "set", "host=b", "https://a/b c"], b"", "https://b/b c\n");
    gives(&["uri", "set", "--remove", "query:u", "/a b?q=x y&u=1"], b"", "/a b?q=x y\n");
    gives(&["normalize", "HTTP://A/b c/%7e"], b"", "http://a/b c/~\n");
    gives(
        &["requote", "https://a.example/a b?q=\"x y\""],
        b"",
        "https://a.example/a%20b?q=%22x%20y%22\n",
    );
    gives(&["requote", "My Files/a b.txt"], b"", "My%20Files/a%20b.txt\n");
    gives(&["requote", "./key: value"], b"", "./key:%20value\n");
    let link = "https://a.example/?text=see https://b.example/";
    gives(&["requote", link], b"", "https://a.example/?text=see%20https://b.example/\n");
    fails(&["uri", "set", "--remove", "userinfo", link], b"", 1, "", AFTER);
}

#[test]
fn batch_says_so_too() {
    let edit = |line: &str, edits: Value| json!({"op": "uri_set", "input": line, "remove": edits});
    for (request, kind, offset) in [
        (json!({"op": "requote", "input": "https://a/\tHome"}), "text-after", 10),
        (json!({"op": "normalize", "input": "# Read me"}), "not-reference", 0),
        (json!({"op": "normalize", "input": "/my docs/../b"}), "text-lost", 3),
        (json!({"op": "resolve", "base": "http://b/", "input": "/my docs/../b"}), "text-lost", 3),
        (edit("/x?a=1 and more", json!(["query:a"])), "text-lost", 6),
        (edit("/x?a=1\tand more", json!(["query:a"])), "text-after", 6),
    ] {
        let output = run(&["batch"], format!("{request}\n").as_bytes());
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["error"]["kind"], kind, "{answer}");
        assert_eq!(answer["error"]["offset"], offset, "{answer}");
    }
}
