//! `--json-field` and `--csv-column`: one field of each record, and nothing else.

use std::fs;

use crate::running::{Folder, fails, gives, run, text};

#[test]
fn a_member_of_each_line() {
    // Spaces, order, numbers, duplicates and escapes elsewhere are kept as they are.
    gives(
        &["encode", "--json-field", "path?"],
        "{ \"n\" : 1.50, \"path\":\"a b/é\", \"x\":\"\\u00e9 \\/\"}\r\n\n{\"path\":null}\n{}\n{\"path\":\"plain\\u002d\"}"
            .as_bytes(),
        "{ \"n\" : 1.50, \"path\":\"a%20b%2F%C3%A9\", \"x\":\"\\u00e9 \\/\"}\r\n\n{\"path\":null}\n{}\n{\"path\":\"plain\\u002d\"}",
    );
    gives(
        &["decode", "--json-field", "q", "--plus"],
        b"{\"q\":\"a+b%0A%22%00\",\"q\":\"%C3%A9\"}\n",
        "{\"q\":\"a b\\n\\\"\\u0000\",\"q\":\"é\"}\n",
    );
    gives(
        &["normalize", "--json-field", "u"],
        b"{\"u\":\"HTTP://a/%7e\"}\n",
        "{\"u\":\"http://a/~\"}\n",
    );
    gives(
        &["decode", "--charset", "gbk", "--json-field", "q"],
        b"{\"q\":\"%C4%E3\"}\n",
        "{\"q\":\"你\"}\n",
    );
    // The other lines are done, and the wrong ones are kept.
    let input = b"{\"q\":\"%41\"}\n{\"q\":\"\\u00e9 %zz\"}\n{\"q\":1}\n[\"q\"]\n{\"q\":\"%FF\"}\n{\"q\"\n{\"q\":\"%42\"} x\n{\"q\":\"%43\"}\n";
    let expected = b"{\"q\":\"A\"}\n{\"q\":\"\\u00e9 %zz\"}\n{\"q\":1}\n[\"q\"]\n{\"q\":\"%FF\"}\n{\"q\"\n{\"q\":\"%42\"} x\n{\"q\":\"C\"}\n";
    let output = run(&["decode", "--json-field", "q"], input);
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(expected));
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let wanted = [
        "stdin:2:14: offset 25: field `q`: `%z` at offset 3: ",
        "stdin:3:6: offset 36: field `q`: `q`: it is a number, and not a string",
        "stdin:4:1: offset 39: field `q`: the value of the line: it is an array, and not an object: [] is every element",
        "stdin:5:6: offset 50: field `q`: the result is not UTF-8",
        "stdin:6:",
        "stdin:7:",
    ];
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("triplet: ")).collect();
    assert_eq!(lines.len(), wanted.len(), "{said}");
    for (line, wanted) in lines.iter().zip(wanted) {
        assert!(line.contains(wanted), "{line} and not {wanted}");
    }
    // The caret is under the `%`, after the escape.
    assert!(said.contains("  {\"q\":\"\\u00e9 %zz\"}\n               ^\n"), "{said}");
}

