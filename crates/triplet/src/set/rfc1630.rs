//! RFC 1630, the first description of URIs (1994): the grammar of generic URI syntax.
//!
//! `national` and `punctuation` appear in no production and are always encoded; even `"` was still
//! allowed. The document's second grammar, of specific schemes, counts `+` as safe; that is what
//! [`XPALPHA`] keeps.

use super::EncodeSet;

/// `safe = $ | - | _ | @ | . | &` and `extra = ! | * | " | ' | ( | ) | ,`.
const SAFE_AND_EXTRA: &[u8] = b"$-_@.&!*\"'(),";

/// `xalpha = alpha | digit | safe | extra | escape`: a fragment identifier, or one word of a search,
/// where `+` stands between words.
pub const XALPHA: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(SAFE_AND_EXTRA);

/// `xpalpha = xalpha | +`: one part of a path.
pub const XPALPHA: EncodeSet = XALPHA.also_keep(b"+");
