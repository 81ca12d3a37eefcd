//! Functions from text to text, or to octets, on a column of any layout; and the column itself where nothing changes.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType, GenericBinaryType, GenericStringType};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, GenericBinaryArray, GenericByteArray, GenericByteViewArray,
    GenericStringArray, LargeBinaryArray, OffsetSizeTrait, StringViewArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use triplet::rows::Offset;

use crate::call::Malformed;
use crate::error::{ColumnError, check_memory, unexpected};
use crate::unchecked::ToText;
use crate::value::{self, Rewrite};
use crate::view::without_junk;
use crate::{offsets, together, views};

/// Rewrites a column of any layout. `octets` says that unchanged values may be found by a scan of several together even if
/// they are not text.
pub(crate) fn column<R: Rewrite>(
    column: &ArrayRef,
    with: &R,
    malformed: Malformed,
    octets: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    match column.data_type() {
        DataType::Utf8 => {
            by_offsets::<R, GenericStringType<i32>>(column, with, malformed, true, result)
        }
        DataType::LargeUtf8 => {
            by_offsets::<R, GenericStringType<i64>>(column, with, malformed, true, result)
        }
        DataType::Binary => {
            by_offsets::<R, GenericBinaryType<i32>>(column, with, malformed, octets, result)
        }
        DataType::LargeBinary => {
            by_offsets::<R, GenericBinaryType<i64>>(column, with, malformed, octets, result)
        }
        DataType::Utf8View => {
            by_views(column.as_string_view(), column, with, malformed, true, result)
        }
        DataType::BinaryView => {
            by_views(column.as_binary_view(), column, with, malformed, octets, result)
        }
        found => Err(ColumnError::Type { found: found.clone() }),
    }
}

fn by_offsets<R: Rewrite, T: ByteArrayType<Offset: Offset>>(
    column: &ArrayRef,
    with: &R,
    malformed: Malformed,
    joined: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let array = column.as_bytes::<T>();
    let parts = offsets::Column {
        offsets: array.offsets(),
        values: array.value_data(),
        nulls: array.nulls(),
    }
    .rewrite(with, malformed, joined)?;
    match parts {
        None => same(column, result),
        Some(parts) if *result == GenericStringType::<T::Offset>::DATA_TYPE => {
            Ok(Arc::new(text(parts)?))
        }
        Some(parts) => Ok(Arc::new(octets(parts)?)),
    }
}

fn text<O: OffsetSizeTrait>(
    parts: offsets::Parts<O>,
) -> Result<GenericStringArray<O>, ColumnError> {
    let offsets::Parts { offsets, values, nulls } = parts;
    GenericStringArray::try_new(offsets, values, nulls).map_err(unexpected)
}

fn octets<O: OffsetSizeTrait>(
    parts: offsets::Parts<O>,
) -> Result<GenericBinaryArray<O>, ColumnError> {
    let offsets::Parts { offsets, values, nulls } = parts;
    GenericBinaryArray::try_new(offsets, values, nulls).map_err(unexpected)
}

fn by_views<R: Rewrite, T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    column: &ArrayRef,
    with: &R,
    malformed: Malformed,
    joined: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    if let Some(sound) = without_junk(array)? {
        let column: ArrayRef = Arc::new(sound.clone());
        return by_views(&sound, &column, with, malformed, joined, result);
    }
    let is_text = *result == DataType::Utf8View;
    let (kept, written) = if is_text && T::DATA_TYPE != DataType::Utf8View {
        // What is kept would have to be validated view by view.
        let rows = column.as_binary_view();
        check_memory(rows.iter().flatten().map(<[u8]>::len).sum::<usize>() * 3)?;
        let column: LargeBinaryArray = rows.iter().collect();
        let parts = offsets::Column {
            offsets: column.offsets(),
            values: column.value_data(),
            nulls: column.nulls(),
        };
        (Vec::new(), parts.rewrite(with, malformed, joined)?)
    } else {
        match views::rewrite(array, with, malformed, joined)? {
            Some(views::Parts { kept, written }) => (kept, Some(written)),
            None => (Vec::new(), None),
        }
    };
    let Some(written) = written else { return same(column, result) };
    let written: ArrayRef = if is_text {
        Arc::new(StringViewArray::from(&text(written)?))
    } else {
        Arc::new(BinaryViewArray::from(&octets(written)?))
    };
    if kept.is_empty() {
        return Ok(written);
    }
    views::merge(&kept, &same(column, result)?, &written)
}

