//! Forms with nested names, read and written by the real PHP, Rack and `qs`, and by `triplet::form::nested`.

use std::process::Command;

use triplet::form::nested::{Map, Rules, Style, Value};

use super::{Random, ask, command, folder_with, is_here, seed};

/// How many random forms there are.
const FORMS: usize = 20_000;

/// Pieces that names are made of.
const PIECES: &[&str] = &[
    "a",
    "a",
    "a",
    "b",
    "c",
    "[",
    "]",
    "[]",
    "[]",
    "[a]",
    "[b]",
    "[b]",
    "[c]",
    "[0]",
    "[1]",
    "[2]",
    "[5]",
    "[19]",
    "[20]",
    "[21]",
    "[01]",
    "[-1]",
    "[-0]",
    "[ ]",
    "[ b]",
    "[\t]",
    "[a.b]",
    "[[b]]",
    "[[]]",
    "[a[b]]",
    "[9223372036854775807]",
    "[99999999999999999999]",
    "%5B",
    "%5D",
    "%5b0%5d",
    "%00",
    "+",
    ".",
    "0",
    "1",
    "%2B",
    "%20",
    "é",
    "%C3%A9",
    "[é]",
    "%zz",
    "=",
    "%0A",
    "[%0A]",
    " ",
    "__proto__",
    "[constructor]",
    "__Host-",
    "_.Host-",
    "%25",
    "%3D",
    "%26",
];

const VALUES: &[&str] = &[
    "", "=", "=1", "=2", "=x", "=%41", "=+", "=%2B", "=a[b]", "=a]=c", "==", "=é", "=%C3%A9",
    "=[]=x", "=%5B", "=%zz", "=%", "=%00",
];

fn form(random: &mut Random) -> String {
    // Most names are those that people write, so that pairs meet.
    let name = |random: &mut Random| match random.below(3) {
        0 => (0..=random.below(5)).map(|_| PIECES[random.below(PIECES.len())]).collect::<String>(),
        _ => {
            let indexes = ["[]", "[b]", "[c]", "[0]", "[1]", "[3]"];
            let first = ["a", "a", "b"][random.below(3)].to_owned();
            let rest = (0..random.below(4)).map(|_| indexes[random.below(indexes.len())]);
            first + &rest.collect::<String>()
        }
    };
    let mut pairs = Vec::new();
    for _ in 0..=random.below(6) {
        let pair = name(random) + VALUES[random.below(VALUES.len())];
        // Some lists are long.
        let times = if random.below(40) == 0 { 1 + random.below(30) } else { 1 };
        pairs.extend(std::iter::repeat_n(pair, times));
    }
    pairs.join(["&", "&", "&", "& ", "&&"][random.below(5)])
}

/// The forms of the table, then random ones.
fn forms() -> Vec<String> {
    let mut forms: Vec<String> = table().into_iter().map(|(form, _)| form).collect();
    let mut random = Random(seed());
    forms.extend((0..FORMS).map(|_| form(&mut random)));
    forms
}

/// The forms of the table in the documentation, with what each style makes of them.
fn table() -> Vec<(String, [String; 3])> {
    let page = include_str!("../../../../triplet/src/form/nested/mod.rs");
    let rows = page.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let rows = rows.map(|row| {
        let cells: Vec<&str> =
            row.split(" | ").map(|cell| cell.trim_matches([' ', '|', '`'])).collect();
        let [form, php, rack, qs] = cells[..] else { panic!("{row}") };
        (form.to_owned(), [php, rack, qs].map(str::to_owned))
    });
    rows.collect()
}

/// The JSON of a value, in its order.
fn json(value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Text(text) => serde_json::to_string(text).expect("JSON"),
        Value::List(values) => {
            format!("[{}]", values.iter().map(json).collect::<Vec<_>>().join(","))
        }
        Value::Map(map) => object(map),
    }
}

fn object(map: &Map<'_>) -> String {
    let entry = |(name, value): &(_, _)| {
        format!("{}:{}", serde_json::to_string(name).expect("JSON"), json(value))
    };
    format!("{{{}}}", map.entries().iter().map(entry).collect::<Vec<_>>().join(","))
}

#[test]
fn the_table_is_true() {
    let table = table();
    assert!(table.len() > 20);
    for (form, cells) in table {
        for (style, expected) in Style::ALL.into_iter().zip(cells) {
            let read = match triplet::form::nested::parse(&form, style) {
                Ok(map) => object(&map),
                Err(error) => format!("error: `{}", error.kind()),
            };
            assert_eq!(read, expected, "{style}, {form}");
        }
    }
}

/// Compares what a style reads with what the program reads; `same` compares two JSON texts.
fn compare(style: Style, program: &mut Command, forms: &[String], same: fn(&str, &str) -> bool) {
    let texts: Vec<Vec<u8>> = forms.iter().map(|form| form.clone().into_bytes()).collect();
    let (version, answers) = ask(program, &texts);
    assert_eq!(answers.len(), forms.len(), "{version}");
    let mut wrong = 0;
    for (form, answer) in forms.iter().zip(answers) {
        let read = Rules::new(style).parse(form).map(|map| object(&map));
        let answer = answer.map(|answer| String::from_utf8(answer).expect("JSON"));
        let agree = match (&read, &answer) {
            (Ok(read), Some(answer)) => same(read, answer),
            (Err(_), None) => true,
            _ => false,
        };
        if !agree {
            wrong += 1;
            if wrong <= 20 {
                eprintln!("{style}: {form:?} is {read:?}, {version}: {answer:?}");
            }
        }
    }
    println!("{style}: {version}, {} forms, seed {}, {wrong} differ", forms.len(), seed());
    assert_eq!(wrong, 0, "{style}, seed {}", seed());
}

#[test]
fn php() {
    if !is_here("PHP", &mut command("php", &["--version"])) {
        return;
    }
    compare(Style::Php, &mut command("php", &["-n", "nested.php", "parse"]), &forms(), str::eq);
}

#[test]
fn rack() {
    if !is_here("Rack", &mut command("ruby", &["-e", "require 'rack'"])) {
        return;
    }
    compare(Style::Rack, &mut command("ruby", &["nested.rb", "parse"]), &forms(), str::eq);
}

/// `qs` of npm, which `cargo xtask readers` installs. The order of names is JavaScript's there, with numbers first.
#[test]
fn qs() {
    let Some(folder) = folder_with("qs") else { return };
    let same = |a: &str, b: &str| {
        let parsed = |text| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        parsed(a) == parsed(b)
    };
    compare(Style::Qs, &mut command("node", &["nested.mjs", "parse", &folder]), &forms(), same);
}
