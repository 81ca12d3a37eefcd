//! From sources to the output: one text after the other, or record after record, in constant memory
//! where the work allows it.
#![forbid(unsafe_code)]

use std::fmt::Display;
use std::io::{self, Read, Write};

use triplet::DecodeError;
use triplet::stream::{Decoder, Encoder, Progress, Status};

use crate::args::{OnError, Streams};
use crate::output::Output;
use crate::report::{self, Place};
use crate::source::{self, Source};

/// Bytes that are read at once; also the longest record that is held whole.
const BLOCK: usize = 256 * 1024;

/// What is done with each text.
pub enum Work {
    /// In parts, by a state machine.
    Stream(Machine),
    /// On the whole text.
    Whole(Box<WholeText>),
}

/// A function of a whole text.
pub type WholeText = dyn Fn(&[u8]) -> Result<Vec<u8>, Problem>;

/// What is wrong with a text, and where in it.
pub struct Problem {
    pub offset: usize,
    pub message: String,
    /// What came out all the same.
    pub result: Option<Vec<u8>>,
}

impl Problem {
    pub fn new(offset: usize, message: impl Display) -> Problem {
        Problem { offset, message: message.to_string(), result: None }
    }
}

/// A state machine of the library, with what errors do.
#[derive(Clone)]
pub enum Machine {
    Encode(Encoder),
    Decode(Decoder, OnError),
}

impl Machine {
    fn push(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> (Progress, Option<DecodeError>) {
        match self {
            Machine::Encode(encoder) => (encoder.push(src, dst, last), None),
            Machine::Decode(decoder, _) => decoder.push_reporting(src, dst, last),
        }
    }

    /// Pushes all of `src`. An error that ends the text is given back with the number of bytes that
    /// were used; `skipped` hears of each `%` that is left out.
    fn pump(
        &mut self,
        src: &[u8],
        last: bool,
        scratch: &mut [u8],
        sink: &mut dyn Write,
        skipped: &mut dyn FnMut(DecodeError),
    ) -> io::Result<Option<(DecodeError, usize)>> {
        let mut used = 0;
        loop {
            let (progress, error) = self.push(&src[used..], scratch, last);
            sink.write_all(&scratch[..progress.written])?;
            used += progress.read;
            match (error, &mut *self) {
                (Some(error), Machine::Decode(decoder, how)) => {
                    match how {
                        OnError::Replace => sink.write_all("\u{FFFD}".as_bytes())?,
                        OnError::Skip => skipped(error),
                        OnError::Fail | OnError::Keep => return Ok(Some((error, used))),
                    }
                    if !decoder.skip() {
                        used += 1;
                    }
                }
                _ if progress.status == Status::NeedRoom => {}
                _ => return Ok(None),
            }
        }
    }
}

/// How the run ended: whether the input had errors.
pub struct Outcome {
    pub input_errors: bool,
    pub io_errors: bool,
}

/// One run of the command: options, buffers and what went wrong so far.
struct Run<'a> {
    streams: &'a Streams,
    work: &'a Work,
    out: &'a mut Output,
    scratch: Vec<u8>,
    errors: bool,
}

/// Does the work on all sources. A source that can't be read is reported and the others go on; an
/// output that can't be written ends the run.
pub fn run(mut streams: Streams, work: &Work) -> io::Result<Outcome> {
    let texts = std::mem::take(&mut streams.text);
    let files = std::mem::take(&mut streams.file);
    let mut out = Output::open(streams.output.as_deref(), streams.raw)?;
    let mut run =
        Run { streams: &streams, work, out: &mut out, scratch: vec![0; BLOCK], errors: false };
    let mut io_errors = false;
    for source in Source::from_options(texts, files) {
        let name = source.name();
        let is_argument = source.is_argument();
        let input = match source.open() {
            Ok(input) => input,
            Err(error) => {
                report::message(format_args!("{name}: {error}"));
                io_errors = true;
                continue;
            }
        };
        let mut reader = Reader { input, failed: None };
        run.text(&name, is_argument, &mut reader)?;
        if let Some(error) = reader.failed {
            report::message(format_args!("{name}: {error}"));
            io_errors = true;
        }
    }
    let input_errors = run.errors;
    // A file is replaced only by a result without errors.
    if streams.output.is_some() && (input_errors || io_errors) && matches!(out, Output::File { .. })
    {
        report::message("the output file was left as it was");
    } else {
        out.finish()?;
    }
    Ok(Outcome { input_errors, io_errors })
}

