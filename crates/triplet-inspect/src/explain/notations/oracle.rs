//! Connection strings of Oracle's JDBC drivers (*JDBC Developer's Guide*, section 8.2): `jdbc:oracle:thin:@//host:1521/service` and
//! `jdbc:oracle:thin:user/password@host:1521:sid`. They are not hierarchical, so RFC 3986 sees one path.
#![forbid(unsafe_code)]

use alloc::vec;

use super::super::form::pairs;
use super::super::node::Kind;
use super::super::recognized::{Inner, Part, Place, Reading, Recognized, span_of};
use super::connection::divided_host;

const DRIVERS: [&str; 4] =
    ["jdbc:oracle:thin:", "jdbc:oracle:oci:", "jdbc:oracle:oci8:", "jdbc:oracle:kprb:"];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let starts = |driver: &&&str| {
        text.get(..driver.len()).is_some_and(|start| start.eq_ignore_ascii_case(driver))
    };
    let scheme = DRIVERS.iter().find(starts)?.len() - 1;
    if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let mut parts = vec![Part::new(Kind::Scheme, 0..scheme, Reading::AsWritten)];
    let at = scheme + 1 + text[scheme + 1..].rfind('@')?;
    let userinfo = &text[scheme + 1..at];
    let (user, password) = userinfo
        .split_once('/')
        .map_or((userinfo, None), |(user, password)| (user, Some(password)));
    let named = [(Kind::User, Some(user)), (Kind::Password, password)];
    for (kind, written) in named {
        if let Some(written) = written.filter(|written| !written.is_empty()) {
            parts.push(Part::new(kind, span_of(text, written), Reading::AsWritten));
        }
    }
    let place = &text[at + 1..];
    let (place, query) =
        place.split_once('?').map_or((place, None), |(place, query)| (place, Some(query)));
    let place = place.strip_prefix("//").unwrap_or(place);
    let (hosts, sid, service) = match place.split_once('/') {
        Some((hosts, service)) => (hosts, None, Some(service)),
        None => match place.rsplit_once(':') {
            // A number is a port.
            Some((hosts, sid)) if sid.bytes().any(|byte| !byte.is_ascii_digit()) => {
                (hosts, Some(sid), None)
            }
            _ => (place, None, None),
        },
    };
    if triplet::uri::hosts_len(hosts) != Some(hosts.len()) {
        return None;
    }
    for each in hosts.split(',') {
        let (host, port) = divided_host(each);
        parts.push(Part::new(Kind::Host, span_of(text, host), Reading::AsWritten));
        parts.extend(
            port.map(|port| Part::new(Kind::Port, span_of(text, port), Reading::AsWritten)),
        );
    }
    for (written, detail) in [(sid, "a SID"), (service, "a service")] {
        if let Some(written) = written.filter(|written| !written.is_empty()) {
            let part = Part::new(Kind::Database, span_of(text, written), Reading::AsWritten);
            parts.push(Part { detail: Some(detail.into()), ..part });
        }
    }
    if let Some(query) = query {
        parts.extend(pairs(query, text.len() - query.len(), false));
    }
    Recognized::certain(Inner::Parts(parts))
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::connection::tests::parts;
    use super::super::says;

    #[test]
    fn what_is_a_connection_of_oracle_and_what_is_not() {
        for (text, expected) in [
            (
                "jdbc:oracle:thin:@//host:1521/x",
                "scheme jdbc:oracle:thin; host host; port 1521; database x",
            ),
            (
                "jdbc:oracle:thin:scott/t@ger@host:1521:sid",
                "scheme jdbc:oracle:thin; user scott; password t@ger; host host; port 1521; database sid",
            ),
            (
                "JDBC:Oracle:OCI:@h1:1521,[::1]:1522/x?a=%20",
                "scheme JDBC:Oracle:OCI; host h1; port 1521; host [::1]; port 1522; database x; pair a=%20",
            ),
            ("jdbc:oracle:thin:@alias", "scheme jdbc:oracle:thin; host alias"),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
        for text in [
            "jdbc:oracle:thin:",
            "jdbc:oracle:thin:host:1521:sid",
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)))",
            "jdbc:oracle:thin:@ host",
            "oracle:thin:@host",
        ] {
            assert_eq!(says(Kind::ConnectionString, text), "is not", "{text}");
        }
    }
}
