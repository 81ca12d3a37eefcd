//! Whole forms: split into pairs and decoded, and written, beside `form_urlencoded`.

use std::hint::black_box;
use std::time::Duration;

use triplet::form::{self, Serializer};

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::corpora::Random;
use crate::table::{Table, number};

pub(crate) type Pairs = Vec<(String, String)>;

/// A value of up to `most` characters. One character in twelve is a space, a letter outside ASCII, or another character to
/// encode.
pub(crate) fn value(random: &mut Random, most: usize) -> String {
    (0..random.below(most + 1))
        .map(|_| match random.below(12) {
            0 => random.pick(&[' ', ' ', 'é', '/', '&']),
            _ => char::from(b'a' + random.below(26) as u8),
        })
        .collect()
}

/// Names as forms have them, with values of up to `most` characters.
pub(crate) fn pairs(most: usize, length: usize) -> Pairs {
    const NAMES: [&str; 9] =
        ["a", "q", "id", "name", "value", "session", "utm_source", "first name", "user[email]"];
    let mut random = Random::new(most as u64);
    let mut pairs = Pairs::new();
    let mut written = 0;
    while written < length {
        let name = random.pick(&NAMES);
        let value = value(&mut random, most);
        written += name.len() + value.len() + 2;
        pairs.push((name.to_string(), value));
    }
    pairs
}

fn write_ours(pairs: &Pairs) -> String {
    let mut out = String::new();
    let mut serializer = Serializer::new(&mut out);
    for (name, value) in pairs {
        serializer.append(name, value);
    }
    out
}

fn write_theirs(pairs: &Pairs) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// The lengths of all names and values, so that the compiler cannot drop the decoding.
fn read_ours(form: &str) -> usize {
    let pairs = form::parse(form).pairs().map(|pair| {
        let pair = pair.expect("no limit");
        let text = |part: form::Part<'_>| part.to_str_lossy().expect("lenient").len();
        text(pair.name) + text(pair.value)
    });
    pairs.sum()
}

/// The same with all pairs in one buffer.
fn read_whole(form: &str) -> usize {
    let form = form::parse(form).to_form().expect("no limit");
    form.iter().map(|(name, value)| name.len() + value.len()).sum()
}

fn read_theirs(form: &str) -> usize {
    form_urlencoded::parse(form.as_bytes()).map(|(name, value)| name.len() + value.len()).sum()
}

pub(crate) fn report(options: &Options) {
    let length = if options.quick { 64 << 10 } else { 1 << 20 };
    let mut table = Table::new([
        "values",
        "bytes a pair",
        "read, GB/s",
        "× `form_urlencoded`",
        "as a whole, GB/s",
        "× `form_urlencoded`",
        "write, GB/s",
        "× `form_urlencoded`",
    ]);
    for (name, most) in [("up to 2 characters", 2), ("up to 24", 24), ("up to 200", 200)] {
        let pairs = pairs(most, length);
        let form = write_theirs(&pairs);
        assert_eq!(write_ours(&pairs), form, "the same form");
        assert_eq!(read_ours(&form), read_theirs(&form), "the same pairs");
        assert_eq!(read_whole(&form), read_theirs(&form), "the same pairs");
        let timing =
            Timing { passes: options.passes, repeats: 1, warm_up: Duration::from_millis(2) };
        let times = clock::medians(5, timing, |which| match which {
            0 => drop(black_box(read_ours(black_box(&form)))),
            1 => drop(black_box(read_theirs(black_box(&form)))),
            2 => drop(black_box(read_whole(black_box(&form)))),
            3 => drop(black_box(write_ours(black_box(&pairs)))),
            _ => drop(black_box(write_theirs(black_box(&pairs)))),
        });
        let speed = |time: f64| number(Some(form.len() as f64 / time * 1e-9));
        table.row([
            name.to_string(),
            number(Some(form.len() as f64 / pairs.len() as f64)),
            speed(times[0]),
            number(Some(times[1] / times[0])),
            speed(times[2]),
            number(Some(times[1] / times[2])),
            speed(times[3]),
            number(Some(times[4] / times[3])),
        ]);
    }
    say!("## Forms, {} KiB of names and values\n\n{table}", length >> 10);
}
