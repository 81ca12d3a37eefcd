//! Two faces of one rule: `compare` and the operation `equivalent` of `batch` say the same of the same references.

use serde_json::{Map, Value, json};

use crate::batch::batch;
use crate::running::run;

/// Pairs that some levels and options make the same, and pairs that none makes the same.
const PAIRS: [[&str; 2]; 12] = [
    ["HTTP://a/%7eb", "http://a/~b"],
    ["http://a:80/b/../c", "http://a/c"],
    ["/?a=+", "/?a=%20"],
    ["/caf%C3%A9", "/cafe%CC%81"],
    ["http://e/é", "http://e/%C3%A9"],
    ["http://xn--9ca/", "http://é:80"],
    ["/?b=1&a=%7E", "/?a=~&b=1"],
    ["/?b=é&a=+", "/?a=%20&b=%C3%A9"],
    ["/?a=1&a=2", "/?a=2&a=1"],
    ["/a@b", "/a%40b"],
    ["/a%2Fb", "/a/b"],
    ["http://[/?b&a", "http://[/?a&b"],
];

/// The options that `compare` and `equivalent` have.
const OPTIONS: [&str; 4] = ["iri", "plus", "nfc", "any_order"];

#[test]
fn the_command_and_batch_compare_alike() {
    let mut requests = Vec::new();
    for level in ["percent", "path", "scheme", "decoded"] {
        for given in 0..1_u32 << OPTIONS.len() {
            let options: Vec<&str> =
                (0..OPTIONS.len()).filter(|at| given >> at & 1 == 1).map(|at| OPTIONS[at]).collect();
            let is_refused = level != "decoded"
                && options.iter().any(|option| ["plus", "nfc"].contains(option));
            // What is refused does not depend on the references.
            for pair in &PAIRS[..if is_refused { 1 } else { PAIRS.len() }] {
                requests.push((level, options.clone(), *pair));
            }
        }
    }
    let lines: String = requests
        .iter()
        .map(|(level, options, pair)| {
            let mut request: Map<String, Value> =
                options.iter().map(|option| ((*option).to_owned(), true.into())).collect();
            request.extend([
                ("op".to_owned(), json!("equivalent")),
                ("input".to_owned(), json!(pair)),
                ("level".to_owned(), json!(level)),
            ]);
            format!("{}\n", Value::Object(request))
        })
        .collect();
    let answers = batch(lines.as_bytes());
    assert_eq!(answers.len(), requests.len());
    for ((level, options, [a, b]), answer) in requests.into_iter().zip(answers) {
        let options = options.iter().map(|option| format!("--{}", option.replace('_', "-")));
        let mut arguments: Vec<String> =
            ["compare", "--level", level].map(str::to_owned).into_iter().chain(options).collect();
        arguments.extend(["--".to_owned(), a.to_owned(), b.to_owned()]);
        let output = run(&arguments, b"");
        let expected = match answer["output"].as_bool() {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        };
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {answer}");
        if let Some(reason) = answer["reason"].as_str() {
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(text.lines().next(), Some(reason), "{arguments:?}");
        }
    }
}
