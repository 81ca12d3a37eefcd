//! What a text is made of, and what is wrong with it: tokens, findings, layers, and how known decoders read it.
//!
//! Any bytes can be given, valid or not, and nothing is ever changed. No colour and no printing is here; the command
//! does that.
#![forbid(unsafe_code)]

mod codepoints;
mod components;
mod context;
mod layers;
mod lint;
#[cfg(feature = "names")]
mod name;
mod octets;
mod readers;
mod rule;
mod token;

pub use crate::invisible::is_invisible;
pub use context::{Context, Severity};
pub use layers::{Layers, layers};
pub use lint::{Finding, Findings, lint, lint_at_most};
#[cfg(feature = "names")]
pub use name::character_name;
pub use readers::{Reader, Reading, readers};
pub use rule::Rule;
pub use token::{Class, Part, Token, TokenKind, Tokens, tokens};
