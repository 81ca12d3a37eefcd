//! Schemes as programs read them that decode, drop controls or resolve entities first: which one it is, however it is
//! spelled, and what a program does with it.
#![forbid(unsafe_code)]

use super::Linter;
use super::context::{Context, Severity};
use super::rules::Rule;
use super::tags;
use crate::units::{peel, peeled};
use core::ops::Range;

/// The longest name that is compared with the lists.
const LONGEST: usize = 24;

/// A scheme as it is found in a text.
pub(super) struct Scheme {
    name: [u8; LONGEST],
    length: usize,
    /// The offset after its colon.
    pub(super) after: usize,
}

/// What a program does with a scheme.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// Runs what follows.
    Run,
    /// Shows what follows, which may be a page with scripts.
    Data,
    /// Opens the reference that follows.
    Wrap,
    /// Reads a file, speaks another protocol than HTTP, or runs a command.
    Fetch,
    /// Opens a page, as browsers correct its slashes (the special schemes of the URL standard, except `file`).
    Web,
    /// Something that this module does not know.
    Other,
}

impl Scheme {
    /// The scheme at the start of a text. Controls are dropped everywhere and spaces at the start, as browsers do.
    pub(super) fn read(text: &[u8]) -> Option<Scheme> {
        let mut scheme = Scheme { name: [0; LONGEST], length: 0, after: 0 };
        let mut at = 0;
        while at < text.len() {
            let (octet, next) = character(text, at);
            match octet {
                b' ' | b'+' if scheme.length == 0 => {}
                0..0x20 | 0x7F => {}
                b':' if scheme.length > 0 => {
                    scheme.after = next;
                    return Some(scheme);
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.' => {
                    if scheme.length == LONGEST
                        || scheme.length == 0 && !octet.is_ascii_alphabetic()
                    {
                        return None;
                    }
                    scheme.name[scheme.length] = octet.to_ascii_lowercase();
                    scheme.length += 1;
                }
                _ => return None,
            }
            at = next;
        }
        None
    }

    pub(super) fn name(&self) -> &[u8] {
        &self.name[..self.length]
    }

    pub(super) fn does(&self) -> Does {
        match self.name() {
            b"javascript" | b"vbscript" | b"jscript" | b"livescript" | b"mocha" | b"vbs" => {
                Does::Run
            }
            b"data" => Does::Data,
            b"view-source" | b"feed" | b"url" | b"blob" | b"filesystem" | b"wyciwyg" | b"pcast" => {
                Does::Wrap
            }
            b"gopher" | b"gophers" | b"dict" | b"file" | b"jar" | b"netdoc" | b"ldap"
            | b"ldaps" | b"ldapi" | b"tftp" | b"smb" | b"smbs" | b"scp" | b"php" | b"phar"
            | b"expect" | b"glob" | b"zip" | b"rar" | b"ogg" | b"zlib" | b"compress.zlib"
            | b"compress.bzip2" | b"ssh2.sftp" | b"ssh2.exec" | b"ssh2.shell" | b"ext" | b"fd"
            | b"jndi" | b"rmi" | b"iiop" | b"local" | b"local_file" | b"unix" | b"telnet" => {
                Does::Fetch
            }
            b"http" | b"https" | b"ws" | b"wss" | b"ftp" => Does::Web,
            _ => Does::Other,
        }
    }
}

/// The octet at an offset after all decodings, and after entities of HTML and escapes of JavaScript; and the offset after
/// it.
fn character(text: &[u8], at: usize) -> (u8, usize) {
    let (octet, next) = peel(text, at);
    if !matches!(octet, b'&' | b'\\') {
        return (octet, next);
    }
    // The longest are `&newline;` and `&#x0000006a;`.
    let mut name = [0; 14];
    let (mut length, mut end) = (0, next);
    while length < name.len() && end < text.len() {
        let (octet, after) = peel(text, end);
        let ends = octet == b';' || !(octet.is_ascii_alphanumeric() || octet == b'#');
        if !ends || octet == b';' {
            end = after;
        }
        if ends {
            break;
        }
        name[length] = octet.to_ascii_lowercase();
        length += 1;
        // An escape has a fixed length.
        if octet_is_escape(text[at], &name[..length]) {
            break;
        }
    }
    let name = &name[..length];
    let number = |digits: &[u8], radix| {
        let digits = str::from_utf8(digits).ok()?;
        u8::try_from(u32::from_str_radix(digits, radix).ok()?).ok()
    };
    let plain = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    let found = match (octet, name) {
        (b'&', b"colon") => Some(b':'),
        (b'&', b"tab") => Some(b'\t'),
        (b'&', b"newline") => Some(b'\n'),
        (b'&', [b'#', b'x', digits @ ..]) if plain(digits) => number(digits, 16),
        (b'&', [b'#', digits @ ..]) if plain(digits) => number(digits, 10),
        (b'\\', [b'u', digits @ ..]) if digits.len() == 4 && plain(digits) => number(digits, 16),
        (b'\\', [b'x', digits @ ..]) if digits.len() == 2 && plain(digits) => number(digits, 16),
        _ => None,
    };
    found.map_or((octet, next), |octet| (octet, end))
}