/// The column itself, with the same buffers, as the type of the result: as text or as octets.
fn same(column: &ArrayRef, result: &DataType) -> Result<ArrayRef, ColumnError> {
    if column.data_type() == result {
        return Ok(Arc::clone(column));
    }
    fn other<O: OffsetSizeTrait>(
        column: &ArrayRef,
        to_text: bool,
    ) -> Result<ArrayRef, ColumnError> {
        if to_text {
            let (offsets, values, nulls) = column.as_binary::<O>().clone().into_parts();
            // The values of a slice are those of its column, and the others need not be text.
            let (start, end) = (offsets[0], offsets[offsets.len() - 1]);
            let values = values.slice_with_length(start.as_usize(), (end - start).as_usize());
            let offsets = if start == O::zero() {
                offsets
            } else {
                OffsetBuffer::new(offsets.iter().map(|&offset| offset - start).collect())
            };
            let text = GenericByteArray::<GenericStringType<O>>::try_new(offsets, values, nulls);
            text.map(|text| Arc::new(text) as ArrayRef).map_err(unexpected)
        } else {
            let (offsets, values, nulls) = column.as_string::<O>().clone().into_parts();
            let octets = GenericByteArray::<GenericBinaryType<O>>::try_new(offsets, values, nulls);
            octets.map(|octets| Arc::new(octets) as ArrayRef).map_err(unexpected)
        }
    }
    match column.data_type() {
        DataType::Utf8 => other::<i32>(column, false),
        DataType::LargeUtf8 => other::<i64>(column, false),
        DataType::Binary => other::<i32>(column, true),
        DataType::LargeBinary => other::<i64>(column, true),
        DataType::Utf8View => Ok(Arc::new(column.as_string_view().clone().to_binary_view())),
        _ => match column.as_binary_view().clone().to_string_view() {
            Ok(text) => Ok(Arc::new(text)),
            Err(error) => Err(unexpected(error)),
        },
    }
}

/// The results of a function to text, all rows together.
pub(crate) fn to_text(
    column: &ArrayRef,
    function: ToText,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    fn by_offsets<T: ByteArrayType<Offset: Offset + Default>>(
        column: &ArrayRef,
        function: ToText,
        result: &DataType,
    ) -> Result<ArrayRef, ColumnError> {
        let array = column.as_bytes::<T>();
        // Octets that stay need not be text: then the rows say which are not.
        if together::keeps_all(array, function)
            && let Ok(same) = same(column, result)
        {
            return Ok(same);
        }
        match together::text(array, function)? {
            Some(made) => Ok(made),
            None => same(column, result),
        }
    }
    fn by_views<T: ByteViewType>(
        array: &GenericByteViewArray<T>,
        column: &ArrayRef,
        function: ToText,
        result: &DataType,
    ) -> Result<ArrayRef, ColumnError> {
        if let Some(sound) = without_junk(array)? {
            let column: ArrayRef = Arc::new(sound.clone());
            return by_views(&sound, &column, function, result);
        }
        let first = match views::first_change(array, |values| function.unchanged_up_to(values)) {
            Some(first) => first,
            None => match same(column, result) {
                Ok(same) => return Ok(same),
                Err(_) => 0,
            },
        };
        // What is not known to be text is validated from the first row on.
        let first = if T::DATA_TYPE == DataType::Utf8View { first } else { 0 };
        match together::views(array, function, first)? {
            Some(made) => Ok(made),
            None => same(column, result),
        }
    }
    match column.data_type() {
        DataType::Utf8 => by_offsets::<GenericStringType<i32>>(column, function, result),
        DataType::LargeUtf8 => by_offsets::<GenericStringType<i64>>(column, function, result),
        DataType::Binary => by_offsets::<GenericBinaryType<i32>>(column, function, result),
        DataType::LargeBinary => by_offsets::<GenericBinaryType<i64>>(column, function, result),
        DataType::Utf8View => by_views(column.as_string_view(), column, function, result),
        DataType::BinaryView => by_views(column.as_binary_view(), column, function, result),
        found => Err(ColumnError::Type { found: found.clone() }),
    }
}

/// The decoded octets, all rows together where they are in one buffer.
pub(crate) fn decoded_octets(
    column: &ArrayRef,
    plus: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let made = match column.data_type() {
        DataType::Utf8 => together::octets(column.as_string::<i32>(), plus),
        DataType::LargeUtf8 => together::octets(column.as_string::<i64>(), plus),
        DataType::Binary => together::octets(column.as_binary::<i32>(), plus),
        DataType::LargeBinary => together::octets(column.as_binary::<i64>(), plus),
        _ => {
            let decode = value::DecodeBytes { plus };
            return self::column(column, &decode, Malformed::Error, true, result);
        }
    };
    made?.map_or_else(|| same(column, result), Ok)
}
