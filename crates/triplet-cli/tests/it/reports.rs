//! The whole output of `inspect` and `lint`, and messages byte for byte.

use crate::running::{Folder, fails, gives, run, text};
use serde_json::{Value, json};

/// Standard output; the exit status may be any.
fn printed(arguments: &[&str]) -> String {
    String::from_utf8(run(arguments, b"").stdout).expect("UTF-8")
}

#[test]
fn every_row_of_inspect() {
    let expected = "\
http://xn--r8jz45g.jp/caf%c3%a9/%41%FF%zz?q=%2541
  scheme    http
  host      xn--r8jz45g.jp
            例え.jp
  path      /caf%c3%a9/%41%FF%zz
    segment café  caf%c3%a9
    segment A\\xFF%zz  %41%FF%zz
  query     q=%2541
    pair    q = %41
  @25       %c3%a9        U+00E9 é  LATIN SMALL LETTER E WITH ACUTE, digits in lower case
  @32       %41           U+0041 A  LATIN CAPITAL LETTER A, needless
  @35       %FF           octet 0xFF, no UTF-8
  @38       %             malformed: `z` is not a hexadecimal digit
  @44       %25           U+0025 %  PERCENT SIGN
  layers    2
            http://xn--r8jz45g.jp/café/A\\xFF%zz?q=%41
            http://xn--r8jz45g.jp/café/A\\xFF%zz?q=A
";
    let out = printed(&["inspect", "http://xn--r8jz45g.jp/caf%c3%a9/%41%FF%zz?q=%2541"]);
    assert!(out.starts_with(expected), "{out}");
    // Nothing is encoded: no segments and no texts of layers.
    gives(
        &["inspect", "//u@h:1/a/b#f"],
        b"",
        "//u@h:1/a/b#f\n  userinfo  u\n  host      h\n  port      1\n  path      /a/b\n  \
         fragment  f\n  layers    0\n",
    );
    // A single layer is not shown, because the segments show it; three charsets are.
    let out = printed(&["inspect", "/a/%C4%E3%BA%C3"]);
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows[2..4], ["    segment a", "    segment \\xC4\\xE3\\xBA\\xC3  %C4%E3%BA%C3"]);
    assert_eq!(
        rows[8..10],
        ["  layers    1", "  gb18030    /a/你好  100, frequent characters of simplified Chinese"]
    );
    assert!(rows[12].starts_with("  info invalid-utf8 @3: "), "{out}");
    assert!(!rows[11].contains("invalid-utf8"), "{out}");
}

#[test]
fn colours_of_inspect() {
    let out = printed(&["inspect", "--color", "always", "/%FF%41%C3%A9%z&é<?"]);
    // Each class has its own colour: a delimiter of the path, an octet, a needless triplet, a character, a malformed `%`,
    // an unreserved character, a sub-delimiter, a character outside ASCII, one that no URI has, the delimiter of the query.
    let expected = "\x1B[36m/\x1B[0m\x1B[33m%FF\x1B[0m\x1B[35m%41\x1B[0m\x1B[32m%C3%A9\x1B[0m\
                    \x1B[1;31m%\x1B[0m\x1B[0mz\x1B[0m\x1B[34m&\x1B[0m\x1B[33mé\x1B[0m\x1B[31m<\x1B[0m\
                    \x1B[1;36m?\x1B[0m\n";
    assert!(out.starts_with(expected), "{out:?}");
}

