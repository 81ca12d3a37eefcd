//! Before the first test: uses the tier that the environment variable `TRIPLET_TIER` names, so that the same tests prove
//! every tier. If the machine lacks that tier, the program aborts: no tier passes because it did not run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use triplet::Tier;

/// The active tier belongs to the whole process. A test that changes it or reads it holds this lock, and restores the tier.
///
/// The other tests run meanwhile, with whichever tier is active: `cargo xtask tiers` forces one for all of them.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Every n-th of many similar cases is tested: every one, unless `TRIPLET_STRIDE` says otherwise, as on a machine that is emulated.
pub fn stride() -> usize {
    std::env::var("TRIPLET_STRIDE").map_or(1, |stride| stride.parse().expect("a number"))
}

/// A counter for one loop: says whether the next case is tested.
pub fn one_in_stride() -> impl FnMut() -> bool {
    let (stride, mut count) = (stride(), 0);
    move || {
        count += 1;
        count % stride == 0
    }
}

/// Every tier of this machine, or just the one that the environment asks for.
pub fn each_tier(mut test: impl FnMut(Tier)) {
    let _turn = turn();
    let before = Tier::active();
    let asked = std::env::var("TRIPLET_TIER").ok();
    let mut ran = 0;
    for &tier in Tier::available() {
        if asked.as_ref().is_some_and(|name| name != tier.name()) {
            continue;
        }
        assert!(tier.force());
        assert_eq!(Tier::active(), tier, "the forced tier is the one that runs");
        test(tier);
        ran += 1;
    }
    assert!(ran > 0, "a tier that is asked for is one of this machine");
    assert!(before.force());
}

/// Pseudorandom numbers (xorshift), the same at every run.
pub struct Noise(pub u64);

impl Noise {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[cfg(all(not(miri), not(target_family = "wasm")))]
#[ctor::ctor(unsafe)]
fn force() {
    let Ok(name) = std::env::var("TRIPLET_TIER") else { return };
    let forced = triplet::Tier::by_name(&name).is_some_and(|tier| tier.force());
    if !forced {
        eprintln!("TRIPLET_TIER: `{name}` is no tier of this machine");
        std::process::abort();
    }
    eprintln!("tier: {name}");
}

/// The tier that was asked for is the one that runs.
#[test]
fn the_tier_is_the_one_asked_for() {
    let _turn = turn();
    let active = triplet::Tier::active();
    assert!(active.is_available());
    if cfg!(not(miri))
        && let Ok(name) = std::env::var("TRIPLET_TIER")
    {
        assert_eq!(active.name(), name);
    }
}
