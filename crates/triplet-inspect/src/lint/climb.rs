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
    /// The number of `..`.
    up: usize,
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
        Climb { absolute, names: 0, up: 0, long: 0, here: 0, tail }
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
                // `/.//` is `//` once the dot is removed (RFC 3986 section 5.2.4).
                let doubles = self.absolute && rest.first().is_some_and(is_separator);
                Some(if self.here > 2 || doubles { Severity::Warn } else { Severity::Info })
            }
            b".." => match self.names.checked_sub(1) {
                Some(names) => {
                    self.names = names;
                    self.up += 1;
                    // Browsers resolve them before they ask, so that only a program of its own sends two.
                    let severe = self.absolute && self.up > 1;
                    Some(if severe { Severity::Warn } else { Severity::Info })
                }
                // Nothing is above the root. One `..` at the root without a name after it is the root.
                None => {
                    self.up += 1;
                    let severe = self.absolute && (rest.len() > self.tail || self.up > 1);
                    Some(if severe { Severity::Warn } else { Severity::Info })
                }
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

/// Whether a text is a reference to a file of a page, as pages of the same site write it: `../../css/style.css`.
pub(super) fn is_of_page(text: &[u8]) -> bool {
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || b"/._-".contains(b);
    let up = text.chunks_exact(3).take_while(|part| *part == b"../").count();
    let names = &text[3 * up..];
    (1..5).contains(&up)
        && names.iter().all(allowed)
        && !names.windows(2).any(|two| two == b"..")
        && (files::is_static(names) || files::is_image(names))
}

/// Whether a text is a reference to a page in the folder above, as pages link to each other: `../a/index.html`.
fn is_page_beside(text: &[u8]) -> bool {
    let Some(names) = text.strip_prefix(b"../") else { return false };
    let names = names.split(|&b| b == b'#').next().unwrap_or_default();
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || b"/._-".contains(b);
    (names.ends_with(b".html") || names.ends_with(b".htm"))
        && names.iter().all(allowed)
        && !names.windows(2).any(|two| matches!(two, b".." | b"//"))
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
    let again = again && !is_page_beside(text);
    let mut climb = Climb::new(text);
    let (mut start, mut up) = (0, 0);
    for segment in text.split(is_separator) {
        let range = start..start + segment.len();
        start = range.end + 1;
        let rest = text.get(start..).unwrap_or_default();
        // Windows drops spaces at the end of a name.
        let spaces = segment.iter().rev().take_while(|b| matches!(b, b' ' | b'+')).count();
        let segment = match &segment[..segment.len() - spaces] {
            b".." if !rest.is_empty() => b"..",
            _ => segment,
        };
        if segment.starts_with(b"..;") {
            found(Rule::DotSegmentPathParam, Severity::Warn, range);
            continue;
        }
        let Some(severity) = climb.read(segment, rest) else { continue };
        // Without a separator it is text.
        let whole = range == (0..text.len());
        if segment.len() < 2 && severity < Severity::Warn || whole && !(again && segment == b"..") {
            continue;
        }
        up += usize::from(segment.len() == 2);
        // Within a path that begins at the root, or beside two slashes, it is not how a program names a file.
        let inner = range.start > 1 && rest.len() > climb.tail;
        let strange = inner
            && (is_separator(&text[0])
                || is_separator(&text[range.start - 2])
                || rest.first().is_some_and(is_separator));
        // A server that adds or removes a slash sends a person on to what is between: `/evil.test//..`.
        let sent_on = range.start > 2
            && rest.is_empty()
            && is_separator(&text[0])
            && is_separator(&text[range.start - 2]);
        let severe = segment.len() == 2 && (up > 1 || again || strange || sent_on);
        let severity = if severe { Severity::Warn } else { severity };
        found(Rule::DotSegment, severity, range);
    }
}
