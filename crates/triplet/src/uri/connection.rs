//! Hosts and userinfo of connection strings, which programs read by rules of their own (PostgreSQL's manual, section 34.1.1.2; MongoDB's
//! *Connection String URI Format*): several hosts, and passwords in which `@`, `/`, `?` and `#` are raw.
#![forbid(unsafe_code)]

use crate::triplet::decode_triplet;

/// Where the `@` is that ends the userinfo of a connection string: the last one that hosts follow. The text begins after the `//`.
/// An `@` in the parameters after the hosts is data. By RFC 3986 the first `/`, `?` or `#` ends the authority, so RFC 3986 reads a
/// password with one of these characters in another way. Linear time.
///
/// ```
/// use triplet::uri::raw_userinfo_len;
///
/// assert_eq!(raw_userinfo_len("me:p@ss/w#rd@db.example:5432/app?user=a@b"), Some(12));
/// assert_eq!(raw_userinfo_len("db.example/app?user=a@b"), None);
/// assert_eq!(raw_userinfo_len("/app?host=/tmp&user=a@b"), None);
/// assert_eq!(raw_userinfo_len("me:p/w@/app"), Some(6));
/// ```
#[must_use]
pub fn raw_userinfo_len(text: &str) -> Option<usize> {
    // A userinfo stands before a host, and here the path begins at once.
    if text.starts_with(['/', '?', '#']) {
        return None;
    }
    let is_parameter = |at: usize| {
        let after = &text.as_bytes()[at + 1..];
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
        let name = after.iter().take_while(is_name).count();
        name > 0 && after.get(name) == Some(&b'=')
    };
    let is_end = |at: usize| hosts_len(&text[at + 1..]).is_some();
    let first = match hosts_len(text) {
        Some(_) => 0,
        None => match text.match_indices('@').map(|(at, _)| at).find(|&at| is_end(at)) {
            Some(first) => first,
            // PostgreSQL takes an empty host for the default one.
            None => return text.find("@/").filter(|&at| text[..at].contains(':')),
        },
    };
    let queries = text.match_indices(['?', ';']).map(|(at, _)| at);
    let query = queries.filter(|&at| at >= first).find(|&at| is_parameter(at));
    let before = &text[..query.unwrap_or(text.len())];
    before.rmatch_indices('@').map(|(at, _)| at).find(|&at| is_end(at))
}

/// The length of the hosts with which a text begins: one, or several with commas, each perhaps with a port, or with an instance of SQL
/// Server after a `\`. None if something else than a path, parameters or nothing follows. Linear time.
///
/// ```
/// use triplet::uri::hosts_len;
///
/// assert_eq!(hosts_len("h1:27017,[::1]:27018/db"), Some(20));
/// assert_eq!(hosts_len("me@h"), None);
/// assert_eq!((hosts_len("h<"), hosts_len("h%3C")), (None, None));
/// ```
#[must_use]
pub fn hosts_len(text: &str) -> Option<usize> {
    let is_part = |byte: u8| {
        byte.is_ascii_alphanumeric() || b"-._~%:,[]\\$".contains(&byte) || !byte.is_ascii()
    };
    // A character that no host has is still no part of one when it is encoded.
    let is_encoded = |at: usize| {
        decode_triplet(&text.as_bytes()[at..])
            .is_some_and(|octet| octet <= b' ' || b"\"#<>^`{|}\x7F".contains(&octet))
    };
    let end = text.bytes().enumerate().find(|&(at, byte)| !is_part(byte) || is_encoded(at));
    let length = end.map_or(text.len(), |(at, _)| at);
    let is_end = matches!(text.as_bytes().get(length), None | Some(b'/' | b'?' | b';'));
    (is_end && text[..length].split(',').all(is_host)).then_some(length)
}

/// Whether a text is a host with a port or without, and with an instance or without.
fn is_host(text: &str) -> bool {
    let host = match text.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => text,
    };
    let (host, instance) =
        host.split_once('\\').map_or((host, None), |(host, name)| (host, Some(name)));
    instance.is_none_or(|instance| !instance.is_empty())
        && !host.is_empty()
        && (host.ends_with(']') || !host.contains(':'))
}
