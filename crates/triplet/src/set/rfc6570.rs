//! RFC 6570, URI templates (2012): the two sets under which expansion encodes values (section 3.2.1).

use super::{EncodeSet, rfc3986};

/// `U`: only `unreserved` is kept, for every operator except `+` and `#`.
pub const UNRESERVED: EncodeSet = rfc3986::UNRESERVED;

/// `U+R`: `unreserved`, `reserved` and complete triplets are kept, for the operators `+` and `#` (sections
/// 3.2.3 and 3.2.4).
pub const RESERVED: EncodeSet =
    rfc3986::UNRESERVED.union(rfc3986::GEN_DELIMS).union(rfc3986::SUB_DELIMS).keep_triplets();
