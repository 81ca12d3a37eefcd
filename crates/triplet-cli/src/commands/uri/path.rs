//! `uri from-path` and `uri to-path`: paths of files and their URIs (RFC 8089).
#![forbid(unsafe_code)]

use triplet::decode_triplet;
use triplet::uri::file::{self, System};

use crate::args::PathArgs;
use crate::commands::answer::answers_about_files;
use crate::commands::reference::{line_break, utf8_of};
use crate::error::Failure;
use crate::pipeline::{Job, OutputBuffer, Problem, Transform};

pub fn from_path(args: PathArgs) -> Result<Job, Failure> {
    let (system, is_record) = (args.system, args.streams.null);
    answers_about_files(args.streams, "", FromPath { system, is_record })
}

pub fn to_path(args: PathArgs) -> Result<Job, Failure> {
    let (system, is_record) = (args.system, args.streams.null);
    answers_about_files(args.streams, "", ToPath { system, is_record })
}

/// A line break ends a path, unless a NUL does.
fn check_lines(break_at: Option<usize>, is_record: bool) -> Result<(), Problem> {
    let message = "a line break in a path; --null (-0) takes and gives paths that have one";
    match break_at {
        Some(at) if !is_record => Err(Problem::new(at, message).of_kind("line-break")),
        _ => Ok(()),
    }
}

struct FromPath {
    system: Option<System>,
    /// Whether texts end with a NUL.
    is_record: bool,
}

impl Transform for FromPath {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        check_lines(line_break(text), self.is_record)?;
        let system = self.system.unwrap_or_else(|| System::of_path(text));
        out.push(file::from_path(text, system).map_err(Problem::from)?.as_bytes());
        Ok(())
    }
}

struct ToPath {
    system: Option<System>,
    is_record: bool,
}

impl Transform for ToPath {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let uri = utf8_of(text)?;
        let system = self.system.unwrap_or_else(|| System::of_uri(uri));
        let path = file::to_path(uri, system).map_err(Problem::from)?;
        let is_break =
            |&at: &usize| matches!(decode_triplet(&text[at..]).unwrap_or(text[at]), b'\n' | b'\r');
        check_lines((0..text.len()).find(is_break), self.is_record)?;
        out.push(&path);
        Ok(())
    }
}
