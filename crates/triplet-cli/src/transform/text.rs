//! What is done with one block of a text: the whole text, a part of it, or its records.
#![forbid(unsafe_code)]

use std::fmt::Display;

use triplet::DecodeError;

use super::blocks::{Cuts, Part};
use super::machine::{Machine, Room};
use crate::fields::csv::{self, Csv};
use crate::report::{self, Place, characters};
use crate::source::BYTE_ORDER_MARK;

/// What is done with each text.
pub enum Work {
    /// In parts, by a state machine.
    Stream(Machine, Cuts),
    /// On the whole text.
    Whole(Box<WholeText>),
    /// On a column.
    Csv(Box<Csv>),
}

/// A function of a whole text.
pub type WholeText = dyn Fn(&[u8]) -> Result<Vec<u8>, Problem> + Send + Sync;

/// What is wrong with a text, and where in it.
pub struct Problem {
    pub offset: usize,
    pub message: String,
    /// What came out all the same.
    pub result: Option<Vec<u8>>,
    /// What else is wrong, before that.
    pub before: Vec<(usize, String)>,
}

impl Problem {
    pub fn new(offset: usize, message: impl Display) -> Problem {
        Problem { offset, message: message.to_string(), result: None, before: Vec::new() }
    }
}

/// What there is to say about a block.
pub enum Note {
    /// A message that is made already.
    Text(String),
    Error {
        /// How many lines or records of the block stand before.
        line: u64,
        /// The number of characters before it in the line, or, in the first line of the block, since the block began; fewer
        /// than none, if the error began before it. None where the message says the place in the line otherwise.
        column: Option<i64>,
        /// The offset in the input.
        offset: u64,
        /// Some of the input, and where in it the error is.
        excerpt: Vec<u8>,
        at: usize,
        message: String,
    },
}

impl Note {
    /// Prints it; `before` counts the lines before the block, and the characters before it in its first line.
    pub fn print(&self, source: &str, before: Option<(u64, u64)>) {
        match self {
            Note::Text(text) => report::emit(text),
            Note::Error { line, column, offset, excerpt, at, message } => {
                let line = before.map(|(lines, characters)| {
                    let characters = if *line == 0 { characters } else { 0 };
                    let column = column.map(|column| characters.saturating_add_signed(column) + 1);
                    (lines + line + 1, column)
                });
                let place = Place { source, line, offset: *offset, excerpt, at: *at };
                report::error_at(&place, message);
            }
        }
    }
}

/// An error with the text about it that is shown. Its place is its line and its offset; the message says more.
pub fn note(line: u64, offset: u64, text: &[u8], at: usize, message: impl Display) -> Note {
    note_at((line, None), offset, text, at, message)
}

/// [`note`] with the line and the column.
fn note_at(
    (line, column): (u64, Option<i64>),
    offset: u64,
    text: &[u8],
    at: usize,
    message: impl Display,
) -> Note {
    let at = at.min(text.len());
    let shown = at.saturating_sub(200)..text.len().min(at + 200);
    let (excerpt, at) = (text[shown.clone()].to_vec(), at - shown.start);
    Note::Error { line, column, offset, excerpt, at, message: message.to_string() }
}

/// Work and how texts are separated.
pub struct Engine {
    pub work: Work,
    pub separator: Option<u8>,
    /// Whether the last line feed of a text, and a carriage return before the separator, belong to the text.
    pub exact: bool,
    /// Whether a byte order mark at the start of an input is passed through, and no part of the first record.
    pub passes_mark: bool,
}

/// What one block tells the next: nothing, if the cut between them is clean.
#[derive(Default)]
pub struct State {
    machine: Option<(Machine, u64)>,
    long: Option<LongRecord>,
    csv: Option<csv::State>,
}

/// What came of a block besides its bytes.
#[derive(Default)]
pub struct Done {
    /// Lines or records in it, and characters after the last line; none after a record.
    pub lines: u64,
    pub column: u64,
    pub errors: bool,
    /// Whether an error ended the text.
    pub ended: bool,
    /// Whether all of it, with the line feed at the end, comes out as it is. Then nothing is in the room.
    pub passed: bool,
}

impl Engine {
    pub fn cuts(&self) -> Cuts {
        match (&self.work, self.separator) {
            (Work::Stream(_, cuts), None) => *cuts,
            (Work::Stream(..), Some(separator)) => Cuts::Behind(separator),
            (Work::Whole(_), Some(separator)) => Cuts::BehindWhole(separator),
            (Work::Whole(_), None) => Cuts::Nowhere,
            (Work::Csv(_), _) => Cuts::Anywhere,
        }
    }

    /// Whether a part can be worked on without what stands before it.
    pub fn is_in_parts(&self) -> bool {
        !matches!(self.work, Work::Csv(_))
    }

