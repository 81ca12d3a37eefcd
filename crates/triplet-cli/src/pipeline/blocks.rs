//! An input in blocks. Each is cut where the bytes before the cut do not depend on those after it, so that a block can be
//! worked on without the one before it.
#![forbid(unsafe_code)]

use std::io::{self, Read};

use crate::io::limit;
use crate::io::source::{read_some, utf_16};

/// The number of bytes that are read at once; also the longest record that is held whole.
const BLOCK: usize = 256 * 1024;

/// Where an input may be cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cuts {
    /// Nowhere: the transform requires the whole text.
    Nowhere,
    /// Anywhere: the result for each byte depends on that byte alone.
    Anywhere,
    /// Not in a triplet, nor after the start of one.
    OutsideTriplets,
    /// Neither in a triplet nor in a character.
    OutsideTripletsAndCharacters,
    /// After an ASCII character, raw or as a triplet, that is part of no triplet and of no character outside ASCII. However long a
    /// text has none, it is held whole up to there.
    AfterDelimiter,
    /// After this byte.
    After(u8),
    /// After this byte, and a record is held whole, however long it is.
    AfterWhole(u8),
}

impl Cuts {
    /// The length of the longest part of the text that can be cut off; 0 if there is none, or none near the end. The text
    /// begins at a cut or not. Its first `searched` bytes are known to have no separator.
    fn longest(self, text: &[u8], at_cut: bool, searched: usize) -> usize {
        // The start of a triplet or of a character may be in the block before: up to three bytes.
        let least = if at_cut { 0 } else { 3 };
        let last = |fits: &dyn Fn(&[u8]) -> bool| {
            let nearest = text.len().saturating_sub(64).max(least)..=text.len();
            nearest.rev().find(|&at| fits(&text[..at])).unwrap_or(0)
        };
        match self {
            Cuts::Nowhere => 0,
            Cuts::Anywhere => text.len(),
            Cuts::OutsideTriplets => last(&is_outside_triplets),
            Cuts::OutsideTripletsAndCharacters => {
                last(&|before| is_outside_triplets(before) && is_outside_characters(before))
            }
            Cuts::AfterDelimiter => {
                // A triplet may begin before what was searched.
                let from = searched.saturating_sub(2).min(text.len());
                let ends = (from..text.len()).rev().find_map(|at| end_of_delimiter(text, at));
                ends.unwrap_or(0)
            }
            Cuts::After(byte) | Cuts::AfterWhole(byte) => {
                let found = memchr::memrchr(byte, &text[searched.min(text.len())..]);
                found.map_or(0, |at| searched + at + 1)
            }
        }
    }
}

/// The end of the delimiter that begins there, if one does.
fn end_of_delimiter(text: &[u8], at: usize) -> Option<usize> {
    let is_delimiter = |byte: u8| byte.is_ascii() && byte != b'%' && !byte.is_ascii_hexdigit();
    match text[at..] {
        [b'%', high, low, ..] => {
            let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
            let octet = digit(high)? << 4 | digit(low)?;
            is_delimiter(octet).then_some(at + 3)
        }
        [byte, ..] if is_delimiter(byte) => Some(at + 1),
        _ => None,
    }
}

fn is_outside_triplets(before: &[u8]) -> bool {
    !before[before.len().saturating_sub(2)..].contains(&b'%')
}

fn is_outside_characters(before: &[u8]) -> bool {
    let end = &before[before.len().saturating_sub(3)..];
    // The first byte of a character that is cut is one of the last three.
    end.iter().enumerate().all(|(at, &byte)| {
        byte < 0xC0 || str::from_utf8(&end[at..]).map_or_else(|e| e.error_len().is_some(), |_| true)
    })
}

/// A block, whose bytes are the first `length` of a buffer.
#[derive(Clone, Copy)]
pub struct Block {
    pub length: usize,
    /// Its offset in the input.
    pub start: u64,
    /// Whether it begins, and whether it ends, at a cut.
    pub starts_at_cut: bool,
    pub ends_at_cut: bool,
    /// Whether the input ends after the block, and the line break at that end. It does not belong to the text.
    pub last: bool,
    pub line_break: &'static [u8],
}

