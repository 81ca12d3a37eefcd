//! `lint --explain`: what a rule is about.
#![forbid(unsafe_code)]

use std::io::Write;

use triplet_inspect::{Context, Rule, Severity};

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
        writeln!(out, "  example    {}  (as {}{times})", example.escape_ascii(), context.name())?;
        writeln!(out, "  not in     {}", rule.counterexample().escape_ascii())?;
        writeln!(out, "  what to do {}", rule.advice())?;
    }
    out.finish()?;
    Ok(Outcome::default())
}

/// The severity of a rule in most contexts, then the contexts where it is another.
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
    text
}
