//! What is wrong with a text, as a transform knows it ([`Problem`]), and as the reader of a message needs it
//! ([`Diagnostic`]).
#![forbid(unsafe_code)]

use std::fmt::Display;

use triplet::InputError;

use crate::diagnostics::{self, Place, Words};

/// The number of bytes before and after an error that its message can show.
const SHOWN: usize = 200;

/// What is wrong with a text, and where in it.
pub struct Problem {
    pub offset: usize,
    message: Message,
    /// A stable name for programs.
    kind: Option<&'static str>,
    /// Whether the problem is a note and not an error.
    is_note: bool,
}

enum Message {
    Text(String),
    /// An error of the library, and what the command adds to its words.
    Error(Box<dyn InputError + Send>, &'static str),
}

impl Problem {
    pub fn new(offset: usize, message: impl Display) -> Problem {
        let message = Message::Text(message.to_string());
        Problem { offset, message, kind: None, is_note: false }
    }

    /// What is worth knowing about a text that is not in error.
    pub fn note(offset: usize, message: impl Display) -> Problem {
        Problem { is_note: true, ..Problem::new(offset, format_args!("note: {message}")) }
    }

    pub fn is_note(&self) -> bool {
        self.is_note
    }

    /// This problem at another offset.
    pub fn at(self, offset: usize) -> Problem {
        Problem { offset, ..self }
    }

    /// This problem in other words, and at another place.
    pub fn told(&self, offset: usize, message: impl Display) -> Problem {
        Problem { is_note: self.is_note, ..Problem::new(offset, message) }
    }

    /// The bytes as text. If they are not UTF-8, a problem with this message at the first byte that is wrong.
    pub fn unless_text<'a>(bytes: &'a [u8], message: &str) -> Result<&'a str, Problem> {
        str::from_utf8(bytes).map_err(|error| Problem::new(error.valid_up_to(), message))
    }

    /// This problem with a stable name for programs.
    pub fn of_kind(self, kind: &'static str) -> Problem {
        Problem { kind: Some(kind), ..self }
    }

    /// This problem with more words, if it is an error of the library.
    pub fn then(mut self, more: &'static str) -> Problem {
        if let Message::Error(_, added) = &mut self.message {
            *added = more;
        }
        self
    }

    /// A stable name for programs, if it has one.
    pub fn kind(&self) -> Option<&'static str> {
        self.kind
    }

    /// The message, with the offset in the text if it is the library's.
    pub fn message(&self) -> String {
        match &self.message {
            Message::Text(text) => text.clone(),
            Message::Error(error, more) => {
                format!("{}{more}", error.message().at(self.offset as u64))
            }
        }
    }

    /// The words for a text that begins at this offset of its input.
    pub fn words(&self, start: u64) -> Words {
        match &self.message {
            Message::Text(text) => text.into(),
            Message::Error(error, more) => {
                Words::of(&**error, start + self.offset as u64).then(more)
            }
        }
    }
}

impl<E: InputError + Send + 'static> From<E> for Problem {
    fn from(error: E) -> Problem {
        let offset = error.place().unwrap_or(0).try_into().unwrap_or(usize::MAX);
        let kind = Some(error.kind_name());
        Problem { offset, kind, message: Message::Error(Box::new(error), ""), is_note: false }
    }
}

/// A message about a block.
pub enum Diagnostic {
    /// A message that is complete.
    Text(String),
    /// An error whose line and column are counted from the start of the block.
    Error {
        /// The number of lines or records of the block before it.
        line: u64,
        /// The number of characters before it in its line, or in the first line of the block: in the block. It is negative if
        /// the error began in the block before. None where the message names the place in the line itself.
        column: Option<i64>,
        /// The offset in the input.
        offset: u64,
        /// Some of the input, and where in it the error is.
        excerpt: Vec<u8>,
        at: usize,
        words: Words,
    },
}

impl Diagnostic {
    /// An error at this line, column and offset, with the text around it: it is at `at` of `text`.
    pub fn new(
        (line, column): (u64, Option<i64>),
        offset: u64,
        text: &[u8],
        at: usize,
        words: impl Into<Words>,
    ) -> Diagnostic {
        let at = at.min(text.len());
        let shown = at.saturating_sub(SHOWN)..text.len().min(at + SHOWN);
        let (excerpt, at) = (text[shown.clone()].to_vec(), at - shown.start);
        Diagnostic::Error { line, column, offset, excerpt, at, words: words.into() }
    }

    /// Prints it. `before` has the number of lines before the block, and of characters before it in its first line; there is
    /// none for an argument, which has no lines.
    pub fn print(&self, source: &str, before: Option<(u64, u64)>) {
        match self {
            Diagnostic::Text(text) => diagnostics::emit(text),
            Diagnostic::Error { line, column, offset, excerpt, at, words } => {
                let line = before.map(|(lines, characters)| {
                    let characters = if *line == 0 { characters } else { 0 };
                    let column = column.map(|column| characters.saturating_add_signed(column) + 1);
                    (lines + line + 1, column)
                });
                let place = Place { source, line, offset: *offset, excerpt, at: *at };
                diagnostics::error_at(&place, words.clone());
            }
        }
    }
}
