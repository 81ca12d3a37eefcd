//! Rows to octets or text.
//!
//! # The algorithm
//!
//! 1. Mark the two bytes after each `%` of a stretch; compute from the marks where its rows end if it is well-formed.
//! 2. If no row ends within a triplet, decode the stretch in one call.
//! 3. Text: validate it in one call; no row may begin within a character.
//! 4. Where a row stands in the way of that, the stretch is decoded again. The marks say which rows must be alone: those that are
//!    skipped, those that end within a triplet, and those in which a marked byte is not a hexadecimal digit. The other rows are copied
//!    together and decoded in one call, and their ends are computed from marks of the copy.
//! 5. Text: the rows that are not UTF-8 are found by validating what was decoded together, and taken out.
#![forbid(unsafe_code)]

use alloc::collections::TryReserveError;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::column::{Column, STRETCH};
use super::error::RowError;
use super::sink::{Sink, Text, row_error};
use crate::decode::Decode;
use crate::kernel::{self, Cell, DecodeRule, End, Offset};
use crate::runs::EncodePolicy;
use crate::set::EncodeSet;

/// Decodes rows: each as [`decode`](crate::decode()) does. Returns a lazy view.
///
/// `values` are the octets of all rows, one after the other, and `offsets` the start of the first row and the end of each: see
/// [the module](super).
///
/// ```
/// use triplet::rows::decode_rows;
///
/// let (mut octets, mut ends) = (Vec::new(), vec![0u64]);
/// decode_rows(b"%FF%00a%20", &[0, 6, 10]).append_to(&mut octets, &mut ends)?;
/// assert_eq!((&*octets, &*ends), (&b"\xFF\0a "[..], &[0, 2, 4][..]));
/// # Ok::<(), triplet::rows::RowError>(())
/// ```
pub fn decode_rows<'a, O: Offset>(values: &'a [u8], offsets: &'a [O]) -> DecodeRows<'a, O> {
    let column = Column { values, offsets, skip: &[] };
    DecodeRows { column, plus: false, lenient: false }
}

/// The view that [`decode_rows`] returns: call the options first, then one of the methods that append.
///
/// | method | result | a row without one |
/// |---|---|---|
/// | [`append_to`](DecodeRows::append_to) | octets | is an error |
/// | [`append_text_to`](DecodeRows::append_text_to) | text | is an error |
/// | [`append_lossy_to`](DecodeRows::append_lossy_to) | text, in which U+FFFD replaces what is not UTF-8 | is an error |
/// | [`try_append_to`](DecodeRows::try_append_to) | octets | becomes empty, and is listed |
/// | [`try_append_text_to`](DecodeRows::try_append_text_to) | text | becomes empty, and is listed |
///
/// Each also appends, for each row, where it ends in the buffer. Buffers that had something before keep it. All take linear time.
///
/// # Errors
///
/// Each fails if the offsets are not in order or beyond the values, if an offset cannot say how long the buffer becomes, or if
/// memory is refused. After an error the buffers are as they were.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct DecodeRows<'a, O> {
    column: Column<'a, O>,
    plus: bool,
    lenient: bool,
}

impl<'a, O: Offset> DecodeRows<'a, O> {
    /// Decodes `+` to a space: see [`Decode::plus_as_space`](crate::Decode::plus_as_space).
    pub const fn plus_as_space(mut self) -> Self {
        self.plus = true;
        self
    }

    /// Keeps a malformed `%`: see [`Decode::lenient`](crate::Decode::lenient).
    ///
    /// ```
    /// use triplet::rows::decode_rows;
    ///
    /// // `100%` and `41` are not `100A`.
    /// let (mut text, mut ends) = (String::new(), vec![0]);
    /// decode_rows(b"100%41", &[0, 4, 6]).lenient().append_text_to(&mut text, &mut ends)?;
    /// assert_eq!((&*text, &*ends), ("100%41", &[0, 4, 6][..]));
    /// # Ok::<(), triplet::rows::RowError>(())
    /// ```
    pub const fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Takes these rows as empty, whatever their values are: rows that are null. The numbers, from 0, ascend.
    ///
    /// ```
    /// use triplet::rows::decode_rows;
    ///
    /// let (mut text, mut ends) = (String::new(), vec![0]);
    /// decode_rows(b"a%20%zzb", &[0, 4, 7, 8]).skip(&[1]).append_text_to(&mut text, &mut ends)?;
    /// assert_eq!((&*text, &*ends), ("a b", &[0, 2, 2, 3][..]));
    /// # Ok::<(), triplet::rows::RowError>(())
    /// ```
    pub const fn skip(mut self, rows: &'a [usize]) -> Self {
        self.column.skip = rows;
        self
    }

