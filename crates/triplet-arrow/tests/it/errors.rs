//! Errors name the right row and the right offset, in whole columns, slices, dictionaries and runs.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int32Array, NullArray, StringArray};
use arrow_schema::DataType;
use triplet::charset::Charset;
use triplet::set::rfc3986;
use triplet::uri::Level;
use triplet_arrow::{Call, ColumnError, Comparing, Function, Malformed};

use crate::layouts::{OCTETS, Row, TEXT, column, rows};

fn decode() -> Call {
    Function::Decode.bind(&[]).expect("its defaults")
}

fn texts(list: &[Option<&str>]) -> Vec<Row> {
    list.iter().map(|text| text.map(|text| text.as_bytes().to_vec())).collect()
}

#[test]
fn the_first_bad_row_is_named() {
    let all = texts(&[
        Some("a%41"),
        None,
        Some("same"),
        Some("same"),
        Some("later%"),
        Some("bad %zz"),
        Some("later%"),
    ]);
    for layout in TEXT.iter().chain(&OCTETS) {
        let whole = column(layout, &all);
        let error = decode().run(std::slice::from_ref(&whole)).expect_err("it is malformed");
        assert_eq!(
            (error.row(), error.offset(), error.kind()),
            (Some(4), Some(5), "truncated"),
            "{layout}"
        );
        let error = decode().run(&[whole.slice(3, 4)]).expect_err("it is malformed");
        assert_eq!(error.row(), Some(1), "{layout}");
        let error = decode().run(&[whole.slice(5, 2)]).expect_err("it is malformed");
        assert_eq!(
            (error.row(), error.offset(), error.kind()),
            (Some(0), Some(4), "not-hex"),
            "{layout}"
        );
        assert!(error.to_string().starts_with("row 0: `%z` at offset 4"), "{error}");
        assert_eq!(error.moved_by(5).row(), Some(5), "{layout}");
        let good = decode().run(&[whole.slice(0, 4)]).expect("it is well-formed");
        assert_eq!(rows(&good), texts(&[Some("aA"), None, Some("same"), Some("same")]), "{layout}");
    }
}

#[test]
fn octets_that_are_no_text_are_an_error_at_their_offset_in_the_value() {
    let all = texts(&[Some("ok"), Some("caf%C3%A9 %E9")]);
    for layout in TEXT.iter().chain(&OCTETS) {
        let error = decode().run(&[column(layout, &all)]).expect_err("it is not UTF-8");
        assert_eq!(
            (error.row(), error.offset(), error.kind()),
            (Some(1), Some(10), "invalid-utf-8"),
            "{layout}"
        );
    }
}

#[test]
fn an_unused_value_of_a_dictionary_fails_nothing() {
    let dictionary: ArrayRef = Arc::new(arrow_array::DictionaryArray::new(
        Int32Array::from(vec![Some(1), None, Some(3), Some(1)]),
        Arc::new(StringArray::from(vec!["%zz", "%41", "%", "b"])),
    ));
    let found = decode().run(std::slice::from_ref(&dictionary)).expect("no row is malformed");
    assert_eq!(rows(&found), texts(&[Some("A"), None, Some("b"), Some("A")]));
    let lengths = Call::Error.run(&[dictionary]).expect("it never fails");
    assert_eq!(lengths.null_count(), 4);
}

#[test]
fn a_value_of_a_dictionary_that_becomes_null_has_no_key() {
    let all = texts(&[Some("%41"), Some("%zz"), Some("%41"), None]);
    let found = Function::TryDecode
        .bind(&[])
        .expect("its defaults")
        .run(&[column("dictionary-8", &all)])
        .expect("nulls");
    assert_eq!(found.nulls().map(arrow_buffer::NullBuffer::null_count), Some(2));
    assert_eq!(rows(&found), texts(&[Some("A"), None, Some("A"), None]));
}

