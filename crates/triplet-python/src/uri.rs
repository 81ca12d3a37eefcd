//! Functions of references: normalised, compared, resolved, repaired, built; and IRIs.

use std::ffi::CString;
use std::net::IpAddr;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;
use triplet::charset::Charset;
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{
    self, Builder, Convention, Equivalence, Grammar, Level, Normalizer, Reason, Requote, Respell,
    RespellPart, Strictness, UriError,
};

use crate::codec::Label;
use crate::error::triplet_error;
use crate::memory::{Text, check_memory};
use crate::names::named;
use crate::set::SetArgument;
use crate::text::{Input, characters, detach_if_long, result, text, text_error};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Comparison>()?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(equivalent, module)?)?;
    module.add_function(wrap_pyfunction!(reference_key, module)?)?;
    module.add_function(wrap_pyfunction!(equivalent_iris, module)?)?;
    module.add_function(wrap_pyfunction!(resolve, module)?)?;
    module.add_function(wrap_pyfunction!(relativize, module)?)?;
    module.add_function(wrap_pyfunction!(remove_dot_segments, module)?)?;
    module.add_function(wrap_pyfunction!(validate, module)?)?;
    module.add_function(wrap_pyfunction!(requote, module)?)?;
    module.add_function(wrap_pyfunction!(respell, module)?)?;
    module.add_function(wrap_pyfunction!(build_uri, module)?)?;
    module.add_function(wrap_pyfunction!(to_uri, module)?)?;
    module.add_function(wrap_pyfunction!(from_uri, module)?)
}

/// A level by its name.
pub(crate) struct LevelArgument(pub(crate) Level);

impl<'py> FromPyObject<'_, 'py> for LevelArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<LevelArgument> {
        let name: String = object.extract()?;
        match Level::by_name(&name) {
            Some(level) => Ok(LevelArgument(level)),
            None => Err(PyValueError::new_err(format!(
                "level is 'percent', 'path', 'scheme' or 'decoded', not {name:?}"
            ))),
        }
    }
}

impl LevelArgument {
    /// A level that has a normal form.
    pub(crate) fn normal(self) -> PyResult<Level> {
        match self.0 {
            Level::Decoded => Err(PyValueError::new_err(
                "level 'decoded' compares only: 'percent', 'path' and 'scheme' have normal forms, and reference_key() gives a key",
            )),
            level => Ok(level),
        }
    }

    /// How references are compared.
    fn normalizer(self, plus_as_space: bool, nfc: bool) -> PyResult<Normalizer<'static>> {
        for (is_asked, option) in [(plus_as_space, "plus_as_space"), (nfc, "nfc")] {
            if is_asked && self.0 != Level::Decoded {
                let what = format!("{option} goes with level='decoded'");
                return Err(PyValueError::new_err(what));
            }
        }
        let mut normalizer = Normalizer::new(self.0);
        if plus_as_space {
            normalizer = normalizer.plus_as_space();
        }
        Ok(if nfc { normalizer.nfc() } else { normalizer })
    }
}

pub(crate) fn raised(input: &Bound<'_, PyAny>, utf8: &str, error: &UriError) -> PyErr {
    text_error(input, utf8, error)
}

/// The memory that a function of references takes at most for one of this length: what is encoded is three times as long, and there are
/// steps on the way.
pub(crate) fn longest(length: usize) -> usize {
    length.saturating_mul(6)
}

pub(crate) fn strictness(strict: bool) -> Strictness {
    if strict { Strictness::Strict } else { Strictness::Lenient }
}

/// The normal form of a reference (RFC 3986 section 6). ``level`` says what may change; each includes those before it:
///
/// - ``"percent"``: upper-case digits in triplets, triplets of unreserved characters decoded, scheme and host in lower case
/// - ``"path"``: dot segments, an empty port, one form of an IPv6 address
/// - ``"scheme"``: the default port and what else the scheme says
///
/// With ``iri``, characters outside ASCII and their triplets are the same. An encoded delimiter never becomes a delimiter.
///
/// >>> import triplet
/// >>> triplet.normalize("HTTP://Example.com/%7euser/../b%2fc")
/// 'http://example.com/b%2Fc'
/// >>> triplet.normalize("http://example.com:80", "scheme")
/// 'http://example.com/'
#[pyfunction]
#[pyo3(signature = (reference, level=LevelArgument(Level::default()), *, iri=false), text_signature = "(reference, level='path', *, iri=False)")]
fn normalize<'py>(
    reference: &Bound<'py, PyAny>,
    level: LevelArgument,
    iri: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let level = level.normal()?;
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let normal = detach_if_long(reference.py(), utf8.len(), || {
        if iri { iri::normalize(utf8, level).into() } else { uri::normalize(utf8, level) }
    });
    result(reference, normal)
}

