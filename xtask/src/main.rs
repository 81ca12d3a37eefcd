//! The one place that lists all jobs: `cargo xtask JOB`. A person runs each by name, `cargo xtask test`
//! runs those that a plain clone can, and `.ci/run` runs `cargo xtask ci`.
//!
//! A job that runs tests must have run some: the counts that `cargo test` prints are added up and
//! shown, and a job without any fails.
#![forbid(unsafe_code)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// What a job is for, and how it is done.
struct Job {
    name: &'static str,
    about: &'static str,
    /// Whether it must run tests.
    tests: bool,
    /// Part of `cargo xtask test`, of `cargo xtask ci`, or run by name only.
    when: When,
    run: fn(&mut Log) -> Result<(), String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Test,
    Ci,
    Named,
}

const fn job(
    name: &'static str,
    tests: bool,
    when: When,
    about: &'static str,
    run: fn(&mut Log) -> Result<(), String>,
) -> Job {
    Job { name, about, tests, when, run }
}

/// The minimum version of Rust, as the manifests declare it.
const MSRV: &str = "1.89";

#[rustfmt::skip]
static JOBS: &[Job] = &[
    job("fmt", false, When::Test, "the code is formatted", |log| log.cargo("fmt --all --check")),
    job("clippy", false, When::Test, "no lint in any crate and feature set", |log| {
        log.cargo("clippy --workspace --all-targets --all-features --locked -- -D warnings")?;
        log.cargo("clippy -p triplet --no-default-features --locked -- -D warnings")?;
        log.cargo("clippy -p triplet --no-default-features --features alloc --locked -- -D warnings")
    }),
    job("doc", false, When::Test, "the documentation builds without warnings", |log| {
        // One by one: the library and the command have the same name.
        log.env("RUSTDOCFLAGS", "-D warnings").cargo("doc -p triplet --no-deps --all-features --locked")?;
        log.env("RUSTDOCFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "target/doc-command").cargo("doc -p triplet-cli --bin triplet --no-deps --document-private-items --locked")
    }),
    job("library", true, When::Test, "tests of the library, with all features", |log| {
        log.cargo("test -p triplet --all-features --locked")
    }),
    job("library-alloc", true, When::Test, "its documentation tests without std", |log| {
        log.cargo("test -p triplet --no-default-features --features alloc --doc --locked")
    }),
    job("command", true, When::Test, "tests of the command, README and docs", |log| {
        log.cargo("test -p triplet-cli --locked")
    }),
    job("bench-works", true, When::Test, "the benchmarks build, agree with their peers, and print", |log| {
        log.cargo("test -p triplet-bench --release --locked")?;
        log.cargo("run -q -p triplet-bench --release --locked -- all --quick")
    }),
    job("no-std", false, When::Ci, "builds for a machine without std, with and without alloc", |log| {
        let target = "thumbv7em-none-eabi";
        log.run("rustup", &["target", "add", target])?;
        log.cargo("build -p triplet --no-default-features --target thumbv7em-none-eabi --locked")?;
        log.cargo("build -p triplet --no-default-features --features alloc,charset,serde --target thumbv7em-none-eabi --locked")
    }),
    job("msrv", true, When::Ci, "library and command build and the library's doc tests pass on the minimum Rust", |log| {
        log.run("rustup", &["toolchain", "install", MSRV, "--profile", "minimal"])?;
        log.env("CARGO_TARGET_DIR", "target/msrv").run("cargo", &["+1.89", "build", "-p", "triplet-cli", "--locked"])?;
        log.env("CARGO_TARGET_DIR", "target/msrv").run("cargo", &["+1.89", "test", "-p", "triplet", "--all-features", "--doc", "--locked"])
    }),
    job("conformance", true, When::Ci, "the cases in TRIPLET_VECTORS, through `triplet batch`", |log| {
        if std::env::var_os("TRIPLET_VECTORS").is_none() {
            return Err("TRIPLET_VECTORS names no folder".to_owned());
        }
        log.cargo("test -p triplet-cli --test conformance --locked -- --nocapture")
    }),
    job("miri", true, When::Named, "the kernel's unsafe code under Miri (nightly), little- and big-endian, 64 and 32 bits", |log| {
        log.run("rustup", &["component", "add", "--toolchain", "nightly", "miri", "rust-src"])?;
        for target in ["x86_64-unknown-linux-gnu", "s390x-unknown-linux-gnu", "i686-unknown-linux-gnu"] {
            log.env("CARGO_TARGET_DIR", "target/miri").run(
                "cargo",
                &["+nightly", "miri", "test", "-p", "triplet", "--test", "memory", "--target", target, "--locked"],
            )?;
        }
        Ok(())
    }),
    job("asan", true, When::Named, "the same under AddressSanitizer (nightly)", |log| {
        log.env("RUSTFLAGS", "-Zsanitizer=address").env("CARGO_TARGET_DIR", "target/asan").run(
            "cargo",
            &["+nightly", "test", "-p", "triplet", "--test", "memory", "--test", "split", "--target", "x86_64-unknown-linux-gnu", "--locked"],
        )
    }),
    job("stream-10g", false, When::Named, "10 GB through encode and decode in constant memory", |log| {
        log.cargo("build --release -p triplet-cli --locked")?;
        log.run("sh", &["-c", "ulimit -v 200000; head -c 10000000000 /dev/zero | target/release/triplet encode | target/release/triplet decode | cmp -n 10000000000 - /dev/zero && echo equal"])
    }),
    job("bench", false, When::Named, "the whole benchmark table; takes some ten minutes", |log| {
        log.cargo("build --release -p triplet-cli --locked")?;
        log.cargo("run -q -p triplet-bench --release --locked -- all")
    }),
];

/// Runs the commands of a job, shows their output and counts the tests.
#[derive(Default)]
struct Log {
    environment: Vec<(&'static str, &'static str)>,
    passed: u64,
    failed: u64,
}

impl Log {
    /// Sets a variable for the next command.
    fn env(&mut self, name: &'static str, value: &'static str) -> &mut Log {
        self.environment.push((name, value));
        self
    }

    fn cargo(&mut self, arguments: &str) -> Result<(), String> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        self.run(&cargo, &arguments.split(' ').collect::<Vec<_>>())
    }

    fn run(&mut self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let shown = Path::new(program).file_name().map_or(program.into(), |p| p.to_string_lossy());
        println!("$ {shown} {}", arguments.join(" "));
        let mut command = Command::new(program);
        command.args(arguments).current_dir(root()).stdout(Stdio::piped());
        if arguments.first().is_some_and(|argument| argument.starts_with('+')) {
            // Cargo passes its own toolchain on; the `+` must win.
            command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        }
        command.envs(self.environment.drain(..));
        let mut child =
            command.spawn().map_err(|error| format!("{program} does not start: {error}"))?;
        let stdout = child.stdout.take().ok_or("no pipe")?;
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.map_err(|error| error.to_string())?;
            let line = String::from_utf8_lossy(&line);
            self.count(&line);
            println!("{line}");
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("{shown} ended with {status}")) }
    }

    /// `test result: ok. 7 passed; 0 failed; …`
    fn count(&mut self, line: &str) {
        let Some((_, counts)) = line.split_once("test result: ") else { return };
        let number = |word: &str| -> u64 {
            let before = counts.split_once(word).map_or("", |(before, _)| before);
            before
                .rsplit([' ', '.'])
                .find(|w| !w.is_empty())
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&Job> = match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => JOBS.iter().filter(|job| job.when == When::Test).collect(),
        ["ci"] => JOBS.iter().filter(|job| job.when != When::Named).collect(),
        [] => {
            println!(
                "cargo xtask JOB…\n\n  {:<14} all marked t\n  {:<14} all marked t or c\n",
                "test", "ci"
            );
            for job in JOBS {
                let mark = match job.when {
                    When::Test => "t",
                    When::Ci => "c",
                    When::Named => " ",
                };
                println!("{mark} {:<14} {}", job.name, job.about);
            }
            return ExitCode::SUCCESS;
        }
        _ => {
            let mut chosen = Vec::new();
            for name in &names {
                match JOBS.iter().find(|job| job.name == name) {
                    Some(job) => chosen.push(job),
                    None => {
                        eprintln!("no job is named {name}; `cargo xtask` lists them");
                        return ExitCode::from(2);
                    }
                }
            }
            chosen
        }
    };
    let mut rows = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    for job in &chosen {
        println!("\n== {}: {}", job.name, job.about);
        let start = Instant::now();
        let mut log = Log::default();
        let mut result = (job.run)(&mut log);
        if result.is_ok() && job.tests && log.passed == 0 {
            result = Err("no test ran".to_owned());
        }
        passed += log.passed;
        failed += log.failed;
        let tests = if job.tests { format!("{} tests", log.passed) } else { String::new() };
        let outcome = match &result {
            Ok(()) => "ok".to_owned(),
            Err(why) => format!("FAILED: {why}"),
        };
        rows.push(format!(
            "{:<14} {:>5.0} s  {tests:<12} {outcome}",
            job.name,
            start.elapsed().as_secs_f64()
        ));
        if result.is_err() {
            failed = failed.max(1);
            break;
        }
    }
    println!("\n== what ran");
    for row in &rows {
        println!("{row}");
    }
    for job in chosen.iter().skip(rows.len()) {
        println!("{:<14} not run", job.name);
    }
    println!("\n{passed} passed, {failed} failed");
    let _ = std::io::stdout().flush();
    ExitCode::from(u8::from(failed > 0))
}
