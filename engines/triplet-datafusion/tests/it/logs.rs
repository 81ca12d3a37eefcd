//! The example `logs`, as a person calls it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::tables::session;
use crate::visible;

/// The program: `cargo test` builds examples beside the tests.
fn program() -> PathBuf {
    let deps = std::env::current_exe().unwrap();
    let folder = deps.parent().and_then(Path::parent).unwrap();
    folder.join("examples").join(format!("logs{}", std::env::consts::EXE_SUFFIX))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn logs(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(program())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may not read it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn good(arguments: &[&str], input: &str) -> String {
    let output = logs(arguments, input);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{messages}");
    assert_eq!(messages, "");
    String::from_utf8(output.stdout).unwrap()
}

fn bad(arguments: &[&str], input: &str) -> String {
    let output = logs(arguments, input);
    assert_eq!(output.status.code(), Some(if arguments.is_empty() { 2 } else { 1 }));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!message.contains("panicked"), "{message}");
    message
}

const LOG: &str = "ip,url\n10.0.0.1,/p?q=caf%C3%A9\n10.0.0.2,\"/a,b%zz\"\n10.0.0.3,\n";

/// The query of docs/data.md, over a log whose answers its generator counts.
#[test]
fn a_day_of_logs() {
    let folder = folder("logs-day");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/data");
    let python = |arguments: &[&str]| {
        let mut generator = Command::new("python3");
        generator.arg(data.join("access_log.py")).args(["--rows", "5000"]).args(arguments);
        let output = generator.env("PYTHONIOENCODING", "utf-8").output().expect("python3");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let file = folder.join("log.csv");
    fs::write(&file, python(&[])).unwrap();
    let query = fs::read_to_string(data.join("answers.sql")).unwrap();
    let table = good(&[file.to_str().unwrap(), &query], "");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'))
        .map(|line| line.split(" | ").map(str::trim).collect())
        .collect();
    let answers = python(&["--answers"]);
    let expected: Vec<Vec<&str>> = answers.lines().map(|line| line.split(',').collect()).collect();
    assert!(expected.len() > 30);
    assert_eq!(rows, expected);
}

#[test]
fn a_query_of_a_csv_file() {
    let folder = folder("logs-csv");
    let file = folder.join("access.csv");
    fs::write(&file, LOG).unwrap();
    let file = file.to_str().unwrap();
    let found = good(&[file, "SELECT ip, try_pct_decode(url) AS url FROM logs ORDER BY ip"], "");
    let expected = "\
+----------+-----------+
| ip       | url       |
+----------+-----------+
| 10.0.0.1 | /p?q=café |
| 10.0.0.2 | NULL      |
| 10.0.0.3 | NULL      |
+----------+-----------+
";
    assert_eq!(found, expected);
    // A bad row: which, where, and what to do.
    let message = bad(&[file, "SELECT pct_decode(url) FROM logs"], "");
    assert!(message.contains("pct_decode: row 1: ") && message.contains("offset 4"), "{message}");
    assert!(message.contains("try_pct_decode"), "{message}");
    // No row: the names of the columns all the same.
    let empty = good(&[file, "SELECT pct_decode(url) AS u FROM logs WHERE false"], "");
    assert_eq!(empty, "+---+\n| u |\n+---+\n+---+\n");
    // Statements from a script.
    let two = good(&[file], "SELECT count(*) AS n\nFROM logs;\nSHOW FUNCTIONS LIKE 'uri%';\n");
    assert!(two.contains("| 3 |") && two.contains("uri_parts(reference)"), "{two}");
    let message = bad(&[file], "SELECT 1;\nSELECT nonsense FROM logs;\nSELECT 2;\n");
    assert!(message.contains("nonsense"), "{message}");
}

#[test]
fn the_command_of_the_readme() {
    let readme = include_str!("../../README.md");
    let (_, line) = readme.split_once("--example logs -- ").unwrap();
    let line = line.lines().next().unwrap();
    let (file, sql) = line.split_once(' ').unwrap();
    let file = folder("logs-readme").join(file);
    fs::write(&file, LOG).unwrap();
    let found = good(&[file.to_str().unwrap(), sql.trim_matches('"')], "");
    assert!(found.contains("| /p?q=café "), "{found}");
}

#[tokio::test]
async fn a_query_of_parquet_and_of_tabs() {
    let folder = folder("logs-parquet");
    let parquet = folder.join("access.parquet");
    let sql = format!("COPY (SELECT '%41' AS url) TO '{}' STORED AS PARQUET", parquet.display());
    session().sql(&sql).await.unwrap().collect().await.unwrap();
    let tabs = folder.join("access.tsv");
    fs::write(&tabs, "url\tn\n%41\t1\n").unwrap();
    for file in [parquet, tabs] {
        let found = good(&[file.to_str().unwrap(), "SELECT pct_decode(url) AS u FROM logs"], "");
        assert!(found.contains("| A |"), "{found}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder("logs-wrong");
    let file = folder.join("access.csv");
    fs::write(&file, LOG).unwrap();
    let file = file.to_str().unwrap();
    assert!(bad(&[], "").starts_with("usage: logs FILE"));
    assert!(good(&["--help"], "").starts_with("usage: logs FILE"));
    assert!(bad(&["nowhere.csv", "SELECT 1"], "").contains("nowhere.csv is not a file"));
    let other = folder.join("access.txt");
    fs::write(&other, LOG).unwrap();
    assert!(bad(&[other.to_str().unwrap(), "SELECT 1"], "").contains("neither .csv"));
    assert!(bad(&[file, "SELEKT 1"], "").contains("SELEKT"));
    assert!(bad(&[file, "SELECT pct_decod(url) FROM logs"], "").contains("pct_decode"));
    let set = bad(&[file, "SELECT pct_encode(url, 'rfc3986:pth') FROM logs"], "");
    assert!(set.contains("rfc3986:path"), "{set}");
    let broken = folder.join("broken.parquet");
    fs::write(&broken, "no parquet").unwrap();
    assert!(bad(&[broken.to_str().unwrap(), "SELECT 1"], "").to_lowercase().contains("parquet"));
}

#[test]
fn who_reads_the_first_line_only_ends_it_quietly() {
    let folder = folder("logs-pipe");
    let file = folder.join("access.csv");
    let mut rows = "url\n".to_owned();
    for n in 0..60_000 {
        rows += &format!(
            "/articles/{n}/caf%C3%A9-and-some-more-of-a-long-path/%E4%B8%AD%E6%96%87/%25/index\n"
        );
    }
    assert!(rows.len() > 5_000_000);
    fs::write(&file, rows).unwrap();
    let mut child = Command::new(program())
        .args([file.to_str().unwrap(), "SELECT pct_decode(url) FROM logs"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
}

#[test]
fn a_terminal_gets_nothing_that_it_obeys() {
    for (text, expected) in [
        ("| café 中文 \"a\\b'\n+--+\n", "| café 中文 \"a\\b'\n+--+\n"),
        ("\u{1b}[31m\u{7}\r", "\\u{1b}[31m\\u{7}\\u{d}"),
        ("\u{202e}\u{200b}\u{9b}\u{7f}\0", "\\u{202e}\\u{200b}\\u{9b}\\u{7f}\\u{0}"),
        // A mark that combines with the letter before it is text.
        ("e\u{301} नि", "e\u{301} नि"),
    ] {
        assert_eq!(visible::of(text), expected, "{text:?}");
    }
}
