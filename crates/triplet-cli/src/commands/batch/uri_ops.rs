//! The operations of `batch` on whole references, and those that analyse a text.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::cell::Cell;
use std::io;

use serde::ser::{Serialize, SerializeMap, Serializer};
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::template::{Template, Value, Variables};
use triplet::uri::{self, Grammar, Level, Normalizer, Reference, Strictness};
use triplet_inspect::{self as inspect, Context, Explain, Reading, Tokens};

use super::answer::{Answer, Array, Hex, Members, output};
use super::edit_ops::check_parameters;
use super::op::{Input, Op, op};
use super::request::{Failure, Request};
use super::set::set_named;
use crate::commands::charset::languages;
use crate::commands::content_disposition::error_value;
use crate::commands::normalize::{SORTED, sorted};
use crate::commands::reference::{
    LINE_BREAK, in_form, in_line, line_break, one_line, problem, unless_lost,
};
use crate::commands::requote::repair;
use crate::commands::respell::{Names, Wrong, lost};
use crate::commands::values::{NodeValue, finding_value, token_value};
use crate::commands::variables;

const BASE: (&str, &str) = ("base", "required");
const LEVEL: (&str, &str) = ("level", "path | percent | scheme");
const COMPARISON_LEVEL: (&str, &str) = ("level", "path | percent | scheme | decoded");

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("split", &[], split),
    op("normalize", &[LEVEL, ("key", "false"), ("plus", "false"), ("nfc", "false"), ("nfd", "false")], |request| {
        let reference = request.reference()?;
        let level = level(request)?.0;
        if request.flag("key", false)? {
            if request.flag("nfd", false)? {
                return Err(Failure::request("`nfd` does not go with `key`; `nfc` does"));
            }
            return Ok(output(normalizer(request, level)?.key(&reference).key().to_owned()));
        }
        if level == Level::Decoded || request.flag("plus", false)? {
            return Err(Failure::request(DECODED_COMPARES));
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
        if request.flag("encode_disallowed", false)? {
            to_uri = to_uri.encode_disallowed();
        }
        Ok(output(to_uri.convert(&request.reference()?).map_err(Failure::from)?.into_owned()))
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
    op("requote", &[("set", "of each component"), ("iri", "false"), ("html", "false"), ("raw_userinfo", "false"), ("also_keep", "[]; characters, or {{*}}")], requote),
    op("respell", &[
        ("as", "none: only what an option names"), ("query", "false"), ("only", "[]; path, query, query:NAME"),
        ("plus", "as the convention says, or one of keep, plus, space"), ("space", "as the convention says, or one of percent, plus"),
        ("order", "as the convention says, or one of keep, name"), ("flags", "as the convention says, or one of keep, bare, equals"),
        ("hex", "as the convention says, or one of upper, lower"),
        ("from", "utf-8"), ("to", "utf-8"), ("nfc", "false"), ("nfd", "false"),
    ], respell),
    op("expand", &[("variables", "{}"), ("literal_names", "false")], expand),
    op("layers", &[("max", "8")], layers),
    op("explain", &[("languages", "none; tags with commas between, such as ko,en"), ("max_depth", "16")], explain),
    op("inspect", &[], |request| {
        let input = request.bytes()?;
        Ok(Box::new(move |members| {
            let tokens = || Tokens::of(&input).map(|token| token_value(&input, &token));
            members.put("output", &Array(tokens))
        }))
    }),
    op("lint", &[("as", "url | path | segment | query | form | host | userinfo | fragment | any"), ("max", "1000")], lint),
    op("readers", &[], |request| {
        let input = request.bytes()?;
        Ok(Box::new(move |members| {
            let readings = || inspect::readers(&input).map(|(reader, reading)| ReadingValue(reader.name(), reading));
            members.put("output", &Array(readings))
        }))
    }),
];

/// The longest input of `explain`: each part of a text is held as a text by itself.
const LONGEST_EXPLAINED: usize = 16 << 10;

/// The most nodes of a tree.
const MOST_NODES: usize = 2000;

/// The most texts of `also_keep` for `requote`: each is searched.
const MOST_KEPT: usize = 16;

fn requote<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let text = request.bytes()?;
    if let Some(at) = line_break(&text) {
        return Err(Failure::new("line-break", Some(at), LINE_BREAK));
    }
    let (iri, html) = (request.flag("iri", false)?, request.flag("html", false)?);
    let raw_userinfo = request.flag("raw_userinfo", false)?;
    let kept = request.texts("also_keep")?;
    if kept.len() > MOST_KEPT {
        let what = format_args!("`also_keep` has at most {MOST_KEPT} texts");
        return Err(Failure::new("too-long", None, what));
    }
    let repair = repair(iri, html, raw_userinfo, &kept)
        .map_err(|what| Failure::request(format_args!("`also_keep`: {what}")))?;
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

fn explain<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let tags = request.optional_text("languages")?.map(str::to_owned);
    let languages = languages(tags.as_slice()).map_err(Failure::request)?;
    let max_depth = request.number("max_depth", 16)?.clamp(1, 16);
    let input = request.bytes()?;
    if input.len() > LONGEST_EXPLAINED {
        let what = format_args!("a text of at most {} KiB is explained", LONGEST_EXPLAINED >> 10);
        return Err(Failure::new("too-long", None, what));
    }
    let options = Explain::new().languages(languages).max_depth(max_depth).max_nodes(MOST_NODES);
    let explanation = options.explain_octets(&input);
    Ok(Box::new(move |members| {
        members.put("output", &NodeValue(explanation.root()))?;
        explanation.readable().map_or(Ok(()), |text| members.put("readable", &text))
    }))
}

/// What a reader reads.
struct ReadingValue(&'static str, Reading);

impl Serialize for ReadingValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("reader", self.0)?;
        match &self.1 {
            Reading::Bytes(octets) => match str::from_utf8(octets) {
                Ok(text) => map.serialize_entry("output", text)?,
                Err(_) => map.serialize_entry("output_hex", &Hex(octets))?,
            },
            Reading::Text(text) => map.serialize_entry("output", text)?,
            Reading::Refused => map.serialize_entry("refused", &true)?,
        }
        map.end()
    }
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
    let names = Names {
        convention: request.optional_text("as")?,
        only: &only,
        plus: request.optional_text("plus")?,
        space: request.optional_text("space")?,
        order: request.optional_text("order")?,
        flags: request.optional_text("flags")?,
        hex: request.optional_text("hex")?,
        from: request.optional_text("from")?,
        to: request.optional_text("to")?,
        is_query,
    };
    let respell = names.respell().map_err(|wrong| match wrong {
        Wrong::Option(option, what) => Failure::request(format_args!("`{option}`: {what}")),
        Wrong::Two([a, b]) => Failure::request(format_args!("`{a}` and `{b}` do not go together")),
    })?;
    let text = match is_query {
        true => request.string()?,
        false => request.reference()?,
    };
    one_line(text.as_bytes())?;
    if !is_query {
        lost(names.convention, &text)?;
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

/// The input is a template.
fn expand<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let variables = match request.written("variables") {
        None => variables::Members::new(),
        Some(given) => {
            let members = variables::members(given, MOST_VARIABLES);
            members.map_err(|(_, what)| Failure::request(format_args!("`variables`: {what}")))?
        }
    };
    let budget = Cell::new(Some(BUDGET + request.length()));
    let variables = Budgeted { variables, budget };
    let text = request.string()?;
    let mut template = Template::parse(&text).map_err(Failure::from)?;
    if request.flag("literal_names", false)? {
        template = template.literal_names();
    }
    let expanded = template.expand(&variables).map_err(Failure::from)?;
    match variables.budget.get() {
        Some(_) => Ok(output(expanded)),
        None => {
            let what = "the expansion repeats its variables: together they may be 64 KiB longer than the request";
            Err(Failure::new("too-long", None, what))
        }
    }
}

/// The most variables of a request.
const MOST_VARIABLES: usize = 10_000;

/// The bytes of variables that an expansion has beside those for each byte of the request.
const BUDGET: usize = 64 << 10;

/// Variables that are undefined when they were too long all together: an expansion may repeat each of them once for each three
/// bytes of a template.
struct Budgeted<'t> {
    variables: variables::Members<'t>,
    budget: Cell<Option<usize>>,
}

