//! Queries: parameter by parameter.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::error::RespellError;
use super::options::{FlagForm, ParameterOrder};
use super::piece::Spelling;
use super::plan::{Chosen, Empty, Plan};
use super::writer::{Stops, Writer};
use crate::decode;

/// Where a parameter is in the output.
struct Written {
    start: usize,
    name_end: usize,
    end: usize,
}

/// Writes a query, which is a part of the writer's text.
pub(super) fn append(
    plan: &Plan,
    query: Range<usize>,
    writer: &mut Writer<'_>,
) -> Result<(), RespellError> {
    if plan.parameters == Chosen::None || query.is_empty() {
        return Ok(());
    }
    let bytes = &writer.text.as_bytes()[..query.end];
    let ampersands = || bytes[query.start..].iter().filter(|&&byte| byte == b'&').count();
    let count = if plan.order == ParameterOrder::Name { ampersands() + 1 } else { 1 };
    let is_ordered = count > 1;
    let by_octets =
        plan.parameters == Chosen::All && plan.name.is_by_octets() && plan.value.is_by_octets();
    if by_octets && keeps_structure(plan) {
        // The delimiters stay, and a name is spelled as a value is.
        let before = writer.state();
        let mut stops = Stops::new(plan.value.raw.also_keep(b"&"));
        if plan.value.append_octets(query.clone(), *b"&&", &mut stops, writer).is_ok() {
            return Ok(());
        }
        // The pieces say where the error is.
        writer.restore(before);
    }
    // The next parameter that is written.
    let next = |at: usize| match plan.empty {
        Empty::Dropped => at + bytes[at..].iter().take_while(|&&byte| byte == b'&').count(),
        _ => at,
    };
    let mut written = Vec::new();
    if is_ordered {
        written.reserve_exact(count);
    }
    let mut is_sorted = true;
    let mut stops = Stops::new(plan.name.raw);
    let mut at = next(query.start);
    if at > query.start {
        writer.replace(query.start..at);
    }
    let first = writer.len(at);
    while at < bytes.len() || plan.empty != Empty::Dropped {
        let start = writer.len(at);
        let (name_end, end) = if by_octets {
            parameter_by_octets(plan, at..query.end, &mut stops, writer)?
        } else {
            let rest = &writer.text[at..query.end];
            let part = &rest[..rest.bytes().position(|byte| byte == b'&').unwrap_or(rest.len())];
            let end = at + part.len();
            let out = writer.replace(at..end);
            (parameter(plan, part, out).map_err(|error| error.moved_by(at))?, end)
        };
        if is_ordered {
            let out = writer.replace(end..end);
            let this = Written { start, name_end, end: out.len() };
            if let Some(last) = written.last() {
                is_sorted &= key(out, last) <= key(out, &this);
            }
            written.push(this);
        }
        if end == query.end {
            break;
        }
        at = next(end + 1);
        if at == query.end && plan.empty == Empty::Dropped {
            writer.replace(end..at);
            break;
        }
        if at > end + 1 {
            writer.replace(end + 1..at);
        }
    }
    if !is_sorted {
        let out = writer.replace(query.end..query.end);
        // Without the memory of a stable sort.
        let order = |parameter: &Written| (key(out, parameter), parameter.start);
        written.sort_unstable_by(|a, b| order(a).cmp(&order(b)));
        // Behind the others, which then go.
        let end = out.len();
        for (index, parameter) in written.iter().enumerate() {
            if index > 0 {
                out.push('&');
            }
            out.extend_from_within(parameter.start..parameter.end);
        }
        out.drain(first..end);
    }
    Ok(())
}

/// Whether all parameters stay where they are and as they are divided, and a `=` of a value stays raw or a triplet.
fn keeps_structure(plan: &Plan) -> bool {
    plan.order == ParameterOrder::Keep
        && plan.flags == FlagForm::Keep
        && plan.empty == Empty::Kept
        && plan.value.raw.keeps(b'=')
        && !plan.value.decoded.keeps(b'=')
}

