//! Normal forms of references of every shape, by RFC 3986 section 6.2.2 and 6.2.3 and by the documents of the schemes.

/// How much is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Section 6.2.2.1 and 6.2.2.2.
    Percent,
    /// Section 6.2.2.3 too; what section 6.2.3 says of an empty port; RFC 5952.
    Path,
    /// Section 6.2.3 too, and what the schemes' own documents say.
    Scheme,
}

/// The value of a hexadecimal digit (RFC 5234 appendix B.1, and section 2.1 for those in lower case).
fn digit(character: Option<&char>) -> Option<u32> {
    "0123456789ABCDEF".find(character?.to_ascii_uppercase()).map(|value| value as u32)
}

/// Section 6.2.2.1 and 6.2.2.2. A malformed `%` stays; an octet that is decoded after it does not complete it to a triplet.
pub fn triplets(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    // The number of digits that the last malformed `%` lacks.
    let mut wanted = 0;
    let mut at = 0;
    while at < characters.len() {
        let values = (digit(characters.get(at + 1)), digit(characters.get(at + 2)));
        let ('%', (Some(high), Some(low))) = (characters[at], values) else {
            wanted = match characters[at] {
                '%' => 2,
                other if digit(Some(&other)).is_some() && wanted > 0 => wanted - 1,
                _ => 0,
            };
            out.push(characters[at]);
            at += 1;
            continue;
        };
        let letter = char::from_u32(16 * high + low).expect("a byte");
        let is_unreserved =
            matches!(letter, 'A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '.' | '_' | '~');
        let completes = wanted > 0 && digit(Some(&letter)).is_some();
        if is_unreserved && !completes {
            out.push(letter);
        } else {
            out.push('%');
            out.push(characters[at + 1].to_ascii_uppercase());
            out.push(characters[at + 2].to_ascii_uppercase());
        }
        wanted = 0;
        at += 3;
    }
    out
}

/// Section 5.2.4, step by step.
pub fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        // A.
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest.to_owned();
        // B.
        } else if let Some(rest) = input.strip_prefix("/./") {
            input = format!("/{rest}");
        } else if input == "/." {
            input = "/".to_owned();
        // C.
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        // D.
        } else if input == "." || input == ".." {
            input.clear();
        // E.
        } else {
            let end = input.bytes().skip(1).position(|b| b == b'/');
            let end = end.map_or(input.len(), |slash| 1 + slash);
            output.push_str(&input[..end]);
            input = input[end..].to_owned();
        }
    }
    output
}

/// The components of a reference, without their delimiters: scheme, userinfo, host, port, path, query, fragment.
pub type Parts = [Option<String>; 7];

/// The components by the regular expression of appendix B, from its end; a scheme has the letters of section 3.1, and
/// the last `@`, and the last `:` after the last bracket, divide an authority.
pub fn parts(reference: &str) -> Parts {
    let owned = |text: &str| Some(text.to_owned());
    let (rest, fragment) = match reference.split_once('#') {
        Some((rest, fragment)) => (rest, owned(fragment)),
        None => (reference, None),
    };
    let (rest, query) = match rest.split_once('?') {
        Some((rest, query)) => (rest, owned(query)),
        None => (rest, None),
    };
    let is_scheme = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (owned(scheme), rest),
        _ => (None, rest),
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return [scheme, None, None, None, owned(rest), query, fragment];
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (userinfo, host_and_port) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (owned(userinfo), rest),
        None => (None, authority),
    };
    let (literal, tail) = match host_and_port.rsplit_once(']') {
        Some((literal, tail)) if literal.starts_with('[') => (format!("{literal}]"), tail),
        _ => (String::new(), host_and_port),
    };
    let (host, port) = match tail.rsplit_once(':') {
        Some((host, port)) => (literal + host, owned(port)),
        None => (literal + tail, None),
    };
    [scheme, userinfo, Some(host), port, owned(path), query, fragment]
}