impl Variables for Budgeted<'_> {
    fn value(&self, name: &str) -> Value<'_> {
        let Some(member) = self.variables.get(name) else { return Value::UNDEFINED };
        // The name is written before each member of a list if the variable is exploded.
        let length = member.length + member.count * name.len();
        self.budget.set(self.budget.get().and_then(|budget| budget.checked_sub(length)));
        match self.budget.get() {
            Some(_) => member.value.borrowed(),
            None => Value::UNDEFINED,
        }
    }
}

/// A level, and whether references are compared as IRIs. Test suites have names of their own for them.
fn level(request: &Request<'_>) -> Result<(Level, bool), Failure> {
    match request.text("level", "path")? {
        "syntax" if request.is_case() => Ok((Level::Path, false)),
        "scheme-mailto" if request.is_case() => Ok((Level::Scheme, false)),
        "iri-syntax" if request.is_case() => Ok((Level::Path, true)),
        "iri-scheme-idn" if request.is_case() => Ok((Level::Scheme, true)),
        name => Level::by_name(name).map(|level| (level, false)).ok_or_else(|| {
            Failure::request("`level` must be one of percent, path, scheme, decoded")
        }),
    }
}

/// Why the operations that give a normal form refuse these options.
const DECODED_COMPARES: &str = "`level` decoded and `plus` compare only: `equivalent` compares, and `key` gives the text that is compared";

