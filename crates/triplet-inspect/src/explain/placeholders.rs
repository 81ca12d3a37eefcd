//! References that a program fills in later: macros of advertising (`%CACHEBUSTER%`), formats of `printf` in which `%%` is a percent sign,
//! and variables in braces with arithmetic (`{lpurl+2}`).
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use triplet::{decode, decode_triplet};

use super::formats::conversion_length;
use super::recognized::{Part, Reading};

/// What the percent signs of a reference are.
#[derive(Clone, Copy, Default)]
pub(super) struct Signs {
    /// `%CACHEBUSTER%`, `%%SITE%%`.
    pub(super) macros: usize,
    /// `%s`, `%@`, `%{NAME}`.
    conversions: usize,
    /// `%%20`: in a format, a triplet.
    doubled: usize,
    /// `%%` before something else.
    pairs: usize,
    triplets: usize,
    others: usize,
    /// Whether a letter or a delimiter is before each `%%20`. After a digit it is a percent sign: `50%%20off`.
    is_after_number: bool,
}

/// What a percent sign begins.
enum Sign {
    Macro,
    Conversion,
    Doubled,
    Pair,
    Triplet,
    Other,
}

impl Signs {
    pub(super) fn of(text: &str) -> Signs {
        let mut signs = Signs::default();
        walk(text, |span, sign| match sign {
            Sign::Macro => signs.macros += 1,
            Sign::Conversion => signs.conversions += 1,
            Sign::Doubled => {
                signs.doubled += 1;
                signs.is_after_number |= text[..span.start].ends_with(|c: char| c.is_ascii_digit());
            }
            Sign::Pair => signs.pairs += 1,
            Sign::Triplet => signs.triplets += 1,
            Sign::Other => signs.others += 1,
        });
        signs
    }

    /// Whether a `%%` is a percent sign, as in formats, in batch files and in INI files of Python: all triplets are written so, and there
    /// are several, or something else is filled in, or no number is before it.
    pub(super) const fn is_doubled(self) -> bool {
        self.doubled > 0
            && self.triplets == 0
            && self.others == 0
            && (self.doubled > 1
                || self.macros > 0
                || self.conversions > 0
                || !self.is_after_number)
    }

    /// Whether each `%` that begins no triplet is of something that a program fills in.
    pub(super) const fn are_placeholders(self) -> bool {
        self.others == 0
            && (self.macros > 0 || self.conversions > 0 || self.doubled > 0)
            && (self.doubled == 0 || self.is_doubled())
            && (self.pairs == 0 || self.conversions > 0 || self.is_doubled())
    }
}

/// Says where each percent sign is, with what belongs to it, and what it begins.
fn walk(text: &str, mut say: impl FnMut(core::ops::Range<usize>, Sign)) {
    let bytes = text.as_bytes();
    let is_triplet = |at: usize| bytes.get(at..).and_then(decode_triplet).is_some();
    let mut at = 0;
    while let Some(found) = text[at..].find('%') {
        at += found;
        let (length, sign) = if let Some(length) = macro_length(bytes, at) {
            (length, Sign::Macro)
        } else if bytes[at..].starts_with(b"%%") && is_triplet(at + 1) {
            (4, Sign::Doubled)
        } else if is_triplet(at) {
            (3, Sign::Triplet)
        } else if let Some(length) = conversion_length(&bytes[at..]) {
            (length, Sign::Conversion)
        } else if bytes[at..].starts_with(b"%%") {
            (2, Sign::Pair)
        } else {
            (1, Sign::Other)
        };
        say(at..at + length, sign);
        at += length;
    }
}

/// The length of the macro that begins at an offset: a name in capitals between one or two percent signs. What may be the octets of a
/// character and the start of a triplet is not a macro.
fn macro_length(bytes: &[u8], at: usize) -> Option<usize> {
    let text = &bytes[at..];
    let signs = if text.starts_with(b"%%") { 2 } else { 1 };
    let is_name = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    let length = text[signs..].iter().take(64).take_while(|byte| is_name(byte)).count();
    let name = &text[signs..signs + length];
    let end = signs + length;
    let is_closed =
        text.get(end..end + signs).is_some_and(|close| close.iter().all(|byte| *byte == b'%'));
    let is_word = length > 2
        && name[0].is_ascii_uppercase()
        && (name.iter().any(|byte| !byte.is_ascii_hexdigit())
            || name.iter().all(u8::is_ascii_uppercase));
    let after_octet =
        at >= 3 && decode_triplet(&bytes[at - 3..]).is_some_and(|octet| !octet.is_ascii());
    let is_last = is_closed && decode_triplet(&text[end + signs - 1..]).is_none();
    (is_word && is_last && !after_octet).then_some(end + signs)
}

/// Whether an offset of a reference is within what a program fills in, or within a triplet whose percent sign is doubled.
pub(super) fn is_filled_in(text: &str, offset: usize) -> bool {
    let is_doubled = Signs::of(text).is_doubled();
    let mut is_within = false;
    walk(text, |span, sign| {
        let is_one = matches!(sign, Sign::Macro | Sign::Conversion)
            || is_doubled && matches!(sign, Sign::Doubled);
        is_within |= is_one && span.contains(&offset);
    });
    is_within
}

