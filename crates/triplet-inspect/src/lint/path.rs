//! The rules for the segments of a path.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::all_rules::ALL_RULES;
use super::climb::{Climb, is_separator};
use super::context::{Context, Severity};
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::start::begins_with_host;
use super::{arguments, cookieless, files, windows};
use crate::units::{Unit, peel, units};

/// What [`check`] and [`check_slashes`] need.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::EncodedDotSegment,
    Rule::DotSegment,
    Rule::DotSegmentPathParam,
    Rule::EncodedSeparator,
    Rule::EncodedDelimiter,
    Rule::NtfsAds,
    Rule::WindowsDevice,
    Rule::NetworkPath,
    Rule::EmptySegment,
    Rule::PathParameter,
    Rule::WindowsTrailing,
    Rule::WindowsShortName,
    Rule::WindowsDrive,
    Rule::LeadingDash,
    Rule::ScriptScheme,
    Rule::FetcherScheme,
    Rule::SystemFile,
    Rule::HiddenFile,
    Rule::CacheDeception,
]);

/// Whether a part between two separators is a dot segment.
#[derive(PartialEq, Eq)]
enum Dots {
    No,
    Plain,
    Encoded,
}

/// Checks what is written in a path without any triplet: empty segments, parameters, two slashes at the start.
pub(super) fn check_slashes(component: &Component<'_>, report: &mut Report) {
    let Component { span, context, .. } = component;
    let (text, context) = (component.text(), *context);
    if !ALL_RULES || component.facts.depth > 0 {
        return;
    }
    if context == Context::Path {
        network_path(component, report);
    }
    let empty = text.windows(2).position(|window| window == b"//");
    if let Some(at) = empty.filter(|_| context == Context::Path) {
        report.find(Rule::EmptySegment, context, span.start + at..span.start + at + 2, 0);
    }
}

/// Checks whether a path begins with two slashes, also when the second is encoded.
fn network_path(component: &Component<'_>, report: &mut Report) {
    let (text, start) = (component.text(), component.span.start);
    let raw = text.iter().take_while(|b| is_separator(b)).count();
    let (mut at, mut slashes) = (0, 0);
    while at < text.len() {
        let (octet, next) = peel(text, at);
        if !is_separator(&octet) {
            break;
        }
        (at, slashes) = (next, slashes + 1);
    }
    // After a host, two slashes as they are lead to the same host.
    let names_host = || component.facts.whole || raw < slashes && begins_with_host(&text[at..]);
    if slashes > 1 && at < text.len() && names_host() {
        report.find(Rule::NetworkPath, Context::Path, start..start + at, u8::from(raw < slashes));
    }
}

