//! URLs, IRIs and relative references, split by RFC 3986 appendix B.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use triplet::decode;
use triplet::iri::{HostDisplay, from_uri};
use triplet::uri::{Grammar, Reference, validate};

use super::find::find;
use super::form;
#[cfg(feature = "all-notations")]
use super::formats::is_format;
use super::nearly::{IN_A_TRIPLET, cut_in};
use super::node::Kind;
#[cfg(feature = "all-notations")]
use super::node::Remedy;
use super::notations::connection::has_form;
#[cfg(feature = "all-notations")]
use super::placeholders;
#[cfg(feature = "all-notations")]
use super::query::route;
use super::query::{has_link, has_raw_markup_in, ldap};
use super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized, span_of};
use super::remedies::{marks, remedy, without_tracking};

/// Schemes of URIs without an authority that people meet. After any other word a colon is punctuation.
const WITHOUT_AUTHORITY: [&str; 21] = [
    "about", "acct", "blob", "bitcoin", "callto", "cid", "doi", "geo", "jar", "magnet", "news",
    "pkg", "sip", "sips", "skype", "sms", "spotify", "tag", "tel", "urn", "xmpp",
];

pub(super) fn url(text: &str, _: Place) -> Option<Recognized> {
    if text.is_ascii() { absolute(text) } else { None }
}

pub(super) fn iri(text: &str, place: Place) -> Option<Recognized> {
    // Punctuation of another script ends a link in ASCII.
    let first = text.chars().find(|c| !c.is_ascii());
    let is_ended = cfg!(feature = "all-notations")
        && place == Place::Whole
        && first.is_some_and(|c| ENDS_AFTER_ASCII.contains(c));
    if text.is_ascii() || is_ended { None } else { absolute(text) }
}

fn absolute(text: &str) -> Option<Recognized> {
    let scheme = scheme(text)?;
    let rest = &text[scheme.len() + 1..];
    let is_known = match rest.strip_prefix("//") {
        // A host that is empty is that of a file, or of a database on the same machine: `sqlite:////tmp/a`.
        Some(rest) => {
            let after = rest.trim_start_matches('/');
            !after.is_empty() && !after.starts_with(' ') && rest.len() - after.len() <= 2
                || scheme.eq_ignore_ascii_case("file")
        }
        None => {
            !rest.is_empty()
                && !rest.starts_with(' ')
                && (WITHOUT_AUTHORITY.iter().any(|each| scheme.eq_ignore_ascii_case(each))
                    || cfg!(feature = "all-notations")
                        && (rest.starts_with('/') && is_app(scheme) || is_opaque(scheme, rest)))
        }
    };
    if !is_known || !has_address_only(text) {
        return None;
    }
    Some(recognized(text))
}

/// Whether a scheme is one that an application has from its domain name (RFC 8252 section 7.1), or one of the web, after which a person
/// has written one slash instead of two.
fn is_app(scheme: &str) -> bool {
    scheme.contains('.') || is_web(scheme)
}

/// Whether a text after a scheme that is not known, and not followed by slashes, is that of a URI nevertheless: `solana:…?memo=a%26b`.
/// Its query is pairs with a triplet. A DID has a method and an identifier. After other words a colon is punctuation.
fn is_opaque(scheme: &str, rest: &str) -> bool {
    if rest.contains(char::is_whitespace) {
        return false;
    }
    if scheme == "did" {
        let method = rest.split(':').next().unwrap_or_default();
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        return method.len() + 1 < rest.len() && !method.is_empty() && method.bytes().all(is_name);
    }
    let Some((path, query)) = rest.split_once('?') else { return false };
    let query = query.split('#').next().unwrap_or_default();
    // A port, a host with a port, a path after the name of a field, a link after another word.
    let is_port = path
        .split('/')
        .next()
        .is_some_and(|first| !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()));
    !path.is_empty()
        && !path.starts_with(['/', '.', '{', '[', '('])
        && !path.contains(['=', '&', '\\', ','])
        && find(path, "//").is_none()
        && !path.starts_with("www.")
        && !is_port
        && query.contains('=')
        && form::has_pairs(query)
        && (form::has_triplet(query) || query.contains('&') && form::has_triplet(path))
}

