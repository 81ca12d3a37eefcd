//! The link as a person reads it, that still works.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use triplet::charset::Charset;
use triplet::iri::{HostDisplay, from_uri};
use triplet::uri::requote_reference;
use triplet::{decode_triplet, is_bidi_control};

use super::edit::Edit;
use super::explain;
#[cfg(feature = "all-notations")]
use super::find::find;
use super::node::{Explanation, Kind, Node};
#[cfg(feature = "all-notations")]
use super::places::edits_within;
use super::reference::scheme;

impl Explanation {
    /// The links of the text as a person reads them, that still work: triplets of letters outside ASCII that are valid UTF-8 become
    /// those letters, and so does Punycode where it names the same host; all delimiters, and triplets that matter, stay
    /// ([`from_uri`](triplet::iri::from_uri) says which). `requote` gives the original back, or an equal one.
    ///
    /// Of a link within a notation, such as one that is encoded as a whole, it is that link. Of a text with addresses it is the text with
    /// each of them made readable, those that the tree has no room for as well; all else stays octet for octet, the escapes of JSON, of
    /// HTML and of quoted-printable too. No control, and none that changes the direction of the text, comes out that did not go in raw.
    /// `None` if the text is not a link and has none. Linear time.
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
        self.root.readable()
    }
}

impl Node {
    /// [`Explanation::readable`] of this node.
    #[must_use]
    pub fn readable(&self) -> Option<String> {
        readable(self).map(|read| without_controls(read, &self.written).into_owned())
    }
}

fn readable(node: &Node) -> Option<Cow<'_, str>> {
    match node.kind {
        Kind::Text | Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto => {
            let mut edits = Vec::new();
            edit(node, 0, &mut edits);
            Some(Cow::Owned(apply(&node.written, &edits)))
        }
        // Of a text in another notation only the links change; a link by itself is read.
        Kind::Html | Kind::QuotedPrintable | Kind::Backslash if has_text(node) => {
            #[cfg(feature = "all-notations")]
            return Some(Cow::Owned(apply(&node.written, &edits_within(node, edit)?)));
            #[cfg(not(feature = "all-notations"))]
            None
        }
        #[cfg(feature = "all-notations")]
        Kind::Folded => {
            let mut edits = Vec::new();
            edit_lines(&node.written, 0, &mut edits);
            Some(Cow::Owned(apply(&node.written, &edits)))
        }
        // Letters of another charset would be sent in UTF-8: their triplets stay.
        Kind::Encoded if is_link(node) && is_legacy(node) => {
            let link = requote_reference(&with_ascii(&node.written)).into_owned();
            Some(Cow::Owned(explain(&link).readable()?))
        }
        // What was encoded as a whole may have characters that a link has as triplets only.
        Kind::Encoded if is_link(node) => {
            let link = requote_reference(node.read()).into_owned();
            Some(Cow::Owned(explain(&link).readable()?))
        }
        // Within quotation marks, what was encoded may be a quotation mark.
        Kind::Encoded if node.written.contains('"') => None,
        #[cfg(feature = "all-notations")]
        Kind::Encoded if node.written.contains(char::is_whitespace) => {
            with_links(&node.written).map(Cow::Owned)
        }
        Kind::Encoded
        | Kind::Html
        | Kind::QuotedPrintable
        | Kind::Backslash
        | Kind::Caret
        | Kind::PercentU
        | Kind::Plain => node.children.iter().find_map(readable),
        Kind::RewrittenLink => match node.children.iter().find_map(readable) {
            Some(link) => Some(link),
            None => Some(Cow::Borrowed(node.read())),
        },
        _ => None,
    }
}

/// A text with words that are links encoded as a whole: those as a person reads them, and all else as it is. `None` without such a word.
#[cfg(feature = "all-notations")]
fn with_links(text: &str) -> Option<String> {
    let mut edits = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        // Within quotation marks or parentheses, as in a program.
        let start = find(word, "http").unwrap_or(0);
        let is_around = |c: char| c.is_whitespace() || "'\")>,;.".contains(c);
        let link = word[start..].trim_end_matches(is_around);
        let span = at + start..at + start + link.len();
        at += word.len();
        if !link.contains('%') {
            continue;
        }
        let root = explain(link).root;
        if root.kind == Kind::Encoded
            && is_link(&root)
            && let Some(text) = root.readable()
        {
            edits.push(Edit { span, text });
        }
    }
    if edits.is_empty() { None } else { Some(apply(text, &edits)) }
}

/// Whether a link was encoded as a whole, and not a text with a link in it.
fn is_link(node: &Node) -> bool {
    let has_scheme =
        scheme(node.read()).is_some_and(|scheme| node.read()[scheme.len() + 1..].starts_with("//"));
    has_scheme
        && !node.is_cut
        && !node.written.contains(|c: char| c.is_whitespace() || "<>\"".contains(c))
}

