//! `batch` as another program uses it: one answer for each line, in order, also for a line that is not a request.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use triplet::LineBreak;
use triplet::filename::Rules;
use triplet::form::nested::Style;
use triplet::form::{Newlines, Separators, Space};
use triplet::iri::{HostDisplay, HostEncoding};
use triplet::uri::Level;
use triplet::uri::file::System;
use triplet_inspect::Context;

use crate::running::Folder;

mod codecs;
mod forms;
#[cfg(target_os = "linux")]
mod memory;
mod whole_references;

/// A `triplet batch`, with its input and its output.
fn start() -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_triplet"))
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("triplet starts");
    let stdin = child.stdin.take().expect("a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, stdin, stdout)
}

/// Sends lines through one `triplet batch` and gives the answers.
pub(crate) fn batch(lines: &[u8]) -> Vec<Value> {
    let (mut child, mut stdin, stdout) = start();
    let lines = lines.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&lines));
    let answer = |line: String| serde_json::from_str(&line).expect("an answer is JSON");
    let answers = stdout.lines().map(|line| answer(line.expect("JSON is UTF-8"))).collect();
    writer.join().expect("no panic").expect("everything is read");
    assert_eq!(child.wait().expect("triplet ends").code(), Some(0));
    answers
}

#[track_caller]
fn answers(request: Value, expected: Value) {
    let answer = &batch(format!("{request}\n").as_bytes())[0];
    assert_eq!(*answer, expected, "{request}");
}

#[track_caller]
fn fails(request: Value, kind: &str, offset: Option<u64>) {
    let answer = &batch(format!("{request}\n").as_bytes())[0];
    assert_eq!(answer["error"]["kind"], kind, "{request}: {answer}");
    assert_eq!(answer["error"]["offset"].as_u64(), offset, "{request}: {answer}");
    assert!(!answer["error"]["message"].as_str().expect("words").is_empty());
}

#[test]
fn one_answer_a_line_in_order() {
    let found = batch(
        b"{\"op\":\"encode\",\"input\":\"a b\",\"id\":7}\n\nnonsense\n[]\n\xFF\n{\"op\":\"no\"}\n{}\n{\"op\":\"decode\",\"input\":\"%41\",\"id\":[1,{\"x\":null}]}",
    );
    assert_eq!(found.len(), 8);
    assert_eq!(found[0], json!({"id": 7, "output": "a%20b"}));
    for wrong in &found[1..7] {
        assert_eq!(wrong["error"]["kind"], "bad-request", "{wrong}");
    }
    assert_eq!(found[7], json!({"id": [1, {"x": null}], "output": "A"}));
    assert!(batch(b"").is_empty());
}