/// Checks the segments. Returns the spans of the encoded dot segments, in order.
pub(super) fn check(
    component: &Component<'_>,
    well_formed: bool,
    report: &mut Report,
) -> Vec<Range<usize>> {
    let context = component.context;
    let units = units(component.text(), component.span.start);
    let octets: Vec<u8> = units.iter().map(|unit| unit.octet).collect();
    let again = component.facts.depth > 0;
    let mut climb = Climb::new(&octets);
    let mut encoded_dots = Vec::new();
    let mut parameter = false;
    for (at, unit) in units.iter().enumerate().filter(|(_, unit)| unit.encoded) {
        let place = unit.at..unit.end();
        match unit.octet {
            b'/' | b'\\' => {
                let severity = match ALL_RULES
                    && (stands_alone(&units, &octets, at) || is_before_dot(&units, at))
                {
                    true => Severity::Warn,
                    false => Rule::EncodedSeparator.severity(context),
                };
                report.find_as(Rule::EncodedSeparator, severity, place, 1);
            }
            b'?' | b'#' | b';' if ALL_RULES && hides_path(&octets, at) => {
                report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 1);
            }
            b'?' | b'#'
                if ALL_RULES && (is_of_delimiters(&units, at) || is_beside_another(&units, at)) =>
            {
                report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 1);
            }
            b'?' | b'&' | b';' if ALL_RULES && hides_pair(&units, &octets, at) => {
                report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 1);
            }
            b';' if ALL_RULES && follows_dots(&octets, at) => {
                report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 1);
            }
            // A filter sees a segment there, and a server that strips parameters sees none (CVE-2020-13933).
            b';' if ALL_RULES
                && at > 0
                && is_separator(&octets[at - 1])
                && at + 1 < octets.len() =>
            {
                report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 1);
            }
            b'?' | b'#' => report.find(Rule::EncodedDelimiter, context, place, 1),
            b';' if ALL_RULES => report.find(Rule::EncodedDelimiter, context, place, 1),
            _ => {}
        }
    }
    let separates = |unit: &Unit| unit.octet == b'/' || (unit.octet == b'\\' && unit.encoded);
    let mut after_encoded = false;
    let mut start = 0;
    let mut place = 0;
    while start <= units.len() {
        let length = units[start..].iter().take_while(|unit| !separates(unit)).count();
        let end = start + length;
        let before_encoded = units.get(end).is_some_and(|unit| unit.encoded);
        let segment = &units[start..end];
        let hidden = after_encoded || before_encoded;
        let rest = octets.get(end + 1..).unwrap_or_default();
        let climbs = climb.read(&octets[start..end], rest);
        let dots = dot_segment(segment, hidden, climbs, again, context, report);
        if dots == Dots::Encoded
            && let (Some(first), Some(last)) = (segment.first(), segment.last())
        {
            encoded_dots.push(first.at..last.end());
        }
        if dots == Dots::No && (well_formed || !ALL_RULES) {
            let followed = end < units.len();
            name_of_file(segment, &octets[start..end], (place, hidden, followed), context, report);
            let semicolon = segment.iter().position(|unit| unit.octet == b';' && !unit.encoded);
            if let Some(semicolon) = semicolon.filter(|_| !parameter) {
                parameter = true;
                // `/;/admin`: servers that strip parameters have an empty segment there, or none.
                let empty = followed && semicolon + 1 == length;
                // `/admin/;page`: they have the empty segment, and others a name. `/;jsessionid=1` is of the root.
                let nameless = semicolon == 0 && length > 1 && !octets[start..end].contains(&b'=');
                let at = start + semicolon;
                let again = octets.get(at + 1) == Some(&b';');
                let strange = ALL_RULES
                    && (empty
                        || nameless
                        || again
                        || follows_dots(&octets, at)
                        || hides_path(&octets, at));
                let severity = if strange { Severity::Warn } else { Severity::Info };
                let place = segment[semicolon].at..segment[semicolon].end();
                report.find_as(Rule::PathParameter, severity, place, 0);
            }
        }
        let blank = |unit: &Unit| unit.octet == b' ' && unit.encoded;
        if ALL_RULES && length > 0 && end < units.len() && segment.iter().all(blank) {
            // Some programs drop such a segment, and some take it for a name (CVE-2020-17523).
            let place = segment[0].at..segment[length - 1].end();
            report.find_as(Rule::WindowsTrailing, Severity::Warn, place, 1);
        }
        place += usize::from(!segment.is_empty());
        after_encoded = before_encoded;
        start = end + 1;
    }
    if ALL_RULES {
        whole(&units, &octets, context, report);
    }
    encoded_dots
}

