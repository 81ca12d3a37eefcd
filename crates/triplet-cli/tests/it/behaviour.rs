//! What the command does with each awkward input, row by row. The rows are those of the
//! library's test of the same name.

use crate::running::{self, fails, gives, run};

#[test]
fn decode_malformed_triplets() {
    // The place of the `%`, the byte that is wrong, and the result of a lenient decoder.
    for (input, at, says, lenient) in [
        ("%", 0, "no digit follows", "%"),
        ("a%", 1, "no digit follows", "a%"),
        ("%4", 0, "only one digit follows", "%4"),
        ("%zz", 0, "`z` is not a hexadecimal digit", "%zz"),
        ("%4z", 0, "`z` is not a hexadecimal digit", "%4z"),
        ("%%41", 0, "`%` is not a hexadecimal digit", "%A"),
        ("%+1", 0, "`+` is not a hexadecimal digit", "%+1"),
        ("% 1", 0, "is not a hexadecimal digit", "% 1"),
        ("%0x", 0, "`x` is not a hexadecimal digit", "%0x"),
        ("%\u{FF14}\u{FF11}", 0, "is not a hexadecimal digit", "%\u{FF14}\u{FF11}"),
        ("%u4E2D", 0, "for JavaScript's escape() form use `unescape`", "%u4E2D"),
        ("100% hello%20world", 3, "is not a hexadecimal digit", "100% hello world"),
    ] {
        let output = run(&["decode", input], b"");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()), "{input}");
        assert!(message.contains(&format!("at offset {at}:")), "{input}: {message}");
        assert!(message.contains(says), "{input}: {message}");
        gives(&["decode", "--on-error", "keep", input], b"", format!("{lenient}\n"));
    }
}

#[test]
fn decode_what_is_well_formed() {
    gives(&["decode", "%2f%2F"], b"", "//\n");
    gives(&["decode", "a+b"], b"", "a+b\n");
    gives(&["decode", "--plus", "a+b%2B"], b"", "a b+\n");
    gives(&["decode"], b"%00", b"\0");
    gives(&["decode", "%2541"], b"", "%41\n");
    fails(&["decode", "--layers", "1", "%2541"], b"", 1, "", "still encoded after one layer");
    gives(&["decode"], "é%C3%A9\u{FF}".as_bytes(), "éé\u{FF}");
    // Octets that are not UTF-8 are written as they are; if text is required, the first wrong one is an error with its place.
    for octets in ["%C0%AF", "%ED%A0%80", "%F4%90%80%80"] {
        let raw: Vec<u8> =
            octets.split('%').filter_map(|digits| u8::from_str_radix(digits, 16).ok()).collect();
        gives(&["decode"], octets.as_bytes(), &raw);
        fails(&["decode", "--charset", "utf-8", &format!("ab{octets}")], b"", 1, "", "offset 2");
    }
    let lossy = ["decode", "--charset", "utf-8", "--on-error", "replace", "%F4%90%80%80%E4%BD!"];
    gives(&lossy, b"", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}!\n");
}

/// Reads of a pipe cut the input where they like: here at every byte.
#[cfg(unix)]
#[test]
fn decode_a_triplet_cut_by_the_border_of_a_block() {
    let script = "for part in 'a%' 4 '1%' C3 % A9 '%2' 0; do printf '%s' \"$part\"; sleep 0.02; done | \"$0\" decode";
    let output = running::shell(script);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "aAé ");
    let script =
        "for part in 'ok%2' 0 % z z; do printf '%s' \"$part\"; sleep 0.02; done | \"$0\" decode";
    let output = running::shell(script);
    assert!(String::from_utf8_lossy(&output.stderr).contains("`%z` at offset 5:"));
    // And at the border of the command's own blocks, wherever that is.
    for before in (1 << 16) - 3..(1 << 16) + 2 {
        let mut input = vec![b'x'; before];
        input.extend_from_slice(b"%C3%A9");
        let mut expected = vec![b'x'; before];
        expected.extend_from_slice("é".as_bytes());
        gives(&["decode"], &input, expected);
    }
}

