//! The rules for values: what a program may follow, open or run.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::context::{Context, Severity};
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::{arguments, dangerous_schemes, nested, words};
use crate::tracking::is_tracking;
use crate::units::View;

/// The signs of the rules that [`check`] applies.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::ScriptScheme,
    Rule::FetcherScheme,
    Rule::WrongSlashes,
    Rule::MisleadingUserinfo,
    Rule::NumericHost,
    Rule::PrivateHost,
    Rule::EmbeddedIpv4,
    Rule::UrlInValue,
    Rule::SchemeRelativeValue,
    Rule::ProtoKey,
    Rule::DotSegment,
    Rule::LeadingDash,
    Rule::EncodedDelimiter,
    Rule::WindowsDevice,
    Rule::NtfsAds,
    Rule::WindowsDrive,
    Rule::WindowsTrailing,
    Rule::ObjectGraphName,
    Rule::MixedScript,
    Rule::ConfusableLabel,
    Rule::PathParameter,
    Rule::SystemFile,
    Rule::HiddenFile,
    Rule::CallbackCode,
    Rule::SecretInQuery,
    Rule::HeaderAsName,
    Rule::NestedQuery,
    Rule::SemicolonSeparator,
]);

/// Checks the values of a query, a form, a fragment or a text.
pub(super) fn check(component: &Component<'_>, report: &mut Report) {
    if !ALL_RULES {
        return;
    }
    let (text, span) = (component.text(), component.span.clone());
    if component.context == Context::Any {
        return value(component, span, b"", report);
    }
    if component.context == Context::Query && !text.contains(&b'=') {
        let view = View::of(component.input, span.clone());
        if arguments::is_command_line(view.octets()) {
            let layer = view.layer(0..2);
            report.find_as(Rule::LeadingDash, Severity::Warn, view.span(0..2), layer);
        }
    }
    let mut start = span.start;
    for pair in text.split(|&b| b == b'&') {
        let end = start + pair.len();
        let equals = pair.iter().position(|&b| b == b'=');
        let (name, begin) = match equals {
            Some(equals) => (&pair[..equals], start + equals + 1),
            None => (&b""[..], start),
        };
        // `?--env=production`, as PHP takes the arguments of a command from a query.
        if component.context == Context::Query
            && pair.starts_with(b"--")
            && arguments::is_option(pair)
        {
            report.find_as(Rule::LeadingDash, Severity::Warn, start..begin, 0);
        }
        if equals.is_none()
            && let Some(place) = arguments::arguments(pair)
        {
            let place = start + place.start..start + place.end;
            report.find_as(Rule::LeadingDash, Severity::Warn, place, 0);
        }
        if component.context == Context::Query
            && words::overrides_method(name, &component.input[begin..end])
            && !words::has_token(text)
        {
            report.find(Rule::HeaderAsName, Context::Query, start..end, 0);
        }
        value(component, begin..end, name, report);
        written(component, start..end, begin, report);
        start = end + 1;
    }
}

/// Checks the delimiters of a pair that are written as they are. Its value begins at `begin`.
fn written(component: &Component<'_>, pair: Range<usize>, begin: usize, report: &mut Report) {
    let (input, context) = (component.input, component.context);
    let value = &input[begin..pair.end];
    if begin > pair.start
        && context != Context::Fragment
        && let Some(at) = value.iter().position(|&b| b == b'?')
        && value[at..].contains(&b'=')
    {
        // Before a second query, a reference is probably meant. Elsewhere a cache may see another pair than a program.
        let after = value[at + 1..].split(|&b| b == b'=').next().unwrap_or_default();
        let is_reference = value[..at].iter().any(|b| b"/.:%".contains(b))
            // A service has added its parameter with the wrong delimiter.
            || str::from_utf8(after).is_ok_and(is_tracking);
        let severity = if is_reference { Severity::Info } else { Severity::Warn };
        report.find_as(Rule::NestedQuery, severity, begin + at..begin + at + 1, 0);
    }
    if let Some(at) = value.iter().position(|&b| b == b';')
        && let name = &input[pair.start..begin.saturating_sub(1).max(pair.start)]
        && hides_pair(component.text(), name, &value[at + 1..])
    {
        report.find_as(Rule::SemicolonSeparator, Severity::Warn, begin + at..begin + at + 1, 0);
    }
}

/// Whether what follows a `;` is a pair for some programs: after a parameter that caches leave out of their keys, or with a name that
/// another pair has.
fn hides_pair(text: &[u8], name: &[u8], after: &[u8]) -> bool {
    let Some(equals) = after.iter().position(|&b| b == b'=') else { return false };
    let hidden = &after[..equals];
    if hidden.is_empty() || !hidden.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_') {
        return false;
    }
    let is_tracking = str::from_utf8(name).is_ok_and(is_tracking);
    let is_same =
        |pair: &[u8]| pair.len() > equals && pair.starts_with(hidden) && pair[equals] == b'=';
    is_tracking || text.split(|&b| b == b'&').any(is_same)
}

fn value(component: &Component<'_>, span: Range<usize>, name: &[u8], report: &mut Report) {
    dangerous_schemes::check(component.input, span.clone(), component.context, report);
    dangerous_schemes::check_after_slashes(
        component.input,
        span.clone(),
        component.context,
        report,
    );
    nested::check(component, span, name, report);
}
