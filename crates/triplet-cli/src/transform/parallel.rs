//! The same work with several threads: one reads blocks, the workers take them in turns, and the caller
//! writes what comes of them, in the same turns. So everything is in order without being sorted, and as
//! many blocks are in memory as the channels hold.
//!
//! The threads are not joined: one may wait for input that never comes, when there is nobody left to
//! write for. They end with the process, or when their channels do.
#![forbid(unsafe_code)]

use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use super::Writer;
use super::blocks::{Blocks, Part};
use super::machine::Room;
use super::text::{Done, Engine, Note, State};
use crate::report;
use crate::source::Source;

/// Blocks that wait before and behind each worker. With more of them, they leave the caches meanwhile.
const WAITING: usize = 1;

/// More threads than this are of no use to anybody.
const MOST: usize = 256;

/// What is read, in order.
enum Task {
    /// A block that needs no other one.
    Block(Part, Buffers),
    /// What needs no work any more.
    Done(Event),
}

/// What the writer hears, in the same order.
enum Event {
    Begin(String),
    Block { done: Done, notes: Vec<Note>, part: Part, buffers: Buffers },
    Failed(io::Error),
    End,
}

/// A block's memory, which is used again.
#[derive(Default)]
struct Buffers {
    bytes: Vec<u8>,
    room: Room,
}

/// Memory to be used again: first what was used last, which the caches still have.
#[derive(Default)]
struct Spare(Mutex<Vec<Buffers>>);

impl Spare {
    fn give(&self, buffers: Buffers) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
    }

    fn take(&self) -> Buffers {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}

/// Gives the sources back if no thread could be started.
pub fn run(
    engine: &Arc<Engine>,
    sources: Vec<Source>,
    threads: usize,
    writer: &mut Writer<'_>,
) -> io::Result<Option<Vec<Source>>> {
    let ended = Arc::new(AtomicUsize::new(0));
    // The reader waits for what it shall read, so that it comes back if there is none.
    let (start, started) = sync_channel::<Reader>(1);
    let reader = Builder::new().name("reader".to_owned()).spawn(move || {
        if let Ok(mut reader) = started.recv() {
            // It ends when nobody takes its blocks any more.
            let _: Option<()> = reader.read_all();
        }
    });
    let (mut tasks, mut results) = (Vec::new(), Vec::new());
    for number in 0..threads.min(MOST) {
        let (task, to_do) = sync_channel(WAITING);
        let (result, done) = sync_channel(WAITING);
        let engine = Arc::clone(engine);
        let worker = Builder::new().name(format!("worker {number}"));
        if worker.spawn(move || work(&engine, &to_do, &result)).is_err() {
            break;
        }
        tasks.push(task);
        results.push(done);
    }
    if reader.is_err() || tasks.is_empty() {
        return Ok(Some(sources));
    }
    let spare = Arc::new(Spare::default());
    let reader = Reader {
        engine: Arc::clone(engine),
        sources,
        tasks,
        turn: 0,
        spare: Arc::clone(&spare),
        ended: Arc::clone(&ended),
    };
    if start.send(reader).is_err() {
        return Err(io::Error::other("the reading thread ended"));
    }
    write(writer, &results, &spare, &ended).map(|()| None)
}

/// Writes until the end.
fn write(
    writer: &mut Writer<'_>,
    results: &[Receiver<Event>],
    spare: &Spare,
    ended: &AtomicUsize,
) -> io::Result<()> {
    // Sources begun, and whether the one at hand was ended by an error: what was read of it meanwhile
    // is nobody's.
    let (mut begun, mut over) = (0, false);
    for turn in (0..results.len()).cycle() {
        let event = results[turn].recv().map_err(|_| io::Error::other("a working thread ended"))?;
        match event {
            Event::Begin(name) => {
                begun += 1;
                over = false;
                writer.begin(name);
            }
            Event::Block { done, notes, part, mut buffers } => {
                if !over {
                    for note in notes {
                        note.print(&writer.name, Some((writer.lines, writer.column)));
                    }
                    writer.block(&done, &part, &buffers.bytes, &mut buffers.room)?;
                    over = done.ended;
                    if over {
                        ended.store(begun, Ordering::Relaxed);
                    }
                }
                buffers.room.truncate(0);
                spare.give(buffers);
            }
            Event::Failed(error) if !over => writer.failed(&error),
            Event::Failed(_) => {}
            Event::End => break,
        }
    }
    Ok(())
}

fn work(engine: &Engine, tasks: &Receiver<Task>, results: &SyncSender<Event>) {
    for task in tasks {
        let event = match task {
            Task::Block(part, buffers) => block(engine, &mut State::default(), part, buffers),
            Task::Done(event) => event,
        };
        if results.send(event).is_err() {
            return;
        }
    }
}

fn block(engine: &Engine, state: &mut State, part: Part, mut buffers: Buffers) -> Event {
    let mut notes = Vec::new();
    let bytes = &buffers.bytes[..part.length];
    // The work may have said something before the error that it gives.
    let mut tell = |note| notes.extend([Note::Text(report::said()), note]);
    let (done, said) =
        report::captured(|| engine.block(state, bytes, &part, &mut buffers.room, &mut tell));
    notes.push(Note::Text(said));
    Event::Block { done, notes, part, buffers }
}

/// The thread that reads.
struct Reader {
    engine: Arc<Engine>,
    sources: Vec<Source>,
    tasks: Vec<SyncSender<Task>>,
    turn: usize,
    spare: Arc<Spare>,
    /// The number of the last source that an error ended.
    ended: Arc<AtomicUsize>,
}

impl Reader {
    /// None if nobody takes what it gives.
    fn give(&mut self, task: Task) -> Option<()> {
        let worker = self.turn % self.tasks.len();
        self.turn += 1;
        self.tasks[worker].send(task).ok()
    }

    fn read_all(&mut self) -> Option<()> {
        for (number, source) in (1..).zip(std::mem::take(&mut self.sources)) {
            self.give(Task::Done(Event::Begin(source.name())))?;
            let read = match source.open() {
                Ok(input) => self.read(number, input)?,
                Err(error) => Err(error),
            };
            if let Err(error) = read {
                self.give(Task::Done(Event::Failed(error)))?;
            }
        }
        self.give(Task::Done(Event::End))
    }

    fn read(&mut self, number: usize, input: Box<dyn Read + Send>) -> Option<io::Result<()>> {
        let engine = Arc::clone(&self.engine);
        let mut blocks = Blocks::new(input, engine.cuts(), engine.exact, true);
        let mut state = State::default();
        while self.ended.load(Ordering::Relaxed) < number {
            let mut buffers = self.spare.take();
            let task = match blocks.next(&mut buffers.bytes) {
                Ok(Some(part)) if part.starts_at_cut && part.ends_at_cut => {
                    Task::Block(part, buffers)
                }
                // Where no good cut was found, this thread does the work itself, and goes on with it
                // until there is one.
                Ok(Some(part)) => Task::Done(block(&engine, &mut state, part, buffers)),
                Ok(None) => break,
                Err(error) => return Some(Err(error)),
            };
            self.give(task)?;
        }
        Some(Ok(()))
    }
}
