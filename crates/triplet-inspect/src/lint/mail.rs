//! Addresses of mail that are read as those of another person or another host.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::characters::changes_case_to_ascii;
use super::facts::Facts;
use super::labels;
use super::report::Report;

/// Where an address of mail, whose `@` is at an offset, has a character that becomes ASCII when its case is changed. It is then the address
/// of another person (CWE-178).
pub(super) fn address_that_folds(text: &[u8], at: usize) -> Option<Range<usize>> {
    let is_address = text.len() < 255
        && text[at..].contains(&b'.')
        && !text[..at].contains(&b'@')
        && !text.iter().any(|b| *b <= b' ' || b"/?#<>,;+".contains(b));
    let start = is_address.then(|| text.iter().position(|b| *b >= 0x80)).flatten()?;
    let text = str::from_utf8(text).ok()?;
    let (at, character) =
        text[start..].char_indices().find(|(_, c)| changes_case_to_ascii(*c) && *c != 'ß')?;
    Some(start + at..start + at + character.len_utf8())
}

/// Checks the domain of an address of mail whose letters imitate those of another (UTS #39).
pub(super) fn domain(facts: &Facts<'_>, start: usize, report: &mut Report) {
    let domain = &facts.input[start..];
    if domain.len() > 255 || domain.iter().any(|b| *b <= b' ' || b"/?#<>,;@".contains(b)) {
        return;
    }
    let mut at = start;
    for label in domain.split(|&b| b == b'.') {
        let place = at..at + label.len();
        at = place.end + 1;
        let before = report.count();
        labels::check(label, place, 0, false, report);
        report.drop_notes(before);
    }
}
