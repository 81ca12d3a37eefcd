//! The table of all functions and all layouts, whole and cut anywhere, as they are and as another program passes them on, beside
//! the library on each row by itself.

use std::sync::Arc;

use arrow_array::builder::{FixedSizeBinaryBuilder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, Int32Array, NullArray, StringArray, StructArray,
    new_empty_array,
};
use arrow_schema::{DataType, Field};
use triplet::uri::Level;
use triplet_arrow::{Call, ColumnError, Comparing, Function, Malformed};

use crate::columns::{check_nested, check_rewrites};
use crate::layouts::{MORE_OCTETS, MORE_TEXT, OCTETS, Row, TEXT, column, passed_on, rows};

/// Rows without a malformed value: the functions that refuse those go through all of them.
const GOOD: [Option<&str>; 13] = [
    Some("a%20b"),
    None,
    Some(""),
    Some("%41"),
    Some("%41"),
    None,
    None,
    Some("index.html"),
    Some("a text that is longer than twelve octets"),
    Some("caf%C3%A9 and more than twelve octets"),
    Some("a=1+2&b=%26&c"),
    Some("HTTP://u@h.example:80/a/../%7E?q=1#f"),
    None,
];

fn of(texts: &[Option<&str>]) -> Vec<Row> {
    texts.iter().map(|text| text.map(|text| text.as_bytes().to_vec())).collect()
}

/// Rows, and whether they are all text.
fn sets() -> Vec<(Vec<Row>, bool)> {
    let bad =
        [GOOD.as_slice(), &[Some("%4"), Some("1"), None, Some("%zz"), Some("\u{e4}")]].concat();
    let mut other = of(&bad);
    other.extend([Some(vec![0xC3]), None, Some(vec![0xA4]), Some(b"%41\xFF".to_vec())]);
    let without_nulls: Vec<_> = GOOD.into_iter().filter(Option::is_some).collect();
    vec![
        (of(&GOOD), true),
        (of(&bad), true),
        (of(&without_nulls), true),
        (of(&[None; 5]), true),
        (of(&[]), true),
        (other, false),
    ]
}

/// All functions with their defaults.
fn calls() -> impl Iterator<Item = (Function, Call)> {
    Function::ALL.into_iter().map(|function| {
        // A name of a parameter, or of a set.
        let constant = if function == Function::Respell { "java" } else { "a" };
        let constants = &[constant][..function.required_constants()];
        (function, function.bind(constants).expect("defaults"))
    })
}

/// The result for a column, which is the second column as well if there are two.
fn run(call: &Call, column: &ArrayRef) -> Result<ArrayRef, ColumnError> {
    call.run(&vec![Arc::clone(column); call.columns()])
}

