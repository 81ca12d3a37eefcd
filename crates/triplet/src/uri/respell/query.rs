//! Queries: parameter by parameter.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::error::RespellError;
use super::options::{FlagForm, ParameterOrder};
use super::piece::Spelling;
use super::plan::{Chosen, Empty, Plan};
use crate::decode;

/// Where a parameter is in the output.
struct Written {
    start: usize,
    name_end: usize,
    end: usize,
}

/// Writes a query. The offset of an error is that in the query.
pub(super) fn append(plan: &Plan, query: &str, out: &mut String) -> Result<(), RespellError> {
    if plan.parameters == Chosen::None || query.is_empty() {
        out.push_str(query);
        return Ok(());
    }
    let first = out.len();
    let mut written = Vec::new();
    if plan.order == ParameterOrder::Name {
        written.reserve_exact(1 + query.bytes().filter(|&byte| byte == b'&').count());
    }
    let by_octets =
        plan.parameters == Chosen::All && plan.name.is_by_octets() && plan.value.is_by_octets();
    if by_octets && keeps_structure(plan) {
        // The delimiters stay, and a name is spelled as a value is.
        let whole = plan.value.keeping(b"&").append_octets(query, 0, *b"&&", out);
        if whole.is_ok() {
            return Ok(());
        }
        // The pieces say where the error is.
        out.truncate(first);
    }
    let (mut at, mut count, mut is_sorted) = (0, 0, true);
    while at <= query.len() {
        let is_empty = matches!(query.as_bytes().get(at), None | Some(b'&'));
        if is_empty && plan.empty == Empty::Dropped {
            at += 1;
            continue;
        }
        if count > 0 {
            out.push('&');
        }
        count += 1;
        let start = out.len();
        let (name_end, end) = if by_octets {
            parameter_by_octets(plan, query, at, out)?
        } else {
            let rest = &query[at..];
            let part = &rest[..rest.bytes().position(|byte| byte == b'&').unwrap_or(rest.len())];
            let name_end = parameter(plan, part, out).map_err(|error| error.moved_by(at))?;
            (name_end, at + part.len())
        };
        at = end + 1;
        if plan.order == ParameterOrder::Name {
            let this = Written { start, name_end, end: out.len() };
            if let Some(last) = written.last() {
                is_sorted &= key(out, last) <= key(out, &this);
            }
            written.push(this);
        }
    }
    if !is_sorted {
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

/// Writes the parameter that begins here, in one pass. Gives the end of its name in the output, and its own end in the query.
fn parameter_by_octets(
    plan: &Plan,
    query: &str,
    start: usize,
    out: &mut String,
) -> Result<(usize, usize), RespellError> {
    let bytes = query.as_bytes();
    if plan.empty == Empty::Kept && matches!(bytes.get(start), None | Some(b'&')) {
        return Ok((out.len(), start));
    }
    let mut at = plan.name.append_octets(query, start, *b"=&", out)?;
    let name_end = out.len();
    let is_nameless = at == start;
    let is_equals = bytes.get(at) == Some(&b'=');
    at += usize::from(is_equals);
    let has_value = is_equals && !matches!(bytes.get(at), None | Some(b'&'));
    if has_equals(plan, is_nameless, is_equals, has_value) {
        out.push('=');
    }
    if has_value {
        at = plan.value.append_octets(query, at, *b"&&", out)?;
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
