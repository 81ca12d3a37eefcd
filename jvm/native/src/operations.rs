//! What Java can ask for. An operation gets a text, a second argument and an option, and writes one result. The operations of SQL are named
//! as in SQL, and have the same results as on Arrow columns (`crates/triplet-arrow`); their errors name no row, and Spark shows the value.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use triplet::charset::{self, Charset};
use triplet::form::{self, Part};
use triplet::uri::{
    self, CompareOption, Component, Edit, Level, NoNormalForm, Normalizer, Reference, Requote,
    Respell, Strictness, UriError,
};
use triplet::{Decode, EncodeSet};
use triplet_inspect::{Context, Node, Rule, Severity};

use crate::answer::Answer;
use crate::failure::Failure;
use crate::names;
use crate::offsets::{IN_UTF16, Offsets};
use crate::output::Output;

/// The arguments of an operation.
pub(crate) struct Input<'a> {
    pub(crate) octets: &'a [u8],
    pub(crate) second: &'a [u8],
    /// Bits 0 to 15: the number of a set, a level or a context. Bits 16 to 31: that of a charset. Bit 32: `+` is read as a space. Bit 33:
    /// offsets count UTF-16. Bits 34 to 37: options of comparing, in the order of their names.
    pub(crate) option: i64,
}

pub(crate) struct Operation {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Input<'_>, &mut Output<'_>) -> Result<(), Failure>,
}

#[rustfmt::skip]
pub(crate) static OPERATIONS: &[Operation] = &[
    Operation { name: "names", run: all_names },
    Operation { name: "number", run: number },
    Operation { name: "sets", run: sets },
    Operation { name: "pct_encode", run: encode },
    Operation { name: "pct_decode", run: decode },
    Operation { name: "pct_decode_lossy", run: decode_lossy },
    Operation { name: "pct_decode_bytes", run: |input, out| out.decode_bytes(input.decode()) },
    Operation { name: "pct_decode_layers", run: decode_layers },
    Operation { name: "pct_error", run: error },
    Operation { name: "pct_normalize", run: normalize },
    Operation { name: "pct_respell", run: respell },
    Operation { name: "pct_equivalent", run: equivalent },
    Operation { name: "pct_key", run: key },
    Operation { name: "pct_resolve", run: resolve_row },
    Operation { name: "pct_requote", run: requote_row },
    Operation { name: "pct_remove", run: remove_row },
    Operation { name: "uri_parts", run: uri_parts },
    Operation { name: "form_parse", run: form_parse },
    Operation { name: "form_get", run: form_get },
    Operation { name: "pct_lint", run: lint },
    Operation { name: "form_serialize", run: form_serialize },
    Operation { name: "explain", run: explain },
    Operation { name: "normalize", run: normalize_one },
    Operation { name: "respell", run: respell_one },
    Operation { name: "resolve", run: resolve },
    Operation { name: "requote", run: requote },
];

impl<'a> Input<'a> {
    fn text(&self) -> Result<&'a str, Failure> {
        Ok(str::from_utf8(self.octets)?)
    }

    fn number(&self) -> usize {
        (self.option & 0xFFFF) as usize
    }

    fn charset(&self) -> Result<Charset, Failure> {
        static ALL: LazyLock<Vec<Charset>> = LazyLock::new(|| Charset::all().collect());
        match (self.option >> 16 & 0xFFFF) as usize {
            0 => Ok(Charset::UTF_8),
            number => ALL.get(number).copied().ok_or_else(|| unknown("charset")),
        }
    }

    fn set(&self) -> Result<EncodeSet, Failure> {
        // Asked for with each value: the library's iterator walks to the number.
        static ALL: LazyLock<Vec<EncodeSet>> =
            LazyLock::new(|| EncodeSet::names().map(|named| named.set).collect());
        let set = if self.second.is_empty() {
            ALL.get(self.number()).copied()
        } else {
            names::own_set(self.second)
        };
        set.ok_or_else(|| unknown("set"))
    }

    fn level(&self) -> Result<Level, Failure> {
        Level::ALL.get(self.number()).copied().ok_or_else(|| unknown("level"))
    }

    /// How references are compared.
    fn normalizer(&self) -> Result<Normalizer<'static>, Failure> {
        let asked = CompareOption::ALL.into_iter().enumerate();
        let asked = asked.filter(|(bit, _)| self.option >> (34 + bit) & 1 == 1);
        let plain = Normalizer::new(self.level()?);
        let normalizer = asked.fold(plain, |normalizer, (_, option)| normalizer.with(option));
        match normalizer.conflict() {
            Some(option) => Err(Failure::Unknown(format!(
                "the option `{option}` goes with the level `decoded`"
            ))),
            None => Ok(normalizer),
        }
    }

    fn plus(&self) -> bool {
        self.option >> 32 & 1 == 1
    }

    fn offsets(&self) -> Offsets {
        match str::from_utf8(self.octets) {
            Ok(text) if self.option & IN_UTF16 != 0 => Offsets::in_utf16(text),
            _ => Offsets::BYTES,
        }
    }

    fn decode(&self) -> Decode<'a> {
        let view = triplet::decode(self.octets);
        if self.plus() { view.plus_as_space() } else { view }
    }

    fn decode_charset(&self, charset: Charset) -> charset::DecodeText<'a> {
        let view = match str::from_utf8(self.octets) {
            Ok(text) => charset::decode(text, charset),
            Err(_) => charset::decode_octets(self.octets, charset),
        };
        if self.plus() { view.plus_as_space() } else { view }
    }
}