/// The charsets of a report are those that read all octets, raw ones and triplets.
#[test]
fn charsets_of_inspect() {
    let report = |input: &[u8]| -> Value {
        let output = run(&["inspect", "--json"], input);
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    for input in [&b"%C4%E3%BA%C3\n"[..], b"\xC4\xE3%BA%C3\n"] {
        assert_eq!(report(input)["charsets"][0]["text"], "你好");
    }
    let charsets = report(b"%C4%E3%BA\n")["charsets"].clone();
    let charsets = charsets.as_array().expect("charsets");
    assert_eq!(charsets.len(), 3);
    assert!(charsets.iter().all(|each| each["malformed"] == 0), "{charsets:?}");
    assert_eq!(report(b"\n")["text"], "");
}

#[test]
fn what_lint_shows_of_a_long_text() {
    let long = "abcdefghij".repeat(10);
    // So is what a finding is about, which may be the whole query.
    let pairs = "é=%41&".repeat(2000);
    let found = run(&["lint"], format!("/?{pairs}").as_bytes()).stdout;
    let found = String::from_utf8(found).expect("UTF-8");
    assert!(found.lines().all(|line| line.chars().count() < 400) && found.contains('…'), "{found}");
    let out = printed(&["lint", &format!("/{long}%00{long}")]);
    // Forty bytes before, thirty after.
    let expected = format!(
        "argument 1: offset 101: error[nul-byte] the octet NUL: where it ends strings, the rest is lost\n  \
         …{}%00{}…\n  {}^^^ CWE-158\n",
        &long[..40],
        &long[..30],
        " ".repeat(41)
    );
    assert_eq!(out, expected);
    // Findings that are left out do not count.
    let of =
        |severity| run(&["lint", "--severity", severity, "--fail-on", "info", "/a%2fb%zz"], b"");
    for (severity, findings) in [("info", 2), ("error", 1)] {
        let output = of(severity);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout).matches("argument 1:").count(),
            findings
        );
        assert_eq!(output.status.code(), Some(1));
    }
    assert_eq!(
        run(&["lint", "--severity", "warn", "--fail-on", "info", "/a%2fb"], b"").status.code(),
        Some(0)
    );
    let output = run(&["lint"], &b"%zz".repeat(1001));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "triplet: stdin: more findings are not shown\n"
    );
}

#[test]
fn results_of_sarif() {
    let folder = Folder::new("reports-sarif");
    let file = folder.file("a b", b"ok\nx%7E%00\n");
    let sarif: Value =
        serde_json::from_str(&printed(&["lint", "--sarif", "-f", text(&file)])).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let of = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a name").to_owned();
        assert!(uri.ends_with("/a%20b"), "{uri}");
        json!([result["ruleId"], result["level"], place["region"], result["properties"]["layer"]])
    };
    let region =
        |start: u32| json!({ "startLine": 2, "startColumn": start, "endColumn": start + 3 });
    let expected =
        [json!(["over-encoded", "note", region(2), 1]), json!(["nul-byte", "error", region(5), 1])];
    assert_eq!(results.iter().map(of).collect::<Vec<_>>(), expected);
    // One document without spaces, as every other line of JSON here.
    let out = printed(&["lint", "--sarif", "%41%00"]);
    assert_eq!(out, format!("{}\n", serde_json::from_str::<Value>(&out).expect("JSON")));
}

#[test]
fn forms_to_the_byte() {
    // The last line feed is one of a file, not of an argument.
    gives(&["form", "parse", "a=1\n"], b"", "[[\"a\",\"1\\n\"]]\n");
    gives(&["form", "parse"], b"a=1\n\n", "[[\"a\",\"1\\n\"]]\n");
    let unsafe_names = "a=1&prototype=1&__proto__=2";
    fails(&["form", "parse", "--object", unsafe_names], b"", 1, "", "name `prototype` is unsafe");
    fails(
        &["form", "build"],
        b"[[\"a\",\"b\"],\n[\"c\",1]]",
        1,
        "",
        "stdin:2:6: offset 17: a value is a number",
    );
    let lines = b"ok\tb\nsecond\t\n%zz\tc\n";
    fails(&["form", "build", "--lines"], lines, 1, "", "stdin:3:1: `%z` at offset 13");
    fails(&["form", "build", "--lines"], b"a\tb\nc\t%zz", 1, "", "stdin:2:3: `%z` at offset 6");
}

