//! A client: it reads SQL, so it must know the functions' names and types.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionConfig, SessionContext};

/// Run a query on a cluster, or with `--local` in this process.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The scheduler's address.
    #[arg(long, default_value = "df://127.0.0.1:50050", value_name = "URL")]
    scheduler: String,
    /// Run it in this process, without a cluster.
    #[arg(long)]
    local: bool,
    /// A table: its name, and a Parquet or CSV file, or a folder of Parquet files, that all executors can read.
    #[arg(long, value_name = "NAME=PATH")]
    table: Vec<String>,
    /// The query.
    sql: String,
}

/// Does so, and prints the table.
///
/// # Errors
///
/// What DataFusion or the cluster says.
pub async fn run(arguments: Arguments) -> Result<()> {
    let ctx = if arguments.local {
        let ctx = SessionContext::new();
        triplet_datafusion::register_all(&ctx);
        ctx
    } else {
        connect(&arguments.scheduler).await?
    };
    for table in &arguments.table {
        let Some((name, path)) = table.split_once('=') else {
            return plan_err!("`{table}` is not a name and a path: NAME=PATH");
        };
        // Executors have folders of their own.
        let path = std::path::absolute(path)?;
        register(&ctx, name, path).await?;
    }
    let mut answer = ctx.sql(&arguments.sql).await?.to_string().await?;
    if io::stdout().is_terminal() {
        // Decoded text can hold sequences that a terminal obeys.
        answer = answer.replace(|c: char| c.is_control() && c != '\n', "\u{FFFD}");
    }
    match writeln!(io::stdout(), "{answer}") {
        // Whoever read has read enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// A session that knows the functions, and whose queries run on the cluster of this scheduler.
///
/// # Errors
///
/// If the text is not a URL. Whether a scheduler is there, the first query tells.
pub async fn connect(scheduler: &str) -> Result<SessionContext> {
    let config = SessionConfig::new_with_ballista();
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    let ctx = SessionContext::remote_with_state(scheduler, state).await?;
    // After it: a session for a cluster begins with Ballista's functions only.
    triplet_datafusion::register_all(&ctx);
    Ok(ctx)
}

async fn register(ctx: &SessionContext, name: &str, path: PathBuf) -> Result<()> {
    let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let Some(path) = path.to_str() else {
        return plan_err!("the path of the table `{name}` is not UTF-8");
    };
    if is_csv {
        ctx.register_csv(name, path, CsvReadOptions::new()).await
    } else {
        ctx.register_parquet(name, path, ParquetReadOptions::default()).await
    }
}
