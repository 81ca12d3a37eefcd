//! The longest text that is held in memory as a whole, and memory that is refused.
//!
//! Memory whose size comes from the input is requested here, so that a refusal is an error with a message. What is refused deep
//! in a library ends the command by `abort`, which [`super::abort`] hears.
#![forbid(unsafe_code)]

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The limit where a command names no other: 1 GiB.
const LONGEST: usize = 1 << 30;

/// The smallest limit: what is read at once is held in any case.
pub const LEAST: usize = 256 * 1024;

/// The value of `--max-text`; 0 without this option.
static GIVEN: AtomicUsize = AtomicUsize::new(0);

/// Sets the limit of all texts.
pub fn set(longest: usize) {
    GIVEN.store(longest, Ordering::Relaxed);
}

/// The number of bytes of the longest text.
pub fn longest() -> usize {
    longest_or(LONGEST)
}

/// The number of bytes of the longest text of a kind that has a limit of its own.
pub fn longest_or(usual: usize) -> usize {
    match GIVEN.load(Ordering::Relaxed) {
        0 => usual,
        given => given,
    }
}

/// The error of a text that must be whole and is longer than [`longest`].
pub fn too_long(start: u64) -> io::Error {
    let most = shown(longest());
    let what = format!(
        "offset {start}: the text that begins here must be whole, and is longer than {most}; --max-text sets the limit"
    );
    io::Error::new(io::ErrorKind::FileTooLarge, what)
}

/// A number of bytes, in the largest unit that counts it exactly.
pub fn shown(bytes: usize) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.into_iter().find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(shift, name)| format!("{} {name}", bytes >> shift),
    )
}

/// Makes a buffer this long, filled with zeros. Memory that is refused is an error.
pub fn lengthen(buffer: &mut Vec<u8>, length: usize) -> io::Result<()> {
    let more = length.saturating_sub(buffer.len());
    buffer.try_reserve_exact(more).map_err(|_| refused(length))?;
    buffer.resize(length, 0);
    Ok(())
}

/// Appends to a buffer. Memory that is refused is an error.
pub fn append(buffer: &mut Vec<u8>, bytes: &[u8]) -> io::Result<()> {
    buffer.try_reserve(bytes.len()).map_err(|_| refused(buffer.len() + bytes.len()))?;
    buffer.extend_from_slice(bytes);
    Ok(())
}

/// The error of memory that was refused.
pub fn refused(bytes: usize) -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, format!("memory for {bytes} bytes was refused"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_bytes() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1000, "1000 bytes"),
            (1024, "1 KiB"),
            (1025, "1025 bytes"),
            (LEAST, "256 KiB"),
            (4 << 20, "4 MiB"),
            (LONGEST, "1 GiB"),
            (LONGEST + (1 << 20), "1025 MiB"),
        ] {
            assert_eq!(shown(bytes), text);
        }
    }

    #[test]
    fn memory_that_is_refused() {
        let mut buffer = vec![1; 3];
        let most = isize::MAX as usize;
        let error = lengthen(&mut buffer, most).expect_err("no machine has it");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
        assert_eq!(error.to_string(), format!("memory for {most} bytes was refused"));
        assert_eq!(buffer, [1; 3]);
        lengthen(&mut buffer, 4).expect("a few bytes");
        append(&mut buffer, b"a").expect("a few bytes");
        assert_eq!(buffer, [1, 1, 1, 0, b'a']);
    }
}
