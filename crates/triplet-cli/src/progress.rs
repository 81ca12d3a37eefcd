//! How far long work has come: bytes, rate and time left, on standard error, if that is a terminal and
//! standard output is none, and only after a second. Otherwise nothing.
//!
//! These are our own few lines, because the crates for it need the library of mathematics, and every
//! start of the command would load that.
#![forbid(unsafe_code)]

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Work that takes less time than this says nothing.
const QUIET: Duration = Duration::from_secs(1);
/// How often what is shown changes.
const PAUSE: Duration = Duration::from_millis(100);

/// Clears the line: carriage return, erase in line (ECMA-48).
const CLEAR: &str = "\r\x1B[2K";

/// What is shown now, so that messages can stand above it.
static SHOWN: Mutex<String> = Mutex::new(String::new());

/// Counts the bytes that are done with.
pub struct Progress {
    /// None if nothing will be shown.
    started: Option<Instant>,
    shown: Option<Instant>,
    total: Option<u64>,
    done: u64,
}

impl Progress {
    /// For so many bytes, if that is known.
    pub fn new(wanted: bool, total: Option<u64>) -> Progress {
        let is_dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shows = wanted && io::stderr().is_terminal() && !is_dumb();
        Progress { started: shows.then(Instant::now), shown: None, total, done: 0 }
    }

    pub fn add(&mut self, bytes: usize) {
        let Some(started) = self.started else { return };
        self.done += bytes as u64;
        let elapsed = started.elapsed();
        if elapsed < QUIET || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Some(Instant::now());
        show(line(self.done, self.total, elapsed));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            show(String::new());
        }
    }
}

fn show(line: String) {
    if let Ok(mut shown) = SHOWN.lock() {
        let _ = write!(io::stderr().lock(), "{CLEAR}{line}");
        *shown = line;
    }
}

/// Prints something else, and the line again behind it.
pub fn aside(print: impl FnOnce()) {
    match SHOWN.lock() {
        Ok(shown) if !shown.is_empty() => {
            let _ = write!(io::stderr().lock(), "{CLEAR}");
            print();
            let _ = write!(io::stderr().lock(), "{shown}");
        }
        _ => print(),
    }
}

/// `1.2 GiB of 3.0 GiB, 500 MiB/s, 4 s left`.
fn line(done: u64, total: Option<u64>, elapsed: Duration) -> String {
    let rate = (done as f64 / elapsed.as_secs_f64()) as u64;
    // A file may grow meanwhile.
    let left = total.and_then(|total| total.checked_sub(done));
    match (total, left) {
        (Some(total), Some(left)) => {
            let seconds = left.checked_div(rate).unwrap_or(0);
            let left = if seconds < 120 {
                format!("{seconds} s")
            } else {
                format!("{} min", seconds.div_ceil(60))
            };
            format!("{} of {}, {}/s, {left} left", bytes(done), bytes(total), bytes(rate))
        }
        _ => format!("{}, {}/s", bytes(done), bytes(rate)),
    }
}

/// Three digits and a unit.
fn bytes(count: u64) -> String {
    let mut value = count as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if value < 1000.0 {
            let digits = usize::from(unit != "B" && value < 10.0);
            return format!("{value:.digits$} {unit}");
        }
        value /= 1024.0;
    }
    format!("{value:.1} TiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown() {
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1000), "1.0 KiB");
        assert_eq!(bytes(5 << 30), "5.0 GiB");
        assert_eq!(bytes(u64::MAX), "16777216.0 TiB");
        let second = Duration::from_secs(1);
        assert_eq!(line(1 << 20, None, second), "1.0 MiB, 1.0 MiB/s");
        let shown = line(1 << 20, Some(11 << 20), second);
        assert_eq!(shown, "1.0 MiB of 11 MiB, 1.0 MiB/s, 10 s left");
        assert!(line(1 << 20, Some(1 << 30), second).ends_with("18 min left"));
        // Nothing done yet, more than there was.
        assert_eq!(line(0, Some(5), second), "0 B of 5 B, 0 B/s, 0 s left");
        assert_eq!(line(9, Some(5), second), "9 B, 9 B/s");
    }
}
