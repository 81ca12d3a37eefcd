//! What is found: the only thing that the checks change.
#![forbid(unsafe_code)]

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

use super::context::{Context, Severity};
use super::finding::{Finding, Findings};
use super::rule::Rule;

/// The findings so far.
pub(super) struct Report {
    cap: usize,
    list: Vec<Finding>,
    capped: bool,
    /// The component that is being checked.
    #[cfg(test)]
    component: Option<(Range<usize>, Context)>,
    /// Each rule that was found in a component, and the component.
    #[cfg(test)]
    pub(super) found: Vec<(Rule, Range<usize>, Context)>,
}

impl Report {
    /// A report that takes at most `cap` findings.
    pub(super) const fn new(cap: usize) -> Report {
        Report {
            cap,
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
            self.found.push((rule, span.clone(), *context));
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

    /// All findings, in order.
    pub(super) fn into_findings(self) -> Findings {
        // The code of a heap is a tenth of the size of that of `sort`, and most texts have few findings.
        Findings { list: BinaryHeap::from(self.list).into_sorted_vec(), capped: self.capped }
    }
}
