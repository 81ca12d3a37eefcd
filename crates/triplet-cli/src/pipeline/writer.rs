//! Takes the results of blocks in order, writes them, and counts the lines of the current source.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use super::blocks::Block;
use super::diagnostic::Diagnostic;
use super::{BlockResult, OutputBuffer};
use crate::diagnostics;
use crate::error::Outcome;
use crate::io::progress::Progress;

pub struct Writer<'a> {
    pub sink: &'a mut dyn Write,
    progress: Progress,
    pub outcome: Outcome,
    /// The current source, the number of its lines or records that are done, and of characters of the line after them.
    source: String,
    lines: u64,
    column: u64,
    /// The byte between the results for two sources, and whether the sources so far do not end with it.
    joint: Option<u8>,
    is_open: bool,
    /// Whether the current source is another one than the last that was written.
    is_next: bool,
}

impl<'a> Writer<'a> {
    pub fn new(sink: &'a mut dyn Write, progress: Progress, joint: Option<u8>) -> Writer<'a> {
        let (outcome, source) = (Outcome::CLEAN, String::new());
        let (is_open, is_next) = (false, false);
        Writer { sink, progress, outcome, source, lines: 0, column: 0, joint, is_open, is_next }
    }

    pub fn begin(&mut self, source: String) {
        self.source = source;
        (self.lines, self.column) = (0, 0);
        self.is_next = true;
    }

    /// Prints a diagnostic of the next block.
    pub fn print(&self, diagnostic: &Diagnostic) {
        diagnostic.print(&self.source, Some((self.lines, self.column)));
    }

    /// Writes the result for a block, which is at the start of its buffer, and empties `out`.
    pub fn write(
        &mut self,
        result: &BlockResult,
        block: &Block,
        buffer: &[u8],
        out: &mut OutputBuffer,
    ) -> io::Result<()> {
        let bytes = match result.unchanged {
            true => &buffer[..block.length + block.line_break.len()],
            false => out.filled(),
        };
        if let Some(joint) = self.joint {
            let read = &buffer[..block.length + block.line_break.len()];
            self.join(joint, read, bytes, result.ended)?;
        }
        self.sink.write_all(bytes)?;
        out.truncate(0);
        self.lines += result.lines;
        let before = if result.lines == 0 { self.column } else { 0 };
        self.column = before + result.column;
        self.outcome.input_errors |= result.errors;
        self.progress.add(block.length);
        Ok(())
    }

    /// Ends the last record of the source before, if it has no end and something of another source follows, as sed and awk do.
    fn join(&mut self, joint: u8, read: &[u8], written: &[u8], is_ended: bool) -> io::Result<()> {
        if read.is_empty() && written.is_empty() {
            return Ok(());
        }
        if std::mem::take(&mut self.is_next) && self.is_open {
            self.sink.write_all(&[joint])?;
        }
        let is_open = |bytes: &[u8]| bytes.last().is_some_and(|&last| last != joint);
        self.is_open = !is_ended && (is_open(read) || is_open(written));
        Ok(())
    }

    /// Reports that the source could not be read, or that its data are not what is read.
    pub fn failed(&mut self, error: &io::Error) {
        diagnostics::message(format_args!("{}: {error}", self.source));
        let is_of_data = error.kind() == io::ErrorKind::InvalidData;
        self.outcome.input_errors |= is_of_data;
        self.outcome.io_errors |= !is_of_data;
    }
}
