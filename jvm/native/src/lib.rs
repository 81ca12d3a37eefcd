//! The library behind the Java classes of `jvm/triplet`. This crate translates arguments, results and errors between Java and the library, and
//! has no percent-encoding of its own.
//!
//! Java has three native methods (`triplet.internal.Native`, here `edge.rs`, the only file with `unsafe`). Each runs one of the
//! operations of `operations.rs`. Operations are found by name.
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
