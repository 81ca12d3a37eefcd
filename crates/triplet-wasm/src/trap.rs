//! The panic handler of the released module. This file is a crate by itself. `web/build.mjs` compiles it without SIMD.
//!
//! A panic is a trap, and nobody reads where it was. The optimiser leaves out the texts and the places of all panics if it sees that
//! this handler ignores them. It looks only if the handler has the CPU features of its caller, and `core` is compiled without SIMD.
#![no_std]

#[panic_handler]
fn trap(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
