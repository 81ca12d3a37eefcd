//! The command as a user runs it: arguments, files, streams, records, exit codes, and what happens when
//! the output can't be written.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::running::{Folder, fails, gives, run, shell, text, triplet};

#[test]
fn encode_arguments_and_options() {
    gives(&["encode", "a b", "é/%"], b"", "a%20b\n%C3%A9%2F%25\n");
    gives(&["encode", "-0", "a b", "c"], b"", "a%20b\0c\0");
    gives(&["encode", ""], b"", "\n");
    gives(&["encode", "--", "-s"], b"", "-s\n");
    gives(&["encode", "-s", "rfc3986:path", "/a b"], b"", "/a%20b\n");
    gives(&["encode", "--keep", "/ ", "--also", "a", "/a b"], b"", "/%61 b\n");
    gives(&["encode", "--all", "az"], b"", "%61%7A\n");
    gives(&["encode", "--plus", "--lower", "a b/"], b"", "a+b%2f\n");
    gives(&["encode", "--keep-triplets", "%41 %"], b"", "%41%20%25\n");
    gives(&["encode", "-s", "dialect:java", "a b*"], b"", "a+b*\n");
    gives(&["encode", "-s", "dialect:java", "--no-plus", "a b+"], b"", "a%20b%2B\n");
    gives(&["encode", "-s", "whatwg:form", "--no-plus"], b"a b+\n", "a%20b%2B\n");
    gives(
        &["encode", "-s", "whatwg:form", "--no-plus", "--charset", "latin1", "\u{e9} "],
        b"",
        "%E9%20\n",
    );
    gives(&["encode", "-s", "rfc3986:query", "--plus", "a+b c"], b"", "a%2Bb+c\n");
    gives(&["encode", "-s", "rfc3986:query", "--plus", "--keep", "+"], b"a+b c\n", "a%2Bb+c\n");
    gives(
        &["encode", "-s", "rfc3987:iquery", "--plus", "--keep-triplets"],
        b"a+b c%2B\n",
        "a%2Bb+c%2B\n",
    );
    gives(&["encode", "-s", "rfc3986:query", "--plus", "-l"], b"a+b\nc d\n", "a%2Bb\nc+d\n");
    gives(&["encode", "-s", "rfc3987:isegment", "é b"], b"", "é%20b\n");
    gives(&["encode", "--charset", "shift_jis", "日本"], b"", "%93%FA%96%7B\n");
    gives(&["encode", "--charset", "latin1", "--html", "é你"], b"", "%E9%26%2320320%3B\n");
    fails(&["encode", "--charset", "latin1", "aé你"], b"", 1, "", "argument 1: U+4F60 at offset 3");
    // Bytes that are not UTF-8, as an argument.
    let output = run(&[OsStr::new("encode"), OsStr::from_bytes(b"\xFF\xE9")], b"");
    assert_eq!(output.stdout, b"%FF%E9\n");
}

#[test]
fn standard_input_and_the_last_line_feed() {
    gives(&["encode"], b"", "");
    gives(&["encode"], b"\n", "\n");
    gives(&["encode"], b"a b", "a%20b");
    gives(&["encode"], b"a b\n", "a%20b\n");
    gives(&["encode"], b"a\nb\n\n", "a%0Ab%0A\n");
    gives(&["encode", "--exact"], b"a b\n", "a%20b%0A");
    gives(&["encode", "-"], b"a b\n", "a%20b\n");
    gives(&["decode"], b"a%20b\n", "a b\n");
    gives(&["decode", "--exact"], b"%20\n", " \n");
    gives(&["encode", "--charset", "utf-16be"], b"a\n", "%00a\n");
    gives(&["decode", "--charset", "utf-16be"], b"%00a\n", "a\n");
}

