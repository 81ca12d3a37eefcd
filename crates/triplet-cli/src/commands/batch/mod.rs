//! `batch`: NDJSON requests in, NDJSON answers out, one to one and in order: a co-process for scripts and for other
//! languages.
//!
//! A line that is not a request gets an error as its answer. The `id` of a request may be any JSON value. The `id` is the first
//! member of its answer, as it is written. Answers are flushed when all complete lines that were read are answered, so that a
//! program can wait for its answer.
#![forbid(unsafe_code)]

mod answer;
mod each;
mod edit_ops;
mod failure;
mod field_ops;
mod input;
mod inspect_ops;
mod nested_ops;
mod op;
mod ops;
mod pairs;
mod read;
mod request;
mod table;
mod template_ops;
mod uri_ops;

use std::io::{self, BufWriter, Write};

use crate::error::{Failure, Outcome};
use crate::io::limit;
use crate::io::output::{Content, Output};
use crate::io::source::{BYTE_ORDER_MARK, Source, read_some};

/// The longest line that is answered. A longer one is an error.
const LONGEST: usize = 64 * 1024 * 1024;

/// The memory for a line that is kept for the next one.
const LARGE: usize = 1024 * 1024;

pub fn run() -> Result<Outcome, Failure> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("stdin: {error}"));
    let mut input = Source::Stdin.open().map_err(named)?;
    // JSON escapes the controls of ASCII; a terminal must not get others raw either.
    let out = Output::stdout(Content::Json)?;
    // Output to a terminal has no other buffer.
    let mut out = BufWriter::with_capacity(64 * 1024, out);
    let mut buffer = Vec::new();
    let mut block = vec![0; 256 * 1024];
    let mut too_long = false;
    let mut first = true;
    loop {
        let read = read_some(&mut *input, &mut block).map_err(named)?;
        let last = read == 0;
        let mut rest = &block[..read];
        while let Some(end) = rest.iter().position(|&b| b == b'\n') {
            let line = if buffer.is_empty() {
                &rest[..end]
            } else {
                limit::append(&mut buffer, &rest[..end])?;
                &buffer[..]
            };
            answer(start(line, &mut first), too_long, &mut out)?;
            rest = &rest[end + 1..];
            buffer.clear();
            buffer.shrink_to(LARGE);
            too_long = false;
        }
        if buffer.len() + rest.len() > LONGEST {
            too_long = true;
            buffer = Vec::new();
        }
        if !too_long {
            limit::append(&mut buffer, rest)?;
        }
        if last && (!buffer.is_empty() || too_long) {
            answer(start(&buffer, &mut first), too_long, &mut out)?;
        }
        out.flush()?;
        if last {
            out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
            return Ok(Outcome::CLEAN);
        }
    }
}

/// A line without the byte order mark that some programs put before all text.
fn start<'a>(line: &'a [u8], first: &mut bool) -> &'a [u8] {
    let is_first = std::mem::replace(first, false);
    line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first).unwrap_or(line)
}

/// Writes the answer to one line. The line may be empty.
fn answer(line: &[u8], too_long: bool, out: &mut impl Write) -> io::Result<()> {
    if too_long {
        let failure = failure::Failure::new("too-long", None, "a request has at most 64 MiB");
        return answer::write(out, None, failure.into_answer());
    }
    let (request, id) = read::read(line);
    match request {
        Ok(request) => {
            let answer = table::run(&request).unwrap_or_else(failure::Failure::into_answer);
            answer::write(out, id, answer)
        }
        Err(failure) => answer::write(out, id, failure.into_answer()),
    }
}