    /// Works on a block.
    pub fn block(
        &self,
        state: &mut State,
        bytes: &[u8],
        part: &Part,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) -> Done {
        match (&self.work, self.separator) {
            (Work::Csv(csv), _) => {
                let state = state.csv.get_or_insert_with(|| csv.begin());
                csv.block(state, bytes, part.last, room, tell)
            }
            (_, Some(separator)) => self.records(state, separator, bytes, part, room, tell),
            (Work::Stream(machine, _), None) => stream(machine, state, bytes, part, room, tell),
            (Work::Whole(_), None) => {
                let mut done = Done::default();
                done.ended = !self.whole(bytes, (0, 0), room, tell, &mut done.errors);
                if part.newline && !done.ended {
                    room.push(b"\n");
                }
                done
            }
        }
    }

    /// The result for a text in memory, which begins at this line and offset; an error is told, and
    /// nothing is given. Says whether there is a result.
    pub fn whole(
        &self,
        text: &[u8],
        (line, base): (u64, u64),
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
        errors: &mut bool,
    ) -> bool {
        let before = room.filled().len();
        let mark = match text.starts_with(BYTE_ORDER_MARK) && self.passes_mark && base == 0 {
            true => BYTE_ORDER_MARK.len(),
            false => 0,
        };
        room.push(&text[..mark]);
        let (text, base) = (&text[mark..], base + mark as u64);
        // Records are counted, and not the lines in them.
        let mut lines = Lines::of(text, self.separator.is_some());
        let mut line_at = |at: usize| {
            let (lines, column) = lines.before(at);
            (line + lines, Some(column))
        };
        let problem = match &self.work {
            Work::Whole(work) => match work(text) {
                Ok(result) => {
                    room.push(&result);
                    None
                }
                Err(Problem { offset, message, result: Some(result), before }) => {
                    *errors = true;
                    room.push(&result);
                    for (at, message) in before.into_iter().chain([(offset, message)]) {
                        tell(note_at(line_at(at), base + at as u64, text, at, message));
                    }
                    None
                }
                Err(Problem { offset, message, result: None, .. }) => Some((offset, message)),
            },
            Work::Csv(_) => Some((0, "CSV is no text".to_owned())),
            Work::Stream(machine, _) => {
                let mut skipped = |error: DecodeError| {
                    *errors = true;
                    let (at, message) = (error.offset(), error.moved_by(base));
                    tell(note_at(line_at(at), base + at as u64, text, at, message));
                };
                let ended = machine.clone().pump(text, true, room, &mut skipped);
                ended.map(|(error, _)| (error.offset(), error.moved_by(base).to_string()))
            }
        };
        let Some((at, message)) = problem else { return true };
        *errors = true;
        room.truncate(before);
        tell(note_at(line_at(at), base + at as u64, text, at, message));
        false
    }

    fn records(
        &self,
        state: &mut State,
        separator: u8,
        bytes: &[u8],
        part: &Part,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) -> Done {
        let mut done = Done::default();
        let mut start = 0;
        for end in memchr::memchr_iter(separator, bytes) {
            let place = (done.lines, part.base + start as u64);
            let mut text = &bytes[start..end];
            let mut returned = false;
            if self.ends_in_returns(separator) {
                match (&mut state.long, text.strip_suffix(b"\r")) {
                    // The block before was cut within the end of the line.
                    (Some(long), None) if text.is_empty() => {
                        returned = std::mem::take(&mut long.held)
                    }
                    (_, None) => {}
                    (_, Some(before)) => (text, returned) = (before, true),
                }
            }
            self.record(state, text, place, room, tell, &mut done.errors);
            room.push(if returned { b"\r" } else { b"" });
            room.push(&[separator]);
            done.lines += 1;
            start = end + 1;
        }
        let rest = &bytes[start..];
        let base = part.base + start as u64;
        if part.last {
            if !rest.is_empty() || state.long.is_some() {
                self.record(state, rest, (done.lines, base), room, tell, &mut done.errors);
            }
        } else if !part.ends_at_cut
            && let Work::Stream(machine, _) = &self.work
        {
            let long = state.long.get_or_insert_with(|| LongRecord::new(machine, base));
            let before = rest.strip_suffix(b"\r").filter(|_| self.ends_in_returns(separator));
            done.errors |= long.part(before.unwrap_or(rest), false, done.lines, room, tell);
            long.held = before.is_some();
        }
        done
    }

    /// Whether a carriage return before the separator is part of the end of a line, and not of the line.
    fn ends_in_returns(&self, separator: u8) -> bool {
        separator == b'\n' && !self.exact
    }

    /// A record, or the last part of a long one; in error, it stays as it was.
    fn record(
        &self,
        state: &mut State,
        bytes: &[u8],
        place: (u64, u64),
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
        errors: &mut bool,
    ) {
        if let Some(mut long) = state.long.take() {
            *errors |= long.part(bytes, true, place.0, room, tell);
        } else if !self.whole(bytes, place, room, tell, errors) {
            room.push(bytes);
        }
    }
}

