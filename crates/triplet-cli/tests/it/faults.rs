//! Every system call fails in turn, and the file is the old one or the new one, the exit code tells which,
//! and a message says what happened. `cargo xtask faults` runs these with strace, `cargo xtask kill-9` the
//! one that kills.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::running::{Folder, shell, text, triplet};

/// Calls that end the process or begin it, and the one that wakes a thread: it has no such errors, and a thread that is not
/// woken sleeps for ever.
const NEVER_FAIL: &[&str] =
    &["execve", "exit", "exit_group", "rt_sigreturn", "restart_syscall", "futex"];
/// With what each other call fails.
const ERRORS: &[&str] = &["ENOSPC", "EIO", "EINTR", "EPIPE"];

const OLD: &str = "a b\né\n";
const NEW: &str = "a%20b%0A%C3%A9\n";

/// The command under strace, which makes a call fail if `inject` says so.
fn traced(log: &Path, inject: Option<&str>, arguments: &[&str]) -> Output {
    // A fault must not make it wait for ever: `timeout` would end it with status 124.
    let mut strace = Command::new("timeout");
    strace.args(["60", "strace", "-f", "-qq", "-o", text(log)]);
    // The search for the test runner's libraries would be many calls that are not the command's.
    strace.env_remove("LD_LIBRARY_PATH");
    if let Some(inject) = inject {
        strace.args(["-e", &format!("inject={inject}")]);
    }
    strace.arg(env!("CARGO_BIN_EXE_triplet")).args(arguments);
    strace.stdin(Stdio::null()).output().expect("strace starts; it is a package of that name")
}

/// How often each call is made.
fn counts(log: &Path) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in fs::read_to_string(log).expect("a log").lines() {
        // `PID call(…`; one that another thread interrupts goes on in a line that begins with `<`.
        let Some((_, rest)) = line.split_once(' ') else { continue };
        let Some((call, _)) = rest.trim_start().split_once('(') else { continue };
        let is_name = call.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if is_name && !NEVER_FAIL.contains(&call) {
            *counts.entry(call.to_owned()).or_default() += 1;
        }
    }
    assert!(counts.len() > 10, "{counts:?}");
    counts
}

/// Fails each call of a run once, with each error, and gives each outcome to `check`. Says how many ran.
fn each_fault(
    folder: &Folder,
    arguments: &[&str],
    prepare: &dyn Fn(),
    check: &dyn Fn(&str, &Output),
) -> usize {
    let log = folder.0.with_extension("strace");
    prepare();
    let output = traced(&log, None, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut runs = 0;
    for (call, count) in counts(&log) {
        for number in 1..=count {
            for error in ERRORS {
                prepare();
                let fault = format!("{call}:error={error}:when={number}");
                let output = traced(&log, Some(&fault), arguments);
                assert_ne!(output.status.code(), Some(124), "{fault}: it does not end");
                check(&fault, &output);
                runs += 1;
            }
        }
    }
    let _ = fs::remove_file(log);
    runs
}

/// Names in the folder.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("one"))).collect();
    names.sort();
    names
}

/// Whether a signal ended it: that of the loader, or of an allocation that failed.
fn died(output: &Output) -> bool {
    output.status.signal().is_some() || output.status.code() > Some(128)
}

/// The file is whole, the exit status is right, and the failure is reported.
fn check_file(folder: &Folder, file: &Path, fault: &str, output: &Output) {
    let content = fs::read_to_string(file).expect("the file is there");
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    assert!(content == OLD || content == NEW, "{fault}: half a file, {content:?}");
    if code == Some(0) {
        assert_eq!(content, NEW, "{fault}: said to be done\n{said}");
        // The error may be that of the file, or of the folder with its new name.
        assert!(
            !fault.starts_with("fsync:error=EIO"),
            "{fault}: an error of the disk, without a word"
        );
    } else {
        // A failure before `main` may end it by a signal.
        let is_told = !said.is_empty() || died(output);
        assert!(is_told, "{fault}: {:?} without a word", output.status);
        // Only the folder is left to sync when the file is new.
        assert!(
            content == OLD || said.contains("it is replaced"),
            "{fault}: {code:?}, but it is new\n{said}"
        );
    }
    // A file that could not be removed is left, and so is one that is there when memory ends.
    let expected = if fault.starts_with("unlink") || died(output) { 2 } else { 1 };
    let left = names(folder);
    assert!(left.len() <= expected, "{fault}: {left:?} are left\n{said}");
}