/// The octets of the name, and those of the value.
fn key<'o>(out: &'o str, parameter: &Written) -> (&'o [u8], &'o [u8]) {
    let octets = &out.as_bytes()[parameter.start..parameter.end];
    let (name, value) = octets.split_at(parameter.name_end - parameter.start);
    (name, value.get(1..).unwrap_or_default())
}

/// Writes a parameter, and gives the end of its name.
fn parameter(plan: &Plan, part: &str, out: &mut String) -> Result<usize, RespellError> {
    let equals = part.bytes().position(|byte| byte == b'=');
    let (name, value) = match equals {
        Some(at) => (&part[..at], &part[at + 1..]),
        None => (part, ""),
    };
    let is_kept = part.is_empty() && plan.empty == Empty::Kept;
    if is_kept || !is_chosen(plan, name) {
        out.push_str(part);
        return Ok(out.len() - part.len() + name.len());
    }
    plan.name.append(name, out)?;
    let name_end = out.len();
    if has_equals(plan, name.is_empty(), equals.is_some(), !value.is_empty()) {
        out.push('=');
        plan.value.append(value, out).map_err(|error| error.moved_by(name.len() + 1))?;
    }
    Ok(name_end)
}

/// Writes the parameter that begins here, in one pass. Gives the end of its name in the output, and its own end in the text.
fn parameter_by_octets(
    plan: &Plan,
    query: Range<usize>,
    stops: &mut Stops,
    writer: &mut Writer<'_>,
) -> Result<(usize, usize), RespellError> {
    let bytes = &writer.text.as_bytes()[..query.end];
    let start = query.start;
    if plan.empty == Empty::Kept && matches!(bytes.get(start), None | Some(b'&')) {
        return Ok((writer.len(start), start));
    }
    let mut at = plan.name.append_octets(query.clone(), *b"=&", stops, writer)?;
    let name_end = writer.len(at);
    let is_nameless = at == start;
    let is_equals = bytes.get(at) == Some(&b'=');
    at += usize::from(is_equals);
    let has_value = is_equals && !matches!(bytes.get(at), None | Some(b'&'));
    match (is_equals, has_equals(plan, is_nameless, is_equals, has_value)) {
        (false, true) => writer.replace(at..at).push('='),
        (true, false) => drop(writer.replace(at - 1..at)),
        _ => {}
    }
    if has_value {
        at = plan.value.append_octets(at..query.end, *b"&&", stops, writer)?;
    }
    Ok((name_end, at))
}

/// Whether a parameter is written with a `=`.
fn has_equals(plan: &Plan, is_nameless: bool, is_equals: bool, has_value: bool) -> bool {
    match plan.flags {
        _ if has_value => true,
        FlagForm::Keep => is_equals,
        FlagForm::Bare => is_nameless,
        FlagForm::Equals => true,
    }
}

/// Whether a parameter of this name, as it is written, is respelled.
fn is_chosen(plan: &Plan, name: &str) -> bool {
    match &plan.parameters {
        Chosen::None => false,
        Chosen::All => true,
        Chosen::Named(names) => names.iter().any(|chosen| is_name(&plan.name, name, chosen)),
    }
}

/// Whether a name is written so. A malformed triplet in it is kept.
fn is_name(spelling: &Spelling, written: &str, name: &str) -> bool {
    #[cfg(feature = "charset")]
    if let Some((from, _)) = spelling.charsets {
        let view = crate::charset::decode(written, from).lenient();
        let view = if spelling.plus.is_space() { view.plus_as_space() } else { view };
        return view.to_str().is_ok_and(|decoded| decoded == name);
    }
    let view = decode(written).lenient();
    let view = if spelling.plus.is_space() { view.plus_as_space() } else { view };
    *view.to_bytes() == *name.as_bytes()
}
