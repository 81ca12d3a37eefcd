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
    let (mut at, mut count, mut is_sorted) = (0, 0, true);
    while at <= query.len() {
        let rest = &query[at..];
        let part = &rest[..rest.bytes().position(|byte| byte == b'&').unwrap_or(rest.len())];
        let start_of_part = at;
        at += part.len() + 1;
        if part.is_empty() && plan.empty == Empty::Dropped {
            continue;
        }
        if count > 0 {
            out.push('&');
        }
        count += 1;
        let start = out.len();
        let name_end = parameter(plan, part, out).map_err(|error| error.moved_by(start_of_part))?;
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
        let mut sorted = String::with_capacity(out.len() - first);
        for (index, parameter) in written.iter().enumerate() {
            if index > 0 {
                sorted.push('&');
            }
            sorted.push_str(&out[parameter.start..parameter.end]);
        }
        out.truncate(first);
        out.push_str(&sorted);
    }
    Ok(())
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
    let has_equals = match plan.flags {
        _ if !value.is_empty() => true,
        FlagForm::Keep => equals.is_some(),
        FlagForm::Bare => name.is_empty(),
        FlagForm::Equals => true,
    };
    if has_equals {
        out.push('=');
        plan.value.append(value, out).map_err(|error| error.moved_by(name.len() + 1))?;
    }
    Ok(name_end)
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
