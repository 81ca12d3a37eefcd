//! `form parse` and `form build`.
#![forbid(unsafe_code)]

mod build;
pub mod decoding;
mod input;
mod object;
mod parse;
pub mod query;
pub mod tree;

use crate::args::FormCommand;
use crate::error::{Failure, Outcome};

pub fn form(command: FormCommand) -> Result<Outcome, Failure> {
    match command {
        FormCommand::Parse(args) => parse::parse(args),
        FormCommand::Build(args) => build::build(args),
    }
}