#[cold]
fn unknown(what: &str) -> Failure {
    Failure::Unknown(format!("no {what} has this number"))
}

/// Asks for memory of this size, for a function of the library that has no `try_` form: an allocation that is refused within it would
/// end the process.
fn check_memory(bytes: usize) -> Result<(), Failure> {
    if bytes >= 64 << 10 {
        Vec::<u8>::new().try_reserve_exact(bytes)?;
    }
    Ok(())
}

fn answer(out: &mut Output<'_>, fill: impl FnOnce(&mut Answer)) -> Result<(), Failure> {
    let mut answer = Answer::default();
    fill(&mut answer);
    out.write(answer.bytes())
}

/// The names of a table, in the order of their numbers.
fn all_names(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let names = match input.text()? {
        "operation" => OPERATIONS.iter().map(|operation| operation.name).collect(),
        table => names::table(table)?,
    };
    answer(out, |answer| {
        answer.number(names.len());
        names.iter().for_each(|name| answer.text(name));
    })
}

fn number(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let number = names::number(input.text()?, str::from_utf8(input.second)?)?;
    answer(out, |answer| answer.number(number))
}

fn sets(_: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    answer(out, names::describe_sets)
}

fn encode(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let (set, charset) = (input.set()?, input.charset()?);
    if charset == Charset::UTF_8 {
        return out.encode(triplet::encode(input.octets, set));
    }
    let text = input.text()?;
    check_memory(text.len().saturating_mul(8))?;
    out.write(charset::encode(text, charset, set).try_to_cow()?.as_bytes())
}

fn decode(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let charset = input.charset()?;
    if charset == Charset::UTF_8 {
        return out.decode(input.decode());
    }
    check_memory(input.octets.len().saturating_mul(8))?;
    out.write(input.decode_charset(charset).to_str()?.as_bytes())
}

fn decode_lossy(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let charset = input.charset()?;
    if charset == Charset::UTF_8 {
        return out.decode_lossy(input.decode().lenient());
    }
    check_memory(input.octets.len().saturating_mul(8))?;
    out.write(input.decode_charset(charset).lenient().to_str_lossy()?.as_bytes())
}

/// The text, and how often it was decoded; absent past the limit, which is the option, and if the octets are not text.
fn decode_layers(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len().saturating_mul(4))?;
    let layers = triplet_inspect::layers(input.octets, input.number());
    let text = layers.fixpoint().and_then(|text| str::from_utf8(text).ok());
    let text = text.ok_or(Failure::Absent)?;
    answer(out, |answer| {
        answer.text(text);
        answer.number(layers.count());
    })
}

/// The offset and the kind of what `pct_decode` would refuse; absent if there is none.
fn error(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len().saturating_mul(2))?;
    let error = triplet::decode(input.octets).to_str().err().ok_or(Failure::Absent)?;
    answer(out, |answer| {
        answer.number(error.offset());
        answer.text(error.kind().name());
    })
}

