//! The same work with several threads: one reads blocks, the workers take them in turns, and the caller writes the results
//! in the same turns. So results are in order without being sorted, and the channels bound the number of blocks in memory.
//!
//! The threads are not joined: the reader may wait for input that never comes after the output has failed. The threads end with the
//! process, or with their channels.
#![forbid(unsafe_code)]

use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use super::blocks::{Block, Blocks};
use super::diagnostic::Diagnostic;
use super::writer::Writer;
use super::{BlockResult, Format, OutputBuffer, Texts};
use crate::diagnostics;
use crate::io::source::Source;

/// The number of blocks that wait before and after each worker. More of them would leave the caches meanwhile.
const WAITING: usize = 1;

/// The largest number of threads.
const MOST: usize = 256;

/// What the reader gives to a worker, in order.
enum Task {
    /// A block between two cuts.
    Block(Block, Buffers),
    /// An event that requires no work.
    Done(Event),
}

/// What a worker gives to the writer, in the same order.
enum Event {
    Begin(String),
    Block { result: BlockResult, diagnostics: Vec<Diagnostic>, block: Block, buffers: Buffers },
    Failed(io::Error),
    End,
}

/// The memory of a block, which is used again.
#[derive(Default)]
struct Buffers {
    bytes: Vec<u8>,
    out: OutputBuffer,
}

/// Memory to be used again, first the one that was used last: it is still in the caches.
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

/// Does the work on these sources. Gives them back if no thread could be started.
pub fn run(
    format: &Arc<dyn Format>,
    sources: Vec<Source>,
    threads: usize,
    writer: &mut Writer<'_>,
) -> io::Result<Option<Vec<Source>>> {
    let ended = Arc::new(AtomicUsize::new(0));
    // The sources are sent to the reader later, so that they are still here if no worker starts.
    let (start, started) = sync_channel::<Reader>(1);
    let reader = Builder::new().name("reader".to_owned()).spawn(move || {
        if let Ok(mut reader) = started.recv() {
            // The thread ends when nothing takes its blocks.
            let _: Option<()> = reader.read_all();
        }
    });
    let (mut tasks, mut results) = (Vec::new(), Vec::new());
    for number in 0..threads.min(MOST) {
        let (task, to_do) = sync_channel(WAITING);
        let (result, done) = sync_channel(WAITING);
        let format = Arc::clone(format);
        let worker = Builder::new().name(format!("worker {number}"));
        if worker.spawn(move || work(&*format, &to_do, &result)).is_err() {
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
        format: Arc::clone(format),
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
    // The number of sources that were begun, and whether an error has ended the last one: blocks that were read of it
    // meanwhile are dropped.
    let (mut begun, mut over) = (0, false);
    for turn in (0..results.len()).cycle() {
        let event = results[turn].recv().map_err(|_| io::Error::other("a working thread ended"))?;
        match event {
            Event::Begin(name) => {
                begun += 1;
                over = false;
                writer.begin(name);
            }
            Event::Block { result, diagnostics, block, mut buffers } => {
                if !over {
                    diagnostics.iter().for_each(|diagnostic| writer.print(diagnostic));
                    writer.write(&result, &block, &buffers.bytes, &mut buffers.out)?;
                    over = result.ended;
                    if over {
                        ended.store(begun, Ordering::Relaxed);
                    }
                }
                buffers.out.truncate(0);
                spare.give(buffers);
            }
            Event::Failed(error) if !over => writer.failed(&error),
            Event::Failed(_) => {}
            Event::End => break,
        }
    }
    Ok(())
}

fn work(format: &dyn Format, tasks: &Receiver<Task>, results: &SyncSender<Event>) {
    for task in tasks {
        let event = match task {
            Task::Block(block, buffers) => transform(&mut *format.begin(), block, buffers),
            Task::Done(event) => event,
        };
        if results.send(event).is_err() {
            return;
        }
    }
}

fn transform(texts: &mut dyn Texts, block: Block, mut buffers: Buffers) -> Event {
    let mut emitted = Vec::new();
    let bytes = &buffers.bytes[..block.length];
    // A transform may have printed something before the error.
    let mut emit = |diagnostic| {
        emitted.extend([Diagnostic::Text(diagnostics::take_captured()), diagnostic]);
    };
    let (result, messages) =
        diagnostics::captured(|| texts.block(bytes, &block, &mut buffers.out, &mut emit));
    emitted.push(Diagnostic::Text(messages));
    Event::Block { result, diagnostics: emitted, block, buffers }
}

/// The thread that reads.
struct Reader {
    format: Arc<dyn Format>,
    sources: Vec<Source>,
    tasks: Vec<SyncSender<Task>>,
    turn: usize,
    spare: Arc<Spare>,
    /// The number of the last source that an error ended.
    ended: Arc<AtomicUsize>,
}

impl Reader {
    /// None if nothing takes the task.
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
        let format = Arc::clone(&self.format);
        let mut blocks = Blocks::new(input, format.cuts(), format.is_exact(), true);
        blocks.is_text = format.is_text();
        let mut texts = format.begin();
        while self.ended.load(Ordering::Relaxed) < number {
            let mut buffers = self.spare.take();
            let task = match blocks.next(&mut buffers.bytes) {
                Ok(Some(block)) if block.starts_at_cut && block.ends_at_cut => {
                    Task::Block(block, buffers)
                }
                // Where no cut was found, this thread does the work itself, until there is one.
                Ok(Some(block)) => Task::Done(transform(&mut *texts, block, buffers)),
                Ok(None) => break,
                Err(error) => return Some(Err(error)),
            };
            self.give(task)?;
        }
        Some(Ok(()))
    }
}
