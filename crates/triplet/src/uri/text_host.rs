//! The host with which a text begins that has no scheme.
#![forbid(unsafe_code)]

/// The host, perhaps with a port, with which a text begins, if no scheme and no `//` is before the host: `www.a.example/x`,
/// `a.example:8080`, `localhost:3000/x`, `192.0.2.1`. By the grammar (RFC 3986 section 4.2) such a text begins with a segment of a path or
/// with a scheme, and has no host: a program that knows better writes `https://` before it.
///
/// A host is a name with a dot whose last label has two letters at least, an IPv4 address, or `localhost`. A file can have such a name
/// too: `index.html`.
///
/// ```
/// use triplet::uri::schemeless_host;
///
/// assert_eq!(schemeless_host("www.a.example/x?q=1"), Some("www.a.example"));
/// assert_eq!(schemeless_host("localhost:3000"), Some("localhost:3000"));
/// assert_eq!(schemeless_host("https://a.example/"), None);
/// assert_eq!(schemeless_host("docs/a.html"), None);
/// ```
#[must_use]
pub fn schemeless_host(text: &str) -> Option<&str> {
    let length = text.find(['/', '?', '#']).unwrap_or(text.len());
    let host = &text[..length];
    let (name, port) = match host.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    };
    let is_port =
        |port: &str| port.parse::<u16>().is_ok() && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_of_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let labels = || name.split('.');
    let is_name = || {
        let last = labels().next_back().unwrap_or_default();
        labels().count() > 1
            && labels().all(|label| !label.is_empty() && label.chars().all(is_of_name))
            && last.chars().count() > 1
            && (last.chars().all(char::is_alphabetic) || last.starts_with("xn--"))
    };
    let is_host = name == "localhost" && (port.is_some() || length < text.len())
        || name.parse::<core::net::Ipv4Addr>().is_ok()
        || is_name();
    (is_host && port.is_none_or(is_port)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::schemeless_host;

    #[test]
    fn hosts() {
        for (text, host) in [
            ("a.example", "a.example"),
            ("a.example:8080/y", "a.example:8080"),
            ("b\u{fc}cher.example?q", "b\u{fc}cher.example"),
            ("xn--bcher-kva.xn--p1ai#x", "xn--bcher-kva.xn--p1ai"),
            ("192.0.2.1/x", "192.0.2.1"),
            ("localhost/x", "localhost"),
        ] {
            assert_eq!(schemeless_host(text), Some(host), "{text}");
        }
        for text in [
            "",
            "localhost",
            "a",
            "//a.example/",
            "mailto:me@a.example",
            "tel:12345",
            "a.example:x",
            "a.example:/cb",
            "me@a.example/x",
            "1.5",
            "v1.2/x",
            "..",
            "a..example",
            ".a.example",
            "a b.example",
            "a.example:99999",
            "a.b:+1",
        ] {
            assert_eq!(schemeless_host(text), None, "{text}");
        }
    }
}
