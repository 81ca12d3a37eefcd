//! Before the first test of a program: uses the tier that the environment variable `TRIPLET_TIER` names, so that
//! the same tests prove every tier. A tier that the machine does not have fails the program, and so
//! never passes by not having run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use triplet::Tier;

/// The choice of a tier is one of the whole process: whoever changes it, or looks at it, waits for its turn, and
/// leaves it as it was.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Of many cases that are alike, every so many-th is tested: all of them, unless the environment says otherwise, for a
/// machine that is emulated.
#[allow(dead_code)]
pub fn stride() -> usize {
    std::env::var("TRIPLET_STRIDE").map_or(1, |stride| stride.parse().expect("a number"))
}

/// Says of each case that comes whether it is one of those: a counter of its own for each loop.
#[allow(dead_code)]
pub fn one_in_stride() -> impl FnMut() -> bool {
    let (stride, mut count) = (stride(), 0);
    move || {
        count += 1;
        count % stride == 0
    }
}

/// Every tier of this machine, or just the one that the environment asks for.
#[allow(dead_code)]
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

/// A generator of its own: the same bytes at every run.
#[allow(dead_code)]
pub struct Noise(pub u64);

impl Noise {
    #[allow(dead_code)]
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