/// The key of a reference: two references have the same where `equivalent` says that they are equivalent at the level. For dictionaries, and to
/// remove duplicates. At ``"decoded"`` it is not a reference to ask a server for.
///
/// >>> import triplet
/// >>> urls = ["https://a.example/@me?q=a:b", "https://a.example/%40me?q=a%3Ab", "https://a.example/x%2Fy"]
/// >>> list({triplet.reference_key(url): url for url in urls})
/// ['https://a.example/@me?q=a:b', 'https://a.example/x%2Fy']
#[pyfunction]
#[pyo3(signature = (reference, level=LevelArgument(Level::Decoded), *, plus_as_space=false, nfc=false), text_signature = "(reference, level='decoded', *, plus_as_space=False, nfc=False)")]
fn reference_key<'py>(
    reference: &Bound<'py, PyAny>,
    level: LevelArgument,
    plus_as_space: bool,
    nfc: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let normalizer = level.normalizer(plus_as_space, nfc)?;
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let key = detach_if_long(reference.py(), utf8.len(), || normalizer.key(utf8).key().to_owned());
    result(reference, key.into())
}

/// What `equivalent` says. A `Comparison` is true if the references are equivalent.
///
/// - ``is_equivalent``: the same as a ``bool``
/// - ``reason``: why, or where they differ, in words
/// - ``steps``: the steps of normalising that make them equal
/// - ``component``, ``offsets``: where they first differ: in which component, and at which offset of each
/// - ``kind``: ``"reserved-character"``, ``"disallowed-character"`` or ``"outside-ascii"``, if that is why they differ; at the level
///   ``"decoded"`` ``"delimiter"`` or ``"plus"``
#[pyclass(frozen, get_all, eq, module = "triplet")]
#[derive(PartialEq)]
struct Comparison {
    is_equivalent: bool,
    reason: String,
    steps: Vec<&'static str>,
    component: Option<&'static str>,
    offsets: Option<(usize, usize)>,
    kind: Option<&'static str>,
}

#[pymethods]
impl Comparison {
    fn __bool__(&self) -> bool {
        self.is_equivalent
    }

    fn __str__(&self) -> &str {
        &self.reason
    }

    fn __repr__(&self) -> String {
        format!("<Comparison: {}>", self.reason)
    }
}

/// Whether two references have the same normal form at a level, and why: a `Comparison`. At the level ``"decoded"`` their data is compared,
/// segment by segment and pair by pair; a server may still answer them differently (RFC 3986 section 2.2). There ``plus_as_space`` reads ``+``
/// in a query as a space, and with ``nfc`` a letter and its accent are the same in one character and in two.
///
/// >>> import triplet
/// >>> same = triplet.equivalent("http://a/%7eb", "HTTP://a/~b")
/// >>> bool(same), same.reason
/// (True, 'same by unreserved triplet, scheme case')
/// >>> other = triplet.equivalent("http://a/b%2Fc", "http://a/b/c")
/// >>> bool(other), other.component, other.offsets, other.kind
/// (False, 'path', (10, 10), 'reserved-character')
/// >>> triplet.equivalent("http://a/@b", "http://a/%40b", "decoded").reason
/// 'same by decoded triplet: `%40` is `@` in a segment'
#[pyfunction]
#[pyo3(signature = (a, b, level=LevelArgument(Level::default()), *, plus_as_space=false, nfc=false), text_signature = "(a, b, level='path', *, plus_as_space=False, nfc=False)")]
fn equivalent(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    level: LevelArgument,
    plus_as_space: bool,
    nfc: bool,
) -> PyResult<Comparison> {
    let normalizer = level.normalizer(plus_as_space, nfc)?;
    let (first, second) = (text(a)?, text(b)?);
    let (first, second) = (first.as_str(), second.as_str());
    check_memory(longest(first.len().saturating_add(second.len())))?;
    let found =
        detach_if_long(a.py(), first.len() + second.len(), || normalizer.equivalent(first, second));
    let mut reason = found.to_string();
    let mut comparison = Comparison {
        is_equivalent: found.is_equivalent(),
        reason: String::new(),
        steps: Vec::new(),
        component: None,
        offsets: None,
        kind: None,
    };
    match found {
        Equivalence::Identical => {}
        Equivalence::Equivalent(steps) => {
            comparison.steps = steps.iter().map(|step| step.name()).collect()
        }
        Equivalence::Different(difference) => {
            let [byte_a, byte_b] = difference.offsets();
            let offsets =
                (characters(first.as_bytes(), byte_a), characters(second.as_bytes(), byte_b));
            reason = Equivalence::Different(difference.at([offsets.0, offsets.1])).to_string();
            comparison.offsets = Some(offsets);
            comparison.component = Some(difference.component().name());
            comparison.kind = difference.reason().map(Reason::name);
        }
    }
    comparison.reason = reason;
    Ok(comparison)
}

