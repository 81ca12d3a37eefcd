//! A column of CSV (RFC 4180, and what is read as such). The parser of `csv-core` says how many bytes each
//! field took, so that all other bytes, and how they are quoted, stay.
//!
//! Memory is that of one field, and that has a limit; a field of another column is not held at all. To the parser, a quote
//! that is never closed makes one field of all that follows, so its state is followed here too.
#![forbid(unsafe_code)]

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::Inner;
use crate::source::BYTE_ORDER_MARK;
use crate::transform::{Done, Note, Room, note};

/// The longest field of the column, as it is written: 4 MiB.
pub const LONGEST: usize = 4 << 20;

/// How much of a field a message may show.
const SHOWN: usize = 80;

/// Which column, and how columns are separated.
pub struct Csv {
    pub column: Column,
    pub delimiter: u8,
    pub work: Inner,
}

pub enum Column {
    /// The one with this name in the first record, which stays as it is.
    Named(String),
    /// The one with this number, from 1, of all records.
    Numbered(usize),
}

/// How far one text was read.
pub struct State {
    reader: Reader,
    /// The column that is rewritten, from 0; none before the names are read.
    wanted: Option<usize>,
    /// The first bytes, until there are enough of them.
    start: Option<Vec<u8>>,
    /// Where the next field stands: its record, its column, its offset, and how many line feeds are before it.
    record: u64,
    column: usize,
    offset: u64,
    line: u64,
    /// How many line feeds are before the record, and before what is not read yet.
    record_line: u64,
    lines: u64,
    quoting: Quoting,
    /// Where the field's quote opens: the line feeds before it, its offset, and some bytes from there.
    opened: (u64, u64, Vec<u8>),
    /// How many bytes of the field are written already: some, if it is not held.
    passed: u64,
    /// The field as it was read so far, and as it is meant.
    raw: Vec<u8>,
    meant: Vec<u8>,
    length: usize,
    errors: bool,
    /// Whether the text can't be worked on.
    ended: bool,
}

/// What a field is, as far as it was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    /// It has not begun: so far there are only the line breaks before a record.
    Before,
    /// It is not in quotes, or they are closed: other quotes are ordinary bytes.
    Outside,
    /// Within quotes.
    Inside,
    /// Behind a quote that closes, unless another one follows.
    AtQuote,
}

impl Csv {
    pub fn begin(&self) -> State {
        State {
            reader: ReaderBuilder::new().delimiter(self.delimiter).build(),
            wanted: match self.column {
                Column::Named(_) => None,
                Column::Numbered(number) => Some(number.saturating_sub(1)),
            },
            start: Some(Vec::new()),
            record: 1,
            column: 0,
            offset: 0,
            line: 0,
            record_line: 0,
            lines: 0,
            quoting: Quoting::Before,
            opened: (0, 0, Vec::new()),
            passed: 0,
            raw: Vec::new(),
            meant: vec![0; 1024],
            length: 0,
            errors: false,
            ended: false,
        }
    }

    /// Works on the next bytes, of which the last ones may be none.
    pub fn block(
        &self,
        state: &mut State,
        bytes: &[u8],
        last: bool,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) -> Done {
        match &mut state.start {
            // The parser knows a byte order mark only if more comes with it.
            Some(start) => {
                start.extend_from_slice(bytes);
                if (last && !start.is_empty()) || start.len() > BYTE_ORDER_MARK.len() {
                    let start = std::mem::take(start);
                    state.start = None;
                    self.start(state, &start, room, tell);
                }
            }
            None if bytes.is_empty() => {}
            None => self.fields(state, bytes, room, tell),
        }
        if last {
            self.fields(state, b"", room, tell);
        }
        if state.ended {
            room.truncate(0);
        }
        // Records are counted here.
        Done { errors: state.errors, ended: state.ended, ..Done::default() }
    }

