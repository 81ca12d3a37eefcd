#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod call;
mod error;
mod form_get;
mod function;
mod nested;
mod offsets;
mod repeated;
mod rewrite;
mod run;
mod text;
mod together;
mod two;
#[allow(unsafe_code)]
mod unchecked;
mod uri_parts;
mod value;
mod view;
mod views;

pub use call::{Call, Comparing, Malformed};
pub use error::{BindError, ColumnError};
pub use function::Function;
