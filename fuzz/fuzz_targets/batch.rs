//! Requests to `triplet batch`: one answer each, in order, of the documented shape, whatever the request is.
//!
//! The variable `TRIPLET` names the binary; otherwise it is that of a usual build. Operations and options are those that the
//! request `help` lists.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions, EncodeOptions};
use triplet_fuzz::oracle::sets::named;

thread_local! {
    static BATCH: RefCell<Batch> = RefCell::new(Batch::start());
}

/// A process that answers.
struct Batch {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    operations: Vec<Operation>,
    asked: u64,
}

struct Operation {
    name: String,
    inputs: Vec<String>,
    /// The options with the values that `help` shows for them.
    options: Vec<(String, Value)>,
}

fuzz_target!(|data: &[u8]| {
    BATCH.with_borrow_mut(|batch| {
        let mut input = Input::new(data);
        // One time in eight, the line is any bytes.
        if input.byte() % 8 == b'h' % 8 {
            let line: Vec<u8> =
                input.bytes().iter().copied().filter(|&byte| byte != b'\n').collect();
            let answer = batch.ask(&line);
            // What the peer does not read as JSON is not a request.
            let is_object = serde_json::from_slice::<Value>(&line).is_ok_and(|it| it.is_object());
            assert!(is_object || answer.contains_key("error"), "{}", told(&line));
            let error = answer.get("error").and_then(Value::as_object);
            let offset = error.and_then(|error| error.get("offset")).and_then(Value::as_u64);
            assert!(offset.unwrap_or(0) <= line.len() as u64, "{}: {answer:?}", told(&line));
            return;
        }
        batch.request(&mut input);
        batch.there_and_back(&input.text());
    });
});

fn told(line: &[u8]) -> String {
    format!("b\"{}\"", line.escape_ascii())
}

