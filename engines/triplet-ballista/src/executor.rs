//! An executor: it runs parts of queries, so it must know the functions themselves.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};

/// Start an executor. An executor runs parts of queries.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The scheduler's address.
    #[arg(long, default_value = "127.0.0.1:50050", value_name = "ADDRESS")]
    scheduler: SocketAddr,
    /// Where other executors and clients fetch results.
    #[arg(long, default_value = "127.0.0.1:50051", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// The port, at the same host, where the scheduler reaches it.
    #[arg(long, default_value_t = 50052, value_name = "PORT")]
    grpc_port: u16,
    /// How many parts it runs at a time. As many as there are processors, if left out.
    #[arg(long, value_name = "N")]
    cores: Option<usize>,
    /// How often it tells the scheduler that it lives.
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    heartbeat: u64,
    /// Where results wait for who needs them. A temporary folder, if left out.
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<String>,
}

/// Does so until it is ended.
///
/// # Errors
///
/// What Ballista says, such as an address in use or a scheduler that is not there.
pub async fn run(arguments: Arguments) -> Result<()> {
    let mut functions = BallistaFunctionRegistry::default();
    for function in triplet_datafusion::all() {
        functions.scalar_functions.insert(function.name().to_owned(), Arc::new(function));
    }
    let defaults = ExecutorProcessConfig::default();
    let config = ExecutorProcessConfig {
        bind_host: arguments.listen.ip().to_string(),
        external_host: Some(arguments.listen.ip().to_string()),
        port: arguments.listen.port(),
        grpc_port: arguments.grpc_port,
        scheduler_host: arguments.scheduler.ip().to_string(),
        scheduler_port: arguments.scheduler.port(),
        scheduler_connect_timeout_seconds: 30,
        vcores: arguments.cores.unwrap_or(defaults.vcores),
        work_dir: arguments.work_dir,
        executor_heartbeat_interval_seconds: arguments.heartbeat,
        override_function_registry: Some(Arc::new(functions)),
        ..defaults
    };
    start_executor_process(Arc::new(config)).await
}