#[test]
fn fields_and_records_to_the_byte() {
    // A carriage return alone would end a record too.
    gives(&["decode", "--csv-column", "1"], b"a%0Db,c\n", "\"a\rb\",c\n");
    fails(
        &["decode", "--json-field", "q"],
        b"{\"q\":1 x}",
        1,
        "{\"q\":1 x}",
        "stdin:1:8: offset 7: ",
    );
    // Records are counted, not the lines in them; in each file from one.
    fails(
        &["decode", "-0"],
        b"a\nb\0c\n%zz\0",
        1,
        b"a\nb\0c\n%zz\0",
        "stdin:2:3: `%z` at offset 6",
    );
    let folder = Folder::new("reports-lines");
    let (one, two) = (folder.file("one", b"a\nb\n%zz\n"), folder.file("two", b"c\n%zz\n"));
    let output = run(&["decode", "-l", "-f", text(&one), text(&two)], b"");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("one:3:1: ") && said.contains("two:2:1: "), "{said}");
    // A record that is longer than a block, cut within what turns out to be no triplet.
    for start in 0..4 {
        let record = format!("%41{}%4z\n", "a".repeat((256 << 10) - 3 - start));
        let output = run(&["decode", "-l"], record.as_bytes());
        let expected = record.replace("%41", "A");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out == record || out == expected, "{start}: ends in {:?}", &out[out.len() - 9..]);
    }
    // An error in the first block of a record counts, too.
    let record = format!("%zz{}\n", "a".repeat(256 << 10));
    fails(
        &["decode", "-l"],
        record.as_bytes(),
        1,
        record.as_bytes(),
        "stdin:1:1: `%z` at offset 0",
    );
    for arguments in [&["encode", "-i", "-"][..], &["encode", "-i=a/b", text(&one)]] {
        assert_eq!(run(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn the_longest_field() {
    let longest = "a".repeat(4 << 20);
    // Line breaks before it do not make it longer.
    gives(
        &["encode", "--csv-column", "1"],
        format!("{}{} b\n", "\n".repeat(9), &longest[4..]).as_bytes(),
        format!("{}{}%20b\n", "\n".repeat(9), &longest[4..]).as_bytes(),
    );
    // The terminator does not count either.
    for end in ["", "\n", "\r\n", ",2", ",2\n"] {
        let record = format!("1,{longest}{end}");
        gives(&["encode", "--csv-column", "2"], record.as_bytes(), &record);
        let longer = format!("1,a{longest}{end}");
        let message = "record 1, column 2: the field is longer than 4 MiB";
        fails(&["encode", "--csv-column", "2"], longer.as_bytes(), 1, &longer, message);
    }
}

#[test]
fn what_inspect_says_of_each_text() {
    let out = printed(&["inspect", "a%"]);
    assert!(out.contains("\n  @1        %             malformed: the text ends\n"), "{out}");
    // The count of layers is known up to eight.
    for (count, says) in [(7, "  layers    8\n"), (8, "  layers    8 and more\n")] {
        let out = printed(&["inspect", &format!("%{}41", "25".repeat(count))]);
        assert!(out.contains(says), "{out}");
    }
    // The parts between which colours are.
    let out = printed(&["inspect", "--color", "always", "/%7E%2541"]);
    let dim = |text: &str| format!("\x1B[2m{text}\x1B[0m");
    for line in [
        format!("{}/%7E%2541\n", dim("  path      ")),
        format!("{}~%41  {}\n", dim("    segment "), dim("%7E%2541")),
        format!("{}%7E           U+007E ~  TILDE, needless\n", dim("  @1        ")),
        "  \x1B[1;34minfo\x1B[0m over-encoded @1: ".to_owned(),
        "  \x1B[1;33mwarn\x1B[0m double-encoding @4: ".to_owned(),
    ] {
        assert!(out.contains(&line), "{line:?} in {out:?}");
    }
    // JSON has no colours.
    let json = printed(&["inspect", "--json", "--color", "always", "/%41"]);
    assert_eq!(json, printed(&["inspect", "--json", "/%41"]));
}

#[test]
fn every_form_of_lint() {
    let text = "/%7E%257E%00";
    let finding = |style: &str, severity: &str, rest: &str| {
        format!("argument 1: offset {rest}")
            .replace(severity, &format!("\x1B[{style}m{severity}\x1B[0m"))
    };
    let out = printed(&["lint", "--color", "always", text]);
    for line in [
        finding("1;34", "info", "1: info[over-encoded] "),
        finding("1;33", "warn", "4: warn[double-encoding] "),
        finding("1;31", "error", "9: error[nul-byte] "),
        "\n           \x1B[1;31m^^^\x1B[0m CWE-158\n".to_owned(),
    ] {
        assert!(out.contains(&line), "{line:?} in {out:?}");
    }
    // The names of the formats.
    for format in ["json", "sarif"] {
        let named = printed(&["lint", "--format", format, text]);
        assert_eq!(named, printed(&["lint", &format!("--{format}"), text]));
        assert!(named.starts_with('{'), "{named}");
    }
    assert_eq!(printed(&["lint", "--format", "text", text]), printed(&["lint", text]));
    for (option, wrong, names) in [
        ("--format", "xml", "text, json, sarif"),
        ("--severity", "much", "info, warn, error"),
        ("--fail-on", "much", "info, warn, error"),
        ("--as", "letter", "url, path, segment, "),
    ] {
        let names = format!("[possible values: {names}");
        fails(&["lint", option, wrong, text], b"", 2, "", &names);
    }
    // Rules that are left out, and rules that there are not.
    let allow = ["--allow", "nul-byte", "--allow", "double-encoding"];
    let out = run(&[&["lint"], &allow[..], &[text]].concat(), b"");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(said.starts_with("argument 1: offset 1: info[over-encoded]"), "{said}");
    assert!(!said.contains("nul-byte") && !said.contains("double-encoding"), "{said}");
    assert_eq!(out.status.code(), Some(0));
    let unknown = "no rule has the id nul-bite; near it: nul-byte, ";
    fails(&["lint", "--allow", "nul-bite", text], b"", 2, "", &format!("--allow: {unknown}"));
    fails(&["lint", "--explain", "nul-bite"], b"", 2, "", &format!("--explain: {unknown}"));
    // Members of a finding, in their order.
    let json = printed(&["lint", "--json", "%00"]);
    assert_eq!(
        json,
        "{\"source\":\"argument 1\",\"line\":null,\"id\":\"nul-byte\",\"severity\":\"error\",\"offset\":0,\"length\":3,\
         \"layer\":1,\"message\":\"the octet NUL: where it ends strings, the rest is lost\",\"reference\":\"CWE-158\",\"cwe\":[\"CWE-158\"]}\n"
    );
    // An argument has no lines: its region is in bytes.
    let sarif: Value = serde_json::from_str(&printed(&["lint", "--sarif", "é%00"])).expect("JSON");
    let place = &sarif["runs"][0]["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(place["region"], json!({"byteOffset": 2, "byteLength": 3}));
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    let level = |id: &str| {
        let rule = rules.iter().find(|rule| rule["id"] == id).expect(id);
        rule["defaultConfiguration"]["level"].clone()
    };
    assert_eq!(
        [level("over-encoded"), level("double-encoding"), level("nul-byte")],
        ["note", "warning", "error"]
    );
}

/// The text around an error: forty characters before it, thirty from it on, and nothing of other lines or records.
#[test]
fn what_a_message_shows_of_a_long_text() {
    let long = "abcdefghij".repeat(10);
    let said = |input: &[u8]| String::from_utf8(run(&["decode"], input).stderr).expect("UTF-8");
    let wrong = "is not a hexadecimal digit; write a literal `%` as `%25`";
    assert_eq!(
        said(format!("{long}%zz{long}").as_bytes()),
        format!(
            "triplet: stdin:1:101: `%z` at offset 100: `z` {wrong}\n  {}%zz{}\n  {}^\n",
            &long[..40],
            &long[..27],
            " ".repeat(40)
        )
    );
    assert_eq!(
        said(b"ab\0cd%zz\0ef"),
        format!("triplet: stdin:1:6: `%z` at offset 5: `z` {wrong}\n  cd%zz\n    ^\n")
    );
    assert_eq!(
        said(b"a\tb\n\t%zz\t\ncd"),
        format!("triplet: stdin:2:2: `%z` at offset 5: `z` {wrong}\n   %zz \n   ^\n")
    );
    // A triplet that the end of a file cuts is shown with what is before it.
    let folder = Folder::new("reports-cut");
    let file = folder.file("cut", b"abc %4");
    for threads in ["-j1", "-j2"] {
        let output = run(&["decode", threads, "-f", text(&file)], b"");
        let told = "1:5: `%4` at offset 4: only one digit follows; a `%` needs two hexadecimal digits\n  abc %4\n      ^\n";
        let told = format!("triplet: {}:{told}", text(&file));
        assert_eq!(String::from_utf8_lossy(&output.stderr), told, "{threads}");
    }
    // One triplet, and more of them.
    for (text, more) in [("/%", ""), ("/%%", ", and 1 more")] {
        let output = run(&["normalize", text], b"");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            format!(
                "triplet: argument 1: offset 1: a malformed triplet is kept as it is{more}\n  {text}\n   ^\n"
            )
        );
    }
}

#[test]
fn the_place_of_a_field_that_is_too_long() {
    let long = "a".repeat((4 << 20) + 1);
    let said = |input: String, column: &str| {
        let output = run(&["encode", "--csv-column", column], input.as_bytes());
        assert!(output.stdout == input.as_bytes());
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let message = |place: &str, record: u32, column: &str, end: &str, shown: &str| {
        format!(
            "triplet: stdin:{place} record {record}, column {column}: the field is longer than 4 MiB, and is kept as it is{end}\n  \
             {shown}\n  ^\n"
        )
    };
    // After empty lines, in the first column; what comes after the limit is kept as well.
    let tail = " b c".repeat(100_000);
    assert_eq!(
        said(format!("x\n\n\n{long}{tail}\ny\n"), "1"),
        message("4: offset 4:", 2, "1", "", &"a".repeat(30))
    );
    assert_eq!(
        said(format!("n,q\n1,{long}\n"), "q"),
        message("2: offset 6:", 2, "`q`", "", &"a".repeat(30))
    );
    // A quote that closes, but late.
    assert_eq!(
        said(format!("1,\"{long}{tail}\"\n"), "2"),
        message("1: offset 2:", 1, "2", "; is its quote closed?", &format!("\"{}", "a".repeat(29)))
    );
}

/// An input without a line has no answer, and a byte order mark is not a part of a line.
#[test]
fn no_line_and_a_mark() {
    for command in [
        &["explain", "-l", "--json"][..],
        &["explain", "-0", "--json"],
        &["inspect"],
        &["inspect", "--json"],
        &["readers", "--json"],
        &["lint"],
        &["uri", "split"],
    ] {
        gives(command, b"", "");
    }
    for command in
        [&["inspect", "--json"][..], &["readers", "--json"], &["explain", "-l", "--json"]]
    {
        let of = |input: &[u8]| run(command, input);
        assert_eq!(of(b"\xEF\xBB\xBFhttp://a/\n"), of(b"http://a/\n"), "{command:?}");
    }
}

#[test]
fn manual_pages_of_commands() {
    let page = |words: &[&str]| printed(&[&["man"], words].concat());
    for words in [&["uri", "set"][..], &["uri-set"], &["triplet-uri-set"], &["uri set"]] {
        let (title, version) = (".TH triplet-uri-set 1 ", env!("CARGO_PKG_VERSION"));
        let line = page(words).lines().find(|line| line.starts_with(".TH")).map(str::to_owned);
        let line = line.unwrap_or_default();
        assert!(line.starts_with(title) && line.contains(&format!("{version}\"")), "{line}");
    }
    let read = page(&["content-disposition", "read"]);
    assert!(read.contains(".TH triplet-content-disposition-read 1 "));
    assert_eq!(page(&["encode"]), page(&["triplet-encode"]));
    fails(&["man", "uri", "sat"], b"", 2, "", "no command is named `uri sat`");
}
