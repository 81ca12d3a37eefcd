//! Connection strings: `postgres://user:password@host/database`, which programs read by rules of their own (PostgreSQL's manual, section
//! 34.1.1.2; MongoDB's *Connection String URI Format*), and JDBC's, which begin with `jdbc:`.
//!
//! A connection string that RFC 3986 reads as its program does is a URL for `explain`. This file reads the others: those with several
//! hosts, or with a password in which `@`, `/`, `#` or the like are raw. The last `@` that a host follows ends the password.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::set::EncodeSet;
use triplet::set::rfc3986::USERINFO;
use triplet::uri::{hosts_len, raw_userinfo_len};
use triplet::{decode_triplet, encode};

use super::super::find::split_once;
use super::super::form::pairs;
use super::super::node::{Kind, Remedy, RemedyKind};
use super::super::recognized::{Inner, Part, Place, Reading, Recognized, span_of};

const USER: EncodeSet = USERINFO.also_encode(b":");

/// The schemes, without `+driver` at their end.
const SCHEMES: [&str; 21] = [
    "amqp",
    "amqps",
    "clickhouse",
    "cockroach",
    "cockroachdb",
    "db2",
    "mariadb",
    "mongodb",
    "mssql",
    "mysql",
    "mysqlx",
    "oracle",
    "postgres",
    "postgresql",
    "redis",
    "rediss",
    "redshift",
    "snowflake",
    "sqlserver",
    "valkey",
    "vertica",
];

/// Schemes of cameras, proxies, repositories and mail. People write passwords in their addresses too, and write them raw.
const WITH_PASSWORDS: [&str; 14] = [
    "ftp", "ftps", "http", "https", "imap", "imaps", "mqtt", "mqtts", "rtsp", "rtsps", "sftp",
    "smtp", "smtps", "socks5",
];

/// Whether a text after `://` has a raw password for certain: what RFC 3986 takes for its port is not a number.
fn has_raw_password(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.rsplit_once(':').is_some_and(|(_, port)| {
        port.starts_with(|c: char| c.is_alphanumeric())
            && !port.bytes().all(|byte| byte.is_ascii_digit())
            && !port.ends_with(']')
    })
}

/// A connection string with an instance of SQL Server, `host\instance`. In another text, `\` and a letter would be an escape.
pub(crate) fn with_instance(text: &str, place: Place) -> Option<Recognized> {
    text.contains('\\').then(|| recognize(text, place))?.filter(|found| match &found.inner {
        Inner::Parts(parts) => parts.iter().any(|part| part.detail.is_some()),
        _ => false,
    })
}

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let (scheme, rest) = split_once(text, "://").filter(|(scheme, _)| scheme.len() <= 64)?;
    let lower = scheme.to_ascii_lowercase();
    let name = lower.strip_prefix("jdbc:");
    let is_jdbc = name.is_some();
    let name = name.unwrap_or(&lower).split(['+', ':']).next()?;
    let is_known = SCHEMES.contains(&name)
        || cfg!(feature = "all-notations")
            && WITH_PASSWORDS.contains(&name)
            && has_raw_password(rest);
    if !is_known || rest.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let start = scheme.len() + 3;
    let at = raw_userinfo_len(rest).map(|at| start + at);
    let authority = at.map_or(start, |at| at + 1);
    let hosts = authority + hosts_len(&text[authority..])?;
    let userinfo = at.map(|at| start..at);
    let userinfo_of = |userinfo| if is_doubled(text) { None } else { remedy(text, userinfo) };
    let remedy = userinfo.clone().and_then(userinfo_of);
    let is_sql_server = ["sqlserver", "mssql"].contains(&name);
    let is_usual = match &text[authority..hosts] {
        several if several.contains('\\') => !is_sql_server,
        several if several.contains(',') => false,
        _ => !is_sql_server || !text[hosts..].starts_with(';'),
    };
    if !is_jdbc && remedy.is_none() && is_usual
        || !is_sql_server && text[authority..hosts].contains('\\')
    {
        return None;
    }
    let mut parts = vec![Part::new(Kind::Scheme, 0..scheme.len(), Reading::AsWritten)];
    if let Some(userinfo) = userinfo {
        let (user, password) = divided(text, &userinfo);
        if !user.is_empty() {
            parts.push(Part::new(Kind::User, user, Reading::Decode));
        }
        parts.extend(password.map(|span| Part::new(Kind::Password, span, Reading::Decode)));
    }
    for each in text[authority..hosts].split(',') {
        let (host, port) = divided_host(each);
        let (host, instance) = divided_instance(host);
        parts.push(Part::new(Kind::Host, span_of(text, host), Reading::Decode));
        parts.extend(instance.map(|instance| {
            let part = Part::new(Kind::Database, span_of(text, instance), Reading::AsWritten);
            Part { detail: Some("an instance".into()), ..part }
        }));
        parts.extend(
            port.map(|port| Part::new(Kind::Port, span_of(text, port), Reading::AsWritten)),
        );
    }
    push_rest(&mut parts, text, hosts);
    let found = Recognized::certain(Inner::Parts(parts))?;
    Some(Recognized { remedies: remedy.into_iter().collect(), ..found })
}

