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

use crate::call::Malformed;
use crate::error::{ColumnError, check_memory, unexpected};
use crate::value::{self, Rewrite};
use crate::{offsets, views};

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

fn by_offsets<R: Rewrite, T: ByteArrayType>(
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
    if let Some(sound) = views::without_junk(array)? {
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

/// Decodes to text in UTF-8.
///
/// Almost all columns are UTF-8 when they are decoded. So they are decoded to octets, and these are validated at once. Only
/// if that fails, each row is validated by itself: to find the first bad row, to make it null, or to replace what is bad.
pub(crate) fn decoded_text(
    column: &ArrayRef,
    plus: bool,
    malformed: Malformed,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let octets = value::DecodeBytes { plus };
    let lossy = |replaces| value::DecodeLossy { plus, replaces };
    let decoded = match malformed {
        Malformed::Lossy => self::column(column, &lossy(false), malformed, true, result),
        _ => self::column(column, &octets, malformed, true, result),
    };
    decoded.or_else(|error| match malformed {
        _ if error == ColumnError::Memory => Err(error),
        Malformed::Lossy => self::column(column, &lossy(true), malformed, false, result),
        _ => self::column(column, &value::DecodeText { octets }, malformed, false, result),
    })
}
