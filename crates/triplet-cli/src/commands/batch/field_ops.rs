//! The operations of `batch` on values of header fields (RFC 8187) and on `data:` URLs.
#![forbid(unsafe_code)]

use serde_json::{Value, json};
use triplet::data_url::{DataUrl, DataUrlError};
use triplet::ext_value::{self, ExtValue, ExtValueError};

use super::op::{Op, bytes, op};
use super::request::{Failure, Request};
use crate::commands::data_url::{Form, url_of};

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("ext_value_encode", &[("language", "none")], |request| {
        let text = request.string()?;
        let language = request.text("language", "")?;
        let value = ext_value::encode(&text).language(language);
        let value = value.map_err(|error| Failure::request(format_args!("`language`: {error}")))?;
        Ok(json!({ "output": value.to_string() }))
    }),
    op("ext_value_decode", &[], |request| {
        let text = request.string()?;
        let value = ExtValue::parse(&text).map_err(of_ext_value)?;
        let decoded = value.to_str().map_err(of_ext_value)?;
        Ok(json!({ "output": decoded, "charset": value.charset(), "language": value.language() }))
    }),
    op("data_url_encode", &[("type", "that of text or of octets"), ("form", "shorter | base64 | percent")], data_url_encode),
    op("data_url_decode", &[], data_url_decode),
];

fn of_ext_value(error: ExtValueError) -> Failure {
    Failure::new(error.kind().name(), Some(error.offset()), error)
}

fn of_data_url(error: DataUrlError) -> Failure {
    Failure::new(error.kind().name(), Some(error.offset()), error)
}

fn data_url_encode(request: &Request) -> Result<Value, Failure> {
    let form = match request.word("form", &["shorter", "base64", "percent"])? {
        "base64" => Form::Base64,
        "percent" => Form::Percent,
        _ => Form::Shorter,
    };
    let url = url_of(&request.bytes()?, request.optional_text("type")?, form);
    let url = url.map_err(|error| Failure::request(format_args!("`type`: {error}")))?;
    Ok(json!({ "output": url }))
}

fn data_url_decode(request: &Request) -> Result<Value, Failure> {
    let text = request.string()?;
    let url = DataUrl::parse(&text).map_err(of_data_url)?;
    let mut answer = bytes(&url.to_bytes().map_err(of_data_url)?);
    answer["type"] = url.media_type().to_string().into();
    answer["base64"] = url.is_base64().into();
    Ok(answer)
}
