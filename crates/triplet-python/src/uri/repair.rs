//! Functions that write a reference in another way: repaired, or by a convention.

use std::ffi::CString;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use triplet::charset::Charset;
use triplet::uri::{Convention, Requote, Respell, RespellPart};

use super::shared::{composed, longest, raised};
use crate::arguments::text_or_texts;
use crate::codec::Label;
use crate::memory::check_memory;
use crate::names::named;
use crate::set::SetArgument;
use crate::text::{Input, detach_if_long, result, text, text_error};

/// Repairs a reference that was pasted: encodes what a URI must not contain, and keeps its triplets. With a ``set`` the text is one component,
/// and what the set does not keep is encoded. An octet of ``bytes`` that is not of a character in UTF-8 becomes a triplet.
///
/// With ``iri`` the result is an IRI: characters and hosts stay readable. With ``html``, ``&amp;`` and other character references of HTML are
/// read first. ``also_keep`` is what stays, one string or several: ASCII characters, or two marks with all that is between them, such as ``"{{*}}"``.
///
/// With ``raw_userinfo`` a password may have ``@``, ``/``, ``?`` and ``#`` as they are, as in connection strings: the last ``@`` that a host
/// follows ends it.
///
/// A host or a port that encoding can't repair is left as it is, with a `UserWarning` that says where: several hosts, a port that is
/// not a number. A `UserWarning` also says where text comes before or after a reference, which is repaired with it. Python shows a warning
/// once for a line of code; with ``strict`` each of them is a `TripletError`.
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
#[pyo3(signature = (reference, set=None, *, iri=false, html=false, also_keep=None, raw_userinfo=false, strict=false))]
#[allow(clippy::too_many_arguments)]
pub(super) fn requote<'py>(
    reference: &Bound<'py, PyAny>,
    set: Option<SetArgument>,
    iri: bool,
    html: bool,
    also_keep: Option<&Bound<'py, PyAny>>,
    raw_userinfo: bool,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if raw_userinfo && set.is_some() {
        return Err(PyValueError::new_err("set and raw_userinfo do not go together"));
    }
    if strict && set.is_some() {
        return Err(PyValueError::new_err("set and strict do not go together"));
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
    for kept in text_or_texts("also_keep", also_keep)? {
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
        let raised = read.error(reference, &error);
        if strict {
            return Err(raised);
        }
        let message = raised.value(py).str()?;
        let message = CString::new(message.to_str()?)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    result(reference, repaired)
}

/// A convention or a set to spell by: an `EncodeSet`, or the name of one or of a convention.
pub(super) struct RespellBy(Respell);

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
/// - ``only``: the part or the parts that are respelled: ``"path"``, ``"query"``, ``"query:NAME"``
/// - ``plus``: what ``+`` in a query means: ``"keep"``, ``"plus"`` or ``"space"``
/// - ``space``: how a space in a query is written: ``"percent"`` or ``"plus"``
/// - ``order``: the parameters ``"keep"`` their order, or are sorted by ``"name"``
/// - ``flags``: how a parameter with an empty value is written: ``"keep"``, ``"bare"`` or ``"equals"``
/// - ``hex``: the case of hexadecimal digits: ``"upper"`` or ``"lower"``
/// - ``charset``, ``to_charset``: the charset of the octets, and that of the result
/// - ``nfc``: a letter and its accent are written as one character; with UTF-8 only
///
/// A malformed triplet is a `TripletError`, and so are what a charset does not have, and a text that is not one reference alone.
///
/// >>> import triplet
/// >>> triplet.respell("https://b.example/f?d=a%3B+b&s=c", space="percent")
/// 'https://b.example/f?d=a%3B%20b&s=c'
/// >>> triplet.respell("foo=first%2Csecond&a=b+c*~&flag", "rfc5849", query=True)
/// 'a=b%20c%2A~&flag=&foo=first%2Csecond'
#[pyfunction]
#[pyo3(signature = (reference, convention=None, *, query=false, only=None, plus=None, space=None, order=None, flags=None, hex=None, charset=Label(Charset::UTF_8), to_charset=Label(Charset::UTF_8), nfc=false), text_signature = "(reference, convention=None, *, query=False, only=None, plus=None, space=None, order=None, flags=None, hex=None, charset='utf-8', to_charset='utf-8', nfc=False)")]
#[allow(clippy::too_many_arguments)]
pub(super) fn respell<'py>(
    reference: &Bound<'py, PyAny>,
    convention: Option<RespellBy>,
    query: bool,
    only: Option<&Bound<'py, PyAny>>,
    plus: Option<&str>,
    space: Option<&str>,
    order: Option<&str>,
    flags: Option<&str>,
    hex: Option<&str>,
    charset: Label,
    to_charset: Label,
    nfc: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut respell = convention.map_or_else(Respell::new, |by| by.0);
    if let Some(only) = only {
        let only = text_or_texts("only", Some(only))?;
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
    if nfc && charset.0 != Charset::UTF_8 {
        return Err(PyValueError::new_err("`nfc` and `charset` do not go together"));
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
    if !query && let Some(error) = respell.text_beside(utf8) {
        return Err(raised(reference, utf8, &error));
    }
    let convert = if query { Respell::convert_query } else { Respell::convert };
    let converted = detach_if_long(reference.py(), utf8.len(), || match composed(nfc, utf8) {
        Some(composed) => convert(&respell, &composed).map(|text| text.into_owned().into()),
        None => convert(&respell, utf8),
    });
    match converted {
        Ok(converted) => result(reference, converted),
        Err(error) => Err(text_error(reference, utf8, &error)),
    }
}
