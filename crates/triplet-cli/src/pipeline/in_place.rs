//! Work in place: each file is replaced by its result, or left as it was.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use super::Format;
use super::sources::transform_sources;
use crate::diagnostics;
use crate::error::Outcome;
use crate::escape::display;
#[cfg(unix)]
use crate::io::descriptor;
use crate::io::progress::Progress;
use crate::io::replace::{self, Permission, Replacement};
use crate::io::source::Source;

/// Does the work on all files. A file that fails is reported, and the others go on. Several files are done side by side, a
/// single one in blocks; messages come in the order of the names.
pub fn run(
    format: &Arc<dyn Format>,
    files: Vec<PathBuf>,
    permission: &Permission,
    threads: usize,
    progress: bool,
) -> Outcome {
    let files = without_repetitions(files);
    let single = files.len() == 1;
    let inner = if single { threads } else { 1 };
    let one = |path: &PathBuf| {
        let total = fs::metadata(path).ok().map(|known| known.len());
        let progress = Progress::new(progress && single, total);
        replace(format, path, permission, inner, progress)
    };
    if single || threads == 1 {
        return files.iter().map(one).fold(Outcome::CLEAN, Outcome::and);
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    // Takes files until none is left.
    let work = |sender: &mpsc::Sender<_>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = files.get(number) else { return };
            if sender.send((number, diagnostics::captured(|| one(path)))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let started = (1..threads.min(files.len()))
            .filter_map(|_| {
                let sender = sender.clone();
                thread::Builder::new().spawn_scoped(scope, || work(&{ sender })).ok()
            })
            .count();
        if started == 0 {
            // No thread could be started.
            work(&sender);
        }
        drop(sender);
        in_order(&results)
    })
}

/// Prints the messages about each file in its turn.
fn in_order(results: &mpsc::Receiver<(usize, (Outcome, String))>) -> Outcome {
    let mut early = BTreeMap::new();
    let mut turn = 0;
    let mut all = Outcome::CLEAN;
    for (number, (outcome, messages)) in results {
        all = all.and(outcome);
        early.insert(number, messages);
        while let Some(messages) = early.remove(&turn) {
            diagnostics::emit(&messages);
            turn += 1;
        }
    }
    all
}

/// Each file once: a file that is named twice must not be decoded twice.
fn without_repetitions(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    let is_new = |path: &PathBuf| {
        let is_new = seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.clone()));
        if !is_new {
            diagnostics::message(format_args!(
                "note: {} is named twice, and done once",
                display(path)
            ));
        }
        is_new
    };
    files.into_iter().filter(is_new).collect()
}

fn replace(
    format: &Arc<dyn Format>,
    path: &Path,
    permission: &Permission,
    threads: usize,
    progress: Progress,
) -> Outcome {
    match try_to_replace(format, path, permission, threads, progress) {
        Ok(outcome) => {
            if !outcome.is_clean() {
                diagnostics::message(format_args!("{}: left as it was", display(path)));
            }
            outcome
        }
        Err(error) => {
            diagnostics::message(error);
            Outcome::IO_ERRORS
        }
    }
}

fn try_to_replace(
    format: &Arc<dyn Format>,
    path: &Path,
    permission: &Permission,
    threads: usize,
    progress: Progress,
) -> io::Result<Outcome> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", display(path)));
    #[cfg(unix)]
    if descriptor::named_by(path).is_some() {
        let what = "a descriptor can be written to (-o), and not be replaced";
        return Err(named(io::Error::other(what)));
    }
    // A link is followed: the file that it names changes.
    let target = replace::follow(path)?;
    // To open a pipe would wait for the program that writes to it.
    if !fs::metadata(&target).map_err(named)?.is_file() {
        return Err(named(io::Error::other("not a regular file")));
    }
    let file = File::open(&target).map_err(named)?;
    let old = file.metadata().map_err(named)?;
    let mut new = Replacement::of(target, Some(old), permission)?;
    let source = Source::Opened(path.to_owned(), file);
    let outcome = transform_sources(format, vec![source], &mut new, threads, progress)?;
    if outcome.is_clean() {
        new.finish()?;
    }
    Ok(outcome)
}
