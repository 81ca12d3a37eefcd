//! Files, standard output and terminals, and what happens when the output can't be written.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::running::{Folder, fails, gives, run, shell, text};

#[test]
fn files_in_and_out() {
    let folder = Folder::new("files");
    let input = folder.file("a", b"a b\n");
    let other = folder.0.join(OsStr::from_bytes(b"not utf-8 \xFF"));
    fs::write(&other, b"c d").expect("a file");
    let output = run(
        &["encode".as_ref(), "-f".as_ref(), input.as_os_str(), "-f".as_ref(), other.as_os_str()],
        b"",
    );
    assert_eq!(output.stdout, b"a%20b\nc%20d");
    // A file that is missing is reported, and the others go on.
    fails(&["encode", "-f", "/no/such", "-f", text(&input)], b"", 3, "a%20b\n", "/no/such: ");
    fails(&["encode", "-f", text(&folder.0)], b"", 3, "", "directory");

    let target = folder.file("out", b"old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("a mode");
    let link = folder.0.join("link");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    gives(&["encode", "-o", text(&link), "x y"], b"", "");
    assert_eq!(fs::read(&target).expect("a file"), b"x%20y\n");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::metadata(&target).expect("a file").permissions().mode() & 0o777, 0o640);
    // On an error in the input the file is the old one, and no other file is left.
    fails(&["decode", "-o", text(&target), "ok", "%zz"], b"", 1, "", "left as it was");
    fails(&["decode", "-o", text(&target), "-f", "/no/such"], b"", 3, "", "left as it was");
    assert_eq!(fs::read(&target).expect("a file"), b"x%20y\n");
    // Onto itself: the old content is read to the end before it is replaced.
    gives(&["decode", "-f", text(&target), "-o", text(&target)], b"", "");
    assert_eq!(fs::read(&target).expect("a file"), b"x y\n");
    let names = fs::read_dir(&folder.0).expect("a folder").count();
    assert_eq!(names, 4, "no temporary file is left");
    fails(&["encode", "-o", "/no/such/folder/x", "x"], b"", 3, "", "triplet: ");
    fails(&["encode", "-o", text(&folder.0), "x"], b"", 3, "", "triplet: ");
    gives(&["encode", "-o", "/dev/null", "x"], b"", "");
}

#[test]
fn output_that_can_not_be_written() {
    for arguments in [
        "encode x",
        "sets",
        "form parse a=1",
        "man",
        "completions bash",
        "--help",
        "encode x -o /dev/full",
    ] {
        let output = shell(&format!("$0 {arguments} > /dev/full"));
        assert_eq!(output.status.code(), Some(3), "{arguments} to a full disk");
        assert!(!output.stderr.is_empty(), "{arguments}");
    }
    let batch = shell("echo '{\"op\":\"help\"}' | $0 batch > /dev/full");
    assert_eq!(batch.status.code(), Some(3));
    for arguments in ["encode x", "sets", "form parse a=1", "man", "batch </dev/null"] {
        let output = shell(&format!("$0 {arguments} >&-"));
        assert_eq!(output.status.code(), Some(3), "{arguments} without an output");
        assert!(String::from_utf8_lossy(&output.stderr).contains("closed"), "{arguments}");
    }
    // An input that is closed is not an empty one.
    for arguments in ["encode", "batch", "form parse", "lint"] {
        let output = shell(&format!("$0 {arguments} <&-"));
        assert_eq!(output.status.code(), Some(3), "{arguments} without an input");
        assert!(String::from_utf8_lossy(&output.stderr).contains("closed"), "{arguments}");
    }
    let output = shell("$0 form parse -f /no/such");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("triplet: /no/such: "));
    // The null device is an output like any other.
    for redirection in [">/dev/null", "1<>/dev/null"] {
        assert_eq!(shell(&format!("$0 encode x {redirection}")).status.code(), Some(0));
    }
    // A reader that needs no more ends it silently.
    let output = shell("yes 'a b' | $0 encode | head -c 7");
    assert_eq!((&*output.stdout, &*output.stderr), (&b"a%20b%0"[..], &b""[..]));
    // A closed standard error changes nothing else.
    assert_eq!(shell("$0 decode %zz 2>&-").status.code(), Some(1));
}

