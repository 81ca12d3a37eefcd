//! Repair of pasted text: encodes what is not encoded yet, and keeps the triplets that are there.
#![forbid(unsafe_code)]

mod kept;
mod marks;
mod source;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use self::marks::{DELIMITERS, is_address, trimmed};
use self::source::Source;
use super::beside::{Addresses, beside};
use super::connection::raw_userinfo_len;
use super::error::{Component, UriError, UriErrorKind};
use super::kept_triplets::host_name;
use super::recompose::Components;
use super::spans::{AuthoritySpans, Spans};
use super::split;
use super::validate::check_component;
use crate::set::{NotAscii, rfc3986, rfc3987};
use crate::{EncodeSet, encode};

/// [`requote`](super::requote()) of each component of a reference with the set of its place, so that the result is a URI reference by
/// the grammar of RFC 3986.
///
/// An authority that encoding can't repair stays byte for byte, and then [`unrepaired`] says where: several hosts
/// (`h1:1,h2:2`), a port that is not a number, brackets without an address in them. A delimiter of an authority never becomes data.
///
/// White space of any script around the reference is removed, with the invisible characters that programs leave there (U+FEFF, U+200B,
/// U+2060), and so are the delimiters of appendix C around an address: `<…>`, also as `<URL:…>`, and quotation marks, straight or
/// curly. Around what is hardly an address they are data: `<b>`, `</ul>`, `"x"`.
/// A host outside ASCII becomes a domain name by Punycode (with the feature `idna`, if the scheme is known to have domain names and the
/// rules for names allow it), else triplets. The reference is split as it is written: a `#` or `?` that was meant as data is taken for a
/// delimiter. [`Requote`] has more options: IRIs, characters that stay, octets, text from HTML.
///
/// ```
/// use triplet::uri::requote_reference;
///
/// assert_eq!(
///     requote_reference(" https://example.com/a b/[1].pdf?q=50%&x=ä#top "),
///     "https://example.com/a%20b/%5B1%5D.pdf?q=50%25&x=%C3%A4#top",
/// );
/// ```
#[must_use]
pub fn requote_reference(reference: &str) -> Cow<'_, str> {
    Requote::new().convert(reference)
}

/// What [`requote_reference`] does not repair, with its offset in the reference that it was given. `None` if the result is valid.
///
/// Only an authority is left unrepaired: with a port that has something else than digits, an IP literal that is not an address, or
/// a `:` or a bracket in a host. Such an authority stays byte for byte. A host that is too long for a domain name becomes triplets,
/// and is an error here too. Linear time.
///
/// ```
/// use triplet::uri::{UriErrorKind, requote_reference, unrepaired};
///
/// let several = "mongodb://u:p%40w@h1:27017,h2:27017/a b";
/// assert_eq!(requote_reference(several), "mongodb://u:p%40w@h1:27017,h2:27017/a%20b");
/// assert_eq!(unrepaired(several).map(|error| error.offset()), Some(20));
/// let port = unrepaired("http://h:80 /x").expect("a space is not a digit");
/// assert_eq!((port.kind(), port.offset()), (UriErrorKind::Port, 11));
/// assert_eq!(unrepaired(" http://h/a b"), None);
/// ```
#[must_use]
pub fn unrepaired(reference: &str) -> Option<UriError> {
    Requote::new().unrepaired(reference)
}

/// How a reference is repaired: [`requote_reference`] with options.
///
/// ```
/// use triplet::uri::Requote;
///
/// let readable = Requote::new().iri();
/// assert_eq!(readable.convert("https://bücher.example/a b/é"), "https://bücher.example/a%20b/é");
/// let variables = Requote::new().keep_between("{{", "}}");
/// assert_eq!(variables.convert("https://{{host}}:{{port}}/{{a b}}/c d"), "https://{{host}}:{{port}}/{{a b}}/c%20d");
/// let from_html = Requote::new().html();
/// assert_eq!(from_html.convert("/?a=1&amp;b=x y"), "/?a=1&b=x%20y");
/// assert_eq!(Requote::new().convert_octets(b"/caf\xE9"), "/caf%E9");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "options do nothing until a text is converted"]
pub struct Requote {
    iri: bool,
    html: bool,
    raw_userinfo: bool,
    raw_hash: bool,
    also_keep: String,
    between: Vec<(String, String)>,
}

