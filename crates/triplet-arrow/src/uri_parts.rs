//! The components of each reference of a column, written straight into the columns of the result. Components of views share the
//! buffers that the references are in.
#![forbid(unsafe_code)]

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{DataType, Fields};
use triplet::uri::{Component, Spans};

use crate::error::{ColumnError, ValueError};
use crate::text::struct_of;
use crate::unchecked::{PieceViews, Pieces};

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
    let columns = match column.data_type() {
        DataType::Utf8 => of_offsets(column.as_string::<i32>()),
        DataType::LargeUtf8 => of_offsets(column.as_string::<i64>()),
        DataType::Binary => of_offsets(column.as_binary::<i32>()),
        DataType::LargeBinary => of_offsets(column.as_binary::<i64>()),
        DataType::Utf8View => of_views(column.as_string_view()),
        DataType::BinaryView => of_views(column.as_binary_view()),
        found => Err(ColumnError::Type { found: found.clone() }),
    };
    struct_of(fields, columns?, column.len(), column.nulls().cloned())
}

/// Calls a function for each component that a reference has, with its index in [`Component::ALL`].
#[inline(always)]
fn each_part(text: &str, mut f: impl FnMut(usize, Range<usize>)) {
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
    let spans = Spans::of(text.as_bytes());
    let mut part =
        |index, span: Option<Range<usize>>| span.into_iter().for_each(|span| f(index, span));
    part(0, spans.scheme());
    if let Some(authority) = spans.authority() {
        part(1, authority.userinfo);
        part(2, Some(authority.host));
        part(3, authority.port);
    }
    part(4, Some(spans.path()));
    part(5, spans.query());
    part(6, spans.fragment());
}

fn of_offsets<T>(column: &GenericByteArray<T>) -> Result<Vec<ArrayRef>, ColumnError>
where
    T: ByteArrayType<Native: Value, Offset: OffsetSizeTrait>,
{
    let mut parts = Component::ALL.map(|_| Pieces::<T::Offset>::new(column.len()));
    let values = column.value_data();
    for row in (0..column.len()).filter(|row| column.is_valid(*row)) {
        let text = column.value(row).text(row)?;
        let from = &values[column.value_offsets()[row].as_usize()..];
        each_part(text, |part, piece| parts[part].push(row, text, from, piece));
    }
    Ok(parts.into_iter().map(Pieces::into_array).collect())
}

fn of_views<T: ByteViewType<Native: Value>>(
    column: &GenericByteViewArray<T>,
) -> Result<Vec<ArrayRef>, ColumnError> {
    let mut parts = Component::ALL.map(|_| PieceViews::new(column));
    for row in (0..column.len()).filter(|row| column.is_valid(*row)) {
        let text = column.value(row).text(row)?;
        each_part(text, |part, piece| parts[part].push(row, text, piece));
    }
    Ok(parts.into_iter().map(PieceViews::into_array).collect())
}