    /// Appends the decoded octets of the rows, and where each ends.
    ///
    /// # Errors
    ///
    /// On a malformed triplet: [`RowError::Decode`] names the first row that has one. Otherwise as all methods of the
    /// [view](DecodeRows).
    pub fn append_to(&self, out: &mut Vec<u8>, ends: &mut Vec<O>) -> Result<(), RowError> {
        self.append(out, ends, None)
    }

    /// Appends the decoded rows as UTF-8 text, and where each ends.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, or if the octets of a row are not UTF-8: [`RowError::Decode`] names the first such row. Otherwise
    /// as all methods of the [view](DecodeRows).
    ///
    /// ```
    /// use triplet::rows::{RowError, decode_rows};
    ///
    /// // Two halves of `é` in two rows.
    /// let view = decode_rows(b"%C3%A9", &[0, 3, 6]);
    /// let error = view.append_text_to(&mut String::new(), &mut vec![0]).unwrap_err();
    /// assert_eq!(error.row(), Some(0));
    /// ```
    pub fn append_text_to(&self, out: &mut String, ends: &mut Vec<O>) -> Result<(), RowError> {
        self.append(Text::<false>(out), ends, None)
    }

    /// Appends the decoded rows as text, and where each ends. What is not UTF-8 is replaced, as
    /// [`Decode::to_str_lossy`](crate::Decode::to_str_lossy) does.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, unless the view is [lenient](DecodeRows::lenient): [`RowError::Decode`] names the first row that
    /// has one. Otherwise as all methods of the [view](DecodeRows).
    ///
    /// ```
    /// use triplet::rows::decode_rows;
    ///
    /// let (mut text, mut ends) = (String::new(), vec![0]);
    /// decode_rows(b"%FFb%zz", &[0, 3, 7]).lenient().append_lossy_to(&mut text, &mut ends)?;
    /// assert_eq!((&*text, &*ends), ("\u{FFFD}b%zz", &[0, 3, 7][..]));
    /// # Ok::<(), triplet::rows::RowError>(())
    /// ```
    pub fn append_lossy_to(&self, out: &mut String, ends: &mut Vec<O>) -> Result<(), RowError> {
        self.append(Text::<true>(out), ends, None)
    }

    /// Appends the decoded octets of the rows, and where each ends. The rows with a malformed triplet become empty, and their numbers
    /// are appended to `failed`, in order.
    ///
    /// # Errors
    ///
    /// Only those of all methods of the [view](DecodeRows).
    pub fn try_append_to(
        &self,
        out: &mut Vec<u8>,
        ends: &mut Vec<O>,
        failed: &mut Vec<usize>,
    ) -> Result<(), RowError> {
        self.append(out, ends, Some(failed))
    }

    /// Appends the decoded rows as UTF-8 text, and where each ends. The rows with a malformed triplet, and those whose octets are not
    /// UTF-8, become empty, and their numbers are appended to `failed`, in order.
    ///
    /// # Errors
    ///
    /// Only those of all methods of the [view](DecodeRows).
    ///
    /// ```
    /// use triplet::rows::decode_rows;
    ///
    /// let (mut text, mut ends, mut failed) = (String::new(), vec![0], Vec::new());
    /// let view = decode_rows(b"%41%zz%FFb", &[0, 3, 6, 9, 10]);
    /// view.try_append_text_to(&mut text, &mut ends, &mut failed)?;
    /// assert_eq!((&*text, &*ends, &*failed), ("Ab", &[0, 1, 1, 1, 2][..], &[1, 2][..]));
    /// # Ok::<(), triplet::rows::RowError>(())
    /// ```
    pub fn try_append_text_to(
        &self,
        out: &mut String,
        ends: &mut Vec<O>,
        failed: &mut Vec<usize>,
    ) -> Result<(), RowError> {
        self.append(Text::<false>(out), ends, Some(failed))
    }

    fn append<S: Sink>(
        &self,
        out: S,
        ends: &mut Vec<O>,
        failed: Option<&mut Vec<usize>>,
    ) -> Result<(), RowError> {
        let mut none = Vec::new();
        let is_strict = failed.is_none();
        let failed = failed.unwrap_or(&mut none);
        let before = (out.len(), ends.len(), failed.len());
        let mut work = Work {
            view: *self,
            rule: DecodeRule { lenient: false, plus: self.plus, kept: None },
            out,
            ends,
            failed,
            is_strict,
            cells: Vec::new(),
            others: Vec::new(),
            gathered: Vec::new(),
            offsets: Vec::new(),
            octets: Vec::new(),
        };
        let done = work.append_all();
        if done.is_err() {
            work.out.truncate(before.0);
            work.ends.truncate(before.1);
            work.failed.truncate(before.2);
        }
        done
    }

    /// A row by itself.
    fn row(&self, row: usize) -> Result<Decode<'a>, RowError> {
        let input = self.column.bytes(row..row + 1)?;
        let rule = DecodeRule { lenient: self.lenient, plus: self.plus, kept: None };
        Ok(Decode { input, rule })
    }
}

