//! Where the decoding of rows is appended: octets, or text, whose rows are UTF-8 one by one.
#![forbid(unsafe_code)]

use alloc::collections::TryReserveError;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::RowError;
use crate::decode::{Decode, TextErrors};
use crate::error::TryDecodeError;
use crate::kernel::{self, DecodeRule, End, Offset};

/// What is appended to.
pub(super) trait Sink {
    /// How many times as long as its rows a result can be.
    const GROWTH: usize;

    fn len(&self) -> usize;
    fn truncate(&mut self, length: usize);
    fn try_reserve(&mut self, bytes: usize) -> Result<(), TryReserveError>;

    /// Appends the decoding of rows together, which then end at these places. False, and nothing is appended, if a triplet is
    /// malformed or a row cannot be appended as it is. There is room.
    fn append_together<O: Offset>(&mut self, src: &[u8], rule: &DecodeRule, ends: &[O]) -> bool;

    /// Appends decoded rows that then end at these places, and names those that cannot be appended, counted from these: they
    /// become empty, and those after them move.
    fn append_decoded<O: Offset>(
        &mut self,
        octets: &[u8],
        ends: &mut [O],
        failed: impl FnMut(usize),
    ) -> Result<(), TryReserveError>;

    /// Appends the decoding of one row. False, and nothing is appended, if it has none.
    fn append_row(&mut self, row: &Decode<'_>) -> Result<bool, RowError>;

    /// Why a row has no decoding.
    fn error(&self, row: &Decode<'_>) -> Option<TryDecodeError>;
}

impl Sink for &mut Vec<u8> {
    const GROWTH: usize = 1;

    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn truncate(&mut self, length: usize) {
        Vec::truncate(self, length);
    }

    fn try_reserve(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        Vec::try_reserve(self, bytes)
    }

    fn append_together<O: Offset>(&mut self, src: &[u8], rule: &DecodeRule, _: &[O]) -> bool {
        let before = self.len();
        let is_decoded = kernel::decode_append(src, rule, self).end == End::Input;
        if !is_decoded {
            self.truncate(before);
        }
        is_decoded
    }

    fn append_decoded<O: Offset>(
        &mut self,
        octets: &[u8],
        _: &mut [O],
        _: impl FnMut(usize),
    ) -> Result<(), TryReserveError> {
        Vec::try_reserve(self, octets.len())?;
        self.extend_from_slice(octets);
        Ok(())
    }

    fn append_row(&mut self, row: &Decode<'_>) -> Result<bool, RowError> {
        match row.try_append_to(self) {
            Ok(()) => Ok(true),
            Err(TryDecodeError::Decode(_)) => Ok(false),
            Err(TryDecodeError::Reserve(error)) => Err(error.into()),
        }
    }

    fn error(&self, row: &Decode<'_>) -> Option<TryDecodeError> {
        row.decoded_len().err().map(TryDecodeError::Decode)
    }
}

/// Text. `LOSSY` says that octets that are not UTF-8 are replaced; otherwise their row has no decoding.
pub(super) struct Text<'o, const LOSSY: bool>(pub(super) &'o mut String);

impl<const LOSSY: bool> Text<'_, LOSSY> {
    const ERRORS: TextErrors = if LOSSY { TextErrors::Replace } else { TextErrors::Strict };
}

