//! The operations of `batch` on whole references.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::io;

use serde::ser::{Serialize, SerializeMap, Serializer};
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{
    self, Authority, CompareOption, Component, Grammar, Level, NoNormalForm, Normalizer, Reference,
    RespellPart, Strictness, layer_off, query_layer_off,
};

use super::answer::{Answer, Array, Members, output};
use super::edit_ops::check_parameters;
use super::failure::Failure;
use super::op::{Input, Op, op};
use super::request::{Request, set_named};
use crate::commands::content_disposition::error_value;
use crate::commands::in_text::in_text;
use crate::commands::reference::{
    LINE_BREAK, in_form, in_line, line_break, one_line, problem, unless_lost,
};
use crate::commands::requote::repair;
use crate::commands::respell::{Asked, Wrong, lost};
use crate::pipeline::OutputBuffer;

const BASE: (&str, &str) = ("base", "required");
const LEVEL: (&str, &str) = ("level", "path | percent | scheme");
const COMPARISON_LEVEL: (&str, &str) = ("level", "path | percent | scheme | decoded");

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("split", &[], split),
    op("normalize", &[LEVEL, ("key", "false"), ("plus", "false"), ("any_order", "false"), ("nfc", "false"), ("nfd", "false")], |request| {
        let reference = request.reference()?;
        let level = level(request)?.0;
        if request.flag("key", false)? {
            if request.flag("nfd", false)? {
                return Err(Failure::request("`nfd` does not go with `key`; `nfc` does"));
            }
            return Ok(output(normalizer(request, level, [&reference])?.key(&reference).key().to_owned()));
        }
        if !level.has_normal_form()
            || request.flag("plus", false)?
            || request.flag("any_order", false)?
        {
            return Err(Failure::request(format_args!("{NoNormalForm}; {TO_COMPARE}")));
        }
        let form = request.form()?;
        let normal = in_form(form, &reference, |text| uri::normalize(text, level)).into_owned();
        let normal = unless_lost(&reference, normal)?;
        Ok(Box::new(move |members| {
            members.put("output", &normal)?;
            put_malformed(members, &reference)
        }))
    }),
    op("equivalent", &[COMPARISON_LEVEL, ("iri", "false"), ("plus", "false"), ("nfc", "false"), ("any_order", "false")], equivalent).taking(Input::Json),
    op("resolve", &[BASE, ("strict", "true"), ("relative_base", "false")], resolve),
    op("relativize", &[BASE], |request| {
        let reference = uri::relativize(base(request)?, &request.reference()?);
        Ok(output(reference.map_err(Failure::from)?))
    }),
    op("remove_dot_segments", &[], |request| {
        Ok(output(uri::remove_dot_segments(&request.string()?)))
    }),
    op("validate_uri", &[], |request| validate(request, Grammar::Uri)),
    op("validate_uri_reference", &[], |request| validate(request, Grammar::UriReference)),
    op("validate_iri", &[], |request| validate(request, Grammar::Iri)),
    op("validate_iri_reference", &[], |request| validate(request, Grammar::IriReference)),
    op("iri_to_uri", &[("host", "by-scheme | punycode | percent"), ("encode_disallowed", "false")], |request| {
        let host: HostEncoding = request.named("host")?;
        let mut to_uri = ToUri::new().host(host);
        let iri = if request.flag("encode_disallowed", false)? {
            to_uri = to_uri.encode_disallowed();
            let iri = request.string()?;
            in_line(iri.as_bytes())?;
            iri
        } else {
            request.reference()?
        };
        Ok(output(to_uri.convert(&iri).map_err(Failure::from)?.into_owned()))
    }),
    op("uri_to_iri", &[("host", "by-scheme | unicode | keep")], |request| {
        let names: HostDisplay = request.named("host")?;
        let uri = request.string()?;
        in_line(uri.as_bytes())?;
        Ok(Box::new(move |members| {
            members.put("output", &iri::from_uri(&uri, names))?;
            put_malformed(members, &uri)
        }))
    }),
    op("normalize_iri", &[LEVEL], |request| {
        let reference = request.reference()?;
        let level = level(request)?.0;
        Ok(Box::new(move |members| {
            members.put("output", &iri::normalize(&reference, level))?;
            put_malformed(members, &reference)
        }))
    }),
    op("requote", &[("set", "of each component"), ("iri", "false"), ("html", "false"), ("raw_userinfo", "false"), ("raw_hash", "false"), ("also_keep", "[]; characters, or {{*}}"), ("in_text", "false")], requote),
    op("respell", &[
        ("as", "none: only what an option names"), ("query", "false"), ("only", "[]; path, query, query:NAME"),
        ("plus", "as the convention says, or one of keep, plus, space"), ("space", "as the convention says, or one of percent, plus"),
        ("order", "as the convention says, or one of keep, name"), ("flags", "as the convention says, or one of keep, bare, equals"),
        ("hex", "as the convention says, or one of upper, lower"),
        ("from", "utf-8"), ("to", "utf-8"), ("nfc", "false"), ("nfd", "false"),
    ], respell),
    op("layer_off", &[("query", "false"), ("only", "[]; path, query, query:NAME")], |request| {
        let (only, is_query) = (request.texts("only")?, request.flag("query", false)?);
        let parts = parts_of(&only)?;
        let off = match is_query {
            true => query_layer_off(&request.string()?, &parts).into_owned(),
            false => layer_off(&request.reference()?, &parts).into_owned(),
        };
        Ok(output(off))
    }),
];

