//! Jobs in two lanes: one takes them from the front of the list, the other from its end, until they meet.
//!
//! Jobs beside each other in the list build into the same folder, where Cargo lets one wait for the other; those far from
//! each other have folders of their own. The longest of all, that of the page, stands at the end, and so is begun at once.

use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::Job;
use crate::log::Log;

/// The jobs from `first` until before `end` are not begun.
struct Queue<'a> {
    jobs: &'a [&'static Job],
    first: usize,
    end: usize,
    rows: Vec<Option<String>>,
    passed: u64,
    failed: u64,
}

impl Queue<'_> {
    fn take(&mut self, from_end: bool) -> Option<usize> {
        if self.failed > 0 || self.first == self.end {
            return None;
        }
        if from_end {
            self.end -= 1;
            Some(self.end)
        } else {
            self.first += 1;
            Some(self.first - 1)
        }
    }
}

/// Runs the jobs, tells of each, and of all at the end. After one that fails none is begun.
pub fn run(jobs: &[&'static Job]) -> ExitCode {
    let start = Instant::now();
    let by_two = jobs.len() > 1 && thread::available_parallelism().is_ok_and(|n| n.get() > 1);
    let rows = jobs.iter().map(|_| None).collect();
    let queue = Mutex::new(Queue { jobs, first: 0, end: jobs.len(), rows, passed: 0, failed: 0 });
    thread::scope(|scope| {
        if by_two {
            scope.spawn(|| lane(&queue, true, true));
        }
        lane(&queue, false, by_two);
    });
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("\n== what ran");
    for (job, row) in jobs.iter().zip(&queue.rows) {
        match row {
            Some(row) => println!("{row}"),
            None => println!("{:<14} not run", job.name),
        }
    }
    println!(
        "\n{} passed, {} failed, in {:.0} s",
        queue.passed,
        queue.failed,
        start.elapsed().as_secs_f64()
    );
    let _ = std::io::stdout().flush();
    ExitCode::from(u8::from(queue.failed > 0))
}

/// Runs one job after the other; what they print is shown when they end, if another lane prints too.
fn lane(queue: &Mutex<Queue<'_>>, from_end: bool, by_two: bool) {
    let queue = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let (at, job) = {
            let mut queue = queue();
            let Some(at) = queue.take(from_end) else { return };
            (at, queue.jobs[at])
        };
        let headline = format!("\n== {}: {}", job.name, job.about);
        if by_two {
            println!("{} began", job.name);
        } else {
            println!("{headline}");
        }
        let start = Instant::now();
        let mut log = Log::new(by_two);
        let mut result = (job.run)(&mut log);
        if result.is_ok() && job.tests && log.passed == 0 {
            result = Err("no test ran".to_owned());
        }
        let seconds = start.elapsed().as_secs_f64();
        let tests = if job.tests { format!("{} tests", log.passed) } else { String::new() };
        let outcome = match &result {
            Ok(()) => "ok".to_owned(),
            Err(why) => format!("FAILED: {why}"),
        };
        let row = format!("{:<14} {seconds:>5.0} s  {tests:<12} {outcome}", job.name);
        let mut queue = queue();
        if by_two {
            // The queue is held, so that the other lane does not print between.
            println!("{headline}");
            let _ = std::io::stdout().write_all(&log.take());
            println!("{row}");
        }
        queue.passed += log.passed;
        queue.failed += log.failed.max(u64::from(result.is_err()));
        queue.rows[at] = Some(row);
    }
}
