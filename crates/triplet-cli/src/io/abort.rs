//! `abort`, which ends a Rust program whose allocation was refused where nothing expects it: temporary files are removed, and
//! the exit status is 3, as for other output that could not be made.
//!
//! The runtime gives stable programs no other way to hear of it, and a signal handler may do little: no allocation, no lock that
//! its own thread may hold. Both are the reason for the unsafe code of this file.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{panic, thread};

use signal_hook::consts::signal::SIGABRT;
use signal_hook::low_level::{self, emulate_default_handler};
use signal_hook_registry::register_sigaction;

use super::signals;
use crate::error::IO;

/// Is printed after the runtime's own message. That message names the number of bytes.
const MESSAGE: &[u8] =
    b"triplet: memory was refused; files that are not yet replaced are left as they were\n";

/// The code of a signal that came from `kill`, of this or another process (`SI_USER` in POSIX's `signal.h`).
const FROM_KILL: i32 = 0;

/// Whether there was a panic that is a mistake in the program. At the start of a thread the standard library panics when it gets no
/// memory for the stack of handlers; that is not one.
static HAS_MISTAKE: AtomicBool = AtomicBool::new(false);

/// Notes mistakes. The runtime makes the text of a panic before it calls the hook, so a panic whose text gets no memory is not noted.
fn note_mistakes() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        let file = panicked.location().map_or("", |place| place.file());
        if file.contains("library/std/src/sys") {
            // The usual hook allocates while it holds the lock of backtraces. If that allocation is refused too, the hook waits for the lock without end.
            let mut buffer = [0; 512];
            let mut rest = &mut buffer[..];
            let _ = writeln!(rest, "triplet: {panicked}");
            let length = 512 - rest.len();
            let _ = rustix::io::write(rustix::stdio::stderr(), &buffer[..length]);
            return;
        }
        HAS_MISTAKE.store(true, Ordering::Relaxed);
        usual(panicked);
    }));
}

/// Hears of `abort`. Without it, or where it can't be caught, the signal has its default effect.
#[expect(unsafe_code, reason = "only unsafe functions make handlers of signals that run in place")]
pub fn watch() {
    note_mistakes();
    // SAFETY: the action calls what may be called in a signal handler and nothing else: `try_lock` (an atomic exchange), `unlink`,
    // `nanosleep`, `write` and `_exit`. It does not allocate, does not wait for a lock, and does not unwind.
    let _ = unsafe { register_sigaction(SIGABRT, |info| ended(info.si_code)) };
}

/// Removes the temporary files and ends the process.
fn ended(code: i32) {
    signals::remove_temporary_files();
    // A mistake in the program is not a refusal, and neither is a request for a dump of memory.
    let is_mistake = thread::panicking() && HAS_MISTAKE.load(Ordering::Relaxed);
    if code == FROM_KILL || is_mistake {
        let _ = emulate_default_handler(SIGABRT);
    }
    let _ = rustix::io::write(rustix::stdio::stderr(), MESSAGE);
    low_level::exit(i32::from(IO));
}
