//! The SQL functions beside DataFusion's own of the same purpose, and beside no function; and a cluster of one and of two
//! executors. All that a row of a table compares runs in turns in one process (or on one machine), so that the ratios hold
//! whatever else the machine did.
//!
//! ```sh
//! cargo run --release -p triplet-engines-bench -- functions 4000000
//! cargo run --release -p triplet-engines-bench -- cluster 20000000
//! ```

mod cluster;
mod corpus;
mod functions;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How often each contestant runs. The best time counts: what a machine does beside only adds.
const ROUNDS: usize = 7;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let result = match arguments.as_slice() {
        [what @ ("functions" | "cluster"), rows] => runtime.block_on(measure(what, rows)),
        _ => Err("usage: triplet-engines-bench functions|cluster ROWS".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error.as_ref()),
    }
}

async fn measure(what: &str, rows: &str) -> Outcome<()> {
    let rows: u64 = rows.parse()?;
    match what {
        "cluster" => cluster::run(rows).await,
        _ => functions::run(rows).await,
    }
}

fn failed(error: &dyn Error) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

/// Seconds since then.
fn seconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}

/// The least of the times.
fn best(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}
