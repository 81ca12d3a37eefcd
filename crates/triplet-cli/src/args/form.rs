//! The arguments of `form`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use triplet::form::Separators;
use triplet::form::nested::Style;

use super::named::{METHODS, Method, STYLES, named, separators};

#[derive(Subcommand)]
pub enum FormCommand {
    /// Form to JSON: an array of [name, value], in order
    Parse(FormParseArgs),
    /// Pairs or JSON to form, or to the request that sends it
    Build(FormBuildArgs),
}

#[derive(Args)]
pub struct FormParseArgs {
    /// The form; without it, or as -, standard input
    #[arg(value_name = "FORM", conflicts_with = "file")]
    pub text: Option<OsString>,
    /// Read this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Write to this file, replaced whole, or on any error left as it was
    ///
    /// `-` is standard output. What is not a regular file, or is an open descriptor such as /dev/stdout, is written to and never replaced.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The charset of names and values; auto takes the likeliest, and says so if it is a guess
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    pub charset: String,
    /// With --charset auto: the languages that you read, such as ko,en
    #[arg(long, value_name = "TAGS")]
    pub languages: Vec<String>,
    /// Decode %uXXXX too, among triplets that are octets
    #[arg(long, conflicts_with_all = ["charset", "languages"])]
    pub percent_u: bool,
    /// With --charset: the form is UTF-8, and its triplets alone are in the charset
    ///
    /// An argument always is; without this, a file or standard input is octets of the charset.
    #[arg(long = "text", id = "is_text")]
    pub is_text: bool,
    /// The separator of pairs, by its name or as '&', ';' or '&;'
    #[arg(long, value_parser = separators(), value_name = "WHICH", default_value = "ampersand")]
    pub separator: Separators,
    /// Pass over a ? at the start
    #[arg(long)]
    pub strip_question_mark: bool,
    /// The input is a URL: read the form in its query
    ///
    /// The query is what follows the first ?, up to a #. A URL without a query has no pairs.
    #[arg(long, conflicts_with = "strip_question_mark")]
    pub url: bool,
    /// Make malformed triplets and text errors instead of keeping and replacing them
    #[arg(long)]
    pub strict: bool,
    /// More pairs than this are an error
    #[arg(long, value_name = "N")]
    pub max_pairs: Option<usize>,
    /// More bytes than this are an error
    #[arg(long, value_name = "N")]
    pub max_bytes: Option<usize>,
    /// Print the tree that nested names such as `a[b][]` make, by the rules of a program (php without one)
    ///
    /// Pairs, bytes and depth have limits then: those of the program, and 4 MiB. With --strict, what the program would drop or
    /// overwrite is an error.
    #[arg(long, value_parser = named::<Style>(STYLES), value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "php", conflicts_with_all = ["object", "lines"])]
    pub nested: Option<Style>,
    /// More levels below a name than this are an error (php 64, rack 99, qs 5, others 1)
    #[arg(long, value_name = "N", requires = "nested")]
    pub max_depth: Option<u8>,
    /// A longer list is an object, as the option arrayLimit of qs says (20)
    #[arg(long, value_name = "N", requires = "nested")]
    pub list_limit: Option<u32>,
    /// Print an object; repeated names become arrays, and names that are unsafe in JavaScript errors
    #[arg(long, conflicts_with = "lines")]
    pub object: bool,
    /// Print name, tab, value on a line; %, tabs and line breaks in them are triplets
    #[arg(short, long)]
    pub lines: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet form build q='a b' lang=en flag       q=a+b&lang=en&flag
  triplet form build '[[\"q\",\"a b\"]]'           q=a+b
  triplet form build --pairs '[a]=1'            %5Ba%5D=1
  triplet form build --nested '{\"a\":[1,2]}'    a%5B0%5D=1&a%5B1%5D=2")]
pub struct FormBuildArgs {
    /// Pairs, NAME=VALUE or NAME; or JSON; without any, or as -, JSON from standard input
    ///
    /// A pair is split at its first =, and both parts are data; NAME alone is written without =. An argument
    /// that stands alone and begins with [ or { is JSON: [["name","value"],…] or {"name":"value"}, where a
    /// value may be null (a name without =).
    #[arg(value_name = "PAIR|JSON", conflicts_with = "file")]
    pub text: Vec<OsString>,
    /// Arguments are pairs, also one that looks like JSON
    #[arg(long, requires = "text", conflicts_with = "lines")]
    pub pairs: bool,
    /// Read this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Write to this file, replaced whole, or on any error left as it was
    ///
    /// `-` is standard output. What is not a regular file, or is an open descriptor such as /dev/stdout, is written to and never replaced.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The input is lines as `form parse --lines` prints them
    #[arg(short, long)]
    pub lines: bool,
    /// The input is JSON, an object, whose lists and objects become names such as `a[b][]` (php without a style)
    #[arg(long, value_parser = named::<Style>(STYLES), value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "php", conflicts_with_all = ["pairs", "lines"])]
    pub nested: Option<Style>,
    /// More levels below a name than this are an error (php 64, rack 99, qs 5, others 1)
    #[arg(long, value_name = "N", requires = "nested")]
    pub max_depth: Option<u8>,
    /// A longer list is an error, because qs would read an object (20)
    #[arg(long, value_name = "N", requires = "nested")]
    pub list_limit: Option<u32>,
    /// The charset of names and values; what it lacks is sent as &#N;
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    pub charset: String,
    /// Turn all line breaks into CRLF, as a browser does (always so with --method)
    #[arg(long)]
    pub crlf: bool,
    /// Write spaces as %20
    #[arg(long, conflicts_with = "method")]
    pub percent: bool,
    /// Separate pairs by ;
    #[arg(long, conflicts_with = "method")]
    pub semicolon: bool,
    /// Print the request that sends the form
    #[arg(long, value_parser = named::<Method>(METHODS), value_name = "HOW", requires = "action")]
    pub method: Option<Method>,
    /// Where the form is sent
    #[arg(long, value_name = "URL", requires = "method")]
    pub action: Option<String>,
}