/// A text whose triplets of ASCII characters are decoded.
fn with_ascii(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        let octet = decode_triplet(&rest.as_bytes()[before.len()..]);
        match octet.filter(u8::is_ascii) {
            Some(octet) => {
                text.push(char::from(octet));
                rest = &after[2..];
            }
            None => {
                text.push('%');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

fn is_legacy(node: &Node) -> bool {
    node.charset.as_ref().is_some_and(|read| read.charset != Charset::UTF_8)
}

/// A text that was read, without the controls that the text as it was given did not have raw: those stay triplets.
fn without_controls<'t>(read: Cow<'t, str>, given: &str) -> Cow<'t, str> {
    let is_control = |c: &char| c.is_control() || is_bidi_control(*c);
    let mut raw = Vec::new();
    for c in given.chars().filter(is_control) {
        // There are few of them.
        if !raw.contains(&c) {
            raw.push(c);
        }
    }
    let is_new = |c: char| is_control(&c) && !raw.contains(&c);
    if !read.contains(is_new) {
        return read;
    }
    let mut safe = String::with_capacity(read.len());
    for c in read.chars() {
        if !is_new(c) {
            safe.push(c);
            continue;
        }
        for octet in c.encode_utf8(&mut [0; 4]).bytes() {
            safe.push_str(&alloc::format!("%{octet:02X}"));
        }
    }
    safe.into()
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Whether a notation has a text with addresses in it, perhaps with other such notations between.
fn has_text(node: &Node) -> bool {
    node.children.first().is_some_and(|child| {
        child.kind == Kind::Text
            || matches!(child.kind, Kind::Html | Kind::QuotedPrintable | Kind::Backslash)
                && has_text(child)
    })
}

/// Adds the changes of a link, or of a text with addresses, which begins at an offset.
pub(super) fn edit(node: &Node, start: usize, edits: &mut Vec<Edit>) {
    if node.kind == Kind::Text {
        return edit_text(node, start, edits);
    }
    for part in node.children.iter().filter(|child| !child.is_likely) {
        edit_part(part, start + part.span.start, edits);
    }
}

/// Of a text with addresses. From the line on in which nodes are missing, because the tree has a limit, each line is explained by itself.
fn edit_text(node: &Node, start: usize, edits: &mut Vec<Edit>) {
    let text = &*node.written;
    let cut = node.children.iter().find(|child| child.nodes().any(|node| node.is_cut));
    let from = match (cut, node.children.last()) {
        (Some(cut), _) => cut.span.start,
        (None, last) if node.is_cut => last.map_or(0, |last| last.span.end),
        _ => text.len(),
    };
    let line = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let is_whole = from == text.len() || line == 0 && !text.contains('\n');
    let line = if is_whole { text.len() } else { line };
    for child in node.children.iter().filter(|child| child.span.end <= line) {
        edit_part(child, start + child.span.start, edits);
    }
    edit_lines(&text[line..], start + line, edits);
}

/// Of lines, each by itself.
fn edit_lines(text: &str, start: usize, edits: &mut Vec<Edit>) {
    let mut at = start;
    for line in text.split_inclusive('\n') {
        let explanation = explain(line);
        let root = &explanation.root;
        let kinds = [Kind::Url, Kind::Iri, Kind::Reference, Kind::Mailto, Kind::Text];
        if kinds.contains(&root.kind) {
            edit(root, at + root.span.start, edits);
        }
        at += line.len();
    }
}

fn edit_part(part: &Node, start: usize, edits: &mut Vec<Edit>) {
    // In front of each kind of text from which the characters that may stay raw in it follow.
    let prefix = match part.kind {
        Kind::Pair | Kind::Url | Kind::Iri | Kind::Reference | Kind::Mailto => {
            return edit(part, start, edits);
        }
        // A delimiter in a host would end it: the path of a socket stays as it is.
        Kind::Host if part.read().bytes().any(is_not_of_host) => return,
        Kind::Host => return replace(&part.written, part.read(), start, edits),
        Kind::RewrittenLink => {
            let link = part.readable().unwrap_or_default();
            return replace(&part.written, &link, start, edits);
        }
        // The only octets that become letters are those of UTF-8.
        _ if part.charset.as_ref().is_none_or(|read| read.charset != Charset::UTF_8) => return,
        Kind::Segment | Kind::User | Kind::Password => "/",
        Kind::Name | Kind::Value | Kind::Query => "/?",
        Kind::Fragment => "/#",
        _ => return,
    };
    let reference = [prefix, &part.written].concat();
    let iri = from_uri(&reference, HostDisplay::default());
    let readable = with_marks(&iri[prefix.len()..], &part.written);
    replace(&part.written, &readable, start, edits);
}

/// Whether an octet is ASCII and not of the name of a host (RFC 3986 section 3.2.2).
fn is_not_of_host(octet: u8) -> bool {
    octet.is_ascii() && !octet.is_ascii_alphanumeric() && !b"-._~!$&'()*+,;=".contains(&octet)
}

/// A part that was made readable, in which the marks stay triplets that would join a delimiter, the one before the part too, or a triplet:
/// `=` and U+0338 are `≠`. A mark after a letter stays a mark.
fn with_marks<'t>(readable: &'t str, written: &str) -> Cow<'t, str> {
    if readable.is_ascii() {
        return readable.into();
    }
    let mut out = String::with_capacity(readable.len());
    // Where the last triplet ends.
    let mut triplet = 0;
    for (at, c) in readable.char_indices() {
        let joins =
            !out.ends_with(|c: char| c.is_alphanumeric() || !c.is_ascii()) || triplet == out.len();
        if joins && is_mark(c) && !written.contains(c) {
            for octet in c.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&alloc::format!("%{octet:02X}"));
            }
            triplet = out.len();
            continue;
        }
        out.push(c);
        if at >= 2 && decode_triplet(&readable.as_bytes()[at - 2..]).is_some() {
            triplet = out.len();
        }
    }
    out.into()
}

/// Whether a character joins the one before it.
fn is_mark(c: char) -> bool {
    #[cfg(feature = "all-rules")]
    return unicode_normalization::char::is_combining_mark(c);
    #[cfg(not(feature = "all-rules"))]
    matches!(c, '\u{300}'..='\u{36F}')
}

fn replace(written: &str, readable: &str, start: usize, edits: &mut Vec<Edit>) {
    if written != readable {
        edits.push(Edit { span: start..start + written.len(), text: readable.into() });
    }
}
