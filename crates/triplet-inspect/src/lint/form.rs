//! The rules for the pairs of forms and queries.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::binder_names::is_object_graph;
use super::context::{Context, Severity};
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::rules::ALL_RULES;
use crate::units::{View, units};

/// What [`check_names`] needs.
pub(super) const NEEDS_OF_NAMES: Signs = Signs::of_rules(&[
    Rule::DuplicateKey,
    Rule::ProtoKey,
    Rule::DeepOrHugeIndex,
    Rule::FieldLimit,
    Rule::ObjectGraphName,
    Rule::QueryOperator,
]);

/// The number of pairs that PHP reads, unless asked otherwise (`max_input_vars`).
const PAIRS: usize = 1000;

/// The number of names that are compared without allocation.
const FEW: usize = 24;

/// A place among the bytes that do not decode to something else.
fn delimiters(text: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split(move |&b| b == delimiter).map(move |part| {
        let range = start..start + part.len();
        start = range.end + 1;
        range
    })
}

/// Checks what only a form has: `+` for a space, and delimiters within names and pairs.
pub(super) fn check(component: &Component<'_>, report: &mut Report) {
    let context = component.context;
    let units = units(component.text(), component.span.start);
    let (mut plus, mut encoded_plus) = (None, false);
    for unit in &units {
        match (unit.octet, unit.encoded) {
            (b'+', false) => plus = plus.or(Some(unit.at)),
            (b'+', true) => encoded_plus = true,
            _ => {}
        }
    }
    if let (Some(at), true) = (plus, encoded_plus) {
        report.find(Rule::PlusAmbiguity, context, at..at + 1, 0);
    }
    for pair in units.split(|unit| unit.octet == b'&' && !unit.encoded) {
        let equals = pair.iter().position(|unit| unit.octet == b'=' && !unit.encoded);
        let name = &pair[..equals.unwrap_or(pair.len())];
        if let Some(unit) =
            name.iter().find(|unit| unit.encoded && matches!(unit.octet, b'=' | b'&'))
        {
            report.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1);
        }
        if let Some(semicolon) = pair.iter().position(|u| u.octet == b';' && !u.encoded)
            && pair[semicolon..].iter().any(|unit| unit.octet == b'=')
        {
            let unit = pair[semicolon];
            report.find(Rule::SemicolonSeparator, context, unit.at..unit.end(), 0);
        }
    }
}

/// Checks the names of pairs.
pub(super) fn check_names(component: &Component<'_>, report: &mut Report) {
    let Component { input, span, context, .. } = component;
    let (text, context) = (component.text(), *context);
    if ALL_RULES && context == Context::Fragment && !text.contains(&b'=') {
        return;
    }
    let mut count = 0;
    // The hashes and places of the first names, and the names of the others.
    let mut few = [(0u32, 0, 0); FEW];
    let mut many: Vec<Vec<u8>> = Vec::new();
    for range in delimiters(text, b'&') {
        let pair = &text[range.clone()];
        if pair.is_empty() {
            continue;
        }
        count += 1;
        if ALL_RULES && count == PAIRS + 1 {
            report.find(Rule::FieldLimit, context, span.start + range.start..span.end, 0);
        }
        let length = pair.iter().position(|&b| b == b'=').unwrap_or(pair.len());
        if length == 0 {
            continue;
        }
        let place = span.start + range.start..span.start + range.start + length;
        let view = View::of(input, place.clone());
        let name = view.octets();
        // Names in brackets are lists, which repeat.
        if !name.contains(&b'[')
            && count <= PAIRS
            && (context == Context::Form || ALL_RULES && context == Context::Query)
        {
            let hash = if ALL_RULES { hash(name) } else { 0 };
            let same = |&(known, start, end): &(u32, usize, usize)| {
                known == hash && View::of(input, start..end).octets() == name
            };
            let repeated = ALL_RULES && few.iter().take(count - 1).any(same)
                || (count > FEW || !ALL_RULES) && is_known(&mut many, name);
            if ALL_RULES && let Some(slot) = few.get_mut(count - 1) {
                *slot = (hash, place.start, place.end);
            }
            if repeated {
                report.find(Rule::DuplicateKey, context, place.clone(), 0);
            }
        }
        self::name(name, place, context, report);
    }
}

/// Checks the name of a pair as decoders read it that build objects from names such as `a[b][0].c`.
fn name(name: &[u8], span: Range<usize>, context: Context, report: &mut Report) {
    if ALL_RULES
        && !name.iter().any(|b| matches!(b, b'[' | b'_' | b'.' | b'#' | b'@' | b':' | b'G' | b'$'))
    {
        return;
    }
    let keys = name.split(|b| matches!(b, b'[' | b']' | b'.')).filter(|key| !key.is_empty());
    let (mut depth, mut proto, mut index, mut operator) = (0, false, None, false);
    for key in keys {
        // At the top level, `prototype` and `constructor` are ordinary words.
        proto |= key == b"__proto__"
            || ALL_RULES && (key.starts_with(b"__define") || key.starts_with(b"__lookup"))
            || depth > 0 && matches!(key, b"prototype" | b"constructor");
        if depth > 0 {
            if key == b"length" {
                index = Some(Severity::Error);
            } else if key.len() > 4 && key.iter().all(u8::is_ascii_digit) {
                // Ids are indexes too.
                index = index.max(Some(match key.len() {
                    ..=7 => Severity::Info,
                    8..=9 => Severity::Warn,
                    _ => Severity::Error,
                }));
            }
            operator |= ALL_RULES && key.starts_with(b"$");
        }
        depth += 1;
    }
    // An index is written in brackets.
    let brackets = name.contains(&b'[');
    if depth > 10 && (brackets || depth > 32) {
        index = Some(Severity::Error);
    }
    if proto {
        report.find(Rule::ProtoKey, context, span.clone(), 0);
    }
    if let Some(severity) = index.filter(|_| brackets || depth > 32) {
        report.find_as(Rule::DeepOrHugeIndex, severity, span.clone(), 0);
    }
    if operator {
        report.find(Rule::QueryOperator, context, span.clone(), 0);
    }
    if ALL_RULES && is_object_graph(name) {
        report.find(Rule::ObjectGraphName, context, span, 0);
    }
}

/// Whether a sorted list has a name; if not, it is added. The list is short: only the first thousand pairs are compared.
fn is_known(names: &mut Vec<Vec<u8>>, name: &[u8]) -> bool {
    let place = names.partition_point(|known| known.as_slice() < name);
    let known = names.get(place).is_some_and(|known| known == name);
    if !known {
        names.insert(place, name.to_vec());
    }
    known
}

/// A hash of a name (FNV-1a).
fn hash(name: &[u8]) -> u32 {
    let hash = name
        .iter()
        .fold(0x811C_9DC5u32, |hash, &b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193));
    // Zero is an empty slot.
    hash | 1
}
