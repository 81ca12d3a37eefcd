//! `form parse` and `form build`.
#![forbid(unsafe_code)]

mod build;
mod input;
mod object;
mod parse;
pub mod query;
pub mod tree;

use triplet::form::nested::{Rules, Style};

use crate::args::{FormCommand, StyleArg};
use crate::error::{Failure, Outcome};

pub fn form(command: FormCommand) -> Result<Outcome, Failure> {
    match command {
        FormCommand::Parse(args) => parse::parse(args),
        FormCommand::Build(args) => build::build(args),
    }
}

/// The rules of a style, with its limits unless others are given.
fn rules(style: StyleArg, max_depth: Option<u8>, list_limit: Option<u32>) -> Result<Rules, String> {
    let rules = Rules::new(match style {
        StyleArg::Php => Style::Php,
        StyleArg::Rack => Style::Rack,
        StyleArg::Qs => Style::Qs,
    });
    let rules = max_depth.map_or(rules, |limit| rules.max_depth(limit));
    match list_limit {
        Some(_) if style != StyleArg::Qs => Err(format!(
            "--list-limit goes with --nested=qs, and not with --nested={}",
            rules.style()
        )),
        Some(limit) => Ok(rules.list_limit(limit)),
        None => Ok(rules),
    }
}
