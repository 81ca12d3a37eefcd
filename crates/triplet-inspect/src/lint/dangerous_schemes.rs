//! The rules for schemes that run, show or fetch what follows.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::address::judge;
use super::characters::mapped_host;
use super::context::{Context, Severity};
use super::report::Report;
use super::rule::Rule;
use super::scheme::{Scheme, SchemeEffect};
use super::{files, tags};
use crate::units::{peel, peeled};

/// Checks the scheme at the start of a part of the input, and returns it.
pub(super) fn check(
    input: &[u8],
    span: Range<usize>,
    context: Context,
    report: &mut Report,
) -> Option<Scheme> {
    let text = &input[span.clone()];
    let scheme = Scheme::read(text);
    if scheme.is_none() && is_subfile(text) {
        report.find(Rule::FetcherScheme, context, span.start..span.start + 7, 0);
    }
    let scheme = scheme?;
    let place = span.start..span.start + scheme.after;
    let rest = &text[scheme.after..];
    match scheme.effect() {
        SchemeEffect::Run => {
            let severity = match runs(rest) {
                true => Rule::ScriptScheme.severity(context),
                false => Severity::Info,
            };
            report.find_as(Rule::ScriptScheme, severity, place, 0);
        }
        SchemeEffect::Data => {
            if let Some(severity) = data(rest) {
                report.find_as(Rule::ScriptScheme, severity, place, 0);
            } else if context != Context::Url && is_data_of_php(rest) {
                report.find(Rule::FetcherScheme, context, place, 0);
            }
        }
        SchemeEffect::Wrap => {
            // What is within it, at most once.
            if let Some(inner) = Scheme::read(rest) {
                let place = place.start..place.end + inner.after;
                let rest = &rest[inner.after..];
                match inner.effect() {
                    SchemeEffect::Run if runs(rest) => {
                        report.find(Rule::ScriptScheme, context, place, 0);
                    }
                    SchemeEffect::Fetch if opens(&inner, rest) => {
                        report.find_as(Rule::FetcherScheme, Severity::Warn, place, 0);
                    }
                    // The origin of a file that the site made is within the name of that file, and Java takes `url:` away.
                    SchemeEffect::Web
                        if matches!(
                            scheme.name(),
                            b"filesystem"
                                | b"url"
                                | b"wyciwyg"
                                | b"mhtml"
                                | b"redirect"
                                | b"redirectaction"
                                | b"forward"
                        ) || scheme.name() == b"view-source" && context != Context::Url =>
                    {
                        report.find(Rule::FetcherScheme, context, place, 0);
                    }
                    _ => {}
                }
            }
        }
        SchemeEffect::Fetch => {
            if scheme.name() == b"intent" && leads_to_script(rest) {
                report.find_as(Rule::ScriptScheme, Severity::Warn, place.clone(), 0);
            }
            if opens(&scheme, rest) {
                let severity = match has_no_honest_use(&scheme, rest) {
                    true => Severity::Warn,
                    // Programs that show databases write these addresses.
                    false if scheme.name() == b"jdbc" => Severity::Info,
                    false => Rule::FetcherScheme.severity(context),
                };
                report.find_as(Rule::FetcherScheme, severity, place, 0);
            }
        }
        SchemeEffect::Other if scheme.name() == b"tel" && is_service_code(rest) => {
            report.find_as(Rule::FetcherScheme, Severity::Warn, place, 0);
        }
        SchemeEffect::Web | SchemeEffect::Other => {}
    }
    Some(scheme)
}

/// Whether a reference as a whole is written by an attacker only: wrappers of PHP and Java's `netdoc:`, a private host under a scheme
/// other than HTTP's, or a host after the slashes of a path of a file.
fn has_no_honest_use(scheme: &Scheme, rest: &[u8]) -> bool {
    // The number of slashes, and the host after them.
    let host = |judge: fn(usize, &[u8]) -> bool| {
        let mut buffer = [0; 64];
        let text = peeled(rest, &mut buffer);
        let slashes = text.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
        judge(slashes, text[slashes..].split(|b| b"/\\?#:".contains(b)).next().unwrap_or_default())
    };
    match scheme.name() {
        b"php" | b"phar" | b"expect" | b"netdoc" | b"ms-officecmd" | b"ms-msdt" | b"ms-cxh"
        | b"ms-cxh-full" | b"ms-appinstaller" | b"appinstaller" | b"search-ms" => true,
        // An activity by its name, or one that the sender chooses.
        b"intent" => names_activity(rest),
        b"jdbc" => loads_code(rest),
        // A package from anywhere.
        b"itms-services" => rest.windows(8).any(|window| window == b"manifest"),
        b"file" => host(|slashes, host| slashes > 3 && !host.is_empty()),
        b"dict" | b"gopher" | b"gophers" | b"tftp" => {
            host(|slashes, host| slashes == 2 && judge(host).private)
        }
        _ => false,
    }
}

