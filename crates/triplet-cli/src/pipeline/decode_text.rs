//! Decoding of texts of any length to text: what is not UTF-8 is decided by a handler.
#![forbid(unsafe_code)]

use triplet::{DecodeError, TextErrors};

use super::blocks::Cuts;
use super::{Codec, OutputBuffer, Problem, Skipped, Stopped, Transform};

/// Decodes triplets to text.
#[derive(Clone)]
pub struct DecodeText {
    pub errors: TextErrors,
    /// Whether a malformed triplet is kept. Otherwise it is an error.
    pub lenient: bool,
    pub plus: bool,
    /// The octets whose triplets are kept.
    pub kept: Vec<u8>,
}

impl DecodeText {
    fn decode(&self, text: &[u8], out: &mut OutputBuffer) -> Result<(), DecodeError> {
        let mut view = triplet::decode(text).keep_triplets_of(&self.kept);
        if self.plus {
            view = view.plus_as_space();
        }
        let decoded = match self.lenient {
            true => view.lenient().to_str_with(self.errors)?,
            false => view.to_str_with(self.errors)?,
        };
        out.push(decoded.as_bytes());
        Ok(())
    }
}

impl Transform for DecodeText {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        Ok(self.decode(text, out)?)
    }

    fn codec(&self) -> Option<Box<dyn Codec>> {
        Some(Box::new(self.clone()))
    }

    fn cuts(&self) -> Cuts {
        Cuts::AfterDelimiter
    }
}

/// Each part ends at a cut, or with the text.
impl Codec for DecodeText {
    fn push(
        &mut self,
        src: &[u8],
        _last: bool,
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(DecodeError),
    ) -> Result<(), Stopped> {
        let mut stopped = None;
        let mut before = src;
        // The result of what precedes an error does not depend on what follows. A malformed triplet is reported before octets that
        // are not text, but these may precede it.
        while let Err(error) = self.decode(before, out) {
            before = &before[..error.offset()];
            stopped = Some(Stopped { error, read: before.len() });
        }
        stopped.map_or(Ok(()), Err)
    }
}
