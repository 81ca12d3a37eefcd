//! The tree of `explain` for a person: what a text is in a sentence, then its parts in rows.
//!
//! All that is printed of a text is made visible. A value goes over several rows, up to a limit; JSON has all of it.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::io::{self, Write};

use triplet::charset::{Charset, Reason, candidates_octets};
use triplet::decode_triplet;
use triplet::uri::Requote;
use triplet_inspect::{
    CharsetRead, Kind, Node, Remedy, RemedyKind, Why, is_invisible, is_tracking,
};

use super::findings;
use super::rows::{clipped, quoted, wrap};
use super::tree_charset::{damage, doubt, other, usual_name};
use crate::diagnostics::{paint, width};
use crate::escape::visible_line as shown;

/// The columns that a name has at most.
const NAME: usize = 24;

/// The columns that a value has at least, however deep it is.
const VALUE: usize = 24;

/// The octets that say why all of them are not text.
const RANKED: usize = 1 << 16;

/// How the tree looks.
#[derive(Clone, Copy)]
pub struct Look {
    pub color: bool,
    columns: usize,
}

impl Look {
    /// With colours or without, as wide as `COLUMNS` says.
    pub fn new(color: bool) -> Look {
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        Look { color, columns: columns.filter(|columns| *columns >= 40).unwrap_or(80) }
    }
}

/// Prints the tree. Its first row begins with the place of the text.
pub fn show(out: &mut impl Write, root: &Node, place: &str, look: Look) -> io::Result<()> {
    let mut printer = Printer { out, look, charset: None };
    write!(printer.out, "{}", paint(look.color, "2", place))?;
    let columns = look.columns.saturating_sub(width(place)).max(VALUE);
    for row in wrap(&sentence(root), columns).0 {
        writeln!(printer.out, "{}", paint(look.color, "1", &row))?;
    }
    printer.root(root)?;
    findings::show(printer.out, root, look.color, look.columns)
}

/// What a text is: the notations, from the outside in, and what is in the innermost.
fn sentence(root: &Node) -> String {
    if root.written.is_empty() {
        return "An empty text.".to_owned();
    }
    let (mut words, node) = notations(root);
    let is_link = |kind| {
        let links = [Kind::Url, Kind::Iri, Kind::Mailto, Kind::DataUrl, Kind::Javascript];
        links.contains(&kind)
    };
    // What is only likely does not count.
    let (mut links, mut charsets) = (0_usize, Vec::new());
    let mut rest = vec![root];
    let is_within = |found: &Node| !std::ptr::eq(found, node) && node.kind != Kind::Text;
    let mut is_inside = false;
    while let Some(found) = rest.pop() {
        is_inside |= std::ptr::eq(found, node);
        links += usize::from(is_inside && is_within(found) && is_link(found.kind));
        if let Some(read) = &found.charset
            && !charsets.contains(&usual_name(read.charset))
        {
            charsets.push(usual_name(read.charset));
        }
        rest.extend(found.children.iter().rev().filter(|child| !child.is_likely));
    }
    match links {
        0 => {}
        1 => words.push_str(" with a link inside"),
        links => words.push_str(&format!(" with {links} links inside")),
    }
    if let Some((last, others)) = charsets.split_last() {
        words.push_str(", in ");
        if !others.is_empty() {
            words.push_str(&others.join(", "));
            words.push_str(" and ");
        }
        words.push_str(last);
    }
    let first = words[..1].to_uppercase();
    format!("{first}{}.", &words[1..])
}

/// The notations of a node in words, from the outside in, and the innermost node.
fn notations(node: &Node) -> (String, &Node) {
    let mut words = title(node);
    let (mut node, mut layers) = (node, 1);
    while let Some(next) = inner(node) {
        let is_same = title(next) == title(node);
        layers = if is_same { layers + 1 } else { 1 };
        if is_same && inner(next).is_none_or(|after| title(after) != title(node)) {
            words.push_str(&format!(" in {layers} layers"));
        }
        if !is_same {
            words.push_str("; in it ");
            words.push_str(&title(next));
        }
        node = next;
    }
    (words, node)
}

