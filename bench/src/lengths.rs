//! How long one call takes at each length from 0 to 64 bytes. The table shows where the tail of a kernel, or its first block, is
//! slower than a plain loop. Rows that Triplet loses are marked `<`. Then the throughput at each power of two, in a table and in a
//! picture.

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::contestants::{Job, Role};
use crate::corpora::Corpus;
use crate::picture::{self, Line, Lines, Mark};
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

/// How often the throughput of all lengths is measured; the median counts.
const ROUNDS: usize = 5;

fn name_of(length: usize) -> String {
    match length {
        0..1024 => format!("{length} B"),
        0x400..0x10_0000 => format!("{} KiB", length >> 10),
        _ => format!("{} MiB", length >> 20),
    }
}

/// The throughput at each power of two. A tenth of the text is to be encoded.
fn throughput(decode: bool, options: &Options) -> Result<(), String> {
    let most = if options.quick { 10 } else { 22 };
    let verb = if decode { "Decode" } else { "Encode" };
    let mut chart = Lines {
        title: format!("{verb}: throughput by the length of the text"),
        unit: format!(
            "GB/s of input, both axes logarithmic; the median of {} passes; {}, {}",
            options.passes,
            crate::machine::cpu(),
            triplet::Tier::active().name()
        ),
        x: Vec::new(),
        step: 3,
        lines: Vec::new(),
    };
    // Each length is measured in each round, so that a slow minute of the machine is not one of some lengths alone.
    let timing = Timing::of_calls(options.passes.div_ceil(ROUNDS));
    let mut rounds: Vec<Vec<Vec<f64>>> = Vec::new();
    for round in 0..ROUNDS.min(options.passes) {
        for power in 3..=most {
            let length: usize = 1 << power;
            let count = (1 << 18 >> power).clamp(1, if options.quick { 16 } else { 1024 });
            let corpus = match decode {
                false => Corpus::plain_of_length(length, false, count),
                true => Corpus::encoded_of_length(length, false, count),
            };
            let job = Job::new(decode, false);
            let mut outcomes =
                race::run(job, "lengths", &corpus.batch(decode), timing, race::owned);
            // The plain call of Triplet is the first of its calls.
            let mut seen = false;
            outcomes.retain(|outcome| {
                outcome.role != Role::Triplet || !std::mem::replace(&mut seen, true)
            });
            if chart.lines.is_empty() {
                chart.lines.extend(outcomes.iter().map(|outcome| Line {
                    name: outcome.name.to_owned(),
                    mark: match outcome.role {
                        Role::Triplet => Mark::Own,
                        Role::Peer => Mark::Rest,
                        Role::Memcpy => Mark::Bound,
                    },
                    values: Vec::new(),
                }));
            }
            if round == 0 {
                chart.x.push((length as f64, name_of(length)));
                rounds.push(vec![Vec::new(); outcomes.len()]);
            }
            let gigabytes = (length * count) as f64 / 1e9;
            for (values, outcome) in rounds[power - 3].iter_mut().zip(&outcomes) {
                values.extend(outcome.seconds.map(|seconds| gigabytes / seconds));
            }
        }
    }
    for values in rounds {
        for (line, values) in chart.lines.iter_mut().zip(values) {
            line.values.push((!values.is_empty()).then(|| clock::median(values)));
        }
    }
    chart.lines.push(fastest_peer(&chart.lines));
    say!("## {verb}, throughput by length, a tenth to encode\n");
    say!("{}", chart.table("GB/s"));
    let Some(folder) = &options.pictures else { return Ok(()) };
    picture::write(folder, &format!("{}-by-length", verb.to_lowercase()), &chart)
        .map_err(|error| format!("{}: {error}", folder.display()))
}

/// A line of the fastest peer at each length, which the picture names instead of the peers.
fn fastest_peer(lines: &[Line]) -> Line {
    let peers = || lines.iter().filter(|line| line.mark == Mark::Rest);
    let places = lines.first().map_or(0, |line| line.values.len());
    let fastest = |place| peers().filter_map(|line| line.values[place]).reduce(f64::max);
    Line {
        name: "fastest other crate".to_owned(),
        mark: Mark::Peer,
        values: (0..places).map(fastest).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_peer_is_another_one_at_each_length() {
        let line = |mark, values: [Option<f64>; 3]| Line {
            name: String::new(),
            mark,
            values: values.to_vec(),
        };
        let lines = [
            line(Mark::Own, [Some(9.0); 3]),
            line(Mark::Rest, [Some(1.0), Some(2.0), None]),
            line(Mark::Rest, [Some(3.0), None, None]),
            line(Mark::Bound, [Some(99.0); 3]),
        ];
        assert_eq!(fastest_peer(&lines).values, [Some(3.0), Some(2.0), None]);
        assert!(fastest_peer(&[]).values.is_empty());
    }
}
