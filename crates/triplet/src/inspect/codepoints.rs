//! The rules for single characters outside ASCII.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::{Context, Severity};
use super::lint::Linter;
use super::rule::Rule;
use crate::invisible::{is_invisible, is_other_space};

impl Linter<'_> {
    pub(super) fn scalar(
        &mut self,
        scalar: char,
        before: Option<char>,
        context: Context,
        span: Range<usize>,
        layer: u8,
    ) {
        match scalar as u32 {
            0x9B => {
                self.find(Rule::ControlChar, context, span.clone(), layer);
                self.find(Rule::TerminalEscape, context, span, layer);
            }
            0x80..=0x9F => self.find(Rule::ControlChar, context, span, layer),
            0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069 => {
                self.find(Rule::BidiControl, context, span, layer);
            }
            // The flags of England, Scotland and Wales are written as tags after a black flag.
            0xE0020..=0xE007F
                if before.is_some_and(|c| matches!(u32::from(c), 0x1F3F4 | 0xE0020..=0xE007F)) => {}
            // A keycap is a digit, `#` or `*`, then this selector and U+20E3.
            0xFE0F if before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '#' | '*')) => {}
            // The joiners and the variation selectors are part of many scripts and of emoji, but do not follow
            // ASCII letters or digits there.
            0x180B..=0x180D | 0x180F | 0x200C | 0x200D | 0xFE00..=0xFE0F | 0xE0100..=0xE01EF
                if before.is_some_and(|c| !c.is_ascii_alphanumeric()) => {}
            // People write such spaces, and they look like spaces.
            _ if is_other_space(scalar) && context != Context::Host => {
                self.find_as(Rule::InvisibleChar, Severity::Info, span, layer);
            }
            _ if is_invisible(scalar) => self.find(Rule::InvisibleChar, context, span, layer),
            0x300..=0x345 if before.is_some_and(|c| c.is_ascii_alphabetic()) => {
                self.find(Rule::NotNfc, context, span, layer);
            }
            0x10A | 0x10D | 0x20A | 0x20D | 0x30A..=0x30D if !context.is_path() => {
                self.find(Rule::LossyNarrowing, context, span, layer);
            }
            _ if is_nfkc_delimiter(scalar) && !context.is_free_text() => {
                self.find(Rule::NfkcDelimiter, context, span, layer);
            }
            _ => {}
        }
    }
}

/// Whether the compatibility decomposition of a character (UAX #15) has a delimiter of references.
fn is_nfkc_delimiter(scalar: char) -> bool {
    matches!(scalar as u32,
        0x2024..=0x2026 | 0x2047..=0x2049 | 0x2100 | 0x2101 | 0x2105 | 0x2106 | 0x2A74
        | 0xFE13 | 0xFE16 | 0xFE19 | 0xFE30 | 0xFE52 | 0xFE55 | 0xFE56 | 0xFE5F | 0xFE68 | 0xFE6A | 0xFE6B
        | 0xFF03 | 0xFF05 | 0xFF0E | 0xFF0F | 0xFF1A | 0xFF1F | 0xFF20 | 0xFF3C)
}