/// What a node is, in words.
fn title(node: &Node) -> String {
    let is_piece = |part: &&Node| {
        matches!(part.kind, Kind::Encoded | Kind::PercentU | Kind::Form | Kind::Parameter)
    };
    let parts = || node.children.iter().filter(|part| !part.is_likely);
    let pieces = parts().filter(is_piece).count();
    let mut title = match (node.kind, parts().count() - pieces) {
        (Kind::Text, 0) => "a text".to_owned(),
        (Kind::Text, 1) => "a text with an address".to_owned(),
        (Kind::Text, addresses) => format!("a text with {addresses} addresses"),
        (kind, _) => kind.title().to_owned(),
    };
    if node.kind == Kind::Text && pieces > 0 {
        let of = if title == "a text" { " with" } else { " and" };
        let many = if pieces == 1 { "an encoded piece" } else { "encoded pieces" };
        let number = if pieces == 1 { String::new() } else { format!("{pieces} ") };
        title.push_str(&format!("{of} {number}{many}"));
    }
    match &node.detail {
        Some(detail) => format!("{title} ({})", shown(detail.as_bytes())),
        None => title,
    }
}

/// Whether the children of a node are its parts. Children that are not parts say what the text of the node is.
fn has_parts(node: &Node) -> bool {
    matches!(
        node.kind,
        Kind::Url
            | Kind::Iri
            | Kind::Reference
            | Kind::Pair
            | Kind::Form
            | Kind::Mailto
            | Kind::DataUrl
            | Kind::Javascript
            | Kind::ContentDisposition
            | Kind::Parameter
            | Kind::ConnectionString
            | Kind::Cookie
            | Kind::Jwt
            | Kind::Text
    )
}

/// The notation that the text of a node is in for certain.
fn inner(node: &Node) -> Option<&Node> {
    let mut inner = node.children.iter().filter(|child| !child.is_likely && !has_parts(node));
    inner.next()
}

/// Whether a part of a link says as much on the line of the link as by itself.
fn is_in_head(part: &Node) -> bool {
    // A joiner is of a script or of an emoji.
    let is_joiner = |c| matches!(c, '\u{200C}' | '\u{200D}');
    let is_plain = |c| !"/?#%".contains(c) && (!is_invisible(c) || is_joiner(c));
    let is_simple = part.children.is_empty()
        && part.octets.is_none()
        && part.charset.as_ref().is_none_or(|read| read.charset == Charset::UTF_8);
    match part.kind {
        Kind::Scheme | Kind::Port => true,
        Kind::Host | Kind::User | Kind::Password => part.decoded.is_none() && is_simple,
        Kind::Segment => {
            let is_read =
                || part.read().chars().all(is_plain) && !has_delimiter_as_data(&part.written);
            is_simple && (part.decoded.is_none() || is_read())
        }
        _ => false,
    }
}

/// Whether a segment has a delimiter both as it is and as a triplet, as `;x=1%3B2` does. Read, the two are the same.
fn has_delimiter_as_data(written: &str) -> bool {
    let is_raw = |octet| b";=:@,".contains(&octet) && written.contains(char::from(octet));
    let mut triplets = written.match_indices('%');
    triplets.any(|(at, _)| decode_triplet(&written.as_bytes()[at..]).is_some_and(is_raw))
}

/// Whether a part of a node of this kind has a row of its own: the line of a link, or what it is, may say it.
fn has_row(kind: Kind, part: &Node) -> bool {
    match kind {
        Kind::Url | Kind::Iri | Kind::Reference => !is_in_head(part),
        Kind::Mailto | Kind::DataUrl | Kind::Javascript => part.kind != Kind::Scheme,
        _ => true,
    }
}

