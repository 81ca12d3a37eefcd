//! The styles of parameters of OpenAPI 3.1 (Parameter Object, Style Values).

use alloc::vec;

use super::rules::{At, Style};
use super::tree::{Branch, List, Node, Text, part};
use crate::form::FormError;

/// Adds a pair to the tree.
pub(super) fn add<'a>(
    tree: &mut Branch<'a>,
    name: Text<'a>,
    value: Text<'a>,
    at: At,
) -> Result<(), FormError> {
    let delimiter = match at.rules.style {
        Style::PipeDelimited => '|',
        Style::SpaceDelimited => ' ',
        _ => return deep_object(tree, &name, value, at),
    };
    let place = tree.place_or_push(name, || Node::Null);
    let node = &mut tree.entries[place].1;
    let mut start = 0;
    while let Some(length) = value[start..].find(delimiter) {
        push(node, part(&value, start, start + length), at)?;
        start += length + 1;
    }
    push(node, part(&value, start, value.len()), at)
}

/// Adds a value at a place. The second value makes the place a list.
fn push<'a>(node: &mut Node<'a>, value: Text<'a>, at: At) -> Result<(), FormError> {
    match core::mem::replace(node, Node::Null) {
        Node::Null => *node = Node::Text(value),
        Node::Text(first) => {
            *node = Node::List(List::of(vec![Node::Text(first), Node::Text(value)]))
        }
        Node::List(mut list) => {
            list.push(Node::Text(value));
            *node = Node::List(list);
        }
        Node::Map(_) => return Err(at.conflicting()),
    }
    Ok(())
}

/// `color[R]=100`: a name, and the names of properties in brackets. Other brackets are data.
fn deep_object<'a>(
    tree: &mut Branch<'a>,
    name: &Text<'a>,
    value: Text<'a>,
    at: At,
) -> Result<(), FormError> {
    let first = name.find('[').filter(|first| *first > 0 && name.ends_with(']'));
    let inner = first.map(|first| &name[first + 1..name.len() - 1]);
    let is_path =
        inner.is_some_and(|inner| inner.split("][").all(|property| !property.contains(['[', ']'])));
    let (Some(first), true) = (first, is_path) else {
        let place = tree.place_or_push(name.clone(), || Node::Null);
        return push(&mut tree.entries[place].1, value, at);
    };
    let place = tree.place_or_push(part(name, 0, first), || Node::Map(Branch::default()));
    let mut node = &mut tree.entries[place].1;
    let mut start = first + 1;
    let mut depth = 0;
    while start < name.len() {
        depth += 1;
        at.depth(depth)?;
        let end = start + name[start..].find(']').unwrap_or(0);
        if let Node::Null = node {
            *node = Node::Map(Branch::default());
        }
        let Node::Map(map) = node else { return Err(at.conflicting()) };
        let place = map.place_or_push(part(name, start, end), || Node::Null);
        node = &mut map.entries[place].1;
        start = end + 2;
    }
    push(node, value, at)
}
