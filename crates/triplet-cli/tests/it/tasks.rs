//! What people bring a text for, each done by one command. `docs/page.md` has the same list for the page.

use std::ffi::OsStr;

use crate::running::{Folder, run, text};

/// A task: the arguments, and what must be among the output.
struct Task {
    what: &'static str,
    arguments: &'static [&'static str],
    input: &'static [u8],
    seen: &'static [&'static str],
}

const fn task(
    what: &'static str,
    arguments: &'static [&'static str],
    seen: &'static [&'static str],
) -> Task {
    Task { what, arguments, input: b"", seen }
}

const fn piped(what: &'static str, input: &'static [u8], seen: &'static [&'static str]) -> Task {
    Task { what, arguments: &["explain"], input, seen }
}

#[rustfmt::skip]
const TASKS: &[Task] = &[
    task("a link that is encoded twice", &["https%253A%252F%252Fa.example%252F%253Fq%253Dcaf%2525C3%2525A9"],
        &["Percent-encoded text in 2 layers; in it a URL", "\n  https://a.example/\n", "  q  café\n"]),
    task("a link in GBK", &["https://www.example.cn/s?wd=%D6%D0%B9%FA%D0%C2%CE%C5&ie=gbk"], &["A URL, in GBK.", "  wd  中国新闻\n      GBK: `ie` names it\n"]),
    task("a link in EUC-KR", &["https://search.example.kr/?query=%C7%D1%B1%B9%BE%EE%20%BB%E7%C0%FC"], &["A URL, in EUC-KR.", "  query  한국어 사전\n         EUC-KR: frequent Korean syllables"]),
    task("a link in Shift_JIS", &["https://www.example.jp/?p=%93%FA%96%7B%8C%EA%82%CC%83y%81%5B%83W"], &["A URL, in Shift_JIS.", "  p  日本語のページ\n"]),
    piped("a line of a log", b"192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] \"GET /caf%C3%A9?q=%E4%BD%A0 HTTP/1.1\" 200 12\n",
        &["A text with an address, in UTF-8.", "\n  /café\n", "    q  你\n"]),
    task("a link through SafeLinks", &["https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fx%3Fq%3Dcaf%25C3%25A9&data=05%7C02%7C&sdata=a%3D&reserved=0"],
        &["https://a.example/x", "q  café\n"]),
    task("a log-in three deep", &["https://login.example/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fnext%3Dhttps%253A%252F%252Fapp.example%252Fgo%253Fto%253D%25252Fhome"],
        &["A URL with 2 links inside.", "  redirect_uri  https://app.example/cb\n", "    next  https://app.example/go\n", "      to  /home\n"]),
    task("the body of a form", &["name=Zo%C3%AB+K.&note=tea%0D%0Amilk&plus=1%2B1"], &["A form", "  name  Zoë K.\n", "  note  tea\n        milk\n", "  plus  1+1\n"]),
    task("a key of S3", &["photos/2024/a+b%28c%29+%C3%A9.jpg"], &["perhaps", "photos/2024/a b(c) é.jpg\n"]),
    task("without tracking", &["uri", "set", "--remove", "query:utm_*", "https://a.example/?utm_source=x&q=1&utm_id=2"], &["https://a.example/?q=1\n"]),
    task("whether two links are the same", &["compare", "HTTP://a.example:80/%7eb", "http://a.example/~b"], &["same by unreserved triplet, scheme case, default port\n"]),
    task("a file name into a path", &["encode", "--set", "rfc3986:segment", "50% off/été.pdf"], &["50%25%20off%2F%C3%A9t%C3%A9.pdf\n"]),
    task("emoji and right-to-left", &["q=%F0%9F%98%80%20%D7%A9%D7%9C%D7%95%D7%9D%E2%80%AE"], &["  q  😀 שלום\\u{202E}\n"]),
    task("an encoded lone surrogate", &["a%ED%A0%80b"], &["UTF-8 with surrogates"]),
    piped("a lone surrogate", b"a\xED\xA0\x80b", &["UTF-8 with surrogates"]),
    task("an international name", &["https://xn--r8jz45g.jp/"], &["https://例え.jp/", "host  例え.jp (xn--r8jz45g.jp)"]),
    piped("a line of a log with \\xXX", b"10:01 GET /caf\\xC3\\xA9 200\n", &["café"]),
    task("a mail with lines", &["mailto:a@b.example?subject=Caf%C3%A9+1&body=one%0D%0Atwo"], &["a@b.example\n", "subject  Café+1\n", "body     one\n", "two\n"]),
    task("a parameter filename*", &["filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt"], &["naïve €.txt\n"]),
    task("a drawing as a data: URL", &["data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%2F%3E"], &["image/svg+xml", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"]),
    task("a connection string with a raw password", &["mongodb://me:p@ss/w#rd@h1.example:27017,h2.example/app"], &["p@ss/w#rd", "mongodb://me:p%40ss%2Fw%23rd@h1.example:27017,h2.example/app"]),
    task("%uXXXX", &["%u4F60%u597D%20a"], &["你好 a\n"]),
    task("a link out of HTML", &["https://a.example/?a=1&amp;b=%C3%A9"], &["  b  é\n"]),
    piped("quoted-printable", b"Click https://a.example/?q=3Dcaf=\n%C3%A9&amp;x=3D1\n", &["q  café\n"]),
];

#[track_caller]
fn check(tasks: &[Task]) {
    let mut wrong = String::new();
    for Task { what, arguments, input, seen } in tasks {
        let output = run(arguments, input);
        let printed = String::from_utf8_lossy(&output.stdout);
        for words in seen.iter().filter(|words| !printed.contains(**words)) {
            wrong.push_str(&format!("{what}: no {words:?} in\n{printed}\n"));
        }
        if output.status.code() != Some(0) {
            wrong.push_str(&format!("{what}: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_task_is_one_command() {
    check(TASKS);
}

#[test]
fn many_addresses_are_one_command() {
    let folder = Folder::new("tasks");
    let lines: Vec<String> =
        (1..=200).map(|line| format!("https://a.example/{line}?q=caf%C3%A9{line}\n")).collect();
    let lines = folder.file("lines", lines.concat().as_bytes());
    let table =
        "name,link\n\"Zoë, 1\",\"https://a.example/?q=%C3%A9,1\"\nB,https://b.example/%E4%BD%A0\n";
    let table = folder.file("table.csv", table.as_bytes());
    let of = |arguments: &[&OsStr]| String::from_utf8(run(arguments, b"").stdout).expect("UTF-8");
    let explained = of(&["explain".as_ref(), "-f".as_ref(), lines.as_os_str()]);
    assert!(
        explained.starts_with("A text with 200 addresses, in UTF-8.\n  1    https://a.example/1\n"),
        "{explained}"
    );
    assert!(explained.ends_with("  200  https://a.example/200\n    q  café200\n"), "{explained}");
    let explained = of(&["explain".as_ref(), "-f".as_ref(), table.as_os_str()]);
    let expected = "\
A text with 2 addresses, in UTF-8.
  2  https://a.example/
    q  é,1
  3  https://b.example/你
";
    assert_eq!(explained, expected);
    // A big file, whole: what it is, and the text without triplets.
    let big = folder.file("big", "caf%C3%A9 ".repeat(2 << 20).as_bytes());
    let explained = of(&["explain".as_ref(), "-f".as_ref(), big.as_os_str()]);
    assert!(explained.starts_with("Percent-encoded text, in UTF-8.\n  café café"), "{explained}");
    assert!(explained.ends_with(" more characters, which --json has\n"), "{explained}");
    assert_eq!(run(&["decode", "-f", text(&big)], b"").stdout.len(), 6 * (2 << 20));
}
