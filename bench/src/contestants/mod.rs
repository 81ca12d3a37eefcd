//! The libraries that are measured.

mod contestant;
mod peers;
mod triplet;

pub(crate) use contestant::*;

/// All contestants that do the job: Triplet first, then the peers, then `memcpy`.
pub(crate) fn at(job: contestant::Job) -> Vec<contestant::Contestant> {
    let mut all = Vec::new();
    all.extend(triplet::at(job));
    all.extend(peers::at(job));
    all.push(contestant::memcpy());
    all
}
