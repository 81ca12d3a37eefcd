//! Where a text is written that is spelled again.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::EncodeSet;
use crate::kernel;

/// The output for a text so far. A run of unchanged bytes is copied in one piece, when something else must be written.
pub(super) struct Writer<'t> {
    pub(super) text: &'t str,
    /// Where the run begins that is not copied yet.
    run: usize,
    out: String,
    /// How much is reserved before the first byte is written.
    room: usize,
}

impl<'t> Writer<'t> {
    pub(super) fn new(text: &'t str, room: usize) -> Writer<'t> {
        Writer { text, run: 0, out: String::new(), room }
    }

    /// How long the result is up to this place of the text, if nothing changes before it.
    pub(super) fn len(&self, at: usize) -> usize {
        self.out.len() + at - self.run
    }

    /// The result up to this place, in which the text stays as it is from the last change on. What is written to it comes in the place of
    /// this part of the text.
    #[inline]
    pub(super) fn replace(&mut self, part: Range<usize>) -> &mut String {
        if self.out.capacity() == 0 {
            self.out.reserve(self.room);
        }
        if self.run < part.start {
            self.out.push_str(&self.text[self.run..part.start]);
        }
        self.run = part.end;
        &mut self.out
    }

    /// Takes back what was written after a state that [`state`](Writer::state) gave.
    pub(super) fn restore(&mut self, (length, run): (usize, usize)) {
        self.out.truncate(length);
        self.run = run;
    }

    pub(super) fn state(&self) -> (usize, usize) {
        (self.out.len(), self.run)
    }

    /// The whole result. Borrowed if it is the text.
    pub(super) fn finish(mut self) -> Cow<'t, str> {
        if self.run == 0 && self.out.is_empty() {
            return Cow::Borrowed(self.text);
        }
        self.replace(self.text.len()..self.text.len());
        if self.out == self.text { Cow::Borrowed(self.text) } else { Cow::Owned(self.out) }
    }
}

/// Finds the bytes of a text that a set does not keep, 64 bytes at a time.
pub(super) struct Stops {
    set: EncodeSet,
    /// Where the bytes begin whose bits are in `mask`.
    start: usize,
    mask: u64,
}

impl Stops {
    pub(super) fn new(set: EncodeSet) -> Stops {
        Stops { set, start: usize::MAX - 64, mask: 0 }
    }

    /// The first of these bytes from a place on, or the end. A place is not before that of the last call.
    #[inline]
    pub(super) fn next(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while at < bytes.len() {
            let seen = at.wrapping_sub(self.start);
            if seen < 64 {
                match self.mask >> seen {
                    0 => at = self.start + 64,
                    mask => return (at + mask.trailing_zeros() as usize).min(bytes.len()),
                }
                continue;
            }
            let rest = &bytes[at..];
            // For one set and four bytes there is a function already, which normalising calls.
            match kernel::scan(rest, &[*self.set.rows()], b":/?#", None) {
                Some(scan) => (self.start, self.mask) = (at, !scan.kept[0]),
                None => {
                    let length = rest.iter().position(|&byte| !self.set.keeps(byte));
                    return at + length.unwrap_or(rest.len());
                }
            }
        }
        bytes.len()
    }
}
