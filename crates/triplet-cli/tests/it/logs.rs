//! `--log-field`: a field of each line of a log by its name, and nothing else.

use std::fs;

use crate::running::{Folder, fails, gives, run, shell, text};

const IIS: &str = "#Software: Microsoft Internet Information Services 10.0\r\n#Version: 1.0\r\n#Date: 2025-10-10 00:00:00\r\n\
    #Fields: date time cs-method cs-uri-stem cs-uri-query cs(User-Agent) sc-status\r\n\
    2025-10-10 00:00:01 GET /caf%C3%A9/a%20b q=tea+%26+milk Mozilla/5.0+(X11) 200\r\n\
    2025-10-10 00:00:02 GET /plain - - 404\r\n";

#[test]
fn the_extended_format_by_name() {
    // A space stays a triplet, no value stays none, and the lines with # stay.
    let decoded = IIS.replace("caf%C3%A9", "café");
    gives(&["decode", "--log-field", "cs-uri-stem"], IIS.as_bytes(), &decoded);
    let both = decoded.replace("tea+%26+milk", "tea+&+milk");
    gives(
        &["decode", "--log-field", "cs-uri-query", "--log-field", "CS-URI-Stem"],
        IIS.as_bytes(),
        &both,
    );
    gives(
        &["decode", "--plus", "--log-field", "cs-uri-query"],
        b"#Fields: cs-uri-query\na+b%09%0A%22%5C\n",
        "#Fields: cs-uri-query\na%20b%09%0A%22%5C\n",
    );
    // CloudFront: tabs between fields, spaces within them, an empty field at the end.
    let tabs = "#Version: 1.0\n#Fields: date x-edge-location cs-uri-stem cs(User-Agent) x\n2025-10-10\tSFO5\t/%C3%A9\tMozilla%2520a b\t\n";
    gives(&["decode", "--log-field", "cs-uri-stem"], tabs.as_bytes(), tabs.replace("%C3%A9", "é"));
    gives(
        &["decode", "--log-field", "cs(user-agent)"],
        tabs.as_bytes(),
        tabs.replace("%2520a b", "%20a%20b"),
    );
    // The names change midway, and a string may be in quotes.
    let changed = "#Fields: a u\n1 %41\n#Fields: u b c\n%42 %41 %41\n\n#Remark: %41\n\"%43 %22\" \"x \"\"y\"\"\" %41\n";
    let expected = "#Fields: a u\n1 A\n#Fields: u b c\nB %41 %41\n\n#Remark: %41\n\"C %22\" \"x \"\"y\"\"\" %41\n";
    gives(&["decode", "--log-field", "u"], changed.as_bytes(), expected);
    gives(
        &["normalize", "--log-field", "u"],
        b"\xEF\xBB\xBF#Fields: u v\n/%7e/ %7e",
        "\u{FEFF}#Fields: u v\n/~/ %7e",
    );
    let doubled = "#Fields: u\n\"x \"\"%41\"\"%22%09\"\n";
    gives(&["decode", "--log-field", "u"], doubled.as_bytes(), doubled.replace("%41", "A"));
    // An empty value is written `-`.
    gives(
        &["decode", "--errors", "ignore", "--log-field", "u"],
        b"#Fields: u v\n%FF x\n",
        "#Fields: u v\n- x\n",
    );
}

#[test]
fn bad_lines_of_the_extended_format() {
    let input = "#Fields: a u\n1 %41\n1 %42 3\n1 x%zz\n1 %43\n";
    let expected = "#Fields: a u\n1 A\n1 %42 3\n1 x%zz\n1 C\n";
    let done = run(&["decode", "--log-field", "u"], input.as_bytes());
    assert_eq!((done.status.code(), &*String::from_utf8_lossy(&done.stdout)), (Some(1), expected));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    for told in [
        "stdin:3:1: offset 19: the line has 3 fields, and `#Fields:` has 2 names; it is kept as it is",
        "stdin:4:4: offset 30: field `u`: `%z` at offset 1",
    ] {
        assert!(said.contains(told), "{said}");
    }
    // A name that is not there is told once, until the names change.
    let input = "#Fields: a b\n%41 %41\n%41 %41\n#Fields: u\n%42\n";
    let told = "stdin:1:1: offset 0: no field is named `u`; the fields are a, b; the lines that follow are kept";
    fails(&["decode", "--log-field", "u"], input.as_bytes(), 1, input.replace("%42", "B"), told);
    let said = run(&["decode", "--log-field", "u"], input.as_bytes()).stderr;
    assert_eq!(String::from_utf8_lossy(&said).matches("triplet: ").count(), 1);
    let input = "%41 %41\n%41\n#Fields: u\n%42\n";
    let told = "stdin:1:1: offset 0: no `#Fields:` comes before this line, and an access log has no field `u`: it has request, request-target, referer, user-agent";
    fails(&["decode", "--log-field", "u"], input.as_bytes(), 1, input.replace("%42", "B"), told);
}