fn is_web(scheme: &str) -> bool {
    ["http", "https"].iter().any(|each| scheme.eq_ignore_ascii_case(each))
}

/// Without the formats, no text is one.
#[cfg(not(feature = "all-notations"))]
fn is_format(_: &str) -> bool {
    false
}
/// Whether each `%` of a reference that begins no triplet is of something that a program fills in: `%s`, `%CACHEBUSTER%`.
fn has_placeholders(text: &str) -> bool {
    #[cfg(feature = "all-notations")]
    return placeholders::Signs::of(text).are_placeholders();
    #[cfg(not(feature = "all-notations"))]
    {
        let _ = text;
        false
    }
}

/// What is said of a reference whose stray percent signs are of a format.
pub(super) const PLACEHOLDERS: &str = "with placeholders of a format";

/// A relative reference that something can be said about.
pub(super) fn relative(text: &str, place: Place) -> Option<Recognized> {
    let has_triplet = || form::has_triplet(text) && !is_format(text);
    let query = text.split_once('?').map(|(_, query)| query.split('#').next().unwrap_or_default());
    let has_form = query.is_some_and(form::has_pairs);
    let is_reference = match text.as_bytes() {
        [b'/', b'/', host, ..] => {
            host.is_ascii_alphanumeric() && text[2..].split(['/', '?', '#']).next()?.contains('.')
        }
        [b'/', ..] | [b'.', b'/', ..] | [b'.', b'.', b'/', ..] => {
            has_form
                || (place == Place::Whole && has_triplet())
                || has_link(query)
                || has_raw_markup_in(text, query)
        }
        [b'?', ..] => has_form,
        _ => {
            cfg!(feature = "all-notations")
                && place == Place::Whole
                && (has_form && is_path_with_form(text)
                    || text.starts_with("www.") && text.contains('/') && has_triplet())
        }
    };
    if text.contains(char::is_whitespace)
        || text.contains(['<', '>', '"']) && !has_raw_markup_in(text, query)
    {
        return None;
    }
    #[cfg(feature = "all-notations")]
    if place == Place::Whole && is_host_and_path(text, has_form || has_triplet()) {
        return Some(without_scheme(text));
    }
    is_reference.then(|| recognized(text))
}

