//! `--in-text`: what a command does with a reference is done with each link of a text, and all else stays byte for byte.
#![forbid(unsafe_code)]

use triplet_inspect::{LinkDoubt, TextLink, text_links};

use super::answer::by_lines;
use super::job::job;
use crate::args::Streams;
use crate::error::Failure;
use crate::pipeline::{Job, Mark, OutputBuffer, Problem, Skipped, Transform};

/// The job of a transform of references: each line is one, or with `in_text` has some.
pub fn job_in_text(
    streams: Streams,
    in_text: bool,
    transform: impl Transform + 'static,
) -> Result<Job, Failure> {
    match in_text {
        true => job(by_lines(streams), InText { transform }),
        false => job(by_lines(streams), Alone { transform }),
    }
}

/// Transforms texts that are references. Of a text that is more than one, the message says how its links are reached.
struct Alone<T> {
    transform: T,
}

impl<T: Transform> Transform for Alone<T> {
    fn mark(&self) -> Mark {
        self.transform.mark()
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let done = self.transform.text(text, out, skipped);
        done.map_err(|problem| match problem.kind() {
            Some("after-text" | "text-after" | "not-reference") => {
                problem.then("; --in-text changes the links within a text")
            }
            _ => problem,
        })
    }
}

/// Transforms the links of each text.
struct InText<T> {
    transform: T,
}

impl<T: Transform> Transform for InText<T> {
    fn mark(&self) -> Mark {
        Mark::Passed
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        in_text(text, out, skipped, |link, out, skipped| self.transform.text(link, out, skipped));
        Ok(())
    }
}

/// Appends a text with each link as `transform` gives it. A link in error, and one that would change and is in doubt, stays.
pub fn in_text(
    text: &[u8],
    out: &mut OutputBuffer,
    skipped: Skipped<'_>,
    transform: impl Fn(&[u8], &mut OutputBuffer, Skipped<'_>) -> Result<(), Problem>,
) {
    let mut copied = 0;
    for link in text_links(text) {
        let (start, old) = (link.span.start, &text[link.span.clone()]);
        out.push(&text[copied..start]);
        copied = link.span.end;
        let before = out.filled().len();
        let mut problems = Vec::new();
        let done = transform(old, out, &mut |problem| problems.push(problem));
        if let Err(problem) = done {
            problems.push(problem);
            out.truncate(before);
            out.push(old);
        } else if let Some(doubt) = link.doubt
            && (out.filled()[before..] != *old || changes_longer(text, &link, &transform))
        {
            problems = vec![Problem::note(0, format_args!("this link stays as it is: {doubt}"))];
            out.truncate(before);
            out.push(old);
        }
        for problem in problems {
            let offset = problem.offset + start;
            skipped(problem.at(offset));
        }
    }
    out.push(&text[copied..]);
}

/// Whether a link that perhaps goes on would change with the word after it.
fn changes_longer(
    text: &[u8],
    link: &TextLink,
    transform: impl Fn(&[u8], &mut OutputBuffer, Skipped<'_>) -> Result<(), Problem>,
) -> bool {
    if link.doubt != Some(LinkDoubt::RawSpace) {
        return false;
    }
    let after = &text[link.span.end + 1..];
    let word = after.iter().position(u8::is_ascii_whitespace).unwrap_or(after.len());
    let longer = &text[link.span.start..link.span.end + 1 + word];
    let mut out = OutputBuffer::default();
    transform(longer, &mut out, &mut |_| {}).is_ok() && out.filled() != longer
}
