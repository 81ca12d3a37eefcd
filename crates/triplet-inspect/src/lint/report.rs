//! What is found: the only thing that the checks change.
#![forbid(unsafe_code)]

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

use super::context::{Context, Severity};
use super::finding::{Finding, Findings};
use super::rule::Rule;
use crate::units::unit_at;

/// The number of findings that are collected, also if fewer are asked for.
const COLLECTED: usize = 20_000;

/// The findings so far.
pub(super) struct Report {
    /// The number of findings that are collected at most.
    cap: usize,
    /// The number of findings that are given at most.
    given: usize,
    list: Vec<Finding>,
    capped: bool,
    /// The component that is being checked.
    #[cfg(test)]
    component: Option<(Range<usize>, Context)>,
    /// Each rule that was found in a component, the component, and whether it was found in a text within it.
    #[cfg(test)]
    pub(super) found: Vec<(Rule, Range<usize>, Context, bool)>,
}

impl Report {
    /// A report of at most `cap` findings. More are collected, because several may be about the same octets.
    pub(super) fn new(cap: usize) -> Report {
        Report {
            cap: cap.max(COLLECTED),
            given: cap,
            list: Vec::new(),
            capped: false,
            #[cfg(test)]
            component: None,
            #[cfg(test)]
            found: Vec::new(),
        }
    }

    /// Adds a finding with the severity that the rule has in a context.
    pub(super) fn find(&mut self, rule: Rule, context: Context, span: Range<usize>, layer: u8) {
        self.find_as(rule, rule.severity(context), span, layer);
    }

    /// Adds a finding with a severity of its own.
    pub(super) fn find_as(
        &mut self,
        rule: Rule,
        severity: Severity,
        span: Range<usize>,
        layer: u8,
    ) {
        if !rule.is_checked() {
            return;
        }
        #[cfg(test)]
        if let Some((span, context)) = &self.component {
            self.found.push((rule, span.clone(), *context, false));
        }
        if self.list.len() == self.cap {
            self.capped = true;
            return;
        }
        let (start, end) = (span.start, span.end);
        self.list.push(Finding { rule, severity, start, end, layer });
    }

    /// Says which component the next findings are in; `None` for those of the whole reference.
    #[cfg(test)]
    pub(super) fn enter(&mut self, component: Option<(Range<usize>, Context)>) {
        self.component = component;
    }

    /// A report on a text within this one: it takes as many findings as there is room for here.
    pub(super) fn inner(&self) -> Report {
        Report { cap: self.cap - self.list.len(), ..Report::new(0) }
    }

    /// Adds what was found in a part of a text, decoded once. The spans of `inner` are in the decoded part; `text` is the part as
    /// it is written, `base` its offset.
    pub(super) fn take(&mut self, inner: Report, text: &[u8], base: usize) {
        self.capped |= inner.capped;
        #[cfg(test)]
        if let Some((span, context)) = &self.component {
            let found = inner.list.iter();
            self.found.extend(found.map(|f| (f.rule, span.clone(), *context, true)));
        }
        if inner.list.is_empty() {
            return;
        }
        let mut offsets: Vec<usize> = inner.list.iter().flat_map(|f| [f.start, f.end]).collect();
        offsets.sort_unstable();
        offsets.dedup();
        // Where each of them is in the part as it is written.
        let mut places = Vec::with_capacity(offsets.len());
        let (mut at, mut octet) = (0, 0);
        for &offset in &offsets {
            while octet < offset && at < text.len() {
                at = unit_at(text, at).end();
                octet += 1;
            }
            places.push(at);
        }
        // What a triplet stands before, or directly after, appears only when the part is decoded.
        let mut plain = 0;
        while plain < text.len() && !unit_at(text, plain).encoded {
            plain += 1;
        }
        let place = |offset| offsets.binary_search(&offset).map_or(text.len(), |at| places[at]);
        for finding in inner.list {
            let (start, end) = (place(finding.start), place(finding.end));
            let encoded = plain < text.len() && plain <= finding.end;
            self.list.push(Finding {
                start: base + start,
                end: base + end,
                layer: finding.layer + u8::from(encoded),
                ..finding
            });
        }
    }

    /// The greatest severity so far.
    pub(super) fn worst(&self) -> Option<Severity> {
        self.list.iter().map(Finding::severity).max()
    }

    /// Forgets what ordinary texts have too, except references.
    pub(super) fn drop_notes(&mut self) {
        self.list.retain(|finding| {
            finding.severity > Severity::Info || finding.rule == Rule::UrlInValue
        });
    }

    /// Adds what was found in a text without its first octets.
    pub(super) fn take_shifted(&mut self, inner: Report, by: usize) {
        self.capped |= inner.capped;
        let shifted = |finding: Finding| Finding {
            start: finding.start + by,
            end: finding.end + by,
            ..finding
        };
        self.list.extend(inner.list.into_iter().map(shifted));
    }

    /// All findings, in order. Of several of one rule about the same octets, the worst remains, and
    /// the layer where it appears first.
    pub(super) fn into_findings(self) -> Findings {
        // The code of a heap is a tenth of the size of that of `sort`, and most texts have few findings.
        let mut list = BinaryHeap::from(self.list).into_sorted_vec();
        list.dedup_by(|next, first| {
            let same = (next.start, next.end, next.rule) == (first.start, first.end, first.rule);
            if same {
                first.severity = first.severity.max(next.severity);
                first.layer = first.layer.min(next.layer);
            }
            same
        });
        let capped = self.capped || list.len() > self.given;
        list.truncate(self.given);
        Findings { list, capped }
    }
}
