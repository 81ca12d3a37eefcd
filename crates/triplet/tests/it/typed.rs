//! References that only parsing makes: which texts are one, and that all that is made of them is one too.

use proptest::prelude::*;
use triplet::iri::HostDisplay;
use triplet::uri::{Iri, IriRef, Level, Uri, UriErrorKind, UriRef, normalize};

use crate::uri_properties::{any_shape, reference, rooted_or_not};

/// A reference of any shape, often a valid one.
fn text() -> impl Strategy<Value = String> {
    let valid = "(http|foo|urn:a)?:?(//[a-z]{0,3}(:[0-9]{0,2})?)?(/?[a-z.é]{0,3}(%2e|%C3%A9)?){0,4}([?][é/]?)?(#a?)?";
    prop_oneof![valid, reference(), any_shape(), rooted_or_not()]
}

/// The text again, by the constructor that checks.
macro_rules! assert_valid {
    ($type:ident, $value:expr) => {{
        let value = $value;
        prop_assert_eq!(&$type::parse(value.as_str()), &Ok(value.clone()));
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn texts_are_those_of_another_crate(text in text()) {
        prop_assert_eq!(Uri::parse(&text).is_ok(), fluent_uri::Uri::parse(text.as_str()).is_ok());
        prop_assert_eq!(UriRef::parse(&text).is_ok(), fluent_uri::UriRef::parse(text.as_str()).is_ok());
        prop_assert_eq!(Iri::parse(&text).is_ok(), fluent_uri::Iri::parse(text.as_str()).is_ok());
        prop_assert_eq!(IriRef::parse(&text).is_ok(), fluent_uri::IriRef::parse(text.as_str()).is_ok());
    }

    #[test]
    fn components_are_those_of_another_crate(text in text()) {
        if let (Ok(ours), Ok(theirs)) = (UriRef::parse(&text), fluent_uri::UriRef::parse(text.as_str())) {
            let authority = theirs.authority();
            prop_assert_eq!(ours.scheme(), theirs.scheme().map(|scheme| scheme.as_str()));
            prop_assert_eq!(ours.authority().map(|ours| ours.as_str()), authority.map(|theirs| theirs.as_str()));
            prop_assert_eq!(ours.userinfo(), authority.and_then(|theirs| theirs.userinfo()).map(|userinfo| userinfo.as_str()));
            prop_assert_eq!(ours.host(), authority.map(|theirs| theirs.host()));
            prop_assert_eq!(ours.port(), authority.and_then(|theirs| theirs.port()).map(|port| port.as_str()));
            prop_assert_eq!(ours.path(), theirs.path().as_str());
            prop_assert_eq!(ours.query(), theirs.query().map(|query| query.as_str()));
            prop_assert_eq!(ours.fragment(), theirs.fragment().map(|fragment| fragment.as_str()));
        }
    }

    #[test]
    fn what_is_made_of_valid_ones_is_valid(text in text(), base in text()) {
        let Ok(iri_ref) = IriRef::parse(&text) else { return Ok(()) };
        for level in [Level::Percent, Level::Path, Level::Scheme] {
            assert_valid!(IriRef, iri_ref.normalize(level));
            if let Ok(uri_ref) = UriRef::parse(&text) {
                assert_valid!(UriRef, uri_ref.normalize(level));
                let normal = uri_ref.normalize(level);
                prop_assert_eq!(normal.as_str(), normalize(&text, level));
            }
        }
        for names in [HostDisplay::ByScheme, HostDisplay::Unicode, HostDisplay::Keep] {
            if let Ok(uri_ref) = UriRef::parse(&text) {
                assert_valid!(IriRef, uri_ref.to_iri(names));
            }
            if let Ok(uri) = Uri::parse(&text) {
                assert_valid!(Iri, uri.to_iri(names));
            }
        }
        if let Ok(uri) = iri_ref.to_uri() {
            assert_valid!(UriRef, uri);
        }
        if let Ok(iri) = Iri::parse(&text)
            && let Ok(uri) = iri.to_uri()
        {
            assert_valid!(Uri, uri);
        }
        if let Ok(base) = Iri::parse(&base) {
            assert_valid!(Iri, base.resolve(&iri_ref));
        }
        if let (Ok(base), Ok(uri_ref)) = (Uri::parse(&base), UriRef::parse(&text)) {
            assert_valid!(Uri, base.resolve(&uri_ref));
        }
    }
}

#[test]
fn conversions() {
    let uri = Uri::parse("Http://h/%C3%A9").expect("a URI");
    assert_eq!(UriRef::from(uri.clone()).as_str(), uri.as_str());
    assert_eq!(Iri::from(uri.clone()).as_str(), uri.as_str());
    assert_eq!(IriRef::from(uri.clone()).as_str(), uri.as_str());
    assert_eq!(IriRef::from(UriRef::from(uri.clone())), IriRef::from(Iri::from(uri.clone())));
    assert_eq!(
        (uri.scheme(), uri.as_ref(), String::from(uri.clone())),
        ("Http", "Http://h/%C3%A9", "Http://h/%C3%A9".to_owned())
    );
    assert_eq!(
        format!("{uri}|{:>16}|{uri:?}", UriRef::parse("a").expect("a reference")),
        "Http://h/%C3%A9|               a|Uri(\"Http://h/%C3%A9\")"
    );
    // Characters are compared, not meanings.
    assert_ne!(uri, uri.normalize(Level::Percent));
    assert!(Uri::parse("a:b").expect("a URI") < Uri::parse("a:c").expect("a URI"));
    let owned: Uri<'static> = {
        let text = String::from("a:b");
        Uri::parse(&text).expect("a URI").into_owned()
    };
    assert_eq!(Ok(owned), "a:b".parse());
    let errors = [
        Uri::try_from("a b").map(drop),
        Uri::try_from("a b".to_owned()).map(drop),
        "a b".parse::<Uri<'_>>().map(drop),
    ];
    for error in errors {
        assert_eq!(error.map_err(|error| error.kind()), Err(UriErrorKind::NoScheme));
    }
}

#[cfg(feature = "serde")]
#[test]
fn as_data() {
    let read = |json: &str| serde_json::from_str::<UriRef<'static>>(json);
    assert_eq!(read("\"a/b?c\"").expect("a reference").as_str(), "a/b?c");
    // With an escape, JSON does not lend the text.
    assert_eq!(read("\"a\\u002fb\"").expect("a reference").as_str(), "a/b");
    assert_eq!(serde_json::to_string(&Uri::parse("a:b").expect("a URI")).expect("JSON"), "\"a:b\"");
    let value = serde_json::Value::from("http://h/é");
    assert_eq!(serde_json::from_value::<Iri<'_>>(value).expect("an IRI").as_str(), "http://h/é");
    let error = |json: &str| serde_json::from_str::<Uri<'_>>(json).unwrap_err().to_string();
    assert!(
        error("\"a:b c\"").starts_with("a character of the path at offset 3: "),
        "{}",
        error("\"a:b c\"")
    );
    assert!(error("7").contains("a URI (RFC 3986)"));
}

/// All four types have the same accessors. Those with a scheme always have one.
#[test]
fn components() -> Result<(), triplet::uri::UriError> {
    macro_rules! assert_components {
        ($($type:ident),*) => {$(
            let parsed = $type::parse("http://u:p@[::1]:80/a%2Fb?q=1?#f")?;
            assert_eq!(parsed.authority().map(|authority| authority.as_str()), Some("u:p@[::1]:80"));
            assert_eq!((parsed.userinfo(), parsed.host(), parsed.port()), (Some("u:p"), Some("[::1]"), Some("80")));
            assert_eq!((parsed.path(), parsed.query(), parsed.fragment()), ("/a%2Fb", Some("q=1?"), Some("f")));
            let without = $type::parse("urn:a:b")?;
            assert_eq!((without.userinfo(), without.host(), without.port()), (None, None, None));
            assert_eq!((without.path(), without.query(), without.fragment()), ("a:b", None, None));
            let empty = $type::parse("x://:?#")?;
            assert_eq!((empty.userinfo(), empty.host(), empty.port()), (None, Some(""), Some("")));
            assert_eq!((empty.path(), empty.query(), empty.fragment()), ("", Some(""), Some("")));
        )*};
    }
    assert_components!(Uri, UriRef, Iri, IriRef);
    assert_eq!((Uri::parse("A:b")?.scheme(), Iri::parse("A:é")?.scheme()), ("A", "A"));
    assert_eq!(
        (UriRef::parse("A:b")?.scheme(), IriRef::parse("A:é")?.scheme()),
        (Some("A"), Some("A"))
    );
    assert_eq!((UriRef::parse("a/b")?.scheme(), IriRef::parse("é")?.scheme()), (None, None));
    Ok(())
}
