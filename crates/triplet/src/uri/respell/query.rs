//! Queries: parameter by parameter.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::error::RespellError;
use super::options::{FlagForm, ParameterOrder};
use super::piece::Spelling;
use super::plan::{Chosen, Empty, Plan};
use super::writer::{Stops, Writer};
use crate::decode;

/// Writes a query. The range is that of the query in the writer's text.
pub(super) fn append(
    plan: &Plan,
    query: Range<usize>,
    writer: &mut Writer<'_>,
) -> Result<(), RespellError> {
    if plan.parameters == Chosen::None || query.is_empty() {
        return Ok(());
    }
    let bytes = &writer.text.as_bytes()[..query.end];
    if plan.order == ParameterOrder::Name {
        match bytes[query.start..].iter().filter(|&&byte| byte == b'&').count() {
            0 => {}
            // Most queries have few parameters, and need no memory for them.
            more @ 1..FEW => {
                let mut few = [const { Parameter { at: 0, span: 0..0 } }; FEW];
                return append_sorted(plan, query, &mut few[..=more], writer);
            }
            more => {
                let mut many = Vec::new();
                many.resize_with(more + 1, || Parameter { at: 0, span: 0..0 });
                return append_sorted(plan, query, &mut many, writer);
            }
        }
    }
    if plan.is_by_octets() && keeps_structure(plan) {
        // The delimiters stay, and a name is spelled as a value is.
        let before = writer.state();
        let mut stops = Stops::new(plan.value.raw.also_keep(b"&"));
        if plan.value.append_octets(query.clone(), *b"&&", &mut stops, writer).is_ok() {
            return Ok(());
        }
        // The pieces say where the error is.
        writer.restore(before);
    }
    let mut stops = Stops::new(plan.name.raw);
    let mut at = next(plan, bytes, query.start);
    if at > query.start {
        writer.replace(query.start..at);
    }
    while at < bytes.len() || plan.empty != Empty::Dropped {
        let (_, end) = append_parameter(plan, at..query.end, &mut stops, writer)?;
        if end == query.end {
            break;
        }
        at = next(plan, bytes, end + 1);
        if at == query.end && plan.empty == Empty::Dropped {
            writer.replace(end..at);
            break;
        }
        if at > end + 1 {
            writer.replace(end + 1..at);
        }
    }
    Ok(())
}

/// Where the next parameter begins that is written.
fn next(plan: &Plan, bytes: &[u8], at: usize) -> usize {
    match plan.empty {
        Empty::Dropped => at + bytes[at..].iter().take_while(|&&byte| byte == b'&').count(),
        _ => at,
    }
}

/// How many parameters are sorted without memory from the heap.
const FEW: usize = 8;

/// A parameter that is to be sorted. A query of short parameters has many, so it is small.
struct Parameter {
    /// Where it begins in the query.
    at: usize,
    /// Where it is as it is spelled: in the text, or beyond its end, in what was written.
    span: Range<usize>,
}

/// The texts in which parameters are as they are spelled.
struct Texts<'t> {
    text: &'t str,
    written: &'t str,
}

impl<'t> Texts<'t> {
    /// The place of the first byte that was written. The end of the text is a place of the text.
    const fn beyond(text: &str) -> usize {
        text.len() + 1
    }

    fn is_written(&self, parameter: &Parameter) -> bool {
        parameter.span.start >= Texts::beyond(self.text)
    }

    fn of(&self, parameter: &Parameter) -> &'t str {
        let Range { start, end } = parameter.span;
        match start.checked_sub(Texts::beyond(self.text)) {
            Some(start) => &self.written[start..end - Texts::beyond(self.text)],
            None => &self.text[start..end],
        }
    }

    /// The octets of the name, then those of the value: a `=` of a name is a triplet. A stable sort needs more memory than the place.
    fn key(&self, parameter: &Parameter) -> (&'t [u8], &'t [u8], usize) {
        let octets = self.of(parameter).as_bytes();
        let equals = octets.iter().position(|&byte| byte == b'=').unwrap_or(octets.len());
        let (name, value) = octets.split_at(equals);
        (name, value.get(1..).unwrap_or_default(), parameter.at)
    }

    /// The order of the keys. Names that begin with different octets need no search for their ends.
    fn compare(&self, a: &Parameter, b: &Parameter) -> Ordering {
        match [a, b].map(|parameter| self.of(parameter).as_bytes().first()) {
            [Some(a), Some(b)] if a != b && *a != b'=' && *b != b'=' => a.cmp(b),
            _ => self.key(a).cmp(&self.key(b)),
        }
    }
}