#[test]
fn encode() {
    gives(&["encode", "é/\u{7F}"], b"", "%C3%A9%2F%7F\n");
    gives(&["encode", "--lower", "é"], b"", "%c3%a9\n");
    gives(&["encode", "%"], b"", "%25\n");
    gives(&["encode", "--set", "whatwg:query", "%"], b"", "%\n");
    gives(&["encode", "%41"], b"", "%2541\n");
    gives(&["encode", "--keep-triplets", "%41%zz"], b"", "%41%25zz\n");
    gives(&["requote", "http://h/%41 %zz"], b"", "http://h/%41%20%25zz\n");
    fails(&["encode", "--charset", "latin1", "a你"], b"", 1, "", "at offset 1");
    gives(&["encode", "--charset", "latin1", "--html", "a你"], b"", "a%26%2320320%3B\n");
    // `ucschar` is decoded, `iprivate` in a query only, bidirectional formatting never.
    gives(&["encode", "--set", "rfc3987:isegment", "é\u{202E}"], b"", "é%E2%80%AE\n");
    gives(&["encode", "--set", "rfc3987:isegment", "\u{E000}"], b"", "%EE%80%80\n");
    gives(&["encode", "--set", "rfc3987:iquery", "\u{E000}"], b"", "\u{E000}\n");
    // A lone surrogate: JSON can write one, ECMA-262 refuses it, and no neighbour is eaten.
    for (op, answer) in [
        (r#""op":"js_encode_uri_component""#, r#"{"error":{"kind":"lone-surrogate","offset":1,"#),
        (r#""op":"encode","set":"whatwg:query""#, r#"{"output":"a%EF%BF%BDb"}"#),
        (r#""op":"js_escape""#, r#"{"output":"a%uD800b"}"#),
    ] {
        let request = format!("{{{op},\"input_utf16\":\"0061D8000062\"}}\n");
        let given = String::from_utf8(run(&["batch"], request.as_bytes()).stdout).expect("UTF-8");
        assert!(given.starts_with(answer), "{given}");
    }
}

#[test]
fn forms() {
    for (form, pairs) in [
        ("a", r#"[["a",""]]"#),
        ("a=", r#"[["a",""]]"#),
        ("=a", r#"[["","a"]]"#),
        ("&&a&", r#"[["a",""]]"#),
        ("a=1;b=2", r#"[["a","1;b=2"]]"#),
        ("b=2&a=1&b=3", r#"[["b","2"],["a","1"],["b","3"]]"#),
    ] {
        gives(&["form", "parse", form], b"", format!("{pairs}\n"));
    }
    let separated = "[[\"a\",\"1\"],[\"b\",\"2\"]]\n";
    gives(&["form", "parse", "--separator", "semicolon", "a=1;b=2"], b"", separated);
    gives(&["form", "parse", "--strip-question-mark", "?a=1"], b"", "[[\"a\",\"1\"]]\n");
    // Line breaks: as they are, or as a browser sends them.
    let breaks = r#"[["a","1\n2\r3\r\n4"]]"#;
    gives(&["form", "build", breaks], b"", "a=1%0A2%0D3%0D%0A4\n");
    gives(&["form", "build", "--crlf", breaks], b"", "a=1%0D%0A2%0D%0A3%0D%0A4\n");
    let charset = ["form", "build", "--charset", "gbk", "--method", "get", "--action", "http://h/"];
    let pairs = r#"[["_charset_",""],["a","你"]]"#;
    gives(&[&charset[..], &[pairs]].concat(), b"", "http://h/?_charset_=GBK&a=%C4%E3\n");
    fails(&["form", "parse", "--max-pairs", "2", "a&b&c"], b"", 1, "", "the limit of pairs is 2");
    fails(&["form", "parse", "--max-bytes", "3", "a&b&c"], b"", 1, "", "the limit of bytes is 3");
    for name in ["__proto__", "constructor", "prototype"] {
        fails(&["form", "parse", "--object", name], b"", 1, "", "unsafe");
    }
}

#[test]
fn normalize_and_compare() {
    let percent = ["normalize", "--level", "percent"];
    gives(&[&percent[..], &["HTTP://A/%7e%2f%2e?%2B"]].concat(), b"", "http://a/~%2F.?%2B\n");
    gives(&["normalize", "http://a/b/%2E%2e/../../c"], b"", "http://a/c\n");
    gives(&["normalize", "a:/.//b"], b"", "a:/.//b\n");
    let scheme = ["normalize", "--level", "scheme"];
    for (reference, normal) in [
        ("http://a:80", "http://a/"),
        ("wss://a:443/", "wss://a/"),
        ("ftp://a:21/b", "ftp://a/b"),
        ("file://localhost/b", "file:///b"),
        ("urn:EX:%61%2c", "urn:ex:%61%2C"),
    ] {
        gives(&[&scheme[..], &[reference]].concat(), b"", format!("{normal}\n"));
    }
    // Malformed triplets are kept, and reported.
    fails(
        &["normalize", "http://h/%zz%7e"],
        b"",
        1,
        "http://h/%zz~\n",
        "offset 9: a malformed triplet",
    );
    for (first, second, says) in [
        ("http://h/a", "http://h/a", "identical"),
        ("http://h/%2f", "http://h/%2F", "same by hex case"),
        ("http://h/A", "http://h/%41", "same by unreserved triplet"),
    ] {
        gives(&["compare", first, second], b"", format!("{says}\n"));
    }
    let output = run(&["compare", "http://h/%2F", "http://h//"], b"");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told.contains("offset 9") && told.contains("a reserved character is not its triplet"),
        "{told}"
    );
}

#[test]
fn iris() {
    let (iri, uri) =
        ("http://例え.jp/引き出し", "http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97");
    gives(&["iri", "to-uri", iri], b"", format!("{uri}\n"));
    gives(&["iri", "from-uri", uri], b"", format!("{iri}\n"));
    let kept = "http://h/%E2%80%AE%01%20%25%2F%E2%80%8B%FF%EE%80%80";
    gives(&["iri", "from-uri", kept], b"", format!("{kept}\n"));
    gives(&["iri", "from-uri", "http://h/?%EE%80%80"], b"", "http://h/?\u{E000}\n");
}

#[test]
fn what_a_person_is_shown() {
    // To a pipe the bytes are exact; messages never have raw input in them.
    gives(&["decode"], b"%1B[31m%C2%9B%E2%80%AE%FF", b"\x1B[31m\xC2\x9B\xE2\x80\xAE\xFF");
    let output = run(&["decode"], "\x1B[31m\u{202E}\u{9B}%zz".as_bytes());
    let raw = |byte: &u8| *byte < 0x20 && *byte != b'\n';
    assert!(!output.stderr.iter().any(raw));
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!message.contains(['\u{202E}', '\u{9B}']), "{message}");
    // A decoded line feed forges no record.
    gives(&["decode", "--lines"], b"a%0Ab\nc%20d\n", "a%0Ab\nc d\n");
}
