//! The arguments of `filename` and `content-disposition`: names of files, and the header field that names one.
#![forbid(unsafe_code)]

use clap::{Args, Subcommand};
use triplet::filename::Rules;

use super::named::{RULES, named};
use super::streams::Streams;

/// Which names are made.
#[derive(Args)]
pub struct NameArgs {
    /// The systems whose rules a name follows; what may not be in it stays a triplet
    #[arg(long, value_parser = named::<Rules>(RULES), value_name = "RULES", default_value = "both")]
    pub rules: Rules,
    /// Cut a name of more than 255 octets before its extension, and say so
    #[arg(long)]
    pub cut: bool,
}

#[derive(Subcommand)]
pub enum FilenameCommand {
    /// Make a name that no system reads as a path; what may not be in it stays a triplet
    Decode(FilenameDecodeArgs),
    /// Encode a name as a segment of a URL: the way back, with letters readable
    Encode {
        #[command(flatten)]
        streams: Streams,
    },
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet filename decode 'na%C3%AFve%3A%20a%2Fb.txt'          naïve%3A a%2Fb.txt
  triplet filename decode --url 'https://a.example/x/caf%C3%A9.txt?v=1'   café.txt")]
#[command(after_long_help = "\
Control characters, bidirectional controls, octets that are not UTF-8, and a % that would begin a triplet stay
triplets under all rules, so a name leads back to the octets that it is from.")]
pub struct FilenameDecodeArgs {
    /// Each text is a URL; take the last segment of its path
    #[arg(long)]
    pub url: bool,
    /// Keep malformed triplets instead of making them errors
    #[arg(long)]
    pub lenient: bool,
    #[command(flatten)]
    pub name: NameArgs,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Subcommand)]
pub enum ContentDispositionCommand {
    /// Print the name of the file that a header field names, and say what is wrong in the field
    Read(ContentDispositionReadArgs),
    /// Write a header field that offers a file of this name
    Build(ContentDispositionBuildArgs),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet content-disposition read \"attachment; filename=a; filename*=UTF-8''%C3%A9.txt\"    é.txt
  triplet content-disposition read --json 'attachment; filename=\"../a.txt\"'")]
#[command(after_long_help = "\
The name is that of filename*, of filename*0 and the following (RFC 2231), or of filename: the first of them that is
there and can be read. It is read as senders write it: with or without quotes, in UTF-8 or ISO-8859-1. What is wrong
is reported with its offset, and the exit status is then 1. A folded field is one text.")]
pub struct ContentDispositionReadArgs {
    /// Print an object: type, name, file_name, source, charset, language, parameters, problems
    #[arg(long)]
    pub json: bool,
    /// Decode a name of filename="%C3%A9.txt" too, as some browsers do and RFC 6266 does not
    #[arg(long)]
    pub decode_filename: bool,
    /// Print the name as it was sent, which may be a path
    #[arg(long, conflicts_with_all = ["json", "rules", "cut", "decode_filename"])]
    pub as_sent: bool,
    /// Print nothing of a field that is not as the grammar has it
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub name: NameArgs,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet content-disposition build 'naïve.txt'
      attachment; filename=\"na_ve.txt\"; filename*=UTF-8''na%C3%AFve.txt")]
pub struct ContentDispositionBuildArgs {
    /// The type, such as inline
    #[arg(long = "type", value_name = "TYPE", default_value = "attachment")]
    pub disposition_type: String,
    /// The name in ASCII, for readers that do not know filename*; otherwise _ replaces what is not
    #[arg(long, value_name = "NAME")]
    pub fallback: Option<String>,
    #[command(flatten)]
    pub streams: Streams,
}
