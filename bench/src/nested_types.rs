//! Forms with nested names: read into structs in structs, and written from them, beside `serde_qs`; and to a tree, beside the `qs` of
//! npm, if `cargo xtask readers` has installed it.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use triplet::form::nested::{self, Style};

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::corpora::Random;
use crate::forms::value;
use crate::table::{Table, number};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    id: u64,
    customer: Customer,
    items: Vec<Item>,
    note: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Customer {
    name: String,
    tags: Vec<String>,
    country: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Item {
    sku: String,
    count: u32,
}

fn order(random: &mut Random) -> Order {
    let item =
        |random: &mut Random| Item { sku: value(random, 12), count: random.below(100) as u32 };
    Order {
        id: random.below(1 << 20) as u64,
        customer: Customer {
            name: value(random, 24),
            tags: (0..=random.below(3)).map(|_| value(random, 8)).collect(),
            country: random.pick(&["de", "fr", "jp"]).to_owned(),
        },
        items: (0..=random.below(4)).map(|_| item(random)).collect(),
        note: value(random, 40),
    }
}

pub(crate) fn report(options: &Options) {
    let count = if options.quick { 100 } else { 2000 };
    let timing = Timing { passes: options.passes, repeats: 1, warm_up: Duration::from_millis(2) };
    let mut random = Random::new(11);
    let orders: Vec<Order> = (0..count).map(|_| order(&mut random)).collect();
    let write = |order: &Order| nested::to_string(order, Style::Qs).expect("a form");
    let forms: Vec<String> = orders.iter().map(write).collect();
    let peer = serde_qs::Config::new().max_depth(5).use_form_encoding(true);
    for (form, order) in forms.iter().zip(&orders) {
        assert_eq!(nested::from_str::<Order>(form, Style::Qs).expect("an order"), *order, "{form}");
        assert_eq!(peer.deserialize_str::<Order>(form).expect("an order"), *order, "{form}");
    }
    let times = clock::medians(5, timing, |which| match which {
        0 => forms.iter().for_each(|form| {
            black_box(nested::from_str::<Order>(black_box(form), Style::Qs).is_ok());
        }),
        1 => forms.iter().for_each(|form| {
            black_box(peer.deserialize_str::<Order>(black_box(form)).is_ok());
        }),
        2 => orders.iter().for_each(|order| {
            black_box(nested::to_string(black_box(order), Style::Qs).is_ok());
        }),
        3 => orders.iter().for_each(|order| {
            black_box(peer.serialize_string(black_box(order)).is_ok());
        }),
        _ => forms.iter().for_each(|form| {
            black_box(nested::parse(black_box(form), Style::Qs).is_ok());
        }),
    });
    let ns = |time: f64| time * 1e9 / forms.len() as f64;
    let mut table = Table::new(["what", "ns", "peer", "ns", "×"]);
    let mut row = |what: &str, time: f64, peer: &str, of_peer: Option<f64>| {
        let times = [Some(time), of_peer, of_peer.map(|peer| peer / time)].map(number);
        let [time, of_peer, ratio] = times;
        table.row([what.to_owned(), time, peer.to_owned(), of_peer, ratio]);
    };
    row("read into structs", ns(times[0]), "`serde_qs`", Some(ns(times[1])));
    row("write structs", ns(times[2]), "`serde_qs`", Some(ns(times[3])));
    row("read to a tree", ns(times[4]), "`qs` of npm", of_npm(&forms, options.passes));
    let bytes: usize = forms.iter().map(String::len).sum();
    say!("## Forms with nested names, {count} of {} bytes\n\n{table}", bytes / forms.len());
}

/// The time that `qs` takes for a form, if it is here.
fn of_npm(forms: &[String], passes: usize) -> Option<f64> {
    const PROGRAM: &str = r#"
        const qs = require(process.argv[1]);
        const forms = require("fs").readFileSync(0, "utf8").split("\n");
        const times = [];
        for (let pass = 0; pass < Number(process.argv[2]) + 3; pass++) {
            const began = process.hrtime.bigint();
            for (const form of forms) qs.parse(form);
            times.push(Number(process.hrtime.bigint() - began) / forms.length);
        }
        console.log(times.slice(3).sort((a, b) => a - b)[(times.length - 3) >> 1]);
    "#;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(target);
    let package = package.join("readers/node_modules/qs").canonicalize().ok()?;
    let mut node = Command::new("node")
        .args(["-e", PROGRAM])
        .arg(package)
        .arg(passes.max(5).to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    node.stdin.take()?.write_all(forms.join("\n").as_bytes()).ok()?;
    let output = node.wait_with_output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
