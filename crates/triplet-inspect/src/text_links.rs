//! The links within a text: where each begins, and where what stands around it says that it ends.
//!
//! A link in markup is what the markup says, raw spaces included: the value of an attribute of HTML, the content of an element of XML, what
//! stands between the parentheses of Markdown or CSS. An address elsewhere ends as RFC 3986 appendix C says: at the quotation mark or the
//! angle bracket that closes, or at white space.
#![forbid(unsafe_code)]

use core::fmt;
use core::ops::Range;

/// A link in a text: see [`text_links`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TextLink {
    /// Where the link is, in bytes.
    pub span: Range<usize>,
    /// Why a program had better leave the link as it is, if there is a reason.
    pub doubt: Option<LinkDoubt>,
}

/// Why a link in a text is perhaps not what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkDoubt {
    /// It perhaps goes on after a raw space.
    RawSpace,
    /// It has a placeholder of a template, such as `{id}`.
    Placeholder,
    /// It has a backslash, which is perhaps of an escape.
    Backslash,
}

impl fmt::Display for LinkDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinkDoubt::RawSpace => {
                "a raw space is perhaps of the link, which is certain between quotation marks or angle brackets"
            }
            LinkDoubt::Placeholder => "it has a placeholder of a template",
            LinkDoubt::Backslash => "it has a backslash, which is perhaps of an escape",
        })
    }
}

/// The links of a text, in order: addresses (`scheme://…`) anywhere, and references of any kind where markup has them.
///
/// * HTML and XML: attributes such as `href="…"` and `src='…'`, elements such as `<loc>…</loc>` and `<D:href>…</D:href>` whose content begins
///   like a reference.
/// * Markdown: `[text](link "title")`, `<link>`, `[label]: link`. CSS: `url(link)`.
/// * A request in a log: `GET /path HTTP/1.1`.
///
/// A link is on one line. Octets that are not UTF-8 may be of a link. Linear time.
///
/// ```
/// use triplet_inspect::text_links;
///
/// let text = "see [the plan](docs/My Plan.pdf) and https://a.example/é.";
/// let links: Vec<&str> = text_links(text).map(|link| &text[link.span]).collect();
/// assert_eq!(links, ["docs/My Plan.pdf", "https://a.example/é"]);
/// let doubtful = text_links("https://a.example/My Plan.pdf").next().unwrap();
/// assert_eq!(doubtful.span, 0..20);
/// assert!(doubtful.doubt.is_some());
/// ```
pub fn text_links<T: AsRef<[u8]> + ?Sized>(text: &T) -> impl Iterator<Item = TextLink> {
    let text = text.as_ref();
    let (mut at, mut line) = (0, 0..0);
    core::iter::from_fn(move || {
        while at < text.len() {
            if at >= line.end {
                line = at..line_end(text, at);
            }
            let found = link_at(&text[line.clone()], at - line.start);
            at += 1;
            let Some((span, doubt)) = found.filter(|(span, _)| !span.is_empty()) else { continue };
            let span = line.start + span.start..line.start + span.end;
            at = at.max(span.end);
            return Some(TextLink { span, doubt });
        }
        None
    })
}

/// Where the line ends that begins at an offset, with its end.
fn line_end(text: &[u8], start: usize) -> usize {
    let end = text[start..].iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |at| start + at + 1)
}

/// No end of a link is looked for farther away: the whole takes linear time.
const MOST: usize = 2048;

/// How far is looked back for the name of an attribute or of an element.
const NEAR: usize = 48;

type Found = (Range<usize>, Option<LinkDoubt>);