#[test]
fn records() {
    gives(&["encode", "-l"], b"a b\n\nc d", "a%20b\n\nc%20d");
    gives(&["encode", "-l", "--exact"], b"a b\n", "a%20b\n");
    gives(&["encode", "-0"], b"a\nb\0c d\0", "a%0Ab\0c%20d\0");
    // What is decoded never forges a record.
    gives(&["decode", "-l"], b"a%0Ab%20\n%00\n", "a%0Ab \n\0\n");
    gives(&["decode", "-0"], b"a%0Ab%00c\0", "a\nb%00c\0");
    gives(&["decode", "-l", "--unescape"], b"a%u000Ab\n", "a%0Ab\n");
    fails(&["decode", "-l"], b"ok%20\nbad%zz%20\nok%21\n", 1, "ok \nbad%zz%20\nok!\n", "stdin:2:");
    // Longer than what is held at once, whole and in error.
    let long = "a%20".repeat(200_000);
    let expected = "a ".repeat(200_000);
    gives(
        &["decode", "-l"],
        format!("{long}\nb%20\n{long}").as_bytes(),
        format!("{expected}\nb \n{expected}"),
    );
    let wrong = format!("{long}%zz%20\nc%20\n");
    fails(
        &["decode", "-l"],
        wrong.as_bytes(),
        1,
        format!("{expected}%zz%20\nc \n"),
        "offset 800000",
    );
    gives(
        &["encode", "-l"],
        format!("{}\nx", " ".repeat(700_000)).as_bytes(),
        format!("{}\nx", "%20".repeat(700_000)),
    );
}

#[test]
fn malformed_triplets_by_policy() {
    for (input, keep, replace, skip) in [
        ("%", "%", "\u{FFFD}", ""),
        ("a%", "a%", "a\u{FFFD}", "a"),
        ("%4", "%4", "\u{FFFD}4", "4"),
        ("%zz", "%zz", "\u{FFFD}zz", "zz"),
        ("%4z", "%4z", "\u{FFFD}4z", "4z"),
        ("%%41", "%A", "\u{FFFD}A", "A"),
        ("%+1", "%+1", "\u{FFFD}+1", "+1"),
        ("%u4E2D", "%u4E2D", "\u{FFFD}u4E2D", "u4E2D"),
        ("x%20%zz%21", "x %zz!", "x \u{FFFD}zz!", "x zz!"),
    ] {
        let input = input.as_bytes();
        // What stands before it in a stream is written.
        let before = keep.split('%').next().unwrap_or_default();
        fails(&["decode"], input, 1, before, "offset");
        gives(&["decode", "--on-error", "keep"], input, keep);
        gives(&["decode", "--on-error", "replace"], input, replace);
        fails(&["decode", "--on-error", "skip"], input, 1, skip, "offset");
    }
    // Several arguments are records: none forges another.
    gives(&["decode", "a%0Ab"], b"", "a\nb\n");
    gives(&["decode", "a%0Ab", "c%0a"], b"", "a%0Ab\nc%0a\n");
    gives(&["decode", "-0", "a%00b", "c"], b"", "a%00b\0c\0");
    // An argument in error gives nothing; the others go on.
    fails(&["decode", "a%20", "b%zz", "c%20"], b"", 1, "a \nc \n", "argument 2");
}

#[test]
fn decode_options() {
    gives(&["decode", "%2f%2F%00+%2541"], b"", b"//\0+%41\n");
    gives(&["decode", "--plus", "a+b%2B"], b"", "a b+\n");
    gives(&["decode", "--keep-triplets-of", "/%", "a%2fb%20%25"], b"", "a%2fb %25\n");
    gives(&["decode", "%C0%AF%ED%A0%80"], b"", b"\xC0\xAF\xED\xA0\x80\n");
    gives(&["decode", "--layers", "3", "%252541"], b"", "A\n");
    gives(&["decode", "--layers", "3", "plain"], b"", "plain\n");
    fails(&["decode", "--layers", "2", "%25252541"], b"", 1, "", "still encoded after 2 layers");
    gives(&["decode", "--unescape", "%u4F60%E4%zz"], b"", "你ä%zz\n");
    fails(&["decode", "--unescape", "x%uD800"], b"", 1, "", "surrogate");
    gives(&["decode", "--charset", "gbk", "%C4%E3"], b"", "你\n");
    fails(&["decode", "--charset", "gbk", "a%FF"], b"", 1, "", "offset 1");
    gives(&["decode", "--charset", "gbk", "--on-error", "keep", "50% %C4%E3"], b"", "50% 你\n");
    fails(&["decode", "--charset", "gbk", "50% %C4%E3"], b"", 1, "", "offset 2");
    // A plus that a layer decodes is no space.
    gives(&["decode", "--layers", "3", "--plus", "a%252Bb+c%2Bd"], b"", "a+b c+d\n");
    gives(
        &["decode", "--layers", "2", "--keep-triplets-of", "/", "%252F%2f%2541"],
        b"",
        "%2F%2fA\n",
    );
    gives(&["decode", "--charset", "gbk", "--on-error", "replace", "a%FF"], b"", "a\u{FFFD}\n");
    let output = run(&["decode", "--charset", "auto", "%C4%E3%BA%C3"], b"");
    assert_eq!((output.stdout, output.status.code()), ("你好\n".into(), Some(0)));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gb18030, which is a guess"));
    gives(&["decode", "--charset", "auto", "%E4%BD%A0"], b"", "你\n");
}

