//! `uri::Edit` and `uri::Parameters`: what changes, what stays byte for byte, and what is refused.

use std::borrow::Cow;

use proptest::prelude::*;
use triplet::uri::{
    Component, Edit, EditError, Grammar, Parameters, ParametersMut, Reference, UriErrorKind, Value,
    validate,
};

/// References of all shapes, valid and not.
fn references() -> impl Strategy<Value = String> {
    prop_oneof![
        "(([a-z]{1,3}:)?(//([a-z]{0,2}@)?[a-z.]{0,4}(:[0-9]{0,3})?)?(/[a-z%2fF.]{0,4}){0,3}(\\?[a-z=&%4+]{0,8})?(#[a-z%]{0,3})?)",
        "[a-z:/?#@&=%.é \\[\\]0-9]{0,16}",
    ]
}

proptest! {
    #[test]
    fn an_edit_that_changes_nothing_borrows(text in references()) {
        match Edit::new(&text).finish() {
            Ok(same) => {
                prop_assert_eq!(&*same, &*text);
                prop_assert!(matches!(same, Cow::Borrowed(_)));
            }
            Err(error) => prop_assert!(false, "{text:?}: {error}"),
        }
    }

    /// Data comes out of the component as it went in, and the others are what they were.
    #[test]
    fn data_is_what_a_reader_gets(text in references(), value in "[ -~é]{0,6}", at in 0..4usize) {
        let component = [Component::Userinfo, Component::Path, Component::Query, Component::Fragment][at];
        let mut edit = Edit::new(&text);
        edit.set(component, Value::Data(&value)).expect("each of these takes any data");
        let (before, after) = (Edit::new(&text), edit.finish());
        let Ok(after) = after else {
            prop_assert!(before.get(Component::Host).is_none() || validate(&text, Grammar::IriReference).is_err());
            return Ok(());
        };
        let read = Edit::new(&after);
        for other in Component::ALL.into_iter().filter(|other| *other != component && *other != Component::Path) {
            prop_assert_eq!(read.get(other), before.get(other), "{} of {} in {}", other, text, after);
        }
        let found = triplet::decode(read.get(component).unwrap_or_default()).to_str().expect("it is data");
        let found = found.strip_prefix("/.").filter(|rest| rest.starts_with("//")).unwrap_or(&found);
        let found = found.strip_prefix("./").filter(|rest| *rest == value).unwrap_or(found);
        let with_slash = format!("/{value}");
        prop_assert!(found == value || (component == Component::Path && found == with_slash), "{found} in {after}");
    }

    /// A parameter is found again with its value, and all others stay as they are written.
    #[test]
    fn a_parameter_is_found_again(query in "[a-c=&%41+é]{0,12}", name in "[ -~é]{1,4}", value in "[ -~é]{0,4}", plus: bool, semicolon: bool) {
        let text = format!("/?{query}");
        let separator = if semicolon { ';' } else { '&' };
        let read = |query| {
            let parameters = Parameters::of(query).separator(separator);
            if plus { parameters.plus_as_space() } else { parameters }
        };
        let others = |query| -> Vec<_> {
            let of_name: Vec<_> = read(query).named(&name).collect();
            let all = read(query).iter().map(|(name, value)| (name.to_owned(), value.map(str::to_owned)));
            all.filter(|(name, value)| !of_name.contains(&(name, value.as_deref()))).collect()
        };
        let mut edit = Edit::new(&text);
        let parameters = edit.parameters_mut().separator(separator);
        let parameters = if plus { parameters.plus_as_space() } else { parameters };
        parameters.set(&name, Some(Value::Data(&value))).expect("data");
        let after = edit.finish().expect("a query takes all data");
        let after = Reference::split(&after).query().expect("a query");
        let found: Vec<_> = read(after).named(&name).collect();
        prop_assert_eq!(found.len(), 1, "{}", after);
        let view = triplet::decode(found[0].1.expect("a value"));
        let view = if plus { view.plus_as_space() } else { view };
        prop_assert_eq!(view.to_str().expect("text"), value);
        prop_assert_eq!(others(after), others(&query));
    }
}