/// A part of a text of any length.
fn stream(
    fresh: &Machine,
    state: &mut State,
    bytes: &[u8],
    part: &Part,
    room: &mut Room,
    tell: &mut dyn FnMut(Note),
) -> Done {
    let mut done = Done::default();
    if state.machine.is_none() && part.ends_at_cut && fresh.passes(bytes) {
        done.passed = true;
        done.count(fresh, bytes);
        return done;
    }
    let (machine, started) = state.machine.get_or_insert_with(|| (fresh.clone(), part.base));
    let mut lines = Lines::of(bytes, false);
    let mut tell = |error: DecodeError| {
        let error = error.moved_by(*started);
        let offset = error.stream_offset();
        // What waited from the block before begins there.
        let at = offset.saturating_sub(part.base) as usize;
        let (line, column) = lines.before(at);
        let column = column - part.base.saturating_sub(offset) as i64;
        tell(note_at((line, Some(column)), offset, bytes, at, error));
        done.errors = true;
    };
    if let Some((error, _)) = machine.pump(bytes, part.last, room, &mut tell) {
        tell(error);
        done.ended = true;
        return done;
    }
    if part.ends_at_cut {
        state.machine = None;
    }
    if part.newline {
        room.push(b"\n");
    }
    done.count(fresh, bytes);
    done
}

impl Done {
    /// Counts the lines and the characters of a block, which only messages need.
    fn count(&mut self, machine: &Machine, bytes: &[u8]) {
        if machine.may_fail() {
            let (lines, column) = Lines::of(bytes, false).before(bytes.len());
            (self.lines, self.column) = (lines, column.unsigned_abs());
        }
    }
}

/// A record that is longer than a block.
struct LongRecord {
    /// None after an error: the rest is passed through.
    machine: Option<Machine>,
    /// Where it begins in the source.
    base: u64,
    /// How much of it was read: bytes, and characters.
    read: u64,
    column: i64,
    /// The last two bytes that were read.
    tail: Vec<u8>,
    /// Whether a carriage return follows, of which it is not known yet whether it belongs to the end of the line.
    held: bool,
}

impl LongRecord {
    fn new(machine: &Machine, base: u64) -> LongRecord {
        let machine = Some(machine.clone());
        LongRecord { machine, base, read: 0, column: 0, tail: Vec::new(), held: false }
    }

    /// Works on a part of it. Says whether there were errors.
    fn part(
        &mut self,
        bytes: &[u8],
        last: bool,
        line: u64,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) -> bool {
        // What was held back is text.
        let held = std::mem::take(&mut self.held);
        let errors = held && self.push(b"\r", false, line, room, tell);
        self.push(bytes, last, line, room, tell) || errors
    }

    fn push(
        &mut self,
        bytes: &[u8],
        last: bool,
        line: u64,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) -> bool {
        let Some(machine) = &mut self.machine else {
            room.push(bytes);
            return false;
        };
        let mut errors = false;
        let (base, before, column) = (self.base, self.read, self.column);
        let mut tell = |error: DecodeError| {
            errors = true;
            let at = error.stream_offset().saturating_sub(before) as usize;
            let waited = before.saturating_sub(error.stream_offset()) as i64;
            let column = column + characters(&bytes[..at.min(bytes.len())]) as i64 - waited;
            let error = error.moved_by(base);
            tell(note_at((line, Some(column)), error.stream_offset(), bytes, at, error));
        };
        if let Some((error, used)) = machine.pump(bytes, last, room, &mut tell) {
            tell(error);
            // A `%` that waited inside, perhaps with a digit, belongs to what stays as it was.
            let waited = before.saturating_sub(error.stream_offset()) as usize;
            room.push(&self.tail[self.tail.len() - waited.min(self.tail.len())..]);
            room.push(&bytes[used..]);
            self.machine = None;
        }
        self.read += bytes.len() as u64;
        self.column += characters(bytes) as i64;
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(2)..]);
        self.tail.drain(..self.tail.len().saturating_sub(2));
        errors
    }
}

/// Counts lines, and characters in the last of them, up to places that come in order, each byte once.
struct Lines<'a> {
    text: &'a [u8],
    /// Whether line feeds are text.
    is_record: bool,
    counted: usize,
    found: u64,
    column: i64,
}

impl<'a> Lines<'a> {
    fn of(text: &'a [u8], is_record: bool) -> Lines<'a> {
        Lines { text, is_record, counted: 0, found: 0, column: 0 }
    }

    /// The number of lines before this place, and of characters before it in its line.
    fn before(&mut self, at: usize) -> (u64, i64) {
        let at = at.min(self.text.len());
        if at > self.counted {
            let passed = &self.text[self.counted..at];
            match memchr::memrchr(b'\n', passed).filter(|_| !self.is_record) {
                Some(last) => {
                    self.found += memchr::memchr_iter(b'\n', passed).count() as u64;
                    self.column = characters(&passed[last + 1..]) as i64;
                }
                None => self.column += characters(passed) as i64,
            }
            self.counted = at;
        }
        (self.found, self.column)
    }
}