/// Whether a text is an address without its scheme: a host, and a port or a path in which something is encoded.
#[cfg(feature = "all-notations")]
fn is_host_and_path(text: &str, is_encoded: bool) -> bool {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    let (authority, rest) = text.split_at(end);
    let (host, port) = match authority.rsplit_once(':') {
        _ if authority.ends_with(']') => (authority, None),
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let is_number = |text: &str| {
        (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_label = |label: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty() && label.bytes().all(is_part)
    };
    let labels = || host.split('.');
    let last = labels().next_back().unwrap_or_default();
    let is_punycode = labels().any(|label| label.starts_with("xn--"));
    let is_domain = labels().count() > 1
        && (last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic()) || is_punycode)
        && !FILES.contains(&last);
    let is_address = labels().count() == 4 && labels().all(is_number);
    let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_part = |byte: u8| byte.is_ascii_hexdigit() || b":.".contains(&byte);
    let is_literal = literal
        .is_some_and(|literal| literal.matches(':').count() > 1 && literal.bytes().all(is_part));
    let is_host =
        is_literal || labels().all(is_label) && (host == "localhost" || is_domain || is_address);
    match port {
        Some(port) => is_host && is_number(port) && !rest.is_empty(),
        None => is_host && is_encoded && rest.starts_with(['/', '?']),
    }
}

/// An address that begins with `www.`, without its scheme, in which nothing is encoded.
#[cfg(feature = "all-notations")]
pub(super) fn www(text: &str, place: Place) -> Option<Recognized> {
    let is_address = place == Place::Whole
        && text.starts_with("www.")
        && text.contains('/')
        && !text.contains(char::is_whitespace)
        && !text.contains(['<', '>', '"'])
        && !form::has_triplet(text)
        && is_host_and_path(text, true)
        // Pairs of a query make it certain.
        && relative(text, place).is_none();
    is_address.then(|| Recognized { is_certain: false, ..without_scheme(text) })
}

/// What ends the name of a file rather than that of a host.
#[cfg(feature = "all-notations")]
const FILES: [&str; 16] = [
    "php", "html", "htm", "asp", "aspx", "jsp", "do", "cgi", "js", "css", "json", "xml", "txt",
    "pdf", "png", "jpg",
];

/// What is said of an address whose scheme and slashes are missing.
#[cfg(feature = "all-notations")]
pub(super) const WITHOUT_SCHEME: &str = "without a scheme";

/// The address whose scheme and slashes are missing.
#[cfg(feature = "all-notations")]
fn without_scheme(text: &str) -> Recognized {
    let whole = ["//", text].concat();
    let mut parts = parts(&whole);
    for part in &mut parts {
        part.span = part.span.start - 2..part.span.end - 2;
    }
    // `./` before it would make a path of the host.
    let repaired = remedy(text).filter(|remedy| !remedy.text.starts_with("./"));
    let shorter = without_tracking(&whole).map(|remedy| Remedy {
        offset: remedy.offset - 2,
        text: remedy.text[2..].into(),
        ..remedy
    });
    Recognized {
        inner: Inner::Parts(parts),
        detail: Some(WITHOUT_SCHEME.into()),
        is_certain: true,
        remedies: repaired.into_iter().chain(shorter).collect(),
    }
}

/// Whether a text is segments and a form that nobody takes for words.
fn is_path_with_form(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%/".contains(&byte);
    text.split_once('?').is_some_and(|(path, query)| {
        !path.is_empty()
            && path.bytes().all(is_part)
            && (query.contains('&') || form::has_triplet(query))
    })
}

/// A host in Punycode by itself.
#[cfg(feature = "all-notations")]
pub(super) fn host(text: &str, place: Place) -> Option<Recognized> {
    let mut labels = text.split('.');
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if place != Place::Whole
        || !labels.any(|label| label.starts_with("xn--"))
        || !text.split('.').all(|label| !label.is_empty() && label.bytes().all(is_part))
    {
        return None;
    }
    let read = readable_host(None, text);
    if read == text { None } else { Recognized::certain(Inner::Text(read)) }
}

/// The scheme of a text that begins with one and a colon. One letter is a drive of Windows.
pub(super) fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some(scheme)
}