/// The link that begins at or after the byte at this offset of a line, as this byte says.
fn link_at(line: &[u8], at: usize) -> Option<Found> {
    let before = &line[at.saturating_sub(NEAR)..at];
    let after = at + 1;
    match line[at] {
        quote @ (b'"' | b'\'') if is_attribute(before) || ends_with_url(before, b"(") => {
            let end = close(line, after, &[quote])?;
            let is_link =
                |(span, _): &Found| is_in_tag(line, at) || is_destination(&line[span.clone()]);
            in_markup(line, after..end).filter(is_link)
        }
        b'(' if before.ends_with(b"]") => markdown(line, after),
        b'(' if ends_with_url(before, b"") => {
            let end = close(line, after, b")\"',")?;
            let is_link = |(span, _): &Found| is_like_one(&line[span.clone()]);
            in_markup(line, after..end).filter(is_link).filter(|_| line[end] == b')')
        }
        b'>' if is_element(before) => {
            let end = close(line, after, b"<")?;
            element(line, after..end)
        }
        b'[' if before.ends_with(b"><![CDATA") && is_element(&before[..before.len() - 9]) => {
            let end = close(line, after, b"]")?;
            element(line, after..end)
        }
        b'[' if line[..at].trim_ascii_start().is_empty() => definition(line, at),
        b' ' if is_method(before) && line.get(after) == Some(&b'/') => request(line, after),
        b':' if line[at..].starts_with(b"://") => {
            let start = scheme_before(before)?;
            address(line, at - start, at)
        }
        _ => None,
    }
}

/// The offset of the first of these bytes after an offset, if it is near.
fn close(line: &[u8], from: usize, ends: &[u8]) -> Option<usize> {
    let near = &line[from..line.len().min(from + MOST)];
    near.iter().position(|byte| ends.contains(byte)).map(|at| from + at)
}

/// A link that markup bounds, without white space around it.
fn in_markup(line: &[u8], span: Range<usize>) -> Option<Found> {
    let value = &line[span.clone()];
    let start = span.start + (value.len() - value.trim_ascii_start().len());
    let end = span.end - (value.len() - value.trim_ascii_end().len());
    let link = line.get(start..end)?;
    let lower =
        |start: &[u8]| link.get(..start.len()).is_some_and(|l| l.eq_ignore_ascii_case(start));
    // The code of a script and a path of Windows are not references.
    let is_drive = matches!(link, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    if lower(b"javascript:") || is_drive || link.contains(&b'<') {
        return None;
    }
    Some((start..end, doubt(link)))
}

/// What is in a link that a repair would break.
fn doubt(link: &[u8]) -> Option<LinkDoubt> {
    let has = |what: &[u8]| link.windows(what.len()).any(|window| window == what);
    if link.contains(&b'{') || has(b"$(") || has(b"%%") || has(b"<%") {
        return Some(LinkDoubt::Placeholder);
    }
    link.contains(&b'\\').then_some(LinkDoubt::Backslash)
}

/// Whether a text ends with `url`, as CSS has it before a link, and then with this.
fn ends_with_url(before: &[u8], end: &[u8]) -> bool {
    let head = before.strip_suffix(end).and_then(|head| head.strip_suffix(b"url"));
    head.is_some_and(|head| !head.last().is_some_and(|last| is_of_name(*last)))
}

/// Whether an offset of a line is in a tag.
fn is_in_tag(line: &[u8], at: usize) -> bool {
    let near = &line[at.saturating_sub(MOST)..at];
    near.iter().rfind(|byte| b"<>".contains(byte)) == Some(&b'<')
}

/// Attributes whose values are references.
const ATTRIBUTES: [&[u8]; 12] = [
    b"href",
    b"src",
    b"action",
    b"formaction",
    b"poster",
    b"url",
    b"uri",
    b"cite",
    b"data",
    b"icon",
    b"manifest",
    b"longdesc",
];

/// Whether a text ends with the name of such an attribute and `=`.
fn is_attribute(before: &[u8]) -> bool {
    let Some(head) = before.trim_ascii_end().strip_suffix(b"=") else { return false };
    let head = head.trim_ascii_end();
    let length = head.iter().rev().take_while(|byte| is_of_name(**byte)).count();
    let (head, name) = head.split_at(head.len() - length);
    let name = name.rsplit(|byte| *byte == b':').next().unwrap_or(name);
    let is_known = ATTRIBUTES.iter().any(|known| name.eq_ignore_ascii_case(known));
    is_known && head.last().is_none_or(|last| last.is_ascii_whitespace() || b"\"'".contains(last))
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte)
}

/// Elements of sitemaps, feeds, playlists and WebDAV whose content is a reference.
const ELEMENTS: [&[u8]; 11] = [
    b"loc",
    b"link",
    b"href",
    b"url",
    b"uri",
    b"guid",
    b"id",
    b"location",
    b"comments",
    b"icon",
    b"logo",
];

