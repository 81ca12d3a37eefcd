//! The output that a terminal gets: no control and no bidirectional character of the input, in no output
//! and in no message; how far long work has come.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::running::{self, Folder, triplet};

/// A new terminal: our side, and the side of programs.
fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    // A program gets the side that it is given, and not the other one too.
    rustix::io::fcntl_setfd(&ours, rustix::io::FdFlags::CLOEXEC).expect("a terminal");
    grantpt(&ours).expect("a terminal");
    unlockpt(&ours).expect("a terminal");
    let name = ptsname(&ours, Vec::new()).expect("a name");
    let name = name.into_string().expect("UTF-8");
    // Who leads a session without a terminal would get this one, and end when it is closed.
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let theirs = rustix::fs::open(name, flags, Mode::empty()).expect("a terminal");
    (ours.into(), theirs.into())
}

/// All that is written to the terminal until nobody has it open.
fn shown(mut ours: File) -> Vec<u8> {
    let mut shown = Vec::new();
    let mut block = [0; 4096];
    // The last close is an error on this side.
    while let Ok(count @ 1..) = ours.read(&mut block) {
        shown.extend_from_slice(&block[..count]);
    }
    shown
}

/// Output and messages on one terminal.
fn on_terminal(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let (ours, theirs) = terminal();
    let mut child = Command::new(env!("CARGO_BIN_EXE_triplet"))
        .args(arguments)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(theirs.try_clone().expect("a copy"))
        .stderr(theirs)
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The command may end without reading everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    let shown = shown(ours);
    child.wait().expect("it ends");
    shown
}

/// Characters that a terminal would act on, or a person not see.
const HOSTILE: &str = "\x1B]0;x\x07\x08\u{9B}31m\u{202E}\u{2066}\u{200B}\u{FEFF}\x7F\u{3164}\u{2800}\u{FE0F}\u{1D173}\u{3000}";

/// Characters of each kind that a person does not see.
const UNSEEN: [char; 26] = [
    '\u{A0}',
    '\u{AD}',
    '\u{34F}',
    '\u{61C}',
    '\u{115F}',
    '\u{1160}',
    '\u{17B4}',
    '\u{17B5}',
    '\u{180B}',
    '\u{180E}',
    '\u{2003}',
    '\u{200D}',
    '\u{2028}',
    '\u{2029}',
    '\u{2064}',
    '\u{206F}',
    '\u{2800}',
    '\u{3000}',
    '\u{3164}',
    '\u{FE00}',
    '\u{FE0F}',
    '\u{FFA0}',
    '\u{FFF9}',
    '\u{1D173}',
    '\u{1D17A}',
    '\u{E0041}',
];

fn is_hostile(shown: &[u8]) -> bool {
    let text = String::from_utf8_lossy(shown);
    // The terminal itself puts a carriage return before each line feed.
    let text = text.replace("\r\n", "\n");
    text.chars().any(|c| {
        (c.is_control() && c != '\n' && c != '\t')
            || UNSEEN.contains(&c)
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
    }) || str::from_utf8(shown).is_err()
}

