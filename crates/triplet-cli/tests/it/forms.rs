//! `form parse` and `form build`.

use crate::running::{fails, gives, run};

#[test]
fn separators_have_names_and_signs() {
    for (separator, name) in [("&", "ampersand"), (";", "semicolon"), ("&;", "both")] {
        let by = |separator| {
            let result = run(&["form", "parse", "--separator", separator, "a=1;b=2&c=3"], b"");
            assert_eq!(result.status.code(), Some(0));
            result.stdout
        };
        assert_eq!(by(separator), by(name), "{name}");
    }
    gives(
        &["form", "parse", "--separator", ";", "a=1;b=2&c=3"],
        b"",
        "[[\"a\",\"1\"],[\"b\",\"2&c=3\"]]\n",
    );
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
    fails(
        &["form", "parse", "--url", "--max-pairs", "1", url],
        b"",
        1,
        "",
        "a pair at offset 16: ",
    );
    let output = run(&["form", "parse", "https://e/x?q=1"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"[[\"https://e/x?q\",\"1\"]]\n");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("note: argument 1") && message.contains("--url"), "{message}");
    gives(&["form", "parse", "u=https://e/x?q"], b"", "[[\"u\",\"https://e/x?q\"]]\n");
    let lossy = run(&["form", "parse", "a=%zz%FF"], b"").stdout;
    assert_eq!(String::from_utf8_lossy(&lossy), "[[\"a\",\"%zz\u{FFFD}\"]]\n");
    fails(&["form", "parse", "--strict", "ok&a=%zz"], b"", 1, "", "offset 5");
    fails(&["form", "parse", "--strict", "ok&a=%FF"], b"", 1, "", "offset 5");
    fails(&["form", "parse", "--max-pairs", "1", "a&b"], b"", 1, "", "the limit of pairs is 1");
    fails(&["form", "parse", "--max-bytes", "2", "a&b"], b"", 1, "", "the limit of bytes is 2");

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
    for wrong in ["[[1,2]]", "[[\"a\"]]", "{\"a\":1}", "[", "{a=b}", "[[\"a\",\"b\"]] x"] {
        fails(&["form", "build", wrong], b"", 1, "", "argument 1");
    }
    let wanted = "stdin:1:1: offset 0: this is a number, and not an array of [name, value], or an object of strings";
    fails(&["form", "build", "-"], b"5", 1, "", wanted);
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
fn a_form_from_arguments() {
    gives(
        &["form", "build", "q=a b", "lang=en", "q=1=2&3", "flag", "empty=", "=x", "%41=é"],
        b"",
        "q=a+b&lang=en&q=1%3D2%263&flag&empty=&=x&%2541=%C3%A9\n",
    );
    gives(&["form", "build", "q"], b"", "q\n");
    gives(&["form", "build", "[a]=1", "{b}=2"], b"", "%5Ba%5D=1&%7Bb%7D=2\n");
    gives(&["form", "build", "--pairs", "[a]=1"], b"", "%5Ba%5D=1\n");
    gives(&["form", "build", "--pairs", "-"], b"", "-\n");
    gives(&["form", "build", "--percent", "--semicolon", "a=1 2", "b"], b"", "a=1%202;b\n");
    gives(&["form", "build", "--charset", "gbk", "a=你"], b"", "a=%C4%E3\n");
    gives(&["form", "build", "[[\"a\",null],[\"b\",\"\"]]"], b"", "a&b=\n");
    gives(&["form", "build", "{\"a\":null,\"b\":[null,\"1\"]}"], b"", "a&b&b=1\n");
    gives(
        &["form", "build", "a=1 2", "b=", "--method", "get", "--action", "http://h/"],
        b"",
        "http://h/?a=1+2&b=\n",
    );
    fails(
        &["form", "build", "a", "--method", "get", "--action", "http://h/"],
        b"",
        2,
        "",
        "`a` has no value",
    );
    fails(&["form", "build", "--lines", "a=1", "b=2"], b"", 2, "", "--lines takes one text");
    fails(&["form", "build", "[a]=1"], b"", 1, "", "argument 1");
    fails(&["form", "build", "a=b", ""], b"", 2, "", "argument 2 is empty");
}

#[test]
fn forms_of_each_kind_of_input() {
    // A name that is unsafe in an object is a name like others elsewhere.
    gives(&["form", "parse", "__proto__=1"], b"", "[[\"__proto__\",\"1\"]]\n");
    gives(&["form", "parse", "--lines", "prototype"], b"", "prototype\t\n");
    gives(&["form", "build", "--lines", "a\tb"], b"", "a=b\n");
    gives(&["form", "build", "--lines", "-"], b"a\tb\n", "a=b\n");
    gives(&["form", "build", " {\"a\":\"b\"}"], b"", "a=b\n");
    gives(
        &["form", "build", "--method", "get", "--action", "http://h/", "{\"a\":[]}"],
        b"",
        "http://h/?\n",
    );
    // The place of an error in a name, and in a value.
    let lines = ["form", "build", "--lines"];
    fails(&lines, b"a\tb%zz\n", 1, "", "stdin:1:4: `%z` at offset 3: ");
    fails(&lines, "é\tb\nxé%4\tb\n".as_bytes(), 1, "", "stdin:2:3: `%4` at offset 8: ");
    fails(&lines, b"a\tb\n\xFF", 1, "", "stdin:2:1: offset 4: the input is not UTF-8");
    fails(
        &["form", "build"],
        b"[[\"a\",1.5]]",
        1,
        "",
        "stdin:1:7: offset 6: a value is a number, and not a string",
    );
    fails(
        &["form", "build", "{\"a\":[1]}"],
        b"",
        1,
        "",
        "argument 1: offset 6: a value is a number, and not a string",
    );
    let mark = "\u{FEFF}a\t%zz\n";
    fails(&lines, mark.as_bytes(), 1, "", "stdin:1:3: ");
    // Arguments that are not text.
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let output = run(&[&b"form"[..], b"build", b"a=b", b"\xFF=1"].map(OsStr::from_bytes), b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "triplet: argument 2: the pair is not UTF-8\n"
    );
    let output = run(&[&b"form"[..], b"parse", b"a=\xFF"].map(OsStr::from_bytes), b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[[\"a\",\"\u{FFFD}\"]]\n");
    // Schemes with signs, and what is none.
    for (form, is_url) in
        [("a+b-c.1://h", true), ("1a://h", false), ("a_b://h", false), ("a:/h", false)]
    {
        let output = run(&["form", "parse", form], b"");
        assert_eq!(!output.stderr.is_empty(), is_url, "{form}");
    }
}

#[test]
fn nested_names() {
    let form = "user[name]=Zo%C3%AB&user[tags][]=a&user[tags][]=b&flag";
    for (style, flag) in [("--nested", "\"\""), ("--nested=rack", "null"), ("--nested=qs", "\"\"")]
    {
        let json =
            format!("{{\"user\":{{\"name\":\"Zoë\",\"tags\":[\"a\",\"b\"]}},\"flag\":{flag}}}\n");
        gives(&["form", "parse", style, form], b"", &json);
    }
    gives(
        &["form", "parse", "--nested", "--url", "https://e/?a[b]=1#c"],
        b"",
        "{\"a\":{\"b\":\"1\"}}\n",
    );
    gives(
        &["form", "parse", "--nested", "--charset", "gbk", "s[%D6%D0]=%D6%D0"],
        b"",
        "{\"s\":{\"中\":\"中\"}}\n",
    );
    let fails_with = |options: &[&str], form: &str, message: &str| {
        fails(&[&["form", "parse"], options, &[form]].concat(), b"", 1, "", message);
    };
    fails_with(
        &["--nested", "--max-depth", "1"],
        "x&a[b][c]",
        "offset 2: the limit of depth is 1 (`max_depth`)",
    );
    fails_with(&["--nested=qs"], "a[b][c][d][e][f][g]", "the limit of depth is 5");
    fails_with(&["--nested"], &"a&".repeat(1001), "the limit of pairs is 1000 (`max_pairs`)");
    fails_with(&["--nested", "--strict"], "a=1&a[b]=2", "offset 4: a pair before it");
    fails_with(&["--nested=rack"], "a=1&a[b]=2", "offset 4: a pair before it");
    fails_with(&["--nested=rack", "--charset", "gbk"], "a=1&a[b]=2", "offset 4: a pair before it");
    fails_with(&["--nested"], "a[__proto__]=1", "`__proto__` is unsafe");
    for (options, both) in [
        (&["--nested", "--object"][..], ["--nested", "--object"]),
        (&["--nested", "--lines"], ["--nested", "--lines"]),
        (&["--max-depth", "3"], ["--nested", "--max-depth"]),
        (&["--nested=php", "--list-limit", "3"], ["--list-limit", "--nested=php"]),
        (&["--nested=perl"], ["perl", "php, rack, qs, deepObject, pipeDelimited, spaceDelimited"]),
    ] {
        for name in both {
            fails(&[&["form", "parse"], options, &["a=1"]].concat(), b"", 2, "", name);
        }
    }

    let json = r#"{"a b":{"c":["ü",2,true,null]},"d":1.5}"#;
    gives(
        &["form", "build", "--nested=qs", json],
        b"",
        "a+b%5Bc%5D%5B0%5D=%C3%BC&a+b%5Bc%5D%5B1%5D=2&a+b%5Bc%5D%5B2%5D=true&a+b%5Bc%5D%5B3%5D=&d=1.5\n",
    );
    gives(
        &["form", "build", "--nested=rack", "--percent", "--semicolon", "--charset", "latin1"],
        json.as_bytes(),
        "a%20b%5Bc%5D%5B%5D=%FC;a%20b%5Bc%5D%5B%5D=2;a%20b%5Bc%5D%5B%5D=true;a%20b%5Bc%5D%5B%5D;d=1.5\n",
    );
    fails(
        &["form", "build", "--nested", json],
        b"",
        1,
        "",
        "`a b`: php would read another tree from its form",
    );
    fails(
        &["form", "build", "--nested", "[1]"],
        b"",
        1,
        "",
        "an object, whose members have the nested names",
    );
    fails(&["form", "build", "--nested", "{\"a\":1"], b"", 1, "", "offset 5");
    fails(&["form", "build", "--nested", "{}", "{}"], b"", 2, "", "--nested takes one text");
    fails(&["form", "build", "--nested", "--lines", "{}"], b"", 2, "", "--lines");
}

#[test]
fn other_notations() {
    gives(
        &["form", "parse", "--percent-u", "a+%u4F60=%u4F60%E5%A5%BD+1"],
        b"",
        "[[\"a 你\",\"你好 1\"]]\n",
    );
    gives(
        &["form", "parse", "--percent-u", "--nested", "a[%u4F60]=%u00e9"],
        b"",
        "{\"a\":{\"你\":\"é\"}}\n",
    );
    gives(&["form", "parse", "--percent-u", "a=%u12"], b"", "[[\"a\",\"%u12\"]]\n");
    fails(&["form", "parse", "--percent-u", "--strict", "b&a=x%u12"], b"", 1, "", "offset 5");
    fails(&["form", "parse", "--percent-u", "--charset", "gbk", "a"], b"", 2, "", "--percent-u");

    // “Москва” and “привет” in windows-1251.
    let form = "q=%CC%EE%F1%EA%E2%E0+%EF%F0%E8%E2%E5%F2+%EC%E8%F0&page=1";
    let output = run(&["form", "parse", "--charset", "auto", "--languages", "ru", form], b"");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "[[\"q\",\"Москва привет мир\"],[\"page\",\"1\"]]\n"
    );
    let output =
        run(&["form", "parse", "--nested", "--charset", "auto", "--languages", "ru", form], b"");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "{\"q\":\"Москва привет мир\",\"page\":\"1\"}\n"
    );
    let url = format!("https://e.example/?{form}");
    let output = run(
        &["uri", "get", "{query:q}", "--plus", "--charset", "auto", "--languages", "ru", &url],
        b"",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Москва привет мир\n");
    gives(&["uri", "get", "{query:中}", "--charset", "gbk", "/?%D6%D0=%D6%D0+"], b"", "中+\n");
    fails(&["uri", "get", "{query}", "--charset", "gbk", "/?a=%FF"], b"", 1, "\n", "offset 4");
    gives(&["uri", "get", "{query}", "--charset", "gbk", "--lenient", "/?a=%zz"], b"", "a=%zz\n");
    for command in [&["form", "parse"][..], &["uri", "get", "{query}"]] {
        let options = [command, &["--charset", "gbk", "--languages", "ru", "a"]].concat();
        fails(&options, b"", 2, "", "--languages goes with --charset auto");
    }
}

/// RFC 6068: names have no case, `+` is a plus, and a line break is `%0D%0A`.
#[test]
fn header_fields_of_mailto() {
    let mail = "MAILTO:tea@e.example?Subject=1+1&cc=a@e.example&subject=x";
    gives(&["uri", "get", "{query:subject}|{query:CC}", "--plus", mail], b"", "1+1|a@e.example\n");
    gives(
        &["uri", "set", "query:subject=2+2 = 4", "query:body=one\ntwo\r\nthree", "--plus", mail],
        b"",
        "MAILTO:tea@e.example?Subject=2%2B2%20%3D%204&cc=a@e.example&body=one%0D%0Atwo%0D%0Athree\n",
    );
    gives(
        &["uri", "set", "--remove", "query:SUBJECT", mail],
        b"",
        "MAILTO:tea@e.example?cc=a@e.example\n",
    );
    gives(
        &["uri", "set", "--remove", "query:SUB*", mail],
        b"",
        "MAILTO:tea@e.example?cc=a@e.example\n",
    );
    gives(&["form", "parse", "--url", "mailto:a@b?subject=1+1"], b"", "[[\"subject\",\"1+1\"]]\n");
    // Elsewhere nothing has changed.
    gives(&["uri", "set", "query:a=1\n", "https://e/?A=x"], b"", "https://e/?A=x&a=1%0A\n");
}
