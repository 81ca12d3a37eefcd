//! `expand`: URI templates, as a person and a script use them.

use std::fs;

use crate::running::{Folder, fails, gives, run, text};

#[test]
fn variables_as_arguments() {
    fails(&["expand", "--literal-name"], b"", 2, "", "is not an option of expand");
    gives(&["expand", "/search{?q,lang}", "q=a b", "lang=é"], b"", "/search?q=a%20b&lang=%C3%A9\n");
    gives(&["expand", "/search{?q,lang}", "lang="], b"", "/search?lang=\n");
    gives(&["expand", "plain"], b"", "plain\n");
    gives(&["expand", ""], b"", "\n");
    // What comes after the first `=` is text, whatever it looks like.
    gives(&["expand", "{q}", "q=[\"a\"]"], b"", "%5B%22a%22%5D\n");
    gives(&["expand", "{q}", "q==:="], b"", "%3D%3A%3D\n");
    gives(&["expand", "{a.b}{%41}{_}", "a.b=1", "%41=2", "_=3"], b"", "123\n");
    gives(&["expand", "-{q}", "q=-1"], b"", "--1\n");
    // Variables that the template does not have change nothing, and a note says so.
    assert_eq!(run(&["expand", "{q}", "q=1", "r=2"], b"").stdout, b"1\n");
}

