//! `--in-place` and `--output`: the old file or the new one, with its mode, its owner and its links.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::running::{self, Folder, fails, gives, run, text, triplet};

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<OsString> {
    let names =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("one").file_name());
    let mut names: Vec<OsString> = names.collect();
    names.sort();
    names
}

#[test]
fn files_are_replaced() {
    let folder = Folder::new("in-place");
    let (a, b) = (folder.file("a", b"a b\n"), folder.file("b", b"\xC3\xA9"));
    gives(&["encode", "-i", text(&a), text(&b)], b"", "");
    assert_eq!((read(&a), read(&b)), ("a%20b\n".to_owned(), "%C3%A9".to_owned()));
    gives(&["decode", "-i", "-f", text(&a), text(&b)], b"", "");
    assert_eq!((read(&a), read(&b)), ("a b\n".to_owned(), "é".to_owned()));
    // The commands for references too.
    let list = folder.file("list", b"HTTP://a/%7e\nhttp://b/../c\n");
    gives(&["normalize", "-l", "--in-place", text(&list)], b"", "");
    assert_eq!(read(&list), "http://a/~\nhttp://b/c\n");
    fs::write(&list, b"HTTP://a/%7e\nhttp://b/../c\n").expect("a file");
    gives(&["normalize", "-i", text(&list)], b"", "");
    assert_eq!(read(&list), "http://a/~\nhttp://b/c\n");
    let spaces = folder.file("list", b"/a b\n\n/c d\r\n");
    gives(&["requote", "-i", text(&spaces)], b"", "");
    assert_eq!(read(&list), "/a%20b\n\n/c%20d\r\n");
    let empty = folder.file("empty", b"");
    gives(&["encode", "-i", text(&empty)], b"", "");
    assert_eq!(read(&empty), "");
    assert_eq!(names(&folder.0), ["a", "b", "empty", "list"]);
}

#[test]
fn an_error_leaves_the_file_as_it_was() {
    let folder = Folder::new("in-place-errors");
    let good = folder.file("good", b"%41\n");
    let bad = folder.file("bad", b"%41\n%zz\n");
    let old = fs::metadata(&bad).expect("a file");
    let (good, bad) = (text(&good), text(&bad));
    fails(&["decode", "-i", bad, "/no/such", good], b"", 3, "", "bad: left as it was");
    assert_eq!((read(bad.as_ref()), read(good.as_ref())), ("%41\n%zz\n".into(), "A\n".into()));
    assert_eq!(fs::metadata(bad).expect("a file").ino(), old.ino());
    fails(&["decode", "-l", "-i", bad], b"", 1, "", "bad:2:");
    fails(&["decode", "--on-error", "skip", "-i", bad], b"", 1, "", "left as it was");
    assert_eq!(read(bad.as_ref()), "%41\n%zz\n");
    fails(&["decode", "-i", text(&folder.0)], b"", 3, "", "not a regular file");
    fails(&["decode", "-i", "/dev/null"], b"", 3, "", "not a regular file");
    for wrong in [&["encode", "-i"][..], &["encode", "-i", "-"], &["encode", "-i=a/b", good]] {
        fails(wrong, b"x", 2, "", "--in-place");
    }
    fails(&["encode", "-i", "-o", "/dev/null", good], b"", 2, "", "cannot be used");
    assert_eq!(names(&folder.0), ["bad", "good"], "nothing else is left behind");
}

