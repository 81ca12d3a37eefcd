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
