//! Runs jobs in two threads: one takes them from the front of the list, the other from its end, until they meet.
//!
//! Neighbours in the list build into the same folder, where Cargo makes one wait for the other. The jobs at the two ends
//! build into different folders. The longest job, `page`, is the last of the list, so it begins at once.

use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::job::Job;
use crate::log::Log;

/// The jobs of `first..end` have not begun.
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

/// Runs the jobs and prints a summary of all at the end. When one has failed, no other begins.
pub fn run(jobs: &[&'static Job]) -> ExitCode {
    let start = Instant::now();
    let by_two = jobs.len() > 1 && thread::available_parallelism().is_ok_and(|n| n.get() > 1);
    let rows = jobs.iter().map(|_| None).collect();
    let queue = Mutex::new(Queue { jobs, first: 0, end: jobs.len(), rows, passed: 0, failed: 0 });
    thread::scope(|scope| {
        if by_two {
            scope.spawn(|| work(&queue, true, true));
        }
        work(&queue, false, by_two);
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

/// Runs one job after the other. If two threads do so, the output of a job is printed when it ends.
fn work(queue: &Mutex<Queue<'_>>, from_end: bool, by_two: bool) {
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
            // The lock is held, so that the other thread prints nothing in between.
            println!("{headline}");
            let _ = std::io::stdout().write_all(&log.take());
            println!("{row}");
        }
        queue.passed += log.passed;
        queue.failed += log.failed.max(u64::from(result.is_err()));
        queue.rows[at] = Some(row);
    }
}
