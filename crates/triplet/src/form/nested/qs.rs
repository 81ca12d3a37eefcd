//! The rules of `qs`, as `lib/parse.js` and `lib/utils.js` of qs 6.17 have them.

use alloc::{borrow::Cow, string::String, vec, vec::Vec};

use super::rules::At;
use super::tree::{Branch, List, Node, Text, canonical, numeral, part};
use crate::form::FormError;

/// The names of JavaScript's `Object.prototype`. `qs` drops pairs with such a name.
pub(super) const PROTOTYPE: [&str; 12] = [
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// The largest number that JavaScript counts to.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Pairs of the same name together, in the order in which the names came.
#[derive(Default)]
pub(super) struct Groups<'a>(Branch<'a>, Vec<At>);

impl<'a> Groups<'a> {
    pub(super) fn add(&mut self, name: Text<'a>, value: Text<'a>, at: At) -> Result<(), FormError> {
        let Groups(names, places) = self;
        match names.place(&name) {
            None => {
                names.push(name, Node::Text(value));
                places.push(at);
            }
            Some(place) => {
                let node = &mut names.entries[place].1;
                let before = core::mem::replace(node, Node::Null);
                *node = combine(before, Node::Text(value), at)?;
            }
        }
        Ok(())
    }

    /// The tree of all pairs.
    pub(super) fn tree(self) -> Result<Branch<'a>, FormError> {
        let mut tree = Node::Map(Branch::default());
        let mut groups: Vec<_> = self.0.entries.into_iter().zip(self.1).collect();
        // JavaScript has numbers first.
        let number = |name: &str| canonical(name).and_then(|number| u32::try_from(number).ok());
        groups.sort_by_key(|((name, _), _)| {
            number(name).filter(|n| *n < u32::MAX).map_or(u64::MAX, u64::from)
        });
        for ((name, leaf), at) in groups {
            match path(&name, at)? {
                Some(path) => tree = merge(tree, chain(path, leaf, at)?, at)?,
                None => at.dropped()?,
            }
        }
        Ok(match tree {
            Node::Map(map) => map,
            _ => Branch::default(),
        })
    }
}

/// One step of a name.
enum Step<'a> {
    /// `[]`
    Append,
    /// A number in brackets.
    Index(i64),
    Name(Text<'a>),
}

/// The steps of a name; none if it is dropped.
fn path<'a>(name: &Text<'a>, at: At) -> Result<Option<Vec<Step<'a>>>, FormError> {
    let mut steps = Vec::new();
    let first = name.find('[').unwrap_or(name.len());
    if first > 0 {
        if PROTOTYPE.contains(&&name[..first]) {
            return Ok(None);
        }
        steps.push(Step::Name(part(name, 0, first)));
    }
    let mut from = first;
    let mut depth = 0;
    while let Some(open) = name[from..].find('[').map(|length| from + length) {
        if open > from {
            at.dropped()?;
        }
        depth += 1;
        at.depth(depth)?;
        let mut level = 0_usize;
        let close = name.as_bytes()[open..].iter().position(|byte| {
            match byte {
                b'[' => level += 1,
                b']' => level -= 1,
                _ => {}
            }
            level == 0
        });
        let Some(close) = close.map(|length| open + length) else {
            steps.push(Step::Name(part(name, open, name.len())));
            return Ok(Some(steps));
        };
        let inner = part(name, open + 1, close);
        if PROTOTYPE.contains(&&*inner) {
            return Ok(None);
        }
        steps.push(match canonical(&inner) {
            _ if inner.is_empty() => Step::Append,
            Some(number @ 0..=MAX_SAFE_INTEGER) => Step::Index(number),
            _ => Step::Name(inner),
        });
        from = close + 1;
    }
    if first < name.len() && from < name.len() {
        at.dropped()?;
    }
    Ok(if steps.is_empty() { None } else { Some(steps) })
}

/// The tree that has one value alone.
fn chain<'a>(path: Vec<Step<'a>>, leaf: Node<'a>, at: At) -> Result<Node<'a>, FormError> {
    let mut node = leaf;
    for step in path.into_iter().rev() {
        node = match step {
            Step::Append if is_overflow(&node) => node,
            Step::Append => combine(Node::List(List::new()), node, at)?,
            Step::Index(index) if (index as u64) < u64::from(at.rules.list_limit) => {
                let mut list = List::new();
                list.set(index as usize, node);
                Node::List(list)
            }
            Step::Index(index) => {
                at.too_many()?;
                let mut map = Branch { last: Some(index), ..Branch::default() };
                map.push(numeral(index), node);
                Node::Map(map)
            }
            Step::Name(name) => {
                let mut map = Branch::default();
                map.push(name, node);
                Node::Map(map)
            }
        };
    }
    Ok(node)
}

fn is_overflow(node: &Node<'_>) -> bool {
    matches!(node, Node::Map(Branch { last: Some(_), .. }))
}

/// The elements of both, a text or map being one.
fn combine<'a>(a: Node<'a>, b: Node<'a>, at: At) -> Result<Node<'a>, FormError> {
    if let Node::Map(mut map @ Branch { last: Some(_), .. }) = a {
        append(&mut map, b);
        return Ok(Node::Map(map));
    }
    let mut list = match a {
        Node::List(list) => list,
        other => List::of(vec![other]),
    };
    concat(&mut list, b);
    limited(list, |list| list.len(), at)
}

/// Appends all elements of a list, with its holes, or one other node.
fn concat<'a>(list: &mut List<'a>, node: Node<'a>) {
    let start = list.len();
    match node {
        Node::List(more) => more.into_entries().for_each(|(i, node)| list.set(start + i, node)),
        other => list.push(other),
    }
}