/// Reads the parts of a reference so that what is filled in later stays as it is written. `text` is what their offsets are of.
pub(super) fn keep(text: &str, parts: &mut [Part]) {
    let signs = Signs::of(text);
    if signs.macros > 0 || signs.is_doubled() || text.contains('{') {
        keep_in(text, parts, signs.is_doubled());
    }
}

fn keep_in(text: &str, parts: &mut [Part], is_doubled: bool) {
    for part in parts {
        let written = &text[part.span.clone()];
        match &mut part.reading {
            Reading::Pair(parts) => keep_in(written, parts, is_doubled),
            Reading::Decode | Reading::DecodePlus => {
                let plus = matches!(part.reading, Reading::DecodePlus);
                if let Some(octets) = octets(written, plus, is_doubled) {
                    part.reading = Reading::Octets(octets);
                }
            }
            _ => {}
        }
    }
}

/// The octets of a part in which something is filled in later; `None` if nothing is.
fn octets(written: &str, plus: bool, is_doubled: bool) -> Option<Vec<u8>> {
    let mut kept: Vec<core::ops::Range<usize>> = Vec::new();
    if plus && written.contains('+') {
        kept.extend(arithmetic(written));
    }
    let mut halves = Vec::new();
    walk(written, |span, sign| match sign {
        Sign::Macro => kept.push(span),
        Sign::Conversion if is_doubled => kept.push(span),
        Sign::Doubled | Sign::Pair if is_doubled => halves.push(span.start),
        _ => {}
    });
    if kept.is_empty() && halves.is_empty() {
        return None;
    }
    kept.sort_unstable_by_key(|span| span.start);
    let mut text = String::with_capacity(written.len());
    let mut is_kept_until = 0;
    let mut spans = kept.iter().peekable();
    for (at, c) in written.char_indices() {
        while let Some(span) = spans.next_if(|span| span.start <= at) {
            is_kept_until = is_kept_until.max(span.end);
        }
        match c {
            '%' if at < is_kept_until => text.push_str("%25"),
            '+' if at < is_kept_until => text.push_str("%2B"),
            // The first of two signs.
            '%' if halves.binary_search(&at).is_ok() => {
                if decode_triplet(&written.as_bytes()[at + 1..]).is_none() {
                    text.push_str("%25");
                }
            }
            '%' if at > 0 && halves.binary_search(&(at - 1)).is_ok() => {
                if decode_triplet(&written.as_bytes()[at..]).is_some() {
                    text.push('%');
                }
            }
            c => text.push(c),
        }
    }
    let view = if plus { decode(&text).plus_as_space() } else { decode(&text) };
    Some(view.lenient().to_bytes().into_owned())
}

/// Where names with a sign are in braces: `{lpurl+2}`, `${a+b}`.
fn arithmetic(text: &str) -> impl Iterator<Item = core::ops::Range<usize>> {
    text.match_indices('{').filter_map(|(at, _)| {
        let inner = &text[at + 1..];
        let length = inner.bytes().take(64).position(|byte| byte == b'}')?;
        let inner = inner[..length].trim_start_matches('{');
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.+-*".contains(&byte);
        let is_name = inner.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_name && inner.contains('+') && inner.bytes().all(is_part))
            .then_some(at..at + 1 + length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_fills_in() {
        for text in [
            "/?a=%s",
            "/%d/%@?b=%{NAME}",
            "/?c=%CACHEBUSTER%",
            "/?c=%%CACHEBUSTER%%&d=%DATE%",
            "/?d=%DEVICE%&b=%BROWSER%",
            "/?q=%s&r=100%%25",
            "/?q=caf%%C3%%A9",
            "/x%%20y?z=%VAR%&w=1",
            "/?q=Abc%%40123",
            "/%s/%d%%/x%%20y",
            "/?a=%FEED%&b=%C3%A9",
        ] {
            assert!(Signs::of(text).are_placeholders(), "{text}");
        }
        for text in [
            "",
            "/?q=%C3%A9",
            "/?q=50%%20off",
            "/2%%20Reduced%20Fat%20Milk",
            "/?q=%E4%BD%AAB%",
            "/?q=caf%C3%",
            "/?q=%E4BD%",
            "/?q=100%",
            "/?q=100%%",
            "/?a=%s&b=5%",
            "/?q=%DATE%20x",
        ] {
            assert!(!Signs::of(text).are_placeholders(), "{text}");
        }
    }

    #[test]
    fn octets_beside_what_is_filled_in() {
        for (written, plus, expected) in [
            ("{lpurl+2}", true, Some("{lpurl+2}")),
            ("a+${b+c}+d%2B", true, Some("a ${b+c} d+")),
            ("a+b", true, None),
            ("{\"a\":\"b+c\"}", true, None),
            ("x%20%CACHEBUSTER%", true, Some("x %CACHEBUSTER%")),
            ("%%SITE%%", false, Some("%%SITE%%")),
            ("100%%25", false, Some("100%")),
            ("caf%%C3%%A9", false, Some("café")),
            ("%s%%20%d%%", false, Some("%s %d%")),
        ] {
            // The sign that begins a triplet is doubled in these.
            let is_doubled = !plus;
            let read = octets(written, plus, is_doubled);
            assert_eq!(
                read.map(|read| String::from_utf8(read).unwrap()).as_deref(),
                expected,
                "{written}"
            );
        }
    }
}
