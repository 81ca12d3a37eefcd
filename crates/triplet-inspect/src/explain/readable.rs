//! The link as a person reads it, that still works.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use triplet::iri::{HostDisplay, from_uri};

use super::node::{Explanation, Kind, Node};

impl Explanation {
    /// The links of the text as a person reads them, that still work: triplets of letters outside ASCII that are valid UTF-8 become
    /// those letters, and so does Punycode where it names the same host; all delimiters, and triplets that matter, stay
    /// ([`from_uri`](triplet::iri::from_uri) says which). `requote` gives the original back, or an equal one.
    ///
    /// Of a link within a notation, such as one that is encoded as a whole, it is that link. Of a text with addresses it is the text with
    /// each of them made readable. `None` if the text is not a link and has none. Linear time.
    ///
    /// ```
    /// use triplet_inspect::explain;
    ///
    /// let link = explain("https://de.example/K%C3%B6ln?q=50%25%2B%C3%A4");
    /// assert_eq!(link.readable().as_deref(), Some("https://de.example/Köln?q=50%25%2Bä"));
    /// assert_eq!(explain("https%3A%2F%2Fa.example%2F%C3%A4").readable().as_deref(), Some("https://a.example/ä"));
    /// assert_eq!(explain("tea and milk").readable(), None);
    /// ```
    #[must_use]
    pub fn readable(&self) -> Option<String> {
        readable(&self.root).map(Cow::into_owned)
    }
}

impl Node {
    /// [`Explanation::readable`] of this node.
    #[must_use]
    pub fn readable(&self) -> Option<String> {
        readable(self).map(Cow::into_owned)
    }
}

fn readable(node: &Node) -> Option<Cow<'_, str>> {
    match node.kind {
        Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto => {
            Some(from_uri(&node.written, HostDisplay::default()))
        }
        Kind::Text => {
            let mut out = String::with_capacity(node.written.len());
            let mut at = 0;
            for child in &node.children {
                out.push_str(&node.written[at..child.span.start]);
                // A link within a notation is not the link that the text has.
                match child.kind {
                    Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto => {
                        out.push_str(&readable(child)?);
                    }
                    _ => out.push_str(&child.written),
                }
                at = child.span.end;
            }
            out.push_str(&node.written[at..]);
            Some(Cow::Owned(out))
        }
        Kind::Encoded
        | Kind::Html
        | Kind::QuotedPrintable
        | Kind::Backslash
        | Kind::PercentU
        | Kind::Plain => node.children.iter().find_map(readable),
        Kind::RewrittenLink => match node.children.iter().find_map(readable) {
            Some(link) => Some(link),
            None => Some(Cow::Borrowed(node.read())),
        },
        _ => None,
    }
}
