//! A cluster of processes on the loopback interface gives the answers that one process gives, and goes on when one of its
//! executors is killed.

use std::fmt::Write as _;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_triplet-ballista");

/// One cluster at a time: two would take turns on the processors, and the times of the one that loses an executor tell
/// less.
static ALONE: Mutex<()> = Mutex::new(());

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A scheduler and two executors.
struct Cluster {
    scheduler: SocketAddr,
    executors: Vec<Process>,
    _scheduler_process: Process,
    folder: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

/// Addresses that nobody listens on: the system gave them out a moment ago.
fn free_addresses<const N: usize>() -> [SocketAddr; N] {
    let listeners = [(); N].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap());
    listeners.map(|listener| listener.local_addr().unwrap())
}

fn start(arguments: &[&str], log: &Path) -> Process {
    let log = fs::File::create(log).unwrap();
    let child = Command::new(PROGRAM)
        .args(arguments)
        .env("RUST_LOG", "info")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    Process(child)
}

impl Cluster {
    fn start(name: &str) -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let [scheduler, one, one_grpc, two, two_grpc] = free_addresses::<5>();
        let address = scheduler.to_string();
        // A lost executor is found after 10 seconds instead of three minutes.
        let scheduler_process = start(
            &[
                "scheduler",
                "--listen",
                &address,
                "--executor-timeout",
                "10",
                "--expire-interval",
                "2",
            ],
            &folder.join("scheduler.log"),
        );
        wait_for(scheduler, "the scheduler");
        let mut executors = Vec::new();
        for (number, listen, grpc) in [(1, one, one_grpc), (2, two, two_grpc)] {
            let work = folder.join(format!("work-{number}"));
            fs::create_dir(&work).unwrap();
            executors.push(start(
                &[
                    "executor",
                    "--scheduler",
                    &address,
                    "--listen",
                    &listen.to_string(),
                    "--grpc-port",
                    &grpc.port().to_string(),
                    "--cores",
                    "1",
                    "--heartbeat",
                    "2",
                    "--work-dir",
                    work.to_str().unwrap(),
                ],
                &folder.join(format!("executor-{number}.log")),
            ));
            wait_for(listen, "an executor");
        }
        Self { scheduler, executors, _scheduler_process: scheduler_process, folder, _alone: alone }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = query(arguments);
        command.arg(format!("--scheduler=df://{}", self.scheduler));
        command
    }

    /// What each executor's folder for results holds.
    fn results_of(&self, executor: usize) -> usize {
        files(&self.folder.join(format!("work-{executor}")))
    }

    fn logs(&self) -> String {
        let mut logs = String::new();
        for entry in fs::read_dir(&self.folder).unwrap().flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "log") {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                let last: Vec<_> = text.lines().rev().take(12).collect();
                let last: Vec<_> = last.into_iter().rev().collect();
                let _ = writeln!(logs, "== {}\n{}", entry.path().display(), last.join("\n"));
            }
        }
        logs
    }
}

fn query(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("query").args(arguments);
    command
}

fn files(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 })
        .sum()
}

fn wait_for(address: SocketAddr, what: &str) {
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not listen on {address}");
        thread::sleep(Duration::from_millis(50));
    }
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