/// An input whose failure to read is remembered, so that it is not taken for the output's.
struct Reader {
    input: Box<dyn Read>,
    failed: Option<io::Error>,
}

impl Reader {
    /// At the end, and after a failure, nothing.
    fn some(&mut self, buffer: &mut [u8]) -> usize {
        match source::read_some(&mut *self.input, buffer) {
            Ok(count) => count,
            Err(error) => {
                self.failed = Some(error);
                0
            }
        }
    }
}

impl Run<'_> {
    fn separator(&self) -> Option<u8> {
        match (self.streams.lines, self.streams.null) {
            (true, _) => Some(b'\n'),
            (_, true) => Some(0),
            _ => None,
        }
    }

    fn text(&mut self, name: &str, is_argument: bool, input: &mut Reader) -> io::Result<()> {
        let (work, separator) = (self.work, self.separator());
        if is_argument {
            let mut text = Vec::new();
            input.input.read_to_end(&mut text)?;
            if let Some(result) = self.whole(&text, name, None, 0) {
                self.out.write_all(&result)?;
                self.out.write_all(&[if separator == Some(0) { 0 } else { b'\n' }])?;
            }
            return Ok(());
        }
        match (work, separator) {
            (_, Some(separator)) => self.records(name, separator, input),
            (Work::Stream(machine), None) => self.stream(name, machine.clone(), input),
            (Work::Whole(_), None) => {
                let mut text = Vec::new();
                if let Err(error) = input.input.read_to_end(&mut text) {
                    input.failed = Some(error);
                    return Ok(());
                }
                let newline = !self.streams.exact && text.pop_if(|last| *last == b'\n').is_some();
                if let Some(result) = self.whole(&text, name, Some(1), 0) {
                    self.out.write_all(&result)?;
                    if newline {
                        self.out.write_all(b"\n")?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The result for a text in memory that begins at `base`; an error is reported.
    fn whole(&mut self, text: &[u8], name: &str, line: Option<u64>, base: u64) -> Option<Vec<u8>> {
        let line_at = |offset: usize| line.map(|line| line + lines_in(&text[..offset]));
        let report = |offset: usize, message: &dyn Display| {
            let offset = offset.min(text.len());
            let place = Place {
                source: name,
                line: line_at(offset),
                offset: base + offset as u64,
                excerpt: text,
                at: offset,
            };
            report::error_at(&place, message);
        };
        let mut found_any = false;
        let result = match self.work {
            Work::Whole(work) => work(text).or_else(|problem| {
                report(problem.offset, &problem.message);
                found_any = true;
                problem.result.ok_or(())
            }),
            Work::Stream(machine) => {
                let mut out = Vec::with_capacity(text.len());
                let mut skipped = |error: DecodeError| {
                    found_any = true;
                    report(error.offset(), &error.moved_by(base));
                };
                let ended =
                    machine.clone().pump(text, true, &mut self.scratch, &mut out, &mut skipped);
                match ended {
                    Ok(None) => Ok(out),
                    Ok(Some((error, _))) => {
                        report(error.offset(), &error.moved_by(base));
                        Err(())
                    }
                    // Memory takes everything.
                    Err(_) => Err(()),
                }
            }
        };
        self.errors |= found_any || result.is_err();
        result.ok()
    }

    /// One text of any length. The last line feed is held back until it is known to be the last.
    fn stream(&mut self, name: &str, mut machine: Machine, input: &mut Reader) -> io::Result<()> {
        let mut buffer = vec![0; BLOCK + 1];
        let mut held = 0;
        let mut base = 0u64;
        let mut lines = 1u64;
        loop {
            let read = input.some(&mut buffer[held..]);
            if input.failed.is_some() {
                return Ok(());
            }
            let end = held + read;
            let last = read == 0;
            // At the end, what is held is the last line feed itself.
            let newline = !self.streams.exact && end > 0 && buffer[end - 1] == b'\n';
            let part = &buffer[..end - usize::from(newline)];
            let mut errors = false;
            let mut report = |error: DecodeError| {
                errors = true;
                let at = error.stream_offset().saturating_sub(base) as usize;
                let line = Some(lines + lines_in(&part[..at.min(part.len())]));
                let offset = error.stream_offset();
                let place = Place { source: name, line, offset, excerpt: part, at };
                report::error_at(&place, error);
            };
            let ended = machine.pump(part, last, &mut self.scratch, self.out, &mut report)?;
            if let Some((error, _)) = ended {
                report(error);
                self.errors = true;
                return Ok(());
            }
            self.errors |= errors;
            base += part.len() as u64;
            lines += lines_in(part);
            if last {
                return if newline { self.out.write_all(b"\n") } else { Ok(()) };
            }
            held = usize::from(newline);
            if newline {
                buffer[0] = b'\n';
            }
        }
    }

    fn records(&mut self, name: &str, separator: u8, input: &mut Reader) -> io::Result<()> {
        let mut buffer = vec![0; BLOCK];
        // What of the buffer is a record not ended yet.
        let mut filled = 0;
        let mut base = 0u64;
        let mut line = 1u64;
        let mut long: Option<LongRecord> = None;
        loop {
            if filled == buffer.len() {
                // A record longer than the buffer: in parts if the work allows it.
                if let Work::Stream(machine) = self.work {
                    let record = long.get_or_insert_with(|| LongRecord::new(machine, base));
                    self.part(record, &buffer[..filled], false, name, line)?;
                    base += filled as u64;
                    filled = 0;
                } else {
                    buffer.resize(2 * buffer.len(), 0);
                }
            }
            let read = input.some(&mut buffer[filled..]);
            if input.failed.is_some() {
                return Ok(());
            }
            let end = filled + read;
            let mut start = 0;
            let mut searched = filled;
            while let Some(found) = buffer[searched..end].iter().position(|&b| b == separator) {
                let record_end = searched + found;
                self.record(&mut long, &buffer[start..record_end], name, line, base)?;
                self.out.write_all(&[separator])?;
                base += (record_end + 1 - start) as u64;
                line += 1;
                start = record_end + 1;
                searched = start;
            }
            buffer.copy_within(start..end, 0);
            filled = end - start;
            if read == 0 {
                if filled > 0 || long.is_some() {
                    self.record(&mut long, &buffer[..filled], name, line, base)?;
                }
                return Ok(());
            }
        }
    }

    /// A record, or the last part of a long one.
    fn record(
        &mut self,
        long: &mut Option<LongRecord>,
        bytes: &[u8],
        name: &str,
        line: u64,
        base: u64,
    ) -> io::Result<()> {
        if let Some(mut record) = long.take() {
            return self.part(&mut record, bytes, true, name, line);
        }
        match self.whole(bytes, name, Some(line), base) {
            Some(result) => self.out.write_all(&result),
            None => self.out.write_all(bytes),
        }
    }

    fn part(
        &mut self,
        record: &mut LongRecord,
        bytes: &[u8],
        last: bool,
        name: &str,
        line: u64,
    ) -> io::Result<()> {
        let Some(machine) = &mut record.machine else {
            return self.out.write_all(bytes);
        };
        let mut errors = false;
        let base = record.base;
        let before = record.read;
        let mut report = |error: DecodeError| {
            errors = true;
            let at = error.stream_offset().saturating_sub(before) as usize;
            let error = error.moved_by(base);
            let offset = error.stream_offset();
            let place = Place { source: name, line: Some(line), offset, excerpt: bytes, at };
            report::error_at(&place, error);
        };
        let ended = machine.pump(bytes, last, &mut self.scratch, self.out, &mut report)?;
        if let Some((error, used)) = ended {
            report(error);
            // A `%` that waited inside, perhaps with a digit, belongs to what stays as it was.
            let waited = before.saturating_sub(error.stream_offset()) as usize;
            self.out
                .write_all(&record.tail[record.tail.len() - waited.min(record.tail.len())..])?;
            self.out.write_all(&bytes[used..])?;
            record.machine = None;
        }
        self.errors |= errors;
        record.read += bytes.len() as u64;
        record.tail = bytes[bytes.len().saturating_sub(2)..].to_vec();
        Ok(())
    }
}

/// A record that is longer than the buffer.
struct LongRecord {
    /// None after an error: the rest is passed through.
    machine: Option<Machine>,
    /// Where it begins in the source.
    base: u64,
    /// How much of it was read.
    read: u64,
    /// The last two bytes that were read.
    tail: Vec<u8>,
}

impl LongRecord {
    fn new(machine: &Machine, base: u64) -> LongRecord {
        LongRecord { machine: Some(machine.clone()), base, read: 0, tail: Vec::new() }
    }
}

fn lines_in(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&b| b == b'\n').count() as u64
}