/// The parts that `only` names.
fn parts_of(only: &[String]) -> Result<Vec<RespellPart>, Failure> {
    let parts = only.iter().map(|part| part.parse::<RespellPart>());
    parts.collect::<Result<_, _>>().map_err(|unknown| {
        Failure::request(format_args!("`only` is one of {}", unknown.names().join(", ")))
    })
}

/// The most texts of `also_keep` for `requote`: each is searched.
const MOST_KEPT: usize = 16;

fn requote<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let text = request.bytes()?;
    if let Some(at) = line_break(&text).filter(|_| !request.flag("in_text", false).unwrap_or(false))
    {
        return Err(Failure::new("line-break", Some(at), LINE_BREAK));
    }
    let (iri, html) = (request.flag("iri", false)?, request.flag("html", false)?);
    let raw_userinfo = request.flag("raw_userinfo", false)?;
    let (raw_hash, is_in_text) =
        (request.flag("raw_hash", false)?, request.flag("in_text", false)?);
    let kept = request.texts("also_keep")?;
    if kept.len() > MOST_KEPT {
        let what = format_args!("`also_keep` has at most {MOST_KEPT} texts");
        return Err(Failure::new("too-long", None, what));
    }
    let repair = repair(iri, html, raw_userinfo, raw_hash, &kept)
        .map_err(|what| Failure::request(format_args!("`also_keep`: {what}")))?;
    if is_in_text {
        let set = request.optional_text("set")?.is_some();
        if let Some((name, _)) =
            [("set", set), ("html", html)].into_iter().find(|(_, given)| *given)
        {
            let what = format_args!("`in_text` and `{name}` do not go together");
            return Err(Failure::request(what));
        }
        let mut out = OutputBuffer::default();
        in_text(&text, &mut out, &mut |_| {}, |link, out, _| {
            out.push(repair.convert_octets(link).as_bytes());
            Ok(())
        });
        return Ok(Box::new(move |members| members.put_bytes(out.filled())));
    }
    if let Some(name) = request.optional_text("set")? {
        for (name, is_given) in [("iri", iri), ("raw_userinfo", raw_userinfo)] {
            if is_given {
                let what = format_args!("`set` and `{name}` do not go together");
                return Err(Failure::request(what));
            }
        }
        return Ok(output(repair.component(&text, set_named(name)?).into_owned()));
    }
    if let Some(error) = repair.text_beside(&text) {
        return Err(problem(error).into());
    }
    Ok(Box::new(move |members| {
        members.put("output", &repair.convert_octets(&text))?;
        match repair.unrepaired(&text) {
            Some(error) => members.put("unrepaired", &error_value(&error)),
            None => Ok(()),
        }
    }))
}

/// Writes where the malformed triplets of a reference are, if it has any.
fn put_malformed(members: &mut Members<'_>, reference: &str) -> io::Result<()> {
    let reference = Reference::split(reference);
    match reference.malformed_triplets().next() {
        Some(_) => {
            let offsets = || reference.malformed_triplets().map(|error| error.offset());
            members.put("malformed", &Array(offsets))
        }
        None => Ok(()),
    }
}

/// What is wrong with a base.
fn base_failure(error: uri::UriError) -> Failure {
    Failure::new(error.kind().name(), None, format_args!("`base`: {error}"))
}

fn base<'r>(request: &'r Request<'r>) -> Result<&'r str, Failure> {
    request.optional_reference("base")?.ok_or_else(|| Failure::request("`base` is missing"))
}

fn resolve<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let (base, reference) = (base(request)?, request.reference()?);
    let is_strict = request.flag("strict", true)?;
    if request.flag("relative_base", false)? {
        if !is_strict {
            let what =
                "`relative_base` with `strict` false means nothing: such a base has no scheme";
            return Err(Failure::request(what));
        }
        return Ok(output(unless_lost(&reference, uri::join(base, &reference))?));
    }
    let strictness = if is_strict { Strictness::Strict } else { Strictness::Lenient };
    let target = uri::resolve(base, &reference, strictness).map_err(base_failure)?;
    Ok(output(unless_lost(&reference, target)?))
}

