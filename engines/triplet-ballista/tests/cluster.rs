//! A cluster of processes gives the answers that one process gives, and goes on when one of its executors is killed.

mod processes;

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use processes::{Cluster, Process, free_address, spawn, wait_for};

const PROGRAM: &str = env!("CARGO_BIN_EXE_triplet-ballista");

/// One cluster at a time: two would take turns on the processors, and the one that loses an executor would be lost too soon.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn cluster(folder: &Path) -> Cluster {
    Cluster::start(Path::new(PROGRAM), 2, folder).unwrap()
}

/// A query of the cluster.
fn there(cluster: &Cluster, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["query", "--scheduler", &cluster.url()]).args(arguments);
    command
}

/// A query in one process.
fn here(arguments: &[&str]) -> String {
    text(Command::new(PROGRAM).args(["query", "--local"]).args(arguments).output().unwrap())
}

fn text(output: Output) -> String {
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn message(output: Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!message.contains("panic"), "{message}");
    message
}

/// Parquet files of rows that are encoded, malformed, no text, and NULL, written by the program itself.
fn table(folder: &Path, files: u32, rows: u32) -> String {
    let folder = folder.join("table");
    fs::create_dir_all(&folder).unwrap();
    for file in 0..files {
        let path = folder.join(format!("{file}.parquet"));
        let (first, end) = (u64::from(file * rows), u64::from((file + 1) * rows));
        here(&[&format!(
            "COPY (SELECT n, CASE \
               WHEN n % 1000 = 7 THEN 'bad%zz' || n \
               WHEN n % 1000 = 8 THEN '%FF' || n \
               WHEN n % 1000 = 9 THEN NULL \
               WHEN n % 3 = 0 THEN 'q=caf%C3%A9+' || (n % 50) || '&page=' || (n % 7) || '&utf8=%E2%9C%93' \
               ELSE '/p/' || (n % 50) || '/%7Euser/a%2Fb?x=%41' END AS url \
             FROM (SELECT unnest(range({first}, {end})) AS n)) \
             TO '{}' STORED AS PARQUET",
            path.display()
        )]);
    }
    format!("--table=t={}", folder.display())
}

/// Uses functions of each kind: text, NULL for a bad row, struct, list, two columns.
const QUERY: &str = "\
SELECT pct_error(url)['kind'] AS kind, form_get(url, 'q') AS q, uri_parts(url)['path'] AS path, \
  count(*) AS rows, count(try_pct_decode(url)) AS decoded, \
  sum(octet_length(try_pct_decode(url))) AS octets, \
  sum(octet_length(pct_encode(url, 'rfc3986:unreserved'))) AS encoded, \
  count(DISTINCT pct_normalize(url)) AS urls, \
  sum(CASE WHEN pct_equivalent(url, '/p/1/~user/a%2fb?x=A') THEN 1 ELSE 0 END) AS same \
FROM t GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";

#[test]
fn the_same_answer_as_in_one_process() {
    let _alone = alone();
    let folder = folder("same");
    let table = table(&folder, 4, 20_000);
    let cluster = cluster(&folder);
    // A list of each row must be taken apart, too.
    let pairs = "SELECT pair['name'] AS name, pair['value'] AS value, count(*) AS rows \
                 FROM (SELECT unnest(form_parse(url)) AS pair FROM t WHERE url LIKE 'q=%') \
                 GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 5";
    for (sql, part) in [(QUERY, "café 0"), (pairs, "✓")] {
        let expected = here(&[&table, sql]);
        assert!(expected.contains(part), "{expected}");
        let found = text(there(&cluster, &[&table, sql]).output().unwrap());
        assert_eq!(found, expected, "{}", cluster.logs());
    }
    for executor in [1, 2] {
        let tasks = cluster.tasks(executor);
        assert!(!tasks.ended.is_empty(), "executor {executor} did nothing\n{}", cluster.logs());
    }
}

#[test]
fn a_bad_row_is_named_and_harms_no_executor() {
    let _alone = alone();
    let folder = folder("bad");
    let table = table(&folder, 2, 2_000);
    let mut cluster = cluster(&folder);
    let ask = |sql: &str| there(&cluster, &[&table, sql]).output().unwrap();
    // Which, where, and what to do. The first bad row of both files is their row 7.
    let found = message(ask("SELECT max(pct_decode(url)) FROM t"));
    assert!(found.contains("pct_decode: row 7: "), "{found}\n{}", cluster.logs());
    assert!(found.contains("offset 3") && found.contains("try_pct_decode"), "{found}");
    // A misspelt set, and a column of another type, never leave the client.
    let found = message(ask("SELECT pct_encode(url, 'rfc3986:unresrved') FROM t"));
    assert!(found.contains("rfc3986:unreserved"), "{found}");
    let found = message(ask("SELECT pct_decode(n) FROM t"));
    assert!(found.contains("pct_decode") && found.contains("Int64"), "{found}");
    // The executors live and answer: 8 rows are bad, and 4 more are NULL.
    let sql =
        "SELECT count(pct_error(url)) AS bad, count(*) - count(try_pct_decode(url)) AS none FROM t";
    let found = text(ask(sql));
    assert!(found.contains("| 8   | 12   |"), "{found}\n{}", cluster.logs());
    for executor in &mut cluster.executors {
        assert!(executor.0.try_wait().unwrap().is_none());
    }
}

