//! The tests of the crate: one program. `cargo test -p triplet-inspect --test it lint_attacks::` runs one module of it.

mod blind;
mod examples;
#[cfg(feature = "explain")]
mod explain;
#[cfg(feature = "all-notations")]
mod explain_around;
#[cfg(feature = "all-notations")]
mod explain_charsets;
#[cfg(feature = "explain")]
mod explain_cut;
#[cfg(feature = "explain")]
mod explain_ends;
#[cfg(feature = "all-notations")]
mod explain_programs;
#[cfg(feature = "explain")]
mod explain_readable;
#[cfg(feature = "all-notations")]
mod explain_split;
mod inspect;
mod invisible;
mod layers;
mod lint_attacks;
mod lint_ordinary;
mod lint_places;
mod lint_spellings;
mod lint_tables;
mod lint_values;
mod names;
mod offsets;
mod tokens;