/// Writes a query whose parameters are sorted by their names as they are spelled, then by their values. There is a place for each of them.
fn append_sorted(
    plan: &Plan,
    query: Range<usize>,
    places: &mut [Parameter],
    writer: &mut Writer<'_>,
) -> Result<(), RespellError> {
    let text = &writer.text[..query.end];
    let mut new = Writer::new(text, query.len() + query.len() / 4);
    let mut stops = Stops::new(plan.name.raw);
    let by_octets = plan.is_by_octets();
    let mut count = 0;
    let mut at = next(plan, text.as_bytes(), query.start);
    while at < query.end || plan.empty != Empty::Dropped {
        let in_form = if by_octets { end_in_form(text.as_bytes(), at, &mut stops) } else { None };
        let (span, end) = match in_form {
            Some(end) => (at..end, end),
            None => {
                let start = new.skip_to(at);
                let (_, end) = append_parameter(plan, at..query.end, &mut stops, &mut new)?;
                let beyond = Texts::beyond(text);
                match new.state() == (start, at) {
                    true => (at..end, end),
                    false => (beyond + start..beyond + new.replace(end..end).len(), end),
                }
            }
        };
        places[count] = Parameter { at, span };
        count += 1;
        if end == query.end {
            break;
        }
        at = next(plan, text.as_bytes(), end + 1);
    }
    let parameters = &mut places[..count];
    let texts = Texts { text, written: new.written() };
    parameters.sort_unstable_by(|a, b| texts.compare(a, b));
    let length: usize = parameters.iter().map(|parameter| parameter.span.len() + 1).sum();
    let stays = length == query.len() + 1
        && parameters.is_sorted_by_key(|parameter| parameter.at)
        && !parameters.iter().any(|parameter| texts.is_written(parameter));
    if !stays {
        let out = writer.replace(query);
        for (index, parameter) in parameters.iter().enumerate() {
            if index > 0 {
                out.push('&');
            }
            out.push_str(texts.of(parameter));
        }
    }
    Ok(())
}

/// The end of the parameter that begins here, if it has a name, a `=` and a value, and all their octets stay raw. Such a parameter stays as it
/// is. `stops` finds what does not stay raw in a name; all of that does in a value too.
fn end_in_form(bytes: &[u8], at: usize, stops: &mut Stops) -> Option<usize> {
    let equals = stops.next(bytes, at);
    if equals == at || bytes.get(equals) != Some(&b'=') {
        return None;
    }
    let end = stops.next(bytes, equals + 1);
    let has_value = end > equals + 1;
    (has_value && matches!(bytes.get(end), None | Some(b'&'))).then_some(end)
}

/// Writes the parameter that begins here. Gives the end of its name in the output, and its own end in the text.
fn append_parameter(
    plan: &Plan,
    query: Range<usize>,
    stops: &mut Stops,
    writer: &mut Writer<'_>,
) -> Result<(usize, usize), RespellError> {
    if plan.is_by_octets() {
        return parameter_by_octets(plan, query, stops, writer);
    }
    let at = query.start;
    let rest = &writer.text[query];
    let part = &rest[..rest.bytes().position(|byte| byte == b'&').unwrap_or(rest.len())];
    let end = at + part.len();
    let out = writer.replace(at..end);
    Ok((parameter(plan, part, out).map_err(|error| error.moved_by(at))?, end))
}

/// Whether all parameters stay where they are and as they are divided, and a `=` of a value stays raw or a triplet.
fn keeps_structure(plan: &Plan) -> bool {
    plan.order == ParameterOrder::Keep
        && plan.flags == FlagForm::Keep
        && plan.empty == Empty::Kept
        && plan.value.raw.keeps(b'=')
        && !plan.value.decoded.keeps(b'=')
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
