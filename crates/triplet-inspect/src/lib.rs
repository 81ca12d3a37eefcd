#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "names")]
mod character_name;
#[cfg(feature = "explain")]
mod explain;
mod layers;
mod lint;
mod names;
mod readers;
#[cfg(feature = "explain")]
mod text_links;
mod tokens;
mod tracking;
mod units;

#[cfg(feature = "names")]
pub use character_name::character_name;
#[cfg(feature = "explain")]
pub use explain::{
    CharsetRead, Explain, Explanation, Found, Kind, Node, Remedy, RemedyKind, Why, explain,
};
pub use layers::{Layers, layers};
pub use lint::{Context, Finding, Findings, Rule, Severity, lint, lint_at_most};
pub use readers::{Reader, Reading, readers};
#[cfg(feature = "explain")]
pub use text_links::{LinkDoubt, TextLink, text_links};
pub use tokens::{Class, Part, Token, TokenKind, Tokens, tokens};
pub use tracking::is_tracking;
pub use triplet::is_invisible;