#[test]
#[ignore = "needs strace: cargo xtask faults"]
fn in_place() {
    let folder = Folder::new("faults-in-place");
    let file = folder.0.join("file");
    let prepare = || reset(&folder, &file);
    let runs = each_fault(&folder, &["encode", "-i", text(&file)], &prepare, &|fault, output| {
        check_file(&folder, &file, fault, output);
    });
    assert!(runs > 100, "{runs} faults");
    println!("{runs} faults");
}

#[test]
#[ignore = "needs strace: cargo xtask faults"]
fn to_a_file_with_threads() {
    let folder = Folder::new("faults-output");
    let file = folder.0.join("file");
    let prepare = || reset(&folder, &file);
    let arguments = ["encode", "-j2", "-f", text(&file), "-o", text(&file)];
    let runs = each_fault(&folder, &arguments, &prepare, &|fault, output| {
        check_file(&folder, &file, fault, output);
    });
    assert!(runs > 100, "{runs} faults");
    println!("{runs} faults");
}

fn reset(folder: &Folder, file: &Path) {
    for name in names(folder) {
        fs::remove_file(folder.0.join(name)).expect("removed");
    }
    fs::write(file, OLD).expect("a file");
}

#[test]
#[ignore = "needs strace: cargo xtask faults"]
fn with_a_backup() {
    let folder = Folder::new("faults-backup");
    let file = folder.0.join("file");
    let backup = folder.0.join("file.old");
    let prepare = || reset(&folder, &file);
    let runs =
        each_fault(&folder, &["encode", "-i=.old", text(&file)], &prepare, &|fault, output| {
            let content = fs::read_to_string(&file).expect("the file is there");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(content == OLD || content == NEW, "{fault}: {content:?}");
            if content == NEW {
                let kept = fs::read_to_string(&backup).expect("a backup");
                assert_eq!(kept, OLD, "{fault}: the old text is kept");
                assert!(
                    output.status.success() || said.contains("it is replaced"),
                    "{fault}: {said}"
                );
            } else {
                assert!(!output.status.success(), "{fault}: {said}");
            }
            let expected = if fault.starts_with("unlink") || died(output) { 3 } else { 2 };
            assert!(names(&folder).len() <= expected, "{fault}: {:?} are left", names(&folder));
        });
    assert!(runs > 100, "{runs} faults");
    println!("{runs} faults");
}

#[test]
#[ignore = "needs strace: cargo xtask faults"]
fn to_standard_output() {
    let folder = Folder::new("faults-stdout");
    let file = folder.0.join("file");
    let prepare = || reset(&folder, &file);
    for threads in ["-j1", "-j2"] {
        let arguments = ["encode", threads, "-f", text(&file)];
        let runs = each_fault(&folder, &arguments, &prepare, &|fault, output| {
            let said = String::from_utf8_lossy(&output.stderr);
            let whole = output.stdout == NEW.as_bytes();
            if output.status.success() {
                // EPIPE means that the reader needs no more, and is not an error.
                assert!(
                    whole || fault.starts_with("write:error=EPIPE"),
                    "{fault}: a part, and exit 0"
                );
            } else {
                let is_told = !said.is_empty() || died(output);
                assert!(is_told, "{fault}: {:?} without a word", output.status);
            }
            assert!(NEW.as_bytes().starts_with(&output.stdout), "{fault}: something else");
        });
        assert!(runs > 50, "{runs} faults");
        println!("{runs} faults");
    }
}

#[test]
#[ignore = "needs strace: cargo xtask faults"]
fn interrupted_calls_go_on() {
    // Every read and write is interrupted again and again, and cut to single bytes.
    let folder = Folder::new("faults-interrupted");
    let file = folder.0.join("file");
    reset(&folder, &file);
    let log = folder.0.with_extension("strace");
    for inject in
        ["read:error=EINTR:when=20+2", "write:error=EINTR:when=1+2", "fsync:error=EINTR:when=1+2"]
    {
        let output = traced(&log, Some(inject), &["encode", "-f", text(&file)]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), NEW, "{inject}");
        reset(&folder, &file);
        let output = traced(&log, Some(inject), &["encode", "-i", text(&file)]);
        assert!(output.status.success(), "{inject}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read_to_string(&file).expect("a file"), NEW, "{inject}");
        reset(&folder, &file);
    }
    let _ = fs::remove_file(log);
}

