//! Components and parameters that are set and removed.

use triplet::uri::{Component, Edit, Parameters, Value};
use triplet_fuzz::grammar;
use triplet_fuzz::oracle::codec::{self, DecodeOptions, EncodeOptions};
use triplet_fuzz::oracle::sets::named;
use triplet_fuzz::oracle::uri::parts;

use super::is_uri_reference;

/// The text that a value becomes in a component; none where it is not allowed. As written, it may be outside ASCII.
fn written(value: Value<'_>, component: &str) -> Option<String> {
    let set = &named(&format!("rfc3986:{component}"));
    let encoded = |text: &str, keep_triplets: bool| {
        let options = EncodeOptions { keep_triplets, ..EncodeOptions::default() };
        String::from_utf8(codec::encode(text.as_bytes(), set, options)).expect("encoded")
    };
    match value {
        Value::Data(text) => Some(encoded(text, false)),
        Value::KeepTriplets(text) => Some(encoded(text, true)),
        Value::AsWritten(text) => {
            let set = named(&format!("rfc3987:i{component}"));
            grammar::has_only(text, &set).then(|| text.to_owned())
        }
    }
}

fn value(kind: u8, text: &str) -> Value<'_> {
    match kind % 3 {
        0 => Value::Data(text),
        1 => Value::KeepTriplets(text),
        _ => Value::AsWritten(text),
    }
}

const COMPONENTS: [Component; 7] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

pub(super) fn edits(text: &str, values: &str, steps: [u8; 3]) {
    let mut edit = Edit::new(text);
    let mut values = values.split('\n');
    let mut is_ascii = true;
    // What each component must be: this model shares nothing with `Edit`, but takes the host that it writes.
    let mut model = parts(text);
    for step in steps {
        let step = step.wrapping_sub(b'a');
        let Some(given) = values.next() else { break };
        let place = usize::from(step) % 7;
        let component = COMPONENTS[place];
        if step / 7 % 4 == 3 {
            edit.remove(component);
            match component {
                Component::Host => (model[1], model[2], model[3]) = (None, None, None),
                Component::Path => model[4] = Some(String::new()),
                _ => model[place] = None,
            }
            continue;
        }
        let value = value(step / 7 % 4, given);
        let is_set = edit.set(component, value).is_ok();
        let expected = match component {
            Component::Scheme => grammar::is_scheme(given).then(|| given.to_owned()),
            Component::Port => {
                let is_number = given.bytes().all(|byte| byte.is_ascii_digit())
                    && (given.is_empty() || given.parse::<u16>().is_ok());
                is_number.then(|| given.to_owned())
            }
            Component::Userinfo => written(value, "userinfo"),
            Component::Path => written(value, "path"),
            Component::Query => written(value, "query"),
            Component::Fragment => written(value, "fragment"),
            _ => {
                if is_set {
                    model[2] = edit.get(component).map(str::to_owned);
                    let host = model[2].as_deref().expect("it is set");
                    assert!(is_uri_reference(&format!("//{host}")), "{given:?} → {host:?}");
                }
                continue;
            }
        };
        assert_eq!(is_set, expected.is_some(), "{component:?} {value:?}");
        if is_set {
            is_ascii &= expected.as_ref().is_none_or(|text| text.is_ascii());
            model[place] = expected;
        }
    }
    for (component, expected) in COMPONENTS.iter().zip(&model) {
        assert_eq!(edit.get(*component), expected.as_deref(), "{component:?} of {text:?}");
    }
    let Ok(edited) = edit.finish() else { return };
    let mut read = parts(&edited);
    // What the path is given so that it stays one.
    let (path, expected) = (read[4].take().expect("a path"), model[4].take().expect("a path"));
    let may_be = [
        expected.clone(),
        format!("./{expected}"),
        format!("/.{expected}"),
        format!("/{expected}"),
    ];
    assert!(may_be.contains(&path), "{text:?} → {edited:?}: the path is not {expected:?}");
    assert_eq!(read, model, "{text:?} → {edited:?}");
    if is_uri_reference(text) {
        let is_valid =
            if is_ascii { is_uri_reference(&edited) } else { grammar::IRI.is_reference(&edited) };
        assert!(is_valid, "{text:?} → {edited:?}");
    }
}

/// The parameters of a query: decoded names and values. An empty piece is none (URL standard 5.1).
fn read_parameters(query: &str, separator: char, plus: bool) -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
    let options = DecodeOptions { plus, lenient: true, ..DecodeOptions::default() };
    let decoded = |text: &str| codec::decode(text.as_bytes(), options).expect("lenient");
    query
        .split(separator)
        .filter(|piece| !piece.is_empty())
        .map(|piece| match piece.split_once('=') {
            Some((name, value)) => (decoded(name), Some(decoded(value))),
            None => (decoded(piece), None),
        })
        .collect()
}

