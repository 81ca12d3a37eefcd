//! Columns of text that Arrow does not validate once more: the only `unsafe` of the crate.
//!
//! Arrow's own constructors validate all values as UTF-8, and that each row begins and ends with a character. That takes as long as
//! decoding the column. `triplet::rows` has validated both when it appended the rows. The types of this
//! file keep both true: their fields are private, and only the methods here write to them.
//!
//! With debug assertions, which all tests have, and with the feature `force_validate` of `arrow-array`, Arrow validates each column
//! that is made here.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::ByteViewType;
use arrow_array::{
    Array, ArrayRef, GenericByteViewArray, GenericStringArray, OffsetSizeTrait, StringViewArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use triplet::rows::{Offset, RowError, decode_rows, encode_rows};
use triplet::set::EncodeSet;

use crate::call::Malformed;
use crate::error::ColumnError;
use crate::view::{INLINE, length};

/// A function from rows to rows of text.
#[derive(Clone, Copy)]
pub(crate) enum ToText {
    /// Encodes under a set.
    Encode(EncodeSet),
    /// Decodes to text in UTF-8.
    Decode { plus: bool, malformed: Malformed },
}

/// Rows of text in one string.
///
/// Invariant: `ends` begin with 0, are in order and end with the length of `values`, and a character ends at each.
pub(crate) struct TextRows<O> {
    values: String,
    ends: Vec<O>,
    /// The rows that have become null, and are empty.
    failed: Vec<usize>,
}

impl<O: Offset + Default> TextRows<O> {
    pub(crate) fn new() -> TextRows<O> {
        TextRows { values: String::new(), ends: vec![O::default()], failed: Vec::new() }
    }

    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.ends.truncate(1);
        self.failed.clear();
    }

    /// Rows that are text as they are. What was given comes back if one is not.
    pub(crate) fn of_text(values: Vec<u8>, ends: Vec<O>) -> Result<TextRows<O>, (Vec<u8>, Vec<O>)>
    where
        O: OffsetSizeTrait,
    {
        let values = match String::from_utf8(values) {
            Ok(values) => values,
            Err(error) => return Err((error.into_bytes(), ends)),
        };
        let ends_character = |end: &O| values.is_char_boundary(end.as_usize());
        let are_rows = ends.first() == Some(&O::zero())
            && ends.last().is_some_and(|end| end.as_usize() == values.len())
            && ends.is_sorted()
            && (values.is_ascii() || ends.iter().all(ends_character));
        if are_rows {
            Ok(TextRows { values, ends, failed: Vec::new() })
        } else {
            Err((values.into_bytes(), ends))
        }
    }

    /// Appends the results of rows, as the library does; it keeps the invariant.
    pub(crate) fn append(
        &mut self,
        function: ToText,
        values: &[u8],
        offsets: &[O],
        skip: &[usize],
    ) -> Result<(), RowError> {
        let TextRows { values: out, ends, failed } = self;
        match function {
            ToText::Encode(set) => {
                encode_rows(values, offsets, set).skip(skip).append_to(out, ends)
            }
            ToText::Decode { plus, malformed } => {
                let view = decode_rows(values, offsets).skip(skip);
                let view = if plus { view.plus_as_space() } else { view };
                match malformed {
                    Malformed::Error => view.append_text_to(out, ends),
                    Malformed::Null => view.try_append_text_to(out, ends, failed),
                    Malformed::Lossy => view.lenient().append_lossy_to(out, ends),
                }
            }
        }
    }

    pub(crate) fn values(&self) -> &str {
        &self.values
    }

    pub(crate) fn ends(&self) -> &[O] {
        &self.ends
    }

    pub(crate) fn failed(&self) -> &[usize] {
        &self.failed
    }
}

impl<O: Offset + OffsetSizeTrait> TextRows<O> {
    /// The rows as a column. There are as many nulls as rows.
    pub(crate) fn into_array(self, nulls: Option<NullBuffer>) -> GenericStringArray<O> {
        let mut values = self.values.into_bytes();
        values.shrink_to_fit();
        let rows = self.ends.len() - 1;
        assert!(nulls.as_ref().is_none_or(|nulls| nulls.len() == rows), "a null for each row");
        let (ends, values) = (ScalarBuffer::from(self.ends), Buffer::from(values));
        if cfg!(debug_assertions) {
            return GenericStringArray::new(OffsetBuffer::new(ends), values, nulls);
        }
        // SAFETY: by the invariant the offsets are in order, within the values, and a character ends at each of them; the values
        // are UTF-8, because they were a string. There is a null for each row.
        unsafe {
            GenericStringArray::new_unchecked(OffsetBuffer::new_unchecked(ends), values, nulls)
        }
    }
}

