//! What a text is: the tree of `explain`.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use triplet::charset::Languages;
use triplet::readings::Writing;
use triplet_inspect::{Explain, Explanation as Tree, Kind, Node as Inner, Why};

use crate::arguments::texts;
use crate::explain_html::html;
use crate::explain_rows::{SHOWN, rows};
use crate::memory::{self, Text, check_memory};
use crate::names::Name;
use crate::text::{Input, characters, detach_if_long};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<CharsetRead>()?;
    module.add_class::<Explanation>()?;
    module.add_class::<Found>()?;
    module.add_class::<Node>()?;
    module.add_class::<Remedy>()?;
    module.add_function(wrap_pyfunction!(_explained_again, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)
}

/// What a text is: a tree of its parts, each decoded once. See `Explanation`.
///
/// ``languages`` are tags of the languages of the reader, such as ``["ko", "en"]``. Likely charsets are ranked by them. Lines that
/// are not UTF-8 are read as if their octets outside ASCII were triplets. The tree has at most 16 levels of notations and 10,000 nodes.
///
/// >>> import triplet
/// >>> explanation = triplet.explain("https://a.example/?next=%2Fhome%3Fa%3D%25C3%25A9")
/// >>> explanation
/// <Explanation: a URL>
/// scheme 'https'
/// host 'a.example'
/// next = '/home?a=%C3%A9'
///   a relative reference
///     segment 'home'
///     a = 'é' (UTF-8)
/// >>> explanation.root.value("next").children[0].value("a").read
/// 'é'
/// >>> explanation.readable()
/// 'https://a.example/?next=%2Fhome%3Fa%3D%25C3%25A9'
#[pyfunction]
#[pyo3(signature = (text, *, languages=None), text_signature = "(text, *, languages=())")]
fn explain(text: &Bound<'_, PyAny>, languages: Option<&Bound<'_, PyAny>>) -> PyResult<Explanation> {
    let languages = texts("languages", languages)?;
    let known = |tag: &&String| Writing::of_language(tag).is_none();
    if let Some(unknown) = languages.iter().find(known) {
        let what = format!("no frequencies are known for the language {unknown:?}");
        return Err(PyValueError::new_err(what));
    }
    let tags = languages;
    let languages = Languages::of(tags.iter().map(String::as_str));
    let py = text.py();
    let read = Input::of(text)?;
    let octets = read.as_bytes();
    // Measured on texts of pairs, and of links within links.
    check_memory(octets.len().saturating_mul(256))?;
    let tree = detach_if_long(text.py(), octets.len(), || {
        Explain::new().languages(languages).explain_octets(octets)
    });
    let input = match &read {
        Input::Text(text) => memory::string(py, text.as_str())?.into_any().unbind(),
        Input::Octets(octets) => memory::bytes(py, octets)?.into_any().unbind(),
    };
    let explained = Explained { tree, input, languages: tags };
    Ok(Explanation(Node { explained: Arc::new(explained), path: Vec::new() }))
}

/// The answer of `explain`. Its ``repr`` has the tree in lines, and a notebook shows it as nested lists.
///
/// - ``root``: the `Node` of the whole text
#[pyclass(frozen, module = "triplet")]
struct Explanation(Node);

/// A tree, and what it was made of: `pickle` makes it again from that.
struct Explained {
    tree: Tree,
    input: Py<PyAny>,
    languages: Vec<String>,
}

/// An explanation, or the node of it to which these numbers of children lead, as `pickle` makes it again.
#[pyfunction]
fn _explained_again<'py>(
    text: &Bound<'py, PyAny>,
    languages: &Bound<'py, PyAny>,
    path: Option<Vec<u32>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Explanation(root) = explain(text, Some(languages))?;
    match path {
        None => Explanation(root).into_bound_py_any(text.py()),
        Some(path) => {
            // Another version of the library may have made another tree.
            let at = |node: Node, &child: &u32| {
                let is_there = node.get().children.len() > child as usize;
                is_there.then(|| node.at(child as usize))
            };
            let node = path.iter().try_fold(root, at);
            let node = node.ok_or_else(|| PyValueError::new_err("the text has no such node"))?;
            node.into_bound_py_any(text.py())
        }
    }
}

