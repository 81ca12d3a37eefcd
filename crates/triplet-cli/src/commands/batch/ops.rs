//! The operations of `batch` that encode and decode: text, forms, and as JavaScript does.
#![forbid(unsafe_code)]

use serde_json::{Value, json};
use triplet::charset::{self, Charset};
use triplet::ecmascript;
use triplet::form::{self, Newlines, Separators, Serializer, Space};
use triplet::{
    EncodeSet, LineBreak, TextErrors, convert_line_breaks, decode_percent_u,
    decode_percent_u_lenient,
};

use super::op::{Input, Op, bytes, op};
use super::request::{self, Failure, Request};
use super::set::set_named;
use crate::commands::charset::{candidates, decode as decode_charset, languages};
use crate::commands::form::query::{ENTIRE_URL, looks_like_url, query_of};
use crate::commands::values::{candidate_value, hex};
use crate::names::{adjusted_set, charset_by_label};

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("encode", &[
        ("set", "rfc3986:unreserved"), ("keep_only", ""), ("also_keep", ""), ("also_encode", ""), ("plus", "as the set does"),
        ("lower", "false"), ("keep_triplets", "false"), ("charset", "utf-8"), ("unmappable", "html | error"),
        ("newlines", "keep | lf | crlf | cr"),
    ], encode),
    op("decode", &[
        ("plus", "false"), ("malformed", "error | keep"), ("text", "strict | lossy | bytes | ignore | backslashreplace | keep"),
        ("keep_triplets_of", ""), ("charset", "utf-8"),
    ], decode_op),
    op("decode_percent_u", &[("malformed", "error | keep")], |request| {
        let input = request.bytes()?;
        if request.word("malformed", &["error", "keep"])? == "keep" {
            return Ok(bytes(&decode_percent_u_lenient(&input)));
        }
        let decoded = decode_percent_u(&input);
        Ok(bytes(&decoded.map_err(|error| Failure::new(error.name(), Some(error.offset()), error))?))
    }),
    op("form_parse", &[
        ("charset", "utf-8"), ("separator", "& | ; | &;"), ("keep_blank", "true"),
        ("malformed", "keep | error"), ("text", "lossy | strict | bytes"), ("max_pairs", "no limit"),
        ("max_bytes", "no limit"), ("strip_question_mark", "false"), ("url", "false"),
    ], form_parse),
    op("form_serialize", &[
        ("charset", "utf-8"), ("newlines", "keep | crlf"), ("space", "plus | percent"),
        ("separator", "& | ;"),
    ], form_serialize),
    op("form_sort", &[], form_sort),
    op("js_encode_uri", &[], |request| {
        js_text(ecmascript::encode_uri_utf16(&request.units()?), request)
    }),
    op("js_encode_uri_component", &[], |request| {
        js_text(ecmascript::encode_uri_component_utf16(&request.units()?), request)
    }),
    op("js_decode_uri", &[], |request| {
        js_decoded(request, |text| ecmascript::decode_uri(text).map(Into::into), ecmascript::decode_uri_utf16)
    }),
    op("js_decode_uri_component", &[], |request| {
        js_decoded(request, |text| ecmascript::decode_uri_component(text).map(Into::into), ecmascript::decode_uri_component_utf16)
    }),
    op("js_escape", &[], |request| Ok(json!({ "output": ecmascript::escape_utf16(&request.units()?) }))),
    op("js_unescape", &[], |request| Ok(units(&ecmascript::unescape_utf16(&request.units()?)))),
    op("candidates", &[("languages", "none; tags with commas between, such as ko,en")], candidate_values),
    op("sets", &[], |_| Ok(json!({ "output": EncodeSet::names().map(|named| named.name).collect::<Vec<_>>() }))).taking(Input::Nothing),
    op("charsets", &[], |_| Ok(json!({ "output": Charset::all().map(Charset::name).collect::<Vec<_>>() }))).taking(Input::Nothing),
];

fn charset_of(request: &Request) -> Result<Charset, Failure> {
    let charset = charset_by_label(request.text("charset", "utf-8")?);
    charset
        .map_err(|what| Failure::request(format_args!("`charset`: {what}; `charsets` lists all")))
}

