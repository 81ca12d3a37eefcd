//! Encoding and decoding in UTF-8: all rows of a column together, by the library's `rows`.
//!
//! Columns with offsets are handed to it as they are. The rows of a column of views lie anywhere, or in the views: as many as fit into
//! the first cache are gathered in a buffer, and views of their results are made.
#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType, GenericBinaryType, GenericStringType};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use triplet::rows::{Offset, RowError, decode_rows};

use crate::call::Malformed;
use crate::error::{ColumnError, unexpected};
use crate::offsets::with_nulls;
use crate::unchecked::{TextRows, TextViews, ToText};
use crate::view::{INLINE, length, without_junk};

impl ToText {
    /// The length of a prefix without a change. The borders between values do not matter.
    pub(crate) fn unchanged_up_to(self, values: &[u8]) -> usize {
        match self {
            ToText::Encode(set) => triplet::encode(values, set).unchanged_up_to(),
            ToText::Decode { plus: true, .. } => {
                triplet::decode(values).plus_as_space().unchanged_up_to()
            }
            ToText::Decode { .. } => triplet::decode(values).unchanged_up_to(),
        }
    }

    /// Whether values stay as they are. The borders between them do not matter.
    pub(crate) fn keeps(self, values: &[u8]) -> bool {
        self.unchanged_up_to(values) == values.len()
    }

    /// Whether a result of the length of its value can differ from it: a space that is written as `+`, or the other way round, and
    /// U+FFFD in place of a triplet.
    fn may_keep_length(self) -> bool {
        match self {
            ToText::Encode(set) => set.writes_space_as_plus(),
            ToText::Decode { plus, malformed } => plus || malformed == Malformed::Lossy,
        }
    }
}

/// The error of some rows of a column. Row `first` of the column is the first of these rows.
#[cold]
pub(crate) fn column_error(error: RowError, first: usize) -> ColumnError {
    match error {
        RowError::Decode { row, error, .. } => ColumnError::at(first + row, error.into()),
        RowError::TooLong { row, .. } => ColumnError::TooLong { row: first + row },
        RowError::Reserve(error) => error.into(),
        // Arrow has checked the offsets.
        error => ColumnError::Columns { message: error.to_string() },
    }
}

/// A column with offsets.
struct Column<'a, O: OffsetSizeTrait> {
    offsets: &'a OffsetBuffer<O>,
    /// The values of the whole column. A slice has some of them.
    values: &'a [u8],
    nulls: Option<&'a NullBuffer>,
}

impl<'a, O: OffsetSizeTrait> Column<'a, O> {
    fn of<T: ByteArrayType<Offset = O>>(column: &'a GenericByteArray<T>) -> Column<'a, O> {
        Column { offsets: column.offsets(), values: column.value_data(), nulls: column.nulls() }
    }

    /// The values of the rows.
    fn all(&self) -> &'a [u8] {
        &self.values[self.offsets[0].as_usize()..self.offsets[self.offsets.len() - 1].as_usize()]
    }

    /// The null rows that hold something. The content may be anything.
    fn junk(&self) -> Vec<usize> {
        let Some(nulls) = self.nulls.filter(|nulls| nulls.null_count() > 0) else {
            return Vec::new();
        };
        let holds = |row: &usize| self.offsets[*row] < self.offsets[row + 1];
        let null = (!nulls.inner()).set_indices().collect::<Vec<_>>();
        null.into_iter().filter(holds).collect()
    }
}

/// The results as text. `None` if no value changes.
pub(crate) fn text<T: ByteArrayType<Offset: Offset + Default>>(
    column: &GenericByteArray<T>,
    function: ToText,
) -> Result<Option<ArrayRef>, ColumnError> {
    let column = Column::of(column);
    let all = column.all();
    let junk = column.junk();
    let mut rows = TextRows::new();
    let done = rows.append(function, column.values, column.offsets, &junk);
    done.map_err(|error| column_error(error, 0))?;
    let is_same = rows.failed().is_empty() && junk.is_empty() && rows.values().as_bytes() == all;
    if is_same {
        return Ok(None);
    }
    let nulls = with_nulls(column.nulls, rows.failed(), column.offsets.len() - 1);
    Ok(Some(Arc::new(rows.into_array(nulls))))
}

/// Whether all values of the rows stay as they are.
pub(crate) fn keeps_all<T: ByteArrayType>(column: &GenericByteArray<T>, function: ToText) -> bool {
    function.keeps(Column::of(column).all())
}

