//! RFC 8187, parameters of HTTP header fields in other charsets (2017): section 3.2.1.

use super::EncodeSet;

/// `attr-char = ALPHA / DIGIT / "!" / "#" / "$" / "&" / "+" / "-" / "." / "^" / "_" / "`" / "|" /
/// "~"`: the value of a parameter such as `filename*=UTF-8''na%C3%AFve.txt`.
pub const ATTR_CHAR: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"!#$&+-.^_`|~");
