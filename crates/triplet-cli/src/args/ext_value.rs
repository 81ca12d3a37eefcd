//! The arguments of `ext-value`: values of header fields with their charset and language.
#![forbid(unsafe_code)]

use clap::{Args, Subcommand};

use super::streams::Streams;

#[derive(Subcommand)]
pub enum ExtValueCommand {
    /// Write text as a value in UTF-8: what follows filename*= or title*=
    Encode(ExtValueEncodeArgs),
    /// Read a value; print its text
    Decode(ExtValueDecodeArgs),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet ext-value encode '€ rates'                UTF-8''%E2%82%AC%20rates
  triplet ext-value encode --language en '£ rates'  UTF-8'en'%C2%A3%20rates")]
pub struct ExtValueEncodeArgs {
    /// The language of the text, as a tag of RFC 5646 such as en or zh-Hans
    #[arg(long, value_name = "TAG", default_value = "", hide_default_value = true)]
    pub language: String,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet ext-value decode \"UTF-8'en'%C2%A3%20rates\"         £ rates
  triplet ext-value decode --json \"iso-8859-1''%A3\"
      {\"charset\":\"iso-8859-1\",\"language\":null,\"text\":\"£\"}")]
#[command(after_long_help = "\
The charsets are those of `triplet decode --charset`; iso-8859-1 is itself here. With --lines, and with several
arguments, the triplets of line breaks are kept, as `decode` keeps them.")]
pub struct ExtValueDecodeArgs {
    /// Print an object with charset, language and text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub streams: Streams,
}
