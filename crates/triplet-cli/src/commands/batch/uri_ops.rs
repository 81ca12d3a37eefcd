//! The operations of `batch` on whole references, and those that analyse a text.
#![forbid(unsafe_code)]

use serde_json::{Map, Value, json};
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::template::{Template, TemplateError};
use triplet::uri::{self, Grammar, Level, Reference, Strictness};
use triplet_inspect::{self as inspect, Context, Reading};

use super::op::{Input, Op, bytes, op};
use super::request::{Failure, Request};
use super::set::set_named;
use crate::commands::values::{finding_value, hex, token_value};
use crate::commands::variables;

const BASE: (&str, &str) = ("base", "required");
const LEVEL: (&str, &str) = ("level", "path | percent | scheme");

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("split", &[], split),
    op("normalize", &[LEVEL], |request| {
        let reference = request.string()?;
        let mut answer = json!({ "output": uri::normalize(&reference, level(request)?.0) });
        let malformed: Vec<usize> =
            Reference::split(&reference).malformed_triplets().map(|error| error.offset()).collect();
        if !malformed.is_empty() {
            answer["malformed"] = json!(malformed);
        }
        Ok(answer)
    }),
    op("equivalent", &[LEVEL, ("iri", "false")], equivalent).taking(Input::Json),
    op("resolve", &[BASE, ("strict", "true"), ("relative_base", "false")], resolve),
    op("relativize", &[BASE], |request| {
        let reference = uri::relativize(base(request)?, &request.string()?);
        Ok(json!({ "output": reference.map_err(base_failure)? }))
    }),
    op("remove_dot_segments", &[], |request| {
        Ok(json!({ "output": uri::remove_dot_segments(&request.string()?) }))
    }),
    op("validate_uri", &[], |request| validate(request, Grammar::Uri)),
    op("validate_uri_reference", &[], |request| validate(request, Grammar::UriReference)),
    op("validate_iri", &[], |request| validate(request, Grammar::Iri)),
    op("validate_iri_reference", &[], |request| validate(request, Grammar::IriReference)),
    op("iri_to_uri", &[("host", "by-scheme | punycode | percent"), ("encode_disallowed", "false")], |request| {
        let host = match request.word("host", &["by-scheme", "punycode", "percent"])? {
            "percent" => HostEncoding::Percent,
            "punycode" => HostEncoding::Punycode,
            _ => HostEncoding::ByScheme,
        };
        let mut to_uri = ToUri::new().host(host);
        if request.flag("encode_disallowed", false)? {
            to_uri = to_uri.encode_disallowed();
        }
        Ok(json!({ "output": to_uri.convert(&request.string()?).map_err(failure)? }))
    }),
    op("uri_to_iri", &[("host", "by-scheme | unicode | keep")], |request| {
        let names = match request.word("host", &["by-scheme", "unicode", "keep"])? {
            "keep" => HostDisplay::Keep,
            "unicode" => HostDisplay::Unicode,
            _ => HostDisplay::ByScheme,
        };
        Ok(json!({ "output": iri::from_uri(&request.string()?, names) }))
    }),
    op("normalize_iri", &[LEVEL], |request| {
        Ok(json!({ "output": iri::normalize(&request.string()?, level(request)?.0) }))
    }),
    op("requote", &[("set", "of each component")], |request| {
        let text = request.string()?;
        Ok(match request.optional_text("set")? {
            Some(name) => json!({ "output": uri::requote(&text, set_named(name)?) }),
            None => json!({ "output": uri::requote_reference(&text) }),
        })
    }),
    op("expand", &[("variables", "{}"), ("literal_names", "false")], expand),
    op("layers", &[("max", "8")], layers),
    op("inspect", &[], |request| {
        let input = request.bytes()?;
        let tokens: Vec<Value> = inspect::tokens(&input).iter().map(|token| token_value(&input, token)).collect();
        Ok(json!({ "output": tokens }))
    }),
    op("lint", &[("as", "url | path | segment | query | form | host | userinfo | fragment | any"), ("max", "1000")], |request| {
        let context = context(request)?;
        let findings = inspect::lint_at_most(&request.bytes()?, context, request.number("max", 1000)?);
        let list: Vec<Value> = findings.iter().map(finding_value).collect();
        Ok(json!({ "findings": list, "capped": findings.is_capped() }))
    }),
    op("readers", &[], |request| {
        let readings = inspect::readers(&request.bytes()?).map(|(reader, reading)| {
            let mut answer = match reading {
                Reading::Bytes(octets) => bytes(&octets),
                Reading::Text(text) => json!({ "output": text }),
                Reading::Refused => json!({ "refused": true }),
            };
            if let Some(fields) = answer.as_object_mut() {
                fields.shift_insert(0, "reader".into(), reader.name().into());
            }
            answer
        }).collect::<Vec<_>>();
        Ok(json!({ "output": readings }))
    }),
];

fn failure(error: uri::UriError) -> Failure {
    Failure::new(error.kind().name(), Some(error.offset()), error)
}

/// What is wrong with a base.
fn base_failure(error: uri::UriError) -> Failure {
    Failure::new(error.kind().name(), None, format_args!("`base`: {error}"))
}

