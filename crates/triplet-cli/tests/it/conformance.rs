//! Conformance cases, through `batch`, as another program would run them.
//!
//! `TRIPLET_VECTORS` names the folder with the cases; without it these tests fail. They are ignored, so that a run of all tests
//! says that they did not run; `cargo xtask conformance` includes them. Each case is one request with its expected answer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;

/// Sends all lines through one `triplet batch` and gives the answers.
fn batch(requests: &[String]) -> Vec<Value> {
    crate::batch::batch((requests.join("\n") + "\n").as_bytes())
}

/// The folder with the cases.
fn folder() -> PathBuf {
    std::env::var_os("TRIPLET_VECTORS")
        .expect("TRIPLET_VECTORS names the folder with the cases")
        .into()
}

#[test]
#[ignore = "needs the folder TRIPLET_VECTORS: cargo xtask conformance"]
fn vectors() {
    let folder = folder();
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

/// The list of attacks: the findings and the layers of each text are those of the list.
#[test]
#[ignore = "needs the folder TRIPLET_VECTORS: cargo xtask conformance"]
fn attacks() {
    let list = folder().join("attacks.tsv");
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
        // A way up is named as such, too, however it is spelled: the list names it by its spelling only.
        let whole = column(row, "fixpoint_hex");
        let climbs = ["2e2e", "efbc8eefbc8e"].iter().any(|dots| whole.contains(dots));
        if climbs {
            found.retain(|id| wanted.contains(id) || !id.ends_with("dot-segment"));
        }
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

/// A text of the second list: `\\`, `\t`, `\n`, `\r` and `\xHH`, which is one byte.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        out.push(match bytes.next().expect("a letter after a backslash") {
            b't' => b'\t',
            b'n' => b'\n',
            b'r' => b'\r',
            b'x' => {
                let digits = [bytes.next(), bytes.next()].map(|digit| digit.expect("two digits"));
                let digits = str::from_utf8(&digits).expect("ASCII");
                u8::from_str_radix(digits, 16).expect("hexadecimal digits")
            }
            other => other,
        });
    }
    out
}

/// The findings of each text in its context: id and severity, from 0 (information) to 2 (error).
fn linted(texts: &[(Vec<u8>, &str)]) -> Vec<Vec<(String, usize)>> {
    let request = |(text, context): &(Vec<u8>, &str)| {
        let hex: String = text.iter().map(|byte| format!("{byte:02x}")).collect();
        serde_json::json!({ "op": "lint", "as": context, "input_hex": hex }).to_string()
    };
    let requests: Vec<String> = texts.iter().map(request).collect();
    let answers = batch(&requests);
    assert_eq!(answers.len(), texts.len(), "one answer a request");
    let finding = |finding: &Value| {
        let severity = finding["severity"].as_str().expect("a severity");
        let rank = SEVERITIES.iter().position(|known| *known == severity);
        (finding["id"].as_str().expect("an id").to_owned(), rank.expect("a severity"))
    };
    let findings = |answer: &Value| {
        let findings = answer["findings"].as_array();
        findings.unwrap_or_else(|| panic!("{answer}")).iter().map(finding).collect()
    };
    answers.iter().map(findings).collect()
}

const SEVERITIES: [&str; 3] = ["info", "warn", "error"];

/// The number of attacks of the second list that have a finding of enough severity. The others are printed; a new rule raises
/// the number.
const FOUND: usize = 135;

#[test]
#[ignore = "needs the folder TRIPLET_VECTORS: cargo xtask conformance"]
fn more_attacks() {
    let text = std::fs::read_to_string(folder().join("attacks2.tsv")).expect("the second list");
    let mut rows = text.lines();
    let names: Vec<&str> = rows.next().expect("a header").split('\t').collect();
    let at = |name: &str| names.iter().position(|known| *known == name).expect("a column");
    let (id, component, input) = (at("id"), at("component"), at("input"));
    let (wanted, least) = (at("expected_findings"), at("min_severity"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('\t').collect()).collect();
    let texts: Vec<_> = rows.iter().map(|row| (unescaped(row[input]), row[component])).collect();
    let mut found = 0;
    for (row, findings) in rows.iter().zip(linted(&texts)) {
        let patterns = row[wanted].split(' ').map(|pattern| {
            regex_lite::RegexBuilder::new(pattern)
                .case_insensitive(true)
                .build()
                .expect("a pattern")
        });
        // Each pattern names a finding; the worst of them is bad enough.
        let worst: Option<Vec<usize>> = patterns
            .map(|pattern| {
                let named = findings.iter().filter(|(id, _)| pattern.is_match(id));
                named.map(|(_, severity)| *severity).max()
            })
            .collect();
        let least = SEVERITIES.iter().position(|known| *known == row[least]);
        if worst.and_then(|worst| worst.into_iter().max()) >= Some(least.expect("a severity")) {
            found += 1;
        } else {
            eprintln!("{}: wanted {}, found {findings:?}", row[id], row[wanted]);
        }
    }
    eprintln!("{found} of {} attacks are named", rows.len());
    assert!(rows.len() > 100, "the list has the attacks");
    assert!(found >= FOUND, "{found} of {} attacks are named", rows.len());
}

#[test]
#[ignore = "needs the folder TRIPLET_VECTORS: cargo xtask conformance"]
fn ordinary_lines() {
    let lines = std::fs::read(folder().join("ordinary2.txt")).expect("the ordinary lines");
    let lines: Vec<&[u8]> = lines.split(|b| *b == b'\n').filter(|line| !line.is_empty()).collect();
    let mut texts = Vec::new();
    let mut numbers = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        texts.push((line.to_vec(), "url"));
        if let Some(query) = line.strip_prefix(b"?") {
            texts.extend([(query.to_vec(), "query"), (query.to_vec(), "form")]);
        } else if line.starts_with(b"/")
            && !line.starts_with(b"//")
            && !line.iter().any(|b| matches!(b, b'?' | b'#'))
        {
            texts.push((line.to_vec(), "path"));
        }
        numbers.resize(texts.len(), number);
    }
    let mut alarms = BTreeSet::new();
    for (((text, context), findings), number) in texts.iter().zip(linted(&texts)).zip(numbers) {
        let worst: Vec<_> = findings.iter().filter(|(_, severity)| *severity > 0).collect();
        if !worst.is_empty() {
            alarms.insert(number);
            eprintln!("{} as {context}: {worst:?}", text.escape_ascii());
        }
    }
    let alarms = alarms.len();
    eprintln!("{} ordinary lines, alarms on {alarms}", lines.len());
    assert!(lines.len() > 500, "the list has the lines");
    assert_eq!(alarms, 0, "lines with an alarm");
}