#[test]
fn mode_owner_and_links() {
    let folder = Folder::new("in-place-links");
    let file = folder.file("file", b"a b");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o4751)).expect("a mode");
    // Only the superuser can give files away; others keep their own.
    let is_root = fs::metadata("/proc/self").map(|me| me.uid()).is_ok_and(|uid| uid == 0);
    if is_root {
        std::os::unix::fs::chown(&file, Some(12), Some(34)).expect("an owner");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o4751)).expect("a mode");
    }
    let old = fs::metadata(&file).expect("a file");
    // Not every file system has attributes of this kind.
    let note =
        |set: &[u8]| rustix::fs::setxattr(&file, "user.note", set, rustix::fs::XattrFlags::empty());
    let has_attributes = note(b"kept").is_ok();
    if !has_attributes {
        eprintln!("extended attributes: not tested, there are none in {}", folder.0.display());
    }
    let old = if has_attributes { fs::metadata(&file).expect("a file") } else { old };
    symlink("file", folder.0.join("link")).expect("a link");
    symlink("link", folder.0.join("link to link")).expect("a link");
    gives(&["encode", "-i", text(&folder.0.join("link to link"))], b"", "");
    let new = fs::metadata(&file).expect("a file");
    assert_eq!(read(&file), "a%20b");
    assert_ne!(new.ino(), old.ino());
    assert_eq!((new.mode(), new.uid(), new.gid()), (old.mode(), old.uid(), old.gid()));
    let mut value = [0; 9];
    let kept = rustix::fs::getxattr(&file, "user.note", &mut value);
    assert_eq!(kept.map(|length| &value[..length]).ok(), has_attributes.then_some(&b"kept"[..]));
    for link in ["link", "link to link"] {
        assert!(fs::symlink_metadata(folder.0.join(link)).expect("a link").is_symlink());
    }

    // A link to a file that does not exist: that file is made.
    symlink("made", folder.0.join("dangling")).expect("a link");
    gives(&["encode", "-o", text(&folder.0.join("dangling")), "x y"], b"", "");
    assert_eq!(read(&folder.0.join("made")), "x%20y\n");
    symlink("loop", folder.0.join("loop")).expect("a link");
    fails(&["encode", "-o", text(&folder.0.join("loop")), "x"], b"", 3, "", "(os error ");

    // Other names of the same file would keep the old text.
    let other = folder.0.join("other");
    fs::hard_link(&file, &other).expect("a link");
    for arguments in [&["decode", "-i", text(&file)][..], &["decode", "-o", text(&file), "x"]] {
        fails(arguments, b"", 3, "", "2 names (hard links)");
        assert_eq!(read(&file), "a%20b");
    }
    gives(&["decode", "-i", "--break-hard-links", text(&file)], b"", "");
    assert_eq!((read(&file), read(&other)), ("a b".to_owned(), "a%20b".to_owned()));
}

#[test]
fn unchanged_content_is_not_touched() {
    let folder = Folder::new("in-place-unchanged");
    let big = "x".repeat(300_000);
    for content in ["", "plain", &big] {
        let file = folder.file("file", content.as_bytes());
        let old = fs::metadata(&file).expect("a file");
        let same = |how: &str| {
            let new = fs::metadata(&file).expect("a file");
            assert_eq!((new.ino(), new.ctime_nsec()), (old.ino(), old.ctime_nsec()), "{how}");
        };
        gives(&["encode", "-i=.bak", text(&file)], b"", "");
        same("in place");
        gives(&["encode", "-o", text(&file)], content.as_bytes(), "");
        same("as output");
        assert_eq!(names(&folder.0), ["file"], "no backup, and nothing else");
    }
}

#[test]
fn a_backup_keeps_the_old_file() {
    let folder = Folder::new("in-place-backup");
    let file = folder.file("file", b"a b");
    let old = fs::metadata(&file).expect("a file").ino();
    folder.file("file.bak", b"older");
    gives(&["encode", "-i=.bak", text(&file)], b"", "");
    let backup = folder.0.join("file.bak");
    assert_eq!((read(&file), read(&backup)), ("a%20b".to_owned(), "a b".to_owned()));
    assert_eq!(fs::metadata(&backup).expect("a file").ino(), old, "the old file itself");
    // The backup and the file were one.
    fs::remove_file(&backup).expect("a file");
    fs::hard_link(&file, &backup).expect("a link");
    gives(&["decode", "--in-place=.bak", "--break-hard-links", text(&file)], b"", "");
    assert_eq!((read(&file), read(&backup)), ("a b".to_owned(), "a%20b".to_owned()));
    assert_eq!(names(&folder.0), ["file", "file.bak"]);
}

#[test]
fn many_files_side_by_side() {
    let folder = Folder::new("in-place-many");
    let mut arguments: Vec<OsString> = ["decode", "-i", "-j4", "--"].map(OsString::from).to_vec();
    let mut paths: Vec<PathBuf> = Vec::new();
    for number in 0..40 {
        let content = if number % 10 == 7 { "%41%zz" } else { "%41%20" };
        let path = folder.file(&format!("{number:02}"), content.as_bytes());
        arguments.push(path.clone().into());
        paths.push(path);
    }
    arguments.push(paths[0].clone().into());
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let left: Vec<&str> = said.lines().filter(|line| line.ends_with("left as it was")).collect();
    let expected = [7, 17, 27, 37]
        .map(|number| format!("triplet: {}: left as it was", paths[number].display()));
    assert_eq!(left, expected, "in the order of the names");
    assert!(said.contains("is named twice, and done once"), "{said}");
    for (number, path) in paths.iter().enumerate() {
        assert_eq!(read(path), if number % 10 == 7 { "%41%zz" } else { "A " });
    }
    assert_eq!(names(&folder.0).len(), 40);
}

