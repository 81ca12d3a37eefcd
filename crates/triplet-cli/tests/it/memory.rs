//! Inputs of any length in little memory: the command gets so much address space and no more.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::running::{shell, triplet};

/// Starts it with this number of MiB of address space.
fn start(mib: usize, arguments: &[&str]) -> Child {
    Command::new("sh")
        .args(["-c", "ulimit -v $1; shift; exec \"$@\"", "sh", &(mib << 10).to_string()])
        .arg(env!("CARGO_BIN_EXE_triplet"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell")
}

/// The end of a run whose output is too long to be held.
struct Ended {
    code: Option<i32>,
    /// The bytes and the lines of standard output.
    length: u64,
    lines: u64,
    said: String,
}

/// Gives it the first text, the second `times` times, and the third, and counts what it prints.
fn feed(mib: usize, arguments: &[&str], texts: [&[u8]; 3], times: usize) -> Ended {
    let mut child = start(mib, arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stderr = child.stderr.take().expect("a pipe");
    let [first, repeated, last] = texts.map(<[u8]>::to_vec);
    // It may end without reading everything.
    let feeder = std::thread::spawn(move || {
        let _ = stdin
            .write_all(&first)
            .and_then(|()| (0..times).try_for_each(|_| stdin.write_all(&repeated)))
            .and_then(|()| stdin.write_all(&last));
    });
    let listener = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = stderr.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let mut stdout = child.stdout.take().expect("a pipe");
    let (mut length, mut lines, mut block) = (0, 0, vec![0; 1 << 16]);
    loop {
        let read = stdout.read(&mut block).expect("a pipe");
        if read == 0 {
            break;
        }
        length += read as u64;
        lines += block[..read].iter().filter(|byte| **byte == b'\n').count() as u64;
    }
    feeder.join().expect("no panic");
    let said = listener.join().expect("no panic");
    Ended { code: child.wait().expect("it ends").code(), length, lines, said }
}

#[test]
fn lines_are_read_one_by_one() {
    let line = format!("/{}\n", "a".repeat(8190));
    for (arguments, times, lines) in [
        (&["lint"][..], 16 << 10, 0),
        (&["lint", "--sarif"], 16 << 10, 1),
        (&["inspect"], 4 << 10, 3 * (4 << 10)),
        (&["inspect", "--json"], 4 << 10, 4 << 10),
        (&["readers"], 4 << 10, 15 * (4 << 10)),
        (&["readers", "--json"], 4 << 10, 4 << 10),
    ] {
        let ended = feed(24, arguments, [b"", line.as_bytes(), b""], times);
        assert_eq!((ended.code, &*ended.said), (Some(0), ""), "{arguments:?}");
        assert_eq!(ended.lines, lines, "{arguments:?}");
    }
    // Findings are not kept either.
    let ended = feed(24, &["lint", "--sarif"], [b"", &b"/%00%00%00%00\n".repeat(1000), b""], 50);
    assert_eq!((ended.code, ended.lines, &*ended.said), (Some(1), 1, ""));
    assert!(ended.length > 200_000 * 100, "{} bytes", ended.length);
}

#[test]
fn a_result_is_printed_before_more_is_waited_for() {
    for (arguments, first) in [
        (&["lint"][..], "stdin:1:2: error[nul-byte]"),
        (&["lint", "--json"], "{\"source\":\"stdin\",\"line\":1,\"id\":\"nul-byte\""),
        (&["inspect"], "/%00"),
        (&["inspect", "--json"], "{\"text\":\"/%00\""),
        (&["readers", "--json"], "[{\"reader\":"),
    ] {
        let mut child = triplet()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("triplet starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        stdin.write_all(b"/%00\n/%0").expect("a line and the start of one");
        let (sender, answers) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut line = String::new();
            stdout.read_line(&mut line).expect("a line");
            let _ = sender.send(line);
            let mut rest = String::new();
            stdout.read_to_string(&mut rest).expect("text");
            rest
        });
        let line = answers.recv_timeout(Duration::from_secs(60)).expect("an answer to the first");
        assert!(line.starts_with(first), "{arguments:?}: {line}");
        stdin.write_all(b"1").expect("the rest");
        drop(stdin);
        let rest = reader.join().expect("no panic");
        // The second text is there too, whole.
        let second = if arguments == ["lint"] { "stdin:2:2: error" } else { "%01" };
        let second = if arguments[0] == "readers" { "\\u0001" } else { second };
        let second = if arguments == ["lint", "--json"] { "\"line\":2" } else { second };
        assert!(rest.contains(second), "{arguments:?}: {rest}");
        let expected = i32::from(arguments[0] == "lint");
        assert_eq!(child.wait().expect("it ends").code(), Some(expected), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_has_enough_ends_it() {
    for command in ["lint", "inspect", "readers"] {
        let output = shell(&format!("{{ yes /%00 | $0 {command}; echo $? >&2; }} | head -n 1"));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "0\n", "{command}");
        assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1, "{command}");
    }
}

#[test]
fn a_line_that_is_too_long() {
    let long = b"a".repeat(1 << 20);
    for (command, lines) in [("lint", 6), ("inspect", 12), ("readers", 30)] {
        let ended = feed(60, &[command], [b"/%00\n", &long, b"\n/%00\n"], 100);
        assert_eq!(ended.code, Some(1), "{command}");
        let said = "triplet: stdin:2: offset 5: the line is longer than 4 MiB, and is left out\n";
        assert_eq!(ended.said, said, "{command}");
        assert_eq!(ended.lines, lines, "{command}");
    }
    // The longest one.
    let ended = feed(200, &["lint", "--as", "path"], [b"/%00", &long[..1 << 18], b"\n"], 15);
    assert_eq!((ended.code, &*ended.said), (Some(1), ""));
}

#[test]
fn one_text_of_many_tokens() {
    let tokens = "/%C3%A9a.%zz&=".repeat(22_000);
    for arguments in [&["inspect"][..], &["inspect", "--json"]] {
        let ended = feed(40, arguments, [b"http://a", tokens.as_bytes(), b"\n"], 1);
        assert_eq!((ended.code, &*ended.said), (Some(0), ""), "{arguments:?}");
        assert!(ended.length > 2_000_000, "{arguments:?}: {} bytes", ended.length);
    }
}

#[test]
fn a_form_of_many_pairs() {
    let pairs = b"a=1&b+%26&".repeat(1 << 10);
    let times = 1 << 10;
    let pair_count = 2 << 20;
    for (arguments, lines, length) in [
        (&["form", "parse"][..], 1, pair_count / 2 * 21),
        (&["form", "parse", "--lines"], pair_count, pair_count / 2 * 9),
    ] {
        let ended = feed(48, arguments, [b"", &pairs, b"\n"], times);
        assert_eq!((ended.code, &*ended.said), (Some(0), ""), "{arguments:?}");
        assert_eq!(ended.lines, lines, "{arguments:?}");
        assert!(ended.length.abs_diff(length) < 1000, "{arguments:?}: {} bytes", ended.length);
    }
    // With `--object`, 16 bytes for each pair.
    let pairs: String = (0..1000).map(|number| format!("name+{number}=value&")).collect();
    let ended = feed(90, &["form", "parse", "--object"], [b"", pairs.as_bytes(), b"\n"], 700);
    assert_eq!((ended.code, ended.lines, &*ended.said), (Some(0), 1, ""));
    // An error at the end still means that nothing is printed.
    let arguments = ["form", "parse", "--strict"];
    let ended = feed(48, &arguments, [b"", b"a=1&b=%26&", b"c=%zz\n"], 1 << 20);
    assert_eq!((ended.code, ended.length), (Some(1), 0));
    assert!(ended.said.contains("offset 10485762"), "{}", ended.said);
}

/// Only the text between two delimiters is held: they may be encoded.
#[test]
fn text_is_decoded_from_delimiter_to_delimiter() {
    for (part, length) in [(&b"caf%C3%A9&%FF"[..], 9), (b"caf%C3%A9%26%FF", 9)] {
        let parts = part.repeat(1 << 13);
        let ended = feed(60, &["decode", "--errors", "keep"], [b"", &parts, b"&"], 1 << 10);
        assert_eq!((ended.code, &*ended.said), (Some(0), ""));
        assert_eq!(ended.length, (length << 23) + 1);
    }
}

#[test]
fn a_quote_that_is_never_closed() {
    let rest = b"3,a b\n".repeat(10_000);
    // In the column, and in another one.
    for (column, said) in [
        (
            "link",
            "triplet: stdin:3: offset 16: record 3, column 2: the quote that opens here is not closed",
        ),
        (
            "1",
            "triplet: stdin:3: offset 16: record 3, column 2: the quote that opens here is not closed",
        ),
    ] {
        let arguments = ["encode", "--csv-column", column];
        let ended = feed(60, &arguments, [b"id,link\n1,a b\n2,\"", &rest, b"end"], 2000);
        assert_eq!(ended.code, Some(1), "{column}");
        assert!(ended.said.contains(said), "{}", ended.said);
        let too_long =
            "triplet: stdin:3: offset 16: record 3, column `link`: the field is longer than 4 MiB";
        assert_eq!(ended.said.contains(too_long), column == "link", "{}", ended.said);
        // All of it is passed on; only the field before has changed.
        let length = 17 + 120_000_000 + 3 + if column == "link" { 2 } else { 0 };
        assert_eq!(ended.length, length, "{column}");
    }
    // Fields of other columns, and lines between records, may be as long as they are.
    let ended = feed(24, &["encode", "--csv-column", "2"], [b"\"", &rest, b"\",a b\n"], 1000);
    assert_eq!((ended.code, ended.length), (Some(0), 60_000_000 + 9));
    let ended = feed(
        24,
        &["encode", "--csv-column", "1"],
        [b"a b\n", &b"\r\n".repeat(1000), b"c d"],
        10_000,
    );
    assert_eq!((ended.code, ended.length), (Some(0), 20_000_000 + 11));
    // A long field that has an end is an error by itself, and what follows goes on.
    let ended = feed(60, &["encode", "--csv-column", "2"], [b"1,a ", &rest[..4], b"\n2,a b\n"], 0);
    assert_eq!((ended.code, ended.length), (Some(0), 4 + 2 + 1 + 8));
    let ended =
        feed(60, &["encode", "--csv-column", "2"], [b"1,a ", &[b'a'; 1 << 20], b"\n2,a b\n"], 5);
    assert_eq!((ended.code, ended.length), (Some(1), 4 + (5 << 20) + 1 + 8));
    assert!(
        ended.said.contains("stdin:1: offset 2: record 1, column 2: the field is longer"),
        "{}",
        ended.said
    );
}