    /// The first bytes of the text.
    fn start(
        &self,
        state: &mut State,
        mut bytes: &[u8],
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) {
        if let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) {
            room.push(BYTE_ORDER_MARK);
            state.offset = BYTE_ORDER_MARK.len() as u64;
            bytes = rest;
        }
        if !bytes.is_empty() {
            self.fields(state, bytes, room, tell);
        }
    }

    /// No bytes are the end of the text.
    fn fields(
        &self,
        state: &mut State,
        mut bytes: &[u8],
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) {
        let last = bytes.is_empty();
        // To the parser, no bytes are the end.
        while !state.ended && (last || !bytes.is_empty()) {
            let free = &mut state.meant[state.length..];
            let (result, read, written) = state.reader.read_field(bytes, free);
            state.follow(&bytes[..read]);
            state.raw.extend_from_slice(&bytes[..read]);
            bytes = &bytes[read..];
            state.length += written;
            let is_too_long = self.is_too_long(state, tell);
            match result {
                ReadFieldResult::InputEmpty if last => {}
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull
                    if is_too_long || !self.is_held(state) =>
                {
                    state.pass(room);
                }
                ReadFieldResult::InputEmpty if state.quoting == Quoting::Before => {
                    // Line breaks before a record, which may be many, are no part of a field.
                    state.pass(room);
                    (state.passed, state.line) = (0, state.lines);
                }
                ReadFieldResult::InputEmpty => return,
                ReadFieldResult::OutputFull => {
                    let length = 2 * state.meant.len();
                    state.meant.resize(length, 0);
                }
                ReadFieldResult::Field { record_end } => {
                    let is_open = state.quoting == Quoting::Inside;
                    if is_open || is_too_long || !self.is_held(state) {
                        state.pass(room);
                    } else {
                        self.field(state, read > 0, record_end, room, tell);
                    }
                    if is_open {
                        return state.fail_open(tell);
                    }
                    state.end_field();
                    if record_end {
                        self.end_record(state, tell);
                    }
                }
                ReadFieldResult::End => {
                    room.push(&state.raw);
                    if let (Column::Named(name), None) = (&self.column, state.wanted) {
                        state.fail(&format!("no column is named `{name}`"), tell);
                    }
                    return;
                }
            }
        }
    }

    /// Whether the current field must be known as a whole: it is of the column, or perhaps its name.
    fn is_held(&self, state: &State) -> bool {
        let is_wanted = |wanted| wanted == state.column && !self.is_header(state);
        state.passed == 0 && state.wanted.is_none_or(is_wanted)
    }

    /// Whether the current field should be held, but is longer than the limit. What is no field of the column but longer
    /// than a name is no error.
    fn is_too_long(&self, state: &mut State, tell: &mut dyn FnMut(Note)) -> bool {
        let before = match state.raw.len() > LONGEST && self.is_held(state) {
            true => self.breaks_before(state),
            false => return false,
        };
        if state.raw.len() - before <= LONGEST {
            return false;
        }
        if let Some(wanted) = state.wanted {
            state.errors = true;
            let quote = match state.quoting {
                Quoting::Inside => "; is its quote closed?",
                _ => "",
            };
            let what = format_args!(
                "record {}, column {}: the field is longer than {} MiB, and stays as it is{quote}",
                state.record,
                self.name(wanted),
                LONGEST >> 20,
            );
            let line = state.line + line_feeds(&state.raw[..before]);
            let shown = &state.raw[before..before + SHOWN];
            tell(note(line, state.offset + before as u64, shown, 0, what));
        }
        true
    }

    /// The length of the line breaks before the field: they end the record before, or are empty lines.
    fn breaks_before(&self, state: &State) -> usize {
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        match state.column {
            0 => state.raw.iter().position(|byte| !is_break(byte)).unwrap_or(state.raw.len()),
            _ => 0,
        }
    }

    /// Writes a field that is held and complete, with what stands around it.
    fn field(
        &self,
        state: &mut State,
        terminated: bool,
        record_end: bool,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) {
        let before = self.breaks_before(state);
        let raw = std::mem::take(&mut state.raw);
        // An empty field that a line break ends, behind an empty line: the last one is its own.
        let end = raw.len() - usize::from(terminated);
        let before = before.min(end);
        room.push(&raw[..before]);
        let field = &raw[before..end];
        let meant = &state.meant[..state.length];
        match (state.wanted, &self.column) {
            (None, Column::Named(name)) => {
                if meant == name.as_bytes() {
                    state.wanted = Some(state.column);
                }
                room.push(field);
            }
            (Some(wanted), _) => {
                let new = self.work.apply(meant).or_else(|problem| {
                    state.errors = true;
                    let all = problem.before.into_iter().chain([(problem.offset, problem.message)]);
                    for (at, message) in all {
                        let what = format_args!(
                            "record {}, column {}: {message}",
                            state.record,
                            self.name(wanted),
                        );
                        let place = before + place_in_field(field, at);
                        let line = state.line + line_feeds(&raw[..place]);
                        tell(note(line, state.offset + place as u64, meant, at, what));
                    }
                    problem.result.ok_or(())
                });
                match new {
                    Ok(new) if new != meant => {
                        let quoted = field.starts_with(b"\"");
                        let alone = state.column == 0 && record_end;
                        room.push(&self.quoted(&new, quoted, alone));
                    }
                    _ => room.push(field),
                }
            }
            _ => room.push(field),
        }
        room.push(&raw[end..]);
        state.offset += raw.len() as u64;
        // Its memory is used again.
        state.raw = raw;
        state.raw.clear();
    }

    fn is_header(&self, state: &State) -> bool {
        state.record == 1 && matches!(self.column, Column::Named(_))
    }

    fn name(&self, wanted: usize) -> String {
        match &self.column {
            Column::Named(name) => format!("`{name}`"),
            Column::Numbered(_) => (wanted + 1).to_string(),
        }
    }

    fn end_record(&self, state: &mut State, tell: &mut dyn FnMut(Note)) {
        match (state.wanted, &self.column) {
            (None, Column::Named(name)) => {
                state.fail(&format!("no column is named `{name}`"), tell)
            }
            (Some(wanted), _) if wanted >= state.column => {
                state.errors = true;
                let (record, columns) = (state.record, state.column);
                let what = format!("record {record} has {columns} columns, and stays as it is");
                tell(note(state.record_line, state.offset, b"", 0, what));
            }
            _ => {}
        }
        state.record += 1;
        state.column = 0;
    }

    /// A field as it is written: in quotes if it was, or if it would be read as something else.
    fn quoted(&self, field: &[u8], quoted: bool, alone: bool) -> Vec<u8> {
        let special = |byte: &u8| *byte == self.delimiter || matches!(byte, b'"' | b'\r' | b'\n');
        // An empty line would be no record.
        let vanishes = alone && field.is_empty();
        if !(quoted || vanishes || field.iter().any(special)) {
            return field.to_vec();
        }
        let mut out = vec![b'"'];
        for &byte in field {
            out.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
        }
        out.push(b'"');
        out
    }
}