/// The normal form at a level that has one.
fn normal<'a>(input: &Input<'a>) -> Result<(&'a str, Cow<'a, str>), Failure> {
    let text = input.text()?;
    check_memory(text.len().saturating_mul(6))?;
    let level = input.level()?;
    if !level.has_normal_form() {
        return Err(Failure::Unknown(NoNormalForm.to_string()));
    }
    Ok((text, uri::normalize(text, level)))
}

/// The error of a text that is not one reference alone, or that loses raw white space by a change.
fn beside(text: &str, changed: &str) -> Option<UriError> {
    uri::text_beside(text).or_else(|| uri::text_lost(text, changed))
}

/// What is malformed stays, and so does a text that is not one reference alone.
fn normalize(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let (text, normal) = normal(input)?;
    let changes = matches!(normal, Cow::Owned(_)) && beside(text, &normal).is_none();
    out.write(if changes { normal.as_bytes() } else { text.as_bytes() })
}

/// As `pct_normalize`, of a single text: one that is not one reference alone is an error.
fn normalize_one(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let (text, normal) = normal(input)?;
    match beside(text, &normal) {
        Some(error) => Err(error.into()),
        None => out.write(normal.as_bytes()),
    }
}

/// By the convention, or under the set, that the second argument names. A text that is not one reference alone is an error if it would
/// change, or in any case if `always`.
fn respelled(input: &Input<'_>, out: &mut Output<'_>, always: bool) -> Result<(), Failure> {
    let (text, name) = (input.text()?, str::from_utf8(input.second)?);
    let Some(respell) = Respell::by_name(name) else {
        names::number(name, "convention")?;
        return Err(unknown("convention"));
    };
    check_memory(text.len().saturating_mul(6))?;
    let changed = respell.convert(text)?;
    if (always || matches!(changed, Cow::Owned(_)))
        && let Some(error) = respell.text_beside(text)
    {
        return Err(error.into());
    }
    out.write(changed.as_bytes())
}

fn respell(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    respelled(input, out, false)
}

fn respell_one(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    respelled(input, out, true)
}

/// Whether text and second argument are equivalent: the number 1 or 0.
fn equivalent(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let (a, b) = (input.text()?, str::from_utf8(input.second)?);
    check_memory((a.len() + b.len()).saturating_mul(6))?;
    let same = input.normalizer()?.equivalent(a, b).is_equivalent();
    answer(out, |answer| answer.number(usize::from(same)))
}

fn key(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let text = input.text()?;
    check_memory(text.len().saturating_mul(6))?;
    out.write(input.normalizer()?.key(text).key().as_bytes())
}

/// The target of the text at the base that is the second argument.
fn resolve(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let (reference, base) = (input.text()?, str::from_utf8(input.second)?);
    check_memory((base.len() + reference.len()).saturating_mul(2))?;
    let target = uri::resolve(base, reference, Strictness::Strict)?;
    match beside(reference, &target) {
        Some(error) => Err(error.into()),
        None => out.write(target.as_bytes()),
    }
}

/// As `resolve`; absent where the base has no scheme, and where one of the two is not one reference alone.
fn resolve_row(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let base_is_one = uri::text_beside(input.second).is_none();
    let found = if base_is_one { resolve(input, out) } else { Err(Failure::Absent) };
    found.map_err(absent_where_malformed)
}

fn absent_where_malformed(failure: Failure) -> Failure {
    match failure {
        Failure::Uri(_) | Failure::NotText(_) => Failure::Absent,
        other => other,
    }
}

/// A reference, repaired. A text that is not one reference alone is not repaired.
fn requote(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len().saturating_mul(6))?;
    let repair = Requote::new();
    match repair.text_beside(input.octets) {
        Some(error) => Err(error.into()),
        None => out.write(repair.convert_octets(input.octets).as_bytes()),
    }
}

fn requote_row(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    requote(input, out).map_err(absent_where_malformed)
}

/// A reference without the parameters that the second argument names, with spaces between; absent where a text is not one reference alone.
fn remove_row(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let names = str::from_utf8(input.second)?;
    let text = input.text().map_err(absent_where_malformed)?;
    check_memory(text.len().saturating_mul(6))?;
    let mut edit = Edit::new(text);
    for name in names.split(' ').filter(|name| !name.is_empty()) {
        match name.strip_suffix('*') {
            Some(prefix) => edit.parameters_mut().remove_prefixed(prefix),
            None => edit.parameters_mut().remove_named(name),
        };
    }
    let edited = edit.finish().map_err(|_| Failure::Absent)?;
    match beside(text, &edited) {
        Some(_) => Err(Failure::Absent),
        None => out.write(edited.as_bytes()),
    }
}

