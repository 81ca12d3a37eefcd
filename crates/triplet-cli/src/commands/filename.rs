//! `filename`: names of files from encoded text, and back.
#![forbid(unsafe_code)]

use triplet::filename::{self, FileNameError, Rules};
use triplet::uri::Spans;

use super::job::job;
use super::reference::one_line;
use crate::args::{FilenameCommand, NameArgs};
use crate::error::Failure;
use crate::pipeline::{Job, OutputBuffer, Problem, Skipped, Transform};

pub fn filename(command: FilenameCommand) -> Result<Job, Failure> {
    match command {
        FilenameCommand::Decode(args) => {
            let (url, lenient, options) = (args.url, args.lenient, Options::of(&args.name));
            let whole = args.streams.separator().is_none();
            job(args.streams, Decode { url, lenient, whole, options })
        }
        FilenameCommand::Encode { streams } => job(streams, Encode),
    }
}

/// How names are made.
#[derive(Clone, Copy)]
pub struct Options {
    pub rules: Rules,
    pub cut: bool,
}

impl Options {
    pub fn of(args: &NameArgs) -> Options {
        Options { rules: args.rules, cut: args.cut }
    }

    pub fn apply<'a>(self, view: filename::Decode<'a>) -> filename::Decode<'a> {
        let view = view.rules(self.rules);
        if self.cut { view.cut() } else { view }
    }
}

/// What is reported of a name that was cut.
pub fn cut_message(left_out: usize) -> String {
    format!("the name is too long, so {left_out} of its octets are left out")
}

fn problem(error: FileNameError, start: usize) -> Problem {
    Problem::from(error.moved_by(start))
}

struct Decode {
    url: bool,
    lenient: bool,
    /// Whether an input is one name, and not each of its lines.
    whole: bool,
    options: Options,
}

/// A note on a name that has several lines.
pub fn note_of_lines(text: &[u8]) -> Option<Problem> {
    let at = text.trim_ascii_end().iter().position(|byte| *byte == b'\n')?;
    let what = "all lines are one name here; -l takes each line as a name";
    Some(Problem::note(at, what))
}

impl Transform for Decode {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        // A URL has no line break, and all but the last of several would be lost.
        let by_lines = |problem: Problem| {
            let what = "a URL has no line break (RFC 3986 section 2); -l takes each line as a URL";
            problem.told(problem.offset, what).of_kind("line-break")
        };
        let text = if self.url { one_line(text).map_err(by_lines)? } else { text };
        let (start, encoded) = if self.url { last_segment(text) } else { (0, text) };
        let view = self.options.apply(filename::decode(encoded));
        let view = if self.lenient { view.lenient() } else { view };
        let name = view.to_name().map_err(|error| problem(error, start))?;
        out.push(name.as_str().as_bytes());
        note_of_lines(text).filter(|_| self.whole).into_iter().for_each(&mut *skipped);
        if name.left_out() > 0 {
            skipped(Problem::new(start, cut_message(name.left_out())).of_kind("cut"));
        }
        Ok(())
    }
}

/// The last segment of a path, and where it is.
pub fn last_segment(url: &[u8]) -> (usize, &[u8]) {
    let path = Spans::of(url).path();
    let length = url[path.clone()].iter().rev().take_while(|&&byte| byte != b'/').count();
    (path.end - length, &url[path.end - length..path.end])
}

struct Encode;

impl Transform for Encode {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        out.push(filename::encode(text).as_bytes());
        Ok(())
    }
}
