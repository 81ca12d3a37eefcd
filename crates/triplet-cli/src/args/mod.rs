//! The command line and its help. No work is done here.
#![forbid(unsafe_code)]

mod codec;
mod components;
mod data_url;
mod expand;
mod explain;
mod ext_value;
mod filename;
mod form;
mod inspect;
mod named;
mod parse;
mod streams;
mod uri;

pub use self::codec::{DecodeArgs, EncodeArgs};
pub use self::components::{
    PathArgs, ReferenceArgs, UriBuildArgs, UriCommand, UriGetArgs, UriSetArgs, UriSplitArgs,
    UriValidateArgs, separator,
};
pub use self::data_url::{DataUrlCommand, DataUrlDecodeArgs, DataUrlEncodeArgs, Single};
pub use self::expand::ExpandArgs;
pub use self::explain::ExplainArgs;
pub use self::ext_value::ExtValueCommand;
pub use self::filename::{ContentDispositionCommand, FilenameCommand, NameArgs};
pub use self::form::{FormBuildArgs, FormCommand, FormParseArgs};
pub use self::inspect::{Format, InspectArgs, LintArgs, ReadersArgs, SetsArgs, WebArgs};
pub use self::named::{Errors, Method};
pub use self::parse::{parse, suffix_without_sign};
pub use self::streams::Streams;
pub use self::uri::{
    CompareArgs, IriCommand, NormalizeArgs, RequoteArgs, ResolveArgs, RespellArgs,
};

use clap::{Args, Parser, Subcommand};

use crate::diagnostics::Color;
use crate::io::limit::LEAST;

/// The help in one screen.
const SHORT: &str = "\
Examples:
  triplet encode 'a/b c'                     a%2Fb%20c
  triplet decode 'caf%C3%A9'                 café

Exit status: 0 done, 1 the input had errors, 2 usage, 3 input or output failed.";

const EXAMPLES: &str = "\
Examples:
  triplet encode 'a/b c'                     a%2Fb%20c
  triplet decode 'caf%C3%A9'                 café
  triplet form parse 'q=tea+%26+milk'        [[\"q\",\"tea & milk\"]]
  triplet normalize 'HTTP://a/%7euser/../b'  http://a/b
  triplet decode -l -i list.txt              each line of a file, in place

Exit status: 0 done, 1 the input had errors, 2 usage, 3 input or output failed.";

/// Percent-encoding for text, files, streams and scripts.
#[derive(Parser)]
#[command(name = "triplet", version, about, after_help = SHORT, max_term_width = 100)]
#[command(after_long_help = EXAMPLES)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub everywhere: Everywhere,
}

/// The options of all commands.
#[derive(Args)]
pub struct Everywhere {
    /// Colour: auto (the terminal, NO_COLOR, CLICOLOR_FORCE), always or never
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub color: Color,
    /// A text that must be held in memory as a whole is at most this long (K, M, G): otherwise it is an error
    ///
    /// The limit is 1G if none is given. Kinds of text with a smaller one, which this option changes too: a line of `explain`,
    /// `inspect`, `lint` or `readers`, and a field of CSV, 4M; the variables of `expand`, 64M. The least is 256K. Text that is done in
    /// constant memory has no limit, and a request of `batch` has at most 64M.
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, hide_short_help = true)]
    pub max_text: Option<usize>,
}

/// Reads a number of bytes, perhaps with a unit. K, M and G are powers of 1024.
fn size(text: &str) -> Result<usize, String> {
    let is_unit = |last: &char| last.is_ascii_alphabetic();
    let (digits, unit) = match text.chars().next_back().filter(is_unit) {
        Some(last) => (&text[..text.len() - 1], last.to_ascii_uppercase()),
        None => (text, 'B'),
    };
    let shift = match unit {
        'B' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => return Err("the units are K, M and G".to_owned()),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<usize>().ok().filter(|_| is_number);
    let number = number.ok_or("a number of bytes is required, such as 64M")?;
    // No allocation is longer.
    let most = isize::MAX as usize / 4;
    let size = number.checked_mul(1 << shift).filter(|&size| size <= most);
    let size = size.ok_or("this is more than any memory has")?;
    if size < LEAST {
        return Err("the least is 256K".to_owned());
    }
    Ok(size)
}

#[derive(Subcommand)]
pub enum Command {
    /// Percent-encode text, files or standard input
    Encode(EncodeArgs),
    /// Decode triplets, strictly unless an option says otherwise
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
    /// Expand a URI template with variables (RFC 6570)
    Expand(ExpandArgs),
    /// Repair a reference that was pasted: encode what must be, keep what is right
    Requote(RequoteArgs),
    /// Spell path and query again: for signatures, as a form, in another charset
    Respell(RespellArgs),
    /// Take references apart, build them, change their components and parameters
    #[command(subcommand)]
    Uri(UriCommand),
    /// Values of header fields with charset and language: filename*=UTF-8''…
    #[command(subcommand)]
    ExtValue(ExtValueCommand),
    /// Encoded text to names of files that no system reads as a path, and back
    #[command(subcommand)]
    Filename(FilenameCommand),
    /// The header field that names a file (RFC 6266): read it, write it
    #[command(subcommand)]
    ContentDisposition(ContentDispositionCommand),
    /// data: URLs (RFC 2397): write a file as one, read one
    #[command(subcommand)]
    DataUrl(DataUrlCommand),
    /// Say what a text is, each part decoded once; so does `triplet TEXT`
    Explain(ExplainArgs),
    /// Show what every byte is: components, pairs, triplets, layers, findings
    Inspect(InspectArgs),
    /// Find what is wrong or read in different ways; the exit status is then 1
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
        /// The name of a command, or the two names of a command of `uri` and others: `uri set`, `uri-set`
        command: Vec<String>,
    },
    /// Find how something is done, by your words: `triplet help canonical S3 path`
    ///
    /// With the name of a command, its help. With other words, the recipes, commands and options that have them; `triplet help recipes`
    /// prints all recipes.
    Help {
        /// Words, or the name of a command
        #[arg(allow_hyphen_values = true)]
        words: Vec<String>,
    },
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("262144", Some(262_144)),
            ("256K", Some(256 << 10)),
            ("1m", Some(1 << 20)),
            ("2G", Some(2 << 30)),
            ("255K", None),
            ("0", None),
            ("", None),
            ("M", None),
            ("+1M", None),
            ("-1M", None),
            ("1.5M", None),
            ("1T", None),
            ("1MB", None),
            ("１M", None),
            ("1é", None),
            ("99999999999999999999", None),
            ("99999999999G", None),
        ] {
            assert_eq!(size(text).ok(), bytes, "{text}");
        }
    }
}
