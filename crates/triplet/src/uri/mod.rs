//! URI and IRI references: split, validate, normalise, compare, resolve, build (RFC 3986, RFC 3987).
//!
//! Split first, decode after, once: each component is borrowed from the input as it is written, and
//! is decoded on its own when it is asked for. Nothing here decodes a whole reference.
#![forbid(unsafe_code)]

mod address;
mod beside;
#[cfg(feature = "alloc")]
mod build;
#[cfg(feature = "alloc")]
mod compare_by;
#[cfg(feature = "alloc")]
mod comparing;
mod connection;
#[cfg(feature = "alloc")]
mod decoded;
#[cfg(feature = "alloc")]
mod edit;
#[cfg(feature = "alloc")]
mod equivalence;
mod error;
#[cfg(feature = "alloc")]
pub mod file;
mod ipv6;
#[cfg(feature = "alloc")]
pub(crate) mod iri;
#[cfg(feature = "alloc")]
pub(crate) mod iri_equivalence;
#[cfg(feature = "alloc")]
mod kept_triplets;
#[cfg(feature = "alloc")]
mod level;
#[cfg(feature = "alloc")]
mod normalize;
#[cfg(feature = "alloc")]
mod normalized;
#[cfg(feature = "alloc")]
mod parameters;
#[cfg(feature = "alloc")]
mod reasons;
#[cfg(feature = "alloc")]
mod recompose;
mod reference;
#[cfg(feature = "requote")]
mod requote;
#[cfg(feature = "alloc")]
mod resolve;
#[cfg(feature = "respell")]
mod respell;
mod scan;
mod spans;
pub(crate) mod split;
mod text_host;
#[cfg(feature = "alloc")]
mod typed;
mod validate;
#[cfg(feature = "alloc")]
mod value;

pub use beside::{text_beside, text_lost};
#[cfg(feature = "alloc")]
pub use build::{BuildError, Builder};
#[cfg(feature = "alloc")]
pub use comparing::CompareOption;
pub use connection::{hosts_len, raw_userinfo_len};
#[cfg(feature = "alloc")]
pub use edit::Edit;
#[cfg(feature = "alloc")]
pub use equivalence::{Difference, Equivalence, Reason, equivalent};
pub use error::{Component, UriError, UriErrorKind};
#[cfg(feature = "alloc")]
pub use kept_triplets::requote;
#[cfg(feature = "alloc")]
pub use level::{DecodedCharacter, Level, NoNormalForm, Step, Steps};
#[cfg(feature = "alloc")]
pub use normalize::scheme::{PathRules, SchemeRules};
#[cfg(feature = "alloc")]
pub use normalize::{Normalizer, normalize};
#[cfg(feature = "alloc")]
pub use normalized::Normalized;
#[cfg(feature = "alloc")]
pub use parameters::{Parameters, ParametersIter, ParametersMut};
pub use reference::{Authority, Reference};
#[cfg(feature = "requote")]
pub use requote::{Requote, requote_reference, unrepaired};
#[cfg(feature = "alloc")]
pub use resolve::{Strictness, join, relativize, remove_dot_segments, resolve};
#[cfg(feature = "respell")]
pub use respell::{
    Convention, FlagForm, HexCase, ParameterOrder, PlusReading, Respell, RespellError, RespellPart,
    SpaceForm, layer_off, query_layer_off,
};
#[cfg(feature = "alloc")]
pub(crate) use scan::{BLOCK, from, is_quiet};
pub use spans::{AuthoritySpans, Spans};
pub use text_host::schemeless_host;
#[cfg(feature = "alloc")]
pub use typed::{Iri, IriRef, Uri, UriRef};
pub use validate::{Grammar, validate};
#[cfg(feature = "alloc")]
pub use value::{EditError, Value};
