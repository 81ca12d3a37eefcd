//! The Variant Call Format, VCF 4.3: section 1.2, "Character encoding, non-printable characters and characters with special meaning".

use super::{EncodeSet, NonAscii};

/// A value of the column INFO or of a sample: `:` (%3A), `;` (%3B), `=` (%3D), `%` (%25), `,` (%2C), CR (%0D), LF (%0A) and TAB (%09) in any
/// other meaning. The format does not allow other control characters, which are encoded too. A comma between the values of a list is not a
/// part of a value.
pub const INFO: EncodeSet = EncodeSet::encoding(b":;=%,").non_ascii(NonAscii::Keep);
