//! How long one call takes for the values that most programs encode: 8 to 64 bytes, thousands of different ones, so that no
//! branch predictor can learn them.

use crate::arguments::Options;
use crate::batch::Batch;
use crate::clock::Timing;
use crate::contestants::{Destination, Job};
use crate::corpora::{Corpus, Kind};
use crate::race;
use crate::scores::{FOOTNOTE, Scores};

pub(crate) fn report(options: &Options) {
    let count = if options.quick { 256 } else { 8192 };
    let mixed = Corpus::short(&Kind::TEXT, count);
    let clean = Corpus::short(&[Kind::Clean], count);
    for decode in [false, true] {
        calls(decode, &mixed.batch(decode), &clean.batch(decode), options);
    }
}

fn calls(decode: bool, mixed: &Batch<'_>, clean: &Batch<'_>, options: &Options) {
    let mut scores = Scores::default();
    for (name, batch, wanted) in [
        ("reused buffer", mixed, Destination::Append),
        ("fresh", mixed, Destination::Fresh),
        ("`Cow` of clean", clean, Destination::Cow),
    ] {
        let job = Job::new(decode, false);
        let timing = Timing::of_calls(options.passes);
        let outcomes = race::run(job, "short", batch, timing, |_, exit| exit == wanted);
        scores.column(name, outcomes, batch.calls());
    }
    say!("## {}, 8 to 64 bytes\n", if decode { "Decode" } else { "Encode" });
    say!("{}", scores.table("ns a call", |seconds| seconds * 1e9));
    say!("{}\n{FOOTNOTE}\n", scores.ratios());
}
