//! What a job is.

use crate::log::Log;

/// A job: its name, its purpose, and its commands.
pub struct Job {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether it must run tests.
    pub tests: bool,
    /// Part of `cargo xtask test`, of `cargo xtask ci`, or run by name only.
    pub when: When,
    pub run: fn(&mut Log) -> Result<(), String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    Test,
    Ci,
    Named,
}

pub const fn job(
    name: &'static str,
    tests: bool,
    when: When,
    about: &'static str,
    run: fn(&mut Log) -> Result<(), String>,
) -> Job {
    Job { name, about, tests, when, run }
}
