//! Which checks a component gets, in which order.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::context::Context;
use super::facts::{Component, Facts};
use super::report::Report;
use super::{form, host, layers, markup, nested, octets, path, triplets, values};

#[inline]
pub(super) fn check(facts: &Facts<'_>, span: Range<usize>, context: Context, report: &mut Report) {
    #[cfg(test)]
    report.enter(Some((span.clone(), context)));
    let mut component = Component::of(facts, span, context);
    if ALL_RULES && context == Context::Any && facts.whole {
        component.find_kind();
    }
    if !component.is_clear() {
        by_rules(&component, report);
    }
    #[cfg(test)]
    report.enter(None);
}

/// Asks the checks that may find something.
fn by_rules(component: &Component<'_>, report: &mut Report) {
    let (text, context) = (component.text(), component.context);
    let well_formed = !component.may_have(octets::NEEDS) || octets::check(component, report);
    // An IPv6 address may have a zone after `%25` (RFC 6874).
    let zone = context == Context::Host && text.starts_with(b"[");
    // The deeper layers of a text within another are layers of the outer one.
    let outermost = component.facts.depth == 0;
    if outermost && !zone && component.may_have(layers::NEEDS) {
        layers::check(component, well_formed, report);
    }
    if ALL_RULES && outermost && component.may_have(layers::NEEDS_OF_NESTED) {
        layers::check_nested(component, report);
    }
    if ALL_RULES && component.may_have(markup::NEEDS_OF_EXPRESSIONS) {
        markup::check_expressions(component, report);
    }
    if ALL_RULES && outermost && component.may_have(markup::NEEDS_OF_UTF7) {
        markup::check_utf7(component, report);
    }
    let mut encoded_dots = Vec::new();
    match context {
        Context::Path | Context::Segment if component.may_have(path::NEEDS) => {
            path::check_slashes(component, report);
            encoded_dots = path::check(component, well_formed, report);
            if ALL_RULES && context == Context::Path {
                nested::check_path(component, report);
            }
        }
        Context::Host if component.may_have(host::NEEDS) => host::check(component, report),
        Context::Userinfo => host::check_userinfo(component, report),
        Context::Form | Context::Query | Context::Fragment => {
            if context == Context::Form && component.may_have(form::NEEDS) {
                form::check(component, report);
            }
            if component.may_have(form::NEEDS_OF_NAMES) {
                form::check_names(component, report);
            }
            if ALL_RULES && component.may_have(markup::NEEDS_OF_AMPERSANDS) {
                markup::check_ampersands(component, report);
            }
        }
        _ => {}
    }
    if ALL_RULES
        && matches!(context, Context::Query | Context::Form | Context::Fragment | Context::Any)
        && component.may_have(values::NEEDS)
    {
        values::check(component, report);
    }
    if well_formed && outermost && component.may_have(triplets::NEEDS) {
        triplets::check(component, &encoded_dots, report);
    }
}