/// Reads an input in blocks.
pub struct Blocks {
    /// The length of a block; tests have short ones.
    pub size: usize,
    /// Whether an input in UTF-16 is an error.
    pub is_text: bool,
    input: Box<dyn Read + Send>,
    cuts: Cuts,
    /// Whether the last line break belongs to the text.
    exact: bool,
    /// Whether blocks are filled before they are given. Otherwise each read gives one.
    fill: bool,
    /// The bytes that were read after the last block.
    rest: Vec<u8>,
    start: u64,
    at_cut: bool,
    done: bool,
}

impl Blocks {
    pub fn new(input: Box<dyn Read + Send>, cuts: Cuts, exact: bool, fill: bool) -> Blocks {
        // Between records the separator is passed through in any case.
        let exact = exact || matches!(cuts, Cuts::After(_) | Cuts::AfterWhole(_));
        let rest = Vec::new();
        let (start, at_cut, done, is_text) = (0, true, false, false);
        Blocks { size: BLOCK, is_text, input, cuts, exact, fill, rest, start, at_cut, done }
    }

    /// What is wrong with an input that is not text in UTF-8. Between records that end with NUL, each second byte can be one.
    fn not_text(&self, start: &[u8]) -> Option<io::Error> {
        let by_nul = matches!(self.cuts, Cuts::After(0) | Cuts::AfterWhole(0));
        let is_asked = self.is_text && self.start == 0 && !by_nul;
        let what = utf_16(start).filter(|_| is_asked)?;
        Some(io::Error::new(io::ErrorKind::InvalidData, what))
    }

    /// The next block; none after the last one.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Block>> {
        if self.done {
            return Ok(None);
        }
        let mut filled = self.rest.len();
        if buffer.is_empty() {
            *buffer = vec![0; self.size.max(filled)];
        }
        buffer.resize(buffer.len().max(filled), 0);
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut searched = filled;
        loop {
            if filled == buffer.len() {
                let length = filled - self.line_break(&buffer[..filled]).len();
                let is_whole =
                    matches!(self.cuts, Cuts::Nowhere | Cuts::AfterDelimiter | Cuts::AfterWhole(_));
                if !is_whole && length > 0 {
                    return Ok(Some(self.give(buffer, filled, length, false)));
                }
                if filled > limit::longest() {
                    return Err(limit::too_long(self.start));
                }
                limit::lengthen(buffer, (2 * filled).min(limit::longest() + 1))?;
            }
            let read = read_some(&mut *self.input, &mut buffer[filled..])?;
            filled += read;
            if let Some(error) = self.not_text(&buffer[..filled]) {
                self.done = true;
                return Err(error);
            }
            if read == 0 {
                self.done = true;
                let length = filled - self.line_break(&buffer[..filled]).len();
                return Ok(Some(self.give(buffer, filled, length, true)));
            }
            if self.fill && filled < buffer.len() {
                continue;
            }
            let text = filled - self.line_break(&buffer[..filled]).len();
            let length = self.cuts.longest(&buffer[..text], self.at_cut, searched);
            searched = filled;
            if length > 0 {
                return Ok(Some(self.give(buffer, filled, length, true)));
            }
        }
    }

    /// The line break at the end of what was read, or its beginning. It is held back until it is known to be the last.
    fn line_break(&self, read: &[u8]) -> &'static [u8] {
        match read {
            _ if self.exact => b"",
            [.., b'\r', b'\n'] => b"\r\n",
            [.., b'\n'] => b"\n",
            [.., b'\r'] if !self.done => b"\r",
            _ => b"",
        }
    }

    fn give(&mut self, buffer: &[u8], filled: usize, length: usize, at_cut: bool) -> Block {
        let block = Block {
            length,
            start: self.start,
            starts_at_cut: self.at_cut,
            ends_at_cut: at_cut,
            last: self.done,
            line_break: if self.done { self.line_break(&buffer[..filled]) } else { b"" },
        };
        if !self.done {
            self.rest.extend_from_slice(&buffer[length..filled]);
        }
        self.start += length as u64;
        self.at_cut = at_cut;
        block
    }
}
