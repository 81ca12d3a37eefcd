//! `uri validate`: references by the grammar of RFC 3986 or RFC 3987.
#![forbid(unsafe_code)]

use serde_json::json;
use triplet::ErrorKind;
use triplet::uri::{self, Grammar};

use crate::args::UriValidateArgs;
use crate::commands::answer::by_lines;
use crate::commands::job::job;
use crate::commands::reference::{problem, utf8_of};
use crate::error::Failure;
use crate::pipeline::{Job, Mark, OutputBuffer, Problem, Transform};

pub fn validate(args: UriValidateArgs) -> Result<Job, Failure> {
    job(by_lines(args.streams), Validate { grammar: args.grammar, json: args.json })
}

struct Validate {
    grammar: Grammar,
    json: bool,
}

impl Transform for Validate {
    fn is_json(&self) -> bool {
        self.json
    }

    fn mark(&self) -> Mark {
        Mark::LeftOut
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let checked = match utf8_of(text) {
            Ok(text) => uri::validate(text, self.grammar)
                .map_err(|error| (error.kind().name(), problem(error))),
            Err(problem) => Err((ErrorKind::InvalidUtf8.name(), problem)),
        };
        let Err((kind, problem)) = checked else {
            out.push(if self.json { b"{\"valid\":true}" } else { b"valid" });
            return Ok(());
        };
        if self.json {
            let (offset, message) = (problem.offset, problem.message());
            let error = json!({ "kind": kind, "offset": offset, "message": message });
            out.push(json!({ "valid": false, "error": error }).to_string().as_bytes());
        } else {
            out.push(b"invalid");
        }
        skipped(problem);
        Ok(())
    }
}
