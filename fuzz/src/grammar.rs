//! The grammars of RFC 3986 (appendix A) and RFC 3987 (section 2.2), by the lists of characters of the oracle.

use crate::oracle::sets::{SetOracle, keeps_scalar, named};
use crate::oracle::uri::parts;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

/// What stands raw in each component. In an IRI, no character that formats text from right to left does (section 4.1).
pub struct Grammar {
    userinfo: SetOracle,
    reg_name: SetOracle,
    path: SetOracle,
    query: SetOracle,
    fragment: SetOracle,
}

pub static URI: LazyLock<Grammar> = LazyLock::new(|| Grammar {
    userinfo: named("rfc3986:userinfo"),
    reg_name: named("rfc3986:reg-name"),
    path: named("rfc3986:path"),
    query: named("rfc3986:query"),
    fragment: named("rfc3986:fragment"),
});

pub static IRI: LazyLock<Grammar> = LazyLock::new(|| Grammar {
    userinfo: named("rfc3987:iuserinfo"),
    reg_name: named("rfc3987:ireg-name"),
    path: named("rfc3987:ipath"),
    query: named("rfc3987:iquery"),
    fragment: named("rfc3987:ifragment"),
});

impl Grammar {
    /// `URI-reference` or `IRI-reference`.
    pub fn is_reference(&self, text: &str) -> bool {
        let [scheme, userinfo, host, port, path, query, fragment] = parts(text);
        let path = path.expect("each reference has a path");
        let is = |set: &SetOracle, part: &Option<String>| {
            part.as_deref().is_none_or(|part| has_only(part, set))
        };
        // `path-noscheme`: no colon before the first slash.
        let is_relative = scheme.is_none() && host.is_none();
        if is_relative && path.split('/').next().is_some_and(|first| first.contains(':')) {
            return false;
        }
        is(&self.userinfo, &userinfo)
            && host.is_none_or(|host| self.is_host(&host))
            && port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
            && has_only(&path, &self.path)
            && is(&self.query, &query)
            && is(&self.fragment, &fragment)
    }

    /// `URI` or `IRI`: with a scheme.
    pub fn is_absolute(&self, text: &str) -> bool {
        parts(text)[0].is_some() && self.is_reference(text)
    }

    fn is_host(&self, host: &str) -> bool {
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        literal.map_or_else(|| has_only(host, &self.reg_name), is_ip_literal)
    }
}

/// `IPv6address / IPvFuture`.
fn is_ip_literal(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix(['v', 'V']) {
        return rest.split_once('.').is_some_and(|(version, address)| {
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && !address.contains('%')
                && has_only(address, &URI.userinfo)
        });
    }
    // `std` has the same forms, and no zone.
    text.parse::<Ipv6Addr>().is_ok()
}

pub fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// Whether a text has only characters of a set, and triplets.
pub fn has_only(text: &str, set: &SetOracle) -> bool {
    let bytes = text.as_bytes();
    text.char_indices().all(|(at, character)| match character {
        '%' => {
            let digits = bytes.get(at + 1..at + 3);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        }
        _ if character.is_ascii() => set.keeps(bytes[at]),
        _ => keeps_scalar(set.non_ascii, character),
    })
}

/// Section 3.1.
pub fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// The components put together (section 5.3).
pub fn recompose(
    scheme: Option<&str>,
    authority: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) -> String {
    let mut out = String::new();
    if let Some(scheme) = scheme {
        out += &format!("{scheme}:");
    }
    if let Some(authority) = authority {
        out += &format!("//{authority}");
    }
    out += path;
    if let Some(query) = query {
        out += &format!("?{query}");
    }
    if let Some(fragment) = fragment {
        out += &format!("#{fragment}");
    }
    out
}
