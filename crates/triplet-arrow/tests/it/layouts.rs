//! Columns of each layout with the same rows.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryDictionaryBuilder, BinaryViewBuilder, GenericBinaryBuilder, GenericStringBuilder,
    StringDictionaryBuilder, StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{
    ArrowDictionaryKeyType, ByteViewType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, DictionaryArray, GenericByteViewArray, Int64Array,
    LargeBinaryArray, LargeStringArray, PrimitiveArray, RecordBatch, RecordBatchIterator, RunArray,
    StringArray, StringViewArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Schema};
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

/// Layouts that differ from those in what no row has: null rows hold something, values of dictionaries are null or not used, null
/// keys are those of no value. For the table of all of them.
pub const MORE_TEXT: [&str; 12] = [
    "utf8-with-junk",
    "large-utf8-with-junk",
    "utf8-view-with-junk",
    "keys-i8",
    "keys-i16",
    "keys-i32",
    "keys-i64",
    "keys-u8",
    "keys-u16",
    "keys-u32",
    "keys-u64",
    "runs-of-views",
];
pub const MORE_OCTETS: [&str; 4] = [
    "large-binary-with-junk",
    "binary-view-with-junk",
    "binary-keys-with-junk",
    "runs-of-binary-with-junk",
];

/// What null rows of octets hold, and those of text.
const JUNK: &[u8] = b"\xFF%z and more than twelve octets";
const TEXT_JUNK: &str = "\u{e9}%z and more than twelve octets";

fn valid(rows: &[Row]) -> NullBuffer {
    rows.iter().map(Option::is_some).collect::<Vec<_>>().into()
}

/// A column whose null rows have views of something.
fn views_with_junk<T: ByteViewType>(plain: &GenericByteViewArray<T>, rows: &[Row]) -> ArrayRef {
    let (views, buffers, _) = plain.clone().into_parts();
    Arc::new(GenericByteViewArray::<T>::new(views, buffers, Some(valid(rows))))
}

/// A dictionary of these values. The first and the last are null. Null rows are so by their key and by their value in
/// turn.
fn keys<K: ArrowDictionaryKeyType>(rows: &[Row], make: &dyn Fn(&[Row]) -> ArrayRef) -> ArrayRef
where
    K::Native: TryFrom<usize>,
{
    let mut values: Vec<Row> = vec![None];
    let mut nulls = 0;
    let numbers: Vec<Option<usize>> = rows
        .iter()
        .map(|row| match row {
            Some(_) => Some(values.iter().position(|value| value == row).unwrap_or_else(|| {
                values.push(row.clone());
                values.len() - 1
            })),
            None => {
                nulls += 1;
                (nulls % 2 == 0).then_some(0)
            }
        })
        .collect();
    values.extend([Some(b"%zz".to_vec()), Some(b"%FF".to_vec()), None]);
    let native = |number: &Option<usize>| {
        K::Native::try_from(number.unwrap_or(127)).ok().expect("a small number")
    };
    let valid: NullBuffer = numbers.iter().map(Option::is_some).collect::<Vec<_>>().into();
    let keys = PrimitiveArray::<K>::new(numbers.iter().map(native).collect(), Some(valid));
    Arc::new(DictionaryArray::<K>::try_new(keys, make(&values)).expect("a dictionary"))
}

/// The column as another program passes it on: by the C interface, in a stream.
pub fn passed_on(column: &ArrayRef) -> ArrayRef {
    let schema = Arc::new(Schema::new(vec![Field::new("x", column.data_type().clone(), true)]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), vec![Arc::clone(column)]);
    let reader = RecordBatchIterator::new([Ok(batch.expect("a column"))], schema);
    let mut reader = ArrowArrayStreamReader::try_new(FFI_ArrowArrayStream::new(Box::new(reader)))
        .expect("a stream");
    Arc::clone(reader.next().expect("a batch").expect("it can be read").column(0))
}

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
        "utf8-with-junk" => {
            let filled: Vec<_> = text().map(|row| row.unwrap_or(TEXT_JUNK)).collect();
            let (offsets, values, _) = StringArray::from(filled).into_parts();
            Arc::new(StringArray::new(offsets, values, Some(valid(rows))))
        }
        "large-utf8-with-junk" => {
            let filled: Vec<_> = text().map(|row| row.unwrap_or(TEXT_JUNK)).collect();
            let (offsets, values, _) = LargeStringArray::from(filled).into_parts();
            Arc::new(LargeStringArray::new(offsets, values, Some(valid(rows))))
        }
        "utf8-view-with-junk" => {
            let filled = text().map(|row| row.unwrap_or(TEXT_JUNK));
            views_with_junk(&StringViewArray::from_iter_values(filled), rows)
        }
        "keys-i8" => keys::<Int8Type>(rows, &|values| column("utf8-with-junk", values)),
        "keys-i16" => keys::<Int16Type>(rows, &|values| column("large-utf8-with-junk", values)),
        "keys-i32" => keys::<Int32Type>(rows, &|values| column("utf8-view-with-junk", values)),
        "keys-i64" => keys::<Int64Type>(rows, &|values| column("utf8", values)),
        "keys-u8" => keys::<UInt8Type>(rows, &|values| column("utf8-with-junk", values)),
        "keys-u16" => keys::<UInt16Type>(rows, &|values| column("large-utf8", values)),
        "keys-u32" => keys::<UInt32Type>(rows, &|values| column("utf8-view", values)),
        "keys-u64" => keys::<UInt64Type>(rows, &|values| column("utf8-with-junk", values)),
        "runs-of-views" => runs::<Int64Type>(&column("utf8-view-with-junk", rows), rows),
        "large-binary-with-junk" => {
            let filled: Vec<_> = octets().map(|row| row.unwrap_or(JUNK)).collect();
            let (offsets, values, _) = LargeBinaryArray::from(filled).into_parts();
            Arc::new(LargeBinaryArray::new(offsets, values, Some(valid(rows))))
        }
        "binary-view-with-junk" => {
            let filled = octets().map(|row| row.unwrap_or(JUNK));
            views_with_junk(&BinaryViewArray::from_iter_values(filled), rows)
        }
        "binary-keys-with-junk" => {
            keys::<Int16Type>(rows, &|values| column("binary-view-with-junk", values))
        }
        "runs-of-binary-with-junk" => runs::<Int32Type>(&column("binary-with-junk", rows), rows),
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
        other => panic!("{other} is not a text"),
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
    for layout in TEXT.iter().chain(&OCTETS).chain(&MORE_TEXT).chain(&MORE_OCTETS) {
        let made = column(layout, &text);
        assert_eq!(made.len(), text.len(), "{layout}");
        assert_eq!(rows(&made), text, "{layout}");
        assert_eq!(rows(&made.slice(2, 4)), text[2..6], "{layout}");
    }
}