#[test]
fn each_answer_comes_when_it_is_due() {
    let (mut child, mut stdin, mut stdout) = start();
    for number in 0..20 {
        writeln!(stdin, "{{\"op\":\"encode\",\"input\":\"{number} \"}}").expect("it reads");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it answers");
        assert_eq!(line, format!("{{\"output\":\"{number}%20\"}}\n"));
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn requests_that_mean_nothing() {
    for request in [
        json!({"op": "encode"}),
        json!({"op": "encode", "input": "a", "input_hex": "61"}),
        json!({"op": "encode", "input": 1}),
        json!({"op": "encode", "input": "a", "no_such_option": true}),
        json!({"op": "encode", "input": "a", "plus": "yes"}),
        json!({"op": "encode", "input": "a", "set": "no:such"}),
        json!({"op": "encode", "input": "a", "also_keep": "é"}),
        json!({"op": "encode", "input": "a", "charset": "klingon"}),
        json!({"op": "encode", "input": "a", "unmappable": "drop"}),
        json!({"op": "decode", "input": "a", "text": "maybe"}),
        json!({"op": "encode", "input_hex": "6"}),
        json!({"op": "encode", "input_utf16": "00"}),
        json!({"op": "form_parse", "input": "a", "max_pairs": -1}),
        json!({"op": "form_serialize", "input": "a"}),
        json!({"op": "form_serialize", "input": [["a"]]}),
        json!({"op": 1}),
    ] {
        fails(request, "bad-request", None);
    }
    fails(json!({"op": "encode", "input_hex": "6g"}), "bad-request", Some(1));
    let twice = batch(b"{\"op\":\"encode\",\"input\":\"a\",\"input\":\"b\"}\n");
    assert!(twice[0]["error"]["message"].as_str().expect("words").contains("twice"));
    let long = format!(
        "{{\"op\":\"encode\",\"input\":\"{}\"}}\n{{\"op\":\"encode\",\"input\":\"a\"}}\n",
        "x".repeat(70 << 20)
    );
    let found = batch(long.as_bytes());
    assert_eq!(found[0]["error"]["kind"], "too-long");
    assert_eq!(found[1], json!({"output": "a"}));
}

/// The id comes back as it is written: of any type, anywhere in the line, also if the rest of the line is wrong.
#[test]
fn an_id_is_echoed_as_it_is_written() {
    let raw = |line: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_triplet"))
            .arg("batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("triplet starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let line = format!("{line}\n");
        let writer = std::thread::spawn(move || stdin.write_all(line.as_bytes()));
        let output = child.wait_with_output().expect("triplet ends");
        writer.join().expect("no panic").expect("everything is read");
        String::from_utf8(output.stdout).expect("JSON is UTF-8")
    };
    let nested = "[".repeat(5000) + &"]".repeat(5000);
    for id in [
        "18446744073709551616",
        "123456789012345678901234567890",
        "-0",
        "1.0",
        "1e999",
        "0.1000000000000000000001",
        "null",
        "true",
        "\"\\u0041\\/\"",
        "\"\\ud800\"",
        "{\"b\": 1, \"a\" : [1 , 2], \"a\":3}",
        &nested,
    ] {
        let good = format!("{{\"id\":{id},\"output\":\"a%20b\"}}\n");
        assert_eq!(raw(&format!("{{\"op\":\"encode\",\"input\":\"a b\",\"id\": {id} }}")), good);
        assert_eq!(raw(&format!("{{\"id\":{id},\"op\":\"encode\",\"input\":\"a b\"}}")), good);
        let start = format!("{{\"id\":{id},\"error\":{{\"kind\":\"bad-request\",");
        for wrong in [
            format!("{{\"id\":{id},\"op\":\"no\"}}"),
            format!("{{\"id\":{id},\"op\":\"encode\",\"input\":1e999}}"),
            format!("{{\"op\":\"encode\",\"max\":1e999,\"id\":{id}}}"),
            format!("{{\"op\":{nested},\"id\":{id}}}"),
            format!("{{\"op\":\"encode\",\"op\":\"decode\",\"id\":{id}}}"),
            // The first of two.
            format!("{{\"op\":\"sets\",\"id\":{id},\"id\":2}}"),
            // No JSON after it.
            format!("{{\"id\":{id},\"op\":\"encode\""),
            format!("{{\"id\":{id},\"op\":\"encode\"}} x"),
        ] {
            let answer = raw(&wrong);
            assert!(answer.starts_with(&start), "{wrong:.200}: {answer:.200}");
            assert_eq!(answer.lines().count(), 1);
        }
    }
    for none in
        ["{\"op\":\"no\"}", "[{\"id\":1}]", "{\"op\":1e999", "{\"x\":{\"id\":1}}", "{\"id\":01}"]
    {
        assert!(raw(none).starts_with("{\"error\":{\"kind\":\"bad-request\""), "{none}");
    }
}

#[test]
fn javascript() {
    let js = |op: &str, key: &str, input: &str, expected: Value| {
        answers(json!({"op": format!("js_{op}"), key: input}), expected);
    };
    js("encode_uri", "input", "/é?", json!({"output": "/%C3%A9?"}));
    js("encode_uri_component", "input", "/é?", json!({"output": "%2F%C3%A9%3F"}));
    js("decode_uri", "input", "%2f%41", json!({"output": "%2fA"}));
    js("decode_uri_component", "input", "%2f%41", json!({"output": "/A"}));
    js(
        "decode_uri_component",
        "input_utf16",
        "D800002500340031",
        json!({"output_utf16": "D8000041"}),
    );
    js("escape", "input", "é你", json!({"output": "%E9%u4F60"}));
    js("unescape", "input", "%uD800", json!({"output_utf16": "D800"}));
    js("unescape", "input", "%u4F60%zz", json!({"output": "你%zz"}));
    fails(json!({"op": "js_encode_uri", "input_utf16": "0061D800"}), "lone-surrogate", Some(1));
    fails(json!({"op": "js_decode_uri", "input": "é%"}), "malformed", Some(2));
    fails(json!({"op": "js_decode_uri", "input": "%C3é"}), "invalid-utf-8", Some(0));
}

/// References as the library normalises, compares and converts them.
#[test]
fn what_there_is() {
    let help = &batch(b"{\"op\":\"help\"}\n")[0];
    let ops: Vec<&str> = help["output"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["op"].as_str())
        .collect();
    for op in [
        "help",
        "encode",
        "decode",
        "form_parse",
        "form_serialize",
        "js_escape",
        "candidates",
        "sets",
    ] {
        assert!(ops.contains(&op), "{op}");
    }
    assert_eq!(batch(b"{\"op\":\"sets\"}\n")[0]["output"].as_array().expect("names").len(), 95);
    let found = &batch("{\"op\":\"candidates\",\"input\":\"%C4%E3%BA%C3\"}\n".as_bytes())[0];
    assert_eq!(found["output"][0]["text"], "你好");
    let found = &batch("{\"op\":\"candidates\",\"input\":\"你%BA%C3\"}\n".as_bytes())[0];
    assert_eq!(found["output"][0]["text"], "你好");
    let found = &batch("{\"op\":\"candidates\",\"input_hex\":\"C4E3BAC3\"}\n".as_bytes())[0];
    assert_eq!(found["output"][0]["text"], "你好");
    assert_eq!(found["output"][0]["reason"], "frequent");
    assert_eq!(found["output"][0]["why"], "frequent characters of simplified Chinese");
    let request = b"{\"op\":\"candidates\",\"input\":\"%B9%AE\",\"languages\":\"ko,en\"}\n";
    assert_eq!(batch(request)[0]["output"][0]["text"], "문");
    let request = b"{\"op\":\"candidates\",\"input\":\"%B9%AE\",\"languages\":\"tlh\"}\n";
    assert_eq!(batch(request)[0]["error"]["kind"], "bad-request");
}

/// Each operation with each option and each of its words is in the document, and each kind of error.
#[test]
fn the_document_has_all_operations() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/batch.md")).expect("a document");
    let help = &batch(b"{\"op\":\"help\"}\n")[0];
    let rows: Vec<&str> = document.lines().filter(|line| line.starts_with("| `")).collect();
    for op in help["output"].as_array().expect("operations") {
        let name = op["op"].as_str().expect("a name");
        let row = rows
            .iter()
            .find(|row| {
                row.split(" | ").next().is_some_and(|cell| cell.contains(&format!("`{name}`")))
            })
            .unwrap_or_else(|| panic!("docs/batch.md does not have `{name}`"));
        for (option, default) in op["options"].as_object().expect("options") {
            assert!(row.contains(&format!("`{option}`")), "`{option}` of `{name}`: {row}");
            if let Value::Bool(default) = default {
                assert!(
                    row.contains(&format!("`{option}` ({default})")),
                    "`{option}` of `{name}`: {row}"
                );
            }
            for word in default
                .as_str()
                .filter(|words| words.contains(" | "))
                .into_iter()
                .flat_map(|words| words.split(" | "))
            {
                assert!(row.contains(&format!("`{word}`")), "`{option}`: `{word}` of `{name}`");
            }
        }
    }
}

#[test]
fn help_has_values_and_not_their_names() {
    let help = &batch(b"{\"op\":\"help\"}\n")[0];
    let op = |name: &str| {
        let ops = help["output"].as_array().expect("operations");
        ops.iter().find(|op| op["op"] == name).expect("it is there").clone()
    };
    assert_eq!(op("decode")["options"]["plus"], json!(false));
    assert_eq!(op("form_parse")["options"]["keep_blank"], json!(true));
    assert_eq!(op("layers")["options"]["max"], json!(8));
    assert_eq!(op("encode")["input"], json!(["input", "input_hex", "input_utf16"]));
    assert_eq!(op("equivalent")["input"], json!(["input"]));
    assert_eq!(op("help")["input"], json!([]));
}

/// The words of an option in `help`, the default first.
type Words = (&'static str, &'static str, &'static str, Vec<&'static str>);

#[test]
fn help_has_the_names_of_the_library() {
    let line_breaks = [&["keep"][..], &LineBreak::ALL.map(LineBreak::name)].concat();
    let systems = [&["auto"][..], &System::ALL.map(System::name)].concat();
    let forms = Level::ALL.into_iter().filter(|level| *level != Level::Decoded);
    let expected: [Words; 14] = [
        ("equivalent", "level", "path", Level::ALL.map(Level::name).into()),
        ("normalize", "level", "path", forms.clone().map(Level::name).collect()),
        ("normalize_iri", "level", "path", forms.map(Level::name).collect()),
        of("iri_to_uri", "host", HostEncoding::ALL, HostEncoding::name),
        of("uri_to_iri", "host", HostDisplay::ALL, HostDisplay::name),
        of("form_parse", "separator", Separators::ALL, Separators::name),
        of("form_parse_nested", "separator", Separators::ALL, Separators::name),
        of("form_parse_nested", "style", Style::ALL, Style::name),
        of("form_serialize", "newlines", Newlines::ALL, Newlines::name),
        of("form_serialize", "space", Space::ALL, Space::name),
        of("filename_decode", "rules", Rules::ALL, Rules::name),
        of("lint", "as", Context::ALL, Context::name),
        ("encode", "newlines", "keep", line_breaks),
        ("path_to_uri", "system", "auto", systems),
    ];
    let help = &batch(b"{\"op\":\"help\"}\n")[0];
    let ops = help["output"].as_array().expect("operations");
    for (name, option, default, mut names) in expected {
        let op = ops.iter().find(|op| op["op"] == name).expect("it is there");
        let words = op["options"][option].as_str().expect("words");
        let mut words: Vec<&str> = words.split(" | ").collect();
        assert_eq!(words[0], default, "`{option}` of `{name}`");
        words.sort_unstable();
        names.sort_unstable();
        assert_eq!(words, names, "`{option}` of `{name}`");
    }
}

/// The words of an option whose value is of a type of the library.
fn of<T: Copy + Default, const N: usize>(
    op: &'static str,
    option: &'static str,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Words {
    (op, option, name(T::default()), all.map(name).into())
}

#[test]
fn no_key_is_passed_over() {
    for key in [
        "note",
        "src",
        "expect",
        "kind",
        "error",
        "profile",
        "nonsense",
        "base",
        "strip_leading_question",
        "encode_disallowed_ascii",
    ] {
        for op in ["encode", "form_parse", "iri_to_uri"] {
            let mut request = json!({"op": op, "input": "a"});
            request[key] = json!("x");
            fails(request, "bad-request", None);
        }
    }
    for op in ["help", "sets", "charsets"] {
        fails(json!({"op": op, "input": "a"}), "bad-request", None);
    }
    fails(json!({"op": "equivalent", "input": ["a", "a"], "input_hex": "61"}), "bad-request", None);
    fails(json!({"op": "form_serialize", "input_hex": "61"}), "bad-request", None);
    fails(
        json!({"op": "encode", "input": "a", "set": "rfc3986:path", "keep_only": "a"}),
        "bad-request",
        None,
    );
    // Names that only test suites have.
    for level in ["syntax", "scheme-mailto", "iri-syntax", "iri-scheme-idn"] {
        fails(json!({"op": "normalize", "input": "a", "level": level}), "bad-request", None);
        answers(
            json!({"op": "normalize", "input": "a", "level": level, "suite": "s", "note": 1}),
            json!({"output": "a"}),
        );
    }
    answers(
        json!({"op": "form_parse", "input": "?a", "strip_leading_question": true, "suite": "s"}),
        json!({"output": [["a", ""]]}),
    );
    answers(json!({"op": "validate_uri", "input": "a:b"}), json!({"output": true}));
    answers(
        json!({"op": "validate_uri", "input": "a:b", "suite": "s"}),
        json!({"output": "valid"}),
    );
}

#[test]
fn messages_have_the_words_of_requests() {
    let said = |request: Value| {
        let answer = &batch(format!("{request}\n").as_bytes())[0];
        answer["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{request}: {answer}"))
            .to_owned()
    };
    let said_of = |request: Value, words: &str| {
        let message = said(request);
        assert!(message.contains(words), "{message}");
        assert!(!message.contains("--") && !message.contains("triplet "), "{message}");
    };
    said_of(json!({"op": "encode", "input": "a", "also_keep": "é"}), "`also_keep`: ");
    said_of(json!({"op": "encode", "input": "a", "also_encode": "é"}), "`also_encode`: ");
    said_of(json!({"op": "encode", "input": "a", "keep_only": "é"}), "`keep_only`: ");
    said_of(json!({"op": "encode", "input": "a", "set": "segment"}), "`sets` lists all");
    said_of(json!({"op": "requote", "input": "a", "set": "segment"}), "`sets` lists all");
    said_of(json!({"op": "encode", "input": "a", "charset": "x"}), "`charsets` lists all");
    said_of(json!({"op": "decode", "input": "a", "keep_triplets_of": "é"}), "`keep_triplets_of`: ");
    said_of(json!({"op": "encode", "input": "a", "lowre": true}), "`encode` has no option `lowre`");
    said_of(json!({"op": "sets", "input": "a"}), "`sets` takes no input");
    said_of(json!({"op": "resolve", "input": "a"}), "`base` is missing");
    said_of(json!({"op": "resolve", "input": "a", "base": "b"}), "`base`: the text at offset 0: ");
    said_of(
        json!({"op": "normalize", "input": "a", "level": "x"}),
        "`level` must be one of percent, path, scheme, decoded",
    );
    said_of(json!({"op": "no"}), "no operation is named `no`");
    let note = &batch(b"{\"op\":\"form_parse\",\"input\":\"http://a/?b\"}\n")[0]["note"];
    assert!(
        note.as_str().is_some_and(|note| note.contains("`url`") && !note.contains("--")),
        "{note}"
    );
}

