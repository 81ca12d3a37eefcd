//! The options of the commands that rewrite text: where it comes from, which texts are in it, and where results go.
#![forbid(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use triplet::EncodeSet;
use triplet::normalization::NormalizationForm;
use triplet::uri::Convention;

use crate::io::source::is_stdin;
use crate::pipeline::Results;

/// A normalization form of Unicode.
#[derive(Args)]
pub struct FormArgs {
    /// Write a letter and its accents as one character, where there is one (NFC)
    #[arg(long, conflicts_with = "nfd", hide_short_help = true)]
    pub nfc: bool,
    /// Write a letter and its accents as characters each, as macOS does in names of files (NFD)
    #[arg(long, hide_short_help = true)]
    pub nfd: bool,
}

impl FormArgs {
    pub const fn form(&self) -> Option<NormalizationForm> {
        match (self.nfc, self.nfd) {
            (true, _) => Some(NormalizationForm::Nfc),
            (_, true) => Some(NormalizationForm::Nfd),
            _ => None,
        }
    }
}

/// Whether references are in texts.
#[derive(Args)]
pub struct InTextArgs {
    /// Take each line for a text with links in it (HTML, Markdown, a log): only the links change
    ///
    /// A link is what markup says (href="…", <loc>…</loc>, Markdown), an address between quotation marks or angle brackets, the target of a
    /// request, or an address up to white space. One that is perhaps not whole, or has a placeholder, stays with a note.
    #[arg(long)]
    pub in_text: bool,
}

/// Where text comes from and where results go.
#[derive(Args, Default)]
pub struct Streams {
    /// Text; without any, or as -, standard input; with -f or -i, more files
    ///
    /// Each argument is a text by itself.
    #[arg(value_name = "TEXT")]
    pub text: Vec<OsString>,
    /// Read this file, and those that follow (- is standard input)
    ///
    /// Names that begin with - come after --.
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    pub file: Vec<PathBuf>,
    /// Write to this file, replaced whole, or on any error left as it was
    ///
    /// `-` is standard output. What is not a regular file (a pipe, a device, a terminal) is written to and never replaced, and so is what names an open
    /// descriptor, such as /dev/stdout.
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    pub output: Option<PathBuf>,
    /// Replace each file by its result; with =SUFFIX the old text is kept
    ///
    /// A file is replaced whole, or on any error left as it was. Its mode and owner are kept, links are
    /// followed, and a file that does not change is not touched. With =SUFFIX the old file is kept under its
    /// name with that suffix.
    #[arg(short, long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with = "output")]
    pub in_place: Option<Option<OsString>>,
    /// Replace a file that has other names (hard links) too; they keep the old text
    #[arg(long, hide_short_help = true)]
    pub break_hard_links: bool,
    /// Treat each line as a separate text
    ///
    /// A line ends with a line feed, or with a carriage return and a line feed; its end is passed through as it is. With
    /// --exact it ends with the line feed alone, and a carriage return before that belongs to the line. Commands
    /// that take references do this in any case.
    #[arg(short, long, conflicts_with = "null")]
    pub lines: bool,
    /// Treat each record that ends with a NUL byte as a separate text
    #[arg(short = '0', long)]
    pub null: bool,
    /// Pass lines that begin with this: comments, such as # in a playlist (m3u8)
    ///
    /// It can be given several times. They are written as they are, and are never in error.
    #[arg(long, value_name = "PREFIX", hide_short_help = true)]
    #[arg(conflicts_with_all = ["json_field", "csv_column", "log_field"])]
    pub skip_lines: Vec<OsString>,
    /// Work on this text in the JSON of each line: a.b is a member of a member, a[].b of every element
    ///
    /// It can be given several times. `a[0]` is one element, `a["b.c"]` a member of any name; in a name, \ comes before each of . [ ] ? \.
    /// What is not there or is not a string is an error that names the place; a ? after what may be missing or null passes it.
    /// All other bytes are kept, and so is a line in error. With --null, the JSON may have line breaks.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["lines", "exact"])]
    pub json_field: Vec<String>,
    /// Work on this column of CSV: a name in the first record, or a number
    ///
    /// It can be given several times. The record with the names is kept; numbers count from 1, and mean that no record has names. All other
    /// bytes are kept, and so is a field in error. A quote that is not closed, and a field of the column that
    /// is longer than 4 MiB, are errors.
    #[arg(long, value_name = "NAME|N")]
    #[arg(conflicts_with_all = ["lines", "null", "exact", "json_field"])]
    pub csv_column: Vec<String>,
    /// The separator of columns: one byte, or tab
    #[arg(long, value_name = "CHAR", requires = "csv_column", value_parser = delimiter)]
    #[arg(default_value = ",", hide_default_value = true, hide_short_help = true)]
    pub csv_delimiter: u8,
    /// Take quotation marks for characters of a field, as GFF3, PostgreSQL's COPY and other tab-separated values do
    ///
    /// What would end a field of the result, the separator and line breaks, stays a triplet or becomes one.
    #[arg(long, requires = "csv_column", hide_short_help = true)]
    pub csv_no_quotes: bool,
    /// Work on this field of a log: request-target of nginx or Apache, or a name of #Fields: (W3C: IIS, CloudFront)
    ///
    /// It can be given several times. Without a line #Fields: the log is one of the common or combined format, with the fields request,
    /// request-target, referer and user-agent, or has a request in quotes, such as those of load balancers and S3. All other bytes are
    /// kept, and so are lines that begin with # and lines in error, which are reported. In a result, what would end the field is a
    /// triplet: white space, a quote, a backslash.
    #[arg(long, value_name = "NAME")]
    #[arg(conflicts_with_all = ["lines", "null", "exact", "json_field", "csv_column"])]
    pub log_field: Vec<String>,
    /// Print the results alone, one a line, and not within the records of --log-field, --csv-column or --json-field
    ///
    /// A record that has no such field, or is in error, gives an empty line, except in a log that lacks the field altogether. Line breaks in
    /// a result are triplets.
    #[arg(long, conflicts_with = "in_place", hide_short_help = true)]
    pub values_only: bool,
    /// Write the result into a new column or member of this name, beside the text, which stays
    ///
    /// The new column of --csv-column is the last one, and empty where the field is in error. The new member of --json-field comes after the
    /// old one.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    #[arg(conflicts_with_all = ["log_field", "values_only"])]
    pub new_field: Option<String>,
    /// Work with N threads; 0 is one for each processor
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    pub threads: usize,
    /// Do not show the progress of long work
    #[arg(long, hide_short_help = true)]
    pub no_progress: bool,
    /// The last line feed belongs to the text; otherwise it is passed through
    ///
    /// The last line feed of a file, or of standard input, is meant. With --lines, a carriage return at the end of a line
    /// belongs to the line.
    #[arg(long, hide_short_help = true)]
    pub exact: bool,
    /// Print control characters to a terminal as they are
    #[arg(long, hide_short_help = true)]
    pub raw: bool,
}

