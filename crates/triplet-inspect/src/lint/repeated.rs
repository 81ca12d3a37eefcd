//! Names of pairs that some programs take for the same name and others for two (CWE-235).
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::context::Severity;
use super::facts::Component;
use super::report::Report;
use super::rule::Rule;
use crate::units::View;

/// How a name is read: as one value, as a name with a dot, as a list, by number, by a key, or as a path into an object.
const ONE: u8 = 1;
const DOTTED: u8 = 2;
const LIST: u8 = 4;
const NUMBER: u8 = 8;
const KEY: u8 = 16;
const PATH: u8 = 32;

/// A name as PHP keeps it, and how it was written.
struct Known {
    name: Vec<u8>,
    kinds: u8,
    /// The first spelling of a name without keys.
    written: Vec<u8>,
}

/// Whether programs read an octet of a name in two ways. PHP makes `_` of a dot, a space and a bracket that is not closed, and
/// removes spaces before a name (PHP manual, "Variables From External Sources").
pub(super) fn is_read_in_two_ways(octet: &u8) -> bool {
    matches!(octet, b'[' | b'.' | b'+' | b' ')
}

/// Whether a form has a pair whose name is written so.
pub(super) fn has_name(form: &[u8], name: &[u8]) -> bool {
    form.split(|&b| b == b'&')
        .any(|pair| pair.starts_with(name) && matches!(pair.get(name.len()), None | Some(b'=')))
}

/// Finds names that are the same name for some programs: as a value and as a list, or in two spellings. `most` pairs are compared.
pub(super) fn check(component: &Component<'_>, most: usize, report: &mut Report) {
    let mut known: Vec<Known> = Vec::new();
    let mut at = component.span.start;
    for pair in component.text().split(|&b| b == b'&').take(most) {
        let length = pair.iter().position(|&b| b == b'=').unwrap_or(pair.len());
        let place = at..at + length;
        at += pair.len() + 1;
        let view = View::of(component.input, place.clone());
        if is_another(&mut known, view.octets()) {
            report.find_as(Rule::DuplicateKey, Severity::Warn, place, 0);
        }
    }
}

/// Adds a name. Returns whether it is another spelling of a known one.
fn is_another(known: &mut Vec<Known>, written: &[u8]) -> bool {
    let spaces = written.iter().take_while(|b| matches!(b, b' ' | b'+')).count();
    let name = &written[spaces..];
    let open = name.iter().position(|&b| b == b'[').filter(|&open| open > 0);
    let key = open.and_then(|open| {
        let key = &name[open + 1..];
        Some(&key[..key.iter().position(|&b| b == b']')?])
    });
    let (Some(open), Some(key)) = (open, key) else {
        let dotted = if name.contains(&b'.') { DOTTED } else { 0 };
        return !name.is_empty() && adds(known, as_php_keeps(name), ONE | dotted, written);
    };
    let kind = match key {
        [] => LIST,
        _ if key.iter().all(u8::is_ascii_digit) => NUMBER,
        _ => KEY,
    };
    let mut another = adds(known, as_php_keeps(&name[..open]), kind, b"");
    if kind == KEY {
        let path = name.iter().filter(|&&b| b != b']').copied().collect::<Vec<u8>>();
        another |= adds(known, as_php_keeps(&path), PATH, b"");
    }
    another
}

fn as_php_keeps(name: &[u8]) -> Vec<u8> {
    name.iter().map(|b| if is_read_in_two_ways(b) { b'_' } else { *b }).collect()
}

fn adds(known: &mut Vec<Known>, name: Vec<u8>, kinds: u8, written: &[u8]) -> bool {
    let place = known.partition_point(|known| known.name < name);
    let Some(found) = known.get_mut(place).filter(|known| known.name == name) else {
        known.insert(place, Known { name, kinds, written: written.to_vec() });
        return false;
    };
    let both = |one: u8, other: u8| {
        found.kinds & one != 0 && kinds & other != 0 || found.kinds & other != 0 && kinds & one != 0
    };
    let spelled = found.kinds & kinds & ONE != 0 && found.written != written;
    let another =
        both(ONE, LIST | NUMBER | KEY) || both(LIST, NUMBER) || both(DOTTED, PATH) || spelled;
    found.kinds |= kinds;
    if found.written.is_empty() {
        found.written = written.to_vec();
    }
    another
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let another = |names: &[&str]| {
            let mut known = Vec::new();
            names.iter().any(|name| is_another(&mut known, name.as_bytes()))
        };
        for names in [
            &["id", "id[]"][..],
            &["id[]", "id"],
            &["id[]", "id[0]"],
            &["user", "user[admin]"],
            &["a[b]", "a.b"],
            &["a", "a[b][c]"],
            &["id", "+id"],
            &["id", " id"],
            &["is.admin", "is_admin"],
            &["is[admin", "is_admin"],
            &["is+admin", "is_admin"],
        ] {
            assert!(another(names), "{names:?}");
        }
        for names in [
            &["id", "ID"][..],
            &["id", "id"],
            &["id[]", "id[]"],
            // What a check box of Rails sends.
            &["user[admin]", "user[admin]"],
            &["user_id", "user[id]"],
            &["a[0]", "a[1]"],
            &["a[b]", "a[c]"],
            &["a.b", "a.c"],
            &["order[0][column]", "order[0][dir]"],
            &["", "+"],
        ] {
            assert!(!another(names), "{names:?}");
        }
    }
}
