//! `readers`: how known decoders read the same text.
#![forbid(unsafe_code)]

use std::io::Write;

use serde::ser::{Serialize, Serializer};
use serde_json::{Value, json};
use triplet_inspect::{self as inspect, Reading};

use super::reports::{Split, Texts, each_text, open_output, write_json};
use super::values::value;
use crate::args::ReadersArgs;
use crate::error::{Failure, Outcome};
use crate::escape::visible_line as shown;

pub fn readers(args: &ReadersArgs) -> Result<Outcome, Failure> {
    let mut out = open_output(args.json)?;
    let split = Split::lines_or_records(args.null);
    let texts = Texts { text: &args.text, file: &args.file, split, has_marks: true };
    let outcome = each_text(&texts, &mut out, |out, text| {
        let text = text.bytes;
        if args.json {
            return write_json(out, &Read(text));
        }
        for (reader, reading) in inspect::readers(text) {
            let read = match &reading {
                Reading::Bytes(bytes) => shown(bytes),
                Reading::Text(text) => shown(text.as_bytes()),
                Reading::Refused => "(refused)".to_owned(),
            };
            writeln!(out, "{:<30} {read}", reader.name())?;
        }
        Ok(())
    })?;
    out.finish()?;
    Ok(outcome)
}

/// How each reader reads a text, as JSON.
struct Read<'a>(&'a [u8]);

impl Serialize for Read<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(inspect::readers(self.0).map(|(reader, reading)| {
            let read = match reading {
                Reading::Bytes(bytes) => value(&bytes),
                Reading::Text(text) => json!(text),
                Reading::Refused => Value::Null,
            };
            json!({ "reader": reader.name(), "reads": read })
        }))
    }
}
