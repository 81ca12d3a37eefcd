//! The readers of logs and of JSON paths, in the command: lines stay lines, fields stay fields, and what is not named stays byte for byte.
//!
//! The variable `TRIPLET` names the binary; otherwise it is that of a usual build.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use triplet_fuzz::input::Input;

static PROGRAM: LazyLock<OsString> = LazyLock::new(|| {
    std::env::var_os("TRIPLET")
        .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../target/debug/triplet").into())
});

/// Set when a command ends before it has read its input: `write` then fails, and this process goes on.
static IS_PIPE_BROKEN: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let flag = Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGPIPE, Arc::clone(&flag))
        .expect("a handler");
    flag
});

const FIELDS: [&str; 4] = ["cs-uri-stem", "request-target", "referer", "x"];
const PATHS: [&str; 5] = ["a", "a[].b?", "a[0].b", "[\"a.b\"]?", "[]"];

fuzz_target!(|data: &[u8]| {
    LazyLock::force(&IS_PIPE_BROKEN);
    let mut input = Input::new(data);
    match input.byte().wrapping_sub(b'a') % 3 {
        0 => log(*input.pick(&FIELDS), input.bytes()),
        1 => json(*input.pick(&PATHS), input.bytes()),
        _ => path(input.bytes()),
    }
});

fn run(arguments: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(&*PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut pipe = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // Before its end the command reads all of it, unless an argument is wrong.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        child.wait_with_output().expect("it is waited for")
    });
    let told = || {
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        format!("{arguments:?} with b\"{}\": {messages}", stdin.escape_ascii())
    };
    assert!(matches!(output.status.code(), Some(0..=2)), "{}: {:?}", told(), output.status);
    assert!(!told().contains("panicked at"), "{}", told());
    output
}

/// Whether the command says that the input is UTF-16, and writes nothing.
fn is_utf16(output: &Output) -> bool {
    let messages = String::from_utf8_lossy(&output.stderr);
    output.stdout.is_empty() && messages.contains("the input is UTF-16")
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn log(field: &str, text: &[u8]) {
    let output = run(&["decode", "--log-field", field], text);
    if is_utf16(&output) {
        return;
    }
    let (before, after) = (lines(text), lines(&output.stdout));
    assert_eq!(before.len(), after.len(), "b\"{}\" by {field}", text.escape_ascii());
    for (before, after) in before.iter().zip(&after) {
        let told = || format!("b\"{}\" → b\"{}\"", before.escape_ascii(), after.escape_ascii());
        if before.starts_with(b"#") || !before.contains(&b'%') {
            assert_eq!(before, after, "{}", told());
        }
        // What separates fields is not written, except for spaces in quotes; and no quote is.
        let count = |line: &[u8], octet| line.iter().filter(|byte| **byte == octet).count();
        assert_eq!(count(before, b'\t'), count(after, b'\t'), "{}", told());
        assert!(count(before, b'"') >= count(after, b'"'), "{}", told());
        if !before.contains(&b'"') {
            assert_eq!(count(before, b' '), count(after, b' '), "{}", told());
        }
    }
    let encoded = run(&["encode", "--keep-triplets", "--log-field", field], text).stdout;
    assert_eq!(lines(&encoded).len(), before.len(), "b\"{}\" by {field}", text.escape_ascii());
}

fn json(path: &str, text: &[u8]) {
    let output = run(&["decode", "--json-field", path], text);
    if is_utf16(&output) {
        return;
    }
    let (before, after) = (lines(text), lines(&output.stdout));
    assert_eq!(before.len(), after.len(), "b\"{}\" by {path}", text.escape_ascii());
    for (before, after) in before.iter().zip(&after) {
        let read = |line: &[u8]| serde_json::from_slice::<serde_json::Value>(line).ok();
        assert_eq!(read(before).is_some(), read(after).is_some(), "{path}");
        if !before.contains(&b'%') && !before.contains(&b'\\') {
            assert_eq!(before, after, "{path}");
        }
    }
}

/// Any path: it is one, or the message names the offset.
fn path(text: &[u8]) {
    let Some(path) = str::from_utf8(text).ok().filter(|path| !path.contains('\0')) else { return };
    let output = run(&["decode", &format!("--json-field={path}")], b"{\"a\":[{\"b\":\"%41\"}]}\n");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() || !messages.trim().is_empty(), "{path:?}");
}
