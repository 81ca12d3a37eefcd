//! The SQL functions beside those of `datafusion-spark` for the same purpose, and beside no function. All that a row of the
//! table compares runs in turns in one process, so that the ratios hold whatever else the machine did.
//!
//! ```sh
//! cargo run --release -p triplet-engines-bench -- 4000000
//! ```

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
        [rows] => runtime.block_on(measure(rows)),
        _ => Err("usage: triplet-engines-bench ROWS".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error.as_ref()),
    }
}

async fn measure(rows: &str) -> Outcome<()> {
    functions::run(rows.parse()?).await
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