#[test]
fn variables_as_json() {
    for (value, list, exploded) in [
        (r#"["a","b/c"]"#, "?q=a,b%2Fc\n", "?q=a&q=b%2Fc\n"),
        (r#"{"a":"b","c d":""}"#, "?q=a,b,c%20d,\n", "?a=b&c%20d=\n"),
        (
            r#"["a",1,-2.50,true,false,null,12345678901234567890123]"#,
            "?q=a,1,-2.50,true,false,12345678901234567890123\n",
            "?q=a&q=1&q=-2.50&q=true&q=false&q=12345678901234567890123\n",
        ),
        (r#"{"z":1,"a":null,"b":false}"#, "?q=z,1,b,false\n", "?z=1&b=false\n"),
        ("[]", "\n", "\n"),
        ("{}", "\n", "\n"),
        ("[null]", "\n", "\n"),
        ("null", "\n", "\n"),
        (" 1e2 ", "?q=1e2\n", "?q=1e2\n"),
        (r#""a\u00e9\n\"""#, "?q=a%C3%A9%0A%22\n", "?q=a%C3%A9%0A%22\n"),
        (r#"{"a&b=c":"1"}"#, "?q=a%26b%3Dc,1\n", "?a%26b%3Dc=1\n"),
    ] {
        let assignment = format!("q:={value}");
        gives(&["expand", "{?q}", &assignment], b"", list);
        gives(&["expand", "{?q*}", &assignment], b"", exploded);
    }
    gives(&["expand", "--literal-names", "{?q*}", r#"q:={"a&b":"1"}"#], b"", "?a&b=1\n");
}

#[test]
fn many_lines() {
    let objects =
        b"{\"id\":1}\n\n{\"id\":\"a b\",\"x\":[]}\r\n  {}\n{\"id\":null,\"t\":[\"x\",\"y\"]}";
    let expanded = "/u/1\n/u/a%20b\n/u\n/u?t=x&t=y\n";
    gives(&["expand", "/u{/id}{?t*}", "--json", "-"], objects, expanded);
    gives(&["expand", "--json", "-", "/u{/id}{?t*}"], objects, expanded);
    // Variables of the command line take precedence.
    gives(&["expand", "/u{/id}{?t*}", "t=z", "--json=-"], b"{\"id\":1,\"t\":\"n\"}", "/u/1?t=z\n");
    gives(&["expand", "{id}", "--json", "-"], b"\xEF\xBB\xBF{\"id\":\"mark\"}\n", "mark\n");
    gives(&["expand", "{id}", "--json", "-"], b"", "");
    // A file of objects with several lines. Brackets in a string neither open nor close an object.
    gives(&["expand", "{a}{b}", "--json", "-"], b"{\"a\": \"}\",\n\"b\": \"{\"}\n", "%7D%7B\n");
    gives(&["expand", "{a}", "--json", "-"], b"{\"a\": \"{\"}\n{\"a\": 1}\n", "%7B\n1\n");
    gives(&["expand", "{a}{b}", "--json", "-"], b"{\"a\": \"\\\"}\",\n\"b\": 1}\n", "%22%7D1\n");
    let pretty = b"{\r\n  \"id\": [\r\n    \"a\", \"}\"\r\n  ]\r\n}\r\n";
    gives(&["expand", "{/id*}", "--json", "-"], pretty, "/a/%7D\n");
    // A line in error has a message, and the others go on.
    let output = run(
        &["expand", "/u{/id}", "--json", "-"],
        "{\"id\":1}\n{\"é\":1, \"id\":[[]]}\nnonsense\n{\"id\":2,\"id\":3}\n[]\n{\"id\":\"\\ud800\"}\n\u{FF}\n{\"id\":4}\n".as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "/u/1\n/u/4\n");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    for expected in [
        "stdin:2:15: offset 24: a member of a list or a map is a text, a number, true, false or null\n  {\"é\":1, \"id\":[[]]}\n                ^",
        "stdin:3:",
        "stdin:4:",
        "`id` is given twice",
        "stdin:5:",
        "an object of variables",
        "stdin:6:",
        "stdin:7:",
    ] {
        assert!(messages.contains(expected), "{expected}\n{messages}");
    }
    fails(&["expand", "{id}", "--json", "-"], b"{\"id\":\n[1,\n[", 1, "", "stdin:3:");
    fails(
        &["expand", "{id}", "--json", "-"],
        b"{\"id\":\r\n[1,{}]}\n",
        1,
        "",
        "stdin:2:4: offset 11:",
    );
    fails(&["expand", "{id}", "--json", "no-such-file"], b"", 3, "", "no-such-file");
    let folder = Folder::new("expand");
    let file = folder.file("values.ndjson", objects);
    let result = folder.0.join("result");
    gives(&["expand", "/u{/id}{?t*}", "--json", text(&file), "-o", text(&result)], b"", "");
    assert_eq!(fs::read_to_string(&result).expect("a file"), expanded);
    let broken = folder.file("broken.ndjson", b"{\"id\":1}\n{]\n");
    let arguments = ["expand", "{id}", "--json", text(&broken), "-o", text(&result)];
    fails(&arguments, b"", 1, "", "the output file was left as it was");
    assert_eq!(fs::read_to_string(&result).expect("a file"), expanded);
}

#[test]
fn errors_have_a_caret() {
    fails(
        &["expand", "/search{?q,la ng}"],
        b"",
        1,
        "",
        "triplet: argument 1: a space at offset 13: a name has letters, digits, `_`, triplets, and dots between them\n  /search{?q,la ng}\n               ^\n",
    );
    fails(
        &["expand", "/é{"],
        b"",
        1,
        "",
        "`{` at offset 3: no `}` ends this expression\n  /é{\n    ^\n",
    );
    let list =
        "argument 1: `:` at offset 3: only a text has a prefix, and the value is a list or a map\n";
    fails(&["expand", "{/q:1}", "q:=[1]"], b"", 1, "", list);
    fails(
        &["expand", "{/q:1}", "--json", "-"],
        b"{\"q\":\"ab\"}\n{\"q\":[1]}\n{\"q\":\"cd\"}\n",
        1,
        "/a\n/c\n",
        "is a list or a map (the variables of stdin:2)\n",
    );
    fails(
        &["expand", "{q}", "q:=[1,"],
        b"",
        1,
        "",
        "argument 2: offset 5: after `:=` comes JSON: ",
    );
    fails(&["expand", "{q}", "q:="], b"", 1, "", "argument 2: offset 3: after `:=` comes JSON: ");
    fails(
        &["expand", "{q}", "q:=[[1]]"],
        b"",
        1,
        "",
        "argument 2: offset 4: after `:=` comes JSON: ",
    );
    fails(&["expand", "{q}", "q:=a b"], b"", 1, "", "argument 2: offset 3: ");
    // Usage.
    fails(&["expand"], b"", 2, "", "TEMPLATE");
    fails(
        &["expand", "{q}", "q"],
        b"",
        2,
        "",
        "a variable is NAME=TEXT or NAME:=JSON, and not `q`",
    );
    fails(&["expand", "{q}", "a b=c"], b"", 2, "", "no variable of a template is named `a b`");
    fails(&["expand", "{q}", "a,b=c"], b"", 2, "", "no variable of a template is named `a,b`");
    fails(&["expand", "{q}", "a*=c"], b"", 2, "", "no variable of a template is named `a*`");
    fails(&["expand", "{q}", "?a=c"], b"", 2, "", "no variable of a template is named `?a`");
    fails(&["expand", "{q}", "=c"], b"", 2, "", "no variable of a template is named ``");
    fails(&["expand", "{q}", "q=1", "q=2"], b"", 2, "", "argument 3: `q` is given twice");
    fails(&["expand", "{q}", "a=1", "q=1", "q=2"], b"", 2, "", "argument 4: `q` is given twice");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for arguments in [[&b"expand"[..], b"a\xFF{q}", b"q=1"], [b"expand", b"{q}", b"q=\xFF\xFE"]] {
        let arguments = arguments.map(OsStr::from_bytes);
        let output = run(&arguments, b"");
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("not UTF-8"));
    }
}

/// Objects of many members and many lines take linear time; a line that is too long is left out.
#[test]
fn long_input() {
    let members: Vec<String> = (0..200_000).map(|i| format!("\"v{i}\":{i}")).collect();
    let object = format!("{{{}}}\n", members.join(","));
    gives(&["expand", "{v199999}", "--json", "-"], object.as_bytes(), "199999\n");
    let lines = "{\"a\":1}\n".repeat(200_000);
    gives(&["expand", "{a}", "--json", "-"], lines.as_bytes(), "1\n".repeat(200_000));
    let long = format!("{{}}\n{{\"a\":\"{}\"}}\n{{\"a\":2}}\n", "x".repeat(65 << 20));
    fails(&["expand", "x{a}", "--json", "-"], long.as_bytes(), 1, "x\nx2\n", "stdin:2:");
    let long = format!("{{\n\"a\":\"{}\"\n}}\n", "x".repeat(5 << 20));
    gives(&["expand", "{a:3}", "--json", "-"], long.as_bytes(), "xxx\n");
    let template = "{a}/".repeat(20_000);
    gives(&["expand", &template, "a=b"], b"", "b/".repeat(20_000) + "\n");
}

/// The examples of its help.
#[test]
fn examples_of_the_help() {
    let help = String::from_utf8(run(&["expand", "--help"], b"").stdout).expect("text");
    for example in [
        "'/search{?q,lang}' q='a b' lang=é     /search?q=a%20b&lang=%C3%A9",
        r#"'{/path*}{?tag*}' 'path:=["a","b/c"]' 'tag:={"x":1}'"#,
        "/a/b%2Fc?x=1",
    ] {
        assert!(help.contains(example), "{help}");
    }
    let arguments = ["expand", "{/path*}{?tag*}", r#"path:=["a","b/c"]"#, r#"tag:={"x":1}"#];
    gives(&arguments, b"", "/a/b%2Fc?x=1\n");
}

/// A file that is one object has a limit too, and it is the same one.
#[test]
fn the_longest_object() {
    const LONGEST: usize = 64 << 20;
    let object = |length: usize| {
        let (start, end) = ("{\n", "\n\"a\":1}");
        let line = format!("{}\n", " ".repeat((1 << 20) - 1));
        let lines = (length - start.len() - end.len()) / line.len();
        let rest = length - start.len() - end.len() - lines * line.len();
        [start, &line.repeat(lines), &" ".repeat(rest), end].concat()
    };
    let arguments = ["expand", "{a}", "--json", "-"];
    let longest = object(LONGEST);
    assert_eq!(longest.len(), LONGEST);
    gives(&arguments, longest.as_bytes(), "1\n");
    let output = run(&arguments, object(LONGEST + 1).as_bytes());
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let told = "triplet: stdin:1: offset 0: the object is longer than 64 MiB\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    // A line of the object is longer than the limit.
    let long = format!("{{\n{}\n\"a\":1}}\n", " ".repeat(LONGEST + 1));
    let output = run(&arguments, long.as_bytes());
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let told = "triplet: stdin:2: offset 2: the line is longer than 64 MiB, and is left out\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
}

#[test]
fn objects_to_the_letter() {
    let arguments = ["expand", "{a}", "--json", "-"];
    // A byte order mark comes before the first line only.
    let told = "stdin:2:1: offset 8: no value of JSON begins so";
    fails(&arguments, "{\"a\":1}\n\u{FEFF}{\"a\":2}\n".as_bytes(), 1, "1\n", told);
    fails(
        &arguments,
        "\u{FEFF}{\"a\":[[]]}\n".as_bytes(),
        1,
        "",
        "stdin:1:7: offset 9: a member of",
    );
    fails(&arguments, b"{\"a\":\"\xFF\"}\n", 1, "", "stdin:1:7: offset 6: the line is not UTF-8");
    fails(
        &arguments,
        b"{\"a\":1}\n[1]\n",
        1,
        "1\n",
        "this is an array, and not an object of variables",
    );
    // The second of two is the one too many.
    fails(&arguments, b"{\"a\":1,\"a\":2}\n", 1, "", "stdin:1:12: offset 11: `a` is given twice");
    // An array opens a first line of several as an object does.
    gives(&arguments, b"{\"a\":[\n1]}\n", "1\n");
    // A file that can't be read.
    fails(&["expand", "{a}", "--json", "/"], b"", 3, "", "triplet: /: ");
}
