//! A column where nothing changes comes back with the buffers that it had, and a result takes no more room than it needs.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use triplet::charset::Charset;
use triplet::set::rfc3986;
use triplet::uri::Level;
use triplet_arrow::{Call, Malformed};

use crate::layouts::{OCTETS, Row, TEXT, column, rows};

fn clean() -> Vec<Row> {
    let texts = [
        Some("index.html"),
        None,
        Some(""),
        Some("a-clean-text-of-more-than-twelve-bytes"),
        Some("b"),
        Some("b"),
    ];
    texts.map(|text| text.map(|text| text.as_bytes().to_vec())).to_vec()
}

/// The addresses of the values of a column.
fn addresses(column: &ArrayRef) -> Vec<*const u8> {
    fn of(data: &arrow_data::ArrayData, found: &mut Vec<*const u8>) {
        found.extend(data.buffers().iter().map(|buffer| buffer.as_ptr()));
        data.child_data().iter().for_each(|child| of(child, found));
    }
    let mut found = Vec::new();
    of(&column.to_data(), &mut found);
    found
}

#[test]
fn a_clean_column_comes_back_with_its_buffers() {
    let utf8 = Charset::UTF_8;
    let calls = [
        Call::Encode { set: rfc3986::UNRESERVED, charset: utf8 },
        Call::Decode { charset: utf8, malformed: Malformed::Error, plus_as_space: true },
        Call::Decode { charset: utf8, malformed: Malformed::Null, plus_as_space: false },
        Call::Decode { charset: utf8, malformed: Malformed::Lossy, plus_as_space: false },
        Call::DecodeBytes { plus_as_space: false },
        Call::Normalize(Level::Scheme),
    ];
    // These layouts have values that do change: in a dictionary, where no row has them, or in null rows.
    let dirty = ["dictionary-8", "runs-of-dictionary", "binary-with-junk"];
    for layout in TEXT.iter().chain(&OCTETS).filter(|layout| !dirty.contains(layout)) {
        let whole = column(layout, &clean());
        for call in &calls {
            let found = call.run(std::slice::from_ref(&whole)).expect("it is clean");
            assert_eq!(rows(&found), clean(), "{layout} {call:?}");
            // The ends of runs are copied if the type of the values changes.
            let other = layout.starts_with("runs") && found.data_type() != whole.data_type();
            let skipped = usize::from(other);
            assert_eq!(
                addresses(&found)[skipped..],
                addresses(&whole)[skipped..],
                "{layout} {call:?}"
            );
        }
    }
}

#[test]
fn unchanged_views_stay_in_their_buffers() {
    let mut all = clean();
    all.push(Some(b"a%20text-of-more-than-twelve-bytes".to_vec()));
    let whole = column("utf8-view", &all);
    let decode =
        Call::Decode { charset: Charset::UTF_8, malformed: Malformed::Error, plus_as_space: false };
    let found = decode.run(std::slice::from_ref(&whole)).expect("it is well-formed");
    let (before, after) = (whole.as_string_view(), found.as_string_view());
    let long: Vec<usize> =
        (0..6).filter(|&row| before.is_valid(row) && before.value(row).len() > 12).collect();
    assert!(!long.is_empty());
    for row in long {
        assert_eq!(before.value(row).as_ptr(), after.value(row).as_ptr(), "row {row}");
    }
    assert_eq!(
        after.data_buffers().last().map(|buffer| buffer.len()),
        Some("a text-of-more-than-twelve-bytes".len())
    );
}

#[test]
fn a_result_takes_the_room_that_it_needs() {
    let all: Vec<Row> =
        (0..1000).map(|row| Some(format!("row {row} + {row}").into_bytes())).collect();
    let whole = column("utf8", &all);
    let encode = Call::Encode { set: rfc3986::UNRESERVED, charset: Charset::UTF_8 };
    let encoded = encode.run(&[whole]).expect("all can be encoded");
    let values = encoded.as_string::<i32>().values();
    assert!(values.capacity() < values.len() + 64, "{} for {}", values.capacity(), values.len());
    let decode =
        Call::Decode { charset: Charset::UTF_8, malformed: Malformed::Error, plus_as_space: false };
    let decoded = decode.run(&[encoded]).expect("it is well-formed");
    let values = decoded.as_string::<i32>().values();
    assert!(values.capacity() < values.len() + 64, "{} for {}", values.capacity(), values.len());
    assert_eq!(rows(&decoded), all);
}