/// Whether a text ends with the start of such a tag, before its `>`.
fn is_element(before: &[u8]) -> bool {
    let Some(at) = before.iter().rposition(|byte| *byte == b'<') else { return false };
    let tag = &before[at + 1..];
    let length = tag.iter().take_while(|byte| is_of_name(**byte)).count();
    let name = tag[..length].rsplit(|byte| *byte == b':').next().unwrap_or_default();
    let is_whole = tag.get(length).is_none_or(u8::is_ascii_whitespace);
    is_whole && ELEMENTS.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The content of an element, if it begins like a reference.
fn element(line: &[u8], span: Range<usize>) -> Option<Found> {
    let found = in_markup(line, span)?;
    begins_like_one(&line[found.0.clone()]).then_some(found)
}

/// Whether a text begins with a scheme and two slashes, or like a path, a query or a fragment.
fn begins_like_one(text: &[u8]) -> bool {
    let starts = [&b"/"[..], b"./", b"../", b"?", b"#"];
    let scheme = text.iter().take_while(|byte| is_of_scheme(**byte)).count();
    starts.iter().any(|start| text.starts_with(start))
        || scheme > 1 && text[scheme..].starts_with(b"://")
}

/// The destination of a link of Markdown that begins at an offset: up to the parenthesis that closes, without a title.
fn markdown(line: &[u8], start: usize) -> Option<Found> {
    if line.get(start) == Some(&b'<') {
        let end = close(line, start, b">")?;
        return in_markup(line, start + 1..end);
    }
    let mut depth = 0_usize;
    let is_end = |byte: &u8| {
        depth += usize::from(*byte == b'(');
        let is_closed = *byte == b')' && depth == 0;
        depth -= usize::from(*byte == b')' && !is_closed);
        is_closed
    };
    let near = &line[start..line.len().min(start + MOST)];
    let end = start + near.iter().position(is_end)?;
    let link = destination(&line[start..end])?;
    in_markup(line, start..start + link.len())
        .filter(|(span, _)| is_destination(&line[span.clone()]))
}

/// A destination without the title in quotation marks that may follow it.
fn destination(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_end();
    let Some(quote @ (b'"' | b'\'')) = text.last() else { return Some(text) };
    let title = text[..text.len() - 1].iter().position(|byte| byte == quote)?;
    text[..title].last().is_some_and(u8::is_ascii_whitespace).then(|| &text[..title])
}

/// Whether what stands after `](` is a link: what a program has there, such as `f[0](a, b)`, is not.
fn is_destination(link: &[u8]) -> bool {
    !link.iter().any(u8::is_ascii_whitespace) || is_like_one(link) || link.contains(&b'/')
}

/// Whether a text begins like a reference, or ends like the name of a file.
fn is_like_one(text: &[u8]) -> bool {
    begins_like_one(text) || has_extension(text)
}

/// Whether a text ends with a dot and a few letters or digits, as the name of a file does.
fn has_extension(text: &[u8]) -> bool {
    let length = text.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (before, extension) = text.split_at(text.len() - length);
    (1..=5).contains(&length)
        && before.len() > 1
        && before.ends_with(b".")
        && !extension.iter().all(u8::is_ascii_digit)
}

/// The link of a definition of Markdown: `[label]: link "title"`. A label with `^` is that of a footnote.
fn definition(line: &[u8], at: usize) -> Option<Found> {
    let end = close(line, at, b"]")?;
    if line.get(at + 1) == Some(&b'^') || line.get(end + 1) != Some(&b':') {
        return None;
    }
    let start = end + 2;
    let link = destination(&line[start..])?;
    let (span, doubt) = in_markup(line, start..start + link.len())?;
    is_like_one(&line[span.clone()]).then_some((span, doubt))
}

/// The methods of the requests in logs (RFC 9110 section 9.3, RFC 5789).
const METHODS: [&[u8]; 9] =
    [b"GET", b"POST", b"HEAD", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"CONNECT", b"TRACE"];

fn is_method(before: &[u8]) -> bool {
    METHODS.iter().any(|method| {
        let head = before.strip_suffix(*method);
        head.is_some_and(|head| !head.last().is_some_and(u8::is_ascii_alphanumeric))
    })
}

/// The target of a request: up to its version, or to white space.
fn request(line: &[u8], start: usize) -> Option<Found> {
    let near = &line[start..line.len().min(start + MOST)];
    let quote = near.iter().position(|byte| *byte == b'"').unwrap_or(near.len());
    let version = near[..quote].windows(6).rposition(|window| window == b" HTTP/");
    let end = version
        .or_else(|| near.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'"'));
    let end = start + end.unwrap_or(near.len());
    Some((start..end, doubt(&line[start..end])))
}

fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// The length of the scheme with which a text ends. One letter is a drive of Windows.
fn scheme_before(before: &[u8]) -> Option<usize> {
    let run = before.iter().rev().take_while(|byte| is_of_scheme(**byte)).count();
    let letter = before[before.len() - run..].iter().position(u8::is_ascii_alphabetic)?;
    (run - letter > 1).then_some(run - letter)
}

/// The characters that end an address wherever they are. As part of it they would be encoded.
const ENDS: &str = "<>\"`“”„«»，。；！？）「」『』【】《》、،؛؟।׃";

/// Punctuation at the end is of the sentence.
const TRAILING: &[u8] = b".,;:!?'\"*_";

/// An address whose scheme begins at an offset, and whose colon is at another one.
fn address(line: &[u8], start: usize, colon: usize) -> Option<Found> {
    let before = line[..start].last();
    let mark = match before {
        Some(b'<') => Some(&b">|"[..]),
        Some(quote @ (b'"' | b'\'' | b'`')) => Some(core::slice::from_ref(quote)),
        _ => None,
    };
    if let Some(end) = mark.and_then(|mark| close(line, colon, mark)) {
        return in_markup(line, start..end);
    }
    let closing = match before {
        Some(b'(') => b')',
        Some(b'[') => b']',
        Some(field @ (b',' | b';' | b'|')) => *field,
        _ => b' ',
    };
    let (mut depth, mut at) = (0_usize, colon + 3);
    while let Some(&byte) = line.get(at) {
        let (length, is_end) = match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                (1, false)
            }
            b')' | b']' | b'}' => {
                let is_outer = depth == 0;
                depth = depth.saturating_sub(1);
                (1, is_outer)
            }
            byte if byte.is_ascii() => {
                let is_end = byte.is_ascii_whitespace()
                    || byte.is_ascii_control()
                    || b"<>\"`".contains(&byte);
                (1, is_end || depth == 0 && byte == closing)
            }
            _ => match character(&line[at..]) {
                Some(character) => {
                    (character.len_utf8(), character.is_whitespace() || ENDS.contains(character))
                }
                None => (1, false),
            },
        };
        if is_end {
            break;
        }
        at += length;
    }
    let trailing =
        line[colon + 3..at].iter().rev().take_while(|byte| TRAILING.contains(byte)).count();
    let end = at - trailing;
    let goes_on = trailing == 0 && goes_on(line, start, end);
    Some((start..end, doubt(&line[start..end]).or(goes_on.then_some(LinkDoubt::RawSpace))))
}

/// The first character of octets, if they are UTF-8.
fn character(octets: &[u8]) -> Option<char> {
    let near = &octets[..octets.len().min(4)];
    near.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next())
}

