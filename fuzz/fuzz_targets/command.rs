//! The command `triplet` with any arguments and any standard input, in little memory: how it ends, and what it does to a file.
//!
//! The variable `TRIPLET` names the binary; otherwise it is that of a usual build. Options are those that `--help` of each command
//! lists.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use triplet_fuzz::input::Input;

/// All commands, except `web`, which waits for a browser.
const COMMANDS: [&str; 36] = [
    "encode",
    "decode",
    "form parse",
    "form build",
    "normalize",
    "compare",
    "resolve",
    "iri to-uri",
    "iri from-uri",
    "expand",
    "requote",
    "respell",
    "uri get",
    "uri set",
    "uri split",
    "uri build",
    "uri validate",
    "ext-value encode",
    "ext-value decode",
    "data-url encode",
    "data-url decode",
    "filename encode",
    "filename decode",
    "content-disposition read",
    "content-disposition build",
    "uri from-path",
    "uri to-path",
    "explain",
    "help",
    "inspect",
    "lint",
    "readers",
    "sets",
    "batch",
    "man",
    "completions",
];

/// Those whose answer, on standard output, is itself the reason for the status.
const ANSWERS: [&str; 3] = ["compare", "lint", "uri validate"];

/// Values of options: what the input chooses beside its own text.
const VALUES: [&str; 21] = [
    "rfc3986:path",
    "whatwg:form",
    "utf-8",
    "shift_jis",
    "0",
    "3",
    "256K",
    "lf",
    "path",
    "error",
    "keep",
    "json",
    "http://a/b?c",
    "all",
    ",",
    "{host} {query:a}",
    "a[].b?",
    "[\"a\"][0]",
    "request-target",
    "u",
    "{{*}}",
];

/// Set when a command ends before it has read its input: `write` then fails, and this process goes on.
static IS_PIPE_BROKEN: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let flag = Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGPIPE, Arc::clone(&flag))
        .expect("a handler");
    flag
});

/// A folder for this process, with nothing but the file that a command changes.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("triplet-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
});

static PROGRAM: LazyLock<OsString> = LazyLock::new(|| {
    std::env::var_os("TRIPLET")
        .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../target/debug/triplet").into())
});

struct Known {
    name: &'static str,
    /// Each with whether a value follows.
    options: Vec<(String, bool)>,
    has_output: bool,
    has_in_place: bool,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| COMMANDS.into_iter().map(known).collect());

fn known(name: &'static str) -> Known {
    let mut arguments: Vec<OsString> = name.split(' ').map(OsString::from).collect();
    arguments.push("--help".into());
    let help = run(&arguments, b"");
    assert_eq!(help.status.code(), Some(0), "{name}: {}", lossy(&help.stderr));
    let help = lossy(&help.stdout);
    let mut options = Vec::new();
    let (mut has_output, mut has_in_place) = (false, false);
    for line in help.lines() {
        let line = line.trim_start();
        let Some(start) = line.find("--").filter(|_| line.starts_with('-')) else { continue };
        let option = &line[start..];
        let end = option.find([' ', '[', '=', '.']).unwrap_or(option.len());
        let (option, after) = option.split_at(end);
        // What names a file that is written is given only by `changed`.
        match option {
            // With these, nothing else is done.
            "--" | "--help" | "--version" => {}
            "--output" => has_output = true,
            "--in-place" => has_in_place = true,
            _ => options.push((option.to_owned(), after.starts_with(" <"))),
        }
    }
    Known { name, options, has_output, has_in_place }
}

fuzz_target!(|data: &[u8]| {
    LazyLock::force(&IS_PIPE_BROKEN);
    let mut input = Input::new(data);
    let known = input.pick(&KNOWN);
    let (how, options, texts) = (
        input.byte().wrapping_sub(b'a') % 4,
        input.byte().wrapping_sub(b'a') % 4,
        input.byte().wrapping_sub(b'a') % 4,
    );
    let mut chosen = Vec::new();
    for _ in 0..options {
        if !known.options.is_empty() {
            chosen.push((input.pick(&known.options), input.byte().wrapping_sub(b'a')));
        }
    }
    // Some lines are arguments, and the rest is the standard input.
    let mut rest = input.bytes();
    let mut line = || {
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        argument(line)
    };
    let mut arguments: Vec<OsString> = known.name.split(' ').map(OsString::from).collect();
    for ((option, has_value), which) in chosen {
        arguments.push(option.into());
        if *has_value {
            let which = usize::from(which);
            arguments.push(VALUES.get(which).map_or_else(&mut line, OsString::from));
        }
    }
    let texts: Vec<OsString> = (0..texts).map(|_| line()).collect();
    // The format of `uri get` comes before files.
    let first = usize::from(known.name == "uri get");
    let before_files: Vec<OsString> = texts.iter().take(first).cloned().collect();
    let stdin = rest.to_vec();
    match how {
        1 if known.has_output => written(known, &arguments, &texts, &stdin),
        2 if known.has_in_place => in_place(known, &arguments, &before_files, &stdin),
        _ => {
            let all = [&arguments[..], &texts].concat();
            let result = run(&all, &stdin);
            ended(known, &all, &stdin, &result);
        }
    }
});