/// Where an offset of a field as it is meant is in the field as it is written.
fn place_in_field(field: &[u8], at: usize) -> usize {
    let Some(quoted) = field.strip_prefix(b"\"") else { return at };
    // Two quotes within quotes mean one; after the closing quote, quotes are ordinary bytes.
    let is_quote = |place| quoted.get(place) == Some(&b'"');
    let mut place = 0;
    let mut is_open = true;
    for left in (0..=at).rev() {
        if is_open && is_quote(place) && !is_quote(place + 1) {
            is_open = false;
            place += 1;
        }
        if left > 0 {
            place += if is_open && is_quote(place) { 2 } else { 1 };
        }
    }
    1 + place
}

fn line_feeds(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

impl State {
    /// Follows the next bytes of the current field: where its quotes open and close.
    fn follow(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((&first, others)) = rest.split_first() {
            let is_quote = first == b'"';
            self.quoting = match self.quoting {
                Quoting::Before if self.column == 0 && matches!(first, b'\r' | b'\n') => {
                    Quoting::Before
                }
                Quoting::Before => {
                    let before = &bytes[..bytes.len() - rest.len()];
                    let line = self.lines + line_feeds(before);
                    if self.column == 0 {
                        self.record_line = line;
                    }
                    if is_quote {
                        let offset = self.offset + (self.raw.len() + before.len()) as u64;
                        (self.opened.0, self.opened.1) = (line, offset);
                        self.opened.2.clear();
                        Quoting::Inside
                    } else {
                        Quoting::Outside
                    }
                }
                Quoting::Outside => break,
                Quoting::Inside if is_quote => Quoting::AtQuote,
                Quoting::Inside => {
                    let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                    let shown = SHOWN.saturating_sub(self.opened.2.len()).min(length);
                    self.opened.2.extend_from_slice(&rest[..shown]);
                    rest = &rest[length..];
                    continue;
                }
                Quoting::AtQuote if is_quote => Quoting::Inside,
                Quoting::AtQuote => Quoting::Outside,
            };
            if is_quote && self.opened.2.len() < SHOWN {
                self.opened.2.push(first);
            }
            rest = others;
        }
        self.lines += line_feeds(bytes);
    }

    /// Writes what was read of the field as it is, and forgets it.
    fn pass(&mut self, room: &mut Room) {
        room.push(&self.raw);
        self.passed += self.raw.len() as u64;
        self.offset += self.raw.len() as u64;
        self.raw.clear();
        self.length = 0;
    }

    fn end_field(&mut self) {
        (self.length, self.passed, self.quoting) = (0, 0, Quoting::Before);
        self.line = self.lines;
        self.column += 1;
    }

    /// The text has ended within quotes.
    fn fail_open(&mut self, tell: &mut dyn FnMut(Note)) {
        self.errors = true;
        let (line, offset, shown) = &self.opened;
        let what = format_args!(
            "record {}, column {}: the quote that opens here is not closed; what follows it stays as it is",
            self.record,
            self.column + 1,
        );
        tell(note(*line, *offset, shown, 0, what));
    }

    /// The text has no such column.
    fn fail(&mut self, what: &str, tell: &mut dyn FnMut(Note)) {
        self.errors = true;
        self.ended = true;
        tell(note(0, 0, b"", 0, what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::Work;

    fn csv(column: Column, work: impl Fn(&[u8]) -> Vec<u8> + Send + Sync + 'static) -> Csv {
        let work = Work::Whole(Box::new(move |text| Ok(work(text))));
        Csv { column, delimiter: b',', work: Inner::new(work) }
    }

    /// What comes out, in blocks of this length.
    fn through(csv: &Csv, text: &[u8], block: usize) -> (String, bool) {
        let mut state = csv.begin();
        let mut room = Room::default();
        for block in text.chunks(block) {
            csv.block(&mut state, block, false, &mut room, &mut |_| {});
        }
        csv.block(&mut state, b"", true, &mut room, &mut |_| {});
        (String::from_utf8_lossy(room.filled()).into_owned(), state.errors)
    }

    #[test]
    fn what_is_not_changed_stays_byte_for_byte() {
        // All texts of these pieces, read in blocks of each length.
        let pieces = ["a", ",", "\"", "\n", "\r\n", "\"b,\n\"\"\""];
        let mut texts = vec![String::new()];
        for length in 0..5 {
            let longer: Vec<String> = texts
                .iter()
                .filter(|text| text.len() >= length)
                .flat_map(|text| pieces.map(|piece| format!("{text}{piece}")))
                .collect();
            for text in &longer {
                let of = csv(Column::Numbered(1), |text| text.to_vec());
                for block in [1, 2, 100] {
                    assert_eq!(through(&of, text.as_bytes(), block).0, *text, "blocks of {block}");
                }
            }
            texts = longer;
        }
    }

    #[test]
    fn only_the_column_changes() {
        let shout = |text: &[u8]| [text, b"!"].concat();
        let text = "\u{FEFF}a,b\r\n1,2\r\n\r\n\"3\",\"4 \"\"x\"\"\"\n5,\n,6,7\n";
        let expected = "\u{FEFF}a,b\r\n1,2!\r\n\r\n\"3\",\"4 \"\"x\"\"!\"\n5,!\n,6!,7\n";
        for block in 1..text.len() {
            let named = csv(Column::Named("b".into()), shout);
            assert_eq!(through(&named, text.as_bytes(), block), (expected.to_owned(), false));
        }
        let named = csv(Column::Named("a".into()), shout);
        assert!(through(&named, text.as_bytes(), 3).0.contains("\"3!\","));
        let quoting = csv(Column::Numbered(1), |text| match text {
            b"1" => b"x,\"\n".to_vec(),
            b"2" => Vec::new(),
            other => other.to_vec(),
        });
        let (out, errors) = through(&quoting, b"1,b\n2\n3", 4);
        assert_eq!((&*out, errors), ("\"x,\"\"\n\",b\n\"\"\n3", false));
    }

    /// A second reading of the same text, by the rules of RFC 4180: whether it ends within quotes.
    fn ends_within_quotes(text: &str) -> bool {
        let (mut inside, mut closed, mut start) = (false, false, true);
        for character in text.chars() {
            match character {
                '"' if start => (inside, start) = (true, false),
                '"' if inside => (inside, closed) = (false, true),
                '"' if closed => (inside, closed) = (true, false),
                ',' | '\r' | '\n' if !inside => (closed, start) = (false, true),
                _ => (closed, start) = (false, false),
            }
        }
        inside
    }

    #[test]
    fn a_quote_that_is_not_closed_is_an_error_in_every_text() {
        let pieces = ["a", ",", "\"", "\n", "\r\n"];
        let mut texts = vec![String::new()];
        for _ in 0..6 {
            let longer = |text: &String| pieces.map(|piece| format!("{text}{piece}"));
            texts = texts.iter().flat_map(longer).collect();
            for text in &texts {
                for block in [1, 2, 100] {
                    let of = csv(Column::Numbered(1), |text| text.to_vec());
                    let (out, errors) = through(&of, text.as_bytes(), block);
                    assert_eq!((&out, errors), (text, ends_within_quotes(text)), "by {block}");
                }
            }
        }
    }

    #[test]
    fn places_in_quoted_fields() {
        for (field, at, place) in [
            ("abc", 2, 2),
            ("\"abc\"", 0, 1),
            ("\"a\"\"b\"", 1, 2),
            ("\"a\"\"b\"", 2, 4),
            ("\"\"\"\"\"b\"", 2, 5),
            ("\"a\"b\"c", 1, 3),
            ("\"a\"b\"c", 3, 5),
        ] {
            assert_eq!(place_in_field(field.as_bytes(), at), place, "{field} at {at}");
        }
    }

    #[test]
    fn a_column_that_is_not_there() {
        let named = csv(Column::Named("z".into()), |text| text.to_vec());
        assert!(through(&named, b"a,b\n1,2\n", 9).1);
        assert!(through(&named, b"", 9).1);
        let numbered = csv(Column::Numbered(2), |_| b"x".to_vec());
        assert_eq!(through(&numbered, b"a,b\nc\nd,e", 2), ("a,x\nc\nd,x".to_owned(), true));
    }
}