/// Whether what follows the space after an address is perhaps of the address: a word with an extension or with a further parameter, or,
/// where nothing else is on the line, a further segment.
fn goes_on(line: &[u8], start: usize, end: usize) -> bool {
    let Some(rest) = line[end..].strip_prefix(b" ") else { return false };
    let word = rest.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    let is_address = word.windows(3).any(|window| window == b"://");
    let is_alone = line[..start].trim_ascii_start().is_empty();
    !is_address
        && (has_extension(word)
            || word.contains(&b'&') && word.contains(&b'=')
            || is_alone && rest.len() <= 64 && word.contains(&b'/'))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::text_links;

    /// The links of a text. One that is in doubt has a `?` after it.
    fn found(text: &str) -> Vec<String> {
        let link = |link: super::TextLink| {
            let doubt = if link.doubt.is_some() { "?" } else { "" };
            [&text[link.span], doubt].concat()
        };
        text_links(text).map(link).collect()
    }

    #[test]
    fn links_that_are_certain() {
        for (text, links) in [
            ("<loc>https://a.example/x y</loc>", &["https://a.example/x y"][..]),
            ("<url><loc> https://a/x?a=1&amp;b=é </loc></url>", &["https://a/x?a=1&amp;b=é"]),
            ("<D:href>/foo/a test</D:href><D:href>/b</D:href>", &["/foo/a test", "/b"]),
            ("<link><![CDATA[https://a/x y]]></link>", &["https://a/x y"]),
            ("<guid isPermaLink=\"true\">https://a/x y</guid>", &["https://a/x y"]),
            ("<location>file:///music/a b.ogg</location>", &["file:///music/a b.ogg"]),
            ("<a href=\"/x y\">x</a> <img SRC='b c.png'>", &["/x y", "b c.png"]),
            ("<use xlink:href = \"#a b\"/>", &["#a b"]),
            ("<enclosure url=\"https://a/my song.mp3\" length=\"1\"/>", &["https://a/my song.mp3"]),
            ("See [the file](docs/My File.md), 100% sure.", &["docs/My File.md"]),
            ("![x](../a b (1).png \"a title\") [y](<c d>)", &["../a b (1).png", "c d"]),
            ("[id]: docs/a.md 'Title'", &["docs/a.md"]),
            ("[id]: https://a/b c", &["https://a/b c"]),
            ("* [a](b.md) and [c](https://a/d e)", &["b.md", "https://a/d e"]),
            ("body { background: url(a b.png) url(\"c d.png\") }", &["a b.png", "c d.png"]),
            (
                "<https://a/x y> \"https://a/b c\" 'https://a/d e'",
                &["https://a/x y", "https://a/b c", "https://a/d e"],
            ),
            ("<https://a/x|a label>", &["https://a/x"]),
            (
                "see https://a/é, (https://a/b_(c)) and http://b/.",
                &["https://a/é", "https://a/b_(c)", "http://b/"],
            ),
            ("x,https://a/é,y;1", &["https://a/é"]),
            ("参见https://a/x。好", &["https://a/x"]),
            ("\"GET /a b?q=é HTTP/1.1\" 200 \"https://r/é\"", &["/a b?q=é", "https://r/é"]),
            ("Started POST /m?u=me&password=abc for 8.8.9.9", &["/m?u=me&password=abc"]),
            ("fatal: unable to access 'https://me:pw@h/x.git/': 403", &["https://me:pw@h/x.git/"]),
            ("https://a/x\nhttps://b/y\r\n", &["https://a/x", "https://b/y"]),
            ("1https://a/ http://a/b https://c/d", &["https://a/", "http://a/b", "https://c/d"]),
        ] {
            assert_eq!(found(text), links, "{text}");
        }
    }

    #[test]
    fn links_in_doubt() {
        for (text, link) in [
            ("https://a.example/my file.pdf", "https://a.example/my?"),
            ("see https://a/?q=a b&c=d", "https://a/?q=a?"),
            ("https://a/My Docs/x", "https://a/My?"),
            ("<a href=\"/{id}/x y\">", "/{id}/x y?"),
            ("https://{{host}}/a", "https://{{host}}/a?"),
            ("\"https://a/\\u00e9\"", "https://a/\\u00e9?"),
        ] {
            assert_eq!(found(text), [link], "{text}");
        }
    }

    #[test]
    fn what_is_no_link() {
        for text in [
            "",
            "# Read me",
            "f[0](a, b)",
            "[^1]: a footnote of words",
            "[Note]: this is a note",
            "<location>Berlin, Germany</location>",
            "<url><loc></loc></url>",
            "<a href=\"javascript:void 0\">",
            "<img src=\"C:\\a b.png\">",
            "title=\"a b\" data-x=\"/a b\" data=\"a b\"",
            "curl(a b.png) url(x, y) url(r'^a b$', view)",
            "[INFO]: erledigt ü",
            "C://x ://y",
            "WIDGET /a b",
            "<a href=\"/x y",
            "](a b",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn octets_and_long_lines() {
        let text = b"<a href=\"/caf\xE9 x\"> http://h/\xE9\xFF z";
        let spans: Vec<_> = text_links(text).map(|link| link.span).collect();
        assert_eq!(spans, [9..16, 19..30]);
        for piece in ["](", "<loc>", "href=\"", "\"a://", "<a://", "[", "GET /", "url("] {
            assert!(text_links(&piece.repeat(10_000)).count() <= 10_000, "{piece}");
        }
    }
}
