//! What a reader of nested names builds: texts, lists and maps in which a name is found in logarithmic time.

use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, vec::Vec};

use super::value::{Map, Value};

/// A name or a value of a form, decoded.
pub(super) type Text<'a> = Cow<'a, str>;

/// From how many names on a map has an index. Fewer are compared one by one.
const INDEXED: usize = 12;

/// A part of the tree.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Null,
    Text(Text<'a>),
    List(List<'a>),
    Map(Branch<'a>),
}

impl<'a> Node<'a> {
    /// The part without indexes and holes.
    pub(super) fn finish(self) -> Value<'a> {
        match self {
            Node::Null => Value::Null,
            Node::Text(text) => Value::Text(text),
            Node::List(list) => Value::List(list.finish()),
            Node::Map(map) => Value::Map(map.finish()),
        }
    }
}

/// A list. Under the rules of `qs` it may have holes until it is finished.
#[derive(Debug)]
pub(super) struct List<'a> {
    nodes: Nodes<'a>,
    /// `qs`: it has a value where a map was.
    pub(super) is_conflict: bool,
}

#[derive(Debug)]
enum Nodes<'a> {
    Dense(Vec<Node<'a>>),
    Sparse(BTreeMap<usize, Node<'a>>),
}

impl<'a> List<'a> {
    pub(super) const fn new() -> List<'a> {
        List::of(Vec::new())
    }

    pub(super) const fn of(nodes: Vec<Node<'a>>) -> List<'a> {
        List { nodes: Nodes::Dense(nodes), is_conflict: false }
    }

    /// The index after the last one.
    pub(super) fn len(&self) -> usize {
        match &self.nodes {
            Nodes::Dense(nodes) => nodes.len(),
            Nodes::Sparse(nodes) => nodes.last_key_value().map_or(0, |(last, _)| last + 1),
        }
    }

    /// How many elements there are.
    pub(super) fn count(&self) -> usize {
        match &self.nodes {
            Nodes::Dense(nodes) => nodes.len(),
            Nodes::Sparse(nodes) => nodes.len(),
        }
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Node<'a>> {
        match &mut self.nodes {
            Nodes::Dense(nodes) => nodes.get_mut(index),
            Nodes::Sparse(nodes) => nodes.get_mut(&index),
        }
    }

    pub(super) fn push(&mut self, node: Node<'a>) {
        self.set(self.len(), node);
    }

    pub(super) fn set(&mut self, index: usize, node: Node<'a>) {
        if let Nodes::Dense(nodes) = &mut self.nodes {
            if index == nodes.len() {
                return nodes.push(node);
            }
            let nodes = core::mem::take(nodes);
            self.nodes = Nodes::Sparse(nodes.into_iter().enumerate().collect());
        }
        if let Nodes::Sparse(nodes) = &mut self.nodes {
            nodes.insert(index, node);
        }
    }

    /// The elements with their indexes, in order.
    pub(super) fn into_entries(self) -> Box<dyn Iterator<Item = (usize, Node<'a>)> + 'a> {
        match self.nodes {
            Nodes::Dense(nodes) => Box::new(nodes.into_iter().enumerate()),
            Nodes::Sparse(nodes) => Box::new(nodes.into_iter()),
        }
    }

    fn finish(self) -> Vec<Value<'a>> {
        match self.nodes {
            Nodes::Dense(nodes) => nodes.into_iter().map(Node::finish).collect(),
            Nodes::Sparse(nodes) => nodes.into_values().map(Node::finish).collect(),
        }
    }
}

/// A map under construction. Its names are in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Branch<'a> {
    pub(super) entries: Vec<(Text<'a>, Node<'a>)>,
    /// The place of each name in `entries`, if there are many; empty if not.
    pub(super) places: BTreeMap<Text<'a>, usize>,
    /// PHP: the number that `[]` gets, if it is not 0. `qs`: the last number of a list that became a map, because it was too long.
    pub(super) last: Option<i64>,
    /// `qs`: the last number of a list with a value where a map was.
    pub(super) conflict: Option<i64>,
}

impl<'a> Branch<'a> {
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        match self.places.is_empty() {
            true => self.entries.iter().position(|(other, _)| other == name),
            false => self.places.get(name).copied(),
        }
    }

    /// Appends a name that is not there, and returns its place.
    pub(super) fn push(&mut self, name: Text<'a>, node: Node<'a>) -> usize {
        let place = self.entries.len();
        if !self.places.is_empty() {
            self.places.insert(name.clone(), place);
        }
        self.entries.push((name, node));
        if place + 1 == INDEXED {
            let names = self.entries.iter().enumerate();
            let places = names.map(|(place, (name, _))| (name.clone(), place));
            self.places = places.collect();
        }
        place
    }

    /// The place of this name. A new name is appended.
    pub(super) fn place_or_push(
        &mut self,
        name: Text<'a>,
        node: impl FnOnce() -> Node<'a>,
    ) -> usize {
        match self.place(&name) {
            Some(place) => place,
            None => self.push(name, node()),
        }
    }

    /// The node of this name is this one, whatever it was.
    pub(super) fn set(&mut self, name: Text<'a>, node: Node<'a>) {
        match self.place(&name) {
            Some(place) => self.entries[place].1 = node,
            None => {
                self.push(name, node);
            }
        }
    }

    pub(super) fn finish(self) -> Map<'a> {
        self.entries.into_iter().map(|(name, node)| (name, node.finish())).collect()
    }
}

/// The number that a text is in decimal, written as a computer writes it: without a plus, leading zeros or `-0`.
pub(super) fn canonical(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let first = *digits.as_bytes().first()?;
    let zero = first == b'0' && text != "0";
    if zero || digits.len() > 19 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// A part of a text, borrowed if the text is.
pub(super) fn part<'a>(text: &Text<'a>, start: usize, end: usize) -> Text<'a> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
        Cow::Owned(text) => Cow::Owned(text[start..end].into()),
    }
}

/// The number as a name.
pub(super) fn numeral<'a>(number: i64) -> Text<'a> {
    Cow::Owned(alloc::format!("{number}"))
}