/// Whether two IRIs have the same normal form at a level. Characters outside ASCII are the same as their triplets; at the level
/// ``"scheme"`` a host is the same as its Punycode.
///
/// >>> import triplet
/// >>> triplet.equivalent_iris("http://example.org/rosé", "http://example.org/ros%c3%a9")
/// True
#[pyfunction]
#[pyo3(signature = (a, b, level=LevelArgument(Level::default())), text_signature = "(a, b, level='path')")]
fn equivalent_iris(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    level: LevelArgument,
) -> PyResult<bool> {
    let (first, second) = (text(a)?, text(b)?);
    let (first, second) = (first.as_str(), second.as_str());
    check_memory(longest(first.len().saturating_add(second.len())))?;
    Ok(detach_if_long(a.py(), first.len() + second.len(), || {
        iri::equivalent(first, second, level.0)
    }))
}

/// The target of a reference at a base (RFC 3986 section 5.2). With ``strict=False``, ``http:g`` at a base of the same scheme is the relative
/// reference ``g``. A base without a scheme is a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.resolve("http://a/b/c/d;p?q", "../g")
/// 'http://a/b/g'
#[pyfunction]
#[pyo3(signature = (base, reference, *, strict=true))]
fn resolve<'py>(
    base: &Bound<'py, PyAny>,
    reference: &Bound<'py, PyAny>,
    strict: bool,
) -> PyResult<Text<'static>> {
    let (first, second) = (text(base)?, text(reference)?);
    let (first, second) = (first.as_str(), second.as_str());
    check_memory(longest(first.len().saturating_add(second.len())))?;
    let target = uri::resolve(first, second, strictness(strict));
    target.map(Text::from).map_err(|error| raised(base, first, &error))
}

/// The shortest reference that `resolve` turns into the target at this base. A base without a scheme and the target are read at the same
/// place; a `TripletError` of kind ``"unreachable"`` says that no reference leads from there to the target.
///
/// >>> import triplet
/// >>> triplet.relativize("http://a/b/c", "http://a/b/d")
/// 'd'
#[pyfunction]
fn relativize(base: &Bound<'_, PyAny>, target: &Bound<'_, PyAny>) -> PyResult<Text<'static>> {
    let (first, second) = (text(base)?, text(target)?);
    let (first, second) = (first.as_str(), second.as_str());
    // Several references are written, and each is resolved.
    check_memory(longest(first.len().saturating_add(second.len()).saturating_mul(4)))?;
    uri::relativize(first, second).map(Text::from).map_err(|error| raised(target, second, &error))
}

