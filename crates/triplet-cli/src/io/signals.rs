//! Temporary files and signals: SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU end the command and leave no half-written file
//! beside the old one. (SIGKILL leaves it; the old file is whole.) A file that grows past the limit of the shell is an error
//! of the write, not a signal.
#![forbid(unsafe_code)]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The temporary files that exist. The lock is held while one is made, renamed or removed, so that a signal finds all of
/// them, and none that has become permanent.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file that a signal removes.
pub fn create(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    watch();
    let mut list = temporary();
    let file = make()?;
    list.push(file.path().to_owned());
    Ok(file)
}

/// Runs `act`, which makes the file at this path permanent, or removes it.
pub fn settle<R>(path: &Path, act: impl FnOnce() -> R) -> R {
    let mut list = temporary();
    let result = act();
    list.retain(|listed| listed != path);
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
        let (sender, receiver) = mpsc::channel::<Signals>();
        // The thread comes first: a signal that is caught before anything handles it would be lost.
        let started = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let Ok(mut signals) = receiver.recv() else { return };
            if let Some(signal) = signals.forever().next() {
                // Held until the end, so that no other file appears.
                let list = temporary();
                for path in list.iter() {
                    let _ = std::fs::remove_file(path);
                }
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

/// The signals that the command was started with ignored (by `nohup`, or by `&` in a script), as bits.
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
        let is_known = |path: &Path| temporary().iter().any(|known| known == path);
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
