//! Parameters of header fields with their charset (RFC 8187) or in sections (RFC 2231), alone and in `Content-Disposition` (RFC 6266).
//!
//! Senders put such values in quotes, and leave spaces and letters raw, which RFC 8187 section 3.2.1 refuses. They are read, and the
//! detail says so.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::charset::{self, Charset};
use triplet::decode;
use triplet::ext_value::ExtValue;

use super::super::find::split_once;
use super::super::form::has_triplet;
use super::super::node::Kind;
use super::super::recognized::{Inner, Part, Place, Reading, Recognized, span_of};
use super::parameters::{charset_of, kind_of};
use super::sections::Sections;

const FIELD: &str = "content-disposition:";

/// The field with its name, or its value alone if it begins with a known type and a parameter.
pub(crate) fn field(text: &str, _: Place) -> Option<Recognized> {
    let name = text.get(..FIELD.len()).filter(|name| name.eq_ignore_ascii_case(FIELD));
    let value = text[name.map_or(0, str::len)..].trim_start();
    let (kind, rest) = value.split_at(value.find(';').unwrap_or(value.len()));
    let kind = kind.trim_end();
    let is_known =
        ["attachment", "inline", "form-data"].iter().any(|known| kind.eq_ignore_ascii_case(known));
    let is_kind = if name.is_some() { is_token(kind) } else { is_known };
    if !is_kind {
        return None;
    }
    let parameters = parameters(text, text.len() - rest.len())?;
    if name.is_none() && parameters.is_empty() {
        return None;
    }
    let found = Recognized::certain(Inner::Parts(parameters))?;
    Some(Recognized { detail: Some(kind.to_ascii_lowercase()), ..found })
}

/// One parameter with its charset, or its value alone.
pub(crate) fn parameter(text: &str, _: Place) -> Option<Recognized> {
    if text.contains('\'') && ExtValue::parse(text).is_ok() && has_triplet(text) {
        let label = text.split('\'').next()?;
        let value = extended(text, 0..text.len(), Kind::Value, label)?;
        return Recognized::likely(Inner::Parts([value].into()));
    }
    let (name, _) = split_once(text, "=").filter(|(name, _)| is_token(name))?;
    let mut parameters = parameters(text, 0)?;
    let (only, true) = (parameters.pop()?, parameters.is_empty()) else { return None };
    // One section that is not encoded, such as `a*0=1`, is more likely a formula.
    let is_continued = base(name).is_some() && text[only.span.clone()].contains(';');
    match only.reading {
        Reading::Pair(parts) if name.ends_with('*') || is_continued => {
            Recognized::certain(Inner::Parts(parts))
        }
        _ => None,
    }
}

/// The parameters from an offset on, each after a `;`; `None` if something else is there. The sections of a value that stand one
/// after the other (RFC 2231 section 3) are one parameter.
fn parameters(text: &str, start: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut sections: Option<Sections<'_>> = None;
    let mut rest = &text[start..];
    loop {
        rest = rest.trim_start_matches([';', ' ', '\t', '\r', '\n']);
        if rest.is_empty() {
            parts.extend(sections.map(|sections| sections.part(text)));
            return Some(parts);
        }
        let equals = rest.find('=').filter(|&equals| is_token(rest[..equals].trim_end()))?;
        let name = rest[..equals].trim_end();
        let after = rest[equals + 1..].trim_start_matches([' ', '\t']);
        let written = &after[..length(after)?];
        let span = text.len() - rest.len()..span_of(text, written).end;
        let base = base(name);
        // Another parameter ends the sections, and so do those of another one.
        if let Some(last) = sections.take_if(|last| base != Some(last.base)) {
            parts.push(last.part(text));
        }
        if let Some(base) = base {
            let value = span_of(text, written).start;
            let new = || Sections::new(base, span.clone(), value);
            sections.get_or_insert_with(new).push(text, span.clone());
            rest = &text[span.end..];
            continue;
        }
        let kind = kind_of(name);
        let value = if name.ends_with('*') {
            extended(&text[span.clone()], span_of(rest, written), kind, name)?
        } else {
            let read = Reading::Text { read: unquoted(written), named: None, octets: None };
            Part::new(kind, span_of(rest, written), read)
        };
        let name = Part::new(Kind::Name, 0..name.len(), Reading::AsWritten);
        parts.push(Part::new(Kind::Parameter, span.clone(), Reading::Pair([name, value].into())));
        rest = &text[span.end..];
    }
}

/// The name of the parameter that `filename*0` or `filename*0*` is a section of.
fn base(name: &str) -> Option<&str> {
    if !cfg!(feature = "all-notations") {
        return None;
    }
    let (base, number) = name.strip_suffix('*').unwrap_or(name).split_once('*')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !base.is_empty()).then_some(base)
}

/// The length of the value that a text begins with: up to the closing quote, or to the next `;`. A line break ends the field.
fn length(text: &str) -> Option<usize> {
    let length = match text.strip_prefix('"') {
        Some(quoted) => {
            let mut is_escaped = false;
            let end = quoted.find(|c| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            })?;
            let after = quoted[end + 1..].trim_start_matches([' ', '\t', '\r', '\n']);
            if !after.is_empty() && !after.starts_with(';') {
                return None;
            }
            end + 2
        }
        None => text[..text.find(';').unwrap_or(text.len())].trim_end().len(),
    };
    (!text[..length].contains(['\r', '\n'])).then_some(length)
}

