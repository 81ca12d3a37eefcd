//! A file that is replaced whole or not at all. The new text is written to a file beside the old one, and takes its name in
//! one step, after all of it has reached the disk. A program that opens the name meanwhile finds the old file or the new
//! one, and so does a person after a crash.
#![forbid(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::source::read_some;
use super::{attributes, signals};
use crate::escape::display;

/// What may be done to a file that is replaced.
#[derive(Clone, Default)]
pub struct Permission {
    /// Replace a file that has other names. These names keep the old text.
    pub break_hard_links: bool,
    /// Keep the old text under the name with this suffix.
    pub backup: Option<OsString>,
}

/// A file that is being replaced.
pub struct Replacement {
    new: Option<NamedTempFile>,
    target: PathBuf,
    /// The file as it was found; none if there was none.
    old: Option<Metadata>,
    backup: Option<OsString>,
}

/// An error of the file system with the name of its file. A broken pipe on the way to a file is a failure like others, and
/// not a reader that needs no more.
fn about(path: &Path) -> impl Fn(io::Error) -> io::Error + use<> {
    let name = display(path);
    move |error| match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::other(format!("{name}: {error}")),
        kind => io::Error::new(kind, format!("{name}: {error}")),
    }
}

/// An error without the path that it names.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    let what = text.split_once(" at path ").map_or(&*text, |(what, _)| what);
    io::Error::new(error.kind(), what)
}

/// The file that a name leads to, through all links. It need not exist.
pub fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // The kernel's own limit.
    for _ in 0..40 {
        match fs::canonicalize(&path) {
            Ok(target) => return Ok(target),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(about(&path)(error)),
        }
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(format!("{}: too many links", display(&path))))
}

pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

impl Replacement {
    /// Begins to replace `target`, which is not a link; `old` is the file that is there now.
    pub fn of(target: PathBuf, old: Option<Metadata>, may: &Permission) -> io::Result<Replacement> {
        #[cfg(unix)]
        if let Some(old) = &old {
            use std::os::unix::fs::MetadataExt;
            if old.nlink() > 1 && !may.break_hard_links {
                return Err(io::Error::other(format!(
                    "{}: the file has {} names (hard links), and the others would keep the old \
                     text; --break-hard-links replaces it all the same",
                    display(&target),
                    old.nlink()
                )));
            }
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".triplet-");
        #[cfg(unix)]
        if old.is_none() {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(Permissions::from_mode(0o666));
        }
        let folder = folder_of(&target);
        let new = signals::create(|| builder.tempfile_in(folder));
        // The name of the new file is not one that the user knows.
        let new = new.map_err(without_path).map_err(about(&target))?;
        if let Some(old) = &old {
            attributes::keep(new.as_file(), old, &target).map_err(about(&target))?;
        }
        Ok(Replacement { new: Some(new), target, old, backup: may.backup.clone() })
    }

    fn file(&self) -> io::Result<&File> {
        let new = self.new.as_ref().ok_or_else(|| io::Error::other("already replaced"))?;
        Ok(new.as_file())
    }

    /// Gives the file its new text. Says whether anything changed; if not, the file was not touched.
    pub fn finish(mut self) -> io::Result<bool> {
        let error = about(&self.target);
        self.try_finish().map_err(error)
    }

    fn try_finish(&mut self) -> io::Result<bool> {
        let target = self.target.clone();
        let file = self.file()?;
        let length = file.metadata()?.len();
        if let Some(old) = &self.old {
            // A file that can't be read to compare is replaced.
            if old.len() == length && self.is_unchanged().unwrap_or(false) {
                return Ok(false);
            }
            file.sync_all()?;
            // Between this check and the rename another program may still write: no system call does both.
            if !is_same(old, &fs::metadata(&target)?) {
                return Err(io::Error::other("it was changed meanwhile, and is left as it is"));
            }
            if let Some(suffix) = &self.backup {
                keep_backup(&target, suffix)?;
            }
        } else {
            file.sync_all()?;
        }
        if let Some(new) = self.new.take() {
            let path = new.path().to_owned();
            // A file that could not be renamed is removed, under the same lock.
            signals::settle(&path, || new.persist(&target).map_err(|error| error.error))?;
        }
        sync_folder(folder_of(&target)).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("it is replaced, but perhaps not on disk yet: {error}"),
            )
        })?;
        Ok(true)
    }

    /// Whether the new text is equal to the old one.
    fn is_unchanged(&self) -> io::Result<bool> {
        let mut old = File::open(&self.target)?;
        let Some(new) = &self.new else { return Ok(false) };
        let mut new = new.reopen()?;
        let (mut a, mut b) = (vec![0; 128 * 1024], vec![0; 128 * 1024]);
        loop {
            let read = read_some(&mut old, &mut a)?;
            let mut filled = 0;
            while filled < read {
                match read_some(&mut new, &mut b[filled..read])? {
                    0 => return Ok(false),
                    more => filled += more,
                }
            }
            if a[..read] != b[..read] {
                return Ok(false);
            }
            if read == 0 {
                return Ok(new.read(&mut b[..1])? == 0);
            }
        }
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(new) = self.new.take() {
            let path = new.path().to_owned();
            signals::settle(&path, || drop(new));
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let error = about(&self.target);
        self.file()?.write(bytes).map_err(|inner| match inner.kind() {
            // `write_all` goes on after it.
            io::ErrorKind::Interrupted => inner,
            _ => error(inner),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a file is still the one that was opened, with the same text.
#[cfg(unix)]
fn is_same(old: &Metadata, now: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    // The time of the last change of status also shows a change that set the time of the text back.
    let seen = |m: &Metadata| {
        (m.dev(), m.ino(), m.size(), m.mtime(), m.mtime_nsec(), m.ctime(), m.ctime_nsec())
    };
    seen(old) == seen(now)
}

#[cfg(not(unix))]
fn is_same(old: &Metadata, now: &Metadata) -> bool {
    old.len() == now.len() && old.modified().ok() == now.modified().ok()
}

/// Gives the old file a second name, and replaces the file that has it: at every moment both names lead to a whole file.
fn keep_backup(target: &Path, suffix: &OsStr) -> io::Result<()> {
    let mut name = target.as_os_str().to_owned();
    name.push(suffix);
    let backup = PathBuf::from(name);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".triplet-");
    let linked = signals::create(|| {
        builder.make_in(folder_of(target), |path| {
            // Opened first: after the link is made, nothing can fail.
            let old = File::open(target)?;
            fs::hard_link(target, path)?;
            Ok(old)
        })
    });
    let copied = match linked {
        Ok(linked) => linked,
        // Not every file system has links.
        Err(_) => {
            let mut copy = signals::create(|| builder.tempfile_in(folder_of(target)))?;
            let mut old = File::open(target)?;
            attributes::keep(copy.as_file(), &old.metadata()?, target)?;
            io::copy(&mut old, copy.as_file_mut())?;
            copy.as_file().sync_all()?;
            copy
        }
    };
    let path = copied.path().to_owned();
    signals::settle(&path, || copied.persist(&backup).map_err(|error| error.error))?;
    // If both are names of one file, the rename does nothing and reports success.
    let _ = fs::remove_file(path);
    Ok(())
}

/// Syncs the folder, so that the rename is on the disk. Not every file system can do that, and not every folder may be opened; an error
/// of the disk is reported.
fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        result => result,
    }
}