#[test]
fn members_of_members() {
    gives(
        &["decode", "--json-field", "http.request.url"],
        b"{ \"http\": {\"x\":1.0,\"request\" : {\"url\":\"%41\", \"y\":[ ]}},\"http\":{\"request\":{\"url\":\"%42\"}}}\n\n",
        "{ \"http\": {\"x\":1.0,\"request\" : {\"url\":\"A\", \"y\":[ ]}},\"http\":{\"request\":{\"url\":\"B\"}}}\n\n",
    );
    // What may be missing is passed, on each level; a name with a dot is another name.
    let nothing = b"{}\n{\"a\":null}\n{\"a\":{}}\n{\"a\":{\"b\":null}}\n{\"a.b\":\"%41\"}\n";
    gives(&["decode", "--json-field", "a?.b?"], nothing, nothing);
    for (path, line, told) in [
        (
            "a.b",
            "{}",
            "offset 0: field `a.b`: the value of the line: it has no member `a`; a ? after",
        ),
        ("a.b?", "{}", "offset 0: field `a.b?`: the value of the line: it has no member `a`"),
        ("a.b", "{\"a\":null}", "offset 5: field `a.b`: `a`: it is null, and not an object"),
        ("a.b", "{\"a\":{}}", "offset 5: field `a.b`: `a`: it has no member `b`"),
        ("a?.b", "{\"a\":{}}", "offset 5: field `a?.b`: `a`: it has no member `b`"),
        (
            "a.b",
            "{\"a\":{\"b\":null}}",
            "offset 10: field `a.b`: `a.b`: it is null, and not a string",
        ),
        (
            "a?.b?",
            "{\"a\":{\"b\":1}}",
            "offset 10: field `a?.b?`: `a.b`: it is a number, and not a string",
        ),
        (
            "a?.b?",
            "{\"a\":\"\"}",
            "offset 5: field `a?.b?`: `a`: it is a string, and not an object",
        ),
    ] {
        fails(&["decode", "--json-field", path], line.as_bytes(), 1, line, told);
    }
    gives(
        &["decode", "--json-field", r"a\.b"],
        b"{\"a.b\":\"%41\",\"a\":{\"b\":\"%42\"}}",
        "{\"a.b\":\"A\",\"a\":{\"b\":\"%42\"}}",
    );
    let input = b"{\"a\":{\"b\":\"%41\"}}\n{\"a\": [1]}\n{\"a\":{\"b\":2}}\n{\"x\":\"\",\"a\":{\"b\":\"1 %z\"}}\n";
    let output = run(&["decode", "--json-field", "a.b"], input);
    let expected = String::from_utf8_lossy(input).replace("%41", "A");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    for wanted in [
        "stdin:2:7: offset 24: field `a.b`: `a`: it is an array, and not an object: [] is every element",
        "stdin:3:11: offset 39: field `a.b`: `a.b`: it is a number, and not a string",
        "stdin:4:21: offset 63: field `a.b`: `%z",
    ] {
        assert!(said.contains(wanted), "{said}");
    }
    fails(&["decode", "--json-field", r"a\b"], b"", 2, "", "after a backslash");
}

const EVENT: &str = r#"{ "Records": [ {"s3":{"object":{"key":"a%2Fb","n":1.0}}}, {"s3" : {"object":{"key":"\u00e9%41"}} } ]}"#;