#[test]
fn nothing_hostile_reaches_a_terminal() {
    let folder = Folder::new("terminal");
    let encoded: String = HOSTILE.bytes().map(|b| format!("%{b:02X}")).collect();
    let encoded = &*format!("a%9B%FF{encoded}");
    let raw = HOSTILE;
    let named = &*format!("{}/{raw}\n", folder.0.display());
    std::fs::write(named, format!("x%00%zz {raw}\n{encoded}\n")).expect("a file");
    let missing = &*format!("/no/such/{raw}");
    let json = &*serde_json::json!([[raw, raw]]).to_string();
    let object = &*format!("{{\"{raw}\":\"%zz\"}}\n")
        .replace('\x1B', "\\u001b")
        .replace(['\x07', '\x08'], "");
    let request =
        &*format!("{}\n", serde_json::json!({"op": "decode", "input": encoded, "id": raw}));
    let member = &*raw.replace(['\x07', '\x08'], "");
    let uri = &*format!("http://h/{encoded}");
    let cases: &[(&[&str], &str)] = &[
        (&["decode", encoded], ""),
        (&["decode", "-"], encoded),
        (&["decode", "-l", "-"], encoded),
        (&["decode", "-0", "-j2", "-f", named], ""),
        (&["decode", "-f", named], ""),
        (&["decode", "-i", named], ""),
        (&["decode", "-f", missing], ""),
        (&["decode", "-i", missing], ""),
        (&["decode", "-o", missing, "x"], ""),
        (&["decode", "-o", "/proc/self/fd/1", encoded], ""),
        (&["decode", "--charset", "latin1", encoded], ""),
        (&["decode", "--charset", raw, "x"], ""),
        (&["decode", "--on-error", raw, "x"], ""),
        (&["decode", "--unescape", encoded], ""),
        (&["decode", "--layers", "2", encoded], ""),
        (&["decode", "--json-field", member], object),
        (&["decode", "--csv-column", raw], "a,b\n"),
        (&["encode", "-s", raw, "x"], ""),
        (&["encode", "--also-keep", raw, "x"], ""),
        (&["encode", "-s", "rfc3987:isegment", "--also-keep", " ", raw], ""),
        (&["encode", &format!("--{raw}")], ""),
        (&[raw], ""),
        (&["man", raw], ""),
        (&["completions", raw], ""),
        (&["sets", raw], ""),
        (&["normalize", raw], ""),
        (&["normalize", "--iri", uri], ""),
        (&["iri", "to-uri", raw], ""),
        (&["iri", "from-uri", uri], ""),
        (&["requote", "-s", "rfc3987:isegment", raw], ""),
        (&["compare", raw, uri], ""),
        (&["resolve", raw, raw], ""),
        (&["resolve", "http://a/", raw], ""),
        (&["inspect", uri], ""),
        (&["inspect", raw], ""),
        (&["inspect", "--json", uri], ""),
        (&["inspect", "-f", named], ""),
        (&["lint", uri], ""),
        (&["lint", raw], ""),
        (&["lint", "-f", named], ""),
        (&["lint", "--json", "-f", named], ""),
        (&["lint", "--sarif", "-f", named], ""),
        (&["lint", "--as", raw, "x"], ""),
        (&["readers", encoded], ""),
        (&["readers", "--json", encoded], ""),
        (&["form", "parse", encoded], ""),
        (&["form", "parse", "--object", encoded], ""),
        (&["form", "parse", "--lines", encoded], ""),
        (&["form", "parse", "--strict", &format!("{raw}=%zz")], ""),
        (&["form", "build", json], ""),
        (&["form", "build", raw], ""),
        (&["form", "build", json, "--method", "get", "--action", raw], ""),
        (&["batch"], request),
    ];
    for (arguments, input) in cases {
        let arguments = [&["--color", "never"], *arguments].concat();
        let shown = on_terminal(&arguments, input.as_bytes());
        let text = String::from_utf8_lossy(&shown);
        assert!(!shown.is_empty(), "{arguments:?} says something");
        assert!(!is_hostile(&shown), "{arguments:?} shows {text:?}");
    }
    // The test would see them; and with --raw they are there.
    assert!(is_hostile(&on_terminal(&["decode", "--raw", encoded], b"")));
    // JSON on a terminal is still JSON.
    let shown = on_terminal(&["readers", "--json", encoded], b"");
    serde_json::from_slice::<serde_json::Value>(&shown).expect("JSON");
}

/// Each is shown by its number, and visible characters are kept.
#[test]
fn what_is_not_seen_is_shown() {
    for character in UNSEEN {
        let encoded: String =
            character.encode_utf8(&mut [0; 4]).bytes().map(|b| format!("%{b:02X}")).collect();
        let shown = on_terminal(&["decode", &format!("%C3%A9{encoded}%F0%9F%98%80")], b"");
        let shown = String::from_utf8(shown).expect("UTF-8");
        let number = match u32::from(character) {
            low @ ..=0xFF => format!("\\x{low:02X}"),
            number => format!("\\u{{{number:X}}}"),
        };
        assert_eq!(shown, format!("é{number}😀\r\n"));
    }
}