/// The path without its dot segments (RFC 3986 section 5.2.4).
///
/// >>> import triplet
/// >>> triplet.remove_dot_segments("/a/b/../c/./d")
/// '/a/c/d'
#[pyfunction]
fn remove_dot_segments(path: &Bound<'_, PyAny>) -> PyResult<Text<'static>> {
    let path = text(path)?;
    check_memory(longest(path.as_bytes().len()))?;
    Ok(uri::remove_dot_segments(path.as_str()).into())
}

/// Raises `TripletError`, with the offset, unless the text is what ``grammar`` says: ``"uri"``, ``"uri-reference"``, ``"iri"`` or
/// ``"iri-reference"``.
///
/// >>> import triplet
/// >>> triplet.validate("/a%20b")
/// >>> triplet.validate("/a b")
/// Traceback (most recent call last):
/// triplet.TripletError: ...
#[pyfunction]
#[pyo3(signature = (reference, grammar="uri-reference"))]
fn validate(reference: &Bound<'_, PyAny>, grammar: &str) -> PyResult<()> {
    let grammar: Grammar = named("grammar", grammar)?;
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    uri::validate(utf8, grammar).map_err(|error| raised(reference, utf8, &error))
}

/// Repairs a reference that was pasted: encodes what a URI must not contain, and keeps its triplets. With a ``set`` the text is one component,
/// and what the set does not keep is encoded. An octet of ``bytes`` that is not of a character in UTF-8 becomes a triplet.
///
/// With ``iri`` the result is an IRI: characters and hosts stay readable. With ``html``, ``&amp;`` and other character references of HTML are
/// read first. ``also_keep`` lists what stays: ASCII characters, or two marks with all that is between them, such as ``"{{*}}"``.
///
/// With ``raw_userinfo`` a password may have ``@``, ``/``, ``?`` and ``#`` as they are, as in connection strings: the last ``@`` that a host
/// follows ends it.
///
/// A host or a port that encoding can't repair is left as it is, with a `UserWarning` that says where: several hosts, a port that is
/// not a number. A `UserWarning` also says where text comes before or after a reference, which is repaired with it.
///
/// >>> import triplet
/// >>> triplet.requote("https://a.example/b c?q=50%")
/// 'https://a.example/b%20c?q=50%25'
/// >>> triplet.requote("50% off%21", "rfc3986:segment")
/// '50%25%20off%21'
/// >>> triplet.requote("https://bücher.example/a b", iri=True)
/// 'https://bücher.example/a%20b'
/// >>> triplet.requote("https://{{host}}/a b", also_keep=["{{*}}"])
/// 'https://{{host}}/a%20b'
/// >>> triplet.requote("redis://:a#b/c@h/0", raw_userinfo=True)
/// 'redis://:a%23b%2Fc@h/0'
/// >>> triplet.requote(b"/caf\xe9")
/// '/caf%E9'
#[pyfunction]
#[pyo3(signature = (reference, set=None, *, iri=false, html=false, also_keep=None, raw_userinfo=false))]
fn requote<'py>(
    reference: &Bound<'py, PyAny>,
    set: Option<SetArgument>,
    iri: bool,
    html: bool,
    also_keep: Option<Vec<PyBackedStr>>,
    raw_userinfo: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if raw_userinfo && set.is_some() {
        return Err(PyValueError::new_err("set and raw_userinfo do not go together"));
    }
    if iri && set.is_some() {
        return Err(PyValueError::new_err("set and iri do not go together"));
    }
    let mut repair = Requote::new();
    if iri {
        repair = repair.iri();
    }
    if html {
        repair = repair.html();
    }
    if raw_userinfo {
        repair = repair.raw_userinfo();
    }
    for kept in also_keep.unwrap_or_default() {
        let wrong = |error| PyValueError::new_err(format!("also_keep: {error}"));
        repair = repair.keep(&kept).map_err(wrong)?;
    }
    let read = Input::of(reference)?;
    let octets = read.as_bytes();
    check_memory(longest(octets.len()))?;
    let is_whole = set.is_none();
    let repaired = detach_if_long(reference.py(), octets.len(), || match set {
        Some(set) => repair.component(octets, set.0),
        None => repair.convert_octets(octets),
    });
    let left = [repair.text_beside(octets), repair.unrepaired(octets)];
    for error in left.into_iter().flatten().filter(|_| is_whole) {
        let py = reference.py();
        let message = read.error(reference, &error).value(py).str()?;
        let message = CString::new(message.to_str()?)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    result(reference, repaired)
}

/// A convention or a set to spell by: an `EncodeSet`, or the name of one or of a convention.
struct RespellBy(Respell);

impl<'py> FromPyObject<'_, 'py> for RespellBy {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RespellBy> {
        if let Ok(name) = object.cast::<PyString>()
            && let Some(convention) = Convention::by_name(&name.to_string_lossy())
        {
            return Ok(RespellBy(Respell::by(convention)));
        }
        object.extract::<SetArgument>().map(|set| RespellBy(Respell::under(set.0)))
    }
}