/// Whether the percent signs are doubled, as in an INI file of Python. A remedy would make another password of it.
fn is_doubled(text: &str) -> bool {
    #[cfg(feature = "all-notations")]
    return super::super::placeholders::Signs::of(text).is_doubled();
    #[cfg(not(feature = "all-notations"))]
    {
        let _ = text;
        false
    }
}

/// A host, and its port if there is a `:` with digits after it.
pub(super) fn divided_host(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, Some(port)),
        _ => (text, None),
    }
}

/// A host, and the instance of SQL Server after a `\`.
fn divided_instance(host: &str) -> (&str, Option<&str>) {
    host.split_once('\\').map_or((host, None), |(host, instance)| (host, Some(instance)))
}

/// The user, and the password after the first `:`.
fn divided(text: &str, userinfo: &Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    match text[userinfo.clone()].find(':') {
        Some(colon) => {
            let colon = userinfo.start + colon;
            (userinfo.start..colon, Some(colon + 1..userinfo.end))
        }
        None => (userinfo.clone(), None),
    }
}

/// What must be encoded in the user and the password. Letters outside ASCII need not be: an IRI may have them.
fn remedy(text: &str, userinfo: Range<usize>) -> Option<Remedy> {
    let (user, password) = divided(text, &userinfo);
    let is_raw = |at: usize, set: EncodeSet| match text.as_bytes()[at] {
        b'%' => decode_triplet(&text.as_bytes()[at..]).is_none(),
        byte => byte.is_ascii() && !set.keeps(byte),
    };
    let parts = [(Some(user), USER), (password, USERINFO)];
    let mut offset = None;
    let mut repaired = String::from(&text[..userinfo.start]);
    for (span, set) in parts {
        let Some(span) = span else { continue };
        if span.start > userinfo.start {
            repaired.push(':');
        }
        offset = offset.or(span.clone().find(|&at| is_raw(at, set)));
        repaired.push_str(&encode(&text[span], set).keep_triplets().to_cow());
    }
    let offset = offset?;
    let character = text[offset..].chars().next()?;
    repaired.push_str(&text[userinfo.end..]);
    let message =
        alloc::format!("`{character}` at offset {offset} must be encoded in a user or a password");
    Some(Remedy { kind: RemedyKind::EncodeUserinfo, message, offset, text: repaired })
}

/// Whether the query of a connection string is a form. SQLAlchemy reads a form there; its schemes have the driver after a `+`.
pub(crate) fn has_form(text: &str) -> bool {
    let dialect = text.split('+').next().unwrap_or_default();
    cfg!(feature = "all-notations")
        && ["mssql", "mysql", "mariadb", "oracle", "postgresql", "sqlite"].contains(&dialect)
}

/// The database and the pairs, from an offset on.
fn push_rest(parts: &mut Vec<Part>, text: &str, start: usize) {
    let rest = &text[start..];
    let end = start + rest.find(['?', ';']).unwrap_or(rest.len());
    let is_web = cfg!(feature = "all-notations")
        && WITH_PASSWORDS.iter().any(|each| text.split(':').next() == Some(each));
    if is_web {
        let segments = text[start..end].split('/').filter(|segment| !segment.is_empty());
        let part = |segment| Part::new(Kind::Segment, span_of(text, segment), Reading::Decode);
        parts.extend(segments.map(part));
    } else if let Some(database) = text[start..end].strip_prefix('/')
        && !database.is_empty()
    {
        parts.push(Part::new(Kind::Database, start + 1..end, Reading::Decode));
    }
    match text.as_bytes().get(end) {
        Some(b'?') => parts.extend(pairs(
            &text[end + 1..],
            end + 1,
            has_form(text) || is_web && text.starts_with("http"),
        )),
        Some(_) => {
            // Values are not percent-encoded. A value in braces may have a `;` (Microsoft's *Building the connection URL*).
            let (mut is_in_braces, mut last) = (false, ' ');
            let is_end = |c| {
                is_in_braces = if is_in_braces { c != '}' } else { c == '{' && last == '=' };
                last = c;
                c == ';' && !is_in_braces
            };
            let mut at = end;
            for pair in text[end..].split(is_end) {
                let span = at..at + pair.len();
                at = span.end + 1;
                if cfg!(not(feature = "all-notations")) {
                    parts.extend(pairs(pair, span.start, false));
                } else if let Some((name, value)) = pair.split_once('=') {
                    let start = name.len() + 1;
                    let in_braces =
                        value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
                    let reading = Reading::Known(in_braces.unwrap_or(value).into());
                    let both = vec![
                        Part::new(Kind::Name, 0..name.len(), Reading::AsWritten),
                        Part::new(Kind::Value, start..pair.len(), reading),
                    ];
                    parts.push(Part::new(Kind::Pair, span, Reading::Pair(both)));
                }
            }
        }
        None => {}
    }
}

