//! Conformance cases, through `batch`, as another program would run them.
//!
//! The cases are passed in: `TRIPLET_VECTORS` names the folder. Without it this test says that it did
//! not run; the workspace's job of this name fails then. Each case is one request; the answer must be
//! what the case expects.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Sends all lines through one `triplet batch` and gives the answers.
fn batch(requests: &[String]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_triplet"))
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("triplet starts");
    let mut input = child.stdin.take().expect("a pipe");
    let text = requests.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("triplet ends");
    writer.join().expect("no panic").expect("everything is read");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("each answer is JSON")).collect()
}

#[test]
fn vectors() {
    let Some(folder) = std::env::var_os("TRIPLET_VECTORS") else {
        eprintln!("not run: TRIPLET_VECTORS names no folder with cases");
        return;
    };
    let help = &batch(&[r#"{"op":"help"}"#.to_owned()])[0];
    let ops: Vec<&str> = help["output"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|op| op["op"].as_str())
        .collect();
    let mut requests = Vec::new();
    let mut cases = Vec::new();
    let mut elsewhere: BTreeMap<String, usize> = BTreeMap::new();
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("TRIPLET_VECTORS is a folder")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    for file in files {
        for line in std::fs::read_to_string(&file).expect("a file of cases").lines() {
            let case: Value = serde_json::from_str(line).expect("a case is JSON");
            let op = case["op"].as_str().expect("every case has an operation");
            if case.get("conflict").is_some() {
                continue;
            }
            if ops.contains(&op) {
                requests.push(line.to_owned());
                cases.push(case);
            } else {
                *elsewhere.entry(op.to_owned()).or_default() += 1;
            }
        }
    }
    let answers = batch(&requests);
    assert_eq!(answers.len(), cases.len(), "one answer a request");
    let mut failed = 0;
    for (case, answer) in cases.iter().zip(&answers) {
        let good = if case["error"] == true {
            answer.get("error").is_some()
        } else if let Some(any) = case["expect_any_of"].as_array() {
            any.contains(&answer["output"])
        } else {
            [("expect", "output"), ("expect_hex", "output_hex"), ("expect_utf16", "output_utf16")]
                .iter()
                .all(|(expect, output)| match (case.get(expect), answer.get(output)) {
                    (None, _) => true,
                    (Some(Value::String(a)), Some(Value::String(b))) if *expect != "expect" => {
                        a.eq_ignore_ascii_case(b)
                    }
                    (Some(a), b) => Some(a) == b,
                })
        };
        if !good {
            failed += 1;
            eprintln!("{case}\n   → {answer}");
        }
    }
    eprintln!(
        "{} cases, {failed} failed; operations that are not here: {elsewhere:?}",
        cases.len()
    );
    assert!(cases.len() > 500, "the folder has the cases");
    assert_eq!(failed, 0);
}

/// The list of attacks: each text is found to be just what the list says, and its layers are those of the list.
#[test]
fn attacks() {
    let Some(folder) = std::env::var_os("TRIPLET_VECTORS") else {
        eprintln!("not run: TRIPLET_VECTORS names no folder with cases");
        return;
    };
    let list = std::path::Path::new(&folder).join("attacks.tsv");
    let text = std::fs::read_to_string(list).expect("the list of attacks");
    let mut rows = text.lines();
    let names: Vec<&str> = rows.next().expect("a header").split('\t').collect();
    let column = |row: &[&str], name: &str| -> String {
        let at = names.iter().position(|known| *known == name).expect("a column");
        row.get(at).copied().unwrap_or_default().to_owned()
    };
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('\t').collect()).collect();
    let mut requests = Vec::new();
    for row in &rows {
        // A backslash is written twice in the list.
        let input = column(row, "input").replace("\\\\", "\\");
        let request = |op: &str, more: Value| {
            let mut request = serde_json::json!({ "op": op, "input": input });
            let fields = request.as_object_mut().expect("an object");
            fields.extend(more.as_object().expect("an object").clone());
            request.to_string()
        };
        requests.push(request("lint", serde_json::json!({ "as": column(row, "component") })));
        requests.push(request("layers", serde_json::json!({ "max": 8 })));
        requests
            .push(request("decode", serde_json::json!({ "malformed": "keep", "text": "bytes" })));
    }
    let answers = batch(&requests);
    let mut failed = 0;
    for (row, answers) in rows.iter().zip(answers.chunks(3)) {
        let mut found: Vec<&str> = answers[0]["findings"]
            .as_array()
            .expect("findings")
            .iter()
            .filter_map(|finding| finding["id"].as_str())
            .collect();
        found.sort_unstable();
        found.dedup();
        let wanted = column(row, "expected_findings");
        let mut wanted: Vec<&str> = wanted.split(' ').filter(|id| !id.is_empty()).collect();
        wanted.sort_unstable();
        let layers = answers[1]["layers"].to_string();
        let octets = |answer: &Value| match answer["output"].as_str() {
            Some(text) => text.bytes().map(|byte| format!("{byte:02x}")).collect(),
            None => answer["output_hex"].as_str().unwrap_or_default().to_owned(),
        };
        let (fixpoint, once): (String, String) = (octets(&answers[1]), octets(&answers[2]));
        let good = found == wanted
            && layers == column(row, "layers")
            && fixpoint == column(row, "fixpoint_hex")
            && once == column(row, "decode1_hex");
        if !good {
            failed += 1;
            eprintln!(
                "{}: {}\n   wanted {wanted:?} found {found:?}; layers {layers} of {}; {fixpoint} of {}; {once} of {}",
                column(row, "id"),
                column(row, "input"),
                column(row, "layers"),
                column(row, "fixpoint_hex"),
                column(row, "decode1_hex"),
            );
        }
    }
    eprintln!("{} attacks, {failed} failed", rows.len());
    assert!(rows.len() > 50, "the list has the attacks");
    assert_eq!(failed, 0);
}