/// Each component, in the order of [`Component::ALL`], or null.
fn uri_parts(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len())?;
    let reference = Reference::split(input.text()?);
    answer(out, |answer| {
        for component in Component::ALL {
            answer.optional_text(reference.component(component));
        }
    })
}

/// Parsing a form keeps malformed triplets and never fails.
fn decoded<'a>(part: &Part<'a>) -> Cow<'a, str> {
    part.to_str_lossy().unwrap_or_default()
}

/// A list of names and values.
fn form_parse(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    // A pair of one octet has two numbers in the answer.
    check_memory(input.octets.len().saturating_mul(16))?;
    let pairs = || form::parse(input.octets).pairs().flatten();
    answer(out, |answer| {
        answer.number(pairs().count());
        for pair in pairs() {
            answer.text(&decoded(&pair.name));
            answer.text(&decoded(&pair.value));
        }
    })
}

/// The value of the first pair with the name that is the second argument; absent if there is none.
fn form_get(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len().saturating_mul(4))?;
    let mut pairs = form::parse(input.octets).pairs().flatten();
    let found = pairs.find(|pair| decoded(&pair.name).as_bytes() == input.second);
    out.write(decoded(&found.ok_or(Failure::Absent)?.value).as_bytes())
}

/// A form of the pairs in the text: each name and each value is a number, its length, and octets.
fn form_serialize(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len().saturating_mul(4))?;
    let mut form = String::new();
    let mut to = form::Serializer::new(&mut form);
    let mut rest = input.octets;
    while let Some((name, after)) = element(rest) {
        let Some((value, after)) = element(after) else { break };
        to.append(name, value);
        rest = after;
    }
    out.write(form.as_bytes())
}

fn element(octets: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = octets.split_first_chunk::<4>()?;
    rest.split_at_checked(usize::try_from(i32::from_le_bytes(*length)).ok()?)
}

/// A list of findings: rule, severity, start and end in the text, the layer, what is wrong and what to do.
fn lint(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    check_memory(input.octets.len().saturating_mul(8))?;
    let context = Context::ALL.get(input.number()).copied().ok_or_else(|| unknown("context"))?;
    let findings = triplet_inspect::lint(input.octets, context);
    let offsets = input.offsets();
    answer(out, |answer| {
        answer.number(findings.len());
        for found in findings.iter() {
            finding(answer, found.rule(), found.severity(), found.span(), found.layer(), &offsets);
        }
    })
}

fn finding(
    answer: &mut Answer,
    rule: Rule,
    severity: Severity,
    span: Range<usize>,
    layer: u8,
    offsets: &Offsets,
) {
    answer.text(rule.name());
    answer.text(severity.name());
    answer.number(offsets.of(span.start));
    answer.number(offsets.of(span.end));
    answer.number(usize::from(layer));
    answer.text(rule.message());
    answer.text(rule.advice());
}

/// The text made readable, or null, and the tree of `explain`.
fn explain(input: &Input<'_>, out: &mut Output<'_>) -> Result<(), Failure> {
    let text = input.text()?;
    check_memory(text.len().saturating_mul(16))?;
    let explanation = triplet_inspect::explain(text);
    answer(out, |answer| {
        answer.optional_text(explanation.readable().as_deref());
        node(explanation.root(), &Offsets::in_utf16(text), answer);
    })
}

/// Kind, title, place in the text around it, text as written, text decoded, detail, findings, and children.
fn node(node: &Node, around: &Offsets, answer: &mut Answer) {
    answer.text(node.kind.name());
    answer.text(node.kind.title());
    answer.number(around.of(node.span.start));
    answer.number(around.of(node.span.end));
    answer.text(&node.written);
    answer.optional_text(node.decoded.as_deref());
    answer.optional_text(node.detail.as_deref());
    answer.number(node.findings.len());
    let written = Offsets::in_utf16(&node.written);
    for found in &node.findings {
        finding(answer, found.rule, found.severity, found.start..found.end, 0, &written);
    }
    answer.number(node.children.len());
    let read = Offsets::in_utf16(node.read());
    node.children.iter().for_each(|child| self::node(child, &read, answer));
}