#[cfg(test)]
pub(super) mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    /// The parts of a text: their kinds and what they say.
    pub(in super::super) fn parts(text: &str) -> String {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::ConnectionString, "{text}");
        let parts = explanation.root().children.iter();
        let parts: Vec<_> =
            parts.map(|part| alloc::format!("{} {}", part.kind, part.read())).collect();
        parts.join("; ")
    }

    #[test]
    fn what_is_a_connection_and_what_is_not() {
        for (text, expected) in [
            (
                "postgres://u:p@ss/w#rd@host/db",
                "scheme postgres; user u; password p@ss/w#rd; host host; database db",
            ),
            (
                "mongodb://u:p%40@h1:27017,[::1]:27018/db?replicaSet=x",
                "scheme mongodb; user u; password p@; host h1; port 27017; host [::1]; port 27018; database db; pair replicaSet=x",
            ),
            (
                "postgresql+psycopg2://me@corp:100%@host:5432/db?ssl=1",
                "scheme postgresql+psycopg2; user me@corp; password 100%; host host; port 5432; database db; pair ssl=1",
            ),
            ("redis://:a?b@host/0", "scheme redis; password a?b; host host; database 0"),
            (
                "jdbc:mysql://host:3306/db?user=a@b.example&password=x",
                "scheme jdbc:mysql; host host; port 3306; database db; pair user=a@b.example; pair password=x",
            ),
            (
                "sqlserver://host\\new1:1433;user=a@b.example;password=%41",
                "scheme sqlserver; host host; database new1; port 1433; pair user=a@b.example; pair password=%41",
            ),
            (
                "jdbc:sqlserver://host;password={p;w}}};user=a{b;c=d",
                "scheme jdbc:sqlserver; host host; pair password={p;w}}}; pair user=a{b; pair c=d",
            ),
            ("sqlserver://host;user=sa", "scheme sqlserver; host host; pair user=sa"),
            (
                "jdbc:postgresql://h1:5432,h2:5433/db?ssl=true",
                "scheme jdbc:postgresql; host h1; port 5432; host h2; port 5433; database db; pair ssl=true",
            ),
            (
                "jdbc:mysql:replication://h1,h2:3307/db",
                "scheme jdbc:mysql:replication; host h1; host h2; port 3307; database db",
            ),
            (
                "jdbc:sqlserver://host:1433;databaseName=db;user=sa",
                "scheme jdbc:sqlserver; host host; port 1433; pair databaseName=db; pair user=sa",
            ),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
        for text in [
            "postgres://u:p@host:5432/db",
            "postgres://u:p%40ss@host/db?options=a@b.example",
            "postgres://host/db?user=a@b.example",
            "postgres:///db",
            "postgres://host\\x/db",
            "sqlserver://host\\",
            "sqlserver://host/db",
            "postgres://ü:ä@host/db",
            "https://u:p@ss@host/",
            "postgres://u:p@h1,h2/db and more",
            "mysql://",
            "the scheme is postgres://",
        ] {
            assert_eq!(says(Kind::ConnectionString, text), "is not", "{text}");
        }
    }

    #[test]
    fn what_must_be_encoded() {
        for (text, offset, repaired) in [
            ("postgres://u:p@ss/w#rd@host/db", 14, "postgres://u:p%40ss%2Fw%23rd@host/db"),
            ("postgres://u:100%@host/db", 16, "postgres://u:100%25@host/db"),
            ("mysql://a@b:%40:[@h/", 9, "mysql://a%40b:%40:%5B@h/"),
        ] {
            let explanation = explain(text);
            let remedy = &explanation.root().remedies[0];
            assert_eq!((remedy.offset, &*remedy.text), (offset, repaired));
        }
    }
}
