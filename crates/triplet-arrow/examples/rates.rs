//! Prints how long each function takes for a row, beside a copy of the column: `cargo run --release -p triplet-arrow
//! --example rates [ROWS]`. Medians of nine runs, all functions in turn.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use arrow_array::{
    Array, ArrayRef, BinaryViewArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_select::concat::concat;
use triplet_arrow::Function;

fn main() {
    let rows: usize =
        std::env::args().nth(1).map_or(2_000_000, |rows| rows.parse().expect("a number of rows"));
    // One row in four has triplets in the first, every row in the second, none in the third.
    let some = |row: usize| match row % 4 {
        0 => format!("/search/caf%C3%A9%20{row}"),
        _ => format!("/catalogue/item/{row}"),
    };
    let all = |row: usize| format!("q=caf%C3%A9+{row}&lang=en%2DGB");
    let none = |row: usize| format!("/catalogue/item/{row}");
    let columns: [(&str, Vec<String>); 3] = [
        ("1 in 4", (0..rows).map(some).collect()),
        ("all", (0..rows).map(all).collect()),
        ("none", (0..rows).map(none).collect()),
    ];
    println!(
        "{rows} rows; ns a row\n\n| function | rows with triplets | layout | ns | × copy |\n|---|---|---|--:|--:|"
    );
    for (name, texts) in &columns {
        let layouts: [(&str, ArrayRef); 4] = [
            ("Utf8", Arc::new(StringArray::from_iter_values(texts))),
            ("LargeUtf8", Arc::new(LargeStringArray::from_iter_values(texts))),
            ("Utf8View", Arc::new(StringViewArray::from_iter_values(texts))),
            ("BinaryView", Arc::new(BinaryViewArray::from_iter_values(texts))),
        ];
        for (layout, column) in &layouts {
            let functions = Function::ALL
                .into_iter()
                .filter(|function| *layout == "Utf8" || function.name().contains("code"));
            let calls: Vec<_> = functions
                .map(|function| {
                    (
                        function.name(),
                        function
                            .bind(&["lang"][..function.required_constants()])
                            .expect("its defaults"),
                    )
                })
                .collect();
            let mut times = vec![Vec::new(); calls.len() + 1];
            for _ in 0..9 {
                let start = Instant::now();
                // A column of two, one of them empty, is copied.
                black_box(concat(&[column, &column.slice(0, 0)]).expect("columns of one type"));
                times[0].push(start.elapsed());
                for ((_, call), times) in calls.iter().zip(&mut times[1..]) {
                    let columns = vec![Arc::clone(column); call.columns()];
                    let start = Instant::now();
                    black_box(call.run(&columns).expect("a well-formed column"));
                    times.push(start.elapsed());
                }
            }
            let nanos = |times: &mut Vec<std::time::Duration>| {
                times.sort_unstable();
                times[times.len() / 2].as_nanos() as f64 / column.len() as f64
            };
            let copy = nanos(&mut times[0]);
            println!("| (copy) | {name} | {layout} | {copy:.1} | 1.0 |");
            for ((function, _), times) in calls.iter().zip(&mut times[1..]) {
                let time = nanos(times);
                println!("| {function} | {name} | {layout} | {time:.1} | {:.1} |", time / copy);
            }
        }
    }
}
