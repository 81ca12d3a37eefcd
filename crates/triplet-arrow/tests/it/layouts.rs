//! Columns of each layout with the same rows.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryDictionaryBuilder, BinaryViewBuilder, GenericBinaryBuilder, GenericStringBuilder,
    StringDictionaryBuilder, StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt32Type};
use arrow_array::{Array, ArrayRef, Int64Array, RunArray};
use arrow_schema::DataType;
use arrow_select::take::take;

/// A row: octets or null.
pub type Row = Option<Vec<u8>>;

/// The layouts of text, then those that hold any octets.
pub const TEXT: [&str; 8] = [
    "utf8",
    "large-utf8",
    "utf8-view",
    "dictionary-8",
    "dictionary-view",
    "runs-16",
    "runs-32-large",
    "runs-of-dictionary",
];
pub const OCTETS: [&str; 6] =
    ["binary", "large-binary", "binary-view", "binary-dictionary", "runs-64", "binary-with-junk"];

/// A column with these rows. Text layouts require text.
pub fn column(layout: &str, rows: &[Row]) -> ArrayRef {
    let text =
        || rows.iter().map(|row| row.as_ref().map(|row| std::str::from_utf8(row).expect("text")));
    let octets = || rows.iter().map(|row| row.as_deref());
    match layout {
        "utf8" => {
            let mut builder = GenericStringBuilder::<i32>::new();
            text().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "large-utf8" => {
            let mut builder = GenericStringBuilder::<i64>::new();
            text().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "utf8-view" => {
            // Small blocks, so that there are several buffers.
            let mut builder = StringViewBuilder::new().with_fixed_block_size(40);
            text().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "dictionary-8" => {
            let mut builder = StringDictionaryBuilder::<Int8Type>::new();
            // Values that no row has.
            builder.append_value("%zz");
            builder.append_value("%FF");
            text().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish().slice(2, rows.len()))
        }
        "dictionary-view" => {
            let mut builder = StringDictionaryBuilder::<UInt32Type>::new();
            text().for_each(|row| builder.append_option(row));
            let plain = builder.finish();
            Arc::new(plain.with_values(as_views(plain.values())))
        }
        "runs-16" => runs::<Int16Type>(&column("utf8", rows), rows),
        "runs-32-large" => runs::<Int32Type>(&column("large-utf8", rows), rows),
        "runs-of-dictionary" => runs::<Int32Type>(&column("dictionary-8", rows), rows),
        "binary" => {
            let mut builder = GenericBinaryBuilder::<i32>::new();
            octets().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "binary-with-junk" => {
            // Null rows have octets, which are neither text nor well-formed.
            let mut builder = GenericBinaryBuilder::<i32>::new();
            rows.iter().for_each(|row| builder.append_value(row.as_deref().unwrap_or(b"\xFF%z")));
            let (offsets, values, _) = builder.finish().into_parts();
            let nulls = rows.iter().map(Option::is_some).collect::<Vec<_>>().into();
            Arc::new(arrow_array::BinaryArray::new(offsets, values, Some(nulls)))
        }
        "large-binary" => {
            let mut builder = GenericBinaryBuilder::<i64>::new();
            octets().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "binary-view" => {
            let mut builder = BinaryViewBuilder::new().with_fixed_block_size(40);
            octets().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "binary-dictionary" => {
            let mut builder = BinaryDictionaryBuilder::<Int16Type>::new();
            octets().for_each(|row| builder.append_option(row));
            Arc::new(builder.finish())
        }
        "runs-64" => runs::<Int64Type>(&column("large-binary", rows), rows),
        _ => panic!("no layout is named {layout}"),
    }
}

fn as_views(values: &ArrayRef) -> ArrayRef {
    let mut builder = StringViewBuilder::new();
    values.as_string::<i32>().iter().for_each(|value| builder.append_option(value));
    Arc::new(builder.finish())
}

/// Run-end encoding: equal neighbours are one run.
fn runs<E: arrow_array::types::RunEndIndexType>(plain: &ArrayRef, rows: &[Row]) -> ArrayRef
where
    E::Native: TryFrom<usize>,
{
    let last: Vec<usize> = (0..rows.len())
        .filter(|&row| row + 1 == rows.len() || rows[row] != rows[row + 1])
        .collect();
    let values =
        take(plain, &Int64Array::from_iter_values(last.iter().map(|&row| row as i64)), None)
            .expect("rows");
    let ends = last.iter().map(|&row| E::Native::try_from(row + 1).ok().expect("a small number"));
    let ends = arrow_array::PrimitiveArray::<E>::from_iter_values(ends);
    Arc::new(RunArray::<E>::try_new(&ends, &values).expect("runs"))
}

/// The column with one plain value for each row.
pub fn expanded(column: &ArrayRef) -> ArrayRef {
    match column.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            expanded(&take(dictionary.values(), dictionary.keys(), None).expect("keys"))
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => expanded_runs::<Int16Type>(column),
            DataType::Int32 => expanded_runs::<Int32Type>(column),
            _ => expanded_runs::<Int64Type>(column),
        },
        _ => Arc::clone(column),
    }
}

fn expanded_runs<E: arrow_array::types::RunEndIndexType>(column: &ArrayRef) -> ArrayRef {
    let runs = column.as_any().downcast_ref::<RunArray<E>>().expect("runs");
    let indices = (0..runs.len()).map(|row| runs.get_physical_index(row) as i64);
    expanded(&take(runs.values(), &Int64Array::from_iter_values(indices), None).expect("runs"))
}

/// The rows of a text or binary column of any layout.
pub fn rows(column: &ArrayRef) -> Vec<Row> {
    let plain = expanded(column);
    let text = |row: Option<&str>| row.map(|row| row.as_bytes().to_vec());
    let octets = |row: Option<&[u8]>| row.map(<[u8]>::to_vec);
    match plain.data_type() {
        DataType::Utf8 => plain.as_string::<i32>().iter().map(text).collect(),
        DataType::LargeUtf8 => plain.as_string::<i64>().iter().map(text).collect(),
        DataType::Utf8View => plain.as_string_view().iter().map(text).collect(),
        DataType::Binary => plain.as_binary::<i32>().iter().map(octets).collect(),
        DataType::LargeBinary => plain.as_binary::<i64>().iter().map(octets).collect(),
        DataType::BinaryView => plain.as_binary_view().iter().map(octets).collect(),
        other => panic!("{other} is no text"),
    }
}

/// Numbers of a column of 64-bit integers.
pub fn numbers(column: &dyn Array) -> Vec<Option<i64>> {
    column.as_primitive::<Int64Type>().iter().collect()
}

#[test]
fn every_layout_holds_its_rows() {
    let text: Vec<Row> = [
        Some("a"),
        Some("a"),
        None,
        None,
        Some(""),
        Some("a longer text than a view holds"),
        Some("ä"),
    ]
    .map(|row| row.map(|row| row.as_bytes().to_vec()))
    .to_vec();
    for layout in TEXT.iter().chain(&OCTETS) {
        let made = column(layout, &text);
        assert_eq!(made.len(), text.len(), "{layout}");
        assert_eq!(rows(&made), text, "{layout}");
        assert_eq!(rows(&made.slice(2, 4)), text[2..6], "{layout}");
    }
}