pub(super) fn parameters(text: &str, values: &str, steps: [u8; 3]) {
    let [how, what, kind] = steps.map(|step| step.wrapping_sub(b'a'));
    let separator =
        ['&', ';', '+', ',', '|', '/', '!', '=', 'a', '%', '#', 'é'][usize::from(how) % 12];
    let plus = how / 12 % 2 == 1;
    if !Parameters::takes_separator(separator) {
        return;
    }
    let (name, given) = values.split_once('\n').unwrap_or((values, ""));
    let given = (kind % 4 != 3).then(|| value(kind % 4, given));
    let mut edit = Edit::new(text);
    let before = edit.get(Component::Query).unwrap_or_default().to_owned();
    let before = read_parameters(&before, separator, plus);
    let mut changed = edit.parameters_mut().separator(separator);
    if plus {
        changed = changed.plus_as_space();
    }
    let name_octets = name.as_bytes();
    let is_named = |pair: &&(Vec<u8>, Option<Vec<u8>>)| pair.0 == name_octets;
    let (is_done, is_replaced) = match what % 5 {
        0 => (changed.push(name, given).is_ok(), true),
        1 => (changed.set(name, given).is_ok(), true),
        2 => match changed.replace(name, given) {
            Ok(replaced) => (true, replaced),
            Err(_) => (false, false),
        },
        3 => {
            changed.sort();
            (true, true)
        }
        _ => {
            let count = changed.remove(|other| other == name_octets);
            assert_eq!(count, before.iter().filter(is_named).count(), "{name:?} of {text:?}");
            (true, true)
        }
    };
    let after = edit.get(Component::Query).unwrap_or_default().to_owned();
    let after = read_parameters(&after, separator, plus);
    let told =
        || format!("{text:?} with {name:?} = {given:?}, {separator:?}, plus {plus}: {after:?}");
    if !is_done {
        assert_eq!(after, before, "nothing is changed: {}", told());
        return;
    }
    // The octets that the value must be read back as; what has triplets of its own, as they are decoded.
    let expected = given.map(|given| {
        let (text, keep) = match given {
            Value::Data(text) => (text, false),
            Value::KeepTriplets(text) | Value::AsWritten(text) => (text, true),
        };
        let options = DecodeOptions {
            plus: plus && matches!(given, Value::AsWritten(_)),
            lenient: true,
            ..DecodeOptions::default()
        };
        if keep {
            codec::decode(text.as_bytes(), options).expect("lenient")
        } else {
            text.as_bytes().to_vec()
        }
    });
    let pair = (name_octets.to_vec(), expected);
    // A parameter without name and value is an empty piece.
    let is_nothing = name.is_empty() && given.is_none();
    match what % 5 {
        _ if is_nothing => {}
        0 => {
            assert_eq!(after.last(), Some(&pair), "{}", told());
            assert_eq!(after[..after.len() - 1], before, "{}", told());
        }
        1 => {
            assert_eq!(after.iter().filter(is_named).collect::<Vec<_>>(), [&pair], "{}", told());
        }
        2 if is_replaced => {
            assert!(after.contains(&pair), "{}", told());
        }
        2 => assert_eq!(after, before, "{}", told()),
        3 => {
            let sorted = |pairs: &[(Vec<u8>, Option<Vec<u8>>)]| {
                let mut pairs = pairs.to_vec();
                pairs.sort();
                pairs
            };
            assert_eq!(sorted(&after), sorted(&before), "{}", told());
            let query = edit.get(Component::Query).unwrap_or_default();
            let has_empty = query.split(separator).any(str::is_empty);
            assert!(query.is_empty() || !has_empty, "{query:?}: {}", told());
        }
        _ => {
            assert!(!after.iter().any(|pair| is_named(&pair)), "{}", told());
            let others: Vec<_> = before.iter().filter(|pair| !is_named(pair)).cloned().collect();
            assert_eq!(after, others, "{}", told());
        }
    }
    if let Ok(edited) = edit.finish()
        && is_uri_reference(text)
    {
        // What is set as written may be outside ASCII.
        let is_valid = match given {
            Some(Value::AsWritten(given)) if !given.is_ascii() => {
                grammar::IRI.is_reference(&edited)
            }
            _ => is_uri_reference(&edited),
        };
        assert!(is_valid, "{edited:?}: {}", told());
    }
}
