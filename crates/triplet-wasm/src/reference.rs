//! URI and IRI references: components, normal forms, comparison, and replacing the query.

use alloc::string::String;
use alloc::vec::Vec;

use triplet::set::rfc3986;
use triplet::uri::{self, Equivalence, Grammar, Level, Reference};
use triplet::{decode, encode, iri};

use crate::answer::{Answer, Failure};
use crate::codec::text;
use crate::form::Pairs;
use crate::json::{self, Json};

fn level(number: u32) -> Level {
    match number {
        0 => Level::Percent,
        1 => Level::Path,
        _ => Level::Scheme,
    }
}

/// Writes a part encoded and decoded: `{"raw","plain","offset","sound"}`. A part that is not sound has a malformed triplet or
/// invalid UTF-8; its `plain` is for display only.
fn part(json: &mut Json, raw: &str, plus: bool, offset: usize) {
    let view = decode(raw);
    let view = if plus { view.plus_as_space() } else { view };
    json.text("raw", raw);
    json.text("plain", &view.lenient().to_str_lossy());
    json.number("offset", offset as u64);
    json.flag("sound", view.to_str().is_ok());
}

/// `{"valid","error","parts":[{"name",…}],"segments":[…],"pairs":[{"name":{…},"value":{…}|null}]}`, where `valid` is
/// the narrowest grammar that the whole matches: `uri`, `uri-reference`, `iri`, `iri-reference` or `""`.
pub(crate) fn split(input: &[u8], plus: bool, output: &mut Vec<u8>) -> Answer {
    let whole = text(input)?;
    let reference = Reference::split(whole);
    // Every part borrows from the whole.
    let place = |part: &str| part.as_ptr().addr() - whole.as_ptr().addr();
    let kinds = [
        (Grammar::Uri, "uri"),
        (Grammar::UriReference, "uri-reference"),
        (Grammar::Iri, "iri"),
        (Grammar::IriReference, "iri-reference"),
    ];
    let valid = kinds.iter().find(|(kind, _)| uri::validate(whole, *kind).is_ok());
    let authority = reference.authority();
    let parts = [
        ("scheme", reference.scheme()),
        ("userinfo", authority.and_then(|authority| authority.userinfo())),
        ("host", authority.map(|authority| authority.host())),
        ("port", authority.and_then(|authority| authority.port())),
        ("path", Some(reference.path())),
        ("query", reference.query()),
        ("fragment", reference.fragment()),
    ];
    json::object(output, |json| {
        json.text("valid", valid.map_or("", |(_, name)| name));
        if valid.is_none()
            && let Err(error) = uri::validate(whole, Grammar::IriReference)
        {
            json.object("error", |json| {
                json.text("kind", error.kind().name());
                json.number("offset", error.offset() as u64);
                json.display("message", &error);
            });
        }
        json.array("parts", |list| {
            for (name, raw) in parts {
                let Some(raw) = raw else { continue };
                list.push_object(|json| {
                    json.text("name", name);
                    part(json, raw, plus && name == "query", place(raw));
                });
            }
        });
        json.array("segments", |list| {
            for raw in reference.segments() {
                list.push_object(|json| part(json, raw, false, place(raw)));
            }
        });
        json.array("pairs", |list| {
            for (name, value) in reference.pairs() {
                list.push_object(|json| {
                    json.object("name", |json| part(json, name, plus, place(name)));
                    match value {
                        Some(raw) => json.object("value", |json| part(json, raw, plus, place(raw))),
                        None => json.null("value"),
                    }
                });
            }
        });
    });
    Ok(())
}

pub(crate) fn normalize(input: &[u8], number: u32, output: &mut Vec<u8>) -> Answer {
    output.extend_from_slice(uri::normalize(text(input)?, level(number)).as_bytes());
    Ok(())
}