/// A link up to its query, with what is plain in it decoded.
fn head(link: &Node) -> String {
    let mut head = String::new();
    let mut at = 0;
    for part in link.children.iter().filter(|part| !part.is_likely) {
        let is_before = matches!(
            part.kind,
            Kind::Scheme | Kind::User | Kind::Password | Kind::Host | Kind::Port | Kind::Segment
        );
        head.push_str(&link.written[at..part.span.start]);
        if !is_before {
            return head.trim_end_matches(['?', '#', '&']).to_owned();
        }
        let is_read = is_in_head(part) || part.kind == Kind::Host;
        head.push_str(if is_read { part.read() } else { &part.written });
        at = part.span.end;
    }
    head.push_str(&link.written[at..]);
    head
}

/// The text that stands for a node: of a link the start, of what has rows instead nothing.
fn text(node: &Node) -> Cow<'_, str> {
    match node.kind {
        Kind::Url | Kind::Iri | Kind::Reference => head(node).into(),
        Kind::Host if node.decoded.is_some() => {
            format!("{} ({})", node.read(), node.written).into()
        }
        _ if has_parts(node) => "".into(),
        _ => node.read().into(),
    }
}

/// The name of a part in its row.
fn name(part: &Node) -> String {
    let named = match part.kind {
        Kind::Pair | Kind::Parameter => part.child(Kind::Name),
        _ => None,
    };
    match named {
        Some(name) => clipped(name.read(), NAME),
        None => part.kind.name().replace('-', " "),
    }
}

/// The command that gives the repaired text of a node, with the option that keeps its variables; the text itself if no command does.
fn requote(node: &Node, repaired: &str) -> String {
    let gives = |kept: &&str| {
        let requote = Requote::new().keep(kept);
        requote.is_ok_and(|requote| requote.convert(&node.written) == repaired)
    };
    let option = ["", "{{*}}", "${*}", "{*}"].iter().find(|kept| gives(kept));
    if option.is_none() && node.written.contains("%u") {
        return shown(repaired.as_bytes());
    }
    let option = option.filter(|kept| !kept.is_empty());
    let option = option.map_or_else(String::new, |kept| format!("--also-keep '{kept}' "));
    format!("triplet requote {option}{}", quoted(&node.written))
}

/// The command that removes the tracking parameters.
fn remove_tracking(node: &Node) -> String {
    let mut command = "triplet uri set".to_owned();
    let names = node.children.iter().filter_map(|pair| pair.child(Kind::Name)).map(Node::read);
    let mut removed = Vec::new();
    for name in names.filter(|name| is_tracking(name)) {
        let name = if name.starts_with("utm_") { "utm_*" } else { name };
        if !removed.contains(&name) {
            removed.push(name);
            command.push_str(&format!(" --remove {}", quoted(&format!("query:{name}"))));
        }
    }
    format!("{command} {}", quoted(&node.written))
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

struct Printer<'o, W> {
    out: &'o mut W,
    look: Look,
    /// The charset whose reason was printed last.
    charset: Option<CharsetRead>,
}

impl<W: Write> Printer<'_, W> {
    /// The text of the innermost notation, and what is under it.
    fn root(&mut self, root: &Node) -> io::Result<()> {
        let node = self.outer_notes(root, 2)?;
        // Plain text is what everybody sees.
        let is_within = !std::ptr::eq(node, root);
        let text = match node.kind {
            Kind::Text if is_within => node.read().into(),
            _ if has_parts(node) || is_within || node.decoded.is_some() => text(node),
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
        while let Some(inner) = inner(node) {
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
        if has_parts(node) {
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
        let value = self::text(innermost);
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
            if is_in_text && has_parts(part) && self::text(part).is_empty() {
                self.below(part, column, indent)?;
                continue;
            }
            self.indent(indent)?;
            write!(self.out, "{}", paint(self.look.color, "36", &name))?;
            let value = match part.kind {
                Kind::Pair | Kind::Parameter => {
                    part.children.iter().find(|child| child.kind != Kind::Name)
                }
                _ => Some(part),
            };
            match value {
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
        let parts = inner(node).filter(|inner| has_parts(inner) && inner.kind != Kind::Text);
        let text = text(parts.unwrap_or(node));
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
        if node.is_cut && !has_parts(node) {
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
