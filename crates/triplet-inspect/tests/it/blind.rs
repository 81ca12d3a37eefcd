//! What lint finds in four lists that were written before their authors had seen what it finds. The lists are 1.7 MB, so they are in the
//! repository, and not in the package for crates.io: there these tests say that they were not run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use triplet_inspect::{Context, Rule, Severity, lint};

/// Classes that are attacks on what a program does with a decoded value: on its database, its shell, its parser of objects, its spreadsheet,
/// or on files whose names are plain text. Nothing in how they are written as a reference tells them from ordinary text, so lint has no
/// rule for them.
const OF_PROGRAMS: [&str; 18] = [
    "charset-switch",
    "exchange-proxyshell",
    "formula",
    "fullwidth-markup",
    "ldap-filter",
    "log4shell-exfil",
    "mailto-header",
    "nosql-auth",
    "sensitive-file-value",
    "serialised-object",
    "shellshock",
    "short-name",
    "sql-comment-evasion",
    "sql-double-encoded",
    "sql-gbk-quote",
    "ussd-tel",
    "webshell-args",
    "zalgo",
];

fn rows(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter(|line| !line.starts_with("# "))
}

/// A text whose escapes are resolved.
fn unescaped(text: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        octets.extend(before.bytes());
        let (octet, length) = match after.as_bytes()[0] {
            b'x' => (u8::from_str_radix(&after[1..3], 16).expect("two digits"), 3),
            b't' => (b'\t', 1),
            b'n' => (b'\n', 1),
            b'r' => (b'\r', 1),
            b'\\' => (b'\\', 1),
            other => panic!("{text}: no escape begins with {}", char::from(other)),
        };
        octets.push(octet);
        rest = &after[length..];
    }
    octets.extend(rest.bytes());
    octets
}

fn is_raised(text: &[u8], context: Context) -> bool {
    lint(text, context).iter().any(|finding| finding.severity() > Severity::Info)
}

/// How many attacks of a list are raised at least, in percent: of all, of those on references, and in each context.
struct Floors {
    all: f64,
    of_references: f64,
    context: f64,
}

/// A list of the repository. `None` in the package for crates.io, which is the crate's folder alone.
fn list(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !folder.join("../../xtask").is_dir() {
        println!("NOT RUN: {name} is in the repository, and not in the package");
        return None;
    }
    Some(
        fs::read_to_string(folder.join("tests/data").join(name)).expect("a list of the repository"),
    )
}

/// Several lists, or `None` if they are not there.
fn lists(names: &[&str]) -> Option<Vec<String>> {
    names.iter().map(|name| list(name)).collect()
}

fn judge(list: &str, count: usize, is_of_programs: impl Fn(&str) -> bool, floors: &Floors) {
    let mut all = BTreeMap::<&str, [usize; 2]>::new();
    let mut missed = Vec::new();
    for row in rows(list) {
        let parts: Vec<&str> = row.split('\t').collect();
        let [class, context, text] = parts[..] else { panic!("{row}: three parts") };
        let found = is_raised(&unescaped(text), Context::by_name(context).expect("a context"));
        let of = if is_of_programs(class) { "of programs" } else { "of references" };
        for key in [context, of, "all"] {
            let [raised, count] = all.entry(key).or_default();
            (*raised, *count) = (*raised + usize::from(found), *count + 1);
        }
        if !found && of == "of references" {
            missed.push(row);
        }
    }
    let percent = |key: &str| 100.0 * all[key][0] as f64 / all[key][1] as f64;
    for (key, [raised, count]) in &all {
        println!("{key}: {raised} of {count}, {:.1} %", percent(key));
    }
    let missed = missed.join("\n");
    assert_eq!(all["all"][1], count);
    assert!(percent("all") >= floors.all, "{all:?}\n{missed}");
    assert!(percent("of references") >= floors.of_references, "{all:?}\n{missed}");
    for context in ["url", "path", "query", "form"] {
        // The third author wrote no forms.
        if !all.contains_key(context) {
            continue;
        }
        assert!(percent(context) >= floors.context, "{context}: {all:?}\n{missed}");
    }
}

#[test]
fn most_attacks_are_raised() {
    let floors = Floors { all: 94.0, of_references: 96.0, context: 91.0 };
    let is_of_programs = |class: &str| OF_PROGRAMS.contains(&class);
    let Some(list) = list("blind-attacks.tsv") else { return };
    judge(&list, 1556, is_of_programs, &floors);
}

