//! From arguments to a command, in as little time as possible.
#![forbid(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::codec::{DecodeArgs, EncodeArgs};
use super::components::UriCommand;
use super::data_url::DataUrlCommand;
use super::expand::ExpandArgs;
use super::explain::ExplainArgs;
use super::ext_value::ExtValueCommand;
use super::filename::{ContentDispositionCommand, FilenameCommand};
use super::form::FormCommand;
use super::inspect::{InspectArgs, LintArgs, ReadersArgs, SetsArgs, WebArgs};
use super::uri::{CompareArgs, IriCommand, NormalizeArgs, RequoteArgs, ResolveArgs, RespellArgs};
use super::{Cli, Command, Everywhere};

/// Reads a command line.
///
/// To describe all commands takes longer than most of them run, so at first only the one that is named is described. If that
/// description does not take the command line (because of a mistake, or a request for help), the whole one answers.
pub fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    if let Some(called) = called(arguments) {
        return called;
    }
    let read;
    let arguments = match arguments {
        [program, ..] if arguments.get(after_options(arguments)).is_some_and(is_text) => {
            read = [&[program.clone(), "explain".into()], &arguments[1..]].concat();
            &read
        }
        // The help of a command that has commands: `triplet uri help set` is `triplet help uri set`.
        [program, command, help, rest @ ..] if help == "help" && has_commands(command) => {
            read = [&[program.clone(), help.clone(), command.clone()], rest].concat();
            &read
        }
        _ => arguments,
    };
    let name = arguments.get(1).and_then(|name| name.to_str());
    if let Some(command) = name.and_then(alone)
        && let Ok(matches) = command.try_get_matches_from(arguments)
        && let Ok(cli) = Cli::from_arg_matches(&matches)
    {
        return Ok(cli);
    }
    Cli::try_parse_from(arguments)
}

/// The place of the first argument that is not an option of all commands.
fn after_options(arguments: &[OsString]) -> usize {
    let mut at = 1;
    while let Some(option) = arguments.get(at).and_then(|argument| argument.to_str()) {
        at += match option {
            "--color" | "--max-text" => 2,
            _ if option.starts_with("--color=") || option.starts_with("--max-text=") => 1,
            _ => break,
        };
    }
    at
}

/// Whether the first argument is a text to explain: it has a character that no command has, or is a host in Punycode, and is not an
/// option.
fn is_text(argument: &OsString) -> bool {
    let bytes = argument.as_encoded_bytes();
    !bytes.starts_with(b"-") && bytes.iter().any(|byte| b"%:/?&=".contains(byte))
        || bytes.starts_with(b"xn--")
}

/// Reads the command line of a program that is called `urlencode` or `urldecode`. Its help has that name, too.
fn called(arguments: &[OsString]) -> Option<Result<Cli, clap::Error>> {
    let name = Path::new(arguments.first()?).file_stem()?.to_str()?;
    type Read = fn(&clap::ArgMatches) -> Result<Command, clap::Error>;
    let (name, command, read): (&'static str, &str, Read) = match name {
        "urlencode" => ("urlencode", "encode", |matches| {
            EncodeArgs::from_arg_matches(matches).map(Command::Encode)
        }),
        "urldecode" => ("urldecode", "decode", |matches| {
            DecodeArgs::from_arg_matches(matches).map(Command::Decode)
        }),
        _ => return None,
    };
    let parse = |all: clap::Command| {
        let described = all.find_subcommand(command)?.clone();
        let renamed = |text: Option<&StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            text.replace(&format!("triplet {command}"), name)
        };
        let about = renamed(described.get_about());
        let (help, long_help) =
            (renamed(described.get_after_help()), renamed(described.get_after_long_help()));
        let described = Everywhere::augment_args(described)
            .name(name)
            .about(format!("{about}: `triplet {command}` by another name"))
            .version(env!("CARGO_PKG_VERSION"))
            .max_term_width(100)
            .after_help(help)
            .after_long_help(long_help);
        Some(described.try_get_matches_from(arguments).and_then(|matches| {
            let (command, everywhere) = (read(&matches)?, Everywhere::from_arg_matches(&matches)?);
            Ok(Cli { command, everywhere })
        }))
    };
    match alone(command).and_then(parse) {
        Some(Ok(cli)) => Some(Ok(cli)),
        _ => parse(Cli::command()),
    }
}

