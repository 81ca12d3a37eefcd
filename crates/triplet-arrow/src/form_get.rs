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
use crate::unchecked::{Places, TextRows, ToText};

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
        let (mut places, mut count) = (Places::new(), 0);
        let done = form_values(values, offsets, name, |place| {
            let row = self.valid.len() + count;
            if let Some(place) = place
                && nulls.is_none_or(|nulls| nulls.is_valid(row))
            {
                places.set(count, place);
            }
            count += 1;
            if count == Places::ROWS {
                self.append(values, &mut places, count);
                count = 0;
            }
        });
        done.map_err(|error| column_error(error, first))?;
        self.append(values, &mut places, count);
        Ok(())
    }

    fn append(&mut self, values: &[u8], places: &mut Places, count: usize) {
        for (index, word) in places.valid(count).iter().enumerate() {
            let rows = (count - 64 * index).min(64);
            self.valid.append_packed_range(0..rows, &word.to_le_bytes());
        }
        places.append_to(values, count, &mut self.written, &mut self.ends);
    }

    /// Malformed triplets are kept, and what is not text becomes U+FFFD.
    fn into_array(mut self) -> Result<GenericStringArray<O>, ColumnError> {
        const DECODE: ToText = ToText::Decode { plus: true, malformed: Malformed::Lossy };
        let nulls = NullBuffer::new(self.valid.finish());
        let (written, ends) = if DECODE.keeps(&self.written) {
            match TextRows::of_text(self.written, self.ends) {
                Ok(rows) => return Ok(rows.into_array(Some(nulls))),
                Err(given) => given,
            }
        } else {
            (self.written, self.ends)
        };
        let mut rows = TextRows::new();
        let done = rows.append(DECODE, &written, &ends, &[]);
        done.map_err(|error| column_error(error, 0))?;
        Ok(rows.into_array(Some(nulls)))
    }
}