/// A line has at most 64 MiB; this one has exactly as many bytes. It is read from a file, so that each read fills a block.
#[test]
fn the_longest_request() {
    let folder = Folder::new("batch-longest");
    let head = b"{\"op\":\"js_escape\",\"input\":\"";
    let length = (64 << 20) - head.len() - 2;
    let line = [&head[..], &b"x".repeat(length), b"\"}"].concat();
    assert_eq!(line.len(), 64 << 20);
    let longer = vec![b' '; 1 << 20];
    let next = b"{\"op\":\"js_escape\",\"input\":\"a\",\"id\":1}";
    let file = folder.file("requests", &[&line[..], b"\n", &longer, &line, b"\n", next].concat());
    let output = Command::new(env!("CARGO_BIN_EXE_triplet"))
        .arg("batch")
        .stdin(File::open(file).expect("a file"))
        .output()
        .expect("triplet ends");
    let answers: Vec<&[u8]> = output.stdout.split(|byte| *byte == b'\n').collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0].len(), length + "{\"output\":\"\"}".len());
    let said = String::from_utf8_lossy(answers[1]);
    assert_eq!(
        said,
        "{\"error\":{\"kind\":\"too-long\",\"message\":\"a request has at most 64 MiB\"}}"
    );
    assert_eq!(answers[2..], [&b"{\"id\":1,\"output\":\"a\"}"[..], b""]);
}

