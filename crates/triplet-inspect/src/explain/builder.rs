//! Makes nodes of what the recognisers find.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::charset::{Charset, Languages};
use triplet::readings::Evidence;

use super::charsets::{Charsets, Scope, Text};
use super::encoded::is_encoded_again;
#[cfg(feature = "all-notations")]
use super::form;
use super::nearly::cut_in;
use super::node::{CharsetRead, Found, Kind, Node, Why};
#[cfg(feature = "all-notations")]
use super::notations::ed2k::ED2K;
#[cfg(feature = "all-notations")]
use super::placeholders::is_filled_in;
use super::recognized::{Inner, Part, Place, Reading, Recognized};
use super::recognizers::ROWS;
use super::reference::PLACEHOLDERS;
#[cfg(feature = "all-notations")]
use super::reference::WITHOUT_SCHEME;
use crate::lint::{Context, Severity, lint_at_most};

/// How many octets may be explained for each octet of the whole text: sixteen levels of notations, and as many again for likely
/// readings. A notation that is likely at each level would double the texts sixteen times.
const OCTETS: usize = 32;

/// The findings of lint that are shown for one reference.
const FINDINGS: usize = 100;

pub(super) struct Builder {
    charsets: Charsets,
    max_depth: usize,
    /// How many nodes may still be made.
    left: usize,
    /// How many octets may still be explained.
    octets: usize,
}

impl Builder {
    pub(super) fn new(languages: Languages, max_depth: usize, max_nodes: usize) -> Builder {
        Builder {
            charsets: Charsets::new(languages),
            max_depth,
            left: max_nodes.saturating_sub(1),
            octets: 0,
        }
    }

    pub(super) fn root(&mut self, text: &str) -> Node {
        let trimmed = text.trim_ascii();
        self.octets = trimmed.len().saturating_add(1024).saturating_mul(OCTETS);
        let start = text.len() - text.trim_ascii_start().len();
        self.node(trimmed, start..start + trimmed.len(), Place::Whole, 1)
    }

    /// The node of a text that is explained. The caller has counted it.
    fn node(&mut self, text: &str, span: Range<usize>, place: Place, depth: usize) -> Node {
        self.octets = self.octets.saturating_sub(text.len());
        let mut likely = Vec::new();
        let mut node = None;
        for row in ROWS {
            let Some(found) = (row.recognize)(text, place) else { continue };
            if found.is_certain {
                node = Some(self.recognized(row.kind, text, span.clone(), found, place, depth));
                break;
            }
            likely.push((row.kind, found));
        }
        let mut node = node.unwrap_or_else(|| Node::new(Kind::Plain, text, span));
        for (kind, found) in likely {
            if !self.may_add(&mut node) {
                break;
            }
            self.octets = self.octets.saturating_sub(text.len());
            let mut child = self.recognized(kind, text, 0..text.len(), found, place, depth);
            child.is_likely = true;
            node.children.push(child);
        }
        node
    }

    /// Counts a node; if there are too many, its parent is cut.
    fn may_add(&mut self, parent: &mut Node) -> bool {
        match self.left.checked_sub(1) {
            Some(left) if self.octets > 0 => {
                self.left = left;
                true
            }
            _ => {
                parent.is_cut = true;
                false
            }
        }
    }

    fn recognized(
        &mut self,
        kind: Kind,
        text: &str,
        span: Range<usize>,
        found: Recognized,
        place: Place,
        depth: usize,
    ) -> Node {
        let mut node = Node::new(kind, text, span);
        (node.detail, node.remedies) = (found.detail, found.remedies);
        let is_whole = place == Place::Whole && found.is_certain && node.detail.is_none();
        if is_whole
            && matches!(kind, Kind::Url | Kind::Iri | Kind::Reference | Kind::Form | Kind::Encoded)
        {
            node.detail = cut_in(text).map(Into::into);
        }
        match found.inner {
            Inner::Parts(parts) => {
                let scope = self.charsets.scope(text, &parts);
                self.add_parts(&mut node, text, parts, &scope, depth);
            }
            Inner::Encoded { plus } => {
                let read = self.charsets.read(text, plus, &Scope::default());
                self.set_text(&mut node, read, Place::Whole, depth);
                // Pieces may be encoded twice. That the whole is, only a whole shows.
                if let Some(child) = node.children.first_mut()
                    && child.kind == Kind::Encoded
                    && !is_encoded_again(text)
                {
                    child.is_likely = true;
                }
            }
            Inner::Text(read) => {
                node.set_read(Cow::Owned(read));
                self.explain_read(&mut node, Place::Whole, depth);
            }
            Inner::Octets(octets) => {
                let read = self.charsets.read_octets(octets);
                self.set_text(&mut node, read, Place::Whole, depth);
            }
        }
        if place == Place::Whole && matches!(kind, Kind::Url | Kind::Iri | Kind::Reference) {
            for finding in lint_at_most(text.as_bytes(), Context::Url, FINDINGS).iter() {
                let found = Found {
                    rule: finding.rule(),
                    severity: finding.severity(),
                    start: finding.span().start,
                    end: finding.span().end,
                };
                if !is_noise(&node, &found) {
                    attach(&mut node, found);
                }
            }
        }
        node
    }

