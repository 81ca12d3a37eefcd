//! How many bytes a second: long inputs, by corpus.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::arguments::{Options, Size};
use crate::clock::Timing;
use crate::contestants::{Destination, Job, Role};
use crate::corpora::{Corpus, Kind};
use crate::race;
use crate::scores::{FOOTNOTE, Scores};

impl Size {
    /// The inputs, the bytes of each, and how often one timing repeats them.
    fn shape(self, quick: bool) -> (usize, usize, usize) {
        match (self, quick) {
            (Self::Big, false) => (1, 4 << 20, 1),
            (Self::Big, true) => (1, 256 << 10, 1),
            (Self::Chunks, false) => (64, 64 << 10, 1),
            (Self::Chunks, true) => (4, 64 << 10, 1),
            (Self::InCache, false) => (1, 16 << 10, 128),
            (Self::InCache, true) => (1, 16 << 10, 4),
        }
    }
}

/// Writes the 64 inputs of each corpus as files, such as `urls.plain.0` and `urls.encoded.0`.
pub(crate) fn write_corpora(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let (count, length, _) = Size::Chunks.shape(false);
    for kind in Kind::ALL {
        let corpus = Corpus::new(kind, count, length);
        for (decode, name) in [(false, "plain"), (true, "encoded")] {
            for (i, input) in corpus.batch(decode).bytes.iter().enumerate() {
                std::fs::write(folder.join(format!("{}.{name}.{i}", kind.name())), input)?;
            }
        }
    }
    Ok(())
}

/// Decodes into fresh strings; the octets must be UTF-8.
pub(crate) fn report_text(options: &Options) {
    let (count, length, repeats) = Size::Big.shape(options.quick);
    let timing = Timing { passes: options.passes, repeats, warm_up: Duration::from_millis(2) };
    let mut scores = Scores::default();
    for kind in Kind::TEXT.into_iter().filter(|kind| !kind.is_form()) {
        let corpus = Corpus::new(kind, count, length);
        let batch = corpus.batch(true);
        let fresh = |_: Role, destination| destination == Destination::Fresh;
        let outcomes = race::run(Job::DecodeText, kind.name(), &batch, timing, fresh);
        scores.column(kind.name(), outcomes, batch.input_bytes());
    }
    let validator = if cfg!(feature = "simdutf8") { "`simdutf8`" } else { "`core`" };
    say!("## Decode into a fresh string, {count} × {} KiB, UTF-8 by {validator}\n", length >> 10);
    say!("{}", scores.table("GB/s of input", |seconds_per_byte| 1e-9 / seconds_per_byte));
    say!("{}\n{FOOTNOTE}\n", scores.ratios());
}

pub(crate) fn report(decode: bool, size: Size, options: &Options) {
    let (count, length, repeats) = size.shape(options.quick);
    let passes = options.passes;
    let timing = Timing { passes, repeats, warm_up: Duration::from_millis(2) };
    let mut scores = Scores::default();
    let mut race = |column: &str, kind: Kind, admits: &dyn Fn(Role, Destination) -> bool| {
        let corpus = Corpus::new(kind, count, length);
        let batch = corpus.batch(decode);
        let job = Job::new(decode, kind.is_form());
        let outcomes = race::run(job, kind.name(), &batch, timing, admits);
        scores.column(column, outcomes, batch.input_bytes());
    };
    for kind in Kind::ALL {
        race(kind.name(), kind, &race::owned);
    }
    race("clean `Cow`", Kind::Clean, &|_, destination| destination == Destination::Cow);
    let verb = if decode { "Decode" } else { "Encode" };
    let heat = if repeats > 1 { ", in cache" } else { "" };
    say!("## {verb}, {count} × {} KiB{heat}\n", length >> 10);
    say!("{}", scores.table("GB/s of input", |seconds_per_byte| 1e-9 / seconds_per_byte));
    say!("{}\n{FOOTNOTE}\n", scores.ratios());
}
