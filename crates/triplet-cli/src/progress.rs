//! How far long work has come: bytes, rate and time left, on standard error, if that is a terminal and
//! standard output is none, and only after a second. Otherwise nothing, not even a thread.
#![forbid(unsafe_code)]

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less time than this says nothing.
const QUIET: Duration = Duration::from_secs(1);

/// What is shown now, so that messages can stand above it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Counts the bytes that are done with.
pub struct Progress {
    /// None if nothing will be shown.
    started: Option<Instant>,
    total: Option<u64>,
    done: u64,
}

impl Progress {
    /// For so many bytes, if that is known.
    pub fn new(wanted: bool, total: Option<u64>) -> Progress {
        let started = (wanted && io::stderr().is_terminal()).then(Instant::now);
        Progress { started, total, done: 0 }
    }

    pub fn add(&mut self, bytes: usize) {
        let Some(started) = self.started else { return };
        self.done += bytes as u64;
        let elapsed = started.elapsed();
        if elapsed < QUIET {
            return;
        }
        let Ok(mut shown) = SHOWN.lock() else { return };
        shown.get_or_insert_with(|| bar(self.total, elapsed)).set_position(self.done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.started.is_some()
            && let Ok(mut shown) = SHOWN.lock()
            && let Some(bar) = shown.take()
        {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>, elapsed: Duration) -> ProgressBar {
    let (template, total) = match total {
        Some(total) => ("{bytes} of {total_bytes}, {bytes_per_sec}, {eta} left", Some(total)),
        None => ("{bytes}, {bytes_per_sec}", None),
    };
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        .with_elapsed(elapsed)
}

/// Prints something else meanwhile.
pub fn aside(print: impl FnOnce()) {
    match SHOWN.lock() {
        Ok(shown) if shown.is_some() => {
            if let Some(bar) = &*shown {
                bar.suspend(print);
            }
        }
        _ => print(),
    }
}
