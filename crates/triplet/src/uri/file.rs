//! Paths of POSIX and Windows as `file:` URIs, and back (RFC 8089 with its appendices E and F).
//!
//! A path is not resolved: `.` and `..` stay. Each name becomes one segment, and no segment becomes two names.
//!
//! ```
//! use triplet::uri::file::{System, from_path, to_path};
//!
//! assert_eq!(from_path("/tmp/50% é.txt", System::Posix)?, "file:///tmp/50%25%20%C3%A9.txt");
//! assert_eq!(from_path(r"C:\My Files\a#b", System::Windows)?, "file:///C:/My%20Files/a%23b");
//! assert_eq!(from_path(r"\\server\share\a", System::Windows)?, "file://server/share/a");
//! assert_eq!(from_path(r"\\?\UNC\server\share\a", System::Windows)?, "file://server/share/a");
//!
//! assert_eq!(to_path("file:///tmp/%FF", System::Posix)?, b"/tmp/\xFF");
//! assert_eq!(to_path("file:c|/a%20b", System::Windows)?, br"c:\a b");
//! # Ok::<(), triplet::uri::file::FileUriError>(())
//! ```
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::Spans;
use crate::message::{DIGITS, Piece, Words, Writer, error_text};
use crate::names::names;
use crate::set::rfc3986;
use crate::triplet::begins_with_triplet;
use crate::{decode, encode};

names! { "system";
    /// The system that a path belongs to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum System {
        /// A path begins with `/`, and its names are octets.
        Posix => "posix",
        /// A path begins with a drive (`C:\`), `\\server\share`, or `\\?\` and one of these. Its names are text. `/` separates names as `\` does.
        Windows => "windows",
    }
}

impl System {
    /// The system of an absolute path: Windows if it begins with a drive or with `\`.
    ///
    /// ```
    /// use triplet::uri::file::System;
    ///
    /// assert_eq!(System::of_path(br"c:\a"), System::Windows);
    /// assert_eq!(System::of_path(b"/c:/a"), System::Posix);
    /// ```
    #[must_use]
    pub const fn of_path(path: &[u8]) -> System {
        match path {
            [b'\\', ..] => System::Windows,
            [drive, b':', ..] if drive.is_ascii_alphabetic() => System::Windows,
            _ => System::Posix,
        }
    }

    /// The system of a `file:` URI: Windows if it names a drive or another host.
    ///
    /// ```
    /// use triplet::uri::file::System;
    ///
    /// assert_eq!(System::of_uri("file:///C:/a"), System::Windows);
    /// assert_eq!(System::of_uri("file://server/a"), System::Windows);
    /// assert_eq!(System::of_uri("file:///etc/hosts"), System::Posix);
    /// ```
    #[must_use]
    pub fn of_uri(uri: &str) -> System {
        let text = uri.as_bytes();
        let spans = Spans::of(text);
        let is_local = spans.authority().is_none_or(|authority| is_local(&text[authority.whole]));
        let path = &text[spans.path()];
        let is_drive = drive(path.strip_prefix(b"/").unwrap_or(path)).is_some();
        if is_local && !is_drive { System::Posix } else { System::Windows }
    }
}

/// Whether an authority means this machine (RFC 8089 section 2).
fn is_local(authority: &[u8]) -> bool {
    authority.is_empty() || authority.eq_ignore_ascii_case(b"localhost")
}

/// Whether the name of a server may have this octet.
fn is_of_server(octet: &u8) -> bool {
    !(octet.is_ascii_control() || b" /\\:@?*|<>\"".contains(octet))
}

/// The letter of the drive with which a path begins, and the length of both: `c:`, `c|` or `c%3A` (appendices E.2 and E.2.2).
fn drive(path: &[u8]) -> Option<(u8, usize)> {
    let (letter, rest) = path.split_first()?;
    let length = match rest {
        [b':' | b'|', ..] => 2,
        [b'%', b'3', b'A' | b'a', ..] => 4,
        _ => return None,
    };
    let ends = matches!(path.get(length), None | Some(b'/' | b'\\'));
    (letter.is_ascii_alphabetic() && ends).then_some((*letter, length))
}

