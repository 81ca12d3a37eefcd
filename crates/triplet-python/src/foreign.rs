//! Validation of columns from other programs. Arrow requires UTF-8 in columns of text, and some programs do not obey:
//! Spark's `cast(X'FF' AS STRING)` makes such a column. Rust's `str` must be UTF-8, so each chunk is validated when it is read.
//!
//! Offsets and views are validated as well: Arrow for Rust reads where they point, and takes them from other programs as they are.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, GenericByteArray, LargeBinaryArray, RunArray,
    new_empty_array,
};
use arrow_buffer::ArrowNativeType;
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::{ArrowError, DataType};

/// The column itself if its text is UTF-8. Otherwise the same octets as a binary column: each function takes such a column, with
/// a result of the same type, and with an error or null for the rows that are not UTF-8. Offsets or views are an error if they point
/// outside their buffers.
///
/// Costs one pass over the octets, at the speed of memory where they are ASCII. Octets of null rows may be anything.
pub(crate) fn text_or_octets(column: ArrayRef) -> Result<ArrayRef, ArrowError> {
    if column.is_empty() {
        // The offset of an empty slice may point past the values: those of no rows need not be passed on, so Arrow for Rust reads none.
        return Ok(new_empty_array(column.data_type()));
    }
    Ok(match column.data_type() {
        DataType::Utf8 => {
            let text = column.as_string::<i32>();
            check_offsets(text)?;
            if is_utf8(text) {
                return Ok(column);
            }
            let (offsets, values, nulls) = text.clone().into_parts();
            Arc::new(BinaryArray::try_new(offsets, values, nulls)?)
        }
        DataType::LargeUtf8 => {
            let text = column.as_string::<i64>();
            check_offsets(text)?;
            if is_utf8(text) {
                return Ok(column);
            }
            let (offsets, values, nulls) = text.clone().into_parts();
            Arc::new(LargeBinaryArray::try_new(offsets, values, nulls)?)
        }
        DataType::Utf8View => {
            let octets = column.as_string_view().clone().to_binary_view();
            check_views(&octets)?;
            if views_are_utf8(&octets) {
                return Ok(column);
            }
            Arc::new(octets)
        }
        DataType::Binary => {
            check_offsets(column.as_binary::<i32>())?;
            column
        }
        DataType::LargeBinary => {
            check_offsets(column.as_binary::<i64>())?;
            column
        }
        DataType::BinaryView => {
            check_views(column.as_binary_view())?;
            column
        }
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let values = text_or_octets(Arc::clone(dictionary.values()))?;
            if Arc::ptr_eq(&values, dictionary.values()) {
                return Ok(column);
            }
            dictionary.with_values(values)
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => run_ends::<Int16Type>(&column)?,
            DataType::Int32 => run_ends::<Int32Type>(&column)?,
            _ => run_ends::<Int64Type>(&column)?,
        },
        _ => column,
    })
}

fn run_ends<R: RunEndIndexType>(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let Some(runs) = column.as_run_opt::<R>() else { return Ok(Arc::clone(column)) };
    let values = text_or_octets(Arc::clone(runs.values()))?;
    if Arc::ptr_eq(&values, runs.values()) {
        return Ok(Arc::clone(column));
    }
    let ends = arrow_array::PrimitiveArray::<R>::new(runs.run_ends().inner().clone(), None);
    let whole = RunArray::<R>::try_new(&ends, values.as_ref())?;
    Ok(Arc::new(whole.slice(runs.offset(), runs.len())))
}

fn check_offsets<T: ByteArrayType>(column: &GenericByteArray<T>) -> Result<(), ArrowError> {
    let offsets = column.value_offsets();
    // The loop does not stop at the first, so that several are compared at once.
    let ascend = offsets.windows(2).fold(true, |ascend, ends| ascend & (ends[0] <= ends[1]));
    let ends = offsets.first().zip(offsets.last());
    let is_inside = ends.is_none_or(|(&first, &last)| {
        first >= T::Offset::default() && last.as_usize() <= column.value_data().len()
    });
    if ascend && is_inside {
        return Ok(());
    }
    let message = "the offsets of the column do not ascend within its values".to_owned();
    Err(ArrowError::InvalidArgumentError(message))
}

/// The views of null rows may be anything.
fn check_views(rows: &BinaryViewArray) -> Result<(), ArrowError> {
    let buffers = rows.data_buffers();
    let is_inside = |view: ByteView| {
        let (start, length) = (view.offset as usize, view.length as usize);
        let buffer = buffers.get(view.buffer_index as usize);
        length <= MAX_INLINE_VIEW_LEN as usize
            || buffer.is_some_and(|buffer| buffer.len() >= length && buffer.len() - length >= start)
    };
    let views = rows.views().iter().enumerate();
    match views.filter(|(row, _)| rows.is_valid(*row)).find(|(_, view)| !is_inside((**view).into()))
    {
        None => Ok(()),
        Some((row, _)) => Err(ArrowError::InvalidArgumentError(format!(
            "the view of row {row} of the column is outside its buffers"
        ))),
    }
}

/// Whether each row that is not null is UTF-8.
fn is_utf8<T: ByteArrayType>(text: &GenericByteArray<T>) -> bool {
    let offsets = text.value_offsets();
    let octets =
        |from: T::Offset, to: T::Offset| &text.value_data()[from.as_usize()..to.as_usize()];
    let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else { return true };
    let all = octets(first, last);
    if all.is_ascii() {
        return true;
    }
    // All rows at once: UTF-8, and no row begins within a character.
    let begins =
        |at: &T::Offset| all.get((*at - first).as_usize()).is_none_or(|octet| octet & 0xC0 != 0x80);
    if is_text(all) && offsets.iter().all(begins) {
        return true;
    }
    offsets
        .windows(2)
        .enumerate()
        .all(|(row, ends)| text.is_null(row) || is_text(octets(ends[0], ends[1])))
}

/// Whether each row that is not null is UTF-8.
fn views_are_utf8(rows: &BinaryViewArray) -> bool {
    (0..rows.len()).all(|row| {
        rows.is_null(row) || {
            let octets = rows.value(row);
            octets.is_ascii() || is_text(octets)
        }
    })
}

/// Whether octets are UTF-8.
///
/// `simdutf8` 0.1.5 computes an address up to 128 bytes after the start of a block that it reads. That address must not be outside of the
/// allocation. So the last octets are left to `std`.
fn is_text(octets: &[u8]) -> bool {
    let mut end = octets.len().saturating_sub(128);
    while end > 0 && octets[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    let (first, last) = octets.split_at(end);
    (first.is_empty() || simdutf8::basic::from_utf8(first).is_ok())
        && std::str::from_utf8(last).is_ok()
}
