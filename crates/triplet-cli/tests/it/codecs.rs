//! `encode` and `decode`: their options, malformed triplets, charsets.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::running::{fails, gives, run, shell};

#[test]
fn encode_arguments_and_options() {
    gives(&["encode", "a b", "é/%"], b"", "a%20b\n%C3%A9%2F%25\n");
    gives(&["encode", "-0", "a b", "c"], b"", "a%20b\0c\0");
    gives(&["encode", ""], b"", "\n");
    gives(&["encode", "--", "-s"], b"", "-s\n");
    gives(&["encode", "-s", "rfc3986:path", "/a b"], b"", "/a%20b\n");
    gives(&["encode", "--also-keep", "/ ", "--also-encode", "a", "/a b"], b"", "/%61 b\n");
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
    gives(
        &["encode", "-s", "rfc3986:query", "--plus", "--also-keep", "+"],
        b"a+b c\n",
        "a%2Bb+c\n",
    );
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
fn decode_options() {
    gives(&["decode", "%2f%2F%00+%2541"], b"", b"//\0+%41\n");
    gives(&["decode", "--plus", "a+b%2B"], b"", "a b+\n");
    gives(&["decode", "--keep-triplets-of", "/%", "a%2fb%20%25"], b"", "a%2fb %25\n");
    gives(&["decode", "%C0%AF%ED%A0%80"], b"", b"\xC0\xAF\xED\xA0\x80\n");
    gives(&["decode", "--layers", "3", "%252541"], b"", "A\n");
    gives(&["decode", "--layers", "3", "plain"], b"", "plain\n");
    fails(&["decode", "--layers", "2", "%25252541"], b"", 1, "", "still encoded after 2 layers");
    // A malformed triplet of the first layer is an error; one that a layer decodes means itself.
    fails(&["decode", "--layers", "3", "%2541%zz"], b"", 1, "", "`%z` at offset 5");
    gives(&["decode", "--layers", "3", "--on-error", "keep", "%2541%zz"], b"", "A%zz\n");
    gives(&["decode", "--layers", "3", "100%25"], b"", "100%\n");
    gives(&["decode", "--unescape", "%u4F60%E4%zz"], b"", "你ä%zz\n");
    fails(&["decode", "--unescape", "x%uD800"], b"", 1, "", "surrogate");
    gives(&["decode", "--charset", "gbk", "%C4%E3"], b"", "你\n");
    fails(&["decode", "--charset", "gbk", "a%FF"], b"", 1, "", "offset 1");
    gives(&["decode", "--charset", "gbk", "--on-error", "keep", "50% %C4%E3"], b"", "50% 你\n");
    fails(&["decode", "--charset", "gbk", "50% %C4%E3"], b"", 1, "", "offset 2");
    // A plus that a layer decodes is not a space.
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
    // The charset, the reason, and how else it may be read.
    let auto = ["decode", "--charset", "auto"];
    let output = run(&[&auto[..], &["%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4"]].concat(), b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "안녕하세요\n");
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in ["EUC-KR", "frequent Korean syllables", "the next is EUC-JP: 照"] {
        assert!(note.contains(part), "{note}");
    }
    // The note is short, whatever the length of the text.
    let long = "%D6%D0%B9%FA".repeat(1000);
    let output = run(&[&auto[..], &[&long]].concat(), b"");
    assert!(output.stderr.len() < 400, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "中国".repeat(1000) + "\n");
    let korean = [&auto[..], &["--languages", "ko,en", "%B9%AE"]].concat();
    gives_with_note(&korean, "문\n");
    fails(&[&auto[..], &["--languages", "tlh", "%E4"]].concat(), b"", 2, "", "`tlh`");
    fails(&["decode", "--charset", "gbk", "--languages", "ko", "%E4"], b"", 2, "", "auto");
    fails(&["decode", "--languages", "ko", "%E4"], b"", 2, "", "--charset");
}

/// The result, beside a note on standard error.
fn gives_with_note(args: &[&str], expected: &str) {
    let output = run(args, b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{args:?}");
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stderr.is_empty());
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
        // The result for the bytes before it in a stream is written.
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
    fails(&with(&["é%82日"]), b"", 1, "", "at offset 2");
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

/// A block without a place to cut it, and then a part of a triplet whose start is in that block.
#[test]
fn the_start_of_a_triplet_in_a_block_without_a_cut() {
    for (arguments, expected) in [
        ("encode --keep-triplets", "%25%41x"),
        ("decode --on-error keep", "%%%%%Ax"),
        ("decode --on-error keep --plus", "%%%%%Ax"),
    ] {
        let parts =
            "head -c 262144 /dev/zero | tr '\\0' %; sleep 0.2; printf 4; sleep 0.2; printf 1x";
        let output = shell(&format!("({parts}) | $0 {arguments} | tail -c 7"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{arguments}");
    }
}

#[test]
fn what_old_systems_write() {
    gives(&["decode", "--percent-u", "%u4F60%E5%A5%BD %uD83D%uDE00"], b"", "你好 😀\n");
    gives(&["decode", "--percent-u", "-l"], b"%u000a%0A%u0041\r\n%FF\n", b"%0A%0AA\r\n\xFF\n");
    gives(&["decode", "--percent-u", "--on-error", "keep", "%uD83D%zz"], b"", "\u{FFFD}%zz\n");
    fails(
        &["decode", "--percent-u", "-l"],
        b"a\nb%uDE00\n",
        1,
        "a\nb%uDE00\n",
        "stdin:2:2: `%u` at offset 3: half of a surrogate pair",
    );
    fails(&["decode", "--percent-u", "%u00"], b"", 1, "", "`%u` at offset 0");
    fails(&["decode", "--percent-u", "--unescape", "a"], b"", 2, "", "cannot be used");
    // ISO-8859-1 itself, and what browsers take for it.
    gives(&["decode", "--charset", "x-iso-8859-1", "%80%E9"], b"", "\u{80}é\n");
    gives(&["decode", "--charset", "iso-8859-1", "%80%E9"], b"", "€é\n");
    gives(&["encode", "--charset", "isomorphic", "\u{80}é"], b"", "%80%E9\n");
    fails(&["encode", "--charset", "isomorphic", "a€"], b"", 1, "", "offset 1");
}

#[test]
fn octets_that_are_no_text() {
    for (how, expected) in
        [("replace", "a\u{FFFD}é\n"), ("ignore", "aé\n"), ("backslashreplace", "a\\xffé\n")]
    {
        gives(&["decode", "--errors", how, "a%FF%C3%A9"], b"", expected);
    }
    gives(&["decode", "--errors", "surrogateescape", "a%FF"], b"", b"a\xFF\n");
    gives(&["decode", "--errors", "strict", "--plus", "a+%C3%A9"], b"", "a é\n");
    gives(&["decode", "--errors", "replace", "-l"], b"%0A%FF\n\xFE\n", "%0A\u{FFFD}\n\u{FFFD}\n");
    gives(&["decode", "--errors", "ignore", "--on-error", "keep", "%zz%FF"], b"", "%zz\n");
    fails(&["decode", "--errors", "strict", "-l"], b"%41\na%FF\n", 1, "A\na%FF\n", "stdin:2:2:");
    fails(&["decode", "--errors", "replace", "%zz"], b"", 1, "", "offset 0");
    fails(
        &["decode", "--errors", "replace", "--on-error", "replace", "a"],
        b"",
        2,
        "",
        "does not go with --errors",
    );
    gives(&["decode", "--errors", "keep", "%C3%A9%FF"], b"", "é%FF\n");
    gives(&["decode", "--errors", "keep", "100%25 %2541 %ff"], b"", "100% %2541 %ff\n");
    gives(&["decode", "--errors", "keep", "-l"], b"%FF%0A%20\n%C3%A9\n", "%FF%0A \né\n");
    gives(&["decode", "--errors", "keep", "--plus", "a+%2B%FF"], b"", "a %2B%FF\n");
    gives(&["decode", "--errors", "keep"], b"caf\xE9%20%E4%BD", "caf%E9 %E4%BD");
    gives(
        &["decode", "--errors", "keep", "--json-field", "url"],
        br#"{"url":"/%C3%A9/%FF","n":1}"#,
        "{\"url\":\"/é/%FF\",\"n\":1}",
    );
    fails(&["decode", "--errors", "keep", "%FF%4"], b"", 1, "", "`%4` at offset 3");
    gives(&["decode", "--errors", "keep", "--on-error", "keep", "%FF%4"], b"", "%FF%4\n");
}

#[test]
fn octets_that_are_not_in_the_charset() {
    let decode =
        |how, text| -> Vec<&str> { vec!["decode", "--charset", "gbk", "--errors", how, text] };
    for (how, expected) in [
        ("keep", "你%FF\n"),
        ("replace", "你\u{FFFD}\n"),
        ("ignore", "你\n"),
        ("backslashreplace", "你\\xff\n"),
    ] {
        gives(&decode(how, "%C4%E3%FF"), b"", expected);
    }
    fails(&decode("strict", "%C4%E3%FF"), b"", 1, "", "octets at offset 6");
    fails(&decode("surrogateescape", "%FF"), b"", 2, "", "--errors keep leaves them as triplets");
    fails(&decode("keep", "%C4%E3%z"), b"", 1, "", "`%z` at offset 6");
    let lines = ["decode", "--charset", "gbk", "--errors", "keep", "-l"];
    gives(&lines, b"\xC4\xE3%0A%FF\n%FF\xFF\n", "你%0A%FF\n%FF%FF\n");
    let utf8 = ["decode", "--charset", "utf-8", "--errors", "keep", "%C3%A9%FF"];
    gives(&utf8, b"", "é%FF\n");
    let kept = ["decode", "--charset", "gbk", "--errors", "ignore", "--on-error", "keep", "%z%FF"];
    gives(&kept, b"", "%z\n");
    fails(
        &["decode", "--charset", "gbk", "--errors", "keep", "--on-error", "replace", "a"],
        b"",
        2,
        "",
        "does not go with --errors",
    );
}

#[test]
fn text_of_any_length_is_decoded_in_constant_memory() {
    // Longer than a block, with characters on each cut.
    let text = "%C3%A9%FF ".repeat(200_000);
    let expected = "é%FF ".repeat(200_000);
    gives(&["decode", "--errors", "keep"], text.as_bytes(), &*expected);
    gives(&["decode", "--errors", "keep", "-j", "2"], text.as_bytes(), &*expected);
    // Without a place to cut.
    let text = "%C3%A9%FF".repeat(200_000);
    gives(&["decode", "--errors", "keep"], text.as_bytes(), "é%FF".repeat(200_000).as_str());
    // What precedes an error is written.
    let text = format!("{}%FF", "%C3%A9 ".repeat(100_000));
    let expected = "é ".repeat(100_000);
    fails(&["decode", "--errors", "strict"], text.as_bytes(), 1, &*expected, "offset 700000");
}

#[test]
fn options_that_exclude_errors() {
    fails(
        &["decode", "--errors", "ignore", "--on-error", "skip", "a"],
        b"",
        2,
        "",
        "does not go with",
    );
}

#[test]
fn line_breaks_in_one_form() {
    let text = b"a\r\nb\nc\rd\n";
    gives(&["encode", "--newlines", "lf"], text, "a%0Ab%0Ac%0Ad\n");
    gives(&["encode", "--newlines", "crlf"], text, "a%0D%0Ab%0D%0Ac%0D%0Ad\n");
    gives(&["encode", "--newlines", "cr", "--exact"], text, "a%0Db%0Dc%0Dd%0D");
    gives(&["encode"], text, "a%0D%0Ab%0Ac%0Dd\n");
    gives(
        &["encode", "--newlines", "crlf", "--charset", "gbk"],
        "你\n".repeat(2).as_bytes(),
        "%C4%E3%0D%0A%C4%E3\n",
    );
    gives(
        &["encode", "--newlines", "crlf", "--json-field", "t"],
        b"{\"t\":\"a\\nb\"}\n",
        "{\"t\":\"a%0D%0Ab\"}\n",
    );
    // The place of an error is that in the text as it was given.
    fails(
        &["encode", "--newlines", "crlf", "--charset", "latin1"],
        "a\nb\n你".as_bytes(),
        1,
        "",
        "stdin:3:1: U+4F60 at offset 4",
    );
}

/// What holds no part of a text back can't leave out a part of it with a message.
#[test]
fn what_skip_does_not_go_with() {
    for option in [
        &["--layers", "2"][..],
        &["--charset", "gbk"],
        &["--errors", "ignore"],
        &["--unescape"],
        &["--percent-u"],
    ] {
        let arguments = [&["decode", "--on-error", "skip", "a"], option].concat();
        fails(&arguments, b"", 2, "", "--on-error skip does not go with --charset, --layers, ");
        let arguments = [&["decode", "--on-error", "keep", "a"], option].concat();
        gives(&arguments, b"", "a\n");
    }
    gives(&["decode", "--unescape", "--on-error", "keep", "x%uD800"], b"", "x\u{FFFD}\n");
    gives(&["decode", "--unescape", "-l"], b"a%u000D%0D\n", "a%0D%0D\n");
}

/// Octets of a charset are read in it also where they are UTF-8 by chance; in text only triplets are.
#[test]
fn octets_that_are_utf8_by_chance() {
    let latin1 = ["decode", "--charset", "latin1"];
    gives(&latin1, "é%E9\n".as_bytes(), "Ã©é\n");
    gives(&[&latin1[..], &["--text"]].concat(), "é%E9\n".as_bytes(), "éé\n");
    gives(&["form", "parse", "--charset", "latin1"], "é=%E9".as_bytes(), "[[\"Ã©\",\"é\"]]\n");
    // A stream in error has no result, and no line feed either.
    fails(&["decode", "--charset", "gbk"], b"a%FF\n", 1, "", "offset 1");
    fails(&["encode", "--charset", "latin1"], "你\n".as_bytes(), 1, "", "offset 0");
}

/// Lines and columns of errors in blocks after the first.
#[test]
fn errors_of_text_in_later_blocks() {
    let text = format!("{}\nxé %41%FF", "%C3%A9 ".repeat(100_000));
    let output = run(&["decode", "--errors", "strict"], text.as_bytes());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("triplet: stdin:2:7: "), "{said}");
    assert!(said.contains("offset 700008"), "{said}");
    let text = format!("{}%FF", "%C3%A9 ".repeat(100_000));
    let output = run(&["decode", "--errors", "strict"], text.as_bytes());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("triplet: stdin:1:700001: "), "{said}");
}
