//! RFC 3987, internationalised resource identifiers (2005): section 2.2.
//!
//! The ASCII part of each set is that of RFC 3986; `ucschar` is kept beside it, and `iprivate` in a
//! query only. Bidirectional formatting characters are encoded, as section 4.1 demands.

use super::{EncodeSet, NonAscii, rfc3986};

/// `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar`.
pub const IUNRESERVED: EncodeSet = rfc3986::UNRESERVED.non_ascii(NonAscii::KeepUcschar);

/// `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )`.
pub const IUSERINFO: EncodeSet = rfc3986::USERINFO.non_ascii(NonAscii::KeepUcschar);

/// `ireg-name = *( iunreserved / pct-encoded / sub-delims )`.
pub const IREG_NAME: EncodeSet = rfc3986::REG_NAME.non_ascii(NonAscii::KeepUcschar);

/// `isegment = *ipchar`, `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"`.
pub const ISEGMENT: EncodeSet = rfc3986::SEGMENT.non_ascii(NonAscii::KeepUcschar);

/// `isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )`.
pub const ISEGMENT_NZ_NC: EncodeSet = rfc3986::SEGMENT_NZ_NC.non_ascii(NonAscii::KeepUcschar);

/// `ipath-abempty = *( "/" isegment )`.
pub const IPATH: EncodeSet = rfc3986::PATH.non_ascii(NonAscii::KeepUcschar);

/// `iquery = *( ipchar / iprivate / "/" / "?" )`.
pub const IQUERY: EncodeSet = rfc3986::QUERY.non_ascii(NonAscii::KeepUcscharAndPrivate);

/// `ifragment = *( ipchar / "/" / "?" )`.
pub const IFRAGMENT: EncodeSet = rfc3986::FRAGMENT.non_ascii(NonAscii::KeepUcschar);

/// RFC 3987 section 2.2 `ucschar`, without the bidirectional formatting characters, which section
/// 4.1 forbids; those that Unicode has added since (UAX #9) are no different.
pub(crate) const fn is_ucschar(scalar: char) -> bool {
    // Most of what is not Latin, Greek or Cyrillic.
    if matches!(scalar, '\u{2070}'..='\u{D7FF}') {
        return true;
    }
    let bidi_formatting = matches!(
        scalar,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    );
    let ucschar = match scalar as u32 {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        plane @ 0x1_0000..=0xD_FFFF => plane & 0xFFFF <= 0xFFFD,
        0xE_1000..=0xE_FFFD => true,
        _ => false,
    };
    ucschar && !bidi_formatting
}

/// RFC 3987 section 2.2 `iprivate`.
pub(crate) const fn is_iprivate(scalar: char) -> bool {
    matches!(scalar as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}
