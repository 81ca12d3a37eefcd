//! What Windows reads in the name of a file: devices, drives, streams, short names.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::context::Severity;

/// Whether a segment is a drive: `C:`, `C|`.
pub(super) fn is_drive(segment: &[u8]) -> bool {
    matches!(segment, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// How bad it is that a segment names a stream of a file; `None` if it does not. `file::$DATA` is the file itself;
/// `notes.txt:hidden` may be a name with a colon.
pub(super) fn stream(segment: &[u8]) -> Option<Severity> {
    let colon = segment.iter().position(|&b| b == b':')?;
    let is_data = segment[colon..].windows(3).any(|window| window == b"::$");
    if !ALL_RULES {
        return is_data.then_some(Severity::Error);
    }
    let types: [&[u8]; 8] =
        [b"$data", b"$index", b"$i30", b"$bitmap", b"$attribute", b"$ea", b"$reparse", b"$object"];
    let is_type = |rest: &[u8]| {
        types
            .iter()
            .any(|kind| rest.get(..kind.len()).is_some_and(|r| r.eq_ignore_ascii_case(kind)))
    };
    if is_data || segment[colon..].split(|&b| b == b':').any(is_type) {
        return Some(Severity::Error);
    }
    let name = &segment[..colon];
    let dot = name.iter().rposition(|&b| b == b'.')?;
    let extension = &name[dot + 1..];
    let plain =
        (1..=5).contains(&extension.len()) && extension.iter().all(u8::is_ascii_alphanumeric);
    let letters = extension.iter().any(u8::is_ascii_alphabetic);
    // A server runs `a.asp` when a filter sees the picture `a.asp:.jpg`.
    let severity = if is_program(name) { Severity::Warn } else { Severity::Info };
    (plain && letters && segment.len() > colon + 1).then_some(severity)
}

/// How bad it is that a text is a path on a drive, or of a device: `C:\\x`, `\\\\.\\pipe`. People name their files so; a folder of
/// the system is what an attacker asks for.
pub(super) fn path(text: &[u8]) -> Option<Severity> {
    let text = text.strip_prefix(b"/").unwrap_or(text);
    match text {
        // From the folder of the drive in which a program is: `C:..\\..\\x`, `C:windows\\win.ini`.
        [letter, b':' | b'|', rest @ ..] if letter.is_ascii_alphabetic() && is_relative(rest) => {
            Some(Severity::Warn)
        }
        [letter, b':' | b'|', b'/' | b'\\', rest @ ..] if letter.is_ascii_alphabetic() => {
            let folders: [&[u8]; 6] =
                [b"win", b"boot.ini", b"inetpub", b"..\\", b"xampp\\", b"xampp/"];
            let starts = |folder: &&[u8]| {
                rest.get(..folder.len()).is_some_and(|start| start.eq_ignore_ascii_case(folder))
            };
            Some(if folders.iter().any(starts) { Severity::Warn } else { Severity::Info })
        }
        [b'\\', b'\\', b'?' | b'.', b'\\', ..] => Some(Severity::Warn),
        _ => None,
    }
}

/// Whether what follows a drive goes up or into the folder of Windows, without a separator before it.
fn is_relative(rest: &[u8]) -> bool {
    let names: [&[u8]; 3] = [b"..", b"windows", b"winnt"];
    names.iter().any(|name| {
        rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && matches!(rest.get(name.len()), Some(b'/' | b'\\'))
    })
}

/// Whether Windows drops what a text ends with, so that it is the name of a program on a server: `index.php.`, `shell.asp%20`.
pub(super) fn drops_end(text: &[u8]) -> bool {
    let end = text.iter().rposition(|b| !matches!(b, b'.' | b' ')).map_or(0, |end| end + 1);
    end < text.len() && is_program(&text[..end])
}

/// Whether a name ends like that of a program or a configuration that servers of Windows have.
pub(super) fn is_program(name: &[u8]) -> bool {
    let programs: [&[u8]; 9] =
        [b".php", b".asp", b".aspx", b".ashx", b".jsp", b".jspx", b".cfm", b".config", b".exe"];
    let ends_with = |program: &&[u8]| {
        let start = name.len().checked_sub(program.len());
        start.is_some_and(|start| name[start..].eq_ignore_ascii_case(program))
    };
    programs.iter().any(ends_with)
}

/// Whether a segment is a short name: at most eight characters, `~` and a digit among them, and at most three after a dot.
pub(super) fn is_short_name(segment: &[u8]) -> bool {
    let mut parts = segment.splitn(2, |&b| b == b'.');
    let name = parts.next().unwrap_or_default();
    let extension = parts.next().unwrap_or_default();
    // Whoever asks a server of Microsoft which names there are writes `*` for the rest: `*~1*`.
    if name.windows(2).any(|two| matches!(two, [b'~', b'0'..=b'9'])) && name.contains(&b'*') {
        return true;
    }
    let Some(tilde) = name.iter().rposition(|&b| b == b'~') else { return false };
    let digits = &name[tilde + 1..];
    (2..=6).contains(&tilde)
        && name.len() <= 8
        && !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
        && extension.len() <= 3
        && extension.iter().all(u8::is_ascii_alphanumeric)
}

/// Where the last name of a path is that of a device with the extension of a file: `COM1.jpg`, `aux.php`.
pub(super) fn device_with_extension(text: &[u8]) -> Option<Range<usize>> {
    let extensions: [&[u8]; 20] = [
        b"jpg", b"jpeg", b"png", b"gif", b"svg", b"txt", b"log", b"pdf", b"doc", b"docx", b"csv",
        b"xml", b"json", b"html", b"htm", b"css", b"zip", b"php", b"asp", b"aspx",
    ];
    let start = text.iter().rposition(|b| matches!(b, b'/' | b'\\')).map_or(0, |at| at + 1);
    let name = &text[start..];
    let dot = name.iter().rposition(|&b| b == b'.')?;
    let is_file = extensions.iter().any(|known| known.eq_ignore_ascii_case(&name[dot + 1..]));
    // Only one dot: `con.test.jpg` is a name that begins so.
    let is_name = !name[..dot].contains(&b'.') && is_device(name);
    (is_file && is_name).then_some(start..text.len())
}

/// Whether a byte is the first letter of a device: `AUX`, `CLOCK$`, `COM`, `CON`, `LPT`, `NUL`, `PRN`.
pub(super) const fn may_be_device(first: u8) -> bool {
    matches!(first.to_ascii_lowercase(), b'a' | b'c' | b'l' | b'n' | b'p')
}

/// Whether a segment names a device: `CON`, `NUL.txt`, `com1`, `COM¹`. Windows ignores what follows a dot, a colon or a
/// space.
pub(super) fn is_device(segment: &[u8]) -> bool {
    let stem = segment.split(|b| matches!(b, b'.' | b':' | b' ')).next().unwrap_or_default();
    let Ok(stem) = str::from_utf8(stem) else { return false };
    if ALL_RULES
        && ["conin$", "conout$", "clock$"].iter().any(|device| stem.eq_ignore_ascii_case(device))
    {
        return true;
    }
    if ["con", "prn", "aux", "nul"].iter().any(|device| stem.eq_ignore_ascii_case(device)) {
        // In lower case and without an extension, two of them are ordinary words: the Spanish `con`, the French `aux`.
        return stem.bytes().all(|b| b.is_ascii_uppercase())
            || stem.len() < segment.len()
            || !matches!(stem.as_bytes()[0] | 0x20, b'c' | b'a');
    }
    let Some((start, number)) = stem.split_at_checked(3) else { return false };
    let mut number = number.chars();
    (start.eq_ignore_ascii_case("com") || start.eq_ignore_ascii_case("lpt"))
        && matches!(number.next(), Some('1'..='9' | '\u{B9}' | '\u{B2}' | '\u{B3}'))
        && number.next().is_none()
}
