//! RFC 2396, the URI standard of 1998, obsoleted by RFC 3986: section 2 and appendix A.
//!
//! Here `unreserved` includes the marks `! * ' ( )`, which RFC 3986 moved to `sub-delims`. `[` and `]` are
//! *unwise* and always encoded; [`rfc2732`](super::rfc2732) made them reserved for IPv6 literals.

use super::EncodeSet;

/// `unreserved = alphanum | mark`, `mark = "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")"`
/// (section 2.3).
pub const UNRESERVED: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-_.!~*'()");

/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","` (section 2.2).
pub const RESERVED: EncodeSet = EncodeSet::keeping(b";/?:@&=+$,");

/// `userinfo = *( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`
/// (section 3.2.2).
pub const USERINFO: EncodeSet = UNRESERVED.also_keep(b";:&=+$,");

/// `reg_name = 1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`
/// (section 3.2.1).
pub const REG_NAME: EncodeSet = UNRESERVED.also_keep(b"$,;:@&=+");

/// `pchar = unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","` and
/// `segment = *pchar *( ";" param )`, `param = *pchar` (section 3.3): for a whole segment, in which `;`
/// separates parameters.
pub const SEGMENT: EncodeSet = UNRESERVED.also_keep(b":@&=+$,;");

/// `path_segments = segment *( "/" segment )` (section 3.3).
pub const PATH: EncodeSet = SEGMENT.also_keep(b"/");

/// `rel_segment = 1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`
/// (section 5).
pub const REL_SEGMENT: EncodeSet = UNRESERVED.also_keep(b";@&=+$,");

/// `uric = reserved | unreserved | escaped` (section 2).
pub const URIC: EncodeSet = UNRESERVED.union(RESERVED);

/// `query = *uric` (section 3.4).
pub const QUERY: EncodeSet = URIC;

/// `fragment = *uric` (section 4.1).
pub const FRAGMENT: EncodeSet = URIC;
