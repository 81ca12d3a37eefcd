//! The arguments of the commands on whole references: `normalize`, `compare`, `resolve`, `iri`, `requote`, `respell`.
#![forbid(unsafe_code)]

use std::ffi::OsString;

use clap::{Args, Subcommand};
use triplet::iri::HostEncoding;
use triplet::uri::{FlagForm, HexCase, Level, ParameterOrder, PlusReading, SpaceForm};

use super::named::{HOSTS, LEVELS, named, plain};
use super::streams::{ConventionName, FormArgs, InTextArgs, SetName, Streams};

/// No reference has a line break (RFC 3986 section 2).
const LINES: &str = "\
Each argument is a reference, and so is each line of a file or of standard input (with --null each record), also
without --lines. An empty line is an empty reference. A line in error is written as it was, and the others are
done. A line break in an argument, or in a record, a member or a field, is an error: a reference has none.";

#[derive(Args)]
#[command(after_long_help = LINES)]
pub struct NormalizeArgs {
    /// How much is the same
    #[arg(long, value_parser = named::<Level>(LEVELS), value_name = "LEVEL", default_value = "path")]
    pub level: Level,
    /// Write characters instead of triplets, as an IRI
    #[arg(long)]
    pub iri: bool,
    /// Print a key instead, for `sort -u` and maps: two are the same where `compare` says so. Not always a reference
    #[arg(long, conflicts_with = "iri")]
    pub key: bool,
    /// Read + in a query as a space; with --key --level decoded
    #[arg(long, requires = "key")]
    pub plus: bool,
    /// The order of parameters of different names does not count, and empty ones don't; with --key
    #[arg(long, requires = "key")]
    pub any_order: bool,
    #[command(flatten)]
    pub form: FormArgs,
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
    #[arg(long, value_parser = named::<Level>(LEVELS), value_name = "LEVEL", default_value = "scheme")]
    pub level: Level,
    /// Compare as IRIs: a character is the same as its triplets (RFC 3987 5.3)
    #[arg(long)]
    pub iri: bool,
    /// Read + in a query as a space; with --level decoded
    #[arg(long)]
    pub plus: bool,
    /// A letter and its accent are the same in one character and in two (NFC); with --level decoded
    #[arg(long)]
    pub nfc: bool,
    /// The order of parameters of different names does not count, and empty ones don't
    #[arg(long)]
    pub any_order: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet resolve http://a/b/c ../d                     http://a/d
  triplet resolve http://a/b/c -f links.txt             each line of a file
  triplet resolve --relativize http://a/b/c http://a/b/d?e   d?e")]
#[command(after_long_help = "\
Each argument after the base is a reference, and so is each line of a file or of standard input. An empty line is
an empty reference, which is the base without its fragment. A line in error gives an empty line. A line break
in an argument is an error.")]
pub struct ResolveArgs {
    /// The base: a URI, or with --relative-base a relative reference too
    #[arg(value_name = "BASE")]
    pub base: OsString,
    /// Ignore a scheme that equals that of the base (RFC 3986 section 5.2.2)
    #[arg(long, conflicts_with = "relativize")]
    pub lenient_scheme: bool,
    /// The base may have no scheme; then the result has none either, unless the reference has one
    #[arg(long, conflicts_with_all = ["relativize", "lenient_scheme"])]
    pub relative_base: bool,
    /// The reverse: print the shortest reference that resolves to the given one at BASE, which may have no scheme
    #[arg(long)]
    pub relativize: bool,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Subcommand)]