/// Whether these are all letters of an escape of JavaScript that began with a backslash.
fn octet_is_escape(first: u8, name: &[u8]) -> bool {
    first == b'\\' && matches!(name, [b'u', _, _, _, _] | [b'x', _, _])
}

impl Linter<'_> {
    /// Checks the scheme at the start of a part of the input, and returns it.
    pub(super) fn scheme(&mut self, span: Range<usize>, context: Context) -> Option<Scheme> {
        let text = &self.input[span.clone()];
        let scheme = Scheme::read(text)?;
        let place = span.start..span.start + scheme.after;
        let rest = &text[scheme.after..];
        match scheme.does() {
            Does::Run => {
                let severity = match runs(rest) {
                    true => Rule::ScriptScheme.severity(context),
                    false => Severity::Info,
                };
                self.find_as(Rule::ScriptScheme, severity, place, 0);
            }
            Does::Data => {
                if let Some(severity) = data(rest) {
                    self.find_as(Rule::ScriptScheme, severity, place, 0);
                }
            }
            Does::Wrap => {
                // What is within it, at most once.
                if let Some(inner) = Scheme::read(rest)
                    && inner.does() == Does::Run
                    && runs(&rest[inner.after..])
                {
                    self.find(Rule::ScriptScheme, context, place.start..place.end + inner.after, 0);
                }
            }
            Does::Fetch => {
                let next = (!rest.is_empty()).then(|| peel(rest, 0).0);
                let opens = match scheme.name() {
                    b"jar" | b"jndi" => next.is_some(),
                    b"ext" | b"fd" => matches!(next, Some(b':' | b'/')),
                    _ => matches!(next, Some(b'/' | b'\\')),
                };
                if opens {
                    self.find(Rule::FetcherScheme, context, place, 0);
                }
            }
            Does::Web | Does::Other => {}
        }
        Some(scheme)
    }
}

/// Whether what follows `javascript:` does something. `javascript:void(0)` is a link to nowhere, and `JavaScript: the good
/// parts` is a title.
fn runs(rest: &[u8]) -> bool {
    let mut buffer = [0; 128];
    let text = peeled(rest, &mut buffer);
    let text = text.trim_ascii();
    let nothing = [&b""[..], b";", b"//", b"void(0)", b"void(0);", b"void 0", b"void+0"];
    !nothing.contains(&text) && text.iter().any(|b| b"(=`[.&\\%".contains(b) || *b < b' ')
}

/// How bad a `data:` URL is whose text after the colon is this; `None` if its media type cannot have scripts.
fn data(rest: &[u8]) -> Option<Severity> {
    let mut buffer = [0; 96];
    let head = peeled(rest, &mut buffer);
    head.make_ascii_lowercase();
    let comma = head.iter().position(|&b| b == b',').unwrap_or(head.len());
    let head = &head[..comma];
    let media = head.split(|&b| b == b';').next().unwrap_or_default().trim_ascii();
    let base64 = head.ends_with(b"base64");
    let is_script = media.ends_with(b"javascript") || media.ends_with(b"ecmascript");
    let is_html = matches!(media, b"text/html" | b"application/xhtml+xml");
    let is_xml = matches!(media, b"image/svg+xml" | b"text/xml" | b"application/xml" | b"text/xsl");
    if is_script || is_html && base64 {
        return Some(Severity::Warn);
    }
    if !is_html && !is_xml {
        return None;
    }
    // The data begin after the comma, which may be encoded.
    let mut at = 0;
    for _ in 0..=comma {
        if at < rest.len() {
            at = peel(rest, at).1;
        }
    }
    let active = match base64 {
        true => tags::is_active(base64_octets(&rest[at..])),
        false => tags::is_active(peeled_octets(&rest[at..])),
    };
    Some(if active { Severity::Warn } else { Severity::Info })
}

fn peeled_octets(text: &[u8]) -> impl Iterator<Item = u8> {
    let mut at = 0;
    core::iter::from_fn(move || {
        (at < text.len()).then(|| {
            let (octet, next) = peel(text, at);
            at = next;
            octet
        })
    })
}

/// The octets of a text in base64 (RFC 4648). What is not of its alphabet is left out.
fn base64_octets(text: &[u8]) -> impl Iterator<Item = u8> {
    let (mut bits, mut count) = (0u32, 0);
    peeled_octets(text).filter_map(move |octet| {
        let value = match octet {
            b'A'..=b'Z' => octet - b'A',
            b'a'..=b'z' => octet - b'a' + 26,
            b'0'..=b'9' => octet - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        (count >= 8).then(|| {
            count -= 8;
            (bits >> count) as u8
        })
    })
}