/// In text only triplets are in the charset, with the ASCII characters beside them; files are octets of it.
#[test]
fn text_and_octets_in_a_charset() {
    let jis = ["decode", "--charset", "shift_jis"];
    let with = |more: &[&'static str]| [&jis[..], more].concat();
    gives(&with(&["日本%93%FA"]), b"", "日本日\n");
    gives(&with(&["%83A%83%41é"]), b"", "アアé\n");
    gives(&jis, b"\x93\xFA%96%7B\n", "日本\n");
    gives(&with(&["--text"]), "日本%93%FA\n".as_bytes(), "日本日\n");
    gives(&with(&["--text", "-l"]), "é\n日%93%FA\n".as_bytes(), "é\n日日\n");
    fails(&with(&["é%82日"]), b"", 1, "", "from offset 2 on");
    fails(&with(&["--text"]), b"a\x93\xFA", 1, "", "not UTF-8");
    gives(&with(&["--on-error", "replace", "é%82日"]), b"", "é\u{FFFD}日\n");
    gives(&with(&["--plus", "--keep-triplets-of", "/", "é+%2F%93%FA"]), b"", "é %2F日\n");
    let json = "{\"u\":\"日本%93%FA\"}\n";
    gives(&with(&["--json-field", "u"]), json.as_bytes(), "{\"u\":\"日本日\"}\n");
    gives(&with(&["--csv-column", "1"]), b"\x93\xFA%96%7B,x\n", "日本,x\n");
    gives(&with(&["--text", "--csv-column", "1"]), "日%96%7B,x\n".as_bytes(), "日本,x\n");
    let output = run(
        &[OsStr::new("decode"), OsStr::new("--charset=gbk"), OsStr::from_bytes(b"\xC4\xE3")],
        b"",
    );
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let output = run(&["decode", "--charset", "auto", "你好%CA%C0%BD%E7"], b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "你好世界\n");
    assert_eq!(run(&["decode", "--text", "x"], b"").status.code(), Some(2));
    // No octet of another charset forges a record: 0x25 is a line feed of EBCDIC.
    gives(&["decode", "-l", "--charset", "cp037"], b"%25%C1\n%0A\n", "%0AA\n\u{8e}\n");
    gives(&["decode", "-l", "--charset", "utf-16be"], b"%00%0A%00a\n", "%0Aa\n");

    let form = ["form", "parse", "--charset", "shift_jis"];
    let with = |more: &[&'static str]| [&form[..], more].concat();
    gives(&with(&["名=%96%BC+日"]), b"", "[[\"名\",\"名 日\"]]\n");
    gives(&form, b"\x96\xBC=%96%BC", "[[\"名\",\"名\"]]\n");
    gives(&with(&["--text"]), "名=%96%BC".as_bytes(), "[[\"名\",\"名\"]]\n");
    fails(&with(&["--text"]), b"a=\x96\xBC", 1, "", "not UTF-8");
    fails(&with(&["--strict", "名=é%82"]), b"", 1, "", "offset 6");
}

#[test]
fn errors_have_file_line_byte_and_caret() {
    let folder = Folder::new("places");
    let file = folder.file("in.txt", "line\n你好%20%zz rest\n".as_bytes());
    let output = run(&["decode", "-f", text(&file)], b"");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    let lines: Vec<&str> = message.lines().collect();
    assert!(
        lines[0].starts_with(&format!("triplet: {}:2:6: `%z` at offset 14:", text(&file))),
        "{message}"
    );
    assert_eq!(lines[1], "  你好%20%zz rest");
    // Two columns for each ideograph.
    assert_eq!(lines[2], "         ^");
    // Controls in the excerpt are made visible, and do not move the caret.
    let output = run(&["decode"], b"\x1B[31m%zz");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(message.lines().nth(1), Some("  \\x1B[31m%zz"));
    assert_eq!(message.lines().nth(2), Some("          ^"));
    // Behind the first block of a stream.
    let mut long = b"x\n".repeat(300_000);
    long.extend_from_slice(b"%2");
    let output = run(&["decode"], &long);
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        message.contains("stdin:300001:1: `%2` at offset 600000: the input ends here"),
        "{message}"
    );
}

#[test]
fn usage_is_exit_2() {
    let none: [&str; 0] = [];
    for arguments in [
        &none[..],
        &["nonsense"],
        &["encode", "--no-such-option"],
        &["encode", "-s", "rfc3986:segmnt", "x"],
        &["encode", "--charset", "klingon", "x"],
        &["encode", "--keep", "é", "x"],
        &["encode", "--plus", "--no-plus", "x"],
        &["decode", "--keep-triplets-of", "\u{e9}", "%C3%A9"],
        &["decode", "--keep-triplets-of", "/\u{e9}", "--charset", "latin1", "%E9"],
        &["form", "parse", "--url", "--strip-question-mark", "x"],
        &["decode", "--layers", "0", "x"],
        &["decode", "-l", "-0"],
        &["decode", "--charset", "gbk", "--layers", "2", "x"],
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
    assert!(run(&["-h"], b"").stdout.split(|b| *b == b'\n').count() < 40, "one screen");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell], b"");
        assert!(String::from_utf8_lossy(&output.stdout).contains("triplet"), "{shell}");
    }
}

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
    // On an error in the input the file is the old one, and nothing else is left behind.
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
    // A reader that has enough ends it without a word.
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

