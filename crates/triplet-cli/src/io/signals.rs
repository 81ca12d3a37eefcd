//! Temporary files and signals: SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU end the command and leave no half-written file
//! beside the old one. (SIGKILL leaves it; the old file is whole.) A file that grows past the limit of the shell is an error
//! of the write, not a signal.
#![forbid(unsafe_code)]

#[cfg(unix)]
use std::ffi::CString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::{sync::TryLockError, time::Duration};

use tempfile::NamedTempFile;

use crate::{diagnostics, error};

/// The temporary files that exist. The lock is held while one is made, renamed or removed, so that a signal finds all of
/// them, and none that has become permanent.
static TEMPORARY: Mutex<Vec<Temporary>> = Mutex::new(Vec::new());

struct Temporary {
    path: PathBuf,
    /// The path as the system takes it: a handler of signals must not allocate memory for it.
    #[cfg(unix)]
    name: CString,
}

impl Temporary {
    fn of(path: &Path) -> io::Result<Temporary> {
        Ok(Temporary {
            path: path.to_owned(),
            #[cfg(unix)]
            name: CString::new(path.as_os_str().as_encoded_bytes())?,
        })
    }

    /// Removes it, without allocating memory.
    fn remove(&self) {
        #[cfg(unix)]
        let _ = rustix::fs::unlink(&*self.name);
        #[cfg(not(unix))]
        let _ = std::fs::remove_file(&self.path);
    }
}

fn temporary() -> MutexGuard<'static, Vec<Temporary>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file that a signal removes.
pub fn create(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    watch();
    let mut list = temporary();
    // Before the file is there: what has no place in the list would be left behind.
    list.reserve(1);
    let file = make()?;
    list.push(Temporary::of(file.path())?);
    Ok(file)
}

/// Ends the command because memory of this size was refused, and leaves no temporary file.
pub fn end_without_memory(bytes: usize) -> ! {
    // Held until the end, so that no other file appears.
    let list = temporary();
    list.iter().for_each(Temporary::remove);
    diagnostics::last_message(super::limit::refused(bytes));
    std::process::exit(i32::from(error::IO));
}

/// Removes all temporary files, from a handler of signals.
#[cfg(unix)]
pub fn remove_temporary_files() {
    for _ in 0..LONGEST_WAIT {
        match TEMPORARY.try_lock() {
            Ok(list) => return list.iter().for_each(Temporary::remove),
            Err(TryLockError::Poisoned(list)) => {
                return list.get_ref().iter().for_each(Temporary::remove);
            }
            // Another thread makes a file or renames one, or this thread does and can never go on.
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// The number of milliseconds that a handler waits for the list.
#[cfg(unix)]
const LONGEST_WAIT: u32 = 1000;

/// Runs `act`. `act` makes the file at this path permanent, or removes it.
pub fn settle<R>(path: &Path, act: impl FnOnce() -> R) -> R {
    let mut list = temporary();
    let result = act();
    list.retain(|listed| listed.path != path);
    result
}

/// Makes a write past the limit for files fail, as a write to a full disk does: the signal is caught, and the write gives
/// EFBIG.
#[cfg(unix)]
pub fn let_long_writes_fail() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::signal::SIGXFSZ;
    // Where it can't be caught, it has its default effect.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Starts, once, the thread that waits for signals. Without it they have their default effect.
#[cfg(unix)]
fn watch() {
    use std::sync::{Once, mpsc};

    use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Without a buffer: `send` returns when the thread runs. A thread whose start is refused ends the process, and that comes
        // before any file is replaced.
        let (sender, receiver) = mpsc::sync_channel::<Signals>(0);
        // The thread comes first: a signal that is caught before anything handles it would be lost.
        let started = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let Ok(mut signals) = receiver.recv() else { return };
            if let Some(signal) = signals.forever().next() {
                // Held until the end, so that no other file appears.
                let list = temporary();
                list.iter().for_each(Temporary::remove);
                let _ = emulate_default_handler(signal);
                std::process::abort();
            }
        });
        let ignored = ignored_signals();
        let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU];
        let caught = ends.into_iter().filter(|s| ignored >> (s - 1) & 1 == 0);
        if started.is_ok()
            && let Ok(signals) = Signals::new(caught)
        {
            let _ = sender.send(signals);
        }
    });
}

/// The signals that the command was started with ignored (by `nohup`, or by `&` in a script), as bits. Only Linux tells: elsewhere
/// none is taken for ignored.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_temporary_file_is_known_until_it_is_settled() {
        let folder = tempfile::tempdir().expect("a folder");
        let is_known = |path: &Path| temporary().iter().any(|known| known.path == path);
        let make = || create(|| NamedTempFile::new_in(&folder)).expect("a file");
        let (one, other) = (make(), make());
        let (one_path, other_path) = (one.path().to_owned(), other.path().to_owned());
        assert!(is_known(&one_path) && is_known(&other_path));
        settle(&one_path, || drop(one));
        assert!(!is_known(&one_path) && is_known(&other_path));
        settle(&other_path, || drop(other));
        assert!(!is_known(&other_path));
    }
}
