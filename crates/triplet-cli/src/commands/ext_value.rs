//! `ext-value`: values of header fields with their charset and language.
#![forbid(unsafe_code)]

use serde_json::json;
use triplet::ext_value::{self, ExtValue};

use super::job::job;
use super::separators::{separators, with_triplets};
use crate::args::ExtValueCommand;
use crate::error::Failure;
use crate::pipeline::{Job, OutputBuffer, Problem, Skipped, Transform};

pub fn ext_value(command: ExtValueCommand) -> Result<Job, Failure> {
    match command {
        ExtValueCommand::Encode(args) => {
            let check = ext_value::encode("").language(&args.language).map(drop);
            check.map_err(|error| Failure::Usage(format!("--language: {error}")))?;
            job(args.streams, Encode { language: args.language })
        }
        ExtValueCommand::Decode(args) => {
            let separators = separators(&args.streams);
            job(args.streams, Decode { json: args.json, separators })
        }
    }
}

/// Writes texts as values.
struct Encode {
    /// A tag, or nothing.
    language: String,
}

impl Transform for Encode {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        let text = Problem::unless_text(text, "the text is not UTF-8, which such a value must be")?;
        let value = ext_value::encode(text).language(&self.language).map_err(Problem::from)?;
        out.push(value.to_string().as_bytes());
        Ok(())
    }
}

/// Reads values.
struct Decode {
    json: bool,
    /// The bytes that end a result.
    separators: Vec<u8>,
}

impl Transform for Decode {
    fn is_json(&self) -> bool {
        self.json
    }

    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        let text = Problem::unless_text(text, "a value is ASCII, and these bytes are not UTF-8")?;
        let value = ExtValue::parse(text).map_err(Problem::from)?;
        let decoded = value.to_str().map_err(Problem::from)?;
        if self.json {
            let object = json!({
                "charset": value.charset(),
                "language": value.language(),
                "text": decoded,
            });
            out.push(object.to_string().as_bytes());
        } else {
            with_triplets(decoded.as_bytes(), &self.separators, out);
        }
        Ok(())
    }
}
