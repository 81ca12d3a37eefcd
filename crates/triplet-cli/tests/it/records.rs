//! Texts in an input: the last line feed, lines and their ends, NUL records, byte order marks.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use crate::running::{Folder, fails, gives, run, text, triplet};

#[test]
fn standard_input_and_the_last_line_feed() {
    gives(&["encode"], b"", "");
    gives(&["encode"], b"\n", "\n");
    gives(&["encode"], b"a b", "a%20b");
    gives(&["encode"], b"a b\n", "a%20b\n");
    gives(&["encode"], b"a\nb\n\n", "a%0Ab%0A\n");
    gives(&["encode", "--exact"], b"a b\n", "a%20b%0A");
    gives(&["encode", "-"], b"a b\n", "a%20b\n");
    gives(&["decode"], b"a%20b\n", "a b\n");
    gives(&["decode", "--exact"], b"%20\n", " \n");
    gives(&["encode", "--charset", "utf-16be"], b"a\n", "%00a\n");
    gives(&["decode", "--charset", "utf-16be"], b"%00a\n", "a\n");
}

#[test]
fn records() {
    gives(&["encode", "-l"], b"a b\n\nc d", "a%20b\n\nc%20d");
    gives(&["encode", "-l", "--exact"], b"a b\n", "a%20b\n");
    gives(&["encode", "-0"], b"a\nb\0c d\0", "a%0Ab\0c%20d\0");
    // A decoded byte never forges a record.
    gives(&["decode", "-l"], b"a%0Ab%20\n%00\n", "a%0Ab \n\0\n");
    gives(&["decode", "-0"], b"a%0Ab%00c\0", "a\nb%00c\0");
    gives(&["decode", "-l", "--unescape"], b"a%u000Ab\n", "a%0Ab\n");
    fails(&["decode", "-l"], b"ok%20\nbad%zz%20\nok%21\n", 1, "ok \nbad%zz%20\nok!\n", "stdin:2:");
    // Longer than a block, without an error and with one.
    let long = "a%20".repeat(200_000);
    let expected = "a ".repeat(200_000);
    gives(
        &["decode", "-l"],
        format!("{long}\nb%20\n{long}").as_bytes(),
        format!("{expected}\nb \n{expected}"),
    );
    let wrong = format!("{long}%zz%20\nc%20\n");
    fails(
        &["decode", "-l"],
        wrong.as_bytes(),
        1,
        format!("{expected}%zz%20\nc \n"),
        "offset 800000",
    );
    gives(
        &["encode", "-l"],
        format!("{}\nx", " ".repeat(700_000)).as_bytes(),
        format!("{}\nx", "%20".repeat(700_000)),
    );
}

/// A byte order mark before a file is not a part of its first address. A text that is written again keeps it, an answer has none, and data
/// has it as a character.
#[test]
fn byte_order_marks_before_addresses() {
    let with_mark = |text: &str| ["\u{FEFF}", text].concat();
    for (arguments, input, expected) in [
        (
            &["respell", "--as", "rfc3986"][..],
            "http://a.example/b c\nx~\n",
            "\u{FEFF}http://a.example/b%20c\nx~\n",
        ),
        (&["requote"], "http://a.example/b c\n", "\u{FEFF}http://a.example/b%20c\n"),
        (&["uri", "set", "host=b.example"], "http://a.example/\n", "\u{FEFF}http://b.example/\n"),
        (&["iri", "from-uri"], "http://a.example/%C3%A9\n", "\u{FEFF}http://a.example/é\n"),
        (&["iri", "to-uri"], "http://a.example/é\n", "\u{FEFF}http://a.example/%C3%A9\n"),
        (&["explain", "--readable"], "http://a.example/%C3%A9\n", "\u{FEFF}http://a.example/é\n"),
        (&["normalize"], "HTTP://A/%7e\nhttp://a/~\n", "http://a/~\nhttp://a/~\n"),
        (&["normalize", "--key"], "HTTP://A/%7e\nhttp://a/~\n", "http://a/~\nhttp://a/~\n"),
        (
            &["uri", "get", "{host}"],
            "http://a.example/\nhttp://b.example/\n",
            "a.example\nb.example\n",
        ),
        (&["uri", "split"], "a\n", "{\"url\":\"a\",\"path\":\"a\",\"segments\":[\"a\"]}\n"),
        (&["resolve", "http://z/"], "http://a.example/x\n", "http://a.example/x\n"),
        (&["form", "parse"], "a=1&b=2\n", "[[\"a\",\"1\"],[\"b\",\"2\"]]\n"),
        (&["form", "parse", "--url"], "http://a.example/?a=1\n", "[[\"a\",\"1\"]]\n"),
        (&["lint"], "http://a.example/x\n", ""),
        (&["encode", "-l"], "a\n", "%EF%BB%BFa\n"),
        (&["decode", "-l"], "%20\n", "\u{FEFF} \n"),
    ] {
        gives(arguments, with_mark(input).as_bytes(), expected);
    }
}

