//! The arguments of the commands that print reports: `inspect`, `lint`, `readers`, `sets`; and of `web`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use triplet_inspect::{Context, Severity};

use super::named::plain;

const LINES: &str = "\
Each line of a file or of standard input is a text by itself. The report on it is printed before
the next line is waited for. A line longer than 4 MiB (--max-text) is an error, and is left out.";

const REFERENCES: &str = "\
Each line of a file or of standard input is a reference. The report on it is printed before the next
line is waited for. A line longer than 4 MiB (--max-text) is an error, and is left out. A line break in
an argument, or in a record of --null, is reported and is an error: no reference has one (RFC 3986
section 2).";

#[derive(Args)]
#[command(after_long_help = REFERENCES)]
pub struct InspectArgs {
    /// References; without any, or as -, the lines of standard input
    #[arg(value_name = "URI")]
    pub text: Vec<OsString>,
    /// Read the lines of this file, and of those that follow
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// Read records that end with a NUL byte instead of lines
    #[arg(short = '0', long)]
    pub null: bool,
    /// Print JSON, one object a reference
    #[arg(long)]
    pub json: bool,
    /// The languages that you read, such as ko,en, by which likely charsets are ranked
    #[arg(long, value_name = "TAGS")]
    pub languages: Vec<String>,
}

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct LintArgs {
    /// Texts; without any, or as -, the lines of standard input
    #[arg(value_name = "URI")]
    pub text: Vec<OsString>,
    /// Read the lines of this file, and of those that follow
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// Read records that end with a NUL byte instead of lines
    #[arg(short = '0', long)]
    pub null: bool,
    /// The kind of text
    #[arg(long = "as", value_name = "WHAT", default_value = "url")]
    #[arg(value_parser = plain::<Context>(Context::ALL.map(Context::name)))]
    pub context: Context,
    /// The exit status is 1 from this severity on
    #[arg(long, value_name = "SEVERITY", default_value = "warn")]
    #[arg(value_parser = plain::<Severity>(Severity::ALL.map(Severity::name)))]
    pub fail_on: Severity,
    /// Leave out findings below this severity
    #[arg(long, value_name = "SEVERITY", default_value = "info")]
    #[arg(value_parser = plain::<Severity>(Severity::ALL.map(Severity::name)))]
    pub severity: Severity,
    /// Leave out the findings of this rule
    #[arg(long, value_name = "ID")]
    pub allow: Vec<String>,
    /// Say what a rule is about, with an example and what to do; `all` explains each
    #[arg(long, value_name = "ID", conflicts_with_all = ["text", "file", "null", "allow", "format", "json", "sarif"])]
    pub explain: Option<String>,
    /// Print text, JSON (one object a finding) or SARIF 2.1.0 (for code scanners)
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "sarif"])]
    pub format: Option<Format>,
    /// The same as --format json
    #[arg(long, conflicts_with = "sarif")]
    pub json: bool,
    /// The same as --format sarif
    #[arg(long)]
    pub sarif: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Sarif,
}

impl LintArgs {
    pub fn format(&self) -> Format {
        match self.format {
            Some(format) => format,
            None if self.sarif => Format::Sarif,
            None if self.json => Format::Json,
            None => Format::Text,
        }
    }
}

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct ReadersArgs {
    /// Texts; without any, or as -, the lines of standard input
    #[arg(value_name = "TEXT")]
    pub text: Vec<OsString>,
    /// Read the lines of this file, and of those that follow
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// Read records that end with a NUL byte instead of lines
    #[arg(short = '0', long)]
    pub null: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SetsArgs {
    /// One name shows a grid, two compare
    #[arg(value_name = "NAME", num_args = 0..=2)]
    pub names: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "\
The address is printed, and the page is served until the command is ended, to this machine only. It sends
nothing anywhere. The one file needs no server: open it from disk.")]
pub struct WebArgs {
    /// Listen on this port of 127.0.0.1; 0 is one that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Also open the address in the browser of the desktop
    #[arg(long)]
    pub open: bool,
    /// Write the whole page to this file instead: it is replaced whole, or left as it was; a device or a pipe is written to
    #[arg(long, value_name = "FILE", conflicts_with_all = ["port", "open"])]
    pub export: Option<PathBuf>,
}
