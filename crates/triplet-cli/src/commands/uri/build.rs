//! `uri build`: a reference from edits, or references from JSON.
#![forbid(unsafe_code)]

use std::ffi::OsString;

use serde_json::{Map, Value as Json};
use triplet::encode;
use triplet::set::rfc3986;
use triplet::uri::{Component, Edit, EditError, Reference, Value};

use super::edits::{Kept, Reading};
use super::set::{Set, take_edits};
use super::split::{data, pairs, segments};
use crate::args::UriBuildArgs;
use crate::commands::answer::answers;
use crate::error::{Failure, json_error};
use crate::pipeline::{Job, OutputBuffer, Problem, Skipped, Transform};

pub fn build(mut args: UriBuildArgs) -> Result<Job, Failure> {
    let UriBuildArgs { keep_triplets, plus, .. } = args;
    let reading = Reading { keep_triplets, plus, separator: '&', any_case: false };
    let edits = take_edits(&mut args.streams.text, &reading)?;
    if edits.is_empty() {
        return answers(args.streams, "", Build { reading });
    }
    if !args.streams.text.is_empty() || !args.streams.file.is_empty() {
        let what = "edits build one reference, and take no other input; `uri set` edits URLs";
        return Err(Failure::Usage(what.to_owned()));
    }
    let (removals, replacements) = (Vec::new(), Vec::new());
    let (kept, renamings) = (Kept::default(), Vec::new());
    let set =
        Set { reading, removals, kept, renamings, edits, replacements, sort: false, verify: false };
    set.check()?;
    let url = set.edited(Edit::new("")).map_err(|error| Failure::Usage(error.message))?;
    args.streams.text = vec![OsString::from(url.into_owned())];
    answers(args.streams, "", Built)
}

/// The reference that was built from edits.
struct Built;

impl Transform for Built {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        out.push(text);
        Ok(())
    }
}

/// Builds references from JSON.
struct Build {
    reading: Reading,
}

impl Transform for Build {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        let parts: Map<String, Json> = serde_json::from_slice(text).map_err(|error| {
            Problem::new(error.column().saturating_sub(1).min(text.len()), json_error(&error))
        })?;
        let url = self.build(&parts).map_err(|what| Problem::new(0, what))?;
        out.push(url.as_bytes());
        Ok(())
    }
}

/// The keys of an object, as `uri split` writes them. `url` is the whole reference again, and is not read.
const KEYS: [&str; 12] = [
    "url", "scheme", "userinfo", "user", "password", "host", "port", "path", "segments", "query",
    "pairs", "fragment",
];

impl Build {
    fn build(&self, parts: &Map<String, Json>) -> Result<String, String> {
        if let Some(unknown) = parts.keys().find(|key| !KEYS.contains(&&***key)) {
            return Err(format!("no key is named `{unknown}`; keys are {}", KEYS.join(", ")));
        }
        let part = |key: &'static str| parts.get(key).filter(|value| !value.is_null());
        let mut edit = Edit::new("");
        for component in Component::ALL {
            let Some(value) = part(component.name()) else { continue };
            let text = match value {
                Json::String(text) => text.clone(),
                Json::Number(number) if component == Component::Port => number.to_string(),
                _ => return Err(format!("`{component}` is not a string")),
            };
            // The value is encoded already, as `uri split` writes it.
            let set = edit.set(component, Value::KeepTriplets(&text)).map(drop);
            set.map_err(|error| format!("`{component}`: {error}"))?;
        }
        let named = |key: &str, error: EditError| format!("`{key}`: {error}");
        for (key, written) in [("user", edit.user()), ("password", edit.password())] {
            let (Some(given), Some(written)) = (part(key), written) else { continue };
            if *given != data(written) {
                return Err(differ("userinfo", key));
            }
        }
        if part("userinfo").is_none() {
            let text = |key| part(key).map(|value| self.data(key, value)).transpose();
            if let Some(user) = text("user")? {
                edit.set_user(Value::Data(&user)).map_err(|error| named("user", error))?;
            }
            if let Some(password) = text("password")? {
                edit.set_password(Value::Data(&password))
                    .map_err(|error| named("password", error))?;
            }
        }
        if let Some(given) = part("segments") {
            let list = given.as_array().ok_or("`segments` is not an array")?;
            if part("path").is_some() {
                let path = edit.get(Component::Path).unwrap_or_default().to_owned();
                // What is before a path decides how it is split.
                let whole = format!("//a{}{path}", if path.starts_with('/') { "" } else { "/" });
                if segments(&Reference::split(&whole)) != *list
                    && !(path.is_empty() && list.is_empty())
                {
                    return Err(differ("path", "segments"));
                }
            } else {
                let mut path = String::new();
                for segment in list {
                    let segment = self.data("segments", segment)?;
                    if matches!(&*segment, "." | "..") {
                        return Err(named("segments", EditError::DotSegment));
                    }
                    path.push('/');
                    path.push_str(&encode(&segment, rfc3986::SEGMENT).to_cow());
                }
                edit.set(Component::Path, Value::AsWritten(&path))
                    .map_err(|error| named("segments", error))?;
            }
        }
        if let Some(given) = part("pairs") {
            let list = given.as_array().ok_or("`pairs` is not an array")?;
            if let Some(query) = part("query").and(edit.get(Component::Query)) {
                if pairs(query, self.reading.plus) != *list {
                    return Err(differ("query", "pairs"));
                }
            } else {
                for pair in list {
                    let pair = pair.as_array().map(Vec::as_slice);
                    let Some([name, value]) = pair else {
                        return Err("`pairs` is not an array of [name, value]".to_owned());
                    };
                    let name = self.data("pairs", name)?;
                    let value =
                        (!value.is_null()).then(|| self.data("pairs", value)).transpose()?;
                    let value = value.as_deref().map(Value::Data);
                    let pushed = self.reading.parameters(&mut edit).push(&name, value);
                    pushed.map_err(|error| named("pairs", error))?;
                }
            }
        }
        edit.finish().map(|url| url.into_owned()).map_err(|error| error.to_string())
    }

    /// Data, as `uri split` writes it.
    fn data(&self, key: &str, value: &Json) -> Result<String, String> {
        match value {
            Json::String(text) => Ok(text.clone()),
            Json::Object(_) => Err(format!(
                "`{key}` has octets that are not text; leave it out, and give the component as it is written"
            )),
            _ => Err(format!("`{key}` has something else than strings")),
        }
    }
}

fn differ(written: &str, data: &str) -> String {
    format!("`{written}` and `{data}` say different things; leave one of them out")
}
