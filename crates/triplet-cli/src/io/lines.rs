//! The lines of an input, each as soon as it is read. The length of a line has a limit, and so has memory.
#![forbid(unsafe_code)]

use std::io::{self, Read};

use super::limit::lengthen;
use super::source::read_some;

/// The longest line of [`LineReader::new`], without its line feed: 4 MiB. Browsers take URLs of up to 2 MiB.
pub const LONGEST: usize = 4 << 20;

/// The number of bytes that are read at once.
const BLOCK: usize = 64 * 1024;

/// Reads an input line by line.
pub struct LineReader {
    input: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// `buffer[start..filled]` was read and is not given yet; up to `searched` it has no line feed.
    start: usize,
    searched: usize,
    filled: usize,
    /// The number of the current line, from 1, and its offset in the input.
    number: u64,
    offset: u64,
    /// The number of bytes of the current line that were dropped: none, until it is known to be too long.
    dropped: u64,
    ended: bool,
    /// The longest line, without its separator.
    longest: usize,
    separator: u8,
}

/// The next step of a reader.
pub enum Next<'a> {
    /// A line, without its line break, and its offset in the input.
    Line { number: u64, offset: u64, text: &'a [u8] },
    /// A line longer than the limit. The line is left out.
    TooLong { number: u64, offset: u64 },
    /// No whole line is in memory. [`read`](LineReader::read) may wait for the program that writes the input.
    Wait,
    /// The input has ended.
    End,
}

impl LineReader {
    pub fn new(input: Box<dyn Read + Send>) -> LineReader {
        let (buffer, number) = (vec![0; BLOCK], 1);
        let (start, searched, filled, offset, dropped) = (0, 0, 0, 0, 0);
        let (ended, longest) = (false, LONGEST);
        LineReader {
            input,
            buffer,
            start,
            searched,
            filled,
            number,
            offset,
            dropped,
            ended,
            longest,
            separator: b'\n',
        }
    }

    /// This reader with another limit than [`LONGEST`].
    pub fn up_to(self, longest: usize) -> LineReader {
        LineReader { longest, ..self }
    }

    /// This reader with records that end with this byte, and not with a line break.
    pub fn separated_by(self, separator: u8) -> LineReader {
        LineReader { separator, ..self }
    }

    /// Reads more.
    pub fn read(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.searched -= self.start;
        self.filled -= self.start;
        self.start = 0;
        if self.filled == self.buffer.len() {
            lengthen(&mut self.buffer, 2 * self.filled)?;
        }
        let read = read_some(&mut *self.input, &mut self.buffer[self.filled..])?;
        self.filled += read;
        self.ended = read == 0;
        Ok(())
    }

    /// The next line, if it is read already.
    pub fn next(&mut self) -> Next<'_> {
        let found = memchr::memchr(self.separator, &self.buffer[self.searched..self.filled]);
        let is_rest = self.start < self.filled || self.dropped > 0;
        let (end, next) = match found {
            Some(at) => (self.searched + at, self.searched + at + 1),
            None if self.ended && is_rest => (self.filled, self.filled),
            None if self.ended => return Next::End,
            None => {
                self.searched = self.filled;
                if self.dropped > 0 || self.filled - self.start > self.longest {
                    self.dropped += (self.filled - self.start) as u64;
                    self.start = self.filled;
                }
                return Next::Wait;
            }
        };
        let (number, offset, start) = (self.number, self.offset, self.start);
        let dropped = std::mem::take(&mut self.dropped);
        self.number += 1;
        self.offset += dropped + (next - start) as u64;
        (self.start, self.searched) = (next, next);
        if dropped > 0 || end - start > self.longest {
            return Next::TooLong { number, offset };
        }
        let text = &self.buffer[start..end];
        // A carriage return without a line feed after it is text.
        let is_line = next > end && self.separator == b'\n';
        let text = if is_line { text.strip_suffix(b"\r").unwrap_or(text) } else { text };
        Next::Line { number, offset, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives at most this number of bytes at once.
    struct Slow(io::Cursor<Vec<u8>>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.1);
            self.0.read(&mut buffer[..length])
        }
    }

    /// The lines with their numbers; of one that is too long, the offset.
    fn read(input: &[u8], at_once: usize) -> Vec<(u64, Result<Vec<u8>, u64>)> {
        let mut lines = LineReader::new(Box::new(Slow(io::Cursor::new(input.to_vec()), at_once)));
        let mut found = Vec::new();
        loop {
            match lines.next() {
                Next::Line { number, offset, text } => {
                    assert!(input[offset as usize..].starts_with(text), "line {number}");
                    found.push((number, Ok(text.to_vec())));
                }
                Next::TooLong { number, offset } => found.push((number, Err(offset))),
                Next::Wait => lines.read().expect("memory"),
                Next::End => return found,
            }
        }
    }

    #[test]
    fn the_size_of_a_read_does_not_matter() {
        for text in ["", "\n", "a", "a\n", "a\r\n\nb\r", "\r\r\n\n", "a\n\n\n", "\nab\ncd"] {
            let lines = text.split_inclusive('\n').map(|line| {
                let end = ["\r\n", "\n"].iter().find_map(|end| line.strip_suffix(end));
                Ok(end.unwrap_or(line).as_bytes().to_vec())
            });
            let expected: Vec<_> = (1..).zip(lines).collect();
            for at_once in 1..=text.len() + 1 {
                assert_eq!(read(text.as_bytes(), at_once), expected, "{text:?} by {at_once}");
            }
        }
    }

    #[test]
    fn long_lines_are_left_out() {
        let line = |length: usize| vec![b'a'; length];
        let long = [&line(LONGEST)[..], b"\nb"].concat();
        let found = read(&long, usize::MAX);
        assert_eq!(
            found,
            [(1, Ok(line(LONGEST))), (2, Ok(line(0).into_iter().chain(*b"b").collect()))]
        );
        for length in [LONGEST + 1, 3 * LONGEST + 5] {
            let long = [b"ab\n", &line(length)[..], b"\nc\n", &line(length)].concat();
            let next = length as u64 + 6;
            for at_once in [1 << 12, (1 << 20) + 1, usize::MAX] {
                let expected =
                    [(1, Ok(b"ab".to_vec())), (2, Err(3)), (3, Ok(b"c".to_vec())), (4, Err(next))];
                assert_eq!(read(&long, at_once), expected, "{length} by {at_once}");
            }
        }
    }
}
