//! `lint`: what is wrong in a text, or is read in different ways.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use triplet_inspect::{self as inspect, Finding, Rule};

use super::reports::{Split, Text, Texts, each_text, open_output, severity_style};
use super::rules::explain;
use super::sarif;
use super::values::FindingValue;
use crate::args::{Format, LintArgs};
use crate::diagnostics::{self, Color, caret, paint, width};
use crate::error::{Failure, Outcome};
use crate::escape::visible_line as shown;
use crate::places::characters;

/// The rule of an argument.
fn rule(option: &str, id: &str) -> Result<Rule, Failure> {
    Rule::by_name(id).ok_or_else(|| {
        let mut near = triplet::nearest(id, Rule::ALL.iter().map(|rule| rule.name()));
        near.truncate(3);
        Failure::Usage(format!(
            "{option}: no rule has the id {id}; near it: {}; `triplet lint --explain all` lists them",
            near.join(", ")
        ))
    })
}

/// A finding of the severity of `--fail-on`, or above it, is an input error.
pub fn lint(args: &LintArgs, color: Color) -> Result<Outcome, Failure> {
    if let Some(id) = &args.explain {
        let one;
        let rules = match id.as_str() {
            "all" => Rule::ALL,
            id => {
                one = [rule("--explain", id)?];
                &one[..]
            }
        };
        return explain(rules);
    }
    let format = args.format();
    let allowed: Vec<Rule> =
        args.allow.iter().map(|id| rule("--allow", id)).collect::<Result<_, _>>()?;
    let mut out = open_output(format != Format::Text)?;
    let color = color.applies_to(&io::stdout());
    let mut found = false;
    if format == Format::Sarif {
        write!(out, "{}", sarif::start())?;
    }
    let (mut comma, mut json) = ("", Vec::new());
    let split = Split::lines_or_records(args.null);
    let texts = Texts { text: &args.text, file: &args.file, split, has_marks: true };
    let outcome = each_text(&texts, &mut out, |out, text| {
        let Text { source, line, bytes: text } = text;
        let findings = inspect::lint(text, args.context);
        let (mut counted, mut column) = (0, 1);
        for finding in findings.iter().filter(|finding| !allowed.contains(&finding.rule())) {
            if finding.severity() < args.severity {
                continue;
            }
            found |= finding.severity() >= args.fail_on;
            // They come in the order of the text.
            let start = finding.span().start;
            column += characters(&text[counted..start]);
            counted = start;
            let place = line.map(|(line, _)| (line, column));
            if format == Format::Sarif {
                write!(out, "{comma}{}", sarif::result(source, place, text, finding))?;
                comma = ",";
            } else if format == Format::Json {
                let place = Some((source, line.map(|(line, _)| line)));
                json.clear();
                serde_json::to_writer(&mut json, &FindingValue { finding, place })?;
                json.push(b'\n');
                out.write_all(&json)?;
            } else {
                show_finding(out, source, place, text, finding, color)?;
            }
        }
        if findings.is_capped() {
            diagnostics::message(format_args!("{source}: more findings are not shown"));
        }
        Ok(())
    })?;
    if format == Format::Sarif {
        writeln!(out, "{}", sarif::END)?;
    }
    out.finish()?;
    Ok(Outcome { input_errors: outcome.input_errors || found, ..outcome })
}

/// The octets of a finding that are shown.
const LONGEST_SHOWN: usize = 120;

fn show_finding(
    out: &mut impl Write,
    source: &str,
    place: Option<(u64, u64)>,
    text: &[u8],
    finding: &Finding,
    color: bool,
) -> io::Result<()> {
    let (rule, severity, span) = (finding.rule(), finding.severity(), finding.span());
    let place = match place {
        Some((line, column)) => format!("{line}:{column}:"),
        None => format!(" offset {}:", span.start),
    };
    let label = paint(color, severity_style(severity), severity.name());
    writeln!(out, "{source}:{place} {label}[{}] {}", rule.name(), rule.message())?;
    let start = span.start.saturating_sub(40);
    // A finding may be about a whole query.
    let is_boundary = |&at: &usize| text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let found = (span.start + LONGEST_SHOWN..span.end).find(is_boundary).unwrap_or(span.end);
    let end = if found < span.end { found } else { text.len().min(span.end + 30) };
    // What is cut is marked.
    let mark = |is_cut| if is_cut { "…" } else { "" };
    let before = format!("{}{}", mark(start > 0), shown(&text[start..span.start]));
    let here = shown(&text[span.start..found]);
    let carets = paint(color, severity_style(severity), &"^".repeat(width(&here).max(1)));
    let after = shown(&text[found..end]);
    writeln!(out, "  {before}{here}{after}{}", mark(end < text.len()))?;
    writeln!(out, "  {} {}", caret(&before, &carets), rule.reference())
}
