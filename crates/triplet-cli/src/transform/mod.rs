//! From sources to the output: one text after the other, or record after record, in constant memory
//! where the work allows it.
#![forbid(unsafe_code)]

mod blocks;
mod machine;
mod parallel;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

pub use self::blocks::Cuts;
pub use self::machine::{Machine, Room};
pub use self::text::{Done, Engine, Note, Problem, Work, note};

use self::blocks::{Blocks, Part};
use self::text::State;
use crate::args::Streams;
use crate::codec::Failure;
use crate::fields::csv::{Column, Csv};
use crate::fields::{self, Inner};
use crate::in_place;
use crate::output::{Content, Output};
use crate::progress::Progress;
use crate::replace::Permission;
use crate::report;
use crate::source::Source;

/// How the run ended: whether the input had errors, and whether something could not be read or written.
#[derive(Clone, Copy, Default)]
pub struct Outcome {
    pub input_errors: bool,
    pub io_errors: bool,
}

impl Outcome {
    pub fn is_clean(self) -> bool {
        !self.input_errors && !self.io_errors
    }

    pub fn and(self, other: Outcome) -> Outcome {
        Outcome {
            input_errors: self.input_errors || other.input_errors,
            io_errors: self.io_errors || other.io_errors,
        }
    }
}

/// Does the work on all sources. A source that can't be read is reported and the others go on; an
/// output that can't be written ends the run.
pub fn run(mut streams: Streams, work: Work) -> Result<Outcome, Failure> {
    let engine = Arc::new(engine(&streams, work)?);
    let texts = std::mem::take(&mut streams.text);
    let files = std::mem::take(&mut streams.file);
    let may = Permission {
        break_hard_links: streams.break_hard_links,
        backup: streams.in_place.clone().flatten(),
    };
    let threads = match streams.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    if streams.in_place.is_some() {
        let files: Vec<PathBuf> =
            files.into_iter().chain(texts.into_iter().map(Into::into)).collect();
        if files.is_empty() || files.iter().any(|file| file.as_os_str() == "-") {
            return Err(Failure::Usage("--in-place wants the names of files".to_owned()));
        }
        if may
            .backup
            .as_ref()
            .is_some_and(|suffix| suffix.is_empty() || suffix.as_encoded_bytes().contains(&b'/'))
        {
            let what = "--in-place=SUFFIX wants a suffix of a name, without a /";
            return Err(Failure::Usage(what.to_owned()));
        }
        return Ok(in_place::run(&engine, files, &may, threads, !streams.no_progress));
    }
    let sources = Source::from_options(texts, files);
    let content = if streams.raw { Content::Raw } else { Content::Bytes };
    let mut out = Output::open(streams.output.as_deref(), content, &may)?;
    let total = sources.iter().map(Source::length).sum();
    let progress = Progress::new(!streams.no_progress && !out.is_terminal(), total);
    let outcome = transform(&engine, sources, &mut out, threads, progress)?;
    // A file is replaced only by a result without errors.
    if out.is_file() && !outcome.is_clean() {
        report::message("the output file was left as it was");
    } else {
        out.finish()?;
    }
    Ok(outcome)
}

/// The work as the options want it: on texts, records or fields.
fn engine(streams: &Streams, work: Work) -> Result<Engine, Failure> {
    let is_field = streams.json_field.is_some() || streams.csv_column.is_some();
    if is_field && streams.has_texts() {
        let what = "--json-field and --csv-column want files (-f) or standard input";
        return Err(Failure::Usage(what.to_owned()));
    }
    if let Some(name) = &streams.json_field {
        let work = fields::in_json(work, name.clone());
        return Ok(Engine { work, separator: Some(b'\n'), exact: true, passes_mark: true });
    }
    if let Some(column) = &streams.csv_column {
        let column = match column.parse() {
            Ok(0) => return Err(Failure::Usage("--csv-column counts from 1".to_owned())),
            Ok(number) => Column::Numbered(number),
            Err(_) => Column::Named(column.clone()),
        };
        let csv = Csv { column, delimiter: streams.csv_delimiter, work: Inner::new(work) };
        let work = Work::Csv(Box::new(csv));
        return Ok(Engine { work, separator: None, exact: true, passes_mark: false });
    }
    let (separator, exact) = (streams.separator(), streams.exact);
    Ok(Engine { work, separator, exact, passes_mark: false })
}

