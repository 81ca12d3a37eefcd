//! The command `triplet`: percent-encoding for text, files, streams and scripts.
//!
//! It reads arguments, moves bytes and prints; the library knows what percent-encoding is. Imports point down this list:
//! `commands`, `pipeline`, `io`, and then `diagnostics`, `escape`, `error`, `names` and `places`. Only `commands` knows `args`.
// Every file but `io/standard.rs` and `io/abort.rs` forbids unsafe code.
#![deny(unsafe_code)]

mod args;
mod commands;
mod diagnostics;
mod error;
mod escape;
mod io;
mod names;
mod pipeline;
mod places;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::error::{Failure, Outcome, StdoutClosed};

fn main() -> ExitCode {
    #[cfg(unix)]
    {
        io::signals::let_long_writes_fail();
        io::abort::watch();
    }
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // After `--` all is text, also a hyphen.
    let texts = arguments.iter().skip_while(|argument| *argument != "--");
    if texts.into_iter().any(|text| text == "-") {
        io::source::take_hyphen_as_text();
    }
    let status = match args::parse(&arguments) {
        Ok(cli) => run(cli),
        Err(error) => unparsed(&arguments, &error),
    };
    ExitCode::from(status)
}

fn run(cli: args::Cli) -> u8 {
    let color = cli.everywhere.color;
    diagnostics::set_color(color);
    if let Some(longest) = cli.everywhere.max_text {
        io::limit::set(longest);
    }
    force_tier()
        .and_then(|()| commands::run(cli.command, color))
        .map_or_else(stopped, Outcome::exit_status)
}

/// Answers a command line that is wrong, or that asks for help.
fn unparsed(arguments: &[OsString], error: &clap::Error) -> u8 {
    if let Some(message) = args::suffix_without_sign(arguments, error) {
        return stopped(Failure::Usage(message));
    }
    // A message may quote what was typed.
    let text = escape::visible(error.render().to_string().as_bytes());
    if error.exit_code() != 0 {
        diagnostics::emit(&text);
        return error::USAGE;
    }
    // Help that was asked for goes to standard output, and is a success only if it arrived.
    let printed = commands::print(text.as_bytes());
    printed.map_or_else(|error| stopped(error.into()), Outcome::exit_status)
}

/// Forces the tier that `TRIPLET_TIER` names, for tests and benchmarks.
fn force_tier() -> Result<(), Failure> {
    let Some(name) = std::env::var_os("TRIPLET_TIER") else { return Ok(()) };
    let tier = name.to_str().and_then(triplet::Tier::by_name);
    if tier.is_some_and(|tier| tier.force()) {
        return Ok(());
    }
    let names: Vec<&str> = triplet::Tier::available().iter().map(|tier| tier.name()).collect();
    Err(Failure::Usage(format!("TRIPLET_TIER: this machine runs {}", names.join(", "))))
}

/// Reports what stopped the command.
fn stopped(failure: Failure) -> u8 {
    match failure {
        Failure::Usage(message) => {
            diagnostics::message(message);
            error::USAGE
        }
        // A reader that went away needs no more, and that ends the command silently.
        Failure::Io(error)
            if error.kind() == std::io::ErrorKind::BrokenPipe && !is_closed(&error) =>
        {
            0
        }
        Failure::Io(error) => {
            diagnostics::message(error);
            error::IO
        }
    }
}

/// Whether the program was started without standard output.
fn is_closed(error: &std::io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<StdoutClosed>())
}
