//! RFC 1630, the first description of URIs (1994): the grammar of the generic URI syntax.
//!
//! `national` and `punctuation` are in no production and are always encoded. `"` is kept: it is in
//! `extra`. The document's second grammar, that of specific schemes, counts `+` as safe; [`XPALPHA`] keeps
//! it.

use super::EncodeSet;

/// `safe = $ | - | _ | @ | . | &` and `extra = ! | * | " | ' | ( | ) | ,`.
const SAFE_AND_EXTRA: &[u8] = b"$-_@.&!*\"'(),";

/// `xalpha = alpha | digit | safe | extra | escape`: a fragment identifier, or one word of a search. `+` is
/// encoded, because it separates words.
pub const XALPHA: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(SAFE_AND_EXTRA);

/// `xpalpha = xalpha | +`: one segment of a path.
pub const XPALPHA: EncodeSet = XALPHA.also_keep(b"+");
