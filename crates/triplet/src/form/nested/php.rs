//! The rules of PHP, as `php_register_variable_ex` of PHP 8 has them.

use alloc::borrow::Cow;
use alloc::string::String;

use super::rules::At;
use super::tree::{Branch, List, Node, Text, canonical, numeral, part};
use crate::form::FormError;

/// What is in a pair of brackets.
enum Index<'a> {
    /// Nothing: the next number.
    Next,
    Name(Text<'a>),
}

/// Adds a pair to the tree.
pub(super) fn add<'a>(
    tree: &mut Branch<'a>,
    name: Text<'a>,
    value: Text<'a>,
    at: At,
) -> Result<(), FormError> {
    // A name is a string of C.
    let name = match name.find('\0') {
        Some(end) => {
            at.dropped()?;
            part(&name, 0, end)
        }
        None => name,
    };
    let start = name.len() - name.trim_start_matches(' ').len();
    let bracket = name.find('[').unwrap_or(name.len());
    let mut brackets = Brackets { name: &name, from: bracket, depth: 0 };
    let is_closed = name[bracket..].get(1..).is_none_or(|rest| rest.contains(']'));
    // A bracket that is not closed becomes `_`, and what follows belongs to the name.
    let end = if is_closed { bracket } else { name.len() };
    let variable = match name[start.min(end)..end].find([' ', '.', '[']) {
        Some(_) => Cow::Owned(mangled(&name[start..end])),
        None => part(&name, start.min(end), end),
    };
    let is_forbidden = |part: &str| {
        let begins = |prefix| part.starts_with(prefix) && !name[start..].starts_with(prefix);
        begins("__Host-") || begins("__Secure-")
    };
    if bracket <= start || is_forbidden(&variable) {
        return at.dropped();
    }
    let first = if is_closed { brackets.next(at)? } else { None };
    let Some(mut index) = first else {
        match tree.place(&variable) {
            Some(place) => {
                at.conflict()?;
                tree.entries[place].1 = Node::Text(value);
            }
            None => {
                tree.push(variable, Node::Text(value));
            }
        }
        return Ok(());
    };
    let place = tree.place_or_push(variable, || Node::List(List::new()));
    let mut node = &mut tree.entries[place].1;
    loop {
        if !matches!(node, Node::List(_) | Node::Map(_)) {
            at.conflict()?;
            *node = Node::List(List::new());
        }
        let next = brackets.next(at)?;
        if let (Index::Name(last), None) = (&index, &next)
            && is_forbidden(last)
        {
            return at.dropped();
        }
        let Some(below) = child(node, index) else { return at.dropped() };
        node = below;
        match next {
            Some(next) => index = next,
            None => break,
        }
    }
    // A new value is an empty list.
    if !matches!(node, Node::List(list) if list.len() == 0) {
        at.conflict()?;
    }
    *node = Node::Text(value);
    Ok(())
}

/// A name in which spaces, dots and a bracket that is not closed are `_`.
fn mangled(name: &str) -> String {
    name.chars().map(|c| if matches!(c, ' ' | '.' | '[') { '_' } else { c }).collect()
}

/// The value at an index of an array. A new index gets an empty list. `None` if the array has no next number.
fn child<'n, 'a>(array: &'n mut Node<'a>, index: Index<'a>) -> Option<&'n mut Node<'a>> {
    // An array whose numbers count up from 0 is a list.
    if let Node::List(list) = array {
        let wanted = match &index {
            Index::Next => Some(list.len()),
            Index::Name(name) => canonical(name)
                .and_then(|number| usize::try_from(number).ok())
                .filter(|number| *number <= list.len()),
        };
        if let Some(wanted) = wanted {
            if wanted == list.len() {
                list.push(Node::List(List::new()));
            }
        } else {
            *array = Node::Map(map_of(core::mem::replace(list, List::new())));
        }
        if let Some(wanted) = wanted {
            let Node::List(list) = array else { return None };
            return list.get_mut(wanted);
        }
    }
    let Node::Map(map) = array else { return None };
    let name = match index {
        Index::Next => {
            let name = numeral(map.last.unwrap_or(0));
            if map.place(&name).is_some() {
                return None;
            }
            name
        }
        Index::Name(name) => name,
    };
    let place = match map.place(&name) {
        Some(place) => place,
        None => {
            if let Some(number) = canonical(&name)
                && map.last.is_none_or(|next| number >= next)
            {
                map.last = Some(number.saturating_add(1));
            }
            map.push(name, Node::List(List::new()))
        }
    };
    Some(&mut map.entries[place].1)
}

fn map_of(list: List<'_>) -> Branch<'_> {
    let next = (list.len() > 0).then_some(list.len() as i64);
    let mut map = Branch { last: next, ..Branch::default() };
    for (index, node) in list.into_entries() {
        map.push(numeral(index as i64), node);
    }
    map
}

/// What is in the brackets of a name, one pair after the other.
struct Brackets<'n, 'a> {
    name: &'n Text<'a>,
    from: usize,
    depth: usize,
}

impl<'a> Brackets<'_, 'a> {
    /// The next; none where no bracket follows, or one that is not closed. What is there instead is lost.
    fn next(&mut self, at: At) -> Result<Option<Index<'a>>, FormError> {
        let start = self.from + 1;
        let rest = &self.name[self.from..];
        let Some(inner) = rest.strip_prefix('[') else {
            if !rest.is_empty() {
                at.dropped()?;
            }
            return Ok(None);
        };
        // One space before the bracket that closes is nothing.
        let space = usize::from(inner.starts_with([' ', '\t', '\n', '\u{B}', '\u{C}', '\r']));
        let Some(length) = inner.find(']') else {
            at.dropped()?;
            return Ok(None);
        };
        self.depth += 1;
        at.depth(self.depth)?;
        self.from = start + length + 1;
        Ok(Some(if length == space {
            Index::Next
        } else {
            Index::Name(part(self.name, start, start + length))
        }))
    }
}