#[test]
fn sets() {
    let list = run(&["sets"], b"");
    let list = String::from_utf8(list.stdout).expect("UTF-8");
    assert!(list.contains("rfc3986:segment") && list.lines().count() >= 65);
    let grid = String::from_utf8(run(&["sets", "rfc3986:unreserved"], b"").stdout).expect("UTF-8");
    assert!(
        grid.contains("66 of 128") && grid.contains("5x  P Q R S T U V W X Y Z · · · · _"),
        "{grid}"
    );
    let both = run(&["sets", "rfc3986:segment", "rfc3986:path"], b"");
    let both = String::from_utf8(both.stdout).expect("UTF-8");
    assert!(both.contains("only rfc3986:path      /"), "{both}");
    let json = run(&["sets", "--json"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json.as_array().expect("a list").len(), 65);
    let json = run(&["sets", "--json", "rfc3986:path", "rfc3986:segment"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["only_first"], "/");
}

#[test]
fn forms() {
    gives(
        &["form", "parse", "a=1+1&a=%26&b"],
        b"",
        "[[\"a\",\"1 1\"],[\"a\",\"&\"],[\"b\",\"\"]]\n",
    );
    gives(&["form", "parse"], b"a=1\n", "[[\"a\",\"1\"]]\n");
    gives(&["form", "parse", ""], b"", "[]\n");
    gives(
        &["form", "parse", "--object", "a=1&b=2&a=3"],
        b"",
        "{\"a\":[\"1\",\"3\"],\"b\":\"2\"}\n",
    );
    for name in ["__proto__", "constructor", "prototype"] {
        fails(&["form", "parse", "--object", &format!("{name}=1")], b"", 1, "", "unsafe");
    }
    gives(&["form", "parse", "--lines", "a=1%0A2&b%09=%25"], b"", "a\t1%0A2\nb%09\t%25\n");
    gives(&["form", "build", "--lines"], b"a\t1%0A2\nb%09\t%25\n", "a=1%0A2&b%09=%25\n");
    gives(
        &["form", "parse", "--separator", "both", "a=1;b=2"],
        b"",
        "[[\"a\",\"1\"],[\"b\",\"2\"]]\n",
    );
    gives(&["form", "parse", "--strip-question-mark", "?a"], b"", "[[\"a\",\"\"]]\n");
    gives(&["form", "parse", "--charset", "gbk", "a=%C4%E3"], b"", "[[\"a\",\"你\"]]\n");
    let url = "https://e/x?q=1&r=%zz#f=2";
    gives(&["form", "parse", "--url", url], b"", "[[\"q\",\"1\"],[\"r\",\"%zz\"]]\n");
    gives(&["form", "parse", "--url", "https://e/x"], b"", "[]\n");
    gives(
        &["form", "parse", "--url", "--charset", "gbk"],
        b"/?a=%C4%E3\n",
        "[[\"a\",\"\u{4f60}\"]]\n",
    );
    fails(&["form", "parse", "--url", "--strict", url], b"", 1, "", "`%z` at offset 18");
    fails(&["form", "parse", "--url", "--max-pairs", "1", url], b"", 1, "", "begins at offset 16");
    let output = run(&["form", "parse", "https://e/x?q=1"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"[[\"https://e/x?q\",\"1\"]]\n");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("note: argument 1") && message.contains("--url"), "{message}");
    gives(&["form", "parse", "u=https://e/x?q"], b"", "[[\"u\",\"https://e/x?q\"]]\n");
    gives(&["form", "parse", "a=%zz%FF"], b"", "[[\"a\",\"%zz\u{FFFD}\"]]\n");
    fails(&["form", "parse", "--strict", "ok&a=%zz"], b"", 1, "", "offset 5");
    fails(&["form", "parse", "--strict", "ok&a=%FF"], b"", 1, "", "offset 5");
    fails(&["form", "parse", "--max-pairs", "1", "a&b"], b"", 1, "", "more than 1 pairs");
    fails(&["form", "parse", "--max-bytes", "2", "a&b"], b"", 1, "", "limit of 2");

    gives(&["form", "build", "[[\"a b\",\"1&\"],[\"é\",\"\"]]"], b"", "a+b=1%26&%C3%A9=\n");
    gives(
        &["form", "build", "{\"a\":[\"1\",\"2\"],\"b\":\"3\",\"a\":\"4\"}"],
        b"",
        "a=1&a=2&b=3&a=4\n",
    );
    gives(
        &["form", "build", "--percent", "--semicolon", "[[\"a b\",\"1\"],[\"c\",\"d\"]]"],
        b"",
        "a%20b=1;c=d\n",
    );
    gives(&["form", "build", "--crlf", "[[\"a\",\"\\n\"]]"], b"", "a=%0D%0A\n");
    gives(
        &["form", "build", "--charset", "latin1", "[[\"é\",\"你\"]]"],
        b"",
        "%E9=%26%2320320%3B\n",
    );
    for wrong in ["[[1,2]]", "[[\"a\"]]", "{\"a\":1}", "nonsense", "", "[[\"a\",\"b\"]] x"] {
        fails(&["form", "build", wrong], b"", 1, "", "argument 1");
    }
    let form = "[[\"q\",\"1 2\"]]";
    gives(
        &["form", "build", form, "--method", "get", "--action", "http://h/p?old#f"],
        b"",
        "http://h/p?q=1+2#f\n",
    );
    gives(
        &["form", "build", form, "--method", "post", "--action", "http://h/"],
        b"",
        "POST http://h/\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 5\n\nq=1+2\n",
    );
    gives(
        &["form", "build", form, "--method", "mailto", "--action", "mailto:a@b"],
        b"",
        "mailto:a@b?body=q%3D1%2B2\n",
    );
    gives(
        &["form", "build", form, "--method", "get", "--action", "mailto:a@b"],
        b"",
        "mailto:a@b?q=1%202\n",
    );
    fails(
        &["form", "build", form, "--method", "mailto", "--action", "http://h"],
        b"",
        2,
        "",
        "mailto:",
    );
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

/// A byte order mark at the start of an input is no part of what is read there; it is passed through where all else is.
#[test]
fn a_byte_order_mark_is_accepted() {
    const MARK: &str = "\u{FEFF}";
    let of = |arguments: &[&str], input: &str, expected: &str| {
        gives(arguments, input.as_bytes(), expected);
    };
    let lines = "{\"a\":\"x y\"}\n{\"a\":1}\n".replace('1', "\"z\"");
    let encoded = lines.replace(' ', "%20");
    of(&["encode", "--json-field", "a"], &format!("{MARK}{lines}"), &format!("{MARK}{encoded}"));
    of(
        &["encode", "--json-field", "a", "-j2"],
        &format!("{MARK}{lines}"),
        &format!("{MARK}{encoded}"),
    );
    of(
        &["encode", "--csv-column", "a"],
        &format!("{MARK}a,b\nx y,\n"),
        &format!("{MARK}a,b\nx%20y,\n"),
    );
    of(
        &["batch"],
        &format!(
            "{MARK}{{\"op\":\"encode\",\"input\":\" \"}}\n{{\"op\":\"encode\",\"input\":\"a\"}}\n"
        ),
        "{\"output\":\"%20\"}\n{\"output\":\"a\"}\n",
    );
    // A line in error stays whole; its place is counted with the mark, the column without it.
    fails(
        &["decode", "--json-field", "a"],
        format!("{MARK}{{\"a\":\"%\"}}\n").as_bytes(),
        1,
        format!("{MARK}{{\"a\":\"%\"}}\n"),
        "stdin:1:7: offset 9: field `a`",
    );
    of(&["form", "build"], &format!("{MARK}[[\"a\",\"b\"]]\n"), "a=b\n");
    of(&["form", "build", "--lines"], &format!("{MARK}a\tb\n"), "a=b\n");
    let wrong = format!("{MARK}[1]\n");
    fails(&["form", "build"], wrong.as_bytes(), 1, "", "stdin:1:2: offset 4: invalid type");
    // Elsewhere it is a character like any other, which JSON does not have there.
    let second = format!("{{}}\n{MARK}{{}}\n");
    fails(&["encode", "--json-field", "a"], second.as_bytes(), 1, &second, "stdin:2:1: offset 3: ");
    let output = run(&["batch"], format!("{{}}\n{MARK}{{\"op\":\"help\"}}\n").as_bytes());
    assert!(!String::from_utf8_lossy(&output.stdout).contains("\"output\""));
}

/// With `-l` a line ends with LF or CRLF, and its end is no part of it.
#[test]
fn lines_end_with_lf_or_crlf() {
    // The last piece has no end; a CR alone is text.
    let encoded = "a%20b\r\nc\r\n\r\n%0D\r\nd%0De\nf%0D";
    for threads in ["-j1", "-j2"] {
        gives(&["encode", "-l", threads], b"a b\r\nc\r\n\r\n\r\r\nd\re\nf\r", encoded);
        gives(&["encode", "--exact", "-l", threads], b"a\r\nb\n\r", "a%0D\nb\n%0D");
        gives(&["encode", "-0", threads], b"a\r\n\0\r", b"a%0D%0A\0%0D");
        // What is decoded is no end of a line, and no part of one: the way back gives the same.
        gives(&["decode", "-l", threads], encoded.as_bytes(), encoded.replace("%20", " "));
        gives(&["decode", "--exact", "-l", threads], b"a%0D%0Ab%41\r\n", b"a\r%0AbA\r\n");
        gives(&["decode", "-l", "--on-error", "keep", threads], b"%4\r\n%0D\r\n", b"%4\r\n%0D\r\n");
        gives(&["decode", "-l", "--charset", "utf-8", threads], b"%41%0D\r\n", b"A%0D\r\n");
        gives(&["decode", "-l", "--unescape", threads], b"%41%0D%u000D\r\n", b"A%0D%0D\r\n");
        gives(&["decode", "-l", "--layers", "2", threads], b"%2541%0D\r\n", b"A%0D\r\n");
        gives(&["normalize", "-l", threads], b"http://h/%7e\r\n/a\n", b"http://h/~\r\n/a\n");
        gives(&["iri", "to-uri", "-l", threads], b"http://h/\r\n", b"http://h/\r\n");
    }
    fails(
        &["decode", "-l"],
        b"%41\r\n%4\r\n%42\r\n",
        1,
        b"A\r\n%4\r\nB\r\n",
        "stdin:2:1: `%4` at offset 5: the input ends here",
    );
    gives(&["decode", "a%0D", "b"], b"", "a%0D\nb\n");
}

/// The end of a line may be cut by the block in which it is read, wherever that is.
#[test]
fn a_cut_within_the_end_of_a_line() {
    const BLOCK: usize = 256 * 1024;
    for length in BLOCK - 3..=BLOCK + 2 {
        for end in ["\r\n", "\r\r\n", "\n", "\r", "\rx\n", "\r\nx\r\n"] {
            let input = format!("{}{end}", "x".repeat(length));
            let body = end.strip_suffix("\r\n").or(end.strip_suffix('\n')).unwrap_or(end);
            let tail = &end[body.len()..];
            // The one that has two lines.
            let expected = match end {
                "\r\nx\r\n" => input.clone(),
                _ => format!("{}{}{tail}", "x".repeat(length), body.replace('\r', "%0D")),
            };
            for arguments in [["encode", "-l", "-j1"], ["encode", "-l", "-j2"]] {
                let output = run(&arguments, input.as_bytes());
                assert!(output.stdout == expected.as_bytes(), "{arguments:?} {length} {end:?}");
            }
            let output = run(&["decode", "-l"], expected.as_bytes());
            assert!(output.stdout == expected.as_bytes(), "{length} {end:?}");
        }
    }
}

/// Lines and columns are counted from 1, a column in characters of its line; an offset from 0, in bytes of the input.
#[test]
fn places_are_lines_and_columns() {
    for threads in ["-j1", "-j2"] {
        let of = |arguments: &[&str], input: &[u8], words: &str| {
            let output = run(&[arguments, &[threads]].concat(), input);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains(words), "{arguments:?}: {said}");
        };
        of(&["decode"], "é你\n😀é%zz".as_bytes(), "stdin:2:3: `%z` at offset 12: ");
        of(&["decode", "-l"], "é你\n😀é%zz".as_bytes(), "stdin:2:3: `%z` at offset 12: ");
        of(&["decode", "-0"], "a\nb\0é\n%zz".as_bytes(), "stdin:2:3: `%z` at offset 7: ");
        of(&["normalize"], "é你\n😀é%zz".as_bytes(), "stdin:2:3: offset 12: ");
        // In lines of any length, and where a triplet is cut between two blocks.
        for long in (256 * 1024 - 5..=256 * 1024 + 2).chain([300_000]) {
            for arguments in [&["decode"][..], &["decode", "-l"]] {
                let (line, odd) = ("é".repeat(long / 2), "x".repeat(long % 2));
                let text = format!("{odd}\n{line}%4z");
                let offset = text.len() - 3;
                let place = format!("stdin:2:{}: `%4z` at offset {offset}: ", long / 2 + 1);
                of(arguments, text.as_bytes(), &place);
                let text = format!("{odd}\n{line}\n{line}é%4z");
                let offset = text.len() - 3;
                let place = format!("stdin:3:{}: `%4z` at offset {offset}: ", long / 2 + 2);
                of(arguments, text.as_bytes(), &place);
            }
        }
    }
    fails(&["decode", "é\n%zz"], b"", 1, "", "argument 1: `%z` at offset 3: ");
    let build = ["form", "build", "--lines"];
    fails(&build, "a\tb\r\né\t%zz\r\n".as_bytes(), 1, "", "stdin:2:3: `%z` at offset 8: ");
    gives(&build, b"a\tb\r\nc\td\re\r\n", "a=b&c=d%0De\n");
    let json = "[[\"é\",\"b\"],\n[\"é\"]]".as_bytes();
    fails(
        &["form", "build"],
        json,
        1,
        "",
        "stdin:2:5: offset 18: invalid length 1, expected a tuple of size 2\n",
    );
    let output = run(&["lint", "-"], "/a\n/é/%zz\n".as_bytes());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("stdin:2:4: error[malformed-escape]"), "{said}");
    let output = run(&["lint", "--sarif", "-"], "/a\n/😀/%zz\n".as_bytes());
    let sarif: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let run = &sarif["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let region = |rule: &str| {
        let results = run["results"].as_array().expect("results").iter();
        let mut found = results.filter(|result| result["ruleId"] == rule);
        found.next().expect(rule)["locations"][0]["physicalLocation"]["region"].clone()
    };
    let wanted = serde_json::json!({ "startLine": 2, "startColumn": 4, "endColumn": 5 });
    assert_eq!(region("malformed-escape"), wanted);
    let wanted = serde_json::json!({ "startLine": 2, "startColumn": 2, "endColumn": 3 });
    assert_eq!(region("raw-non-ascii"), wanted);
}

/// A suffix as `sed` takes it is refused, and the message says how it is given.
#[test]
fn a_suffix_wants_its_sign() {
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
    // What is wrong elsewhere is told as it is.
    fails(&["encode", "--nonsense", path], b"", 2, "", "--nonsense");
    fails(&["encode", "--nonsense", "--", "-i.bak"], b"", 2, "", "--nonsense");
    gives(&["encode", "-il", path], b"", "");
    assert_eq!(fs::read(&file).expect("a file"), b"a%20b");
}

/// Called by the name of a tool, it has that name in its help.
#[cfg(unix)]
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
