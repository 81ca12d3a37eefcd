//! How a command ends: with or without errors in its input, or by a failure that stops it. The exit status says which.
#![forbid(unsafe_code)]

use std::fmt;
use std::io;

/// The exit status when the input had errors.
const INPUT: u8 = 1;
/// The exit status when the command line is wrong.
pub const USAGE: u8 = 2;
/// The exit status when something could not be read or written.
pub const IO: u8 = 3;

/// How a command that went through all of its input ended.
#[derive(Clone, Copy, Default)]
pub struct Outcome {
    /// The input had errors, or the answer to the question of `compare` or `lint` is no.
    pub input_errors: bool,
    /// Some input could not be read, or some file not be replaced.
    pub io_errors: bool,
}

impl Outcome {
    pub const CLEAN: Outcome = Outcome { input_errors: false, io_errors: false };
    pub const INPUT_ERRORS: Outcome = Outcome { input_errors: true, io_errors: false };
    pub const IO_ERRORS: Outcome = Outcome { input_errors: false, io_errors: true };

    pub fn is_clean(self) -> bool {
        !self.input_errors && !self.io_errors
    }

    pub fn and(self, other: Outcome) -> Outcome {
        Outcome {
            input_errors: self.input_errors || other.input_errors,
            io_errors: self.io_errors || other.io_errors,
        }
    }

    pub fn exit_status(self) -> u8 {
        match self {
            Outcome { io_errors: true, .. } => IO,
            Outcome { input_errors: true, .. } => INPUT,
            _ => 0,
        }
    }
}

/// What stops a command.
pub enum Failure {
    /// An option has a value that means nothing.
    Usage(String),
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// The reason why standard output can't be opened: the program was started without one.
#[derive(Debug)]
pub struct StdoutClosed;

impl fmt::Display for StdoutClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard output is closed")
    }
}

impl std::error::Error for StdoutClosed {}

/// What is wrong with JSON, in words of a person and without the parser's own place: it counts bytes, and takes a line of a file for a whole
/// text.
pub fn json_error(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string().replace(&place, "");
    if let Some((_, words)) = OF_PARSER.iter().find(|(of_parser, _)| *of_parser == message) {
        return (*words).to_owned();
    }
    match message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected ")) {
        Some((found, wanted)) => {
            let wanted = if wanted == "a map" { "an object" } else { wanted };
            format!("this is {}, and not {wanted}", kind_in_words(found))
        }
        None => message,
    }
}

/// The messages of the parser, each in words of a person.
const OF_PARSER: [(&str, &str); 18] = [
    ("EOF while parsing a list", "the JSON ends before the array is closed with ]"),
    ("EOF while parsing an object", "the JSON ends before the object is closed with }"),
    (
        "EOF while parsing a string",
        "the JSON ends before the string is closed with a quotation mark",
    ),
    ("EOF while parsing a value", "the JSON ends where a value is missing"),
    ("expected `:`", "a : is missing between a name and its value"),
    ("expected `,` or `]`", "a , or the closing ] is missing"),
    ("expected `,` or `}`", "a , or the closing } is missing"),
    ("expected `\"`", "a string in quotation marks is missing"),
    ("expected ident", "no value of JSON begins so: a word is true, false or null"),
    ("expected value", "no value of JSON begins so: it is in quotation marks, a number, [ or {"),
    ("key must be a string", "a name is a string in quotation marks"),
    ("trailing characters", "more follows after the value"),
    ("trailing comma", "no value follows after the last comma"),
    ("invalid escape", "no escape is written so"),
    ("invalid number", "no number is written so"),
    ("recursion limit exceeded", "arrays and objects are nested too deep"),
    // The parser says so of a surrogate without the other one only.
    ("unexpected end of hex escape", LONE_SURROGATE),
    ("lone leading surrogate in hex escape", LONE_SURROGATE),
];

/// What the parser found, as a person calls it: its words have the value after a name of the type.
fn kind_in_words(found: &str) -> &'static str {
    match found.split(' ').next().unwrap_or_default() {
        "sequence" => "an array",
        "map" => "an object",
        "string" => "a string",
        "boolean" => "a boolean",
        "null" | "unit" => "null",
        _ => "a number",
    }
}

/// What is wrong with an escape such as `\ud800` that another one does not follow.
pub const LONE_SURROGATE: &str = "an escape is half of a surrogate pair, and not a character";

/// What a value of JSON is, as a person calls it.
pub fn kind_of_json(raw: &str) -> &'static str {
    match raw.as_bytes().first() {
        Some(b'"') => "a string",
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'n') => "null",
        Some(b't' | b'f') => "a boolean",
        _ => "a number",
    }
}