/// Checks what only the segments together show: files of the system, and the end of a static file after that of a program.
fn whole(units: &[Unit], octets: &[u8], context: Context, report: &mut Report) {
    let mut find = |rule: Rule, severity: Option<Severity>, place: Range<usize>| {
        if let (Some(first), Some(last)) = (units.get(place.start), units.get(place.end - 1)) {
            let layer = u8::from(units[place.clone()].iter().any(|unit| unit.encoded));
            let severity = severity.unwrap_or(rule.severity(context));
            report.find_as(rule, severity, first.at..last.end(), layer);
        }
    };
    // A way up, and an end of the string, are findings that say more.
    let goes_up = octets.windows(2).any(|two| matches!(two, b".."));
    let is_plain = !goes_up && !octets.iter().any(|b| matches!(b, 0 | b'%'));
    if let Some(place) = files::of_system_in_path(octets) {
        let up = octets[..place.start].windows(3).position(|window| window == b"/..");
        match up.map(|slash| slash + 1..slash + 3) {
            None if is_plain => find(Rule::SystemFile, None, place),
            // However deep the folder is that it begins in.
            Some(up) if is_separator(&octets[up.end]) => {
                find(Rule::DotSegment, Some(Severity::Warn), up);
            }
            _ => {}
        }
    }
    if goes_up && let Some(place) = host_after_dots(octets) {
        find(Rule::NetworkPath, None, place);
    }
    let (mut start, mut before, mut shown): (usize, &[u8], _) = (0, b"", None);
    for segment in octets.split(is_separator) {
        if is_plain && files::is_hidden(segment) {
            let severity = shown.filter(|_| files::is_source(segment));
            find(Rule::HiddenFile, severity, start..start + segment.len());
        }
        if is_plain && files::is_hidden_pair(before, segment) {
            find(Rule::HiddenFile, None, start - before.len() - 1..start + segment.len());
        }
        if files::is_of_sources(segment) {
            shown = Some(Severity::Info);
        }
        before = segment;
        start += segment.len() + 1;
    }
    if let Some((place, kind)) = cookieless::find(octets) {
        let severity = match kind {
            cookieless::Kind::Session => Severity::Info,
            cookieless::Kind::Short | cookieless::Kind::Hides => Severity::Warn,
        };
        let layer = u8::from(units[place.clone()].iter().any(|unit| unit.encoded));
        let place = units[place.start].at..units[place.end - 1].end();
        report.find_as(Rule::PathParameter, severity, place, layer);
        return;
    }
    let (is_static, is_image) = (files::is_static(octets), files::is_image(octets));
    if !is_static && !is_image && !octets.ends_with(b".php") {
        return;
    }
    let start = octets.iter().rposition(is_separator).map_or(0, |slash| slash + 1);
    let is_hidden = |at: &usize| match octets[*at] {
        b';' => true,
        b'?' | b'#' => units[*at].encoded,
        _ => false,
    };
    let delimiter = (start + 1..octets.len()).find(is_hidden);
    let before = octets[..start.saturating_sub(1)].rsplit(is_separator).next().unwrap_or_default();
    let is_page =
        windows::is_program(before) || before.ends_with(b".do") || before.ends_with(b".action");
    if !is_static && !is_image {
        // A server that finds no such program runs what is before it: `/upload/a.jpg/x.php` (PHP manual, `cgi.fix_pathinfo`).
        if files::is_image(before) || before.ends_with(b".txt") {
            find(Rule::CacheDeception, None, start - before.len() - 1..octets.len());
        }
        return;
    }
    // The names of pictures have question marks and `#` before a number or a space, and `&amp;`.
    let is_cut = |at: &usize| {
        is_static
            || octets[*at] != b'#'
                && octets.get(at + 1).is_some_and(u8::is_ascii_lowercase)
                && !octets[start..*at].contains(&b'&')
    };
    if let Some(at) = delimiter.filter(|at| !octets[*at..].contains(&b'=') && is_cut(at)) {
        find(Rule::CacheDeception, None, at..octets.len());
    } else if is_static && is_page && start > 0 {
        find(Rule::CacheDeception, None, start..octets.len());
    }
}

/// The most octets that the name of a file has on common systems. What is farther from a delimiter is not searched.
const LONGEST_NAME: usize = 255;