#[pymethods]
impl Explanation {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.again(py, None)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Explanation>().is_ok_and(|other| self.0.is_same(&other.get().0))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.0.__hash__(py)
    }

    #[getter]
    fn root(&self) -> Node {
        self.0.clone()
    }

    /// The links of the text as a person reads them. The links still work: letters outside ASCII in place of their triplets, and all that
    /// matters kept. ``None`` if the text is not a link and has none.
    fn readable(&self) -> Option<Text<'static>> {
        self.0.readable()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Explanation: {}>{}", self.0.get().description(), lines(py, self.0.get())?))
    }

    fn _repr_html_(&self) -> String {
        html(self.0.get())
    }
}

/// A text in one notation, or a part of a text.
///
/// - ``kind``, ``title``: what it is, a stable name such as ``"url"`` or ``"pair"``, and words for a person
/// - ``start``, ``end``: where it is in the text read of its parent, as Python counts
/// - ``written``, ``read``: the text as it is written, and as it is read: without the notation, decoded once
/// - ``octets``: the octets, if they are not text
/// - ``charset``: the `CharsetRead` of octets outside ASCII
/// - ``is_likely``: the notation is only likely, and the parent may be plain text
/// - ``detail``: more about the kind, for a person
/// - ``remedies``, ``findings``: what is wrong, with the right text, and the findings of `lint` in this node and not in its children
/// - ``children``: the parts of the text read, or the notation that it is in
/// - ``is_cut``: children are missing, because there are too many or they are too deep
#[pyclass(frozen, module = "triplet")]
#[derive(Clone)]
struct Node {
    explained: Arc<Explained>,
    /// Which child it is at each level, from the root.
    path: Vec<u32>,
}

impl Node {
    fn get(&self) -> &Inner {
        self.path
            .iter()
            .fold(self.explained.tree.root(), |node, &child| &node.children[child as usize])
    }

    fn at(&self, child: usize) -> Node {
        let mut path = self.path.clone();
        // A tree has up to 10,000 nodes.
        path.extend(u32::try_from(child));
        Node { explained: Arc::clone(&self.explained), path }
    }

    /// How `pickle` makes it again.
    fn again<'py>(&self, py: Python<'py>, path: Option<&[u32]>) -> PyResult<Bound<'py, PyAny>> {
        let again = py.import("triplet._triplet")?.getattr("_explained_again")?;
        let Explained { input, languages, .. } = &*self.explained;
        (again, (input.bind(py), languages, path)).into_bound_py_any(py)
    }

    /// Whether two nodes are at the same place of explanations that are the same.
    fn is_same(&self, other: &Node) -> bool {
        let is_one = Arc::ptr_eq(&self.explained, &other.explained);
        self.path == other.path && (is_one || self.explained.tree == other.explained.tree)
    }

    /// An offset in the text read of the parent, as Python counts.
    fn offset(&self, byte: usize) -> usize {
        let above =
            self.path.split_last().map(|(_, path)| Node { path: path.into(), ..self.clone() });
        above.map_or(byte, |above| characters(above.get().read().as_bytes(), byte))
    }
}

#[pymethods]
impl Node {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.again(py, Some(&self.path))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Node>().is_ok_and(|other| self.is_same(other.get()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let written = memory::string(py, &self.explained.tree.root().written)?;
        (written, PyTuple::new(py, &self.path)?).into_pyobject(py)?.hash()
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.get().kind.name()
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.get().kind.title()
    }

    #[getter]
    fn start(&self) -> usize {
        self.offset(self.get().span.start)
    }

    #[getter]
    fn end(&self) -> usize {
        self.offset(self.get().span.end)
    }

    #[getter]
    fn written(&self) -> Text<'_> {
        self.get().written.as_str().into()
    }

