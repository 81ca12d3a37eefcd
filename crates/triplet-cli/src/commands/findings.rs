//! The findings of lint in a tree, each rule once.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use triplet_inspect::{Node, Rule, Severity};

use super::reports::severity_style;
use super::rows::wrap;
use crate::diagnostics::paint;
use crate::escape::visible_line as shown;

/// The octets of a finding that are shown.
const EXCERPT: usize = 30;

/// A rule that fires, and how often.
struct Group {
    rule: Rule,
    severity: Severity,
    count: usize,
    /// The text of the first finding.
    excerpt: String,
}

impl Group {
    fn name(&self) -> String {
        match self.count {
            1 => self.rule.name().to_owned(),
            count => format!("{} ({count} times)", self.rule.name()),
        }
    }
}

/// Prints the rules that fire in a tree, the worst first. What is only worth knowing goes in one row.
pub fn show(out: &mut impl Write, root: &Node, color: bool, columns: usize) -> io::Result<()> {
    let mut groups: Vec<Group> = Vec::new();
    for node in root.nodes() {
        for found in &node.findings {
            match groups.iter_mut().find(|group| group.rule == found.rule) {
                Some(group) => {
                    group.count += 1;
                    group.severity = group.severity.max(found.severity);
                }
                None => {
                    let octets = &node.written.as_bytes()[found.start..found.end];
                    let is_cut = octets.len() > EXCERPT;
                    let mut excerpt = shown(&octets[..octets.len().min(EXCERPT)]);
                    excerpt.push_str(if is_cut { "…" } else { "" });
                    let (rule, severity) = (found.rule, found.severity);
                    groups.push(Group { rule, severity, count: 1, excerpt });
                }
            }
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.severity));
    let (known, bad): (Vec<Group>, Vec<Group>) =
        groups.into_iter().partition(|group| group.severity == Severity::Info);
    for group in bad {
        let (name, message) = (group.name(), group.rule.message());
        let words = format!("{name}: `{}`: {message}", group.excerpt);
        show_row(out, group.severity, &words, color, columns)?;
    }
    if !known.is_empty() {
        let names: Vec<String> = known.iter().map(Group::name).collect();
        show_row(out, Severity::Info, &names.join(", "), color, columns)?;
    }
    Ok(())
}

fn show_row(
    out: &mut impl Write,
    severity: Severity,
    words: &str,
    color: bool,
    columns: usize,
) -> io::Result<()> {
    let name = severity.name();
    write!(out, "  {} ", paint(color, severity_style(severity), name))?;
    let mut indent = 0;
    for row in wrap(words, columns - name.len() - 3).0 {
        writeln!(out, "{:indent$}{row}", "")?;
        indent = name.len() + 3;
    }
    Ok(())
}
