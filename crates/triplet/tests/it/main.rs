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
#[cfg(feature = "content_disposition")]
mod content_disposition;
#[cfg(feature = "data_url")]
mod data_url;
#[cfg(feature = "ecmascript")]
mod ecmascript;
mod examples;
mod exhaustive;
#[cfg(feature = "ext_value")]
mod ext_value;
#[cfg(feature = "uri")]
mod file_uri;
#[cfg(feature = "filename")]
mod filename;
#[cfg(feature = "form")]
mod form;
#[cfg(feature = "serde")]
mod form_serde;
#[cfg(feature = "uri")]
mod invisible;
#[cfg(all(feature = "idna", feature = "requote"))]
mod iri;
mod keep_invalid;
mod memory;
#[cfg(all(
    feature = "charset",
    feature = "content_disposition",
    feature = "data_url",
    feature = "ecmascript",
    feature = "idna",
    feature = "nested",
    feature = "requote",
    feature = "respell",
    feature = "serde",
    feature = "template"
))]
mod messages;
mod migration;
#[cfg(all(
    feature = "content_disposition",
    feature = "data_url",
    feature = "ecmascript",
    feature = "ext_value",
    feature = "form",
    feature = "idna",
    feature = "respell",
    feature = "template"
))]
mod names;
#[cfg(feature = "nested")]
mod nested;
#[cfg(all(feature = "normalization", feature = "uri"))]
mod normalization;
#[cfg(feature = "uri")]
mod normalize_tiers;
#[cfg(all(feature = "idna", feature = "requote", feature = "template"))]
mod offsets;
mod oracle_self;
mod properties;
#[cfg(feature = "charset")]
mod readings;
#[cfg(all(feature = "charset", feature = "idna", feature = "respell"))]
mod respell;
mod rows;
#[cfg(feature = "respell")]
mod rows_alike;
mod sets;
mod split;
#[cfg(feature = "uri")]
mod std_traits;
#[cfg(feature = "template")]
mod template;
mod tiers;
#[cfg(all(feature = "idna", feature = "requote"))]
mod typed;
mod unsafe_audit;
#[cfg(all(feature = "idna", feature = "requote"))]
mod uri;
#[cfg(all(feature = "idna", feature = "requote"))]
mod uri_properties;
#[cfg(all(feature = "idna", feature = "requote"))]
mod valid_results;
#[cfg(all(feature = "uri", not(feature = "idna")))]
mod without_idna;
