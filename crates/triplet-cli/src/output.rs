//! Where results go: standard output, exact or made visible for a terminal, or a file that is replaced
//! whole or not at all. Every byte that can't be written is an error.

use std::fs::{self, File};
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::NamedTempFile;

use crate::visible::Visible;

/// Whether the program was started without a standard output.
///
/// Before `main` the runtime opens the null device in its place, so that output would vanish with a
/// success; only code that runs before the runtime can tell.
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn note_closed_stdout() {
    if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
        STDOUT_CLOSED.store(true, Ordering::Relaxed);
    }
}

/// An open destination.
pub enum Output {
    /// Standard output, byte for byte.
    Exact(StdoutLock<'static>),
    /// Standard output on a terminal, controls and the like made visible.
    Terminal(Box<Visible<StdoutLock<'static>>>),
    /// A new file beside the old one.
    File { new: NamedTempFile, target: PathBuf },
    /// A destination that can't be replaced, such as a device or a named pipe.
    Device(File),
}

impl Output {
    /// Opens the file, or standard output if there is none.
    pub fn open(file: Option<&Path>, raw: bool) -> io::Result<Output> {
        match file {
            Some(path) => Output::open_file(path),
            None if STDOUT_CLOSED.load(Ordering::Relaxed) => {
                Err(io::Error::new(io::ErrorKind::BrokenPipe, StdoutClosed))
            }
            None if io::stdout().is_terminal() && !raw => {
                Ok(Output::Terminal(Box::new(Visible::new(io::stdout().lock()))))
            }
            None => Ok(Output::Exact(io::stdout().lock())),
        }
    }

    fn open_file(path: &Path) -> io::Result<Output> {
        // A link is followed, so that the file that it names is the one that changes.
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_dir()) {
            return Ok(Output::Device(File::options().write(true).open(&target)?));
        }
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".triplet-");
        #[cfg(unix)]
        let builder = {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o666))
        };
        let new = builder.tempfile_in(folder_of(&target))?;
        if let Some(old) = old {
            new.as_file().set_permissions(old.permissions())?;
        }
        Ok(Output::File { new, target })
    }

    /// Makes everything written final. Without this call a file stays as it was.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Exact(mut out) => out.flush(),
            Output::Terminal(out) => out.finish()?.flush(),
            Output::Device(mut file) => file.flush(),
            Output::File { mut new, target } => {
                new.flush()?;
                new.as_file().sync_all()?;
                let folder = folder_of(&target);
                new.persist(&target).map_err(|error| error.error)?;
                // The rename itself is in the folder. Not every file system can sync one.
                if let Ok(folder) = File::open(folder) {
                    let _ = folder.sync_all();
                }
                Ok(())
            }
        }
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Exact(out) => out.write(bytes),
            Output::Terminal(out) => out.write(bytes),
            Output::File { new, .. } => new.write(bytes),
            Output::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Exact(out) => out.flush(),
            Output::Terminal(out) => out.flush(),
            Output::File { new, .. } => new.flush(),
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