#[test]
fn other_types_and_other_numbers_of_columns_are_errors() {
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let text: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
    let two: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let three: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c"]));
    let all = Function::ALL.map(|function| {
        function.bind(&["java"][..function.required_constants()]).expect("its defaults")
    });
    for call in &all {
        let columns = vec![numbers.clone(); call.columns()];
        let error = call.run(&columns).expect_err("numbers are not text");
        assert_eq!(
            error,
            call.return_type(&vec![DataType::Int32; call.columns()]).expect_err("nor as a type")
        );
        assert_eq!(error.to_string(), "a column of type Int32 is not text and not binary");
        assert_eq!((error.row(), error.offset(), error.kind()), (None, None, "type"));
        assert!(matches!(call.run(&[]), Err(ColumnError::Columns { .. })), "{call:?}");
        assert!(
            matches!(call.run(&vec![text.clone(); 3]), Err(ColumnError::Columns { .. })),
            "{call:?}"
        );
    }
    let error = Call::Equivalent(Comparing::at(Level::Percent))
        .run(&[two.clone(), three])
        .expect_err("their lengths differ");
    assert!(error.to_string().contains("2 and 3 rows"), "{error}");
    let broadcast = Call::Equivalent(Comparing::at(Level::Percent))
        .run(&[two, text])
        .expect("one of them has one row");
    assert_eq!(*broadcast, arrow_array::BooleanArray::from(vec![true, false]));
}

#[test]
fn columns_without_rows_or_without_values_have_results() {
    let nothing: ArrayRef = Arc::new(NullArray::new(3));
    for function in Function::ALL {
        let call = function.bind(&["java"][..function.required_constants()]).expect("its defaults");
        for layout in TEXT.iter().chain(&OCTETS) {
            let empty = vec![column(layout, &[]); call.columns()];
            let found = call.run(&empty).expect("nothing can be wrong");
            assert_eq!(found.len(), 0, "{function:?} {layout}");
            let nulls = vec![column(layout, &[None, None]); call.columns()];
            let found = call.run(&nulls).expect("nothing can be wrong");
            assert_eq!((found.len(), found.logical_null_count()), (2, 2), "{function:?} {layout}");
        }
        let found = call.run(&vec![nothing.clone(); call.columns()]).expect("nothing can be wrong");
        assert_eq!((found.len(), found.logical_null_count()), (3, 3), "{function:?}");
    }
}

#[test]
fn reading_text_of_octets_names_the_row() {
    let all = vec![Some(b"/a".to_vec()), Some(b"/\xFF".to_vec())];
    for call in [Call::UriParts, Call::Normalize(Level::Path)] {
        let error = call.run(&[column("binary", &all)]).expect_err("the second row is not text");
        assert_eq!(
            (error.row(), error.offset(), error.kind()),
            (Some(1), Some(1), "invalid-utf-8"),
            "{call:?}"
        );
    }
    // What stays, stays text.
    let lossy =
        Call::Decode { charset: Charset::UTF_8, malformed: Malformed::Lossy, plus_as_space: false };
    assert_eq!(
        rows(&lossy.run(&[column("binary", &all)]).expect("lossy")),
        texts(&[Some("/a"), Some("/\u{FFFD}")])
    );
}

/// Needs some 3 GB of memory.
#[test]
#[ignore = "takes 3 GB of memory; the job `arrow` runs it"]
fn a_result_beyond_two_gigabytes_is_an_error_and_none_with_long_offsets() {
    let half = " ".repeat(360_000_000);
    let call = Call::Encode { set: rfc3986::UNRESERVED, charset: Charset::UTF_8 };
    let short: ArrayRef = Arc::new(StringArray::from(vec![half.as_str(), half.as_str()]));
    let error = call.run(&[short]).expect_err("it has 2,160,000,000 bytes");
    assert_eq!((error.kind(), error.row()), ("too-long", Some(1)));
    assert!(error.to_string().contains("LargeUtf8"), "{error}");
    let long: ArrayRef =
        Arc::new(arrow_array::LargeStringArray::from(vec![half.as_str(), half.as_str()]));
    let found = call.run(&[long]).expect("64 bits are enough");
    assert_eq!(found.to_data().buffers()[1].len(), 2_160_000_000);
}
