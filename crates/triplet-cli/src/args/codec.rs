//! The arguments of `encode` and `decode`.
#![forbid(unsafe_code)]

use clap::Args;
use triplet::LineBreak;

use super::named::{ERRORS, Errors, LINE_BREAKS, named};
use super::streams::{FormArgs, SetName, Streams};
use crate::pipeline::OnError;

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet encode 'a/b c'                        a%2Fb%20c
  triplet encode -s rfc3986:path '/a b'         /a%20b
  triplet encode --plus -f in.txt -o out.txt    a file to a file
  triplet encode -i=.bak -- *.txt               files in place, the old text kept
  triplet encode --csv-column link -f t.csv     one column of a table")]
#[command(after_long_help = "\
Without --lines or --null a file is one text of any length, encoded in constant memory. Its last line
feed is passed through unless --exact is given. With a --charset other than UTF-8 the whole text is
held in memory.

`triplet sets` lists the names for --set.")]
pub struct EncodeArgs {
    /// The characters that are kept
    #[arg(short, long, value_name = "NAME", default_value = "rfc3986:unreserved")]
    #[arg(value_parser = SetName, hide_possible_values = true)]
    pub set: String,
    /// Keep these characters too
    #[arg(long, value_name = "CHARS", default_value = "")]
    pub also_keep: String,
    /// Encode these characters too
    #[arg(long, value_name = "CHARS", default_value = "")]
    pub also_encode: String,
    /// Encode every byte
    #[arg(long, conflicts_with_all = ["set", "also_keep", "also_encode"])]
    pub all: bool,
    /// Write as JavaScript's escape(): %XX for a character up to U+00FF, %uXXXX for any other
    #[arg(long, conflicts_with_all = ["set", "also_keep", "also_encode", "all", "plus", "no_plus", "lower"])]
    #[arg(conflicts_with_all = ["keep_triplets", "charset", "html"])]
    pub escape: bool,
    /// Write a space as +, and a + as %2B
    #[arg(long)]
    pub plus: bool,
    /// Write a space as it is or as %20, also with a set that writes +
    #[arg(long, conflicts_with = "plus")]
    pub no_plus: bool,
    /// Write lower-case digits
    #[arg(long)]
    pub lower: bool,
    /// Keep the triplets of the text: for text that is encoded in part
    #[arg(long)]
    pub keep_triplets: bool,
    /// Write the text in this charset; characters that it lacks are errors
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    pub charset: String,
    /// Write all line breaks in one form before encoding; otherwise they are kept as they are
    ///
    /// LF, CR and CRLF are line breaks. The whole text is held in memory.
    #[arg(long, value_parser = named::<LineBreak>(LINE_BREAKS), value_name = "FORM", hide_short_help = true)]
    pub newlines: Option<LineBreak>,
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
  triplet decode --errors keep '%C3%A9%FF'      é%FF
  triplet decode -l -j0 -f access.log           each line by itself, with all processors
  triplet decode --json-field url -f log.ndjson one member of each object")]
#[command(after_long_help = "\
A malformed triplet is an error: its place is shown on standard error, and the exit status is 1. The
result for what precedes it in a stream is written; a file given to --output is not replaced.

With --lines, and with several arguments, the triplets of line feeds and carriage returns are kept, and
with --null those of NUL bytes, so that no record can forge another, or the end of its own line. A record
in error is written as it was, and the others are decoded. (A record longer than 256 KiB is decoded up to
the error.)

With --charset an argument, or a member of JSON, is text: raw letters are kept, and only triplets (with the
ASCII characters beside them, which may be trail octets) are read in the charset. A file, a column of CSV
and standard input are octets of the charset, raw or as triplets; --text makes them text.

--charset, --layers, --unescape and --percent-u hold the whole text in memory. --errors holds what is
between two ASCII characters that are not digits.")]
pub struct DecodeArgs {
    /// What is done with a malformed triplet: fail; keep it; replace its % by U+FFFD; skip its %, with a
    /// message
    #[arg(long, value_enum, value_name = "HOW", default_value = "fail")]
    pub on_error: OnError,
    /// Keep a malformed triplet: --on-error keep
    #[arg(long, conflicts_with = "on_error", hide_short_help = true)]
    pub lenient: bool,
    /// Read + as a space
    #[arg(long)]
    pub plus: bool,
    /// Keep the triplets of these ASCII characters
    #[arg(long, value_name = "CHARS", default_value = "")]
    pub keep_triplets_of: String,
    /// Decode up to N times, until nothing changes; text that is still encoded then is an error
    ///
    /// A `%25` that stands for a percent sign is decoded again: `2.750%25121` becomes `2.750%121`, and then a control character. A layer
    /// that makes a control character, or octets that are not UTF-8, is named in a note. `triplet TEXT` shows the layers.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub layers: Option<u32>,
    /// Read the octets in this charset and write UTF-8; auto takes the likeliest, and says which and why
    #[arg(long, value_name = "NAME")]
    pub charset: Option<String>,
    /// With --charset auto: the languages that you read, such as ko,en
    ///
    /// A reading in one of them is preferred to another one that is about as likely. No reading is excluded.
    #[arg(long, value_name = "TAGS", requires = "charset")]
    pub languages: Vec<String>,
    /// With --charset: the input is UTF-8, and its triplets alone are in the charset
    ///
    /// Arguments and members of JSON always are; without this, files and standard input are octets of
    /// the charset.
    #[arg(long = "text", id = "is_text", requires = "charset")]
    pub is_text: bool,
    /// What is written for decoded octets that are not text; keep decodes what is text and leaves the rest
    ///
    /// The other names are those of Python's errors=. Without --charset, text is UTF-8.
    #[arg(long, value_parser = named::<Errors>(ERRORS), value_name = "HOW", hide_short_help = true)]
    #[arg(conflicts_with_all = ["layers", "unescape", "percent_u"])]
    pub errors: Option<Errors>,
    /// Decode JavaScript's escape(): %XX is a character up to U+00FF, %uXXXX any other
    #[arg(long, conflicts_with_all = ["layers", "charset", "keep_triplets_of", "plus"])]
    pub unescape: bool,
    /// Decode %uXXXX too, among triplets that are octets, as in logs of IIS
    #[arg(long, hide_short_help = true)]
    #[arg(conflicts_with_all = ["layers", "charset", "keep_triplets_of", "unescape"])]
    pub percent_u: bool,
    #[command(flatten)]
    pub form: FormArgs,
    #[command(flatten)]
    pub streams: Streams,
}
