//! Dot segments: how far a path goes up.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::Severity;
use super::files;
use super::report::Report;
use super::rule::Rule;

/// The state after the segments that were read.
pub(super) struct Climb {
    /// Whether the path begins at the root.
    absolute: bool,
    /// The number of names that a `..` may remove.
    names: usize,
    /// The number of segments of three dots and more.
    long: usize,
    /// The number of segments of one dot.
    here: usize,
    /// How many octets follow the last name.
    tail: usize,
}

/// Whether a text, which follows a separator, begins with another separator or with a dot segment.
fn goes_on(rest: &[u8]) -> bool {
    let dots = rest.iter().take_while(|&&b| b == b'.').count();
    match rest.get(dots) {
        Some(next) => is_separator(next),
        None => dots > 0,
    }
}

/// Whether an octet ends a segment: programs read backslashes as slashes.
pub(super) const fn is_separator(octet: &u8) -> bool {
    matches!(octet, b'/' | b'\\')
}

impl Climb {
    /// `path` is decoded.
    pub(super) fn new(path: &[u8]) -> Climb {
        let absolute = path.first().is_some_and(is_separator);
        let tail = path.iter().rev().take_while(|b| is_separator(b) || **b == b'.').count();
        Climb { absolute, names: 0, long: 0, here: 0, tail }
    }

    /// Reads the next segment. Returns how bad it is, if it is a dot segment or becomes one when programs remove `../` or `./`
    /// once.
    /// `rest` is what follows the separator after it.
    pub(super) fn read(&mut self, segment: &[u8], rest: &[u8]) -> Option<Severity> {
        match segment {
            [] => None,
            // Three and more are written only to pass a filter that removes some.
            b"." => {
                self.here += 1;
                Some(if self.here > 2 { Severity::Warn } else { Severity::Info })
            }
            b".." => match self.names.checked_sub(1) {
                Some(names) => {
                    self.names = names;
                    Some(Severity::Info)
                }
                // Nothing is above the root. A `..` at the root without a name after it is the root.
                None if self.absolute && rest.len() > self.tail => Some(Severity::Warn),
                None => Some(Severity::Info),
            },
            _ if segment.len() > 2 && segment.iter().all(|&b| b == b'.') => {
                self.long += 1;
                let deep = segment.len() > 8 && rest.len() > self.tail;
                let severe = self.long > 1 || deep || goes_on(rest);
                Some(if severe { Severity::Warn } else { Severity::Info })
            }
            _ => {
                self.names += 1;
                None
            }
        }
    }
}

/// Checks the dot segments of a value that a program may open as a file. `again` says that the value was decoded more often than
/// it had to be.
pub(super) fn check_value(text: &[u8], again: bool, report: &mut Report) {
    for_each_of_value(text, again, |rule, severity, place| {
        report.find_as(rule, severity, place, 0);
    });
}

/// The first `..` of a value after which a file comes that no server gives out: `../WEB-INF/web.xml`.
pub(super) fn to_hidden_file(text: &[u8]) -> Option<Range<usize>> {
    let (mut start, mut up) = (0, None);
    let mut before: &[u8] = b"";
    for segment in text.split(is_separator) {
        let range = start..start + segment.len();
        start = range.end + 1;
        if segment == b".." {
            up = up.or(Some(range));
        } else if up.is_some()
            && (files::is_hidden(segment) || files::is_hidden_pair(before, segment))
        {
            return up;
        }
        before = segment;
    }
    None
}

/// How bad the worst dot segment of such a value is; `None` if it has none.
pub(super) fn worst_of_value(text: &[u8], again: bool) -> Option<Severity> {
    let mut worst = None;
    for_each_of_value(text, again, |_, severity, _| worst = worst.max(Some(severity)));
    worst
}

/// Finds the dot segments of a value: how bad each is, and where it is.
fn for_each_of_value(
    text: &[u8],
    again: bool,
    mut found: impl FnMut(Rule, Severity, Range<usize>),
) {
    if !text
        .windows(2)
        .any(|window| window[0] == b'.' && (window[1] == b'.' || is_separator(&window[1])))
    {
        return;
    }
    let mut climb = Climb::new(text);
    let (mut start, mut up) = (0, 0);
    for segment in text.split(is_separator) {
        let range = start..start + segment.len();
        start = range.end + 1;
        let rest = text.get(start..).unwrap_or_default();
        if segment.starts_with(b"..;") {
            found(Rule::DotSegmentPathParam, Severity::Warn, range);
            continue;
        }
        let Some(severity) = climb.read(segment, rest) else { continue };
        // Without a separator it is text.
        if segment.len() < 2 && severity < Severity::Warn || range == (0..text.len()) {
            continue;
        }
        up += usize::from(segment.len() == 2);
        let severe = segment.len() == 2 && (up > 1 || again);
        let severity = if severe { Severity::Warn } else { severity };
        found(Rule::DotSegment, severity, range);
    }
}
