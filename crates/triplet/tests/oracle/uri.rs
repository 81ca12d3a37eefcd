//! Normal forms, by RFC 3986 section 6.2.2 and 6.2.3, of references with a scheme and an authority.

/// How much is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Section 6.2.2.1 and 6.2.2.2.
    Percent,
    /// Section 6.2.2.3 too.
    Path,
    /// Section 6.2.3 too, as it says for `http` and `https`.
    Scheme,
}

/// The value of a hexadecimal digit (RFC 5234 appendix B.1, and section 2.1 for those in lower case).
fn digit(character: Option<&char>) -> Option<u32> {
    "0123456789ABCDEF".find(character?.to_ascii_uppercase()).map(|value| value as u32)
}

/// Section 6.2.2.1 and 6.2.2.2. A malformed `%` stays; what is decoded behind it does not complete it to a triplet.
pub fn triplets(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    // How many digits the last malformed `%` wants still.
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
            let end = input[1..].find('/').map_or(input.len(), |slash| 1 + slash);
            output.push_str(&input[..end]);
            input = input[end..].to_owned();
        }
    }
    output
}

/// The normal form of a reference, which has a scheme and an authority with at most one `@` and, outside brackets, one
/// `:`.
pub fn normal(reference: &str, form: Form) -> String {
    let (scheme, rest) = reference.split_once("://").expect("a scheme and an authority");
    let until = |text: &str, ends: &[char]| text.find(ends).unwrap_or(text.len());
    let (authority, rest) = rest.split_at(until(rest, &['/', '?', '#']));
    let (path, rest) = rest.split_at(until(rest, &['?', '#']));
    let (query, fragment) = rest.split_at(until(rest, &['#']));

    let scheme = scheme.to_ascii_lowercase();
    let (userinfo, host_and_port) = match authority.split_once('@') {
        Some((userinfo, rest)) => (triplets(userinfo) + "@", rest),
        None => (String::new(), authority),
    };
    let outside = host_and_port.find(']').unwrap_or(0);
    let colon = host_and_port[outside..].find(':').map(|at| outside + at);
    let (host, port) = host_and_port.split_at(colon.unwrap_or(host_and_port.len()));
    // The digits of triplets have upper case; section 6.2.2.1.
    let mut lower_host = String::new();
    let mut digits = 0;
    for character in triplets(host).chars() {
        lower_host.push(if digits > 0 { character } else { character.to_ascii_lowercase() });
        digits = if character == '%' { 2 } else { usize::saturating_sub(digits, 1) };
    }

    let mut path = triplets(path);
    if form >= Form::Path {
        path = remove_dot_segments(&path);
    }
    let mut port = port;
    let default = [("http", "80"), ("https", "443")].into_iter().find(|(name, _)| *name == scheme);
    if form == Form::Scheme
        && let Some((_, default)) = default
    {
        if port == ":"
            || port.strip_prefix(':').map(|port| port.trim_start_matches('0')) == Some(default)
        {
            port = "";
        }
        if path.is_empty() {
            path.push('/');
        }
    }
    let (query, fragment) = (triplets(query), triplets(fragment));
    format!("{scheme}://{userinfo}{lower_host}{port}{path}{query}{fragment}")
}
