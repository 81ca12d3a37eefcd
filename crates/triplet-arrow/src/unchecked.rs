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
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
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

/// Columns of text whose rows are pieces of the text of other rows, or null.
///
/// Invariant: `ends` begin with 0, are in order, at most one for each row and one more, and none is greater than the length of `values`;
/// the values up to each of them are pieces of text, so that a character ends there. There are as many bits as rows.
pub(crate) struct Pieces<O> {
    values: Vec<u8>,
    ends: Vec<O>,
    valid: BooleanBufferBuilder,
}

impl<O: OffsetSizeTrait> Pieces<O> {
    /// A column of this many rows. All are null.
    pub(crate) fn new(rows: usize) -> Pieces<O> {
        // With less room the vector would grow. The system gives new memory for each growth.
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(O::zero());
        Pieces { values: Vec::new(), ends, valid: all_null(rows) }
    }

    /// Sets a row to a piece of a text. The text is at the start of `from`. Rows are set in order.
    pub(crate) fn push(&mut self, row: usize, text: &str, from: &[u8], piece: Range<usize>) {
        assert!(from.as_ptr() == text.as_ptr() && from.len() >= text.len(), "the text is there");
        assert!(self.ends.len() <= row + 1 && row < self.valid.len(), "the rows are in order");
        let octets = text[piece.clone()].as_bytes();
        let start = self.values.len();
        let end =
            |length: usize| O::from_usize(length).expect("no longer than the text of all rows");
        self.ends.resize(row + 1, end(start));
        // Whole blocks are copied where there are some: the lengths of pieces cannot be foreseen.
        match from[piece.start..].first_chunk::<32>() {
            Some(block) if octets.len() <= 32 => {
                self.values.extend_from_slice(block);
                self.values.truncate(start + octets.len());
            }
            _ => self.values.extend_from_slice(octets),
        }
        self.ends.push(end(self.values.len()));
        self.valid.set_bit(row, true);
    }

    /// The rows as a column.
    pub(crate) fn into_array(mut self) -> ArrayRef {
        let rows = self.valid.len();
        let end = self.ends.last().copied().unwrap_or_default();
        self.ends.resize(rows + 1, end);
        self.values.shrink_to_fit();
        let (ends, values) = (ScalarBuffer::from(self.ends), Buffer::from(self.values));
        let nulls = Some(NullBuffer::new(self.valid.finish()));
        if cfg!(debug_assertions) {
            return Arc::new(GenericStringArray::<O>::new(OffsetBuffer::new(ends), values, nulls));
        }
        // SAFETY: by the invariant the offsets are in order, within the values, and a character ends at each of them; the values
        // are pieces of text. There is a null for each row.
        let made = unsafe {
            GenericStringArray::<O>::new_unchecked(OffsetBuffer::new_unchecked(ends), values, nulls)
        };
        Arc::new(made)
    }
}

/// [`Pieces`] of a column of views, as views: those that are too long for a view are where the text is.
///
/// Invariant: a view is empty, holds its text, or its text is in the buffer of `given` with its number. There are as many bits and views
/// as rows.
pub(crate) struct PieceViews<'g, T: ByteViewType> {
    given: &'g GenericByteViewArray<T>,
    views: Vec<u128>,
    valid: BooleanBufferBuilder,
    /// Whether the text of a piece is in a given buffer.
    shares: bool,
}

impl<'g, T: ByteViewType> PieceViews<'g, T> {
    /// A column of as many rows as were given. All are null.
    pub(crate) fn new(given: &'g GenericByteViewArray<T>) -> Self {
        let views = vec![0; given.len()];
        PieceViews { given, views, valid: all_null(given.len()), shares: false }
    }

    /// Sets a row to a piece of its text.
    pub(crate) fn push(&mut self, row: usize, text: &str, piece: Range<usize>) {
        let value: &[u8] = self.given.value(row).as_ref();
        assert!(value.as_ptr() == text.as_ptr() && value.len() == text.len(), "it is its text");
        let octets = text[piece.clone()].as_bytes();
        let length = octets.len() as u128;
        self.views[row] = if octets.len() <= INLINE {
            let block = value[piece.start..].first_chunk().copied().unwrap_or_else(|| {
                let mut block = [0; 16];
                block[..octets.len()].copy_from_slice(octets);
                block
            });
            (u128::from_le_bytes(block) & VALUE[octets.len()]) << 32 | length
        } else {
            self.shares = true;
            let prefix = [octets[0], octets[1], octets[2], octets[3]];
            let place = (self.given.views()[row] >> 64) + ((piece.start as u128) << 32);
            place << 64 | u128::from(u32::from_le_bytes(prefix)) << 32 | length
        };
        self.valid.set_bit(row, true);
    }

    /// The rows as a column.
    pub(crate) fn into_array(mut self) -> ArrayRef {
        let buffers = if self.shares { self.given.data_buffers().to_vec() } else { Vec::new() };
        let views = ScalarBuffer::from(self.views);
        let nulls = Some(NullBuffer::new(self.valid.finish()));
        if cfg!(debug_assertions) {
            return Arc::new(StringViewArray::new(views, buffers, nulls));
        }
        // SAFETY: by the invariant each view has its text in itself, with NUL after it, or in the buffer of its number, with its
        // first four octets in the view; a piece of text is UTF-8. There is a null for each row.
        Arc::new(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) })
    }
}

/// A bit for each row. No bit is set.
fn all_null(rows: usize) -> BooleanBufferBuilder {
    let mut valid = BooleanBufferBuilder::new(rows);
    valid.append_n(rows, false);
    valid
}
