//! The progress of long work: bytes, rate and time left, as the status line of standard error. It is shown after a second,
//! if standard error is a terminal and standard output is not.
//!
//! No crate is used for this: the usual crates link `libm`, and each start of the command would load `libm`.
#![forbid(unsafe_code)]

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crate::diagnostics::set_status;

/// Work that takes less time than this shows nothing.
const QUIET: Duration = Duration::from_secs(1);
/// The time between two status lines.
const PAUSE: Duration = Duration::from_millis(100);

/// Counts the bytes that are done.
pub struct Progress {
    /// None if nothing is to be shown.
    started: Option<Instant>,
    shown: Option<Instant>,
    total: Option<u64>,
    done: u64,
}

impl Progress {
    /// For work on `total` bytes, if that is known.
    pub fn new(is_enabled: bool, total: Option<u64>) -> Progress {
        let is_dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shows = is_enabled && io::stderr().is_terminal() && !is_dumb();
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
        set_status(line(self.done, self.total, elapsed));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            set_status(String::new());
        }
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

/// Two or more digits and a unit.
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
    fn the_status_line() {
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1000), "1.0 KiB");
        assert_eq!(bytes(5 << 30), "5.0 GiB");
        assert_eq!(bytes(u64::MAX), "16777216.0 TiB");
        let second = Duration::from_secs(1);
        assert_eq!(line(1 << 20, None, second), "1.0 MiB, 1.0 MiB/s");
        let shown = line(1 << 20, Some(11 << 20), second);
        assert_eq!(shown, "1.0 MiB of 11 MiB, 1.0 MiB/s, 10 s left");
        assert!(line(1 << 20, Some(1 << 30), second).ends_with("18 min left"));
        // Where seconds become minutes, and tenths are left out.
        assert!(line(1000, Some(120_000), second).ends_with(", 119 s left"));
        assert!(line(1000, Some(121_000), second).ends_with(", 2 min left"));
        assert!(line(3000, Some(9000), 2 * second).ends_with("1.5 KiB/s, 4 s left"));
        assert_eq!(bytes(10 << 10), "10 KiB");
        assert_eq!(bytes(9 << 10), "9.0 KiB");
        // Nothing is done yet; more is done than there was.
        assert_eq!(line(0, Some(5), second), "0 B of 5 B, 0 B/s, 0 s left");
        assert_eq!(line(9, Some(5), second), "9 B, 9 B/s");
    }
}