pub enum IriCommand {
    /// Characters to triplets, hosts to punycode; what is not an IRI is an error
    #[command(after_long_help = LINES)]
    ToUri {
        /// How a host outside ASCII is written
        #[arg(long, value_parser = named::<HostEncoding>(HOSTS), value_name = "HOW", default_value = "by-scheme")]
        host: HostEncoding,
        /// Encode spaces, <, > and other characters that no IRI has, instead of refusing them
        #[arg(long)]
        encode_disallowed: bool,
        #[command(flatten)]
        links: InTextArgs,
        #[command(flatten)]
        streams: Streams,
    },
    /// Triplets to characters, where people can read them; a malformed one is kept and reported
    #[command(after_long_help = LINES)]
    FromUri {
        /// Keep xn--… as it is
        #[arg(long)]
        keep_host: bool,
        #[command(flatten)]
        streams: Streams,
    },
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet requote 'https://a.example/b c?q=50%'             https://a.example/b%20c?q=50%25
  triplet requote --iri 'https://bücher.example/b c/é'      https://bücher.example/b%20c/é
  triplet requote --also-keep '{{*}}' '{{base}}/b c'        {{base}}/b%20c
  triplet requote --html '/?a=1&amp;b=2'                    /?a=1&b=2
  triplet requote --raw-userinfo 'redis://:a#b@h/0'         redis://:a%23b@h/0
  triplet requote --in-text -i README.md sitemap.xml        the links of each file")]
#[command(after_long_help = format!("\
An octet that is not of a character in UTF-8 becomes a triplet, such as one in Latin-1 in a header field Location. What
looks like the host:path of scp, or like a host and a port without a scheme, is repaired as a reference, with a note.

{LINES}"))]
pub struct RequoteArgs {
    /// Take each text for one component of this set; otherwise each component has its own set
    #[arg(conflicts_with = "in_text")]
    #[arg(short, long, value_name = "NAME", value_parser = SetName, hide_possible_values = true)]
    pub set: Option<String>,
    /// Repair to an IRI: characters and hosts stay readable
    #[arg(long, conflicts_with = "set")]
    pub iri: bool,
    /// Keep these ASCII characters too, or what is between two marks: {{*}}; it can be given several times
    ///
    /// Between marks everything is kept byte for byte, and no delimiter is one. With % as a character, a % that begins no triplet stays.
    #[arg(long, value_name = "CHARS|MARKS")]
    pub also_keep: Vec<String>,
    /// Read &amp; and other character references of HTML first
    #[arg(long, conflicts_with = "in_text")]
    pub html: bool,
    /// Encode a password with @ / ? # as they are, as in connection strings: the last @ that a host follows ends it
    #[arg(long, conflicts_with = "set")]
    pub raw_userinfo: bool,
    /// Encode each # as data, as in a data: URL of SVG; no fragment begins there
    #[arg(long, conflicts_with = "set")]
    pub raw_hash: bool,
    #[command(flatten)]
    pub links: InTextArgs,
    #[command(flatten)]
    pub streams: Streams,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  triplet respell --space percent 'https://b.example/?d=a+b'     https://b.example/?d=a%20b
  triplet respell --as rfc5849 --query 'b=2+3&a=1&flag'          a=1&b=2%203&flag=
  triplet respell --as aws-sigv4 -f urls.txt                     the canonical path and query of each
  triplet respell --from utf-8 --to gbk '/?s=%E4%B8%AD'          /?s=%D6%D0")]
#[command(after_long_help = format!("\
Each segment of a path and the name and the value of each parameter is decoded once, and encoded again. Conventions:
rfc3986, whatwg (delimiters stay as they are written), form and rfc5849 (OAuth 1; the query only), aws-sigv4 and
aws-sigv4-s3 (the canonical path and query); and each set that `triplet sets` lists. Whatever is not named stays byte
for byte. Without --as only that changes which an option names.

{LINES}"))]
pub struct RespellArgs {
    /// The convention, or a set for each piece of data
    #[arg(long = "as", value_name = "NAME", value_parser = ConventionName, hide_possible_values = true)]
    pub convention: Option<String>,
    /// Each text is a query by itself, without its ?
    #[arg(long, conflicts_with = "in_text")]
    pub query: bool,
    /// Only this part: path, query, or query:NAME, the parameters of this name; it can be given several times
    #[arg(long, value_name = "PART")]
    pub only: Vec<String>,
    /// What + in a query means; without this and --space the convention says it, or + stays
    #[arg(long, value_name = "MEANING", value_parser = plain::<PlusReading>(PlusReading::ALL.map(PlusReading::name)))]
    pub plus: Option<PlusReading>,
    /// How a space in a query is written; a + that the convention does not define is a space then
    #[arg(long, value_name = "FORM", value_parser = plain::<SpaceForm>(SpaceForm::ALL.map(SpaceForm::name)))]
    pub space: Option<SpaceForm>,
    /// The order of parameters: as they are, or by encoded name and then value
    #[arg(long, value_name = "ORDER", value_parser = plain::<ParameterOrder>(ParameterOrder::ALL.map(ParameterOrder::name)))]
    pub order: Option<ParameterOrder>,
    /// How a parameter with an empty value is written: as it is, flag, or flag=
    #[arg(long, value_name = "FORM", value_parser = plain::<FlagForm>(FlagForm::ALL.map(FlagForm::name)))]
    pub flags: Option<FlagForm>,
    /// The case of hexadecimal digits; without this a convention or a set writes upper case, or they stay
    #[arg(long, value_name = "CASE", value_parser = plain::<HexCase>(HexCase::ALL.map(HexCase::name)))]
    pub hex: Option<HexCase>,
    /// Take one layer off what is encoded twice: %253A becomes %3A; all else stays
    #[arg(long)]
    #[arg(conflicts_with_all = ["convention", "plus", "space", "order", "flags", "hex", "from", "to", "nfc", "nfd"])]
    pub layer_off: bool,
    /// The charset of the octets [default: utf-8]
    #[arg(long, value_name = "CHARSET")]
    pub from: Option<String>,
    /// The charset of the result; characters that it lacks are errors [default: utf-8]
    #[arg(long, value_name = "CHARSET")]
    pub to: Option<String>,
    #[command(flatten)]
    pub form: FormArgs,
    #[command(flatten)]
    pub links: InTextArgs,
    #[command(flatten)]
    pub streams: Streams,
}
