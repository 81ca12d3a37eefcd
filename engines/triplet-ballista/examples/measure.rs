//! The same query on a cluster of one executor and of two, with one core each, and in one process with one thread.
//!
//! ```sh
//! cargo build --release -p triplet-ballista
//! cargo run --release -p triplet-ballista --example measure -- 20000000
//! ```

#[path = "../../bench/src/corpus.rs"]
mod corpus;

use std::error::Error;
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};

use corpus::{Corpus, batches};

type Outcome<T> = Result<T, Box<dyn Error>>;

const FILES: u64 = 16;
const TURNS: usize = 3;

const QUERIES: [(&str, &str); 3] = [
    ("no function", "SELECT count(*), sum(octet_length(s)) FROM t"),
    ("`pct_decode`", "SELECT count(*), sum(octet_length(pct_decode(s))) FROM t"),
    (
        "decode, split, group",
        "SELECT uri_parts(s)['path'] AS path, count(*) AS n, sum(octet_length(pct_decode(s))) AS octets \
         FROM (SELECT split_part(s, '%7E', 1) AS s FROM t) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
    ),
];

/// A process that ends with the benchmark.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A scheduler with its executors.
struct Cluster {
    url: String,
    _processes: Vec<Process>,
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let rows: u64 = std::env::args().nth(1).ok_or("usage: measure ROWS")?.parse()?;
    let folder = std::env::temp_dir().join(format!("triplet-engines-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let result = measure(rows, &folder).await;
    fs::remove_dir_all(&folder)?;
    result
}

async fn measure(rows: u64, folder: &Path) -> Outcome<()> {
    let table = folder.join("table");
    for _ in 0..FILES {
        let (batches, _) = batches(Corpus::Escaped, rows / FILES, false)?;
        let frame = SessionContext::new().read_batches(batches)?;
        let path =
            table.join(format!("{}.parquet", fs::read_dir(&table).map_or(0, Iterator::count)));
        fs::create_dir_all(&table)?;
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        frame.write_parquet(&path.to_string_lossy(), options, None).await?;
    }
    let program = program()?;
    let clusters = [start(&program, 1, folder)?, start(&program, 2, folder)?];
    println!(
        "{rows} rows of Parquet in {FILES} files, million rows a second, best of {TURNS} turns\n"
    );
    println!("| query | in one thread | one executor | two executors | two / one |");
    println!("|---|--:|--:|--:|--:|");
    for (about, sql) in QUERIES {
        let mut times: [Vec<f64>; 3] = Default::default();
        let mut answers = Vec::new();
        for _ in 0..TURNS {
            for (place, times) in times.iter_mut().enumerate() {
                let ctx = match place {
                    0 => local(),
                    _ => triplet_ballista::client::connect(&clusters[place - 1].url).await?,
                };
                ctx.register_parquet("t", &table.to_string_lossy(), ParquetReadOptions::default())
                    .await?;
                let frame = ctx.sql(sql).await?;
                let start = Instant::now();
                let answer = frame.collect().await?;
                times.push(start.elapsed().as_secs_f64());
                answers.push(pretty_format_batches(&answer)?.to_string());
            }
        }
        if answers.iter().any(|answer| *answer != answers[0]) {
            return Err(format!("the answers differ:\n{}", answers.join("\n")).into());
        }
        let [local, one, two] = times.map(|times| times.into_iter().fold(f64::INFINITY, f64::min));
        let rate = |time: f64| rows as f64 / time / 1e6;
        println!(
            "| {about} | {:.1} | {:.1} | {:.1} | **{:.2}** |",
            rate(local),
            rate(one),
            rate(two),
            one / two
        );
    }
    Ok(())
}

/// A session of this process, with one thread.
fn local() -> SessionContext {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    triplet_datafusion::register_all(&ctx);
    ctx
}

/// The cluster's program.
fn program() -> Outcome<PathBuf> {
    // Examples are in a folder beside it.
    let example = std::env::current_exe()?;
    let folder = example.parent().and_then(Path::parent).ok_or("no folder")?;
    let program = folder.join("triplet-ballista");
    if program.is_file() {
        Ok(program)
    } else {
        Err(format!(
            "{} is not built: cargo build --release -p triplet-ballista",
            program.display()
        )
        .into())
    }
}

fn start(program: &Path, executors: usize, folder: &Path) -> Outcome<Cluster> {
    let scheduler = free_address()?;
    let mut processes = vec![spawn(
        program,
        &["scheduler", "--listen", &scheduler.to_string()],
        &folder.join(format!("scheduler-{executors}.log")),
    )?];
    wait_for(scheduler)?;
    for executor in 0..executors {
        let (listen, grpc) = (free_address()?, free_address()?);
        let work = folder.join(format!("work-{executors}-{executor}"));
        fs::create_dir_all(&work)?;
        processes.push(spawn(
            program,
            &[
                "executor",
                "--scheduler",
                &scheduler.to_string(),
                "--listen",
                &listen.to_string(),
                "--grpc-port",
                &grpc.port().to_string(),
                "--cores",
                "1",
                "--work-dir",
                &work.to_string_lossy(),
            ],
            &folder.join(format!("executor-{executors}-{executor}.log")),
        )?);
        wait_for(listen)?;
    }
    Ok(Cluster { url: format!("df://{scheduler}"), _processes: processes })
}

fn spawn(program: &Path, arguments: &[&str], log: &Path) -> Outcome<Process> {
    let log = File::create(log)?;
    let child = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(log).spawn()?;
    Ok(Process(child))
}

/// An address that nobody listens on: the system gave it out a moment ago.
fn free_address() -> Outcome<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

fn wait_for(address: SocketAddr) -> Outcome<()> {
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        if start.elapsed() > Duration::from_secs(60) {
            return Err(format!("nobody listens on {address}").into());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
