//! Forms (`application/x-www-form-urlencoded`): pairs between `&`.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::decode_triplet;
use triplet::readings::is_plain;

#[cfg(feature = "all-notations")]
use super::arithmetic::is_arithmetic;
use super::node::{Kind, Remedy, RemedyKind};
use super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized};

/// Schemes whose queries are forms, as far as is known: a `+` in them is a space.
const WITH_FORMS: [&str; 4] = ["http", "https", "ws", "wss"];

/// Whether the query of a reference with this scheme, or without one, is a form.
pub(super) fn is_query_of(scheme: Option<&str>) -> bool {
    scheme.is_none_or(|scheme| WITH_FORMS.iter().any(|each| scheme.eq_ignore_ascii_case(each)))
}

pub(super) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    let (start, form) = match text.strip_prefix('?') {
        Some(form) => (1, form),
        None => (0, text),
    };
    #[cfg(feature = "all-notations")]
    if has_settings(form) || is_arithmetic(form) {
        return None;
    }
    let is_encoded = || has_triplet(form) && !is_plain(form) || has_plus_for_space(form);
    // Pairs of another notation: the settings of a connection of Azure or ADO.NET.
    let other = |(_, after): (&str, &str)| {
        after.find('=').is_some_and(|end| {
            end > 0 && after[..end].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
        })
    };
    if cfg!(feature = "all-notations")
        && !form.contains('&')
        && !has_triplet(form)
        && form.split_once(';').is_some_and(other)
    {
        return None;
    }
    let is_form =
        has_pairs(form) && (form.contains('&') || (place == Place::Whole && is_encoded()));
    let space = if is_form { None } else { raw_space(form, place) };
    if !is_form && space.is_none() {
        return None;
    }
    let found = Recognized::certain(Inner::Parts(pairs(form, start, true)))?;
    let remedy = space.map(|at| Remedy {
        kind: RemedyKind::Requote,
        message: alloc::format!(
            "a space at offset {}: a form has this as `+` or as a triplet",
            start + at
        ),
        offset: start + at,
        text: text.replace(' ', "%20"),
    });
    Some(Recognized { remedies: remedy.into_iter().collect(), ..found })
}

/// Whether a `+` in the value of a pair stands between words. `1+1=2` and `x=1+1` are arithmetic.
fn has_plus_for_space(pair: &str) -> bool {
    let Some((name, value)) = pair.split_once('=') else { return false };
    let is_word = |text: &str| text.contains(char::is_alphabetic);
    !name.contains('+') && value.split_once('+').is_some_and(|(a, b)| is_word(a) || is_word(b))
}

/// Whether a `+` in a value is more likely a plus: a number of a phone, the zone of a time, an address of mail, base64.
#[cfg(feature = "all-notations")]
fn has_plus_as_data(value: &str) -> bool {
    let Some((before, after)) = value.split_once('+') else { return false };
    let is_number = |text: &str, least| {
        text.len() >= least
            && text.bytes().all(|byte| byte.is_ascii_digit() || b"-:".contains(&byte))
    };
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    let is_padded = value.ends_with('=') && value.len() > 7;
    before.is_empty() && is_number(after, 5)
        || before.contains(':')
            && before.ends_with(|c: char| c.is_ascii_digit())
            && is_number(after, 2)
        || !before.is_empty()
            && after
                .split_once('@')
                .is_some_and(|(tag, host)| !tag.contains('+') && host.contains('.'))
        || (is_padded || value.contains('/') && value.len() > 15) && value.bytes().all(is_base64)
}

/// Whether a `+` that is read as a space may be a plus, or the other way round. Beside `%2B`, which is a plus, it is more likely a space. It may
/// be a space in the names of files of `magnet:` and in the searches of `geo:`.
#[cfg(feature = "all-notations")]
pub(super) fn is_plus_doubtful(pair: &str, value: &str, is_space: bool) -> bool {
    if is_space {
        return has_plus_as_data(value);
    }
    let is_plus = |(at, _): (usize, &str)| decode_triplet(&value.as_bytes()[at..]) == Some(b'+');
    let is_name = ["dn=", "q="].iter().any(|name| pair.starts_with(name));
    value.contains('+') && (is_name || value.match_indices('%').any(is_plus))
}