/// With `-l` a line ends with LF or CRLF, and its end does not belong to it.
#[test]
fn lines_end_with_lf_or_crlf() {
    // The last piece has no end; a CR alone is text.
    let encoded = "a%20b\r\nc\r\n\r\n%0D\r\nd%0De\nf%0D";
    for threads in ["-j1", "-j2"] {
        gives(&["encode", "-l", threads], b"a b\r\nc\r\n\r\n\r\r\nd\re\nf\r", encoded);
        gives(&["encode", "--exact", "-l", threads], b"a\r\nb\n\r", "a%0D\nb\n%0D");
        gives(&["encode", "-0", threads], b"a\r\n\0\r", b"a%0D%0A\0%0D");
        // A decoded byte is not the end of a line, nor a part of one: decoding gives the same lines.
        gives(&["decode", "-l", threads], encoded.as_bytes(), encoded.replace("%20", " "));
        gives(&["decode", "--exact", "-l", threads], b"a%0D%0Ab%41\r\n", b"a\r%0AbA\r\n");
        gives(&["decode", "-l", "--on-error", "keep", threads], b"%4\r\n%0D\r\n", b"%4\r\n%0D\r\n");
        gives(&["decode", "-l", "--charset", "utf-8", threads], b"%41%0D\r\n", b"A%0D\r\n");
        gives(&["decode", "-l", "--unescape", threads], b"%41%0D%u000D\r\n", b"A%0D%0D\r\n");
        gives(&["decode", "-l", "--layers", "2", threads], b"%2541%0D\r\n", b"A%0D\r\n");
        gives(&["normalize", "-l", threads], b"http://h/%7e\r\n/a\n", b"http://h/~\r\n/a\n");
        gives(&["iri", "to-uri", "-l", threads], b"http://h/\r\n", b"http://h/\r\n");
    }
    fails(
        &["decode", "-l"],
        b"%41\r\n%4\r\n%42\r\n",
        1,
        b"A\r\n%4\r\nB\r\n",
        "stdin:2:1: `%4` at offset 5: only one digit follows",
    );
    gives(&["decode", "a%0D", "b"], b"", "a%0D\nb\n");
}

/// A block may end anywhere within the end of a line.
#[test]
fn a_block_that_ends_within_the_end_of_a_line() {
    const BLOCK: usize = 256 * 1024;
    for length in BLOCK - 3..=BLOCK + 2 {
        for end in ["\r\n", "\r\r\n", "\n", "\r", "\rx\n", "\r\nx\r\n"] {
            let input = format!("{}{end}", "x".repeat(length));
            let body = end.strip_suffix("\r\n").or(end.strip_suffix('\n')).unwrap_or(end);
            let tail = &end[body.len()..];
            // This one has two lines.
            let expected = match end {
                "\r\nx\r\n" => input.clone(),
                _ => format!("{}{}{tail}", "x".repeat(length), body.replace('\r', "%0D")),
            };
            for arguments in [["encode", "-l", "-j1"], ["encode", "-l", "-j2"]] {
                let output = run(&arguments, input.as_bytes());
                assert!(output.stdout == expected.as_bytes(), "{arguments:?} {length} {end:?}");
            }
            let output = run(&["decode", "-l"], expected.as_bytes());
            assert!(output.stdout == expected.as_bytes(), "{length} {end:?}");
        }
    }
}

