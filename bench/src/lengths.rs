//! How long one call takes at each length from 0 to 64 bytes. The table shows where the tail of a kernel, or its first block, is
//! slower than a plain loop. Rows that Triplet loses are marked `<`. Then the throughput at each power of two, in a table and in a
//! picture.

use std::path::Path;

use crate::arguments::Options;
use crate::clock::Timing;
use crate::contestants::{Job, Role};
use crate::corpora::Corpus;
use crate::picture::{self, Line, Mark};
use crate::race;
use crate::table::{Table, number};

pub(crate) fn report(options: &Options) -> Result<(), String> {
    for clean in [false, true] {
        table(false, clean, options);
        table(true, clean, options);
    }
    for decode in [false, true] {
        throughput(decode, options)?;
    }
    Ok(())
}

/// The throughput at each power of two. A tenth of the text is to be encoded.
fn throughput(decode: bool, options: &Options) -> Result<(), String> {
    let most = if options.quick { 10 } else { 22 };
    let verb = if decode { "Decode" } else { "Encode" };
    let (mut lines, mut x): (Vec<Line>, Vec<(f64, String)>) = Default::default();
    for power in 3..=most {
        let length = 1 << power;
        let count = (1 << 18 >> power).clamp(1, if options.quick { 16 } else { 1024 });
        let corpus = match decode {
            false => Corpus::plain_of_length(length, false, count),
            true => Corpus::encoded_of_length(length, false, count),
        };
        let batch = corpus.batch(decode);
        let timing = Timing::of_calls(options.passes);
        let outcomes = race::run(Job::new(decode, false), "lengths", &batch, timing, race::owned);
        if lines.is_empty() {
            lines.extend(outcomes.iter().map(|outcome| Line {
                name: outcome.name.to_owned(),
                mark: match outcome.role {
                    Role::Triplet => Mark::Own,
                    Role::Peer => Mark::Peer,
                    Role::Memcpy => Mark::Bound,
                },
                values: Vec::new(),
            }));
        }
        for (line, outcome) in lines.iter_mut().zip(&outcomes) {
            let gigabytes = (length * count) as f64 / 1e9;
            line.values.push(outcome.seconds.map(|seconds| gigabytes / seconds));
        }
        let name = match length {
            _ if power % 3 != 0 => String::new(),
            0..1024 => format!("{length} B"),
            _ if power < 20 => format!("{} KiB", length >> 10),
            _ => format!("{} MiB", length >> 20),
        };
        x.push((length as f64, name));
    }
    let names = lines.iter().map(|line| line.name.clone());
    let mut table = Table::new(std::iter::once("GB/s".to_string()).chain(names));
    for (index, (length, _)) in x.iter().enumerate() {
        let values = lines.iter().map(|line| number(line.values[index]));
        table.row(std::iter::once(format!("{length} bytes")).chain(values));
    }
    say!("## {verb}, throughput by length, a tenth to encode\n");
    say!("{table}");
    if let Some(folder) = &options.pictures {
        let title = format!("{verb}: throughput of one call, by the length of the text");
        let svg = picture::lines(&title, "GB/s", &x, &lines);
        write(folder, &format!("{}-by-length.svg", verb.to_lowercase()), &svg)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, svg: &str) -> Result<(), String> {
    let file = folder.join(name);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&file, svg))
        .map_err(|error| format!("{}: {error}", file.display()))
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
