//! All functions of columns, on columns of every layout, whole and cut, beside the library on each row by itself.
#![no_main]
#![forbid(unsafe_code)]

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use triplet::charset::{self, Charset};
use triplet::set::EncodeSet;
use triplet::uri::{self, Level};
use triplet_arrow::{Call, ColumnError, Comparing, Function, Malformed};
use triplet_fuzz::input::Input;
use triplet_inspect::{self as inspect, Context};

use layouts::{MORE_OCTETS, MORE_TEXT, OCTETS, Row, TEXT, column, numbers, passed_on, rows};

// The checks and the layouts of the crate's own tests, without the tests.
#[allow(dead_code, unused_imports, unused_macros)]
#[path = "../../crates/triplet-arrow/tests/it/columns.rs"]
mod columns;
#[allow(dead_code)]
#[path = "../../crates/triplet-arrow/tests/it/layouts.rs"]
mod layouts;

/// The keys of some dictionaries have seven bits.
const MOST_ROWS: usize = 60;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let layouts: Vec<&str> = [&TEXT[..], &OCTETS, &MORE_TEXT, &MORE_OCTETS].concat();
    let (layout, other) = (*input.pick(&layouts), *input.pick(&layouts));
    let is_passed_on = input.switches().next().expect("eight");
    let (start, length) = (input.byte().wrapping_sub(b'a'), input.byte().wrapping_sub(b'a'));
    // Names, levels and contexts.
    let number = usize::from(input.byte().wrapping_sub(b'a'));

    // A line is a row, and `~` is a row that is null.
    let is_of_text = |layout: &str| TEXT.contains(&layout) || MORE_TEXT.contains(&layout);
    let with_rows = |is_text: bool| -> Vec<Row> {
        let lines = input.bytes().split(|&byte| byte == b'\n').take(MOST_ROWS);
        let row = |line: &[u8]| match is_text {
            true => String::from_utf8_lossy(line).into_owned().into_bytes(),
            false => line.to_vec(),
        };
        lines.map(|line| (line != b"~").then(|| row(line))).collect()
    };
    let all = with_rows(is_of_text(layout));
    let start = usize::from(start).min(all.len());
    let length = usize::from(length).min(all.len() - start);
    let mut cut = column(layout, &all).slice(start, length);
    if is_passed_on {
        cut = passed_on(&cut);
    }
    let part = &all[start..start + length];
    let what = format!("{layout} {start}+{length}, passed on: {is_passed_on}");
    columns::check_rewrites(&cut, part, is_of_text(layout), &what).expect(&what);
    let is_text = part.iter().flatten().all(|row| str::from_utf8(row).is_ok());
    if is_text {
        columns::check_nested(&cut, part, &what).expect(&what);
    }
    by_name(&cut, part, is_of_text(layout), number, &what);

    let both_of_text = is_of_text(layout) || is_of_text(other);
    let all = with_rows(both_of_text);
    let back: Vec<Row> = all.iter().rev().cloned().collect();
    let (left, right) = (column(layout, &all), column(other, &back));
    compared(&left, &right, &all, &back, number);
    // A single row is compared with each.
    let one = start.min(all.len() - 1);
    let same = vec![back[one].clone(); all.len()];
    compared(&left, &right.slice(one, 1), &all, &same, number);
    compared(&left.slice(one, 1), &right, &vec![all[one].clone(); all.len()], &back, number);
});

