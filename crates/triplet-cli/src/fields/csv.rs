//! A column of CSV (RFC 4180, and what is read as such). The parser of `csv-core` says how many bytes each
//! field took, so that all other bytes, and how they are quoted, stay.
#![forbid(unsafe_code)]

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::Inner;
use crate::source::BYTE_ORDER_MARK;
use crate::transform::{Done, Note, Room, note};

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
    /// Where the next field stands: its record, its column, its offset.
    record: u64,
    column: usize,
    offset: u64,
    /// The field as it was read so far, and as it is meant.
    raw: Vec<u8>,
    meant: Vec<u8>,
    length: usize,
    errors: bool,
    /// Whether the text can't be worked on.
    ended: bool,
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
            state.raw.extend_from_slice(&bytes[..read]);
            bytes = &bytes[read..];
            state.length += written;
            match result {
                ReadFieldResult::InputEmpty if last => continue,
                ReadFieldResult::InputEmpty => return,
                ReadFieldResult::OutputFull => {
                    let length = 2 * state.meant.len();
                    state.meant.resize(length, 0);
                }
                ReadFieldResult::Field { record_end } => {
                    self.field(state, read > 0, record_end, room, tell);
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

    /// Writes a field that is complete, with what stands around it.
    fn field(
        &self,
        state: &mut State,
        terminated: bool,
        record_end: bool,
        room: &mut Room,
        tell: &mut dyn FnMut(Note),
    ) {
        let raw = std::mem::take(&mut state.raw);
        // Line breaks before the first field end the record before, or are empty lines.
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let before = if state.column > 0 {
            0
        } else {
            raw.iter().position(|byte| !is_break(byte)).unwrap_or(raw.len())
        };
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
            (Some(wanted), _) if wanted == state.column && !self.is_header(state) => {
                let new = self.work.apply(meant).or_else(|problem| {
                    state.errors = true;
                    let all = problem.before.into_iter().chain([(problem.offset, problem.message)]);
                    for (at, message) in all {
                        let what = format_args!(
                            "record {}, column {}: {message}",
                            state.record,
                            self.name(wanted),
                        );
                        let offset = state.offset + (before + at) as u64;
                        tell(note(state.record - 1, offset, meant, at, what));
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
        state.length = 0;
        state.column += 1;
        if record_end {
            self.end_record(state, tell);
        }
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
                tell(note(record - 1, state.offset, b"", 0, what));
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

impl State {
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

    #[test]
    fn a_column_that_is_not_there() {
        let named = csv(Column::Named("z".into()), |text| text.to_vec());
        assert!(through(&named, b"a,b\n1,2\n", 9).1);
        assert!(through(&named, b"", 9).1);
        let numbered = csv(Column::Numbered(2), |_| b"x".to_vec());
        assert_eq!(through(&numbered, b"a,b\nc\nd,e", 2), ("a,x\nc\nd,x".to_owned(), true));
    }
}
