//! Inputs of any length in little memory: the command gets so much address space and no more.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::running::{Folder, shell, text, triplet};

/// Starts it with this number of MiB of address space.
fn start(mib: usize, arguments: &[&str]) -> Child {
    Command::new("sh")
        .args(["-c", "ulimit -v $1; shift; exec \"$@\"", "sh", &(mib << 10).to_string()])
        .arg(env!("CARGO_BIN_EXE_triplet"))
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
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
    // The command may end without reading everything.
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

#[test]
fn a_text_that_must_be_whole_has_a_limit() {
    let part = b"a".repeat(1 << 20);
    for arguments in [
        &["uri", "validate"][..],
        &["uri", "get", "{path}"],
        &["uri", "set", "host=b"],
        &["uri", "split"],
        &["uri", "build"],
        &["normalize"],
        &["normalize", "-j2"],
        &["normalize", "-0"],
        &["requote"],
        &["respell", "--as", "form"],
        &["iri", "to-uri"],
        &["resolve", "http://h/"],
        &["normalize", "--json-field", "u"],
        &["decode", "--charset", "gbk"],
        &["decode", "-l", "--charset", "gbk"],
        &["decode", "--layers", "2"],
        &["decode", "--errors", "keep"],
        &["encode", "--newlines", "lf"],
        &["form", "parse"],
        &["form", "build", "-"],
        &["data-url", "encode"],
        &["data-url", "decode"],
        &["ext-value", "decode"],
        &["filename", "decode"],
        &["filename", "encode"],
        &["content-disposition", "read"],
        &["content-disposition", "build"],
        &["uri", "from-path"],
        &["uri", "to-path"],
    ] {
        // The text never ends; the limit of the address space bounds what is held of it.
        let arguments = [arguments, &["--max-text", "1M"]].concat();
        let ended = feed(60, &arguments, [b"", &part, b""], 1 << 20);
        assert_eq!(ended.code, Some(3), "{arguments:?}: {}", ended.said);
        let said = "triplet: stdin: offset 0: the text that begins here must be whole, and is longer than 1 MiB; \
                    --max-text sets the limit\n";
        assert_eq!(ended.said, said, "{arguments:?}");
    }
    // The place is that of the text, and what is shorter is done.
    let ended =
        feed(60, &["normalize", "--max-text", "512K"], [b"/%7e\n", &part[..1 << 19], b"\n"], 1);
    assert_eq!((ended.code, ended.length, &*ended.said), (Some(0), 3 + (1 << 19) + 1, ""));
    let ended =
        feed(60, &["normalize", "--max-text", "512K"], [b"/%7e\n", &part[..1 << 19], b"b\n"], 1);
    assert_eq!((ended.code, ended.lines), (Some(3), 1));
    assert!(ended.said.contains("stdin: offset 5: the text that begins here"), "{}", ended.said);
    // Lines and fields that have a smaller limit of their own.
    for (arguments, said) in [
        (&["lint"][..], "stdin:1: offset 0: the line is longer than 1 MiB, and is left out"),
        (&["encode", "--csv-column", "1"], "column 1: the field is longer than 1 MiB"),
        (&["expand", "/{a}", "--json", "-"], "stdin:1: offset 0: the line is longer than 1 MiB"),
    ] {
        let ended = feed(60, &[arguments, &["--max-text", "1M"]].concat(), [b"", &part, b"b\n"], 1);
        assert_eq!(ended.code, Some(1), "{arguments:?}");
        assert!(ended.said.contains(said), "{arguments:?}: {}", ended.said);
    }
    let ended = feed(200, &["lint", "--max-text", "8M"], [b"/", &part, b"\n"], 5);
    assert_eq!((ended.code, &*ended.said), (Some(0), ""));
    // Conversions in constant memory have no limit.
    for arguments in [&["encode"][..], &["encode", "-l"], &["decode", "--on-error", "keep", "-l"]] {
        let arguments = [arguments, &["--max-text", "256K"]].concat();
        let ended = feed(60, &arguments, [b"", &part, b""], 64);
        assert_eq!(
            (ended.code, ended.length, &*ended.said),
            (Some(0), 64 << 20, ""),
            "{arguments:?}"
        );
    }
    for wrong in ["1", "255K", "1T", "x", "-1", ""] {
        let output = triplet().args(["normalize", "/", &format!("--max-text={wrong}")]).output();
        assert_eq!(output.expect("it starts").status.code(), Some(2), "{wrong}");
    }
    let help = triplet().args(["normalize", "--help"]).output().expect("it starts");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(help.contains("--max-text <SIZE>") && help.contains("The limit is 1G"), "{help}");
}

/// Memory that is refused is exit status 3 with a message; what was to be replaced is as it was, and no other file is left.
#[test]
fn memory_that_is_refused() {
    let folder = Folder::new("memory-refused");
    let line = [&b"http://h/"[..], &b"a%7E%C3%A9b&%zz=../".repeat(50_000), b"\n"].concat();
    let member = [b"{\"u\":\"", &line[..line.len() - 1], b"\"}\n"].concat();
    let form = b"a=1&b=%26&".repeat(300_000);
    let variables = [&b"{\"id\":\""[..], &b"a b".repeat(300_000), b"\"}\n"].concat();
    let (line_file, member) = (folder.file("line", &line), folder.file("member", &member));
    let (form, variables) = (folder.file("form", &form), folder.file("variables", &variables));
    let target = folder.file("target", b"old");
    let (line_file, member, target) = (text(&line_file), text(&member), text(&target));
    // With less than this the command can't start.
    let starts = |mib: &usize| {
        let output = start(*mib, &["encode", "a"]).wait_with_output();
        output.expect("it ends").status.success()
    };
    let least = (4..100).find(starts).expect("enough memory");
    let mut refusals = 0;
    for (arguments, place) in [
        (&["normalize", "-f", line_file][..], target),
        (&["normalize", "--iri", "-j2", "-f", line_file], target),
        (&["requote", "-f", line_file], target),
        (&["respell", "--as", "rfc5849", "-f", line_file], target),
        (&["iri", "from-uri", "-f", line_file], target),
        (&["uri", "get", "{path}", "--lenient", "-f", line_file], target),
        (&["uri", "set", "query:x=1", "--sort-query", "-f", line_file], target),
        (&["uri", "split", "-f", line_file], target),
        (&["uri", "validate", "-f", line_file], target),
        (&["resolve", "http://a/", "-f", line_file], target),
        (&["decode", "--charset", "auto", "-f", line_file], target),
        (&["decode", "--layers", "3", "--on-error", "keep", "-f", line_file], target),
        (&["encode", "--charset", "gbk", "--html", "-f", line_file], target),
        (&["normalize", "--json-field", "u", "-f", member], target),
        (&["form", "parse", "-f", text(&form)], target),
        (&["form", "parse", "--object", "-f", text(&form)], target),
        (&["data-url", "encode", "-f", line_file], target),
        (&["expand", "/x{?id}", "--json", text(&variables)], target),
        (&["requote", "-i"], line_file),
        (&["requote", "-j2", "-i=.bak"], line_file),
    ] {
        let is_in_place = place == line_file;
        let old = if is_in_place { &line[..] } else { b"old" };
        let arguments = [arguments, if is_in_place { &[] } else { &["-o"] }, &[place]].concat();
        let mut refused_here = 0;
        for more in [1, 2, 3, 4, 5, 7, 9, 12, 16, 22] {
            let mib = least + more;
            let child = start(mib, &arguments);
            let output = child.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let code = output.status.code();
            assert!(
                matches!(code, Some(0 | 1 | 3)),
                "{arguments:?} in {mib} MiB: {:?} {said}",
                output.status
            );
            let now = std::fs::read(place).expect("a file");
            if code == Some(3) {
                refused_here += 1;
                let told = said.contains("was refused") || said.contains("allocate memory");
                assert!(told, "{arguments:?} in {mib} MiB: {said}");
                assert!(now == old, "{arguments:?} in {mib} MiB: it is changed");
            }
            std::fs::write(place, old).expect("a file");
            let _ = std::fs::remove_file(folder.0.join("line.bak"));
            let mut names: Vec<_> = std::fs::read_dir(&folder.0)
                .expect("a folder")
                .map(|entry| entry.expect("one").file_name())
                .collect();
            names.sort();
            let known = ["form", "line", "member", "target", "variables"];
            assert_eq!(names, known, "{arguments:?} in {mib} MiB: {said}");
        }
        assert!(refused_here > 0, "{arguments:?}: the limit was one");
        refusals += refused_here;
    }
    println!("{refusals} runs had too little memory");
}

/// A dump of memory that somebody asks for is not a refusal, and leaves no file either.
#[test]
fn a_signal_to_abort() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new("memory-abort");
    let target = folder.file("target", b"old");
    let mut child = start(1000, &["encode", "-o", text(&target)]);
    let stdin = child.stdin.take().expect("a pipe");
    let count = || std::fs::read_dir(&folder.0).expect("a folder").count();
    while count() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-ABRT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let status = child.wait().expect("it ends");
    drop(stdin);
    assert_eq!(status.signal(), Some(6));
    assert_eq!(count(), 1);
    assert_eq!(std::fs::read(&target).expect("a file"), b"old");
}