#[test]
fn every_function_on_every_layout() {
    for (all, is_text) in sets() {
        let text_layouts = TEXT.iter().chain(&MORE_TEXT).filter(|_| is_text);
        for layout in text_layouts.chain(&OCTETS).chain(&MORE_OCTETS) {
            let whole = column(layout, &all);
            let count = all.len();
            let cuts =
                [(0, count), (0, 0), (1, 0), (count, 0), (1, 1), (count / 2, count - count / 2)];
            for (start, length) in
                cuts.into_iter().filter(|(start, length)| start + length <= count)
            {
                let cut = whole.slice(start, length);
                let part = &all[start..start + length];
                for (column, how) in
                    [(Arc::clone(&cut), "as it is"), (passed_on(&cut), "passed on")]
                {
                    let what = format!("{layout} {start}+{length} {how}");
                    let of_text = TEXT.contains(layout) || MORE_TEXT.contains(layout);
                    check_rewrites(&column, part, of_text, &what).expect(&what);
                    if is_text {
                        check_nested(&column, part, &what).expect(&what);
                        let same = run(&Call::Equivalent(Comparing::at(Level::Path)), &column)
                            .expect(&what);
                        let expected: Vec<_> =
                            part.iter().map(|row| row.as_ref().map(|_| true)).collect();
                        assert_eq!(
                            same.as_boolean().iter().collect::<Vec<_>>(),
                            expected,
                            "{what}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn columns_without_values_have_null_rows() {
    let abc: ArrayRef = Arc::new(StringArray::from(vec!["abc"]));
    // Passed on, its one offset is 3, and it has no values.
    let no_values = [abc.slice(0, 0), passed_on(&abc.slice(1, 0)), passed_on(&abc).slice(1, 0)];
    let keys = Int32Array::from(vec![None, None, None]);
    let mut empty: Vec<ArrayRef> = vec![Arc::new(NullArray::new(3))];
    for values in no_values {
        let dictionary = DictionaryArray::<Int32Type>::try_new(keys.clone(), values);
        empty.push(Arc::new(dictionary.expect("null keys need no value")));
    }
    for (function, call) in calls() {
        for whole in empty.iter().flat_map(|column| [Arc::clone(column), passed_on(column)]) {
            for (start, length) in [(0, 3), (1, 1), (0, 0), (2, 0), (3, 0)] {
                let column = whole.slice(start, length);
                let found = run(&call, &column).expect("no value is malformed");
                let types = vec![column.data_type().clone(); call.columns()];
                assert_eq!(found.data_type(), &call.return_type(&types).expect("a type"));
                let nulls = found.logical_nulls().map_or(0, |nulls| nulls.null_count());
                assert_eq!((found.len(), nulls), (length, length), "{function:?} {column:?}");
                found.to_data().validate_full().expect("a valid column");
            }
        }
    }
}

#[test]
fn an_empty_slice_has_an_empty_result() {
    let values: ArrayRef = Arc::new(StringArray::from(vec!["abc"]));
    for (function, call) in calls() {
        for column in [values.slice(1, 0), passed_on(&values.slice(1, 0))] {
            let found = run(&call, &column).expect("no value is malformed");
            assert_eq!(found.len(), 0, "{function:?}");
        }
    }
}

#[test]
fn octets_of_null_rows_are_not_judged() {
    let values: Vec<Row> =
        of(&[Some("%41"), None, Some("a clean text of more than twelve octets")]);
    let expected = of(&[Some("A"), None, Some("a clean text of more than twelve octets")]);
    for layout in OCTETS.iter().chain(&MORE_OCTETS) {
        for malformed in [Malformed::Error, Malformed::Null, Malformed::Lossy] {
            let charset = triplet::charset::Charset::UTF_8;
            let call = Call::Decode { charset, malformed, plus_as_space: false };
            let found = run(&call, &column(layout, &values)).expect("well-formed");
            assert_eq!(rows(&found), expected, "{layout}");
            found.to_data().validate_full().expect("a valid column");
            // Nor where nothing changes.
            let clean = of(&[Some("a"), None]);
            let found = run(&call, &column(layout, &clean)).expect("well-formed");
            assert_eq!(rows(&found), clean, "{layout}");
            found.to_data().validate_full().expect("a valid column");
        }
    }
}

#[test]
fn what_is_not_taken_is_an_error() {
    let text: ArrayRef = Arc::new(StringArray::from(vec![Some("ab"), None]));
    let mut fixed = FixedSizeBinaryBuilder::new(2);
    fixed.append_value(b"ab").expect("two octets");
    fixed.append_null();
    let mut list = ListBuilder::new(StringBuilder::new());
    list.append_value([Some("a")]);
    list.append_null();
    let field = Arc::new(Field::new("a", DataType::Utf8, true));
    let others: [ArrayRef; 5] = [
        Arc::new(fixed.finish()),
        Arc::new(list.finish()),
        Arc::new(StructArray::from(vec![(field, text)])),
        Arc::new(Int32Array::from(vec![Some(1), None])),
        new_empty_array(&DataType::Boolean),
    ];
    for (_, call) in calls() {
        for column in &others {
            for cut in [Arc::clone(column), column.slice(column.len(), 0)] {
                assert!(matches!(run(&call, &cut), Err(ColumnError::Type { .. })));
            }
        }
    }
}

#[test]
fn an_unused_value_that_is_not_text_fails_no_row() {
    let values: ArrayRef = Arc::new(BinaryArray::from(vec![
        Some(&b"%41"[..]),
        Some(b"\xFF and more than twelve octets"),
        None,
        Some(b"%zz"),
    ]));
    let keys = Int32Array::from(vec![Some(0), None, Some(2), Some(0)]);
    let column: ArrayRef =
        Arc::new(DictionaryArray::<Int32Type>::try_new(keys, values).expect("keys of values"));
    let expected = of(&[Some("A"), None, None, Some("A")]);
    for name in ["pct_decode", "try_pct_decode", "pct_decode_lossy"] {
        let call = Function::by_name(name).expect("a name").bind(&[]).expect("defaults");
        assert_eq!(rows(&run(&call, &column).expect("well-formed")), expected, "{name}");
    }
    for (_, call) in calls() {
        // Normalising requires text of the values that a row has only.
        run(&call, &column).expect("well-formed");
    }
}
