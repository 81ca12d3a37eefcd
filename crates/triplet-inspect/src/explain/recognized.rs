//! What a recogniser says about a text: the parts that it consists of, or what is in it.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::charset::Charset;

use super::node::{Kind, Remedy};

/// The most nodes that a tree has: more than a person reads, in memory that every program has.
pub(super) const MAX_NODES: usize = 100_000;

/// Where a text is, for notations that are recognised in some places only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The text that a person gave, as it is or without a notation around it.
    Whole,
    /// The decoded value of a pair, or another part of a reference. Programs write it, so a word is rarely a reference there.
    Value,
}

/// A text in a notation.
pub(super) struct Recognized {
    pub(super) inner: Inner,
    /// See [`Node::detail`](super::Node::detail).
    pub(super) detail: Option<String>,
    /// Whether the text is hardly anything else. A notation that is only likely is offered beside the next one that is certain.
    pub(super) is_certain: bool,
    pub(super) remedies: Vec<Remedy>,
}

/// What is in the notation.
pub(super) enum Inner {
    /// Parts of the text as it is written.
    Parts(Vec<Part>),
    /// The text, whose triplets are decoded; a `+` is a space if `plus` is set.
    Encoded { plus: bool },
    /// The text without the notation, to be explained in turn.
    Text(String),
    /// The octets without the notation, in an unknown charset, to be explained as text in turn.
    Octets(Vec<u8>),
}

/// A part of a text.
pub(super) struct Part {
    pub(super) kind: Kind,
    /// Where it is in the text as it is written.
    pub(super) span: Range<usize>,
    pub(super) reading: Reading,
    /// See [`Node::detail`](super::Node::detail).
    pub(super) detail: Option<String>,
}

/// The most parts that a recogniser gives: more than a tree has nodes.
pub(super) const MAX_PARTS: usize = MAX_NODES + 1;

/// How a part is read.
pub(super) enum Reading {
    /// The part stays as it is written, and is not explained further.
    AsWritten,
    /// Triplets are decoded.
    Decode,
    /// Triplets are decoded, and a `+` is a space.
    DecodePlus,
    /// The recogniser has read it.
    Known(String),
    /// The recogniser has read it, in a charset and by whom that is named if it matters. It is explained in turn, unless some octets are
    /// not text.
    Text { read: String, named: Option<Box<(Charset, String)>>, octets: Option<Box<[u8]>> },
    /// The recogniser has read the octets, whose charset is unknown.
    Octets(Vec<u8>),
    /// The recogniser has read octets that are not text. The text stays as it is written.
    Binary(Vec<u8>),
    /// A pair of parts: the name, and the value if there is a `=`.
    Pair(Vec<Part>),
    /// A text by itself, to be explained in turn as it is written. The kind of the part does not count.
    Explain,
}

impl Recognized {
    pub(super) fn certain(inner: Inner) -> Option<Recognized> {
        Some(Recognized { inner, detail: None, is_certain: true, remedies: Vec::new() })
    }

    pub(super) fn likely(inner: Inner) -> Option<Recognized> {
        Some(Recognized { inner, detail: None, is_certain: false, remedies: Vec::new() })
    }
}

impl Part {
    pub(super) fn new(kind: Kind, span: Range<usize>, reading: Reading) -> Part {
        Part { kind, span, reading, detail: None }
    }
}

/// Where a part is in the text that it is borrowed from.
pub(super) fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}
