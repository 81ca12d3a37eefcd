//! What a user reads where a function is not registered in one of the three places. README.md tells which message is whose,
//! and this test that they are those.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

/// Which places know the functions.
#[derive(Clone, Copy)]
struct Known {
    client: bool,
    scheduler: bool,
    executor: bool,
}

fn free_address() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

/// A session for a cluster within this process. The cluster ends with the test's process.
async fn session(known: Known) -> SessionContext {
    let scheduler = free_address();
    let config = SchedulerConfig {
        bind_host: scheduler.ip().to_string(),
        external_host: scheduler.ip().to_string(),
        bind_port: scheduler.port(),
        ..SchedulerConfig::default()
    };
    let config = config.with_override_session_builder(Arc::new(
        move |config: SessionConfig| -> datafusion::error::Result<SessionState> {
            let mut state = default_session_builder(config)?;
            if known.scheduler {
                triplet_datafusion::register_in(&mut state)?;
            }
            Ok(state)
        },
    ));
    tokio::spawn(async move {
        let cluster = BallistaCluster::new_from_config(&config).await.unwrap();
        start_server(cluster, scheduler, Arc::new(config)).await.unwrap();
    });
    let mut functions = BallistaFunctionRegistry::default();
    if known.executor {
        for function in triplet_datafusion::all() {
            functions.scalar_functions.insert(function.name().to_owned(), Arc::new(function));
        }
    }
    let (listen, grpc) = (free_address(), free_address());
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("missing-{}", listen.port()));
    std::fs::create_dir_all(&work).unwrap();
    let config = ExecutorProcessConfig {
        port: listen.port(),
        grpc_port: grpc.port(),
        external_host: Some(listen.ip().to_string()),
        scheduler_host: scheduler.ip().to_string(),
        scheduler_port: scheduler.port(),
        scheduler_connect_timeout_seconds: 30,
        vcores: 1,
        work_dir: Some(work.to_string_lossy().into_owned()),
        override_function_registry: Some(Arc::new(functions)),
        ..ExecutorProcessConfig::default()
    };
    tokio::spawn(async move { start_executor_process(Arc::new(config)).await.unwrap() });
    while tokio::net::TcpStream::connect(listen).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let state = SessionStateBuilder::new()
        .with_config(SessionConfig::new_with_ballista())
        .with_default_features()
        .build();
    let ctx = SessionContext::remote_with_state(&format!("df://{scheduler}"), state).await.unwrap();
    if known.client {
        triplet_datafusion::register_all(&ctx);
    }
    ctx
}

/// What is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answer, or the message.
async fn ask(known: Known) -> Result<String, String> {
    let ctx = session(known).await;
    // Of a table, so that it is not computed when the query is planned.
    let sql = "SELECT pct_decode(s) AS d FROM (VALUES ('a%20b'), ('%7E')) AS t(s) ORDER BY 1";
    let answer = match ctx.sql(sql).await {
        Ok(frame) => frame.to_string().await,
        Err(error) => Err(error),
    };
    answer.map_err(|error| error.strip_backtrace())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_place_that_lacks_the_function_is_recognised_by_its_message() {
    let all = Known { client: true, scheduler: true, executor: true };
    let answer = ask(all).await.unwrap();
    assert!(answer.contains("| a b |") && answer.contains("| ~   |"), "{answer}");
    // What a process of `triplet-ballista` writes to standard error.
    let log = Log::default();
    let target = env_logger::Target::Pipe(Box::new(log.clone()));
    env_logger::Builder::from_env("NO_VARIABLE").target(target).init();
    let (_, table) = include_str!("../README.md").split_once("| lacking in |").unwrap();
    let places = [
        ("the client", Known { client: false, ..all }),
        ("the scheduler", Known { scheduler: false, ..all }),
        ("an executor", Known { executor: false, ..all }),
    ];
    let words = |place: &str| {
        let row = table.lines().find(|line| line.starts_with(&format!("| {place} |")));
        let words = row.and_then(|row| row.split('`').nth(1));
        words.unwrap_or_else(|| panic!("no row for {place}"))
    };
    for (lacking, known) in places {
        let message = ask(known).await.unwrap_err();
        println!("{lacking}: {message}");
        // Its own words, and none of another's.
        for (place, _) in places {
            assert_eq!(message.contains(words(place)), place == lacking, "{lacking}: {message:?}");
        }
        let log = log.take();
        if lacking == "an executor" {
            let error = log.lines().find(|line| line.contains("failed to decode tasks"));
            assert!(error.is_some_and(|error| error.contains("pct_decode")), "{log}");
        }
    }
}
