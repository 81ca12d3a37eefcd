//! Where results go: standard output, exact or made visible for a terminal, or a file that is replaced
//! whole or not at all. Every byte that can't be written is an error.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::replace::{self, Permission, Replacement};
use crate::visible::{Escapes, Visible, display};

/// Whether the program was started without a standard output, or input.
///
/// Before `main` the runtime opens the null device in its place, so that output would vanish, and input
/// be empty, with a success; only code that runs before the runtime can tell.
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);
static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn note_closed_streams() {
    let is_closed = |stream| rustix::io::fcntl_getfd(stream).is_err();
    STDOUT_CLOSED.store(is_closed(rustix::stdio::stdout()), Ordering::Relaxed);
    STDIN_CLOSED.store(is_closed(rustix::stdio::stdin()), Ordering::Relaxed);
}

pub fn stdin_is_closed() -> bool {
    STDIN_CLOSED.load(Ordering::Relaxed)
}

/// Standard output without the runtime's buffer, which looks for line feeds in all that it is given.
#[cfg(unix)]
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    // Whatever this failure is called, it is no reader that has enough.
    Ok(stdout.map_err(io::Error::other)?.into())
}

#[cfg(not(unix))]
fn stdout() -> io::Result<io::StdoutLock<'static>> {
    Ok(io::stdout().lock())
}

#[cfg(unix)]
type Stdout = File;
#[cfg(not(unix))]
type Stdout = io::StdoutLock<'static>;

/// What a command prints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Bytes of any kind: made visible on a terminal.
    Bytes,
    /// JSON: what a terminal must not see raw is escaped as JSON does.
    Json,
    /// Text that is visible already, perhaps with colours, or that the person wants raw.
    Raw,
}

impl Content {
    fn escapes(self) -> Option<Escapes> {
        match self {
            Content::Bytes => Some(Escapes::Bytes),
            Content::Json => Some(Escapes::Json),
            Content::Raw => None,
        }
    }
}

/// An open destination, which has a name for messages.
pub struct Output {
    to: To,
    name: String,
}

enum To {
    /// Standard output, byte for byte. What is long goes past the buffer.
    Exact(BufWriter<Stdout>),
    /// Standard output on a terminal, controls and the like made visible.
    Terminal(Box<Visible<Box<dyn Write>>>),
    /// A file.
    File(Box<Replacement>),
    /// A destination that can't be replaced, such as a device or a named pipe.
    Device(File),
}

impl Output {
    /// Opens standard output.
    pub fn stdout(content: Content) -> io::Result<Output> {
        if STDOUT_CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, StdoutClosed));
        }
        let name = "standard output".to_owned();
        let to = match content.escapes() {
            Some(escapes) if io::stdout().is_terminal() => To::terminal(stdout()?, escapes),
            _ => To::Exact(BufWriter::with_capacity(64 * 1024, stdout()?)),
        };
        Ok(Output { to, name })
    }

    /// Opens the file, or standard output if there is none.
    pub fn open(file: Option<&Path>, content: Content, may: &Permission) -> io::Result<Output> {
        match file {
            Some(path) => Output::open_file(path, content, may),
            None => Output::stdout(content),
        }
    }

    fn open_file(path: &Path, content: Content, may: &Permission) -> io::Result<Output> {
        // A link is followed, so that the file that it names is the one that changes.
        let target = replace::follow(path)?;
        let old = fs::metadata(&target).ok();
        let name = display(path);
        let to = match &old {
            Some(old) if old.is_dir() => {
                return Err(io::Error::new(
                    io::ErrorKind::IsADirectory,
                    format!("{name}: is a directory"),
                ));
            }
            Some(old) if !old.is_file() => {
                let opened = File::options().write(true).open(&target);
                let device = opened.map_err(|error| about(&name, error))?;
                match content.escapes() {
                    // By the name of a terminal it is one all the same.
                    Some(escapes) if device.is_terminal() => To::terminal(device, escapes),
                    _ => To::Device(device),
                }
            }
            _ => To::File(Box::new(Replacement::of(target, old, may)?)),
        };
        Ok(Output { to, name })
    }

    /// Makes everything written final. Without this call a file stays as it was.
    pub fn finish(self) -> io::Result<()> {
        let finished = match self.to {
            To::Exact(mut out) => out.flush(),
            To::Terminal(out) => out.finish().and_then(|mut out| out.flush()),
            To::Device(mut file) => file.flush(),
            To::File(file) => return file.finish().map(|_| ()),
        };
        finished.map_err(|error| about(&self.name, error))
    }

    pub fn is_file(&self) -> bool {
        matches!(self.to, To::File(_))
    }

    pub fn is_terminal(&self) -> bool {
        match &self.to {
            To::Exact(out) => out.get_ref().is_terminal(),
            To::Terminal(_) => true,
            To::File(_) => false,
            To::Device(file) => file.is_terminal(),
        }
    }
}

impl To {
    fn terminal(terminal: impl Write + 'static, escapes: Escapes) -> To {
        To::Terminal(Box::new(Visible::new(Box::new(terminal), escapes)))
    }
}

/// An error with the name of what it is about. It stays of its kind: a reader that has enough is no failure, and who
/// writes goes on after an interruption.
fn about(name: &str, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("{name}: {error}")),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.to {
            To::Exact(out) => out.write(bytes),
            To::Terminal(out) => out.write(bytes),
            To::Device(file) => file.write(bytes),
            // It has the name already.
            To::File(file) => return file.write(bytes),
        };
        written.map_err(|error| about(&self.name, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.to {
            To::Exact(out) => out.flush(),
            To::Terminal(out) => out.flush(),
            To::Device(file) => file.flush(),
            To::File(file) => return file.flush(),
        };
        flushed.map_err(|error| about(&self.name, error))
    }
}

/// Why standard output can't be opened.
#[derive(Debug)]
pub struct StdoutClosed;

impl std::fmt::Display for StdoutClosed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("standard output is closed")
    }
}

impl std::error::Error for StdoutClosed {}
