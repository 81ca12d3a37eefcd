//! The rules for single octets and characters, raw or encoded.
#![forbid(unsafe_code)]

use super::all_rules::ALL_RULES;
use super::codepoints;
use super::context::{Context, Severity};
use super::facts::{Component, Octets};
use super::line_break::{self, begins_line};
use super::prefilter::Signs;
use super::raw::{self, RawSeen};
use super::report::Report;
use super::rule::Rule;
use super::start::begins_with_host;
use super::tags::{begins_handler, breaks_attribute, is_active_tag};
use crate::units::{Sequence, Unit, peeled, sequence, unit_at};

/// What [`check`] needs.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::MalformedEscape,
    Rule::PercentU,
    Rule::NfkcDelimiter,
    Rule::NulByte,
    Rule::Crlf,
    Rule::ControlChar,
    Rule::TerminalEscape,
    Rule::LossyNarrowing,
    Rule::OverlongUtf8,
    Rule::SurrogateUtf8,
    Rule::BeyondUnicode,
    Rule::InvalidUtf8,
    Rule::RawNonAscii,
    Rule::RawBackslash,
    Rule::BidiControl,
    Rule::InvisibleChar,
    Rule::NotNfc,
    Rule::HtmlMetachar,
    Rule::DisallowedChar,
    Rule::RawSpace,
    Rule::RawControl,
    Rule::RawByte,
    Rule::IdnaDot,
    Rule::ConfusableDelimiter,
    Rule::CaseFold,
    Rule::CompatChar,
    Rule::BestFitChar,
    Rule::TruncatedUtf8,
    Rule::Noncharacter,
]);

/// What is known before an octet.
struct Walk {
    before: Option<char>,
    raw: RawSeen,
    /// Whether a character of this component that narrows is found.
    narrowed: bool,
    /// Where the last octet ends that is of no character.
    broken: usize,
}

/// Checks each octet and each character. Returns whether all triplets and all characters are well-formed.
pub(super) fn check(component: &Component<'_>, report: &mut Report) -> bool {
    let Component { span, context, .. } = component;
    let input = component.input_to_end();
    let mut well_formed = true;
    let mut walk =
        Walk { before: None, raw: RawSeen::new(span.start), narrowed: false, broken: usize::MAX };
    let mut at = span.start;
    while at < span.end {
        let rest = &input[at..];
        let plain = rest.iter().take_while(|&&byte| PLAIN[usize::from(byte)]).count();
        if plain > 0 {
            walk.before = Some(char::from(rest[plain - 1]));
            if ALL_RULES
                && component.octets() == Octets::All
                && has_grammar_of(*context, &rest[..plain])
            {
                raw::check(component, at..at + plain, &mut walk.raw, report);
            }
            at += plain;
            continue;
        }
        let unit = unit_at(input, at);
        at = unit.end();
        if !unit.octet.is_ascii() {
            let mut run = [unit; 4];
            let mut count = 1;
            while count < run.len() && at < span.end {
                run[count] = unit_at(input, at);
                at = run[count].end();
                count += 1;
            }
            let length = character(component, &run[..count], &mut walk, &mut well_formed, report);
            at = run[length - 1].end();
        } else if unit.encoded && PLAIN[usize::from(unit.octet)] {
            walk.before = Some(char::from(unit.octet));
        } else {
            well_formed &= unit.octet != b'%' || unit.encoded;
            ascii(component, unit, &mut walk, report);
        }
    }
    well_formed
}

