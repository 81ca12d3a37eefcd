//! The tests of the library: one program, so that the oracle is compiled once.
//!
//! `cargo test -p triplet --all-features --test it tiers::` runs one module of it. Without `--all-features` the modules that
//! test optional features are left out.

mod oracle;
mod tier;

#[cfg(unix)]
mod guarded;

mod behaviour;
#[cfg(feature = "charset")]
mod charset;
mod data_url;
mod ecmascript;
mod examples;
mod exhaustive;
mod ext_value;
mod form;
#[cfg(feature = "serde")]
mod form_serde;
mod invisible;
#[cfg(feature = "idna")]
mod iri;
mod keep_invalid;
mod memory;
mod migration;
mod normalize_tiers;
#[cfg(feature = "idna")]
mod offsets;
mod oracle_self;
mod properties;
#[cfg(feature = "charset")]
mod readings;
mod sets;
mod split;
mod std_traits;
mod template;
mod tiers;
#[cfg(feature = "idna")]
mod typed;
mod unsafe_audit;
#[cfg(feature = "idna")]
mod uri;
#[cfg(feature = "idna")]
mod uri_properties;
#[cfg(feature = "idna")]
mod valid_results;