/// `ucschar` (RFC 3987 section 2.2) without the characters that section 4.1 forbids.
fn is_ucschar(character: char) -> bool {
    let number = u32::from(character);
    let is_bidi = matches!(number, 0x200E | 0x200F | 0x202A..=0x202E);
    let in_first_plane = matches!(number, 0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF);
    let in_others =
        matches!(number, 0x1_0000..=0xD_FFFD | 0xE_1000..=0xE_FFFD) && number % 0x1_0000 <= 0xFFFD;
    !is_bidi && (in_first_plane || in_others)
}

/// Whether the characters of a component are unreserved, sub-delims, triplets or one of `more`; in an IRI also `ucschar`, and with
/// `private` what section 2.2 calls `iprivate`.
fn is_component(text: &str, more: &str, is_iri: bool, private: bool) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        let number = u32::from(character);
        let is_private =
            matches!(number, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD);
        match character {
            '%' if digit(characters.get(at + 1)).is_some()
                && digit(characters.get(at + 2)).is_some() =>
            {
                at += 2
            }
            'A'..='Z' | 'a'..='z' | '0'..='9' => {}
            other if "-._~!$&'()*+,;=".contains(other) || more.contains(other) => {}
            other if is_iri && (is_ucschar(other) || (private && is_private)) => {}
            _ => return false,
        }
        at += 1;
    }
    true
}

/// Whether a text is a URI reference by the ABNF of RFC 3986 appendix A, or an IRI reference by that of RFC 3987 section 2.2.
pub fn is_reference(text: &str, is_iri: bool) -> bool {
    let [scheme, userinfo, host, port, path, query, fragment] = parts(text);
    let path = path.expect("each reference has one");
    let is = |text: &Option<String>, more: &str, private: bool| {
        text.as_ref().is_none_or(|text| is_component(text, more, is_iri, private))
    };
    let host_is_valid = host.as_ref().is_none_or(|host| match host.strip_prefix('[') {
        None => is_component(host, "", is_iri, false),
        Some(rest) => rest.strip_suffix(']').is_some_and(|literal| {
            let future = literal.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
            ipv6(literal).is_some()
                || future.is_some_and(|(version, address)| {
                    !version.is_empty()
                        && version.chars().all(|c| digit(Some(&c)).is_some())
                        && !address.is_empty()
                        && !address.contains('%')
                        && is_component(address, ":", false, false)
                })
        }),
    });
    let is_noscheme = scheme.is_some()
        || host.is_some()
        || !path.split('/').next().expect("a segment").contains(':');
    is(&userinfo, ":", false)
        && host_is_valid
        && port.is_none_or(|port| port.chars().all(|c| c.is_ascii_digit()))
        && is_component(&path, ":@/", is_iri, false)
        && is_noscheme
        && is(&query, ":@/?", true)
        && is(&fragment, ":@/?", false)
}

/// Triplets in upper case, none decoded: what section 2.1 says, and RFC 8141 section 3.1 of URNs.
fn upper_triplets(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < characters.len() {
        if characters[at] == '%'
            && digit(characters.get(at + 1)).is_some()
            && digit(characters.get(at + 2)).is_some()
        {
            characters[at + 1] = characters[at + 1].to_ascii_uppercase();
            characters[at + 2] = characters[at + 2].to_ascii_uppercase();
            at += 2;
        }
        at += 1;
    }
    characters.into_iter().collect()
}

/// Letters in lower case, except for the digits of triplets.
fn lower(text: &str) -> String {
    upper_triplets(&text.to_ascii_lowercase())
}

