//! The operations of `batch` on values of header fields (RFC 8187) and on `data:` URLs.
#![forbid(unsafe_code)]

use triplet::data_url::{DataUrl, DataUrlError};
use triplet::ext_value::{self, ExtValue, ExtValueError};

use super::answer::{Answer, output};
use super::op::{Op, op};
use super::request::{Failure, Request};
use crate::commands::data_url::{Form, url_of};

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("ext_value_encode", &[("language", "none")], |request| {
        let text = request.string()?;
        let language = request.text("language", "")?;
        let value = ext_value::encode(&text).language(language);
        let value = value.map_err(|error| Failure::request(format_args!("`language`: {error}")))?;
        Ok(output(value.to_string()))
    }),
    op("ext_value_decode", &[], |request| {
        let text = request.string()?;
        let value = ExtValue::parse(&text).map_err(of_ext_value)?;
        let decoded = value.to_str().map_err(of_ext_value)?.into_owned();
        let (charset, language) = (value.charset().to_owned(), value.language().map(str::to_owned));
        Ok(Box::new(move |members| {
            members.put("output", &decoded)?;
            members.put("charset", &charset)?;
            members.put("language", &language)
        }))
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

fn data_url_encode<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let form = match request.word("form", &["shorter", "base64", "percent"])? {
        "base64" => Form::Base64,
        "percent" => Form::Percent,
        _ => Form::Shorter,
    };
    let url = url_of(&request.bytes()?, request.optional_text("type")?, form);
    let url = url.map_err(|error| Failure::request(format_args!("`type`: {error}")))?;
    Ok(output(url))
}

fn data_url_decode<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let text = request.string()?;
    let url = DataUrl::parse(&text).map_err(of_data_url)?;
    let data = url.to_bytes().map_err(of_data_url)?.into_owned();
    let (media_type, is_base64) = (url.media_type().to_string(), url.is_base64());
    Ok(Box::new(move |members| {
        members.put_bytes(&data)?;
        members.put("type", &media_type)?;
        members.put("base64", &is_base64)
    }))
}
