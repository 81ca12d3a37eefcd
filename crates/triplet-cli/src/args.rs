//! What the command line says, and its help. No work is done here.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::streams::SetName;
pub use crate::streams::Streams;

/// Percent-encoding for text, files, streams and scripts.
#[derive(Parser)]
#[command(name = "triplet", version, about, after_help = EXAMPLES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub everywhere: Everywhere,
}

/// What all commands take.
#[derive(Args)]
pub struct Everywhere {
    /// Colour: auto (the terminal, NO_COLOR, CLICOLOR_FORCE), always or never
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub color: Color,
}

impl Cli {
    /// What a command line says.
    ///
    /// To describe all commands takes longer than most of them run, so at first only the one that is named is
    /// described. Whatever that description does not take, be it a mistake or a request for help, the whole one answers.
    pub fn of(arguments: &[OsString]) -> Result<Cli, clap::Error> {
        if let Some(called) = called(arguments) {
            return called;
        }
        let name = arguments.get(1).and_then(|name| name.to_str());
        if let Some(command) = name.and_then(alone)
            && let Ok(matches) = command.try_get_matches_from(arguments)
            && let Ok(cli) = Cli::from_arg_matches(&matches)
        {
            return Ok(cli);
        }
        Cli::try_parse_from(arguments)
    }
}

/// What the command line says if the program is called by a name that means one of the commands: `urlencode`,
/// `urldecode`. Its help then has that name, too.
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

/// What is wrong with an argument such as `-i.bak`, if there is one, and this error came of it: `sed` takes a suffix so,
/// but here the letters after `-i` are options, too.
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

/// A command that has commands.
fn of_commands(command: clap::Command) -> clap::Command {
    command.subcommand_required(true).arg_required_else_help(true)
}

/// The description of this command alone, if it is one of those that are run most.
fn alone(name: &str) -> Option<clap::Command> {
    type Describe = fn(clap::Command) -> clap::Command;
    let (name, describe): (&'static str, Describe) = match name {
        "encode" => ("encode", EncodeArgs::augment_args),
        "decode" => ("decode", DecodeArgs::augment_args),
        "form" => ("form", |command| of_commands(FormCommand::augment_subcommands(command))),
        "normalize" => ("normalize", NormalizeArgs::augment_args),
        "compare" => ("compare", CompareArgs::augment_args),
        "resolve" => ("resolve", ResolveArgs::augment_args),
        "iri" => ("iri", |command| of_commands(IriCommand::augment_subcommands(command))),
        "requote" => ("requote", RequoteArgs::augment_args),
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

    /// What a command takes, and in which way.
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
                assert!(["completions", "man"].contains(&command.get_name()));
                continue;
            };
            let alone = root.find_subcommand(command.get_name()).expect("its name");
            assert_eq!(describe(alone), describe(command));
            // Where it stands in the help is another place, but nothing here gives help.
            let everywhere = |command: &clap::Command| {
                let arguments = command.get_arguments().cloned();
                arguments.map(|one| format!("{:?}", one.display_order(0))).collect::<Vec<_>>()
            };
            assert_eq!(everywhere(&root), everywhere(&all));
            found += 1;
        }
        assert_eq!(found, 14);
    }
}