/// What a function gives for each row, or the first error: its row, offset and kind.
type Expected = Result<Vec<Row>, (usize, usize, &'static str)>;

fn text_of(result: Result<ArrayRef, ColumnError>, what: &str) -> Expected {
    match result {
        Ok(found) => {
            found.to_data().validate_full().expect(what);
            Ok(rows(&found))
        }
        Err(ColumnError::Row { row, offset, kind, .. }) => Err((row, offset, kind)),
        Err(error) => panic!("{what}: {error}"),
    }
}

/// Functions that SQL's arguments make, with any set, any charset and any context.
fn by_name(column: &ArrayRef, part: &[Row], is_of_text: bool, number: usize, what: &str) {
    let sets: Vec<&str> = EncodeSet::names().map(|set| set.name).collect();
    let charsets: Vec<&str> = Charset::all().map(Charset::name).collect();
    let (set, label) = (sets[number % sets.len()], charsets[number % charsets.len()]);
    let charset = Charset::for_label(label).expect("a name is a label");
    let encode_set = EncodeSet::by_name(set).expect("a name");
    let run = |call: &Call| call.run(&[Arc::clone(column)]);
    let each = |f: &dyn Fn(&[u8]) -> Result<Row, (usize, &'static str)>| -> Expected {
        let each = part.iter().enumerate().map(|(row, value)| match value {
            None => Ok(None),
            Some(value) => f(value).map_err(|(offset, kind)| (row, offset, kind)),
        });
        each.collect()
    };
    let is_utf8 = charset == Charset::UTF_8;

    let call = Function::Encode.bind(&[set, label]).expect("names");
    let expected = each(&|value| {
        if is_utf8 {
            return Ok(Some(triplet::encode(value, encode_set).to_string().into_bytes()));
        }
        let text = str::from_utf8(value).map_err(|e| (e.valid_up_to(), "invalid-utf-8"))?;
        match charset::encode(text, charset, encode_set).try_to_cow() {
            Ok(encoded) => Ok(Some(encoded.as_bytes().to_vec())),
            Err(error) => Err((error.offset(), "unmappable")),
        }
    });
    assert_eq!(text_of(run(&call), what), expected, "{what} {call:?}");

    if !is_utf8 {
        for malformed in [Malformed::Error, Malformed::Null] {
            let call = Call::Decode { charset, malformed, plus_as_space: false };
            let expected = each(&|value| {
                let text = str::from_utf8(value).ok().filter(|_| is_of_text);
                let view = match text {
                    Some(text) => charset::decode(text, charset),
                    None => charset::decode_octets(value, charset),
                };
                match view.to_str() {
                    Ok(text) => Ok(Some(text.as_bytes().to_vec())),
                    Err(_) if malformed == Malformed::Null => Ok(None),
                    Err(error) => Err((error.offset(), error.kind().name())),
                }
            });
            assert_eq!(text_of(run(&call), what), expected, "{what} {call:?}");
        }
    }

    let context = Context::ALL[number % Context::ALL.len()];
    let call = Function::Lint.bind(&[context.name()]).expect("a name");
    let found = run(&call).expect(what);
    for (row, value) in part.iter().enumerate() {
        assert_eq!(found.is_null(row), value.is_none(), "{what} {call:?}");
        let Some(value) = value else { continue };
        let item = found.as_list::<i32>().value(row);
        let offsets = numbers(item.as_struct().column(2));
        let findings = inspect::lint(value, context);
        let expected: Vec<_> = findings.iter().map(|one| Some(one.span().start as i64)).collect();
        assert_eq!(offsets, expected, "{what} {call:?}");
    }
}

fn compared(left: &ArrayRef, right: &ArrayRef, a: &[Row], b: &[Row], number: usize) {
    let level = [Level::Percent, Level::Path, Level::Scheme][number % 3];
    fn text(row: &Row) -> Option<Result<&str, std::str::Utf8Error>> {
        row.as_deref().map(str::from_utf8)
    }
    let expected: Result<Vec<Option<bool>>, _> = a
        .iter()
        .zip(b)
        .map(|pair| match (text(pair.0), text(pair.1)) {
            (Some(a), Some(b)) => Ok(Some(uri::equivalent(a?, b?, level).is_equivalent())),
            _ => Ok(None),
        })
        .collect::<Result<_, std::str::Utf8Error>>();
    let found = Call::Equivalent(Comparing::at(level)).run(&[Arc::clone(left), Arc::clone(right)]);
    match (found, expected) {
        (Ok(found), Ok(expected)) => {
            assert_eq!(found.as_boolean().iter().collect::<Vec<_>>(), expected, "{level:?}");
        }
        (Err(ColumnError::Row { .. }), Err(_)) => {}
        // A value that no compared pair has may still be judged, if it is in a row.
        (Err(ColumnError::Row { .. }), Ok(_)) => {
            assert!([a, b].concat().iter().any(|row| matches!(text(row), Some(Err(_)))));
        }
        (found, expected) => panic!("{found:?}, expected {expected:?}"),
    }
}
