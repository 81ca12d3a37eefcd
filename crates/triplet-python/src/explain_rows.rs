//! The rows of the tree of `explain`, in a notebook and in a terminal.
#![forbid(unsafe_code)]

use triplet_inspect::{Kind, Node as Inner};

/// What a node is, in words.
pub(crate) fn title(node: &Inner) -> String {
    let detail = node.detail.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    format!("{}{detail}", node.kind.title())
}

/// The characters of a value that a line has.
pub(crate) const SHOWN: usize = 60;

/// A row of a tree: how deep it is, and what it says.
pub(crate) struct Row<'t> {
    pub(crate) depth: usize,
    pub(crate) node: &'t Inner,
    /// The name of a pair.
    pub(crate) name: Option<&'t str>,
    /// The node whose text is the row's.
    pub(crate) value: Option<&'t Inner>,
}

/// The rows under a node. A pair is one, and so is a notation, whose text is that of the row above it.
pub(crate) fn rows<'t>(node: &'t Inner, depth: usize, most: usize, rows: &mut Vec<Row<'t>>) {
    for child in &node.children {
        if rows.len() > most {
            return;
        }
        let is_pair = child.kind == Kind::Pair;
        let name = child.child(Kind::Name).filter(|_| is_pair).map(Inner::read);
        // A notation whose text is that of the row above.
        let is_shown = child.decoded.is_some() || child.written != node.read();
        let inner = if is_pair { child.child(Kind::Value) } else { Some(child) };
        let value = inner.filter(|_| is_pair || is_shown);
        rows.push(Row { depth, node: child, name, value });
        if let Some(inner) = inner {
            self::rows(inner, depth + 1, most, rows);
        }
    }
}
