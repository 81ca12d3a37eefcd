//! No operation of `batch` takes more than twenty times the memory of its request, whatever the request is.
//!
//! The peak is that of the process (`VmHWM` in `proc_pid_status(5)`), less what it is after a short request of the same
//! operation.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use super::start;

/// How many times the request.
const MOST: usize = 20;

/// About the length of each request.
const LENGTH: usize = 1 << 19;

/// The memory of buffers, whatever the length is, and the small blocks that the allocator keeps for later.
const FIXED: usize = 1 << 19;

/// That memory for `explain`, whose input has a limit.
const FIXED_OF_A_TREE: usize = 6 << 20;

/// What texts are made of: each is repeated.
const UNITS: &[&str] = &[
    "a",
    "é",
    "你",
    "%",
    "%4",
    "%41",
    "%E9",
    "%C3%A9",
    "%E4%BD%A0",
    "%25",
    "%zz",
    "%00",
    "\u{1}",
    "\"",
    "&",
    "a&",
    "=&",
    ";",
    "a=b&",
    "/",
    "../",
    "./a/",
    "a.",
    ".",
    ":",
    "@",
    "?",
    "#",
    "[",
    "{a}",
    "{",
    "<",
    "%3Cscript%3E",
    "%u4F60",
    "%0D%0A",
    "+",
    " ",
    "\\",
    "xn--a.",
    "(",
    "'",
    "%2525",
    "%F0%9F%98%80",
    "%ED%A0%80",
    "\u{FFFD}",
    "ﬁ",
    "\u{202E}",
];

/// Texts that come before the repeated pieces.
fn starts(op: &str) -> &[&str] {
    match op {
        "data_url_decode" => &["", "data:,", "data:;base64,"],
        "ext_value_decode" => &["", "UTF-8''"],
        "content_disposition_read" => &["", "a;filename*=UTF-8''", "a;filename=\"", "a;"],
        "uri_to_path" => &["file:///", "file://"],
        "path_to_uri" => &["/", "C:\\"],
        op if op.starts_with("js_") || op.contains("code") => &[""],
        _ => &["", "http://a/?", "http://"],
    }
}

struct Batch {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Batch {
    fn start() -> Batch {
        let (child, stdin, stdout) = start();
        Batch { child, stdin, stdout }
    }

    /// Sends a line, and returns the start of its answer and the answer's length.
    fn ask(&mut self, line: &str) -> (String, usize) {
        let (stdin, stdout) = (&mut self.stdin, &mut self.stdout);
        std::thread::scope(|scope| {
            // An answer may begin before the request is read, and the pipes hold little.
            scope.spawn(move || {
                stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n"))
            });
            let (mut start, mut length) = (Vec::new(), 0);
            loop {
                let block = stdout.fill_buf().expect("a pipe");
                assert!(!block.is_empty(), "it ended at {line:.200}");
                let end = block.iter().position(|byte| *byte == b'\n');
                let taken = end.unwrap_or(block.len());
                start.extend_from_slice(&block[..taken.min(200_usize.saturating_sub(start.len()))]);
                length += taken;
                stdout.consume(end.map_or(taken, |end| end + 1));
                if end.is_some() {
                    return (String::from_utf8_lossy(&start).into_owned(), length);
                }
            }
        })
    }

