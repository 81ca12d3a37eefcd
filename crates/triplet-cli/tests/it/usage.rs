//! The command line: wrong ones, help, other names of the program, colour.

use std::fs;
use std::process::Command;

use crate::running::{Folder, fails, gives, run, text, triplet};

#[test]
fn usage_is_exit_2() {
    let none: [&str; 0] = [];
    for arguments in [
        &none[..],
        &["nonsense"],
        &["encode", "--no-such-option"],
        &["encode", "-s", "rfc3986:segmnt", "x"],
        &["encode", "--charset", "klingon", "x"],
        &["encode", "--also-keep", "é", "x"],
        &["encode", "--plus", "--no-plus", "x"],
        &["decode", "--keep-triplets-of", "\u{e9}", "%C3%A9"],
        &["decode", "--keep-triplets-of", "/\u{e9}", "--charset", "latin1", "%E9"],
        &["form", "parse", "--url", "--strip-question-mark", "x"],
        &["decode", "--layers", "0", "x"],
        &["decode", "-l", "-0"],
        &["decode", "--values-only", "x"],
        &["requote", "--in-text", "--html", "x"],
        &["sets", "rfc9999:all"],
        &["completions", "tcsh"],
        &["form", "build", "--method", "post", "[]"],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
    fails(&["encode", "-s", "segment", "x"], b"", 2, "", "rfc3986:segment");
}

#[test]
fn help_and_generated_text() {
    for arguments in [&["--help"][..], &["encode", "--help"], &["-h"], &["--version"], &["man"]] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stdout.len() > 10, "{arguments:?}");
    }
    assert!(String::from_utf8_lossy(&run(&["--help"], b"").stdout).contains("Exit status:"));
    assert!(run(&["-h"], b"").stdout.split(|b| *b == b'\n').count() < 43, "one screen");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell], b"");
        assert!(String::from_utf8_lossy(&output.stdout).contains("triplet"), "{shell}");
    }
}

/// A suffix that is given as `sed` takes it is refused, and the message says how it is given.
#[test]
fn a_suffix_is_given_with_its_sign() {
    let folder = Folder::new("suffix");
    let file = folder.file("file", b"a b");
    let path = text(&file);
    for (argument, suffix) in
        [("-i.bak", ".bak"), ("-i~", "~"), ("-iorig", "orig"), ("-ibak", "bak")]
    {
        let words = format!("`-i{suffix}`: a suffix is given with `=`, as `-i={suffix}`\n");
        fails(&["encode", argument, path], b"", 2, "", &words);
        assert_eq!(fs::read(&file).expect("a file"), b"a b");
    }
    // Other mistakes have their own messages.
    fails(&["encode", "--nonsense", path], b"", 2, "", "--nonsense");
    fails(&["encode", "--nonsense", "--", "-i.bak"], b"", 2, "", "--nonsense");
    gives(&["encode", "-il", path], b"", "");
    assert_eq!(fs::read(&file).expect("a file"), b"a%20b");
}