/// Whether a delimiter hides what a server opens from what a filter sees: it follows the name of a program and is followed by the end of
/// another name (`shell.asp;.jpg`), or by a way up (`public%23/../admin`).
fn hides_path(octets: &[u8], at: usize) -> bool {
    let near = &octets[at.saturating_sub(LONGEST_NAME)..at];
    let name = near.rsplit(is_separator).next().unwrap_or_default();
    let rest = &octets[at + 1..];
    let after = &rest[..rest.len().min(LONGEST_NAME)];
    let after = after.split(is_separator).next().unwrap_or_default();
    let extension = after.iter().rposition(|&b| b == b'.').map(|dot| &after[dot + 1..]);
    let is_name = extension.is_some_and(|extension| {
        (2..=5).contains(&extension.len()) && extension.iter().all(u8::is_ascii_alphanumeric)
    });
    let ends_in_program = octets[at] != b';' && name.contains(&b'.') && windows::is_program(after);
    let is_file = octets[at] == b';' && !after.is_empty() && has_extension(name);
    // `;x=.css`, whose value is an extension only.
    let value = after.iter().position(|&b| b == b'=').map(|equals| &after[equals + 1..]);
    (windows::is_program(name) || is_file)
        && is_name
        && value.is_none_or(|value| is_file && value.starts_with(b"."))
        || ends_in_program
        || rest.starts_with(b"/..") && octets[at] != b';'
}

/// Whether a `;` follows two dots, which are a way up for a server that puts a folder in place of the name before them: `/admin..;`.
fn follows_dots(octets: &[u8], at: usize) -> bool {
    let before = &octets[..at];
    let before = before.strip_suffix(b"\\").unwrap_or(before);
    before.ends_with(b"..") && !before.ends_with(b"...")
}

/// Whether an encoded separator is a whole segment, or ends the path after the name of a program: `/admin/%2F`, `/index.jsp%5C`. A slash
/// is a name for RabbitMQ: `/api/queues/%2F/a`.
fn stands_alone(units: &[Unit], octets: &[u8], at: usize) -> bool {
    let is_slash = |unit: &Unit| unit.octet == b'/' && !unit.encoded;
    let ends = units.get(at + 1).is_none_or(is_slash);
    let begins = at > 1 && is_slash(&units[at - 1]);
    // Near the start: the path is searched for each such segment.
    let has_names = || octets[..at.min(64)].windows(5).any(|five| five == b"/api/");
    ends && begins && !has_names() || at + 1 == units.len() && windows::is_program(&octets[..at])
}

/// Whether an encoded separator begins a segment and a dot follows it: `/api/%2F.admin`. A program that names a file in a segment writes its
/// folder first.
fn is_before_dot(units: &[Unit], at: usize) -> bool {
    let is_slash = |unit: &Unit| unit.octet == b'/' && !unit.encoded;
    at > 0 && is_slash(&units[at - 1]) && units.get(at + 1).is_some_and(|unit| unit.octet == b'.')
}

/// Whether an encoded delimiter begins a segment that has nothing else, before another one: `/a/%3F/admin`. The last segment may be the name
/// of a page about the character.
fn is_of_delimiters(units: &[Unit], at: usize) -> bool {
    let is_slash = |unit: &Unit| unit.octet == b'/' && !unit.encoded;
    let is_delimiter = |unit: &&Unit| unit.encoded && b"?#&;%/\\".contains(&unit.octet);
    if at == 0 || !is_slash(&units[at - 1]) {
        return false;
    }
    let end = at + units[at..].iter().take_while(is_delimiter).count();
    units.get(end).is_some_and(is_slash) && end + 1 < units.len()
}