/// A limit is named, and what is within it is answered.
#[test]
fn limits() {
    let said = |request: Value, words: &str| {
        let answer = &batch(format!("{request}\n").as_bytes())[0];
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{answer}");
    };
    let edits = |count| json!({"op": "uri_set", "input": "/", "edits": vec!["query:a=b"; count]});
    answers(edits(1000), json!({"output": "/?a=b"}));
    said(edits(1001), "`edits` has at most 1000 texts");
    let url = |count| json!({"op": "uri_set", "input": format!("/?{}", "&".repeat(count))});
    answers(url(10_000), json!({"output": format!("/?{}", "&".repeat(10_000))}));
    said(url(10_001), "more than 10000 parameters");
    said(json!({"op": "uri_get", "input": "/", "format": " ".repeat(65_537)}), "64 KiB");
    said(
        json!({"op": "uri_get", "input": format!("/{}", "a".repeat(100_000)), "format": "{url}".repeat(10)}),
        "twice the request",
    );
    said(json!({"op": "lint", "input": "a", "max": 10_001}), "10000");
    said(json!({"op": "candidates", "input": "a".repeat(16_385)}), "16 KiB");
    let text = "a".repeat(100_000);
    let expand =
        |template: &str| json!({"op": "expand", "input": template, "variables": {"a": text}});
    answers(expand("{a}"), json!({"output": text}));
    said(expand("{a}{a}{a}{a}"), "repeats its variables");
    let members = (0..70).map(|number| (number.to_string(), json!(0)));
    let mut request = Value::Object(members.collect());
    request["op"] = json!("help");
    said(request, "64 members");
}