/// A value with its charset, which the parameter with a name has.
fn extended(text: &str, span: Range<usize>, kind: Kind, name: &str) -> Option<Part> {
    let written = unquoted(&text[span.clone()]);
    let (label, rest) = written.split_once('\'')?;
    let (_, value) = rest.split_once('\'')?;
    let charset = charset_of(label)?;
    let decoded = charset::decode(value, charset).lenient().to_str().map(Cow::into_owned);
    // The charset is named: octets that are not text in it stay triplets, and nothing is guessed.
    let malformed = || decode(value).lenient().to_bytes().into_owned();
    let octets = decoded.is_err().then(malformed);
    let read = match decoded {
        Ok(read) => read,
        Err(_) if charset == Charset::UTF_8 => {
            decode(value).lenient().to_str_keep_invalid().into_owned()
        }
        Err(_) => value.into(),
    };
    let refusal =
        ExtValue::parse(&text[span.clone()]).and_then(|value| value.to_str().map(drop)).err();
    let named =
        (octets.is_some() || !read.is_ascii()).then(|| Box::new((charset, String::from(name))));
    let octets = octets.map(Vec::into_boxed_slice);
    let mut part = Part::new(kind, span, Reading::Text { read, named, octets });
    part.detail = refusal.map(|refusal| alloc::format!("RFC 8187 refuses it: {refusal}"));
    Some(part)
}

/// A value without the quotes around it and their escapes (RFC 9110 section 5.6.4).
fn unquoted(value: &str) -> String {
    let Some(quoted) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) else {
        return value.into();
    };
    let mut is_escaped = false;
    let kept = quoted.chars().filter(|&c| {
        is_escaped = c == '\\' && !is_escaped;
        !is_escaped
    });
    kept.collect()
}

/// A token (RFC 9110 section 5.6.2).
fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::super::super::node::{Kind, Node};
    use super::super::says;
    use crate::explain;

    fn file(node: &Node) -> Option<&Node> {
        node.nodes().filter(|node| matches!(node.kind, Kind::FileName | Kind::Value)).last()
    }

    #[test]
    fn what_is_a_parameter_and_what_is_not() {
        for (text, expected) in [
            ("filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", "naïve €.txt"),
            ("title*=iso-8859-1'en'%A3%20rates", "£ rates"),
            ("filename*=gb18030''%D6%D0.txt", "中.txt"),
            ("filename*=\"UTF-8''a b.txt\"", "a b.txt"),
            ("filename*=utf-8''ü%", "ü%"),
            (
                "filename*0*=UTF-8''na%C3%AFve%20; filename*1=\"a;b\"; filename*2*=.txt",
                "naïve a;b.txt",
            ),
            ("name*1*=%AD.txt;\r\n name*0*=utf-8''%E4%B8", "中.txt"),
            ("title*0*=gbk''%D6%D0; title*1=.txt", "中.txt"),
            ("filename*0=\"na\"; filename*1=\"ïve\"", "naïve"),
        ] {
            let explanation = explain(text);
            assert_eq!(explanation.root().kind, Kind::Parameter, "{text}");
            assert_eq!(file(explanation.root()).unwrap().read(), expected, "{text}");
        }
        assert_eq!(says(Kind::Parameter, "UTF-8''na%C3%AFve"), "may be UTF-8''na%C3%AFve");
        for text in [
            "filename*=na%C3%AFve.txt",
            "filename*=klingon''a",
            "a *= 'b' + 'c'",
            "it's '50%25'",
            "x=UTF-8''a",
            "UTF-8''",
            "a*0=1",
            "a*0=1 and b*0=2",
            "filename*0*=UTF-8''a; b*0=c",
        ] {
            assert_eq!(says(Kind::Parameter, text), "is not", "{text}");
        }
    }

    #[test]
    fn what_is_a_field_and_what_is_not() {
        for (text, expected) in [
            ("Content-Disposition: attachment; filename=\"EUR\"; filename*=UTF-8''%e2%82%ac", "€"),
            ("content-disposition:inline;\r\n filename=\"a\\\"b; c.txt\"", "a\"b; c.txt"),
            ("attachment; filename=na%C3%AFve.txt", "na%C3%AFve.txt"),
            ("attachment; size=5; filename*0*=''; filename*1=b.txt", "b.txt"),
            ("attachment; filename=b; filename*0=a; filename*2=c", "a"),
            ("form-data; name=\"q\"; filename=\"a b\"", "a b"),
        ] {
            let explanation = explain(text);
            assert_eq!(explanation.root().kind, Kind::ContentDisposition, "{text}");
            let parameter = explanation.root().children.last().unwrap();
            assert_eq!(parameter.child(Kind::FileName).unwrap().read(), expected, "{text}");
        }
        for text in [
            "attachment; see below",
            "attachment",
            "inline code; a = b\nc = d",
            "Content-Disposition: attachment\nContent-Type: text/plain",
            "Content-Disposition: attachment; filename=a\r\nContent-Length: 5",
        ] {
            assert_eq!(says(Kind::ContentDisposition, text), "is not", "{text}");
        }
    }

    #[test]
    fn what_is_refused_is_said() {
        let explanation = explain("filename*=UTF-8''a b%C3%AF");
        let value = explanation.root().child(Kind::FileName).unwrap();
        assert_eq!(
            value.detail.as_deref(),
            Some("RFC 8187 refuses it: a space at offset 8: the value has this only as a triplet")
        );
        assert_eq!(value.charset.as_ref().unwrap().why.to_string(), "`filename*` names it");
    }
}
