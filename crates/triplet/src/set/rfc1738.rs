//! RFC 1738, uniform resource locators (1994): section 2.2 and the grammar of section 5.
//!
//! The RFC does not define components for all schemes: each scheme defines what its own parts may keep.
//! `national` (`{ } | \ ^ ~ [ ]` and the backquote) and `punctuation` (`< > # % "`) are always encoded;
//! `~` became unreserved with RFC 2396.

use super::EncodeSet;

/// `safe = "$" | "-" | "_" | "." | "+"`.
pub const SAFE: EncodeSet = EncodeSet::keeping(b"$-_.+");

/// `extra = "!" | "*" | "'" | "(" | ")" | ","`.
pub const EXTRA: EncodeSet = EncodeSet::keeping(b"!*'(),");

/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="`.
pub const RESERVED: EncodeSet = EncodeSet::keeping(b";/?:@&=");

/// `unreserved = alpha | digit | safe | extra`, so also `uchar = unreserved | escape`: the set for gopher
/// types, WAIS databases, news groups and Prospero hosts.
pub const UNRESERVED: EncodeSet = EncodeSet::ALPHANUMERIC.union(SAFE).union(EXTRA);

/// `xchar = unreserved | reserved | escape`: the set for gopher selectors and addresses of mailto.
pub const XCHAR: EncodeSet = UNRESERVED.union(RESERVED);

/// `user = *[ uchar | ";" | "?" | "&" | "=" ]`; `password` has the same rule.
pub const USER: EncodeSet = UNRESERVED.also_keep(b";?&=");

/// ftp and file: `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`.
pub const FSEGMENT: EncodeSet = UNRESERVED.also_keep(b"?:@&=");

/// http: `hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`.
pub const HSEGMENT: EncodeSet = UNRESERVED.also_keep(b";:@&=");

/// http and gopher: `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`.
pub const SEARCH: EncodeSet = HSEGMENT;

/// prospero: `psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`.
pub const PSEGMENT: EncodeSet = UNRESERVED.also_keep(b"?:@&=");

/// prospero: `fieldname = *[ uchar | "?" | ":" | "@" | "&" ]`; `fieldvalue` has the same rule.
pub const FIELDNAME: EncodeSet = UNRESERVED.also_keep(b"?:@&");

/// news and nntp: `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`, the part
/// before the `@`.
pub const ARTICLE: EncodeSet = UNRESERVED.also_keep(b";/?:&=");
