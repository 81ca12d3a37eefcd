//! The components of each reference of a column, written straight into the columns of the result. Components of views share the
//! buffers that the references are in.
//!
//! The library splits all rows together. Some rows at a time, the pieces of one component after the other are copied: so each loop
//! writes one column.
#![forbid(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{
    Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait, new_null_array,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{DataType, Fields};
use triplet::rows::{Offset, split_rows};
use triplet::uri::{Component, Spans};

use crate::error::{ColumnError, ValueError};
use crate::text::struct_of;
use crate::together::{column_error, each_of_views};
use crate::unchecked::{PieceViews, Pieces, Places};

/// How many components there are.
const PARTS: usize = Component::ALL.len();

/// A value of a column.
trait Value {
    fn text(&self, row: usize) -> Result<&str, ColumnError>;
}

impl Value for str {
    fn text(&self, _: usize) -> Result<&str, ColumnError> {
        Ok(self)
    }
}

impl Value for [u8] {
    fn text(&self, row: usize) -> Result<&str, ColumnError> {
        str::from_utf8(self).map_err(|error| ColumnError::at(row, ValueError::not_text(error)))
    }
}

/// The components, each as a column.
pub(crate) fn uri_parts(column: &ArrayRef, fields: &Fields) -> Result<ArrayRef, ColumnError> {
    let parts = match column.data_type() {
        DataType::Utf8 => of_offsets(column.as_string::<i32>()),
        DataType::LargeUtf8 => of_offsets(column.as_string::<i64>()),
        DataType::Binary => of_offsets(column.as_binary::<i32>()),
        DataType::LargeBinary => of_offsets(column.as_binary::<i64>()),
        DataType::Utf8View => of_views(column, column.as_string_view()),
        DataType::BinaryView => of_views(column, column.as_binary_view()),
        found => Err(ColumnError::Type { found: found.clone() }),
    }?;
    // One column of nulls serves all components that no row has.
    let mut null = None;
    let columns = fields.iter().zip(parts).map(|(field, part)| {
        part.unwrap_or_else(|| {
            let null = null.get_or_insert_with(|| new_null_array(field.data_type(), column.len()));
            Arc::clone(null)
        })
    });
    struct_of(fields, columns.collect(), column.len(), column.nulls().cloned())
}

/// Calls a function for each component that a reference has, with its index in [`Component::ALL`].
#[inline(always)]
fn each_part(spans: &Spans, mut f: impl FnMut(usize, Range<usize>)) {
    const {
        assert!(matches!(
            Component::ALL,
            [
                Component::Scheme,
                Component::Userinfo,
                Component::Host,
                Component::Port,
                Component::Path,
                Component::Query,
                Component::Fragment
            ]
        ));
    }
    macro_rules! part {
        ($index:literal, $span:expr) => {
            // Not by a closure: it would not be inlined, and would pass the span through memory.
            if let Some(span) = $span {
                f($index, span);
            }
        };
    }
    part!(0, spans.scheme());
    if let Some(authority) = spans.authority() {
        part!(1, authority.userinfo);
        f(2, authority.host);
        part!(3, authority.port);
    }
    f(4, spans.path());
    part!(5, spans.query());
    part!(6, spans.fragment());
}

/// An error for the first row that is not text.
fn check_text<T>(column: &GenericByteArray<T>) -> Result<(), ColumnError>
where
    T: ByteArrayType<Native: Value, Offset: OffsetSizeTrait>,
{
    let offsets = column.value_offsets();
    let (start, end) = (offsets[0].as_usize(), offsets[column.len()].as_usize());
    if column.value_data()[start..end].is_ascii() {
        return Ok(());
    }
    let mut valid = (0..column.len()).filter(|row| column.is_valid(*row));
    valid.try_for_each(|row| column.value(row).text(row).map(drop))
}

fn of_offsets<T>(column: &GenericByteArray<T>) -> Result<[Option<ArrayRef>; PARTS], ColumnError>
where
    T: ByteArrayType<Native: Value, Offset: OffsetSizeTrait + Offset>,
{
    check_text(column)?;
    let (values, offsets) = (column.value_data(), column.value_offsets());
    let octets = offsets[column.len()].as_usize() - offsets[0].as_usize();
    let mut parts = [(); PARTS].map(|()| Pieces::<T::Offset>::new(column.len(), octets));
    let mut places = [(); PARTS].map(|()| Places::new());
    let mut append = |places: &mut [Places; PARTS], count| {
        let parts = parts.iter_mut().zip(places);
        parts.for_each(|(part, places)| part.append(values, places, count));
    };
    let (mut first, mut count) = (0, 0);
    let done = split_rows(values, offsets, |spans| {
        if column.is_valid(first + count) {
            let from = offsets[first + count].as_usize();
            each_part(spans, |part, piece| {
                places[part].set(count, from + piece.start..from + piece.end);
            });
        }
        count += 1;
        if count == Places::ROWS {
            append(&mut places, count);
            (first, count) = (first + count, 0);
        }
    });
    done.map_err(|error| column_error(error, 0))?;
    append(&mut places, count);
    Ok(parts.map(Pieces::into_array))
}

fn of_views<T: ByteViewType<Native: Value>>(
    column: &ArrayRef,
    views: &GenericByteViewArray<T>,
) -> Result<[Option<ArrayRef>; PARTS], ColumnError> {
    let (mut parts, mut first) = (PieceViews::<T, PARTS>::new(views), 0);
    each_of_views(column, |values, ends| {
        let (mut row, mut failed) = (first, None);
        let done = split_rows(values, ends, |spans| {
            if views.is_valid(row) && failed.is_none() {
                match views.value(row).text(row) {
                    Ok(text) => {
                        let mut row = parts.row(row, text);
                        each_part(spans, |part, piece| row.set(part, piece));
                    }
                    Err(error) => failed = Some(error),
                }
            }
            row += 1;
        });
        done.map_err(|error| column_error(error, first))?;
        first = row;
        failed.map_or(Ok(()), Err)
    })?;
    Ok(parts.into_arrays())
}
