//! Prints how long it takes to decode and to encode a row, for columns of many shapes, beside a copy of the column and beside a
//! program that calls the library for each row: `cargo run --release -p triplet-arrow --example shapes -- [--tier NAME] [--rows N]
//! [--batch N] [--passes N] [--pictures FOLDER] [--write FOLDER] [SHAPE]…`. Nanoseconds of this thread's processor time, the median of the passes; the
//! contestants take turns, so that other programs disturb each alike. The shape `functions` is a table of the other functions.
//! `--write` writes the rows of each shape to a file, for another program to read, and measures nothing.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, GenericStringType};
use arrow_array::{Array, ArrayRef, GenericStringArray, StringArray, StringViewArray};
use arrow_buffer::OffsetBuffer;
use triplet::charset::Charset;
use triplet::set::rfc3986::UNRESERVED;
use triplet_arrow::{Call, Function, Malformed};

#[path = "../../../bench/src/picture/mod.rs"]
#[allow(dead_code, unused_imports, reason = "lines are drawn by triplet-bench, whose file this is")]
mod picture;
#[path = "../../../bench/src/table.rs"]
#[allow(dead_code, reason = "the tables of lines, which triplet-bench prints")]
mod table;

use picture::{Bars, Mark, Panel};

const SHAPES: [&str; 12] = [
    "log",
    "clean",
    "sparse",
    "long",
    "chinese",
    "tiny",
    "nulls",
    "malformed",
    "percent at the end",
    "not UTF-8",
    "a third malformed",
    "cut",
];

/// Seconds of processor time of this thread.
fn now() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    {
        use std::time::Instant;
        static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        START.elapsed().as_secs_f64()
    }
}

/// Pseudorandom numbers (xorshift), the same at every run.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Rows about 17 octets long, unless the name of the shape says otherwise.
fn rows(shape: &str, count: usize) -> Vec<Option<String>> {
    let mut state = 88_172_645_463_325_252;
    let row = |index: usize| {
        let number = index * (10_000_000 / count.max(1)).max(1);
        let log = || match index % 3 {
            0 => format!("/item/{number}"),
            _ => format!("/caf%C3%A9/{number}%2Fx"),
        };
        let mut one_in = |n| random(&mut state).is_multiple_of(n);
        Some(match shape {
            "log" => log(),
            "clean" => format!("/item/{number}/index.html"),
            "sparse" if one_in(50) => format!("/a%20b/{number}"),
            "sparse" => format!("/item/{number}/index"),
            "long" => {
                format!("/products/caf%C3%A9/{number}/list%20of/items/page/{:x<12}", index % 97)
            }
            "chinese" => {
                const WORDS: [&str; 4] = ["%E4%BD%A0", "%E5%A5%BD", "%E4%B8%96", "%E7%95%8C"];
                (0..6).map(|word| WORDS[(index + word) % 4]).collect()
            }
            "url" => format!("https://www.example.com/item/{number}?page={}", index % 97),
            "query" => format!("page={}&q=caf%C3%A9+{number}", index % 97),
            "second" => format!("q={number}&page={}", index % 97),
            "tiny" => ["%20", "a", "ab", "abc", "a%41", ""][random(&mut state) as usize % 6].into(),
            "nulls" if one_in(10) => return None,
            "malformed" if one_in(100) => format!("/bad%zz/{number}"),
            "percent at the end" if one_in(100) => format!("/{}/100%", number % 1000),
            "not UTF-8" if one_in(100) => format!("/bad%FFzz/{number}"),
            "a third malformed" if one_in(3) => format!("/bad%zz/{number}"),
            "cut" => match random(&mut state) % 24 {
                0 => format!("/x{number}%"),
                1 => format!("41/x{number}%4"),
                2 => "1".into(),
                3 => "%C3".into(),
                4 => format!("%A9{number}"),
                5 => "ab%%".into(),
                6 => "%%41".into(),
                7 => "%".into(),
                _ => log(),
            },
            _ => log(),
        })
    };
    (0..count).map(row).collect()
}

/// The buffers, copied: what no function can be faster than, if it changes something.
fn copy(column: &ArrayRef) -> ArrayRef {
    match column.as_string_opt::<i32>() {
        Some(column) => {
            black_box(column.value_data().to_vec());
            black_box(column.value_offsets().to_vec());
        }
        None => {
            let column = column.as_string_view();
            black_box(column.views().to_vec());
            column.data_buffers().iter().for_each(|buffer| drop(black_box(buffer.to_vec())));
        }
    }
    Arc::clone(column)
}

