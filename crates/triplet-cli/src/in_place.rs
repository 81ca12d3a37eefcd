//! `--in-place`: each file is replaced by its result, or stays as it was.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use crate::progress::Progress;
use crate::replace::{self, Permission, Replacement};
use crate::report;
use crate::source::Source;
use crate::transform::{self, Engine, Outcome};
use crate::visible::display;

/// Does the work on all files. One that fails is reported, and the others go on. Several are done side
/// by side, a single one in blocks; messages come in the order of the names.
pub fn run(
    engine: &Arc<Engine>,
    files: Vec<PathBuf>,
    may: &Permission,
    threads: usize,
    progress: bool,
) -> Outcome {
    let files = once(files);
    let single = files.len() == 1;
    let inner = if single { threads } else { 1 };
    let one = |path: &PathBuf| {
        let total = fs::metadata(path).ok().map(|known| known.len());
        let progress = Progress::new(progress && single, total);
        replace(engine, path, may, inner, progress)
    };
    if single || threads == 1 {
        return files.iter().map(one).fold(Outcome::default(), Outcome::and);
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    // Takes files until there are none left.
    let work = |sender: &mpsc::Sender<_>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = files.get(number) else { return };
            if sender.send((number, report::captured(|| one(path)))).is_err() {
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
            // No thread is to be had.
            work(&sender);
        }
        drop(sender);
        in_order(&results)
    })
}

/// Prints what each file has to say when its turn has come.
fn in_order(results: &mpsc::Receiver<(usize, (Outcome, String))>) -> Outcome {
    let mut early = BTreeMap::new();
    let mut turn = 0;
    let mut all = Outcome::default();
    for (number, (outcome, said)) in results {
        all = all.and(outcome);
        early.insert(number, said);
        while let Some(said) = early.remove(&turn) {
            report::emit(&said);
            turn += 1;
        }
    }
    all
}

/// Each file once: to decode one twice because it was named twice would be wrong.
fn once(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    let is_new = |path: &PathBuf| {
        let is_new = seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.clone()));
        if !is_new {
            report::message(format_args!("note: {} is named twice, and done once", display(path)));
        }
        is_new
    };
    files.into_iter().filter(is_new).collect()
}

fn replace(
    engine: &Arc<Engine>,
    path: &Path,
    may: &Permission,
    threads: usize,
    progress: Progress,
) -> Outcome {
    match try_to_replace(engine, path, may, threads, progress) {
        Ok(outcome) => {
            if !outcome.is_clean() {
                report::message(format_args!("{}: left as it was", display(path)));
            }
            outcome
        }
        Err(error) => {
            report::message(error);
            Outcome { io_errors: true, ..Outcome::default() }
        }
    }
}

fn try_to_replace(
    engine: &Arc<Engine>,
    path: &Path,
    may: &Permission,
    threads: usize,
    progress: Progress,
) -> io::Result<Outcome> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", display(path)));
    // A link is followed, so that the file that it names is the one that changes.
    let target = replace::follow(path)?;
    // To open a pipe would wait for who writes to it.
    if !fs::metadata(&target).map_err(named)?.is_file() {
        return Err(named(io::Error::other("not a regular file")));
    }
    let file = File::open(&target).map_err(named)?;
    let old = file.metadata().map_err(named)?;
    let mut new = Replacement::of(target, Some(old), may)?;
    let source = Source::Opened(path.to_owned(), file);
    let outcome = transform::transform(engine, vec![source], &mut new, threads, progress)?;
    if outcome.is_clean() {
        new.finish()?;
    }
    Ok(outcome)
}
