//! The names of Windows devices, and a quick test of whether a path needs to be searched for them.
#![forbid(unsafe_code)]

/// Whether a path of ordinary bytes may have a dot segment, an NTFS stream or a Windows device. May be wrong for a path
/// that has none.
pub(super) fn has_dots_or_devices(path: &[u8]) -> bool {
    let mut start = true;
    for (at, &byte) in path.iter().enumerate() {
        if start && (byte == b'.' || may_be_device(byte)) {
            let segment = path[at..].split(|&b| b == b'/').next().unwrap_or_default();
            if byte == b'.' && matches!(segment, b"." | b"..")
                || segment.contains(&b';')
                || is_device(segment)
                // The end of a device's name may be encoded.
                || segment.get(3) == Some(&b'%')
            {
                return true;
            }
        }
        if byte == b'$' && path[..at].ends_with(b"::") {
            return true;
        }
        start = byte == b'/';
    }
    false
}

/// Whether a byte is the first letter of a device: `AUX`, `COM`, `CON`, `LPT`, `NUL`, `PRN`.
pub(super) const fn may_be_device(first: u8) -> bool {
    matches!(first.to_ascii_lowercase(), b'a' | b'c' | b'l' | b'n' | b'p')
}

/// Whether a segment names a device: `CON`, `NUL.txt`, `com1`, `COM¹`. Windows ignores what follows a dot, a colon or a
/// space.
pub(super) fn is_device(segment: &[u8]) -> bool {
    let stem = segment.split(|b| matches!(b, b'.' | b':' | b' ')).next().unwrap_or_default();
    let Ok(stem) = str::from_utf8(stem) else { return false };
    if ["con", "prn", "aux", "nul"].iter().any(|device| stem.eq_ignore_ascii_case(device)) {
        // In lower case and without an extension it may be an ordinary word, such as the Spanish `con`.
        return stem.bytes().all(|b| b.is_ascii_uppercase()) || stem.len() < segment.len();
    }
    let Some((start, number)) = stem.split_at_checked(3) else { return false };
    let mut number = number.chars();
    (start.eq_ignore_ascii_case("com") || start.eq_ignore_ascii_case("lpt"))
        && matches!(number.next(), Some('1'..='9' | '\u{B9}' | '\u{B2}' | '\u{B3}'))
        && number.next().is_none()
}
