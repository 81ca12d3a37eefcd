//! The rules of Rack 2, as `Rack::QueryParser#normalize_params` has them.

use alloc::vec;

use super::rules::At;
use super::tree::{Branch, List, Node, Text, part};
use crate::form::FormError;

/// What a node became when a value was added.
enum Became<'a> {
    Same,
    /// The node that replaces this node.
    Other(Node<'a>),
}

/// Adds a pair to the tree.
pub(super) fn add<'a>(
    tree: &mut Branch<'a>,
    name: Text<'a>,
    value: Option<Text<'a>>,
    at: At,
) -> Result<(), FormError> {
    match normalize(tree, name, value, 0, at)? {
        Became::Same => Ok(()),
        Became::Other(_) => at.dropped(),
    }
}

fn normalize<'a>(
    map: &mut Branch<'a>,
    name: Text<'a>,
    value: Option<Text<'a>>,
    depth: usize,
    at: At,
) -> Result<Became<'a>, FormError> {
    at.depth(depth)?;
    let is_bracket = |c| matches!(c, '[' | ']');
    let start = name.len() - name.trim_start_matches(is_bracket).len();
    let end = name[start..].find(is_bracket).map_or(name.len(), |length| start + length);
    if start == end {
        return Ok(Became::Other(match value {
            Some(value) if name == "[]" => Node::List(List::of(vec![Node::Text(value)])),
            _ => {
                at.dropped()?;
                Node::Null
            }
        }));
    }
    let after = end + name[end..].len() - name[end..].trim_start_matches(']').len();
    let key = part(&name, start, end);
    match &name[after..] {
        "" => set(map, key, value, at)?,
        "[" => set(map, name, value, at)?,
        "[]" => list(map, key, at)?.push(leaf(value)),
        rest => match child(rest) {
            Some((from, to)) => {
                let child = part(&name, after + from, after + to);
                let list = list(map, key, at)?;
                if let Some(Node::Map(last)) =
                    list.len().checked_sub(1).and_then(|last| list.get_mut(last))
                    && !has(last, &child)
                {
                    if let Became::Other(_) = normalize(last, child, value, depth + 1, at)? {
                        at.dropped()?;
                    }
                } else {
                    let mut map = Branch::default();
                    list.push(match normalize(&mut map, child, value, depth + 1, at)? {
                        Became::Same => Node::Map(map),
                        Became::Other(node) => node,
                    });
                }
            }
            None => {
                let place = map.place_or_push(key, || Node::Map(Branch::default()));
                let node = &mut map.entries[place].1;
                if let Node::Null = node {
                    *node = Node::Map(Branch::default());
                }
                let Node::Map(below) = node else { return Err(at.conflicting()) };
                let after = part(&name, after, name.len());
                if let Became::Other(other) = normalize(below, after, value, depth + 1, at)? {
                    *node = other;
                }
            }
        },
    }
    Ok(Became::Same)
}

fn leaf(value: Option<Text<'_>>) -> Node<'_> {
    value.map_or(Node::Null, Node::Text)
}

/// The value of this name is this one, whatever it was.
fn set<'a>(
    map: &mut Branch<'a>,
    name: Text<'a>,
    value: Option<Text<'a>>,
    at: At,
) -> Result<(), FormError> {
    match map.place(&name) {
        Some(place) => {
            at.conflict()?;
            map.entries[place].1 = leaf(value);
        }
        None => {
            map.push(name, leaf(value));
        }
    }
    Ok(())
}

fn list<'m, 'a>(
    map: &'m mut Branch<'a>,
    name: Text<'a>,
    at: At,
) -> Result<&'m mut List<'a>, FormError> {
    let place = map.place_or_push(name, || Node::List(List::new()));
    let node = &mut map.entries[place].1;
    if let Node::Null = node {
        *node = Node::List(List::new());
    }
    match node {
        Node::List(list) => Ok(list),
        _ => Err(at.conflicting()),
    }
}

/// Where the name of an element's member is in what follows the name of a list: after `[]`, without brackets around the whole of it.
///
/// Rack's expressions begin and end at a line, so those that begin after a line feed count too.
fn child(rest: &str) -> Option<(usize, usize)> {
    let starts = || {
        let breaks = rest.match_indices('\n').map(|(at, _)| at + 1);
        core::iter::once(0).chain(breaks).filter(|at| rest[*at..].starts_with("[]"))
    };
    let bracketed = |at: usize| {
        let inner = rest[at..].strip_prefix("[][")?;
        let length = inner.find(['[', ']']).filter(|length| *length > 0)?;
        let ends = inner[length..].strip_prefix(']')?;
        (ends.is_empty() || ends.starts_with('\n')).then_some((at + 3, at + 3 + length))
    };
    let to_end = |at: usize| {
        let length = rest[at + 2..].find('\n').unwrap_or(rest.len() - at - 2);
        (length > 0).then_some((at + 2, at + 2 + length))
    };
    starts().find_map(bracketed).or_else(|| starts().find_map(to_end))
}

/// Whether a map has all names of a path without `[]`.
fn has(map: &Branch<'_>, path: &str) -> bool {
    if path.contains("[]") {
        return false;
    }
    let mut names = path.split(['[', ']']).filter(|name| !name.is_empty()).peekable();
    let mut map = map;
    while let Some(name) = names.next() {
        let Some(place) = map.place(name) else { return false };
        match &map.entries[place].1 {
            Node::Map(below) => map = below,
            _ => return names.peek().is_none(),
        }
    }
    true
}