/// This program, started without a terminal as the leader of its session (by a service, or `nohup setsid`), does not take
/// the terminal of a test for its own.
#[cfg(target_os = "linux")]
#[test]
fn the_leader_of_a_session_runs_these_too() {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new("setsid")
        .arg("--wait")
        .arg(program)
        .args(["--exact", "terminal::what_is_not_seen_is_shown"])
        .stdin(Stdio::null())
        .output()
        .expect("setsid is a command of util-linux");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{}: {said}", output.status);
}

/// Runs a command with standard error on a terminal, and its input and output in pipes.
fn with_messages_on_terminal(arguments: &[&str]) -> (Child, thread::JoinHandle<Vec<u8>>) {
    let (ours, theirs) = terminal();
    let mut command = triplet();
    command
        .args(arguments)
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(theirs);
    let child = command.spawn().expect("it starts");
    drop(command);
    (child, thread::spawn(|| shown(ours)))
}

#[test]
fn long_work_says_how_far_it_is() {
    let folder = Folder::new("progress-file");
    let file = folder.file("file", &vec![b'x'; 1 << 20]);
    let file = file.to_str().expect("UTF-8");
    // The commands run at the same time, so that the test pauses once.
    let works: [&[&str]; 4] = [
        &["encode"],
        &["encode", "--no-progress"],
        &["decode", "--on-error", "skip"],
        // The output of this one is read only when the others go on.
        &["encode", "-f", file],
    ];
    let mut running = works.map(with_messages_on_terminal);
    let outputs = running.each_mut().map(|(child, _)| child.stdout.take().expect("a pipe"));
    let [encoded, silent, decoded, mut late] = outputs;
    let readers = [encoded, silent, decoded].map(|mut output| {
        thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()).expect("a pipe"))
    });
    let mut inputs = running.each_mut().map(|(child, _)| child.stdin.take().expect("a pipe"));
    for _ in 0..3 {
        for stdin in &mut inputs[..3] {
            stdin.write_all(&[b'x'; 1 << 20]).expect("it reads");
        }
        // Longer than it keeps quiet.
        thread::sleep(Duration::from_millis(1200));
    }
    inputs[2].write_all(b"%zz").expect("it reads");
    drop(inputs);
    std::io::copy(&mut late, &mut std::io::sink()).expect("a pipe");
    for reader in readers {
        reader.join().expect("no panic");
    }
    let shown = running.map(|(mut child, shown)| {
        child.wait().expect("it ends");
        String::from_utf8_lossy(&shown.join().expect("no panic")).into_owned()
    });
    let [encoded, silent, decoded, filed] = &shown;
    const CLEAR: &str = "\r\x1B[2K";
    for shown in [encoded, decoded, filed] {
        assert!(shown.contains("MiB") && shown.contains("/s"), "{shown:?}");
        // Nothing is left of it on the line.
        assert!(shown.ends_with(CLEAR), "{shown:?}");
    }
    // Progress is told again and again, but not with each block.
    let told = encoded.matches("/s").count();
    assert!((3..=10).contains(&told), "{encoded:?}");
    let first = |shown: &str| shown.trim_start_matches(CLEAR).split(' ').next().map(str::to_owned);
    let last = encoded.trim_end_matches(CLEAR).rsplit(CLEAR).next().expect("a line");
    assert!(first(encoded).is_some_and(|done| done.starts_with("1.")), "{encoded:?}");
    assert!(first(last).is_some_and(|done| done == "3.0"), "{encoded:?}");
    assert_eq!(silent, "");
    assert!(filed.contains(" of 1.0 MiB, ") && !encoded.contains(" of "), "{filed:?}");
    // A message takes the place of the line, which follows it again.
    let (before, message) = decoded.split_once("triplet:").expect("a message");
    assert!(before.trim_end_matches("\x1B[1;31m").ends_with(CLEAR), "{decoded:?}");
    let (_, after) = message.split_once("^").expect("a caret");
    assert!(
        after.trim_start_matches(['\x1B', '[', '0', 'm', '\r', '\n']).starts_with("2."),
        "{decoded:?}"
    );
}

