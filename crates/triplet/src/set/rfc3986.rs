//! RFC 3986, the URI standard (2005): section 2 and appendix A.
//!
//! Each constant keeps what its rule allows. A set that is named after a whole component, such as [`PATH`]
//! or [`QUERY`], keeps the delimiters within the component too: use it only if they are already in place.

use super::EncodeSet;

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (section 2.3).
///
/// The safe choice for any data in any component: every delimiter is encoded.
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
/// segment of a relative path, where a `:` would end a scheme.
pub const SEGMENT_NZ_NC: EncodeSet = SEGMENT.also_encode(b":");

/// For data in one segment of a path: [`SEGMENT`] without sub-delims, so that no delimiter is in the data.
///
/// RFC 3986 section 3.3 leaves it to each server whether `;`, `=`, `,` and the like delimit something in a segment. `:` and `@` are
/// kept; before a segment with `:` that would begin a relative reference, write `./`.
pub const SEGMENT_DATA: EncodeSet = UNRESERVED.also_keep(b":@");

/// `path-abempty = *( "/" segment )` (section 3.3): for a whole path, in which `/` separates segments.
pub const PATH: EncodeSet = SEGMENT.also_keep(b"/");

/// `query = *( pchar / "/" / "?" )` (section 3.4): for a whole query, in which `&` and `=` separate pairs.
pub const QUERY: EncodeSet = SEGMENT.also_keep(b"/?");

/// For one name or one value in a query of pairs: [`QUERY`], but `&`, `=` and `;`, which separate pairs for
/// some decoders, and `+`, which many decoders read as a space, are encoded.
///
/// RFC 3986 has no such rule, because section 2.2 leaves these delimiters to each scheme. This set is safe
/// with all of them.
pub const QUERY_VALUE: EncodeSet = QUERY.also_encode(b"&=;+");

/// `fragment = *( pchar / "/" / "?" )` (section 3.5).
pub const FRAGMENT: EncodeSet = SEGMENT.also_keep(b"/?");
