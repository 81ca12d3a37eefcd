//! RFC 2732, literal IPv6 addresses in URLs (1999): it amends RFC 2396 by moving `[` and `]` from
//! *unwise* to *reserved* (section 3), so that every rule made of `uric` allows them.

use super::{EncodeSet, rfc2396};

/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | "," | "[" | "]"` (section 3).
pub const RESERVED: EncodeSet = rfc2396::RESERVED.also_keep(b"[]");

/// `uric = reserved | unreserved | escaped`, with the amended `reserved`.
pub const URIC: EncodeSet = rfc2396::UNRESERVED.union(RESERVED);

/// `query = *uric`, with the amended `reserved`.
pub const QUERY: EncodeSet = URIC;

/// `fragment = *uric`, with the amended `reserved`.
pub const FRAGMENT: EncodeSet = URIC;