    #[getter]
    fn read(&self) -> Text<'_> {
        self.get().read().into()
    }

    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        self.get().octets.as_deref().map(|octets| memory::bytes(py, octets)).transpose()
    }

    #[getter]
    fn charset(&self) -> Option<CharsetRead> {
        let read = self.get().charset.as_ref()?;
        let reason = match &read.why {
            Why::Octets(reason) => reason.name(),
            _ => "named",
        };
        Some(CharsetRead {
            name: read.charset.name().into(),
            evidence: read.evidence.name().into(),
            reason: reason.into(),
            why: read.why.to_string(),
            runner_up: read
                .runner_up
                .as_ref()
                .map(|(charset, text)| (charset.name().into(), text.clone())),
        })
    }

    #[getter]
    fn is_likely(&self) -> bool {
        self.get().is_likely
    }

    #[getter]
    fn detail(&self) -> Option<&str> {
        self.get().detail.as_deref()
    }

    #[getter]
    fn remedies(&self) -> Vec<Remedy> {
        let node = self.get();
        let remedy = |remedy: &triplet_inspect::Remedy| Remedy {
            kind: remedy.kind.name().into(),
            message: remedy.message.clone(),
            offset: characters(node.written.as_bytes(), remedy.offset),
            text: remedy.text.clone(),
        };
        node.remedies.iter().map(remedy).collect()
    }

    #[getter]
    fn findings(&self) -> Vec<Found> {
        let node = self.get();
        let at = |byte| characters(node.written.as_bytes(), byte);
        let found = |found: &triplet_inspect::Found| Found {
            rule: found.rule.name().into(),
            severity: found.severity.name().into(),
            start: at(found.start),
            end: at(found.end),
        };
        node.findings.iter().map(found).collect()
    }

    #[getter]
    fn children(&self) -> Vec<Node> {
        (0..self.get().children.len()).map(|child| self.at(child)).collect()
    }

    #[getter]
    fn is_cut(&self) -> bool {
        self.get().is_cut
    }

    /// The first child of a kind.
    fn child(&self, kind: &str) -> Option<Node> {
        let place = self.get().children.iter().position(|child| child.kind.name() == kind);
        place.map(|child| self.at(child))
    }

    /// The value of the first pair with this name, as it is read.
    fn value(&self, name: &str) -> Option<Node> {
        let is_named = |pair: &Inner| {
            pair.kind == Kind::Pair
                && pair.child(Kind::Name).is_some_and(|each| each.read() == name)
        };
        let pair = self.get().children.iter().position(is_named)?;
        self.at(pair).child(Kind::Value.name())
    }

    /// The links in it as a person reads them: see ``Explanation.readable``.
    fn readable(&self) -> Option<Text<'static>> {
        self.get().readable().map(Text::from)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let node = self.get();
        Ok(format!("<Node: {}>{}", node.description(), lines(py, node)?))
    }

    fn _repr_html_(&self) -> String {
        html(self.get())
    }
}

/// The charset in which octets are read, and why.
///
/// - ``name``, ``evidence``: the charset, and how strong the evidence is
/// - ``reason``, ``why``: a stable name, and words for a person
/// - ``runner_up``: the next best charset and the text in it, or ``None`` if the evidence is strong
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct CharsetRead {
    name: Name,
    evidence: Name,
    reason: Name,
    why: String,
    runner_up: Option<(Name, String)>,
}

#[pymethods]
impl CharsetRead {
    /// As `pickle` makes it again.
    #[new]
    fn new(
        name: String,
        evidence: String,
        reason: String,
        why: String,
        runner_up: Option<(String, String)>,
    ) -> Self {
        Self {
            name: name.into(),
            evidence: evidence.into(),
            reason: reason.into(),
            why,
            runner_up: runner_up.map(|(name, text)| (name.into(), text)),
        }
    }

    fn __getnewargs__(&self) -> (Name, Name, Name, String, Option<(Name, String)>) {
        (
            self.name.clone(),
            self.evidence.clone(),
            self.reason.clone(),
            self.why.clone(),
            self.runner_up.clone(),
        )
    }

