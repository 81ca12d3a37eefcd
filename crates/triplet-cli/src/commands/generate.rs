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
pub fn manual(name: Option<String>) -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    // Gives the commands of commands their full names.
    command.build();
    let page = match &name {
        None => &command,
        Some(name) => command.find_subcommand(name).ok_or_else(|| {
            Failure::Usage(format!("no command is named `{name}`; `triplet --help` lists them"))
        })?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    Ok(print(&text)?)
}

/// Prints text that is complete to standard output.
pub fn print(text: &[u8]) -> io::Result<Outcome> {
    let mut out = Output::stdout(Content::Raw)?;
    out.write_all(text)?;
    out.finish()?;
    Ok(Outcome::CLEAN)
}