impl Batch {
    fn start() -> Batch {
        let program = std::env::var_os("TRIPLET").unwrap_or_else(|| {
            concat!(env!("CARGO_MANIFEST_DIR"), "/../target/debug/triplet").into()
        });
        let mut child = Command::new(program)
            .arg("batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("TRIPLET names the binary, or it is built");
        let requests = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut batch = Batch { child, requests, answers, operations: Vec::new(), asked: 0 };
        let help = batch.ask(br#"{"op":"help"}"#);
        let strings = |value: &Value| -> Vec<String> {
            let all = value.as_array().expect("a list").iter();
            all.map(|one| one.as_str().expect("a name").to_owned()).collect()
        };
        for one in help["output"].as_array().expect("operations") {
            let options = one["options"].as_object().expect("options").clone();
            batch.operations.push(Operation {
                name: one["op"].as_str().expect("a name").to_owned(),
                inputs: strings(&one["input"]),
                options: options.into_iter().collect(),
            });
        }
        batch
    }

    /// Asks, and then asks for something that is known: the answer to that is the next line, so the first has one line.
    fn ask(&mut self, line: &[u8]) -> Map<String, Value> {
        self.asked += 1;
        let known = format!("{{\"id\":{0},\"op\":\"encode\",\"input\":\" {0}\"}}\n", self.asked);
        let both = [line, b"\n", known.as_bytes()].concat();
        let is_sent = self.requests.write_all(&both).and_then(|()| self.requests.flush());
        let mut answer = String::new();
        let is_read = is_sent.and_then(|()| self.answers.read_line(&mut answer));
        if is_read.as_ref().ok().filter(|&&length| length > 0).is_none() {
            panic!("{}: no answer, {is_read:?}, {:?}", told(line), self.child.wait());
        }
        let mut next = String::new();
        self.answers.read_line(&mut next).expect("text");
        let expected = format!("{{\"id\":{0},\"output\":\"%20{0}\"}}\n", self.asked);
        assert_eq!(next, expected, "after {}: {answer}", told(line));
        let what = || format!("{}: {answer}", told(line));
        let Ok(Value::Object(answer)) = serde_json::from_str(&answer) else {
            panic!("not a JSON object: {}", what())
        };
        let count_of = |names: &[&str]| names.iter().filter(|it| answer.contains_key(**it)).count();
        let outputs = count_of(&["output", "output_hex", "output_utf16"]);
        // `lint` has findings instead, and `layers` has no output past its limit.
        let is_result = outputs + count_of(&["findings", "layers"]) > 0;
        assert!(outputs <= 1 && is_result != answer.contains_key("error"), "{}", what());
        if let Some(error) = answer.get("error") {
            let error = error.as_object().unwrap_or_else(|| panic!("{}", what()));
            let is_name = |kind: &str| {
                !kind.is_empty() && kind.bytes().all(|b| b == b'-' || b.is_ascii_alphanumeric())
            };
            assert!(error["kind"].as_str().is_some_and(is_name), "{}", what());
            assert!(error["message"].as_str().is_some_and(|it| !it.is_empty()), "{}", what());
            assert!(error.get("offset").is_none_or(Value::is_u64), "{}", what());
            assert!(error.len() == 2 + usize::from(error.contains_key("offset")), "{}", what());
        }
        for name in ["output_hex", "output_utf16"] {
            assert!(answer.get(name).is_none_or(is_hex), "{}", what());
        }
        answer
    }

    /// A request with an operation and options that there are, and values that the input chooses.
    fn request(&mut self, input: &mut Input<'_>) {
        let operation = input.pick(&self.operations);
        let name = operation.name.clone();
        let mut request = Map::new();
        request.insert("op".into(), json!(name));
        let (options, how) = (input.byte().wrapping_sub(b'a') % 5, input.byte());
        let mut chosen = Vec::new();
        for _ in 0..options {
            if !operation.options.is_empty() {
                chosen.push((input.pick(&operation.options).clone(), input.byte(), input.byte()));
            }
        }
        let text = input.text().into_owned();
        // A line is the value of an option, and the rest is the input.
        let mut rest = &*text;
        for ((option, shown), kind, which) in chosen {
            let (line, after) = rest.split_once('\n').unwrap_or(("", rest));
            let is_used = matches!(kind.wrapping_sub(b'a') % 8, 3..);
            if is_used {
                rest = after;
            }
            request.insert(option, value(&shown, kind, which, line));
        }
        let (from, value) = match how.wrapping_sub(b'a') % 6 {
            3 => ("input_hex", json!(hex(rest.bytes().map(u32::from), 2))),
            4 => ("input_utf16", json!(hex(rest.encode_utf16().map(u32::from), 4))),
            // Pairs, names and values, if it can be.
            5 => ("input", serde_json::from_str(rest).unwrap_or_else(|_| json!([rest, rest]))),
            _ => ("input", json!(rest)),
        };
        if !operation.inputs.is_empty() {
            request.insert(from.into(), value.clone());
        }
        let id = json!({ "any": text.len() });
        request.insert("id".into(), id.clone());
        let line = serde_json::to_vec(&request).expect("JSON");
        let answer = self.ask(&line);
        assert_eq!(answer.get("id"), Some(&id), "{}", told(&line));
        let error = answer.get("error").and_then(Value::as_object);
        let Some(offset) = error.and_then(|error| error.get("offset")).and_then(Value::as_u64)
        else {
            return;
        };
        // An error of an option, of JSON or of the input.
        let longest = line.len().max(rest.len());
        assert!(offset <= longest as u64, "{}: {answer:?}", told(&line));
        let is_request = error.is_some_and(|error| error["kind"] == "bad-request");
        if from == "input" && value.is_string() && options == 0 && !is_request {
            assert!(offset <= rest.len() as u64, "{}: {answer:?}", told(&line));
            assert!(rest.is_char_boundary(offset as usize), "{}: {answer:?}", told(&line));
        }
    }

    /// What is encoded is decoded to the text.
    fn there_and_back(&mut self, text: &str) {
        for set in ["rfc3986:unreserved", "rfc3986:query", "whatwg:component"] {
            let request = json!({ "op": "encode", "input": text, "set": set });
            let answer = self.ask(&serde_json::to_vec(&request).expect("JSON"));
            let encoded = answer["output"].as_str().expect("each text can be encoded").to_owned();
            let expected = codec::encode(text.as_bytes(), &named(set), EncodeOptions::default());
            assert_eq!(encoded.as_bytes(), expected, "{text:?} under {set}");
            let request = json!({ "op": "decode", "input": encoded });
            let answer = self.ask(&serde_json::to_vec(&request).expect("JSON"));
            assert_eq!(answer["output"].as_str(), Some(text), "{set}");
        }
        let request = json!({ "op": "decode", "input": text });
        let answer = self.ask(&serde_json::to_vec(&request).expect("JSON"));
        match codec::decode_text(text.as_bytes(), DecodeOptions::default()) {
            Ok(decoded) => assert_eq!(answer["output"].as_str(), Some(&*decoded), "{text:?}"),
            Err((_, offset)) => assert_eq!(answer["error"]["offset"], offset, "{text:?}"),
        }
    }
}

/// Hexadecimal digits, alone or in pairs.
fn is_hex(value: &Value) -> bool {
    match value {
        Value::String(text) => text.bytes().all(|byte| byte.is_ascii_hexdigit()),
        Value::Array(all) => all.iter().all(is_hex),
        _ => false,
    }
}

/// A value like one that `help` shows, or any.
fn value(shown: &Value, kind: u8, which: u8, line: &str) -> Value {
    let which = usize::from(which.wrapping_sub(b'a'));
    match kind.wrapping_sub(b'a') % 8 {
        0 => match shown {
            Value::Bool(_) => json!(which % 2 == 0),
            Value::Number(_) => json!(which),
            Value::String(text) => {
                let choices: Vec<&str> = text.split(" | ").collect();
                json!(choices[which % choices.len()])
            }
            other => other.clone(),
        },
        1 => {
            let names =
                ["rfc3986:path", "whatwg:form", "shift_jis", "utf-16le", "ko,en", "text/html"];
            json!(names[which % names.len()])
        }
        2 => {
            let any =
                [json!(null), json!(true), json!(0), json!(-1), json!(1e300), json!(u64::MAX)];
            any[which % any.len()].clone()
        }
        3 => json!([line]),
        4 => json!({ line: line, "a": [line], "b": { line: line } }),
        5 => serde_json::from_str(line).unwrap_or_else(|_| json!(line)),
        _ => json!(line),
    }
}

fn hex(units: impl Iterator<Item = u32>, digits: usize) -> String {
    units.map(|unit| format!("{unit:0digits$x}")).collect()
}
