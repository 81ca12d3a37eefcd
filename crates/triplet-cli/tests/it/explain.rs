//! `explain`: the tree as it is printed, as JSON, and links that stay readable.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::running::{Folder, fails, gives, run, text, triplet};

/// Standard output of a run that succeeds without a message.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn links_within_a_link() {
    let link = "https://login.example/authorize?response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb\
                %3Fnext%3Dhttps%253A%252F%252Fapp.example%252Fgo%253Fto%253D%25252Fhome";
    let expected = "\
A URL with 2 links inside.
  https://login.example/authorize
  response_type  code
  redirect_uri   https://app.example/cb
    next  https://app.example/go
      to  /home
  info url-in-value (2 times), double-encoding (7 times)
";
    gives(&["explain", link], b"", expected);
    // The command need not be named, and standard input is a text as a whole.
    gives(&[link], b"", expected);
    gives(&["explain"], format!("{link}\n").as_bytes(), expected);
    gives(&["explain", "-"], link.as_bytes(), expected);
}

#[test]
fn the_first_argument_is_a_text_or_a_command() {
    for text in ["%41", "a:b", "/a", "a?b", "a&b", "a=b"] {
        assert_eq!(printed(&[text]), printed(&["explain", text]), "{text}");
    }
    assert_eq!(printed(&["a=%41", "--json"]), printed(&["explain", "--json", "a=%41"]));
    // A mistyped command is one, and an option is one.
    fails(&["encod", "a=b"], b"", 2, "", "some similar subcommands exist: 'decode', 'encode'");
    fails(&["--colour=never"], b"", 2, "", "--color");
    fails(&["a=b", "--nonsense"], b"", 2, "", "Usage: triplet explain");
}

#[test]
fn charsets_have_reasons() {
    gives(
        &["explain", "https://www.example.cn/s?wd=%D6%D0%B9%FA%D0%C2%CE%C5&q=%D6%D0"],
        b"",
        "\
A URL, in gb18030.
  https://www.example.cn/s
  wd  中国新闻
      gb18030: frequent characters of simplified Chinese; or EUC-JP: 嶄忽仟療
  q   中
      or EUC-JP: 嶄
",
    );
    let korean = "q=%C7%D1%B1%B9%BE%EE";
    assert!(printed(&["explain", korean]).contains("  q  한국어\n     EUC-KR: "));
    let named = printed(&["explain", "ie=gbk&q=%C7%D1"]);
    assert!(named.contains("  q   茄\n      GBK: `ie` names it\n"), "{named}");
    fails(&["explain", "--languages", "xx", "a"], b"", 2, "", "`xx`");
    gives(
        &["explain", "a%ED%A0%80b"],
        b"",
        "Percent-encoded text.\n  not text: UTF-8 with surrogates, which it must not have (CESU-8 or WTF-8)\n",
    );
}

#[test]
fn parts_that_are_decoded_have_rows() {
    gives(
        &["explain", "https://me:p%40s@xn--r8jz45g.jp:80/caf%C3%A9/b%2Fc/?a+b=1%2B2&flag#t%20u"],
        b"",
        "\
A URL, in UTF-8.
  https://me:p%40s@例え.jp:80/café/b%2Fc/
  password  p@s
  host      例え.jp (xn--r8jz45g.jp)
  segment   b/c
  a b       1+2
  flag
  fragment  t u
  info credentials-in-userinfo, encoded-separator
",
    );
    // Lines of a value are lines, and nothing of a text moves the cursor.
    gives(
        &["explain", "body=one%0D%0Atwo%0Athree&x=%1B%5B31m%E2%80%AE"],
        b"",
        "A form, in UTF-8.\n  body  one\n        two\n        three\n  x     \\x1B[31m\\u{202E}\n",
    );
}

#[test]
fn what_is_only_likely_stands_beside() {
    gives(
        &["explain", "q=a=b%2526c%253Dd&r=50%2525"],
        b"",
        "\
A form.
  q  a=b%26c%3Dd
     perhaps percent-encoded text; in it a form:
       a  b
       c  d
  r  50%25
     perhaps percent-encoded text: 50%
",
    );
    gives(&["explain", "%252541"], b"", "Percent-encoded text in 3 layers.\n  A\n");
    gives(&["explain", "tea and milk"], b"", "Plain text.\n");
    gives(&["explain", ""], b"", "An empty text.\n");
}

