//! The other crates, each by the calls that its own documentation teaches, with a reused buffer where it takes one. All ways
//! are measured, and the fastest counts.
//!
//! Left out, because they do another job:
//! - `uri_encode`: lower-case triplets, and keeps `!*'()`.
//! - `uri-pct`: encodes digits, and every character as one byte.
//! - `encodeurl`: keeps triplets.
//! - `urldecoder`: finds URLs in files.
//! - `ada-url`, `url`: encode only as a part of parsing a URL.
//! - `curl`, `glib`: bindings to a C library that must be installed.
//!
//! Left out, because another row measures the same code:
//! - `serde_urlencoded`, `serde_html_form`: `form_urlencoded` inside; `../form_types.rs` has them with forms as types. `serde_qs`: its own
//!   decoder, which is private; `../nested_types.rs` has it.
//! - `rs-urlencoding`: a copy of `urlencoding`.
//! - `url-utils` and others: the loop of `rune-url-encode`, pushing byte by byte.

use std::borrow::Cow;
use std::fmt::Write;
use std::rc::Rc;

use actix_router::Quoter;
use codex_percent::{VecDecoder, VecEncoder};
use fluent_uri::pct_enc::encoder::Data;
use fluent_uri::pct_enc::{EStr, EString};
use iri_string::percent_encode::PercentEncodedForUri;
use iri_string::percent_encode::decode::decode_whatwg_bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, percent_encode};
use percent_encoding_rfc3986 as rfc3986;

use super::contestant::{Buffer, Contestant, Job};

/// RFC 3986 2.3: everything but `unreserved` is encoded. The sets of the same name in three crates.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
const UNRESERVED_RFC3986: &rfc3986::AsciiSet =
    &rfc3986::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
const UNRESERVED_URL_ESCAPE: &url_escape::percent_encoding::AsciiSet = UNRESERVED;

pub(super) fn at(job: Job) -> Vec<Contestant> {
    match job {
        Job::Encode => encode(),
        Job::EncodeForm => encode_form(),
        Job::Decode => decode(),
        Job::DecodeForm => decode_form(),
        Job::DecodeText => decode_text(),
    }
}

fn encode() -> Vec<Contestant> {
    vec![
        Contestant::peer("percent-encoding")
            .append(|s: &[u8], out: &mut String| out.extend(percent_encode(s, UNRESERVED)))
            .append(|s: &[u8], out: &mut String| {
                for chunk in percent_encode(s, UNRESERVED) {
                    out.push_str(chunk);
                }
            })
            .fresh(|s: &[u8]| percent_encode(s, UNRESERVED).to_string())
            .fresh(|s: &[u8]| percent_encode(s, UNRESERVED).collect::<String>())
            .cow(|s: &[u8]| Cow::from(percent_encode(s, UNRESERVED))),
        Contestant::peer("percent-encoding-rfc3986")
            .append(|s: &[u8], out: &mut String| {
                out.extend(rfc3986::percent_encode(s, UNRESERVED_RFC3986));
            })
            .fresh(|s: &[u8]| rfc3986::percent_encode(s, UNRESERVED_RFC3986).to_string())
            .cow(|s: &[u8]| Cow::from(rfc3986::percent_encode(s, UNRESERVED_RFC3986))),
        Contestant::peer("url-escape")
            .append(|s: &str, out: &mut Vec<u8>| {
                url_escape::encode_to_vec(s, UNRESERVED_URL_ESCAPE, out);
            })
            .cow(|s: &str| url_escape::encode(s, UNRESERVED_URL_ESCAPE)),
        Contestant::peer("urlencoding")
            .append(|s: &[u8], out: &mut String| urlencoding::Encoded(s).append_to(out))
            .cow(|s: &[u8]| urlencoding::encode_binary(s)),
        Contestant::peer("fluent-uri")
            .append(|s: &str, out: &mut EString<Data>| out.encode_str::<Data>(s))
            .fresh(|s: &str| {
                let mut out = EString::<Data>::with_capacity(s.len());
                out.encode_str::<Data>(s);
                out.into_string()
            }),
        Contestant::peer("iri-string")
            .append(|s: &str, out: &mut String| {
                write!(out, "{}", PercentEncodedForUri::unreserve(s)).expect("a `String` takes all")
            })
            .fresh(|s: &str| PercentEncodedForUri::unreserve(s).to_string()),
        Contestant::peer("pct")
            .fresh(|s: &str| pct::PctString::encode_bytes(s, pct::UriReserved::Any).into_string()),
        Contestant::peer("pct-str").fresh(|s: &str| {
            pct_str::PctString::encode(s.chars(), pct_str::UriReserved::Any).into_string()
        }),
        Contestant::peer("codex-percent").append(|s: &str, out: &mut Vec<u8>| {
            VecEncoder::encode(s, out).expect("text is encoded");
        }),
        Contestant::peer("rune-url-encode").fresh(|s: &[u8]| rune_url_encode::encode_bytes(s)),
    ]
}

