//! The SQL functions beside those of `datafusion-spark` for the same purpose, and beside no function. All that a row of the
//! table compares runs in turns in one process, so that the ratios hold whatever else the machine did.
//!
//! ```sh
//! cargo build --release --manifest-path engines/Cargo.toml -p triplet-ballista -p triplet-engines-bench --all-targets
//! engines/target/release/triplet-engines-bench 5000000
//! ```

mod corpus;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::array::{Array, Int64Array};
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use triplet_datafusion::Function;

use corpus::{Corpus, batches};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How often each contestant runs. The median counts.
const TURNS: usize = 5;

/// A row of the table: a corpus, ours, and the peer, each as an expression over the column `s`.
struct Pair {
    corpus: Corpus,
    ours: &'static str,
    peer: &'static str,
}

const PAIRS: [Pair; 6] = [
    Pair { corpus: Corpus::Escaped, ours: "pct_decode(s)", peer: "url_decode(s)" },
    Pair { corpus: Corpus::Clean, ours: "pct_decode(s)", peer: "url_decode(s)" },
    Pair { corpus: Corpus::Dense, ours: "pct_decode(s)", peer: "url_decode(s)" },
    Pair { corpus: Corpus::Escaped, ours: "try_pct_decode(s)", peer: "try_url_decode(s)" },
    // The set of Spark's function: a space is `+`.
    Pair { corpus: Corpus::Text, ours: "pct_encode(s, 'spark')", peer: "url_encode(s)" },
    Pair { corpus: Corpus::Clean, ours: "pct_encode(s, 'spark')", peer: "url_encode(s)" },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [rows] => measure(rows),
        _ => Err("usage: triplet-engines-bench ROWS".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(rows: &str) -> Outcome<()> {
    let rows: u64 = rows.parse()?;
    println!("{rows} rows in memory, one thread; million rows a second, median of {TURNS} turns\n");
    println!(
        "| rows | column | ours | | `datafusion-spark` | | no function | ours / theirs | ours / none |"
    );
    println!("|---|---|---|--:|---|--:|--:|--:|--:|");
    let runtime = tokio::runtime::Runtime::new()?;
    for pair in &PAIRS {
        for views in [false, true] {
            runtime.block_on(compare(pair, views, rows))?;
        }
    }
    // What an executor of a cluster does again for each batch of 8,192 rows.
    const TIMES: u32 = 10_000;
    let start = Instant::now();
    for _ in 0..TIMES {
        std::hint::black_box(Function::Encode.bind(std::hint::black_box(&["whatwg:form", "gbk"])))
            .map_err(|error| error.to_string())?;
    }
    let time = seconds(start) / f64::from(TIMES) * 1e6;
    println!("\nbinding the constants of a call: {time:.2} µs");
    Ok(())
}

async fn compare(pair: &Pair, views: bool, rows: u64) -> Outcome<()> {
    let config = SessionConfig::new().with_target_partitions(1);
    let ctx = SessionContext::new_with_config(config);
    triplet_datafusion::register_all(&ctx);
    for function in datafusion_spark::function::url::functions() {
        ctx.register_udf(ScalarUDF::clone(&function));
    }
    let (batches, octets) = batches(pair.corpus, 0..rows, views)?;
    let table = MemTable::try_new(batches[0].schema(), vec![batches])?;
    ctx.register_table("t", Arc::new(table))?;

    // The same texts, row by row, before anything is measured.
    let differ =
        format!("SELECT count(*) FROM t WHERE {} IS DISTINCT FROM {}", pair.ours, pair.peer);
    if number(&ctx, &differ).await? != 0 {
        return Err(format!("{} and {} differ", pair.ours, pair.peer).into());
    }

    let contestants = [pair.ours, pair.peer, "s"];
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut sums = [0; 3];
    for _ in 0..TURNS {
        for ((expression, times), sum) in contestants.iter().zip(&mut times).zip(&mut sums) {
            let query = format!("SELECT sum(octet_length({expression})) FROM t");
            let start = Instant::now();
            *sum = number(&ctx, &query).await?;
            times.push(seconds(start));
        }
    }
    if sums[0] != sums[1] {
        return Err(format!("the lengths differ: {sums:?}").into());
    }
    let [ours, peer, none] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[TURNS / 2]
    });
    let rate = |time: f64| rows as f64 / time / 1e6;
    println!(
        "| {}, {octets} octets | {} | `{}` | {:.1} | `{}` | {:.1} | {:.1} | **{:.1}** | {:.2} |",
        pair.corpus.about(),
        if views { "Utf8View" } else { "Utf8" },
        pair.ours,
        rate(ours),
        pair.peer,
        rate(peer),
        rate(none),
        peer / ours,
        none / ours,
    );
    Ok(())
}

/// The one number that a query gives.
async fn number(ctx: &SessionContext, query: &str) -> Outcome<i64> {
    let batches = ctx.sql(query).await?.collect().await?;
    match batches.as_slice() {
        [batch] if batch.num_rows() == 1 => {
            let column = batch.column(0).as_any().downcast_ref::<Int64Array>();
            column.filter(|column| column.is_valid(0)).map(|column| column.value(0))
        }
        _ => None,
    }
    .ok_or_else(|| format!("{query}: not one number").into())
}

/// Seconds since then.
fn seconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}