/// Spells the path and the query of a reference again: each segment and the name and the value of each parameter is decoded once and encoded
/// by a convention, ``"rfc3986"``, ``"whatwg"``, ``"form"``, ``"rfc5849"`` (OAuth 1), ``"aws-sigv4"`` or ``"aws-sigv4-s3"``, or under an
/// `EncodeSet` or the name of one. Whatever is not named stays as it is; without a convention only that changes which an option names.
///
/// - ``query``: the text is a query by itself, without its ``?``
/// - ``only``: the parts that are respelled: ``"path"``, ``"query"``, ``"query:NAME"``
/// - ``plus``: what ``+`` in a query means: ``"keep"``, ``"plus"`` or ``"space"``
/// - ``space``: how a space in a query is written: ``"percent"`` or ``"plus"``
/// - ``order``: the parameters ``"keep"`` their order, or are sorted by ``"name"``
/// - ``flags``: how a parameter with an empty value is written: ``"keep"``, ``"bare"`` or ``"equals"``
/// - ``hex``: the case of hexadecimal digits: ``"upper"`` or ``"lower"``
/// - ``charset``, ``to_charset``: the charset of the octets, and that of the result
///
/// A malformed triplet is a `TripletError`, and so is what a charset does not have.
///
/// >>> import triplet
/// >>> triplet.respell("https://b.example/f?d=a%3B+b&s=c", space="percent")
/// 'https://b.example/f?d=a%3B%20b&s=c'
/// >>> triplet.respell("foo=first%2Csecond&a=b+c*~&flag", "rfc5849", query=True)
/// 'a=b%20c%2A~&flag=&foo=first%2Csecond'
#[pyfunction]
#[pyo3(signature = (reference, convention=None, *, query=false, only=None, plus=None, space=None, order=None, flags=None, hex=None, charset=Label(Charset::UTF_8), to_charset=Label(Charset::UTF_8)), text_signature = "(reference, convention=None, *, query=False, only=None, plus=None, space=None, order=None, flags=None, hex=None, charset='utf-8', to_charset='utf-8')")]
#[allow(clippy::too_many_arguments)]
fn respell<'py>(
    reference: &Bound<'py, PyAny>,
    convention: Option<RespellBy>,
    query: bool,
    only: Option<Vec<PyBackedStr>>,
    plus: Option<&str>,
    space: Option<&str>,
    order: Option<&str>,
    flags: Option<&str>,
    hex: Option<&str>,
    charset: Label,
    to_charset: Label,
) -> PyResult<Bound<'py, PyAny>> {
    let mut respell = convention.map_or_else(Respell::new, |by| by.0);
    if let Some(only) = only {
        let parts: PyResult<Vec<RespellPart>> =
            only.iter().map(|part| named("only", part)).collect();
        respell = respell.only(parts?);
    }
    if let Some(plus) = plus {
        respell = respell.plus(named("plus", plus)?);
    }
    if let Some(space) = space {
        respell = respell.space(named("space", space)?);
    }
    if let Some(order) = order {
        respell = respell.order(named("order", order)?);
    }
    if let Some(flags) = flags {
        respell = respell.flags(named("flags", flags)?);
    }
    if let Some(hex) = hex {
        respell = respell.hex(named("hex", hex)?);
    }
    if charset.0 != to_charset.0 {
        respell = respell.charsets(charset.0, to_charset.0);
    }
    if let Some([a, b]) = respell.conflict() {
        return Err(PyValueError::new_err(format!("`{a}` and `{b}` do not go together")));
    }
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let converted = detach_if_long(reference.py(), utf8.len(), || match query {
        true => respell.convert_query(utf8),
        false => respell.convert(utf8),
    });
    match converted {
        Ok(converted) => result(reference, converted),
        Err(error) => Err(text_error(reference, utf8, &error)),
    }
}