/// A text in an array is a string of JSON, and what is wrong in it has its place in the line.
#[test]
fn strings_in_arrays() {
    for (line, offset) in [
        ("{\"op\":\"form_serialize\",\"input\":[[\"\\ud800\",\"\"]]}", 39),
        ("{\"op\":\"encode\",\"input\":\"\\ud800\"}", 32),
    ] {
        let answer = &batch(format!("{line}\n").as_bytes())[0]["error"];
        assert_eq!(answer["kind"], "lone-surrogate");
        let found = answer["offset"].as_u64().expect("an offset");
        assert!(found.abs_diff(offset) < 4, "{answer}");
        // The offset is the place, and no word of the parser says it again.
        assert!(!answer["message"].as_str().expect("words").contains("column"), "{answer}");
    }
    answers(
        json!({"op": "equivalent", "input": ["HTTP://a/\u{1}", "http://a/\u{1}"]}),
        json!({"output": true, "reason": "same by scheme case"}),
    );
}

/// `decode` with the charset `auto` says why it can't, as `candidates` does.
#[test]
fn surrogates_in_utf_8_are_named() {
    let request = json!({"op": "decode", "charset": "auto", "input": "a%ED%A0%80b"});
    let answer = &batch(format!("{request}\n").as_bytes())[0];
    assert_eq!(answer["error"]["kind"], "invalid-utf-8");
    assert_eq!(answer["error"]["offset"], 1);
    let message = answer["error"]["message"].as_str().expect("words");
    assert!(message.starts_with("UTF-8 with surrogates"), "{message}");
    let lossy = json!({"op": "decode", "charset": "auto", "text": "lossy", "input": "a%ED%A0%80b"});
    let answer = &batch(format!("{lossy}\n").as_bytes())[0];
    assert_eq!((&answer["charset"], &answer["reason"]), (&json!("UTF-8"), &json!("surrogates")));
}

