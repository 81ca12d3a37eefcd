//! `content-disposition`: the header field that names a file.
#![forbid(unsafe_code)]

use serde_json::{Value, json};
use triplet::InputError;
use triplet::content_disposition::{self, ContentDisposition, ContentDispositionError, Source};
use triplet::filename::{self, FileNameError};

use super::filename::{Options, cut_message, note_of_lines};
use super::job::job;
use super::separators::{separators, with_triplets};
use super::values::value;
use crate::args::ContentDispositionCommand;
use crate::error::Failure;
use crate::escape::visible_line;
use crate::pipeline::{Job, Mark, OutputBuffer, Problem, Skipped, Transform};

pub fn content_disposition(command: ContentDispositionCommand) -> Result<Job, Failure> {
    match command {
        ContentDispositionCommand::Read(args) => {
            let form = match (args.json, args.as_sent) {
                (true, _) => Form::Json,
                (_, true) => Form::AsSent(separators(&args.streams)),
                _ => Form::FileName,
            };
            let (strict, options) = (args.strict, Options::of(&args.name));
            let decodes = args.decode_filename;
            job(args.streams, Read { form, strict, decodes, options })
        }
        ContentDispositionCommand::Build(args) => {
            let whole = args.streams.separator().is_none();
            let (disposition_type, fallback) = (args.disposition_type, args.fallback);
            let build = Build { disposition_type, fallback, whole };
            build
                .header("")
                .map_err(|(option, error)| Failure::Usage(format!("--{option}: {error}")))?;
            job(args.streams, build)
        }
    }
}

/// What is printed of a header field.
enum Form {
    FileName,
    /// The name as it was sent; these bytes would end it.
    AsSent(Vec<u8>),
    Json,
}

struct Read {
    form: Form,
    strict: bool,
    /// Whether a name of `filename` is decoded if it is percent-encoded.
    decodes: bool,
    options: Options,
}

/// An error in JSON.
pub fn error_value(error: &dyn InputError) -> Value {
    json!({ "kind": error.kind_name(), "offset": error.place(), "message": error.to_string() })
}

/// What is wrong in a header field.
pub fn problem_values(read: &ContentDisposition) -> Vec<Value> {
    let problems = read.problems().iter();
    problems.map(|error| error_value(error)).collect()
}

/// The name of the file, and how much of it was cut, if there is a name. If it `decodes`, a name of `filename` that is percent-encoded is
/// decoded.
pub fn file_name(
    read: &ContentDisposition,
    decodes: bool,
    options: Options,
) -> Option<Result<(String, usize), FileNameError>> {
    let encoded = read.name().filter(|_| decodes && percent_encoded(read).is_some());
    let view = encoded.map(|name| filename::decode(name.as_bytes()));
    let name = options.apply(view.or_else(|| read.file_name())?).to_name();
    Some(
        name.map(|name| (name.left_out(), name))
            .map(|(left_out, name)| (name.into_string(), left_out)),
    )
}

impl Transform for Read {
    fn mark(&self) -> Mark {
        Mark::LeftOut
    }

    fn is_json(&self) -> bool {
        matches!(self.form, Form::Json)
    }

    fn is_answer(&self) -> bool {
        true
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let read = ContentDisposition::parse(text);
        if let (true, [first, ..]) = (self.strict, read.problems()) {
            return Err((*first).into());
        }
        let name = file_name(&read, self.decodes, self.options);
        match &self.form {
            Form::Json => {
                let file_name = name.as_ref().and_then(|name| name.as_ref().ok());
                let parameters: Vec<_> =
                    read.parameters().map(|(name, octets)| json!([name, value(octets)])).collect();
                let object = json!({
                    "type": read.disposition_type(),
                    "name": read.octets().map(value),
                    "file_name": file_name.map(|(name, _)| name),
                    "source": read.source().map(|source| source.name()),
                    "charset": read.charset(),
                    "language": read.language(),
                    "parameters": parameters,
                    "problems": problem_values(&read),
                });
                out.push(object.to_string().as_bytes());
            }
            Form::AsSent(separators) => {
                with_triplets(read.octets().ok_or_else(no_name)?, separators, out);
            }
            Form::FileName => {
                // Its offset would be that in the name.
                let name = name.as_ref().ok_or_else(no_name)?.as_ref();
                let (name, _) = name.map_err(|error| {
                    Problem::new(0, format_args!("the name: {error}")).of_kind(error.kind().name())
                })?;
                out.push(name.as_bytes());
                if let Some(name) = percent_encoded(&read).filter(|_| !self.decodes) {
                    let what = format_args!(
                        "the name is percent-encoded: by RFC 6266 `filename` is not decoded, but some browsers decode it; \
                         --decode-filename reads {name}"
                    );
                    skipped(Problem::note(0, what));
                }
            }
        }
        read.problems().iter().for_each(|error| skipped(Problem::from(*error)));
        if let (Some(Ok((_, left_out @ 1..))), false) =
            (&name, matches!(self.form, Form::AsSent(_)))
        {
            skipped(Problem::new(0, cut_message(*left_out)).of_kind("cut"));
        }
        Ok(())
    }
}

/// The name that some browsers read where `filename` is percent-encoded.
fn percent_encoded(read: &ContentDisposition) -> Option<String> {
    let name = read.name().filter(|_| read.source() != Some(Source::Extended))?;
    let decoded = triplet::decode(name).to_str().ok()?;
    (decoded != name).then(|| visible_line(decoded.as_bytes()))
}

fn no_name() -> Problem {
    Problem::new(0, "the header field names no file").of_kind("no-name")
}

struct Build {
    disposition_type: String,
    fallback: Option<String>,
    /// Whether an input is one name, and not each of its lines.
    whole: bool,
}

impl Build {
    /// The header field; the error has the name of the option that is wrong.
    fn header(&self, name: &str) -> Result<String, (&'static str, ContentDispositionError)> {
        let fallback = self.fallback.as_deref();
        header_of(name, &self.disposition_type, fallback)
    }
}

/// A header field; the error has the name of the option that is wrong.
pub fn header_of(
    name: &str,
    disposition_type: &str,
    fallback: Option<&str>,
) -> Result<String, (&'static str, ContentDispositionError)> {
    let header = content_disposition::encode(name).disposition_type(disposition_type);
    let mut header = header.map_err(|error| ("type", error))?;
    if let Some(fallback) = fallback {
        header = header.fallback(fallback).map_err(|error| ("fallback", error))?;
    }
    Ok(header.to_string())
}

impl Transform for Build {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let name = Problem::unless_text(text, "the name is not UTF-8, in which it is written")?;
        out.push(self.header(name).map_err(|(_, error)| Problem::from(error))?.as_bytes());
        let of_lines = note_of_lines(text).filter(|_| self.whole);
        let is_no_name = matches!(name, "" | "." | "..");
        let what = "no file can have this name, and a browser makes up another one";
        let of_name = is_no_name.then(|| Problem::note(0, what));
        of_lines.into_iter().chain(of_name).for_each(skipped);
        Ok(())
    }
}
