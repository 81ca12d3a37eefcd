//! What lint finds in two lists that were written before their author had seen what it finds.

use std::collections::BTreeMap;

use triplet_inspect::{Context, Severity, lint};

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

#[test]
fn most_attacks_are_raised() {
    let mut all = BTreeMap::<&str, [usize; 2]>::new();
    let mut missed = Vec::new();
    for row in rows(include_str!("../data/blind-attacks.tsv")) {
        let parts: Vec<&str> = row.split('\t').collect();
        let [class, context, text] = parts[..] else { panic!("{row}: three parts") };
        let found = is_raised(&unescaped(text), Context::by_name(context).expect("a context"));
        let is_of_programs = OF_PROGRAMS.contains(&class);
        for key in [context, if is_of_programs { "of programs" } else { "of references" }, "all"] {
            let [raised, count] = all.entry(key).or_default();
            (*raised, *count) = (*raised + usize::from(found), *count + 1);
        }
        if !found && !is_of_programs {
            missed.push(row);
        }
    }
    let percent = |key: &str| 100.0 * all[key][0] as f64 / all[key][1] as f64;
    for (key, [raised, count]) in &all {
        println!("{key}: {raised} of {count}, {:.1} %", percent(key));
    }
    let list = missed.join("\n");
    assert_eq!(all["all"][1], 1556);
    assert!(percent("all") >= 92.0 && percent("of references") >= 96.0, "{all:?}\n{list}");
    for context in ["url", "path", "query", "form"] {
        assert!(percent(context) >= 90.0, "{context}: {all:?}\n{list}");
    }
}

#[test]
fn few_ordinary_lines_are_raised() {
    let mut count = 0;
    let mut raised = Vec::new();
    for line in rows(include_str!("../data/blind-ordinary.txt")) {
        count += 1;
        if is_raised(line.as_bytes(), Context::Url) {
            raised.push(line);
        }
    }
    // Firebase encodes the name of a file twice, a console of logs has a line break in a path, and Elasticsearch has `<` in the name of
    // an index.
    assert!(
        count >= 2000 && raised.len() <= 3,
        "{} of {count}:\n{}",
        raised.len(),
        raised.join("\n")
    );
}
