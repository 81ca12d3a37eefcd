//! `uri`: references in their components, from lines to lines.
#![forbid(unsafe_code)]

mod build;
pub mod edits;
pub mod format;
pub mod get;
mod path;
mod prefixed;
pub mod set;
mod split;
mod validate;

use crate::args::UriCommand;
use crate::error::Failure;
use crate::pipeline::Job;

pub fn uri(command: UriCommand) -> Result<Job, Failure> {
    match command {
        UriCommand::Get(args) => get::get(args),
        UriCommand::Set(args) => set::set(args),
        UriCommand::Split(args) => split::split(args),
        UriCommand::Build(args) => build::build(args),
        UriCommand::FromPath(args) => path::from_path(args),
        UriCommand::ToPath(args) => path::to_path(args),
        UriCommand::Validate(args) => validate::validate(args),
    }
}
