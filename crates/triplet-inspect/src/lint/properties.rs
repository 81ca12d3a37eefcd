//! What a rule has, by its row.
#![forbid(unsafe_code)]

use super::all_rules::ALL_RULES;
use super::context::{Context, Severity};
use super::needs::{Needs, outside};
use super::row::Row;
use super::rule::Rule;
use super::rules::ROWS;
use crate::names::by_name;

by_name!(Rule, "rule");

impl Rule {
    /// All rules that are checked. Without the feature `all-rules` these are fewer.
    pub const ALL: &'static [Rule] = &{
        let mut all = [ROWS[0].rule; ROWS.len()];
        let mut at = 0;
        while at < ROWS.len() {
            all[at] = ROWS[at].rule;
            at += 1;
        }
        all
    };

    /// The row of the rule; `None` without the feature `all-rules`, if no finding has the rule.
    const fn row(self) -> Option<&'static Row> {
        if (self as usize) < ROWS.len() { Some(&ROWS[self as usize]) } else { None }
    }

    /// Whether the rule is checked.
    pub(super) const fn is_checked(self) -> bool {
        (self as usize) < ROWS.len()
    }

    /// What a text has if the rule has a finding in it.
    pub(super) const fn needs(self) -> &'static Needs {
        match self.row() {
            Some(row) => row.needs,
            None => const { &outside() },
        }
    }

    /// The stable name, for programs, such as `double-encoding`. Of a rule that only the feature `all-rules` checks, the name is empty
    /// without that feature, and so are its message, its reference and its advice.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.row() {
            Some(row) => row.name,
            None => "",
        }
    }

    /// What a finding of this rule means, for a person. It may be empty: see [`name`](Rule::name).
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self.row() {
            Some(row) => row.message,
            None => "",
        }
    }

    /// The clause or the CWE entry that explains the rule. It may be empty: see [`name`](Rule::name).
    #[must_use]
    pub const fn reference(self) -> &'static str {
        match self.row() {
            Some(row) => row.reference,
            None => "",
        }
    }

    /// What to do about a finding. It may be empty: see [`name`](Rule::name).
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self.row() {
            Some(row) => row.advice,
            None => "",
        }
    }

    /// A text in which [`lint`](crate::lint) finds the rule, and its context. The text is empty without the feature `all-rules`.
    #[must_use]
    pub const fn example(self) -> (Context, &'static [u8]) {
        match self.row() {
            Some(row) => row.example,
            None => (Context::Any, b""),
        }
    }

    /// The numbers of the entries of the CWE list that the rule stands for.
    ///
    /// ```
    /// use triplet_inspect::Rule;
    ///
    /// assert!(Rule::DotSegment.cwe().eq([22]));
    /// assert!(Rule::OverEncoded.cwe().eq([]));
    /// ```
    pub fn cwe(self) -> impl Iterator<Item = u16> {
        self.reference().split(", ").filter_map(|entry| entry.strip_prefix("CWE-")?.parse().ok())
    }

    /// A text that looks like [`example`](Rule::example), in the same context, in which the rule is not found. It is empty without
    /// the feature `all-rules`.
    ///
    /// ```
    /// use triplet_inspect::{Rule, lint};
    ///
    /// let rule = Rule::PrivateHost;
    /// let (context, text) = rule.example();
    /// assert!(lint(text, context).iter().any(|finding| finding.rule() == rule));
    /// assert!(lint(rule.counterexample(), context).iter().all(|finding| finding.rule() != rule));
    /// ```
    #[must_use]
    pub const fn counterexample(self) -> &'static [u8] {
        match self.row() {
            Some(row) => row.counterexample,
            None => b"",
        }
    }

    const fn base_severity(self) -> Severity {
        match self.row() {
            Some(row) => row.severity,
            None => Severity::Info,
        }
    }

    /// The severities that a finding may have in any context because of the characters around it, beside those of
    /// [`severity`](Rule::severity).
    ///
    /// ```
    /// use triplet_inspect::{Rule, Severity};
    ///
    /// assert_eq!(Rule::DotSegment.severities_by_text(), [Severity::Warn, Severity::Error]);
    /// assert!(Rule::NulByte.severities_by_text().is_empty());
    /// ```
    #[must_use]
    pub const fn severities_by_text(self) -> &'static [Severity] {
        use Severity::{Error, Info, Warn};
        match self {
            Rule::DotSegment => &[Warn, Error],
            Rule::DeepOrHugeIndex
            | Rule::FetcherScheme
            | Rule::HtmlMetachar
            | Rule::InvalidPort
            | Rule::InvalidUtf8
            | Rule::NtfsAds
            | Rule::PrivateHost => &[Info, Warn],
            Rule::MisleadingUserinfo => &[Error],
            Rule::AtSignAfterHost
            | Rule::BestFitChar
            | Rule::CaseFold
            | Rule::CompatChar
            | Rule::ConfusableLabel
            | Rule::DotSegmentPathParam
            | Rule::DuplicateKey
            | Rule::EncodedDelimiter
            | Rule::EncodedSeparator
            | Rule::Expression
            | Rule::IdnaDot
            | Rule::LeadingDash
            | Rule::LossyNarrowing
            | Rule::NestedQuery
            | Rule::OverEncoded
            | Rule::PathParameter
            | Rule::ProtoKey
            | Rule::QueryOperator
            | Rule::SemicolonSeparator
            | Rule::UrlInValue
            | Rule::Utf7
            | Rule::WindowsDevice
            | Rule::WindowsDrive
            | Rule::WindowsTrailing => &[Warn],
            Rule::ControlChar
            | Rule::Crlf
            | Rule::DisallowedChar
            | Rule::DoubleEncoding
            | Rule::EmbeddedIpv4
            | Rule::EncodedDelimiterInHost
            | Rule::HiddenFile
            | Rule::InvalidScheme
            | Rule::InvisibleChar
            | Rule::LayerLimit
            | Rule::MalformedEscape
            | Rule::RawSpace
            | Rule::SchemeRelativeValue
            | Rule::ScriptScheme
            | Rule::SystemFile
            | Rule::TruncatedUtf8
            | Rule::ZoneId => &[Info],
            _ => &[],
        }
    }

    /// How bad a finding of this rule is in a context. A few findings are less or more severe because of the
    /// characters around them: see [`Finding::severity`](crate::Finding::severity).
    #[must_use]
    pub fn severity(self, context: Context) -> Severity {
        match self {
            // A URI in a query is encoded twice, and people search for any text.
            Rule::DoubleEncoding | Rule::HtmlMetachar if context.is_free_text() => Severity::Info,
            // Old pages send other charsets there, and queries are often cut.
            Rule::InvalidUtf8 if context.is_free_text() => Severity::Info,
            // Values that people write have line breaks: see `line_break`.
            Rule::Crlf if context.is_free_text() && ALL_RULES => Severity::Warn,
            Rule::Crlf | Rule::ControlChar if context.is_free_text() && !ALL_RULES => {
                if matches!(self, Rule::Crlf) || context == Context::Form {
                    Severity::Info
                } else {
                    Severity::Error
                }
            }
            Rule::ControlChar if context == Context::Form => Severity::Warn,
            Rule::NfkcDelimiter | Rule::EncodedSeparator | Rule::InvisibleChar
                if context == Context::Host =>
            {
                Severity::Error
            }
            _ if !ALL_RULES => self.base_severity(),
            Rule::TruncatedUtf8 if context.is_free_text() => Severity::Info,
            // Programs leave such characters as they are there, and it works.
            Rule::DisallowedChar | Rule::RawSpace if context.is_free_text() => Severity::Info,
            Rule::DisallowedChar | Rule::RawSpace if context.is_authority() => Severity::Error,
            Rule::CompatChar | Rule::BestFitChar if context == Context::Host => Severity::Warn,
            // As a whole reference it is what somebody wants to open.
            Rule::FetcherScheme if context == Context::Url => Severity::Info,
            Rule::ScriptScheme if context.is_free_text() => Severity::Warn,
            // As a value it is what a server may open.
            Rule::PrivateHost if context.is_free_text() || context == Context::Any => {
                Severity::Warn
            }
            _ => self.base_severity(),
        }
    }
}
