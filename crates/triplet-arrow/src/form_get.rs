//! The value of a name in each form of a column. The values are copied as they are written, one after the other, and decoded together.
#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ByteArrayType;
use arrow_array::{
    Array, ArrayRef, GenericByteArray, GenericStringArray, OffsetSizeTrait, StringViewArray,
};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::DataType;
use triplet::rows::{Offset, form_values};

use crate::call::Malformed;
use crate::error::ColumnError;
use crate::together::{column_error, each_of_views};
use crate::unchecked::{TextRows, ToText};

/// The decoded value of the first pair with a name, of each row; null if there is none.
pub(crate) fn form_get(column: &ArrayRef, name: &str) -> Result<ArrayRef, ColumnError> {
    fn of_offsets<T: ByteArrayType<Offset: Offset>>(
        column: &GenericByteArray<T>,
        name: &str,
    ) -> Result<ArrayRef, ColumnError> {
        let mut found = Found::<T::Offset>::new(column.len())?;
        found.rows(column.value_data(), column.value_offsets(), name, column.nulls())?;
        Ok(Arc::new(found.into_array()?))
    }
    match column.data_type() {
        DataType::Utf8 => of_offsets(column.as_string::<i32>(), name),
        DataType::LargeUtf8 => of_offsets(column.as_string::<i64>(), name),
        DataType::Binary => of_offsets(column.as_binary::<i32>(), name),
        DataType::LargeBinary => of_offsets(column.as_binary::<i64>(), name),
        _ => {
            let mut found = Found::<i64>::new(column.len())?;
            let nulls = column.nulls();
            each_of_views(column, |values, ends| found.rows(values, ends, name, nulls))?;
            Ok(Arc::new(StringViewArray::from(&found.into_array()?)))
        }
    }
}

/// The values of rows as they are written.
struct Found<O> {
    written: Vec<u8>,
    ends: Vec<O>,
    valid: BooleanBufferBuilder,
}

impl<O: OffsetSizeTrait + Offset> Found<O> {
    fn new(rows: usize) -> Result<Found<O>, ColumnError> {
        let mut ends = Vec::new();
        ends.try_reserve_exact(rows + 1)?;
        ends.push(O::default());
        Ok(Found { written: Vec::new(), ends, valid: BooleanBufferBuilder::new(rows) })
    }

    /// Appends the values of the next rows of a column that has these nulls.
    fn rows<P: Offset>(
        &mut self,
        values: &[u8],
        offsets: &[P],
        name: &str,
        nulls: Option<&NullBuffer>,
    ) -> Result<(), ColumnError> {
        let first = self.valid.len();
        let mut too_long = None;
        let done = form_values(values, offsets, name, |place| {
            let row = self.valid.len();
            let place = place.filter(|_| nulls.is_none_or(|nulls| nulls.is_valid(row)));
            self.valid.append(place.is_some());
            if let Some(place) = place {
                let (start, length) = (self.written.len(), place.len());
                // Whole blocks are copied where there are some: the lengths of values cannot be foreseen.
                match values[place.start..].first_chunk::<32>() {
                    Some(block) if length <= 32 => {
                        self.written.extend_from_slice(block);
                        self.written.truncate(start + length);
                    }
                    _ => self.written.extend_from_slice(&values[place]),
                }
            }
            let end = O::from_usize(self.written.len());
            if end.is_none() {
                too_long.get_or_insert(row);
            }
            self.ends.push(end.unwrap_or_default());
        });
        done.map_err(|error| column_error(error, first))?;
        too_long.map_or(Ok(()), |row| Err(ColumnError::TooLong { row }))
    }

    /// Malformed triplets are kept, and what is not text becomes U+FFFD.
    fn into_array(mut self) -> Result<GenericStringArray<O>, ColumnError> {
        const DECODE: ToText = ToText::Decode { plus: true, malformed: Malformed::Lossy };
        let mut decoded = TextRows::new();
        let done = decoded.append(DECODE, &self.written, &self.ends, &[]);
        done.map_err(|error| column_error(error, 0))?;
        Ok(decoded.into_array(Some(NullBuffer::new(self.valid.finish()))))
    }
}
