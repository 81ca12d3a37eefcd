//! Schemes as programs read them that decode, drop controls or resolve entities first: which one it is, however it is
//! spelled, and what a program does with it.
#![forbid(unsafe_code)]

use crate::units::peel;

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
pub(super) enum SchemeEffect {
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
        // Most are written as they are.
        let start = text.iter().take(LONGEST + 1);
        let length = start.take_while(|&&byte| is_of_scheme(byte)).count();
        let mut at = 0;
        if text.first().is_some_and(u8::is_ascii_alphabetic) {
            let name = scheme.name.get_mut(..length)?;
            name.copy_from_slice(&text[..length]);
            name.make_ascii_lowercase();
            (at, scheme.length) = (length, length);
        }
        while at < text.len() {
            let (octet, next) = character(text, at);
            match octet {
                b' ' | b'+' if scheme.length == 0 => {}
                0..0x20 | 0x7F => {}
                b':' if scheme.length > 0 => {
                    scheme.after = next;
                    let known = !scheme.name().contains(&b'_') || scheme.name() == b"local_file";
                    return known.then_some(scheme);
                }
                // Libraries know `local_file`, which is not a scheme by the grammar.
                _ if is_of_scheme(octet) || octet == b'_' => {
                    if scheme.length == LONGEST
                        || scheme.length == 0 && !octet.is_ascii_alphabetic()
                    {
                        return None;
                    }
                    scheme.name[scheme.length] = octet.to_ascii_lowercase();
                    scheme.length += 1;
                }
                _ => {
                    if scheme.length == 0
                        && let Some(after) = after_space(text, at)
                    {
                        at = after;
                        continue;
                    }
                    // `ſ`, which is `s` without regard to case.
                    let (letter, after) = peel(text, next.min(text.len() - 1));
                    if octet != 0xC5 || letter != 0xBF || scheme.length == LONGEST {
                        return None;
                    }
                    scheme.name[scheme.length] = b's';
                    scheme.length += 1;
                    at = after;
                    continue;
                }
            }
            at = next;
        }
        None
    }

    pub(super) fn name(&self) -> &[u8] {
        &self.name[..self.length]
    }

    pub(super) fn effect(&self) -> SchemeEffect {
        match self.name() {
            b"javascript" | b"vbscript" | b"jscript" | b"livescript" | b"mocha" | b"vbs" => {
                SchemeEffect::Run
            }
            b"data" => SchemeEffect::Data,
            b"view-source" | b"feed" | b"url" | b"blob" | b"filesystem" | b"wyciwyg" | b"pcast"
            | b"mhtml"
            // Prefixes of Struts and Spring, which send a person on.
            | b"redirect" | b"redirectaction" | b"forward" => SchemeEffect::Wrap,
            b"gopher" | b"gophers" | b"dict" | b"file" | b"jar" | b"netdoc" | b"ldap"
            | b"ldaps" | b"ldapi" | b"tftp" | b"smb" | b"smbs" | b"scp" | b"php" | b"phar"
            | b"expect" | b"glob" | b"zip" | b"rar" | b"ogg" | b"zlib" | b"compress.zlib"
            | b"compress.bzip2" | b"ssh2.sftp" | b"ssh2.exec" | b"ssh2.shell" | b"ext" | b"fd"
            | b"jndi" | b"rmi" | b"iiop" | b"local" | b"local_file" | b"local-file" | b"unix"
            | b"http+unix" | b"telnet" | b"sftp" | b"imap" | b"imaps" | b"pop3" | b"pop3s"
            | b"smtp" | b"smtps" | b"nfs" | b"finger" | b"search-ms" | b"search" | b"ms-msdt"
            | b"ms-officecmd" | b"chrome" | b"intent" | b"resource" | b"ms-its" | b"its"
            | b"mk" | b"res" | b"itms-services" | b"appinstaller" | b"ms-appinstaller"
            | b"ms-word" | b"ms-excel" | b"ms-powerpoint" | b"ms-cxh" | b"ms-cxh-full"
            | b"shell" | b"cifs" | b"afp" | b"jdbc" | b"service" | b"jnlp" | b"jnlps"
            // Protocols of FFmpeg and coders of ImageMagick that read a file or a program of steps.
            | b"nested" | b"git+file" | b"concat" | b"concatf" | b"hls+file" | b"hls+http" | b"msl" | b"mvg" | b"ephemeral"
            | b"vid" | b"label" | b"caption" | b"pango" | b"text" => SchemeEffect::Fetch,
            b"http" | b"https" | b"ws" | b"wss" | b"ftp" => SchemeEffect::Web,
            _ => SchemeEffect::Other,
        }
    }
}

/// The offset after the invisible character or the space outside ASCII that begins at an offset, however it is encoded. Programs
/// trim these: ECMA-262 section 22.1.3.32 does.
fn after_space(text: &[u8], at: usize) -> Option<usize> {
    let (mut octets, mut ends) = ([0; 4], [0; 4]);
    let (mut count, mut end) = (0, at);
    while count < octets.len() && end < text.len() {
        (octets[count], end) = peel(text, end);
        ends[count] = end;
        count += 1;
    }
    let octets = &octets[..count];
    let valid = match str::from_utf8(octets) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&octets[..error.valid_up_to()]).unwrap_or_default(),
    };
    let first = valid.chars().next().filter(|c| !c.is_ascii())?;
    (first.is_whitespace() || triplet::is_invisible(first)).then(|| ends[first.len_utf8() - 1])
}

/// Whether a scheme may have a byte (RFC 3986 section 3.1).
const fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The octet at an offset after all decodings, and after entities of HTML and escapes of JavaScript; and the offset after
/// it.
#[inline]
fn character(text: &[u8], at: usize) -> (u8, usize) {
    let (octet, next) = peel(text, at);
    if matches!(octet, b'&' | b'\\') { escaped(text, octet, next) } else { (octet, next) }
}

/// [`character`] at an octet that may begin an entity or an escape, and ends before `next`.
pub(super) fn escaped(text: &[u8], first: u8, next: usize) -> (u8, usize) {
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
        if octet_is_escape(first, &name[..length]) {
            break;
        }
    }
    let name = &name[..length];
    let number = |digits: &[u8], radix| {
        let digits = str::from_utf8(digits).ok()?;
        u8::try_from(u32::from_str_radix(digits, radix).ok()?).ok()
    };
    let plain = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    let found = match (first, name) {
        (b'&', b"colon") => Some(b':'),
        (b'&', b"sol") => Some(b'/'),
        (b'&', b"bsol") => Some(b'\\'),
        (b'&', b"tab") => Some(b'\t'),
        (b'&', b"newline") => Some(b'\n'),
        (b'&', [b'#', b'x', digits @ ..]) if plain(digits) => number(digits, 16),
        (b'&', [b'#', digits @ ..]) if plain(digits) => number(digits, 10),
        (b'\\', [b'u', digits @ ..]) if digits.len() == 4 && plain(digits) => number(digits, 16),
        (b'\\', [b'x', digits @ ..]) if digits.len() == 2 && plain(digits) => number(digits, 16),
        _ => None,
    };
    found.map_or((first, next), |octet| (octet, end))
}

/// Whether these are all letters of an escape of JavaScript that began with a backslash.
fn octet_is_escape(first: u8, name: &[u8]) -> bool {
    first == b'\\' && matches!(name, [b'u', _, _, _, _] | [b'x', _, _])
}
