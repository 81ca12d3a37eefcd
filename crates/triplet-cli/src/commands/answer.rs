//! Lines whose results are answers about them, and not the same lines rewritten.
#![forbid(unsafe_code)]

use crate::args::Streams;
use crate::commands::job::job;
use crate::error::Failure;
use crate::io::source::Source;
use crate::pipeline::{Job, Mark, OutputBuffer, Problem, Skipped, Transform};

/// A transform whose results are answers: a line that has none gets `instead`, so that no line is taken for an answer, and each
/// answer is on the line that has the number of its question.
struct Answer<T> {
    transform: T,
    instead: &'static str,
}

impl<T: Transform> Transform for Answer<T> {
    fn mark(&self) -> Mark {
        Mark::LeftOut
    }

    fn is_json(&self) -> bool {
        self.transform.is_json()
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let before = out.filled().len();
        if let Err(problem) = self.transform.text(text, out, skipped) {
            out.truncate(before);
            out.push(self.instead.as_bytes());
            skipped(problem);
        }
        Ok(())
    }
}

/// The streams with each line as a reference, unless they are records of another kind.
pub fn by_lines(streams: Streams) -> Streams {
    if streams.has_texts() {
        Source::note_names(&streams.text);
    }
    lines_of(streams)
}

/// As [`by_lines`], where an argument may be the name of a file.
fn lines_of(streams: Streams) -> Streams {
    let lines = !streams.null && !streams.has_fields();
    Streams { lines, ..streams }
}

/// The job that answers each reference. A member of JSON and a field of CSV in error are kept.
pub fn answers(
    streams: Streams,
    instead: &'static str,
    transform: impl Transform + 'static,
) -> Result<Job, Failure> {
    answered(streams, by_lines, instead, transform)
}

/// As [`answers`], for questions about names of files.
pub fn answers_about_files(
    streams: Streams,
    instead: &'static str,
    transform: impl Transform + 'static,
) -> Result<Job, Failure> {
    answered(streams, lines_of, instead, transform)
}

fn answered(
    streams: Streams,
    lines: fn(Streams) -> Streams,
    instead: &'static str,
    transform: impl Transform + 'static,
) -> Result<Job, Failure> {
    match streams.has_fields() {
        true => job(streams, transform),
        false => job(lines(streams), Answer { transform, instead }),
    }
}

/// The bytes whose triplets are kept in an answer, because they would end it.
pub fn separators(streams: &Streams) -> &'static [u8] {
    match streams {
        streams if streams.has_fields() => b"",
        Streams { null: true, .. } => b"\0",
        _ => b"\n\r",
    }
}