/// The octets of a view that are its value, by its length.
const VALUE: [u128; INLINE + 1] = {
    let mut masks = [0; INLINE + 1];
    let mut length = 1;
    while length <= INLINE {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};

/// A column of text views that is being made of another column of views: of rows that stay, and of results.
///
/// Invariant: each view is one of `given` whose value is text; or it holds its text; or its text is in one of the `made` buffers,
/// or at the end of `last`, which will be the one after those. The number of a buffer counts the given ones first.
pub(crate) struct TextViews<'g, T: ByteViewType> {
    given: &'g GenericByteViewArray<T>,
    views: Vec<u128>,
    made: Vec<Buffer>,
    last: Vec<u8>,
    /// Whether the text of a row that stayed is in a given buffer.
    shares: bool,
}

impl<'g, T: ByteViewType> TextViews<'g, T> {
    /// Whether each value that was given is text.
    pub(crate) fn is_text() -> bool {
        T::DATA_TYPE == DataType::Utf8View
    }

    pub(crate) fn new(given: &'g GenericByteViewArray<T>) -> Result<Self, ColumnError> {
        let mut views = Vec::new();
        views.try_reserve_exact(given.len())?;
        Ok(TextViews { given, views, made: Vec::new(), last: Vec::new(), shares: false })
    }

    /// Takes the next rows as they are. The rows are text.
    pub(crate) fn keep(&mut self, count: usize) {
        assert!(
            Self::is_text(),
            "values that have not been validated stay only if they are compared"
        );
        let row = self.views.len();
        let views = &self.given.views()[row..row + count];
        self.shares |= views.iter().any(|view| length(*view) > INLINE);
        self.views.extend_from_slice(views);
    }

    /// Takes the next row as it is, if its value is this text. Says whether it did.
    pub(crate) fn keep_if(&mut self, rows: &TextRows<usize>, row: usize) -> bool {
        let given: &[u8] = self.given.value(self.views.len()).as_ref();
        let is_same = *given == rows.values.as_bytes()[rows.ends[row]..rows.ends[row + 1]];
        if is_same {
            let view = self.given.views()[self.views.len()];
            self.shares |= length(view) > INLINE;
            self.views.push(view);
        }
        is_same
    }

    /// Appends the result of the next row.
    pub(crate) fn push(&mut self, rows: &TextRows<usize>, row: usize) -> Result<(), ColumnError> {
        let (start, end) = (rows.ends[row], rows.ends[row + 1]);
        // Whole blocks are copied where there are some: the lengths of rows cannot be foreseen.
        let from = &rows.values.as_bytes()[start..];
        let octets = &from[..end - start];
        if octets.len() <= INLINE {
            let block = from.first_chunk().copied().unwrap_or_else(|| {
                let mut block = [0; 16];
                block[..octets.len()].copy_from_slice(octets);
                block
            });
            let value = u128::from_le_bytes(block) & VALUE[octets.len()];
            self.views.push(value << 32 | octets.len() as u128);
            return Ok(());
        }
        let too_long = ColumnError::TooLong { row: self.views.len() };
        let length = u32::try_from(octets.len()).map_err(|_| too_long)?;
        if self.last.len() + octets.len() > i32::MAX as usize && !self.last.is_empty() {
            self.made.push(std::mem::take(&mut self.last).into());
        }
        let offset = self.last.len();
        self.last.try_reserve(octets.len().max(32))?;
        match from.first_chunk::<32>() {
            Some(block) if octets.len() <= 32 => {
                self.last.extend_from_slice(block);
                self.last.truncate(offset + octets.len());
            }
            _ => self.last.extend_from_slice(octets),
        }
        let prefix = [octets[0], octets[1], octets[2], octets[3]];
        let buffer = self.given.data_buffers().len() + self.made.len();
        self.views.push(
            u128::from(length)
                | u128::from(u32::from_le_bytes(prefix)) << 32
                | (buffer as u128) << 64
                | (offset as u128) << 96,
        );
        Ok(())
    }

