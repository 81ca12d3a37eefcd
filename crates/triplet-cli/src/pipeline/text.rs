//! A text that is in memory as a whole.
#![forbid(unsafe_code)]

use super::diagnostic::{Diagnostic, Problem};
use super::{Emit, OutputBuffer, Transform};
use crate::places::LineCounter;

/// Whether a text has a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextResult {
    Clean,
    /// A result, from which something in error is left out.
    WithErrors,
    /// No result.
    Failed,
}

/// Appends the result for a text that begins at this line and offset of its block and input.
pub fn transform_text(
    transform: &dyn Transform,
    text: &[u8],
    (line, start): (u64, u64),
    mut lines: LineCounter<'_>,
    out: &mut OutputBuffer,
    emit: Emit<'_>,
) -> TextResult {
    let before = out.filled().len();
    let mut errors = false;
    let mut report = |problem: Problem| {
        errors |= !problem.is_note();
        let (more, column) = lines.before(problem.offset);
        let place = (line + more, Some(column as i64));
        let offset = start + problem.offset as u64;
        emit(Diagnostic::new(place, offset, text, problem.offset, problem.words(start)));
    };
    if let Err(problem) = transform.text(text, out, &mut report) {
        report(problem);
        out.truncate(before);
        return TextResult::Failed;
    }
    if errors { TextResult::WithErrors } else { TextResult::Clean }
}
