//! What is done with one block of a text: the whole text, a part of it, or its records.
#![forbid(unsafe_code)]

use std::fmt::Display;

use triplet::DecodeError;

use super::blocks::{Cuts, Part};
use super::machine::{Machine, Room};
use crate::fields::csv::{self, Csv};
use crate::report::{self, Place};

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
        /// The offset in the input.
        offset: u64,
        /// Some of the input, and where in it the error is.
        excerpt: Vec<u8>,
        at: usize,
        message: String,
    },
}

impl Note {
    /// Tells the person; `lines` stand before the block.
    pub fn print(&self, source: &str, lines: Option<u64>) {
        match self {
            Note::Text(text) => report::emit(text),
            Note::Error { line, offset, excerpt, at, message } => {
                let line = lines.map(|lines| lines + line + 1);
                let place = Place { source, line, offset: *offset, excerpt, at: *at };
                report::error_at(&place, message);
            }
        }
    }
}

/// An error with the text about it that is shown.
pub fn note(line: u64, offset: u64, text: &[u8], at: usize, message: impl Display) -> Note {
    let at = at.min(text.len());
    let shown = at.saturating_sub(200)..text.len().min(at + 200);
    let (excerpt, at) = (text[shown.clone()].to_vec(), at - shown.start);
    Note::Error { line, offset, excerpt, at, message: message.to_string() }
}

/// Work and how texts are separated.
pub struct Engine {
    pub work: Work,
    pub separator: Option<u8>,
    pub exact: bool,
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
    /// Lines or records in it.
    pub lines: u64,
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
        // Records are counted, and not the lines in them.
        let mut lines = Lines::of(if self.separator.is_some() { &[] } else { text });
        let mut line_at = |at: usize| line + lines.before(at);
        let before = room.filled().len();
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
                        tell(note(line_at(at), base + at as u64, text, at, message));
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
                    tell(note(line_at(at), base + at as u64, text, at, message));
                };
                let ended = machine.clone().pump(text, true, room, &mut skipped);
                ended.map(|(error, _)| (error.offset(), error.moved_by(base).to_string()))
            }
        };
        let Some((at, message)) = problem else { return true };
        *errors = true;
        room.truncate(before);
        tell(note(line_at(at), base + at as u64, text, at, message));
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
            self.record(state, &bytes[start..end], place, room, tell, &mut done.errors);
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
            done.errors |= long.part(rest, false, done.lines, room, tell);
        }
        done
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
        let lines = if fresh.may_fail() { lines_in(bytes) } else { 0 };
        return Done { lines, passed: true, ..done };
    }
    let (machine, started) = state.machine.get_or_insert_with(|| (fresh.clone(), part.base));
    let mut lines = Lines::of(bytes);
    let mut tell = |error: DecodeError| {
        let error = error.moved_by(*started);
        // What waited from the block before begins there.
        let at = error.stream_offset().saturating_sub(part.base) as usize;
        tell(note(lines.before(at), error.stream_offset(), bytes, at, error));
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
    // Only messages want to know.
    if fresh.may_fail() {
        done.lines = lines_in(bytes);
    }
    done
}

/// A record that is longer than a block.
struct LongRecord {
    /// None after an error: the rest is passed through.
    machine: Option<Machine>,
    /// Where it begins in the source.
    base: u64,
    /// How much of it was read.
    read: u64,
    /// The last two bytes that were read.
    tail: Vec<u8>,
}

impl LongRecord {
    fn new(machine: &Machine, base: u64) -> LongRecord {
        LongRecord { machine: Some(machine.clone()), base, read: 0, tail: Vec::new() }
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
        let Some(machine) = &mut self.machine else {
            room.push(bytes);
            return false;
        };
        let mut errors = false;
        let (base, before) = (self.base, self.read);
        let mut tell = |error: DecodeError| {
            errors = true;
            let at = error.stream_offset().saturating_sub(before) as usize;
            let error = error.moved_by(base);
            tell(note(line, error.stream_offset(), bytes, at, error));
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
        self.tail = bytes[bytes.len().saturating_sub(2)..].to_vec();
        errors
    }
}

/// Counts line feeds up to places that come in order, each byte once.
struct Lines<'a> {
    text: &'a [u8],
    counted: usize,
    found: u64,
}

impl<'a> Lines<'a> {
    fn of(text: &'a [u8]) -> Lines<'a> {
        Lines { text, counted: 0, found: 0 }
    }

    fn before(&mut self, at: usize) -> u64 {
        let at = at.min(self.text.len());
        if at > self.counted {
            self.found += lines_in(&self.text[self.counted..at]);
            self.counted = at;
        }
        self.found
    }
}

fn lines_in(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
