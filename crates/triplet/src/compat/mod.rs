//! The names of other crates, so that a program can migrate by changing its imports.
//!
//! | crate | module | requires |
//! |---|---|---|
//! | `percent-encoding` 2.3 | [`percent_encoding`] | |
//! | `urlencoding` 2.1 | `urlencoding` | the feature `alloc` |
//! | `form_urlencoded` 1.2 | `form_urlencoded` | the feature `form` |
//! | `serde_urlencoded` 0.7 | `serde_urlencoded` | the features `form` and `serde` |
//!
//! Each has the functions and types of the crate, with their signatures, and gives the same results: tests run the same
//! random inputs through both.
#![forbid(unsafe_code)]

#[cfg(feature = "form")]
pub mod form_urlencoded;
pub mod percent_encoding;
#[cfg(all(feature = "form", feature = "serde"))]
pub mod serde_urlencoded;
#[cfg(feature = "alloc")]
pub mod urlencoding;