#[test]
fn the_evidence_has_the_names_of_all_faces() {
    let request = json!({"op": "candidates", "input": "%41"});
    let answer = &batch(format!("{request}\n").as_bytes())[0];
    assert_eq!(answer["output"][0]["evidence"], "ascii-only");
}

#[test]
fn what_a_text_is() {
    let answer = &batch(b"{\"op\":\"explain\",\"input\":\"see https://a.example/%C3%A4.\"}\n")[0];
    assert_eq!(answer["output"]["kind"], "text");
    assert_eq!(answer["output"]["children"][0]["span"], json!([4, 28]));
    assert_eq!(answer["readable"], "see https://a.example/ä.");
    // The same object as that of the command.
    let output = crate::running::run(&["explain", "--json", "q=%C4%E3%BA%C3"], b"");
    let of_command: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let answer = &batch(b"{\"op\":\"explain\",\"input\":\"q=%C4%E3%BA%C3\"}\n")[0];
    assert_eq!(answer, &json!({ "output": of_command }));
    answers(
        json!({"op": "explain", "input": "%2541", "max_depth": 1}),
        json!({"output": {
            "kind": "encoded", "title": "percent-encoded text", "span": [0, 5], "written": "%2541", "read": "%41", "cut": true,
        }}),
    );
    let of = |languages: &str| {
        let request = json!({"op": "explain", "input": "%B9%AE", "languages": languages});
        batch(format!("{request}\n").as_bytes())[0]["output"]["read"].clone()
    };
    assert_eq!(of("ko,en"), "문");
    let octets = &batch(b"{\"op\":\"explain\",\"input_hex\":\"713DC4E3BAC3\"}\n")[0];
    assert_eq!(octets["output"]["written"], "q=%C4%E3%BA%C3");
    fails(json!({"op": "explain", "input": "a", "languages": "tlh"}), "bad-request", None);
    fails(json!({"op": "explain", "input": "a".repeat((16 << 10) + 1)}), "too-long", None);
}
