//! A Ballista cluster whose scheduler, executors and client know Triplet's SQL functions.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use triplet_ballista::{client, executor, scheduler};

/// A Ballista cluster with Triplet's SQL functions.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Program {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    Scheduler(scheduler::Arguments),
    Executor(executor::Arguments),
    Query(client::Arguments),
}

fn main() -> ExitCode {
    env_logger::init();
    let part = Program::parse().part;
    // Plans of long queries are deep, and are walked by recursion.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(8 << 20).build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let result = runtime.block_on(async {
        match part {
            Part::Scheduler(arguments) => scheduler::run(arguments).await.map_err(|e| failed(&e)),
            Part::Executor(arguments) => executor::run(arguments).await.map_err(|e| failed(&e)),
            Part::Query(arguments) => client::run(arguments).await.map_err(|e| failed(&e)),
        }
    });
    result.err().unwrap_or(ExitCode::SUCCESS)
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}
