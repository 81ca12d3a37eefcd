//! The one place that lists all jobs: `cargo xtask JOB`. A person runs each by name, `cargo xtask quick` while working,
//! `cargo xtask test` before a change is proposed, and `.ci/run` runs `cargo xtask ci`.
//!
//! A job that runs tests must have run some: the counts that `cargo test` prints are added up and
//! shown, and a job without any fails.
//!
//! On a machine with two processors or more, two jobs run at a time ([`scheduler`]).
#![forbid(unsafe_code)]
mod charsets;
mod features;
mod footprint;
mod fuzz;
mod job;
mod jobs;
mod jvm;
#[cfg(test)]
mod lengths;
mod linear;
mod log;
mod packages;
mod page;
mod python;
mod quick;
mod scheduler;

use std::io::Write;
use std::process::ExitCode;

use job::{Job, When};
use jobs::JOBS;

/// The names of jobs and groups, each with what it does.
fn list() -> String {
    let mut list = "cargo xtask JOB…\n\n".to_owned();
    for (name, about) in [
        (
            "quick",
            "format, lints and tests of the crates that changed, or of those named: quick [CRATE…]",
        ),
        ("test", "all marked t"),
        ("ci", "all marked t or c: ci [--without JOB…]"),
        ("", ""),
    ] {
        list += format!("  {name:<14} {about}").trim_end();
        list.push('\n');
    }
    for job in JOBS {
        let mark = match job.when {
            When::Test => "t",
            When::Ci => "c",
            When::Named => " ",
        };
        list += &format!("{mark} {:<14} {}\n", job.name, job.about);
    }
    list
}

fn is_job(name: &str) -> bool {
    JOBS.iter().any(|job| job.name == name)
}

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&Job> = match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["quick", ref crates @ ..] => return quick::run(crates),
        ["fuzz", ref arguments @ ..] if !arguments.is_empty() && !is_job(arguments[0]) => {
            return fuzz::run(arguments);
        }
        ["test"] => JOBS.iter().filter(|job| job.when == When::Test).collect(),
        ["ci"] => JOBS.iter().filter(|job| job.when != When::Named).collect(),
        ["ci", "--without", ref others @ ..] if others.iter().all(|name| is_job(name)) => JOBS
            .iter()
            .filter(|job| job.when != When::Named && !others.contains(&job.name))
            .collect(),
        [] => {
            // Somebody may read only the first lines.
            let _ = std::io::stdout().write_all(list().as_bytes());
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
    scheduler::run(&chosen)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::log::root;

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<&str> = JOBS.iter().map(|job| job.name).collect();
        assert_eq!(names.len(), JOBS.len());
        for reserved in ["quick", "test", "ci"] {
            assert!(!names.contains(reserved), "{reserved} is a group of jobs");
        }
    }

    /// Every `cargo xtask NAME…` of a document, and every job in the table of CONTRIBUTING.md, exists.
    #[test]
    fn documents_name_jobs_that_exist() {
        let is_known =
            |word: &str| ["quick", "test", "ci", "--without"].contains(&word) || is_job(word);
        let mut count = 0;
        for folder in
            ["", "docs", "docs/benchmarks", "bench", "web", "npm", ".github/workflows", ".ci"]
        {
            let Ok(entries) = std::fs::read_dir(root().join(folder)) else { continue };
            for path in entries.map(|entry| entry.expect("readable").path()) {
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                for call in text.split("cargo xtask ").skip(1) {
                    let call =
                        call.split(['`', '\n', '#', ';', '|', ')', ',']).next().unwrap_or_default();
                    let mut words = call.split_whitespace();
                    let first = words.next();
                    // `quick` takes names of crates, `fuzz` of targets.
                    let has_names = matches!(first, Some("quick" | "fuzz"));
                    let rest: Vec<&str> = if has_names { Vec::new() } else { words.collect() };
                    for word in first.into_iter().chain(rest) {
                        assert!(is_known(word.trim_end_matches('.')), "{}: {word}", path.display());
                        count += 1;
                    }
                }
            }
        }
        assert!(count >= 30, "the documents name jobs: {count}");
    }
}