/// `{"same","reason","steps":[…]}`, or `{"same":false,"reason","component","first","second","reserved",
/// "disallowed"}`: whether one has a reserved character, or a character that no URI may contain, where the other has its triplet.
pub(crate) fn compare(input: &[u8], first: usize, number: u32, output: &mut Vec<u8>) -> Answer {
    let (a, b) = input.split_at(first.min(input.len()));
    let answer = uri::equivalent(text(a)?, text(b)?, level(number));
    json::object(output, |json| {
        json.flag("same", answer.is_equivalent());
        json.display("reason", &answer);
        match &answer {
            Equivalence::Identical => json.array("steps", |_| {}),
            Equivalence::Equivalent(steps) => json.array("steps", |list| {
                for step in steps.iter() {
                    list.push_text(step.name());
                }
            }),
            Equivalence::Different(difference) => {
                let [a, b] = difference.offsets();
                json.text("component", difference.component().name());
                json.number("first", a as u64);
                json.number("second", b as u64);
                let is_reserved = difference.is_reserved_character();
                json.flag("reserved", is_reserved);
                json.flag("disallowed", difference.reason().is_some() && !is_reserved);
            }
        }
    });
    Ok(())
}

pub(crate) fn requote(input: &[u8], output: &mut Vec<u8>) -> Answer {
    output.extend_from_slice(uri::requote_reference(text(input)?).as_bytes());
    Ok(())
}

pub(crate) fn readable(input: &[u8], output: &mut Vec<u8>) -> Answer {
    let names = iri::HostDisplay::Keep;
    output.extend_from_slice(iri::from_uri(text(input)?, names).as_bytes());
    Ok(())
}

/// Encodes the names and values that are not flagged as encoded. Without pairs the reference gets no query.
pub(crate) fn replace_query(
    reference: &[u8],
    pairs: &[u8],
    plus: bool,
    output: &mut Vec<u8>,
) -> Result<(), Failure> {
    let whole = text(reference)?;
    let split = Reference::split(whole);
    let fragment = split.fragment().map_or(0, |fragment| fragment.len() + 1);
    let query = split.query().map_or(0, |query| query.len() + 1);
    let (rest, fragment) = whole.split_at(whole.len() - fragment);
    let mut out = String::from(&rest[..rest.len() - query]);
    let set = rfc3986::QUERY_VALUE;
    let set = if plus { set.space_as_plus() } else { set };
    let append = |out: &mut String, bytes: &[u8], raw: bool| {
        if raw && let Ok(raw) = str::from_utf8(bytes) {
            out.push_str(raw);
        } else {
            encode(bytes, set).append_to(out);
        }
    };
    let mut separator = '?';
    for pair in Pairs::of(pairs) {
        out.push(separator);
        separator = '&';
        append(&mut out, pair.name, pair.raw_name);
        if let Some(value) = pair.value {
            out.push('=');
            append(&mut out, value, pair.raw_value);
        }
    }
    out.push_str(fragment);
    output.extend_from_slice(out.as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::tests::write;

    fn replaced(reference: &str, pairs: &[(&str, Option<&str>, u8)]) -> String {
        let mut output = Vec::new();
        assert!(replace_query(reference.as_bytes(), &write(pairs), false, &mut output).is_ok());
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn replacing_the_query() {
        let pairs =
            [("a&b", Some("x+y"), 0), ("c%20", Some("%zz"), 3), ("", None, 0), ("d", Some(""), 0)];
        assert_eq!(replaced("http://h/p?old#f?", &pairs), "http://h/p?a%26b=x%2By&c%20=%zz&&d=#f?");
        assert_eq!(replaced("/p#f", &pairs[2..]), "/p?&d=#f");
        assert_eq!(replaced("/p?x=1", &[]), "/p");
    }

    #[test]
    fn parts_have_their_offset() {
        let mut output = Vec::new();
        assert!(split("http://é/a%2Fb?x=%zz&y".as_bytes(), false, &mut output).is_ok());
        let json = String::from_utf8(output).expect("text");
        assert!(
            json.contains(r#""segments":[{"raw":"a%2Fb","plain":"a/b","offset":10,"sound":true}]"#),
            "{json}"
        );
        assert!(
            json.contains(r#""value":{"raw":"%zz","plain":"%zz","offset":18,"sound":false}"#),
            "{json}"
        );
        assert!(json.contains(r#""value":null"#), "{json}");
    }
}
