//! Where results go: standard output, exact or made visible for a terminal, or a file that is replaced whole or not at all. What is
//! not a regular file, or names an open descriptor such as `/dev/stdout`, is written to and never replaced.
//! Each byte that can't be written is an error.
#![forbid(unsafe_code)]

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

#[cfg(unix)]
use super::descriptor::{self, Descriptor};
use super::replace::{self, Permission, Replacement};
use super::standard::{self, Stdout};
use super::terminal::Visible;
use crate::escape::{Escapes, display};

/// The kind of text that a command prints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Any bytes: a terminal gets them made visible.
    Bytes,
    /// JSON: a terminal gets invisible characters in JSON's own escapes.
    Json,
    /// Text that is visible already, perhaps with colours, or that was requested raw.
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

/// An open destination, with its name for messages.
pub struct Output {
    to: To,
    name: String,
}

enum To {
    /// Standard output, or another open descriptor, byte for byte. Long writes go past the buffer.
    Exact(BufWriter<Stdout>),
    /// A terminal. Invisible characters are escaped there.
    Terminal(Box<Visible<Box<dyn Write>>>),
    /// A file.
    File(Box<Replacement>),
    /// A destination that can't be replaced: a device, or a named pipe.
    Device(File),
}

impl Output {
    /// Opens standard output.
    pub fn stdout(content: Content) -> io::Result<Output> {
        let to = To::stream(standard::stdout()?, content);
        Ok(Output { to, name: "standard output".to_owned() })
    }

    /// Opens the file, or standard output if there is none.
    pub fn open(file: Option<&Path>, content: Content, may: &Permission) -> io::Result<Output> {
        match file {
            Some(path) if path.as_os_str() != "-" => Output::open_file(path, content, may),
            _ => Output::stdout(content),
        }
    }

    fn open_file(path: &Path, content: Content, may: &Permission) -> io::Result<Output> {
        let name = display(path);
        #[cfg(unix)]
        match descriptor::named_by(path) {
            Some(Descriptor::Own(number)) => {
                let opened = standard::descriptor(number).map_err(|error| match error.kind() {
                    // `BrokenPipe` says that the program was started without the stream.
                    io::ErrorKind::BrokenPipe => error,
                    _ => about(&name, error),
                })?;
                return Ok(Output { to: To::stream(opened, content), name });
            }
            // The path names a descriptor of another process: what its file contains stays, and the result is appended.
            Some(Descriptor::Others) => {
                let opened = File::options().append(true).open(path);
                let opened = opened.map_err(|error| about(&name, error))?;
                return Ok(Output { to: To::stream(opened, content), name });
            }
            None => {}
        }
        let old = fs::metadata(path).ok();
        let to = match &old {
            Some(old) if old.is_dir() => {
                return Err(io::Error::new(
                    io::ErrorKind::IsADirectory,
                    format!("{name}: is a directory"),
                ));
            }
            Some(old) if !old.is_file() => {
                let opened = File::options().write(true).open(path);
                let device = opened.map_err(|error| about(&name, error))?;
                match content.escapes() {
                    // A terminal that is named as a file is a terminal too.
                    Some(escapes) if device.is_terminal() => To::terminal(device, escapes),
                    _ => To::Device(device),
                }
            }
            // A link is followed: the file that it names changes.
            _ => To::File(Box::new(Replacement::of(replace::follow(path)?, old, may)?)),
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
    fn stream(stream: Stdout, content: Content) -> To {
        match content.escapes() {
            Some(escapes) if stream.is_terminal() => To::terminal(stream, escapes),
            _ => To::Exact(BufWriter::with_capacity(64 * 1024, stream)),
        }
    }

    fn terminal(terminal: impl Write + 'static, escapes: Escapes) -> To {
        To::Terminal(Box::new(Visible::new(Box::new(terminal), escapes)))
    }
}

/// An error with the name of its destination. Its kind is kept: a reader that needs no more is not a failure, and `write_all`
/// goes on after an interruption.
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
            // The error has the name already.
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
