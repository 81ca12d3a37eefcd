//! The format of CSV (RFC 4180, and what is read as such). The fields of some columns are the texts. The parser of
//! `csv-core` says how many bytes each field took, so that all other bytes, and the quotes of each field, are kept.
//!
//! Only a field of such a column is in memory, and its length has a limit. To the parser, a quote that is never closed makes one
//! field of all that follows, so the quotes are followed here too.
#![forbid(unsafe_code)]

mod columns;
mod quotes;
#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

pub use self::columns::Column;
use self::columns::Columns;
use self::quotes::{Opened, Quotes, Quoting, SHOWN, offset_in_field, quoted, unquoted};
use super::blocks::{Block, Cuts};
use super::diagnostic::Diagnostic;
use super::{
    BlockResult, Emit, Format, OutputBuffer, Problem, Results, Texts, Transform, push_alone,
};
use crate::io::limit;
use crate::io::source::BYTE_ORDER_MARK;
use crate::places::line_feeds;

/// The longest field of a column, as it is written: 4 MiB. `--max-text` changes it.
const LONGEST: usize = 4 << 20;

/// CSV with columns that are transformed.
pub struct CsvColumns {
    /// At least one. All have names, or all have numbers.
    pub columns: Vec<Column>,
    pub delimiter: u8,
    /// Whether a quotation mark at the start of a field begins one that is quoted. Otherwise it is a character of the field.
    pub has_quotes: bool,
    pub results: Results,
    pub transform: Box<dyn Transform>,
}

impl Format for CsvColumns {
    fn cuts(&self) -> Cuts {
        Cuts::Anywhere
    }

    fn is_in_parts(&self) -> bool {
        false
    }

    fn transform(&self) -> &dyn Transform {
        &*self.transform
    }

    fn is_text(&self) -> bool {
        true
    }

    fn begin(&self) -> Box<dyn Texts + '_> {
        Box::new(Fields::new(self))
    }
}

/// The fields of an input.
struct Fields<'a> {
    format: &'a CsvColumns,
    reader: Reader,
    columns: Columns<'a>,
    /// The first bytes, until they are longer than a byte order mark.
    start: Option<Vec<u8>>,
    /// The place of the next field: its record, its column, its offset, and the number of line feeds before it.
    record: u64,
    column: usize,
    offset: u64,
    line: u64,
    quotes: Quotes,
    /// The number of bytes of the field that are written already; not 0 if it is not held.
    passed: u64,
    /// The part of the field that was read: as it is written, and its text, which is `meant[..length]`.
    raw: Vec<u8>,
    meant: Vec<u8>,
    length: usize,
    /// The results that are written alone, each as a line.
    alone: OutputBuffer,
    /// The field of the new column, for the end of the record.
    added: Option<Vec<u8>>,
    errors: bool,
    /// Whether the input has no such column.
    ended: bool,
}

impl Texts for Fields<'_> {
    fn block(
        &mut self,
        bytes: &[u8],
        block: &Block,
        results: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> BlockResult {
        // Where results are alone, the records are not written.
        let is_alone = self.format.results == Results::Alone;
        let mut records = OutputBuffer::default();
        let out = if is_alone { &mut records } else { &mut *results };
        match &mut self.start {
            // The parser knows a byte order mark only if more comes with it.
            Some(start) => {
                start.extend_from_slice(bytes);
                if (block.last && !start.is_empty()) || start.len() > BYTE_ORDER_MARK.len() {
                    let start = std::mem::take(start);
                    self.start = None;
                    self.first_bytes(&start, out, emit);
                }
            }
            None if bytes.is_empty() => {}
            None => self.fields(bytes, out, emit),
        }
        if block.last {
            self.fields(b"", out, emit);
        }
        if is_alone {
            results.push(std::mem::take(&mut self.alone).filled());
        }
        if self.ended {
            results.truncate(0);
        }
        // Lines are counted here, and not by the caller.
        BlockResult { errors: self.errors, ended: self.ended, ..BlockResult::default() }
    }
}

impl<'a> Fields<'a> {
    fn new(format: &'a CsvColumns) -> Fields<'a> {
        Fields {
            format,
            reader: ReaderBuilder::new()
                .delimiter(format.delimiter)
                .quoting(format.has_quotes)
                .build(),
            columns: Columns::new(&format.columns),
            start: Some(Vec::new()),
            record: 1,
            column: 0,
            offset: 0,
            line: 0,
            quotes: Quotes { are_characters: !format.has_quotes, ..Quotes::default() },
            passed: 0,
            raw: Vec::new(),
            meant: vec![0; 1024],
            length: 0,
            alone: OutputBuffer::default(),
            added: None,
            errors: false,
            ended: false,
        }
    }

    fn first_bytes(&mut self, mut bytes: &[u8], out: &mut OutputBuffer, emit: Emit<'_>) {
        if let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) {
            out.push(BYTE_ORDER_MARK);
            self.offset = BYTE_ORDER_MARK.len() as u64;
            bytes = rest;
        }
        if !bytes.is_empty() {
            self.fields(bytes, out, emit);
        }
    }

