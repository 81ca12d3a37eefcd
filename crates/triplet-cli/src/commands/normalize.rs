//! `normalize`, `compare` and `resolve`: whole references.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use triplet::iri;
use triplet::uri::{
    self, CompareOption, Equivalence, Level, NoNormalForm, Normalizer, Strictness, UriError,
};

use super::answer::{answers, by_lines};
use super::job::job;
use super::reference::{Rewrite, in_form, problem, report_malformed, text_of, unless_lost};
use crate::args::{CompareArgs, NormalizeArgs, ResolveArgs};
use crate::diagnostics::{self, Place};
use crate::error::{Failure, Outcome};
use crate::escape::visible;
use crate::io::output::{Content, Output};
use crate::pipeline::{self, Job, Problem};

/// How references are compared.
struct Options {
    plus: bool,
    nfc: bool,
    any_order: bool,
    iri: bool,
}

impl Options {
    fn normalizer(&self, level: Level) -> Result<Normalizer<'static>, Failure> {
        let options = [
            (self.plus, CompareOption::Plus),
            (self.nfc, CompareOption::Nfc),
            (self.any_order, CompareOption::AnyOrder),
            (self.iri, CompareOption::Iri),
        ];
        let given = options.into_iter().filter(|(is_given, _)| *is_given);
        let normalizer =
            given.fold(Normalizer::new(level), |normalizer, (_, option)| normalizer.with(option));
        match normalizer.conflict() {
            Some(option) => Err(Failure::Usage(format!("--{option} goes with --level decoded"))),
            None => Ok(normalizer),
        }
    }
}

pub fn normalize(args: NormalizeArgs) -> Result<Job, Failure> {
    let (level, is_iri) = (args.level, args.iri);
    if args.key {
        if args.form.nfd {
            return Err(Failure::Usage("--nfd does not go with --key; --nfc does".to_owned()));
        }
        let (plus, nfc, any_order) = (args.plus, args.form.nfc, args.any_order);
        let options = Options { plus, nfc, any_order, iri: false };
        let normalizer = options.normalizer(level)?;
        let key = Rewrite::new(move |reference| {
            // A key has the triplets of what is raw.
            unless_lost(reference, uri::normalize(reference, level)).map_err(problem)?;
            Ok(normalizer.key(reference).key().to_owned().into())
        });
        return job(by_lines(args.streams), key.reporting(report_malformed).without_mark());
    }
    if !level.has_normal_form() {
        return Err(Failure::Usage(format!("{NoNormalForm}; --key prints what is compared")));
    }
    let form = args.form.form();
    let normal = Rewrite::new(move |reference| {
        let normal = in_form(form, reference, |reference| match is_iri {
            true => iri::normalize(reference, level).into(),
            false => uri::normalize(reference, level),
        });
        unless_lost(reference, normal).map_err(problem)
    });
    job(by_lines(args.streams), normal.reporting(report_malformed).without_mark())
}

/// An argument that must be text. If it is not, that is shown.
fn argument<'a>(source: &str, argument: &'a OsString) -> Option<&'a str> {
    let bytes = argument.as_encoded_bytes();
    match text_of(bytes) {
        Ok(text) => Some(text),
        Err(problem) => {
            show(source, bytes, &problem);
            None
        }
    }
}

fn show(source: &str, bytes: &[u8], problem: &Problem) {
    let place = Place {
        source,
        line: None,
        offset: problem.offset as u64,
        excerpt: bytes,
        at: problem.offset,
    };
    diagnostics::error_at(&place, problem.words(0));
}

/// An input error if they are different.
pub fn compare(args: &CompareArgs) -> Result<Outcome, Failure> {
    let (Some(a), Some(b)) = (argument("argument 1", &args.a), argument("argument 2", &args.b))
    else {
        return Ok(Outcome::INPUT_ERRORS);
    };
    let options =
        Options { plus: args.plus, nfc: args.nfc, any_order: args.any_order, iri: args.iri };
    let answer = options.normalizer(args.level)?.equivalent(a, b);
    let mut out = Output::stdout(Content::Bytes)?;
    writeln!(out, "{answer}")?;
    if let Equivalence::Different(difference) = answer {
        for (text, offset) in [a, b].into_iter().zip(difference.offsets()) {
            let before = visible(&text.as_bytes()[..offset]);
            writeln!(out, "  {}", visible(text.as_bytes()))?;
            writeln!(out, "  {}", diagnostics::caret(&before, "^"))?;
        }
    }
    out.finish()?;
    Ok(if answer.is_equivalent() { Outcome::CLEAN } else { Outcome::INPUT_ERRORS })
}

/// Resolves references at a base. A base that can't be one is an input error.
pub fn resolve(args: ResolveArgs) -> Result<Outcome, Failure> {
    let Some(base) = argument("the base", &args.base).map(str::to_owned) else {
        return Ok(Outcome::INPUT_ERRORS);
    };
    let strictness = if args.lenient_scheme { Strictness::Lenient } else { Strictness::Strict };
    let how = match (args.relative_base, args.relativize) {
        (true, _) => How::Join,
        (_, true) => How::Relativize,
        _ => How::Resolve(strictness),
    };
    // Whether `resolve` takes a base does not depend on the reference; whether a reference leads to a target does.
    if !args.relativize
        && let Err(error) = how.apply(&base, "")
    {
        show("the base", base.as_bytes(), &problem(error));
        diagnostics::message("note: --relative-base takes a base without a scheme");
        return Ok(Outcome::INPUT_ERRORS);
    }
    let target =
        Rewrite::new(move |reference| how.apply(&base, reference).map(Cow::Owned).map_err(problem));
    Ok(pipeline::run(answers(args.streams, "", target)?)?)
}

/// What is done with a reference at a base.
#[derive(Clone, Copy)]
enum How {
    Resolve(Strictness),
    Join,
    Relativize,
}

impl How {
    fn apply(self, base: &str, reference: &str) -> Result<String, UriError> {
        match self {
            How::Resolve(strictness) => {
                unless_lost(reference, uri::resolve(base, reference, strictness)?)
            }
            How::Join => unless_lost(reference, uri::join(base, reference)),
            How::Relativize => uri::relativize(base, reference),
        }
    }
}