/// Does the work on these sources, with so many threads.
pub fn transform(
    engine: &Arc<Engine>,
    sources: Vec<Source>,
    sink: &mut dyn Write,
    threads: usize,
    progress: Progress,
) -> io::Result<Outcome> {
    let mut writer = Writer::new(sink, progress);
    // Arguments are short, and CSV can't be cut before it is read.
    let sources = if threads > 1 && engine.is_in_parts() && !sources.iter().any(Source::is_argument)
    {
        match parallel::run(engine, sources, threads, &mut writer)? {
            Some(unstarted) => unstarted,
            None => return Ok(writer.outcome),
        }
    } else {
        sources
    };
    let mut room = Room::default();
    let mut buffer = Vec::new();
    for source in sources {
        match source {
            Source::Argument(number, text) => argument(engine, number, &text, &mut writer)?,
            source => text(engine, source, &mut buffer, &mut room, &mut writer)?,
        }
    }
    Ok(writer.outcome)
}

/// One argument: a text of its own, that ends in a line feed, or NUL.
fn argument(
    engine: &Engine,
    number: usize,
    text: &[u8],
    writer: &mut Writer<'_>,
) -> io::Result<()> {
    let name = format!("argument {number}");
    let mut room = Room::default();
    let mut tell = |note: Note| note.print(&name, None);
    let mut errors = false;
    if engine.whole(text, (0, 0), &mut room, &mut tell, &mut errors) {
        room.push(&[if engine.separator == Some(0) { 0 } else { b'\n' }]);
        writer.sink.write_all(room.filled())?;
    }
    writer.outcome.input_errors |= errors;
    Ok(())
}

/// One file, or standard input.
fn text(
    engine: &Engine,
    source: Source,
    buffer: &mut Vec<u8>,
    room: &mut Room,
    writer: &mut Writer<'_>,
) -> io::Result<()> {
    writer.begin(source.name());
    // Of a file, blocks are as long as with several threads, so that messages show as much of them;
    // what comes from elsewhere goes on at once.
    let fill = source.length().is_some();
    let mut blocks = match source.open() {
        Ok(input) => Blocks::new(input, engine.cuts(), engine.exact, fill),
        Err(error) => {
            writer.failed(&error);
            return Ok(());
        }
    };
    let mut state = State::default();
    loop {
        match blocks.next(buffer) {
            Ok(Some(part)) => {
                let bytes = &buffer[..part.length];
                let (name, before) = (&writer.name, (writer.lines, writer.column));
                let mut tell = |note: Note| note.print(name, Some(before));
                let done = engine.block(&mut state, bytes, &part, room, &mut tell);
                writer.block(&done, &part, buffer, room)?;
                // Somebody may wait for it.
                writer.sink.flush()?;
                if done.ended {
                    return Ok(());
                }
            }
            Ok(None) => return Ok(()),
            Err(error) => {
                writer.failed(&error);
                return Ok(());
            }
        }
    }
}

/// Takes results in order, writes them and keeps count.
struct Writer<'a> {
    sink: &'a mut dyn Write,
    progress: Progress,
    outcome: Outcome,
    /// The current source, and how many lines or records of it are done, and characters of the line after them.
    name: String,
    lines: u64,
    column: u64,
}

impl<'a> Writer<'a> {
    fn new(sink: &'a mut dyn Write, progress: Progress) -> Writer<'a> {
        Writer {
            sink,
            progress,
            outcome: Outcome::default(),
            name: String::new(),
            lines: 0,
            column: 0,
        }
    }

    fn begin(&mut self, name: String) {
        self.name = name;
        (self.lines, self.column) = (0, 0);
    }

    /// Writes what came of a part, which stands at the beginning of its buffer, and empties the room.
    fn block(
        &mut self,
        done: &Done,
        part: &Part,
        buffer: &[u8],
        room: &mut Room,
    ) -> io::Result<()> {
        let length = part.length;
        let result = match done.passed {
            true => &buffer[..length + usize::from(part.newline)],
            false => room.filled(),
        };
        self.sink.write_all(result)?;
        room.truncate(0);
        self.lines += done.lines;
        self.column = if done.lines == 0 { self.column + done.column } else { done.column };
        self.outcome.input_errors |= done.errors;
        self.progress.add(length);
        Ok(())
    }

    /// The source could not be read.
    fn failed(&mut self, error: &io::Error) {
        report::message(format_args!("{}: {error}", self.name));
        self.outcome.io_errors = true;
    }
}
