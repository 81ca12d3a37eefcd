//! Finds suspicious request targets in an access log: `cargo run --example lint_log < access.log`.
//!
//! It reads the common log format, and prints each finding that is a warning or worse, with its line and its offset in the target: dot
//! segments, double encoding, overlong UTF-8, control characters.

use std::io::{self, BufRead, Write};

use triplet_inspect::{Context, Severity, lint};

/// The request target of a line: the second word of `"GET /path HTTP/1.1"`.
fn target(line: &str) -> Option<&str> {
    line.split('"').nth(1)?.split(' ').nth(1)
}

/// Writes a line for each finding, and says how many there are.
pub fn report(log: impl BufRead, mut output: impl Write) -> io::Result<usize> {
    let mut count = 0;
    for (number, line) in log.lines().enumerate() {
        let line = line?;
        let Some(target) = target(&line) else { continue };
        for finding in lint(target.as_bytes(), Context::Url).iter() {
            if finding.severity() >= Severity::Warn {
                let (rule, span) = (finding.rule(), finding.span());
                let (severity, what) = (finding.severity(), &target[span.clone()]);
                let (id, message) = (rule.name(), rule.message());
                writeln!(
                    output,
                    "{}:{}: {severity}[{id}] {what}: {message}",
                    number + 1,
                    span.start
                )?;
                count += 1;
            }
        }
    }
    Ok(count)
}

fn main() -> io::Result<()> {
    let count = report(io::stdin().lock(), io::stdout().lock())?;
    eprintln!("{count} findings");
    Ok(())
}