/// A remedy is a command that a shell takes and that gives the right text.
#[test]
#[cfg(unix)]
fn remedies_are_commands() {
    for link in ["https://a.example/x y?q=a'b|c", "https://a.example/a b%zz\\'x?\u{200B}=1 2/3"] {
        let tree = printed(&["explain", link]);
        let command = tree.lines().find(|line| line.trim().starts_with("triplet requote "));
        let command = command.unwrap_or_else(|| panic!("no remedy: {tree}")).trim();
        let folder =
            std::path::Path::new(env!("CARGO_BIN_EXE_triplet")).parent().expect("a folder");
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("PATH"));
        let output = std::process::Command::new("bash")
            .args(["-c", command])
            .env("PATH", path)
            .output()
            .expect("a shell");
        assert_eq!(output.stdout, run(&["requote", link], b"").stdout, "{command}");
        assert_eq!(output.status.code(), Some(0), "{command}");
    }
}

#[test]
fn findings_are_grouped() {
    let tree = printed(&["explain", "https://b.example@a.example/..%2f..%2fetc?q=%00"]);
    let expected = "  \
  error dot-segment (2 times): `..`: a dot segment: what is opened is not what
        is written
  error nul-byte: `%00`: the octet NUL: where it ends strings, the rest is lost
  warn misleading-userinfo: `b.example`: a userinfo that looks like a host: the
       host comes after the `@`
  info encoded-separator (2 times)
";
    assert!(tree.ends_with(expected.trim_start_matches("  ")), "{tree}");
}

/// Rows end where the terminal does, wide characters take two columns, and what is cut is counted.
#[test]
fn rows_have_a_width() {
    let folder = Folder::new("explain-width");
    let of = |columns: &str, input: &str| {
        let file = folder.file("text", input.as_bytes());
        let output =
            triplet().args(["explain", "-f", text(&file)]).env("COLUMNS", columns).output();
        String::from_utf8(output.expect("triplet ends").stdout).expect("UTF-8")
    };
    let words = format!("q={}", "tea+".repeat(30));
    for (columns, width) in [("80", 80), ("40", 40), ("nonsense", 80), ("1", 80)] {
        let tree = of(columns, &words);
        let longest = tree.lines().map(str::len).max().expect("lines");
        assert!((width - 4..=width).contains(&longest), "{tree}");
    }
    let wide = of("80", &format!("q={}", "%E3%81%82".repeat(40)));
    assert_eq!(wide.lines().nth(1), Some(&*format!("  q  {}", "あ".repeat(37))));
    let quoted = of("80", "https://a.example/?q=3Dcaf=\n%C3%A9&amp;x=3D1");
    assert_eq!(
        quoted.lines().next(),
        Some("Quoted-printable text of a mail; in it text with character references of HTML;")
    );
    let long = of("80", &format!("q=%41{}", "a".repeat(1_000_000)));
    assert_eq!(long.lines().count(), 14);
    assert!(long.ends_with("     … 999101 more characters, which --json has\n"), "{long}");
}

