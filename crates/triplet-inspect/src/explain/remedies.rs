//! What can be done about a reference: its repaired text, and the text without what follows people.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use triplet::decode;
use triplet::uri::{Edit, Grammar, Parameters, Reference, Requote, requote_reference, validate};

use super::form;
use super::node::{Remedy, RemedyKind};
use super::notations::percent_u::as_triplets;
use super::recognized::span_of;
use crate::is_tracking;

/// The variables of templates: what is between these marks is filled in later.
const VARIABLES: [(&str, &str); 3] = [("{{", "}}"), ("${", "}"), ("{", "}")];

/// The marks around the variables of a text, if it has one.
pub(super) fn marks(text: &str) -> Option<(&'static str, &'static str)> {
    let is_in = |(open, close): &(&str, &str)| {
        // An object of JSON has its names in quotation marks.
        text.split_once(open)
            .is_some_and(|(_, after)| after.contains(close) && !after.starts_with('"'))
    };
    VARIABLES.into_iter().find(|each| cfg!(feature = "all-notations") && is_in(each))
}

/// The text with digits in place of its variables, which are allowed wherever one may be; in place of a scheme, with letters.
fn without_variables(text: &str) -> Cow<'_, str> {
    let Some((open, close)) = marks(text) else { return text.into() };
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let Some(length) = after.find(close) else { break };
        filled.push_str(before);
        let filler = if filled.is_empty() { 'v' } else { '1' };
        let length = open.len() + length + close.len();
        filled.extend(core::iter::repeat_n(filler, length));
        rest = &rest[before.len() + length..];
    }
    filled.push_str(rest);
    filled.into()
}

/// The text with digits in place of the brackets of its query, `filter[a]=1`. Browsers and servers take them as they are.
fn without_brackets(text: &str) -> Cow<'_, str> {
    match text.split_once('?') {
        Some((path, query)) if query.contains(['[', ']']) => {
            let query = query.split('#').next().unwrap_or_default();
            let rest = &text[path.len() + 1 + query.len()..];
            [path, "?", &query.replace(['[', ']'], "1"), rest].concat().into()
        }
        _ => text.into(),
    }
}

/// The link without its tracking parameters.
pub(super) fn without_tracking(text: &str) -> Option<Remedy> {
    if !cfg!(feature = "all-notations") {
        return None;
    }
    let reference = Reference::split(text);
    let query = reference.query().filter(|_| form::is_query_of(reference.scheme()))?;
    let is_chosen = |name: &[u8]| str::from_utf8(name).is_ok_and(is_tracking);
    let name = |written: &str| decode(written).lenient().to_bytes().into_owned();
    let (first, _) = Parameters::of(query).iter().find(|(written, _)| is_chosen(&name(written)))?;
    let mut edit = Edit::new(text);
    let count = edit.parameters_mut().remove(is_chosen);
    let message = match count {
        1 => String::from("a tracking parameter; the link leads to the same page without it"),
        _ => alloc::format!(
            "{count} tracking parameters; the link leads to the same page without them"
        ),
    };
    Some(Remedy {
        kind: RemedyKind::RemoveTracking,
        message,
        offset: span_of(text, first).start,
        text: edit.finish().ok()?.into_owned(),
    })
}

/// The repaired reference, if a character in it must be encoded.
pub(super) fn remedy(text: &str) -> Option<Remedy> {
    let grammar = if text.is_ascii() { Grammar::UriReference } else { Grammar::IriReference };
    let checked = without_variables(text);
    let error = validate(&without_brackets(&checked), grammar).err()?;
    let units = if cfg!(feature = "all-notations") { as_triplets(text) } else { None };
    let repaired = match (units, marks(text)) {
        // `%uXXXX` is what a server of old reads as a character.
        (Some(units), _) => Cow::Owned(requote_reference(&units).into_owned()),
        (_, Some((open, close))) => Requote::new().keep_between(open, close).convert(text),
        _ => requote_reference(text),
    };
    let repaired = match repaired {
        Cow::Owned(repaired) if repaired != text => repaired,
        _ => return None,
    };
    Some(Remedy {
        kind: RemedyKind::Requote,
        message: error.to_string(),
        offset: error.offset(),
        text: repaired,
    })
}
