//! Rows of any text or binary column, and a builder for text columns of each layout.

use std::sync::Arc;

use arrow_array::builder::{GenericStringBuilder, StringViewBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::ByteArrayType;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, GenericByteArray, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray, StructArray,
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::{DataType, Fields};

use crate::error::{ColumnError, unexpected};
use crate::view::length;

/// The values of a column.
pub(crate) enum Rows<'a> {
    Text(&'a StringArray),
    LargeText(&'a LargeStringArray),
    TextView(&'a StringViewArray),
    Octets(&'a BinaryArray),
    LargeOctets(&'a LargeBinaryArray),
    OctetsView(&'a BinaryViewArray),
}

impl<'a> Rows<'a> {
    pub(crate) fn of(column: &'a dyn Array) -> Result<Rows<'a>, ColumnError> {
        Ok(match column.data_type() {
            DataType::Utf8 => Rows::Text(column.as_string()),
            DataType::LargeUtf8 => Rows::LargeText(column.as_string()),
            DataType::Utf8View => Rows::TextView(column.as_string_view()),
            DataType::Binary => Rows::Octets(column.as_binary()),
            DataType::LargeBinary => Rows::LargeOctets(column.as_binary()),
            DataType::BinaryView => Rows::OctetsView(column.as_binary_view()),
            found => return Err(ColumnError::Type { found: found.clone() }),
        })
    }

    fn array(&self) -> &'a dyn Array {
        match *self {
            Rows::Text(array) => array,
            Rows::LargeText(array) => array,
            Rows::TextView(array) => array,
            Rows::Octets(array) => array,
            Rows::LargeOctets(array) => array,
            Rows::OctetsView(array) => array,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.array().len()
    }

    /// The value of a row, or `None` for null.
    pub(crate) fn get(&self, row: usize) -> Option<&'a [u8]> {
        if self.array().is_null(row) {
            return None;
        }
        Some(match *self {
            Rows::Text(array) => array.value(row).as_bytes(),
            Rows::LargeText(array) => array.value(row).as_bytes(),
            Rows::TextView(array) => array.value(row).as_bytes(),
            Rows::Octets(array) => array.value(row),
            Rows::LargeOctets(array) => array.value(row),
            Rows::OctetsView(array) => array.value(row),
        })
    }

    /// How many octets the rows have together, or more where null rows with offsets hold something.
    pub(crate) fn octets(&self) -> usize {
        fn of<T: ByteArrayType>(array: &GenericByteArray<T>) -> usize {
            let offsets = array.offsets();
            (offsets[offsets.len() - 1] - offsets[0]).as_usize()
        }
        // What a null row has need not be a view.
        fn of_views(views: &[u128], nulls: Option<&NullBuffer>) -> usize {
            match nulls {
                None => views.iter().map(|view| length(*view)).sum(),
                Some(nulls) => nulls.valid_indices().map(|row| length(views[row])).sum(),
            }
        }
        match *self {
            Rows::Text(array) => of(array),
            Rows::LargeText(array) => of(array),
            Rows::Octets(array) => of(array),
            Rows::LargeOctets(array) => of(array),
            Rows::TextView(array) => of_views(array.views(), array.nulls()),
            Rows::OctetsView(array) => of_views(array.views(), array.nulls()),
        }
    }

    /// The values of all rows.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<&'a [u8]>> {
        (0..self.len()).map(|row| self.get(row))
    }
}

/// Builds a text column of the layout that the function returns.
pub(crate) enum TextBuilder {
    Text(GenericStringBuilder<i32>),
    LargeText(GenericStringBuilder<i64>),
    View(StringViewBuilder),
}

impl TextBuilder {
    /// For a column of this type, of about as many rows.
    pub(crate) fn new(data_type: &DataType, rows: usize) -> TextBuilder {
        match data_type {
            DataType::LargeUtf8 => {
                TextBuilder::LargeText(GenericStringBuilder::with_capacity(rows, 0))
            }
            DataType::Utf8View => TextBuilder::View(StringViewBuilder::with_capacity(rows)),
            _ => TextBuilder::Text(GenericStringBuilder::with_capacity(rows, 0)),
        }
    }

    /// Appends the text of a row, or null. `row` is for the error.
    pub(crate) fn append(&mut self, text: Option<&str>, row: usize) -> Result<(), ColumnError> {
        match self {
            TextBuilder::Text(builder) => {
                let length = builder.values_slice().len() + text.map_or(0, str::len);
                if i32::try_from(length).is_err() {
                    return Err(ColumnError::TooLong { row });
                }
                builder.append_option(text);
            }
            TextBuilder::LargeText(builder) => builder.append_option(text),
            TextBuilder::View(builder) => match text {
                Some(text) => {
                    builder.try_append_value(text).map_err(|_| ColumnError::TooLong { row })?
                }
                None => builder.append_null(),
            },
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> ArrayRef {
        match self {
            TextBuilder::Text(mut builder) => Arc::new(builder.finish()),
            TextBuilder::LargeText(mut builder) => Arc::new(builder.finish()),
            TextBuilder::View(mut builder) => Arc::new(builder.finish()),
        }
    }
}

/// A column of structs, whose fields are columns.
pub(crate) fn struct_of(
    fields: &Fields,
    columns: Vec<ArrayRef>,
    rows: usize,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ColumnError> {
    let made = StructArray::try_new_with_length(fields.clone(), columns, nulls, rows);
    made.map(|made| Arc::new(made) as ArrayRef).map_err(unexpected)
}