/// The groups of an IPv6 address, by the forms of RFC 4291 section 2.2.
fn ipv6(text: &str) -> Option<[u16; 8]> {
    let groups = |text: &str, last: bool| -> Option<Vec<u16>> {
        let mut groups = Vec::new();
        if text.is_empty() {
            return Some(groups);
        }
        let pieces: Vec<&str> = text.split(':').collect();
        for (i, piece) in pieces.iter().enumerate() {
            if last && i + 1 == pieces.len() && piece.contains('.') {
                let numbers: Vec<&str> = piece.split('.').collect();
                let is_number = |n: &&str| {
                    n.chars().all(|c| c.is_ascii_digit())
                        && (1..=3).contains(&n.len())
                        && (n.len() == 1 || !n.starts_with('0'))
                };
                if numbers.len() != 4 || !numbers.iter().all(is_number) {
                    return None;
                }
                let octets: Option<Vec<u16>> = numbers
                    .iter()
                    .map(|n| n.parse::<u16>().ok().filter(|octet| *octet < 256))
                    .collect();
                let octets = octets?;
                groups.extend([octets[0] * 256 + octets[1], octets[2] * 256 + octets[3]]);
                continue;
            }
            if !(1..=4).contains(&piece.len()) {
                return None;
            }
            let mut value = 0;
            for character in piece.chars() {
                value = 16 * value + digit(Some(&character))?;
            }
            groups.push(u16::try_from(value).expect("four digits"));
        }
        Some(groups)
    };
    let all = match text.split_once("::") {
        None => groups(text, true)?,
        Some((before, after)) => {
            let (mut before, after) = (groups(before, false)?, groups(after, true)?);
            // For one group or more.
            let zeros =
                8_usize.checked_sub(before.len() + after.len()).filter(|&zeros| zeros > 0)?;
            before.resize(before.len() + zeros, 0);
            before.extend(after);
            before
        }
    };
    all.try_into().ok()
}

/// RFC 5952 section 4 and 5.
fn ipv6_text(groups: [u16; 8]) -> String {
    if groups[..6] == [0, 0, 0, 0, 0, 0xFFFF] {
        let [a, b] = groups[6].to_be_bytes();
        let [c, d] = groups[7].to_be_bytes();
        return format!("::ffff:{a}.{b}.{c}.{d}");
    }
    let hex = |groups: &[u16]| {
        groups.iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":")
    };
    // The longest row of zeros, of those that are as long the first, and no single one.
    for length in (2..=8).rev() {
        for start in 0..=8 - length {
            if groups[start..start + length].iter().all(|&group| group == 0) {
                return format!("{}::{}", hex(&groups[..start]), hex(&groups[start + length..]));
            }
        }
    }
    hex(&groups)
}

fn host(host: &str, form: Form, triplets: impl Fn(&str) -> String) -> String {
    // RFC 3986 section 3.2.2: `IP-literal` has no `pct-encoded`, and nothing else begins with a bracket.
    if !host.starts_with('[') {
        return lower(&triplets(host));
    }
    // RFC 6874: what is after `%25` is a name of the machine's own.
    let (address, zone) = match host.split_once('%') {
        Some((address, zone)) => (address, format!("%{zone}")),
        None => (host, String::new()),
    };
    let address = address.to_ascii_lowercase();
    let literal = address.strip_prefix('[').and_then(|address| address.strip_suffix(']'));
    match literal.filter(|_| form >= Form::Path && zone.is_empty()).and_then(ipv6) {
        Some(groups) => format!("[{}]", ipv6_text(groups)),
        None => address + &zone,
    }
}

