//! Forms as types of `serde`: read into a struct, a map or a list of pairs, and written from one, beside `serde_urlencoded` and
//! `serde_html_form`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use triplet::form;

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::corpora::Random;
use crate::forms::{pairs, value};
use crate::table::{Table, number};

/// The query of a search page.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Search {
    q: String,
    page: Option<u32>,
    lang: String,
    exact: bool,
    sort: Sort,
    utm_source: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Sort {
    Relevance,
    NewestFirst,
}

/// The same with fields that borrow where nothing is encoded.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Borrowed<'a> {
    #[serde(borrow)]
    q: Cow<'a, str>,
    page: Option<u32>,
    lang: &'a str,
    exact: bool,
    sort: Sort,
    utm_source: Option<&'a str>,
}

/// An order: fields that are lists, which `serde_urlencoded` does not have.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    customer: String,
    #[serde(default)]
    item: Vec<String>,
    #[serde(default)]
    count: Vec<u32>,
    note: Option<String>,
}

fn search(random: &mut Random) -> Search {
    Search {
        q: value(random, 24),
        page: (random.below(2) == 0).then(|| random.below(1000) as u32),
        lang: random.pick(&["en", "de", "zh-Hans"]).to_owned(),
        exact: random.below(2) == 0,
        sort: random.pick(&[Sort::Relevance, Sort::NewestFirst]),
        utm_source: (random.below(3) == 0).then(|| "newsletter".to_owned()),
    }
}

fn order(random: &mut Random) -> Order {
    let count = random.below(5);
    Order {
        customer: value(random, 24),
        item: (0..count).map(|_| value(random, 12)).collect(),
        count: (0..count).map(|_| random.below(100) as u32).collect(),
        note: (random.below(3) == 0).then(|| value(random, 60)),
    }
}

/// Reading and writing of one crate.
struct Crate<'f, T> {
    read: fn(&'f str) -> Option<T>,
    write: fn(&T) -> Option<String>,
}

/// The three crates; `serde_urlencoded` has no lists.
fn crates<'f, T: Serialize + Deserialize<'f>>() -> [Crate<'f, T>; 3] {
    [
        Crate {
            read: |form| form::from_str(form).ok(),
            write: |value| form::to_string(value).ok(),
        },
        Crate {
            read: |form| serde_urlencoded::from_str(form).ok(),
            write: |value| serde_urlencoded::to_string(value).ok(),
        },
        Crate {
            read: |form| serde_html_form::from_str(form).ok(),
            write: |value| serde_html_form::to_string(value).ok(),
        },
    ]
}

/// Measures all crates that read these forms, and adds a row.
fn race<'f, T>(name: &str, forms: &'f [String], timing: Timing, table: &mut Table)
where
    T: Serialize + Deserialize<'f> + PartialEq + Debug,
{
    let crates = crates::<T>();
    let read = |read: fn(&'f str) -> Option<T>| -> Option<Vec<T>> {
        forms.iter().map(|form| read(form)).collect()
    };
    let values = read(crates[0].read).expect("the forms of this type");
    let takes_part: Vec<bool> = crates
        .iter()
        .map(|each| match read(each.read) {
            None => false,
            Some(found) => {
                assert_eq!(found, values, "{name}: the same values");
                let written: Option<Vec<String>> = values.iter().map(each.write).collect();
                assert_eq!(written.as_deref(), Some(forms), "{name}: the same forms");
                true
            }
        })
        .collect();
    let times = clock::medians(6, timing, |which| {
        let each = &crates[which / 2];
        if !takes_part[which / 2] {
        } else if which % 2 == 0 {
            for form in forms {
                black_box((each.read)(black_box(form)));
            }
        } else {
            for value in &values {
                black_box((each.write)(black_box(value)));
            }
        }
    });
    let bytes: usize = forms.iter().map(String::len).sum();
    let ns = |time: f64| number(Some(time * 1e9 / forms.len() as f64));
    let ratio = |which: usize| match takes_part[which / 2] {
        true => number(Some(times[which] / times[which % 2])),
        false => "–".to_owned(),
    };
    table.row([
        name.to_owned(),
        number(Some(bytes as f64 / forms.len() as f64)),
        ns(times[0]),
        ratio(2),
        ratio(4),
        ns(times[1]),
        ratio(3),
        ratio(5),
    ]);
}

fn written<T: Serialize>(values: impl Iterator<Item = T>) -> Vec<String> {
    values.map(|value| form::to_string(&value).expect("a form")).collect()
}

pub(crate) fn report(options: &Options) {
    let count = if options.quick { 100 } else { 2000 };
    let timing = Timing { passes: options.passes, repeats: 1, warm_up: Duration::from_millis(2) };
    let mut table = Table::new([
        "type",
        "bytes a form",
        "read, ns",
        "× `serde_urlencoded`",
        "× `serde_html_form`",
        "write, ns",
        "× `serde_urlencoded`",
        "× `serde_html_form`",
    ]);
    let mut random = Random::new(7);
    let searches = written((0..count).map(|_| search(&mut random)));
    race::<Search>("a struct of six fields", &searches, timing, &mut table);
    race::<Borrowed<'_>>("the same, borrowed", &searches, timing, &mut table);
    let orders = written((0..count).map(|_| order(&mut random)));
    race::<Order>("a struct with lists", &orders, timing, &mut table);
    let map = |form: &String| form::from_str::<BTreeMap<String, String>>(form).expect("a map");
    let maps = written(searches.iter().map(map));
    race::<BTreeMap<String, String>>("a map of text", &maps, timing, &mut table);
    lists::<Vec<(String, String)>>("pairs", options, timing, &mut table);
    race_borrowed_pairs(options, timing, &mut table);
    say!("## Forms as types, {count} of each\n\n{table}");
}

/// Long lists of pairs, with short and with long values.
fn lists<T>(name: &str, options: &Options, timing: Timing, table: &mut Table)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    for most in [2, 24, 200] {
        let form = long_form(most, options);
        let name = format!("{name}, values of up to {most}");
        race::<T>(&name, &form, timing, table);
    }
}

fn race_borrowed_pairs(options: &Options, timing: Timing, table: &mut Table) {
    let form = long_form(24, options);
    race::<Vec<(Cow<'_, str>, Cow<'_, str>)>>("the same as `Cow`, up to 24", &form, timing, table);
}

fn long_form(most: usize, options: &Options) -> [String; 1] {
    let length = if options.quick { 4 << 10 } else { 64 << 10 };
    [form::to_string(&pairs(most, length)).expect("pairs")]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All crates give the same, and those that are measured are those that have the type.
    #[test]
    fn each_crate_takes_part_where_it_can() {
        let timing = Timing::of_passes(1);
        let mut random = Random::new(1);
        let mut table = Table::new(["type", "", "", "", "", "", "", ""]);
        let searches = written((0..50).map(|_| search(&mut random)));
        race::<Search>("search", &searches, timing, &mut table);
        let orders = written((0..50).map(|_| order(&mut random)));
        race::<Order>("order", &orders, timing, &mut table);
        let shown = table.to_string();
        let row = |name: &str| shown.lines().find(|line| line.contains(name)).expect("a row");
        assert!(!row("search").contains('–'), "{shown}");
        assert_eq!(row("order").matches('–').count(), 2, "{shown}");
    }
}
