//! `normalize`, `compare`, `resolve`, `iri` and `requote`: whole references.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::io::Write;

use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{self, Equivalence, Level, Strictness, UriError};

use crate::args::{
    CompareArgs, HostArg, IriArgs, IriCommand, LevelArg, NormalizeArgs, RequoteArgs, ResolveArgs,
};
use crate::codec::{Failure, set_by_name};
use crate::output::{Content, Output};
use crate::report::{self, Place};
use crate::transform::{self, Outcome, Problem, Work};

impl LevelArg {
    fn level(self) -> Level {
        match self {
            LevelArg::Percent => Level::Percent,
            LevelArg::Path => Level::Path,
            LevelArg::Scheme => Level::Scheme,
        }
    }
}

/// A reference, which must be text.
fn text_of(bytes: &[u8]) -> Result<&str, Problem> {
    str::from_utf8(bytes).map_err(|error| {
        Problem::new(error.valid_up_to(), "a reference is text, and these bytes are not UTF-8")
    })
}

fn problem(error: UriError) -> Problem {
    Problem::new(error.offset(), error)
}

/// Work on each reference as a whole.
fn each(work: impl Fn(&str) -> Result<String, Problem> + Send + Sync + 'static) -> Work {
    Work::Whole(Box::new(move |bytes| Ok(work(text_of(bytes)?)?.into_bytes())))
}

/// Malformed triplets stay in the result, and are reported.
pub fn normalize(args: NormalizeArgs) -> Result<Outcome, Failure> {
    let level = args.level.level();
    let is_iri = args.iri;
    let work = Work::Whole(Box::new(move |bytes| {
        let reference = text_of(bytes)?;
        let normal = match is_iri {
            true => iri::normalize(reference, level),
            false => uri::normalize(reference, level).into_owned(),
        };
        let mut malformed = uri::Reference::split(reference).malformed_triplets();
        let Some(first) = malformed.next() else { return Ok(normal.into_bytes()) };
        let more = match malformed.count() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let message = format_args!("a malformed triplet stays as it is{more}");
        let problem = Problem::new(first.offset(), message);
        Err(Problem { result: Some(normal.into_bytes()), ..problem })
    }));
    transform::run(args.streams, work)
}

pub fn iri(command: IriCommand) -> Result<Outcome, Failure> {
    let (args, work): (IriArgs, Work) = match command {
        IriCommand::ToUri { host, encode_disallowed, iri } => {
            let mut to_uri = ToUri::new().host(match host {
                HostArg::ByScheme => HostEncoding::ByScheme,
                HostArg::Punycode => HostEncoding::Punycode,
                HostArg::Percent => HostEncoding::Percent,
            });
            if encode_disallowed {
                to_uri = to_uri.encode_disallowed();
            }
            (iri, each(move |iri| Ok(to_uri.convert(iri).map_err(problem)?.into_owned())))
        }
        IriCommand::FromUri { keep_host, iri } => {
            let names = if keep_host { HostDisplay::Keep } else { HostDisplay::ByScheme };
            (iri, each(move |uri| Ok(iri::from_uri(uri, names).into_owned())))
        }
    };
    transform::run(args.streams, work)
}

pub fn requote(args: RequoteArgs) -> Result<Outcome, Failure> {
    let work = match &args.set {
        Some(name) => {
            let set = set_by_name(name).map_err(Failure::Usage)?;
            each(move |text| Ok(uri::requote(text, set).into_owned()))
        }
        None => each(|text| Ok(uri::requote_reference(text).into_owned())),
    };
    transform::run(args.streams, work)
}

/// An argument that must be text; what is wrong with it is shown.
fn argument(number: usize, argument: &OsString) -> Option<&str> {
    let bytes = argument.as_encoded_bytes();
    match text_of(bytes) {
        Ok(text) => Some(text),
        Err(problem) => {
            show(number, bytes, &problem);
            None
        }
    }
}

fn show(number: usize, bytes: &[u8], problem: &Problem) {
    let source = format!("argument {number}");
    let place = Place {
        source: &source,
        line: None,
        offset: problem.offset as u64,
        excerpt: bytes,
        at: problem.offset,
    };
    report::error_at(&place, &problem.message);
}

/// Says whether they are the same.
pub fn compare(args: &CompareArgs) -> Result<bool, Failure> {
    let (Some(a), Some(b)) = (argument(1, &args.a), argument(2, &args.b)) else { return Ok(false) };
    let level = args.level.level();
    let answer = uri::equivalent(a, b, level);
    let mut out = Output::stdout(Content::Bytes)?;
    if args.iri && !answer.is_equivalent() {
        let is_equivalent = iri::equivalent(a, b, level);
        writeln!(out, "{}", if is_equivalent { "same as IRIs" } else { "different as IRIs" })?;
        out.finish()?;
        return Ok(is_equivalent);
    }
    writeln!(out, "{answer}")?;
    if let Equivalence::Different(difference) = answer {
        for (text, offset) in [a, b].into_iter().zip(difference.offsets()) {
            let before = crate::visible::visible(&text.as_bytes()[..offset]);
            let column: usize = before.chars().map(report::width).sum();
            writeln!(out, "  {}", crate::visible::visible(text.as_bytes()))?;
            writeln!(out, "  {}^", " ".repeat(column))?;
        }
    }
    out.finish()?;
    Ok(answer.is_equivalent())
}

/// Says whether the target could be made.
pub fn resolve(args: &ResolveArgs) -> Result<bool, Failure> {
    let (Some(base), Some(reference)) = (argument(1, &args.base), argument(2, &args.reference))
    else {
        return Ok(false);
    };
    let strictness = if args.lenient_scheme { Strictness::Lenient } else { Strictness::Strict };
    let target = if args.relativize {
        uri::relativize(base, reference)
    } else {
        uri::resolve(base, reference, strictness)
    };
    match target {
        Ok(target) => {
            let mut out = Output::stdout(Content::Bytes)?;
            writeln!(out, "{target}")?;
            out.finish()?;
            Ok(true)
        }
        Err(error) => {
            show(1, base.as_bytes(), &problem(error));
            Ok(false)
        }
    }
}