/// The decoded octets. `None` if no value changes.
pub(crate) fn octets<T: ByteArrayType<Offset: Offset + Default>>(
    column: &GenericByteArray<T>,
    plus: bool,
) -> Result<Option<ArrayRef>, ColumnError> {
    let column = Column::of(column);
    if (ToText::Decode { plus, malformed: Malformed::Error }).keeps(column.all()) {
        return Ok(None);
    }
    let junk = column.junk();
    let view = decode_rows(column.values, column.offsets).skip(&junk);
    let view = if plus { view.plus_as_space() } else { view };
    let (mut values, mut ends) = (Vec::new(), vec![T::Offset::default()]);
    view.append_to(&mut values, &mut ends).map_err(|error| column_error(error, 0))?;
    values.shrink_to_fit();
    let (ends, values) = (OffsetBuffer::new(ends.into()), Buffer::from(values));
    let nulls = column.nulls.cloned();
    let made = GenericByteArray::<GenericBinaryType<T::Offset>>::try_new(ends, values, nulls);
    made.map(|made| Some(Arc::new(made) as ArrayRef)).map_err(unexpected)
}

/// The octets that are gathered, and the rows.
const GATHERED: usize = 32 << 10;
const ROWS: usize = 8 << 10;

/// Rows of views, one after the other.
struct Gathered {
    octets: Vec<u8>,
    ends: Vec<usize>,
}

impl Gathered {
    fn new() -> Gathered {
        // Room after the end, so that whole blocks are copied.
        Gathered { octets: vec![0; GATHERED + 32], ends: vec![0] }
    }

    /// Gathers the rows from one on, as many as there is room for, and at least one: their octets, and their offsets there.
    fn fill<'s, T: ByteViewType>(
        &'s mut self,
        column: &'s GenericByteViewArray<T>,
        first: usize,
    ) -> (&'s [u8], &'s [usize]) {
        let buffers = column.data_buffers();
        let mut filled = 0;
        self.ends.truncate(1);
        let views = &column.views()[first..column.len().min(first + ROWS)];
        for view in views {
            let (at, length) = (filled, length(*view));
            if at + length > GATHERED {
                break;
            }
            if length <= INLINE {
                self.octets[at..at + 12].copy_from_slice(&view.to_le_bytes()[4..]);
            } else {
                let buffer: &[u8] = &buffers[(view >> 64) as u32 as usize];
                let from = &buffer[(view >> 96) as usize..];
                match from.first_chunk::<32>() {
                    Some(block) if length <= 32 => {
                        self.octets[at..at + 32].copy_from_slice(block);
                    }
                    _ => self.octets[at..at + length].copy_from_slice(&from[..length]),
                }
            }
            filled += length;
            self.ends.push(filled);
        }
        if self.ends.len() == 1 {
            // A row that is longer than the room is where it is.
            let value: &[u8] = column.value(first).as_ref();
            self.ends.push(value.len());
            return (value, &self.ends);
        }
        (&self.octets[..filled], &self.ends)
    }
}

/// Calls a function for some rows of a column of views at a time, one after the other, with their offsets. The rows that are null are
/// empty.
pub(crate) fn each_of_views(
    column: &ArrayRef,
    mut f: impl FnMut(&[u8], &[usize]) -> Result<(), ColumnError>,
) -> Result<(), ColumnError> {
    fn each<T: ByteViewType>(
        column: &GenericByteViewArray<T>,
        f: &mut impl FnMut(&[u8], &[usize]) -> Result<(), ColumnError>,
    ) -> Result<(), ColumnError> {
        if let Some(sound) = without_junk(column)? {
            return each(&sound, f);
        }
        let (mut gathered, mut row) = (Gathered::new(), 0);
        while row < column.len() {
            let (values, ends) = gathered.fill(column, row);
            f(values, ends)?;
            row += ends.len() - 1;
        }
        Ok(())
    }
    match column.data_type() {
        DataType::Utf8View => each(column.as_string_view(), &mut f),
        DataType::BinaryView => each(column.as_binary_view(), &mut f),
        found => Err(ColumnError::Type { found: found.clone() }),
    }
}