/// Whether the address of a database has a property by which its driver runs, loads or reads what the address says: the properties of H2,
/// MySQL Connector/J, pgJDBC, IBM's Db2 driver and Derby, by their manuals.
fn loads_code(rest: &[u8]) -> bool {
    let mut buffer = [0; 512];
    let text = peeled(rest, &mut buffer);
    text.make_ascii_lowercase();
    let properties: [&[u8]; 14] = [
        b"init=",
        b"runscript",
        b"autodeserialize=",
        b"queryinterceptors=",
        b"statementinterceptors=",
        b"allowloadlocalinfile",
        b"allowurlinlocalinfile",
        b"socketfactory=",
        b"sslfactory=",
        b"loggerfile=",
        b"clientrerouteserverlistjndiname=",
        b"slavehost=",
        b"startmaster=",
        b"jndi",
    ];
    properties.iter().any(|name| text.windows(name.len()).any(|window| window == *name))
}

/// Whether a text is a part of a file for FFmpeg: `subfile,,start,0,end,64,,:/etc/passwd`.
fn is_subfile(text: &[u8]) -> bool {
    if text.is_empty() || !matches!(peel(text, 0).0, b's' | b'S') {
        return false;
    }
    let mut buffer = [0; 96];
    let text: &[u8] = peeled(text, &mut buffer);
    text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"subfile,,"))
        && text.windows(2).any(|window| window == b",:")
}

/// Whether a number is a code that a telephone runs when it is dialled, such as `*#06#` (3GPP TS 22.030).
fn is_service_code(number: &[u8]) -> bool {
    let mut buffer = [0; 40];
    let number: &[u8] = peeled(number, &mut buffer);
    number.starts_with(b"*") && number.ends_with(b"#")
}

/// Whether the text of an `intent:` names what is opened in an application, which a page could not open by itself.
fn names_activity(rest: &[u8]) -> bool {
    let mut buffer = [0; 256];
    let text: &[u8] = peeled(rest, &mut buffer);
    text.split(|b| matches!(b, b';' | b'#'))
        .any(|extra| extra == b"SEL" || extra.starts_with(b"component="))
}

/// Whether a value in the text of an `intent:` is a reference that runs: `S.browser_fallback_url=javascript:…`.
fn leads_to_script(rest: &[u8]) -> bool {
    let mut buffer = [0; 256];
    let text: &[u8] = peeled(rest, &mut buffer);
    text.split(|&b| b == b';').any(|extra| {
        let value = extra.split_inclusive(|&b| b == b'=').nth(1).unwrap_or_default();
        let scheme = Scheme::read(value);
        scheme.is_some_and(|scheme| {
            scheme.effect() == SchemeEffect::Run && runs(&value[scheme.after..])
        })
    })
}

/// Checks for a scheme that runs what follows, after slashes or brackets at the start of a value: `/javascript:alert(1)`. A filter takes
/// the value for a path, and a program removes the slash.
pub(super) fn check_after_slashes(
    input: &[u8],
    span: Range<usize>,
    context: Context,
    report: &mut Report,
) {
    let mut start = span.start;
    while start < span.end {
        let (octet, next) = peel(&input[..span.end], start);
        if !b"/\\<>\"'([{|;,".contains(&octet) {
            break;
        }
        start = next;
    }
    if start == span.start {
        start = after_name(&input[..span.end], start);
    }
    let text = &input[start..span.end];
    if start > span.start
        && let Some(scheme) = Scheme::read(text)
        && scheme.effect() == SchemeEffect::Run
        && runs(&text[scheme.after..])
    {
        report.find(Rule::ScriptScheme, context, start..start + scheme.after, 0);
    }
}

/// The offset after a word and `:` or `=` at an offset, and after spaces: `opera:javascript:…`, `Location: javascript:…`.
fn after_name(text: &[u8], start: usize) -> usize {
    let rest = &text[start..];
    let name =
        rest.iter().take(24).take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    if name == 0 || name == rest.len() {
        return start;
    }
    let (octet, mut at) = peel(text, start + name);
    if !matches!(octet, b':' | b'=') {
        return start;
    }
    for _ in 0..8 {
        match text.get(at) {
            Some(b' ' | b'+') => at += 1,
            Some(b'%') if peel(text, at).0 == b' ' => at = peel(text, at).1,
            _ => break,
        }
    }
    at
}

