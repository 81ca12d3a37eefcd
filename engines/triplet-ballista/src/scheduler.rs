//! The scheduler: it plans queries, so it must know the functions' types.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::{BallistaError, Result};
use ballista_core::utils::default_session_builder;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;

/// Start the scheduler. The scheduler plans queries and gives their parts to executors.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Where clients and executors reach it.
    #[arg(long, default_value = "127.0.0.1:50050", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// An executor that was silent for this long is lost, and what it had done is done again.
    #[arg(long, default_value_t = 180, value_name = "SECONDS")]
    executor_timeout: u64,
    /// How often lost executors are looked for.
    #[arg(long, default_value_t = 15, value_name = "SECONDS")]
    expire_interval: u64,
}

/// Does so until it is ended.
///
/// # Errors
///
/// What Ballista says, such as an address in use or a scheduler that is not there.
pub async fn run(arguments: Arguments) -> Result<()> {
    let config = SchedulerConfig {
        bind_host: arguments.listen.ip().to_string(),
        external_host: arguments.listen.ip().to_string(),
        bind_port: arguments.listen.port(),
        executor_timeout_seconds: arguments.executor_timeout,
        expire_dead_executor_interval_seconds: arguments.expire_interval,
        // Queries fail when all executors have been lost for as long.
        no_executors_grace_period_seconds: arguments.executor_timeout,
        ..SchedulerConfig::default()
    };
    // Each session of a client has another state in the scheduler: the functions go into all of them.
    let config = config.with_override_session_builder(Arc::new(
        |config: SessionConfig| -> datafusion::error::Result<SessionState> {
            let mut state = default_session_builder(config)?;
            triplet_datafusion::register_in(&mut state)?;
            Ok(state)
        },
    ));
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, arguments.listen, Arc::new(config))
        .await
        .map_err(|error| BallistaError::General(format!("{}: {error}", arguments.listen)))
}
