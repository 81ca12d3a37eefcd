//! `encode`: percent-encodes texts.
#![forbid(unsafe_code)]

use triplet::charset::{self, Charset};
use triplet::ecmascript;
use triplet::{EncodeSet, LineBreak, convert_line_breaks};

use super::job::job;
use super::set_name::set_named;
use crate::args::EncodeArgs;
use crate::error::Failure;
use crate::names::{adjusted_set, charset_by_label};
use crate::pipeline::{Encode, Job, OutputBuffer, Problem, Transform};

pub fn encode(args: EncodeArgs) -> Result<Job, Failure> {
    let to = args.newlines;
    if args.escape {
        return match to {
            None => job(args.streams, Escape),
            Some(to) => job(args.streams, Converted { to, transform: Escape }),
        };
    }
    let set = match args.all {
        true => EncodeSet::NOTHING,
        false => set_named(&args.set)?,
    };
    let plus = match (args.plus, args.no_plus) {
        (false, false) => None,
        (plus, _) => Some(plus),
    };
    let set =
        adjusted_set(set, plus, &args.also_keep, &args.also_encode).map_err(|(list, error)| {
            Failure::Usage(format!("--{}: {error}", list.replace('_', "-")))
        })?;
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    let set = if args.keep_triplets { set.keep_triplets() } else { set };
    let (lowercase, html) = (args.lower, args.html);
    let in_charset = EncodeCharset { set, charset, lowercase, html };
    match (charset == Charset::UTF_8, to) {
        (true, None) => job(args.streams, Encode::new(set, lowercase)),
        (true, Some(to)) => {
            job(args.streams, Converted { to, transform: Encode::new(set, lowercase) })
        }
        (false, None) => job(args.streams, in_charset),
        (false, Some(to)) => job(args.streams, Converted { to, transform: in_charset }),
    }
}

/// A transform of texts whose line breaks are all written in one form before.
struct Converted<T> {
    to: LineBreak,
    transform: T,
}

impl<T: Transform> Transform for Converted<T> {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let before = out.filled().len();
        let result = self.transform.text(&convert_line_breaks(text, self.to), out, skipped);
        if result.is_err() {
            // The error with its offset in the text as it was given: every charset has line breaks.
            out.truncate(before);
            self.transform.text(text, out, skipped)?;
        }
        result
    }
}

/// Writes a text as JavaScript's `escape()` (ECMA-262 section B.2.1.1).
struct Escape;

impl Transform for Escape {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let what = "the text is not UTF-8, so it has no code units of UTF-16";
        out.push(ecmascript::escape(Problem::unless_text(text, what)?).as_bytes());
        Ok(())
    }
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
        let text = Problem::unless_text(text, what)?;
        let mut view = charset::encode(text, self.charset, self.set);
        if self.lowercase {
            view = view.lowercase_hex();
        }
        let encoded = match self.html {
            true => view.to_cow(),
            false => view.try_to_cow().map_err(Problem::from)?,
        };
        out.push(encoded.as_bytes());
        Ok(())
    }
}
