//! Prints how long it takes to decode and to encode a row, for columns of many shapes, beside a copy of the column and beside a
//! program that calls the library for each row: `cargo run --release -p triplet-arrow --example shapes -- [--tier NAME] [--rows N]
//! [--batch N] [--passes N] [--pictures FOLDER] [--write FOLDER] [SHAPE]…`. Nanoseconds of this thread's processor time, the smallest of all passes; the
//! contestants take turns, so that other programs disturb each alike. The shape `functions` is a table of the other functions.
//! `--write` writes the rows of each shape to a file, for another program to read, and measures nothing.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, GenericStringType};
use arrow_array::{Array, ArrayRef, GenericStringArray, StringArray, StringViewArray};
use arrow_buffer::OffsetBuffer;
use triplet::charset::Charset;
use triplet::set::rfc3986::UNRESERVED;
use triplet_arrow::{Call, Function, Malformed};

#[path = "../../../bench/src/picture.rs"]
#[allow(dead_code, reason = "lines are drawn by triplet-bench, whose file this is")]
mod picture;

use picture::{Group, Mark};

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
    let column = column.as_string::<i32>();
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

/// The contestants for a layout and a direction.
fn contestants(is_text: bool, decodes: bool) -> Vec<Contestant> {
    let mut all: Vec<Contestant> = vec![("copy", copy)];
    match (is_text, decodes) {
        (true, true) => all.push(("row by row", |column| row_by_row(column, true))),
        (true, false) => all.push(("row by row", |column| row_by_row(column, false))),
        _ => {}
    }
    all.push(("triplet-arrow", if decodes { decode } else { encode }));
    all
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
                let mut best = f64::INFINITY;
                for _ in 0..passes {
                    let start = now();
                    batches.iter().for_each(|column| drop(black_box(run(&call, column))));
                    best = best.min(now() - start);
                }
                best * 1e9 / count as f64
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
        let is_text = layout == arrow_schema::DataType::Utf8;
        for decodes in [true, false] {
            let contestants = contestants(is_text, decodes);
            let verb = if decodes { "decode" } else { "encode" };
            println!("\n{verb} {layout}, ns a row\n");
            let mut groups: Vec<Group<'_>> = Vec::new();
            let names: Vec<&str> = contestants.iter().map(|(name, _)| *name).collect();
            println!("| shape | {} |", names.join(" | "));
            println!("|---|{}", "--:|".repeat(names.len()));
            for shape in &shapes {
                let rows = rows(shape, count);
                let batches = batches(&rows, batch, is_text);
                let mut best = vec![f64::INFINITY; contestants.len()];
                for _ in 0..passes {
                    for ((_, contestant), best) in contestants.iter().zip(&mut best) {
                        let start = now();
                        for column in &batches {
                            black_box(contestant(column));
                        }
                        *best = best.min(now() - start);
                    }
                }
                let nanos: Vec<f64> = best.iter().map(|time| time * 1e9 / count as f64).collect();
                let cells: Vec<String> = nanos.iter().map(|nanos| format!("{nanos:.1}")).collect();
                println!("| {shape} | {} |", cells.join(" | "));
                let mark = |name| if name == "triplet-arrow" { Mark::Own } else { Mark::Peer };
                let bars = names.iter().zip(nanos).map(|(name, nanos)| (*name, mark(*name), nanos));
                groups.push((shape.clone(), bars.collect()));
            }
            if let Some(folder) = &pictures {
                let title = format!("A column of {layout}: {verb}");
                let file = folder.join(format!("{verb}-{}.svg", layout.to_string().to_lowercase()));
                let svg = picture::bars(&title, "ns a row, processor time of one thread", &groups);
                std::fs::create_dir_all(folder).expect("the folder can be made");
                std::fs::write(file, svg).expect("the picture can be written");
            }
        }
    }
}
