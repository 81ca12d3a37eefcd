//! Line breaks: where people write them, and where the line after one is forged.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::Severity;
use super::facts::Component;
use super::raw::RawSeen;
use super::rule::Rule;
use super::words::is_target;
use crate::units::{peeled, unit_at};

/// How bad the line break is that ends at an offset. Values that people write have them; a line of a header or of a log
/// after it is something else.
pub(super) fn severity(component: &Component<'_>, end: usize, seen: &mut RawSeen) -> Severity {
    let judged = component.reads_as(end.saturating_sub(1));
    let severity = Rule::Crlf.severity(judged);
    if !judged.is_free_text() {
        return severity;
    }
    let input = component.input_to_end();
    // The name of the pair that this is in. All pairs before it are counted once.
    let counted = &input[seen.counted..end];
    if let Some(ampersand) = counted.iter().rposition(|&b| b == b'&') {
        seen.pair = seen.counted + ampersand + 1;
    }
    seen.counted = end;
    let pair = &input[seen.pair..end];
    let name = pair.iter().take(64).position(|&b| b == b'=').map(|length| &pair[..length]);
    if name.is_some_and(is_target) {
        return severity.max(Severity::Warn);
    }
    let known = component.facts.message || name.is_some_and(is_name_of_text);
    let (words, apart) = has_words(component, seen);
    let text = known || words;
    // The body of a mail has any lines; a field of its header must not begin another one (RFC 6068 section 7).
    let is_body = |name: &[u8]| name.eq_ignore_ascii_case(b"body") || name.ends_with(b";body");
    let body = component.facts.message && name.is_none_or(is_body);
    // A field whose blanks are those of the line break only is not text (RFC 9112 section 5.2).
    let folds = !known && !apart && is_folded_field(&input[end..]);
    match text && (body || !folds && !forges_line(&input[end..])) {
        true => Severity::Info,
        false => severity,
    }
}

/// Whether a text after a line break is blanks and a name with a colon directly after it.
fn is_folded_field(rest: &[u8]) -> bool {
    let mut buffer = [0; 48];
    let line: &[u8] = peeled(rest, &mut buffer);
    let blanks =
        line.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'+' | b'\r' | b'\n')).count();
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let name = line[blanks..].iter().take_while(of_name).count();
    name > 0 && line.get(blanks + name) == Some(&b':')
}

/// Whether the value that is being read has more than one word, as text of people has, and whether there is a blank in it that does not
/// begin a line.
fn has_words(component: &Component<'_>, seen: &mut RawSeen) -> (bool, bool) {
    match seen.words {
        Some((pair, words, apart)) if pair == seen.pair => (words, apart),
        _ => {
            let rest = &component.input_to_end()[seen.pair..];
            let value = rest.split(|&b| b == b'&').next().unwrap_or_default();
            let space = |w: &[u8]| matches!(w[0], b' ' | b'+') || w == b"%20";
            let name = value.iter().position(|&b| b == b'=').unwrap_or(0);
            // Some scripts have no spaces between words.
            let is_letter = |w: &&[u8]| w[0] == b'%' && matches!(w[1], b'E' | b'e');
            let words = value[name..].windows(3).any(space)
                || value[name..].windows(3).filter(is_letter).count() > 3;
            let apart = words && has_blank_in_line(&value[(name + 1).min(value.len())..]);
            seen.words = Some((seen.pair, words, apart));
            (words, apart)
        }
    }
}

/// Whether a blank stands before a word and after another on the same line, or a text has the letters of a script without blanks.
fn has_blank_in_line(value: &[u8]) -> bool {
    let (mut at, mut word, mut blank) = (0, false, false);
    while at < value.len() {
        let unit = unit_at(value, at);
        at = unit.end();
        match unit.octet {
            b'\r' | b'\n' => (word, blank) = (false, false),
            b' ' | b'\t' => blank = word,
            b'+' if !unit.encoded => blank = word,
            octet if blank || !octet.is_ascii() => return true,
            _ => word = true,
        }
    }
    false
}

/// Whether the name of a pair, or its last key, is one that text of people is sent under: `body` in links of mail and messages
/// (RFC 6068, RFC 5724), `text` and `title` where pages share (Web Share Target), and the usual names of text areas. It decides for
/// text that has one word on each line.
fn is_name_of_text(name: &[u8]) -> bool {
    let end = name.iter().rposition(|b| !matches!(b, b']'));
    let name = &name[..end.map_or(0, |end| end + 1)];
    let name = name
        .rsplit(|b| matches!(b, b'[' | b'.' | b'?' | b'-' | b'_' | b';'))
        .next()
        .unwrap_or_default();
    let known: [&[u8]; 12] = [
        b"body",
        b"text",
        b"title",
        b"message",
        b"comment",
        b"description",
        b"content",
        b"note",
        b"address",
        b"code",
        b"query",
        b"data",
    ];
    known.iter().any(|word| word.eq_ignore_ascii_case(name))
}