/// A byte order mark at the start of an input does not belong to the first record. Where other bytes are passed through, it is
/// too.
#[test]
fn a_byte_order_mark_is_accepted() {
    const MARK: &str = "\u{FEFF}";
    let of = |arguments: &[&str], input: &str, expected: &str| {
        gives(arguments, input.as_bytes(), expected);
    };
    let lines = "{\"a\":\"x y\"}\n{\"a\":1}\n".replace('1', "\"z\"");
    let encoded = lines.replace(' ', "%20");
    of(&["encode", "--json-field", "a"], &format!("{MARK}{lines}"), &format!("{MARK}{encoded}"));
    of(
        &["encode", "--json-field", "a", "-j2"],
        &format!("{MARK}{lines}"),
        &format!("{MARK}{encoded}"),
    );
    of(
        &["encode", "--csv-column", "a"],
        &format!("{MARK}a,b\nx y,\n"),
        &format!("{MARK}a,b\nx%20y,\n"),
    );
    of(
        &["batch"],
        &format!(
            "{MARK}{{\"op\":\"encode\",\"input\":\" \"}}\n{{\"op\":\"encode\",\"input\":\"a\"}}\n"
        ),
        "{\"output\":\"%20\"}\n{\"output\":\"a\"}\n",
    );
    // A line in error is kept whole; its offset is counted with the mark, its column without it.
    fails(
        &["decode", "--json-field", "a"],
        format!("{MARK}{{\"a\":\"%\"}}\n").as_bytes(),
        1,
        format!("{MARK}{{\"a\":\"%\"}}\n"),
        "stdin:1:7: offset 9: field `a`",
    );
    of(&["form", "build"], &format!("{MARK}[[\"a\",\"b\"]]\n"), "a=b\n");
    of(&["form", "build", "--lines"], &format!("{MARK}a\tb\n"), "a=b\n");
    let wrong = format!("{MARK}[1]\n");
    fails(
        &["form", "build"],
        wrong.as_bytes(),
        1,
        "",
        "stdin:1:2: offset 4: a pair is [name, value], and this is a number",
    );
    // Elsewhere it is a character like any other, which JSON does not have there.
    let second = format!("{{}}\n{MARK}{{}}\n");
    fails(&["encode", "--json-field", "a"], second.as_bytes(), 1, &second, "stdin:2:1: offset 3: ");
    let output = run(&["batch"], format!("{{}}\n{MARK}{{\"op\":\"help\"}}\n").as_bytes());
    assert!(!String::from_utf8_lossy(&output.stdout).contains("\"output\""));
}

/// A record that is no longer than a block is written as it was if there is an error in it, wherever blocks end.
#[test]
fn a_record_in_error_is_whole() {
    let record = format!("{}%zz\n", "%41".repeat(80_000));
    fails(
        &["decode", "-l"],
        record.as_bytes(),
        1,
        &record,
        "stdin:1:240001: `%z` at offset 240000",
    );
    let folder = Folder::new("records-whole");
    let lines = "%41%zz\n".repeat(45_000);
    let file = folder.file("lines", lines.as_bytes());
    for threads in ["-j1", "-j2"] {
        for arguments in
            [&["decode", "-l", threads, "-f", text(&file)][..], &["decode", "-l", threads]]
        {
            let output = run(arguments, lines.as_bytes());
            assert!(output.stdout == lines.as_bytes(), "{arguments:?}");
            assert_eq!(output.status.code(), Some(1));
            let said = String::from_utf8_lossy(&output.stderr);
            let last = "triplet: stdin:45000:4: `%z` at offset 314996: ";
            let last = if arguments.len() > 3 {
                last.replace("stdin", text(&file))
            } else {
                last.to_owned()
            };
            assert!(said.contains(&last), "{arguments:?}");
            assert_eq!(said.lines().count(), 3 * 45_000, "{arguments:?}");
        }
    }
}

/// A byte order mark is an ordinary part of a line or of a stream.
#[test]
fn a_byte_order_mark_of_text() {
    let text = "\u{FEFF}a\n".as_bytes();
    gives(&["encode", "-l"], text, "%EF%BB%BFa\n");
    gives(&["encode"], text, "%EF%BB%BFa\n");
    gives(&["encode", "-0"], text, "%EF%BB%BFa%0A");
}

