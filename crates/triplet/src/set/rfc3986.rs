//! RFC 3986, the URI standard (2005): section 2 and appendix A.
//!
//! Each constant keeps what its rule allows as data. A delimiter that separates *within* the
//! component is kept only by the set that names the whole component.

use super::EncodeSet;

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (section 2.3).
///
/// Right for any data, anywhere in a URI: what a component may use as a delimiter is encoded.
pub const UNRESERVED: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-._~");

/// `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"` (section 2.2).
pub const GEN_DELIMS: EncodeSet = EncodeSet::keeping(b":/?#[]@");

/// `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="` (section 2.2).
pub const SUB_DELIMS: EncodeSet = EncodeSet::keeping(b"!$&'()*+,;=");

/// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )` (section 3.2.1).
pub const USERINFO: EncodeSet = UNRESERVED.union(SUB_DELIMS).also_keep(b":");

/// `reg-name = *( unreserved / pct-encoded / sub-delims )` (section 3.2.2).
pub const REG_NAME: EncodeSet = UNRESERVED.union(SUB_DELIMS);

/// `segment = *pchar`, `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"` (section 3.3).
pub const SEGMENT: EncodeSet = UNRESERVED.union(SUB_DELIMS).also_keep(b":@");

/// `segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )` (section 3.3): the first
/// segment of a relative path, where a colon would be read as the end of a scheme.
pub const SEGMENT_NZ_NC: EncodeSet = SEGMENT.also_encode(b":");

/// `path-abempty = *( "/" segment )` (section 3.3): a path whose `/` are already separators.
pub const PATH: EncodeSet = SEGMENT.also_keep(b"/");

/// `query = *( pchar / "/" / "?" )` (section 3.4): a query whose `&` and `=` are already
/// separators.
pub const QUERY: EncodeSet = SEGMENT.also_keep(b"/?");

/// One name or one value of a query of pairs: [`QUERY`] without what separates pairs for some
/// reader (`&`, `=`, `;`) and without `+`, which many readers take for a space.
///
/// Section 2.2 leaves such delimiters to the scheme; this is the set that is safe with all.
pub const QUERY_VALUE: EncodeSet = QUERY.also_encode(b"&=;+");

/// `fragment = *( pchar / "/" / "?" )` (section 3.5).
pub const FRAGMENT: EncodeSet = SEGMENT.also_keep(b"/?");