#[test]
fn names_of_all_kinds() {
    let folder = Folder::new("in-place-names");
    let at_home = |arguments: &[&OsStr]| {
        let output = triplet().args(arguments).current_dir(&folder.0).output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        output.stdout
    };
    let odd = OsStr::from_bytes(b"not \xFF utf-8\n");
    for name in [OsStr::new("-f"), OsStr::new("--"), OsStr::new("-i=x"), odd] {
        let path = folder.0.join(name);
        fs::write(&path, "a b").expect("a file");
        let (encode, decode, i, end) =
            ("encode".as_ref(), "decode".as_ref(), "-i".as_ref(), "--".as_ref());
        at_home(&[encode, i, end, name]);
        assert_eq!(read(&path), "a%20b");
        assert_eq!(at_home(&[decode, "-f".as_ref(), name]), b"a b");
        let mut joined = OsString::from("--file=");
        joined.push(name);
        assert_eq!(at_home(&[decode, &joined, end, name]), b"a ba b");
        at_home(&[decode, "-f".as_ref(), name, "-o".as_ref(), name]);
        assert_eq!(read(&path), "a b");
    }
    // A name may have characters that a terminal must not get, or a line that resembles a message.
    let odd = folder.0.join(OsStr::from_bytes(b"x\x1B[31m\ntriplet: all is well \xE2\x80\xAE"));
    fs::write(&odd, "%zz").expect("a file");
    for arguments in [["decode", "-f"], ["decode", "-i"]] {
        let output = triplet().args(arguments).arg(&odd).output().expect("it ends");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(said.contains("x\\x1B[31m\\x0Atriplet: all is well \\u{202E}:1:"), "{said:?}");
        assert!(!said.contains('\x1B') && !said.contains('\u{202E}'), "{said:?}");
    }
}

#[test]
fn a_file_that_changes_meanwhile_is_left() {
    let folder = Folder::new("in-place-changed");
    let file = folder.file("file", b"a b");
    // The command waits for its input, and another program changes its output.
    let mut child = triplet()
        .args(["encode", "-o", text(&file)])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    wait_for_temporary(&folder.0);
    fs::write(&file, "somebody else's").expect("a file");
    drop(child.stdin.take());
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert!(said.contains("changed meanwhile"), "{said}");
    assert_eq!(read(&file), "somebody else's");
    assert_eq!(names(&folder.0), ["file"]);
}

/// Waits until the new file exists beside the old one.
fn wait_for_temporary(folder: &Path) {
    let start = Instant::now();
    let is_temporary = |name: &OsString| name.as_bytes().starts_with(b".triplet-");
    while !names(folder).iter().any(is_temporary) {
        assert!(start.elapsed() < Duration::from_secs(60), "no temporary file appears");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_signal_removes_the_temporary_file() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1), ("QUIT", 3), ("XCPU", 24)] {
        let folder = Folder::new("in-place-signal");
        let file = folder.file("file", b"old");
        // Whoever runs the tests in the background may ignore signals, which a child inherits.
        let mut command = std::process::Command::new("env");
        if cfg!(target_os = "linux") {
            command.arg("--default-signal=INT,TERM,HUP,QUIT,XCPU");
        }
        let mut child = command
            .args([env!("CARGO_BIN_EXE_triplet"), "encode", "-o", text(&file)])
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        wait_for_temporary(&folder.0);
        // To wait closes the input, and at its end the work may be done before the signal is seen.
        let input = child.stdin.take();
        let kill = format!("kill -s {signal} {}", child.id());
        assert!(running::shell(&kill).status.success());
        let status = child.wait().expect("it ends");
        drop(input);
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(number));
        assert_eq!(names(&folder.0), ["file"], "{signal}");
        assert_eq!(read(&file), "old");
    }
    // Who started it may have said that it is not to end.
    for signal in ["HUP", "TERM"] {
        let folder = Folder::new(&format!("in-place-ignored-{signal}"));
        let file = folder.file("file", b"old");
        let script = format!(
            "trap '' {signal}; (sleep 1; echo 'a b') | \"$0\" encode -o '{}' & \
             while ! ls -A '{}' | grep -q '^.triplet-'; do sleep 0.01; done; \
             kill -s {signal} $!; wait $!",
            file.display(),
            folder.0.display()
        );
        assert_eq!(running::shell(&script).status.code(), Some(0), "{signal}");
        assert_eq!(read(&file), "a%20b\n", "{signal}");
    }
}

