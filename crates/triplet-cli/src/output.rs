//! Where results go: standard output, exact or made visible for a terminal, or a file that is replaced
//! whole or not at all. Every byte that can't be written is an error.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::replace::{self, Permission, Replacement};
use crate::visible::{Escapes, Visible};

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

/// An open destination.
pub enum Output {
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
        match content.escapes() {
            Some(escapes) if io::stdout().is_terminal() => Ok(Output::terminal(stdout()?, escapes)),
            _ => Ok(Output::Exact(BufWriter::with_capacity(64 * 1024, stdout()?))),
        }
    }

    fn terminal(terminal: impl Write + 'static, escapes: Escapes) -> Output {
        Output::Terminal(Box::new(Visible::new(Box::new(terminal), escapes)))
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
        match &old {
            Some(old) if old.is_dir() => {
                let name = crate::source::display(&target);
                Err(io::Error::new(io::ErrorKind::IsADirectory, format!("{name}: is a directory")))
            }
            Some(old) if !old.is_file() => {
                let device = File::options().write(true).open(&target)?;
                match content.escapes() {
                    // By the name of a terminal it is one all the same.
                    Some(escapes) if device.is_terminal() => Ok(Output::terminal(device, escapes)),
                    _ => Ok(Output::Device(device)),
                }
            }
            _ => Ok(Output::File(Box::new(Replacement::of(target, old, may)?))),
        }
    }

    /// Makes everything written final. Without this call a file stays as it was.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Exact(mut out) => out.flush(),
            Output::Terminal(out) => out.finish()?.flush(),
            Output::Device(mut file) => file.flush(),
            Output::File(file) => file.finish().map(|_| ()),
        }
    }

    pub fn is_file(&self) -> bool {
        matches!(self, Output::File(_))
    }

    pub fn is_terminal(&self) -> bool {
        match self {
            Output::Exact(out) => out.get_ref().is_terminal(),
            Output::Terminal(_) => true,
            Output::File(_) => false,
            Output::Device(file) => file.is_terminal(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Exact(out) => out.write(bytes),
            Output::Terminal(out) => out.write(bytes),
            Output::File(file) => file.write(bytes),
            Output::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Exact(out) => out.flush(),
            Output::Terminal(out) => out.flush(),
            Output::File(file) => file.flush(),
            Output::Device(file) => file.flush(),
        }
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