const EXAMPLES: &str = "\
Examples:
  triplet encode 'a/b c'                     a%2Fb%20c
  triplet decode 'caf%C3%A9'                 café
  triplet form parse 'q=tea+%26+milk'        [[\"q\",\"tea & milk\"]]
  triplet normalize 'HTTP://a/%7euser/../b'  http://a/b
  triplet requote 'https://a/b c?q=50%'      https://a/b%20c?q=50%25
  triplet decode -l -i list.txt              each line of a file, in place
  triplet sets rfc3986:segment whatwg:path   what the one keeps and the other does not

Exit status: 0 done, 1 the input had errors, 2 usage, 3 input or output failed.";

#[derive(Subcommand)]
pub enum Command {
    /// Percent-encode text, files or standard input
    Encode(EncodeArgs),
    /// Decode triplets, strictly unless told otherwise
    Decode(DecodeArgs),
    /// Read and write application/x-www-form-urlencoded
    #[command(subcommand)]
    Form(FormCommand),
    /// Give references their normal form (RFC 3986 section 6)
    Normalize(NormalizeArgs),
    /// Say whether two references mean the same, and why
    Compare(CompareArgs),
    /// Resolve a reference at a base, or make one relative
    Resolve(ResolveArgs),
    /// IRI to URI and back (RFC 3987)
    #[command(subcommand)]
    Iri(IriCommand),
    /// Repair what people paste: encode what is missing, keep what is right
    Requote(RequoteArgs),
    /// Show what every byte is: components, pairs, triplets, layers, findings
    Inspect(InspectArgs),
    /// Find what is wrong or is read in different ways; exit status 1 if something is
    Lint(LintArgs),
    /// Show how known decoders read the same text
    Readers(ReadersArgs),
    /// List the encode sets, show one as a grid, compare two
    Sets(SetsArgs),
    /// Answer NDJSON requests on standard input, one to one, in order
    #[command(after_help = "Try:  echo '{\"op\":\"help\"}' | triplet batch")]
    Batch,
    /// Serve the page to this machine, or write it as one file
    Web(WebArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the command, or of one of its commands
    Man {
        /// One of the commands
        command: Option<String>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet encode 'a/b c'                        a%2Fb%20c
  triplet encode -s rfc3986:path '/a b'         /a%20b
  triplet encode --plus -f in.txt -o out.txt    a file to a file
  triplet encode -i=.bak -- *.txt               files in place, the old text kept
  triplet encode --csv-column link -f t.csv     one column of a table")]
#[command(after_long_help = "\
Without --lines or --null a file is one text of any length, encoded in constant memory; its last line
feed is passed through unless --exact is given. With a --charset other than UTF-8 the whole text is
held in memory.

`triplet sets` lists the names for --set.")]
pub struct EncodeArgs {
    /// What stays as it is
    #[arg(short, long, value_name = "NAME", default_value = "rfc3986:unreserved")]
    #[arg(value_parser = SetName, hide_possible_values = true)]
    pub set: String,
    /// Keep these characters too
    #[arg(long, value_name = "CHARS", default_value = "")]
    pub keep: String,
    /// Encode these characters too
    #[arg(long, value_name = "CHARS", default_value = "")]
    pub also: String,
    /// Encode every byte
    #[arg(long, conflicts_with_all = ["set", "keep", "also"])]
    pub all: bool,
    /// Write a space as +, and a + as %2B
    #[arg(long)]
    pub plus: bool,
    /// Write a space as the set keeps it or as %20, though the set by itself writes +
    #[arg(long, conflicts_with = "plus")]
    pub no_plus: bool,
    /// Write lower-case digits
    #[arg(long)]
    pub lower: bool,
    /// Pass complete triplets through: for text that is encoded in parts
    #[arg(long)]
    pub once: bool,
    /// Write the text in this charset; characters that it lacks are errors
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    pub charset: String,
    /// Write %26%23N%3B, as browsers do, for what the charset lacks
    #[arg(long)]
    pub html: bool,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet decode 'caf%C3%A9'                    café
  triplet decode --plus 'a+b%2B'                a b+
  triplet decode --on-error keep '100% caf%C3%A9'  100% café
  triplet decode -l -j0 -f access.log           each line by itself, with all processors
  triplet decode --json-field url -f log.ndjson one member of each object")]
#[command(after_long_help = "\
A malformed triplet is an error: its place is shown on standard error, and the exit status is 1. What
stood before it in a stream is written already; a file given to --output is not replaced.

With --lines, and with several arguments, decoded line feeds and carriage returns stay encoded, with
--null decoded NUL bytes, so that no record can forge another, or the end of its own line;
a record in error is written as it was, and the others go on. (One longer than 256 KiB is written as
far as it was decoded, and then as it was.)

With --charset an argument, or a member of JSON, is text: raw letters stay, and only triplets (with the
ASCII characters beside them, which may be trail octets) are read in the charset. A file, a column of CSV
and standard input are octets of the charset, raw or as triplets; --text makes them text.

--charset, --layers and --unescape hold the whole text in memory.")]
pub struct DecodeArgs {
    /// What a malformed triplet does: fail; keep it as it is; replace it by U+FFFD; skip its %, with a
    /// message
    #[arg(long, value_enum, value_name = "HOW", default_value = "fail")]
    pub on_error: OnError,
    /// Read + as a space
    #[arg(long)]
    pub plus: bool,
    /// Leave the triplets of these ASCII characters encoded
    #[arg(long, value_name = "CHARS", default_value = "")]
    pub leave: String,
    /// Decode up to N times, until nothing changes; still encoded text is then an error
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub layers: Option<u32>,
    /// Read the octets in this charset and write UTF-8; auto takes the most plausible
    #[arg(long, value_name = "NAME")]
    pub charset: Option<String>,
    /// With --charset: the input is UTF-8, and its triplets alone are in the charset
    ///
    /// Arguments and members of JSON always are; without this, files and standard input are octets of
    /// the charset.
    #[arg(long = "text", id = "is_text", requires = "charset")]
    pub is_text: bool,
    /// Decode JavaScript's escape(), %uXXXX
    #[arg(long, conflicts_with_all = ["layers", "charset", "leave", "plus"])]
    pub unescape: bool,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    Fail,
    Keep,
    Replace,
    Skip,
}

#[derive(Subcommand)]
pub enum FormCommand {
    /// Form to JSON: an array of [name, value], in order
    Parse(FormParseArgs),
    /// JSON to form, or to the request that sends it
    Build(FormBuildArgs),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SeparatorsArg {
    /// &
    Ampersand,
    /// ;
    Semicolon,
    /// & and ;
    Both,
}

#[derive(Args)]
pub struct FormParseArgs {
    /// The form; without it, or as -, standard input
    #[arg(value_name = "FORM", conflicts_with = "file")]
    pub text: Option<OsString>,
    /// Read this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The charset of names and values
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    pub charset: String,
    /// With --charset: the form is UTF-8, and its triplets alone are in the charset
    ///
    /// An argument always is; without this, a file or standard input is octets of the charset.
    #[arg(long = "text", id = "is_text")]
    pub is_text: bool,
    /// What separates pairs
    #[arg(long, value_enum, value_name = "WHICH", default_value = "ampersand")]
    pub separator: SeparatorsArg,
    /// Pass over a ? at the start
    #[arg(long)]
    pub strip_question_mark: bool,
    /// The input is a URL: read the form in its query
    ///
    /// That is what follows the first ?, up to a #. A URL without a query has no pairs.
    #[arg(long, conflicts_with = "strip_question_mark")]
    pub url: bool,
    /// Make malformed triplets and text errors instead of keeping and replacing them
    #[arg(long)]
    pub strict: bool,
    /// More pairs than this are an error
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub max_pairs: usize,
    /// More bytes than this are an error
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub max_bytes: usize,
    /// Print an object; repeated names become arrays, and names that are unsafe in JavaScript errors
    #[arg(long, conflicts_with = "lines")]
    pub object: bool,
    /// Print name, tab, value on a line; %, tabs and line breaks within stay triplets
    #[arg(short, long)]
    pub lines: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodArg {
    Get,
    Post,
    /// As the body of a mail
    Mailto,
}

#[derive(Args)]
pub struct FormBuildArgs {
    /// JSON: [["name","value"],…] or {"name":"value"}; without it, or as -, standard input
    #[arg(value_name = "JSON", conflicts_with = "file")]
    pub text: Option<OsString>,
    /// Read this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The input is lines as `form parse --lines` prints them
    #[arg(short, long)]
    pub lines: bool,
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
    #[arg(long, value_enum, value_name = "HOW", requires = "action")]
    pub method: Option<MethodArg>,
    /// Where the form is sent
    #[arg(long, value_name = "URL", requires = "method")]
    pub action: Option<String>,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LevelArg {
    /// Hexadecimal digits, needless triplets, case of scheme and host
    Percent,
    /// Dot segments too
    Path,
    /// What the scheme says too: default ports, an empty path, …
    Scheme,
}

#[derive(Args)]
pub struct NormalizeArgs {
    /// How much is the same
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "path")]
    pub level: LevelArg,
    /// Write characters instead of triplets, as an IRI
    #[arg(long)]
    pub iri: bool,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
pub struct CompareArgs {
    /// A reference
    #[arg(value_name = "A", allow_hyphen_values = true)]
    pub a: OsString,
    /// Another one
    #[arg(value_name = "B", allow_hyphen_values = true)]
    pub b: OsString,
    /// How much is the same
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "scheme")]
    pub level: LevelArg,
    /// Compare as IRIs: a character is the same as its triplets (RFC 3987 5.3)
    #[arg(long)]
    pub iri: bool,
}

#[derive(Args)]
pub struct ResolveArgs {
    /// The base, with a scheme
    #[arg(value_name = "BASE")]
    pub base: OsString,
    /// The reference
    #[arg(value_name = "REFERENCE", allow_hyphen_values = true)]
    pub reference: OsString,
    /// Take a scheme that is the base's own for none (RFC 3986 section 5.2.2)
    #[arg(long, conflicts_with = "relativize")]
    pub lenient_scheme: bool,
    /// The other way: print the shortest reference that means REFERENCE at BASE
    #[arg(long)]
    pub relativize: bool,
}

#[derive(Args)]
pub struct IriArgs {
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HostArg {
    /// `punycode` where the scheme is known to have domain names, else `percent`
    ByScheme,
    /// A domain name in ASCII, xn--…
    Punycode,
    /// Triplets
    Percent,
}

#[derive(Subcommand)]
pub enum IriCommand {
    /// Characters to triplets, hosts to punycode
    ToUri {
        /// What becomes of a host outside ASCII
        #[arg(long, value_enum, value_name = "HOW", default_value = "by-scheme")]
        host: HostArg,
        /// Encode spaces, <, > and other characters that no URI has, instead of refusing them
        #[arg(long)]
        encode_disallowed: bool,
        #[command(flatten)]
        iri: IriArgs,
    },
    /// Triplets to characters, where people can read them
    FromUri {
        /// Leave xn--… as it is
        #[arg(long)]
        keep_host: bool,
        #[command(flatten)]
        iri: IriArgs,
    },
}

#[derive(Args)]
pub struct RequoteArgs {
    /// Take the text for one component, and keep what this set does; otherwise each component's own
    #[arg(short, long, value_name = "NAME", value_parser = SetName, hide_possible_values = true)]
    pub set: Option<String>,
    #[command(flatten)]
    pub streams: Streams,
}

const LINES: &str = "\
Each line of a file or of standard input is a text by itself, and what there is to say about it is
printed before more is waited for. A line longer than 4 MiB is an error, and is left out.";

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct InspectArgs {
    /// References; without any, or as -, the lines of standard input
    #[arg(value_name = "URI", conflicts_with = "file")]
    pub text: Vec<OsString>,
    /// Read the lines of this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// Print JSON, one object a reference
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct LintArgs {
    /// Texts; without any, or as -, the lines of standard input
    #[arg(value_name = "URI", conflicts_with = "file")]
    pub text: Vec<OsString>,
    /// Read the lines of this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// What a text is: url, path, segment, query, form, host, userinfo, fragment, any
    #[arg(long = "as", value_name = "WHAT", default_value = "url")]
    pub context: String,
    /// The exit status is 1 from this severity on: info, warn, error
    #[arg(long, value_name = "SEVERITY", default_value = "warn")]
    pub fail_on: String,
    /// Print JSON, one object a finding
    #[arg(long, conflicts_with = "sarif")]
    pub json: bool,
    /// Print SARIF 2.1.0, for code scanners
    #[arg(long)]
    pub sarif: bool,
}

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct ReadersArgs {
    /// Texts; without any, or as -, the lines of standard input
    #[arg(value_name = "TEXT", conflicts_with = "file")]
    pub text: Vec<OsString>,
    /// Read the lines of this file
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "\
The address is printed; the page is there until the command is ended. It is served to this machine only,
and sends nothing anywhere. The one file needs no server: open it from disk.")]
pub struct WebArgs {
    /// Listen on this port of 127.0.0.1; 0 is one that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Write the whole page to this file instead: it is replaced whole, or left as it was
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    pub export: Option<PathBuf>,
}
