//! The rules for values: what a program may follow, open or run.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::context::Context;
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::{nested, schemes};

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
    Rule::NtfsAds,
    Rule::WindowsDrive,
    Rule::WindowsTrailing,
    Rule::ObjectGraphName,
    Rule::MixedScript,
    Rule::ConfusableLabel,
    Rule::PathParameter,
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
    let mut start = span.start;
    for pair in text.split(|&b| b == b'&') {
        let end = start + pair.len();
        let equals = pair.iter().position(|&b| b == b'=');
        let (name, begin) = match equals {
            Some(equals) => (&pair[..equals], start + equals + 1),
            None => (&b""[..], start),
        };
        value(component, begin..end, name, report);
        start = end + 1;
    }
}

fn value(component: &Component<'_>, span: Range<usize>, name: &[u8], report: &mut Report) {
    schemes::check(component.input, span.clone(), component.context, report);
    schemes::check_after_slashes(component.input, span.clone(), component.context, report);
    nested::check(component, span, name, report);
}
