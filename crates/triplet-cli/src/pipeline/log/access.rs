//! The common and the combined format of Apache and nginx: `host ident user [time] "request" status bytes "referer" "user-agent"`. A quote
//! in a quoted field is written with a backslash.
//!
//! Other logs quote the request, too, among fields of their own: load balancers of AWS, S3, HAProxy, the error log of nginx. Of these the
//! request is known by what it is, and no other field.
#![forbid(unsafe_code)]

use std::ops::Range;

/// A field of an access log.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AccessField {
    /// The whole request line.
    Request,
    /// The request target (RFC 9112 section 3.2).
    Target,
    Referer,
    UserAgent,
}

impl AccessField {
    pub const NAMES: [(&'static str, AccessField); 4] = [
        ("request", AccessField::Request),
        ("request-target", AccessField::Target),
        ("referer", AccessField::Referer),
        ("user-agent", AccessField::UserAgent),
    ];

    pub fn by_name(name: &str) -> Option<AccessField> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, field)| field)
    }

    /// Where it is in a line, or what is wrong with the line, and where.
    pub fn find(self, line: &[u8]) -> Result<Range<usize>, (usize, &'static str)> {
        let of_access = request(line);
        let of_another = || match self {
            AccessField::Request | AccessField::Target => quoted_request(line),
            AccessField::Referer | AccessField::UserAgent => None,
        };
        let request = of_access.or_else(|wrong| of_another().ok_or(wrong))?;
        match self {
            AccessField::Request => Ok(request),
            AccessField::Target => target(line, request),
            AccessField::Referer => next_quoted(line, request.end + 1),
            AccessField::UserAgent => {
                let referer = next_quoted(line, request.end + 1)?;
                next_quoted(line, referer.end + 1)
            }
        }
    }
}

/// The request line, in quotes between the time and the status.
fn request(line: &[u8]) -> Result<Range<usize>, (usize, &'static str)> {
    const WRONG: &str =
        "the line is not of the common or combined format, and has no \"request\" in quotes";
    let start = memchr::memmem::find(line, b"] \"").ok_or((0, WRONG))? + 3;
    let end = closing_quote(line, start).ok_or((start - 1, "the quote is not closed"))?;
    let is_status = |status: &[u8]| status[0] == b' ' && status[1..].iter().all(u8::is_ascii_digit);
    let after = line.get(end + 5);
    match line.get(end + 1..end + 5).is_some_and(is_status)
        && after.is_none_or(|byte| *byte == b' ')
    {
        true => Ok(start..end),
        false => Err((end, WRONG)),
    }
}

/// The first field in quotes that is a request line, in a log of another format.
fn quoted_request(line: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    loop {
        let start = at + memchr::memchr(b'"', &line[at..])? + 1;
        let end = closing_quote(line, start)?;
        let is_field = start == 1 || b" \t,;|".contains(&line[start - 2]);
        if is_field && line[start..end] != *b"-" && target(line, start..end).is_ok() {
            return Some(start..end);
        }
        at = end + 1;
    }
}

/// The target of a request line: what is between the method and the version.
fn target(line: &[u8], request: Range<usize>) -> Result<Range<usize>, (usize, &'static str)> {
    let text = &line[request.clone()];
    if text == b"-" {
        return Ok(request);
    }
    let wrong = (request.start, "the request is not a method, a target and a version");
    let method = memchr::memchr(b' ', text).ok_or(wrong)?;
    let is_method = method > 0
        && text[..method]
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$&'*+-.^_`|~".contains(byte));
    let version = memchr::memrchr(b' ', text)
        .filter(|at| text[at + 1..].starts_with(b"HTTP/"))
        .ok_or(wrong)?;
    if !is_method || version <= method + 1 {
        return Err(wrong);
    }
    Ok(request.start + method + 1..request.start + version)
}

/// The next field in quotes from this offset on.
fn next_quoted(line: &[u8], from: usize) -> Result<Range<usize>, (usize, &'static str)> {
    let missing = (line.len(), "the line has no such field; the combined format does");
    let start = from + memchr::memmem::find(&line[from..], b" \"").ok_or(missing)? + 2;
    let end = closing_quote(line, start).ok_or((start - 1, "the quote is not closed"))?;
    Ok(start..end)
}

/// The quote that ends a field that begins there.
fn closing_quote(line: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr::memchr2(b'"', b'\\', line.get(at..)?)?;
        if line[at] == b'"' {
            return Some(at);
        }
        // What a backslash escapes.
        at += 2;
    }
}
