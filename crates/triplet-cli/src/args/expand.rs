//! The arguments of `expand`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  triplet expand '/search{?q,lang}' q='a b' lang=é     /search?q=a%20b&lang=%C3%A9
  triplet expand '{/path*}{?tag*}' 'path:=[\"a\",\"b/c\"]' 'tag:={\"x\":1}'
                                                       /a/b%2Fc?x=1
  triplet expand '/users/{id}' --json users.ndjson     one line for each object";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExpandArgs {
    /// The template: /search{?q,lang}
    #[arg(value_name = "TEMPLATE", allow_hyphen_values = true)]
    pub template: OsString,
    /// NAME=TEXT, or NAME:=JSON for a list, a map, a number, null
    ///
    /// After `=` all is text, also what looks like JSON. After `:=` comes JSON: a text, a number, true, false, null (which is
    /// undefined), an array of these, or an object of these. Variables that are not given are undefined.
    #[arg(value_name = "VARIABLE")]
    pub variables: Vec<OsString>,
    /// Take variables from the JSON object in each line of this file (- is standard input), and expand once for each
    ///
    /// If the first line is not a whole object, the file is one object. VARIABLEs are used for all lines, before those of the
    /// file.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub json: Option<PathBuf>,
    /// Write to this file, replaced whole, or on any error left as it was
    ///
    /// `-` is standard output. What is not a regular file, or is an open descriptor such as /dev/stdout, is written to and never replaced.
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    pub output: Option<PathBuf>,
    /// Keep reserved characters in the names of maps that explode after ; ? & (RFC 6570 section 3.2.1 to the letter)
    ///
    /// Otherwise they are encoded as in values, so that a name can't add pairs to a query.
    #[arg(long)]
    pub literal_names: bool,
}
