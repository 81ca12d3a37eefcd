//! `uri split`: references to JSON.
#![forbid(unsafe_code)]

use serde_json::{Map, Value, json};
use triplet::decode;
use triplet::uri::{Component, Parameters, Reference};

use crate::args::UriSplitArgs;
use crate::commands::answer::answers;
use crate::commands::reference::text_of;
use crate::commands::values::value;
use crate::error::Failure;
use crate::pipeline::{Job, OutputBuffer, Problem, Transform};

pub fn split(args: UriSplitArgs) -> Result<Job, Failure> {
    answers(args.streams, "null", Split { plus: args.plus })
}

struct Split {
    plus: bool,
}

impl Transform for Split {
    fn is_json(&self) -> bool {
        true
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let parts = parts(text_of(text)?, self.plus);
        let json = serde_json::to_vec(&parts).map_err(|error| Problem::new(0, error))?;
        out.push(&json);
        Ok(())
    }
}

/// Decoded data: text, or hexadecimal digits if the data is not text. A malformed triplet is kept.
pub fn data(written: &str) -> Value {
    value(&decode(written).lenient().to_bytes())
}

/// The names and values of a query, decoded.
pub fn pairs(query: &str, plus: bool) -> Vec<Value> {
    let data = |written: &str| {
        let view = decode(written).lenient();
        let view = if plus { view.plus_as_space() } else { view };
        value(&view.to_bytes())
    };
    let pairs = Parameters::of(query).iter();
    pairs.map(|(name, value)| json!([data(name), value.map(data)])).collect()
}

/// The segments of a path, decoded.
pub fn segments(reference: &Reference<'_>) -> Vec<Value> {
    reference.segments().map(data).collect()
}

/// The components as they are written; what is in them, as data.
fn parts(text: &str, plus: bool) -> Value {
    let reference = Reference::split(text);
    let authority = reference.authority();
    let mut parts = Map::new();
    parts.insert("url".into(), text.into());
    for component in Component::ALL {
        let Some(written) = reference.component(component) else { continue };
        parts.insert(component.name().into(), written.into());
        match component {
            Component::Userinfo => {
                let user = authority.and_then(|authority| authority.user());
                parts.insert("user".into(), user.map(data).into());
                let password = authority.and_then(|authority| authority.password());
                if let Some(password) = password {
                    parts.insert("password".into(), data(password));
                }
            }
            Component::Path => {
                parts.insert("segments".into(), segments(&reference).into());
            }
            Component::Query => {
                let plus = plus && !reference.is_mailto();
                parts.insert("pairs".into(), pairs(written, plus).into());
            }
            _ => {}
        }
    }
    parts.into()
}
