//! Standard input and output without the runtime's buffers, whether the program was started with them, and other descriptors that
//! it was started with.

use std::io;
#[cfg(unix)]
use std::{
    fs::File,
    os::fd::{AsFd, BorrowedFd},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::error::StdoutClosed;

/// Whether the program was started without a standard output, or input.
///
/// Before `main` the runtime opens the null device in place of a closed stream. Output would then vanish with a success, and
/// input would be empty. Only code that runs before the runtime can tell.
#[cfg(unix)]
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);
#[cfg(unix)]
static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn note_closed_streams() {
    let is_closed = |stream| rustix::io::fcntl_getfd(stream).is_err();
    STDOUT_CLOSED.store(is_closed(rustix::stdio::stdout()), Ordering::Relaxed);
    STDIN_CLOSED.store(is_closed(rustix::stdio::stdin()), Ordering::Relaxed);
}

#[cfg(unix)]
pub type Stdout = File;
#[cfg(not(unix))]
pub type Stdout = io::StdoutLock<'static>;

/// Standard output. The runtime's own would search all that it is given for line feeds.
#[cfg(unix)]
pub fn stdout() -> io::Result<Stdout> {
    if STDOUT_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::new(io::ErrorKind::BrokenPipe, StdoutClosed));
    }
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    // Whatever kind this failure has, it is not a reader that needs no more.
    Ok(stdout.map_err(io::Error::other)?.into())
}

#[cfg(not(unix))]
pub fn stdout() -> io::Result<Stdout> {
    Ok(io::stdout().lock())
}

/// The descriptor with this number. The program was started with it. A write continues at the position that all owners of the descriptor share.
#[cfg(unix)]
#[expect(
    unsafe_code,
    reason = "a descriptor that comes as a number has no owner that could lend it"
)]
pub fn descriptor(number: i32) -> io::Result<Stdout> {
    if number == rustix::stdio::raw_stdout() {
        return stdout();
    }
    if number < 0 {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: the number is not -1, and nothing closes what the program was started with. The borrowed value is used for one call,
    // which duplicates the descriptor, or says that it is not open.
    let shared = unsafe { BorrowedFd::borrow_raw(number) };
    Ok(shared.try_clone_to_owned()?.into())
}

/// Standard input. What is read at once is as long as the caller's buffer.
#[cfg(unix)]
pub fn stdin() -> io::Result<Box<dyn io::Read + Send>> {
    if STDIN_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("standard input is closed"));
    }
    Ok(Box::new(File::from(io::stdin().as_fd().try_clone_to_owned()?)))
}

#[cfg(not(unix))]
pub fn stdin() -> io::Result<Box<dyn io::Read + Send>> {
    Ok(Box::new(io::stdin()))
}