    fn add_parts(
        &mut self,
        node: &mut Node,
        text: &str,
        parts: Vec<Part>,
        scope: &Scope,
        depth: usize,
    ) {
        for part in parts {
            if !self.may_add(node) {
                break;
            }
            let written = &text[part.span.clone()];
            let mut child = Node::new(part.kind, written, part.span.clone());
            child.detail = part.detail;
            match part.reading {
                Reading::AsWritten => {}
                Reading::Known(read) => child.set_read(Cow::Owned(read)),
                Reading::Text { read, named, octets } => {
                    let charset = named.map(|named| CharsetRead {
                        charset: named.0,
                        evidence: Evidence::Strong,
                        why: Why::NamedBy(named.1),
                        runner_up: None,
                    });
                    let octets = octets.map(Vec::from);
                    let read = Text { text: Cow::Owned(read), charset, octets };
                    self.set_text(&mut child, read, Place::Value, depth);
                }
                Reading::Octets(octets) => {
                    let read = self.charsets.read_octets(octets);
                    self.set_text(&mut child, read, Place::Value, depth);
                }
                Reading::Binary(octets) => child.octets = Some(octets),
                Reading::Decode | Reading::DecodePlus => {
                    let plus = matches!(part.reading, Reading::DecodePlus);
                    let read = self.charsets.read(written, plus, scope);
                    self.set_text(&mut child, read, Place::Value, depth);
                    #[cfg(feature = "all-notations")]
                    if (plus || part.kind == Kind::Value)
                        && form::is_plus_doubtful(text, written, plus)
                        && self.may_add(&mut child)
                    {
                        let mut other = Node::new(Kind::Encoded, written, 0..written.len());
                        other.set_read(self.charsets.read(written, !plus, scope).text);
                        let detail = if plus { "with + as it is" } else { "with + as a space" };
                        other.detail = Some(detail.into());
                        other.is_likely = true;
                        child.children.push(other);
                    }
                }
                Reading::Pair(parts) => self.add_parts(&mut child, written, parts, scope, depth),
                Reading::Explain => {
                    if depth < self.max_depth {
                        child = self.node(written, part.span, Place::Whole, depth + 1);
                    } else {
                        child.kind = Kind::Plain;
                        child.is_cut = true;
                    }
                }
            }
            node.children.push(child);
        }
    }

    /// Takes over a text that was read, and explains it.
    fn set_text(&mut self, node: &mut Node, read: Text<'_>, place: Place, depth: usize) {
        node.set_read(read.text);
        (node.charset, node.octets) = (read.charset, read.octets);
        let is_inert = matches!(node.kind, Kind::Name | Kind::Host | Kind::User | Kind::Password);
        if node.octets.is_none() && !is_inert {
            self.explain_read(node, place, depth);
        }
    }

    /// Adds what the text read of a node is, unless it is plain.
    fn explain_read(&mut self, node: &mut Node, place: Place, depth: usize) {
        let read = node.read();
        if depth >= self.max_depth {
            node.is_cut |= ROWS.iter().any(|row| (row.recognize)(read, place).is_some());
            return;
        }
        // A text that decodes to itself would be explained without end.
        if node.decoded.is_none() && place == Place::Whole {
            return;
        }
        if !self.may_add(node) {
            return;
        }
        let read = node.read();
        let child = self.node(read, 0..read.len(), place, depth + 1);
        match child {
            // Only likely, or nothing: no level between.
            Node { kind: Kind::Plain, children, is_cut, .. } => {
                self.left += 1;
                node.is_cut |= is_cut;
                node.children = children;
            }
            child => node.children.push(child),
        }
    }
}

/// Whether a finding says nothing beside the tree: that what was read in another charset is not UTF-8, and that letters of a script have
/// octets of their own.
fn is_noise(node: &Node, found: &Found) -> bool {
    let is_within = |child: &&Node| child.span.start <= found.start && found.end <= child.span.end;
    #[cfg(feature = "all-notations")]
    if node.detail.as_deref() == Some(PLACEHOLDERS) && is_filled_in(&node.written, found.start) {
        return true;
    }
    match found.rule.name() {
        // The fields of a link of eDonkey.
        #[cfg(feature = "all-notations")]
        "disallowed-char" if node.detail.as_deref() == Some(ED2K) => true,
        // A host and its port.
        #[cfg(feature = "all-notations")]
        "invalid-scheme" => node.detail.as_deref() == Some(WITHOUT_SCHEME),
        "malformed-escape" => node.detail.as_deref() == Some(PLACEHOLDERS),
        "lossy-narrowing" => found.severity == Severity::Info,
        "invalid-utf8" | "truncated-utf8" | "overlong-utf8" => {
            let is_legacy =
                |read: &CharsetRead| read.charset != Charset::UTF_8 && node.octets.is_none();
            node.charset.as_ref().is_some_and(is_legacy)
                || node.children.iter().find(is_within).is_some_and(|child| {
                    let start = child.span.start;
                    let (start, end) = (found.start - start, found.end - start);
                    is_noise(child, &Found { start, end, ..*found })
                })
        }
        _ => false,
    }
}

/// Gives a finding to the deepest node that it lies in.
fn attach(node: &mut Node, found: Found) {
    // The text read of other nodes has other offsets.
    let is_within = |child: &Node| child.span.start <= found.start && found.end <= child.span.end;
    let child = if node.decoded.is_none() && node.octets.is_none() {
        node.children.iter_mut().find(|child| !child.is_likely && is_within(child))
    } else {
        None
    };
    match child {
        Some(child) => {
            let start = child.span.start;
            attach(child, Found { start: found.start - start, end: found.end - start, ..found });
        }
        None => node.findings.push(found),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn likely_notations_do_not_double_the_texts() {
        let mut text = "b".repeat(2000);
        for depth in 0..16 {
            text.push_str(&alloc::format!("%{}26copy;-", "25".repeat(depth)));
        }
        let explanation = crate::explain(&text);
        let nodes = explanation.root().nodes();
        let octets: usize = nodes.map(|node| node.written.len() + node.read().len()).sum();
        assert!(octets < 200 * text.len(), "{octets}");
        assert!(explanation.root().nodes().any(|node| node.is_cut));
    }
}