#[test]
fn single_bytes() {
    // A writer that gives single bytes, slowly enough that each is read by itself.
    let mut child = triplet()
        .args(["decode", "-l"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for byte in b"a%20%C3%A9\nb%0A%zz\n%4" {
        std::io::Write::write_all(&mut stdin, &[*byte]).expect("it reads");
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a é\nb%0A%zz\n%4");
    assert_eq!(output.status.code(), Some(1));
    // Each way of working gives the same when it reads single bytes as when it reads all at once.
    for arguments in [
        "encode",
        "encode -j2",
        "decode --on-error keep",
        "decode -0",
        "encode --csv-column 1",
        "encode --keep-triplets",
    ] {
        let text = "printf 'a%%20%%zz, b\\n\\303\\251%%4'";
        let slow = shell(&format!("{text} | dd bs=1 status=none | \"$0\" {arguments}"));
        let fast = shell(&format!("{text} | \"$0\" {arguments}"));
        assert_eq!(slow.stdout, fast.stdout, "{arguments}");
        assert!(!fast.stdout.is_empty());
    }
}

#[test]
fn streams_that_are_full_closed_or_gone() {
    let folder = Folder::new("faults-streams");
    let file = folder.file("file", OLD.as_bytes());
    let big = folder.file("big", &b"a b".repeat(1 << 20));
    for (script, code) in [
        ("\"$0\" encode -f FILE > /dev/full", 3),
        ("\"$0\" encode -j2 -f BIG > /dev/full", 3),
        ("\"$0\" encode -f FILE -o /dev/full", 3),
        ("\"$0\" encode -f FILE >&-", 3),
        ("\"$0\" encode -j2 -f BIG >&-", 3),
        ("\"$0\" encode <&-", 3),
        ("\"$0\" decode -i /no/such 2>&-", 3),
        ("\"$0\" decode -i /no/such 2>/dev/full", 3),
        ("\"$0\" encode -f FILE 2>&- >/dev/null", 0),
        ("\"$0\" encode -f FILE <&- >/dev/null 2>&-", 0),
        ("(\"$0\" encode -f BIG; echo $? >&2) | head -c 1 | cat > /dev/null", 0),
        ("(trap '' PIPE; \"$0\" encode -f BIG; echo $? >&2) | head -c 1 | cat > /dev/null", 0),
    ] {
        let script = script.replace("FILE", text(&file)).replace("BIG", text(&big));
        let output = shell(&script);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{script}: {said}");
        if code == 3 && !script.contains("2>") {
            assert!(said.starts_with("triplet: "), "{script}: {said}");
        }
        if script.contains("echo $?") {
            assert_eq!(said, "0\n", "{script}");
        }
    }
    // With nothing open at all, a file must not be written to by accident.
    let output = shell(&format!("\"$0\" encode -i {} <&- >&- 2>&-", text(&file)));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).expect("a file"), NEW);
}

/// A file that can't be written is named in the message, by a signal or without one.
#[test]
fn what_is_full_is_named() {
    let folder = Folder::new("faults-full");
    let file = folder.file("file", &b"a b ".repeat(1 << 18));
    let (file, new) = (text(&file), &*folder.0.join("new").to_string_lossy().into_owned());
    // Blocks of 512 or 1024 bytes: the result needs more in any case.
    for (command, name) in [
        (format!("ulimit -f 100; \"$0\" encode -i '{file}'"), file),
        (format!("ulimit -f 100; \"$0\" encode -i=.bak '{file}'"), file),
        (format!("ulimit -f 100; \"$0\" encode -f '{file}' -o '{new}'"), new),
        (format!("ulimit -f 100; \"$0\" encode -j2 -f '{file}' -o '{new}'"), new),
        (format!("ulimit -f 100; \"$0\" encode -f '{file}' > '{new}'"), "standard output"),
        (format!("\"$0\" encode -f '{file}' > /dev/full"), "standard output"),
        ("\"$0\" encode a > /dev/full".to_owned(), "standard output"),
        ("\"$0\" --help > /dev/full".to_owned(), "standard output"),
        ("echo {} | \"$0\" batch > /dev/full".to_owned(), "standard output"),
        ("\"$0\" form parse a -o /dev/full".to_owned(), "/dev/full"),
        ("\"$0\" encode -o /dev/full a".to_owned(), "/dev/full"),
        (format!("\"$0\" encode -j2 -o /dev/full -f '{file}'"), "/dev/full"),
        ("\"$0\" batch < /".to_owned(), "stdin"),
    ] {
        let before = fs::read(file).expect("a file");
        let output = shell(&command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{command}: {:?} {said}", output.status);
        let lines: Vec<&str> = said.lines().collect();
        assert!(
            lines.len() == 1 && lines[0].starts_with(&format!("triplet: {name}: ")),
            "{command}: {said}"
        );
        assert!(fs::read(file).expect("a file") == before, "{command}: left as it was");
        let _ = fs::remove_file(new);
        assert_eq!(names(&folder), ["file"], "{command}");
    }
}

#[test]
fn little_stack_and_little_memory() {
    let folder = Folder::new("faults-memory");
    let big = folder.file("big", &b"a b%zz\n".repeat(300_000));
    let big = text(&big);
    let of = |limit: &str, arguments: &str| shell(&format!("{limit} \"$0\" {arguments}"));
    for arguments in
        ["encode -f", "encode -l -j2 -f", "decode --on-error keep -f", "encode --csv-column 1 -f"]
    {
        let arguments = format!("{arguments} {big}");
        let free = of("", &arguments);
        assert!(free.stdout.len() > 1 << 20, "{arguments}");
        for limit in ["ulimit -s 96;", "prlimit --as=40000000"] {
            let limited = of(limit, &arguments);
            let said = String::from_utf8_lossy(&limited.stderr);
            assert!(limited.stdout == free.stdout, "{limit} {arguments}: {said}");
        }
    }
    // Too little for anything: it fails, and not with success.
    let file = folder.file("file", OLD.as_bytes());
    let mut failed = 0;
    for kilobytes in (1_000..12_000).step_by(500) {
        let limit = format!("prlimit --as={}", kilobytes * 1000);
        let output = of(&limit, &format!("encode -i {}", text(&file)));
        let content = fs::read_to_string(&file).expect("a file");
        if output.status.success() {
            assert_eq!(content, NEW, "{limit}");
            fs::write(&file, OLD).expect("a file");
        } else {
            assert_eq!(content, OLD, "{limit}");
            failed += 1;
        }
    }
    assert!(failed > 0, "the limit was one");
}

#[test]
#[ignore = "kills 1,000 times: cargo xtask kill-9"]
fn killed_at_any_moment() {
    let old = b"a b\n".repeat(100_000);
    let new = [&b"a%20b%0A".repeat(99_999)[..], b"a%20b\n"].concat();
    let folder = Folder::new("faults-kill");
    let file = folder.file("file", &old);
    // How long the whole takes, so that the moments are spread over it.
    let start = std::time::Instant::now();
    assert!(triplet().args(["encode", "-i", text(&file)]).status().expect("it ends").success());
    let whole = start.elapsed();
    assert!(fs::read(&file).expect("a file") == new);
    let mut random = 1u64;
    let (mut killed, mut were_new, mut done) = (0, 0, 0);
    while killed < 1000 {
        fs::write(&file, &old).expect("a file");
        let inode = fs::metadata(&file).expect("a file").ino();
        let path: PathBuf = file.clone();
        let arguments: &[&str] = match done % 3 {
            0 => &["encode", "-i", text(&path)],
            1 => &["encode", "-j2", "-i", text(&path)],
            _ => &["encode", "-f", text(&path), "-o", text(&path)],
        };
        let mut child = triplet().args(arguments).spawn().expect("it starts");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (random >> 33) as f64 / f64::from(1u32 << 31);
        std::thread::sleep(whole.mul_f64(1.2 * share));
        let _ = child.kill();
        let status = child.wait().expect("it ends");
        let content = fs::read(&file).expect("the file is there");
        assert!(content == old || content == new, "half a file of {} bytes", content.len());
        let is_new = content == new;
        assert_eq!(is_new, fs::metadata(&file).expect("a file").ino() != inode);
        if status.signal() == Some(9) {
            killed += 1;
            were_new += usize::from(is_new);
        } else {
            assert!(status.success() && is_new, "it was done already");
        }
        done += 1;
        // The file that a killed command leaves beside the old one has another name.
        for name in names(&folder).iter().filter(|name| *name != "file") {
            assert!(name.starts_with(".triplet-"), "{name}");
            fs::remove_file(folder.0.join(name)).expect("removed");
        }
    }
    println!(
        "{killed} of {done} runs were killed; the file was new in {were_new} of them, old in the others"
    );
    assert!(were_new < killed, "some moments came early");
}
