//! One file for each command: arguments in, a job or a report out. The commands that rewrite text make a
//! [`Job`], which is run here; the others print their report themselves.
#![forbid(unsafe_code)]

mod answer;
mod batch;
mod charset;
mod content_disposition;
mod data_url;
mod decode;
mod encode;
mod expand;
mod explain;
mod ext_value;
mod filename;
mod findings;
mod form;
mod generate;
mod help;
mod in_text;
mod inspect;
mod iri;
mod job;
mod json_text;
mod lint;
mod normalize;
mod page;
mod readers;
mod reference;
mod reports;
mod requote;
mod respell;
mod rows;
mod rules;
mod sarif;
mod separators;
mod sets;
mod tree;
mod uri;
mod values;
mod variables;
mod web;

use crate::args::Command;
use crate::diagnostics::Color;
use crate::error::{Failure, Outcome};
use crate::pipeline::{self, Job};

pub use self::generate::print;

pub fn run(command: Command, color: Color) -> Result<Outcome, Failure> {
    match command {
        Command::Encode(args) => encode::encode(args).and_then(run_job),
        Command::Decode(args) => decode::decode(args).and_then(run_job),
        Command::Form(command) => form::form(command),
        Command::Normalize(args) => normalize::normalize(args).and_then(run_job),
        Command::Compare(args) => normalize::compare(&args),
        Command::Resolve(args) => normalize::resolve(args),
        Command::Iri(command) => iri::iri(command).and_then(run_job),
        Command::Expand(args) => expand::expand(&args),
        Command::Requote(args) => requote::requote(args).and_then(run_job),
        Command::Respell(args) => respell::respell(args).and_then(run_job),
        Command::Uri(command) => uri::uri(command).and_then(run_job),
        Command::ExtValue(command) => ext_value::ext_value(command).and_then(run_job),
        Command::Filename(command) => filename::filename(command).and_then(run_job),
        Command::ContentDisposition(command) => {
            content_disposition::content_disposition(command).and_then(run_job)
        }
        Command::DataUrl(command) => data_url::data_url(command),
        Command::Explain(args) => explain::explain(args, color),
        Command::Inspect(args) => inspect::inspect(&args, color),
        Command::Lint(args) => lint::lint(&args, color),
        Command::Readers(args) => readers::readers(&args),
        Command::Sets(args) => sets::sets(&args),
        Command::Batch => batch::run(),
        Command::Web(args) => web::web(&args),
        Command::Completions { shell } => generate::completions(shell),
        Command::Help { words } => help::help(&words),
        Command::Man { command } => generate::manual(&command),
    }
}

fn run_job(job: Job) -> Result<Outcome, Failure> {
    Ok(pipeline::run(job)?)
}
