//! A job: a format, its inputs, and where the results go.
#![forbid(unsafe_code)]

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::sources::transform_sources;
use super::{Format, in_place};
use crate::diagnostics;
use crate::error::Outcome;
use crate::io::output::{Content, Output};
use crate::io::progress::Progress;
use crate::io::replace::Permission;
use crate::io::source::Source;

pub struct Job {
    pub format: Arc<dyn Format>,
    pub target: Target,
    pub permission: Permission,
    pub threads: usize,
    /// Whether the progress of long work may be shown.
    pub progress: bool,
}

/// Where inputs come from and where results go.
pub enum Target {
    /// Each of these files is replaced by its result.
    InPlace(Vec<PathBuf>),
    /// The results for all sources go to one file, or to standard output.
    Output { sources: Vec<Source>, file: Option<PathBuf>, content: Content },
}

pub fn run(job: Job) -> io::Result<Outcome> {
    let Job { format, target, permission, threads, progress } = job;
    let (sources, file, content) = match target {
        Target::InPlace(files) => {
            return Ok(in_place::run(&format, files, &permission, threads, progress));
        }
        Target::Output { sources, file, content } => (sources, file, content),
    };
    let mut out = Output::open(file.as_deref(), content, &permission)?;
    let total = sources.iter().map(Source::length).sum();
    let progress = Progress::new(progress && !out.is_terminal(), total);
    let outcome = transform_sources(&format, sources, &mut out, threads, progress)?;
    // A file is replaced only by a result without errors.
    if out.is_file() && !outcome.is_clean() {
        diagnostics::message("the output file was left as it was");
    } else {
        out.finish()?;
    }
    Ok(outcome)
}
