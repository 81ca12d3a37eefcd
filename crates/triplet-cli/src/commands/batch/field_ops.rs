//! The operations of `batch` on header fields (RFC 6266, RFC 8187), names of files, and `data:` URLs.
#![forbid(unsafe_code)]

use triplet::content_disposition::{ContentDisposition, Source};
use triplet::data_url::DataUrl;
use triplet::ext_value::{self, ExtValue};
use triplet::filename::{self, Rules};
use triplet::uri::file::{self, System};

use super::answer::{Answer, Hex, bytes, output};
use super::failure::Failure;
use super::op::{Op, op};
use super::request::Request;
use crate::commands::content_disposition::{error_value, file_name, header_of, problem_values};
use crate::commands::data_url::{Form, url_of};
use crate::commands::filename::Options;

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
        let value = ExtValue::parse(&text).map_err(Failure::from)?;
        let decoded = value.to_str().map_err(Failure::from)?.into_owned();
        let (charset, language) = (value.charset().to_owned(), value.language().map(str::to_owned));
        Ok(Box::new(move |members| {
            members.put("output", &decoded)?;
            members.put("charset", &charset)?;
            members.put("language", &language)
        }))
    }),
    op("filename_decode", &[RULES, CUT, ("malformed", "error | keep")], filename_decode),
    op("filename_encode", &[], |request| Ok(output(filename::encode(&request.bytes()?).into_owned()))),
    op("content_disposition_read", &[("strict", "false"), ("decode_filename", "false"), RULES, CUT], content_disposition_read),
    op("content_disposition_build", &[("type", "attachment"), ("fallback", "made of the name")], |request| {
        let header = header_of(&request.string()?, request.text("type", "attachment")?, request.optional_text("fallback")?);
        Ok(output(header.map_err(|(option, error)| Failure::request(format_args!("`{option}`: {error}")))?))
    }),
    op("path_to_uri", &[SYSTEM], |request| {
        let path = request.bytes()?;
        let system = system(request)?.unwrap_or_else(|| System::of_path(&path));
        Ok(output(file::from_path(&path, system).map_err(Failure::from)?))
    }),
    op("uri_to_path", &[SYSTEM], |request| {
        let uri = request.reference()?;
        let system = system(request)?.unwrap_or_else(|| System::of_uri(&uri));
        Ok(bytes(file::to_path(&uri, system).map_err(Failure::from)?))
    }),
    op("data_url_encode", &[("type", "that of text or of octets"), ("form", "shorter | base64 | percent")], data_url_encode),
    op("data_url_decode", &[], data_url_decode),
];

const RULES: (&str, &str) = ("rules", "both | posix | windows");
const CUT: (&str, &str) = ("cut", "false");
const SYSTEM: (&str, &str) = ("system", "auto | posix | windows");

fn system(request: &Request<'_>) -> Result<Option<System>, Failure> {
    Ok(System::by_name(request.word("system", &["auto", "posix", "windows"])?))
}

fn options(request: &Request<'_>) -> Result<Options, Failure> {
    Ok(Options { rules: request.named::<Rules>("rules")?, cut: request.flag("cut", false)? })
}

fn filename_decode<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.bytes()?;
    let view = options(request)?.apply(filename::decode(&input));
    let is_lenient = request.is_lenient(false)?;
    let name = if is_lenient { view.lenient() } else { view }.to_name().map_err(Failure::from)?;
    Ok(Box::new(move |members| {
        members.put("output", name.as_str())?;
        match name.left_out() {
            0 => Ok(()),
            left_out => members.put("left_out", &left_out),
        }
    }))
}

fn content_disposition_read<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.bytes()?;
    let options = options(request)?;
    let decodes = request.flag("decode_filename", false)?;
    let read = ContentDisposition::parse(&input);
    if let (true, [first, ..]) = (request.flag("strict", false)?, read.problems()) {
        return Err(Failure::from(*first));
    }
    Ok(Box::new(move |members| {
        match file_name(&read, decodes, options) {
            Some(Ok((name, left_out))) => {
                members.put("output", &name)?;
                if left_out > 0 {
                    members.put("left_out", &left_out)?;
                }
            }
            Some(Err(error)) => {
                let error = error_value(&error);
                members.put("output", &())?;
                members.put("name_error", &error)?;
            }
            None => members.put("output", &())?,
        }
        match read.name() {
            Some(name) => members.put("name", name)?,
            None => members.put("name_hex", &read.octets().map(Hex))?,
        }
        members.put("type", read.disposition_type())?;
        members.put("source", &read.source().map(Source::name))?;
        members.put("charset", &read.charset())?;
        members.put("language", &read.language())?;
        members.put("problems", &problem_values(&read))
    }))
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
    let url = DataUrl::parse(&text).map_err(Failure::from)?;
    let data = url.to_bytes().map_err(Failure::from)?.into_owned();
    let (media_type, is_base64) = (url.media_type().to_string(), url.is_base64());
    Ok(Box::new(move |members| {
        members.put_bytes(&data)?;
        members.put("type", &media_type)?;
        members.put("base64", &is_base64)
    }))
}