const COMBINED: &str = r#"::1 - me [10/Oct/2025:13:55:36 +0000] "GET /caf%C3%A9/a%20b?q=%22 HTTP/1.1" 200 1 "https://a.example/%C3%A9%20x" "Mozilla/5.0 (%C3%A9) \"x\"""#;

#[test]
fn the_request_of_an_access_log() {
    let of = |name: &str, input: &str, expected: &str| {
        gives(&["decode", "--log-field", name], input.as_bytes(), expected);
    };
    of("request-target", COMBINED, &COMBINED.replace("caf%C3%A9", "café"));
    of("request", COMBINED, &COMBINED.replace("caf%C3%A9/a%20b", "café/a b"));
    of("referer", COMBINED, &COMBINED.replace("%C3%A9%20x", "é x"));
    of("user-agent", COMBINED, &COMBINED.replace("(%C3%A9)", "(é)"));
    // The common format; a virtual host before it; more fields after it; a target with a space.
    let common = "a - - [t] \"GET /%41 HTTP/1.0\" 200 -\r\n\r\nwww:80 a - - [t] \"GET /%41 b HTTP/1.1\" 200 5 \"-\" \"-\" 0.1 \"%41\"\n";
    of("request-target", common, &common.replace("/%41", "/A").replace("/A b", "/A%20b"));
    // What would end a field is a triplet; escapes of the log stay.
    let line = |target: &str| format!("a - - [t] \"GET {target} HTTP/1.1\" 200 1\n");
    of("request-target", &line("/%22%5C%0A%7F%41%20"), &line("/%22%5C%0A\u{7F}A%20"));
    of("request-target", &line(r"/\x22\\%41%5C"), &line(r"/\x22\\A%5C"));
    of("request-target", &line("-"), &line("-"));
    gives(
        &["uri", "set", "--remove", "query:token", "--log-field", "request-target"],
        line("/a?token=1&b=%7e").as_bytes(),
        line("/a?b=%7e"),
    );
    // No request was read.
    of("request-target", "a - - [t] \"-\" 408 0\n", "a - - [t] \"-\" 408 0\n");
}

#[test]
fn the_request_of_other_logs() {
    for line in [
        // A load balancer of AWS, an access log of S3, HAProxy, the error log of nginx.
        r#"h2 2025-10-10T00:00:00.1Z app/x/1 192.0.2.1:2 10.0.0.1:80 0.0 0.0 0.0 200 200 34 366 "GET https://a.example:443/caf%C3%A9?q=a%20b HTTP/2.0" "curl/8" ECDHE TLSv1.2 arn:x "Root=1" "-" "-" 0"#,
        r#"79a5 b.example [10/Oct/2025:00:00:38 +0000] 192.0.2.3 79a5 3E57 REST.GET.OBJECT caf%25C3%25A9 "GET /caf%C3%A9 HTTP/1.1" 200 - 113 - 7 - "-" "x" -"#,
        r#"haproxy[1]: 192.0.2.1:2 [10/Oct/2025:00:00:14.655] in be/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {a} {} "GET /caf%C3%A9 HTTP/1.1""#,
        r#"2025/10/10 00:00:00 [error] 1#1: *1 open() "/var/caf%41" failed (2: No such file), client: 192.0.2.1, request: "GET /caf%C3%A9 HTTP/1.1", host: "a""#,
    ] {
        let expected = line.replace("/caf%C3%A9", "/café");
        gives(&["decode", "--log-field", "request-target"], line.as_bytes(), &*expected);
        // No other field is known of them.
        let done = run(&["decode", "--log-field", "user-agent"], line.as_bytes());
        assert_eq!(String::from_utf8_lossy(&done.stdout), line);
    }
    for line in
        ["\"GET /%41\"", "x\"GET /%41 HTTP/1.1\"", "\"\"\"", "\"GET /%41 HTTP/1.1", "\"-\" %41"]
    {
        fails(
            &["decode", "--log-field", "request-target"],
            line.as_bytes(),
            1,
            line,
            "has no \"request\" in quotes",
        );
    }
}

#[test]
fn quotes_of_the_extended_format() {
    // Strings have spaces; IIS has none, and its quotes are data.
    for (line, expected) in [
        ("\"a%41 b\" x 200", "\"aA b\" x 200"),
        ("a\"%41 \"x 200", "a%22A \"x 200"),
        ("\"%41 x\" 200", "%22A x\" 200"),
        ("\"%41\"\" x 200", "%22A\"\" x 200"),
    ] {
        let log = |line: &str| format!("#Fields: u v s\n{line}\n");
        gives(&["decode", "--log-field", "u"], log(line).as_bytes(), log(expected));
    }
    let log = "#Fields: u v\n\"%41 x\" y z\n";
    fails(&["decode", "--log-field", "u"], log.as_bytes(), 1, log, "the line has 3 fields");
}

