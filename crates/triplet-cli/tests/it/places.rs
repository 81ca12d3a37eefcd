//! Where a message says that an error is: file, line, column, offset and caret.

use crate::running::{Folder, fails, gives, run, text};

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
    // A combining mark takes none.
    let output = run(&["decode"], "e\u{301}%zz".as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().nth(2), Some("   ^"));
    // Controls in the excerpt are made visible, and do not move the caret.
    let output = run(&["decode"], b"\x1B[31m%zz");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(message.lines().nth(1), Some("  \\x1B[31m%zz"));
    assert_eq!(message.lines().nth(2), Some("          ^"));
    // After the first block of a stream.
    let mut long = b"x\n".repeat(300_000);
    long.extend_from_slice(b"%2");
    let output = run(&["decode"], &long);
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        message.contains("stdin:300001:1: `%2` at offset 600000: only one digit follows"),
        "{message}"
    );
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
        "stdin:2:1: offset 13: a pair has a name and a value, and this has 1;",
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
