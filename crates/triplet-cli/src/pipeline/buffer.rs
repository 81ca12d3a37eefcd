//! The bytes that are to be written. A codec fills the buffer without a copy, the output is written from it, and its memory
//! is used again.
#![forbid(unsafe_code)]

use crate::io::signals::end_without_memory;

/// The longest first buffer. The system zeroes the buffer page by page. The result of a block is rarely longer.
const AT_ONCE: usize = 4 << 20;

/// A growing buffer whose first part is filled.
#[derive(Default)]
pub struct OutputBuffer {
    bytes: Vec<u8>,
    filled: usize,
}

impl OutputBuffer {
    /// The free part, of at least this length. What is written there counts when it is [`fill`](OutputBuffer::fill)ed.
    pub fn free(&mut self, length: usize) -> &mut [u8] {
        let least = self.filled.saturating_add(length);
        if self.bytes.is_empty() && length <= AT_ONCE {
            // Zeroed by the system, page by page, when it is written to.
            self.bytes = vec![0; length];
        } else if self.bytes.len() < least {
            let more = least - self.bytes.len();
            // The first request is for twice as much as before, where more was in use.
            if self.bytes.try_reserve(more).is_err() && self.bytes.try_reserve_exact(more).is_err()
            {
                end_without_memory(least);
            }
            self.bytes.resize(least, 0);
        }
        &mut self.bytes[self.filled..]
    }

    /// Counts the first `length` bytes of the free part as filled.
    pub fn fill(&mut self, length: usize) {
        self.filled += length;
    }

    #[inline]
    pub fn push(&mut self, bytes: &[u8]) {
        let length = bytes.len();
        match self.bytes.get_mut(self.filled..self.filled.saturating_add(length)) {
            Some(free) => free.copy_from_slice(bytes),
            None => self.free(length)[..length].copy_from_slice(bytes),
        }
        self.fill(length);
    }

    pub fn filled(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    /// Drops the filled bytes after this length.
    pub fn truncate(&mut self, length: usize) {
        self.filled = self.filled.min(length);
    }
}