#[test]
fn an_executor_is_killed_in_the_middle_and_the_answer_is_right() {
    let _alone = alone();
    let folder = folder("killed");
    let table = table(&folder, 24, 60_000);
    let mut cluster = cluster(&folder);
    let expected = here(&[&table, QUERY]);
    let mut query = there(&cluster, &[&table, QUERY]);
    let mut query = query.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    // In the middle: it has ended a task, whose result is lost with it, and has begun one that it does not end.
    let lost = loop {
        let tasks = cluster.tasks(1);
        if !tasks.ended.is_empty() && tasks.begun.len() > tasks.ended.len() {
            break tasks;
        }
        assert!(query.try_wait().unwrap().is_none(), "the query ended\n{}", cluster.logs());
        assert!(start.elapsed() < Duration::from_secs(60), "{}", cluster.logs());
        thread::sleep(Duration::from_millis(2));
    };
    let victim = &mut cluster.executors[0].0;
    let id = victim.id();
    victim.kill().unwrap(); // SIGKILL
    let status = victim.wait().unwrap();
    let killed = start.elapsed();
    #[cfg(unix)]
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9));
    assert!(!status.success());
    let before = cluster.tasks(2);
    assert!(query.try_wait().unwrap().is_none(), "the query ended before process {id} was killed");

    let found = text(query.wait_with_output().unwrap());
    assert_eq!(found, expected, "{}", cluster.logs());
    // The other executor did the rest, and again what was lost.
    let after = cluster.tasks(2);
    let rest = after.ended.len() - before.ended.len();
    assert!(rest >= 2 && after.begun.len() == after.ended.len(), "{after:?}");
    println!(
        "process {id} was killed {:.1} s after the query began: it had ended {} tasks and left {}; \
         the other had ended {}, ended {rest} more, and the answer came after {:.1} s",
        killed.as_secs_f64(),
        lost.ended.len(),
        lost.begun.len() - lost.ended.len(),
        before.ended.len(),
        start.elapsed().as_secs_f64()
    );
    // It answers alone from then on.
    assert_eq!(text(there(&cluster, &[&table, QUERY]).output().unwrap()), expected);
}

/// The commands of README.md and docs/data.md, with other addresses and a smaller log, whose answers its generator counts.
#[test]
fn the_commands_of_the_documents() {
    let _alone = alone();
    let folder = folder("documents");
    let addresses: [SocketAddr; 5] = [(); 5].map(|()| free_address().unwrap());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = root.join("docs/data");
    let adapt = |command: &str| {
        let mut command = command.to_owned();
        for (port, address) in (50050..).zip(addresses) {
            let port = format!("{port}");
            command = command.replace(&port, &address.port().to_string());
        }
        let command = command.replace("engines/target/release/triplet-ballista", PROGRAM);
        command.replace("docs/data/", &format!("{}/", data.display())).replace("1000000", "5000")
    };
    let shell = |command: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-ec", &format!("exec {}", adapt(command))]).current_dir(&folder);
        shell.env("PYTHONIOENCODING", "utf-8");
        shell
    };
    let mut expected: Vec<Vec<String>> = Vec::new();
    let mut processes: Vec<Process> = Vec::new();
    let mut answers = Vec::new();
    let readme = include_str!("../README.md");
    let block = readme.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    for line in block.lines() {
        if line.contains("-ballista scheduler ") || line.contains("-ballista executor ") {
            let log = folder.join(format!("{}.log", processes.len()));
            processes.push(spawn(&mut shell(line), &log).unwrap());
            wait_for(addresses[[0, 1, 3][processes.len() - 1]]).unwrap();
        } else if line.contains("-ballista query ") {
            // The cluster's addresses are those that the program takes by itself, so the command does not name them.
            let scheduler = format!("query --scheduler df://{}", addresses[0]);
            answers.push(text(shell(&line.replace("query", &scheduler)).output().unwrap()));
        } else if line.starts_with("python3 ") {
            assert_eq!(text(shell(line).output().unwrap()), "");
            let counted = text(shell(&line.replace(" log.csv", " --answers")).output().unwrap());
            let rows = counted.lines();
            expected = rows.map(|row| row.split(',').map(str::to_owned).collect()).collect();
        } else {
            // What `cargo test` has done.
            assert_eq!(
                line,
                "cargo build --release --manifest-path engines/Cargo.toml -p triplet-ballista"
            );
        }
    }
    assert_eq!((processes.len(), answers.len()), (3, 1));
    assert!(expected.len() > 30);
    let found = answers[0].lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    let found: Vec<Vec<&str>> =
        found.map(|row| row.split(" | ").map(str::trim).collect()).collect();
    assert_eq!(found, expected);
    // The other document has the same command.
    let query = block.lines().find(|line| line.contains("-ballista query ")).unwrap();
    assert!(fs::read_to_string(root.join("docs/data.md")).unwrap().contains(query));
}

#[test]
fn what_is_wrong_is_said() {
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).output().unwrap();
    let wrong = run(&["executor", "--cors", "1"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--cores"));
    let found = message(run(&["query", "--local", "--table", "log.csv", "SELECT 1"]));
    assert!(found.contains("NAME=PATH"), "{found}");
    let found = message(run(&["query", "--local", "SELECT pct_decod('a')"]));
    assert!(found.contains("pct_decode"), "{found}");
    // Nobody is there.
    let address = free_address().unwrap();
    let url = format!("df://{address}");
    let found =
        message(run(&["query", "--scheduler", &url, "SELECT pct_decode('a') FROM (VALUES (1))"]));
    assert!(found.contains(&address.to_string()), "{found}");
}
