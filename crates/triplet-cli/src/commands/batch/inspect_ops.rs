//! The operations of `batch` that analyse a text.
#![forbid(unsafe_code)]

use std::io;

use serde::ser::{Serialize, SerializeMap, Serializer};
use triplet_inspect::{self as inspect, Explain, Reading, Tokens};

use super::answer::{Answer, Array, Hex, Members};
use super::failure::Failure;
use super::op::{Op, op};
use super::request::Request;
use crate::commands::charset::languages;
use crate::commands::values::{NodeValue, finding_value, token_value};

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("layers", &[("max", "8")], layers),
    op("explain", &[("languages", "none; tags with commas between, such as ko,en"), ("max_depth", "16")], explain),
    op("inspect", &[], |request| {
        let input = request.bytes()?;
        Ok(Box::new(move |members| {
            let tokens = || Tokens::of(&input).map(|token| token_value(&input, &token));
            members.put("output", &Array(tokens))
        }))
    }),
    op("lint", &[("as", "url | path | segment | query | form | host | userinfo | fragment | any"), ("max", "1000")], lint),
    op("readers", &[], |request| {
        let input = request.bytes()?;
        Ok(Box::new(move |members| {
            let readings = || inspect::readers(&input).map(|(reader, reading)| ReadingValue(reader.name(), reading));
            members.put("output", &Array(readings))
        }))
    }),
];

/// The longest input of `explain`: each part of a text is held as a text by itself.
const LONGEST_EXPLAINED: usize = 16 << 10;

/// The most nodes of a tree.
const MOST_NODES: usize = 2000;

fn explain<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let tags = request.optional_text("languages")?.map(str::to_owned);
    let languages = languages(tags.as_slice()).map_err(Failure::request)?;
    let max_depth = request.number("max_depth", 16)?.clamp(1, 16);
    let input = request.bytes()?;
    if input.len() > LONGEST_EXPLAINED {
        let what = format_args!("a text of at most {} KiB is explained", LONGEST_EXPLAINED >> 10);
        return Err(Failure::new("too-long", None, what));
    }
    let options = Explain::new().languages(languages).max_depth(max_depth).max_nodes(MOST_NODES);
    let explanation = options.explain_octets(&input);
    Ok(Box::new(move |members| {
        members.put("output", &NodeValue(explanation.root()))?;
        explanation.readable().map_or(Ok(()), |text| members.put("readable", &text))
    }))
}

/// What a reader reads.
struct ReadingValue(&'static str, Reading);

impl Serialize for ReadingValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("reader", self.0)?;
        match &self.1 {
            Reading::Bytes(octets) => match str::from_utf8(octets) {
                Ok(text) => map.serialize_entry("output", text)?,
                Err(_) => map.serialize_entry("output_hex", &Hex(octets))?,
            },
            Reading::Text(text) => map.serialize_entry("output", text)?,
            Reading::Refused => map.serialize_entry("refused", &true)?,
        }
        map.end()
    }
}

/// The most findings that `max` may ask for: they are held until they are in order.
const MOST_FINDINGS: usize = 10_000;

fn lint<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let context = request.named("as")?;
    let max = request.number("max", 1000)?;
    if max > MOST_FINDINGS {
        return Err(Failure::request(format_args!("`max` is at most {MOST_FINDINGS}")));
    }
    let findings = inspect::lint_at_most(&request.bytes()?, context, max);
    Ok(Box::new(move |members| {
        members.put("findings", &Array(|| findings.iter().map(finding_value)))?;
        members.put("capped", &findings.is_capped())
    }))
}

/// The number of layers whose texts are in the answer, from the first on. The count and the last text include all layers.
const LAYER_TEXTS: usize = 64;

fn layers<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.bytes()?;
    let max = request.number("max", 8)?;
    Ok(Box::new(move |members| write_layers(&input, max, members)))
}

fn write_layers(input: &[u8], max: usize, members: &mut Members<'_>) -> io::Result<()> {
    let found = inspect::layers(input, max);
    if let Some(text) = found.fixpoint() {
        members.put_bytes(text)?;
    }
    members.put("layers", &found.count())?;
    members.put("limited", &found.is_limited())?;
    // All of them may be as long as the square of the input's length.
    members.put("texts", &Array(|| found.texts().take(LAYER_TEXTS).map(LayerText)))
}

struct LayerText(Vec<u8>);

impl Serialize for LayerText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match str::from_utf8(&self.0) {
            Ok(text) => map.serialize_entry("text", text)?,
            Err(_) => map.serialize_entry("hex", &Hex(&self.0))?,
        }
        map.end()
    }
}
