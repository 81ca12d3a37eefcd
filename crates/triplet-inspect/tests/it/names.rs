//! The names of values: each is another one, and leads back to its value.

use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use triplet::UnknownName;
use triplet_inspect::{Class, Context, Part, Reader, Rule, Severity, TokenKind, tokens};

#[track_caller]
fn check<T>(
    all: &[T],
    name: fn(&T) -> &'static str,
    by_name: fn(&str) -> Option<T>,
    type_name: &str,
) where
    T: Copy + Debug + Display + PartialEq + FromStr<Err = UnknownName>,
{
    let names: HashSet<&str> = all.iter().map(name).collect();
    assert_eq!(names.len(), all.len(), "{type_name}");
    for value in all {
        let name = name(value);
        assert!(!name.is_empty(), "{value:?}");
        assert_eq!(by_name(name), Some(*value));
        assert_eq!(name.parse(), Ok(*value));
        assert_eq!(value.to_string(), name);
        assert_eq!(format!("{value:>60}").len(), 60.max(name.len()), "padded");
        let other = name.to_uppercase() + "x";
        assert_eq!(by_name(&other), None);
        let error = other.parse::<T>().unwrap_err();
        assert_eq!(error.names().len(), all.len());
        assert!(
            error.names().contains(&name) && error.to_string().contains(&format!("`{name}`")),
            "{error}"
        );
    }
    assert_eq!(by_name(""), None);
}

#[test]
fn each_name_leads_back() {
    check(&Class::ALL, |v| v.name(), Class::by_name, "Class");
    check(&Context::ALL, |v| v.name(), Context::by_name, "Context");
    check(&Part::ALL, |v| v.name(), Part::by_name, "Part");
    check(&Reader::ALL, |v| v.name(), Reader::by_name, "Reader");
    check(Rule::ALL, |v| v.name(), Rule::by_name, "Rule");
    check(&Severity::ALL, |v| v.name(), Severity::by_name, "Severity");
}

#[test]
fn kinds_of_tokens_have_names() {
    let kinds: Vec<TokenKind> = tokens(b"a%C3%A9%FF%").iter().map(|token| token.kind()).collect();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    assert_eq!(names, ["raw", "character", "octet", "malformed"]);
}
