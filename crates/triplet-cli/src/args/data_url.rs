//! The arguments of `data-url`: octets with their media type in a URL.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub enum DataUrlCommand {
    /// Write a file, or text, as a data: URL
    Encode(DataUrlEncodeArgs),
    /// Read a data: URL; write its octets, or print what they are
    Decode(DataUrlDecodeArgs),
}

/// Where the one input comes from, and where the result goes.
#[derive(Args)]
pub struct Single {
    /// The text; without it, or as -, standard input
    #[arg(value_name = "TEXT", conflicts_with = "file")]
    pub text: Option<OsString>,
    /// Read this file (- is standard input)
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    pub file: Option<PathBuf>,
    /// Write to this file, replaced whole, or on any error left as it was
    ///
    /// `-` is standard output. What is not a regular file, or is an open descriptor such as /dev/stdout, is written to and never replaced.
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet data-url encode --type image/png -f dot.png    data:image/png;base64,iVBORw0…
  triplet data-url encode 'a b'                          data:text/plain;charset=UTF-8,a%20b")]
#[command(after_long_help = "\
All octets of a file are encoded, its last line feed too. The whole file is held in memory.")]
pub struct DataUrlEncodeArgs {
    /// The media type [text/plain;charset=UTF-8 for UTF-8, else application/octet-stream]
    #[arg(long = "type", value_name = "TYPE")]
    pub media_type: Option<String>,
    /// Write base64, also if triplets are shorter
    #[arg(long)]
    pub base64: bool,
    /// Write triplets, also if base64 is shorter
    #[arg(long, conflicts_with = "base64")]
    pub percent: bool,
    #[command(flatten)]
    pub single: Single,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet data-url decode -o dot.png -f url.txt          the octets to a file
  triplet data-url decode 'data:,a%20b'                  a b
  triplet data-url decode --type 'data:image/png,%89'    image/png")]
#[command(after_long_help = "\
The URL is read as browsers read it (Fetch standard section 6): tabs and line breaks in it are removed, and a
malformed triplet stands for itself. The octets are written exactly, without a line feed after them, unless standard
output is a terminal. The whole URL is held in memory.")]
pub struct DataUrlDecodeArgs {
    /// Print the media type instead of the octets
    #[arg(long = "type", id = "type", conflicts_with = "json")]
    pub media_type: bool,
    /// Print an object with type, parameters, base64, length, and text or hex
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub single: Single,
}