/// An argument without a NUL byte. The argument is not an option, so that it names no file to write to.
fn argument(line: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    let line: Vec<u8> = line.iter().copied().filter(|&byte| byte != 0).collect();
    let start = if line == b"-" { 0 } else { line.iter().take_while(|&&b| b == b'-').count() };
    OsString::from_vec(line[start..].to_vec())
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the command in the folder, with at most 1 GB of addresses and ten seconds.
fn run(arguments: &[OsString], stdin: &[u8]) -> Output {
    let mut child = Command::new("sh")
        .args(["-c", r#"ulimit -v 1000000 && exec timeout -s KILL 10 "$@""#, "sh"])
        .arg(&*PROGRAM)
        .args(arguments)
        .current_dir(&*FOLDER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that does not read it ends first.
            let _ = pipe.write_all(stdin);
        });
        child.wait_with_output().expect("it is waited for")
    })
}

fn ended(known: &Known, arguments: &[OsString], stdin: &[u8], result: &Output) {
    let what = || {
        format!(
            "{arguments:?} with b\"{}\": {:?}, {}",
            stdin.escape_ascii(),
            result.status,
            lossy(&result.stderr)
        )
    };
    assert_eq!(result.status.signal(), None, "{}", what());
    let code = result.status.code();
    assert!(matches!(code, Some(0..=3)), "{}", what());
    let stderr = lossy(&result.stderr);
    assert!(!stderr.contains("panicked at"), "{}", what());
    if code != Some(0) {
        let is_answer = code == Some(1) && ANSWERS.contains(&known.name);
        let has_answer = is_answer && !result.stdout.is_empty();
        assert!(!stderr.trim().is_empty() || has_answer, "nothing is said: {}", what());
    }
}

/// The one file in the folder.
fn content(what: &dyn Fn() -> String) -> Vec<u8> {
    let names: Vec<_> = fs::read_dir(&*FOLDER)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["file"], "{}", what());
    fs::read(FOLDER.join("file")).expect("a file")
}

const OLD: &[u8] = b"what was there before";

/// With `-o`, the file is that which standard output has otherwise, or as it was.
fn written(known: &Known, arguments: &[OsString], texts: &[OsString], stdin: &[u8]) {
    let file = FOLDER.join("file");
    fs::write(&file, OLD).expect("a file");
    let usual = run(&[arguments, texts].concat(), stdin);
    let all = [arguments, &["-o".into(), "file".into()], texts].concat();
    let what = || format!("{all:?} with b\"{}\"", stdin.escape_ascii());
    let result = run(&all, stdin);
    ended(known, &all, stdin, &result);
    let found = content(&what);
    let is_new = found == usual.stdout;
    match result.status.code() {
        Some(0) => assert!(is_new, "{}: b\"{}\"", what(), found.escape_ascii()),
        _ => assert!(is_new || found == OLD, "{}: b\"{}\"", what(), found.escape_ascii()),
    }
    fs::remove_file(&file).expect("the file");
}

/// With `-i`, the file is that which standard output has otherwise, or as it was.
fn in_place(known: &Known, arguments: &[OsString], first: &[OsString], text: &[u8]) {
    let file = FOLDER.join("file");
    fs::write(&file, text).expect("a file");
    let usual = run(&[arguments, first, &["-f".into(), "file".into()]].concat(), b"");
    let all = [arguments, &["-i".into()], first, &["file".into()]].concat();
    let what = || format!("{all:?} with b\"{}\"", text.escape_ascii());
    let result = run(&all, b"");
    ended(known, &all, b"", &result);
    let found = content(&what);
    let is_new = found == usual.stdout;
    match result.status.code() {
        Some(0) => assert!(is_new, "{}: b\"{}\"", what(), found.escape_ascii()),
        _ => assert!(is_new || found == text, "{}: b\"{}\"", what(), found.escape_ascii()),
    }
    fs::remove_file(&file).expect("the file");
}