/// Work that does not take long says nothing.
#[test]
fn short_work_says_nothing_of_itself() {
    for arguments in [&["encode"][..], &["encode", "-j2"], &["decode", "-l"]] {
        let (mut child, shown) = with_messages_on_terminal(arguments);
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"x\n").expect("it reads");
        drop(stdin);
        child.wait().expect("it ends");
        assert_eq!(shown.join().expect("no panic"), b"", "{arguments:?}");
    }
}

/// Work on one file in place says how far it is. The command is stopped for longer than it keeps quiet, at some moment of its
/// work: which one that is depends on the machine, so several are tried.
#[test]
fn long_work_in_place_says_how_far_it_is() {
    let folder = Folder::new("progress");
    let stopped_after = |delay: u64, files: &[&str]| {
        let (ours, theirs) = terminal();
        let mut command = triplet();
        command.args(["encode", "-i", "-j1"]).args(files).env("TERM", "xterm").stderr(theirs);
        let mut child = command.spawn().expect("it starts");
        drop(command);
        let reading = thread::spawn(|| shown(ours));
        let signal = |name: &str| {
            Command::new("kill").args([name, &child.id().to_string()]).status().expect("it runs")
        };
        thread::sleep(Duration::from_millis(delay));
        signal("-STOP");
        thread::sleep(Duration::from_millis(1200));
        signal("-CONT");
        assert!(child.wait().expect("it ends").success());
        String::from_utf8_lossy(&reading.join().expect("no panic")).into_owned()
    };
    // The file has nothing to encode, so no try makes it longer.
    let one = folder.file("one", &vec![b'x'; 64 << 20]);
    let one = one.to_str().expect("UTF-8");
    let is_shown = [5, 10, 20, 40, 80, 160, 320].into_iter().any(|delay| {
        let shown = stopped_after(delay, &[one]);
        assert!(shown.is_empty() || shown.contains(" of 64 MiB, "), "{shown:?}");
        !shown.is_empty()
    });
    assert!(is_shown);
    // Nothing is shown for several files, nor for one file with `--no-progress`. The tries run at the same time.
    let other = folder.file("other", b"x");
    let other = other.to_str().expect("UTF-8");
    let tries: [(u64, &[&str]); 4] = [
        (20, &[one, other]),
        (10, &[one, "--no-progress"]),
        (40, &[one, "--no-progress"]),
        (160, &[one, "--no-progress"]),
    ];
    let shown = thread::scope(|scope| {
        let tries = tries.map(|(delay, files)| scope.spawn(move || stopped_after(delay, files)));
        tries.map(|shown| shown.join().expect("no panic"))
    });
    assert_eq!(shown, ["", "", "", ""]);
}

/// On a terminal, octets that end without a line break get one.
#[test]
fn the_octets_of_a_data_url_end_their_line() {
    for url in ["data:,a", "data:,a%0A"] {
        assert_eq!(on_terminal(&["data-url", "decode", url], b""), b"a\r\n", "{url}");
    }
}