/// A text of the same length is another text: the difference may be in any block.
#[test]
fn a_text_of_the_same_length() {
    let folder = Folder::new("in-place-length");
    for before in [0, 100, 128 * 1024 - 1, 128 * 1024, 300_000] {
        let old = format!("{}a b", "x".repeat(before));
        let file = folder.file("file", old.as_bytes());
        gives(&["encode", "--plus", "-i=.bak", text(&file)], b"", "");
        assert!(read(&file) == old.replace(' ', "+"), "{before}");
        assert!(read(&folder.0.join("file.bak")) == old, "{before}");
    }
}

/// A group other than that of the process is kept, and so is another owner; attributes may be as long as the file system allows.
#[test]
fn owners_and_attributes_of_their_own() {
    let folder = Folder::new("in-place-owners");
    if !fs::metadata("/proc/self").map(|me| me.uid()).is_ok_and(|uid| uid == 0) {
        eprintln!("not run: only the superuser can give files away");
    } else {
        for (user, group) in [(None, Some(34)), (Some(12), None)] {
            let file = folder.file("file", b"a b");
            std::os::unix::fs::chown(&file, user, group).expect("an owner");
            let old = fs::metadata(&file).expect("a file");
            gives(&["encode", "-i", text(&file)], b"", "");
            let new = fs::metadata(&file).expect("a file");
            assert_eq!((new.uid(), new.gid()), (old.uid(), old.gid()));
            assert_ne!(new.ino(), old.ino());
            fs::remove_file(&file).expect("removed");
        }
    }
    let file = folder.file("file", b"a b");
    let flags = rustix::fs::XattrFlags::empty();
    let value = [b'v'; 1500];
    let names: Vec<String> =
        (0..6).map(|number| format!("user.{number}.{}", "n".repeat(200))).collect();
    let set = |name: &str, value: &[u8]| rustix::fs::setxattr(&file, name, value, flags).is_ok();
    if !set("user.long", &value) || !names.iter().all(|name| set(name, b"")) {
        eprintln!("long attributes: not tested, there are none in {}", folder.0.display());
        return;
    }
    gives(&["encode", "-i", text(&file)], b"", "");
    let mut found = vec![0; 4096];
    let length = rustix::fs::getxattr(&file, "user.long", &mut found).expect("it is kept");
    assert_eq!(found[..length], value);
    for name in &names {
        assert_eq!(rustix::fs::getxattr(&file, name.as_str(), &mut found), Ok(0), "{name}");
    }
}

/// Where no thread can be started, the files are done without one; where there is no memory for that either, it fails.
#[test]
fn many_files_in_little_memory() {
    let folder = Folder::new("in-place-memory");
    let (a, b) = (folder.0.join("a"), folder.0.join("b"));
    let (mut done, mut failed) = (0, 0);
    for kilobytes in (4_000..24_000).step_by(500) {
        fs::write(&a, "a b").expect("a file");
        fs::write(&b, "c d").expect("a file");
        let script = format!(
            "ulimit -v {kilobytes}; \"$0\" encode -i -j2 '{}' '{}'",
            a.display(),
            b.display()
        );
        let output = running::shell(&script);
        if output.status.success() {
            assert_eq!((read(&a), read(&b)), ("a%20b".into(), "c%20d".into()), "{kilobytes}");
            done += 1;
        } else {
            failed += 1;
        }
        for name in names(&folder.0).iter().filter(|name| name.len() > 1) {
            // A process that had no memory left could not remove its temporary file.
            let _ = fs::remove_file(folder.0.join(name));
        }
    }
    assert!(done > 0 && failed > 0, "{done} done, {failed} failed");
}
