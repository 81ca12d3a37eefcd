//! Generic Feature Format 3, the tab-separated files of genome annotation: section "Description of the Format" of the Sequence Ontology's
//! specification, version 1.26.

use super::{EncodeSet, NonAscii};

/// Any column: "tab (%09), newline (%0A), carriage return (%0D), % percent (%25), control characters (%00 through %1F, %7F)", and "no other
/// characters may be encoded".
pub const COLUMN: EncodeSet = EncodeSet::encoding(b"%").non_ascii(NonAscii::Keep);

/// A name or a value in column 9, the attributes, where also "; semicolon (%3B), = equals (%3D), & ampersand (%26), , comma (%2C)" have
/// reserved meanings.
pub const ATTRIBUTE: EncodeSet = COLUMN.also_encode(b";=&,");