/// Checks for a scheme that runs and that has escapes or comments in it, and a program removes those: `java\\script:alert(1)`,
/// `java/**/script:alert(1)`. Those that stand for a character are found without this.
pub(super) fn check_escaped(text: &[u8], report: &mut Report) {
    let near = &text[..text.len().min(64)];
    let colon = near.iter().position(|&b| b == b':').unwrap_or_default();
    if !near[..colon].iter().any(|b| matches!(b, b'\\' | b'*')) {
        return;
    }
    let (mut plain, mut length, mut at) = ([0; 64], 0, 0);
    // An escape of a blank before the name: `\tjavascript:`.
    if let [b'\\', b'n' | b't' | b'r' | b'v' | b'f', rest @ ..] = near
        && Scheme::read(rest).is_some_and(|scheme| scheme.effect() == SchemeEffect::Run)
    {
        at = 2;
    }
    while at < near.len() {
        match &near[at..] {
            // As letters these are parts of the name: `\j\av`.
            [b'\\', b'n' | b't' | b'r', ..] if length > 0 => at += 2,
            [b'\\', ..] => at += 1,
            [b'/', b'*', b'*', b'/', ..] => at += 4,
            [octet, ..] => {
                plain[length] = *octet;
                (length, at) = (length + 1, at + 1);
            }
            [] => break,
        }
    }
    let plain = &plain[..length];
    if let Some(scheme) = Scheme::read(plain)
        && scheme.effect() == SchemeEffect::Run
        && runs(&plain[scheme.after..])
    {
        report.find_as(Rule::ScriptScheme, Severity::Warn, 0..colon + 1, 0);
    }
}

/// Checks for a scheme that runs in the links of a text in Markdown (CommonMark 6.3, 4.7): `[a](javascript:alert(1))`, and in
/// those of style sheets (CSS Values 4.5): `url(javascript:alert(1))`.
pub(super) fn check_links(text: &[u8], report: &mut Report) {
    for (at, two) in text.windows(2).enumerate() {
        let start = at + 2;
        let is_url = || at > 1 && text[at - 2..at].eq_ignore_ascii_case(b"ur");
        let (opens, quote) = match two {
            b"](" | b"]:" => (true, 0),
            [b'l' | b'L', b'('] => {
                (is_url(), usize::from(matches!(text.get(start), Some(b'"' | b'\''))))
            }
            _ => continue,
        };
        let start = start + quote;
        if opens
            && let Some(scheme) = Scheme::read(&text[start..])
            && scheme.effect() == SchemeEffect::Run
            && runs(&text[start + scheme.after..])
        {
            report.find_as(Rule::ScriptScheme, Severity::Warn, start..start + scheme.after, 0);
        }
    }
}

/// Checks for a scheme of compatible characters at the start of a value. Once they are replaced (NFKC), the value has another scheme:
/// `ｊａｖａｓｃｒｉｐｔ：alert(1)`, `ﬁle:///etc/passwd`.
pub(super) fn check_compatible(text: &[u8], report: &mut Report) {
    let start = &text[..text.len().min(96)];
    let start = match str::from_utf8(start) {
        Ok(_) => start,
        Err(error) => &start[..error.valid_up_to()],
    };
    // Every compatible colon begins with this octet.
    if !start.iter().any(|b| matches!(b, b':' | 0xEF)) {
        return;
    }
    let Some(plain) = mapped_host(start) else { return };
    let Some(scheme) = Scheme::read(&plain) else { return };
    let rest = &plain[scheme.after..];
    match scheme.effect() {
        SchemeEffect::Run if runs(rest) => {
            report.find_as(Rule::ScriptScheme, Severity::Warn, 0..text.len(), 0);
        }
        SchemeEffect::Fetch if opens(&scheme, rest) => {
            report.find_as(Rule::FetcherScheme, Severity::Warn, 0..text.len(), 0);
        }
        _ => {}
    }
}