/// How references are compared.
fn normalizer(request: &Request<'_>, level: Level) -> Result<Normalizer<'static>, Failure> {
    let mut normalizer = Normalizer::new(level);
    for option in ["plus", "nfc"] {
        if !request.flag(option, false)? {
            continue;
        }
        if level != Level::Decoded {
            return Err(Failure::request(format_args!("`{option}` goes with `level` decoded")));
        }
        normalizer = if option == "plus" { normalizer.plus_as_space() } else { normalizer.nfc() };
    }
    Ok(normalizer)
}

fn context(request: &Request<'_>) -> Result<Context, Failure> {
    let name = request.text("as", "url")?;
    Context::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Context::ALL.iter().map(|context| context.name()).collect();
        Failure::request(format_args!("`as` must be one of {}", names.join(", ")))
    })
}

fn validate<'r>(request: &'r Request<'r>, grammar: Grammar) -> Result<Answer<'r>, Failure> {
    uri::validate(&request.string()?, grammar).map_err(Failure::from)?;
    // Test suites have a word for it.
    Ok(if request.is_case() { output("valid") } else { output(true) })
}

fn equivalent<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let (a, b) = request.two_references()?;
    let (level, is_iri_level) = level(request)?;
    let as_iris = is_iri_level || request.flag("iri", false)?;
    let normalizer = normalizer(request, level)?;
    let is_same = |a: &str, b: &str| match as_iris {
        true => iri::equivalent(a, b, level),
        false => normalizer.equivalent(a, b).is_equivalent(),
    };
    let mut in_order = None;
    if request.flag("any_order", false)? && !is_same(&a, &b) {
        for reference in [&a, &b] {
            check_parameters(reference, '&')?;
        }
        in_order = sorted([&a, &b], request.flag("plus", false)?);
    }
    let (a, b, before) = match &in_order {
        Some([a, b]) => (&**a, &**b, SORTED),
        None => (&*a, &*b, ""),
    };
    if as_iris {
        return Ok(output(is_same(a, b)));
    }
    let answer = normalizer.equivalent(a, b);
    Ok(Box::new(move |members| {
        members.put("output", &answer.is_equivalent())?;
        members.put("reason", &format!("{before}{answer}"))
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
        part("scheme", reference.scheme())?;
        if let Some(authority) = reference.authority() {
            part("authority", Some(authority.as_str()))?;
            part("userinfo", authority.userinfo())?;
            part("host", Some(authority.host()))?;
            part("port", authority.port())?;
        }
        part("path", Some(reference.path()))?;
        part("query", reference.query())?;
        part("fragment", reference.fragment())?;
        parts.serialize_entry("segments", &Array(|| reference.segments()))?;
        parts.serialize_entry("pairs", &Array(|| reference.pairs()))?;
        parts.end()
    }
}

/// The most findings that `max` may ask for: they are held until they are in order.
const MOST_FINDINGS: usize = 10_000;

fn lint<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let context = context(request)?;
    let max = request.number("max", 1000)?;
    if max > MOST_FINDINGS {
        return Err(Failure::request(format_args!("`max` is at most {MOST_FINDINGS}")));
    }
    let findings = inspect::lint_at_most(&request.bytes()?, context, max);
    Ok(Box::new(move |members| {
        members.put("findings", &Array(|| findings.iter().map(finding_value)))?;
        members.put("capped", &findings.is_capped())
    }))
}

/// The number of layers whose texts are in the answer, from the first on. The count and the last text include all layers.
const LAYER_TEXTS: usize = 64;

fn layers<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.bytes()?;
    let max = request.number("max", 8)?;
    Ok(Box::new(move |members| write_layers(&input, max, members)))
}

fn write_layers(input: &[u8], max: usize, members: &mut Members<'_>) -> io::Result<()> {
    let found = inspect::layers(input, max);
    if let Some(text) = found.fixpoint() {
        members.put_bytes(text)?;
    }
    members.put("layers", &found.count())?;
    members.put("limited", &found.is_limited())?;
    // All of them may be as long as the square of the input's length.
    members.put("texts", &Array(|| found.texts().take(LAYER_TEXTS).map(LayerText)))
}

struct LayerText(Vec<u8>);

impl Serialize for LayerText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match str::from_utf8(&self.0) {
            Ok(text) => map.serialize_entry("text", text)?,
            Err(_) => map.serialize_entry("hex", &Hex(&self.0))?,
        }
        map.end()
    }
}
