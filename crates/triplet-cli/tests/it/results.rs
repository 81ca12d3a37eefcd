//! Where the results of fields go: `--values-only` and `--new-field`.

use crate::running::{Folder, fails, gives, run, text};

const LOG: &str = "::1 - - [10/Oct/2025:13:55:36 +0000] \"GET /s?q=tea+%26+milk%0Ax HTTP/1.1\" 200 1\r\n\
                   # a comment\r\n\r\n\
                   ::1 - - [10/Oct/2025:13:55:36 +0000] \"GET /x HTTP/1.1\" 200 1\r\n\
                   ::1 - - [10/Oct/2025:13:55:36 +0000] \"-\" 408 0";

#[test]
fn values_of_logs() {
    let values =
        ["uri", "get", "--plus", "{query:q}", "--values-only", "--log-field", "request-target"];
    gives(&values, LOG.as_bytes(), "tea & milk%0Ax\n\n\n");
    gives(&values, b"", "");
    let bad = "bad\n::1 - - [10/Oct/2025:13:55:36 +0000] \"GET /?q=1 HTTP/1.1\" 200 1\n";
    fails(&values, bad.as_bytes(), 1, "\n1\n", "stdin:1:1: ");
    let decode = ["decode", "--values-only", "--log-field"];
    let extended = "#Fields: a b\n1 x%20y\n2 -\n";
    gives(&[&decode[..], &["b"]].concat(), extended.as_bytes(), "x y\n\n");
    fails(&[&decode[..], &["c"]].concat(), extended.as_bytes(), 1, "", "no field is named `c`");
}

#[test]
fn values_of_csv() {
    let values = ["uri", "get", "{query:q}", "--values-only", "--csv-column", "url"];
    let table = "\u{FEFF}id,url\r\n1,\"https://a/?q=a%22,b\"\r\n2,/\r\n3,/?q=%zz\r\n4\r\n5,/?q=c";
    fails(&values, table.as_bytes(), 1, "a\",b\n\n\n\nc\n", "record 4, column `url`: `%z`");
    gives(&values, b"url\n/?q=1\n", "1\n");
    let number = ["decode", "--values-only", "--csv-column", "2"];
    gives(&number, b"a,b%20c\nd,e\n", "b c\ne\n");
    fails(&values, b"a\n1\n", 1, "", "no column is named `url`");
}

#[test]
fn values_of_json() {
    let values = ["decode", "--values-only", "--json-field", "u[]"];
    let lines = "{\"u\":[\"a%20b\",\"c%0Ad\"]}\n{\"u\":[]}\nbad\n{\"u\":[\"\\n\"]}\n";
    fails(&values, lines.as_bytes(), 1, "a b\nc%0Ad\n\n\n%0A\n", "stdin:3:1: ");
    let whole = [&values[..], &["-0"]].concat();
    gives(&whole, b"{\"u\":[\"a%20b\",\n\"c\"]}\n", "a b\nc\n");
}

#[test]
fn new_columns() {
    let host = ["uri", "get", "{host}", "--csv-column", "url", "--new-field", "the,host"];
    let table = "id,url\r\n1,\"http://a/,x\"\r\n\r\n2,http://b/";
    let with = "id,url,\"the,host\"\r\n1,\"http://a/,x\",a\r\n\r\n2,http://b/,b";
    gives(&host, table.as_bytes(), with);
    // A column before others, a field in error, a record without the column.
    let table = "url,id\nhttp://a/?q=%zz,1\n,\n";
    let query = ["uri", "get", "{query:q}", "--csv-column", "url", "--new-field", "q"];
    fails(
        &query,
        table.as_bytes(),
        1,
        "url,id,q\nhttp://a/?q=%zz,1,\n,,\n",
        "record 2, column `url`",
    );
    fails(&query, b"id,url\n1\n", 1, "id,url,q\n1\n", "record 2 has 1 columns");
    fails(&query, b"q,url\n1,/\n", 1, "", "a column is named `q` already");
    let tabs = [
        "decode",
        "--csv-column",
        "u",
        "--csv-delimiter",
        "tab",
        "--csv-no-quotes",
        "--new-field",
        "d",
    ];
    gives(&tabs, b"u\tx\na%09b\t\"\n", "u\tx\td\na%09b\t\"\ta%09b\n");
    let folder = Folder::new("new-column");
    let file = folder.file("t.csv", b"url\nhttp://a/\n");
    gives(
        &["uri", "get", "{host}", "--csv-column", "url", "--new-field", "h", "-i", text(&file)],
        b"",
        "",
    );
    assert_eq!(std::fs::read(&file).expect("a file"), b"url,h\nhttp://a/,a\n");
}

/// The blocks of a long file join where they should.
#[test]
fn new_columns_of_a_long_table() {
    let mut table = String::from("url,id\n");
    let mut expected = String::from("url,id,d\n");
    for number in 0..40_000 {
        table += &format!("a%20{number},{number}\n");
        expected += &format!("a%20{number},{number},a {number}\n");
    }
    gives(&["decode", "--csv-column", "url", "--new-field", "d"], table.as_bytes(), expected);
    let values: String = (0..40_000).map(|number| format!("a {number}\n")).collect();
    gives(&["decode", "--csv-column", "url", "--values-only"], table.as_bytes(), values);
}

#[test]
fn new_members() {
    let host = ["uri", "get", "{host}", "--json-field", "a.url", "--new-field", "ho\"st"];
    let line = "{ \"a\" : {\"url\": \"http:\\/\\/h/\" }, \"x\":1.0}\n";
    let with = "{ \"a\" : {\"url\": \"http:\\/\\/h/\",\"ho\\\"st\":\"h\" }, \"x\":1.0}\n";
    gives(&host, line.as_bytes(), with);
    let array = ["decode", "--json-field", "r[].u", "--new-field", "d"];
    let line = "{\"r\":[{\"u\":\"a%20b\"},{\"u\":\"c\"}]}\n";
    let with = "{\"r\":[{\"u\":\"a%20b\",\"d\":\"a b\"},{\"u\":\"c\",\"d\":\"c\"}]}\n";
    gives(&array, line.as_bytes(), with);
    let line = "{\"u\":\"x\",\"d\":1}\n";
    let same = ["decode", "--json-field", "u", "--new-field", "d"];
    fails(&same, line.as_bytes(), 1, line, "it has a member `d` already (--new-field)");
    let element = ["decode", "--json-field", "u[]", "--new-field", "d"];
    fails(&element, b"", 2, "", "this path leads to an element");
}

#[test]
fn options_that_do_not_go_together() {
    for (arguments, words) in [
        (&["--values-only"][..], "--values-only goes with --json-field"),
        (&["--new-field", "d"], "--new-field goes with --json-field"),
        (
            &["--csv-column", "1", "--new-field", "d"],
            "--new-field goes with a column that has a name",
        ),
        (&["--csv-column", "a", "--csv-column", "b", "--values-only"], "several are given"),
        (&["--log-field", "a", "--new-field", "d"], "--new-field"),
        (&["--csv-column", "a", "--new-field", "d", "--values-only"], "--values-only"),
        (&["--csv-column", "a", "--values-only", "-i", "f"], "--in-place"),
    ] {
        fails(&[&["decode"], arguments].concat(), b"", 2, "", words);
    }
    let output = run(&["decode", "-h"], b"");
    assert!(output.stdout.iter().filter(|byte| **byte == b'\n').count() <= 50);
}