/// Parquet files of rows that are encoded, malformed, no text, and NULL, written by the program itself.
fn table(folder: &Path, files: u32, rows: u32) -> String {
    let folder = folder.join("table");
    fs::create_dir_all(&folder).unwrap();
    for file in 0..files {
        let path = folder.join(format!("{file}.parquet"));
        let (first, last) = (u64::from(file * rows), u64::from((file + 1) * rows) - 1);
        // The alias of the column is the name in the files.
        let sql = format!(
            "COPY (SELECT n, CASE \
               WHEN n % 1000 = 7 THEN 'bad%zz' || n \
               WHEN n % 1000 = 8 THEN '%FF' || n \
               WHEN n % 1000 = 9 THEN NULL \
               WHEN n % 3 = 0 THEN 'q=caf%C3%A9+' || n % 50 || '&page=' || n % 7 || '&utf8=%E2%9C%93' \
               ELSE '/p/' || n % 50 || '/%7Euser/a%2Fb?x=%41' END AS url \
             FROM (SELECT unnest(range({first}, {last} + 1)) AS n)) \
             TO '{}' STORED AS PARQUET",
            path.display()
        );
        text(query(&["--local", &sql]).output().unwrap());
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
    let cluster = Cluster::start("same");
    let table = table(&cluster.folder, 4, 20_000);
    let here = text(query(&["--local", &table, QUERY]).output().unwrap());
    let there = text(cluster.command(&[&table, QUERY]).output().unwrap());
    assert_eq!(there, here, "{}", cluster.logs());
    assert!(here.contains("café 0"), "{here}");
    for executor in [1, 2] {
        assert!(
            cluster.results_of(executor) > 0,
            "executor {executor} did nothing\n{}",
            cluster.logs()
        );
    }
    // A list of each row, in a query that a cluster must take apart.
    let pairs = "SELECT pair['name'] AS name, pair['value'] AS value, count(*) AS rows \
                 FROM (SELECT unnest(form_parse(url)) AS pair FROM t WHERE url LIKE 'q=%') \
                 GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 5";
    let here = text(query(&["--local", &table, pairs]).output().unwrap());
    assert!(here.contains("✓"), "{here}");
    assert_eq!(text(cluster.command(&[&table, pairs]).output().unwrap()), here);
}

#[test]
fn an_error_in_a_row_names_row_and_offset_and_harms_no_executor() {
    let cluster = Cluster::start("errors");
    let table = table(&cluster.folder, 2, 2_000);
    let output = cluster.command(&[&table, "SELECT max(pct_decode(url)) FROM t"]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(message.contains("pct_decode: row 7: "), "{message}\n{}", cluster.logs());
    assert!(message.contains("offset 3"), "{message}");
    assert!(!message.to_lowercase().contains("panic"), "{message}");
    // A misspelt set never leaves the client.
    let output = cluster
        .command(&[&table, "SELECT pct_encode(url, 'rfc3986:unresrved') FROM t"])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("rfc3986:unreserved"), "{message}");
    // The executors still answer.
    let count = text(
        cluster.command(&[&table, "SELECT count(pct_error(url)) AS bad FROM t"]).output().unwrap(),
    );
    assert!(count.contains("| 8   |"), "{count}\n{}", cluster.logs());
}

#[test]
fn an_executor_is_killed_in_the_middle_and_the_answer_is_right() {
    let mut cluster = Cluster::start("killed");
    let table = table(&cluster.folder, 24, 60_000);
    let here = text(query(&["--local", &table, QUERY]).output().unwrap());
    let mut running = cluster.command(&[&table, QUERY]);
    let mut running = running.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // In the middle: the executor has finished a part, whose result is lost with it, and the query goes on.
    let start = Instant::now();
    while cluster.results_of(1) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "no result\n{}", cluster.logs());
        assert!(running.try_wait().unwrap().is_none(), "the query ended\n{}", cluster.logs());
        thread::sleep(Duration::from_millis(5));
    }
    let victim = &mut cluster.executors[0];
    let id = victim.0.id();
    victim.0.kill().unwrap();
    assert!(!victim.0.wait().unwrap().success());
    assert!(
        running.try_wait().unwrap().is_none(),
        "the query ended before executor {id} was killed"
    );
    let there = text(running.wait_with_output().unwrap());
    assert_eq!(there, here, "{}", cluster.logs());
    println!(
        "killed process {id}; the answer came {:.1} s after the query began",
        start.elapsed().as_secs_f64()
    );
    // The one that is left answers alone.
    assert_eq!(text(cluster.command(&[&table, QUERY]).output().unwrap()), here);
}

#[test]
fn the_commands_of_the_readme_are_understood() {
    let mut count = 0;
    for line in include_str!("../README.md").lines() {
        let Some(arguments) = line.strip_prefix("target/release/triplet-ballista ") else {
            continue;
        };
        let (arguments, sql) = arguments.split_once('"').unwrap_or((arguments, ""));
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split_whitespace());
        if !sql.is_empty() {
            command.arg(sql.trim_end_matches('"'));
        }
        // Arguments are read before help is shown.
        let output = command.arg("--help").output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        count += 1;
    }
    assert_eq!(count, 4);
    let wrong = Command::new(PROGRAM).args(["executor", "--cors", "1"]).output().unwrap();
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--cores"));
}