#[test]
fn a_terminal_sees_controls_made_visible() {
    let script =
        "script -qec \"$0 decode '%1B%5D0;x%07 %E2%80%AE %FF ok%0A'\" /dev/null </dev/null";
    if !Path::new("/usr/bin/script").exists() {
        eprintln!("not run: `script` (util-linux) is not installed; unit tests of `visible` did");
        return;
    }
    let output = shell(script);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("\\x1B]0;x\\x07 \\u{202E} \\xFF ok"), "{shown:?}");
    let raw = shell(&script.replace("decode", "decode --raw"));
    assert!(raw.stdout.contains(&0x1B));
    // To a pipe the bytes are exact.
    gives(&["decode", "%1B%FF"], b"", b"\x1B\xFF\n");
}

#[test]
fn large_streams_in_little_memory() {
    // 64 MiB through both ways, in an address space that could not hold them.
    let output = shell(
        "ulimit -v 120000; head -c 67108864 /dev/zero | $0 encode --exact | $0 decode --exact | cksum",
    );
    let expected = shell("head -c 67108864 /dev/zero | cksum");
    assert_eq!(output.stdout, expected.stdout);
    assert_eq!(output.stderr, b"");
}

#[test]
fn outputs_that_are_no_files() {
    let folder = Folder::new("files-pipe");
    // A named pipe gets the exact bytes.
    let pipe = folder.0.join("pipe");
    let script = format!(
        "mkfifo '{0}'; timeout 60 cat '{0}' & \"$0\" decode -o '{0}' %1B%FF; wait",
        pipe.display()
    );
    let output = shell(&script);
    assert_eq!((&*output.stdout, &*output.stderr), (&b"\x1B\xFF\n"[..], &b""[..]));
    let said = run(&["encode", "-o", text(&folder.0), "x"], b"").stderr;
    let told = format!("triplet: {}: is a directory\n", text(&folder.0));
    assert_eq!(String::from_utf8_lossy(&said), told);
    // A new file has the mode that the shell asks for.
    let new = folder.0.join("new");
    let script = format!("umask 027; \"$0\" encode -o '{}' x", new.display());
    assert_eq!(shell(&script).status.code(), Some(0));
    assert_eq!(fs::metadata(&new).expect("a file").permissions().mode() & 0o777, 0o640);
    // The name of a new file may be relative.
    let script =
        format!("cd '{}' && \"$0\" encode -o relative 'a b' && cat relative", folder.0.display());
    assert_eq!(shell(&script).stdout, b"a%20b\n");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 3, "no temporary file is left");
}