fn encode(request: &Request) -> Result<Value, Failure> {
    let name = request.text("set", "rfc3986:unreserved")?;
    let is_whatwg = name.starts_with("whatwg:");
    let set = match request.optional_text("keep_only")? {
        Some(_) if request.0.contains_key("set") => {
            return Err(Failure::request("`set` and `keep_only` exclude each other"));
        }
        Some(kept) => EncodeSet::NOTHING
            .try_also_keep(kept.as_bytes())
            .map_err(|error| Failure::request(format_args!("`keep_only`: {error}")))?,
        None => set_named(name)?,
    };
    let plus = request.optional_flag("plus")?;
    let also_keep = request.text("also_keep", "")?;
    let also_encode = request.text("also_encode", "")?;
    let adjusted = adjusted_set(set, plus, also_keep, also_encode);
    let mut set = adjusted
        .map_err(|(option, error)| Failure::request(format_args!("`{option}`: {error}")))?;
    if request.flag("keep_triplets", false)? {
        set = set.keep_triplets();
    }
    let lower = request.flag("lower", false)?;
    let mut charset = charset_of(request)?;
    if is_whatwg {
        // The URL standard writes no URL in UTF-16.
        charset = charset.output_encoding();
    }
    let unmappable = request.word("unmappable", &["html", "error"])?;
    // The URL standard's own strings have no half surrogate pairs: they become U+FFFD before.
    let bytes = if is_whatwg { request.scalar_bytes()? } else { request.bytes()? };
    let newlines = match request.word("newlines", &["keep", "lf", "crlf", "cr"])? {
        "lf" => Some(LineBreak::Lf),
        "crlf" => Some(LineBreak::CrLf),
        "cr" => Some(LineBreak::Cr),
        _ => None,
    };
    let given = bytes;
    let bytes = match newlines {
        Some(to) => convert_line_breaks(&given, to).into_owned(),
        None => given.clone(),
    };
    if charset == Charset::UTF_8 {
        let view = triplet::encode(&bytes, set);
        let view = if lower { view.lowercase_hex() } else { view };
        return Ok(json!({ "output": view.to_cow() }));
    }
    let (given, text) = (request::text_of(given)?, request::text_of(bytes)?);
    let view = charset::encode(&text, charset, set);
    let view = if lower { view.lowercase_hex() } else { view };
    let output = match unmappable {
        "html" => view.to_cow(),
        _ => view.try_to_cow().map_err(|error| {
            match charset::encode(&given, charset, set).try_to_cow() {
                // Its offset in the text as it was given.
                Err(error) => Failure::new("unmappable", Some(error.offset()), error),
                Ok(_) => Failure::new("unmappable", Some(error.offset()), error),
            }
        })?,
    };
    Ok(json!({ "output": output }))
}

/// Text as `output`, other code units as `output_utf16`.
fn units(units: &[u16]) -> Value {
    match String::from_utf16(units) {
        Ok(text) => json!({ "output": text }),
        Err(_) => {
            let hex: String = units.iter().map(|unit| format!("{unit:04X}")).collect();
            json!({ "output_utf16": hex })
        }
    }
}

fn decode_op(request: &Request) -> Result<Value, Failure> {
    let input = request.bytes()?;
    let charset = charset_of(request)?;
    let kept = request.ascii("keep_triplets_of")?;
    let mut view = decode_charset(&input, charset, request.is_text()).keep_triplets_of(kept);
    if request.flag("plus", false)? {
        view = view.plus_as_space();
    }
    if request.word("malformed", &["error", "keep"])? == "keep" {
        view = view.lenient();
    }
    let failed =
        |error: charset::CharsetError| Failure::new(error.name(), Some(error.offset()), error);
    let words = ["strict", "lossy", "bytes", "ignore", "backslashreplace", "keep"];
    let errors = match request.word("text", &words)? {
        "bytes" => return Ok(bytes(&view.to_bytes().map_err(|error| failed(error.into()))?)),
        "lossy" => TextErrors::Replace,
        "ignore" => TextErrors::Ignore,
        "backslashreplace" => TextErrors::BackslashReplace,
        "keep" => TextErrors::Keep,
        _ => TextErrors::Strict,
    };
    Ok(json!({ "output": view.to_str_with(errors).map_err(failed)? }))
}