    /// Reads these bytes. As for the parser, no bytes are the end of the input.
    fn fields(&mut self, mut bytes: &[u8], out: &mut OutputBuffer, emit: Emit<'_>) {
        let last = bytes.is_empty();
        while !self.ended && (last || !bytes.is_empty()) {
            let free = &mut self.meant[self.length..];
            let (result, read, written) = self.reader.read_field(bytes, free);
            let offset = self.offset + self.raw.len() as u64;
            self.quotes.follow(&bytes[..read], self.column == 0, offset);
            self.raw.extend_from_slice(&bytes[..read]);
            bytes = &bytes[read..];
            self.length += written;
            // At the end of the input, nothing ends a field.
            let terminated = read > 0 && matches!(result, ReadFieldResult::Field { .. });
            let is_too_long = self.is_too_long(terminated, emit);
            match result {
                ReadFieldResult::InputEmpty if last => {}
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull
                    if is_too_long || !self.is_held() =>
                {
                    self.pass(out);
                }
                ReadFieldResult::InputEmpty if self.quotes.place == Quoting::Before => {
                    // Line breaks before a record do not belong to a field. There may be many.
                    self.pass(out);
                    (self.passed, self.line) = (0, self.quotes.lines);
                }
                ReadFieldResult::InputEmpty => return,
                ReadFieldResult::OutputFull => {
                    let length = 2 * self.meant.len();
                    self.meant.resize(length, 0);
                }
                ReadFieldResult::Field { record_end } => {
                    let is_open = self.quotes.place == Quoting::Inside;
                    if is_open || is_too_long || !self.is_held() {
                        self.pass(out);
                    } else {
                        self.field(terminated, record_end, out, emit);
                    }
                    if is_open {
                        return self.fail_open(emit);
                    }
                    self.end_field();
                    if record_end {
                        self.add_field(terminated, out);
                        self.end_record(emit);
                    }
                }
                ReadFieldResult::End => {
                    out.push(&self.raw);
                    if let Some(column) = self.columns.unknown() {
                        self.fail(&self.columns.no_column(column), emit);
                    }
                    return;
                }
            }
        }
    }

    /// Whether the current field must be known as a whole: it is in a column, or it may be a column's name.
    fn is_held(&self) -> bool {
        // A second column of a name is an error.
        let is_name = self.record == 1 && self.columns.are_named();
        self.passed == 0
            && (is_name
                || self.columns.unknown().is_some()
                || self.columns.at(self.column).is_some())
    }

    /// Whether the current field must be held, but is longer than the limit. If it is in a column, that is an error; before
    /// the columns are known, such a field is not a name of theirs. The byte that terminates it does not count.
    fn is_too_long(&mut self, terminated: bool, emit: Emit<'_>) -> bool {
        let length = self.raw.len() - usize::from(terminated);
        let longest = limit::longest_or(LONGEST);
        let before = match length > longest && self.is_held() {
            true => self.breaks_before(),
            false => return false,
        };
        if length - before <= longest {
            return false;
        }
        if let (None, Some(column)) = (self.columns.unknown(), self.columns.at(self.column)) {
            self.errors = true;
            let quote = match self.quotes.place {
                Quoting::Inside => "; is its quote closed?",
                _ => "",
            };
            let message = format_args!(
                "record {}, column {}: the field is longer than {}, and is kept as it is{quote}",
                self.record,
                column.shown(),
                limit::shown(longest),
            );
            let line = self.line + line_feeds(&self.raw[..before]);
            let shown = &self.raw[before..before + SHOWN];
            emit(diagnostic(line, self.offset + before as u64, shown, 0, message));
        }
        true
    }

    /// The length of the line breaks before the field: they end the record before, or are empty lines.
    fn breaks_before(&self) -> usize {
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        match self.column {
            0 => self.raw.iter().position(|byte| !is_break(byte)).unwrap_or(self.raw.len()),
            _ => 0,
        }
    }

    /// Writes a field that is held and complete, with the bytes around it.
    fn field(
        &mut self,
        terminated: bool,
        record_end: bool,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) {
        let is_of_names = self.record == 1;
        if let Some(message) = self
            .columns
            .second_of_name(&self.meant[..self.length], self.column)
            .filter(|_| is_of_names)
        {
            self.fail(&message, emit);
            return;
        }
        if let Results::New(name) = &self.format.results
            && is_of_names
            && self.meant[..self.length] == *name.as_bytes()
        {
            self.fail(&format!("--new-field: a column is named `{name}` already"), emit);
            return;
        }
        let before = self.breaks_before();
        let raw = std::mem::take(&mut self.raw);
        // The last line break after an empty line ends an empty field.
        let end = raw.len() - usize::from(terminated);
        let before = before.min(end);
        out.push(&raw[..before]);
        let field = &raw[before..end];
        match (self.columns.unknown(), self.columns.at(self.column)) {
            (Some(_), _) => {
                let meant = &self.meant[..self.length];
                self.columns.read_name(meant, self.column);
                out.push(field);
            }
            (None, Some(column)) => {
                let alone = self.column == 0 && record_end;
                let new = self.transformed(column, &raw, before..end, alone, emit);
                out.push(new.as_deref().unwrap_or(field));
            }
            (None, None) => out.push(field),
        }
        out.push(&raw[end..]);
        self.offset += raw.len() as u64;
        // Its memory is used again.
        self.raw = raw;
        self.raw.clear();
    }