#[test]
fn elements_of_arrays() {
    let of = |paths: &[&str], input: &str, expected: &str| {
        let options = paths.iter().flat_map(|path| ["--json-field", path]);
        let arguments: Vec<&str> = ["decode"].into_iter().chain(options).collect();
        gives(&arguments, input.as_bytes(), expected);
    };
    let (first, second) = (EVENT.replace("%2F", "/"), EVENT.replace("\\u00e9%41", "éA"));
    let both = first.replace("\\u00e9%41", "éA");
    of(&["Records[].s3.object.key"], EVENT, &both);
    of(&["Records[0].s3.object.key"], EVENT, &first);
    of(&["Records[1].s3.object.key"], EVENT, &second);
    // The order of the paths does not matter, and a text that two of them lead to is done once.
    of(&["Records[1].s3.object.key", "Records[0].s3.object.key"], EVENT, &both);
    let twice = r#"{"a":"%2541","b":["%41",[],"%42"]}"#;
    of(&["a", "[\"a\"]", "b[2]", "b[0]"], twice, r#"{"a":"%41","b":["A",[],"B"]}"#);
    of(&["[]"], " [ \"%41\" , \"x\"]\r\n[]\n", " [ \"A\" , \"x\"]\r\n[]\n");
    of(&["[][1]"], "[[1,\"%41\"],[{},\"%42\"]]", "[[1,\"A\"],[{},\"B\"]]");
    of(&["a[]?.b?"], r#"{"a":[null,{},{"b":"%41"}]}"#, r#"{"a":[null,{},{"b":"A"}]}"#);
    of(&["a[7]?"], r#"{"a":["%41"]}"#, r#"{"a":["%41"]}"#);
    of(&[r#"["a.b"]["[\"]"]"#], r#"{"a.b":{"[\"]":"%41"}}"#, r#"{"a.b":{"[\"]":"A"}}"#);
    // One line in error does not stop the others, and is kept whole.
    let short = r#"{"Records":[{"s3":{"object":{"key":"%41"}}},{"s3":{"object":{}}}]}"#;
    let input = format!("{short}\n{EVENT}\n");
    let path = ["decode", "--json-field", "Records[].s3.object.key"];
    let told = "stdin:1:61: offset 60: field `Records[].s3.object.key`: `Records[1].s3.object`: it has no member `key`";
    fails(&path, input.as_bytes(), 1, format!("{short}\n{both}\n"), told);
    for (path, told) in [
        ("Records", "`Records`: it is an array, and not a string"),
        ("Records.s3", "`Records`: it is an array, and not an object: [] is every element"),
        ("Records[2]", "`Records`: it has no element 2"),
        ("Records[][]", "`Records[0]`: it is an object, and not an array"),
        ("[0]", "the value of the line: it is an object, and not an array"),
        (
            "Records[0].s3.object.key[0]",
            "`Records[0].s3.object.key`: it is a string, and not an array",
        ),
        ("Records[0].s3.object.n", "`Records[0].s3.object.n`: it is a number, and not a string"),
        (r#"["a.b"]"#, "it has no member `a.b`"),
    ] {
        fails(&["decode", "--json-field", path], EVENT.as_bytes(), 1, EVENT, told);
    }
    // The place in an error of the text itself has the index.
    let line = r#"{"a":["%41","é%zz"]}"#;
    let told = "stdin:1:15: offset 15: field `a[1]`: `%z` at offset 2";
    fails(&["decode", "--json-field", "a[]"], line.as_bytes(), 1, line, told);
    for wrong in ["a[", "a[-1]", "a[*]", "a[b]", "a]", "a[]b", "a??"] {
        fails(&["decode", "--json-field", wrong], b"", 2, "", "--json-field: `a");
    }
}

#[test]
fn a_line_that_is_not_json_is_told_what_a_path_is() {
    let paths = "a path leads to a string in JSON, and is written url, request.url, urls[], urls[0] or [\"a.b\"]";
    for line in ["https://a.example/%41\n", "nota\n", "tru\n"] {
        let told = format!("; {paths}");
        fails(&["decode", "--json-field", "url"], line.as_bytes(), 1, line, &told);
        fails(
            &["decode", "--json-field", "url"],
            line.as_bytes(),
            1,
            line,
            "the line is not JSON (",
        );
    }
    let line = "{\"a\":\"%41\"}\n";
    for path in ["$.a", "/a", ".a"] {
        fails(&["decode", "--json-field", path], line.as_bytes(), 1, line, &format!("; {paths}"));
    }
    let told = "a ? after what may be missing passes the line";
    fails(&["decode", "--json-field", "b"], line.as_bytes(), 1, line, told);
}

#[test]
fn json_with_line_breaks() {
    let input = "{\n  \"a\": [\n    \"%41\",\n    \"x\"\n  ]\n}\n";
    let path = ["--json-field", "a[]"];
    gives(&[&["decode", "-0"], &path[..]].concat(), input.as_bytes(), input.replace("%41", "A"));
    gives(&[&["normalize", "-0"], &path[..]].concat(), input.as_bytes(), input.replace("%41", "A"));
    let told = "offset 0: the JSON ends before the object is closed with }; JSON with line breaks is read as a whole with --null (-0)";
    fails(&[&["decode"], &path[..]].concat(), input.as_bytes(), 1, input, told);
    let input = "{\n\"a\": [1],\n\"b\": x}";
    let told = "stdin:1:18: offset 17: no value of JSON begins so";
    fails(&[&["decode", "-0"], &path[..]].concat(), input.as_bytes(), 1, input, told);
}

#[test]
fn hostile_json() {
    let decode = |input: &[u8]| run(&["decode", "--json-field", "a[].b?"], input);
    // Arrays in arrays, more than a stack has room for.
    let deep = format!("{{\"a\":[{{\"c\":{}{}}}]}}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let done = decode(deep.as_bytes());
    assert_eq!((done.status.code(), done.stdout == deep.as_bytes()), (Some(0), true));
    let open = "[".repeat(1_000_000);
    let done = decode(open.as_bytes());
    assert_eq!((done.status.code(), done.stdout == open.as_bytes()), (Some(1), true));
    // A line of 5 MB, a NUL, no line break at the end.
    let long = format!("{{\"a\":[{{\"b\":\"{}\"}}]}}", "%41".repeat(1_700_000));
    assert!(decode(long.as_bytes()).stdout == long.replace("%41", "A").as_bytes());
    for (input, code) in [("", 0), ("\n\n", 0), ("\0", 1), ("{\"a\":[{\"b\":\"\0\"}]}", 1)] {
        let done = decode(input.as_bytes());
        assert_eq!(
            (done.status.code(), &*done.stdout),
            (Some(code), input.as_bytes()),
            "{input:?}"
        );
    }
}

#[test]
fn long_lines_threads_and_files() {
    let folder = Folder::new("fields");
    let long = "a ".repeat(400_000);
    let line = |text: &str| format!("{{\"a\":\"{text}\",\"b\":\"{text}\"}}\n");
    let input = format!("{}{}", line(&long), line("x y").repeat(50_000));
    let file = folder.file("in", input.as_bytes());
    let coded =
        |text: &str| format!("{{\"a\":\"{text}\",\"b\":\"{}\"}}\n", text.replace(' ', "%20"));
    let expected = format!("{}{}", coded(&long), coded("x y").repeat(50_000));
    for threads in ["1", "3"] {
        let arguments = ["encode", "--json-field", "b", "-j", threads, "-f", text(&file)];
        assert!(run(&arguments, b"").stdout == expected.as_bytes(), "{threads} threads");
    }
    gives(&["encode", "--json-field", "b", "-j2", "-i", text(&file)], b"", "");
    assert!(fs::read(&file).expect("a file") == expected.as_bytes());
}

#[test]
fn a_column() {
    let input =
        "name,\"link\",n\r\n\"x, y\",a b,1\r\n\"z\"\"\",\"c \"\"d\"\"\", 2 \r\n\r\nlast,\"a\nb\",3";
    gives(
        &["encode", "--csv-column", "link"],
        input.as_bytes(),
        "name,\"link\",n\r\n\"x, y\",a%20b,1\r\n\"z\"\"\",\"c%20%22d%22\", 2 \r\n\r\nlast,\"a%0Ab\",3",
    );
    // The names are not data.
    gives(&["decode", "--csv-column", "a%20b"], b"a%20b,c\n%41,%41\n", "a%20b,c\nA,%41\n");
    gives(&["decode", "--csv-column", "2"], b"a,%41\nb,x%2Cy%22\n", "a,A\nb,\"x,y\"\"\"\n");
    gives(
        &["encode", "--csv-column", "b", "--csv-delimiter", "tab"],
        b"a\tb\n1,2\t3 4\n",
        "a\tb\n1,2\t3%204\n",
    );
    gives(&["encode", "--csv-column=2", "--csv-delimiter=;"], b"a;b c\n", "a;b%20c\n");
    // Quotation marks that are characters: one alone, and what would end the field.
    let tabs = ["decode", "--csv-column=2", "--csv-delimiter=tab", "--csv-no-quotes"];
    gives(&tabs, b"a\t\"x%20y\nb\tc%20d\n", "a\t\"x y\nb\tc d\n");
    gives(&tabs, b"a\t\"\"x%09%0A%22\"\tz\n", "a\t\"\"x%09%0A\"\"\tz\n");
    let input = b"id,q\n1,%41\n2,%zz\n3\n4,%42\n";
    fails(
        &["decode", "--csv-column", "q"],
        input,
        1,
        "id,q\n1,A\n2,%zz\n3\n4,B\n",
        "stdin:3: offset 13: record 3, column `q`: `%z` at offset 0",
    );
    fails(
        &["decode", "--csv-column", "q"],
        input,
        1,
        "id,q\n1,A\n2,%zz\n3\n4,B\n",
        "record 4 has 1 columns",
    );
    let told = "no column is named `z`; there are `id`, `q`";
    fails(&["decode", "--csv-column", "z"], input, 1, "", told);
    let told =
        "no column is named `q`; there is `id;q`: is the delimiter another one (--csv-delimiter)?";
    fails(&["decode", "--csv-column", "q"], b"id;q\n1;%41\n", 1, "", told);
}

#[test]
fn several_columns() {
    let input = b"\xEF\xBB\xBFid,q,\"r\"\n%41,%42,%43\n%44,\"%45\",%46%2C\n";
    let decoded = "\u{FEFF}id,q,\"r\"\n%41,B,C\n%44,\"E\",\"F,\"\n";
    for columns in [["q", "r"], ["r", "q"]] {
        let arguments = ["decode", "--csv-column", columns[0], "--csv-column", columns[1]];
        gives(&arguments, input, decoded);
    }
    gives(&["decode", "--csv-column=1", "--csv-column=3"], b"%41,%42,%43\n", "A,%42,C\n");
    // One that is given twice is decoded once.
    gives(&["decode", "--csv-column=1", "--csv-column=1"], b"%2541\n", "%41\n");
    let input = b"id,q\n%41,%42\n";
    for columns in [["id", "z"], ["z", "id"], ["z", "y"]] {
        let arguments = ["decode", "--csv-column", columns[0], "--csv-column", columns[1]];
        let missing = columns.into_iter().find(|column| *column != "id").expect("one");
        let told = format!("no column is named `{missing}`; there are `id`, `q`");
        fails(&arguments, input, 1, "", &told);
    }
    let arguments = ["decode", "--csv-column", "id", "--csv-column", "q"];
    fails(&arguments, b"q,id\n%zz,%41\n", 1, "q,id\n%zz,A\n", "record 2, column `q`: ");
    let told = "record 2 has 1 columns, and a column that is not there is passed";
    fails(&arguments, b"id,q\n%41\n", 1, "id,q\nA\n", told);
    let told = "--csv-column 2 and --csv-column q do not go together";
    fails(&["decode", "--csv-column", "q", "--csv-column", "2"], b"", 2, "", told);
}

#[test]
fn a_big_table_in_place() {
    let folder = Folder::new("fields-csv");
    let input = format!("a,b\n{}", "\"é,\n\",x y\r\n".repeat(60_000));
    let file = folder.file("in", input.as_bytes());
    gives(&["encode", "--csv-column", "b", "-j2", "-i", text(&file)], b"", "");
    assert!(fs::read(&file).expect("a file") == input.replace("x y", "x%20y").as_bytes());
    fails(&["encode", "--csv-column", "c", "-i", text(&file)], b"", 1, "", "left as it was");
}

#[test]
fn what_is_left_out_of_a_field_is_told() {
    let skip = ["decode", "--on-error", "skip"];
    let json = "{\"q\":\"é%zz%41%\",\"r\":\"%\"}\n{\"q\":\"%42\"}\n";
    let done = run(&[&skip[..], &["--json-field", "q"]].concat(), json.as_bytes());
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&done.stdout),
        "{\"q\":\"ézzA\",\"r\":\"%\"}\n{\"q\":\"B\"}\n"
    );
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains("offset 8") && told.contains("offset 14"), "{told}");
    // If the result of a field is not UTF-8, its line is kept as it was.
    let json = "{\"q\":\"%zz%FF\"}\n";
    let arguments = [&skip[..], &["--json-field", "q"]].concat();
    fails(&arguments, json.as_bytes(), 1, json, "not UTF-8");
    let csv = "id,q\n1,%zz%2C%\n2,%41\n";
    let done = run(&[&skip[..], &["--csv-column", "q"]].concat(), csv.as_bytes());
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&done.stdout), "id,q\n1,\"zz,\"\n2,A\n");
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(told.matches("record 2, column `q`").count(), 2, "{told}");
    assert!(told.contains("offset 7") && told.contains("offset 13"), "{told}");
}

#[test]
fn a_quote_that_is_not_closed() {
    let csv = "id,q\r\n1,%41\r\n\r\n\"2\n\",\"%42\n3,%43\n";
    let told = "stdin:5: offset 20: record 3, column 2: the quote that opens here is not closed; \
                all that follows is kept as it is\n  \"%42\n  ^\n";
    for how in ["fail", "keep", "replace", "skip"] {
        for column in ["q", "2", "id"] {
            let arguments = ["decode", "--on-error", how, "--csv-column", column];
            let expected = if column == "id" { csv.to_owned() } else { csv.replace("%41", "A") };
            fails(&arguments, csv.as_bytes(), 1, expected, told);
        }
    }
    // In the first record: whether the column is there is not known.
    let csv = "id,\"q\n1,%41\n";
    let arguments = ["decode", "--csv-column", "q"];
    fails(&arguments, csv.as_bytes(), 1, csv, "stdin:1: offset 3: record 1, column 2: the quote");
    let said = run(&arguments, csv.as_bytes()).stderr;
    assert!(!String::from_utf8_lossy(&said).contains("no column"));
    // Files are left as they were.
    let folder = Folder::new("fields-quote");
    let file = folder.file("in", b"a,b\n%41,\"%42\n");
    fails(&["decode", "--csv-column", "a", "-i", text(&file)], b"", 1, "", "left as it was");
    assert_eq!(fs::read(&file).expect("a file"), b"a,b\n%41,\"%42\n");
    // Quotes elsewhere are ordinary bytes, and a quote that closes at the end of the input is closed.
    gives(&["decode", "--csv-column", "2"], b"a\"b,%41\"\n1,\"%42\"", "a\"b,\"A\"\"\"\n1,\"B\"");
    gives(&["decode", "--csv-column", "1"], b"\"%41\"b\"\n\"%42\"\"\"", "\"Ab\"\"\"\n\"B\"\"\"");
}

#[test]
fn where_an_error_in_a_quoted_field_is() {
    let csv = "\"a\nb\",\"x\"\"y\nz%zz\"\n";
    let told = "stdin:3: offset 13: record 1, column 2: `%z` at offset 5";
    fails(&["decode", "--csv-column", "2"], csv.as_bytes(), 1, csv, told);
}

#[test]
fn what_does_not_go_together() {
    for arguments in [
        &["encode", "--json-field", "a", "text"][..],
        &["encode", "--json-field", "a", "-l"],
        &["encode", "--json-field", "a", "--csv-column", "b"],
        &["encode", "--csv-column", "0"],
        &["encode", "--csv-column", "1", "--csv-delimiter", "\""],
        &["encode", "--csv-delimiter", ";"],
    ] {
        assert_eq!(run(arguments, b"{}").status.code(), Some(2), "{arguments:?}");
    }
}

/// A field that becomes empty needs quotes only where it is all of its record, which would vanish.
#[test]
fn a_field_that_becomes_empty() {
    let decode = |column| ["decode", "--errors", "ignore", "--csv-column", column];
    gives(&decode("1"), b"%FF,a\n%FF\n\"%FF\",b\n", ",a\n\"\"\n\"\",b\n");
    gives(&decode("2"), b"a,%FF\nb,%FF,c\n", "a,\nb,,c\n");
}

#[test]
fn the_place_of_a_record_that_is_too_short() {
    let output = run(&["decode", "--csv-column", "2"], b"a,b\n\n\"c\nd\"\n\ne\n");
    let told = |line: u32, offset: u32, record: u32| {
        format!(
            "triplet: stdin:{line}: offset {offset}: record {record} has 1 columns, and is kept as it is\n"
        )
    };
    assert_eq!(String::from_utf8_lossy(&output.stderr), told(3, 11, 2) + &told(6, 14, 3));
    let output = run(&["decode", "--csv-column", "z"], b"a,b\n%41,b\n");
    let told = "triplet: stdin:1: offset 0: no column is named `z`; there are `a`, `b`\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
}

/// A member of an answer may have a text that would not be one line for a person.
#[test]
fn answers_in_fields() {
    gives(
        &["uri", "get", "{query:q}", "--json-field", "u"],
        b"{\"u\":\"/?q=a%0Ab%0D\"}\n",
        "{\"u\":\"a\\nb\\r\"}\n",
    );
    gives(&["uri", "get", "{query:q}", "--csv-column", "1"], b"/?q=a%0Ab\n", "\"a\nb\"\n");
    fails(
        &["decode", "--json-field", "q"],
        b"{\"q\":\"\xFF\"}",
        1,
        b"{\"q\":\"\xFF\"}",
        "offset 6: the line is not UTF-8",
    );
    let told = "stdin:1:21: offset 20: an escape is half of a surrogate pair, and not a character";
    let line = br#"{"a":{"xx":1,"\ud800":1}}"#;
    fails(&["decode", "--json-field", "a.b"], line, 1, line, told);
    gives(&["encode", "--csv-column=2", "--csv-delimiter=\\t"], b"a\tb c\n", "a\tb%20c\n");
    for delimiter in ["\n", "\r", "ab", ""] {
        let arguments = ["encode", "--csv-column", "1", "--csv-delimiter", delimiter];
        fails(&arguments, b"", 2, "", "one byte that is neither a quote nor a line break, or tab");
    }
}
