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
    /// How many texts are around the one that is being checked.
    #[cfg(test)]
    within: usize,
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
            within: 0,
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
            self.found.push((rule, span.clone(), *context, self.within > 0));
        }
        if self.list.len() == self.cap {
            self.capped = true;
            return;
        }
        let (start, end) = (span.start, span.end);
        if self.list.is_empty() {
            // Where one is, others are.
            self.list.reserve(16);
        }
        self.list.push(Finding { rule, severity, start, end, layer });
    }

    /// Says which component the next findings are in; `None` for those of the whole reference.
    #[cfg(test)]
    pub(super) fn enter(&mut self, component: Option<(Range<usize>, Context)>) {
        if self.within == 0 {
            self.component = component;
        }
    }

    /// Begins a text within this one. Returns the number of findings before it.
    pub(super) fn begin_inner(&mut self) -> usize {
        #[cfg(test)]
        {
            self.within += 1;
        }
        self.count()
    }

    /// Ends a text within this one, which is a part of it, decoded once. The spans of the findings after the first `before` are
    /// those in the decoded part; `text` is the part as it is written, `base` its offset.
    pub(super) fn end_inner(&mut self, before: usize, text: &[u8], base: usize) {
        #[cfg(test)]
        {
            self.within -= 1;
        }
        let found = &mut self.list[before..];
        if found.is_empty() {
            return;
        }
        let plain = (0..text.len()).find(|&at| unit_at(text, at).encoded);
        let Some(plain) = plain else { return self.shift(before, base) };
        // Where each octet of the decoded part is in the part as it is written.
        let mut starts = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        while at < text.len() {
            starts.push(at);
            at = unit_at(text, at).end();
        }
        let place = |offset: usize| base + starts.get(offset).unwrap_or(&text.len());
        for finding in found {
            // What a triplet stands before, or directly after, appears only when the part is decoded.
            finding.layer += u8::from(plain <= finding.end);
            (finding.start, finding.end) = (place(finding.start), place(finding.end));
        }
    }

    /// Ends a text within this one whose octets begin at these offsets.
    pub(super) fn end_string(&mut self, before: usize, starts: &[usize]) {
        #[cfg(test)]
        {
            self.within -= 1;
        }
        let end = starts.last().copied().unwrap_or_default();
        let place = |offset: usize| starts.get(offset).copied().unwrap_or(end);
        for finding in &mut self.list[before..] {
            (finding.start, finding.end) = (place(finding.start), place(finding.end));
        }
    }

    /// The number of findings so far.
    pub(super) const fn count(&self) -> usize {
        self.list.len()
    }

    /// Moves the findings after the first `before`, which are in a text without its first octets.
    pub(super) fn shift(&mut self, before: usize, by: usize) {
        for finding in &mut self.list[before..] {
            finding.start += by;
            finding.end += by;
        }
    }

    /// Forgets, of the findings after the first `before`, what ordinary texts have too, except references.
    pub(super) fn drop_notes(&mut self, before: usize) {
        let is_note = |finding: &mut Finding| {
            finding.severity == Severity::Info && finding.rule != Rule::UrlInValue
        };
        self.list.extract_if(before.., is_note).for_each(drop);
    }

    /// All findings, in order. Of several of one rule about the same octets, the worst remains, and
    /// the layer where it appears first.
    pub(super) fn into_findings(self) -> Findings {
        let mut list = sorted(self.list);
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

/// The findings in order. Together these two ways have a fifth of the code of `sort`.
fn sorted(mut list: Vec<Finding>) -> Vec<Finding> {
    if list.len() > 32 {
        return BinaryHeap::from(list).into_sorted_vec();
    }
    // Each check finds in order, so that few findings have others to pass.
    for next in 1..list.len() {
        let mut at = next;
        while at > 0 && list[at] < list[at - 1] {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
    list
}
