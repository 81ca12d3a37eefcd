//! The link as a person reads it, that still works.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use triplet::charset::Charset;
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
        Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto | Kind::Text => {
            let mut out = String::with_capacity(node.written.len());
            write_parts(node, &mut out);
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

/// Appends a text, with its parts made readable.
fn write_parts(node: &Node, out: &mut String) {
    let mut at = 0;
    for child in node.children.iter().filter(|child| !child.is_likely) {
        out.push_str(&node.written[at..child.span.start]);
        write_part(child, out);
        at = child.span.end;
    }
    out.push_str(&node.written[at..]);
}

fn write_part(part: &Node, out: &mut String) {
    // In front of each kind of text from which the characters that may stay raw in it follow.
    let prefix = match part.kind {
        Kind::Pair | Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto => {
            return write_parts(part, out);
        }
        Kind::Host => return out.push_str(part.read()),
        // The only octets that become letters are those of UTF-8.
        _ if part.charset.as_ref().is_none_or(|read| read.charset != Charset::UTF_8) => {
            return out.push_str(&part.written);
        }
        Kind::Segment | Kind::User | Kind::Password => "/",
        Kind::Name | Kind::Value | Kind::Query => "/?",
        Kind::Fragment => "/#",
        _ => return out.push_str(&part.written),
    };
    let reference = [prefix, &part.written].concat();
    out.push_str(&from_uri(&reference, HostDisplay::default())[prefix.len()..]);
}
