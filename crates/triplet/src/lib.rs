#![doc = include_str!("../README.md")]
// The links of the front page to a module that a feature brings lead to the list of features while it is off.
#![cfg_attr(not(feature = "alloc"), doc = "\n[`rows`]: #feature-flags")]
#![cfg_attr(not(feature = "charset"), doc = "\n[`charset`]: #feature-flags")]
#![cfg_attr(
    not(feature = "content_disposition"),
    doc = "\n[`content_disposition`]: #feature-flags"
)]
#![cfg_attr(not(feature = "data_url"), doc = "\n[`data_url`]: #feature-flags")]
#![cfg_attr(not(feature = "ecmascript"), doc = "\n[`ecmascript`]: #feature-flags")]
#![cfg_attr(not(feature = "ext_value"), doc = "\n[`ext_value`]: #feature-flags")]
#![cfg_attr(not(feature = "filename"), doc = "\n[`filename`]: #feature-flags")]
#![cfg_attr(not(feature = "form"), doc = "\n[`form`]: #feature-flags")]
#![cfg_attr(not(feature = "readings"), doc = "\n[`readings`]: #feature-flags")]
#![cfg_attr(not(feature = "template"), doc = "\n[`template`]: #feature-flags")]
#![cfg_attr(not(feature = "uri"), doc = "\n[`uri`]: #feature-flags")]
#![cfg_attr(not(all(feature = "alloc", feature = "uri")), doc = "\n[`iri`]: #feature-flags")]
// The module of a feature that is off has no page, so links to it are broken. With all features each link is checked.
#![cfg_attr(
    not(all(
        feature = "std",
        feature = "charset",
        feature = "content_disposition",
        feature = "data_url",
        feature = "ecmascript",
        feature = "ext_value",
        feature = "form",
        feature = "idna",
        feature = "readings",
        feature = "requote",
        feature = "respell",
        feature = "serde",
        feature = "template",
        feature = "uri",
    )),
    allow(rustdoc::broken_intra_doc_links)
)]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "charset")]
pub mod charset;
pub mod compat;
#[cfg(feature = "content_disposition")]
pub mod content_disposition;
#[cfg(feature = "data_url")]
pub mod data_url;
mod decode;
#[cfg(feature = "ecmascript")]
pub mod ecmascript;
mod encode;
mod error;
#[cfg(feature = "ext_value")]
pub mod ext_value;
#[cfg(feature = "filename")]
pub mod filename;
#[cfg(feature = "form")]
pub mod form;
mod invisible;
#[allow(unsafe_code)]
mod kernel;
#[cfg(feature = "alloc")]
mod line_breaks;
mod message;
mod names;
#[cfg(feature = "normalization")]
pub mod normalization;
#[cfg(feature = "ecmascript")]
mod percent_u;
#[cfg(feature = "readings")]
pub mod readings;
#[cfg(feature = "alloc")]
pub mod rows;
mod runs;
#[cfg(feature = "serde")]
mod serde;
pub mod set;
pub mod stream;
#[cfg(feature = "template")]
pub mod template;
mod triplet;
#[cfg(feature = "uri")]
pub mod uri;

/// Internationalised resource identifiers (RFC 3987): references with characters outside ASCII. Conversion to URIs and
/// back, normalisation and comparison.
#[cfg(all(feature = "alloc", feature = "uri"))]
pub mod iri {
    pub use crate::uri::iri::normalize_iri as normalize;
    pub use crate::uri::iri::{HostDisplay, HostEncoding, ToUri, from_uri, to_uri};
    pub use crate::uri::iri_equivalence::equivalent;
    pub use crate::uri::{Iri, IriRef};
}

#[cfg(feature = "alloc")]
pub use decode::TextErrors;
pub use decode::{Decode, Lenient, decode, decode_in_place, decode_in_place_lenient};
pub use encode::{Chunks, Encode, encode};
#[cfg(feature = "alloc")]
pub use error::TryDecodeError;
pub use error::{BufferTooSmall, DecodeError, DecodeErrorKind, WriteError};
pub use invisible::{is_bidi_control, is_invisible};
pub use kernel::Tier;
#[cfg(feature = "alloc")]
pub use line_breaks::{LineBreak, convert_line_breaks};
pub use message::{ErrorKind, InputError, Message};
pub use names::UnknownName;
#[cfg(feature = "alloc")]
pub use names::{nearest, unknown_name};
#[cfg(feature = "ecmascript")]
pub use percent_u::{PercentUError, decode_percent_u, decode_percent_u_lenient};
pub use set::EncodeSet;
pub use triplet::decode_triplet;

/// The examples in the documents of the repository, as tests.
#[cfg(all(
    doctest,
    feature = "charset",
    feature = "content_disposition",
    feature = "data_url",
    feature = "ecmascript",
    feature = "ext_value",
    feature = "form",
    feature = "idna",
    feature = "requote",
    feature = "respell",
    feature = "serde",
    feature = "std",
    feature = "template",
    feature = "uri",
))]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide.md")]
    struct Guide;
}
