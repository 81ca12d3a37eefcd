//! The format of an input whose records are texts: its lines, or what NUL bytes separate.
#![forbid(unsafe_code)]

use triplet::DecodeError;

use super::blocks::{Block, Cuts};
use super::diagnostic::Diagnostic;
use super::text::{TextResult, transform_text};
use super::{BlockResult, Codec, Emit, Format, Mark, OutputBuffer, Texts, Transform};
use crate::diagnostics::Words;
use crate::io::source::BYTE_ORDER_MARK;
use crate::places::{LineCounter, characters};

/// Records that end with a separator. The separator is passed through, and a record in error is written as it was.
pub struct Records {
    pub transform: Box<dyn Transform>,
    pub separator: u8,
    /// Whether a carriage return before the line feed belongs to the record.
    pub exact: bool,
    /// Whether a record is written to its end by itself, as JSON is: no separator is then added between two files.
    pub is_closed: bool,
}

impl Format for Records {
    fn cuts(&self) -> Cuts {
        match self.transform.cuts() {
            Cuts::Nowhere | Cuts::AfterDelimiter => Cuts::AfterWhole(self.separator),
            _ => Cuts::After(self.separator),
        }
    }

    fn transform(&self) -> &dyn Transform {
        &*self.transform
    }

    fn terminator(&self) -> u8 {
        self.separator
    }

    fn joint(&self) -> Option<u8> {
        (!self.is_closed).then_some(self.separator)
    }

    fn begin(&self) -> Box<dyn Texts + '_> {
        Box::new(RecordTexts { format: self, long: None })
    }
}

/// The records of an input.
struct RecordTexts<'a> {
    format: &'a Records,
    /// The record that the block before has the start of.
    long: Option<LongRecord>,
}

impl Texts for RecordTexts<'_> {
    fn block(
        &mut self,
        bytes: &[u8],
        block: &Block,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> BlockResult {
        let separator = self.format.separator;
        let mut result = BlockResult::default();
        let mut start = 0;
        for end in memchr::memchr_iter(separator, bytes) {
            let place = (result.lines, block.start + start as u64);
            let mut text = &bytes[start..end];
            let mut returned = false;
            if self.ends_in_returns() {
                match (&mut self.long, text.strip_suffix(b"\r")) {
                    // The cut was between the carriage return and the line feed.
                    (Some(long), None) if text.is_empty() => {
                        returned = std::mem::take(&mut long.held)
                    }
                    (_, None) => {}
                    (_, Some(before)) => (text, returned) = (before, true),
                }
            }
            result.errors |= self.record(text, place, out, emit);
            out.push(if returned { b"\r" } else { b"" });
            out.push(&[separator]);
            result.lines += 1;
            start = end + 1;
        }
        let rest = &bytes[start..];
        let place = (result.lines, block.start + start as u64);
        if block.last {
            if !rest.is_empty() || self.long.is_some() {
                result.errors |= self.record(rest, place, out, emit);
            }
        } else if !block.ends_at_cut {
            result.errors |= self.start_of_record(rest, place, out, emit);
        }
        result
    }
}

impl RecordTexts<'_> {
    /// Whether a carriage return before the separator belongs to the end of a line, and not to the line.
    fn ends_in_returns(&self) -> bool {
        self.format.separator == b'\n' && !self.format.exact
    }

    /// A record, or the last part of a long one; in error, it is written as it was. Says whether there were errors.
    fn record(
        &mut self,
        text: &[u8],
        (line, start): (u64, u64),
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> bool {
        if let Some(mut long) = self.long.take() {
            return long.part(text, true, line, out, emit);
        }
        let kind = self.format.transform.mark();
        let marked = kind != Mark::Text && start == 0 && text.starts_with(BYTE_ORDER_MARK);
        let (mark, text) = text.split_at(if marked { BYTE_ORDER_MARK.len() } else { 0 });
        out.push(if kind == Mark::Passed { mark } else { b"" });
        let place = (line, start + mark.len() as u64);
        let lines = LineCounter::of_record(text);
        let result = transform_text(&*self.format.transform, text, place, lines, out, emit);
        if result == TextResult::Failed {
            out.push(text);
        }
        result != TextResult::Clean
    }

    /// The first part of a long record, or one in the middle. Says whether there were errors.
    fn start_of_record(
        &mut self,
        text: &[u8],
        (line, start): (u64, u64),
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> bool {
        if self.long.is_none() {
            let codec = self.format.transform.codec();
            self.long = codec.map(|codec| LongRecord::new(codec, start));
        }
        let before = text.strip_suffix(b"\r").filter(|_| self.ends_in_returns());
        // A transform without a codec gets its records whole.
        let Some(long) = &mut self.long else { return false };
        let errors = long.part(before.unwrap_or(text), false, line, out, emit);
        long.held = before.is_some();
        errors
    }
}

/// A record that is longer than a block.
struct LongRecord {
    /// None after an error: the rest is passed through.
    codec: Option<Box<dyn Codec>>,
    /// The offset of the record in its input.
    start: u64,
    /// The number of bytes, and of characters, that were read.
    read: u64,
    column: i64,
    /// The last two bytes that were read.
    tail: Vec<u8>,
    /// Whether a carriage return follows that belongs to the end of the line, unless more of the record comes.
    held: bool,
}

impl LongRecord {
    fn new(codec: Box<dyn Codec>, start: u64) -> LongRecord {
        LongRecord { codec: Some(codec), start, read: 0, column: 0, tail: Vec::new(), held: false }
    }

    /// Works on a part of it. Says whether there were errors.
    fn part(
        &mut self,
        bytes: &[u8],
        last: bool,
        line: u64,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> bool {
        let held = std::mem::take(&mut self.held);
        let errors = held && self.push(b"\r", false, line, out, emit);
        self.push(bytes, last, line, out, emit) || errors
    }

    fn push(
        &mut self,
        bytes: &[u8],
        last: bool,
        line: u64,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> bool {
        let Some(codec) = &mut self.codec else {
            out.push(bytes);
            return false;
        };
        let mut errors = false;
        let (start, before, column) = (self.start, self.read, self.column);
        let mut report = |error: DecodeError| {
            errors = true;
            let at = error.stream_offset().saturating_sub(before) as usize;
            let waited = before.saturating_sub(error.stream_offset()) as i64;
            let column = column + characters(&bytes[..at.min(bytes.len())]) as i64 - waited;
            let error = error.moved_by(start);
            let place = (line, Some(column));
            emit(Diagnostic::new(
                place,
                error.stream_offset(),
                bytes,
                at,
                Words::of(&error, error.stream_offset()),
            ));
        };
        if let Err(stopped) = codec.push(bytes, last, out, &mut report) {
            report(stopped.error);
            // A `%` at the end of the part before, perhaps with a digit, is in the codec, and not in the output.
            let waited = before.saturating_sub(stopped.error.stream_offset()) as usize;
            out.push(&self.tail[self.tail.len() - waited.min(self.tail.len())..]);
            out.push(&bytes[stopped.read..]);
            self.codec = None;
        }
        self.read += bytes.len() as u64;
        self.column += characters(bytes) as i64;
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(2)..]);
        self.tail.drain(..self.tail.len().saturating_sub(2));
        errors
    }
}