/// The second author counts more as an attack: requests for pages of administration and for copies of files, passwords and tokens in a
/// query, names that repeat, and hosts that only look like others.
#[test]
fn most_attacks_of_the_second_list_are_raised() {
    let floors = Floors { all: 77.0, of_references: 81.0, context: 74.0 };
    let is_of_programs = |class: &str| class.starts_with("prog-");
    let Some(list) = list("blind-attacks-2.tsv") else { return };
    judge(&list, 1813, is_of_programs, &floors);
}

/// The rules were mended for the classes of the third list after it was read.
#[test]
fn most_attacks_of_the_third_list_are_raised() {
    let floors = Floors { all: 72.5, of_references: 90.0, context: 71.0 };
    let is_of_programs = |class: &str| class.starts_with("prog-");
    let Some(list) = list("blind-attacks-3.tsv") else { return };
    judge(&list, 1738, is_of_programs, &floors);
}

/// The fourth author judged values as they are, and hosts. The rules were mended for the classes of this list after it was read.
#[test]
fn most_attacks_of_the_fourth_list_are_raised() {
    let floors = Floors { all: 80.0, of_references: 84.5, context: 79.0 };
    let is_of_programs = |class: &str| class.starts_with("prog-");
    let Some(list) = list("blind-attacks-4.tsv") else { return };
    judge(&list, 2238, is_of_programs, &floors);
}

const ATTACKS: [&str; 4] =
    ["blind-attacks.tsv", "blind-attacks-2.tsv", "blind-attacks-3.tsv", "blind-attacks-4.tsv"];

/// Ordinary texts with their contexts.
const ORDINARY: [&str; 3] =
    ["blind-ordinary-2.txt", "blind-ordinary-3.txt", "blind-ordinary-4.txt"];

/// What is said of the severities of a rule is true: a finding has one of them, and those that only the text around it makes are seen.
#[test]
fn severities_are_those_that_are_said() {
    let mut seen = BTreeMap::<&str, Vec<Severity>>::new();
    let Some((attacks, ordinary)) = lists(&ATTACKS).zip(lists(&ORDINARY)) else { return };
    let attacks = attacks.iter().flat_map(|list| rows(list));
    let others = [
        "url\tgit@host.test:org/repo.git",
        "url\thttps://git.test/a/blob/main/.npmrc",
        "url\thttp://host.test:0/",
    ];
    let ordinary = ordinary.iter().flat_map(|list| rows(list)).chain(others);
    let ordinary: Vec<String> = ordinary.map(|row| format!("ordinary\t{row}")).collect();
    for row in attacks.chain(ordinary.iter().map(String::as_str)) {
        let (context, text) =
            row.split_once('\t').expect("a class").1.split_once('\t').expect("a text");
        let context = Context::by_name(context).expect("a context");
        for finding in &*lint(&unescaped(text), context) {
            let known = seen.entry(finding.rule().name()).or_default();
            if !known.contains(&finding.severity()) {
                known.push(finding.severity());
            }
        }
    }
    for rule in Rule::ALL {
        let by_context: Vec<_> = Context::ALL.map(|context| rule.severity(context)).to_vec();
        let by_text = rule.severities_by_text();
        let seen = seen.get(rule.name()).map(Vec::as_slice).unwrap_or_default();
        for severity in seen {
            let said = by_context.contains(severity) || by_text.contains(severity);
            assert!(said, "{} is {}", rule.name(), severity.name());
        }
        for severity in by_text.iter().filter(|severity| !by_context.contains(severity)) {
            assert!(seen.contains(severity), "{} is never {}", rule.name(), severity.name());
        }
    }
}

#[test]
fn few_ordinary_lines_are_raised() {
    let mut raised = Vec::new();
    let Some((first, others)) = list("blind-ordinary.txt").zip(lists(&ORDINARY)) else { return };
    let first = rows(&first).map(|line| ("url", line));
    let others = others
        .iter()
        .flat_map(|list| rows(list))
        .map(|row| row.split_once('\t').expect("a context and a text"));
    let mut count = 0;
    for (context, text) in first.chain(others) {
        count += 1;
        if is_raised(&unescaped(text), Context::by_name(context).expect("a context")) {
            raised.push(text);
        }
    }
    // Links of a program of mail that were copied from the source of a page, with `&amp;`, and a reference with two `?`.
    assert!(
        count >= 10_900 && raised.len() <= 5,
        "{} of {count}:\n{}",
        raised.len(),
        raised.join("\n")
    );
}