fn base(request: &Request) -> Result<&str, Failure> {
    request.optional_text("base")?.ok_or_else(|| Failure::request("`base` is missing"))
}

fn resolve(request: &Request) -> Result<Value, Failure> {
    let (base, reference) = (base(request)?, request.string()?);
    let is_strict = request.flag("strict", true)?;
    if request.flag("relative_base", false)? {
        if !is_strict {
            let what =
                "`relative_base` with `strict` false means nothing: such a base has no scheme";
            return Err(Failure::request(what));
        }
        return Ok(json!({ "output": uri::join(base, &reference) }));
    }
    let strictness = if is_strict { Strictness::Strict } else { Strictness::Lenient };
    let target = uri::resolve(base, &reference, strictness).map_err(base_failure)?;
    Ok(json!({ "output": target }))
}

/// The input is a template.
fn expand(request: &Request) -> Result<Value, Failure> {
    let failure =
        |error: TemplateError| Failure::new(error.kind().name(), Some(error.offset()), error);
    let variables = match request.0.get("variables") {
        None => variables::Members::new(),
        Some(given) => {
            let members = variables::members(&given.to_string());
            members.map_err(|(_, what)| Failure::request(format_args!("`variables`: {what}")))?
        }
    };
    let text = request.string()?;
    let mut template = Template::parse(&text).map_err(failure)?;
    if request.flag("literal_names", false)? {
        template = template.literal_names();
    }
    Ok(json!({ "output": template.expand(&variables).map_err(failure)? }))
}

/// A level, and whether references are compared as IRIs. Test suites have names of their own for them.
fn level(request: &Request) -> Result<(Level, bool), Failure> {
    match request.text("level", "path")? {
        "syntax" if request.is_case() => Ok((Level::Path, false)),
        "scheme-mailto" if request.is_case() => Ok((Level::Scheme, false)),
        "iri-syntax" if request.is_case() => Ok((Level::Path, true)),
        "iri-scheme-idn" if request.is_case() => Ok((Level::Scheme, true)),
        name => Level::by_name(name)
            .map(|level| (level, false))
            .ok_or_else(|| Failure::request("`level` must be one of percent, path, scheme")),
    }
}

fn context(request: &Request) -> Result<Context, Failure> {
    let name = request.text("as", "url")?;
    Context::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Context::ALL.iter().map(|context| context.name()).collect();
        Failure::request(format_args!("`as` must be one of {}", names.join(", ")))
    })
}

fn validate(request: &Request, grammar: Grammar) -> Result<Value, Failure> {
    uri::validate(&request.string()?, grammar).map_err(failure)?;
    // Test suites have a word for it.
    Ok(if request.is_case() { json!({ "output": "valid" }) } else { json!({ "output": true }) })
}

fn equivalent(request: &Request) -> Result<Value, Failure> {
    let wrong = || Failure::request("`input` must be an array of two references");
    let pair = request.0.get("input").and_then(Value::as_array).ok_or_else(wrong)?;
    let [Value::String(a), Value::String(b)] = pair.as_slice() else { return Err(wrong()) };
    let (level, as_iris) = level(request)?;
    if as_iris || request.flag("iri", false)? {
        return Ok(json!({ "output": iri::equivalent(a, b, level) }));
    }
    let answer = uri::equivalent(a, b, level);
    Ok(json!({ "output": answer.is_equivalent(), "reason": answer.to_string() }))
}

fn split(request: &Request) -> Result<Value, Failure> {
    let text = request.string()?;
    let reference = Reference::split(&text);
    let mut parts = Map::new();
    let mut part = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            parts.insert(name.into(), value.into());
        }
    };
    part("scheme", reference.scheme());
    if let Some(authority) = reference.authority() {
        part("authority", Some(authority.as_str()));
        part("userinfo", authority.userinfo());
        part("host", Some(authority.host()));
        part("port", authority.port());
    }
    part("path", Some(reference.path()));
    part("query", reference.query());
    part("fragment", reference.fragment());
    let segments: Vec<&str> = reference.segments().collect();
    parts.insert("segments".into(), json!(segments));
    let pairs: Vec<Value> = reference.pairs().map(|(name, value)| json!([name, value])).collect();
    parts.insert("pairs".into(), pairs.into());
    Ok(json!({ "output": parts }))
}

/// The number of layers whose texts are in the answer, from the first; the count and the last text are of all layers.
const LAYER_TEXTS: usize = 64;

fn layers(request: &Request) -> Result<Value, Failure> {
    let input = request.bytes()?;
    let found = inspect::layers(&input, request.number("max", 8)?);
    // All of them may be as long as the square of the input's length.
    let texts: Vec<Value> = found
        .texts()
        .take(LAYER_TEXTS)
        .map(|text| match str::from_utf8(&text) {
            Ok(text) => json!({ "text": text }),
            Err(_) => json!({ "hex": hex(&text) }),
        })
        .collect();
    let mut answer = match found.fixpoint() {
        Some(text) => bytes(text),
        None => json!({}),
    };
    if let Some(fields) = answer.as_object_mut() {
        fields.insert("layers".into(), found.count().into());
        fields.insert("limited".into(), found.is_limited().into());
        fields.insert("texts".into(), texts.into());
    }
    Ok(answer)
}
