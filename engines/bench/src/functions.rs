//! Our functions beside `datafusion-spark`'s, and beside none, in one thread.

use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use triplet_datafusion::Function;

use crate::corpus::{Corpus, batches};
use crate::{Outcome, ROUNDS, best, seconds};

/// A row of the table: a corpus, ours, and the peer, each as an expression over the column `s`.
struct Pair {
    corpus: Corpus,
    ours: &'static str,
    peer: &'static str,
}

const PAIRS: [Pair; 6] = [
    Pair { corpus: Corpus::Escaped, ours: "pct_decode(s)", peer: "url_decode(s)" },
    Pair { corpus: Corpus::Clean, ours: "pct_decode(s)", peer: "url_decode(s)" },
    Pair { corpus: Corpus::Dense, ours: "pct_decode(s)", peer: "url_decode(s)" },
    Pair { corpus: Corpus::Escaped, ours: "try_pct_decode(s)", peer: "try_url_decode(s)" },
    // The set of Spark's function: a space is `+`.
    Pair { corpus: Corpus::Text, ours: "pct_encode(s, 'spark')", peer: "url_encode(s)" },
    Pair { corpus: Corpus::Clean, ours: "pct_encode(s, 'spark')", peer: "url_encode(s)" },
];

pub async fn run(rows: u64) -> Outcome<()> {
    println!("{rows} rows, one thread, million rows a second, best of {ROUNDS} turns\n");
    println!("| rows | column | ours | | peer | | no function | ours / peer | ours / none |");
    println!("|---|---|---|--:|---|--:|--:|--:|--:|");
    for pair in &PAIRS {
        for views in [false, true] {
            compare(pair, views, rows).await?;
        }
    }
    // What an executor of a cluster does again for each batch of 8,192 rows.
    const TIMES: u32 = 10_000;
    let start = Instant::now();
    for _ in 0..TIMES {
        std::hint::black_box(Function::Encode.bind(std::hint::black_box(&["whatwg:form", "gbk"])))
            .map_err(|error| error.to_string())?;
    }
    println!(
        "\nbinding the constants of a call: {:.2} µs",
        seconds(start) / f64::from(TIMES) * 1e6
    );
    Ok(())
}

async fn compare(pair: &Pair, views: bool, rows: u64) -> Outcome<()> {
    let config = SessionConfig::new().with_target_partitions(1);
    let ctx = SessionContext::new_with_config(config);
    triplet_datafusion::register_all(&ctx);
    for function in datafusion_spark::function::url::functions() {
        ctx.register_udf(ScalarUDF::clone(&function));
    }
    let (batches, octets) = batches(pair.corpus, rows, views)?;
    let table = MemTable::try_new(batches[0].schema(), vec![batches])?;
    ctx.register_table("t", Arc::new(table))?;

    // The same texts, row by row, before anything is measured.
    let differ =
        format!("SELECT count(*) AS n FROM t WHERE {} IS DISTINCT FROM {}", pair.ours, pair.peer);
    let differ = pretty_format_batches(&ctx.sql(&differ).await?.collect().await?)?.to_string();
    if !differ.contains("| 0 |") {
        return Err(format!("{} and {} differ:\n{differ}", pair.ours, pair.peer).into());
    }

    let contestants = [pair.ours, pair.peer, "s"];
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        for (expression, times) in contestants.iter().zip(&mut times) {
            let frame = ctx.sql(&format!("SELECT sum(octet_length({expression})) FROM t")).await?;
            let start = Instant::now();
            let result = frame.collect().await?;
            times.push(seconds(start));
            if result.iter().map(|batch| batch.num_rows()).sum::<usize>() != 1 {
                return Err("the sum is not one row".into());
            }
        }
    }
    let [ours, peer, none] = times.map(|times| best(&times));
    let rate = |time: f64| rows as f64 / time / 1e6;
    println!(
        "| {}, {} octets | {} | `{}` | {:.1} | `{}` | {:.1} | {:.1} | **{:.1}** | {:.2} |",
        pair.corpus.about(),
        octets,
        if views { "Utf8View" } else { "Utf8" },
        pair.ours,
        rate(ours),
        pair.peer,
        rate(peer),
        rate(none),
        peer / ours,
        none / ours,
    );
    Ok(())
}
