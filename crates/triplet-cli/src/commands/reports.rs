//! What `explain`, `inspect`, `lint` and `readers` have in common: they take texts one by one and print a report on each.
//!
//! A report is not data: all that it shows of a text is made visible, on a terminal and in a pipe.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;
use triplet_inspect::{Severity, is_invisible};

use crate::diagnostics::{self, Place};
use crate::error::{Failure, Outcome};
use crate::escape::{Escapes, escaped};
use crate::io::limit;
use crate::io::lines::{LONGEST, LineReader, Next};
use crate::io::output::{Content, Output};
use crate::io::source::{BYTE_ORDER_MARK, Source, read_all};
use crate::places::characters;

/// Where texts come from.
pub struct Texts<'a> {
    pub text: &'a [OsString],
    pub file: &'a [PathBuf],
    pub split: Split,
    /// Whether a byte order mark before the first line of a file is not a part of it.
    pub has_marks: bool,
}

/// How a file, or standard input, is divided into texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// A line.
    Lines,
    /// A record that ends with NUL.
    Records,
    /// All of it.
    Whole,
}

impl Split {
    /// Lines, unless `--null` says records.
    pub fn lines_or_records(null: bool) -> Split {
        if null { Split::Records } else { Split::Lines }
    }
}

/// A text, and where it is.
pub struct Text<'a> {
    pub source: &'a str,
    /// The number of its line or record, from 1, and its offset in the source; none for an argument or a whole file.
    pub line: Option<(u64, u64)>,
    pub bytes: &'a [u8],
}

impl Text<'_> {
    /// Prints an error at this offset of the text.
    pub fn error(&self, at: usize, what: &str) {
        let column = characters(&self.bytes[..at]) + 1;
        let line = self.line.map(|(number, _)| (number, Some(column)));
        let offset = self.line.map_or(0, |(_, start)| start) + at as u64;
        let place = Place { source: self.source, line, offset, excerpt: self.bytes, at };
        diagnostics::error_at(&place, what);
    }
}

/// Calls `each` with every text: the arguments, or what is one text in the files or in standard input. The report on a line is
/// written before the next one is waited for.
pub fn each_text(
    texts: &Texts<'_>,
    out: &mut Output,
    mut each: impl FnMut(&mut Output, Text<'_>) -> io::Result<()>,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::CLEAN;
    let longest = limit::longest_or(LONGEST);
    if let Some(what) = Source::mistake(texts.text, !texts.file.is_empty()) {
        return Err(Failure::Usage(what.to_owned()));
    }
    if texts.file.is_empty() {
        Source::note_names(texts.text);
    }
    for source in Source::from_options(texts.text.to_vec(), texts.file.to_vec()) {
        let name = source.name();
        if let Source::Argument(_, bytes) = &source {
            each(out, Text { source: &name, line: None, bytes })?;
            continue;
        }
        let mut failed = |error: io::Error| {
            diagnostics::message(format_args!("{name}: {error}"));
            outcome.io_errors = true;
        };
        let mut input = match source.open() {
            Ok(input) => input,
            Err(error) => {
                failed(error);
                continue;
            }
        };
        let separator = match texts.split {
            Split::Lines => b'\n',
            Split::Records => 0,
            Split::Whole => {
                match read_all(&mut *input) {
                    Ok(bytes) => each(out, Text { source: &name, line: None, bytes: &bytes })?,
                    Err(error) => failed(error),
                }
                continue;
            }
        };
        let mut lines = LineReader::new(input).up_to(longest).separated_by(separator);
        loop {
            match lines.next() {
                Next::Line { number, offset, text } => {
                    let rest = text.strip_prefix(BYTE_ORDER_MARK);
                    let rest = rest.filter(|_| texts.has_marks && offset == 0).unwrap_or(text);
                    let offset = offset + (text.len() - rest.len()) as u64;
                    let text = rest;
                    each(out, Text { source: &name, line: Some((number, offset)), bytes: text })?;
                }
                Next::TooLong { number, offset } => {
                    let (line, source) = (Some((number, None)), &*name);
                    let place = Place { source, line, offset, excerpt: b"", at: 0 };
                    let most = limit::shown(longest);
                    let what = format_args!("the line is longer than {most}, and is left out");
                    diagnostics::error_at(&place, what);
                    outcome.input_errors = true;
                }
                Next::Wait => {
                    out.flush()?;
                    if let Err(error) = lines.read() {
                        failed(error);
                        break;
                    }
                }
                Next::End => break,
            }
        }
    }
    Ok(outcome)
}

/// Standard output for JSON, or for text whose parts were made visible, with colours between them.
pub fn open_output(json: bool) -> io::Result<Output> {
    Output::stdout(if json { Content::Json } else { Content::Raw })
}

/// JSON whose invisible characters are escaped: in a terminal that reads a pipe they would do something.
struct Visible;

impl serde_json::ser::Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        match fragment.contains(is_invisible) {
            true => out.write_all(escaped(fragment.as_bytes(), Escapes::Json).as_bytes()),
            false => out.write_all(fragment.as_bytes()),
        }
    }
}

/// Writes a line of JSON while it is made.
pub fn write_json(out: &mut Output, value: &impl Serialize) -> io::Result<()> {
    // Output to a terminal has no other buffer.
    let mut out = io::BufWriter::new(out);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Visible))?;
    writeln!(out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(())
}

/// The style of a severity, as SGR parameters.
pub fn severity_style(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "1;34",
        Severity::Warn => "1;33",
        Severity::Error => "1;31",
    }
}
