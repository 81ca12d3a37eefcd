//! RFC 6265, cookies (2011): section 4.1.1.

use super::EncodeSet;

/// `cookie-octet = %x21 / %x23-2B / %x2D-3A / %x3C-5B / %x5D-7E` without `%`: visible ASCII but the quotation mark, the comma, the
/// semicolon and the backslash. The RFC leaves it to the server how a value is encoded; `%` is encoded here, so that decoding gives
/// the value back. The library js-cookie writes the same.
pub const COOKIE_OCTET: EncodeSet = EncodeSet::encoding(b" \",;\\%");