/// How many rows of a column of views, from the first one on, stay as they are. The function is given the octets of some rows, one
/// after the other, and their offsets, and returns how many of them stay; `None` ends the search without an answer. The views of
/// null rows are empty.
pub(crate) fn unchanged_views<T: ByteViewType>(
    column: &GenericByteViewArray<T>,
    unchanged: impl Fn(&[u8], &[usize]) -> Option<usize>,
) -> Option<usize> {
    let (mut gathered, mut row) = (Gathered::new(), 0);
    while row < column.len() {
        let (values, ends) = gathered.fill(column, row);
        let stay = unchanged(values, ends)?;
        row += stay;
        if stay < ends.len() - 1 {
            break;
        }
    }
    Some(row)
}

/// The results of a column of views, from row `first` on; those before it stay. The views of null rows are empty.
pub(crate) fn views<T: ByteViewType>(
    column: &GenericByteViewArray<T>,
    function: ToText,
    first: usize,
) -> Result<Option<ArrayRef>, ColumnError> {
    let mut made = TextViews::new(column)?;
    if first > 0 {
        made.keep(first);
    }
    let (mut gathered, mut rows) = (Gathered::new(), TextRows::<usize>::new());
    let (mut failed, mut changes) = (Vec::new(), false);
    let is_text = TextViews::<T>::is_text();
    // A row that is as long as before is the same.
    let length_tells = is_text && !function.may_keep_length();
    let mut row = first;
    while row < column.len() {
        let (from, (values, ends)) = (row, gathered.fill(column, row));
        row += ends.len() - 1;
        if is_text && function.keeps(values) {
            made.keep(row - from);
            continue;
        }
        rows.clear();
        let done = rows.append(function, values, ends, &[]);
        done.map_err(|error| column_error(error, from))?;
        failed.extend(rows.failed().iter().map(|row| from + row));
        for (index, (old, new)) in ends.windows(2).zip(rows.ends().windows(2)).enumerate() {
            let is_as_long = old[1] - old[0] == new[1] - new[0];
            if is_as_long && length_tells {
                made.keep(1);
            } else if !(is_as_long && made.keep_if(&rows, index)) {
                made.push(&rows, index)?;
                changes = true;
            }
        }
    }
    if !changes && failed.is_empty() && is_text {
        return Ok(None);
    }
    let nulls = with_nulls(column.nulls(), &failed, column.len());
    Ok(Some(Arc::new(made.into_array(nulls))))
}

/// The rows of a column that cannot be decoded to text. What they are decoded to is written to the first cache, and forgotten.
pub(crate) fn failed(column: &ArrayRef) -> Result<Vec<usize>, ColumnError> {
    const DECODE: ToText = ToText::Decode { plus: false, malformed: Malformed::Null };

    fn of_offsets<T: ByteArrayType<Offset: Offset + Default>>(
        column: &GenericByteArray<T>,
    ) -> Result<Vec<usize>, ColumnError> {
        if T::DATA_TYPE == GenericStringType::<T::Offset>::DATA_TYPE && keeps_all(column, DECODE) {
            return Ok(Vec::new());
        }
        let column = Column::of(column);
        let (junk, mut failed, mut rows) = (column.junk(), Vec::new(), TextRows::new());
        let count = column.offsets.len() - 1;
        for first in (0..count).step_by(ROWS) {
            let end = count.min(first + ROWS);
            let from = junk.partition_point(|row| *row < first);
            let to = junk.partition_point(|row| *row < end);
            let skip: Vec<usize> = junk[from..to].iter().map(|row| row - first).collect();
            rows.clear();
            let done = rows.append(DECODE, column.values, &column.offsets[first..=end], &skip);
            done.map_err(|error| column_error(error, first))?;
            failed.extend(rows.failed().iter().map(|row| first + row));
        }
        Ok(failed)
    }
    fn of_views(column: &ArrayRef) -> Result<Vec<usize>, ColumnError> {
        let (mut failed, mut from, mut rows) = (Vec::new(), 0, TextRows::<usize>::new());
        each_of_views(column, |values, ends| {
            rows.clear();
            let done = rows.append(DECODE, values, ends, &[]);
            done.map_err(|error| column_error(error, from))?;
            failed.extend(rows.failed().iter().map(|row| from + row));
            from += ends.len() - 1;
            Ok(())
        })?;
        Ok(failed)
    }
    match column.data_type() {
        DataType::Utf8 => of_offsets(column.as_string::<i32>()),
        DataType::LargeUtf8 => of_offsets(column.as_string::<i64>()),
        DataType::Binary => of_offsets(column.as_binary::<i32>()),
        DataType::LargeBinary => of_offsets(column.as_binary::<i64>()),
        _ => of_views(column),
    }
}