/// Whether a text that begins like an address is one as a whole, and not an address with words after it. An address that a person
/// wrote may have spaces: what follows the last of them looks like an address still.
fn has_address_only(text: &str) -> bool {
    if text.contains(char::is_control) {
        return false;
    }
    if text.contains(['<', '>', '"']) {
        return cfg!(feature = "all-notations") && has_raw_markup(text);
    }
    let Some((_, last)) = text.rsplit_once(char::is_whitespace) else { return true };
    // A percent sign of a value, which a person wrote as it is: `?q=50% off`.
    let before = text.split(char::is_whitespace).next().unwrap_or_default();
    if cfg!(feature = "all-notations")
        && before.ends_with('%')
        && before.split_once('?').is_some_and(|(_, query)| query.contains('='))
        && find(&text[before.len()..], "://").is_none()
    {
        return true;
    }
    let extension = |(_, extension): (&str, &str)| {
        (1..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    find(text, " http").is_none()
        && (last.contains(['/', '=', '&'])
            || form::has_triplet(last)
            || last.rsplit_once('.').is_some_and(extension))
}

/// Whether an address of the web without spaces has quotation marks or angle brackets of its own in its query: they are in pairs, and
/// the first begins a value. Of a text around the address they would stand at its end.
fn has_raw_markup(text: &str) -> bool {
    let Some(at) = text.find(['<', '>', '"']) else { return false };
    let (before, after) = text.split_at(at);
    let query = before.find('?').map(|query| &before[query..]);
    let begins_value = query.is_some_and(|query| query.ends_with(['=', '{', '[', ':', '(']));
    let is_tag = |rest: &str| {
        rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') && rest.contains('>')
    };
    scheme(text).is_some_and(is_web)
        && begins_value
        && !text.contains(char::is_whitespace)
        && find(after, "://").is_none()
        && text.matches('"').count().is_multiple_of(2)
        && text.split('<').skip(1).all(is_tag)
        && text.matches('<').count() == text.matches('>').count()
}

fn recognized(text: &str) -> Recognized {
    // A `%` at the end of a link that was cut begins a triplet. It does not stand for a percent sign.
    let is_cut = cut_in(text) == Some(IN_A_TRIPLET);
    let hosts = two_hosts(text);
    let has_placeholders = has_placeholders(text);
    let is_told = is_cut || hosts.is_some() || has_placeholders || slashes(text).is_some();
    let remedies = if is_told { None } else { remedy(text) };
    let remedies = remedies.into_iter().chain(without_tracking(text));
    Recognized {
        inner: Inner::Parts(parts(text)),
        detail: match hosts {
            None if has_placeholders => Some(PLACEHOLDERS.into()),
            hosts => hosts
                .or_else(|| slashes(text).map(Into::into))
                .or_else(|| marks(text).map(|_| "with variables in braces".into())),
        },
        is_certain: true,
        remedies: remedies.collect(),
    }
}

/// What is said of a link such as `https://a.example\@b.example/`, in which a browser reads another host than others do. A remedy
/// would choose one of them.
fn two_hosts(text: &str) -> Option<String> {
    if !cfg!(feature = "all-notations") {
        return None;
    }
    let reference = Reference::split(text);
    let authority = reference.authority()?;
    let (first, _) = authority.userinfo()?.split_once('\\')?;
    let first = first.rsplit_once('@').map_or(first, |(_, host)| host);
    Some(alloc::format!(
        "for a browser with the host {first}, for others with {}",
        authority.host()
    ))
}

/// What is said of an address of the web whose slashes a browser adds or turns. A remedy for the characters would make another address of
/// it.
fn slashes(text: &str) -> Option<&'static str> {
    if !cfg!(feature = "all-notations") {
        return None;
    }
    let scheme = scheme(text).filter(|scheme| is_web(scheme))?;
    let rest = &text[scheme.len() + 1..];
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    if !rest.starts_with("//") {
        return Some("with one slash after the scheme, where a browser reads two");
    }
    let backslash = rest[..end].find('\\')? + scheme.len() + 1;
    let grammar = if text.is_ascii() { Grammar::UriReference } else { Grammar::IriReference };
    let is_first = validate(text, grammar).is_err_and(|error| error.offset() == backslash);
    is_first.then_some("with backslashes, which a browser reads as slashes")
}

/// The parts of a reference.
pub(super) fn parts(text: &str) -> Vec<Part> {
    #[cfg(feature = "all-notations")]
    {
        let mut parts = split(text);
        placeholders::keep(text, &mut parts);
        parts
    }
    #[cfg(not(feature = "all-notations"))]
    split(text)
}

fn split(text: &str) -> Vec<Part> {
    let reference = Reference::split(text);
    let span = |part: &str| span_of(text, part);
    let mut parts = Vec::new();
    let scheme = reference.scheme();
    if let Some(scheme) = scheme {
        parts.push(Part::new(Kind::Scheme, span(scheme), Reading::AsWritten));
    }
    if let Some(authority) = reference.authority() {
        if let Some(user) = authority.user() {
            parts.push(Part::new(Kind::User, span(user), Reading::Decode));
        }
        if let Some(password) = authority.password() {
            parts.push(Part::new(Kind::Password, span(password), Reading::Decode));
        }
        let host = authority.host();
        if !host.is_empty() {
            parts.push(Part::new(
                Kind::Host,
                span(host),
                Reading::Known(readable_host(scheme, host)),
            ));
        }
        if let Some(port) = authority.port() {
            parts.push(Part::new(Kind::Port, span(port), Reading::AsWritten));
        }
    }
    let segments = reference.segments().filter(|segment| !segment.is_empty()).take(MAX_PARTS);
    parts.extend(segments.map(|segment| Part::new(Kind::Segment, span(segment), Reading::Decode)));
    let is_form = form::is_query_of(scheme)
        || scheme.is_some_and(|scheme| scheme.contains('+') && has_form(scheme));
    if let Some(query) = reference.query() {
        let start = span(query).start;
        let is_of = |known: &str| {
            cfg!(feature = "all-notations")
                && scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(known))
        };
        if ["ldap", "ldaps", "ldapi"].into_iter().any(is_of) {
            parts.extend(ldap(query, start));
        } else if is_of("xmpp") {
            // XEP-0147: the pairs are between `;`.
            parts.extend(form::pairs_between(query, ';', start, false));
        } else if query.contains(['=', '&']) {
            parts.extend(form::pairs(query, start, is_form));
        } else if !query.is_empty() {
            let is_link = cfg!(feature = "all-notations")
                && ["http://", "https://"].iter().any(|each| query.starts_with(each));
            let reading = match is_form {
                // A link that is not encoded keeps its triplets.
                _ if is_link => Reading::Explain,
                true => Reading::DecodePlus,
                false => Reading::Decode,
            };
            parts.push(Part::new(Kind::Query, span(query), reading));
        }
    }
    if let Some(fragment) = reference.fragment()
        && !fragment.is_empty()
    {
        if cfg!(feature = "all-notations")
            && let Some(intent) = fragment.strip_prefix("Intent;")
        {
            // What Android opens: the pairs of the fragment are between `;`, up to `end`.
            let pairs = intent.strip_suffix(";end").unwrap_or(intent);
            parts.extend(form::pairs_between(pairs, ';', span(intent).start, false));
            return parts;
        }
        #[cfg(feature = "all-notations")]
        if fragment.contains('&') && form::has_pairs(fragment) {
            // What a log-in returns (RFC 6749 section 4.2.2).
            parts.extend(form::pairs(fragment, span(fragment).start, false));
            return parts;
        }
        #[cfg(feature = "all-notations")]
        if let Some((_, query)) = fragment.split_once('?')
            && fragment.starts_with(['/', '!'])
            && form::has_pairs(query)
        {
            // A page of an application that has its own paths and queries.
            let route = fragment.strip_prefix('!').unwrap_or(fragment);
            parts.push(Part::new(Kind::Fragment, span(route), Reading::Explain));
            return parts;
        }
        #[cfg(feature = "all-notations")]
        if let Some(segments) = route(fragment) {
            parts.push(Part::new(Kind::Reference, span(fragment), Reading::Pair(segments)));
            return parts;
        }
        parts.push(Part::new(Kind::Fragment, span(fragment), Reading::Decode));
    }
    parts
}

/// Punctuation of other scripts. It ends an address in ASCII; an address in its script may have it.
pub(super) const ENDS_AFTER_ASCII: &str = "（，。；！？）「」『』【】《》、،؛؟।׃";

/// A host as a person reads it: in letters where that names the same host.
fn readable_host(scheme: Option<&str>, host: &str) -> String {
    // An IP literal, or a part of one, is not a domain name.
    if host.contains([':', '[', ']']) {
        return host.into();
    }
    let uri = alloc::format!("{}://{host}", scheme.unwrap_or("http"));
    let iri = from_uri(&uri, HostDisplay::default());
    let shown = Reference::split(&iri).authority().map_or(host, |authority| authority.host());
    // Beside the web, a host may be the path of a socket, or a name with a plus sign.
    if cfg!(feature = "all-notations")
        && scheme.is_some_and(|scheme| !is_web(scheme))
        && let Ok(read) = decode(shown).to_str()
        && read.is_ascii()
    {
        return read.into_owned();
    }
    shown.into()
}
