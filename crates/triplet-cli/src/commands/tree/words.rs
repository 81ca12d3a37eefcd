//! The words of the tree: what a node is, what its row is called, which text stands for it, and the command that repairs it.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::charset::Charset;
use triplet::decode_triplet;
use triplet::uri::Requote;
use triplet_inspect::{Kind, Node, is_invisible, is_tracking};

use super::charset::usual_name;
use crate::commands::rows::{clipped, quoted};
use crate::escape::visible_line as shown;

/// The columns that a name has at most.
const NAME: usize = 24;

/// What a text is: the notations, from the outside in, and what is in the innermost.
pub fn sentence(root: &Node) -> String {
    if root.written.is_empty() {
        return "An empty text.".to_owned();
    }
    let (mut words, node) = notations(root);
    let is_link = |kind| {
        let links = [Kind::Url, Kind::Iri, Kind::Mailto, Kind::DataUrl, Kind::Javascript];
        links.contains(&kind)
    };
    // What is only likely does not count.
    let (mut links, mut charsets) = (0_usize, Vec::new());
    let mut rest = vec![root];
    let is_within = |found: &Node| !std::ptr::eq(found, node) && node.kind != Kind::Text;
    let mut is_inside = false;
    while let Some(found) = rest.pop() {
        is_inside |= std::ptr::eq(found, node);
        links += usize::from(is_inside && is_within(found) && is_link(found.kind));
        if let Some(read) = &found.charset
            && !charsets.contains(&usual_name(read.charset))
        {
            charsets.push(usual_name(read.charset));
        }
        rest.extend(found.children.iter().rev().filter(|child| !child.is_likely));
    }
    match links {
        0 => {}
        1 => words.push_str(" with a link inside"),
        links => words.push_str(&format!(" with {links} links inside")),
    }
    if let Some((last, others)) = charsets.split_last() {
        words.push_str(", in ");
        if !others.is_empty() {
            words.push_str(&others.join(", "));
            words.push_str(" and ");
        }
        words.push_str(last);
    }
    let first = words[..1].to_uppercase();
    format!("{first}{}.", &words[1..])
}

/// The notations of a node in words, from the outside in, and the innermost node.
pub fn notations(node: &Node) -> (String, &Node) {
    let mut words = title(node);
    let (mut node, mut layers) = (node, 1);
    while let Some(next) = node.notation() {
        let is_same = title(next) == title(node);
        layers = if is_same { layers + 1 } else { 1 };
        if is_same && next.notation().is_none_or(|after| title(after) != title(node)) {
            words.push_str(&format!(" in {layers} layers"));
        }
        if !is_same {
            words.push_str("; in it ");
            words.push_str(&title(next));
        }
        node = next;
    }
    (words, node)
}

/// What a node is, in words.
pub fn title(node: &Node) -> String {
    shown(node.description().as_bytes())
}

/// Whether a part of a link says as much on the line of the link as by itself.
fn is_in_head(part: &Node) -> bool {
    // A joiner is of a script or of an emoji.
    let is_joiner = |c| matches!(c, '\u{200C}' | '\u{200D}');
    let is_plain = |c| !"/?#%".contains(c) && (!is_invisible(c) || is_joiner(c));
    let is_simple = part.children.is_empty()
        && part.octets.is_none()
        && part.charset.as_ref().is_none_or(|read| read.charset == Charset::UTF_8);
    match part.kind {
        Kind::Scheme | Kind::Port => true,
        Kind::Host | Kind::User | Kind::Password => part.decoded.is_none() && is_simple,
        Kind::Segment => {
            let is_read =
                || part.read().chars().all(is_plain) && !has_delimiter_as_data(&part.written);
            is_simple && (part.decoded.is_none() || is_read())
        }
        _ => false,
    }
}

/// Whether a segment has a delimiter both as it is and as a triplet, as `;x=1%3B2` does. Read, the two are the same.
fn has_delimiter_as_data(written: &str) -> bool {
    let is_raw = |octet| b";=:@,".contains(&octet) && written.contains(char::from(octet));
    let mut triplets = written.match_indices('%');
    triplets.any(|(at, _)| decode_triplet(&written.as_bytes()[at..]).is_some_and(is_raw))
}

/// Whether a part of a node of this kind has a row. Other parts are in the line of the link, or in what the node is called.
pub fn has_row(kind: Kind, part: &Node) -> bool {
    match kind {
        Kind::Url | Kind::Iri | Kind::Reference => !is_in_head(part),
        Kind::Mailto | Kind::DataUrl | Kind::Javascript => part.kind != Kind::Scheme,
        _ => true,
    }
}

/// A link up to its query, with what is plain in it decoded.
fn head(link: &Node) -> String {
    let mut head = String::new();
    let mut at = 0;
    for part in link.children.iter().filter(|part| !part.is_likely) {
        let is_before = matches!(
            part.kind,
            Kind::Scheme | Kind::User | Kind::Password | Kind::Host | Kind::Port | Kind::Segment
        );
        head.push_str(&link.written[at..part.span.start]);
        if !is_before {
            return head.trim_end_matches(['?', '#', '&']).to_owned();
        }
        // The path of a socket as the host of a database would be the path of the link.
        let is_host = part.kind == Kind::Host && !part.read().contains(['/', '?', '#', '@']);
        let is_read = is_in_head(part) || is_host;
        head.push_str(if is_read { part.read() } else { &part.written });
        at = part.span.end;
    }
    head.push_str(&link.written[at..]);
    head
}

/// The text that stands for a node: of a link the start, of what has rows instead nothing.
pub fn text(node: &Node) -> Cow<'_, str> {
    match node.kind {
        Kind::Url | Kind::Iri | Kind::Reference => head(node).into(),
        Kind::Host if node.decoded.is_some() => {
            format!("{} ({})", node.read(), node.written).into()
        }
        _ if node.has_parts() => "".into(),
        _ => node.read().into(),
    }
}

/// The name of a part in its row.
pub fn name(part: &Node) -> String {
    match part.name_and_value() {
        Some((name, _)) => clipped(name, NAME),
        None => part.kind.name().replace('-', " "),
    }
}

/// The command that gives the repaired text of a node, with the option that keeps its variables; the text itself if no command does.
pub fn requote(node: &Node, repaired: &str) -> String {
    let gives = |kept: &&str| {
        let requote = Requote::new().keep(kept);
        requote.is_ok_and(|requote| requote.convert(&node.written) == repaired)
    };
    let option = ["", "{{*}}", "${*}", "{*}"].iter().find(|kept| gives(kept));
    if option.is_none() && node.written.contains("%u") {
        return shown(repaired.as_bytes());
    }
    let option = option.filter(|kept| !kept.is_empty());
    let option = option.map_or_else(String::new, |kept| format!("--also-keep '{kept}' "));
    format!("triplet requote {option}{}", quoted(&node.written))
}

/// The command that removes the tracking parameters.
pub fn remove_tracking(node: &Node) -> String {
    let mut command = "triplet uri set".to_owned();
    let names = node.children.iter().filter_map(|pair| pair.child(Kind::Name)).map(Node::read);
    let mut removed = Vec::new();
    for name in names.filter(|name| is_tracking(name)) {
        let name = if name.starts_with("utm_") { "utm_*" } else { name };
        if !removed.contains(&name) {
            removed.push(name);
            command.push_str(&format!(" --remove {}", quoted(&format!("query:{name}"))));
        }
    }
    format!("{command} {}", quoted(&node.written))
}