    /// The greatest number of bytes of memory that the process had.
    fn peak(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the process is there");
        let row = status.lines().find_map(|row| row.strip_prefix("VmHWM:")).expect("a row");
        row.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn repeated(start: &str, unit: &str) -> String {
    format!("{start}{}", unit.repeat((LENGTH - start.len()) / unit.len()))
}

fn array(start: &str, member: &str, end: &str) -> String {
    format!("{start}{}{member}{end}", format!("{member},").repeat(LENGTH / (member.len() + 1)))
}

/// Options under which answers are long, or everything is kept until the end.
fn variants(op: &str) -> Vec<Value> {
    match op {
        "encode" => vec![
            json!({}),
            json!({"charset": "latin1"}),
            json!({"keep_only": "", "newlines": "crlf"}),
        ],
        "decode" => vec![
            json!({"malformed": "keep", "text": "backslashreplace"}),
            json!({"malformed": "keep", "text": "lossy", "charset": "windows-1251", "newlines": "crlf"}),
            json!({"malformed": "keep", "text": "bytes"}),
        ],
        "decode_percent_u" => vec![json!({"malformed": "keep"})],
        "form_parse" => vec![
            json!({}),
            json!({"text": "bytes"}),
            json!({"text": "strict", "max_pairs": 1 << 30}),
            json!({"charset": "gb18030", "separator": "&;"}),
        ],
        "lint" => vec![
            json!({"max": 10_000}),
            json!({"as": "form", "max": 10_000}),
            json!({"as": "path", "max": 10_000}),
            json!({"as": "host", "max": 10_000}),
        ],
        "layers" => vec![json!({"max": 1_u64 << 40})],
        "uri_get" => vec![
            json!({"format": "{url}{path}{query}{query:a}{segment:-1}", "lenient": true}),
            json!({"format": "{query-all:a}", "lenient": true}),
            json!({"format": "{query-all:}", "lenient": true}),
        ],
        "uri_set" => vec![
            json!({"sort_query": true, "edits": ["query:q=a&b"], "remove": ["query:utm_*"]}),
            json!({"edits": ["host=b", "path+=c"], "replace": [format!("a={}", "x".repeat(1000))]}),
        ],
        "resolve" | "relativize" => vec![json!({"base": "http://a/b/c"})],
        "normalize" | "normalize_iri" => vec![json!({"level": "scheme"})],
        "respell" => vec![
            json!({"as": "rfc3986:unreserved"}),
            json!({"as": "rfc5849"}),
            json!({"to": "gb18030"}),
            json!({"as": "aws-sigv4"}),
        ],
        "requote" => vec![json!({}), json!({"set": "rfc3986:segment"})],
        "filename_decode" | "content_disposition_read" => vec![json!({}), json!({"cut": true})],
        "data_url_encode" => vec![json!({}), json!({"form": "percent"})],
        _ => vec![json!({})],
    }
}

/// Requests whose input, or an option, is not one long text.
fn shapes(op: &str) -> Vec<String> {
    let request = |rest: &str| format!("{{\"op\":\"{op}\",{rest}}}");
    let mut found: Vec<String> = ["[]", "0", "{}", "\"\"", "[[]]"]
        .iter()
        .map(|member| request(&array("\"input\":[", member, "]")))
        .collect();
    found.push(format!("{{\"op\":\"{op}\",\"input\":\"a\"{}}}", ",\"a\":0".repeat(LENGTH / 6)));
    let names = (0..LENGTH / 10).fold(String::new(), |mut names, number| {
        let _ = write!(names, ",\"{number}\":0");
        names
    });
    found.push(format!("{{\"op\":\"{op}\",\"input\":\"a\"{names}}}"));
    found.push(request(&format!("\"input\":{}{}", "[".repeat(LENGTH / 2), "]".repeat(LENGTH / 2))));
    match op {
        "form_serialize" | "form_sort" => {
            for pair in ["[\"\",\"\"]", "[\"é\",null]", "[\"\\u0001\",\"\\u0001\"]"] {
                found.push(request(&array("\"input\":[", pair, "]")));
            }
            found.push(request(&array("\"input_hex\":[", "[\"ff\",\"ff\"]", "]")));
            let charset = "\"charset\":\"latin1\",\"input\":[";
            found.push(request(&array(charset, "[\"你\",\"你\"]", "]")));
        }
        "explain" => {
            for unit in UNITS.iter().chain(&["http://a/?a="]) {
                let text = format!("http://a/?{}", unit.repeat((16 << 10) / unit.len() - 8));
                found.push(json!({"op": op, "input": text}).to_string());
            }
        }
        "equivalent" => {
            for unit in UNITS {
                let text = repeated("http://a/", unit);
                let half: String = text.chars().take(text.chars().count() / 2).collect();
                found.push(json!({"op": op, "input": [half, half]}).to_string());
            }
        }
        "expand" => {
            for member in ["0", "\"\"", "\"é\"", "null", "\"\\u0001\""] {
                let rest = array("\"input\":\"{?a*}{b}\",\"variables\":{\"a\":[", member, "]}");
                found.push(request(&rest));
            }
            let rest = array("\"input\":\"{?a*}\",\"variables\":{\"a\":{", "\"\":0", "}}");
            found.push(request(&rest));
            let variables = names.strip_prefix(',').expect("a name");
            found.push(request(&format!("\"input\":\"{{1}}\",\"variables\":{{{variables}}}")));
            // Each expression is the whole text, or the long name before each member.
            let (text, template) = ("é".repeat(LENGTH / 4), "{a}".repeat(LENGTH / 6));
            let variables = json!({ "a": text });
            found.push(json!({"op": op, "input": template, "variables": variables}).to_string());
            let name = "n".repeat(LENGTH / 2);
            let variables = format!("{{\"{name}\":[{}0]}}", "0,".repeat(LENGTH / 4));
            found.push(request(&format!("\"input\":\"{{?{name}*}}\",\"variables\":{variables}")));
        }
        "uri_get" => {
            for field in ["{url}", "{raw:path}", "\\\\", "{query:a}"] {
                let format = field.repeat(LENGTH / 2 / field.len());
                let url = format!("/?a={}", "b".repeat(LENGTH / 2));
                found.push(json!({"op": op, "format": format, "input": url}).to_string());
            }
        }
        "uri_set" => {
            for key in ["edits", "remove", "replace"] {
                let texts = array(&format!("\"input\":\"a\",\"{key}\":["), "\"query:a=\"", "]");
                found.push(request(&texts));
            }
            let replacement = format!("a={}", "b".repeat(LENGTH / 2));
            let url = format!("/?{}", "a&".repeat(LENGTH / 4));
            found.push(json!({"op": op, "replace": [replacement], "input": url}).to_string());
        }
        _ => {}
    }
    found
}

#[test]
fn no_operation_takes_more_than_twenty_times_the_memory_of_its_request() {
    let help = &super::batch(b"{\"op\":\"help\"}\n")[0];
    let mut wrong = String::new();
    for row in help["output"].as_array().expect("operations") {
        let op = row["op"].as_str().expect("a name");
        let inputs = row["input"].as_array().expect("keys");
        let mut requests = shapes(op);
        if inputs.len() > 1 {
            for (number, options) in variants(op).into_iter().enumerate() {
                let mut push = |key: &str, input: String| {
                    let mut request = options.clone();
                    request["op"] = op.into();
                    request[key] = input.into();
                    requests.push(request.to_string());
                };
                for (place, start) in starts(op).iter().enumerate() {
                    // All of them where it matters most: alone, and with the first options.
                    let step = if place == 0 && number == 0 { 1 } else { 3 };
                    for unit in UNITS.iter().step_by(step) {
                        push("input", repeated(start, unit));
                    }
                }
                for unit in ["ff", "41", "e9", "00", "c3a9", "26"] {
                    push("input_hex", repeated("", unit));
                }
                for unit in ["D83DDE00", "0041", "00E9", "D800"] {
                    push("input_utf16", repeated("", unit));
                }
            }
        }
        let fixed = if op == "explain" { FIXED_OF_A_TREE } else { FIXED };
        let started = std::time::Instant::now();
        let mut batch = Batch::start();
        batch.ask(&format!("{{\"op\":\"{op}\",\"input\":\"http://a/%41%FF\"}}"));
        let base = batch.peak();
        let mut before = 0;
        for request in requests {
            let (answer, length) = batch.ask(&request);
            assert!(answer.starts_with("{\"") && length > 2, "{op}: {answer}");
            let taken = batch.peak().saturating_sub(base);
            if taken > MOST * request.len() + fixed && taken > before {
                let (times, end) = (taken / request.len(), request.len() - 40);
                let end = String::from_utf8_lossy(&request.as_bytes()[end..]).into_owned();
                let _ = writeln!(wrong, "{times} ×: {request:.90}…{end} ({length}): {answer:.80}");
            }
            before = before.max(taken);
        }
        eprintln!(
            "{op}: {:.1} ×, {} ms",
            before as f64 / LENGTH as f64,
            started.elapsed().as_millis()
        );
    }
    assert!(wrong.is_empty(), "{wrong}");
}
