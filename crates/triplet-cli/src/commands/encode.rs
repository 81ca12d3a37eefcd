//! `encode`: percent-encodes texts.
#![forbid(unsafe_code)]

use triplet::EncodeSet;
use triplet::charset::{self, Charset};

use super::job::job;
use crate::args::EncodeArgs;
use crate::error::Failure;
use crate::names::{adjusted_set, charset_by_label, set_by_name};
use crate::pipeline::{Encode, Job, OutputBuffer, Problem, Transform};

pub fn encode(args: EncodeArgs) -> Result<Job, Failure> {
    let set = match args.all {
        true => EncodeSet::NOTHING,
        false => set_by_name(&args.set).map_err(Failure::Usage)?,
    };
    let plus = match (args.plus, args.no_plus) {
        (false, false) => None,
        (plus, _) => Some(plus),
    };
    let set =
        adjusted_set(set, plus, &args.also_keep, &args.also_encode).map_err(Failure::Usage)?;
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    let set = if args.keep_triplets { set.keep_triplets() } else { set };
    if charset == Charset::UTF_8 {
        return job(args.streams, Encode::new(set, args.lower));
    }
    let (lowercase, html) = (args.lower, args.html);
    job(args.streams, EncodeCharset { set, charset, lowercase, html })
}

/// Writes a text in a charset, percent-encoded.
struct EncodeCharset {
    set: EncodeSet,
    charset: Charset,
    lowercase: bool,
    /// Whether a character that the charset lacks is written as `%26%23N%3B`. Otherwise it is an error.
    html: bool,
}

impl Transform for EncodeCharset {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let what = "the text is not UTF-8, so it has no other charset either";
        let text = str::from_utf8(text).map_err(|error| Problem::new(error.valid_up_to(), what))?;
        let mut view = charset::encode(text, self.charset, self.set);
        if self.lowercase {
            view = view.lowercase_hex();
        }
        let encoded = match self.html {
            true => view.to_cow(),
            false => view.try_to_cow().map_err(|error| Problem::new(error.offset(), error))?,
        };
        out.push(encoded.as_bytes());
        Ok(())
    }
}
