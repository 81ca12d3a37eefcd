//! The only place that reads a clock. Runs are interleaved, because the speed of a machine drifts: each pass times every run
//! once and starts with another run, and the median over the passes counts. This module does not know what it runs, nor what
//! a time means.

use std::time::{Duration, Instant};

/// How often each run is timed, and how.
#[derive(Clone, Copy)]
pub(crate) struct Timing {
    /// Timings of each run; the median counts.
    pub(crate) passes: usize,
    /// Runs in one timing, so that it is long enough.
    pub(crate) repeats: usize,
    /// Before each timing the run goes untimed, at least once and for this long. The caches and the branch predictors then
    /// hold the state of this run, and not that of the run before.
    pub(crate) warm_up: Duration,
}

impl Timing {
    pub(crate) fn of_passes(passes: usize) -> Self {
        Self { passes, repeats: 1, warm_up: Duration::ZERO }
    }

    /// For many short calls, which together take only microseconds. A processor may switch off the upper half of its vector
    /// registers while they are not used, and is slow for about ten microseconds when they are used again. That cost belongs
    /// to no call.
    pub(crate) fn of_calls(passes: usize) -> Self {
        Self { passes, repeats: 2, warm_up: Duration::from_micros(60) }
    }
}

/// The median time in seconds of each of `runs` runs.
pub(crate) fn medians(runs: usize, timing: Timing, mut run: impl FnMut(usize)) -> Vec<f64> {
    let Timing { passes, repeats, warm_up } = timing;
    let mut samples = vec![Vec::with_capacity(passes); runs];
    for pass in 0..passes {
        for turn in 0..runs {
            let which = (pass + turn) % runs;
            let start = Instant::now();
            run(which);
            while start.elapsed() < warm_up {
                run(which);
            }
            let start = Instant::now();
            for _ in 0..repeats {
                run(which);
            }
            samples[which].push(start.elapsed().as_secs_f64() / repeats as f64);
        }
    }
    samples.into_iter().map(median).collect()
}

pub(crate) fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len() / 2;
    if samples.len() % 2 == 1 {
        samples[middle]
    } else {
        (samples[middle - 1] + samples[middle]) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn every_run_has_every_place_in_the_order() {
        let mut order = Vec::new();
        medians(3, Timing::of_passes(3), |which| order.push(which));
        let twice = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].concat().into_iter().flat_map(|w| [w, w]);
        assert_eq!(order, twice.collect::<Vec<_>>());
    }
}