#[test]
fn parameters_of_a_form_and_of_a_query() {
    let edited = |query: &str, edit: &dyn Fn(ParametersMut<'_, '_>)| {
        let mut reference = Edit::new(query);
        edit(reference.parameters_mut());
        reference.finish().expect("a reference").into_owned()
    };
    let set = Some(Value::Data("x y"));
    for (plus, after) in [(true, "?a+b=x+y"), (false, "?a+b=1&a%20b=x%20y")] {
        let found = edited("?a+b=1", &|query| {
            let query = if plus { query.plus_as_space() } else { query };
            query.set("a b", set).expect("data");
        });
        assert_eq!(found, after);
    }
    for (query, count, after) in
        [("?a=1&b&&%61", 2, "?b&"), ("?a&a", 2, ""), ("?b", 0, "?b"), ("", 0, "")]
    {
        let mut reference = Edit::new(query);
        assert_eq!(reference.parameters_mut().remove(|name| name == b"a"), count, "{query}");
        assert_eq!(reference.finish().as_deref(), Ok(after));
    }
    assert_eq!(edited("?b=1&%61=2&b", &|query| query.sort()), "?%61=2&b=1&b");
    assert_eq!(edited("?b=1;a=2", &|query| query.separator(';').sort()), "?a=2;b=1");
}

#[test]
fn values_in_three_ways() {
    for (value, expected) in [
        (Value::Data("a b%41%"), Ok("/a%20b%2541%25")),
        (Value::KeepTriplets("a b%41%"), Ok("/a%20b%41%25")),
        (Value::AsWritten("a%41"), Ok("/a%41")),
        (Value::AsWritten("é%41"), Ok("/é%41")),
        (Value::AsWritten("a b"), Err((UriErrorKind::Character, 1))),
        (Value::AsWritten("a%4"), Err((UriErrorKind::Triplet, 1))),
    ] {
        let mut edit = Edit::new("");
        match (
            edit.set(Component::Path, Value::AsWritten("/"))
                .and_then(|edit| edit.push_segment(value)),
            expected,
        ) {
            (Ok(_), Ok(expected)) => assert_eq!(edit.finish().as_deref(), Ok(expected)),
            (Err(EditError::NotAllowed(error)), Err(expected)) => {
                assert_eq!((error.kind(), error.offset()), expected);
                // Nothing was changed.
                assert_eq!(edit.finish().as_deref(), Ok("/"));
            }
            (got, _) => panic!("{value:?}: {got:?}"),
        }
    }
}

#[test]
fn what_no_reference_has() {
    let mut edit = Edit::new("http://h/");
    let mut refuses = |component, value, name: &str| {
        let error = edit.set(component, Value::Data(value)).expect_err(value);
        assert_eq!(error.kind().name(), name, "{value}: {error}");
        assert!(!error.to_string().is_empty());
    };
    for host in
        ["a:b", "a/b", "u@h", "a b", "a\\b", "a\u{3000}b", "a\nb", "[::1", "[v1]", "a?b", "a#b"]
    {
        refuses(Component::Host, host, if host.starts_with('[') { "not-allowed" } else { "host" });
    }
    for port in ["x", "-1", "65536", "+80", "٣"] {
        refuses(Component::Port, port, "port");
    }
    for scheme in ["", "1a", "a b", "é", "a:"] {
        refuses(Component::Scheme, scheme, "scheme");
    }
    assert_eq!(edit.finish().as_deref(), Ok("http://h/"));
    let mut edit = Edit::new("/a");
    edit.set(Component::Port, Value::Data("80")).expect("a port");
    assert_eq!(edit.finish(), Err(EditError::NoHost));
    // A host that is two, once the port is gone.
    let mut edit = Edit::new("http://a:b:80/");
    edit.remove(Component::Port);
    assert_eq!(edit.finish(), Err(EditError::Ambiguous(Component::Host)));
}

#[test]
fn the_path_stays_a_path() {
    let with = |text, component, value| {
        let mut edit = Edit::new(text);
        edit.set(component, Value::Data(value)).expect("allowed");
        edit.finish().expect("unambiguous").into_owned()
    };
    assert_eq!(with("", Component::Path, "a:b"), "./a:b");
    assert_eq!(with("", Component::Path, "1:b"), "./1:b");
    assert_eq!(with("x:", Component::Path, "//b"), "x:/.//b");
    assert_eq!(with("//h", Component::Path, "b"), "//h/b");
    assert_eq!(with("a/b", Component::Host, "h"), "//h/a/b");
    let mut edit = Edit::new("http:a:b");
    edit.remove(Component::Scheme);
    assert_eq!(edit.finish().as_deref(), Ok("./a:b"));
    let mut edit = Edit::new("http://h//b");
    edit.remove(Component::Host).remove(Component::Scheme);
    assert_eq!(edit.finish().as_deref(), Ok("/.//b"));
}