/// Where the first raw space of a form is that a person wrote: several pairs, each with a `=`, and spaces within values only.
fn raw_space(text: &str, place: Place) -> Option<usize> {
    let space = text.find(' ').filter(|_| place == Place::Whole)?;
    // The fields of a log: `method=GET uri=/s?q=a`.
    let has_field = |value: &str| {
        let mut words = value.split(' ').skip(1);
        words.any(|word| {
            word.split_once('=').is_some_and(|(name, _)| {
                !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            })
        })
    };
    let is_pair = |pair: &str| {
        pair.split_once('=').is_some_and(|(name, value)| {
            !name.contains(' ')
                && value.trim_matches(' ') == value
                && !(cfg!(feature = "all-notations") && has_field(value))
        })
    };
    let is_form =
        text.contains('&') && text.split('&').all(is_pair) && has_pairs(&text.replace(' ', "+"));
    is_form.then_some(space)
}

/// Whether a text is a list of pairs: each name is a word, one has a value, and nothing is raw that a form encodes.
pub(super) fn has_pairs(text: &str) -> bool {
    let is_name = |name: &str| {
        let is_part = |byte: u8| {
            byte.is_ascii_alphanumeric() || b"_-.[]%+$*~:@!".contains(&byte) || !byte.is_ascii()
        };
        !name.is_empty() && name.bytes().all(is_part)
    };
    let mut has_value = false;
    let mut is_list = true;
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) =
            pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)));
        // Base64 ends with `=`.
        has_value |= value.is_some_and(|value| !value.is_empty() && !value.starts_with('='));
        is_list &= is_name(name);
    }
    is_list
        && has_value
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"".contains(c))
}

/// Whether a text has the settings of a connection or of a network, which are never percent-encoded: `Uid=u;Pwd=p%41`, `WIFI:P:p%40;;`.
#[cfg(feature = "all-notations")]
pub(super) fn has_settings(text: &str) -> bool {
    let names = ["pwd", "password", "uid", "user id", "driver", "dsn", "data source", "accountkey"];
    let is_setting = |part: &str| {
        let name = part.split_once('=').map(|(name, _)| name.trim());
        name.is_some_and(|name| names.iter().any(|each| name.eq_ignore_ascii_case(each)))
    };
    text.starts_with("WIFI:") && text.ends_with(";;")
        || !text.contains(['?', '&'])
            && (text.contains(';') && text.split(';').any(is_setting)
                // The settings of libpq.
                || text.contains("host=") && text.split(' ').any(is_setting))
}

/// The pairs of a text that begins at an offset of the whole text; empty ones are left out.
pub(super) fn pairs(text: &str, start: usize, plus: bool) -> Vec<Part> {
    pairs_between(text, '&', start, plus)
}

/// The same with another separator.
pub(super) fn pairs_between(text: &str, separator: char, start: usize, plus: bool) -> Vec<Part> {
    let reading = || if plus { Reading::DecodePlus } else { Reading::Decode };
    let mut at = start;
    let mut pairs = Vec::new();
    for pair in text.split(separator) {
        if pairs.len() == MAX_PARTS {
            break;
        }
        let span = at..at + pair.len();
        at = span.end + 1;
        if pair.is_empty() {
            continue;
        }
        let name = pair.find('=').unwrap_or(pair.len());
        let mut parts = alloc::vec![Part::new(Kind::Name, 0..name, reading())];
        if name < pair.len() {
            parts.push(Part::new(Kind::Value, name + 1..pair.len(), reading()));
        }
        pairs.push(Part::new(Kind::Pair, span, Reading::Pair(parts)));
    }
    pairs
}

/// Whether there is a triplet.
pub(super) fn has_triplet(text: &str) -> bool {
    text.match_indices('%').any(|(at, _)| decode_triplet(&text.as_bytes()[at..]).is_some())
}