/// Checks an octet of ASCII.
fn ascii(component: &Component<'_>, unit: Unit, walk: &mut Walk, report: &mut Report) {
    let context = component.context;
    let input = component.input_to_end();
    let rest = &input[unit.at..];
    let layer = u8::from(unit.encoded);
    let place = unit.at..unit.end();
    let as_written = component.octets() == Octets::All;
    if component.octets() == Octets::Triplets && !unit.encoded {
        walk.before = Some(char::from(unit.octet));
        return;
    }
    let raw = !unit.encoded && as_written;
    if ALL_RULES && raw {
        raw::check(component, place.clone(), &mut walk.raw, report);
    }
    match unit.octet {
        // The digits of its triplet were encoded too.
        b'\r' | b'\n'
            if component.octets() == Octets::Decoded && unit.encoded && begins_line(rest) =>
        {
            report.find(Rule::Crlf, context, place, layer);
        }
        // `layers` finds these.
        0 | b'\r' | b'\n' if !as_written => {}
        // In a text that is decoded again, it is a percent sign.
        b'%' if !(unit.encoded || as_written && component.facts.depth == 0) => match rest {
            [_, b'u' | b'U', b'0', b'0', ..] if is_percent_u(rest) => {
                report.find(Rule::PercentU, context, unit.at..unit.at + 6, 0);
            }
            _ => {}
        },
        b'%' if !unit.encoded => {
            if is_percent_u(rest) {
                report.find(Rule::PercentU, context, unit.at..unit.at + 6, 0);
            } else {
                let severity = match is_in_reference(component) && is_format(rest) {
                    true => Severity::Info,
                    false => Rule::MalformedEscape.severity(context),
                };
                report.find_as(Rule::MalformedEscape, severity, place, 0);
            }
        }
        0 => report.find(Rule::NulByte, context, place, layer),
        b'\r' | b'\n' if !context.is_path() || begins_line(rest) => {
            let severity = match ALL_RULES {
                true => line_break::severity(component, place.end, &mut walk.raw),
                false => Rule::Crlf.severity(context),
            };
            report.find_as(Rule::Crlf, severity, place, layer);
        }
        0x1B => {
            report.find(Rule::ControlChar, context, place.clone(), layer);
            report.find(Rule::TerminalEscape, context, place, layer);
        }
        // Free text in a form has tabs, as it has line breaks.
        b'\t' if context == Context::Form => {}
        0..0x20 | 0x7F => {
            let ordinary = || {
                separates(component, unit, walk.before)
                    || is_in_parameter(component, unit)
                    || unit.encoded && is_in_reference(component) && is_format(rest)
            };
            let severity = match ALL_RULES && ordinary() {
                true => Severity::Info,
                false => Rule::ControlChar.severity(context),
            };
            report.find_as(Rule::ControlChar, severity, place, layer);
        }
        b'<' | b'>' => {
            // A tag begins with `<` and a letter, `/`, `!` or `?` (HTML 13.2.5.6); otherwise `<` is probably a
            // comparison. `ſ` becomes `s`.
            let next = (place.end < input.len()).then(|| unit_at(input, place.end).octet);
            let opens = unit.octet == b'<'
                && next.is_some_and(|b| b.is_ascii_alphabetic() || b"/!?\xC5".contains(&b));
            let severity = match opens {
                true if ALL_RULES && is_active_tag(&input[place.end..]) => Severity::Warn,
                true if ALL_RULES && is_other_than_tag(&input[place.end..]) => Severity::Info,
                true => Rule::HtmlMetachar.severity(component.reads_as(unit.at)),
                false => Severity::Info,
            };
            report.find_as(Rule::HtmlMetachar, severity, place, layer);
        }
        b'"' | b'\'' if ALL_RULES && breaks_attribute(rest) => {
            report.find_as(Rule::HtmlMetachar, Severity::Warn, place, layer);
        }
        b'\\' if raw => report.find(Rule::RawBackslash, context, place, 0),
        _ => {}
    }
    walk.before = Some(char::from(unit.octet));
}

/// Whether a text after `<` is an address of mail (RFC 5322 section 3.4), or the name of an index with a date (Elasticsearch, "Date math
/// support in system and index names"), or a reference (RFC 3986 appendix C): `<anna@a.test>`, `<logs-{now/d}>`, `<http://a.test/>`.
fn is_other_than_tag(rest: &[u8]) -> bool {
    let mut buffer = [0; 64];
    let text: &[u8] = peeled(rest, &mut buffer);
    let name = text
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
        .count();
    text[name..].starts_with(b"{now")
        || name > 0 && (text.get(name) == Some(&b'@') || text[name..].starts_with(b"://"))
}

