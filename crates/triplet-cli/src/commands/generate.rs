//! `completions` and `man`: text that is made from the description of the command line.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::Cli;
use crate::error::{Failure, Outcome};
use crate::io::output::{Content, Output};

pub fn completions(shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "triplet", &mut text);
    Ok(print(&text)?)
}

/// The manual page of the whole command, or of one of its commands.
pub fn manual(names: &[String]) -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    // Gives the commands of commands their full names.
    command.build();
    let unknown = || {
        let name = names.join(" ");
        Failure::Usage(format!("no command is named `{name}`; `triplet --help` lists them"))
    };
    let words: Vec<&str> = names.iter().flat_map(|name| name.split_whitespace()).collect();
    let page = match words.first() {
        // The name of the whole page: `triplet-uri-set`.
        Some(&"triplet") => page_of(&command, &words[1..].join("-")),
        Some(_) => page_of(&command, words.join("-").trim_start_matches("triplet-")),
        None => Some(&command),
    };
    // A page says which version it is of.
    let page = page.ok_or_else(unknown)?.clone().version(env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    let source = concat!("triplet ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(page).source(source).render(&mut text)?;
    Ok(print(&text)?)
}

/// The command that these words joined by `-` name.
fn page_of<'c>(command: &'c clap::Command, words: &str) -> Option<&'c clap::Command> {
    if words.is_empty() {
        return Some(command);
    }
    command.get_subcommands().find_map(|inner| {
        let rest = words.strip_prefix(inner.get_name())?;
        match rest.strip_prefix('-') {
            Some(rest) if !rest.is_empty() => page_of(inner, rest),
            _ if rest.is_empty() => Some(inner),
            _ => None,
        }
    })
}

/// Prints text that is complete to standard output.
pub fn print(text: &[u8]) -> io::Result<Outcome> {
    let mut out = Output::stdout(Content::Raw)?;
    out.write_all(text)?;
    out.finish()?;
    Ok(Outcome::CLEAN)
}
