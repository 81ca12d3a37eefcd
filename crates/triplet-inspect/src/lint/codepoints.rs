//! The rules for single characters outside ASCII.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::best_fit::BEST_FIT;
use super::characters::{changes_case_to_ascii, narrows};
use super::compatible::Compatible;
use super::context::{Context, Severity};
use super::report::Report;
use super::rule::Rule;
use super::tables::{COMPATIBLE, LIKE_DELIMITERS};
use triplet::{is_bidi_control, is_invisible};

/// A character outside ASCII.
pub(super) struct Found {
    pub(super) scalar: char,
    /// The character before it.
    pub(super) before: Option<char>,
    pub(super) place: Range<usize>,
    pub(super) layer: u8,
}

/// Checks a character. `narrowed` says whether one of the component that narrows is found.
pub(super) fn check(found: Found, context: Context, narrowed: &mut bool, report: &mut Report) {
    let Found { scalar, before, place: span, layer } = found;
    let in_host = context == Context::Host;
    match scalar as u32 {
        // What a decoder of UTF-8 did not understand is not a name.
        0xFFFD if ALL_RULES && in_host => {
            return report.find_as(Rule::DisallowedChar, Severity::Error, span, layer);
        }
        0x9B => {
            report.find(Rule::ControlChar, context, span.clone(), layer);
            return report.find(Rule::TerminalEscape, context, span, layer);
        }
        0x80..=0x9F => return report.find(Rule::ControlChar, context, span, layer),
        _ if is_bidi_control(scalar) => {
            return report.find(Rule::BidiControl, context, span, layer);
        }
        // The last two of each plane, and a block of Arabic forms.
        code if ALL_RULES && (code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code)) => {
            return report.find(Rule::Noncharacter, context, span, layer);
        }
        // The flags of England, Scotland and Wales are written as tags after a black flag.
        0xE0020..=0xE007F
            if before.is_some_and(|c| matches!(u32::from(c), 0x1F3F4 | 0xE0020..=0xE007F)) =>
        {
            return;
        }
        // A keycap is a digit, `#` or `*`, then this selector and U+20E3.
        0xFE0F if before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '#' | '*')) => {
            return;
        }
        // The joiners and the variation selectors are part of many scripts and of emoji, but do not follow
        // ASCII there, or each other.
        0x180B..=0x180D | 0x180F | 0x200C | 0x200D | 0xFE00..=0xFE0F | 0xE0100..=0xE01EF
            if before.is_some_and(|c| {
                !c.is_ascii() && (!ALL_RULES || !is_invisible(c) || c == '\u{FE0F}')
            }) =>
        {
            return;
        }
        // The selector of emoji remains where a program removes them.
        0xFE0F if !in_host => {
            return report.find_as(Rule::InvisibleChar, Severity::Info, span, layer);
        }
        // People write such spaces, and they look like spaces.
        _ if is_space(scalar) && !in_host => {
            return report.find_as(Rule::InvisibleChar, Severity::Info, span, layer);
        }
        _ if is_invisible(scalar) => {
            // The soft hyphen becomes a hyphen.
            if ALL_RULES && scalar == '\u{AD}' && context.is_free_text() {
                report.find(Rule::BestFitChar, context, span.clone(), layer);
            }
            return report.find(Rule::InvisibleChar, context, span, layer);
        }
        0x300..=0x345 if before.is_some_and(|c| c.is_ascii_alphabetic()) => {
            return report.find(Rule::NotNfc, context, span, layer);
        }
        _ => {}
    }
    if !ALL_RULES {
        if matches!(u32::from(scalar), 0x10A | 0x10D | 0x20A | 0x20D | 0x30A..=0x30D)
            && !context.is_path()
        {
            report.find(Rule::LossyNarrowing, context, span, layer);
        } else if is_known_delimiter(scalar) && !context.is_free_text() {
            report.find(Rule::NfkcDelimiter, context, span, layer);
        }
        return;
    }
    let compatible = compatible(scalar);
    if compatible == Some(Compatible::Delimiter) && !context.is_free_text() {
        return report.find(Rule::NfkcDelimiter, context, span, layer);
    }
    if in_host && matches!(scalar, '\u{3002}' | '\u{FF61}') {
        // People who write Chinese or Japanese type this full stop after their own letters.
        let severity = match before.is_some_and(|before| before.is_ascii()) {
            true => Severity::Warn,
            false => Severity::Info,
        };
        return report.find_as(Rule::IdnaDot, severity, span, layer);
    }
    if in_host && in_ranges(LIKE_DELIMITERS, scalar) {
        return report.find(Rule::ConfusableDelimiter, context, span, layer);
    }
    let best_fit =
        u16::try_from(u32::from(scalar)).is_ok_and(|code| BEST_FIT.binary_search(&code).is_ok());
    // Full-width punctuation between words is ordinary in queries of East Asia.
    let ordinary =
        context.is_free_text() && matches!(scalar, '：' | '；' | '．' | '（' | '＃' | '＠' | '％');
    if best_fit && !ordinary {
        report.find(Rule::BestFitChar, context, span.clone(), layer);
    } else if let Some(kind) = compatible
        && (in_host || context.is_path() && kind != Compatible::Digit)
    {
        report.find(Rule::CompatChar, context, span.clone(), layer);
    }
    if changes_case_to_ascii(scalar) {
        report.find(Rule::CaseFold, context, span.clone(), layer);
    }
    if narrows(scalar) && !*narrowed {
        *narrowed = true;
        report.find(Rule::LossyNarrowing, context, span, layer);
    }
}

/// Whether a character outside ASCII is a space (`Zs`): `White_Space` without the line and the paragraph separator, and without
/// the controls.
fn is_space(scalar: char) -> bool {
    scalar.is_whitespace() && !matches!(scalar, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The delimiters that NFKC makes of a character, without the table.
fn is_known_delimiter(scalar: char) -> bool {
    matches!(scalar as u32,
        0x2024..=0x2026 | 0x2047..=0x2049 | 0x2100 | 0x2101 | 0x2105 | 0x2106 | 0x2A74
        | 0xFE13 | 0xFE16 | 0xFE19 | 0xFE30 | 0xFE52 | 0xFE55 | 0xFE56 | 0xFE5F | 0xFE68 | 0xFE6A | 0xFE6B
        | 0xFF03 | 0xFF05 | 0xFF0E | 0xFF0F | 0xFF1A | 0xFF1F | 0xFF20 | 0xFF3C)
}

/// Whether a sorted table of first and last characters has a character.
pub(super) fn in_ranges(table: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    let after = table.partition_point(|&(first, _)| first <= code);
    after > 0 && code <= table[after - 1].1
}

/// What NFKC makes of a character, if that has ASCII.
fn compatible(character: char) -> Option<Compatible> {
    let code = u32::from(character);
    let after = COMPATIBLE.partition_point(|&(first, ..)| first <= code);
    let &(_, last, kind) = COMPATIBLE.get(after.checked_sub(1)?)?;
    (code <= last).then_some(kind)
}
