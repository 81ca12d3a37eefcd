//! `explain`: what a text is, and what each of its parts says.
#![forbid(unsafe_code)]

use std::io;

use triplet_inspect::Explain;

use super::charset;
use super::job::job;
use super::reports::{Split, Texts, each_text, open_output, write_json};
use super::separators::{separators, with_triplets};
use super::tree::{self, Look};
use super::values::NodeValue;
use crate::args::{ExplainArgs, Streams};
use crate::diagnostics::{self, Color};
use crate::error::{Failure, Outcome};
use crate::pipeline::{self, Mark, OutputBuffer, Problem, Skipped, Transform};

pub fn explain(args: ExplainArgs, color: Color) -> Result<Outcome, Failure> {
    let languages = charset::languages(&args.languages)
        .map_err(|what| Failure::Usage(format!("--languages: {what}")))?;
    let options = Explain::new().languages(languages);
    if args.readable {
        let (text, file) = (args.text, args.file);
        let (lines, null) = (args.lines, args.null);
        let streams = Streams { text, file, lines, null, threads: 1, ..Streams::default() };
        let separators = separators(&streams);
        return Ok(pipeline::run(job(streams, Readable { options, separators })?)?);
    }
    let mut out = open_output(args.json)?;
    let look = Look::new(color.applies_to(&io::stdout()) && !args.json);
    let is_one = args.text.len().max(args.file.len()) < 2;
    let split = match (args.lines, args.null) {
        (true, _) => Split::Lines,
        (_, true) => Split::Records,
        _ => Split::Whole,
    };
    let texts = Texts { text: &args.text, file: &args.file, split, has_marks: true };
    // Lines of a log often have the same note; only the first one is printed.
    let mut noted = String::new();
    let outcome = each_text(&texts, &mut out, |out, text| {
        let place = match text.line {
            Some((line, _)) => format!("{}:{line}: ", text.source),
            None if is_one => String::new(),
            None => format!("{}: ", text.source),
        };
        if str::from_utf8(text.bytes).is_err() && noted != text.source {
            noted = text.source.to_owned();
            let place = place.strip_suffix(": ").unwrap_or(text.source);
            let what = "the octets outside ASCII of a line that is not UTF-8 are read as triplets";
            diagnostics::message(format_args!("note: {place}: {what}"));
        }
        let explanation = options.explain_octets(text.bytes);
        match args.json {
            true => write_json(out, &NodeValue(explanation.root())),
            false => tree::show(out, explanation.root(), &place, look),
        }
    })?;
    out.finish()?;
    Ok(outcome)
}

/// Makes the links of a text readable. All else stays, and so does a text that is not UTF-8.
struct Readable {
    options: Explain,
    /// The bytes that end a result. Within a result they are triplets.
    separators: Vec<u8>,
}

impl Transform for Readable {
    fn mark(&self) -> Mark {
        Mark::Passed
    }

    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        let readable = str::from_utf8(text).ok().and_then(|text| {
            let explanation = self.options.explain(text);
            // White space around a text does not count.
            let span = explanation.root().span.clone();
            let readable = explanation.readable()?;
            Some([&text[..span.start], &readable, &text[span.end..]].concat())
        });
        match readable {
            // A link in another notation may have anything.
            Some(readable) => with_triplets(readable.as_bytes(), &self.separators, out),
            None => out.push(text),
        }
        Ok(())
    }

    fn may_fail(&self) -> bool {
        false
    }
}