fn respell<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let only = request.texts("only")?;
    let is_query = request.flag("query", false)?;
    let asked = Asked {
        convention: request.optional_text("as")?,
        only: &only,
        plus: request.optional_named("plus")?,
        space: request.optional_named("space")?,
        order: request.optional_named("order")?,
        flags: request.optional_named("flags")?,
        hex: request.optional_named("hex")?,
        from: request.optional_text("from")?,
        to: request.optional_text("to")?,
        is_query,
    };
    let respell = asked.respell().map_err(|wrong| match wrong {
        Wrong::Option(option, what) => Failure::request(format_args!("`{option}`: {what}")),
        Wrong::Two([a, b]) => Failure::request(format_args!("`{a}` and `{b}` do not go together")),
    })?;
    let text = match is_query {
        true => request.string()?,
        false => request.reference()?,
    };
    one_line(text.as_bytes())?;
    if !is_query {
        lost(asked.convention, &text)?;
    }
    let form = request.form()?;
    if form.is_some() && request.optional_text("from")?.is_some() {
        return Err(Failure::request(
            "`nfc` and `nfd` do not go with `from`: they are forms of text in UTF-8",
        ));
    }
    let text = form.map_or(Cow::Borrowed(&*text), |form| form.encoded(&text));
    let converted = if is_query { respell.convert_query(&text) } else { respell.convert(&text) };
    let converted = converted.map_err(Failure::from)?;
    Ok(output(converted.into_owned()))
}

/// A level, and whether references are compared as IRIs. Test suites have names of their own for them.
fn level(request: &Request<'_>) -> Result<(Level, bool), Failure> {
    match request.optional_text("level")? {
        Some("syntax") if request.is_case() => Ok((Level::Path, false)),
        Some("scheme-mailto") if request.is_case() => Ok((Level::Scheme, false)),
        Some("iri-syntax") if request.is_case() => Ok((Level::Path, true)),
        Some("iri-scheme-idn") if request.is_case() => Ok((Level::Scheme, true)),
        _ => Ok((request.optional_named("level")?.unwrap_or(Level::Path), false)),
    }
}

/// What there is instead of a normal form.
const TO_COMPARE: &str = "`equivalent` compares at it, also with `plus` and `any_order`, and `key` gives the text that is compared";

/// How references are compared.
fn normalizer<const N: usize>(
    request: &Request<'_>,
    level: Level,
    references: [&str; N],
) -> Result<Normalizer<'static>, Failure> {
    let mut normalizer = Normalizer::new(level);
    let options = [CompareOption::Plus, CompareOption::Nfc, CompareOption::AnyOrder];
    for (name, option) in ["plus", "nfc", "any_order"].into_iter().zip(options) {
        if request.flag(name, false)? {
            normalizer = normalizer.with(option);
        }
    }
    if request.flag("any_order", false)? {
        references.into_iter().try_for_each(|reference| check_parameters(reference, '&'))?;
    }
    match normalizer.conflict() {
        Some(option) => Err(Failure::request(format_args!("`{option}` goes with `level` decoded"))),
        None => Ok(normalizer),
    }
}

fn validate<'r>(request: &'r Request<'r>, grammar: Grammar) -> Result<Answer<'r>, Failure> {
    uri::validate(&request.string()?, grammar).map_err(Failure::from)?;
    // Test suites have a word for it.
    Ok(if request.is_case() { output("valid") } else { output(true) })
}

fn equivalent<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let (a, b) = request.two_references()?;
    let (level, is_iri_level) = level(request)?;
    let normalizer = normalizer(request, level, [&a, &b])?;
    let as_iris = is_iri_level || request.flag("iri", false)?;
    let normalizer = if as_iris { normalizer.iris() } else { normalizer };
    let answer = normalizer.equivalent(&a, &b);
    Ok(Box::new(move |members| {
        members.put("output", &answer.is_equivalent())?;
        members.put("reason", &answer.to_string())
    }))
}

fn split<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let text = request.string()?;
    Ok(Box::new(move |members| members.put("output", &Parts(Reference::split(&text)))))
}

/// The components of a reference, as they are written.
struct Parts<'r>(Reference<'r>);

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reference = &self.0;
        let mut parts = serializer.serialize_map(None)?;
        let mut part = |name: &str, value: Option<&str>| match value {
            Some(value) => parts.serialize_entry(name, value),
            None => Ok(()),
        };
        for component in Component::ALL {
            if component == Component::Userinfo {
                part("authority", reference.authority().as_ref().map(Authority::as_str))?;
            }
            part(component.name(), reference.component(component))?;
        }
        parts.serialize_entry("segments", &Array(|| reference.segments()))?;
        parts.serialize_entry("pairs", &Array(|| reference.pairs()))?;
        parts.end()
    }
}
