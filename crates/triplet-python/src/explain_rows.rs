//! The rows of the tree of `explain`, in a notebook and in a terminal.
#![forbid(unsafe_code)]

use triplet_inspect::Node as Inner;

/// The characters of a value that a line has.
pub(crate) const SHOWN: usize = 60;

/// A row of a tree: how deep it is, and what it says.
pub(crate) struct Row<'t> {
    pub(crate) depth: usize,
    pub(crate) node: &'t Inner,
    /// The name of a pair or of a parameter.
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
        let (name, inner) = match child.name_and_value() {
            Some((name, value)) => (Some(name), value),
            None => (None, Some(child)),
        };
        // A notation whose text is that of the row above.
        let is_shown = child.decoded.is_some() || child.written != node.read();
        let value = inner.filter(|_| name.is_some() || is_shown);
        rows.push(Row { depth, node: child, name, value });
        if let Some(inner) = inner {
            self::rows(inner, depth + 1, most, rows);
        }
    }
}