/// The ports that `curl` 8 connects to where a URL of a scheme has none, as its manual and `trurl`'s give them, except for those that are
/// its own (`gophers`, `smbs`, `rtmpts`); and those that the documents of other schemes name.
#[rustfmt::skip]
pub const PORTS: &[(&str, &str)] = &[
    ("2628", "dict"), ("21", "ftp"), ("990", "ftps"), ("70", "gopher"), ("80", "http"), ("443", "https"), ("143", "imap"),
    ("993", "imaps"), ("389", "ldap"), ("636", "ldaps"), ("1883", "mqtt"), ("8883", "mqtts"), ("110", "pop3"), ("995", "pop3s"),
    ("1935", "rtmp"), ("1935", "rtmpe"), ("443", "rtmps"), ("80", "rtmpt"), ("80", "rtmpte"), ("554", "rtsp"), ("22", "scp"),
    ("22", "sftp"), ("445", "smb"), ("25", "smtp"), ("465", "smtps"), ("23", "telnet"), ("69", "tftp"), ("80", "ws"),
    ("443", "wss"),
    ("674", "acap"), ("5683", "coap"), ("5684", "coaps"), ("5683", "coap+tcp"), ("5684", "coaps+tcp"), ("80", "coap+ws"),
    ("443", "coaps+ws"), ("53", "dns"), ("9418", "git"), ("1344", "icap"), ("631", "ipp"), ("631", "ipps"), ("2049", "nfs"),
    ("119", "nntp"), ("110", "pop"), ("873", "rsync"), ("322", "rtsps"), ("554", "rtspu"), ("5060", "sip"), ("5061", "sips"),
    ("161", "snmp"), ("22", "ssh"), ("3690", "svn"), ("23", "tn3270"), ("5900", "vnc"),
];

/// A relative path without the dot segments that it can do without. It is put into folders of a name that nothing else
/// has; then section 5.2.4 says how many of them are left.
fn relative(path: &str) -> String {
    let is_dot = |segment: &str| segment == "." || segment == "..";
    if !path.split('/').any(is_dot) {
        return path.to_owned();
    }
    let folders = path.split('/').count();
    let whole = remove_dot_segments(&("/\0".repeat(folders) + "/" + path));
    let left = whole.matches('\0').count();
    let rest = &whole[2 * left + 1..];
    if left < folders {
        return "../".repeat(folders - left) + rest;
    }
    // Neither empty, nor from a root, nor with a scheme (section 4.2).
    let first = rest.split('/').next().expect("one segment");
    if first.is_empty() || first.contains(':') { format!("./{rest}") } else { rest.to_owned() }
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}