#[test]
fn by_another_name() {
    let folder = Folder::new("names");
    for (name, argument, expected) in
        [("urlencode", "a b", "a%20b\n"), ("urldecode", "a%20b", "a b\n")]
    {
        let link = folder.0.join(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_triplet"), &link).expect("a link");
        let output = Command::new(&link).arg(argument).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

/// The help of a program that is called `urlencode` or `urldecode` has that name.
#[test]
fn another_name_has_its_own_help() {
    let folder = Folder::new("names-help");
    for (name, command, example) in [
        ("urlencode", "encode", "urlencode 'a/b c'"),
        ("urldecode", "decode", "urldecode 'caf%C3%A9'"),
    ] {
        let link = folder.0.join(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_triplet"), &link).expect("a link");
        let of = |arguments: &[&str]| {
            let output =
                std::process::Command::new(&link).args(arguments).output().expect("it ends");
            let told = [output.stdout, output.stderr].concat();
            (output.status.code(), String::from_utf8(told).expect("UTF-8"))
        };
        for help in ["-h", "--help"] {
            let (code, told) = of(&[help]);
            assert_eq!(code, Some(0));
            let usage = format!("\nUsage: {name} [OPTIONS] [TEXT]...\n");
            assert!(told.contains(&usage), "{told}");
            // The long help has other words there.
            assert!(told.contains(example) == (help == "-h"), "{told}");
            let other = format!("{name} {command}");
            assert!(!told.contains(&other), "{told}");
            let first = told.lines().next().unwrap_or_default();
            assert!(first.contains(&format!("`triplet {command}` by another name")), "{first}");
            // All other words are those of the command.
            let of_command = String::from_utf8(run(&[command, help], b"").stdout).expect("UTF-8");
            let of_command = of_command.replace(&format!("triplet {command}"), name);
            for line in of_command.lines().skip(1) {
                assert!(told.contains(line.trim()), "{line}");
            }
        }
        let (code, told) = of(&["--nonsense"]);
        assert!(code == Some(2) && told.contains(&format!("Usage: {name} [OPTIONS]")), "{told}");
        assert_eq!(of(&["--version"]).1, format!("{name} {}\n", env!("CARGO_PKG_VERSION")));
        assert_eq!(of(&["-l", "x"]), (Some(0), "x\n".to_owned()));
    }
}
#[test]
fn colour() {
    let colours = |variables: &[(&str, &str)], arguments: &[&str]| {
        let output = triplet().args(arguments).envs(variables.iter().copied()).output();
        output.expect("triplet ends").stderr.contains(&0x1B)
    };
    assert!(!colours(&[], &["decode", "%"]));
    assert!(colours(&[], &["decode", "--color", "always", "%"]));
    assert!(colours(&[("CLICOLOR_FORCE", "1")], &["decode", "%"]));
    assert!(!colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &["decode", "%"]));
    assert!(!colours(&[("CLICOLOR_FORCE", "1")], &["decode", "--color", "never", "%"]));
}

/// Only letters after `-i` are taken for a suffix that lacks its sign.
#[test]
fn other_mistakes_beside_a_suffix() {
    for suffix in ["-i=.bak", "-i", "--in-place=.bak"] {
        let said = run(&["encode", suffix, "--nonsense", "x"], b"").stderr;
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("'--nonsense'") && !said.contains("a suffix is given"), "{said}");
    }
    fails(&["encode", "-i=", "x"], b"", 2, "", "");
}

/// The name nearest to one that there is not; of those that are equally near three, the current specifications first. The
/// specification may be left out.
#[test]
fn names_near_to_what_was_typed() {
    for (typed, near) in [
        ("segment", "are `rfc3986:segment` and `rfc2396:segment`"),
        ("RFC3986:PATHS", "one is `rfc3986:path`"),
        ("rfc3986:segmnt", "one is `rfc3986:segment`"),
        ("whatwg:from", "one is `whatwg:form`"),
    ] {
        let said = run(&["encode", "-s", typed, "x"], b"").stderr;
        let told = format!(
            "triplet: no encode set is named `{typed}`; the nearest {near}; `triplet sets` lists all\n"
        );
        assert_eq!(String::from_utf8_lossy(&said), told);
    }
    let list = ["decode", "--keep-triplets-of", "/%é", "x"];
    fails(
        &list,
        b"",
        2,
        "",
        "--keep-triplets-of: the list at offset 2: a set lists ASCII characters only",
    );
    // Variables that are set to nothing are not set.
    let output = triplet()
        .args(["decode", "%"])
        .envs([("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")])
        .output()
        .expect("triplet ends");
    assert!(output.stderr.starts_with(b"\x1B[1;31mtriplet:\x1B[0m argument 1: "));
    assert!(output.stderr.ends_with(b"\n  %\n  \x1B[1;31m^\x1B[0m\n"));
    let output =
        triplet().args(["decode", "%"]).env("CLICOLOR_FORCE", "").output().expect("triplet ends");
    assert!(output.stderr.starts_with(b"triplet: "));
}

#[test]
fn what_is_surely_a_slip() {
    fails(&["uri", "get", "host", "http://a/"], b"", 2, "", "the format has no field");
    for command in ["encode", "lint", "explain", "inspect", "readers", "requote"] {
        fails(&[command, "-", "a b"], b"x", 2, "", "`-` is standard input");
    }
    fails(&["decode", "--charset", "latin-1", "a"], b"", 2, "", "the nearest one is `latin1`");
    let output = run(&["expand", "/s{?q}", "Q=1"], b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "/s\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "triplet: note: the template has no variable `Q`\n");
}