/// What a program does that calls the library for each row; a row that is malformed becomes empty.
fn row_by_row(column: &ArrayRef, decodes: bool) -> ArrayRef {
    let Some(column) = column.as_string_opt::<i32>() else {
        return views_row_by_row(column.as_string_view(), decodes);
    };
    let (mut text, mut ends) = (Vec::new(), Vec::with_capacity(column.len() + 1));
    text.reserve(column.value_data().len() * if decodes { 1 } else { 2 });
    ends.push(0);
    for row in column {
        let (row, before) = (row.unwrap_or_default(), text.len());
        if !decodes {
            text.extend_from_slice(triplet::encode(row, UNRESERVED).to_cow().as_bytes());
        } else if triplet::decode(row).append_to(&mut text).is_err()
            || std::str::from_utf8(&text[before..]).is_err()
        {
            text.truncate(before);
        }
        ends.push(text.len() as i32);
    }
    let ends = OffsetBuffer::new(ends.into());
    Arc::new(GenericStringArray::<i32>::new(ends, text.into(), column.nulls().cloned()))
}

/// The same for views.
fn views_row_by_row(column: &StringViewArray, decodes: bool) -> ArrayRef {
    let mut out = StringViewBuilder::with_capacity(column.len());
    for row in column {
        match row {
            None => out.append_null(),
            Some(row) if decodes => {
                out.append_value(triplet::decode(row).to_str().unwrap_or_default());
            }
            Some(row) => out.append_value(triplet::encode(row, UNRESERVED).to_cow()),
        }
    }
    Arc::new(out.finish())
}

