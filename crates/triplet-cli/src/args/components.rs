//! The arguments of `uri`: references in their components.
#![forbid(unsafe_code)]

use clap::{Args, Subcommand};
use triplet::uri::file::System;
use triplet::uri::{Grammar, Parameters};

use super::named::{GRAMMARS, SYSTEMS, named};
use super::streams::{InTextArgs, Streams};

const LINES: &str = "\
Each argument is a reference, and so is each line of a file or of standard input, of up to 1 GiB (--max-text).
Empty lines are passed through. A line break in an argument is an error.";

const EDITS: &str = "\
Edits come before the URLs, and are made in their order:
  NAME=VALUE     set it: scheme, userinfo, user, password, host, port, path, query, fragment,
                 query:PARAMETER, fragment:PARAMETER, segment:N (from 1; -1 is the last)
  NAME:=VALUE    set it to what is encoded already; what the component does not allow is an error
  NAME?=VALUE    set it if it is not there (NAME?:=VALUE too)
  query:P+=VALUE add the parameter P at the end, also if there is one
  path+=VALUE    add a segment to the path
  query:P+       add the parameter P without a value and without =
A value is data, and is encoded for its place: %2E becomes %252E. What is encoded already is set
with :=, or with --keep-triplets, which keeps the triplets of names and values.
`query:q=…` removes further parameters q. The names of mailto: have no case, and its line
breaks are %0D%0A. With := and --keep-triplets the name of a parameter may have triplets,
too: for = in it, and for + : ? at its end.
Whatever is not named stays byte for byte.";

const IS_URI: &str = "\
What is built is a URI: characters outside ASCII become triplets, and in a host Punycode where the scheme has domain
names. So `uri split | uri build` gives the URI of an IRI; `iri from-uri` gives the IRI again.";

#[derive(Subcommand)]
pub enum UriCommand {
    /// Print components, for a format such as '{host} {query:q}'
    Get(UriGetArgs),
    /// Change components and parameters; keep all else as it is
    Set(UriSetArgs),
    /// Reference to JSON, one object a line
    Split(UriSplitArgs),
    /// JSON as `uri split` prints it, or edits as of `uri set`, to a reference
    Build(UriBuildArgs),
    /// Absolute path of a file to file: URI (RFC 8089)
    #[command(after_help = FROM_PATH)]
    FromPath(PathArgs),
    /// file: URI to the path of the file
    #[command(after_help = TO_PATH)]
    ToPath(PathArgs),
    /// Check references by the grammar; print valid or invalid, and the place of an error
    Validate(UriValidateArgs),
}

const FROM_PATH: &str = "\
Examples:
  triplet uri from-path '/tmp/50% é.txt'       file:///tmp/50%25%20%C3%A9.txt
  triplet uri from-path '\\\\server\\share\\a b'   file://server/share/a%20b";

const TO_PATH: &str = "\
Examples:
  triplet uri to-path file:///tmp/caf%C3%A9    /tmp/café
  triplet uri to-path file:///C:/a%20b         C:\\a b";

#[derive(Args)]
#[command(after_long_help = "\
Each line is one, also without --lines; with --null (-0) each record, which may have line breaks. A path is not
resolved: . and .. stay. A line in error gives an empty line. An encoded / or NUL in a name is an error.")]
pub struct PathArgs {
    /// The system of the paths [by each path: Windows if it begins with a drive, a server or \]
    #[arg(long, value_parser = named::<System>(SYSTEMS), value_name = "SYSTEM")]
    pub system: Option<System>,
    #[command(flatten)]
    pub streams: Streams,
}

