//! One race: all contestants at one job over one batch. First their output is checked, then they are timed in turn. The time
//! of a contestant is that of its fastest call.

use crate::batch::Batch;
use crate::clock::{self, Timing};
use crate::contestants::{self, Destination, Job, Role};

/// The median time of one contestant for the batch, in seconds. `None` if it has no such call.
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    pub(crate) seconds: Option<f64>,
}

/// `admits` chooses among the calls.
pub(crate) fn run(
    job: Job,
    corpus: &str,
    batch: &Batch<'_>,
    timing: Timing,
    admits: impl Fn(Role, Destination) -> bool,
) -> Vec<Outcome> {
    let mut contestants = contestants::at(job);
    contestants::assert_agreement(&mut contestants, batch, corpus);

    let mut outcomes = Vec::new();
    let mut owners = Vec::new();
    let mut ways = Vec::new();
    for (owner, contestant) in contestants.iter_mut().enumerate() {
        let (name, role) = (contestant.name, contestant.role);
        outcomes.push(Outcome { name, role, seconds: None });
        for (destination, way) in contestant.ways(batch) {
            if admits(role, destination) {
                owners.push(owner);
                ways.push(way);
            }
        }
    }
    let mut shared = Vec::new();
    let medians = clock::medians(ways.len(), timing, |which| {
        ways[which].pass(batch, &mut shared, None);
    });
    for (owner, median) in owners.into_iter().zip(medians) {
        let best = outcomes[owner].seconds.unwrap_or(f64::INFINITY);
        outcomes[owner].seconds = Some(best.min(median));
    }
    outcomes
}

/// Bytes that the caller owns, as the result: a peer may put them where it is fastest, Triplet and
/// `memcpy` put them into a reused buffer.
pub(crate) fn owned(role: Role, destination: Destination) -> bool {
    destination == Destination::Append || (role == Role::Peer && destination == Destination::Fresh)
}