/// The normal form of a reference of any shape.
pub fn normal(reference: &str, form: Form) -> String {
    let [scheme, userinfo, raw_host, port, path, query, fragment] = parts(reference);
    let scheme = scheme.map(|scheme| scheme.to_ascii_lowercase());
    let name = scheme.as_deref().unwrap_or_default();
    // RFC 8141 section 3.1: nothing is decoded.
    let triplets = |text: &str| if name == "urn" { upper_triplets(text) } else { triplets(text) };

    let raw_path = path.expect("every reference has a path");
    let is_relative = scheme.is_none() && raw_host.is_none();
    // What is decoded before a `:` would make a scheme out of a segment.
    let first = raw_path.split('/').next().expect("one segment");
    let colon = if is_relative { first.find(':').unwrap_or(0) } else { 0 };
    let mut path = upper_triplets(&raw_path[..colon]) + &triplets(&raw_path[colon..]);
    if form >= Form::Path {
        if path.starts_with('/') {
            path = remove_dot_segments(&path);
        } else if is_relative {
            path = relative(&path);
            if path.starts_with("./") {
                path = triplets(&path);
            }
        }
    }

    let mut authority = raw_host.map(|raw| {
        let userinfo = userinfo.map(|userinfo| triplets(&userinfo) + "@").unwrap_or_default();
        let host = host(&raw, form, triplets);
        let row = PORTS.iter().find(|(_, scheme)| *scheme == name);
        let default = row.map_or("none", |(port, _)| port);
        let port = port.filter(|port| {
            let is_default = !port.is_empty() && port.trim_start_matches('0') == default;
            let dropped =
                (port.is_empty() && form >= Form::Path) || (is_default && form == Form::Scheme);
            // A host with a `:` of its own would then have a port.
            !dropped || parts(&format!("//{raw}"))[3].is_some()
        });
        format!("{userinfo}{host}{}", port.map(|port| format!(":{port}")).unwrap_or_default())
    });
    if form == Form::Scheme {
        // RFC 8089 section 2.
        if name == "file" && authority.as_deref() == Some("localhost") {
            authority = Some(String::new());
        }
        // The minimal form has no authority.
        if name == "file" && authority.is_none() && path.starts_with('/') {
            authority = Some(String::new());
        }
        if ["http", "https", "ws", "wss", "ftp", "file"].contains(&name)
            && authority.is_some()
            && path.is_empty()
        {
            path = "/".to_owned();
        }
        if name == "mailto" {
            let address = |address: &str| match address.rsplit_once('@') {
                Some((local, domain)) => format!("{local}@{}", lower(domain)),
                None => address.to_owned(),
            };
            path = path.split(',').map(address).collect::<Vec<_>>().join(",");
        }
        if name == "urn"
            && let Some((namespace, specific)) = path.split_once(':')
        {
            let namespace = lower(namespace);
            // RFC 9562 section 4.
            let specific = match namespace == "uuid" && is_uuid(specific) {
                true => specific.to_ascii_lowercase(),
                false => specific.to_owned(),
            };
            path = format!("{namespace}:{specific}");
        }
        if name == "tel" {
            // RFC 3966 section 3: a slash is in parameters only.
            let (number, parameters) = path.split_at(path.find(';').unwrap_or(path.len()));
            // Nor is a `%` in it that begins no triplet.
            let characters: Vec<char> = number.chars().collect();
            let is_malformed = |at: usize| {
                characters[at] == '%'
                    && (digit(characters.get(at + 1)).is_none()
                        || digit(characters.get(at + 2)).is_none())
            };
            if !number.contains('/') && !(0..characters.len()).any(is_malformed) {
                path = number.replace(['-', '.', '(', ')'], "") + parameters;
            }
        }
    }
    if authority.is_none() && path.starts_with("//") {
        path = format!("/.{path}");
    }

    let with = |mark: &str, part: Option<String>| part.map(|part| mark.to_owned() + &part);
    [
        scheme.as_ref().map(|scheme| format!("{scheme}:")),
        with("//", authority),
        Some(path),
        with("?", query.map(|query| triplets(&query))),
        with("#", fragment.map(|fragment| triplets(&fragment))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The text that two equivalent references have in common: the normal form, and at [`Form::Scheme`] without the parts that the
/// scheme ignores.
pub fn compared(reference: &str, form: Form) -> String {
    let normal = normal(reference, form);
    if form < Form::Scheme {
        return normal;
    }
    // RFC 8141 section 2: `?+`, `?=` and `#` end an assigned name.
    if normal.starts_with("urn:") {
        let end = normal.find(['?', '#']).unwrap_or(normal.len());
        let tail = &normal[end..];
        let is_component = ["?+", "?=", "#"].iter().any(|mark| tail.starts_with(mark));
        return if is_component { normal[..end].to_owned() } else { normal };
    }
    // RFC 6068 section 2: a field `to` has more addresses, and names of fields have no case.
    let [Some(scheme), None, None, None, Some(path), Some(query), fragment] = parts(&normal) else {
        return normal;
    };
    if scheme != "mailto" {
        return normal;
    }
    let mut addresses: Vec<&str> = vec![&path];
    let mut fields = Vec::new();
    for field in query.split('&') {
        match field.split_once('=') {
            Some((name, value))
                if name.eq_ignore_ascii_case("to") && !value.contains(['/', '?']) =>
            {
                addresses.push(value);
            }
            Some((name, value)) => fields.push(format!("{}={value}", name.to_ascii_lowercase())),
            None => fields.push(field.to_ascii_lowercase()),
        }
    }
    addresses.retain(|addresses| !addresses.is_empty());
    let mut whole = normal_mailto(&addresses.join(","));
    if !fields.is_empty() {
        whole += "?";
        whole += &fields.join("&");
    }
    whole + &fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default()
}

fn normal_mailto(addresses: &str) -> String {
    normal(&format!("mailto:{addresses}"), Form::Scheme)
}