struct Sets {
    userinfo: EncodeSet,
    host: EncodeSet,
    path: EncodeSet,
    query: EncodeSet,
    fragment: EncodeSet,
}

const URI: Sets = Sets {
    userinfo: rfc3986::USERINFO,
    host: rfc3986::REG_NAME,
    path: rfc3986::PATH,
    query: rfc3986::QUERY,
    fragment: rfc3986::FRAGMENT,
};

const IRI: Sets = Sets {
    userinfo: rfc3987::IUSERINFO,
    host: rfc3987::IREG_NAME,
    path: rfc3987::IPATH,
    query: rfc3987::IQUERY,
    fragment: rfc3987::IFRAGMENT,
};

/// A reference that is split, with the parts of it that stay.
struct Split<'t> {
    text: &'t str,
    /// The text with other characters in place of what stays: no delimiter is in there.
    masked: Cow<'t, str>,
    kept: Vec<Range<usize>>,
    spans: Spans,
    /// How much white space was before it.
    trimmed: usize,
}

impl Split<'_> {
    /// Whether a part of this range stays.
    fn has_kept(&self, range: &Range<usize>) -> bool {
        let after = self.kept.partition_point(|kept| kept.end <= range.start);
        self.kept.get(after).is_some_and(|kept| kept.start < range.end)
    }
}

impl Requote {
    /// What [`requote_reference`] does.
    pub fn new() -> Requote {
        Requote::default()
    }

    /// Repairs to an IRI reference: characters that an IRI may have stay (RFC 3987 section 2.2), and so does a host. Others, such as
    /// marks that change the direction of text, become triplets.
    pub fn iri(self) -> Requote {
        Requote { iri: true, ..self }
    }

    /// Reads character references of HTML first: `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;`, and numbers such as `&#38;`, each with its
    /// semicolon, once.
    pub fn html(self) -> Requote {
        Requote { html: true, ..self }
    }

    /// Reads the userinfo as connection strings have it: up to the last `@` that hosts follow ([`raw_userinfo_len`]). In it, `/`, `?`, `#`
    /// and `@` are data, and are encoded, also before several hosts. Not for references from others: in `http://a.example/@b.example/` the
    /// host is then `b.example`.
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let repair = Requote::new().raw_userinfo();
    /// assert_eq!(repair.convert("postgres://me:p@ss#w/rd?@db.example/a b"), "postgres://me:p%40ss%23w%2Frd%3F@db.example/a%20b");
    /// assert_eq!(repair.convert("mongodb://me:50%@h1:1,h2:2/db"), "mongodb://me:50%25@h1:1,h2:2/db");
    /// ```
    pub fn raw_userinfo(self) -> Requote {
        Requote { raw_userinfo: true, ..self }
    }

    /// Takes each `#` for data, and encodes it: no fragment begins there. For `data:` URLs whose writer did not encode it, and for names of
    /// files.
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let repair = Requote::new().raw_hash();
    /// assert_eq!(repair.convert("data:image/svg+xml,<svg fill='#fff'/>"), "data:image/svg+xml,%3Csvg%20fill='%23fff'/%3E");
    /// ```
    pub fn raw_hash(self) -> Requote {
        Requote { raw_hash: true, ..self }
    }

    /// Keeps these characters everywhere, too. With `%` in the list, a `%` that begins no triplet stays. The result may then not be a
    /// reference by any grammar.
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the offset of the first character outside ASCII.
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let braces = Requote::new().also_keep("{}")?;
    /// assert_eq!(braces.convert("/{id}/a b"), "/{id}/a%20b");
    /// # Ok::<(), triplet::set::NotAscii>(())
    /// ```
    pub fn also_keep(mut self, characters: &str) -> Result<Requote, NotAscii> {
        NotAscii::check(characters.as_bytes())?;
        let is_new = |character: &char| !self.also_keep.contains(*character);
        let new: String = characters.chars().filter(is_new).collect();
        self.also_keep.push_str(&new);
        Ok(self)
    }

