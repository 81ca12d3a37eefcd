//! `application/x-www-form-urlencoded`: the parser and the serializer of WHATWG URL 5.1 and 5.2,
//! and the line breaks of HTML's form submission. UTF-8 only.

use super::codec::{DecodeOptions, EncodeOptions, decode, encode, utf8_lossy};
use super::sets::{SetOracle, named};

/// Names and values as bytes.
pub type Pairs = Vec<(Vec<u8>, Vec<u8>)>;

#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// `;` separates too. No standard says so today; HTML 4.01 B.2.2 recommended it.
    pub semicolon: bool,
    /// One `?` at the very start is not part of the first name (`new URLSearchParams("?…")`).
    pub strip_question_mark: bool,
}

/// WHATWG URL 5.1, up to the UTF-8 decoding. A malformed `%` is kept.
pub fn parse(input: &[u8], opts: ParseOptions) -> Pairs {
    let input = match input.split_first() {
        Some((b'?', rest)) if opts.strip_question_mark => rest,
        _ => input,
    };
    let mut pairs = Vec::new();
    for sequence in input.split(|&byte| byte == b'&' || (opts.semicolon && byte == b';')) {
        if sequence.is_empty() {
            continue;
        }
        let (name, value) = match sequence.iter().position(|&byte| byte == b'=') {
            Some(equals) => (&sequence[..equals], &sequence[equals + 1..]),
            None => (sequence, &[][..]),
        };
        pairs.push((parse_one(name), parse_one(value)));
    }
    pairs
}

fn parse_one(written: &[u8]) -> Vec<u8> {
    let opts = DecodeOptions { plus: true, lenient: true, ..DecodeOptions::default() };
    decode(written, opts).expect("lenient decoding has no error")
}

/// WHATWG URL 5.1 to its end: "UTF-8 decode without BOM", which replaces what is ill-formed and
/// leaves a U+FEFF at the start where it is.
pub fn parse_text(input: &[u8], opts: ParseOptions) -> Vec<(String, String)> {
    let pairs = parse(input, opts);
    pairs.iter().map(|(name, value)| (utf8_lossy(name), utf8_lossy(value))).collect()
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SerializeOptions {
    /// Line breaks become CR LF, as in HTML's form submission.
    pub crlf: bool,
    /// A space becomes `%20` instead of `+`.
    pub percent_space: bool,
}

/// WHATWG URL 5.2.
pub fn serialize<N, V>(pairs: &[(N, V)], opts: SerializeOptions) -> Vec<u8>
where
    N: AsRef<[u8]>,
    V: AsRef<[u8]>,
{
    let mut out = Vec::new();
    for (name, value) in pairs {
        if !out.is_empty() {
            out.push(b'&');
        }
        out.extend(serialize_one(name.as_ref(), opts));
        out.push(b'=');
        out.extend(serialize_one(value.as_ref(), opts));
    }
    out
}

fn serialize_one(text: &[u8], opts: SerializeOptions) -> Vec<u8> {
    let set = SetOracle { plus: !opts.percent_space, ..named("whatwg:form") };
    let text = if opts.crlf { normalize_newlines(text) } else { text.to_vec() };
    encode(&text, &set, EncodeOptions::default())
}

/// HTML, "convert to a list of name-value pairs": each CR without LF, and each LF without CR,
/// becomes CR LF.
pub fn normalize_newlines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        let after_cr = at > 0 && text[at - 1] == b'\r';
        let before_lf = text.get(at + 1) == Some(&b'\n');
        match byte {
            b'\r' if !before_lf => out.extend(b"\r\n"),
            b'\n' if !after_cr => out.extend(b"\r\n"),
            _ => out.push(byte),
        }
    }
    out
}