/// Whether what follows a scheme that fetches is something to fetch. Words of a search are not: `file:// not working`.
fn opens(scheme: &Scheme, rest: &[u8]) -> bool {
    let mut buffer = [0; 8];
    let text = peeled(rest, &mut buffer);
    let slashes = text.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
    let ends = text.get(slashes).is_none_or(|b| matches!(b, b' ' | b'+'));
    match scheme.name() {
        b"jar" | b"jndi" => !text.is_empty(),
        // Apache's proxy takes what follows a socket and `|`.
        b"unix"
            if rest
                .windows(4)
                .any(|window| matches!(window, [b'|', ..] | [_, b'7', b'C' | b'c', _])) =>
        {
            true
        }
        b"search-ms" | b"search" => text.starts_with(b"query=") || text.starts_with(b"//query"),
        b"ms-msdt" | b"ms-officecmd" | b"ms-its" | b"its" | b"mk" => !text.is_empty() && !ends,
        b"ms-word" | b"ms-excel" | b"ms-powerpoint" => {
            text.starts_with(b"ofe|") || text.starts_with(b"ofv|")
        }
        b"ms-appinstaller" | b"appinstaller" => text.starts_with(b"?source"),
        b"ms-cxh" | b"ms-cxh-full" | b"shell" => !text.is_empty() && !ends,
        b"expect" => text.starts_with(b"//"),
        b"jdbc" => rest.windows(3).any(|w| matches!(w, [b':', ..] | [b'3', b'A' | b'a', _])),
        b"concat" | b"concatf" => slashes > 0 && !ends || lists_files(rest),
        b"intent" => slashes > 0 && !ends || text.starts_with(b"#Intent"),
        b"service" => text.starts_with(b"jmx:"),
        b"vid" => slashes > 0 && !ends || text.starts_with(b"msl:"),
        b"label" | b"caption" | b"pango" => matches!(text, [b'@', b'/' | b'.' | b'~', ..]),
        b"text" => is_file_of_system(rest),
        b"ext" | b"fd" => matches!(text.first(), Some(b':' | b'/')),
        _ => slashes > 0 && !ends,
    }
}

/// Whether what follows `concat:` is a list of references: `http://h/x|file:///etc/passwd`.
fn lists_files(rest: &[u8]) -> bool {
    let mut buffer = [0; 96];
    let text: &[u8] = peeled(rest, &mut buffer);
    !text.starts_with(b" ") && (text.contains(&b'|') || text.windows(3).any(|w| w == b"://"))
}

fn is_file_of_system(rest: &[u8]) -> bool {
    let mut buffer = [0; 32];
    let text: &[u8] = peeled(rest, &mut buffer);
    files::of_system(text.strip_prefix(b"@").unwrap_or(text)).is_some()
}

/// Whether what follows `data:` is what the wrappers of PHP include: `//text/plain`, text in base64, or a tag in base64 of any type.
fn is_data_of_php(rest: &[u8]) -> bool {
    let mut buffer = [0; 64];
    let head = peeled(rest, &mut buffer);
    // `<` and a letter, `!`, `?` or `%`.
    let is_markup = |window: &[u8]| {
        window.starts_with(b"base64,P") && matches!(window.get(8), Some(b'C'..=b'H'))
    };
    if head.windows(9).any(is_markup) {
        return true;
    }
    head.make_ascii_lowercase();
    [&b"//"[..], b"text/plain;base64,", b";base64,", b",<?"]
        .iter()
        .any(|start| head.starts_with(start))
}

/// Whether what follows `javascript:` does something. `javascript:void(0)` is a link to nowhere, and `JavaScript: the good
/// parts` is a title.
fn runs(rest: &[u8]) -> bool {
    let mut buffer = [0; 128];
    let text = peeled(rest, &mut buffer);
    let text = text.trim_ascii();
    let nothing = [&b""[..], b";", b"//", b"void(0)", b"void(0);", b"void 0", b"void+0"];
    // One of the words of a list.
    let listed = text.starts_with(b",");
    !listed
        && !nothing.contains(&text)
        && text.iter().any(|b| b"(=`[.&\\%".contains(b) || *b < b' ')
}

/// How bad a `data:` URL is whose text after the colon is this; `None` if its media type cannot have scripts.
fn data(rest: &[u8]) -> Option<Severity> {
    let mut buffer = [0; 96];
    let head = peeled(rest, &mut buffer);
    head.make_ascii_lowercase();
    let comma = head.iter().position(|&b| b == b',').unwrap_or(head.len());
    let head = &head[..comma];
    let media = head.split(|&b| b == b';').next().unwrap_or_default().trim_ascii();
    // Text in UTF-7 has markup that no filter sees.
    if head.windows(5).any(|window| window == b"utf-7") {
        return Some(Severity::Warn);
    }
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