/// Whether a component is that of the reference that was given.
const fn is_in_reference(component: &Component<'_>) -> bool {
    ALL_RULES && !component.facts.whole && component.facts.depth == 0
}

/// Whether a text begins with a format of `printf`, as the sources of programs have in their references: `%s`, `%04d`. No digit of a
/// triplet follows it.
pub(super) fn is_format(text: &[u8]) -> bool {
    let after = match text {
        [b'%', b'0', b'1'..=b'9', b'd', rest @ ..]
        | [b'%', b'1'..=b'9' | b'0', b'd', rest @ ..]
        | [b'%', b's' | b'd' | b'v' | b'r' | b'q' | b'f' | b'i', rest @ ..] => rest,
        [b'%', b'(', rest @ ..] => {
            let name =
                rest.iter().take(64).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
            let name = name.count();
            match &rest[name..] {
                [b')', b's' | b'd', rest @ ..] if name > 0 => rest,
                _ => return false,
            }
        }
        _ => return false,
    };
    !after.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a line break is in the value of a parameter of a segment, as consoles keep what a person typed: `;query=a%0Ab`.
fn is_in_parameter(component: &Component<'_>, unit: Unit) -> bool {
    let before = &component.input[component.span.start..unit.at];
    let near = &before[before.len().saturating_sub(1024)..];
    let segment = near.rsplit(|&b| b == b'/').next().unwrap_or_default();
    let is_value = |at: usize| {
        let name = segment[at + 1..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        name > 0 && segment.get(at + 1 + name) == Some(&b'=')
    };
    component.context == Context::Path
        && unit.encoded
        && unit.octet == b'\n'
        && segment.iter().rposition(|&b| b == b';').is_some_and(is_value)
}

/// Whether a control character stands between two parts of a value, as programs that send lists write it.
fn separates(component: &Component<'_>, unit: Unit, before: Option<char>) -> bool {
    let input = component.input_to_end();
    let is_part = |octet: u8| octet > b' ' && octet != b'&' && octet != 0x7F;
    component.context.is_free_text()
        && unit.encoded
        && matches!(unit.octet, 0x01..=0x06 | 0x0E..=0x1A | 0x1C..=0x1F)
        && before.is_some_and(|before| before > ' ' && !matches!(before, '=' | '&'))
        && unit.end() < input.len()
        && is_part(unit_at(input, unit.end()).octet)
}

/// Checks the character, or the malformed sequence, at the start of the units. Returns its number of units.
fn character(
    component: &Component<'_>,
    run: &[Unit],
    walk: &mut Walk,
    well_formed: &mut bool,
    report: &mut Report,
) -> usize {
    let context = component.context;
    let unit = run[0];
    let as_written = component.octets() == Octets::All;
    if component.octets() == Octets::Triplets && !unit.encoded {
        walk.before = None;
        return 1;
    }
    let (rule, octets) = match sequence(run) {
        Sequence::Scalar(scalar, octets) => {
            let place = unit.at..run[octets - 1].end();
            let layer = u8::from(run[..octets].iter().any(|unit| unit.encoded));
            if as_written && run[..octets].iter().any(|unit| !unit.encoded) {
                report.find(Rule::RawNonAscii, context, place.clone(), 0);
            }
            let found = codepoints::Found { scalar, before: walk.before, place, layer };
            codepoints::check(found, context, &mut walk.narrowed, report);
            if ALL_RULES {
                let rest = &component.input_to_end()[run[octets - 1].end()..];
                becomes_delimiter(component, scalar, walk.before, rest, &run[..octets], report);
            }
            walk.before = Some(scalar);
            return octets;
        }
        // In text that is not UTF-8 it is a letter of another charset, such as those of Japan.
        Sequence::Overlong(octets)
            if ALL_RULES
                && (walk.broken == unit.at || is_broken(component, run[octets - 1].end())) =>
        {
            (Rule::InvalidUtf8, 1)
        }
        Sequence::Overlong(octets) => (Rule::OverlongUtf8, octets),
        Sequence::Surrogate(octets) => (Rule::SurrogateUtf8, octets),
        Sequence::Beyond(octets) => (Rule::BeyondUnicode, octets),
        Sequence::Truncated(_) | Sequence::Invalid if ALL_RULES && hides_delimiter(run, walk) => {
            (Rule::OverlongUtf8, 1)
        }
        // A sequence in a text that is decoded again is reported in the text around it.
        Sequence::Truncated(_) | Sequence::Invalid if component.octets() == Octets::Decoded => {
            return 1;
        }
        Sequence::Truncated(octets) if ALL_RULES => (Rule::TruncatedUtf8, octets),
        Sequence::Truncated(_) | Sequence::Invalid => (Rule::InvalidUtf8, 1),
    };
    let was_well_formed = core::mem::replace(well_formed, false);
    if matches!(rule, Rule::InvalidUtf8 | Rule::TruncatedUtf8) {
        walk.broken = run[octets - 1].end();
    }
    let place = unit.at..run[octets - 1].end();
    let rest = &component.input_to_end()[place.end..];
    let judged = component.reads_as(unit.at);
    let severity = match rule {
        Rule::InvalidUtf8 | Rule::TruncatedUtf8
            if ALL_RULES
                && judged == Context::Path
                && unit.encoded
                && (!was_well_formed || rule == Rule::InvalidUtf8 && is_of_text(run))
                && !eats_delimiter(rest) =>
        {
            // Old pages have paths in other charsets.
            Severity::Info
        }
        _ => rule.severity(judged),
    };
    report.find_as(rule, severity, place.clone(), u8::from(unit.encoded));
    let raw = run[..octets].iter().any(|unit| !unit.encoded);
    if raw && as_written && context != Context::Any {
        report.find(Rule::RawByte, context, place, 0);
    }
    if ALL_RULES && rule == Rule::InvalidUtf8 {
        legacy(unit, rest, walk.before, context, report);
    }
    walk.before = None;
    octets
}

/// Whether an octet that is not of a character may be a letter of another charset: octets of C1 alone are not.
fn is_of_text(run: &[Unit]) -> bool {
    run[0].octet > 0xA0 || run.get(1).is_some_and(|next| next.octet > 0x7F)
}

/// Whether the octet after one that is not of a character is a delimiter, which a decoder of another charset takes for its second half.
fn eats_delimiter(rest: &[u8]) -> bool {
    let mut buffer = [0; 4];
    matches!(
        peeled(rest, &mut buffer),
        [b'/' | b'\\' | b'.' | b'"' | b'\'' | b'<' | b'>' | b'&' | b';', ..]
    )
}

/// Finds a full-width `<` before a tag, a mark that looks like slashes before a host, and two characters before a line of a header
/// that become a line break when they are cut to a byte.
fn becomes_delimiter(
    component: &Component<'_>,
    scalar: char,
    before: Option<char>,
    rest: &[u8],
    run: &[Unit],
    report: &mut Report,
) {
    let place = || run[0].at..run[run.len() - 1].end();
    let layer = u8::from(run[0].encoded);
    let low = u32::from(scalar) as u8;
    // U+226E is `<` and a mark.
    let is_like_less_than =
        matches!(scalar, '\u{FF1C}' | '\u{FE64}' | '\u{2039}' | '\u{3008}' | '\u{226E}');
    if is_like_less_than && is_active_tag(rest) {
        report.find_as(Rule::HtmlMetachar, Severity::Warn, place(), layer);
    }
    // A full-width quotation mark before an option ends a quoted argument once it is narrowed.
    if matches!(scalar, '\u{FF02}' | '\u{FF07}') && (begins_option(rest) || begins_handler(rest)) {
        report.find_as(Rule::BestFitChar, Severity::Warn, place(), layer);
    }
    let next = || (!rest.is_empty()).then(|| unit_at(rest, 0).octet);
    let beside = |is: fn(&u8) -> bool| {
        before.and_then(|before| u8::try_from(before).ok()).is_some_and(|before| is(&before))
            || next().is_some_and(|next| is(&next))
    };
    match component.context {
        // A letter of Japan or of the Khoisan languages that looks like a delimiter, among letters of ASCII.
        Context::Host
            if matches!(scalar, '\u{1C0}'..='\u{1C3}' | '\u{30CE}' | '\u{4E36}' | '\u{4E3F}')
                && before.is_some_and(|before| before.is_ascii())
                && next().is_some_and(|next| next.is_ascii()) =>
        {
            report.find(Rule::ConfusableDelimiter, Context::Host, place(), layer);
        }
        // Nobody types one letter of a word in another width.
        Context::Path | Context::Segment
            if matches!(scalar, '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
                && beside(u8::is_ascii_alphabetic)
                || scalar == '\u{212A}'
                    && before.is_some_and(|before| before.is_ascii_alphabetic()) =>
        {
            report.find_as(Rule::CompatChar, Severity::Warn, place(), layer);
        }
        // The query is an option of a program, once a code page has made a hyphen of it (CVE-2024-4577).
        Context::Query
            if matches!(scalar, '\u{FF0D}' | '\u{2010}'..='\u{2015}' | '\u{2212}')
                && run[0].at == component.span.start
                && is_option_of_one_letter(rest) =>
        {
            report.find_as(Rule::BestFitChar, Severity::Warn, place(), layer);
        }
        _ => {}
    }
    // No word begins with one of these.
    if matches!(scalar, '\u{3031}' | '\u{3035}' | '\u{309D}' | '\u{30FC}' | '\u{FF70}')
        && before.is_none_or(|before| matches!(before, '=' | '/'))
        && begins_with_host(rest)
    {
        report.find(Rule::ConfusableDelimiter, Context::Query, place(), layer);
    }
    let breaks = |low| matches!(low, b'\r' | b'\n');
    let pair = |before: char| before > '\u{FF}' && breaks(u32::from(before) as u8);
    // No language writes the Czech letter before the Maltese one.
    let is_line_end = |before: char| before == '\u{10D}' && scalar == '\u{10A}';
    if breaks(low)
        && before.is_some_and(|before| {
            is_line_end(before) || pair(before) && rest.first().is_some_and(u8::is_ascii_alphabetic)
        })
    {
        report.find_as(Rule::LossyNarrowing, Severity::Warn, place(), layer);
    }
}

/// Whether the octet at an offset is not ASCII and of no character: it is the second half of one in another charset.
fn is_broken(component: &Component<'_>, at: usize) -> bool {
    let input = component.input_to_end();
    let mut run = [Unit { octet: 0, encoded: false, at }; 4];
    let (mut count, mut at) = (0, at);
    while count < run.len() && at < input.len() {
        run[count] = unit_at(input, at);
        (at, count) = (run[count].end(), count + 1);
    }
    count > 0
        && !run[0].octet.is_ascii()
        && matches!(sequence(&run[..count]), Sequence::Truncated(_) | Sequence::Invalid)
}

/// Whether a query without names goes on, after a hyphen, with the letter of an option: `s`, `d+x`.
fn is_option_of_one_letter(rest: &[u8]) -> bool {
    rest.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(rest.get(1), None | Some(b'+' | b' '))
        && !rest.contains(&b'&')
}

/// Whether a text begins with a space and an option: ` --output`.
fn begins_option(rest: &[u8]) -> bool {
    let mut buffer = [0; 8];
    matches!(peeled(rest, &mut buffer), [b' ' | b'+', b'-', b'-' | b'a'..=b'z' | b'A'..=b'Z', ..])
}

/// Whether octets look like a dot or a slash in more octets than it needs, without being one: `%C0%2F` after dots, `%F8%80`.
/// Decoders that do not look at the second octet make a delimiter of them.
fn hides_delimiter(run: &[Unit], walk: &Walk) -> bool {
    let next = run.get(1).map(|unit| unit.octet);
    let after = matches!(walk.before, Some('.' | '/' | '\\'));
    match run[0].octet {
        0xC0 | 0xC1 => next.is_some_and(|next| {
            let is_delimiter = |octet: u8| matches!(octet, b'.' | b'/' | b'\\');
            walk.before == Some('.') && is_delimiter(next)
                || next & 0xC0 != 0x80
                    && !next.is_ascii()
                    && is_delimiter((run[0].octet & 1) << 6 | next & 0x3F)
        }),
        // The first octet of a sequence of five or six octets. UTF-8 had such sequences before RFC 3629.
        0xF8..=0xFD => after && next.is_some_and(|octet| octet & 0xC0 == 0x80),
        _ => false,
    }
}

/// What an octet that is not UTF-8 is in other charsets.
fn legacy(unit: Unit, rest: &[u8], before: Option<char>, context: Context, report: &mut Report) {
    let layer = u8::from(unit.encoded);
    let place = unit.at..unit.end();
    let mut buffer = [0; 16];
    match unit.octet {
        // The soft hyphen of the code pages of Windows becomes `-`.
        0xAD if before.is_none_or(|c| c.is_ascii()) => {
            // At the start of a word it begins an option (CVE-2024-4577).
            let begins = before.is_none_or(|c| matches!(c, ' ' | '+' | '?'));
            let severity = match begins && rest.first().is_some_and(u8::is_ascii_alphabetic) {
                true => Severity::Warn,
                false => Rule::BestFitChar.severity(context),
            };
            report.find_as(Rule::BestFitChar, severity, place, layer);
        }
        // A lead byte that takes the backslash before a quotation mark, or the mark, as its second octet.
        0x81..=0xFE
            if before.is_none_or(|c| matches!(c, '=' | '0'..='9'))
                && matches!(peeled(rest, &mut buffer), [b'\'', ..] | [b'\\', b'\'', ..]) =>
        {
            report.find_as(Rule::InvalidUtf8, Severity::Warn, place, layer);
        }
        // CSI, DCS and OSC in one octet, with parameters after them.
        0x90 | 0x9B | 0x9D if before.is_none_or(|c| c.is_ascii()) => {
            let after = peeled(rest, &mut buffer);
            let digits = after.iter().take_while(|b| b.is_ascii_digit() || **b == b';').count();
            if digits > 0 && after.len() > digits {
                report.find(Rule::TerminalEscape, context, place, layer);
            }
        }
        _ => {}
    }
}

/// The bytes that are not a finding by themselves in any component: those of `pchar`, `/` and `?`, without `%` and `'`.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0x21;
    while byte < 0x7F {
        plain[byte] = !matches!(
            byte as u8,
            b'%' | b'\\'
                | b'<'
                | b'>'
                | b'"'
                | b'\''
                | b'['
                | b']'
                | b'^'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | b'#'
        );
        byte += 1;
    }
    plain
};

/// Whether plain bytes may be against the grammar of a component.
fn has_grammar_of(context: Context, text: &[u8]) -> bool {
    match context {
        Context::Host => text.iter().any(|b| matches!(b, b'/' | b'?' | b'@' | b':')),
        Context::Userinfo => text.iter().any(|b| matches!(b, b'/' | b'?' | b'@')),
        Context::Path => text.contains(&b'?'),
        Context::Segment => text.iter().any(|b| matches!(b, b'?' | b'/')),
        _ => false,
    }
}

/// Whether a text begins with `%u` and four hexadecimal digits.
fn is_percent_u(rest: &[u8]) -> bool {
    matches!(rest, [b'%', b'u' | b'U', a, b, c, d, ..]
        if [a, b, c, d].into_iter().all(u8::is_ascii_hexdigit))
}
