//! Lint: what is malformed in a text, or is read by decoders in different ways. Each finding has its span in the input.
//!
//! A reference is split into components first. Each component is checked in its own context: first its octets and
//! characters, then its segments, pairs or labels. A value that is a reference, a form or a path again is decoded and checked as
//! such. Advice (a needless triplet, a lower-case digit) is given only if the component is well-formed. Deeper layers are checked
//! without decoding them: `%25` followed by two hexadecimal digits is a triplet of the next layer.
//!
//! | file | what is in it |
//! |---|---|
//! | `rules`, `more_rules`, `all_rules` | all rules, as data |
//! | `rule`, `row`, `properties`, `needs`, `context`, `finding` | what a rule is, what it says of itself, what it needs, and what is given back |
//! | `facts` | what is known before a rule is asked |
//! | `prefilter` | which checks may find something in a component, by what the rows need |
//! | `reference`, `component` | which check is asked, and in which order |
//! | `octets`, `raw`, `codepoints`, `layers`, `triplets`, `host`, `labels`, `path`, `climb`, `disguise`, `windows`, `files`, `form`, `values`, `dangerous_schemes`, `markup`, `tags`, `line_break` | the checks |
//! | `nested`, `mail` | values that are texts of a notation again, which the same checks read; addresses of mail |
//! | `start`, `scheme`, `address` | how a reference begins, which scheme it has, which address its host is |
//! | `bare` | values that name a host without a scheme |
//! | `clouds`, `arguments`, `cut`, `cookieless`, `json` | hosts of clouds, arguments of commands, delimiters before an extension, sessions in a path, strings of JSON |
//! | `repeated`, `binder_names` | names of pairs that some programs take for the same name, or follow into an object |
//! | `words` | names that say what a value is for |
//! | `characters`, `compatible`, `tables`, `best_fit` | what programs make of characters, and Unicode's data about them |
//! | `report` | what they find |
#![forbid(unsafe_code)]

mod address;
mod all_rules;
mod arguments;
mod bare;
mod best_fit;
mod binder_names;
mod characters;
mod climb;
mod clouds;
mod codepoints;
mod compatible;
mod component;
mod context;
mod cookieless;
mod cut;
mod dangerous_schemes;
mod disguise;
mod facts;
mod files;
mod finding;
mod form;
mod host;
mod json;
mod labels;
mod layers;
mod line_break;
mod mail;
mod markup;
mod more_rules;
mod needs;
mod nested;
mod octets;
mod path;
mod prefilter;
mod properties;
mod raw;
mod reference;
mod repeated;
mod report;
mod row;
mod rule;
mod rules;
mod scheme;
mod start;
mod tables;
mod tags;
#[cfg(test)]
mod tests;
mod triplets;
mod values;
mod windows;
mod words;

use facts::Facts;
use report::Report;

pub use context::{Context, Severity};
pub use finding::{Finding, Findings};
pub use rule::Rule;

/// The number of findings that [`lint`] returns at most.
const CAP: usize = 1000;

/// Checks a text against all rules, and returns at most 1000 findings. The text may be any bytes; `context` says which
/// component of a reference it is.
///
/// Linear time.
///
/// ```
/// use triplet_inspect::{Context, Rule, lint};
///
/// let findings = lint(b"https://example.com/static/..%2f..%2fa/b", Context::Url);
/// let rules: Vec<&str> = findings.iter().map(|finding| finding.rule().name()).collect();
/// assert_eq!(rules, ["dot-segment", "encoded-separator", "dot-segment", "encoded-separator"]);
/// assert_eq!(findings[1].span(), 29..32);
/// ```
#[must_use]
pub fn lint(input: &[u8], context: Context) -> Findings {
    lint_at_most(input, context, CAP)
}

/// [`lint`] with another cap: returns at most `cap` findings. [`Findings::is_capped`] says whether there are more.
#[must_use]
pub fn lint_at_most(input: &[u8], context: Context, cap: usize) -> Findings {
    let mut report = Report::new(cap);
    check(input, context, false, &mut report);
    report.into_findings()
}

/// Checks a text. `ask_all` asks each check, whether or not the text has a needle of its rules.
fn check(input: &[u8], context: Context, ask_all: bool, report: &mut Report) {
    let facts = Facts::of_whole(input, ask_all, check_text);
    let is_reference = match context {
        Context::Url => true,
        // People pass a whole URL where a userinfo is expected.
        Context::Userinfo => input.windows(3).any(|window| window == b"://"),
        _ => false,
    };
    if is_reference {
        check_text(&Facts { whole: false, ..facts }, Context::Url, report);
    } else {
        check_text(&facts, context, report);
    }
}

/// Checks a text as what the context says.
fn check_text(facts: &Facts<'_>, context: Context, report: &mut Report) {
    match context {
        Context::Url => reference::check(*facts, report),
        _ => component::check(facts, 0..facts.input.len(), context, report),
    }
}
