//! The rules for the pairs of forms and queries.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::binder_names::is_object_graph;
use super::context::{Context, Severity};
use super::facts::Component;
use super::prefilter::Signs;
use super::repeated;
use super::report::Report;
use super::rule::Rule;
use super::start::Start;
use super::words::{is_callback, is_of_authorization, is_return, is_target, reaches_into_objects};
use crate::units::{View, units};

/// What [`check`] needs.
pub(super) const NEEDS: Signs =
    Signs::of_rules(&[Rule::PlusAmbiguity, Rule::EncodedDelimiter, Rule::SemicolonSeparator]);

/// What [`check_names`] needs.
pub(super) const NEEDS_OF_NAMES: Signs = NEEDS_OF_REPEATS.or(NEEDS_OF_KEYS);

/// What the comparison of names needs, and their count.
const NEEDS_OF_REPEATS: Signs = Signs::of_rules(&[Rule::DuplicateKey, Rule::FieldLimit]);

/// What [`check_keys`] needs.
const NEEDS_OF_KEYS: Signs = Signs::of_rules(&[
    Rule::ProtoKey,
    Rule::DeepOrHugeIndex,
    Rule::ObjectGraphName,
    Rule::QueryOperator,
]);

/// The number of pairs that PHP reads, unless asked otherwise (`max_input_vars`).
const PAIRS: usize = 1000;

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
    let has_names = match context {
        Context::Query if !ALL_RULES => {
            text.contains(&b'[') || text.windows(2).any(|window| window == b"__")
        }
        Context::Fragment => ALL_RULES && text.contains(&b'='),
        _ => true,
    };
    let has_keys = component.may_have(NEEDS_OF_KEYS);
    let is_compared = component.may_have(NEEDS_OF_REPEATS)
        && (context == Context::Form || ALL_RULES && context == Context::Query);
    // Where the size of a program counts, names are compared at once.
    let is_compared = is_compared && (!ALL_RULES || may_repeat(text));
    // Each pair but the last has two bytes at least.
    if !has_names || !has_keys && !is_compared && text.len() <= 2 * PAIRS {
        return;
    }
    let mut names: Vec<Vec<u8>> = Vec::new();
    let (mut count, mut unlike, mut asked) = (0, false, 0);
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
        // A name in brackets is a list, so it may repeat.
        let odd = is_compared && count <= PAIRS && name.iter().any(repeated::is_read_in_two_ways);
        unlike |= odd;
        let is_list = odd && name.contains(&b'[');
        if is_compared && count <= PAIRS && !is_list && is_known(&mut names, name) {
            // One server checks the first of two places to be sent to, and another one sends people to the last.
            let mut is_severe = || {
                asked += 1;
                leads_on(input, &place, span.start + range.end, name)
                    || is_of_authorization(name) && repeated::has_name(text, b"client_id")
                    // A filter that compares what is written sees two names. A few are looked for.
                    || asked < 5 && !repeated::has_name(&text[..range.start], &input[place.clone()])
            };
            let severity = match ALL_RULES && is_severe() {
                true => Severity::Warn,
                false => Rule::DuplicateKey.severity(context),
            };
            report.find_as(Rule::DuplicateKey, severity, place.clone(), 0);
        }
        if has_keys {
            check_keys(name, place.clone(), context, report);
            if ALL_RULES && name.contains(&b'%') {
                let again = View::of(name, 0..name.len());
                check_keys(again.octets(), place, context, report);
            }
        }
    }
    if ALL_RULES && unlike {
        repeated::check(component, PAIRS, report);
    }
}

/// Whether a second value of a name is another place to go to: `place` is that of the name, and the value ends at `end`.
fn leads_on(input: &[u8], place: &Range<usize>, end: usize, name: &[u8]) -> bool {
    let value = || View::of(input, (place.end + 1).min(end)..end);
    is_target(name) && is_callback(name)
        || is_return(name) && Start::read(value().octets()).is_some()
}

