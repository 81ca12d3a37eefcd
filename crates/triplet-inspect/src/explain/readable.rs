//! The link as a person reads it, that still works.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::charset::Charset;
use triplet::decode_triplet;
use triplet::iri::{HostDisplay, from_uri};

use super::explain;
use super::node::{Explanation, Kind, Node};
use super::notations::{Character, backslash, html, quoted_printable};

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

/// A change of a text: what is in this place is replaced.
struct Edit {
    span: Range<usize>,
    text: String,
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
            let edits = edits_within(node)?;
            Some(Cow::Owned(apply(&node.written, &edits)))
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

/// A text that was read, without the controls that the text as it was given did not have raw: those stay triplets.
fn without_controls<'t>(read: Cow<'t, str>, given: &str) -> Cow<'t, str> {
    let is_control = |c: &char| c.is_control() || is_bidi_control(*c);
    let given: BTreeSet<char> = given.chars().filter(is_control).collect();
    let is_new = |c: char| is_control(&c) && !given.contains(&c);
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

/// The characters that change the direction of a text.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
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

/// The changes of a text in a notation, in whose text read are addresses; `None` if it cannot be said where they are written.
fn edits_within(node: &Node) -> Option<Vec<Edit>> {
    let inner = node.children.first()?;
    let mut edits = match inner.kind {
        Kind::Text => {
            let mut edits = Vec::new();
            edit(inner, 0, &mut edits);
            edits
        }
        _ => edits_within(inner)?,
    };
    let places = Places::of(node)?;
    places.translate(&mut edits);
    for edit in &mut edits {
        edit.text = escaped(node.kind, &edit.text);
    }
    Some(edits)
}

/// A text as a notation has it.
fn escaped(kind: Kind, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match kind {
            Kind::QuotedPrintable if !c.is_ascii() || c == '=' => {
                for octet in c.encode_utf8(&mut [0; 4]).bytes() {
                    out.push_str(&alloc::format!("={octet:02X}"));
                }
            }
            Kind::Html if "&<>\"'".contains(c) => {
                out.push_str(&alloc::format!("&#{};", u32::from(c)));
            }
            Kind::Backslash if "\\\"'".contains(c) => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Where the escapes of a notation are: in the text read, and in the text as it is written.
struct Places(Vec<(Range<usize>, Range<usize>)>);

impl Places {
    /// `None` if the text read is not what the escapes say, as in a charset that is not UTF-8.
    fn of(node: &Node) -> Option<Places> {
        let text = &*node.written;
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let quoted = quoted.filter(|_| node.kind == Kind::Backslash);
        quoted
            .and_then(|quoted| Places::in_part(node, quoted, 1))
            .or_else(|| Places::in_part(node, text, 0))
    }

    fn in_part(node: &Node, text: &str, start: usize) -> Option<Places> {
        let (mark, escape): (char, fn(&str) -> Option<(Character, usize)>) = match node.kind {
            Kind::Html => ('&', html::escape),
            Kind::QuotedPrintable => ('=', quoted_printable::first),
            _ => ('\\', backslash::first),
        };
        let mut places = Vec::new();
        let expected = node.read().as_bytes();
        let (mut at, mut read) = (0, 0);
        // The text up to here is the same.
        let mut raw = 0;
        let is_same = |text: &[u8], read: &mut usize| {
            let is_same = expected.get(*read..*read + text.len()) == Some(text);
            *read += text.len();
            is_same
        };
        while let Some(found) = text[at..].find(mark) {
            at += found;
            let Some((character, length)) = escape(&text[at..]) else {
                at += 1;
                continue;
            };
            if !is_same(&text.as_bytes()[raw..at], &mut read) {
                return None;
            }
            let from = read;
            if !is_same(character.octets(), &mut read) {
                return None;
            }
            places.push((from..read, start + at..start + at + length));
            at += length;
            raw = at;
        }
        (is_same(&text.as_bytes()[raw..], &mut read) && read == expected.len()).then(|| {
            // What is left out before the text.
            places.insert(0, (0..0, 0..start));
            Places(places)
        })
    }

    /// Changes of the text read become changes of the text as it is written. They are in order.
    fn translate(&self, edits: &mut [Edit]) {
        let mut next = self.0.iter().peekable();
        // What is written is so much longer or shorter than what is read.
        let mut last = (0, 0);
        let mut place = |at: usize, is_passed: &dyn Fn(&Range<usize>) -> bool| {
            while let Some((read, written)) = next.next_if(|(read, _)| is_passed(read)) {
                last = (read.end, written.end);
            }
            last.1 + (at - last.0)
        };
        for Edit { span, .. } in edits {
            let (start, end) = (span.start, span.end);
            let from = place(start, &|read| read.end <= start);
            *span = from..place(end, &|read| read.start < end);
        }
    }
}

/// Adds the changes of a link, or of a text with addresses, which begins at an offset.
fn edit(node: &Node, start: usize, edits: &mut Vec<Edit>) {
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
    let mut at = start + line;
    for line in text[line..].split_inclusive('\n') {
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
        Kind::Host => return edit_letters(&part.written, part.read(), start, edits),
        // The only octets that become letters are those of UTF-8.
        _ if part.charset.as_ref().is_none_or(|read| read.charset != Charset::UTF_8) => return,
        Kind::Segment | Kind::User | Kind::Password => "/",
        Kind::Name | Kind::Value | Kind::Query => "/?",
        Kind::Fragment => "/#",
        _ => return,
    };
    let reference = [prefix, &part.written].concat();
    let iri = from_uri(&reference, HostDisplay::default());
    edit_letters(&part.written, &iri[prefix.len()..], start, edits);
}

/// Adds the places where letters stand for triplets. Triplets that stay are left as they are written.
fn edit_letters(written: &str, readable: &str, start: usize, edits: &mut Vec<Edit>) {
    let first = edits.len();
    let (mut at, mut letters) = (0, readable.chars());
    while at < written.len() {
        let is_triplet = decode_triplet(&written.as_bytes()[at..]).is_some();
        match letters.next() {
            Some('%') if is_triplet => {
                letters.nth(1);
                at += 3;
            }
            Some(letter) if is_triplet => {
                let end = start + at + 3 * letter.len_utf8();
                match edits[first..].last_mut().filter(|last| last.span.end == start + at) {
                    Some(last) => {
                        last.text.push(letter);
                        last.span.end = end;
                    }
                    None => edits.push(Edit { span: start + at..end, text: letter.into() }),
                }
                at += 3 * letter.len_utf8();
            }
            Some(letter) if written.get(at..).is_some_and(|rest| rest.starts_with(letter)) => {
                at += letter.len_utf8();
            }
            _ => {
                // Other than letter for letter, as a host in Punycode.
                edits.truncate(first);
                edits.push(Edit { span: start..start + written.len(), text: readable.into() });
                return;
            }
        }
    }
}