impl Streams {
    /// Whether there are several arguments and they are texts.
    pub fn has_several_texts(&self) -> bool {
        self.text.len() > 1 && self.file.is_empty() && self.in_place.is_none()
    }

    /// Whether texts are fields of records.
    pub fn has_fields(&self) -> bool {
        !self.json_field.is_empty() || !self.csv_column.is_empty() || !self.log_field.is_empty()
    }

    /// Whether arguments are texts.
    pub fn has_texts(&self) -> bool {
        !self.text.is_empty()
            && self.file.is_empty()
            && self.in_place.is_none()
            && !matches!(&self.text[..], [one] if is_stdin(one))
    }

    /// Where the results of fields go; or what is wrong with the options that say it.
    pub fn results(&self) -> Result<Results, String> {
        let fields = [&self.json_field, &self.csv_column, &self.log_field].map(Vec::len);
        let (option, results) = match (&self.new_field, self.values_only) {
            (Some(name), _) => ("--new-field", Results::New(name.clone())),
            (None, true) => ("--values-only", Results::Alone),
            (None, false) => return Ok(Results::InPlace),
        };
        match fields.into_iter().sum() {
            1 => Ok(results),
            0 => Err(format!("{option} goes with --json-field, --csv-column or --log-field")),
            _ => Err(format!("{option} takes the results of one field, and several are given")),
        }
    }

    /// The byte that separates the texts of one input.
    pub fn separator(&self) -> Option<u8> {
        match (self.lines, self.null) {
            (true, _) => Some(b'\n'),
            (_, true) => Some(0),
            _ => None,
        }
    }
}

fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if !matches!(byte, b'"' | b'\r' | b'\n') => Ok(*byte),
        _ => Err("one byte that is neither a quote nor a line break, or tab".to_owned()),
    }
}

/// Reads the name of a set. Shells can complete the name. A wrong name is an error later, and that error lists the nearest names.
#[derive(Clone)]
pub struct SetName;

impl TypedValueParser for SetName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(EncodeSet::names().map(|set| PossibleValue::new(set.name).help(set.about))))
    }
}

/// As [`SetName`], for the name of a convention or a set.
#[derive(Clone)]
pub struct ConventionName;

impl TypedValueParser for ConventionName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        SetName.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let conventions = Convention::ALL.map(|convention| PossibleValue::new(convention.name()));
        Some(Box::new(conventions.into_iter().chain(SetName.possible_values()?)))
    }
}