    /// The rows as a column. There are as many as there were, and as many nulls.
    pub(crate) fn into_array(mut self, nulls: Option<NullBuffer>) -> StringViewArray {
        let rows = self.given.len();
        assert_eq!(self.views.len(), rows, "a view for each row");
        assert!(nulls.as_ref().is_none_or(|nulls| nulls.len() == rows), "a null for each row");
        let given = self.given.data_buffers();
        let mut buffers = Vec::new();
        if self.shares {
            buffers.extend_from_slice(given);
        } else {
            // No view has the number of a given buffer.
            let removed = (given.len() as u128) << 64;
            for view in self.views.iter_mut().filter(|view| length(**view) > INLINE) {
                *view -= removed;
            }
        }
        buffers.append(&mut self.made);
        if !self.last.is_empty() {
            self.last.shrink_to_fit();
            buffers.push(self.last.into());
        }
        let views = ScalarBuffer::from(self.views);
        if cfg!(debug_assertions) {
            return StringViewArray::new(views, buffers, nulls);
        }
        // SAFETY: by the invariant each view has its text in itself, with NUL after it, or in the buffer of its number, with its
        // first four octets in the view; and it is UTF-8, as all of `given` that stayed. There is a null for each row.
        unsafe { StringViewArray::new_unchecked(views, buffers, nulls) }
    }
}

/// Where the pieces of some rows are in the values of a column.
pub(crate) struct Places {
    starts: [usize; Places::ROWS],
    /// 0 for a row without a piece.
    lengths: [usize; Places::ROWS],
    /// A bit for each row with a piece.
    valid: [u64; Places::ROWS / 64],
}

impl Places {
    /// How many rows have a place. A multiple of 64.
    pub(crate) const ROWS: usize = 256;

    pub(crate) fn new() -> Places {
        let (starts, lengths) = ([0; Places::ROWS], [0; Places::ROWS]);
        Places { starts, lengths, valid: [0; Places::ROWS / 64] }
    }

    /// Sets the piece of a row. No piece of the row was set since all were forgotten.
    #[inline(always)]
    pub(crate) fn set(&mut self, row: usize, piece: Range<usize>) {
        self.starts[row] = piece.start;
        self.lengths[row] = piece.len();
        self.valid[row / 64] |= 1 << (row % 64);
    }

    /// The bits of the first `count` rows: whether each has a piece.
    pub(crate) fn valid(&self, count: usize) -> &[u64] {
        &self.valid[..count.div_ceil(64)]
    }

    /// How many octets the pieces have.
    fn octets(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Appends the pieces of the first `count` rows to `out`, and the offset at which each ends to `ends`. All places are forgotten then.
    /// Panics if an offset cannot be that large.
    pub(crate) fn append_to<O: OffsetSizeTrait>(
        &mut self,
        values: &[u8],
        count: usize,
        out: &mut Vec<u8>,
        ends: &mut Vec<O>,
    ) {
        let mut at = out.len();
        let end = at + self.octets();
        O::from_usize(end).expect("pieces are not longer than their texts");
        // Whole blocks are copied where there are some: the lengths of pieces cannot be foreseen.
        out.resize(end + 32, 0);
        let places = self.starts[..count].iter().zip(&self.lengths);
        ends.extend(places.map(|(&start, &length)| {
            let from = &values[start..];
            match from.first_chunk::<32>() {
                Some(block) if length <= 32 => copy_block(block, &mut out[at..]),
                _ => out[at..at + length].copy_from_slice(&from[..length]),
            }
            at += length;
            O::usize_as(at)
        }));
        out.truncate(end);
        self.lengths.fill(0);
        // The start of a row without a piece is in any values.
        self.starts.fill(0);
        self.valid.fill(0);
    }
}

/// Copies a block to the start of a buffer. As numbers: the compiler makes one call for two copies of slices, of a length that varies.
#[inline(always)]
fn copy_block(block: &[u8; 32], to: &mut [u8]) {
    let (from, to) = (block.as_chunks::<16>().0, to[..32].as_chunks_mut::<16>().0);
    for (from, to) in from.iter().zip(to) {
        *to = u128::from_ne_bytes(*from).to_ne_bytes();
    }
}

/// A column of text whose rows are pieces of other texts, or null.
///
/// Invariant: `values` are UTF-8; `ends` begin with 0, are in order and end with the length of `values`, and a character ends at each.
/// There is a bit for each row that was appended. A column without a piece has neither ends nor bits.
pub(crate) struct Pieces<O> {
    values: Vec<u8>,
    ends: Vec<O>,
    valid: Vec<u64>,
    /// The rows that were appended, and those that there will be.
    rows: usize,
    all: usize,
    /// The octets of all texts.
    octets: usize,
}

impl<O: OffsetSizeTrait> Pieces<O> {
    /// A column that will have `all` rows. Each row is a piece of a text. The texts together have `octets` octets.
    pub(crate) fn new(all: usize, octets: usize) -> Pieces<O> {
        let (values, ends, valid) = (Vec::new(), Vec::new(), Vec::new());
        Pieces { values, ends, valid, rows: 0, all, octets }
    }

