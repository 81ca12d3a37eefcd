//! Temporary files and signals: whoever ends the command by SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGXCPU finds no half
//! written file beside the old one. (SIGKILL leaves it; the old file is whole all the same.) A file that grows past the
//! limit of the shell is an error of the write, and no signal.
#![forbid(unsafe_code)]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The temporary files that exist. Whoever makes, renames or removes one holds the lock meanwhile, so
/// that a signal finds them all, and none that is already somebody's.
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

/// Does what makes the file at this path permanent, or removes it.
pub fn settle<R>(path: &Path, act: impl FnOnce() -> R) -> R {
    let mut list = temporary();
    let result = act();
    list.retain(|listed| listed != path);
    result
}

/// Makes a write past the limit for files fail, as every other write does that has no room: caught, the signal ends
/// nothing, and the write gives EFBIG.
#[cfg(unix)]
pub fn let_long_writes_fail() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::signal::SIGXFSZ;
    // Where it can't be caught, it does what it always did.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Starts, once, the thread that waits for signals. Without it they do what they always do.
#[cfg(unix)]
fn watch() {
    use std::sync::{Once, mpsc};

    use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let (sender, receiver) = mpsc::channel::<Signals>();
        // The thread comes first: a signal that is caught and that nobody handles would be lost.
        let started = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let Ok(mut signals) = receiver.recv() else { return };
            if let Some(signal) = signals.forever().next() {
                // Kept until the end, so that no other file appears.
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
        let wanted = ends.into_iter().filter(|s| ignored >> (s - 1) & 1 == 0);
        if started.is_ok()
            && let Ok(signals) = Signals::new(wanted)
        {
            let _ = sender.send(signals);
        }
    });
}

/// The signals that whoever started the command told it to ignore (`nohup`, `&` in a script), as bits.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0)
}
