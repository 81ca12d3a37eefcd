//! `--in-text`: the links within a text change, and all else stays byte for byte.

use serde_json::{Value, json};

use crate::running::{Folder, fails, gives, run, text};

const PAGE: &str = "# Plan %\r\n\r\nSee [it](docs/My Plan.md \"a b\"), <a href=\"/x y?a=1&amp;b=é\">é</a>,\r\n\
                    <loc>https://a.example/é</loc> and https://a.example/%7e.\r\n";
const REPAIRED: &str = "# Plan %\r\n\r\nSee [it](docs/My%20Plan.md \"a b\"), <a href=\"/x%20y?a=1&amp;b=%C3%A9\">é</a>,\r\n\
                        <loc>https://a.example/%C3%A9</loc> and https://a.example/%7e.\r\n";

#[test]
fn links_are_repaired() {
    gives(&["requote", "--in-text"], PAGE.as_bytes(), REPAIRED);
    gives(&["requote", "--in-text"], REPAIRED.as_bytes(), REPAIRED);
    gives(&["requote", "--in-text"], b"", "");
    gives(&["requote", "--in-text", "see https://a/\u{e9} x"], b"", "see https://a/%C3%A9 x\n");
    gives(&["requote", "--in-text", "--iri"], "[x](é y)".as_bytes(), "[x](é y)");
    gives(&["requote", "--in-text", "--iri"], "[x](é y.md)\n".as_bytes(), "[x](é%20y.md)\n");
    let latin = b"<a href=\"caf\xE9 x.html\">\xE9</a>\n";
    gives(&["requote", "--in-text"], latin, b"<a href=\"caf%E9%20x.html\">\xE9</a>\n");
    let mark = "\u{FEFF}[x](a b.md)\n";
    gives(&["requote", "--in-text"], mark.as_bytes(), "\u{FEFF}[x](a%20b.md)\n");
    let folder = Folder::new("in-text");
    let (page, other) = (folder.file("page", PAGE.as_bytes()), folder.0.join("other"));
    gives(&["requote", "--in-text", "-f", text(&page), "-o", text(&other)], b"", "");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), REPAIRED);
    gives(&["requote", "--in-text", "-i", text(&page)], b"", "");
    assert_eq!(std::fs::read_to_string(&page).expect("a file"), REPAIRED);
    let line = json!({ "text": "see https://a/x%zz" });
    let repaired = json!({ "text": "see https://a/x%25zz" });
    let member = ["requote", "--in-text", "--json-field", "text"];
    gives(&member, format!("{line}\n").as_bytes(), format!("{repaired}\n"));
}

#[test]
fn other_commands_change_links_too() {
    let log = "fatal: 'https://me:pw@h/r.git': GET /api?token=1F&x=2 HTTP/1.1, http://h/\n";
    let redacted = "fatal: 'https://h/r.git': GET /api?token=X&x=2 HTTP/1.1, http://h/\n";
    let edits = ["uri", "set", "--in-text", "--remove", "userinfo", "--replace", "token=X"];
    gives(&edits, log.as_bytes(), redacted);
    let to_uri = ["iri", "to-uri", "--in-text"];
    gives(
        &to_uri,
        "see https://bücher.example/é.\n".as_bytes(),
        "see https://xn--bcher-kva.example/%C3%A9.\n",
    );
    let spaces = ["respell", "--space", "percent", "--in-text"];
    gives(&spaces, b"a+b https://a/?q=a+b c+d\n", "a+b https://a/?q=a%20b c+d\n");
}

#[test]
fn links_in_doubt_stay_with_a_note() {
    for (line, why) in [
        ("https://a.example/my file.pdf", "offset 0: note: this link stays as it is: a raw space"),
        ("x https://a/{id}/é y", "offset 2: note: this link stays as it is: it has a placeholder"),
        ("\"https://a/\\u00e9\"", "offset 1: note: this link stays as it is: it has a backslash"),
    ] {
        let output = run(&["requote", "--in-text", line], b"");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), &*output.stdout),
            (Some(0), format!("{line}\n").as_bytes())
        );
        assert!(message.contains(why), "{line}: {message}");
    }
    let edit = ["uri", "set", "--in-text", "--remove", "query:a", "https://a/{id}"];
    gives(&edit, b"", "https://a/{id}\n");
    let lines = "[x](a b.md)\n<http://h:8o/é> x\n";
    let repaired = "[x](a%20b.md)\n<http://h:8o/%C3%A9> x\n";
    fails(&["requote", "--in-text"], lines.as_bytes(), 1, repaired, "stdin:2:12: ");
    fails(
        &["iri", "to-uri", "--in-text"],
        b"[x](https://a/b c) y\n",
        1,
        "[x](https://a/b c) y\n",
        "path at offset 15",
    );
}

#[test]
fn options_that_do_not_go_together() {
    for (arguments, other) in [
        (["requote", "--in-text", "--html"], "--html"),
        (["requote", "--in-text", "--set=path"], "--set"),
        (["respell", "--in-text", "--query"], "--query"),
    ] {
        fails(&arguments, b"", 2, "", other);
        fails(&arguments, b"", 2, "", "--in-text");
    }
    let tag = b"<a href=\"/x y\">\n";
    fails(&["requote"], tag, 1, tag, "--in-text changes the links");
    fails(&["normalize"], tag, 1, tag, "begin the name of a file");
}

#[test]
fn batch_repairs_links() {
    let request = |members: Value| format!("{members}\n").into_bytes();
    let answer = |request: &[u8]| {
        serde_json::from_slice::<Value>(&run(&["batch"], request).stdout).expect("JSON")
    };
    let asked = json!({"op": "requote", "in_text": true, "input": "[x](a b.md)\nhttps://a/é"});
    assert_eq!(answer(&request(asked)), json!({"output": "[x](a%20b.md)\nhttps://a/%C3%A9"}));
    let both = json!({"op": "requote", "in_text": true, "html": true, "input": "x"});
    let error = &answer(&request(both))["error"]["message"];
    assert_eq!(error, "`in_text` and `html` do not go together");
}