impl<const LOSSY: bool> Sink for Text<'_, LOSSY> {
    // U+FFFD has three octets.
    const GROWTH: usize = if LOSSY { 3 } else { 1 };

    fn len(&self) -> usize {
        self.0.len()
    }

    fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    fn try_reserve(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.0.try_reserve(bytes)
    }

    fn append_together<O: Offset>(&mut self, src: &[u8], rule: &DecodeRule, ends: &[O]) -> bool {
        let start = self.0.len();
        if !kernel::decode_text_append(src, rule, self.0) {
            return false;
        }
        let divides = !end_characters(&self.0.as_bytes()[start..], start, ends);
        if divides {
            self.0.truncate(start);
        }
        !divides
    }

    fn append_decoded<O: Offset>(
        &mut self,
        octets: &[u8],
        ends: &mut [O],
        mut failed: impl FnMut(usize),
    ) -> Result<(), TryReserveError> {
        let start = self.0.len();
        if end_characters(octets, start, ends)
            && let Some(text) = kernel::text_of(octets)
        {
            self.0.try_reserve(text.len())?;
            self.0.push_str(text);
            return Ok(());
        }
        let bad = rows_that_are_not_text(octets, start, ends);
        let (mut row, mut from) = (0, 0);
        for next in bad.into_iter().chain([ends.len()]) {
            // All rows up to the bad row are text, so their octets together are text.
            let to = if next == row { from } else { ends[next - 1].wrapping_index() - start };
            let text = kernel::text_of(&octets[from..to]).unwrap_or_default();
            let here = self.0.len();
            self.0.try_reserve(text.len())?;
            self.0.push_str(text);
            let end = ends.get(next).map(|end| end.wrapping_index() - start);
            let shift = here.wrapping_sub(start + from);
            for end in &mut ends[row..next] {
                *end = O::wrapping_from(end.wrapping_index().wrapping_add(shift));
            }
            let Some(end) = end else { break };
            if LOSSY {
                let text = String::from_utf8_lossy(&octets[to..end]);
                self.0.try_reserve(text.len())?;
                self.0.push_str(&text);
            } else {
                failed(next);
            }
            ends[next] = O::wrapping_from(self.0.len());
            (row, from) = (next + 1, end);
        }
        Ok(())
    }

    fn append_row(&mut self, row: &Decode<'_>) -> Result<bool, RowError> {
        self.0.try_reserve(row.input.len())?;
        if kernel::decode_text_append(row.input, &row.rule, self.0) {
            return Ok(true);
        }
        if !LOSSY {
            return Ok(false);
        }
        match row.try_to_str_with(Self::ERRORS) {
            Ok(text) => {
                self.0.try_reserve(text.len())?;
                self.0.push_str(&text);
                Ok(true)
            }
            Err(TryDecodeError::Decode(_)) => Ok(false),
            Err(TryDecodeError::Reserve(error)) => Err(error.into()),
        }
    }

    fn error(&self, row: &Decode<'_>) -> Option<TryDecodeError> {
        row.try_to_str_with(Self::ERRORS).err()
    }
}

/// Whether an octet begins no character.
fn continues(octet: u8) -> bool {
    octet & 0xC0 == 0x80
}

/// Whether no row begins within a character. `octets` begin at `start`.
pub(super) fn end_characters<O: Offset>(octets: &[u8], start: usize, ends: &[O]) -> bool {
    if kernel::ascii_prefix_len(octets) == octets.len() {
        return true;
    }
    // Without a branch that depends on the rows.
    let divides = ends.iter().fold(false, |any, end| {
        any | octets.get(end.wrapping_index() - start).is_some_and(|octet| continues(*octet))
    });
    !divides && octets.first().is_none_or(|octet| !continues(*octet))
}

/// The rows that are not UTF-8 by themselves.
///
/// 1. Where the validation of all rows together stops, it goes on after that row.
/// 2. What it cannot see is a character that a border divides. Candidates are each row that begins with an octet that continues a
///    character, and the one before it that is not empty.
/// 3. Each of those is validated by itself.
fn rows_that_are_not_text<O: Offset>(octets: &[u8], start: usize, ends: &[O]) -> Vec<usize> {
    let end = |row: usize| ends[row].wrapping_index() - start;
    let first = |row: usize| if row == 0 { 0 } else { end(row - 1) };
    let mut rows = Vec::new();
    let mut row = 0;
    while row < ends.len() {
        let stop = first(row) + kernel::valid_len(&octets[first(row)..]);
        if stop == octets.len() {
            break;
        }
        row += ends[row..].partition_point(|end| end.wrapping_index() - start <= stop);
        rows.push(row);
        row += 1;
    }
    let mut before = None;
    for row in (0..ends.len()).filter(|row| first(*row) < end(*row)) {
        if continues(octets[first(row)]) {
            rows.extend(before);
            rows.push(row);
        }
        before = Some(row);
    }
    rows.sort_unstable();
    rows.dedup();
    rows.retain(|row| str::from_utf8(&octets[first(*row)..end(*row)]).is_err());
    rows
}

/// The error of a row: its memory was refused, or it cannot be decoded.
#[cold]
pub(super) fn row_error(row: usize, error: TryDecodeError) -> RowError {
    match error {
        TryDecodeError::Decode(error) => RowError::Decode { row, error },
        TryDecodeError::Reserve(error) => RowError::Reserve(error),
    }
}
