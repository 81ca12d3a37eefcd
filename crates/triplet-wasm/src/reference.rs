//! URI and IRI references: components, normal forms and comparison.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::decode;
use triplet::uri::{self, Equivalence, Grammar, Level, Normalizer, Reason, Reference};

use crate::answer::Answer;
use crate::codec::{describe, text};
use crate::json::{self, Json};

fn level(number: u32) -> Level {
    match number {
        0 => Level::Percent,
        1 => Level::Path,
        2 => Level::Scheme,
        _ => Level::Decoded,
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
    let is_literal = authority.is_some_and(|authority| authority.is_ip_literal());
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
                describe(json, &error);
                if let Some(component) = error.component() {
                    json.text("component", component.name());
                }
            });
        }
        json.array("parts", |list| {
            for (name, raw) in parts {
                let Some(raw) = raw else { continue };
                list.push_object(|json| {
                    json.text("name", name);
                    // An IP literal has no triplets (RFC 3986 section 3.2.2).
                    if name == "host" && is_literal {
                        json.text("raw", raw);
                        json.text("plain", raw);
                        json.number("offset", place(raw) as u64);
                        json.flag("sound", true);
                    } else {
                        part(json, raw, plus && name == "query", place(raw));
                    }
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
    let normalizer = Normalizer::new(level(number));
    let normalizer = if number > 3 { normalizer.plus_as_space() } else { normalizer };
    let answer = normalizer.equivalent(text(a)?, text(b)?);
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
                let is_disallowed = matches!(
                    difference.reason(),
                    Some(Reason::DisallowedCharacter | Reason::OutsideAscii)
                );
                json.flag("disallowed", is_disallowed);
            }
        }
    });
    Ok(())
}

pub(crate) fn requote(input: &[u8], output: &mut Vec<u8>) -> Answer {
    output.extend_from_slice(uri::requote_reference(text(input)?).as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_host_in_brackets_is_as_written() {
        let mut output = Vec::new();
        assert!(split(b"http://[fe80::123%34]/", false, &mut output).is_ok());
        let json = String::from_utf8(output).expect("text");
        let host = r#"{"name":"host","raw":"[fe80::123%34]","plain":"[fe80::123%34]","#;
        assert!(json.contains(host), "{json}");
    }
}