    /// Keeps all that is between these two marks, with the marks, byte for byte: variables that are filled in later. A delimiter
    /// between the marks divides nothing. A mark that is empty, or is not closed, keeps nothing. It can be called several times.
    pub fn keep_between(mut self, open: &str, close: &str) -> Requote {
        if !open.is_empty() && !close.is_empty() {
            self.between.push((open.into(), close.into()));
        }
        self
    }

    /// Both options in the form that a person writes: two marks with `*` between them ([`keep_between`](Requote::keep_between)), or
    /// characters ([`also_keep`](Requote::also_keep)).
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the offset of the first character outside ASCII, unless they are marks.
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let kept = Requote::new().keep("{{*}}")?.keep("|")?;
    /// assert_eq!(kept.convert("/{{a b}}|{c}"), "/{{a b}}|%7Bc%7D");
    /// # Ok::<(), triplet::set::NotAscii>(())
    /// ```
    pub fn keep(self, text: &str) -> Result<Requote, NotAscii> {
        match text.split_once('*') {
            Some((open, close))
                if !open.is_empty() && !close.is_empty() && !close.contains('*') =>
            {
                Ok(self.keep_between(open, close))
            }
            _ => self.also_keep(text),
        }
    }

    /// The repaired reference: borrowed if nothing changes. Linear time.
    #[must_use]
    pub fn convert<'a>(&self, reference: &'a str) -> Cow<'a, str> {
        self.convert_octets(reference.as_bytes())
    }

    /// [`convert`](Requote::convert) for octets, such as those of a header field. An octet that is not of a character in UTF-8 becomes a
    /// triplet: it is data in another charset (RFC 3986 section 2.5).
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let location = b"https://a.example/\xFCber/\xC3\xBC";
    /// assert_eq!(Requote::new().convert_octets(location), "https://a.example/%FCber/%C3%BC");
    /// assert_eq!(Requote::new().iri().convert_octets(location), "https://a.example/%FCber/ü");
    /// ```
    #[must_use]
    pub fn convert_octets<'a>(&self, reference: &'a [u8]) -> Cow<'a, str> {
        let Source { text, .. } = self.source(reference);
        let repaired = self.repaired(&text);
        match core::str::from_utf8(reference) {
            Ok(text) if *text == repaired => Cow::Borrowed(text),
            _ => Cow::Owned(repaired),
        }
    }

    fn repaired(&self, text: &str) -> String {
        let split = self.split(text);
        let sets = self.sets();
        let spans = &split.spans;
        let part = |span: Range<usize>| &split.text[span];
        let scheme = spans.scheme().map(part);
        let authority = spans.authority().map(|authority| {
            let is_broken = broken(&split.masked, &authority).is_some();
            if is_broken && !self.raw_userinfo {
                return String::from(part(authority.whole));
            }
            let mut out = String::new();
            if let Some(userinfo) = authority.userinfo {
                out.push_str(&self.part(&split, userinfo, sets.userinfo));
                out.push('@');
            }
            if is_broken {
                out.push_str(part(authority.host.start..authority.whole.end));
                return out;
            }
            out.push_str(&self.host(&split, authority.host, scheme));
            if let Some(port) = authority.port {
                out.push(':');
                out.push_str(part(port));
            }
            out
        });
        let mut path = self.part(&split, spans.path(), sets.path);
        if spans.begins_with_path() {
            let first = split.masked[spans.path()].split('/').next().unwrap_or_default();
            if first.as_bytes().contains(&b':') {
                path = Cow::Owned(alloc::format!("./{path}"));
            }
        }
        let query = spans.query().map(|query| self.part(&split, query, sets.query));
        let fragment = spans.fragment().map(|span| self.part(&split, span, sets.fragment));
        let components = Components {
            scheme,
            authority: authority.as_deref(),
            path: &path,
            query: query.as_deref(),
            fragment: fragment.as_deref(),
        };
        components.recompose()
    }

    /// [`requote`](super::requote()) of one component with this set, and with what these options keep and read.
    #[must_use]
    pub fn component<'a>(&self, component: &'a [u8], set: EncodeSet) -> Cow<'a, str> {
        let Source { text, .. } = self.source(component);
        let kept = kept::ranges(&text, &self.between);
        match text {
            Cow::Borrowed(text) => self.encoded(text, &kept, 0..text.len(), set),
            Cow::Owned(text) => {
                Cow::Owned(self.encoded(&text, &kept, 0..text.len(), set).into_owned())
            }
        }
    }

    /// What [`convert`](Requote::convert) does not repair, as [`unrepaired`](fn@unrepaired) says it, with its offset in what it was given:
    /// a text, or octets. What [`also_keep`](Requote::also_keep) and [`keep_between`](Requote::keep_between) keep is not named.
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let error = Requote::new().unrepaired(b"http://\xE9:8o/").expect("a letter is not a digit");
    /// assert_eq!(error.offset(), 10);
    /// assert_eq!(Requote::new().keep_between("{{", "}}").unrepaired("http://h:{{port}}/"), None);
    /// ```
    #[must_use]
    pub fn unrepaired<T: AsRef<[u8]> + ?Sized>(&self, reference: &T) -> Option<UriError> {
        let source = self.source(reference.as_ref());
        let split = self.split(&source.text);
        let authority = split.spans.authority()?;
        let error = broken(&split.masked, &authority).or_else(|| {
            let host = authority.host.clone();
            if self.iri || split.has_kept(&host) {
                return None;
            }
            let scheme = split.spans.scheme().map(|scheme| &split.text[scheme]);
            Some(host_name(&split.text[host], scheme).err()?.moved_by(authority.host.start))
        })?;
        Some(error.at(source.offset(split.trimmed + error.offset())))
    }

    /// The error of a text that is not one reference alone, as [`text_beside`](fn@super::text_beside) says it, with what these options read
    /// and keep. What [`convert`](Requote::convert) takes off does not count, and a second address in a query is data to encode.
    ///
    /// ```
    /// use triplet::uri::Requote;
    ///
    /// let repair = Requote::new();
    /// let error = repair.text_beside("<loc>https://a.example/x y</loc>").expect("a tag");
    /// assert_eq!(error.offset(), 5);
    /// assert_eq!(repair.text_beside(" <https://a.example/x y>"), None);
    /// assert_eq!(repair.text_beside("https://a.example/?text=see https://b.example/"), None);
    /// let error = repair.html().text_beside("&lt;loc&gt;https://a.example/").expect("a tag");
    /// assert_eq!(error.offset(), 11);
    /// ```
    #[must_use]
    pub fn text_beside<T: AsRef<[u8]> + ?Sized>(&self, reference: &T) -> Option<UriError> {
        let source = self.source(reference.as_ref());
        let split = self.split(&source.text);
        // A character that is kept does not show other text.
        let is_kept =
            |character: char| "<>\"[]{}|".contains(character) && self.also_keep.contains(character);
        let error = match split.masked.contains(is_kept) {
            true => beside(split.masked.replace(is_kept, "0").as_bytes(), Addresses::AreData),
            false => beside(split.masked.as_bytes(), Addresses::AreData),
        }?;
        Some(error.at(source.offset(split.trimmed + error.offset())))
    }

    fn source<'t>(&self, octets: &'t [u8]) -> Source<'t> {
        Source::of(octets, self.html, self.raw_hash)
    }

    fn sets(&self) -> &'static Sets {
        if self.iri { &IRI } else { &URI }
    }

    fn split<'t>(&self, text: &'t str) -> Split<'t> {
        let Range { start: trimmed, end } = self.undelimited(text);
        let text = &text[trimmed..end];
        let kept = kept::ranges(text, &self.between);
        let mut masked = kept::masked(text, &kept);
        let mut spans = split::spans(masked.as_bytes());
        if self.raw_userinfo
            && let Some(start) = spans.authority().map(|authority| authority.whole.start)
            && let Some(length) = raw_userinfo_len(&masked[start..])
        {
            let userinfo = masked[start..start + length].replace(['/', '?', '#', '@'], "_");
            masked.to_mut().replace_range(start..start + length, &userinfo);
            spans = split::spans(masked.as_bytes());
        }
        Split { text, masked, kept, spans, trimmed }
    }

    /// Where the reference is in a text, without white space and the delimiters of RFC 3986 appendix C around it.
    fn undelimited(&self, text: &str) -> Range<usize> {
        let mut inner = trimmed(text);
        for (open, close) in DELIMITERS {
            let within = inner.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            let Some(within) = within.filter(|text| !text.contains([open, close])) else {
                continue;
            };
            let is_mark = |marks: &(String, String)| {
                [&marks.0, &marks.1].iter().any(|mark| mark.contains([open, close]))
            };
            if self.also_keep.contains([open, close]) || self.between.iter().any(is_mark) {
                continue;
            }
            let prefix = match within.get(..4) {
                Some(prefix) if open == '<' && prefix.eq_ignore_ascii_case("url:") => 4,
                _ => 0,
            };
            let rest = &within[prefix..];
            if prefix == 0 && !is_address(trimmed(rest), open) {
                continue;
            }
            inner = trimmed(rest);
        }
        let start = inner.as_ptr().addr() - text.as_ptr().addr();
        start..start + inner.len()
    }

    fn part<'t>(&self, split: &Split<'t>, range: Range<usize>, set: EncodeSet) -> Cow<'t, str> {
        self.encoded(split.text, &split.kept, range, set)
    }

    fn host<'t>(
        &self,
        split: &Split<'t>,
        range: Range<usize>,
        scheme: Option<&str>,
    ) -> Cow<'t, str> {
        let host = &split.text[range.clone()];
        if split.masked[range.clone()].starts_with('[') {
            return Cow::Borrowed(host);
        }
        if !self.iri
            && !host.contains(|character| self.also_keep.contains(character))
            && !split.has_kept(&range)
            && let Ok(name) = host_name(host, scheme)
        {
            return name;
        }
        self.part(split, range, self.sets().host)
    }

    /// A range of a text under this set. What the options keep stays as it is.
    fn encoded<'t>(
        &self,
        text: &'t str,
        kept: &[Range<usize>],
        range: Range<usize>,
        set: EncodeSet,
    ) -> Cow<'t, str> {
        // The characters are ASCII.
        let set = set.also_encode(b"%").try_also_keep(self.also_keep.as_bytes()).unwrap_or(set);
        let encoded = |part: Range<usize>| encode(&text[part], set).keep_triplets().to_cow();
        let first = kept.partition_point(|kept| kept.start < range.start);
        let mut inside = kept[first..].iter().take_while(|kept| kept.start < range.end).peekable();
        if inside.peek().is_none() {
            return encoded(range);
        }
        let (mut out, mut at) = (String::new(), range.start);
        for kept in inside {
            out.push_str(&encoded(at..kept.start));
            out.push_str(&text[kept.clone()]);
            at = kept.end;
        }
        out.push_str(&encoded(at..range.end));
        Cow::Owned(out)
    }
}

/// The first delimiter or port of an authority that can't be what it is, and that no triplet repairs.
fn broken(text: &str, authority: &AuthoritySpans) -> Option<UriError> {
    let (start, host) = (authority.host.start, &text[authority.host.clone()]);
    if host.starts_with('[') {
        if let Err(error) = check_component(host, Component::Host) {
            return Some(error.moved_by(start));
        }
    } else if let Some(at) = host.find([':', '[', ']']) {
        return Some(UriError::within(Component::Host, UriErrorKind::Character, start + at));
    }
    let port = authority.port.clone()?;
    let wrong = text[port.clone()].bytes().position(|byte| !byte.is_ascii_digit())?;
    Some(UriError::new(UriErrorKind::Port, port.start + wrong))
}