#[test]
fn one_screen_of_help() {
    let folder = Folder::new("help");
    let of = |arguments: &[&str]| {
        let output = triplet().args(arguments).current_dir(&folder.0).output().expect("it ends");
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for command in [&[][..], &["encode"], &["decode"], &["lint"], &["form", "parse"]] {
        let short = of(&[command, &["-h"]].concat());
        let long = of(&[command, &["--help"]].concat());
        assert!(short.lines().count() <= 45, "{command:?}: one screen\n{short}");
        assert!(long.lines().count() >= short.lines().count(), "{command:?}");
    }
    // Each example prints what the help says.
    let mut tried = 0;
    for help in [of(&["--help"]), of(&["encode", "-h"]), of(&["decode", "-h"])] {
        for line in help.lines().filter_map(|line| line.strip_prefix("  triplet ")) {
            let (command, result) = line.split_once("  ").unwrap_or((line, ""));
            let is_told = !result.is_empty() && !line.contains("-f ") && !line.contains("-i");
            if is_told && !line.contains("sets ") {
                let output = running::shell(&format!("\"$0\" {command}"));
                assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), result.trim(), "{line}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 9, "{tried} examples");
    // Manual pages of all commands, and completions with the names of sets.
    assert!(of(&["man", "decode"]).contains("triplet decode"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let completions = of(&["completions", shell]);
        assert!(completions.contains("in-place"), "{shell}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            of(&["completions", shell]).replace('\\', "").contains("rfc3986:segment"),
            "{shell}"
        );
    }
}

/// What a terminal gets has colours, unless it is one that knows none.
#[test]
fn colours_on_a_terminal() {
    for (term, is_colored) in [(Some("xterm"), true), (Some("dumb"), false), (None, true)] {
        for arguments in [&["decode", "%"][..], &["lint", "/%00"], &["inspect", "/%00"]] {
            let (ours, theirs) = terminal();
            let mut command = triplet();
            command
                .args(arguments)
                .env_remove("NO_COLOR")
                .env_remove("CLICOLOR_FORCE")
                .env_remove("TERM")
                .envs(term.map(|term| ("TERM", term)))
                .stdin(Stdio::null())
                .stdout(theirs.try_clone().expect("a copy"))
                .stderr(theirs);
            let mut child = command.spawn().expect("it starts");
            drop(command);
            let shown = shown(ours);
            child.wait().expect("it ends");
            let text = String::from_utf8_lossy(&shown);
            assert!(!shown.is_empty());
            assert_eq!(shown.contains(&0x1B), is_colored, "{arguments:?} on {term:?}: {text:?}");
        }
    }
}

/// An input that can't be read any more after an error has ended its text: only the error is told.
#[cfg(target_os = "linux")]
#[test]
fn an_input_that_fails_after_an_error() {
    for threads in ["-j1", "-j2"] {
        // The command reads our side of a terminal, which fails when nobody has the other one open.
        let (ours, mut theirs) = terminal();
        let mut command = triplet();
        command.args(["decode", threads]).stdin(ours).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(command);
        // More than a block. It may end without reading everything.
        let _ = theirs.write_all(&[&b"%zz"[..], &[b'x'; 300_000]].concat());
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut said = String::new();
        stderr.read_line(&mut said).expect("a message");
        drop(theirs);
        stderr.read_to_string(&mut said).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{threads}: {said}");
        assert!(said.starts_with("triplet: stdin:1:1: `%z` at offset 0: "), "{threads}: {said}");
        assert_eq!(said.matches("triplet: ").count(), 1, "{threads}: {said}");
    }
}

/// On a terminal too, JSON is JSON.
#[test]
fn json_on_a_terminal() {
    for (arguments, input) in [
        (&["uri", "split", "http://a/%E2%80%AE"][..], ""),
        (&["ext-value", "decode", "--json", "UTF-8''%E2%80%AE"], ""),
        (
            &["content-disposition", "read", "--json", "attachment; filename*=UTF-8''%E2%80%AE.x"],
            "",
        ),
        (&["decode", "--json-field", "u"], "{\"u\":\"%E2%80%AE\"}\n"),
        (&["form", "parse", "a=%E2%80%AE"], ""),
        (&["inspect", "--json"], "%E2%80%AE\u{202E}\n"),
    ] {
        let shown = String::from_utf8(on_terminal(arguments, input.as_bytes())).expect("UTF-8");
        assert!(shown.contains("\\u202e"), "{arguments:?}: {shown}");
        let json = serde_json::from_str::<serde_json::Value>(&shown);
        assert!(json.is_ok(), "{arguments:?}: {shown}");
    }
}