/// The message about an argument such as `-i.bak`, if there is one and the error comes from it: `sed` takes a suffix this
/// way, but here the letters after `-i` are options, too.
pub fn suffix_without_sign(arguments: &[OsString], error: &clap::Error) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::ArgumentConflict) {
        return None;
    }
    let options = arguments.iter().skip(1).take_while(|argument| *argument != "--");
    let suffixes = options.filter_map(|argument| argument.to_str()?.strip_prefix("-i"));
    let suffix =
        suffixes.into_iter().find(|suffix| !suffix.is_empty() && !suffix.starts_with('='))?;
    Some(format!("`-i{suffix}`: a suffix is given with `=`, as `-i={suffix}`"))
}

fn has_commands(name: &OsStr) -> bool {
    Cli::command().find_subcommand(name).is_some_and(clap::Command::has_subcommands)
}

/// A command that has commands.
fn with_commands(command: clap::Command) -> clap::Command {
    command.subcommand_required(true).arg_required_else_help(true)
}

/// The description of this command alone; none for the commands that are run rarely.
fn alone(name: &str) -> Option<clap::Command> {
    type Describe = fn(clap::Command) -> clap::Command;
    let (name, describe): (&'static str, Describe) = match name {
        "encode" => ("encode", EncodeArgs::augment_args),
        "decode" => ("decode", DecodeArgs::augment_args),
        "form" => ("form", |command| with_commands(FormCommand::augment_subcommands(command))),
        "normalize" => ("normalize", NormalizeArgs::augment_args),
        "compare" => ("compare", CompareArgs::augment_args),
        "resolve" => ("resolve", ResolveArgs::augment_args),
        "iri" => ("iri", |command| with_commands(IriCommand::augment_subcommands(command))),
        "requote" => ("requote", RequoteArgs::augment_args),
        "respell" => ("respell", RespellArgs::augment_args),
        "expand" => ("expand", ExpandArgs::augment_args),
        "ext-value" => {
            ("ext-value", |command| with_commands(ExtValueCommand::augment_subcommands(command)))
        }
        "filename" => {
            ("filename", |command| with_commands(FilenameCommand::augment_subcommands(command)))
        }
        "content-disposition" => ("content-disposition", |command| {
            with_commands(ContentDispositionCommand::augment_subcommands(command))
        }),
        "data-url" => {
            ("data-url", |command| with_commands(DataUrlCommand::augment_subcommands(command)))
        }
        "uri" => ("uri", |command| with_commands(UriCommand::augment_subcommands(command))),
        "explain" => ("explain", ExplainArgs::augment_args),
        "inspect" => ("inspect", InspectArgs::augment_args),
        "lint" => ("lint", LintArgs::augment_args),
        "readers" => ("readers", ReadersArgs::augment_args),
        "sets" => ("sets", SetsArgs::augment_args),
        "batch" => ("batch", |command| command),
        "web" => ("web", WebArgs::augment_args),
        _ => return None,
    };
    let command = describe(clap::Command::new(name));
    let all = clap::Command::new("triplet").subcommand_required(true).subcommand(command);
    Some(Everywhere::augment_args(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that decides what a command takes.
    fn describe(command: &clap::Command) -> Vec<String> {
        let settings = [
            command.is_subcommand_required_set(),
            command.is_arg_required_else_help_set(),
            command.is_allow_external_subcommands_set(),
        ];
        let own = [format!("{settings:?}")];
        let arguments = command.get_arguments().map(|argument| format!("{argument:?}"));
        let groups = command.get_groups().map(|group| format!("{group:?}"));
        let commands = command
            .get_subcommands()
            .flat_map(|command| [vec![command.get_name().to_owned()], describe(command)].concat());
        own.into_iter().chain(arguments).chain(groups).chain(commands).collect()
    }

    #[test]
    fn a_command_alone_takes_what_it_takes_among_all() {
        let all = Cli::command();
        let mut found = 0;
        for command in all.get_subcommands() {
            let Some(root) = alone(command.get_name()) else {
                assert!(["completions", "man", "help"].contains(&command.get_name()));
                continue;
            };
            let alone = root.find_subcommand(command.get_name()).expect("its name");
            assert_eq!(describe(alone), describe(command));
            // The order in the help differs, but this description gives no help.
            let everywhere = |command: &clap::Command| {
                let arguments = command.get_arguments().cloned();
                arguments.map(|one| format!("{:?}", one.display_order(0))).collect::<Vec<_>>()
            };
            assert_eq!(everywhere(&root), everywhere(&all));
            found += 1;
        }
        assert_eq!(found, 22);
    }
}
