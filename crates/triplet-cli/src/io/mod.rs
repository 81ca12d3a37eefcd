//! Where bytes come from and where they go: standard streams, terminals, files, files that are replaced. Nothing here knows
//! what is done with the bytes.
// Every file but `abort` and `standard` forbids unsafe code; a `forbid` here would apply to these files too.

#[cfg(unix)]
pub mod abort;
mod attributes;
#[cfg(unix)]
pub mod descriptor;
pub mod limit;
pub mod lines;
pub mod output;
pub mod progress;
pub mod replace;
pub mod signals;
pub mod source;
mod standard;
mod terminal;
