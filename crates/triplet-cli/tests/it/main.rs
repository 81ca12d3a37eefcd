//! The tests of the command: one program, which runs the command as its users do.
//!
//! `cargo test -p triplet-cli --test it batch::` runs one module of it.

mod running;

mod after_text;
mod batch;
mod behaviour;
#[cfg(unix)]
mod codecs;
mod comparing;
mod conformance;
mod documents;
mod encoders;
mod expand;
mod explain;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod field_values;
mod fields;
#[cfg(unix)]
mod file_names;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod forms;
mod help;
mod imports;
#[cfg(target_os = "linux")]
mod in_place;
mod in_text;
#[cfg(unix)]
mod logs;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(unix)]
mod places;
mod readers;
#[cfg(unix)]
mod records;
mod references;
mod reports;
#[cfg(unix)]
mod requote;
mod results;
mod sets;
mod silent_loss;
mod tasks;
#[cfg(unix)]
mod terminal;
mod text_beside;
#[cfg(unix)]
mod threads;
mod uri_data;
#[cfg(unix)]
mod uri_edit;
mod uri_places;
mod uri_set;
#[cfg(unix)]
mod usage;
mod vocabulary;
#[cfg(unix)]
mod web;
