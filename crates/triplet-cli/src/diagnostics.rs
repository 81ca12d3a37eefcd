//! Messages to a person on standard error: one form, one caret, one decision about colour. Nothing of the input is printed
//! raw.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use triplet::InputError;
use unicode_width::UnicodeWidthStr;

use crate::escape::{is_plain, visible, visible_line};

/// When output has colours.
#[derive(Clone, Copy, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// The decision for one stream: the option, then `NO_COLOR`, `CLICOLOR_FORCE`, and whether the stream is a terminal
    /// that knows colours.
    pub fn applies_to(self, stream: &impl IsTerminal) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR") => false,
            Color::Auto if set("CLICOLOR_FORCE") => true,
            Color::Auto => {
                stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Text in a style (SGR parameters), if there are colours.
pub fn paint(is_colored: bool, style: &str, text: &str) -> String {
    if is_colored { format!("\x1B[{style}m{text}\x1B[0m") } else { text.to_owned() }
}

/// Whether messages have colours.
static COLORED: AtomicBool = AtomicBool::new(false);

/// Decides about the colours of messages.
pub fn set_color(choice: Color) {
    COLORED.store(choice.applies_to(&io::stderr()), Ordering::Relaxed);
}

fn red(text: &str) -> String {
    paint(COLORED.load(Ordering::Relaxed), "1;31", text)
}

thread_local! {
    /// The messages of this thread, while another one prints them in its turn.
    static CAPTURED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does the work, and gives its messages back instead of printing them.
pub fn captured<R>(work: impl FnOnce() -> R) -> (R, String) {
    CAPTURED.set(Some(String::new()));
    let result = work();
    (result, CAPTURED.take().unwrap_or_default())
}

/// Takes the messages that were captured so far.
pub fn take_captured() -> String {
    CAPTURED.with_borrow_mut(|captured| captured.as_mut().map(std::mem::take).unwrap_or_default())
}

/// Prints the last message of the process, after the messages of this thread.
pub fn last_message(text: impl Display) {
    let before = CAPTURED.take().unwrap_or_default();
    emit(&before);
    message(text);
}

/// Clears the line of a terminal: carriage return, erase in line (ECMA-48).
const CLEAR: &str = "\r\x1B[2K";

/// The status line that is shown now. Messages are printed above it.
static STATUS: Mutex<String> = Mutex::new(String::new());

/// Shows a status line in place of the one before; an empty one shows nothing.
pub fn set_status(line: String) {
    if let Ok(mut status) = STATUS.lock() {
        let _ = write!(io::stderr().lock(), "{CLEAR}{line}");
        *status = line;
    }
}

/// Prints text that is ready for a terminal. Nothing can be done if standard error is closed.
pub fn emit(text: &str) {
    let is_captured = CAPTURED.with_borrow_mut(|captured| match captured {
        Some(captured) => {
            captured.push_str(text);
            true
        }
        None => false,
    });
    if is_captured || text.is_empty() {
        return;
    }
    let print = || drop(io::stderr().lock().write_all(text.as_bytes()));
    match STATUS.lock() {
        Ok(status) if !status.is_empty() => {
            let _ = write!(io::stderr().lock(), "{CLEAR}");
            print();
            let _ = write!(io::stderr().lock(), "{status}");
        }
        _ => print(),
    }
}

/// Prints one message.
pub fn message(text: impl Display) {
    emit(&message_line(text));
}

fn message_line(text: impl Display) -> String {
    let text = visible_line(text.to_string().as_bytes());
    format!("{} {text}\n", red("triplet:"))
}

/// Where an error is.
pub struct Place<'a> {
    /// The file's name, or `argument N`, or `stdin`.
    pub source: &'a str,
    /// The line and, in characters, the column in it, both from 1. There is no line where the source has none, and no column
    /// where the message names the place in the line itself.
    pub line: Option<(u64, Option<u64>)>,
    /// The offset in the source, in bytes, from 0.
    pub offset: u64,
    /// Some of the input, and where in it the error is.
    pub excerpt: &'a [u8],
    pub at: usize,
}

/// The words about a place.
#[derive(Clone)]
pub struct Words {
    text: String,
    /// Whether they name the offset, as those of the library do.
    name_offset: bool,
}

impl Words {
    /// The words of an error of the library.
    pub fn of(error: &dyn InputError, offset: u64) -> Words {
        Words { text: error.message().at(offset).to_string(), name_offset: true }
    }

    /// These words and more.
    pub fn then(mut self, more: &str) -> Words {
        self.text.push_str(more);
        self
    }
}

/// Words that do not name the offset.
impl<T: Display> From<T> for Words {
    fn from(text: T) -> Words {
        Words { text: text.to_string(), name_offset: false }
    }
}

/// Prints an error in the input, with its place, the text around it and a caret under it.
pub fn error_at(place: &Place<'_>, words: impl Into<Words>) {
    let line = match place.line {
        Some((line, Some(column))) => format!("{line}:{column}:"),
        Some((line, None)) => format!("{line}:"),
        None => String::new(),
    };
    let Words { text, name_offset } = &words.into();
    let offset = if *name_offset { String::new() } else { format!(" offset {}:", place.offset) };
    let message = message_line(format_args!("{}:{line}{offset} {text}", place.source));
    if place.excerpt.is_empty() {
        return emit(&message);
    }
    let at = place.at.min(place.excerpt.len());
    let is_break = |b: &u8| *b == b'\n' || *b == 0;
    let start = place.excerpt[..at].iter().rposition(is_break).map_or(0, |i| i + 1);
    let start = at.saturating_sub(40).max(start);
    let rest = &place.excerpt[at..];
    let end = at + rest.iter().position(is_break).unwrap_or(rest.len()).min(30);
    let before = visible(&place.excerpt[start..at]).replace('\t', " ");
    let here = visible(&place.excerpt[at..end]).replace('\t', " ");
    emit(&format!("{message}  {before}{here}\n  {}\n", caret(&before, &red("^"))));
}

/// A line whose mark is under what follows `before` in the line above.
pub fn caret(before: &str, mark: &str) -> String {
    " ".repeat(width(before)) + mark
}

/// The number of columns of a text on a terminal, as Unicode says (UAX 11): two for letters of East Asia and for pictures (a picture may be
/// several characters joined); none for combining marks.
pub fn width(text: &str) -> usize {
    if is_plain(text.as_bytes()) { text.len() } else { text.width() }
}
