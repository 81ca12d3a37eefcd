//! `requote`: references that were pasted, and the options of it that `batch` has too.
#![forbid(unsafe_code)]

use triplet::uri::{Requote, UriError, UriErrorKind, hosts_len, raw_userinfo_len};
use triplet::{EncodeSet, decode, decode_triplet};

use super::in_text::job_in_text;
use super::reference::{one_line, problem};
use crate::args::RequoteArgs;
use crate::error::Failure;
use crate::names::set_named;
use crate::pipeline::{Job, Mark, OutputBuffer, Problem, Skipped, Transform};

/// The repair that these options describe. What is kept is characters, or two marks with `*` between: `{{*}}`.
pub fn repair(
    iri: bool,
    html: bool,
    raw_userinfo: bool,
    raw_hash: bool,
    also_keep: &[String],
) -> Result<Requote, String> {
    let mut requote = Requote::new();
    if iri {
        requote = requote.iri();
    }
    if html {
        requote = requote.html();
    }
    if raw_userinfo {
        requote = requote.raw_userinfo();
    }
    if raw_hash {
        requote = requote.raw_hash();
    }
    for kept in also_keep {
        requote = requote.keep(kept).map_err(|error| {
            format!(
                "{error}; what has other characters is kept between two marks, such as {{{{*}}}}"
            )
        })?;
    }
    Ok(requote)
}

pub fn requote(args: RequoteArgs) -> Result<Job, Failure> {
    let set = args.set.as_deref().map(set_named).transpose()?;
    let repair = repair(args.iri, args.html, args.raw_userinfo, args.raw_hash, &args.also_keep)
        .map_err(|what| Failure::Usage(format!("--also-keep: {what}")))?;
    let (is_html, raw_userinfo) = (args.html, args.raw_userinfo);
    let raw_hash = args.raw_hash;
    let repair = Repair { repair, set, is_html, raw_userinfo, raw_hash };
    job_in_text(args.streams, args.links.in_text, repair)
}

struct Repair {
    repair: Requote,
    /// The set of the one component that each text is; none if it is a whole reference.
    set: Option<EncodeSet>,
    /// Whether character references of HTML are read.
    is_html: bool,
    /// Whether a text may be a connection string. A connection string may have several hosts.
    raw_userinfo: bool,
    /// Whether a `#` is data.
    raw_hash: bool,
}

impl Transform for Repair {
    fn mark(&self) -> Mark {
        Mark::Passed
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let text = one_line(text)?;
        if let Some(set) = self.set {
            out.push(self.repair.component(text, set).as_bytes());
            return Ok(());
        }
        if let Some(error) = self.repair.text_beside(text) {
            return Err(problem(error));
        }
        let of_html = unread_reference(text).filter(|_| self.is_html);
        let notes = [
            note(text),
            text_of_json(text),
            fragment_of_data(text, self.is_html).filter(|_| !self.raw_hash),
            mixed_percent(text),
            of_html,
        ];
        notes.into_iter().flatten().for_each(&mut *skipped);
        out.push(self.repair.convert_octets(text).as_bytes());
        // An authority that encoding can't repair is kept as it is.
        let is_left = |error: &UriError| !(self.raw_userinfo && has_several_hosts(text, error));
        if let Some(error) = self.repair.unrepaired(text).filter(is_left) {
            if error.kind() == UriErrorKind::Port && has_raw_userinfo(text) {
                let what = "this looks like a password with / ? or # as they are; --raw-userinfo encodes it";
                skipped(Problem::note(error.offset(), what.to_owned()));
            }
            skipped(problem(error));
        }
        Ok(())
    }
}

/// A note on a text that has a literal `%` and also a triplet that is not text, such as `LIKE '%Demo%'`: perhaps both are literal.
fn mixed_percent(text: &[u8]) -> Option<Problem> {
    let is_triplet = |at: usize| decode_triplet(&text[at..]).is_some();
    memchr::memchr_iter(b'%', text).find(|&at| !is_triplet(at))?;
    let octets = decode(text).lenient().to_bytes();
    let wrong = str::from_utf8(&octets).err()?.valid_up_to();
    let at = (0..wrong).fold(0, |at, _| at + if is_triplet(at) { 3 } else { 1 });
    let triplet = str::from_utf8(text.get(at..at + 3)?).ok().filter(|_| is_triplet(at))?;
    let what = format!(
        "`{triplet}` stays as a triplet, and is not UTF-8: if it is literal, write `%25{}`",
        &triplet[1..]
    );
    Some(Problem::note(at, what))
}

/// A note on a `data:` URL whose data has a raw `#`. In HTML, `&#` begins the number of a character.
fn fragment_of_data(text: &[u8], is_html: bool) -> Option<Problem> {
    let start = text.len() - text.trim_ascii_start().len();
    let is_data = text[start..].get(..5)?.eq_ignore_ascii_case(b"data:");
    let is_number = |at: usize| is_html && at > 0 && text[at - 1] == b'&';
    let at = memchr::memchr_iter(b'#', text).find(|at| is_data && !is_number(*at))?;
    let what =
        "`#` begins a fragment here; in the data of a URL it is `%23`, and --raw-hash writes it";
    Some(Problem::note(at, what))
}

/// A note on a text whose slashes have the backslash of JSON before them.
fn text_of_json(text: &[u8]) -> Option<Problem> {
    let at = memchr::memmem::find(text, br":\/\/")? + 1;
    let what = "this looks like a string of JSON, in which `\\/` is `/`; `triplet explain --readable` reads it";
    Some(Problem::note(at, what))
}

