//! A small SQL shell for one file of logs, with all functions of this crate.
//!
//! ```sh
//! cargo run --release -p triplet-datafusion --example logs -- access.csv "SELECT pct_decode(path) FROM logs LIMIT 10"
//! ```
//!
//! The file is the table `logs`: CSV with a header (also tab-separated, `.tsv`), or Parquet. Without a query, statements
//! are read from standard input, each up to its `;`.

mod visible;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use datafusion::arrow::util::pretty::pretty_format_batches_with_options;
use datafusion::common::{config_err, plan_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionConfig, SessionContext};

const USAGE: &str = "\
usage: logs FILE [SQL]

FILE is CSV with a header (.csv, or .tsv with tabs) or Parquet (.parquet), and its table is named `logs`.
Without SQL, statements are read from standard input, each up to its `;`.
`SHOW FUNCTIONS LIKE 'pct%'` and `SELECT * FROM information_schema.columns` help.
";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => print(USAGE).map_err(Into::into),
        [file] => shell(file).await,
        [file, sql] => once(file, sql).await,
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read has read enough, as `head` does.
        Err(DataFusionError::IoError(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {}", error.strip_backtrace());
            ExitCode::FAILURE
        }
    }
}

/// One query.
async fn once(file: &str, sql: &str) -> Result<()> {
    let ctx = open(file).await?;
    run(&ctx, sql).await
}

/// Statements from standard input. At a terminal an error ends its statement; in a script it ends everything.
async fn shell(file: &str) -> Result<()> {
    let ctx = open(file).await?;
    let interactive = io::stdin().is_terminal();
    let mut statement = String::new();
    let mut lines = io::stdin().lock().lines();
    loop {
        if interactive {
            print(if statement.is_empty() { "logs> " } else { "   -> " })?;
        }
        let line = lines.next().transpose()?;
        let ended = line.is_none();
        statement.push_str(line.as_deref().unwrap_or_default());
        if ended || statement.trim_end().ends_with(';') {
            let sql = std::mem::take(&mut statement);
            if sql.trim().is_empty() {
                // Nothing was asked.
            } else if let Err(error) = run(&ctx, &sql).await {
                if !interactive {
                    return Err(error);
                }
                eprintln!("error: {}", error.strip_backtrace());
            }
        } else {
            statement.push('\n');
        }
        if ended {
            return Ok(());
        }
    }
}

/// A session in which the file is the table `logs`.
async fn open(file: &str) -> Result<SessionContext> {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_information_schema(true));
    triplet_datafusion::register_all(&ctx);
    if !Path::new(file).is_file() {
        return config_err!("{file} is not a file");
    }
    let extension = Path::new(file).extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("parquet") => {
            ctx.register_parquet("logs", file, ParquetReadOptions::default()).await?;
        }
        Some(extension @ ("csv" | "tsv")) => {
            let delimiter = if extension == "tsv" { b'\t' } else { b',' };
            let options = CsvReadOptions::new()
                .delimiter(delimiter)
                .file_extension(extension)
                .newlines_in_values(true);
            ctx.register_csv("logs", file, options).await?;
        }
        _ => return plan_err!("{file} is neither .csv, .tsv nor .parquet"),
    }
    Ok(ctx)
}

async fn run(ctx: &SessionContext, sql: &str) -> Result<()> {
    let frame = ctx.sql(sql).await?;
    let schema = std::sync::Arc::clone(frame.schema().inner());
    let mut batches = frame.collect().await?;
    if batches.is_empty() {
        // So that the names of the columns are shown even so.
        batches.push(datafusion::arrow::array::RecordBatch::new_empty(schema));
    }
    let options = datafusion::arrow::util::display::FormatOptions::new().with_null("NULL");
    let table = format!("{}\n", pretty_format_batches_with_options(&batches, &options)?);
    print(&if io::stdout().is_terminal() { visible::of(&table) } else { table })?;
    Ok(())
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
