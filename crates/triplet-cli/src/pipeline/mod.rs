//! From inputs to an output, in constant memory where the work allows it.
//!
//! A [`Transform`] is what is done with one text. A [`Format`] finds the texts in an input: the whole input is one
//! ([`stream`]), or its records are ([`records`]), or a column of its records ([`csv`], [`log`]). The rest is the same for all of
//! them: [`blocks`] cuts an input, [`sources`] and [`parallel`] hand the blocks to the format, [`run`](mod@run) and [`in_place`]
//! decide where the results go.
#![forbid(unsafe_code)]

mod blocks;
mod buffer;
mod codec;
mod csv;
mod decode_text;
mod diagnostic;
mod in_place;
mod json;
mod log;
mod parallel;
mod records;
mod run;
mod sources;
mod stream;
#[cfg(test)]
mod tests;
mod text;
mod writer;

pub use self::buffer::OutputBuffer;
pub use self::codec::{Decode, Encode, OnError};
pub use self::csv::{Column, CsvColumns};
pub use self::decode_text::DecodeText;
pub use self::diagnostic::Problem;
pub use self::json::JsonField;
pub use self::log::LogFields;
pub use self::records::Records;
pub use self::run::{Job, Target, run};
pub use self::stream::Stream;

use triplet::DecodeError;

use self::blocks::{Block, Cuts};
use self::diagnostic::Diagnostic;

/// What takes the errors of a text that leave a result, in the order of the text.
pub type Skipped<'a> = &'a mut dyn FnMut(Problem);

/// What takes the messages about a block.
type Emit<'a> = &'a mut dyn FnMut(Diagnostic);

/// What is done with a text.
pub trait Transform: Send + Sync {
    /// Appends the result for a whole text to `out`. Errors that leave a result go to `skipped`. A returned
    /// error means that the text has no result: the caller then truncates `out` to its old length.
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem>;

    /// A codec that gives the same result part by part; none if the transform requires the whole text.
    fn codec(&self) -> Option<Box<dyn Codec>> {
        None
    }

    /// Where a text may be cut so that the results of the parts, each by its own codec, are together the result of the text.
    fn cuts(&self) -> Cuts {
        Cuts::Nowhere
    }

    /// Whether the text is its own result. A scan up to the first byte that changes must be enough to know it.
    fn is_unchanged(&self, _text: &[u8]) -> bool {
        false
    }

    /// Whether the result is an answer about a text, so that a line feed ends it however the text ends.
    fn is_answer(&self) -> bool {
        false
    }

    /// Whether the result is JSON.
    fn is_json(&self) -> bool {
        false
    }

    /// What a byte order mark at the start of an input is.
    fn mark(&self) -> Mark {
        Mark::Text
    }

    /// Whether texts can have errors. If not, their lines need not be counted.
    fn may_fail(&self) -> bool {
        true
    }
}

/// What the byte order mark is that some programs put at the start of a file in UTF-8 (RFC 3629 section 6).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A part of the first text, as of data that is encoded.
    Text,
    /// Written before the result, and not a part of the first text, as before an address that is written again.
    Passed,
    /// Not a part of the first text, and not written: the result is an answer about the text.
    LeftOut,
}

/// A transform in the middle of a text.
pub trait Codec {
    /// Takes all of `src`, whose end is that of the text if it is the `last` part, and appends the result. Errors that leave a
    /// result go to `skipped`.
    fn push(
        &mut self,
        src: &[u8],
        last: bool,
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(DecodeError),
    ) -> Result<(), Stopped>;
}

/// An error that ended a text, and the number of bytes of the part that were read.
pub struct Stopped {
    error: DecodeError,
    read: usize,
}

/// Where the results of the fields of records go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Results {
    /// In the place of the texts.
    InPlace,
    /// Into a new column or member of this name.
    New(String),
    /// To the output alone, one a line.
    Alone,
}

/// Appends a result as one line. Line breaks in the result become triplets.
fn push_alone(result: &[u8], out: &mut OutputBuffer) {
    for part in result.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let (text, end): (_, &[u8]) = match part {
            [text @ .., b'\n'] => (text, b"%0A"),
            [text @ .., b'\r'] => (text, b"%0D"),
            text => (text, b""),
        };
        out.push(text);
        out.push(end);
    }
}

/// How texts are found in an input.
pub trait Format: Send + Sync {
    /// Where an input may be cut into blocks.
    fn cuts(&self) -> Cuts;

    /// Whether the last line feed of an input belongs to its text. Otherwise it is passed through.
    fn is_exact(&self) -> bool {
        true
    }

    /// Whether a block between two cuts can be worked on without the blocks before it.
    fn is_in_parts(&self) -> bool {
        true
    }

    /// What is done with each text.
    fn transform(&self) -> &dyn Transform;

    /// Whether an input must be text in UTF-8 or in octets like it. An input in UTF-16 is an error then.
    fn is_text(&self) -> bool {
        self.transform().mark() != Mark::Text
    }

    /// The byte that ends the result for an argument.
    fn terminator(&self) -> u8 {
        b'\n'
    }

    /// The byte that must be between the results for two files; none if the results are one text.
    fn joint(&self) -> Option<u8> {
        Some(b'\n')
    }

    /// The texts of an input, or of its blocks from a cut on.
    fn begin(&self) -> Box<dyn Texts + '_>;
}

/// The texts of one input, block after block.
pub trait Texts {
    /// Appends the result for the next block to `out`, and emits what is wrong with it.
    fn block(
        &mut self,
        bytes: &[u8],
        block: &Block,
        out: &mut OutputBuffer,
        emit: Emit<'_>,
    ) -> BlockResult;
}

/// Facts about a block besides its result.
#[derive(Default)]
pub struct BlockResult {
    /// The number of its lines or records, and of the characters after the last line; none after a record.
    lines: u64,
    column: u64,
    errors: bool,
    /// Whether an error ended the text.
    ended: bool,
    /// Whether the block, with the line feed after it, is its own result. Then `out` is empty.
    unchanged: bool,
}
