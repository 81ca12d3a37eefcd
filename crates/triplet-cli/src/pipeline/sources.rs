//! All sources of a job, one after the other, to one output.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::sync::Arc;

use super::blocks::Blocks;
use super::diagnostic::Diagnostic;
use super::text::{TextResult, transform_text};
use super::writer::Writer;
use super::{Format, OutputBuffer, parallel};
use crate::error::Outcome;
use crate::io::progress::Progress;
use crate::io::source::Source;
use crate::places::LineCounter;

/// Does the work on these sources, with this number of threads. A source that can't be read is reported, and the others go
/// on; an output that can't be written ends the run.
pub fn transform_sources(
    format: &Arc<dyn Format>,
    sources: Vec<Source>,
    sink: &mut dyn Write,
    threads: usize,
    progress: Progress,
) -> io::Result<Outcome> {
    let mut writer = Writer::new(sink, progress, format.joint());
    // Arguments are short, and CSV can't be cut before it is read.
    let is_parallel =
        threads > 1 && format.is_in_parts() && !sources.iter().any(Source::is_argument);
    let sources = match is_parallel {
        true => match parallel::run(format, sources, threads, &mut writer)? {
            Some(unstarted) => unstarted,
            None => return Ok(writer.outcome),
        },
        false => sources,
    };
    let mut out = OutputBuffer::default();
    let mut buffer = Vec::new();
    for source in sources {
        match source {
            Source::Argument(number, text) => argument(&**format, number, &text, &mut writer)?,
            source => input(&**format, source, &mut buffer, &mut out, &mut writer)?,
        }
    }
    Ok(writer.outcome)
}

/// An argument is a text of its own. Its result ends with a line feed, or with NUL.
fn argument(
    format: &dyn Format,
    number: usize,
    text: &[u8],
    writer: &mut Writer<'_>,
) -> io::Result<()> {
    let name = format!("argument {number}");
    let mut out = OutputBuffer::default();
    let mut emit = |diagnostic: Diagnostic| diagnostic.print(&name, None);
    let lines = LineCounter::new(text);
    let result = transform_text(format.transform(), text, (0, 0), lines, &mut out, &mut emit);
    if result != TextResult::Failed {
        out.push(&[format.terminator()]);
        writer.sink.write_all(out.filled())?;
    }
    writer.outcome.input_errors |= result != TextResult::Clean;
    Ok(())
}

/// One file, or standard input.
fn input(
    format: &dyn Format,
    source: Source,
    buffer: &mut Vec<u8>,
    out: &mut OutputBuffer,
    writer: &mut Writer<'_>,
) -> io::Result<()> {
    writer.begin(source.name());
    // The blocks of a file are as long as with several threads, so that messages show the same text. Other input is passed on
    // at once.
    let fill = source.length().is_some();
    let mut blocks = match source.open() {
        Ok(input) => Blocks::new(input, format.cuts(), format.is_exact(), fill),
        Err(error) => {
            writer.failed(&error);
            return Ok(());
        }
    };
    blocks.is_text = format.is_text();
    let mut texts = format.begin();
    loop {
        match blocks.next(buffer) {
            Ok(Some(block)) => {
                let bytes = &buffer[..block.length];
                let mut emit = |diagnostic: Diagnostic| writer.print(&diagnostic);
                let result = texts.block(bytes, &block, out, &mut emit);
                writer.write(&result, &block, buffer, out)?;
                // Another program may wait for it.
                writer.sink.flush()?;
                if result.ended {
                    return Ok(());
                }
            }
            Ok(None) => return Ok(()),
            Err(error) => {
                writer.failed(&error);
                return Ok(());
            }
        }
    }
}
