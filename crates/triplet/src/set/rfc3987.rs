//! RFC 3987, internationalised resource identifiers (2005): section 2.2.
//!
//! Each set keeps the ASCII bytes of its counterpart in RFC 3986, and `ucschar` too; [`IQUERY`] also keeps
//! `iprivate`. Bidirectional formatting characters are encoded, as section 4.1 requires.

use super::{EncodeSet, NonAscii, rfc3986};
use crate::invisible::is_bidi_control;
use crate::kernel::{self, ByteTriple};

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

/// Whether a character is in `ucschar` (RFC 3987 section 2.2) and no bidirectional formatting character.
/// Section 4.1 forbids those; the ones that Unicode added later (UAX #9) are treated alike.
pub(crate) const fn is_ucschar(scalar: char) -> bool {
    // A fast path for most scripts other than Latin, Greek and Cyrillic.
    if matches!(scalar, '\u{2070}'..='\u{D7FF}') {
        return true;
    }
    let ucschar = match scalar as u32 {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        plane @ 0x1_0000..=0xD_FFFF => plane & 0xFFFF <= 0xFFFD,
        0xE_1000..=0xE_FFFD => true,
        _ => false,
    };
    ucschar && !is_bidi_control(scalar)
}

/// Whether a character is in `iprivate` (RFC 3987 section 2.2).
pub(crate) const fn is_iprivate(scalar: char) -> bool {
    matches!(scalar as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// Whether a text may have a character outside ASCII that is not [`ucschar`](is_ucschar). Never misses one; returns true
/// as well for a few rare characters of `ucschar` near the end of a plane.
pub(crate) fn may_have_others(text: &str) -> bool {
    kernel::has_byte_triple::<Other>(text.as_bytes())
}

/// Tests the first three bytes of a character. For a character of two bytes the third is ignored. All patterns begin with
/// a lead byte, so none matches in the middle of a character.
struct Other;

impl ByteTriple for Other {
    #[inline(always)]
    fn is(a: u8, b: u8, c: u8) -> bool {
        let within = |byte: u8, first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
        // U+0080 to U+009F, and U+061C.
        (a == 0xC2) & (b < 0xA0)
            | (a == 0xD8) & (b == 0x9C)
            // U+200E and U+200F, U+202A to U+202E, U+2066 to U+2069.
            | (a == 0xE2) & (b == 0x80) & (within(c, 0x8E, 0x8F) | within(c, 0xAA, 0xAE))
            | (a == 0xE2) & (b == 0x81) & within(c, 0xA6, 0xA9)
            // U+E000 to U+F8FF, U+FDD0 to U+FDEF, U+FFF0 to U+FFFF.
            | (a == 0xEE)
            | (a == 0xEF)
                & ((b < 0xA4) | (b == 0xB7) & within(c, 0x90, 0xAF) | (b == 0xBF) & (c >= 0xB0))
            // The last 64 code points of each plane, where only two are not `ucschar`; planes 14 to 16 from U+E0000 on,
            // where some are `ucschar`.
            | (a >= 0xF0) & (b & 15 == 15) & (c == 0xBF)
            | (a == 0xF3) & (b >= 0xA0)
            | (a >= 0xF4)
    }
}

#[cfg(test)]
mod tests {
    use super::{is_ucschar, may_have_others};

    /// The scan of bytes misses no character at any position within its blocks, and has exactly the known false
    /// positives.
    #[test]
    fn bytes_and_characters_agree() {
        let mut wrong = 0;
        for scalar in '\u{80}'..=char::MAX {
            for before in [0, 61, 62, 63, 64, 65, 125] {
                let text =
                    [&"a".repeat(before), scalar.encode_utf8(&mut [0; 4]) as &str, "é-"].concat();
                let says = may_have_others(&text);
                assert!(says || is_ucschar(scalar), "{before} {:X}", scalar as u32);
                wrong += usize::from(says && is_ucschar(scalar));
            }
        }
        // The false positives: 62 in each of the planes 1 to 13, and U+E1000 to U+EFFFD.
        assert_eq!(wrong, 7 * (13 * 62 + 0xEFFE));
    }
}
