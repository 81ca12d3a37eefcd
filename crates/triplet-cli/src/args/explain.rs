//! The arguments of `explain`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet explain 'https://a.example/?q=caf%C3%A9'     its parts, each decoded once
  triplet 'q=%C4%E3%BA%C3'                             the same, without the name of the command
  triplet explain --readable -l -f access.log          the links of a log, for a person to read")]
#[command(after_long_help = "\
An argument, a file or standard input is one text as a whole, and with --lines each line is one, whose answer is printed
before the next line is waited for. A line that is not UTF-8 is read as if its octets outside ASCII were triplets. The
lines are as wide as COLUMNS says, or 80 columns; --json has all of a text that is cut there.")]
pub struct ExplainArgs {
    /// Texts; without any, or as -, standard input
    #[arg(value_name = "TEXT")]
    pub text: Vec<OsString>,
    /// Read this file, and those that follow
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// Treat each line as a separate text
    #[arg(short, long, conflicts_with = "null")]
    pub lines: bool,
    /// Treat each record that ends with a NUL byte as a separate text
    #[arg(short = '0', long)]
    pub null: bool,
    /// Print JSON, one object a text
    #[arg(long)]
    pub json: bool,
    /// Print only the text with its links as a person reads them, which still work; a text without one as it is
    #[arg(long, conflicts_with = "json")]
    pub readable: bool,
    /// The languages that you read, such as ko,en, by which likely charsets are ranked
    #[arg(long, value_name = "TAGS")]
    pub languages: Vec<String>,
}
