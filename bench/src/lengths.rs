//! How long one call takes at each length from 0 to 64 bytes. It shows where the tail of a kernel, or its first block, is
//! slower than a plain loop. Rows that Triplet loses are marked `<`.

use crate::arguments::Options;
use crate::clock::Timing;
use crate::contestants::{Job, Role};
use crate::corpora::Corpus;
use crate::race;
use crate::table::{Table, number};

pub(crate) fn report(options: &Options) {
    for clean in [false, true] {
        table(false, clean, options);
        table(true, clean, options);
    }
}

fn table(decode: bool, clean: bool, options: &Options) {
    let count = if options.quick { 32 } else { 1024 };
    let mut table: Option<Table> = None;
    let mut lost = Vec::new();
    for length in 0..=64 {
        let corpus = match decode {
            false => Corpus::plain_of_length(length, clean, count),
            true => Corpus::encoded_of_length(length, clean, count),
        };
        let batch = corpus.batch(decode);
        let job = Job::new(decode, false);
        let timing = Timing::of_calls(options.passes);
        let outcomes = race::run(job, "lengths", &batch, timing, race::owned);

        let header = || {
            let names = outcomes.iter().flat_map(|outcome| {
                let ratio = (outcome.role == Role::Triplet).then(|| "× best peer".to_string());
                std::iter::once(outcome.name.to_string()).chain(ratio)
            });
            Table::new(std::iter::once("ns a call".to_string()).chain(names))
        };
        let table = table.get_or_insert_with(header);

        let peers = outcomes.iter().filter(|outcome| outcome.role == Role::Peer);
        let best_peer = peers.filter_map(|peer| peer.seconds).fold(f64::INFINITY, f64::min);
        let mut cells = vec![format!("{length} bytes")];
        for outcome in &outcomes {
            cells.push(number(outcome.seconds.map(|seconds| seconds / count as f64 * 1e9)));
            if outcome.role == Role::Triplet {
                let ratio = outcome.seconds.map(|seconds| best_peer / seconds);
                let loses = ratio.is_some_and(|ratio| ratio < 1.0);
                cells.push(format!("{} {}", if loses { "<" } else { " " }, number(ratio)));
                if loses {
                    lost.push(length);
                }
            }
        }
        table.row(cells);
    }
    let verb = if decode { "Decode" } else { "Encode" };
    let content = if clean { "clean" } else { "a tenth to encode" };
    say!("## {verb}, each length, {content}\n");
    say!("{}", table.expect("there is a row"));
    lost.dedup();
    if !lost.is_empty() {
        say!("Lost at {} lengths: {lost:?}\n", lost.len());
    }
}
