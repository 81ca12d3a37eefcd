//! The library behind the Java classes of `jvm/triplet`. This crate translates arguments, results and errors between Java and the library, and
//! has no percent-encoding of its own.
//!
//! Java has four native methods (`triplet.internal.Native`, here `edge.rs`, the only file with `unsafe`). `call` and `callArray` run one
//! of the operations of `operations.rs`, which is found by its name. `describe` says why an operation has no result, and `address`
//! where a buffer is.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod answer;
#[allow(unsafe_code)]
mod edge;
mod failure;
mod names;
mod offsets;
mod operations;
mod output;
