//! How long one call takes for the values that most programs encode: 8 to 64 bytes, thousands of different ones, so that no
//! branch predictor can learn them; and a million of them, which the caches do not hold.

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
    // With their texts, more than the caches of most machines hold.
    let long_list = Corpus::short(&Kind::TEXT, if options.quick { 512 } else { 1 << 20 });
    for decode in [false, true] {
        let [mixed, clean, long_list] =
            [&mixed, &clean, &long_list].map(|corpus| corpus.batch(decode));
        calls(decode, [&mixed, &clean, &long_list], options);
    }
}

fn calls(decode: bool, [mixed, clean, long_list]: [&Batch<'_>; 3], options: &Options) {
    let mut scores = Scores::default();
    for (name, batch, wanted) in [
        ("reused buffer", mixed, Destination::Append),
        ("fresh", mixed, Destination::Fresh),
        ("`Cow` of clean", clean, Destination::Cow),
        ("a million, reused buffer", long_list, Destination::Append),
    ] {
        let job = Job::new(decode, false);
        // A pass over a million takes long enough.
        let passes = if batch.calls() > 1 << 16 { 5 } else { usize::MAX };
        let timing = Timing::of_calls(options.passes.min(passes));
        let outcomes = race::run(job, "short", batch, timing, |_, exit| exit == wanted);
        scores.column(name, outcomes, batch.calls());
    }
    say!("## {}, 8 to 64 bytes\n", if decode { "Decode" } else { "Encode" });
    say!("{}", scores.table("ns a call", |seconds| seconds * 1e9));
    say!("{}\n{FOOTNOTE}\n", scores.ratios());
}