    /// Appends this many rows: the pieces of values at these places, which are then forgotten. A piece begins and ends with a
    /// character. Rows are appended by multiples of 64, unless they are the last ones.
    pub(crate) fn append(&mut self, values: &[u8], places: &mut Places, count: usize) {
        let before = self.rows;
        assert!(before.is_multiple_of(64), "the bits of the next rows begin a word");
        assert!(count <= self.all - before, "as many rows as were announced");
        self.rows += count;
        let words = places.valid(count);
        if self.ends.is_empty() {
            if words.iter().all(|word| *word == 0) {
                return;
            }
            // With less room the vectors would grow. The system gives new memory for each growth.
            self.ends = Vec::with_capacity(self.all + 1);
            self.ends.resize(before + 1, O::zero());
            self.valid = Vec::with_capacity(self.all.div_ceil(64));
            self.valid.resize(before / 64, 0);
            // If the other rows are like these. Where memory is refused, the vector grows by itself.
            let more = (self.all - before) / count + 1;
            let room = places.octets().saturating_mul(more).min(self.octets) + 32;
            drop(self.values.try_reserve(room));
        }
        self.valid.extend(words.iter().map(|word| word.to_le()));
        let start = self.values.len();
        places.append_to(values, count, &mut self.values, &mut self.ends);
        let text = str::from_utf8(&self.values[start..]).expect("pieces of text");
        let ends_character = |end: &O| text.is_char_boundary(end.as_usize() - start);
        let ends = &self.ends[before + 1..];
        assert!(text.is_ascii() || ends.iter().all(ends_character), "no character is divided");
    }

    /// The rows as a column. `None` if all are null.
    pub(crate) fn into_array(self) -> Option<ArrayRef> {
        assert_eq!(self.rows, self.all, "as many rows as were announced");
        if self.ends.is_empty() {
            return None;
        }
        let mut values = self.values;
        values.shrink_to_fit();
        let (ends, values) = (ScalarBuffer::from(self.ends), Buffer::from(values));
        let valid = BooleanBuffer::new(Buffer::from(self.valid), 0, self.all);
        let nulls = Some(NullBuffer::new(valid));
        if cfg!(debug_assertions) {
            return Some(Arc::new(GenericStringArray::<O>::new(
                OffsetBuffer::new(ends),
                values,
                nulls,
            )));
        }
        // SAFETY: by the invariant the offsets are in order, within the values, and a character ends at each of them; the values
        // are UTF-8. There is a null for each row.
        let made = unsafe {
            GenericStringArray::<O>::new_unchecked(OffsetBuffer::new_unchecked(ends), values, nulls)
        };
        Some(Arc::new(made))
    }
}

/// Columns of views whose rows are pieces of the texts of a column of views, or null: those that are too long for a view are where the
/// text is.
///
/// Invariant: a view is empty, holds its text, or its text is in the buffer of `given` with its number. A column has a bit and a view
/// for each row, or is without views, and then all its rows are null.
pub(crate) struct PieceViews<'g, T: ByteViewType, const COLUMNS: usize> {
    given: &'g GenericByteViewArray<T>,
    columns: [PieceColumn; COLUMNS],
}