/// Writes an absolute path as a URI. Linear time; one allocation for the result.
///
/// Windows takes a path after `\\?\` literally. So a name in such a path that a URI would change is an error.
///
/// # Errors
///
/// If the path is not absolute, has a NUL, names a device, or is not text on Windows. The offset is a byte of the path.
///
/// ```
/// use triplet::uri::file::{FileUriErrorKind, System, from_path};
///
/// let error = from_path("C:a.txt", System::Windows).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (FileUriErrorKind::Relative, 2));
/// assert_eq!(from_path(b"/\xFF", System::Posix).unwrap(), "file:///%FF");
/// ```
pub fn from_path<P: AsRef<[u8]> + ?Sized>(
    path: &P,
    system: System,
) -> Result<String, FileUriError> {
    use FileUriErrorKind as Kind;
    let path = path.as_ref();
    let error = |kind, offset| Err(FileUriError { kind, offset });
    if let Some(at) = path.iter().position(|&octet| octet == 0) {
        return error(Kind::Nul, at);
    }
    let mut uri = String::with_capacity("file://".len() + path.len());
    uri.push_str("file://");
    if system == System::Posix {
        if path.first() != Some(&b'/') {
            return error(Kind::Relative, 0);
        }
        encode(path, rfc3986::PATH).append_to(&mut uri);
        return Ok(uri);
    }
    if let Err(wrong) = str::from_utf8(path) {
        return error(Kind::NotText, wrong.valid_up_to());
    }
    let is_separator = |octet: u8| matches!(octet, b'/' | b'\\');
    let is_verbatim = path.starts_with(br"\\?\");
    let mut start = if is_verbatim { 4 } else { 0 };
    let rest = &path[start..];
    if is_verbatim && rest.len() >= 4 && rest[..3].eq_ignore_ascii_case(b"UNC") && rest[3] == b'\\'
    {
        start += 4;
    } else if rest.len() >= 2 && rest[0].is_ascii_alphabetic() && rest[1] == b':' {
        if !rest.get(2).copied().is_some_and(is_separator) {
            return error(Kind::Relative, start + 2);
        }
        uri.push('/');
        uri.push(char::from(rest[0]));
        uri.push(':');
        start += 2;
        return segments(path, start, is_verbatim, uri);
    } else if is_verbatim {
        return error(Kind::Device, 4);
    } else if matches!(path, [first, second, ..] if is_separator(*first) && is_separator(*second)) {
        start = 2;
    } else {
        return error(Kind::Relative, 0);
    }
    let rest = &path[start..];
    let host = rest.iter().position(|&octet| is_separator(octet)).unwrap_or(rest.len());
    match &rest[..host] {
        b"." | b".." | b"?" => return error(Kind::Device, start),
        // A name that means this machine would make another path.
        name if is_local(name) || !name.iter().all(is_of_server) => {
            return error(Kind::Host, start);
        }
        name => encode(name, rfc3986::REG_NAME).append_to(&mut uri),
    }
    segments(path, start + host, is_verbatim, uri)
}

/// Writes the part of a path of Windows that begins with a separator.
fn segments(
    path: &[u8],
    start: usize,
    is_verbatim: bool,
    mut uri: String,
) -> Result<String, FileUriError> {
    let mut at = start;
    for (number, name) in
        path[start..].split(|&octet| octet == b'\\' || octet == b'/' && !is_verbatim).enumerate()
    {
        if is_verbatim {
            let slash = name.iter().position(|&octet| octet == b'/');
            let changes = slash.or(matches!(name, b"." | b"..").then_some(0));
            if let Some(place) = changes {
                return Err(FileUriError { kind: FileUriErrorKind::Verbatim, offset: at + place });
            }
        }
        if number > 0 {
            uri.push('/');
        }
        encode(name, rfc3986::SEGMENT).append_to(&mut uri);
        at += name.len() + 1;
    }
    Ok(uri)
}

/// Reads the path of a `file:` URI. Linear time; one allocation for the result. The path is octets on POSIX and UTF-8 on Windows.
///
/// On Windows these are read too (appendices E.2, E.3 and F): `file:c:/a`, `c|`, `file:////server/share`, and `\` for `/`.
///
/// # Errors
///
/// If the text is not a `file:` URI, if the system has no such path, or if a name has an encoded `/` (on Windows also `\`) or NUL.
/// The offset is a byte of the URI.
///
/// ```
/// use triplet::uri::file::{FileUriErrorKind as Kind, System, to_path};
///
/// let error = to_path("file:///a%2Fb", System::Posix).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (Kind::EncodedSeparator, 9));
/// assert_eq!(to_path("file://server/a", System::Posix).unwrap_err().kind(), Kind::Host);
/// assert_eq!(to_path("file:///a", System::Windows).unwrap_err().kind(), Kind::NoDrive);
/// assert_eq!(to_path(r"file://C:\a%20b", System::Windows).unwrap(), br"C:\a b");
/// ```
pub fn to_path(uri: &str, system: System) -> Result<Vec<u8>, FileUriError> {
    use FileUriErrorKind as Kind;
    let error = |kind, offset| Err(FileUriError { kind, offset });
    let is_windows = system == System::Windows;
    // Programs write paths of Windows into URIs as they are.
    let slashes = if is_windows { uri.replace('\\', "/") } else { String::from(uri) };
    let text = slashes.as_bytes();
    let spans = Spans::of(text);
    let scheme = spans.scheme().map_or(&b""[..], |scheme| &text[scheme]);
    if !scheme.eq_ignore_ascii_case(b"file") {
        return error(Kind::NotFile, 0);
    }
    let mut path = spans.path();
    if path.end < text.len() {
        return error(Kind::Query, path.end);
    }
    let mut host = spans.authority().map_or(0..0, |authority| authority.whole);
    // A second authority, or one after an empty one (appendix E.3.2).
    if is_windows && is_local(&text[host.clone()]) && text[path.clone()].starts_with(b"//") {
        let more = text[path.clone()].iter().take_while(|&&octet| octet == b'/').count();
        let start = path.start + more;
        let length =
            text[start..].iter().position(|&octet| octet == b'/').unwrap_or(text.len() - start);
        host = start..start + length;
        path.start = host.end;
    }
    if host.is_empty() || is_local(&text[host.clone()]) {
        return local(text, path, system);
    }
    // A drive in the place of a host is a drive, as in the file host state of the URL standard.
    if is_windows && drive(&text[host.start..path.end]).is_some() {
        return local(text, host.start..path.end, system);
    }
    let name = octets(text, host.clone(), system)?;
    if !is_windows || !name.iter().all(is_of_server) {
        return error(Kind::Host, host.start);
    }
    // `\\.\` and `\\?\` are not servers.
    if matches!(&*name, b"." | b"..") {
        return error(Kind::Device, host.start);
    }
    let mut out = Vec::with_capacity(text.len());
    out.extend_from_slice(br"\\");
    out.extend_from_slice(&name);
    names_of(text, path, system, &mut out)?;
    Ok(out)
}

/// The path of this machine.
fn local(text: &[u8], mut path: Range<usize>, system: System) -> Result<Vec<u8>, FileUriError> {
    let error = |kind, offset| Err(FileUriError { kind, offset });
    let mut out = Vec::with_capacity(path.len());
    match system {
        System::Posix if text.get(path.start) != Some(&b'/') => {
            return error(FileUriErrorKind::Relative, path.start);
        }
        System::Posix => {}
        System::Windows => {
            if text.get(path.start) == Some(&b'/') {
                path.start += 1;
            }
            let Some((letter, length)) = drive(&text[path.clone()]) else {
                return error(FileUriErrorKind::NoDrive, path.start);
            };
            out.extend_from_slice(&[letter, b':']);
            path.start += length;
            if path.is_empty() {
                // `C:` alone would mean the current folder of that drive.
                out.push(b'\\');
            }
        }
    }
    names_of(text, path, system, &mut out)?;
    Ok(out)
}

/// Writes the names of a path, each after a separator.
fn names_of(
    text: &[u8],
    path: Range<usize>,
    system: System,
    out: &mut Vec<u8>,
) -> Result<(), FileUriError> {
    let separator = if system == System::Windows { b'\\' } else { b'/' };
    let mut at = path.start;
    for (number, name) in text[path].split(|&octet| octet == b'/').enumerate() {
        if number > 0 {
            out.push(separator);
        }
        out.extend_from_slice(&octets(text, at..at + name.len(), system)?);
        at += name.len() + 1;
    }
    Ok(())
}

/// The octets of one name.
fn octets(text: &[u8], part: Range<usize>, system: System) -> Result<Vec<u8>, FileUriError> {
    let error = |kind, at: usize| Err(FileUriError { kind, offset: part.start + at });
    let part_of = &text[part.clone()];
    let name = match decode(part_of).to_bytes() {
        Ok(name) => name.into_owned(),
        Err(malformed) => return error(FileUriErrorKind::MalformedTriplet, malformed.offset()),
    };
    let is_windows = system == System::Windows;
    let wrong =
        name.iter().position(|&octet| matches!(octet, 0 | b'/') || octet == b'\\' && is_windows);
    let not_text =
        str::from_utf8(&name).err().map(|wrong| wrong.valid_up_to()).filter(|_| is_windows);
    let offset = |number| {
        (0..number).fold(0, |at, _| at + if begins_with_triplet(&part_of[at..]) { 3 } else { 1 })
    };
    match (wrong, not_text) {
        (Some(at), _) if name[at] == 0 => error(FileUriErrorKind::Nul, offset(at)),
        (Some(at), _) => error(FileUriErrorKind::EncodedSeparator, offset(at)),
        (_, Some(at)) => error(FileUriErrorKind::NotText, offset(at)),
        _ => Ok(name),
    }
}

names! { "kind of error";
    /// What is wrong at [`FileUriError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum FileUriErrorKind {
        /// The scheme is not `file`.
        NotFile => "not-file",
        /// The path is not absolute.
        Relative => "relative",
        /// A path for Windows has neither a drive nor a server.
        NoDrive => "no-drive",
        /// The host is not one that the system has paths of: POSIX has none.
        Host => "host",
        /// The path is that of a device or volume (`\\.\`, `\\?\Volume{…}`). Such a path has no URI.
        Device => "device",
        /// A name after `\\?\` that would mean another name in a URI: `.`, `..`, or a name with `/`.
        Verbatim => "verbatim",
        /// A query or a fragment. A `file:` URI has neither.
        Query => "query",
        /// An encoded `/`, or on Windows `\`, in a name.
        EncodedSeparator => "encoded-separator",
        /// The octet 0.
        Nul => "nul",
        /// A `%` that is not followed by two hexadecimal digits.
        MalformedTriplet => "malformed-triplet",
        /// Octets that are not UTF-8, in a path of Windows.
        NotText => "not-text",
    }
}

