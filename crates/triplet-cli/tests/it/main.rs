//! The tests of the command: one program, which runs the command as its users do.
//!
//! `cargo test -p triplet-cli --test it batch::` runs one module of it.

mod running;

mod batch;
mod behaviour;
#[cfg(unix)]
mod command;
mod conformance;
mod documents;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod fields;
mod imports;
#[cfg(target_os = "linux")]
mod in_place;
#[cfg(target_os = "linux")]
mod memory;
mod readers;
mod references;
mod reports;
mod sets;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod threads;
#[cfg(unix)]
mod web;
