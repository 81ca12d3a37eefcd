//! What is known of a rule.
#![forbid(unsafe_code)]

use super::context::{Context, Severity};
use super::needs::Needs;
use super::rule::Rule;

/// A rule.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) rule: Rule,
    /// The stable name, for programs.
    pub(super) name: &'static str,
    /// In most contexts: [`Rule::severity`] has the others.
    pub(super) severity: Severity,
    /// The clause or the CWE entry that explains the rule.
    pub(super) reference: &'static str,
    /// What a finding means, for a person.
    pub(super) message: &'static str,
    /// A text in which the rule is found, and its context.
    pub(super) example: (Context, &'static [u8]),
    /// A text in the same context that looks like it, in which the rule is not found.
    pub(super) counterexample: &'static [u8],
    /// What to do about a finding.
    pub(super) advice: &'static str,
    /// What a text has if the rule has a finding in it.
    pub(super) needs: &'static Needs,
}
