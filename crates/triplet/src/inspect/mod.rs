//! Inspection of encoded text: what it consists of, what is suspicious in it, how often it is encoded, and how known
//! decoders read it.
//!
//! | question | use |
//! |---|---|
//! | What is each byte? | [`tokens`], [`Tokens`] |
//! | What is malformed or suspicious? | [`lint`], [`Rule`] |
//! | How many times is it encoded? | [`layers`] |
//! | How do Python, Java, nginx and others decode it? | [`readers`] |
//! | Can a person see this character? | [`is_invisible`] |
//!
//! The functions take any bytes, valid or not, and change nothing. They return values; colours and printing are the work of
//! the caller.
#![forbid(unsafe_code)]

mod address;
mod best_fit;
mod characters;
mod codepoints;
mod compatible;
mod context;
mod finding;
mod form;
mod host;
mod labels;
mod layers;
mod line_break;
mod lint;
mod markup;
#[cfg(feature = "names")]
mod name;
mod object;
mod octets;
mod ordinary;
mod path;
mod readers;
mod reference;
mod rule;
mod schemes;
mod tables;
mod tags;
mod token;
mod values;
mod windows;

pub use crate::invisible::is_invisible;
pub use context::{Context, Severity};
pub use finding::{Finding, Findings};
pub use layers::{Layers, layers};
pub use lint::{lint, lint_at_most};
#[cfg(feature = "names")]
pub use name::character_name;
pub use readers::{Reader, Reading, readers};
pub use rule::Rule;
pub use token::{Class, Part, Token, TokenKind, Tokens, tokens};
