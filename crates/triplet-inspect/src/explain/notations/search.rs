//! Searches of Windows: `search-ms:query=a%20b&crumb=location:C%3A%5C` (Microsoft's *Getting Started with Parameter-Value Arguments*).
#![forbid(unsafe_code)]

use super::super::form::pairs;
use super::super::node::Kind;
use super::super::recognized::{Inner, Part, Place, Reading, Recognized};

/// The names of parameters.
const NAMES: [&str; 7] =
    ["crumb", "displayname", "query", "sort", "stackedby", "subquery", "syntax"];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let (scheme, rest) = text.split_once(':')?;
    let is_known = ["search-ms", "search"].iter().any(|each| scheme.eq_ignore_ascii_case(each));
    let (name, _) = rest.split_once('=').filter(|_| is_known)?;
    if !NAMES.iter().any(|each| name.eq_ignore_ascii_case(each))
        || rest.contains(['\n', '\t', '"', '<'])
    {
        return None;
    }
    let mut parts = alloc::vec![Part::new(Kind::Scheme, 0..scheme.len(), Reading::AsWritten)];
    parts.extend(pairs(rest, scheme.len() + 1, false));
    let found = Recognized::certain(Inner::Parts(parts))?;
    Some(Recognized { detail: Some("a search of Windows".into()), ..found })
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use crate::explain;

    #[test]
    fn what_is_a_search_and_what_is_not() {
        let text = "search-ms:query=a%20b%26c&crumb=location:%5C%5Ca.example%5Cb";
        let explanation = explain(text);
        let root = explanation.root();
        assert_eq!(root.kind, Kind::Url);
        assert_eq!(root.value("query").map(|value| value.read()), Some("a b&c"));
        assert_eq!(
            root.value("crumb").map(|value| value.read()),
            Some("location:\\\\a.example\\b")
        );
        let link = explain("<a href=\"search-ms:displayname=a%20b&amp;query=c\">d</a>");
        assert!(link.root().nodes().any(|node| node.kind == Kind::Url));
        for text in [
            "search: how do I a=b",
            "search:x=1",
            "research:query=a",
            "search-ms:",
            "a search:query=b",
        ] {
            assert_ne!(explain(text).root().kind, Kind::Url, "{text}");
        }
    }
}