type Contestant = (&'static str, fn(&ArrayRef) -> ArrayRef);

fn run(call: &Call, column: &ArrayRef) -> ArrayRef {
    call.run(std::slice::from_ref(column)).expect("it makes malformed rows null")
}

fn decode(column: &ArrayRef) -> ArrayRef {
    let (charset, malformed) = (Charset::UTF_8, Malformed::Null);
    run(&Call::Decode { charset, malformed, plus_as_space: false }, column)
}

fn encode(column: &ArrayRef) -> ArrayRef {
    run(&Call::Encode { set: UNRESERVED, charset: Charset::UTF_8 }, column)
}

/// The contestants for a direction.
const fn contestants(decodes: bool) -> [Contestant; 3] {
    if decodes {
        [
            ("copy", copy),
            ("row by row", |column| row_by_row(column, true)),
            ("triplet-arrow", decode),
        ]
    } else {
        [
            ("copy", copy),
            ("row by row", |column| row_by_row(column, false)),
            ("triplet-arrow", encode),
        ]
    }
}

/// The other functions, and the rows that each is measured on.
const FUNCTIONS: [(&str, &[&str], &[&str]); 7] = [
    ("pct_normalize", &["percent"], &["log", "clean", "url"]),
    ("pct_normalize", &["path"], &["log", "clean", "url"]),
    ("pct_normalize", &["scheme"], &["log", "clean", "url"]),
    ("pct_error", &[], &["log", "clean", "malformed"]),
    ("pct_respell", &["rfc3986"], &["clean", "url", "query"]),
    ("uri_parts", &[], &["log", "url"]),
    ("form_get", &["q"], &["query", "second"]),
];

/// Prints the time of the other functions. Most of them leave these rows as they are.
fn print_functions(count: usize, batch: usize, passes: usize) {
    println!("\n| function | rows | Utf8, ns a row | Utf8View |\n|---|---|--:|--:|");
    for (function, constants, shapes) in FUNCTIONS {
        let function = Function::by_name(function).expect("a function");
        let call = function.bind(constants).expect("its constants");
        for shape in shapes {
            let rows = rows(shape, count);
            let nanos = [true, false].map(|is_text| {
                let batches = batches(&rows, batch, is_text);
                let times = (0..passes).map(|_| {
                    let start = now();
                    batches.iter().for_each(|column| drop(black_box(run(&call, column))));
                    now() - start
                });
                median(times.collect()) * 1e9 / count as f64
            });
            let call = [&[function.name()], constants].concat().join(" ");
            println!("| {call} | {shape} | {:.1} | {:.1} |", nanos[0], nanos[1]);
        }
    }
}

fn batches(rows: &[Option<String>], batch: usize, is_text: bool) -> Vec<ArrayRef> {
    let batches = rows.chunks(batch).map(|rows| -> ArrayRef {
        if is_text {
            Arc::new(StringArray::from_iter(rows))
        } else {
            Arc::new(StringViewArray::from_iter(rows))
        }
    });
    batches.collect()
}

fn main() {
    let (mut count, mut batch, mut passes) = (1_000_000, 65_536, 7);
    let (mut shapes, mut pictures, mut written) = (Vec::new(), None::<PathBuf>, None::<PathBuf>);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || -> usize {
            arguments.next().and_then(|number| number.parse().ok()).expect("a number")
        };
        match &*argument {
            "--rows" => count = number(),
            "--batch" => batch = number(),
            "--passes" => passes = number(),
            "--pictures" => pictures = arguments.next().map(PathBuf::from),
            "--write" => written = arguments.next().map(PathBuf::from),
            "--tier" => {
                let name = arguments.next().expect("the name of a tier");
                let tier = triplet::Tier::by_name(&name).expect("the name of a tier");
                assert!(tier.force(), "this machine lacks {name}");
            }
            shape => shapes.push(shape.to_owned()),
        }
    }
    if shapes.is_empty() {
        shapes = SHAPES.iter().chain(&["functions"]).map(|shape| (*shape).to_owned()).collect();
    }
    if let Some(folder) = written {
        for shape in &shapes {
            let lines = rows(shape, count)
                .into_iter()
                .flat_map(|row| [row.unwrap_or_default(), "\n".into()]);
            std::fs::write(folder.join(shape), lines.collect::<String>())
                .expect("it can be written");
        }
        return;
    }
    println!("{count} rows in batches of {batch}; tier {}", triplet::Tier::active().name());
    let functions = shapes.len();
    shapes.retain(|shape| shape != "functions");
    if shapes.len() < functions {
        print_functions(count, batch, passes);
    }
    if shapes.is_empty() {
        return;
    }
    for layout in [GenericStringType::<i32>::DATA_TYPE, arrow_schema::DataType::Utf8View] {
        let panels = [true, false].map(|decodes| {
            let verb = if decodes { "decode" } else { "encode" };
            println!("\n{verb} {layout}, ns a row\n");
            let names = contestants(decodes).map(|(name, _)| name);
            println!("| shape | {} |", names.join(" | "));
            println!("|---|{}", "--:|".repeat(names.len()));
            let values = shapes.iter().map(|shape| {
                let is_text = layout == arrow_schema::DataType::Utf8;
                let batches = batches(&rows(shape, count), batch, is_text);
                let nanos = nanoseconds(&contestants(decodes), &batches, passes);
                let nanos = nanos.map(|time| time / count as f64);
                println!("| {shape} | {} |", nanos.map(|nanos| format!("{nanos:.1}")).join(" | "));
                nanos.to_vec()
            });
            Panel { name: verb.to_owned(), values: values.collect() }
        });
        let Some(folder) = &pictures else { continue };
        let chart = Bars {
            title: format!("A column of {layout}: a call for each row, and all rows together"),
            unit: format!(
                "ns a row, processor time of one thread, the median of {passes} passes; {}",
                triplet::Tier::active().name()
            ),
            series: vec![
                ("all rows together (triplet-arrow)".into(), Mark::Own),
                ("a call of triplet for each row".into(), Mark::Rest),
                ("a copy of the column".into(), Mark::Bound),
            ],
            groups: shapes.clone(),
            panels: panels.map(in_order_of_picture).into(),
        };
        let name = format!("columns-{}", layout.to_string().to_lowercase());
        picture::write(folder, &name, &chart).expect("the pictures can be written");
    }
}

/// The table has the copy first, the picture has it last: as a line across the bars.
fn in_order_of_picture(mut panel: Panel) -> Panel {
    panel.values.iter_mut().for_each(|values| values.reverse());
    panel
}

/// The time that each contestant takes for all batches: the median of the passes, in which they take turns.
fn nanoseconds(contestants: &[Contestant; 3], batches: &[ArrayRef], passes: usize) -> [f64; 3] {
    let mut times = contestants.map(|_| Vec::with_capacity(passes));
    for _ in 0..passes {
        for ((_, contestant), times) in contestants.iter().zip(&mut times) {
            let start = now();
            for column in batches {
                black_box(contestant(column));
            }
            times.push((now() - start) * 1e9);
        }
    }
    times.map(median)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