/// A note on the first character reference of HTML that is not read.
fn unread_reference(text: &[u8]) -> Option<Problem> {
    memchr::memchr_iter(b'&', text).find_map(|at| {
        let end = at + text[at..].iter().take(32).position(|&byte| byte == b';')?;
        let name = &text[at + 1..end];
        let is_name = name.first().is_some_and(u8::is_ascii_alphabetic)
            && name.iter().all(u8::is_ascii_alphanumeric);
        let reference = &text[at..=end];
        let is_read = Requote::new().html().convert_octets(reference).as_bytes() != reference;
        (is_name && !is_read).then(|| {
            let name = String::from_utf8_lossy(name);
            let what =
                format!("`&{name};` stays as it is: amp, lt, gt, quot, apos and numbers are read");
            Problem::note(at, what)
        })
    })
}

/// Whether an error is in hosts with commas between them. A connection string may have such hosts.
fn has_several_hosts(text: &[u8], error: &UriError) -> bool {
    let Ok(text) = str::from_utf8(text) else { return false };
    let Some(start) = text.find("//").map(|at| at + 2) else { return false };
    let at = raw_userinfo_len(&text[start..]).map_or(start, |length| start + length + 1);
    let length = hosts_len(&text[at..]).unwrap_or(0);
    (at..at + length).contains(&error.offset()) && text[at..at + length].contains(',')
}

/// Whether an `@` that hosts follow comes after what is the authority by RFC 3986.
fn has_raw_userinfo(text: &[u8]) -> bool {
    let Some(at) = memchr::memmem::find(text, b"//") else { return false };
    let rest = str::from_utf8(&text[at + 2..]).ok();
    let length = rest.and_then(raw_userinfo_len);
    length.is_some_and(|length| {
        text[at + 2..at + 2 + length].iter().any(|byte| b"/?#".contains(byte))
    })
}

/// The longest text before a colon that may be a host with a user.
const LONGEST_HOST: usize = 255;

/// A note on a text that looks like a host and a port, or like a host and a path as scp and git read them. By the grammar such a
/// text begins with a scheme, or has a colon in its first segment.
fn note(text: &[u8]) -> Option<Problem> {
    let start = text.len() - text.trim_ascii_start().len();
    let text = text.trim_ascii();
    if let [b'A'..=b'Z' | b'a'..=b'z', b':', b'\\', ..] | [b'\\', b'\\', ..] = text {
        let what = "this looks like a path of Windows; `triplet uri from-path` makes a URL of it";
        return Some(Problem::note(start, what));
    }
    let colon = memchr::memchr(b':', text).filter(|at| (1..=LONGEST_HOST).contains(at))?;
    let (before, after) = (str::from_utf8(&text[..colon]).ok()?, &text[colon + 1..]);
    if before.contains(['/', '?', '#', '[', ' ']) || after.starts_with(b"//") {
        return None;
    }
    let (user, host) =
        before.rsplit_once('@').map_or((None, before), |(user, host)| (Some(user), host));
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let port = str::from_utf8(&after[..digits]).ok()?.parse::<u16>().ok();
    let is_name =
        host.contains('.') || host == "localhost" || host.starts_with(|c: char| c.is_ascii_digit());
    let message = match (port, after.get(digits)) {
        (Some(port), None | Some(b'/' | b'?' | b'#'))
            if is_name || after.get(digits) == Some(&b'/') =>
        {
            format!(
                "this looks like a host and a port; a URL begins with a scheme: http://{before}:{port}/"
            )
        }
        _ if user.is_some() || is_name && !after.is_empty() && !after.starts_with(b"/") => {
            format!(
                "this looks like host:path, as scp and git read it; a URL of it begins with ssh://{before}/"
            )
        }
        _ => return None,
    };
    Some(Problem::note(start, message))
}

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn what_looks_like_something_else() {
        for (text, told) in [
            ("git@github.com:owner/repo.git", Some("ssh://git@github.com/")),
            (" me@h:/var/a b", Some("ssh://me@h/")),
            ("files.example:dir/x", Some("ssh://files.example/")),
            ("localhost:8080/a", Some("http://localhost:8080/")),
            ("example.com:443", Some("http://example.com:443/")),
            ("10.0.0.1:80?x", Some("http://10.0.0.1:80/")),
            ("db:5432/app", Some("http://db:5432/")),
            ("me@db.example:5432/app", Some("http://me@db.example:5432/")),
            (r"C:\Users\a b", Some("makes a URL of it")),
            (r"\\server\share", Some("makes a URL of it")),
            (r"ab:\x", None),
            ("https://h:80/a:b", None),
            ("mailto:me@a.example", None),
            ("tel:12345", None),
            ("urn:isbn:1", None),
            ("com.example.app:/callback", None),
            ("/a.b:80/", None),
            ("a b.c:d", None),
            ("?a.b:1", None),
            (":80/", None),
            ("", None),
        ] {
            let message = note(text.as_bytes()).map(|note| note.message());
            assert_eq!(message.is_some(), told.is_some(), "{text}: {message:?}");
            assert!(message.unwrap_or_default().ends_with(told.unwrap_or_default()), "{text}");
        }
        assert!(note(&[b'a'; 1000]).is_none() && note(b"\xFF.a:b").is_none());
    }
}