/// What is being appended, and the memory that each stretch uses again.
struct Work<'w, S, O> {
    view: DecodeRows<'w, O>,
    /// The rule of rows together: strict, so that the kernel stops at a row that must be alone.
    rule: DecodeRule,
    out: S,
    ends: &'w mut Vec<O>,
    failed: &'w mut Vec<usize>,
    is_strict: bool,
    cells: Vec<Cell>,
    others: Vec<Cell>,
    /// The rows of a stretch that need not be alone, where each ends, and what they are decoded to.
    gathered: Vec<u8>,
    offsets: Vec<O>,
    octets: Vec<u8>,
}

/// A stretch in which some rows must be alone.
struct Stretch<'s> {
    rows: Range<usize>,
    base: usize,
    src: &'s [u8],
    /// How much was in the sink before.
    start: usize,
}

impl<S: Sink, O: Offset> Work<'_, S, O> {
    fn append_all(&mut self) -> Result<(), RowError> {
        let column = self.view.column;
        self.out.try_reserve(well_formed_room(column.all()))?;
        self.ends.try_reserve(column.rows())?;
        self.cells = column.cells()?;
        column.each_stretch(|rows, skip| self.stretch(rows, skip))
    }

    fn stretch(&mut self, rows: Range<usize>, skip: &[usize]) -> Result<(), RowError> {
        let column = self.view.column;
        let src = column.bytes(rows.clone())?;
        let longest = src.len().saturating_mul(S::GROWTH).saturating_add(self.out.len());
        if src.len() > STRETCH || !O::fits(longest) {
            return rows.into_iter().try_for_each(|row| self.row_alone(row, skip));
        }
        let (start, first) = (self.out.len(), self.ends.len());
        let base = column.start(rows.start);
        let cells = &mut self.cells[..kernel::cells_for(src.len())];
        let dropped = kernel::mark_dropped(src, cells);
        let offsets = &column.offsets[rows.start..=rows.end];
        let goes_on = kernel::append_ends::<O, false>(offsets, base, cells, start, self.ends)
            .ok_or_else(|| column.misplaced(rows.clone()))?;
        if !goes_on && skip.is_empty() {
            self.out.try_reserve(src.len() - dropped)?;
            if self.out.append_together(src, &self.rule, &self.ends[first..]) {
                return Ok(());
            }
        }
        self.ends.truncate(first);
        self.without_some_rows(&Stretch { rows, base, src, start }, skip, goes_on)
    }

    /// Decodes a row by itself.
    fn row_alone(&mut self, row: usize, skip: &[usize]) -> Result<(), RowError> {
        let view = self.view.row(row)?;
        if skip.binary_search(&row).is_err() && !self.out.append_row(&view)? {
            self.fail(row)?;
        }
        if !O::fits(self.out.len()) {
            return Err(RowError::TooLong { row });
        }
        self.ends.push(O::wrapping_from(self.out.len()));
        Ok(())
    }

    /// Notes a row that cannot be decoded. Under a strict policy, returns the error.
    fn fail(&mut self, row: usize) -> Result<(), RowError> {
        if self.is_strict
            && let Some(error) = self.out.error(&self.view.row(row)?)
        {
            return Err(row_error(row, error));
        }
        self.failed.try_reserve(1)?;
        self.failed.push(row);
        Ok(())
    }

    /// Decodes a stretch in which rows must be alone: the other rows in one call.
    fn without_some_rows(
        &mut self,
        stretch: &Stretch<'_>,
        skip: &[usize],
        goes_on: bool,
    ) -> Result<(), RowError> {
        let first = self.ends.len();
        let mut alone = skip.to_vec();
        self.find_bad_rows(stretch, goes_on, &mut alone)?;
        self.gather_others(stretch, &alone)?;
        let cells = &mut self.cells[..kernel::cells_for(self.gathered.len())];
        kernel::mark_dropped(&self.gathered, cells);
        let start = stretch.start;
        let goes_on = kernel::append_ends::<O, false>(&self.offsets, 0, cells, start, self.ends);
        self.octets.clear();
        self.octets.try_reserve(stretch.src.len())?;
        let done = kernel::decode_append(&self.gathered, &self.rule, &mut self.octets);
        assert!(done.end == End::Input && goes_on == Some(false), "the others are well-formed");

        alone.retain(|row| skip.binary_search(row).is_err());
        if self.view.lenient {
            self.insert_lenient(stretch, first, &alone)?;
            alone.clear();
        }
        let mut failed = alone;
        let (octets, ends) = (&self.octets, &mut self.ends[first..]);
        self.out.append_decoded(octets, ends, |row| failed.push(stretch.rows.start + row))?;
        failed.sort_unstable();
        failed.into_iter().try_for_each(|row| self.fail(row))
    }

    /// Adds to some rows those that end within a triplet and those with a malformed triplet. The rows are in order afterwards. The cells
    /// have the marks of the stretch; `goes_on` says that a row ends within a triplet.
    fn find_bad_rows(
        &mut self,
        stretch: &Stretch<'_>,
        goes_on: bool,
        alone: &mut Vec<usize>,
    ) -> Result<(), RowError> {
        const DIGITS: EncodePolicy =
            EncodePolicy::of(&EncodeSet::keeping(b"0123456789ABCDEFabcdef"));

        let Stretch { base, src, .. } = *stretch;
        let column = self.view.column;
        let count = kernel::cells_for(src.len());
        if self.others.is_empty() {
            self.others = column.cells()?;
        }
        let (wrong, others) = (&mut self.cells[..count], &mut self.others[..count]);
        kernel::mark_encoded(src, &DIGITS.rule, others);
        kernel::keep_common_marks(wrong, others);
        let mut place = kernel::next_mark_before(wrong, 0, src.len());
        for row in stretch.rows.clone() {
            let (from, to) = (column.start(row) - base, column.start(row + 1) - base);
            if place < from {
                place = kernel::next_mark_before(wrong, from, src.len());
            }
            let mut is_bad = goes_on && ends_within_triplet(&src[from..to]);
            while !is_bad && place < to {
                // A `%` of the row before may have made the mark.
                is_bad = ends_within_triplet(&src[from..place]);
                place = kernel::next_mark_before(wrong, place + 1, src.len());
            }
            if is_bad {
                alone.try_reserve(1)?;
                alone.push(row);
            }
        }
        alone.sort_unstable();
        alone.dedup();
        Ok(())
    }

    /// Copies the rows that need not be alone, one after the other. The rows that are alone are empty there.
    fn gather_others(
        &mut self,
        stretch: &Stretch<'_>,
        alone: &[usize],
    ) -> Result<(), TryReserveError> {
        let Stretch { base, src, .. } = *stretch;
        let column = self.view.column;
        self.gathered.clear();
        self.gathered.try_reserve(src.len())?;
        self.offsets.clear();
        self.offsets.try_reserve(stretch.rows.len() + 1)?;
        self.offsets.push(O::wrapping_from(0));
        let mut row = stretch.rows.start;
        for next in alone.iter().copied().chain([stretch.rows.end]) {
            let (from, to) = (column.start(row), column.start(next));
            let moved = from.wrapping_sub(self.gathered.len());
            let ends = column.offsets[row + 1..=next].iter();
            self.offsets
                .extend(ends.map(|end| O::wrapping_from(end.wrapping_index().wrapping_sub(moved))));
            self.gathered.extend_from_slice(&src[from - base..to - base]);
            if next < stretch.rows.end {
                self.offsets.push(O::wrapping_from(self.gathered.len()));
            }
            row = next + 1;
        }
        Ok(())
    }

    /// Puts the lenient decoding of these rows, which are empty, between the others.
    fn insert_lenient(
        &mut self,
        stretch: &Stretch<'_>,
        first: usize,
        alone: &[usize],
    ) -> Result<(), RowError> {
        let others = core::mem::take(&mut self.octets);
        let (mut row, mut from) = (stretch.rows.start, 0);
        for next in alone.iter().copied().chain([stretch.rows.end]) {
            let ends = &mut self.ends[first + row - stretch.rows.start..];
            let (ends, after) = ends.split_at_mut(next - row);
            let to = ends.last().map_or(from, |end| end.wrapping_index() - stretch.start);
            let moved = self.octets.len().wrapping_sub(from);
            for end in ends {
                *end = O::wrapping_from(end.wrapping_index().wrapping_add(moved));
            }
            self.octets.try_reserve(to - from)?;
            self.octets.extend_from_slice(&others[from..to]);
            if let Some(end) = after.first_mut() {
                let appended = self.view.row(next)?.try_append_to(&mut self.octets);
                appended.map_err(|error| row_error(next, error))?;
                *end = O::wrapping_from(stretch.start + self.octets.len());
            }
            (row, from) = (next + 1, to);
        }
        Ok(())
    }
}

/// Whether a triplet would go on after these octets.
fn ends_within_triplet(octets: &[u8]) -> bool {
    matches!(octets, [.., b'%'] | [.., b'%', _])
}

/// The length of the decoding of text without malformed triplets. For other text the result is an estimate, and takes less time than the
/// exact length.
fn well_formed_room(src: &[u8]) -> usize {
    // So few at a time that their count fits in a byte, so that the compiler can use vectors.
    let percents = src
        .chunks(128)
        .map(|part| usize::from(part.iter().map(|octet| u8::from(*octet == b'%')).sum::<u8>()));
    src.len().saturating_sub(2 * percents.sum::<usize>())
}
