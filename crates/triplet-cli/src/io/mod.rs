//! Where bytes come from and where they go: standard streams, terminals, files, files that are replaced. Nothing here knows
//! what is done with the bytes.
// Every file but `standard` forbids unsafe code; a `forbid` here would apply to that file too.

mod attributes;
pub mod lines;
pub mod output;
pub mod progress;
pub mod replace;
pub mod signals;
pub mod source;
mod standard;
mod terminal;