#[test]
fn bad_lines_of_an_access_log() {
    let good = "a - - [t] \"GET /%41 HTTP/1.1\" 200 1";
    for (bad, told) in [
        (
            r#"a - - [t] "\x16\x03\x01" 400 0"#,
            "2:12: offset 47: field `request-target`: the request is not a method, a target and a version; the line is kept",
        ),
        (
            "a - - [t] \"GET /%42\" 200 1",
            "2:12: offset 47: field `request-target`: the request is not",
        ),
        (
            "a - - [t] \"GET /%42 HTTP/1.1 200 1",
            "2:11: offset 46: field `request-target`: the quote is not closed",
        ),
        (
            "a - - [t] \"GET /\"x HTTP/1.1\" 200 1",
            "2:17: offset 52: field `request-target`: the line is not of the common or combined format",
        ),
        (
            "panic: %42",
            "2:1: offset 36: field `request-target`: the line is not of the common or combined format, and has no \"request\" in quotes",
        ),
        (
            "a - - [t] \"GET /%zz HTTP/1.1\" 200 1",
            "2:17: offset 52: field `request-target`: `%z` at offset 1",
        ),
        ("] \"", "2:3: offset 38: "),
        ("] \"\\", "2:3: offset 38: "),
    ] {
        let input = format!("{good}\n{bad}\n{good}\n");
        let expected = input.replace("%41", "A");
        fails(&["decode", "--log-field", "request-target"], input.as_bytes(), 1, expected, told);
    }
    fails(
        &["decode", "--log-field", "referer"],
        good.as_bytes(),
        1,
        good,
        "the line has no such field; the combined format does",
    );
}

#[test]
fn logs_in_files_and_pipes() {
    let folder = Folder::new("logs");
    // Blocks end between lines, and each file begins anew.
    let long = format!("{IIS}{}", "2025-10-10 00:00:02 GET /%41 - - 404\r\n".repeat(40_000));
    let file = folder.file("a.log", long.as_bytes());
    let other = folder.file("b.log", b"#Fields: cs-uri-stem\n%41\n");
    gives(
        &["decode", "--log-field", "cs-uri-stem", "-j2", "-i", text(&file), text(&other)],
        b"",
        "",
    );
    let expected = long.replace("/%41", "/A").replace("caf%C3%A9", "café");
    assert!(fs::read(&file).expect("a file") == expected.as_bytes());
    assert_eq!(fs::read(&other).expect("a file"), b"#Fields: cs-uri-stem\nA\n");
    fails(&["decode", "--log-field", "no", "-i", text(&other)], b"", 1, "", "left as it was");
    // The number of a line is that in the file, however far.
    let bad = format!("{long}2025-10-10 GET\n");
    let last = format!("stdin:{}:1: ", long.lines().count() + 1);
    let done = run(&["decode", "--log-field", "cs-uri-stem"], bad.as_bytes());
    assert!(String::from_utf8_lossy(&done.stderr).contains(&last));
    // A reader that goes away is not an error.
    let script = format!("\"$0\" decode --log-field cs-uri-stem -f '{}' | head -n 1", text(&file));
    let output = shell(&script);
    assert_eq!((output.stderr.len(), output.stdout.starts_with(b"#Software")), (0, true));
}

#[test]
fn hostile_logs() {
    let decode = |name: &str, input: &[u8]| run(&["decode", "--log-field", name], input);
    for input in ["", "\n\n", "#", "#Fields:", "\r", "#Fields: u\n\0", "#Fields: u\n%41\0"] {
        let done = decode("u", input.as_bytes());
        assert_eq!(String::from_utf8_lossy(&done.stdout).replace('A', "%41"), input, "{input:?}");
    }
    // Lines of 5 MB, without a line break at the end.
    let long = format!("#Fields: a u\nx {}", "%41".repeat(1_700_000));
    assert!(decode("u", long.as_bytes()).stdout == long.replace("%41", "A").as_bytes());
    for piece in ["\"", "\" ", "\\", "] \"", "\t\"", " "] {
        let line = piece.repeat(5_000_000 / piece.len());
        for (name, input) in [("u", format!("#Fields: u v\n{line}")), ("user-agent", line.clone())]
        {
            let done = decode(name, input.as_bytes());
            assert!(done.stdout == input.as_bytes(), "{name}: {piece:?}");
        }
    }
    // Octets that are not UTF-8 are octets.
    let line = b"a - - [t] \"GET /%41\xFF HTTP/1.1\" 200 1";
    assert_eq!(decode("request-target", line).stdout, b"a - - [t] \"GET /A\xFF HTTP/1.1\" 200 1");
}

#[test]
fn what_does_not_go_with_log_fields() {
    for more in [
        &["-l"][..],
        &["-0"],
        &["--json-field", "a"],
        &["--csv-column", "1"],
        &["--exact"],
        &["text"],
    ] {
        let arguments = [&["decode", "--log-field", "u"], more].concat();
        assert_eq!(run(&arguments, b"").status.code(), Some(2), "{more:?}");
    }
}