/// The list, as a map from its numbers if it is too long.
fn limited<'a>(
    list: List<'a>,
    measure: impl Fn(&List<'a>) -> usize,
    at: At,
) -> Result<Node<'a>, FormError> {
    if measure(&list) as u64 <= u64::from(at.rules.list_limit) {
        return Ok(Node::List(list));
    }
    at.too_many()?;
    let last = list.len() as i64 - 1;
    Ok(Node::Map(Branch { last: Some(last), ..map_of(list) }))
}

fn map_of(list: List<'_>) -> Branch<'_> {
    let mut map = Branch::default();
    for (index, node) in list.into_entries() {
        map.push(numeral(index as i64), node);
    }
    map
}

/// Appends to a map that was a list.
fn append<'a>(map: &mut Branch<'a>, node: Node<'a>) {
    let mut nodes = List::new();
    concat(&mut nodes, node);
    for (_, node) in nodes.into_entries() {
        let next = map.last.map_or(0, |last| last + 1);
        map.set(numeral(next), node);
        map.last = Some(next);
    }
}

/// Both trees in one: `utils.merge`.
fn merge<'a>(target: Node<'a>, source: Node<'a>, at: At) -> Result<Node<'a>, FormError> {
    match (target, source) {
        (target, Node::Text(text)) if text.is_empty() => {
            at.dropped()?;
            Ok(target)
        }
        (Node::List(mut list), source @ (Node::Text(_) | Node::Null)) => {
            let is_full = list.count() as u64 >= u64::from(at.rules.list_limit);
            list.push(source);
            if is_full { limited(list, |_| usize::MAX, at) } else { Ok(Node::List(list)) }
        }
        (Node::Map(mut map), source @ (Node::Text(_) | Node::Null)) => {
            if map.last.is_some() {
                append(&mut map, source);
                return Ok(Node::Map(map));
            }
            if let Some(conflict) = map.conflict {
                map.set(numeral(conflict + 1), source);
                map.conflict = Some(conflict + 1);
                return Ok(Node::Map(map));
            }
            let mut list = List::of(vec![Node::Map(map), source]);
            list.is_conflict = true;
            limited(list, List::len, at)
        }
        (Node::Text(text), Node::Map(source @ Branch { last: Some(_), .. })) => {
            let last = source.last.map(|last| last + 1);
            let mut map = Branch { last, ..Branch::default() };
            map.push(numeral(0), Node::Text(text));
            for (name, node) in source.entries {
                map.push(canonical(&name).map_or(name, |number| numeral(number + 1)), node);
            }
            Ok(Node::Map(map))
        }
        (target @ (Node::Text(_) | Node::Null), source) => {
            let mut list = List::of(vec![target]);
            concat(&mut list, source);
            limited(list, List::len, at)
        }
        (Node::List(mut list), Node::List(source)) => {
            for (index, node) in source.into_entries() {
                match (list.get_mut(index), node) {
                    (
                        Some(old @ (Node::List(_) | Node::Map(_))),
                        node @ (Node::List(_) | Node::Map(_)),
                    ) => {
                        let before = core::mem::replace(old, Node::Null);
                        *old = merge(before, node, at)?;
                    }
                    (Some(_), node) => list.push(node),
                    (None, node) => list.set(index, node),
                }
            }
            limited(list, List::count, at)
        }
        (Node::List(list), source @ Node::Map(_)) => {
            let conflict = list.is_conflict.then_some(list.len() as i64 - 1);
            into_map(Branch { conflict, ..map_of(list) }, source, at)
        }
        (Node::Map(map), source) => into_map(map, source, at),
    }
}

fn into_map<'a>(mut map: Branch<'a>, source: Node<'a>, at: At) -> Result<Node<'a>, FormError> {
    let source = match source {
        Node::Map(source) => source,
        Node::List(list) => map_of(list),
        _ => return Ok(Node::Map(map)),
    };
    let overflow = source.last;
    for (name, node) in source.entries {
        let number = canonical(&name);
        match map.place(&name) {
            Some(place) => {
                let old = &mut map.entries[place].1;
                let before = core::mem::replace(old, Node::Null);
                *old = merge(before, node, at)?;
            }
            None => {
                map.push(name, node);
            }
        }
        if let (Some(last), None) = (overflow, map.last) {
            let numbers = map.entries.iter().filter_map(|(name, _)| canonical(name));
            map.last = numbers.chain([last]).max();
        }
        map.last = map.last.map(|last| number.map_or(last, |number| last.max(number)));
        map.conflict = map.conflict.map(|last| number.map_or(last, |number| last.max(number)));
    }
    Ok(Node::Map(map))
}

/// What `qs` reads of a part that it cannot decode: the part as it is written, except `+` and brackets.
pub(super) fn undecoded(raw: &[u8]) -> Text<'_> {
    let mut text = String::with_capacity(raw.len());
    for chunk in raw.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(c) = rest.chars().next() {
            let bracket = rest.get(..3).and_then(|triplet| {
                let is = |other| triplet.eq_ignore_ascii_case(other);
                if is("%5B") { Some('[') } else { is("%5D").then_some(']') }
            });
            match (bracket, c) {
                (Some(bracket), _) => text.push(bracket),
                (None, '+') => text.push(' '),
                (None, c) => text.push(c),
            }
            rest = &rest[if bracket.is_some() { 3 } else { c.len_utf8() }..];
        }
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Cow::Owned(text)
}

/// Whether a part of a pair ends in a bracket.
pub(super) fn closes(part: &[u8]) -> bool {
    let triplet = part.len().checked_sub(3).map(|start| &part[start..]);
    part.last() == Some(&b']')
        || triplet.is_some_and(|triplet| triplet.eq_ignore_ascii_case(b"%5D"))
}