#[derive(Default)]
struct PieceColumn {
    views: Vec<u128>,
    valid: Vec<u64>,
    /// Whether the text of a piece is in a given buffer.
    shares: bool,
}

impl<'g, T: ByteViewType, const COLUMNS: usize> PieceViews<'g, T, COLUMNS> {
    /// Columns of as many rows as were given. All are null.
    pub(crate) fn new(given: &'g GenericByteViewArray<T>) -> Self {
        PieceViews { given, columns: std::array::from_fn(|_| PieceColumn::default()) }
    }

    /// A row, to set the pieces of its text.
    #[inline(always)]
    pub(crate) fn row<'p>(&'p mut self, row: usize, text: &'p str) -> PiecesOfRow<'p, COLUMNS> {
        let value: &[u8] = self.given.value(row).as_ref();
        assert!(value.as_ptr() == text.as_ptr() && value.len() == text.len(), "it is its text");
        let view = self.given.views()[row];
        let from = if text.len() <= INLINE {
            &[]
        } else {
            let buffer = &self.given.data_buffers()[(view >> 64) as u32 as usize];
            &buffer[(view >> 96) as usize..]
        };
        PiecesOfRow { columns: &mut self.columns, rows: self.given.len(), row, text, view, from }
    }

    /// The columns. `None` where all rows are null.
    pub(crate) fn into_arrays(self) -> [Option<ArrayRef>; COLUMNS] {
        let given = self.given;
        self.columns.map(|column| column.into_array(given))
    }
}

/// A row of views, and the columns for the pieces of its text.
pub(crate) struct PiecesOfRow<'p, const COLUMNS: usize> {
    columns: &'p mut [PieceColumn; COLUMNS],
    rows: usize,
    row: usize,
    text: &'p str,
    view: u128,
    /// The buffer that has the text, from the text on; empty if the view holds the text.
    from: &'p [u8],
}

impl<const COLUMNS: usize> PiecesOfRow<'_, COLUMNS> {
    /// Sets the row of a column to a piece of the text.
    #[inline(always)]
    pub(crate) fn set(&mut self, column: usize, piece: Range<usize>) {
        let octets = self.text[piece.clone()].as_bytes();
        let size = octets.len();
        let block = if self.text.len() <= INLINE {
            self.view >> 32 >> (8 * piece.start)
        } else if let Some(block) = self.from[piece.start..].first_chunk() {
            u128::from_le_bytes(*block)
        } else {
            let (mut block, size) = ([0; 16], size.min(16));
            block[..size].copy_from_slice(&octets[..size]);
            u128::from_le_bytes(block)
        };
        let column = &mut self.columns[column];
        let made = if size <= INLINE {
            (block & VALUE[size]) << 32
        } else {
            column.shares = true;
            let place = (self.view >> 64) + ((piece.start as u128) << 32);
            place << 64 | (block & VALUE[4]) << 32
        };
        column.set(self.row, self.rows, made | size as u128);
    }
}

impl PieceColumn {
    /// Sets the view of a row.
    #[inline(always)]
    fn set(&mut self, row: usize, rows: usize, view: u128) {
        if self.views.is_empty() {
            self.views = vec![0; rows];
            self.valid = vec![0; rows.div_ceil(64)];
        }
        self.views[row] = view;
        self.valid[row / 64] |= (1_u64 << (row % 64)).to_le();
    }

    fn into_array<T: ByteViewType>(self, given: &GenericByteViewArray<T>) -> Option<ArrayRef> {
        if self.views.is_empty() {
            return None;
        }
        let buffers = if self.shares { given.data_buffers().to_vec() } else { Vec::new() };
        let views = ScalarBuffer::from(self.views);
        let valid = BooleanBuffer::new(Buffer::from(self.valid), 0, given.len());
        let nulls = Some(NullBuffer::new(valid));
        if cfg!(debug_assertions) {
            return Some(Arc::new(StringViewArray::new(views, buffers, nulls)));
        }
        // SAFETY: by the invariant each view has its text in itself, with NUL after it, or in the buffer of its number, with its
        // first four octets in the view; a piece of text is UTF-8. There is a null for each row.
        Some(Arc::new(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) }))
    }
}
