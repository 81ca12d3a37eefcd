//! The tree of `explain` for a person: what a text is in a sentence, then its parts in rows.
//!
//! All that is printed of a text is made visible. A value goes over several rows, up to a limit; JSON has all of it.
#![forbid(unsafe_code)]

mod charset;
mod printer;
mod words;

use std::io::{self, Write};

use triplet_inspect::Node;

pub use self::printer::Look;
use self::printer::Printer;
use self::words::sentence;
use crate::commands::findings;

/// Prints the tree. Its first row begins with the place of the text.
pub fn show(out: &mut impl Write, root: &Node, place: &str, look: Look) -> io::Result<()> {
    let mut printer = Printer::new(out, look);
    printer.title(&sentence(root), place)?;
    printer.root(root)?;
    findings::show(out, root, look.color, look.columns)
}
