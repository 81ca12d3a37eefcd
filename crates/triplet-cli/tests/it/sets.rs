//! `triplet sets`, compared with the specifications: each expectation is written here by hand.

use crate::running::{fails, gives, run};
use serde_json::{Value, json};

const ALPHA: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// The grid of a set, and the lines below it.
fn grid(head: &str, rows: [&str; 8], facts: [&str; 4]) -> String {
    let rows: String =
        rows.iter().enumerate().map(|(row, text)| format!("  {row}x  {text}\n")).collect();
    let [outside, plus, triplets, reversible] = facts;
    format!(
        "{head} of 128 ASCII characters are kept, · is encoded\n\
         \n      0 1 2 3 4 5 6 7 8 9 A B C D E F\n{rows}\
         \n  outside ASCII         {outside}\n  a space is written +  {plus}\n  \
         triplets are kept     {triplets}\n  reversible            {reversible}\n"
    )
}

const NOTHING: &str = "· · · · · · · · · · · · · · · ·";

#[test]
fn a_set_as_a_grid() {
    // RFC 3986: pchar = unreserved / pct-encoded / sub-delims / ":" / "@".
    let rows = [
        NOTHING,
        NOTHING,
        "· ! · · $ · & ' ( ) * + , - . ·",
        "0 1 2 3 4 5 6 7 8 9 : ; · = · ·",
        "@ A B C D E F G H I J K L M N O",
        "P Q R S T U V W X Y Z · · · · _",
        "· a b c d e f g h i j k l m n o",
        "p q r s t u v w x y z · · · ~ ·",
    ];
    let facts = ["encoded", "no", "no", "yes"];
    gives(&["sets", "rfc3986:segment"], b"", grid("rfc3986:segment: 79", rows, facts));
    // URL standard: C0 controls and all code points greater than U+007E are encoded, so `%` is not.
    let rows = [
        NOTHING,
        NOTHING,
        "␠ ! \" # $ % & ' ( ) * + , - . /",
        "0 1 2 3 4 5 6 7 8 9 : ; < = > ?",
        "@ A B C D E F G H I J K L M N O",
        "P Q R S T U V W X Y Z [ \\ ] ^ _",
        "` a b c d e f g h i j k l m n o",
        "p q r s t u v w x y z { | } ~ ·",
    ];
    let facts = ["encoded", "no", "no", "no"];
    gives(&["sets", "whatwg:c0-control"], b"", grid("whatwg:c0-control: 95", rows, facts));
    // URL standard, the serializer of forms: alphanumerics and `*-._`; a space is `+`.
    let rows = [
        NOTHING,
        NOTHING,
        "· · · · · · · · · · * · · - . ·",
        "0 1 2 3 4 5 6 7 8 9 · · · · · ·",
        "· A B C D E F G H I J K L M N O",
        "P Q R S T U V W X Y Z · · · · _",
        "· a b c d e f g h i j k l m n o",
        "p q r s t u v w x y z · · · · ·",
    ];
    let facts = ["encoded", "yes", "no", "yes"];
    gives(&["sets", "whatwg:form"], b"", grid("whatwg:form: 66", rows, facts));
}

#[test]
fn what_is_below_a_grid() {
    // RFC 3987: iquery has ucschar and iprivate, isegment only ucschar. RFC 6570: `{+var}` keeps triplets.
    for (name, outside, triplets) in [
        ("rfc3987:iquery", "ucschar and iprivate kept", "no"),
        ("rfc3987:isegment", "ucschar kept", "no"),
        ("rfc6570:reserved", "encoded", "yes"),
    ] {
        let output = run(&["sets", name], b"");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let facts: Vec<&str> = text.lines().skip(12).take(3).collect();
        let expected = [
            format!("  outside ASCII         {outside}"),
            "  a space is written +  no".to_owned(),
            format!("  triplets are kept     {triplets}"),
        ];
        assert_eq!(facts, expected, "{name}");
    }
}

