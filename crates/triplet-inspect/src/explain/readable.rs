//! The link as a person reads it, that still works.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use triplet::charset::Charset;
use triplet::iri::{HostDisplay, from_uri};

use super::explain;
use super::node::{Explanation, Kind, Node};

impl Explanation {
    /// The links of the text as a person reads them, that still work: triplets of letters outside ASCII that are valid UTF-8 become
    /// those letters, and so does Punycode where it names the same host; all delimiters, and triplets that matter, stay
    /// ([`from_uri`](triplet::iri::from_uri) says which). `requote` gives the original back, or an equal one.
    ///
    /// Of a link within a notation, such as one that is encoded as a whole, it is that link. Of a text with addresses it is the text with
    /// each of them made readable, those that the tree has no room for as well. `None` if the text is not a link and has none. Linear time.
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
        Kind::Text => {
            let mut out = String::with_capacity(node.written.len());
            write_text(node, &mut out);
            Some(Cow::Owned(out))
        }
        Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto => {
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

/// Appends a text with addresses. From the line on in which nodes are missing, because the tree has a limit, each line is explained by
/// itself.
fn write_text(node: &Node, out: &mut String) {
    let text = &*node.written;
    let cut = node.children.iter().find(|child| child.nodes().any(|node| node.is_cut));
    let from = match (cut, node.children.last()) {
        (Some(cut), _) => cut.span.start,
        (None, last) if node.is_cut => last.map_or(0, |last| last.span.end),
        _ => text.len(),
    };
    let line = text[..from].rfind('\n').map_or(0, |at| at + 1);
    if from == text.len() || line == 0 && !text.contains('\n') {
        return write_parts(node, out);
    }
    let mut at = 0;
    for child in node.children.iter().filter(|child| child.span.end <= line) {
        out.push_str(&text[at..child.span.start]);
        write_part(child, out);
        at = child.span.end;
    }
    out.push_str(&text[at..line]);
    for line in text[line..].split_inclusive('\n') {
        let explanation = explain(line);
        let root = &explanation.root;
        let is_address = matches!(
            root.kind,
            Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto | Kind::Text
        );
        match readable(root).filter(|_| is_address) {
            Some(readable) => {
                out.push_str(&line[..root.span.start]);
                out.push_str(&readable);
                out.push_str(&line[root.span.end..]);
            }
            None => out.push_str(line),
        }
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
