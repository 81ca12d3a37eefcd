//! The state between two calls, and what a module without `std` must define: the only unsafe code.

use alloc::vec::Vec;
use core::cell::RefCell;

use triplet::EncodeSet;
use triplet::set::rfc3986;

use crate::answer::Written;
use crate::streams::Stream;

pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    /// The output, if it is wide.
    pub(crate) units: Vec<u16>,
    pub(crate) written: Written,
    /// The set that `encode` uses.
    pub(crate) set: EncodeSet,
    pub(crate) streams: Vec<Option<Stream>>,
}

const START: State = State {
    input: Vec::new(),
    output: Vec::new(),
    units: Vec::new(),
    written: Written::Utf8,
    set: rfc3986::UNRESERVED,
    streams: Vec::new(),
};

/// Runs `work` on the state. No operation calls another, so it is never borrowed already.
#[cfg(target_family = "wasm")]
pub(crate) fn with_state<T>(work: impl FnOnce(&mut State) -> T) -> T {
    struct OneThread(RefCell<State>);

    // SAFETY: a module without `atomics` has one thread; with them, the assertion below does not compile.
    unsafe impl Sync for OneThread {}
    const _: () = assert!(!cfg!(target_feature = "atomics"), "the state is for one thread");

    static STATE: OneThread = OneThread(RefCell::new(START));
    work(&mut STATE.0.borrow_mut())
}

#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_state<T>(work: impl FnOnce(&mut State) -> T) -> T {
    std::thread_local! {
        static STATE: RefCell<State> = const { RefCell::new(START) };
    }
    STATE.with_borrow_mut(work)
}

/// The allocator that `std` has on this target.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// The handler of a build by Cargo alone. The released module has that of `trap.rs`, which makes it smaller.
#[cfg(all(target_family = "wasm", not(triplet_trap)))]
#[panic_handler]
fn trap(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
