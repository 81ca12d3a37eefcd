//! The rules for bytes that are written as they are, by the grammar of their component.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::{Context, Severity};
use super::facts::Component;
use super::report::Report;
use super::rule::Rule;

/// What is known of the raw bytes of a component.
pub(super) struct RawSeen {
    /// A bit for each byte that is reported.
    found: u128,
    /// Whether the spaces of a path are between several paths.
    list: Option<bool>,
    /// Where the pair begins that is being read, and up to where pairs are counted.
    pub(super) pair: usize,
    pub(super) counted: usize,
    /// Where a pair begins, whether its value has words, and whether these stand apart on one line.
    pub(super) words: Option<(usize, bool, bool)>,
}

impl RawSeen {
    pub(super) const fn new(start: usize) -> RawSeen {
        RawSeen { found: 0, list: None, pair: start, counted: start, words: None }
    }
}

/// Checks bytes that are written as they are against the grammar of their component. Each is reported once.
pub(super) fn check(
    component: &Component<'_>,
    place: Range<usize>,
    seen: &mut RawSeen,
    report: &mut Report,
) {
    let context = component.context;
    if matches!(context, Context::Any | Context::Url)
        // What is in brackets is checked as an address.
        || context == Context::Host && component.text().starts_with(b"[")
    {
        return;
    }
    for at in place {
        let byte = component.input[at];
        let bit = 1u128 << (byte & 0x7F);
        let path = context.is_path();
        let text = || component.text();
        if byte != b' ' && seen.found & bit != 0 {
            continue;
        }
        let severity = match byte {
            b'%' | b'\\' | 0x80.. => continue,
            0..0x20 | 0x7F => {
                // In a form it is a finding by its octet.
                if context != Context::Form {
                    seen.found |= bit;
                    report.find(Rule::RawControl, context, at..at + 1, 0);
                }
                continue;
            }
            b' ' => {
                let first = at == component.span.start || component.input[at - 1] != b' ';
                // A list of paths, and a title.
                let list = component.facts.whole && context == Context::Path;
                if first && !(list && *seen.list.get_or_insert_with(|| is_list(text()))) {
                    let length = component.input[at..component.span.end]
                        .iter()
                        .take_while(|b| **b == b' ')
                        .count();
                    // Pages name their files so, and people search for a host and words.
                    let is_search = component.facts.depth > 0 && context == Context::Host;
                    let severity = match component.facts.relative && context.is_path() || is_search
                    {
                        true => Severity::Info,
                        false => Rule::RawSpace.severity(context),
                    };
                    report.find_as(Rule::RawSpace, severity, at..at + length, 0);
                }
                continue;
            }
            b'[' | b']' if context == Context::Form => continue,
            // Programs write placeholders, indexes and ranges in this way.
            b'{' | b'}' if path && is_balanced(text(), b'{', b'}') => Severity::Info,
            b'[' | b']' if path && is_balanced(text(), b'[', b']') => Severity::Info,
            // Titles and lists have it.
            b'|' if path && !component.facts.whole => Severity::Info,
            // A system and a code in it, as FHIR writes a token: `http://loinc.org|8867-4`.
            b'|' if context == Context::Host && component.facts.depth > 0 => Severity::Info,
            // A range of versions: `/package@^1.2.3/file.js`.
            b'^' if path && is_range_of_versions(component, at) => Severity::Info,
            b'[' | b']' | b'{' | b'}' | b'"' | b'<' | b'>' | b'^' | b'`' | b'|' => {
                Rule::DisallowedChar.severity(context)
            }
            // Delimiters that would end the component.
            b'#' if context != Context::Form => match context.is_authority() {
                true => Severity::Error,
                false => Severity::Info,
            },
            b'?' if path => Severity::Info,
            b'/' if context == Context::Segment => Severity::Info,
            b'/' | b'?' | b'@' if context.is_authority() => Severity::Error,
            b':' if context == Context::Host => Severity::Warn,
            _ => continue,
        };
        seen.found |= bit;
        report.find_as(Rule::DisallowedChar, severity, at..at + 1, 0);
    }
}

/// Whether a `^` is between an `@` and a digit.
fn is_range_of_versions(component: &Component<'_>, at: usize) -> bool {
    let next = component.input_to_end().get(at + 1);
    at > component.span.start
        && component.input[at - 1] == b'@'
        && next.is_some_and(u8::is_ascii_digit)
}

/// Whether a text is several paths with spaces between them, or a title: a path that does not begin with a slash.
fn is_list(text: &[u8]) -> bool {
    !text.starts_with(b"/") || text.windows(2).any(|window| window == b" /")
}

/// Whether each bracket of a text that opens is closed.
fn is_balanced(text: &[u8], open: u8, close: u8) -> bool {
    let mut depth = 0usize;
    for &byte in text {
        if byte == open {
            depth += 1;
        } else if byte == close {
            let Some(less) = depth.checked_sub(1) else { return false };
            depth = less;
        }
    }
    depth == 0
}