/// Whether an encoded `?` or `#` and another encoded delimiter beside it begin a segment, or end one that is not the last:
/// `/api/%23%3Fadmin`, `/api/%2F%20%23admin`. A title has one of them, or several of one.
fn is_beside_another(units: &[Unit], at: usize) -> bool {
    let is_slash =
        |at: usize| units.get(at).is_some_and(|unit| unit.octet == b'/' && !unit.encoded);
    let is_space = |unit: &Unit| unit.encoded && unit.octet == b' ';
    let is_other = |unit: &Unit| {
        unit.encoded && b"?#/\\".contains(&unit.octet) && unit.octet != units[at].octet
    };
    let after = at + 1 + usize::from(units.get(at + 1).is_some_and(is_space));
    let before = at.saturating_sub(1 + usize::from(at > 1 && is_space(&units[at - 1])));
    units.get(after).is_some_and(is_other) && (at > 0 && is_slash(at - 1) || is_slash(after + 1))
        || at > 0
            && is_other(&units[before])
            && (before > 0 && is_slash(before - 1) || is_slash(at + 1))
}

/// Whether a pair follows an encoded delimiter. A server that decodes first has it in its query or as a parameter: `/order/1%3Fadmin=true`,
/// `/items/1%26role=admin`. What programs encode as a whole has an encoded `=`.
fn hides_pair(units: &[Unit], octets: &[u8], at: usize) -> bool {
    let rest = &units[at + 1..];
    let of_name = |unit: &&Unit| unit.octet.is_ascii_alphanumeric() || b"_-.".contains(&unit.octet);
    let name = rest.iter().take_while(of_name).count();
    let is_pair =
        name > 0 && rest.get(name).is_some_and(|unit| unit.octet == b'=' && !unit.encoded);
    if units[at].octet == b'?' {
        let name = &octets[..at];
        // A copy of a site keeps the query in the name of a file: `style.css%3Fver=5`.
        let is_copy = files::is_static(name) || files::is_image(name);
        let is_encoded = |unit: &Unit| unit.encoded && is_separator(&unit.octet);
        return is_pair && !is_copy
            || rest.is_empty() && has_extension(name) && units[..at].iter().any(is_encoded);
    }
    is_pair
}

/// Where a path names a host once its way up is resolved: `/x/..//evil.test`, `//evil.test/..`.
fn host_after_dots(octets: &[u8]) -> Option<Range<usize>> {
    let is_up = |window: &[u8]| {
        window[1..3] == *b".." && [0, 3, 4].iter().all(|&at| is_separator(&window[at]))
    };
    if let Some(at) = octets.windows(5).position(is_up)
        && begins_with_host(&octets[at + 5..])
    {
        return Some(at + 1..at + 5);
    }
    let is_host = octets.starts_with(b"//") && octets.ends_with(b"/..");
    (is_host && begins_with_host(&octets[2..])).then_some(0..2)
}

/// Whether a name ends with a dot and the extension of a file.
fn has_extension(name: &[u8]) -> bool {
    let extension = name.iter().rposition(|&b| b == b'.').map(|dot| &name[dot + 1..]);
    extension.is_some_and(|extension| {
        (2..=5).contains(&extension.len())
            && extension.iter().all(u8::is_ascii_alphanumeric)
            && extension.iter().any(u8::is_ascii_alphabetic)
    })
}

/// Checks whether a part between two separators is a dot segment. `hidden` says that one of them is encoded, so that
/// the part is a segment only after decoding; `climbs`, how bad it is for the way up.
fn dot_segment(
    units: &[Unit],
    hidden: bool,
    climbs: Option<Severity>,
    again: bool,
    context: Context,
    report: &mut Report,
) -> Dots {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return Dots::No };
    let span = first.at..last.end();
    let is_dots = |units: &[Unit]| {
        matches!(units.len(), 1 | 2) && units.iter().all(|unit| unit.octet == b'.')
    };
    let encoded = |units: &[Unit]| units.iter().any(|unit| unit.encoded);
    if is_dots(units) {
        if encoded(units) {
            // Where a path is decoded again, a segment `.` changes nothing, so it is not reported.
            if units.len() == 2 || !again {
                report.find(Rule::EncodedDotSegment, context, span, 1);
            }
            return Dots::Encoded;
        } else if hidden && (units.len() == 2 || !again) {
            report.find_as(Rule::DotSegment, Severity::Error, span, 1);
        } else {
            report.find_as(Rule::DotSegment, climbs.unwrap_or(Severity::Info), span, 0);
        }
        return Dots::Plain;
    }
    if let Some(severity) = climbs {
        // Three dots and more.
        report.find_as(Rule::DotSegment, severity, span, u8::from(encoded(units) || hidden));
        return if encoded(units) { Dots::Encoded } else { Dots::Plain };
    }
    let name = units.split(|unit| unit.octet == b';').next().unwrap_or_default();
    if is_dots(name) {
        if encoded(name) {
            report.find(Rule::EncodedDotSegment, context, span.clone(), 1);
        }
        let layer = u8::from(encoded(units));
        report.find(Rule::DotSegmentPathParam, context, span, layer);
        return if encoded(name) { Dots::Encoded } else { Dots::Plain };
    }
    Dots::No
}