#[test]
fn two_sets_compared() {
    // RFC 3986: a query has `/` and `?` besides pchar.
    let both = format!("kept by both           !$&'()*+,-.0123456789:;=@{ALPHA}~\n");
    gives(
        &["sets", "rfc3986:segment", "rfc3986:query"],
        b"",
        format!("{both}only rfc3986:segment   nothing\nonly rfc3986:query     /?\n"),
    );
    gives(
        &["sets", "rfc3986:query", "rfc3986:segment"],
        b"",
        format!("{both}only rfc3986:query     /?\nonly rfc3986:segment   nothing\n"),
    );
    gives(
        &["sets", "whatwg:form", "rfc3987:iquery"],
        b"",
        format!(
            "kept by both           *-.0123456789{ALPHA}\n\
             only whatwg:form       nothing\n\
             only rfc3987:iquery    !$&'()+,/:;=?@~\n\
             outside ASCII          encoded / ucschar and iprivate kept\n\
             a space                + / by the set\n"
        ),
    );
    gives(
        &["sets", "rfc3987:isegment", "dialect:java"],
        b"",
        format!(
            "kept by both           *-.0123456789{ALPHA}\n\
             only rfc3987:isegment  !$&'()+,:;=@~\n\
             only dialect:java      nothing\n\
             outside ASCII          ucschar kept / encoded\n\
             a space                by the set / +\n"
        ),
    );
    // A space is shown.
    let output = run(&["sets", "whatwg:c0-control", "whatwg:query"], b"");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.lines().nth(1), Some("only whatwg:c0-control ␠\"#<>"));
    assert_eq!(text.lines().count(), 3);
}

#[test]
fn all_sets_listed() {
    let output = run(&["sets"], b"");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.starts_with("rfc3986:unreserved         any data, anywhere in a URI\n"), "{text}");
    assert!(
        text.ends_with("\ndialect:dart-query         Dart Uri.encodeQueryComponent; space is +\n"),
        "{text}"
    );
    // The specifications are parted by an empty line, and each comes once.
    let groups: Vec<&str> = text.split("\n\n").collect();
    let specification = |line: &str| line.split_once(':').expect("a name").0.to_owned();
    let mut names: Vec<String> = Vec::new();
    for group in &groups {
        let first = specification(group);
        for line in group.lines() {
            assert_eq!(specification(line), first, "{line}");
            let (name, about) = line.split_at(27);
            assert!(!about.is_empty() && !about.starts_with(' '), "{line}");
            names.push(name.trim_end().to_owned());
        }
    }
    let mut specifications: Vec<String> = groups.iter().map(|group| specification(group)).collect();
    assert_eq!(specifications.len(), 14);
    specifications.sort();
    specifications.dedup();
    assert_eq!(specifications.len(), 14);
    // The same sets as JSON, and each of them by its name.
    let output = run(&["sets", "--json"], b"");
    let all: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let listed: Vec<&str> = all.iter().map(|set| set["name"].as_str().expect("a name")).collect();
    assert_eq!(listed, names);
    for (set, line) in all.iter().zip(text.lines().filter(|line| !line.is_empty())) {
        assert_eq!(&line[27..], set["about"].as_str().expect("text"), "{line}");
    }
    fails(&["sets", "rfc3986:segmnt"], b"", 2, "", "the nearest one is `rfc3986:segment`");
}

#[test]
fn as_json() {
    let object = |arguments: &[&str]| -> Value {
        serde_json::from_slice(&run(arguments, b"").stdout).expect("JSON")
    };
    let form = json!({
        "name": "whatwg:form", "keeps": format!("*-.0123456789{ALPHA}"), "non_ascii": "encoded",
        "space_as_plus": true, "keeps_triplets": false, "reversible": true,
    });
    assert_eq!(object(&["sets", "--json", "whatwg:form"]), form);
    // RFC 6570 3.2.3: unreserved, reserved, and triplets as they are.
    let reserved = json!({
        "name": "rfc6570:reserved",
        "keeps": format!("!#$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]{}~", &ALPHA[26..]),
        "non_ascii": "encoded", "space_as_plus": false, "keeps_triplets": true,
        "reversible": false,
    });
    let both = json!({
        "only_first": "", "only_second": "!#$&'()+,/:;=?@[]~", "first": form, "second": reserved,
    });
    assert_eq!(object(&["sets", "--json", "whatwg:form", "rfc6570:reserved"]), both);
}
#[test]
fn listed_shown_and_compared() {
    let list = run(&["sets"], b"");
    let list = String::from_utf8(list.stdout).expect("UTF-8");
    assert!(list.contains("rfc3986:segment") && list.lines().count() >= 91);
    let grid = String::from_utf8(run(&["sets", "rfc3986:unreserved"], b"").stdout).expect("UTF-8");
    assert!(
        grid.contains("66 of 128") && grid.contains("5x  P Q R S T U V W X Y Z · · · · _"),
        "{grid}"
    );
    let both = run(&["sets", "rfc3986:segment", "rfc3986:path"], b"");
    let both = String::from_utf8(both.stdout).expect("UTF-8");
    assert!(both.contains("only rfc3986:path      /"), "{both}");
    let json = run(&["sets", "--json"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json.as_array().expect("a list").len(), 95);
    let json = run(&["sets", "--json", "rfc3986:path", "rfc3986:segment"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["only_first"], "/");
}