/// Checks the name of a pair as decoders read it that build objects from names such as `a[b][0].c`.
fn check_keys(name: &[u8], span: Range<usize>, context: Context, report: &mut Report) {
    // A path into objects has a delimiter of a binder: `class.classLoader`. `_` and `G` begin the global variables of PHP.
    if ALL_RULES
        && !name.iter().any(|b| matches!(b, b'[' | b'_' | b'.' | b'#' | b'@' | b':' | b'G' | b'$'))
    {
        return;
    }
    let keys = name.split(|b| matches!(b, b'[' | b']' | b'.')).filter(|key| !key.is_empty());
    let (mut depth, mut proto, mut index) = (0, false, None);
    let (mut operator, mut runs) = (false, false);
    for key in keys {
        // At the top level, `prototype` and `constructor` are ordinary words.
        // A filter that removes the name once makes it of `__pro__proto__to__`.
        proto |= key == b"__proto__"
            || ALL_RULES && key.windows(9).any(|window| window == b"__proto__")
            || ALL_RULES && (key.starts_with(b"__define") || key.starts_with(b"__lookup"))
            || depth > 0 && matches!(key, b"prototype" | b"constructor")
            || ALL_RULES
                && (is_within_itself(key, b"constructor") || is_within_itself(key, b"prototype"));
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
            // A login form sends a password, never a condition such as `[$ne]`.
            let of_secret = || matches!(name, [b'p' | b'P', b'a' | b'w' | b'A' | b'W', ..]);
            runs |= matches!(key, b"$where" | b"$function" | b"$accumulator")
                || ALL_RULES && key.starts_with(b"$") && of_secret();
        } else if ALL_RULES && key == b"$where" {
            (operator, runs) = (true, true);
        }
        depth += 1;
    }
    // An index is written in brackets.
    let brackets = name.contains(&b'[');
    if depth > 10 && brackets {
        index = Some(Severity::Error);
    }
    if proto {
        report.find(Rule::ProtoKey, context, span.clone(), 0);
    }
    if let Some(severity) = index.filter(|_| brackets) {
        report.find_as(Rule::DeepOrHugeIndex, severity, span.clone(), 0);
    }
    if operator {
        // The value is a program.
        let severity = if runs { Severity::Warn } else { Severity::Info };
        report.find_as(Rule::QueryOperator, severity, span.clone(), 0);
    }
    if ALL_RULES && (is_object_graph(name) || reaches_into_objects(name).is_some()) {
        report.find(Rule::ObjectGraphName, context, span, 0);
    }
}

/// Whether a key is a word that was put into the same word, so that it remains when a filter removes it once: `protoprototypetype`.
fn is_within_itself(key: &[u8], word: &[u8]) -> bool {
    let length = word.len();
    key.len() == 2 * length
        && (1..length).any(|at| {
            key[at..at + length] == *word && [&key[..at], &key[at + length..]].concat() == word
        })
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

/// Whether two names may be equal: they are alike in their lengths and their first and last bytes, or one has a triplet. Of a name with
/// keys, what is before them counts: as a value it is another name, and as a list by numbers.
fn may_repeat(text: &[u8]) -> bool {
    let (mut names, mut lists, mut numbers, mut keys) = (0u128, 0u128, 0u128, 0u128);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        // PHP removes spaces before a name.
        let spaces = rest.iter().take_while(|b| matches!(b, b'+' | b' ')).count();
        let rest = &rest[spaces..];
        let ends = |b: &u8| matches!(b, b'=' | b'&' | b'%' | b'[');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(length);
        if let ([first, ..], [.., last]) = (name, name) {
            let bit = 1 << ((usize::from(*first) + 9 * usize::from(*last) + 27 * length) % 128);
            let all = names | lists | numbers | keys;
            let (set, others) = match rest {
                [b'[', b']', ..] => {
                    let others = names | numbers;
                    (&mut lists, others)
                }
                [b'[', b'0'..=b'9', ..] => {
                    let others = names | lists;
                    (&mut numbers, others)
                }
                [b'[', ..] => (&mut keys, names),
                _ => (&mut names, all),
            };
            if others & bit != 0 {
                return true;
            }
            *set |= bit;
        }
        // A bracket that is not closed is another letter.
        if rest.first() == Some(&b'%') || rest.first() == Some(&b'[') && !rest.contains(&b']') {
            return true;
        }
        at += spaces + length + rest.iter().position(|&b| b == b'&').unwrap_or(rest.len()) + 1;
    }
    false
}
