//! The same queries in one process with one thread, and on clusters of one executor and of two, which have one core each.
//!
//! ```sh
//! cargo build --release --manifest-path engines/Cargo.toml -p triplet-ballista -p triplet-engines-bench --all-targets
//! engines/target/release/examples/measure 8000000
//! ```

#[path = "../../bench/src/corpus.rs"]
mod corpus;
#[path = "../tests/processes/mod.rs"]
#[allow(dead_code)] // What only tests ask.
mod processes;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};

use corpus::{Corpus, batches};
use processes::{Cluster, Outcome};

const FILES: u64 = 16;
const TURNS: usize = 5;

const QUERIES: [(&str, &str); 3] = [
    ("no function", "SELECT count(*), sum(octet_length(s)) FROM t"),
    ("`pct_decode`", "SELECT count(*), sum(octet_length(pct_decode(s))) FROM t"),
    (
        "split, decode, group",
        "SELECT split_part(uri_parts(s)['path'], '/', 3) AS page, count(*) AS n, \
           sum(octet_length(pct_decode(s))) AS octets FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
    ),
];

#[tokio::main]
async fn main() -> Outcome<()> {
    let rows: u64 = std::env::args().nth(1).ok_or("usage: measure ROWS")?.parse()?;
    let folder = std::env::temp_dir().join(format!("triplet-measure-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let result = measure(rows, &folder).await;
    fs::remove_dir_all(&folder)?;
    result
}

async fn measure(rows: u64, folder: &Path) -> Outcome<()> {
    let table = folder.join("table");
    fs::create_dir(&table)?;
    let rows_of_file = rows.div_ceil(FILES);
    for file in 0..FILES {
        let first = file * rows_of_file;
        let (batches, _) = batches(Corpus::Escaped, first..rows.min(first + rows_of_file), false)?;
        let frame = SessionContext::new().read_batches(batches)?;
        let path = table.join(format!("{file}.parquet"));
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        frame.write_parquet(&path.to_string_lossy(), options, None).await?;
    }
    let program = program()?;
    let one = Cluster::start(&program, 1, &folder.join("one"))?;
    let two = Cluster::start(&program, 2, &folder.join("two"))?;
    println!(
        "{rows} rows of Parquet in {FILES} files; million rows a second, median of {TURNS} turns\n"
    );
    println!("| query | one thread, no cluster | one executor | two executors | two / one |");
    println!("|---|--:|--:|--:|--:|");
    for (about, sql) in QUERIES {
        let mut times: [Vec<f64>; 3] = Default::default();
        let mut answers = Vec::new();
        for _ in 0..TURNS {
            for (place, times) in [None, Some(&one), Some(&two)].iter().zip(&mut times) {
                let ctx = match place {
                    None => local(),
                    Some(cluster) => triplet_ballista::client::connect(&cluster.url()).await?,
                };
                let path = table.to_string_lossy();
                ctx.register_parquet("t", &*path, ParquetReadOptions::default()).await?;
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
        let [local, one, two] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[TURNS / 2]
        });
        let rate = |time: f64| rows as f64 / time / 1e6;
        println!(
            "| {about} | {:.2} | {:.2} | {:.2} | {:.2} |",
            rate(local),
            rate(one),
            rate(two),
            one / two
        );
    }
    if two.executors.len() != 2 || two.tasks(1).ended.is_empty() || two.tasks(2).ended.is_empty() {
        return Err(format!("not both executors worked\n{}", two.logs()).into());
    }
    Ok(())
}

/// A session of this process, with one thread.
fn local() -> SessionContext {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    triplet_datafusion::register_all(&ctx);
    ctx
}

/// The cluster's program: examples are in a folder beside it.
fn program() -> Outcome<PathBuf> {
    let example = std::env::current_exe()?;
    let folder = example.parent().and_then(Path::parent).ok_or("no folder")?;
    let program = folder.join(format!("triplet-ballista{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        return Err(format!("{} is not built", program.display()).into());
    }
    Ok(program)
}
