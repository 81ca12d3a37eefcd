//! The format of an input that is one text.
#![forbid(unsafe_code)]

use triplet::DecodeError;

use super::blocks::{Block, Cuts};
use super::diagnostic::Diagnostic;
use super::text::{TextResult, transform_text};
use super::{BlockResult, Codec, Emit, Format, Mark, OutputBuffer, Texts, Transform};
use crate::diagnostics::Words;
use crate::io::source::BYTE_ORDER_MARK;
use crate::places::LineCounter;

/// An input that is one text, of any length if the transform has a codec.
pub struct Stream {
    transform: Box<dyn Transform>,
    exact: bool,
}

impl Stream {
    pub fn new(transform: Box<dyn Transform>, exact: bool) -> Stream {
        Stream { transform, exact }
    }
}

impl Format for Stream {
    fn cuts(&self) -> Cuts {
        self.transform.cuts()
    }

    fn is_exact(&self) -> bool {
        self.exact
    }

    fn transform(&self) -> &dyn Transform {
        &*self.transform
    }

    fn joint(&self) -> Option<u8> {
        self.transform.is_answer().then_some(b'\n')
    }

    fn begin(&self) -> Box<dyn Texts + '_> {
        Box::new(Parts { transform: &*self.transform, running: None })
    }
}

/// The parts of a text.
struct Parts<'a> {
    transform: &'a dyn Transform,
    /// The codec that is in the middle of the text, and the offset at which it began; none at a cut.
    running: Option<(Box<dyn Codec>, u64)>,
}

impl Texts for Parts<'_> {
    fn block(
        &mut self,
        bytes: &[u8],
        block: &Block,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> BlockResult {
        let mut result = BlockResult::default();
        if self.running.is_none() && block.ends_at_cut && self.transform.is_unchanged(bytes) {
            result.unchanged = true;
            self.count(bytes, &mut result);
            return result;
        }
        if self.running.is_none() {
            self.running = self.transform.codec().map(|codec| (codec, block.start));
        }
        let Some((codec, start)) = &mut self.running else {
            let kind = self.transform.mark();
            let marked = kind != Mark::Text && bytes.starts_with(BYTE_ORDER_MARK);
            let (mark, text) = bytes.split_at(if marked { BYTE_ORDER_MARK.len() } else { 0 });
            let (before, place) = (out.filled().len(), (0, mark.len() as u64));
            out.push(if kind == Mark::Passed { mark } else { b"" });
            let lines = LineCounter::new(text);
            let text = transform_text(self.transform, text, place, lines, out, emit);
            result.errors = text != TextResult::Clean;
            result.ended = text == TextResult::Failed;
            if result.ended {
                out.truncate(before);
            } else {
                let is_answer = self.transform.is_answer() && !block.line_break.is_empty();
                out.push(if is_answer { b"\n" } else { block.line_break });
            }
            return result;
        };
        let mut lines = LineCounter::new(bytes);
        let mut report = |error: DecodeError| {
            result.errors = true;
            let error = error.moved_by(*start);
            let offset = error.stream_offset();
            // A triplet that began in the block before is before this one.
            let at = offset.saturating_sub(block.start) as usize;
            let (line, column) = lines.before(at);
            let column = column as i64 - block.start.saturating_sub(offset) as i64;
            emit(Diagnostic::new(
                (line, Some(column)),
                offset,
                bytes,
                at,
                Words::of(&error, offset),
            ));
        };
        if let Err(stopped) = codec.push(bytes, block.last, out, &mut report) {
            report(stopped.error);
            result.ended = true;
            return result;
        }
        if block.ends_at_cut {
            self.running = None;
        }
        out.push(block.line_break);
        self.count(bytes, &mut result);
        result
    }
}

impl Parts<'_> {
    /// Counts the lines and the characters of a block, for messages about the blocks after it.
    fn count(&self, bytes: &[u8], result: &mut BlockResult) {
        if self.transform.may_fail() {
            (result.lines, result.column) = LineCounter::new(bytes).before(bytes.len());
        }
    }
}
