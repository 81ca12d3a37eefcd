//! The rows of the tree: where each begins, how wide it is, and its colours.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::io::{self, Write};

use triplet::charset::{Charset, Reason, candidates_octets};
use triplet_inspect::{CharsetRead, Kind, Node, Remedy, RemedyKind, Why};

use super::charset::{damage, doubt, other, usual_name};
use super::words::{self, has_row, name, notations, remove_tracking, requote, title};
use crate::commands::rows::wrap;
use crate::diagnostics::{paint, width};
use crate::escape::visible_line as shown;

/// The columns that a value has at least, however deep it is.
const VALUE: usize = 24;

/// The octets that say why all of them are not text.
const RANKED: usize = 1 << 16;

/// How the tree looks.
#[derive(Clone, Copy)]
pub struct Look {
    pub color: bool,
    pub columns: usize,
}

impl Look {
    /// With colours or without, as wide as `COLUMNS` says.
    pub fn new(color: bool) -> Look {
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        Look { color, columns: columns.filter(|columns| *columns >= 40).unwrap_or(80) }
    }
}

/// Prints a tree, row by row.
pub struct Printer<'o, W> {
    out: &'o mut W,
    look: Look,
    /// The charset whose reason was printed last.
    charset: Option<CharsetRead>,
}

impl<'o, W: Write> Printer<'o, W> {
    pub fn new(out: &'o mut W, look: Look) -> Printer<'o, W> {
        Printer { out, look, charset: None }
    }

    /// What the text is, after the place of the text.
    pub fn title(&mut self, sentence: &str, place: &str) -> io::Result<()> {
        write!(self.out, "{}", paint(self.look.color, "2", place))?;
        let columns = self.look.columns.saturating_sub(width(place)).max(VALUE);
        for row in wrap(sentence, columns).0 {
            writeln!(self.out, "{}", paint(self.look.color, "1", &row))?;
        }
        Ok(())
    }

    /// The text of the innermost notation, and what is under it.
    pub fn root(&mut self, root: &Node) -> io::Result<()> {
        let node = self.outer_notes(root, 2)?;
        // Plain text is what everybody sees.
        let is_within = !std::ptr::eq(node, root);
        let text = match node.kind {
            Kind::Text if is_within => node.read().into(),
            // A note on its charset is about the text.
            _ if node.has_parts()
                || is_within
                || node.decoded.is_some()
                || node.charset.is_some() =>
            {
                words::text(node)
            }
            _ => "".into(),
        };
        if !text.is_empty() {
            self.indent(2)?;
            self.wrapped(&with_ends(&text), 2)?;
        }
        self.below(node, 2, 2)
    }

    /// Prints the notes on notations around the innermost one, and gives that one.
    fn outer_notes<'n>(&mut self, node: &'n Node, column: usize) -> io::Result<&'n Node> {
        let mut node = node;
        while let Some(inner) = node.notation() {
            self.notes(node, column)?;
            node = inner;
        }
        Ok(node)
    }

    fn indent(&mut self, columns: usize) -> io::Result<()> {
        write!(self.out, "{:columns$}", "")
    }

    /// What is under the text of a node: notes from a column on, and the rows of its parts.
    fn below(&mut self, node: &Node, column: usize, indent: usize) -> io::Result<()> {
        self.notes(node, column)?;
        if node.has_parts() {
            return self.parts(node, indent);
        }
        for inner in &node.children {
            if inner.kind == Kind::Text && !inner.is_likely {
                self.below(inner, column, column)?;
                continue;
            }
            self.notation(inner, column)?;
        }
        Ok(())
    }

    /// The row of a notation that a text is in, or is likely in, and what the text reads in it.
    fn notation(&mut self, inner: &Node, column: usize) -> io::Result<()> {
        self.indent(column)?;
        let (words, innermost) = notations(inner);
        let words = format!("{}{words}:", if inner.is_likely { "perhaps " } else { "" });
        let style = if inner.is_likely { "33" } else { "2" };
        let from = column + width(&words) + 1;
        let value = words::text(innermost);
        // What is likely in it goes on in the same column.
        let least =
            if innermost.children.iter().any(|child| child.is_likely) { 2 * VALUE } else { 0 };
        let needed = width(&value).min(VALUE).max(least);
        if !value.is_empty() && from + needed > self.look.columns {
            self.styled(&words, column, style)?;
            self.value(innermost, column + 2, column + 2, column + 2)?;
        } else {
            write!(self.out, "{}", paint(self.look.color, style, &words))?;
            self.value(innermost, 1, from, column + 2)?;
        }
        self.outer_notes(inner, column + 2)?;
        Ok(())
    }

    /// The rows of the parts that the line of a link does not say.
    fn parts(&mut self, node: &Node, indent: usize) -> io::Result<()> {
        let parts: Vec<&Node> = match node.kind {
            Kind::Pair | Kind::Parameter => vec![node],
            _ => {
                let parts = node.children.iter();
                parts.filter(|part| !part.is_likely && has_row(node.kind, part)).collect()
            }
        };
        // The lines of a text have numbers, and one line needs none.
        let text = node.kind == Kind::Text && node.read().contains('\n');
        let (mut line, mut counted) = (1, 0);
        let mut names = Vec::new();
        for part in &parts {
            names.push(match node.kind {
                Kind::Text if text => {
                    line += node.read()[counted..part.span.start].matches('\n').count();
                    counted = part.span.start;
                    line.to_string()
                }
                Kind::Text => String::new(),
                _ => name(part),
            });
        }
        let column = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let column = if column == 0 { indent } else { indent + column + 2 };
        for (part, name) in parts.into_iter().zip(names) {
            // A form in a line of text has rows for its pairs only.
            let is_in_text = node.kind == Kind::Text && name.is_empty();
            if is_in_text && part.has_parts() && words::text(part).is_empty() {
                self.below(part, column, indent)?;
                continue;
            }
            self.indent(indent)?;
            write!(self.out, "{}", paint(self.look.color, "36", &name))?;
            match part.name_and_value().map_or(Some(part), |(_, value)| value) {
                Some(value) => {
                    let gap = column - indent - width(&name);
                    self.value(value, gap, column, indent + 2)?;
                }
                None => writeln!(self.out)?,
            }
        }
        if node.is_cut {
            self.indent(indent)?;
            writeln!(self.out, "{}", paint(self.look.color, "2", "… and more, beyond a limit"))?;
        }
        if matches!(node.kind, Kind::Pair | Kind::Parameter) {
            return Ok(());
        }
        // A notation that the text as a whole is likely in.
        node.children
            .iter()
            .filter(|child| child.is_likely)
            .try_for_each(|inner| self.notation(inner, indent))
    }

    /// The text of a node from this column on, after a gap, and what is under it.
    fn value(&mut self, node: &Node, gap: usize, column: usize, indent: usize) -> io::Result<()> {
        // A link or a form in place of its text; words around an address are read.
        let parts = node.notation().filter(|inner| inner.has_parts() && inner.kind != Kind::Text);
        let text = words::text(parts.unwrap_or(node));
        let text = with_ends(&text);
        if text.is_empty() {
            writeln!(self.out)?;
        } else {
            self.indent(gap)?;
            self.wrapped(&text, column)?;
        }
        if matches!(node.kind, Kind::RewrittenLink | Kind::Defanged) {
            self.note(&format!("from {}", title(node)), column)?;
        }
        match parts {
            Some(parts) => {
                self.notes(node, column)?;
                self.below(parts, column, indent)
            }
            None => self.below(node, column, indent),
        }
    }

    /// What is said about the text of a node.
    fn notes(&mut self, node: &Node, column: usize) -> io::Result<()> {
        if let Some(read) = &node.charset
            && read.charset != Charset::UTF_8
            && node.octets.is_none()
        {
            let mut words = Vec::new();
            let is_new = self
                .charset
                .as_ref()
                .is_none_or(|last| last.charset != read.charset || last.why != read.why);
            if is_new {
                words.push(format!("{}: {}", usual_name(read.charset), read.why));
            }
            if let Some((charset, text)) = &read.runner_up {
                words.push(format!("or {}: {}", charset.name(), other(node.read(), text)));
            }
            if !words.is_empty() {
                self.note(&words.join("; "), column)?;
            }
            self.charset = Some(read.clone());
        }
        if let Some(read) = &node.charset
            && let Why::Octets(reason @ (Reason::CutUtf8 | Reason::Malformed)) = read.why
            && read.charset == Charset::UTF_8
        {
            let mut words = match reason {
                Reason::CutUtf8 => reason.to_string(),
                _ => match node.octets.as_deref().and_then(damage) {
                    Some(octets) => format!("UTF-8, damaged at {octets}"),
                    None => format!("UTF-8: {reason}"),
                },
            };
            if let Some((charset, text)) = &read.runner_up {
                words.push_str(&format!("; or {}: {}", charset.name(), other(node.read(), text)));
            }
            self.note(&words, column)?;
        } else if let Some(words) = doubt(node) {
            self.note(&words, column)?;
        } else if let (Some(_), Some(CharsetRead { charset, why: why @ Why::NamedBy(_), .. })) =
            (&node.octets, &node.charset)
        {
            let name = usual_name(*charset);
            self.note(&format!("{name}: {why}; {}", Reason::Malformed), column)?;
        } else if let Some(octets) = &node.octets {
            let found = candidates_octets(&octets[..octets.len().min(RANKED)]);
            let reason = found.first().map(|best| best.reason);
            let what = match reason.filter(|reason| *reason == Reason::Surrogates) {
                Some(reason) => format!("not text: {reason}"),
                None => format!("not text in any charset: {} octets", octets.len()),
            };
            self.note(&what, column)?;
        }
        for remedy in &node.remedies {
            self.remedy(node, remedy, column)?;
        }
        if node.is_cut && !node.has_parts() {
            self.note("… and more in it, beyond a limit", column)?;
        }
        Ok(())
    }

    fn note(&mut self, words: &str, column: usize) -> io::Result<()> {
        self.indent(column)?;
        self.styled(words, column, "2")
    }

    fn remedy(&mut self, node: &Node, remedy: &Remedy, column: usize) -> io::Result<()> {
        self.indent(column)?;
        let style = if remedy.kind == RemedyKind::RemoveTracking { "33" } else { "31" };
        self.styled(&remedy.message, column, style)?;
        self.indent(column)?;
        let command = match remedy.kind {
            RemedyKind::Requote => requote(node, &remedy.text),
            RemedyKind::RemoveTracking => remove_tracking(node),
            _ => shown(remedy.text.as_bytes()),
        };
        // Not wrapped: a terminal copies it as one line.
        writeln!(self.out, "{}", paint(self.look.color, "32", &command))
    }

    fn wrapped(&mut self, text: &str, column: usize) -> io::Result<()> {
        self.styled(text, column, "0")
    }

    /// Prints a text from this column on, in rows that end where the terminal does.
    fn styled(&mut self, text: &str, column: usize, style: &str) -> io::Result<()> {
        let columns = self.look.columns.saturating_sub(column).max(VALUE);
        let color = self.look.color && style != "0";
        let (rows, rest) = wrap(text, columns);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                self.indent(column)?;
            }
            writeln!(self.out, "{}", paint(color, style, row))?;
        }
        if rest > 0 {
            self.indent(column)?;
            let more = format!("… {rest} more characters, which --json has");
            writeln!(self.out, "{}", paint(self.look.color, "2", &more))?;
        }
        Ok(())
    }
}

/// A text whose spaces at its ends, and line breaks at its end, are seen.
fn with_ends(text: &str) -> Cow<'_, str> {
    let last = text.trim_end_matches(['\r', '\n']);
    if last.len() < text.len() {
        return format!("{}{}", with_ends(last), shown(&text.as_bytes()[last.len()..])).into();
    }
    let inner = text.trim_matches(' ');
    if inner.len() == text.len() {
        return text.into();
    }
    let start = text.len() - text.trim_start_matches(' ').len();
    let end = text.len() - start - inner.len();
    [&"\\x20".repeat(start), inner, &"\\x20".repeat(end)].concat().into()
}