/// Puts a reference together from data. Each part is encoded for its component, so a ``/`` in a segment is data.
///
/// >>> import triplet
/// >>> triplet.build_uri(scheme="https", host="example.com", segments=["50% off", "a/b"], pairs=[("q", "x&y")], fragment="top")
/// 'https://example.com/50%25%20off/a%2Fb?q=x%26y#top'
#[pyfunction]
#[pyo3(signature = (*, scheme=None, user=None, host=None, port=None, segments=None, pairs=None, query=None, fragment=None))]
#[allow(clippy::too_many_arguments)]
fn build_uri(
    py: Python<'_>,
    scheme: Option<&str>,
    user: Option<&str>,
    host: Option<&str>,
    port: Option<u16>,
    segments: Option<Vec<PyBackedStr>>,
    pairs: Option<Vec<(PyBackedStr, PyBackedStr)>>,
    query: Option<&str>,
    fragment: Option<&str>,
) -> PyResult<Text<'static>> {
    if pairs.is_some() && query.is_some() {
        return Err(PyValueError::new_err("a URI has one query: give pairs or query, not both"));
    }
    let whole = [scheme, user, host, query, fragment].into_iter().flatten();
    let segment_texts = segments.iter().flatten().map(|text| &**text);
    let pair_texts = pairs.iter().flatten().flat_map(|(name, value)| [&**name, &**value]);
    let texts = whole.chain(segment_texts).chain(pair_texts);
    check_memory(longest(texts.map(str::len).sum()))?;
    let mut builder = Builder::new();
    if let Some(scheme) = scheme {
        builder = builder.scheme(scheme);
    }
    if let Some(user) = user {
        builder = builder.user(user);
    }
    if let Some(host) = host {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        builder = match bare.parse::<IpAddr>() {
            Ok(address) => builder.address(address),
            Err(_) => builder.host(host),
        };
    }
    if let Some(port) = port {
        builder = builder.port(port);
    }
    for segment in segments.unwrap_or_default() {
        builder = builder.segment(&segment);
    }
    for (name, value) in pairs.unwrap_or_default() {
        builder = builder.pair(&name, &value);
    }
    if let Some(query) = query {
        builder = builder.query(query);
    }
    if let Some(fragment) = fragment {
        builder = builder.fragment(fragment);
    }
    builder.build().map(Text::from).map_err(|error| triplet_error(py, &error, error.offset(), None))
}

/// The URI of an IRI (RFC 3987 section 3.1). ``host`` says how a host outside ASCII is written: ``"punycode"``, ``"percent"``, or
/// ``"by-scheme"``. The result is a valid URI reference: what is not an IRI is a `TripletError` with its offset, and so is a domain name with a
/// label above 63 octets. With ``encode_disallowed``, characters that no IRI may contain are encoded.
///
/// >>> import triplet
/// >>> triplet.to_uri("http://例え.jp/引き出し")
/// 'http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97'
#[pyfunction]
#[pyo3(signature = (iri, *, host="by-scheme", encode_disallowed=false))]
fn to_uri<'py>(
    iri: &Bound<'py, PyAny>,
    host: &str,
    encode_disallowed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let host: HostEncoding = named("host", host)?;
    let utf8 = text(iri)?;
    let utf8 = utf8.as_str();
    let conversion = ToUri::new().host(host);
    let conversion = if encode_disallowed { conversion.encode_disallowed() } else { conversion };
    check_memory(longest(utf8.len()))?;
    match detach_if_long(iri.py(), utf8.len(), || conversion.convert(utf8)) {
        Ok(uri) => result(iri, uri),
        Err(error) => Err(raised(iri, utf8, &error)),
    }
}

/// The IRI of a URI (RFC 3987 section 3.2): triplets that are characters of an IRI are decoded; delimiters, controls, spaces and invisible
/// characters stay encoded. ``host`` is ``"unicode"``, ``"keep"`` or ``"by-scheme"``. A malformed triplet is a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.from_uri("http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%2F")
/// 'http://例え.jp/引き%2F'
#[pyfunction]
#[pyo3(signature = (uri, *, host="by-scheme"))]
fn from_uri<'py>(uri: &Bound<'py, PyAny>, host: &str) -> PyResult<Bound<'py, PyAny>> {
    let host: HostDisplay = named("host", host)?;
    let utf8 = text(uri)?;
    let utf8 = utf8.as_str();
    if let Some(error) = uri::Reference::split(utf8).malformed_triplets().next() {
        return Err(text_error(uri, utf8, &error));
    }
    check_memory(longest(utf8.len()))?;
    let iri = detach_if_long(uri.py(), utf8.len(), || iri::from_uri(utf8, host));
    result(uri, iri)
}