/// Text that others write to a descriptor, before and after, stays there.
#[cfg(target_os = "linux")]
#[test]
fn descriptors_are_written_to() {
    let folder = Folder::new("files-descriptors");
    let file = folder.0.join("file");
    let link = folder.0.join("link");
    std::os::unix::fs::symlink("/dev/stdout", &link).expect("a link");
    let around = |command: &str, redirection: &str| {
        let _ = fs::remove_file(&file);
        let script = format!(
            "cd '{}'; {{ echo before; {command}; echo after; }} {redirection}",
            folder.0.display()
        );
        let output = shell(&script);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{script}");
        assert_eq!(output.status.code(), Some(0), "{script}");
        (
            fs::read_to_string(&file).unwrap_or_default(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let names = [
        "/dev/stdout",
        "/dev/fd/1",
        "/proc/self/fd/1",
        "/proc/thread-self/fd/1",
        "/dev/../dev/stdout",
        "link",
    ];
    for name in names {
        let command = format!("\"$0\" encode 'a b' -o {name}");
        let whole = "before\na%20b\nafter\n";
        assert_eq!(around(&command, "> file"), (whole.into(), String::new()), "{name}");
        assert_eq!(around(&command, ">> file"), (whole.into(), String::new()), "{name}");
        // To a pipe.
        assert_eq!(around(&command, "| cat"), (String::new(), whole.into()), "{name}");
        assert_eq!(around(&command, ""), (String::new(), whole.into()), "{name}");
    }
    for (name, redirection) in
        [("/dev/stderr", "2> file >&2"), ("/dev/fd/7", "7> file >&7"), ("/dev/fd/2", "> file 2>&1")]
    {
        let command = format!("\"$0\" encode 'a b' -o {name}");
        assert_eq!(around(&command, redirection).0, "before\na%20b\nafter\n", "{name}");
    }
    // A file that has no name any more.
    let command = "rm file; \"$0\" encode 'a b' -o /dev/stdout; cat /proc/$$/fd/4 >&3";
    assert_eq!(around(command, "3>&1 > file 4>&1").1, "before\na%20b\n");
    // A descriptor of another process: what is in its file stays.
    let command = "\"$0\" encode 'a b' -o /proc/$$/fd/9";
    assert_eq!(around(command, ">> file 9>&1").0, "before\na%20b\nafter\n");
    // All commands that name an output, and what is written in several parts.
    for (command, result) in [
        ("form parse a=1 -o /dev/stdout", "[[\"a\",\"1\"]]\n"),
        ("form build a=1 -o /dev/stdout", "a=1\n"),
        ("expand '/{a}' a=1 -o /dev/stdout", "/1\n"),
        ("data-url encode a -o /dev/stdout", "data:text/plain;charset=UTF-8,a\n"),
        ("data-url decode data:,a%0A -o /dev/stdout", "a\n"),
        ("normalize /%7e -o /dev/stdout", "/~\n"),
        ("uri get '{path}' /a -o /dev/stdout", "/a\n"),
    ] {
        let whole = format!("before\n{result}after\n");
        assert_eq!(around(&format!("\"$0\" {command}"), "> file").0, whole, "{command}");
    }
    let page = around("\"$0\" web --export /dev/stdout", "> file").0;
    assert!(page.starts_with("before\n<!") && page.ends_with("after\n"));
    let many =
        around("yes 'a b' | head -n 200000 | \"$0\" encode -l -j2 -o /dev/stdout", "> file").0;
    assert_eq!(many, format!("before\n{}after\n", "a%20b\n".repeat(200_000)));
    // What follows an error is like on standard output.
    let output = shell("{ echo before; \"$0\" decode -o /dev/stdout ok %zz; } 2> /dev/null");
    assert_eq!(output.stdout, b"before\nok\n");
    // A reader that has enough, and descriptors that are closed or only read.
    let output = shell("{ yes 'a b' | \"$0\" encode -l -o /dev/stdout; echo $? >&2; } | head -n 1");
    assert_eq!((&*output.stdout, &*output.stderr), (&b"a%20b\n"[..], &b"0\n"[..]));
    for script in [
        "encode a -o /dev/fd/77",
        "encode a -o /dev/stdout >&-",
        "encode a -o /dev/fd/8 8< /dev/null",
    ] {
        let output = shell(&format!("\"$0\" {script}"));
        assert_eq!(output.status.code(), Some(3), "{script}");
        assert!(output.stderr.starts_with(b"triplet: "), "{script}");
    }
    // None of them is replaced.
    fs::write(&file, "a b\n").expect("a file");
    for name in names {
        let script = format!("cd '{}'; \"$0\" encode -i {name} >> file", folder.0.display());
        let output = shell(&script);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{name}: {said}");
        assert!(
            said.contains("a descriptor can be written to (-o), and not be replaced"),
            "{said}"
        );
    }
    assert_eq!(fs::read_to_string(&file).expect("a file"), "a b\n");
    let mut left: Vec<_> = fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|one| one.expect("one").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["file", "link"]);
}

#[test]
fn devices_and_pipes_are_written_to() {
    let folder = Folder::new("files-devices");
    let pipe = folder.0.join("pipe");
    let script = format!(
        "mkfifo '{0}'; timeout 60 cat '{0}' & \"$0\" form parse a=1 -o '{0}'; wait; test -p '{0}'",
        pipe.display()
    );
    let output = shell(&script);
    assert_eq!((&*output.stdout, output.status.code()), (&b"[[\"a\",\"1\"]]\n"[..], Some(0)));
    for command in ["form parse a=1", "expand /{a} a=1", "data-url encode a", "uri set host=b /a"] {
        let output = shell(&format!("\"$0\" {command} -o /dev/null; test -c /dev/null"));
        assert_eq!((&*output.stderr, output.status.code()), (&b""[..], Some(0)), "{command}");
    }
    let said = format!("{}: not a regular file", text(&pipe));
    fails(&["encode", "-i", text(&pipe)], b"", 3, "", &said);
}
