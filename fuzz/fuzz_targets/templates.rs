//! URI templates: what is one, its variables, and its expansion, against the oracle.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::template::{Modifier, Template, TemplateErrorKind, Value};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::template::{self as oracle, Part};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let literal_names = input.switches().next().expect("eight");
    let (text, values) = input.two_texts();

    let parsed = oracle::parse(&text);
    let template = match Template::parse(&text) {
        Ok(template) => template,
        Err(error) => {
            assert!(parsed.is_none(), "{text:?} is a template: {error}");
            assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
            assert_ne!(error.kind(), TemplateErrorKind::PrefixOfComposite, "no value is known");
            return;
        }
    };
    let parts = parsed.unwrap_or_else(|| panic!("{text:?} is not a template"));
    assert_eq!(template.as_str(), text);
    specs(&template, &parts, &text);

    let template = if literal_names { template.literal_names() } else { template };
    let theirs = variables(&values);
    let ours: Vec<(&str, Value<'_>)> =
        theirs.iter().map(|(name, value)| (*name, of_oracle(value))).collect();
    let expected = oracle::expand(&text, &theirs, literal_names);
    let mut appended = String::from("%");
    let result = template.append_to(&*ours, &mut appended);
    assert_eq!(result.is_ok(), expected.is_some(), "{text:?}");
    match (template.expand(&*ours), expected) {
        (Ok(expanded), Some(expected)) => {
            assert_eq!(expanded, expected, "{text:?} {theirs:?}");
            assert_eq!(appended.strip_prefix('%'), Some(&*expected), "what was there stays");
            let owned = template.into_owned();
            assert_eq!(owned.expand(&*ours).as_deref(), Ok(&*expected));
        }
        (Err(error), None) => {
            assert_eq!(error.kind(), TemplateErrorKind::PrefixOfComposite, "{text:?}");
            assert!(text[error.offset()..].starts_with(':'), "{text:?}: {error}");
        }
        (ours, expected) => panic!("{text:?} {theirs:?}: {ours:?}, not {expected:?}"),
    }
});

/// Each `varspec` in order, where the text has it.
fn specs(template: &Template<'_>, parts: &[Part], text: &str) {
    let mut ours = template.variables();
    for part in parts {
        let Part::Expression(operator, specs) = part else { continue };
        for spec in specs {
            let our = ours.next().unwrap_or_else(|| panic!("{text:?} has {spec:?}"));
            assert_eq!((our.name(), our.operator().character()), (&*spec.name, *operator));
            let expected = match our.modifier() {
                Modifier::None => (None, false),
                Modifier::Explode => (None, true),
                Modifier::Prefix(length) => (Some(usize::from(length.get())), false),
            };
            assert_eq!((spec.prefix, spec.explode), expected, "{text:?}");
            assert!(text[our.offset()..].starts_with(our.name()), "{text:?}: {}", our.offset());
        }
    }
    assert!(ours.next().is_none(), "{text:?}");
}

/// A value a line, and then a list and two maps of all lines.
fn variables(values: &str) -> Vec<(&'static str, oracle::Value)> {
    let lines: Vec<String> = values.split('\n').map(str::to_owned).collect();
    let text = |at: usize| {
        let line = lines.get(at).cloned();
        line.map_or(oracle::Value::Undefined, oracle::Value::Text)
    };
    let pairs = |skip: usize| {
        let pairs = lines.iter().skip(skip).map(|line| {
            let (name, value) = line.split_once('=').unwrap_or((line, ""));
            (name.to_owned(), value.to_owned())
        });
        oracle::Value::Map(pairs.collect())
    };
    vec![
        ("a", text(0)),
        ("b", text(1)),
        ("c.%C3%A9", text(2)),
        ("l", oracle::Value::List(lines.clone())),
        ("m", pairs(0)),
        ("n", pairs(1)),
        ("e", oracle::Value::Text(String::new())),
        ("f", oracle::Value::List(Vec::new())),
        ("u", oracle::Value::Undefined),
    ]
}

fn of_oracle(value: &oracle::Value) -> Value<'_> {
    match value {
        oracle::Value::Undefined => Value::UNDEFINED,
        oracle::Value::Text(text) => Value::text(text.as_str()),
        oracle::Value::List(list) => Value::list(list.iter().map(String::as_str)),
        oracle::Value::Map(map) => {
            Value::map(map.iter().map(|(name, value)| (name.as_str(), value.as_str())))
        }
    }
}