fn form_parse(request: &Request) -> Result<Value, Failure> {
    let input = request.scalar_bytes()?;
    let is_url = request.flag("url", false)?;
    let (start, body) = if is_url { query_of(&input) } else { (0, &*input) };
    let charset = charset_of(request)?;
    let mut parse = form::parse(body)
        .separators(match request.word("separator", &["&", ";", "&;"])? {
            ";" => Separators::Semicolon,
            "&;" => Separators::Both,
            _ => Separators::Ampersand,
        })
        .max_pairs(request.number("max_pairs", usize::MAX)?)
        .max_bytes(request.number("max_bytes", usize::MAX)?);
    if !request.flag("keep_blank", true)? {
        parse = parse.drop_blank();
    }
    if request.flag("strip_question_mark", false)? {
        parse = parse.strip_question_mark();
    }
    let lenient = request.word("malformed", &["keep", "error"])? == "keep";
    let text = request.word("text", &["lossy", "strict", "bytes"])?;
    let part = |part: form::Part<'_>| -> Result<Value, Failure> {
        let view = decode_charset(part.raw(), charset, request.is_text()).plus_as_space();
        let view = if lenient { view.lenient() } else { view };
        let value = match text {
            "strict" => view.to_str().map(|text| json!(text)),
            "lossy" => view.to_str_lossy().map(|text| json!(text)).map_err(Into::into),
            _ => view.to_bytes().map(|octets| json!(hex(&octets))).map_err(Into::into),
        };
        value.map_err(|error: charset::CharsetError| {
            let error = error.moved_by(start + part.offset());
            Failure::new(error.name(), Some(error.offset()), error)
        })
    };
    let mut pairs = Vec::new();
    for pair in parse {
        let pair = pair.map_err(|error| {
            Failure::new(error.name(), Some(start + error.offset()), error.moved_by(start))
        })?;
        pairs.push(json!([part(pair.name)?, part(pair.value)?]));
    }
    let key = if text == "bytes" { "output_hex" } else { "output" };
    let mut answer = json!({ key: pairs });
    if !is_url && looks_like_url(&input) {
        answer["note"] = format!("{ENTIRE_URL}; `url` takes its query").into();
    }
    Ok(answer)
}

fn form_serialize(request: &Request) -> Result<Value, Failure> {
    let pairs = request.pairs()?;
    let charset = charset_of(request)?.output_encoding();
    let mut output = String::new();
    let mut serializer = Serializer::new(&mut output)
        .newlines(match request.word("newlines", &["keep", "crlf"])? {
            "crlf" => Newlines::Crlf,
            _ => Newlines::Keep,
        })
        .space(match request.word("space", &["plus", "percent"])? {
            "percent" => Space::Percent,
            _ => Space::Plus,
        });
    if request.word("separator", &["&", ";"])? == ";" {
        serializer = serializer.semicolons();
    }
    for (name, value) in &pairs {
        if charset == Charset::UTF_8 {
            serializer.append(name, value);
            continue;
        }
        let text = |bytes| {
            str::from_utf8(bytes)
                .map_err(|_| Failure::request("names and values must be text here"))
        };
        let (name, value) = (text(name)?, text(value)?);
        let octets = |text| charset::encode_octets(text, charset);
        serializer.append(&octets(name), &octets(value));
    }
    Ok(json!({ "output": output }))
}

/// A form's pairs, sorted as `URLSearchParams.sort` does; the input may be pairs too.
fn form_sort(request: &Request) -> Result<Value, Failure> {
    let mut pairs: Vec<(String, String)> = match request.0.get("input") {
        Some(Value::Array(_)) => {
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            request.pairs()?.iter().map(|(name, value)| (text(name), text(value))).collect()
        }
        _ => {
            let body = request.scalar_bytes()?;
            let pairs = form::parse(&body)
                .to_lossy_pairs()
                .map_err(|error| Failure::new(error.name(), Some(error.offset()), error))?;
            pairs.into_iter().map(|(n, v)| (n.into_owned(), v.into_owned())).collect()
        }
    };
    form::sort(&mut pairs);
    Ok(json!({ "output": pairs }))
}

/// The offset of an error is that in the input as it was given: in bytes of text, or in code units.
fn js_text(result: Result<String, ecmascript::JsUriError>, _: &Request) -> Result<Value, Failure> {
    Ok(json!({ "output": result? }))
}

fn js_decoded(
    request: &Request,
    text: fn(&str) -> Result<String, ecmascript::JsUriError>,
    wide: fn(&[u16]) -> Result<Vec<u16>, ecmascript::JsUriError>,
) -> Result<Value, Failure> {
    if request.is_utf16() {
        Ok(units(&wide(&request.units()?)?))
    } else {
        Ok(json!({ "output": text(&request.string()?)? }))
    }
}

fn candidate_values(request: &Request) -> Result<Value, Failure> {
    let tags: Vec<String> =
        request.optional_text("languages")?.map(str::to_owned).into_iter().collect();
    let languages = languages(&tags).map_err(Failure::request)?;
    let found = candidates(&request.bytes()?, request.is_text(), languages);
    Ok(json!({ "output": found.iter().map(candidate_value).collect::<Vec<_>>() }))
}
