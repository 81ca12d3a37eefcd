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

/// What is wrong with JSON, without the parser's own place: it counts bytes, and takes a line of a file for a whole text.
pub fn json_error(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().replace(&place, "")
}
