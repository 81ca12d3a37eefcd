//! The command `triplet`: percent-encoding for text, files, streams and scripts.
//!
//! A face of the library: it reads arguments, moves bytes and prints. What percent-encoding is, the
//! library knows.
// Every module but `output` forbids it; there the attribute of `ctor` registers a function.
#![deny(unsafe_code)]

mod args;
mod attributes;
mod batch;
mod codec;
mod fields;
mod form;
mod in_place;
mod inspect;
mod lines;
mod output;
mod page;
mod progress;
mod references;
mod replace;
mod report;
mod sets;
mod signals;
mod source;
mod streams;
mod transform;
mod visible;
mod web;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Cli, Command};
use crate::codec::Failure;
use crate::output::{Content, Output, StdoutClosed};

/// The input had errors.
const INPUT: u8 = 1;
/// The command line is wrong.
const USAGE: u8 = 2;
/// Something could not be read or written.
const IO: u8 = 3;

fn main() -> ExitCode {
    #[cfg(unix)]
    signals::let_long_writes_fail();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let cli = match Cli::of(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(suffix) = args::suffix_without_sign(&arguments, &error) {
                return ExitCode::from(self::failure(Failure::Usage(suffix)));
            }
            // Help that was asked for goes to standard output, and is exit 0 only if it arrived. A
            // message may quote what was typed.
            let text = visible::visible(error.render().to_string().as_bytes());
            let written = if error.exit_code() == 0 {
                print(|out| out.write_all(text.as_bytes()))
            } else {
                report::emit(&text);
                Ok(USAGE)
            };
            return ExitCode::from(written.unwrap_or_else(failure));
        }
    };
    report::set_color(cli.everywhere.color);
    if let Some(name) = std::env::var_os("TRIPLET_TIER") {
        let tier = name.to_str().and_then(triplet::Tier::by_name);
        if !tier.is_some_and(|tier| tier.force()) {
            let names: Vec<&str> =
                triplet::Tier::available().iter().map(|tier| tier.name()).collect();
            report::message(format_args!("TRIPLET_TIER: this machine runs {}", names.join(", ")));
            return ExitCode::from(USAGE);
        }
    }
    let result = match cli.command {
        Command::Encode(args) => codec::encode(args).map(code_of),
        Command::Decode(args) => codec::decode_command(args).map(code_of),
        Command::Form(command) => form::form(command).map(|clean| if clean { 0 } else { INPUT }),
        Command::Normalize(args) => references::normalize(args).map(code_of),
        Command::Compare(args) => {
            references::compare(&args).map(|same| if same { 0 } else { INPUT })
        }
        Command::Resolve(args) => {
            references::resolve(&args).map(|made| if made { 0 } else { INPUT })
        }
        Command::Iri(command) => references::iri(command).map(code_of),
        Command::Requote(args) => references::requote(args).map(code_of),
        Command::Inspect(args) => inspect::inspect(&args, cli.everywhere.color).map(code_of),
        Command::Lint(args) => inspect::lint(&args, cli.everywhere.color).map(code_of),
        Command::Readers(args) => inspect::readers(&args).map(code_of),
        Command::Sets(args) => sets::sets(&args).map(|()| 0),
        Command::Batch => batch::run().map(|()| 0).map_err(Failure::Io),
        Command::Web(args) => web::web(&args).map(|()| 0),
        Command::Completions { shell } => print(|out| {
            clap_complete::generate(shell, &mut Cli::command(), "triplet", out);
            Ok(())
        }),
        Command::Man { command } => manual(command),
    };
    ExitCode::from(result.unwrap_or_else(failure))
}

/// Tells what stopped the command.
fn failure(failure: Failure) -> u8 {
    match failure {
        Failure::Usage(message) => {
            report::message(message);
            USAGE
        }
        Failure::Io(error) => io_failure(&error),
    }
}

fn code_of(outcome: transform::Outcome) -> u8 {
    match outcome {
        transform::Outcome { io_errors: true, .. } => IO,
        transform::Outcome { input_errors: true, .. } => INPUT,
        _ => 0,
    }
}

/// A reader that went away has what it wanted: that ends the command without a word, as other commands
/// do. Every other failure is one.
fn io_failure(error: &io::Error) -> u8 {
    let closed = error.get_ref().is_some_and(|inner| inner.is::<StdoutClosed>());
    if error.kind() == io::ErrorKind::BrokenPipe && !closed {
        return 0;
    }
    report::message(error);
    IO
}

/// The page of the command, or of one of its commands.
fn manual(name: Option<String>) -> Result<u8, Failure> {
    let mut command = Cli::command();
    // Gives the commands of commands their full names.
    command.build();
    let page = match &name {
        None => &command,
        Some(name) => command.find_subcommand(name).ok_or_else(|| {
            Failure::Usage(format!("no command is named `{name}`; `triplet --help` lists them"))
        })?,
    };
    print(|out| clap_mangen::Man::new(page.clone()).render(out))
}

/// Prints what is generated to standard output.
fn print(generate: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<u8, Failure> {
    let mut text = Vec::new();
    generate(&mut text)?;
    let mut out = Output::stdout(Content::Raw)?;
    out.write_all(&text)?;
    out.finish()?;
    Ok(0)
}