    /// The new field in place of the one in this range of `raw`, as it is written; none if it does not change.
    fn transformed(
        &mut self,
        column: &Column,
        raw: &[u8],
        range: Range<usize>,
        alone: bool,
        emit: Emit<'_>,
    ) -> Option<Vec<u8>> {
        let field = &raw[range.clone()];
        let meant = &self.meant[..self.length];
        let mut new = OutputBuffer::default();
        let mut errors = false;
        let mut report = |problem: Problem| {
            errors |= !problem.is_note();
            let (record, name) = (self.record, column.shown());
            let message = format_args!("record {record}, column {name}: {}", problem.message());
            let at = range.start + offset_in_field(field, problem.offset);
            let line = self.line + line_feeds(&raw[..at]);
            let offset = self.offset + at as u64;
            emit(diagnostic(line, offset, meant, problem.offset, message));
        };
        let result = self.format.transform.text(meant, &mut new, &mut report);
        let failed = result.map_err(&mut report).is_err();
        let is_changed = !failed && new.filled() != meant;
        let was_quoted = field.starts_with(b"\"");
        let delimiter = self.format.delimiter;
        self.errors |= errors;
        let result = if failed { b"" } else { new.filled() };
        match &self.format.results {
            Results::InPlace => {}
            Results::New(_) => {
                self.added = Some(self.written(result));
                return None;
            }
            Results::Alone => {
                push_alone(result, &mut self.alone);
                self.alone.push(b"\n");
                return None;
            }
        }
        if !self.format.has_quotes {
            return is_changed.then(|| unquoted(new.filled(), delimiter));
        }
        is_changed.then(|| quoted(new.filled(), delimiter, was_quoted, alone))
    }

    /// Writes the part of the field that was read as it is, and drops it.
    fn pass(&mut self, out: &mut OutputBuffer) {
        out.push(&self.raw);
        self.passed += self.raw.len() as u64;
        self.offset += self.raw.len() as u64;
        self.raw.clear();
        self.length = 0;
    }

    fn end_field(&mut self) {
        (self.length, self.passed, self.quotes.place) = (0, 0, Quoting::Before);
        self.line = self.quotes.lines;
        self.column += 1;
    }

    /// Writes the field of the new column at the end of a record, before the byte that terminated the record.
    fn add_field(&mut self, terminated: bool, out: &mut OutputBuffer) {
        let delimiter = self.format.delimiter;
        if let (Results::New(name), 1) = (&self.format.results, self.record) {
            self.added = Some(self.written(name.as_bytes()));
        }
        let Some(new) = self.added.take() else { return };
        let end = out.filled().len() - usize::from(terminated);
        let terminator = out.filled()[end..].to_vec();
        out.truncate(end);
        out.push(&[delimiter]);
        out.push(&new);
        out.push(&terminator);
    }

    /// A text as a field beside others.
    fn written(&self, text: &[u8]) -> Vec<u8> {
        match self.format.has_quotes {
            true => quoted(text, self.format.delimiter, false, false),
            false => unquoted(text, self.format.delimiter),
        }
    }

    fn end_record(&mut self, emit: Emit<'_>) {
        if let Some(column) = self.columns.unknown() {
            self.fail(&self.columns.no_column(column), emit);
        } else if self.columns.is_any_from(self.column) {
            self.errors = true;
            let (record, columns) = (self.record, self.column);
            if self.format.results == Results::Alone {
                self.alone.push(b"\n");
            }
            let kept = match self.format.columns.len() {
                1 => "and is kept as it is",
                _ => "and a column that is not there is passed",
            };
            let message = format_args!("record {record} has {columns} columns, {kept}");
            emit(diagnostic(self.quotes.record_line, self.offset, b"", 0, message));
        }
        self.record += 1;
        self.column = 0;
    }

    /// The input has ended within quotes.
    fn fail_open(&mut self, emit: Emit<'_>) {
        self.errors = true;
        let Opened { line, offset, shown } = &self.quotes.opened;
        let message = format_args!(
            "record {}, column {}: the quote that opens here is not closed; all that follows is kept as it is",
            self.record,
            self.column + 1,
        );
        emit(diagnostic(*line, *offset, shown, 0, message));
    }

    /// The input has no such column.
    fn fail(&mut self, message: &str, emit: Emit<'_>) {
        self.errors = true;
        self.ended = true;
        emit(diagnostic(0, 0, b"", 0, message));
    }
}

/// An error without a column of the line: its message names the column of the table.
fn diagnostic(line: u64, offset: u64, text: &[u8], at: usize, message: impl Display) -> Diagnostic {
    Diagnostic::new((line, None), offset, text, at, message)
}
