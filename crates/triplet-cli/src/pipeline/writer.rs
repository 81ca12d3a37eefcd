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
}

impl<'a> Writer<'a> {
    pub fn new(sink: &'a mut dyn Write, progress: Progress) -> Writer<'a> {
        let (outcome, source) = (Outcome::CLEAN, String::new());
        Writer { sink, progress, outcome, source, lines: 0, column: 0 }
    }

    pub fn begin(&mut self, source: String) {
        self.source = source;
        (self.lines, self.column) = (0, 0);
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
        self.sink.write_all(bytes)?;
        out.truncate(0);
        self.lines += result.lines;
        let before = if result.lines == 0 { self.column } else { 0 };
        self.column = before + result.column;
        self.outcome.input_errors |= result.errors;
        self.progress.add(block.length);
        Ok(())
    }

    /// Reports that the source could not be read.
    pub fn failed(&mut self, error: &io::Error) {
        diagnostics::message(format_args!("{}: {error}", self.source));
        self.outcome.io_errors = true;
    }
}
