//! Parts of a text that stay as they are, such as `{{variables}}`.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The ranges of a text from an opening mark to the next closing one, in their order. Linear time for each pair of marks.
pub(super) fn ranges(text: &str, marks: &[(String, String)]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // Where the next range of each pair begins and ends, from the last position on that it was searched at.
    let next = |from: usize, (open, close): &(String, String)| {
        let start = from + text[from..].find(open.as_str())?;
        let inside = start + open.len();
        Some(start..inside + text[inside..].find(close.as_str())? + close.len())
    };
    let mut candidates: Vec<Option<Range<usize>>> =
        marks.iter().map(|pair| next(0, pair)).collect();
    while let Some(first) = candidates.iter().flatten().min_by_key(|range| range.start).cloned() {
        let end = first.end;
        found.push(first);
        for (candidate, pair) in candidates.iter_mut().zip(marks) {
            if candidate.as_ref().is_some_and(|range| range.start < end) {
                *candidate = next(end, pair);
            }
        }
    }
    found
}

/// A text of the same length in which each of these ranges is data that a scheme, a host and a port can have.
pub(super) fn masked<'a>(text: &'a str, kept: &[Range<usize>]) -> Cow<'a, str> {
    if kept.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut masked = String::with_capacity(text.len());
    for range in kept {
        masked.push_str(&text[masked.len()..range.start]);
        if range.start == 0 {
            // A scheme begins with a letter.
            masked.push('a');
        }
        masked.extend(core::iter::repeat_n('0', range.end - masked.len()));
    }
    masked.push_str(&text[masked.len()..]);
    Cow::Owned(masked)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{masked, ranges};

    #[test]
    fn parts_between_marks() {
        let marks = |all: &[(&str, &str)]| -> alloc::vec::Vec<_> {
            all.iter().map(|(open, close)| (open.to_string(), close.to_string())).collect()
        };
        let of = |text, all| masked(text, &ranges(text, &marks(all))).into_owned();
        let braces = [("{{", "}}")];
        assert_eq!(of("{{a}}://x{{é}}y{{", &braces), "a0000://x000000y{{");
        assert_eq!(of("a{{b}}}}", &braces), "a00000}}");
        assert_eq!(of("{{}}", &braces), "a000");
        assert_eq!(of("x${a{{b}}}c{{d}}", &[("{{", "}}"), ("${", "}")]), "x0000000}}c00000");
        assert_eq!(of("x%a%b%", &[("%", "%")]), "x000b%");
        assert_eq!(of("plain", &braces), "plain");
    }
}