/// Whether the text after a line break is a line of a header, of HTTP or of a log.
fn forges_line(rest: &[u8]) -> bool {
    let mut buffer = [0; 48];
    let line = peeled(rest, &mut buffer);
    let line = line.trim_ascii_start();
    let word =
        line.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-' || **b == b'_').count();
    let (name, after) = line.split_at(word);
    if after.starts_with(b":") {
        // Fields that change what a browser or a mail server does (RFC 9110, RFC 6265, RFC 5322), and the start of others.
        let fields: [&[u8]; 22] = [
            b"location",
            b"set-cookie",
            b"cookie",
            b"content-type",
            b"content-length",
            b"content-disposition",
            b"transfer-encoding",
            b"host",
            b"refresh",
            b"link",
            b"bcc",
            b"cc",
            b"to",
            b"from",
            b"subject",
            b"reply-to",
            b"status",
            b"connection",
            b"authorization",
            b"referer",
            b"user-agent",
            b"mime-version",
        ];
        return fields.iter().any(|field| field.eq_ignore_ascii_case(name))
            || name.len() > 2 && name[..2].eq_ignore_ascii_case(b"x-")
            || name.get(..14).is_some_and(|start| start.eq_ignore_ascii_case(b"access-control"));
    }
    let starts =
        |word: &[u8]| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    // An address or a date, a request, a level in brackets.
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    let address = (1..=4).contains(&digits)
        && matches!(line.get(digits), Some(b'.' | b'-' | b':'))
        && line.get(digits + 1).is_some_and(u8::is_ascii_digit);
    let known: [&[u8]; 17] = [
        b"mail from",
        b"http/",
        b"get /",
        b"post /",
        b"put /",
        b"head /",
        b"delete /",
        b"[info",
        b"[warn",
        b"[error",
        b"[notice",
        b"[debug",
        b"[crit",
        b"[fatal",
        b"[alert",
        b"<script",
        b"rcpt to",
    ];
    address || known.iter().any(|word| starts(word)) || is_command(name, after)
}

/// Whether a line is one of a log, or a command of a mail server, of Redis or of memcached. People do not write these words in capitals.
fn is_command(word: &[u8], rest: &[u8]) -> bool {
    // The level of a line of a log is a word by itself.
    let levels: [&[u8]; 6] = [b"INFO", b"WARN", b"ERROR", b"DEBUG", b"FATAL", b"CRITICAL"];
    if levels.contains(&word) && matches!(rest, [b' ' | b'+' | b':', ..]) {
        return true;
    }
    let commands: [&[u8]; 15] = [
        b"HELO",
        b"EHLO",
        b"DATA",
        b"QUIT",
        b"STAT",
        b"AUTH",
        b"SET",
        b"GET",
        b"DEL",
        b"EVAL",
        b"CONFIG",
        b"SLAVEOF",
        b"FLUSHALL",
        b"LPUSH",
        b"SAVE",
    ];
    // `set key 0 900 4`
    let stores = matches!(word, b"set" | b"add" | b"replace" | b"append") && {
        let mut words = rest.split(|b| matches!(b, b' ' | b'+')).filter(|word| !word.is_empty());
        words.nth(1).is_some_and(|flags| flags.iter().all(u8::is_ascii_digit))
    };
    stores || commands.contains(&word)
}

/// Where the escapes of a line break are, `\\r\\n`, before a line of a header: a program that reads them has the line break then.
pub(super) fn escaped(text: &[u8]) -> Option<Range<usize>> {
    let is_escape = |text: &[u8]| matches!(text, [b'\\', b'r' | b'n' | b't', ..]);
    let mut at = 0;
    while let Some(backslash) = text[at..].iter().position(|&b| b == b'\\') {
        let start = at + backslash;
        at = start;
        while is_escape(&text[at..]) || text.get(at) == Some(&b' ') {
            at += if text[at] == b' ' { 1 } else { 2 };
        }
        if at == start {
            at += 2.min(text.len() - at);
        } else if forges_line(&text[at..]) {
            return Some(start..at);
        }
    }
    None
}

/// Whether the line break at the start of this text could begin a line of a header: it is CR and LF, or a field name
/// follows it.
pub(super) fn begins_line(text: &[u8]) -> bool {
    let first = unit_at(text, 0);
    let rest = &text[first.end()..];
    let next = (!rest.is_empty()).then(|| unit_at(rest, 0).octet);
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    next == Some(b'\n')
        || (first.octet == b'\n' && name > 0 && name < 64 && rest.get(name) == Some(&b':'))
}