    fn __repr__(&self) -> String {
        format!("CharsetRead('{}', '{}', '{}')", self.name, self.evidence, self.why)
    }
}

/// What is wrong with a text, and the text that is right.
///
/// - ``kind``: ``"requote"`` (encode what must be, and keep the triplets), ``"encode-userinfo"``, ``"encode-number-sign"`` or ``"remove-tracking"``
/// - ``message``, ``offset``: what is wrong, for a person, and the first place in the text as it is written
/// - ``text``: the text after the remedy
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct Remedy {
    kind: Name,
    message: String,
    offset: usize,
    text: String,
}

#[pymethods]
impl Remedy {
    /// As `pickle` makes it again.
    #[new]
    fn new(kind: String, message: String, offset: usize, text: String) -> Self {
        Self { kind: kind.into(), message, offset, text }
    }

    fn __getnewargs__(&self) -> (Name, String, usize, String) {
        (self.kind.clone(), self.message.clone(), self.offset, self.text.clone())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = memory::string(py, &self.text)?.repr()?;
        Ok(format!("Remedy('{}', offset={}, text={text})", self.kind, self.offset))
    }
}

/// A finding of `lint` in a node.
///
/// - ``rule``, ``severity``: the name of the rule, and ``"info"``, ``"warn"`` or ``"error"``
/// - ``start``, ``end``: where, in the text of the node as it is written
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct Found {
    rule: Name,
    severity: Name,
    start: usize,
    end: usize,
}

#[pymethods]
impl Found {
    /// As `pickle` makes it again.
    #[new]
    fn new(rule: String, severity: String, start: usize, end: usize) -> Self {
        Self { rule: rule.into(), severity: severity.into(), start, end }
    }

    fn __getnewargs__(&self) -> (Name, Name, usize, usize) {
        (self.rule.clone(), self.severity.clone(), self.start, self.end)
    }

    fn __repr__(&self) -> String {
        let Found { rule, severity, start, end } = self;
        format!("Found('{rule}', '{severity}', start={start}, end={end})")
    }
}

/// The lines of a tree.
const LINES: usize = 40;

/// The tree under a node in lines, each after a line feed.
fn lines(py: Python<'_>, node: &Inner) -> PyResult<String> {
    let quoted = |text: &str| -> PyResult<String> {
        let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(end, _)| end);
        let more = if end < text.len() { "…" } else { "" };
        Ok(format!("{}{more}", PyString::new(py, &text[..end]).repr()?))
    };
    let mut lines = String::new();
    if node.decoded.is_some() {
        lines.push('\n');
        lines.push_str(&quoted(node.read())?);
        lines.push_str(&charset(node));
    }
    let mut found = Vec::new();
    rows(node, 0, LINES, &mut found);
    for row in found.iter().take(LINES) {
        lines.push('\n');
        lines.push_str(&"  ".repeat(row.depth));
        if row.node.is_likely {
            lines.push_str("perhaps ");
        }
        match (row.name, row.value) {
            (Some(name), Some(value)) => {
                let name: String = name.chars().take(SHOWN).collect();
                // A name that is not a word is quoted.
                let is_word = !name.is_empty()
                    && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
                lines.push_str(&if is_word { name } else { quoted(&name)? });
                lines.push_str(" = ");
                lines.push_str(&quoted(value.read())?);
                lines.push_str(&charset(value));
            }
            (Some(name), None) => lines.push_str(&quoted(name)?),
            (None, Some(value)) => {
                lines.push_str(value.kind.name());
                lines.push(' ');
                lines.push_str(&quoted(value.read())?);
                lines.push_str(&charset(value));
            }
            (None, None) => lines.push_str(&row.node.description()),
        }
    }
    if found.len() > LINES {
        lines.push_str("\n…");
    }
    Ok(lines)
}

fn charset(node: &Inner) -> String {
    node.charset.as_ref().map_or(String::new(), |read| format!(" ({})", read.charset.name()))
}