/// Why a path has no URI, or a URI no path, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileUriError {
    kind: FileUriErrorKind,
    offset: usize,
}

impl FileUriError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> FileUriErrorKind {
        self.kind
    }

    /// Where it is, in bytes of the path or of the URI.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl Words for FileUriError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let (what, why) = match self.kind {
            FileUriErrorKind::NotFile => ("the URI", "it does not begin with `file:`"),
            FileUriErrorKind::Relative => ("the path", "it is not absolute"),
            FileUriErrorKind::NoDrive => ("the path", "it has no drive, such as `C:`"),
            FileUriErrorKind::Host => ("the host", "the system has no paths on this host"),
            FileUriErrorKind::Device => ("the path", "a device or volume has no `file:` URI"),
            FileUriErrorKind::Verbatim => {
                ("the name", "a URI cannot have this name, which `\\\\?\\` keeps as it is")
            }
            FileUriErrorKind::Query => (
                "a query or a fragment",
                "a `file:` URI has neither; write `?` as `%3F` and `#` as `%23`",
            ),
            FileUriErrorKind::EncodedSeparator => {
                ("an encoded separator", "it would divide the name")
            }
            FileUriErrorKind::Nul => ("the octet 0", "a path cannot have it"),
            FileUriErrorKind::MalformedTriplet => {
                return to.write(&[Piece::Text("`%`")], &[DIGITS]);
            }
            FileUriErrorKind::NotText => ("octets", "not UTF-8, which a path of Windows must be"),
        };
        to.write(&[Piece::Text(what)], &[Piece::Text(why)])
    }
}

error_text!(FileUriError);

impl core::error::Error for FileUriError {}
