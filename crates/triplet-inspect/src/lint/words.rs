//! Names of pairs that say what their values are for, and names in values that reach into a program.
#![forbid(unsafe_code)]

use core::ops::Range;

/// Whether programs that run on a person's own machine are called back at the value of this name.
pub(super) fn is_callback(name: &[u8]) -> bool {
    let names = [&b"redirect_uri"[..], b"post_logout_redirect_uri", b"state"];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Ends of names whose values are hosts or references that a program follows. They are the parameters that lists of requests
/// forged by servers and of open redirects have in common (CWE-918, CWE-601).
const TARGETS: [&[u8]; 20] = [
    b"url",
    b"uri",
    b"host",
    b"hostname",
    b"dest",
    b"destination",
    b"target",
    b"server",
    b"domain",
    b"site",
    b"endpoint",
    b"redirect",
    b"proxy",
    b"upstream",
    b"remote",
    b"webhook",
    b"callback",
    b"feed",
    b"fetch",
    b"origin",
];

/// Whether a program follows the value of this name.
pub(super) fn is_target(name: &[u8]) -> bool {
    TARGETS.iter().any(|target| {
        let Some(start) = name.len().checked_sub(target.len()) else { return false };
        // A word of its own: `imageUrl`, `dest_host`, `url`.
        let apart = start == 0
            || !name[start - 1].is_ascii_alphabetic()
            || name[start].is_ascii_uppercase() && name[start - 1].is_ascii_lowercase();
        apart && name[start..].eq_ignore_ascii_case(target)
    })
}

/// Whether the value of this name is an address that a program opens, beside those of [`is_target`]: names of links, of what a page shows
/// and of services. `ip` and `ref` are not: logs have them, and addresses in them.
pub(super) fn is_address(name: &[u8]) -> bool {
    let names: [&[u8]; 12] = [
        b"addr", b"address", b"api", b"link", b"href", b"src", b"image", b"img", b"xml", b"wsdl",
        b"ping", b"base",
    ];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the value of this name is a file that a program opens or includes (CWE-98).
pub(super) fn is_file(name: &[u8]) -> bool {
    let names: [&[u8]; 17] = [
        b"file",
        b"filename",
        b"filepath",
        b"page",
        b"path",
        b"include",
        b"template",
        b"doc",
        b"document",
        b"download",
        b"load",
        b"name",
        b"lang",
        b"folder",
        b"dir",
        b"view",
        b"read",
    ];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the value of this name is the function that a script calls (JSONP): `callback` is the name that jQuery writes, the others are
/// those of services that answer in this way.
pub(super) fn is_function(name: &[u8]) -> bool {
    let names: [&[u8]; 7] = [
        b"callback",
        b"cb",
        b"jsonp",
        b"jsonpcallback",
        b"jsoncallback",
        b"json_callback",
        b"jsonp_callback",
    ];
    let name = &name[name.iter().take_while(|&&b| b == b'_').count()..];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether what should be the name of a function is code, or a way into a window or its document.
pub(super) fn is_code(text: &[u8]) -> bool {
    let first = text.split(|&b| b == b'.').next().unwrap_or_default();
    let windows: [&[u8]; 7] =
        [b"opener", b"parent", b"top", b"window", b"document", b"self", b"frames"];
    // The start of a compressed film of Flash, in letters and digits (CVE-2014-4671).
    let is_film = text.len() > 64 && matches!(text, [b'C' | b'F' | b'Z', b'W', b'S', ..]);
    is_film
        || text.iter().any(|b| b"(<;'\"|`".contains(b))
        || windows.contains(&first) && text.iter().filter(|&&b| b == b'.').count() > 1
}

/// Whether the value of this name is a secret that logs must not have: names of OAuth (RFC 6749, RFC 6750 section 5.3), and those that
/// forms usually have for passwords.
pub(super) fn is_secret(name: &[u8]) -> bool {
    let names: [&[u8]; 13] = [
        b"password",
        b"passwd",
        b"pwd",
        b"pass",
        b"passphrase",
        b"user_password",
        b"userpassword",
        b"client_secret",
        b"secret",
        b"private_key",
        b"secret_key",
        b"access_token",
        b"refresh_token",
    ];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a request for authorization has a parameter of this name. None may be there twice (RFC 6749 section 3.1).
pub(super) fn is_of_authorization(name: &[u8]) -> bool {
    let names: [&[u8]; 5] = [b"client_id", b"response_type", b"redirect_uri", b"scope", b"state"];
    names.contains(&name)
}

/// Whether the value of this name is what a person searches for, or a title: the names of web search engines, MediaWiki and WordPress.
pub(super) fn is_search(name: &[u8]) -> bool {
    let names: [&[u8]; 9] =
        [b"q", b"query", b"search", b"s", b"text", b"title", b"keyword", b"keywords", b"p"];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a program of mail attaches the file that the value of this name is (RFC 6068 section 7 warns of such fields).
pub(super) fn is_attachment(name: &[u8]) -> bool {
    [&b"attach"[..], b"attachment", b"insert"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a name is that of a header field by which a proxy says what it was asked for: the fields before RFC 7239, those of IIS
/// (URL Rewrite) and Symfony, those that name another method (OData 3, Google's APIs, Express), and those of the parts of Next.js.
pub(super) fn is_header_of_proxies(name: &[u8]) -> bool {
    let names: [&[u8]; 15] = [
        b"x-forwarded-host",
        b"x-forwarded-for",
        b"x-forwarded-proto",
        b"x-forwarded-prefix",
        b"x-forwarded-port",
        b"x-forwarded-scheme",
        b"x-original-url",
        b"x-rewrite-url",
        b"x-real-ip",
        b"x-original-host",
        b"x-http-method-override",
        b"x-http-method",
        b"x-method-override",
        b"x-middleware-subrequest",
        b"x-middleware-rewrite",
    ];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a pair of a query names another method than that of the request, as forms do for Rails, Laravel and Symfony.
pub(super) fn overrides_method(name: &[u8], value: &[u8]) -> bool {
    let methods = [&b"delete"[..], b"put", b"patch", b"connect", b"trace"];
    name == b"_method" && methods.iter().any(|method| method.eq_ignore_ascii_case(value))
}

/// Whether a pair of a form is a token that a site gave out with the form: a query with one is what the site's own form sends.
pub(super) fn has_token(form: &[u8]) -> bool {
    form.split(|&b| b == b'&').any(|pair| {
        let name = pair.split(|&b| b == b'=').next().unwrap_or_default();
        name.ends_with(b"token") || name.starts_with(b"csrf")
    })
}

/// Whether a person is sent on to the value of this name: one of a host or a reference ([`is_target`]), or a usual name of an open
/// redirect (CWE-601).
pub(super) fn is_way_on(name: &[u8]) -> bool {
    let names: [&[u8]; 15] = [
        b"next",
        b"return",
        b"returnto",
        b"return_to",
        b"returnurl",
        b"continue",
        b"goto",
        b"go",
        b"to",
        b"r",
        b"u",
        b"back",
        b"forward",
        b"out",
        b"redir",
    ];
    is_target(name) || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a person comes back to the value of this name after something else. No program needs two of them.
pub(super) fn is_return(name: &[u8]) -> bool {
    let names: [&[u8]; 9] = [
        b"next",
        b"return",
        b"returnto",
        b"return_to",
        b"returnurl",
        b"return_url",
        b"redirect",
        b"redirect_url",
        b"continue",
    ];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a host is joined to what a value begins with, after a host that a program writes before it: `@evil.test`, `.evil.test`,
/// `:80@evil.test`.
pub(super) fn continues_host(text: &[u8]) -> bool {
    let rest = match text {
        [b'@' | b'.', rest @ ..] => rest,
        [b':', rest @ ..] => match rest.iter().position(|&b| b == b'@') {
            Some(at) => &rest[at + 1..],
            None => return false,
        },
        _ => return false,
    };
    let host = rest.split(|b| b"/?#:".contains(b)).next().unwrap_or_default();
    let is_name = |label: &[u8]| {
        !label.is_empty() && label.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
    };
    host.contains(&b'.') && host.split(|&b| b == b'.').all(is_name)
}

/// Whether a value is what a page reloads after a time: `0;url=//evil.test` (HTML 4.2.5.3).
pub(super) fn is_refresh(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let rest = text[digits..].trim_ascii_start();
    let Some(rest) = rest.strip_prefix(b";").filter(|_| digits > 0) else { return false };
    rest.trim_ascii_start().get(..4).is_some_and(|url| url.eq_ignore_ascii_case(b"url="))
}

/// Where a value names the prototypes of JavaScript, as a path or as keys of JSON.
pub(super) fn reaches_into_prototypes(text: &[u8]) -> Option<Range<usize>> {
    let keys = || {
        let constructor = find(text, b"\"constructor\"")?;
        find(text, b"\"prototype\"").map(|_| constructor)
    };
    let names: [&[u8]; 3] = [b"__proto__", b"constructor.prototype", b"constructor[prototype]"];
    names.iter().find_map(|name| find(text, name)).or_else(keys)
}

/// Where a value names what objects of Python are made of.
pub(super) fn reaches_into_objects(text: &[u8]) -> Option<Range<usize>> {
    let names: [&[u8]; 6] = [
        b"__class__",
        b"__mro__",
        b"__subclasses__",
        b"__globals__",
        b"__builtins__",
        b"__import__",
    ];
    if !text.contains(&b'_') || !text.windows(2).any(|two| matches!(two, b"__")) {
        return None;
    }
    names.iter().find_map(|name| {
        let found = find(text, name)?;
        // By itself it is a word of a manual.
        let goes_on = matches!(text.get(found.end), Some(b'.' | b'[' | b'('));
        let follows =
            found.start > 0 && matches!(text[found.start - 1], b'.' | b'[' | b'\'' | b'"');
        (goes_on || follows).then_some(found)
    })
}

/// Where a value has an operator of MongoDB as a key of JSON or of JavaScript that runs a program, or that every document meets:
/// `{"password":{"$ne":null}}`, `{ $gt: '' }`. Pages filter by the others, and by other values.
pub(super) fn operates(text: &[u8]) -> Option<Range<usize>> {
    let programs: [&[u8]; 3] = [b"$where", b"$function", b"$accumulator"];
    let comparisons: [&[u8]; 5] = [b"$ne", b"$gt", b"$gte", b"$nin", b"$regex"];
    let mut start = 0;
    while let Some(at) = text[start..].iter().position(|&b| b == b'$') {
        let at = start + at;
        start = at + 1 + text[at + 1..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let is_in = |names: &[&[u8]]| names.contains(&&text[at..start]);
        let rest = &text[start..];
        let rest = rest.strip_prefix(b"\"").or(rest.strip_prefix(b"'")).unwrap_or(rest);
        let Some(operand) = rest.trim_ascii_start().strip_prefix(b":") else { continue };
        let nothing: [&[u8]; 8] = [b"null", b"\"\"", b"''", b"[]", b"1}", b"1 }", b"-1", b"\".*"];
        let is_met = || nothing.iter().any(|value| operand.trim_ascii_start().starts_with(value));
        if is_in(&programs) || is_in(&comparisons) && is_met() {
            return Some(at..start);
        }
    }
    None
}

fn find(text: &[u8], name: &[u8]) -> Option<Range<usize>> {
    text.windows(name.len()).position(|window| window == name).map(|at| at..at + name.len())
}
