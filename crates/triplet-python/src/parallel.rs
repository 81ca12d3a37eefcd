//! Parts of a column by several threads.
//!
//! The threads are those of one call: a pool that stays would be lost in a process that forks, as `multiprocessing` does, and what
//! waits for it would wait forever. To start a thread takes as long as some thousand rows.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// The rows that are worth a thread.
pub(crate) const ROWS: usize = 64 << 10;

/// What became of a part.
enum Outcome<R, E> {
    Done(Result<R, E>),
    Panicked(Box<dyn Any + Send>),
}

/// Runs a function on each part, by this many threads if there are enough rows for two. The parts are taken from the iterator in this
/// thread, no more at a time than the threads need. The results are in the order of the parts, and the error is the first one in that
/// order, as if there were one thread.
pub(crate) fn each_part<P: Send, R: Send, E: Send>(
    parts: impl Iterator<Item = Result<P, E>>,
    threads: usize,
    rows: impl Fn(&P) -> usize,
    run: impl Fn(P) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let mut parts = parts.fuse();
    let (mut first, mut waiting) = (Vec::new(), 0);
    while threads > 1 && waiting < 2 * ROWS {
        let Some(part) = parts.next() else { break };
        waiting += part.as_ref().map_or(2 * ROWS, &rows);
        first.push(part);
    }
    let parts = first.into_iter().chain(parts);
    if waiting < 2 * ROWS {
        return parts.map(|part| run(part?)).collect();
    }

    let (sender, receiver) = mpsc::sync_channel::<(usize, P)>(threads);
    let receiver = Mutex::new(receiver);
    let failed = AtomicUsize::new(usize::MAX);
    let work = || {
        let mut done = Vec::new();
        loop {
            let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((index, part)) = next else { return done };
            // Only the first failure counts.
            if index > failed.load(Ordering::Relaxed) {
                continue;
            }
            let outcome = catch_unwind(AssertUnwindSafe(|| run(part)));
            let outcome = outcome.map_or_else(Outcome::Panicked, Outcome::Done);
            if !matches!(outcome, Outcome::Done(Ok(_))) {
                failed.fetch_min(index, Ordering::Relaxed);
            }
            done.push((index, outcome));
        }
    };
    let mut done = thread::scope(|scope| {
        let (mut workers, mut done) = (Vec::new(), Vec::new());
        for (index, part) in parts.enumerate() {
            if workers.len() < threads.min(index + 1) {
                workers.extend(thread::Builder::new().spawn_scoped(scope, work));
            }
            match part {
                _ if failed.load(Ordering::Relaxed) < index => break,
                Ok(part) if workers.is_empty() => {
                    let outcome = run(part);
                    if outcome.is_err() {
                        failed.store(index, Ordering::Relaxed);
                    }
                    done.push((index, Outcome::Done(outcome)));
                }
                // The receiver is there as long as this function.
                Ok(part) => drop(sender.send((index, part))),
                Err(error) => {
                    done.push((index, Outcome::Done(Err(error))));
                    break;
                }
            }
        }
        drop(sender);
        for worker in workers {
            match worker.join() {
                Ok(more) => done.extend(more),
                Err(panic) => resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(index, _)| *index);
    let results = done.into_iter().map(|(_, outcome)| match outcome {
        Outcome::Done(result) => result,
        Outcome::Panicked(panic) => resume_unwind(panic),
    });
    results.collect()
}