/// A result is written before more of the input is waited for.
#[test]
fn results_come_at_once() {
    for arguments in [&["encode"][..], &["encode", "-l"], &["decode", "-0"], &["uri", "validate"]] {
        let mut child = triplet()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("triplet starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = child.stdout.take().expect("a pipe");
        let (sender, results) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut result = [0; 4];
            stdout.read_exact(&mut result).expect("a result");
            let _ = sender.send(result);
            let _ = stdout.read_to_end(&mut Vec::new());
        });
        stdin.write_all(b"a:b%\0\nc").expect("it reads");
        let result = results.recv_timeout(Duration::from_secs(60)).expect("a result");
        let expected = match arguments {
            ["encode", ..] => b"a%3A",
            ["decode", ..] => b"a:b%",
            _ => b"inva",
        };
        assert_eq!(result, *expected, "{arguments:?}");
        drop(stdin);
        reader.join().expect("no panic");
        child.wait().expect("it ends");
    }
}

/// Programs of Windows end what they print with both characters.
#[test]
fn the_last_line_break_of_a_text_may_have_two_characters() {
    for threads in ["-j1", "-j2"] {
        gives(&["encode", threads], b"a b\r\n", "a%20b\r\n");
        gives(&["encode", threads], b"a\r\nb\n\r\n", "a%0D%0Ab%0A\r\n");
        gives(&["encode", threads], b"a b\r", "a%20b%0D");
        gives(&["encode", threads], b"\r\n", "\r\n");
        gives(&["encode", "--exact", threads], b"a\r\n", "a%0D%0A");
        gives(&["decode", threads], b"a%20b\r\n", "a b\r\n");
        let long = b"\r\n".repeat(1 << 18);
        let encoded = "%0D%0A".repeat((1 << 18) - 1) + "\r\n";
        gives(&["encode", threads], &long, encoded);
    }
    gives(&["filename", "encode"], b"a b\r\n", "a%20b\r\n");
    gives(&["form", "parse"], b"a=b\r\n", "[[\"a\",\"b\"]]\n");
    let folder = Folder::new("records-crlf");
    let file = folder.file("file", b"a b\r\n");
    gives(&["encode", "-i", text(&file)], b"", "");
    assert_eq!(fs::read(&file).expect("a file"), b"a%20b\r\n");
}

/// The last record of a file is a record also if the file has no line feed at its end and another file follows.
#[test]
fn files_without_a_last_line_feed() {
    let folder = Folder::new("joined");
    let (one, none) = (folder.file("1", b"http://a/1"), folder.file("2", b""));
    let (two, three) = (folder.file("3", b"http://b/2\n"), folder.file("4", b"http://c/3"));
    let files = ["-f", text(&one), text(&none), text(&two), text(&three)];
    let of = |command: &[&str], expected: &str| {
        for threads in ["-j1", "-j3"] {
            gives(&[command, &[threads], &files].concat(), b"", expected);
        }
    };
    let same = "http://a/1\nhttp://b/2\nhttp://c/3";
    for command in [
        &["normalize"][..],
        &["requote"],
        &["respell", "--hex", "upper"],
        &["iri", "to-uri"],
        &["decode", "-l"],
        &["encode", "-l", "-s", "rfc3986:path"],
        &["uri", "set", "--remove", "query"],
        &["resolve", "http://z/"],
        &["decode", "--csv-column", "1"],
    ] {
        of(command, same);
    }
    of(&["uri", "get", "{path}"], "/1\n/2\n/3");
    of(&["uri", "get", "{query}"], "\n\n");
    of(&["uri", "validate"], "valid\nvalid\nvalid");
    // Files that are texts are parts of one text.
    of(&["decode"], "http://a/1http://b/2\nhttp://c/3");
    let (a, b) = (folder.file("a", br#"{"u":"%41"}"#), folder.file("b", b"{\"u\":\"%42\"}\n"));
    let objects = ["decode", "--json-field", "u", "-f", text(&a), text(&b)];
    gives(&objects, b"", "{\"u\":\"A\"}\n{\"u\":\"B\"}\n");
    let (a, b) = (folder.file("c", b"%41"), folder.file("d", b"%42\0"));
    gives(&["decode", "-0", "-f", text(&a), text(&b)], b"", "A\0B\0");
    let (a, b) = (folder.file("e", b"a; filename=x"), folder.file("f", b"a; filename=y\n"));
    gives(&["content-disposition", "read", "-f", text(&a), text(&b)], b"", "x\ny\n");
}