/// Checks a segment as the name of a file on Windows. `place` is the number of segments before it; `hidden` says that a separator
/// beside it is encoded, and `followed`, that it is not the last.
fn name_of_file(
    units: &[Unit],
    octets: &[u8],
    (place, hidden, followed): (usize, bool, bool),
    context: Context,
    report: &mut Report,
) {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
    let layer = u8::from(units.iter().any(|unit| unit.encoded));
    let span = first.at..last.end();
    if let Some(severity) = windows::stream(octets) {
        report.find_as(Rule::NtfsAds, severity, span.clone(), layer);
    }
    if ALL_RULES && windows::is_drive(octets) {
        if hidden && layer == 1 {
            report.find_as(Rule::WindowsDrive, Severity::Warn, span.clone(), layer);
        } else if place == 0 {
            report.find(Rule::WindowsDrive, context, span.clone(), layer);
        }
    }
    if ALL_RULES {
        // A server that puts a folder in place of the first segment goes up: `/assets../secret`.
        let up = followed && octets.ends_with(b"..") && !octets.ends_with(b"...");
        let severity = match up {
            true => Severity::Warn,
            false => Rule::WindowsTrailing.severity(context),
        };
        trailing(units, severity, octets.starts_with(b".."), report);
        let dropped = units.iter().rev().take_while(|unit| matches!(unit.octet, b'.' | b' '));
        let is_dropped = |unit: &Unit| unit.encoded || unit.octet == b'.';
        if windows::drops_end(octets) && dropped.clone().any(is_dropped) {
            report.find_as(Rule::WindowsTrailing, Severity::Warn, span.clone(), layer);
        }
        if arguments::is_option(octets) {
            report.find_as(Rule::LeadingDash, Severity::Warn, span.clone(), layer);
        }
    }
    if units.len() > 64 {
        return;
    }
    if windows::may_be_device(first.octet) && windows::is_device(octets) {
        // Nobody names a program so.
        let severity = match ALL_RULES && windows::is_program(octets) {
            true => Severity::Warn,
            false => Rule::WindowsDevice.severity(context),
        };
        report.find_as(Rule::WindowsDevice, severity, span.clone(), layer);
    }
    if ALL_RULES && windows::is_short_name(octets) {
        report.find(Rule::WindowsShortName, context, span, layer);
    }
}

/// Checks the dots and spaces at the end of a name, which Windows drops. A raw space is a finding by itself, and so
/// are dots that climb.
fn trailing(units: &[Unit], severity: Severity, climbs: bool, report: &mut Report) {
    let Some(last) = units.last() else { return };
    let end = units.iter().rposition(|unit| !matches!(unit.octet, b'.' | b' '));
    let named = !climbs && end.is_some_and(|end| units[end].octet > b' ');
    if named && (last.octet == b'.' || last.octet == b' ' && last.encoded) {
        let layer = u8::from(last.encoded);
        report.find_as(Rule::WindowsTrailing, severity, last.at..last.end(), layer);
    }
}