fn encode_form() -> Vec<Contestant> {
    use form_urlencoded::byte_serialize;
    vec![
        Contestant::peer("form_urlencoded")
            .append(|s: &[u8], out: &mut String| out.extend(byte_serialize(s)))
            .append(|s: &[u8], out: &mut String| {
                for chunk in byte_serialize(s) {
                    out.push_str(chunk);
                }
            })
            .append(|s: &str, out: &mut String| {
                form_urlencoded::Serializer::new(out).append_key_only(s);
            })
            .fresh(|s: &[u8]| byte_serialize(s).collect::<String>()),
        Contestant::peer("url-escape")
            .append(|s: &str, out: &mut Vec<u8>| {
                url_escape::encode_www_form_urlencoded_to_vec(s, out);
            })
            .cow(|s: &str| url_escape::encode_www_form_urlencoded(s)),
    ]
}

fn decode() -> Vec<Contestant> {
    let quoter = Rc::new(Quoter::new(b"", b""));
    vec![
        Contestant::peer("percent-encoding")
            .append(|s: &[u8], out: &mut Vec<u8>| out.extend(percent_decode(s)))
            .fresh(|s: &[u8]| percent_decode(s).collect::<Vec<u8>>())
            .cow(|s: &[u8]| Cow::from(percent_decode(s))),
        // Strict, in a separate pass before it decodes.
        Contestant::peer("percent-encoding-rfc3986")
            .append(|s: &[u8], out: &mut Vec<u8>| {
                out.extend(rfc3986::percent_decode(s).expect(WELL_FORMED));
            })
            .fresh(|s: &[u8]| rfc3986::percent_decode(s).expect(WELL_FORMED).collect::<Vec<u8>>())
            .cow(|s: &[u8]| Cow::from(rfc3986::percent_decode(s).expect(WELL_FORMED))),
        Contestant::peer("url-escape").append(|s: &str, out: &mut Vec<u8>| {
            url_escape::decode_to_vec(s, out);
        }),
        Contestant::peer("urlencoding").cow(|s: &[u8]| urlencoding::decode_binary(s)),
        // Strict: only a validated `EStr` can be decoded.
        Contestant::peer("fluent-uri")
            .cow(|s: &str| EStr::<Data>::new(s).expect(WELL_FORMED).decode().to_bytes()),
        Contestant::peer("iri-string").cow(|s: &[u8]| decode_whatwg_bytes(s).into_bytes()),
        // Strict, and validates UTF-8 too: only a `PctStr` can be decoded, and only into text.
        Contestant::peer("pct")
            .makes_text()
            .fresh(|s: &[u8]| pct::PctStr::new(s).expect(WELL_FORMED).decode()),
        Contestant::peer("pct-str")
            .makes_text()
            .fresh(|s: &[u8]| pct_str::PctStr::new(s).expect(WELL_FORMED).decode()),
        Contestant::peer("codex-percent").append(|s: &str, out: &mut Vec<u8>| {
            VecDecoder::decode(s, out).expect(WELL_FORMED);
        }),
        Contestant::peer("actix-router").cow(move |s: &[u8]| match quoter.requote(s) {
            Some(decoded) => Cow::Owned(decoded),
            None => Cow::Borrowed(s),
        }),
    ]
}

fn decode_text() -> Vec<Contestant> {
    vec![
        Contestant::peer("percent-encoding")
            .cow(|s: &[u8]| percent_decode(s).decode_utf8().expect(WELL_FORMED)),
        Contestant::peer("percent-encoding-rfc3986").cow(|s: &[u8]| {
            rfc3986::percent_decode(s).expect(WELL_FORMED).decode_utf8().expect(WELL_FORMED)
        }),
        Contestant::peer("url-escape").cow(|s: &str| url_escape::decode(s)),
        Contestant::peer("urlencoding").cow(|s: &str| urlencoding::decode(s).expect(WELL_FORMED)),
        Contestant::peer("fluent-uri").cow(|s: &str| {
            EStr::<Data>::new(s).expect(WELL_FORMED).decode().to_string().expect(WELL_FORMED)
        }),
        Contestant::peer("iri-string")
            .fresh(|s: &[u8]| decode_whatwg_bytes(s).into_string().expect(WELL_FORMED)),
        Contestant::peer("pct").fresh(|s: &[u8]| pct::PctStr::new(s).expect(WELL_FORMED).decode()),
        Contestant::peer("pct-str")
            .fresh(|s: &[u8]| pct_str::PctStr::new(s).expect(WELL_FORMED).decode()),
    ]
}

fn decode_form() -> Vec<Contestant> {
    vec![
        // A value in which `&` and `=` are encoded is one name.
        Contestant::peer("form_urlencoded")
            .makes_text()
            .cow(|s: &[u8]| form_urlencoded::parse(s).next().map_or(Cow::default(), |pair| pair.0)),
        Contestant::peer("url-escape").append(|s: &str, out: &mut Vec<u8>| {
            url_escape::decode_www_form_urlencoded_to_vec(s, out);
        }),
        // Strict, and validates UTF-8 too.
        Contestant::peer("rune-url-encode")
            .makes_text()
            .fresh(|s: &str| rune_url_encode::decode(s).expect(WELL_FORMED)),
    ]
}

const WELL_FORMED: &str = "the input was encoded by a crate that is tested well";

impl Buffer for EString<Data> {
    fn new() -> Self {
        Self::new()
    }
    fn clear(&mut self) {
        self.clear();
    }
    fn bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }
    /// It cannot be made of other memory, so the swap does nothing.
    fn exchange(&mut self, _: &mut Vec<u8>) {}
}
