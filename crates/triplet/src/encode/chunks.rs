//! The result of an encoder piece by piece.
#![forbid(unsafe_code)]

use core::fmt;

use crate::kernel;
use crate::runs::{Run, Runs};

/// The iterator that [`Encode::chunks`](crate::Encode::chunks) returns.
#[derive(Clone)]
pub struct Chunks<'a> {
    runs: Runs<'a>,
    run: Run<'a>,
}

impl<'a> Chunks<'a> {
    pub(super) fn new(runs: Runs<'a>) -> Chunks<'a> {
        Chunks { runs, run: Run::Octets(&[]) }
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rule = &self.runs.rule();
        loop {
            let (kept, rest) = match self.run {
                Run::Octets(bytes) => (kernel::kept_prefix(bytes, rule), bytes),
                Run::Text(text) => (kernel::kept_text_prefix(text, rule), text.as_bytes()),
                Run::Literal(text, _) => (text, text.as_bytes()),
            };
            if !kept.is_empty() {
                self.run = self.run.without(kept.len());
                return Some(kept);
            }
            if let [byte, ..] = *rest {
                self.run = self.run.without(1);
                let is_plus = byte == b' ' && rule.plus;
                return Some(if is_plus { "+" } else { kernel::triplet_str(byte, rule.lower) });
            }
            self.run = self.runs.next()?;
        }
    }
}

impl core::iter::FusedIterator for Chunks<'_> {}

impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").finish_non_exhaustive()
    }
}