#[test]
fn lines_are_answered_one_by_one() {
    gives(
        &["explain", "-l"],
        b"a=1&b=%41\nhttps://a.example/%C3%A4\r\nplain\n",
        "stdin:1: A form.\n  a  1\n  b  A\nstdin:2: A URL, in UTF-8.\n  https://a.example/ä\nstdin:3: Plain text.\n",
    );
    gives(&["explain", "-0", "--json"], b"a\nb\0c\0", {
        let node = |text: &str| {
            let span = [0, text.len()];
            json!({ "kind": "plain", "title": "plain text", "span": span, "written": text })
        };
        format!("{}\n{}\n", node("a\nb"), node("c"))
    });
    let mut child = triplet()
        .args(["explain", "-l"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("triplet starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for line in 1..4 {
        input.write_all(b"q=%41\n").expect("it reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("it answers");
        assert_eq!(answer, format!("stdin:{line}: A form.\n"));
        output.read_line(&mut answer).expect("it answers");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
    let long = [&b"x=%41\n"[..], &vec![b'a'; 300 << 10], b"\ny=%41\n"].concat();
    fails(
        &["explain", "-l", "--max-text", "256K"],
        &long,
        1,
        "stdin:1: A form.\n  x  A\nstdin:3: A form.\n  y  A\n",
        "stdin:2: offset 6: the line is longer than 256 KiB, and is left out",
    );
    fails(&["explain", "--max-text", "256K"], &long, 3, "", "--max-text sets the limit");
}

#[test]
fn json_is_the_tree() {
    let tree = |text: &str| -> Value {
        serde_json::from_str(&printed(&["explain", "--json", text])).expect("JSON")
    };
    let expected = json!({
        "kind": "form", "title": "a form", "span": [1, 23], "written": "q=%C4%E3%BA%C3&x=%252F",
        "children": [
            { "kind": "pair", "title": "a pair", "span": [0, 14], "written": "q=%C4%E3%BA%C3", "children": [
                { "kind": "name", "title": "the name of a pair", "span": [0, 1], "written": "q" },
                { "kind": "value", "title": "the value of a pair", "span": [2, 14], "written": "%C4%E3%BA%C3", "read": "你好",
                  "charset": {
                    "name": "gb18030", "evidence": "possible", "reason": "least-rare",
                    "why": "the other readings have rarer characters",
                    "runner_up": { "name": "EUC-JP", "text": "低挫" },
                  } },
            ] },
            { "kind": "pair", "title": "a pair", "span": [15, 22], "written": "x=%252F", "children": [
                { "kind": "name", "title": "the name of a pair", "span": [0, 1], "written": "x" },
                { "kind": "value", "title": "the value of a pair", "span": [2, 7], "written": "%252F", "read": "%2F",
                  "children": [
                    { "kind": "encoded", "title": "percent-encoded text", "span": [0, 3], "written": "%2F", "read": "/", "likely": true },
                  ] },
            ] },
        ],
    });
    assert_eq!(tree(" q=%C4%E3%BA%C3&x=%252F"), expected);
    let link = tree("https://a.example/a b/%2e");
    assert_eq!(link["remedies"][0]["kind"], "requote");
    assert_eq!(link["remedies"][0]["offset"], 19);
    assert_eq!(link["remedies"][0]["text"], "https://a.example/a%20b/%2e");
    let segments = link["children"].as_array().expect("parts");
    assert_eq!(
        segments[3]["findings"],
        json!([{ "rule": "encoded-dot-segment", "severity": "error", "span": [0, 3] }])
    );
    assert_eq!(tree("a%ED%A0%80b")["octets"], json!({ "hex": "61eda08062" }));
}

/// Octets of another charset are read as if they were triplets, and a note says so once a source.
#[test]
fn octets_are_read_as_triplets() {
    let lines = b"q=\xC4\xE3\xBA\xC3\nq=\xD6\xD0\n";
    let output = run(&["explain", "-l"], lines);
    let note = "triplet: note: stdin:1: the octets outside ASCII of a line that is not UTF-8 are read as triplets\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), note);
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(tree.starts_with("stdin:1: A form, in gb18030.\n  q  你好\n"), "{tree}");
    assert!(tree.contains("stdin:2: A form, in gb18030.\n  q  中\n"), "{tree}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn readable_links_still_work() {
    gives(
        &["explain", "--readable", "https://xn--r8jz45g.jp/%E5%BC%95%2F?q=50%25%26%C3%A4", "a b"],
        b"",
        "https://例え.jp/引%2F?q=50%25%26ä\na b\n",
    );
    // A link in another notation is a link.
    gives(
        &["explain", "--readable", "https%3A%2F%2Fa.example%2F%C3%A4"],
        b"",
        "https://a.example/ä\n",
    );
    // All else stays byte for byte, and so does a text that is not UTF-8.
    let log = b" \"GET /caf%C3%A9?a=%0A HTTP/1.1\" %41 \r\nx \xFF https://a/%C3%A9\n\n";
    let expected = b" \"GET /caf\xC3\xA9?a=%0A HTTP/1.1\" %41 \r\nx \xFF https://a/%C3%A9\n\n";
    gives(&["explain", "--readable", "-l"], log, expected);
    gives(
        &["explain", "--readable"],
        b"\n see https://a.example/%C3%A4.\n\n",
        "\n see https://a.example/ä.\n\n",
    );
    fails(&["explain", "--readable", "--json", "a"], b"", 2, "", "--json");
}

#[test]
fn colours_of_the_tree() {
    let tree = printed(&["explain", "--color", "always", "https://a.example/?q=%257E"]);
    let expected = "\x1B[2m\x1B[0m\x1B[1mA URL.\x1B[0m\n  https://a.example/\n  \x1B[36mq\x1B[0m  %7E\n     \
                    \x1B[33mperhaps percent-encoded text:\x1B[0m ~\n  \x1B[1;34minfo\x1B[0m ";
    assert!(tree.starts_with(expected), "{tree:?}");
}

/// The columns of a text in which each character is wide, joined to the one before it, or neither.
fn columns(line: &str) -> usize {
    line.chars()
        .map(|c| match c {
            '\u{301}' | '🏽' => 0,
            '中' | '한' | 'か' | '！' | '😀' | '👍' => 2,
            _ => 1,
        })
        .sum()
}

#[test]
fn wide_characters_are_wrapped_at_the_width_of_the_terminal() {
    for letters in ["中", "한", "か！", "😀", "e\u{301}", "👍🏽", "a中", "中a"] {
        let words = format!("{} ", letters.repeat(7));
        // Words end a row early.
        for (value, least) in [(letters.repeat(400), 77), (words.repeat(60), 40)] {
            let form = format!("{}=1&b={value}", letters.repeat(20));
            let tree = printed(&["explain", &form]);
            // A command to copy is one line.
            let rows = tree.lines().filter(|row| !row.starts_with("  triplet requote"));
            let widest = rows.map(columns).max().unwrap();
            assert!((least..=80).contains(&widest), "{widest} columns:\n{tree}");
        }
    }
}

/// A form in a line of text has rows for its pairs, and a pair may have no name.
#[test]
fn pairs_without_a_name() {
    for (text, expected) in [
        ("https://a.example/?flag&=y", "A URL.\n  https://a.example/\n  flag\n        y\n"),
        (
            "a=%41&b=y https://a.example/",
            "A text with an address and an encoded piece.\n  a  A\n  b  y\n  https://a.example/\n",
        ),
    ] {
        gives(&["explain"], text.as_bytes(), expected);
    }
}

/// A notation that a text as a whole is likely in comes after its parts, and begins before them.
#[test]
fn a_text_that_is_likely_in_a_notation() {
    for (text, expected) in [
        (
            "Hallo,\nGr=C3=BC=C3=9Fe aus K, siehe https://a.example/",
            "A text with an address.\n  2  https://a.example/\n  perhaps quoted-printable text of a mail; in it a text with an address:\n    2  https://a.example/\n",
        ),
        (
            "https://M=C3=BCnchen.example/",
            "A URL.\n  https://M=C3=BCnchen.example/\n  perhaps quoted-printable text of a mail; in it a URL with characters outside\n  ASCII (an IRI):\n    https://München.example/\n  info raw-non-ascii\n",
        ),
    ] {
        gives(&["explain"], text.as_bytes(), expected);
    }
    let log = "5.6.7.8 \"GET /caf\\xe9 HTTP/1.1\" 400\n5.6.7.8 \"GET / HTTP/1.1\"";
    for text in [log, "ni://=C3=BE", "ql://\\xdF", ">ps://\\n\\245\n"] {
        assert!(printed(&["explain", text]).starts_with("A "), "{text}");
    }
}

/// Texts that were cut, joined and written twice: each is answered, in each form.
#[test]
fn texts_that_nobody_wrote() {
    let pieces = [
        "https://a.example/",
        "?a=",
        "&b=",
        "%C3%A9",
        "%E4%BD",
        "%25",
        "%u00e9",
        "\\xe9",
        "\\u00e9",
        "=C3=BC",
        "=\n",
        "&amp;",
        "&#233;",
        "\n",
        " ",
        "<",
        ">",
        "\"",
        "|",
        "[",
        "](",
        "=?utf-8?q?",
        "data:,",
        "mailto:",
        "filename*=UTF-8''",
        "Cookie: a=",
        ".C3.A9",
        "x",
        "é",
    ];
    let mut state = 1_u32;
    let mut next = |limit: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % limit
    };
    let mut texts = Vec::new();
    for _ in 0..3000 {
        let count = 1 + next(9);
        texts.push((0..count).map(|_| pieces[next(pieces.len())]).collect::<String>());
    }
    let input = texts.join("\0");
    for form in [&[][..], &["--json"], &["--readable"]] {
        let output = run(&[&["explain", "-0"], form].concat(), input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn utf_8_that_may_be_another_charset_and_delimiters_that_are_data() {
    // Each of these two characters of GBK is a rare letter or a mark in UTF-8.
    gives(
        &["explain", "https://s.example/?q=%CD%AC%D6%BE"],
        b"",
        "\
A URL, in UTF-8.
  https://s.example/
  q  ͬ־
     UTF-8: possible; or gb18030: 同志
",
    );
    // Read, the two semicolons would be the same.
    gives(
        &["explain", "https://a.example/a;x=1%3Bb"],
        b"",
        "\
A URL.
  https://a.example/a;x=1%3Bb
  segment  a;x=1;b
  info path-parameter, encoded-delimiter
",
    );
}
