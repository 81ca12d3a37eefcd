//! URI and IRI references: split, normalise, compare, resolve (RFC 3986, RFC 3987).
//!
//! Split first, decode after, once: each component is borrowed from the input as it is written, and
//! is decoded on its own when it is asked for. Nothing here decodes a whole reference.
#![forbid(unsafe_code)]

mod reference;
pub(crate) mod split;

pub use reference::{Authority, Reference};