/// How references and their queries are read.
#[derive(Args)]
pub struct ReferenceArgs {
    /// The separator of parameters: & or another character, such as ;
    #[arg(long, value_name = "CHAR", default_value = "&", hide_default_value = true)]
    #[arg(value_parser = separator)]
    pub separator: char,
    /// A reference that is not valid by RFC 3986 is an error
    #[arg(long)]
    pub verify: bool,
    /// Each text is a query by itself, without its ?: a form, a column cs-uri-query, attributes of GFF3
    #[arg(long = "query", conflicts_with = "default_scheme")]
    pub is_query: bool,
    /// The scheme of an address that has none, such as www.a.example/x
    #[arg(long, value_name = "SCHEME")]
    pub default_scheme: Option<String>,
    /// Names of parameters have no case: FBCLID is fbclid
    #[arg(long)]
    pub ignore_case: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet uri get '{host} {query:q}' 'https://example.com/?q=a%20b'    example.com a b
  triplet uri get '{raw:path}' -f urls.txt            a line for each line
  triplet uri get '{must:port} {url}' -f urls.txt     a URL without a port is an error")]
#[command(after_long_help = "\
Fields, in braces: scheme, userinfo, user, password, host, port, path, query, fragment, url, authority,
segment:N (from 1; -1 is the last), query:NAME (the first parameter of this name), query-all:NAME (all of them,
with spaces between; a space in a value is %20), fragment:NAME (the first of the fragment). \\t, \\n, \\\\ and \\{ stand for what they are elsewhere.

A field is decoded. In a path, a query and a userinfo the triplets of delimiters and of % are kept, so that the
result has no other parts: path /, query & = +, userinfo :. url and authority are as they are written. The
triplets of line breaks are kept, as `decode --lines` keeps them.

Before a field: raw: as it is written; must: an error if it is not there; default: the default port of the
scheme; puny: and idn: the host as a domain name in ASCII, or for people. A field that is not there is empty,
and a line in error gives an empty line.

Each argument is a reference, and so is each line of a file or of standard input, of up to 1 GiB (--max-text).
A line break in an argument is an error.")]
pub struct UriGetArgs {
    /// What is printed of each reference
    #[arg(value_name = "FORMAT")]
    pub format: String,
    /// Read + in a query as a space (never in that of mailto:)
    #[arg(long)]
    pub plus: bool,
    /// Keep malformed triplets instead of making them errors
    #[arg(long)]
    pub lenient: bool,
    /// Read the octets of triplets in this charset; auto takes the likeliest of each reference, and says so if it is a guess
    #[arg(long, value_name = "NAME")]
    pub charset: Option<String>,
    /// With --charset auto: the languages that you read, such as ko,en
    #[arg(long, value_name = "TAGS", requires = "charset")]
    pub languages: Vec<String>,
    #[command(flatten)]
    pub query: ReferenceArgs,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_help = EDITS)]
#[command(after_long_help = format!("{EDITS}\n\n{LINES}"))]
pub struct UriSetArgs {
    /// Remove a component, or parameters: query:NAME, query:PREFIX*, fragment:NAME, matrix:NAME; before all edits
    #[arg(long, value_name = "NAME")]
    pub remove: Vec<String>,
    /// Remove all parameters but those of this name; a prefix is PREFIX*; before all edits
    ///
    /// It can be given several times.
    #[arg(long, value_name = "NAME")]
    pub keep_param: Vec<String>,
    /// Give the parameters of a name another name, and keep their values; before all edits
    ///
    /// It can be given several times, and is done in that order. With OLD:=NEW both are encoded already.
    #[arg(long, value_name = "OLD=NEW")]
    pub rename_param: Vec<String>,
    /// Give a parameter another value if it is there; after all edits
    #[arg(long, value_name = "NAME=VALUE")]
    pub replace: Vec<String>,
    /// Sort the parameters by their names at the end; empty ones are dropped
    #[arg(long)]
    pub sort_query: bool,
    /// Keep the triplets of names and values: for what is encoded in part
    #[arg(long)]
    pub keep_triplets: bool,
    /// Read + in a query as a space, and write a space as + (as %20 with --separator +)
    #[arg(long)]
    pub plus: bool,
    #[command(flatten)]
    pub query: ReferenceArgs,
    #[command(flatten)]
    pub links: InTextArgs,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct UriSplitArgs {
    /// Read + in a query as a space
    #[arg(long)]
    pub plus: bool,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_help = EDITS)]
#[command(after_long_help = format!("{EDITS}\n\n{IS_URI}"))]
pub struct UriBuildArgs {
    /// Keep the triplets of edits: for what is encoded in part
    #[arg(long)]
    pub keep_triplets: bool,
    /// Write a space in a parameter as +
    #[arg(long)]
    pub plus: bool,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct UriValidateArgs {
    /// What they must be
    #[arg(long = "as", value_parser = named::<Grammar>(GRAMMARS), value_name = "GRAMMAR", default_value = "uri")]
    pub grammar: Grammar,
    /// Print {"valid":true}, or {"valid":false,"error":{…}} with kind, offset and message
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub streams: Streams,
}

/// Reads the separator of parameters.
pub fn separator(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if Parameters::takes_separator(character) => Ok(character),
        _ => Err("one character that a query has as it is, and no letter, digit or =".to_owned()),
    }
}
