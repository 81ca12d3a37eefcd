//! `lint --explain`: what a rule is about.
#![forbid(unsafe_code)]

use std::io::Write;

use triplet_inspect::{Context, Rule, Severity, lint};

use super::reports::open_output;
use crate::error::{Failure, Outcome};

/// Prints a paragraph for each rule. `docs/lint.md` has the same text.
pub fn explain(rules: &[Rule]) -> Result<Outcome, Failure> {
    let mut out = open_output(false)?;
    for (number, rule) in rules.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let (context, example) = rule.example();
        writeln!(out, "{}", rule.name())?;
        writeln!(out, "  means      {}", rule.message())?;
        writeln!(out, "  severity   {}", severities(*rule))?;
        writeln!(out, "  reference  {}", rule.reference())?;
        let times = if *rule == Rule::FieldLimit { ", 1001 times" } else { "" };
        let severity = severity_of_example(*rule).name();
        let shown = example.escape_ascii();
        writeln!(out, "  example    {shown}  (as {}{times}: {severity})", context.name())?;
        writeln!(out, "  not in     {}", rule.counterexample().escape_ascii())?;
        writeln!(out, "  what to do {}", rule.advice())?;
    }
    out.finish()?;
    Ok(Outcome::default())
}

/// How bad the finding of a rule is in its example.
fn severity_of_example(rule: Rule) -> Severity {
    let (context, example) = rule.example();
    let times = if rule == Rule::FieldLimit { 1001 } else { 1 };
    let findings = lint(&example.repeat(times), context);
    let found = findings.iter().filter(|finding| finding.rule() == rule);
    found.map(|finding| finding.severity()).max().unwrap_or(rule.severity(context))
}

/// The severity of a rule in most contexts, then the contexts where it is another, then others that a text may have.
fn severities(rule: Rule) -> String {
    let contexts = |severity| {
        let has = move |context: &Context| rule.severity(*context) == severity;
        Context::ALL.into_iter().filter(has)
    };
    let usual = Severity::ALL.into_iter().max_by_key(|&severity| contexts(severity).count());
    let usual = usual.unwrap_or(Severity::Info);
    let mut text = usual.name().to_owned();
    for severity in Severity::ALL.into_iter().filter(|&severity| severity != usual) {
        let names: Vec<&str> = contexts(severity).map(Context::name).collect();
        if !names.is_empty() {
            text.push_str(&format!("; {} in {}", severity.name(), names.join(", ")));
        }
    }
    let others: Vec<&str> = rule.severities_by_text().iter().map(|other| other.name()).collect();
    if !others.is_empty() {
        text.push_str(&format!("; {} by what is around it", others.join(" or ")));
    }
    text
}
