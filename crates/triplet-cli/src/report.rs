//! Messages to the person: on standard error, with the place and a caret, and nothing raw of the input.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::args::Color;
use crate::progress;
use crate::visible::{visible, visible_line};

static COLOR: AtomicBool = AtomicBool::new(false);

/// Decides about colour once: the option, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, and whether
/// standard error is a terminal.
pub fn set_color(choice: Color) {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let on = match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if set("CLICOLOR_FORCE") => true,
        Color::Auto => {
            io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    };
    COLOR.store(on, Ordering::Relaxed);
}

fn paint(style: &str, text: &str) -> String {
    if COLOR.load(Ordering::Relaxed) {
        format!("\x1B[{style}m{text}\x1B[0m")
    } else {
        text.to_owned()
    }
}

thread_local! {
    /// What this thread has to say, while somebody else says it in its turn.
    static CAPTURED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What the work says is given back instead of printed.
pub fn captured<R>(work: impl FnOnce() -> R) -> (R, String) {
    CAPTURED.set(Some(String::new()));
    let result = work();
    (result, CAPTURED.take().unwrap_or_default())
}

/// Takes what was captured so far.
pub fn said() -> String {
    CAPTURED.with_borrow_mut(|captured| captured.as_mut().map(std::mem::take).unwrap_or_default())
}

/// Prints text that is ready for a terminal. A standard error that is closed can't be told about.
pub fn emit(text: &str) {
    let is_captured = CAPTURED.with_borrow_mut(|captured| match captured {
        Some(captured) => {
            captured.push_str(text);
            true
        }
        None => false,
    });
    if !is_captured && !text.is_empty() {
        progress::aside(|| drop(io::stderr().lock().write_all(text.as_bytes())));
    }
}

/// Prints one message.
pub fn message(text: impl Display) {
    emit(&line(text));
}

fn line(text: impl Display) -> String {
    let text = visible_line(text.to_string().as_bytes());
    format!("{} {text}\n", paint("1;31", "triplet:"))
}

/// Where an error is.
pub struct Place<'a> {
    /// The file's name, or `argument N`, or `stdin`.
    pub source: &'a str,
    /// The line, and in it the column, in characters, both from 1; no line where there are none, and no column where the
    /// message says the place in the line otherwise.
    pub line: Option<(u64, Option<u64>)>,
    /// The offset in the source, in bytes, from 0.
    pub offset: u64,
    /// Some of the input, and where in it the error is.
    pub excerpt: &'a [u8],
    pub at: usize,
}

/// Prints an error in the input, with the place and a caret under it.
pub fn error_at(place: &Place<'_>, text: impl Display) {
    let line = match place.line {
        Some((line, Some(column))) => format!("{line}:{column}:"),
        Some((line, None)) => format!("{line}:"),
        None => String::new(),
    };
    let text = text.to_string();
    // Most of the library's messages say the offset themselves.
    let offset = format!("offset {}", place.offset);
    let says_it = text
        .match_indices(&offset)
        .any(|(at, _)| !text[at + offset.len()..].starts_with(|next: char| next.is_ascii_digit()));
    let offset = if says_it { String::new() } else { format!(" {offset}:") };
    let message = self::line(format_args!("{}:{line}{offset} {text}", place.source));
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
    let column: usize = before.chars().map(width).sum();
    let caret = " ".repeat(column) + &paint("1;31", "^");
    emit(&format!("{message}  {before}{here}\n  {caret}\n"));
}

/// The line and the column of a place in a text, both from 1.
pub fn line_and_column(text: &[u8], offset: usize) -> (u64, u64) {
    let before = &text[..offset.min(text.len())];
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let lines = memchr::memchr_iter(b'\n', before).count() as u64;
    (lines + 1, characters(&before[start..]) + 1)
}

/// What is wrong with JSON, without the place, which counts bytes, and in a line of a file as if there were no other.
pub fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().replace(&place, "")
}

/// How many characters begin in these bytes. What is not UTF-8 is counted as if it were.
pub fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64
}

/// Columns of a character on a terminal: two for those of East Asia and pictures, none for marks.
pub fn width(character: char) -> usize {
    match u32::from(character) {
        0x300..=0x36F => 0,
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1FAFF
        | 0x2_0000..=0x3_FFFD => 2,
        _ => 1,
    }
}
